"""The `companion` command: finds the address phones can reach, prints it with its QR, and serves until told to stop."""

from __future__ import annotations

import argparse
import errno
import gc
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TextIO

from companion import __version__
from companion.live import Live
from companion.network import Reach, Whereabouts
from companion.words import Text, say

DEFAULT_PORT = 8000
"""Not Flask's 5000, which macOS keeps for itself and answers in our place."""


class CannotServe(Exception):
    """Why the command ends before it serves, in a sentence for the terminal."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(str(sentence))


@dataclass(frozen=True)
class Settings:
    """What the command line and the environment ask for."""

    bind: str
    port: int
    address: str | None
    data: str
    qr: bool
    trust_proxy: bool = False
    keep_days: int = 30


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command and answers its exit code: 0 once told to stop, 1 when it cannot serve, 2 for a wrong flag."""
    argv = sys.argv[1:] if argv is None else argv
    if argv and argv[0] in ("export", "import", "backup", "ticket"):
        from companion import console

        settings = read_settings([], os.environ)
        return console.main(argv, settings.data, partial(_lead, settings, sys.stdout))
    settings = read_settings(argv, os.environ)
    try:
        run(settings)
    except CannotServe as no:
        print(no, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def run(settings: Settings) -> None:
    """Serves until told to stop. Raises `CannotServe`."""
    from gevent import monkey

    monkey.patch_all(ssl=False)  # before anything that waits is imported; a proxy does the TLS

    from companion import create_app, network, server, upkeep
    from companion.store import StoreDown

    try:
        listener = server.listen(settings.bind, settings.port)
    except OSError as no:
        raise CannotServe(_why_not_listening(settings, no)) from None
    port = listener.getsockname()[1]
    try:
        chosen = network.read_address(settings.address, port) if settings.address else None
    except network.NotAnAddress as no:
        raise CannotServe(no.sentence) from None
    contained = network.is_contained()

    def look() -> Reach:
        reach = network.reach(settings.bind, port, chosen, network.found(), contained)
        return replace(reach, others=()) if chosen and settings.trust_proxy else reach  # only the proxy comes to us

    here = network.Whereabouts(look)
    settings = replace(settings, data=_data_ready(settings.data))
    with _alone_in(settings.data, (settings.bind, port, settings.address)):
        try:
            upkeep.look_after(settings.data, _complain)
            app = create_app(settings.data, here, trust_proxy=settings.trust_proxy, keep_days=settings.keep_days)
        except StoreDown as no:
            raise CannotServe(say("Cannot keep anything: %(why)s", why=no)) from None
        gc.collect()
        gc.freeze()  # the program itself is here to stay: no need to look it over again and again
        keeper = app.extensions["keeper"]
        back_up = partial(upkeep.back_up, settings.data, keeper.store, server.apart)
        threading.Thread(target=keeper.keep_swept, args=(settings.keep_days, back_up), daemon=True).start()
        keeper.live.expect_everybody()
        server.serve(listener, app, lambda: _greet(settings, port, here, keeper.live), keeper.live.stop)
        keeper.store.close()


def read_settings(argv: Sequence[str], environ: Mapping[str, str]) -> Settings:
    """What was asked for: a flag, else its variable in the environment, else the default. Ends the program on a
    fault, with exit code 2."""
    asks = argparse.ArgumentParser(
        prog="companion",
        description="A companion for tabletop games played with the physical box. Phones scan the code it prints.",
        epilog="At the server's console also: companion export, import, backup, ticket; each has its --help. "
        "Each flag can also be set as an environment variable: COMPANION_PORT for --port, and so on.",
    )
    asks.add_argument("--version", action="version", version=f"companion {__version__}")
    asked = environ.get
    asks.add_argument(
        "--bind", default=asked("COMPANION_BIND", "0.0.0.0"), help="where to listen (default: everywhere)"
    )
    asks.add_argument(
        "--port",
        type=_port,
        default=asked("COMPANION_PORT", str(DEFAULT_PORT)),
        help=f"the port, or the next free one after it (default: {DEFAULT_PORT})",
    )
    asks.add_argument(
        "--address",
        default=asked("COMPANION_ADDRESS"),
        help="the address phones should open: an IP address, a host name, or a full public address with its path",
    )
    asks.add_argument(
        "--data",
        default=asked("COMPANION_DATA") or str(default_folder(sys.platform, environ, Path("~"))),
        help="the folder everything is kept in, or postgresql://... (default: %(default)s)",
    )
    asks.add_argument(
        "--no-qr",
        action="store_true",
        default=asked("COMPANION_NO_QR", "") not in ("", "0"),
        help="print the address alone",
    )
    asks.add_argument(
        "--trust-proxy",
        action="store_true",
        default=asked("COMPANION_TRUST_PROXY", "") not in ("", "0"),
        help="believe what one proxy in front says about who is asking (X-Forwarded-...)",
    )
    asks.add_argument(
        "--keep-days",
        type=_days,
        default=asked("COMPANION_KEEP_DAYS", "30"),
        help="days of running since its last move after which a table is deleted (default: 30)",
    )
    found = asks.parse_args(argv)
    return Settings(
        *(found.bind, found.port, found.address, found.data), not found.no_qr, found.trust_proxy, found.keep_days
    )


def default_folder(platform: str, environ: Mapping[str, str], home: Path) -> Path:
    """Where programs keep a user's data on this system."""
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Companion"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Companion"
    return Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "companion"


def welcome(settings: Settings, port: int, here: Reach, out: TextIO) -> None:
    """Prints where phones find the app, as a code to scan and in letters, and how to stop."""
    if port != settings.port != 0:
        _print(out, say("Port %(taken)s is taken, so this is port %(port)s.", taken=settings.port, port=port))
    _print_way(settings, here, out)
    if settings.bind in ("0.0.0.0", "::", "127.0.0.1", "::1", "localhost"):
        home = f"http://localhost:{port}/"
        _print(out, say("On this computer: %(address)s", address=home))
    if not _is_shared(settings.data):
        _print(out, say("Everything is kept in %(folder)s", folder=settings.data))
    _print(out, say("To stop, press Ctrl-C."))


def _print_way(settings: Settings, here: Reach, out: TextIO) -> None:
    """How phones get here, or why they cannot."""
    if here.warning:
        _print(out, here.warning)
    if here.best:
        _print(out, say("On a phone in the same network, open:"), "", f"    {here.best.home}", "")
        if settings.qr:
            print_qr(here.best.home, out)
    if here.others:
        _print(out, say("If phones cannot reach it, try:"), *(f"    {other.home}" for other in here.others))


def _lead(settings: Settings, out: TextIO, data: str, path: str) -> None:
    """Prints the address of a page, as a code to scan and in letters, by how that folder is served, or was last."""
    from companion import network

    bind, port, address = _served_at(data) or (settings.bind, settings.port, settings.address)
    try:
        chosen = network.read_address(address, port) if address else None
    except network.NotAnAddress:
        chosen = None
    best = network.reach(bind, port, chosen, network.found(), network.is_contained()).best
    whole = f"{best}{path}" if best else path
    _print(out, "", f"    {whole}", "")
    if best and settings.qr:
        print_qr(whole, out)


def _served_at(data: str) -> tuple[str, int, str | None] | None:
    """Where the process that serves that folder listens, and the address chosen for it; `None` where nobody knows."""
    if _is_shared(data):
        return None
    try:
        bind, port, address = json.loads((Path(data) / "serving").read_bytes())
    except (OSError, ValueError, TypeError):
        return None
    return str(bind), int(port), address if isinstance(address, str) else None


def _greet(settings: Settings, port: int, here: Whereabouts, live: Live) -> None:
    """The welcome, and whenever this computer's address changes the new one, to whoever reads it."""
    reach = here.now()
    _to_the_terminal(lambda out: welcome(settings, port, reach, out))
    threading.Thread(target=_follow, args=(settings, here, reach, live), daemon=True).start()


def _follow(settings: Settings, here: Whereabouts, told: Reach, live: Live) -> None:
    """Look every few seconds whether phones still get here the way that was told, and tell the terminal and all open
    pages when not: the Wi-Fi may come later than we do, or be another one by now."""
    from companion.network import FRESH

    while not live.stopped:
        time.sleep(FRESH)
        now = here.now()
        if (now.best, now.warning) != (told.best, told.warning):
            told = now
            live.announce_all()
            _to_the_terminal(partial(_print_moved, settings, now))


def _print_moved(settings: Settings, here: Reach, out: TextIO) -> None:
    _print(out, "", say("The address of this computer has changed."))
    _print_way(settings, here, out)


def _to_the_terminal(write: Callable[[TextIO], None]) -> None:
    """Where nobody reads it any more, phones come all the same."""
    if sys.stdout is None:
        return
    try:
        write(sys.stdout)
    except OSError:
        sys.stdout = None  # else Python tries to write the rest when it ends, and complains


def print_qr(text: str, out: TextIO) -> None:
    """The code of `text` in half blocks; nothing where the terminal has no such characters. A terminal is told which
    blocks are light and which are dark, so that a white one shows the same code; a file gets the blocks alone."""
    try:
        "\u2588\u2580\u2584\u00a0".encode(out.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return
    from qrcode.main import QRCode

    code = QRCode(border=2)
    code.add_data(text)
    code.print_ascii(out=out, tty=_has_colours(out), invert=True)
    _print(out, "")


def _has_colours(out: TextIO) -> bool:
    """Whether it is a terminal that knows colours: Windows' old one writes their codes out as letters."""
    old = sys.platform == "win32" and "WT_SESSION" not in os.environ
    return out.isatty() and not old and os.environ.get("TERM") != "dumb"


def _complain(*lines: Text) -> None:
    with suppress(OSError):
        if sys.stderr is not None:
            _print(sys.stderr, *lines)


def _print(out: TextIO, *lines: Text | str) -> None:
    encoding = out.encoding or "ascii"
    for line in lines:
        print(str(line).encode(encoding, "replace").decode(encoding), file=out)
    out.flush()


def _days(text: str) -> int:
    return _whole(text, 1, 36_500)


def _port(text: str) -> int:
    return _whole(text, 0, 65_535)


def _whole(text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 9 and low <= int(text) <= high):
        raise argparse.ArgumentTypeError(
            str(say("%(text)s is not a whole number from %(low)s to %(high)s.", text=text, low=low, high=high))
        )
    return int(text)


def _is_shared(data: str) -> bool:
    from companion import folder_of

    return folder_of(data) is None


def _data_ready(data: str) -> str:
    """The place everything is kept in: the folder made, for nobody else to read. Raises `CannotServe`."""
    from companion import folder_of
    from companion.store import StoreDown

    try:
        folder = folder_of(data)
    except StoreDown as no:
        raise CannotServe(say("Cannot keep anything: %(why)s", why=no)) from None
    if folder is None:
        return data
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as no:
        raise CannotServe(say("Cannot keep anything in %(folder)s: %(why)s", folder=folder, why=no.strerror)) from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise CannotServe(say("Cannot keep anything in %(folder)s: it may not be written to.", folder=folder))
    return str(folder)


def _alone_in(data: str, at: tuple[str, int, str | None]) -> AbstractContextManager[object]:
    """While it is open, no other process serves that folder: each would know only of its own phones. The database may
    be shared. In the folder stands how it is served: where it listens, and the address that was chosen. Raises
    `CannotServe`."""
    from companion import server

    if _is_shared(data):
        return nullcontext()
    try:
        mark = server.alone_in(Path(data))
        with suppress(OSError):  # a full disk: what says so comes next, and needs no such help
            os.truncate(mark.fileno(), 0)
            os.write(mark.fileno(), json.dumps(at).encode())
        return mark
    except server.Taken:
        taken = say("The app is already running with %(folder)s. Stop it, or choose another --data.", folder=data)
        raise CannotServe(taken) from None
    except OSError as no:
        raise CannotServe(say("Cannot keep anything in %(folder)s: %(why)s", folder=data, why=no.strerror)) from None


def _why_not_listening(settings: Settings, no: OSError) -> Text:
    where = {"bind": settings.bind, "port": settings.port}
    if no.errno == errno.EADDRINUSE:
        return say("Port %(port)s on %(bind)s and those after it are taken. Choose another with --port.", **where)
    if no.errno == errno.EACCES:
        return say("This system keeps port %(port)s for itself. Choose one above 1023 with --port.", **where)
    return say("Cannot listen on %(bind)s: that is not an address of this computer.", **where)


if __name__ == "__main__":
    sys.exit(main())
