"""The keeper of the tables: loads them from the log, plays moves on them, and announces nothing before it is stored."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from companion.chance import Chance
from companion.fold import play, replay
from companion.game import Refused
from companion.live import Live
from companion.names import new_code
from companion.store import Clash, Entry, Repeated, Store, StoreDown
from companion.table import Table
from companion.words import say

MOST_MOVES = 5_000
"""An evening has a few hundred; past this a table takes no more."""
KEPT_AT_HAND = 500
"""Tables kept replayed in memory; only a shorter way to what the log says."""
DAY = 86_400_000
REHEARSAL_DAYS = 1
"""Nobody comes back to a rehearsal."""
YEAR = 365 * DAY
SWEEP_EVERY = 600.0
SWEEP_AGAIN = 0.2
"""Seconds between sweeps when there was nothing to do, and when there may be more."""


def now_ms() -> int:
    """The server's time in ms since 1970."""
    return int(time.time() * 1000)


class Keeper:
    """Every table of one store. Safe to use from several threads or greenlets, and beside other processes."""

    def __init__(self, store: Store, live: Live, clock: Callable[[], int] = now_ms) -> None:
        self.store = store
        self.live = live
        self.clock = clock
        self._at_hand: OrderedDict[str, Table] = OrderedDict()

    def table(self, code: str) -> Table | None:
        """The table as the log has it now, or `None` when there is none of that code."""
        known = self._at_hand.get(code)
        if known is not None:
            rows = self.store.read(code, known.version - 1)
            if rows and (rows[0].number, rows[0].at) == (known.version, known.at):
                return self._keep(replay(code, rows[1:], known))
            self._at_hand.pop(code, None)  # deleted meanwhile, or another table by now
        rows = self.store.read(code)
        return self._keep(replay(code, rows)) if rows else None

    def at_hand(self, code: str) -> Table | None:
        """The table as this process knows it: for those who know by `Live` that nobody else has stored anything."""
        return self._at_hand.get(code) or self.table(code)

    def open(self, device: str, raw: Mapping[str, Any]) -> Table:
        """A new table under a fresh code, hosted by `device`."""
        while True:
            code = new_code(Chance())
            entry, table = play(Table(code), "open", raw, device, self.clock(), 0)
            try:
                self.store.append(code, entry, brief=table.rehearsal)
            except Clash:
                continue
            return self._keep(table)

    def move(
        self, read: Table, kind: str, raw: Mapping[str, Any], device: str, drawn_at: int, receipt: str = ""
    ) -> Table | None:
        """Play a move on the table as it was just `read`, or where others were faster, on what it has become; answer
        the table after it, or `None` when it is gone.

        A tap that is in the log already answers as it did then. Raises `Refused` and its kinds, and `StoreDown`.
        """
        code, table = read.code, read
        while True:
            try:
                entry, after = self._played(table, kind, raw, device, drawn_at, receipt)
                self.store.append(code, entry)
            except (Refused, Clash, Repeated) as no:
                latest = self.table(code)
                if latest is None or isinstance(no, Repeated) or (receipt and self.store.has(code, receipt)):
                    return latest
                if isinstance(no, Refused) and latest.version == table.version:
                    raise
                table = latest
            else:
                self._keep(after)
                self.live.announce(code, by=device, unread=False)
                return after

    def forget(self, code: str) -> None:
        """Delete a table for good, and let its phones find out."""
        self.store.forget(code)
        self._at_hand.pop(code, None)
        self.live.announce(code)

    def sweep(self, days: int) -> int:
        """Delete tables without a move for `days`, rehearsals after one; how many went. Safe while serving: a few at a
        time, and a table that is played on meanwhile stays.

        What seems to be idle for more than a year beyond that stays, too: small computers without a clock's battery
        begin in 1970 or in 2099, so rather the clock is or was wrong by years than that nobody swept in all that time.
        """
        now = self.clock()
        too_old, brief_too_old = now - days * DAY, now - min(days, REHEARSAL_DAYS) * DAY
        gone = 0
        for code in self.store.idle_since(too_old, brief_too_old, too_old - YEAR):
            if self.store.forget(code, brief_too_old):
                gone += 1
                self._at_hand.pop(code, None)
                self.live.announce(code)
        return gone

    def keep_swept(self, days: int) -> None:
        """Sweep now and then until the streams are stopped: for a thread beside the serving."""
        while not self.live.stopped:
            try:
                rest = SWEEP_AGAIN if self.sweep(days) else SWEEP_EVERY
            except StoreDown:
                rest = SWEEP_EVERY
            time.sleep(rest)

    def _played(
        self, table: Table, kind: str, raw: Mapping[str, Any], device: str, drawn_at: int, receipt: str
    ) -> tuple[Entry, Table]:
        if table.version >= MOST_MOVES:
            raise Refused(say("This table has seen very many moves. Please open a new one."))
        return play(table, kind, raw, device, self.clock(), drawn_at, receipt)

    def _keep(self, table: Table) -> Table:
        known = self._at_hand.get(table.code)
        if known is None or known.version < table.version:  # whoever waited for the store may come late
            self._at_hand[table.code] = table
        self._at_hand.move_to_end(table.code)
        while len(self._at_hand) > KEPT_AT_HAND:
            self._at_hand.popitem(last=False)
        return table
