"""What the terminal says: where phones find the app, as a code to scan and in letters, and what went wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

from companion.network import Reach
from companion.settings import Settings, is_shared
from companion.words import Text, say


def welcome(settings: Settings, port: int, here: Reach, out: TextIO) -> None:
    """Prints where phones find the app, as a code to scan and in letters, and how to stop."""
    if port != settings.port != 0:
        print_lines(out, say("Port %(taken)s is taken, so this is port %(port)s.", taken=settings.port, port=port))
    _print_way(settings, here, out)
    if settings.bind in ("0.0.0.0", "::", "127.0.0.1", "::1", "localhost"):
        home = f"http://localhost:{port}/"
        print_lines(out, say("On this computer: %(address)s", address=home))
    if not is_shared(settings.data):
        print_lines(out, say("Everything is kept in %(folder)s", folder=settings.data))
    print_lines(out, say("To stop, press Ctrl-C."))


def _print_way(settings: Settings, here: Reach, out: TextIO) -> None:
    """How phones get here, or why they cannot."""
    if here.warning:
        print_lines(out, here.warning)
    if here.best:
        print_lines(out, say("On a phone in the same network, open:"), "", f"    {here.best.home}", "")
        if settings.qr:
            print_qr(here.best.home, out)
    if here.others:
        print_lines(out, say("If phones cannot reach it, try:"), *(f"    {other.home}" for other in here.others))


def print_moved(settings: Settings, here: Reach, out: TextIO) -> None:
    """Prints that phones get here another way now, and which."""
    print_lines(out, "", say("The address of this computer has changed."))
    _print_way(settings, here, out)


def to_the_terminal(write: Callable[[TextIO], None]) -> None:
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
    print_lines(out, "")


def _has_colours(out: TextIO) -> bool:
    """Whether it is a terminal that knows colours: Windows' old one writes their codes out as letters."""
    old = sys.platform == "win32" and "WT_SESSION" not in os.environ
    return out.isatty() and not old and os.environ.get("TERM") != "dumb"


def complain(*lines: Text) -> None:
    """Where errors are told, if anybody reads them."""
    with suppress(OSError):
        if sys.stderr is not None:
            print_lines(sys.stderr, *lines)


def print_lines(out: TextIO, *lines: Text | str) -> None:
    """Letters that the terminal does not have become question marks."""
    encoding = out.encoding or "ascii"
    for line in lines:
        print(str(line).encode(encoding, "replace").decode(encoding), file=out)
    out.flush()
