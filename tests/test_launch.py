"""The `companion` command as somebody at a table meets it: a real process, real sockets, what it prints."""

from __future__ import annotations

import io
import os
import re
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import zxingcpp
from PIL import Image

from companion import folder_of
from companion.network import Address, Reach
from companion.server import Handler, Server, alone_in
from companion.settings import Settings, default_folder, read_settings
from companion.store import StoreDown
from companion.terminal import print_qr, welcome
from tests.running import PATIENCE, Companion, free_port, wait

STAND_IN = """
import sys, time
from types import SimpleNamespace
import companion

def create_app(data, reach, **_):
    def app(environ, start):
        start("200 OK", [("Content-Type", "text/plain")])
        if environ["PATH_INFO"] == "/stream":
            return stream()
        if environ["PATH_INFO"] == "/broken":
            return broken()
        return [b"%d bytes" % len(environ["wsgi.input"].read())]
    app.extensions = {"keeper": SimpleNamespace(
        live=SimpleNamespace(stop=bool, expect_everybody=bool, stopped=True),
        store=SimpleNamespace(close=bool), keep_swept=lambda *_: None
    )}
    return app

def stream():
    try:
        while True:
            yield b"still here"
            time.sleep(0.05)
    finally:
        print("the stream was ended", file=sys.stderr, flush=True)

def broken():
    yield b"so far so good"
    raise LookupError("the scapegoat is Ana")

companion.create_app = create_app
from companion.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
"""An app of four pages in place of ours, to try the server under it alone."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "evenings"


def stood_in(*flags: str, data: Path) -> Companion:
    return Companion("--port", str(free_port()), "--no-qr", *flags, data=data, command=(sys.executable, "-c", STAND_IN))


def asked(companion: Companion, request: bytes) -> bytes:
    return asked_at(companion.port, request)


