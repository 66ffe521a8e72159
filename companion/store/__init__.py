"""The log of every table behind one small contract: rows are only ever appended, read in order, and deleted whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from companion.live import Live


class Clash(Exception):
    """Another writer made the move of this number first; load again and retry."""


class Repeated(Exception):
    """This very tap is in the log already: same device, same button drawn from the same version, same words."""


class StoreDown(Exception):
    """The log cannot be read or written just now (disk full, read-only, database away). Nothing was lost or written."""


class TakenAway(StoreDown):
    """The log's file is not where it was: what is written from now on would be lost when the server stops."""


class Unreadable(StoreDown):
    """What is kept of this is damaged, and no later try reads it."""


Why = Literal["host", "idle", "lost"]
"""Why a table is gone: its host deleted it, nobody had moved at it for long, or the file it was in was damaged."""


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


MOST_KEPT = 200
"""Games kept for a device beyond their tables: two years of an evening each week. The oldest make room."""
KEEP_GAMES = 1_000
"""Counted days for which such a game is kept."""
KEEP_WHY = 60
"""Counted days for which it is known why a table is gone."""


@dataclass(frozen=True)
class KeptGame:
    """A game that is over, as it is kept for a host's device when its table is gone: its table and its number there
    (from 1), when it ended, and what came of it as JSON; `None` where it is not over any more."""

    device: str
    code: str
    number: int
    at: int
    data: str | None


class Store(Protocol):
    """What a log must do. Every method raises `StoreDown` when the storage behind it fails."""

    def append(self, code: str, entry: Entry, *, brief: bool = False, kept: Sequence[KeptGame] = ()) -> None:
        """Commit one move before returning, and with it what it changes of what is `kept`; move 1 opens the table,
        `brief` if it is to be kept only shortly. Raises `Clash` (also where the table is gone) or `Repeated`, and then
        writes nothing."""

    def read(self, code: str, after: int = 0) -> list[Entry]:
        """The moves of a table numbered above `after`, in order; empty for a code that has no table."""

    def has(self, code: str, receipt: str) -> bool:
        """Whether the tap of that receipt is in the table's log."""

    def tables_of(self, device: str) -> list[str]:
        """Codes of the tables that this device opened, or where it sat down or was let in, latest first, at most
        twenty."""

    def signing_key(self) -> bytes:
        """32 secret bytes, made once for this store and shared by every process that uses it."""

    def day(self) -> int:
        """How many days have been counted."""

    def count_day(self, after: int, date: int) -> bool:
        """Count one more day, of that `date` (in days since 1970), unless more than `after` are counted by now, or one
        of that very date was the last; whether it was counted."""

    def idle(self, days: int, brief_days: int) -> list[str]:
        """Codes of at most twenty tables since whose last move more than `days` days have been counted, or more than
        `brief_days` for brief ones; the longest idle first."""

    def forget(self, code: str, idle_days: int | None = None) -> bool:
        """Delete a table for good, as its host wishes; with `idle_days` only if it is still idle for more than so many
        counted days. Whether there was one to go. What is kept of its games goes with it when its host wishes so."""

    def evenings(self, device: str) -> list[KeptGame]:
        """The games kept for this device, the latest first, at most `MOST_KEPT`."""

    def keep_evenings(self, games: Sequence[KeptGame]) -> None:
        """Keep these, too; what is kept already stays as it is."""

    def forget_evenings(self, device: str, code: str | None = None) -> None:
        """Forget the games kept for this device, of one table or all."""

    def why_gone(self, code: str) -> Why | None:
        """Why the table of that code is gone; `None` where there was none, or that is too long ago to be known."""

    def check(self) -> None:
        """Raises `StoreDown` when it cannot be used as it should, also for what only an operator would notice."""

    def bring(self, code: str, entries: Sequence[Entry], *, brief: bool = False) -> None:
        """Write a whole table at once, at least one move. Raises `Clash` when the code is taken."""

    def listen(self, live: Live) -> None:
        """Let `live` announce every move other processes make, and everything when some may have been missed; pass its
        words on to theirs, kept nowhere, and their words to it. While none can be heard, everybody is expected back."""

    def close(self) -> None:
        """Let go of the storage."""
