"""What is asked for when the program is started: by flags, by the environment, else as is usual on the system."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion import __version__
from companion.words import say

DEFAULT_PORT = 8000
"""Not Flask's 5000, which macOS keeps for itself and answers in our place."""


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


NO, YES = ("", "0", "no", "off", "false"), ("1", "yes", "on", "true")
"""What a variable says that stands for a flag without a value."""


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
        help=f"the port, or the next free one after it unless a proxy is trusted (default: {DEFAULT_PORT})",
    )
    asks.add_argument(
        "--address",
        default=asked("COMPANION_ADDRESS"),
        help="the address phones should open: an IP address, a host name, or a full public address with its path",
    )
    asks.add_argument(
        "--data",
        type=_place,
        default=asked("COMPANION_DATA") or str(default_folder(sys.platform, environ, Path("~"))),
        help="the folder everything is kept in, or postgresql://... (default: %(default)s)",
    )
    asks.add_argument(
        "--no-qr",
        action="store_true",
        default=_yes(asks, environ, "COMPANION_NO_QR"),
        help="print the address alone",
    )
    asks.add_argument(
        "--trust-proxy",
        action="store_true",
        default=_yes(asks, environ, "COMPANION_TRUST_PROXY"),
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


def is_shared(data: str) -> bool:
    """Whether that is the address of a database, and no folder of ours. Raises `StoreDown` for what is neither."""
    from companion import folder_of

    return folder_of(data) is None


def _yes(asks: argparse.ArgumentParser, environ: Mapping[str, str], name: str) -> bool:
    """Whether that variable switches on what is off. Ends the program where it says neither yes nor no."""
    text = environ.get(name, "").strip().lower()
    if text not in (*NO, *YES):
        asks.error(str(say("%(name)s is 1 or 0, not %(text)s.", name=name, text=text)))
    return text in YES


def _place(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError(str(say("Say in which folder, or at which database.")))
    return text


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