def asked_at(port: int, request: bytes) -> bytes:
    """Everything the server answers to `request` until it closes."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as phone:
        phone.sendall(request)
        return b"".join(iter(lambda: phone.recv(65536), b""))


def seen_by_a_camera(said: str) -> str:
    """What a phone reads from the half blocks of a code, painted light on dark as a terminal paints them."""
    rows = [line for line in said.splitlines() if line and set(line) <= set("\u2588\u2580\u2584\u00a0")]
    picture = Image.new("L", (len(rows[0]), 2 * len(rows)))
    for y, row in enumerate(rows):
        for x, block in enumerate(row):
            picture.putpixel((x, 2 * y), 255 * (block in "\u2588\u2580"))
            picture.putpixel((x, 2 * y + 1), 255 * (block in "\u2588\u2584"))
    (code,) = zxingcpp.read_barcodes(picture.resize((8 * picture.width, 8 * picture.height)))
    return code.text


def test_the_code_it_prints_leads_to_the_home_page_at_the_address_it_prints(folder: Path) -> None:
    with Companion("--port", str(free_port()), data=folder) as companion:
        assert seen_by_a_camera(companion.said) == companion.address + "/"
        assert b"<html" in companion.get("/")


def test_a_chosen_public_address_is_what_it_prints(folder: Path) -> None:
    public = "https://games.example.org/table"
    with Companion("--port", str(free_port()), "--address", public + "/", data=folder) as companion:
        assert companion.address == public
        assert seen_by_a_camera(companion.said) == public + "/"


def test_behind_a_proxy_no_other_address_is_offered(folder: Path) -> None:
    flags = ("--port", str(free_port()), "--no-qr", "--address", "https://games.example.org/table")
    with Companion(*flags, "--trust-proxy", data=folder) as companion:
        assert re.findall(r"https?://\S+", companion.said) == [
            "https://games.example.org/table/",
            f"http://localhost:{companion.port}/",
        ]


def test_a_taken_port_moves_it_to_the_next_and_it_says_so(folder: Path) -> None:  # C12
    with socket.create_server(("0.0.0.0", 0)) as other:
        taken = other.getsockname()[1]
        with Companion("--port", str(taken), data=folder) as companion:
            assert companion.port > taken
            assert f"Port {taken} is taken" in companion.said
            assert seen_by_a_camera(companion.said).endswith(f":{companion.port}/")
            assert b"<html" in companion.get("/")


def test_behind_a_proxy_a_taken_port_is_no_reason_to_listen_where_the_proxy_does_not_look(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        flags = ("--bind", "127.0.0.1", "--port", str(taken), "--no-qr", "--trust-proxy")
        with Companion(*flags, data=folder) as companion:
            assert companion.ended() == 1
            assert companion.complained.splitlines() == [
                f"Port {taken} on 127.0.0.1 is taken, and the proxy looks for the app at no other."
            ]
            assert companion.said == ""


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_when_told_to_while_phones_are_connected(folder: Path, sign: signal.Signals) -> None:
    with stood_in(data=folder) as companion:
        phones = [socket.create_connection(("127.0.0.1", companion.port), PATIENCE) for _ in range(6)]
        for phone in phones:
            phone.sendall(b"GET /stream HTTP/1.1\r\nHost: table\r\n\r\n")
            assert phone.recv(1024)
        assert companion.stop(sign) == 0
        assert companion.complained.splitlines() == ["the stream was ended"] * 6
        for phone in phones:
            phone.close()


@pytest.mark.parametrize(
    "flags",
    [
        pytest.param(["--bind", "203.0.113.77"], id="an address of another machine"),
        pytest.param(["--address", "http://localhost:8000"], id="an address no phone can open"),
        pytest.param(["--data", __file__], id="a folder that is a file"),
        pytest.param(["--data", "~nobody-of-this-name/kept"], id="the home of nobody"),
    ],
)
def test_where_it_cannot_serve_it_says_why_in_one_line_and_fails(folder: Path, flags: list[str]) -> None:
    with Companion("--port", str(free_port()), *flags, data=folder) as companion:
        assert companion.ended() == 1
        assert len(companion.complained.splitlines()) == 1
        assert flags[1] in companion.complained
        assert companion.said == ""


def test_one_process_serves_a_data_folder_and_another_says_why_it_does_not(folder: Path, tmp_path: Path) -> None:
    with Companion("--port", str(free_port()), "--no-qr", data=folder) as first:
        with Companion("--port", str(free_port()), "--no-qr", data=folder) as second:
            assert second.ended() == 1
            assert second.said == ""
            assert len(second.complained.splitlines()) == 1
            assert f"The app is already running with {folder}." in second.complained
        backup = (sys.executable, "-m", "companion", "backup", str(tmp_path / "copy"))
        with Companion(data=folder, command=backup) as console:
            assert console.ended() == 0, "the console's commands are no serving"
        assert b"<html" in first.get("/")
        first.kill()
    with Companion("--port", str(free_port()), "--no-qr", data=folder) as next_evening:
        assert b"<html" in next_evening.get("/"), "a power cut leaves nothing behind that has to be cleared away"


def test_on_windows_every_process_locks_the_same_byte_past_what_is_written_there(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows locks bytes, from where the file stands, and gives nobody else to read what is locked."""
    locked = list[tuple[int, int]]()
    system = SimpleNamespace(
        LK_NBLCK=2, locking=lambda file, how, much: locked.append((os.lseek(file, 0, os.SEEK_CUR), much))
    )
    monkeypatch.setitem(sys.modules, "msvcrt", system)
    monkeypatch.setattr(sys, "platform", "win32")
    folder.mkdir()
    with alone_in(folder) as first:
        os.write(first.fileno(), b'["0.0.0.0", 8000, null]')
        with alone_in(folder):
            pass
    (at, much), second = locked
    assert second == (at, much)
    assert much > 0
    assert at > (folder / "serving").stat().st_size


def test_an_unknown_flag_or_a_port_that_is_none_is_a_wrong_call(folder: Path) -> None:
    for flags in (["--prot", "8000"], ["--port", "eighty"], ["--port", "65536"], ["--port", "-1"]):
        with Companion(*flags, data=folder) as companion:
            assert companion.ended() == 2
            assert "usage: companion" in companion.complained


def test_a_terminal_without_blocks_gets_the_address_alone(folder: Path) -> None:
    with Companion("--port", str(free_port()), data=folder, environ={"PYTHONIOENCODING": "cp1252"}) as companion:
        assert companion.address.startswith("http://")
        assert not set("\u2588\u2580\u2584") & set(companion.said)


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
    except ConnectionRefusedError:
        return False
    return True


@pytest.mark.parametrize("out", [">&-", ">/dev/full"])
def test_where_nobody_reads_what_it_prints_it_serves_all_the_same(folder: Path, out: str) -> None:
    port, command = free_port(), ("sh", "-c", f'exec "$@" {out}', "sh", sys.executable, "-m", "companion")
    with Companion("--port", str(port), data=folder, command=command) as companion:
        wait(lambda: listens(port), said=lambda: companion.complained)
        assert asked_at(port, b"GET /healthz HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.1 200")
        assert companion.stop() == 0
        assert companion.complained == ""


def test_without_any_home_folder_it_asks_for_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless(path: Path) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "expanduser", homeless)
    with pytest.raises(StoreDown, match="say with --data where"):
        folder_of(read_settings([], {}).data)


def test_what_it_keeps_is_for_nobody_else_to_read(folder: Path) -> None:
    with Companion("--port", str(free_port()), "--no-qr", data=folder) as companion:
        companion.get("/")
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert {stat.S_IMODE(kept.stat().st_mode) for kept in folder.iterdir()} == {0o600}


