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
from companion.store import Clash, Repeated, Store
from companion.table import Table
from companion.words import say

MOST_MOVES = 5_000
"""An evening has a few hundred; past this a table takes no more."""
KEPT_AT_HAND = 500
"""Tables kept replayed in memory; only a shorter way to what the log says."""


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
        news = self.store.read(code, known.version if known else 0)
        if known is not None and news and news[0].number != known.version + 1:
            known, news = None, self.store.read(code)
        if known is None and not news:
            return None
        table = replay(code, news, known)
        self._at_hand[code] = table
        self._at_hand.move_to_end(code)
        while len(self._at_hand) > KEPT_AT_HAND:
            self._at_hand.popitem(last=False)
        return table

    def open(self, device: str, raw: Mapping[str, Any]) -> Table:
        """A new table under a fresh code, hosted by `device`."""
        while True:
            code = new_code(Chance())
            entry = play(Table(code), "open", raw, device, self.clock(), 0)
            try:
                self.store.append(code, entry)
            except Clash:
                continue
            return replay(code, [entry])

    def move(
        self, code: str, kind: str, raw: Mapping[str, Any], device: str, drawn_at: int, receipt: str = ""
    ) -> Table | None:
        """Play a move and answer the table after it, or `None` when there is no such table.

        A tap that is in the log already answers as it did then. Raises `Refused` and its kinds, and `StoreDown`.
        """
        while (table := self.table(code)) is not None:
            if table.version >= MOST_MOVES:
                raise Refused(say("This table has seen very many moves. Please open a new one."))
            try:
                if receipt and self.store.has(code, receipt):
                    return table
                self.store.append(code, play(table, kind, raw, device, self.clock(), drawn_at, receipt))
            except Clash:
                continue
            except Repeated:
                return self.table(code)
            self.live.announce(code)
            return self.table(code)
        return None

    def forget(self, code: str) -> None:
        """Delete a table for good, and let its phones find out."""
        self.store.forget(code)
        self._at_hand.pop(code, None)
        self.live.announce(code)

    def sweep(self, days: int) -> int:
        """Delete tables without a move for `days`; how many went. Safe while serving: a few at a time."""
        idle = self.store.idle_since(self.clock() - days * 86_400_000)
        for code in idle:
            self.forget(code)
        return len(idle)
