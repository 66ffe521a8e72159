"""The log of every table behind one small contract: rows are only ever appended, read in order, and deleted whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.live import Live


class Clash(Exception):
    """Another writer made the move of this number first; load again and retry."""


class Repeated(Exception):
    """This very tap is in the log already: same device, same button drawn from the same version, same words."""


class StoreDown(Exception):
    """The log cannot be read or written just now (disk full, read-only, database away). Nothing was lost or written."""


@dataclass(frozen=True)
class Entry:
    """One move as kept: its number at its table (from 1), when (ms since 1970), by which device (a hash), what kind,
    the move's own fields as JSON, what chance drew, and the receipt that makes a repeated tap act once."""

    number: int
    at: int
    device: str
    kind: str
    data: str
    tape: tuple[int, ...] = ()
    receipt: str = ""


class Store(Protocol):
    """What a log must do. Every method raises `StoreDown` when the storage behind it fails."""

    def append(self, code: str, entry: Entry, *, brief: bool = False) -> None:
        """Commit one move before returning; move 1 opens the table, `brief` if it is to be kept only shortly. Raises
        `Clash` (also where the table is gone) or `Repeated`, and then writes nothing."""

    def read(self, code: str, after: int = 0) -> list[Entry]:
        """The moves of a table numbered above `after`, in order; empty for a code that has no table."""

    def has(self, code: str, receipt: str) -> bool:
        """Whether the tap of that receipt is in the table's log."""

    def tables_of(self, device: str) -> list[str]:
        """Codes of the tables where this device opened or sat, latest first, at most twenty."""

    def signing_key(self) -> bytes:
        """32 secret bytes, made once for this store and shared by every process that uses it."""

    def idle_since(self, at: int, brief_at: int, not_before: int = 0) -> list[str]:
        """Codes of at most twenty tables whose last move is older than `at` or than `brief_at` for brief ones, but not
        older than `not_before`; the longest idle first."""

    def forget(self, code: str, idle_since: int | None = None) -> bool:
        """Delete a table for good, if its last move is still older than `idle_since`; whether there was one to go."""

    def bring(self, code: str, entries: Sequence[Entry], *, brief: bool = False) -> None:
        """Write a whole table at once, at least one move. Raises `Clash` when the code is taken."""

    def listen(self, live: Live) -> None:
        """Let `live` announce every move other processes make, and everything when some may have been missed; pass its
        words on to theirs, kept nowhere, and their words to it. While none can be heard, everybody is expected back."""

    def close(self) -> None:
        """Let go of the storage."""