def test_its_settings_can_come_from_the_environment_and_a_flag_wins() -> None:
    environ = {
        "COMPANION_BIND": "10.0.0.5",
        "COMPANION_PORT": "9000",
        "COMPANION_ADDRESS": "games-laptop.local",
        "COMPANION_DATA": "evenings",
        "COMPANION_NO_QR": "1",
    }
    assert read_settings([], environ) == Settings("10.0.0.5", 9000, "games-laptop.local", "evenings", False)
    assert read_settings(["--port", "81"], environ).port == 81


@pytest.mark.parametrize(
    ("said", "trusts"), [("", False), ("0", False), ("no", False), ("False", False), ("1", True), ("Yes", True)]
)
def test_a_variable_for_a_flag_says_yes_or_no(said: str, trusts: bool) -> None:
    found = read_settings([], {"COMPANION_TRUST_PROXY": said, "COMPANION_NO_QR": said})
    assert (found.trust_proxy, found.qr) == (trusts, not trusts)


@pytest.mark.parametrize(
    ("argv", "environ"), [([], {"COMPANION_TRUST_PROXY": "maybe"}), (["--data", " "], {}), (["--data", ""], {})]
)
def test_what_says_neither_or_nothing_is_a_wrong_call(
    argv: list[str], environ: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        read_settings(argv, environ)
    assert ended.value.code == 2
    assert "usage: companion" in capsys.readouterr().err


def test_without_a_flag_it_listens_everywhere_at_8000_and_prints_a_code() -> None:
    plain = read_settings([], {"XDG_DATA_HOME": "share", "LOCALAPPDATA": "share"})
    assert (plain.bind, plain.port, plain.address, plain.qr) == ("0.0.0.0", 8000, None, True)


def test_each_system_has_its_place_for_what_is_kept() -> None:
    home = Path("home", "ana")
    assert default_folder("linux", {}, home) == home / ".local" / "share" / "companion"
    assert default_folder("linux", {"XDG_DATA_HOME": "share"}, home) == Path("share", "companion")
    assert default_folder("darwin", {}, home) == home / "Library" / "Application Support" / "Companion"
    assert default_folder("win32", {"LOCALAPPDATA": "local"}, home) == Path("local", "Companion")


def test_it_lists_the_other_addresses_and_where_it_is_known_why_there_is_none() -> None:
    said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    settings = Settings("0.0.0.0", 8000, None, "evenings", False)
    welcome(settings, 8000, Reach(Address("192.168.1.23", 8000), (Address("10.8.0.2", 8000),)), said)
    welcome(settings, 8000, Reach(None, (), None), said)
    said.seek(0)
    first, second = re.split(r"(?<=Ctrl-C\.\n)", said.read())[:2]
    assert first.index("http://192.168.1.23:8000/") < first.index("http://10.8.0.2:8000/")
    assert "Phones" not in second


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_the_code_is_left_out_rather_than_garbled(encoding: str) -> None:
    said = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    print_qr("http://192.168.1.23:8000/", said)
    assert said.tell() == 0


class Written(io.StringIO):
    """What is written goes to a terminal that people look at, or into a file."""

    encoding = "utf-8"

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


@pytest.mark.parametrize("paper", [255, 0])
def test_a_terminal_shows_the_code_light_on_dark_whatever_its_own_colours(
    paper: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    said = Written(terminal=True)
    print_qr("http://192.168.1.23:8000/", said)
    rows = [line for line in said.getvalue().splitlines() if "\x1b[" in line]
    width = len(re.sub(r"\x1b\[[0-9;]*m", "", rows[0]))
    picture = Image.new("L", (width, 2 * len(rows)), paper)
    for y, row in enumerate(rows):
        ink, ground, x = 255 - paper, paper, 0
        for colour, block in re.findall(r"\x1b\[([0-9;]*)m|(.)", row):
            if colour:  # 38;5 is the ink, 48;5 what is behind it: 255 is white, 232 nearly black
                assert colour in ("38;5;255", "48;5;232", "0")
                ink, ground = {"38;5;255": (255, ground), "48;5;232": (ink, 8), "0": (255 - paper, paper)}[colour]
                continue
            picture.putpixel((x, 2 * y), ink if block in "\u2588\u2580" else ground)
            picture.putpixel((x, 2 * y + 1), ink if block in "\u2588\u2584" else ground)
            x += 1
    (code,) = zxingcpp.read_barcodes(picture.resize((8 * width, 16 * len(rows))))
    assert code.text == "http://192.168.1.23:8000/"


@pytest.mark.parametrize(("terminal", "kind"), [(True, "dumb"), (False, "xterm")])
def test_no_colours_go_where_nothing_shows_them(terminal: bool, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", kind)
    said = Written(terminal)
    print_qr("http://192.168.1.23:8000/", said)
    assert "\x1b" not in said.getvalue()
    assert seen_by_a_camera(said.getvalue()) == "http://192.168.1.23:8000/"


def test_it_says_which_version_it_is() -> None:
    said = subprocess.run([sys.executable, "-m", "companion", "--version"], capture_output=True, text=True, timeout=60)
    assert (said.returncode, said.stdout) == (0, "companion 1.0.0\n")


def test_a_body_is_read_whole_and_one_beyond_bounds_is_refused(folder: Path) -> None:
    post = b"POST / HTTP/1.1\r\nHost: table\r\nConnection: close\r\n"
    with stood_in(data=folder) as companion:
        assert asked(companion, post + b"Content-Length: 5\r\n\r\nhello").endswith(b"5 bytes")
        chunks = b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n4\r\nmore\r\n0\r\n\r\n"
        assert asked(companion, post + chunks).endswith(b"9 bytes")
        assert b" 413 " in asked(companion, post + b"Content-Length: 3000000\r\n\r\n" + b"x" * 3000000)
        endless = b"".join(b"40000\r\n" + b"x" * 0x40000 + b"\r\n" for _ in range(6))
        assert b" 413 " in asked(companion, post + b"Transfer-Encoding: chunked\r\n\r\n" + endless + b"0\r\n\r\n")


def test_nothing_is_kept_of_a_body_that_is_more_than_the_app_takes_and_the_app_says_so(folder: Path) -> None:
    """A thousand that never end would fill the memory of the computer."""
    post = b"POST /theme HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    form = b"Content-Type: application/x-www-form-urlencoded\r\n"
    with stood_in(data=folder) as companion:
        for length, left in ((40_960, b"40960 bytes"), (40_961, b"\r\n0 bytes"), (1_000_000, b"\r\n0 bytes")):
            whole = b"Content-Length: %d\r\n\r\n" % length + b"x" * length
            assert asked(companion, post + whole).endswith(left)
            chunks = b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % length + b"x" * length + b"\r\n0\r\n\r\n"
            assert asked(companion, post + chunks).endswith(left)
    with Companion("--port", str(free_port()), "--no-qr", data=folder) as companion:
        for length in (32_769, 40_961, 1_000_000):
            answer = asked(companion, post + form + b"Content-Length: %d\r\n\r\n" % length + b"x" * length)
            assert answer.startswith(b"HTTP/1.1 413 ")
            assert b"That was too much at once." in answer


@pytest.mark.parametrize(
    ("request_head", "status"),
    [
        (b"GET / HTTP/9\r\n\r\n", b" 400 "),
        (b"hello\r\n\r\n", b" 400 "),
        (b"GET / HTTP/1.1\r\nContent-Length: -4\r\n\r\n", b" 400 "),
        (b"POST / HTTP/1.1\r\nHost: table\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", b" 400 "),
        (b"GET / HTTP/1.1\r\nContent-Length: four\r\n\r\n", b" 400 "),
        (b"GET / HTTP/1.1\r\n" + b"A: a\r\n" * 200 + b"\r\n", b" 400 "),
        (b"GET / HTTP/1.1\r\nA: " + b"a" * 40000 + b"\r\n\r\n", b" 400 "),
        (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", b" 414 "),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b" 400 "),
    ],
)
def test_what_is_no_request_gets_an_answer_and_leaves_no_line(folder: Path, request_head: bytes, status: bytes) -> None:
    with stood_in(data=folder) as companion:
        assert status in asked(companion, request_head).split(b"\r\n")[0] + b" "
        assert companion.stop() == 0
        assert companion.complained == ""


def test_a_page_that_fails_leaves_one_line_without_what_it_knew(folder: Path) -> None:
    with stood_in(data=folder) as companion:
        asked(companion, b"GET /broken?ticket=open-sesame HTTP/1.1\r\nHost: table\r\nConnection: close\r\n\r\n")
        assert companion.stop() == 0
        (line,) = companion.complained.splitlines()
        assert "LookupError" in line
        assert "Ana" not in line
        assert "sesame" not in line


def test_small_answers_do_not_wait_for_each_other() -> None:
    seen = []

    class Looking(Handler):
        def handle(self) -> None:
            seen.append(self.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    with socket.create_server(("127.0.0.1", 0)) as listener, socket.create_connection(listener.getsockname()):
        ours, address = listener.accept()
        server = Server(listener, lambda environ, start: [])
        server.handler_class = Looking
        with ours:
            server.handle(ours, address)
    assert seen
    assert seen[0] != 0
