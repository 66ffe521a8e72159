"""The computer comes to another Wi-Fi, or to one only after it was started: in a network of its own, for real."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.require import missing
from tests.running import PATIENCE, Companion, free_port, wait

VISIT = """
import http.cookiejar, sys, urllib.parse, urllib.request
jar = http.cookiejar.LWPCookieJar(sys.argv[1])
try: jar.load(ignore_discard=True)
except OSError: pass
phone = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar), urllib.request.ProxyHandler({}))
form = urllib.parse.urlencode([tuple(field.split("=")) for field in sys.argv[3:]]).encode() or None
if sys.argv[2].endswith("/open"):
    home = phone.open(sys.argv[2][:-4], timeout=30).read().decode()
    mark = home.partition('name="from" value="')[2].partition('"')[0]
    form = urllib.parse.urlencode({"game": "example", "from": mark}).encode()
answer = phone.open(sys.argv[2], form, timeout=30)
jar.save(ignore_discard=True)
print(answer.url); print(answer.read().decode())
"""


class Room:
    """A network in which this computer has an interface called wlan0, and any addresses wanted. Use it in a `with`."""

    def __init__(self, folder: Path) -> None:
        self.name = f"companion-{uuid.uuid4().hex[:8]}"
        self.jar = folder / "cookies"
        program = shutil.which("ip") or shutil.which("ip", path="/usr/sbin:/sbin")
        if program is None:
            missing("netns", "there is no ip (Debian: apt install iproute2)")
        self._ip_program = program
        try:
            self._ip("netns", "add", self.name)
            self.ip("link", "add", "wlan0", "type", "veth", "peer", "name", "router")
        except subprocess.CalledProcessError as no:
            self.__exit__()
            missing("netns", f"no network of its own can be made ({no.stderr.decode().strip()})")
        for name in ("lo", "wlan0", "router"):
            self.ip("link", "set", name, "up")

    def ip(self, *what: str) -> None:
        self._ip("-n", self.name, *what)

    def moves(self, old: str | None, new: str) -> None:
        """To another address, as by another router."""
        if old is not None:
            self.ip("address", "del", old, "dev", "wlan0")
        flags = ("nodad",) if ":" in new else ()
        self.ip("address", "add", new, "dev", "wlan0", *flags)

    @property
    def inside(self) -> tuple[str, ...]:
        """How a command is run there."""
        return (self._ip_program, "netns", "exec", self.name)

    def visit(self, address: str, **form: str) -> tuple[str, str]:
        """Where a browser in that network lands, and the page; with `/open` at the end it opens a table, and with what
        to send it presses a button."""
        fields = [f"{name}={value}" for name, value in form.items()]
        command = (*self.inside, sys.executable, "-c", VISIT, str(self.jar), address, *fields)
        said = subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE).stdout.decode()
        return tuple(said.split("\n", 1))  # type: ignore[return-value]

    def _ip(self, *what: str) -> None:
        subprocess.run((self._ip_program, *what), check=True, capture_output=True, timeout=PATIENCE)

    def __enter__(self) -> Room:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(subprocess.CalledProcessError):
            self._ip("netns", "del", self.name)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with Room(tmp_path) as one:
        yield one


class Terminal:
    """What a companion goes on to say after its welcome."""

    def __init__(self, companion: Companion) -> None:
        self._lines: list[str] = []
        self._companion = companion
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._companion.process.stdout is not None
        with suppress(ValueError):
            for line in self._companion.process.stdout:
                self._lines.append(line.decode())

    def says(self, words: str) -> str:
        """Everything it said since the welcome, once these words are in it."""
        wait(lambda: words in "".join(self._lines))
        return "".join(self._lines)


def started(room: Room, data: Path, *flags: str) -> Companion:
    command = (*room.inside, sys.executable, "-m", "companion")
    return Companion("--port", str(free_port()), *flags, data=data, command=command)


@pytest.mark.netns
def test_from_before_the_wifi_is_up_through_two_networks_terminal_and_pages_show_the_way(
    room: Room, tmp_path: Path
) -> None:
    with started(room, tmp_path / "data") as companion:
        assert "not on a network phones can join" in companion.said
        here, terminal = f"http://127.0.0.1:{companion.port}", Terminal(companion)
        where, page = room.visit(f"{here}/open")
        assert "No QR code" in page
        code = where.rpartition("/")[2]

        room.moves(None, "10.0.0.5/24")
        first = f"http://10.0.0.5:{companion.port}"
        assert f"{first}/" in terminal.says("\u2588"), "with a code to scan"
        _, page = room.visit(f"{here}/t/{code}")
        assert f"{first}/j/{code}" in page
        assert "new address" not in page, "nobody came by another"
        sign = re.search(r'id="panel"[^>]* data-address="(\w+)"', page)
        assert sign is not None
        assert "<svg" in room.visit(f"{first}/t/{code}/wall")[1]

        room.moves("10.0.0.5/24", "10.0.0.9/24")
        second = f"http://10.0.0.9:{companion.port}"
        terminal.says(f"{second}/")
        _, page = room.visit(f"{here}/t/{code}")
        assert f"{second}/j/{code}" in page
        assert first not in page
        assert "This computer has a new address" in page
        _, panel = room.visit(f"{here}/t/{code}/panel")
        assert re.search(r'id="panel"[^>]* data-address="(\w+)"', panel)[1] != sign[1], "open pages learn of it"  # type: ignore[index]
        _, invitation = room.visit(f"{here}/t/{code}/invite")
        assert f"{second}/j/{code}" in invitation
        assert "<svg" in invitation


@pytest.mark.netns
def test_a_phone_that_comes_by_the_new_address_is_told_that_it_is_not_known_there_and_takes_its_seat_back(
    room: Room, tmp_path: Path
) -> None:
    told = "This computer has a new address, where nobody’s phone is known yet."
    room.moves(None, "10.0.0.5/24")
    with started(room, tmp_path / "data") as companion:
        here, terminal = f"http://127.0.0.1:{companion.port}", Terminal(companion)
        code = room.visit(f"{here}/open")[0].rpartition("/")[2]
        first, second = (f"http://10.0.0.{n}:{companion.port}" for n in (5, 9))
        assert told not in room.visit(f"{first}/j/{code}")[1]
        where, page = room.visit(f"{first}/j/{code}", name="Ben")
        assert (where, 'data-me="1"' in page) == (f"{first}/t/{code}", True)

        room.moves("10.0.0.5/24", "10.0.0.9/24")
        terminal.says(f"{second}/")
        where, page = room.visit(f"{second}/j/{code}")
        assert where == f"{second}/j/{code}", "without the cookie of the old address it is a stranger"
        assert told in page
        assert re.search(r'<details id="moved" open><summary>I had a seat', page)
        _, hosts = room.visit(f"{here}/t/{code}/ticket", seat="1", drawn="9999")
        ticket = re.search(r'letters" translate="no">(\w+)<', hosts)
        assert ticket is not None
        where, page = room.visit(f"{second}/j/{code}", ticket=ticket[1])
        assert (where, 'data-me="1"' in page) == (f"{second}/t/{code}", True)


@pytest.mark.netns
def test_on_a_network_of_ipv6_alone_phones_come_where_it_listens_on_that(room: Room, tmp_path: Path) -> None:
    room.moves(None, "fd00:5::7/64")
    with started(room, tmp_path / "data", "--bind", "::") as companion:
        assert companion.address == f"http://[fd00:5::7]:{companion.port}"
        where, page = room.visit(f"{companion.address}/open")
        assert where.startswith(companion.address)
        assert f"{companion.address}/j/{where.rpartition('/')[2]}" in page
    with started(room, tmp_path / "data") as companion:
        assert "--bind ::" in companion.said
