"""The keeper of the tables: loads them from the log, plays moves on them, and announces nothing before it is stored."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, NamedTuple

from companion.chance import Chance
from companion.clock import Clock, Days, lived, now_ms
from companion.evenings import changed
from companion.fold import LONG_AGO, must_be_unseen, must_hold, play, replay
from companion.game import NothingNew, Refused
from companion.live import Live
from companion.moves import ACCEPTED
from companion.names import must_tell_apart, new_code
from companion.store import Clash, Entry, Repeated, Store, StoreDown
from companion.table import NOBODY_KNOWS, Moment, Table

KEPT_AT_HAND = 500
"""Tables kept replayed in memory; only a shorter way to what the log says."""
PRACTICE_DAYS = 1
"""Nobody comes back to a practice game."""
PRACTICE_LEFT = 3600.0
"""Seconds after which a practice game that nobody looks at is gone, where this process can know."""
SWEEP_EVERY = 600.0
SWEEP_AGAIN = 0.2
"""Seconds between sweeps when there was nothing to do, and when there may be more."""


class AtHand(NamedTuple):
    """A table kept replayed, the moment `since` which this process knows it as it is, and how it stood some moves
    ago."""

    table: Table
    since: float
    before: Table


class Keeper:
    """Every table of one store. Safe to use from several threads or greenlets, and beside other processes."""

    def __init__(
        self,
        store: Store,
        live: Live,
        wall: Callable[[], int] = now_ms,
        lived: Callable[[], float] = lived,
        ours: Collection[str] = (),
    ) -> None:
        self.store = store
        self.live = live
        self._ours = ours  # what the app itself calls people
        self.clock: Callable[[], int] = Clock(wall, lived)
        self.lived = lived
        self._days = Days(lived, wall)
        self._moved = lived()
        self._at_hand: OrderedDict[str, AtHand] = OrderedDict()

    def table(self, code: str) -> Table | None:
        """The table as the log has it now, or `None` when there is none of that code."""
        known = self._known(code)
        if known is not None:
            rows = self.store.read(code, known.version - 1)
            if rows and (rows[0].number, rows[0].at) == (known.version, known.at):
                return self._keep(replay(code, rows[1:], known))
            self._at_hand.pop(code, None)  # deleted meanwhile, or another table by now
        rows = self.store.read(code)
        return self._keep(replay(code, rows)) if rows else None

    def at_hand(self, code: str) -> Table | None:
        """The table as this process knows it: for those who know by `Live` that nobody else has stored anything."""
        return self._known(code) or self.table(code)

    def now(self, table: Table) -> int:
        """The table's own time, in ms since 1970: never before its last move, and it goes on from there also where the
        server was started anew by a clock that is behind."""
        known = self._at_hand.get(table.code)
        gone_by = self.lived() - known.since if known is not None and known.table.version == table.version else 0
        return max(self.clock(), table.at + int(gone_by * 1000))

    def belongs(self, device: str, but: str) -> bool:
        """Whether that device belongs to a table at hand other than the one of that code."""
        return any(known.table.belongs(device) for code, known in self._at_hand.items() if code != but)

    def open(self, device: str, raw: Mapping[str, Any]) -> Table:
        """A new table under a fresh code, hosted by `device`."""
        while True:
            code = new_code(Chance())
            entry, table = play(Table(code), "open", raw, device, self.clock(), 0)
            try:
                self.store.append(code, entry, brief=table.practice)
            except Clash:
                continue
            return self._keep(table)

    def move(
        self,
        read: Table,
        kind: str,
        raw: Mapping[str, Any],
        device: str,
        drawn_at: int,
        receipt: str = "",
        hold: str | None = None,
    ) -> Table | None:
        """Play a move on the table as it was just `read`, or where others were faster, on what it has become; answer
        the table after it, or `None` when it is gone.

        A tap that is in the log already answers as it did then; but not once the device is out of the `hold` that it
        was made in, nor where it said a secret on a device that is passed round, nor with a token that was seen since.
        Raises `Refused` and its kinds, and `StoreDown`.
        """
        code, table = read.code, read
        while True:
            try:
                entry, after = self._played(table, kind, raw, device, drawn_at, receipt, hold)
                self.store.append(code, entry, kept=changed(table, after))
            except (Refused, Clash, Repeated) as no:
                latest = self.table(code)
                if latest is None:
                    return None
                must_hold(latest, kind, device, drawn_at, hold)
                if isinstance(no, Repeated) or (receipt and self.store.has(code, receipt)):
                    must_be_unseen(latest, kind, device)
                    return latest
                if latest.version == table.version:
                    return _as_it_stands(latest, no)
                table = latest
            else:
                self._keep(after)
                self.live.announce(code, by=device, unread=False, alone=after.ends_unseen)
                return after

    def forget(self, code: str) -> None:
        """Delete a table for good, and let its phones find out."""
        self.store.forget(code)
        self._gone(code)

    def sweep(self, days: int) -> int:
        """Delete tables without a move for more than `days` counted days, practice games for more than one; how many
        went. Safe while serving: a few at a time, and a table that is played on meanwhile stays."""
        brief, gone = min(days, PRACTICE_DAYS), 0
        for code, known in tuple(self._at_hand.items()):
            if self._is_left(known.table):
                self.forget(code)
                gone += 1
        for code in self.store.idle(days, brief):
            if self.store.forget(code, brief):
                gone += 1
                self._gone(code)
        return gone

    def _is_left(self, at_hand: Table) -> bool:
        """Whether whoever tried it out has gone: without a look or, through another process, a step for an hour."""
        if not at_hand.practice or self.live.away(at_hand.code, at_hand.hosts) < PRACTICE_LEFT:
            return False
        table = self.table(at_hand.code)
        return table is not None and self.now(table) - table.at >= 1000 * PRACTICE_LEFT

    def count_day(self) -> bool:
        """Count one more day if it is time; whether it was. How old a table is goes by these, and not by the clock."""
        counted = self.store.day()
        date = self._days.due(counted)
        return date is not None and self.store.count_day(counted, date)

    def keep_swept(self, days: int, each_day: Callable[[], None]) -> None:
        """Sweep now and then until the streams are stopped, and do `each_day` whenever a day has been counted: for a
        thread beside the serving."""
        while not self.live.stopped:
            try:
                if self.count_day():
                    each_day()
                rest = SWEEP_AGAIN if self.sweep(days) else SWEEP_EVERY
            except StoreDown:
                rest = SWEEP_EVERY
            self._put_clock_right()
            time.sleep(rest)

    def _put_clock_right(self) -> None:
        """Follow the server's clock where it has been corrected, if nobody has moved for long: nothing is counted down
        then at any table."""
        if isinstance(self.clock, Clock) and self.lived() > self._moved + SWEEP_EVERY:
            self.clock.put_right()

    def _gone(self, code: str) -> None:
        self._at_hand.pop(code, None)
        self.live.end(code)

    def _known(self, code: str) -> Table | None:
        known = self._at_hand.get(code)
        return known and known.table

    def _played(
        self,
        table: Table,
        kind: str,
        raw: Mapping[str, Any],
        device: str,
        drawn_at: int,
        receipt: str,
        hold: str | None,
    ) -> tuple[Entry, Table]:
        at = self.now(table)
        moment = self.moment(table, at) if kind in ACCEPTED else NOBODY_KNOWS

        entry, after = play(
            table, kind, raw, device, at, drawn_at, receipt, moment, hold, partial(self._as_drawn, table)
        )
        _must_be_told_apart(table, after, self._ours)
        return entry, after

    def _as_drawn(self, table: Table, version: int) -> Table:
        """The table as it stood at that version, of the last `LONG_AGO`. How it stood before these is kept, and its
        log is replayed from there: a long one is not played from its beginning for each old button."""
        code, bound = table.code, table.number_of(max(table.known - LONG_AGO, 0))
        if version < bound:
            return Table(code)
        known = self._at_hand.get(code)
        # Where the asked one is older, this process read the table before others made many moves.
        kept = known.before if known is not None and known.before.version <= version else Table(code)
        rows = self.store.read(code, kept.version)
        before = replay(code, rows[: max(bound - kept.version, 0)], kept)
        latest = self._at_hand.get(code)  # others may have come while the store was asked
        if latest is not None and latest.before is kept:
            self._at_hand[code] = latest._replace(before=before)
        return replay(code, rows[before.version - kept.version : version - kept.version], before)

    def moment(self, table: Table, at: int) -> Moment:
        """What this process sees of a table just now, where `at` is the time."""
        devices = {seat.device for seat in table.seats if seat.device}
        host_last_here = max(table.hosted_at, at - int(self.live.away(table.code, table.hosts) * 1000))
        return Moment(at, host_last_here, self.live.here_lately(table.code, devices), self.live.asks(table.code))

    def _keep(self, table: Table) -> Table:
        known = self._at_hand.get(table.code)
        if known is None or known.table.version < table.version:  # whoever waited for the store may come late
            self._moved = self.lived()
            self._at_hand[table.code] = AtHand(table, self._moved, known.before if known else Table(table.code))
        self._at_hand.move_to_end(table.code)
        while len(self._at_hand) > KEPT_AT_HAND:
            self._at_hand.popitem(last=False)
        return table


def _must_be_told_apart(before: Table, after: Table, ours: Collection[str]) -> None:
    """Whatever move a name comes by: raises `Refused` when one that is new on its seat is taken for somebody else's
    here, or for what the app calls people. Asked of what may be done, after all else that refuses it, and never of a
    name that is kept."""
    kept = {(seat.number, seat.name) for seat in before.seats}
    for seat in after.seats:
        if (seat.number, seat.name) not in kept:
            must_tell_apart(seat.name, [other.name for other in after.seats if other != seat], ours)


def _as_it_stands(table: Table, no: Refused | Clash | Repeated) -> Table:
    """The answer to a move that was refused on the table as it still stands: that table, where the move asked for what
    is so already. Raises the refusal otherwise, and `StoreDown` where another move has its number and cannot be read:
    to try again would go on for ever."""
    if isinstance(no, NothingNew):
        return table
    if isinstance(no, Refused):
        raise no
    raise StoreDown(f"another move of number {table.version + 1} is there and cannot be read") from no
