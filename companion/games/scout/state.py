"""Where a game of Scout stands: the rounds counted, the one being counted, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.scout.check import Counted, End, Slip, likely_ends, slip_in
from companion.games.scout.rules import round_score
from companion.words import Text

MOST_CHIPS = 99
"""Scout chips know no limit (coins stand in); this one only catches slips of the finger."""


@dataclass(frozen=True)
class Round:
    """One round: who counted what, who ended it, and whether the table let it count although it cannot add up.

    `before` keeps the earlier counts of cells that were corrected, oldest first; `begun` whether somebody said that it
    is over and there is counting to do; `by` which seat entered a count. Where the table wrote down points alone,
    `made` has them by seat, `made_before` the earlier ones, and nothing was counted.
    """

    counted: Mapping[int, Counted] = field(default_factory=dict)
    end: End | None = None
    overruled: bool = False
    before: Mapping[int, tuple[Counted, ...]] = field(default_factory=dict)
    begun: bool = False
    by: Mapping[int, int] = field(default_factory=dict)
    made: Mapping[int, int] = field(default_factory=dict)
    made_before: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Tally:
    """Where a game of Scout stands. `seats` are clockwise; `first` is the place among them of who started round 1,
    `None` until the table knows; `due` is after how many rounds the game is over; `ready` who has cards for the round
    that comes; `writer` the seat whose phone enters the counts of all, if one does; `by_one` whether one is to, also
    before it is known which, `points_only` whether that is points alone; `corrected` what was corrected since the last
    round was counted, in words."""

    seats: tuple[int, ...]
    spares: bool
    first: int | None
    due: int
    rounds: tuple[Round, ...] = ()
    now: Round = Round()
    ready: frozenset[int] = frozenset()
    writer: int | None = None
    by_one: bool = False
    points_only: bool = False
    corrected: tuple[Text, ...] = ()

    @property
    def number(self) -> int:
        """The number of the round being counted."""
        return len(self.rounds) + 1

    @property
    def over(self) -> bool:
        return len(self.rounds) >= self.due

    @property
    def unready(self) -> tuple[int, ...]:
        """Between two rounds, the seats that have not said that they are ready for the next."""
        if not self.rounds or self.over or self.now != Round():
            return ()
        return tuple(seat for seat in self.seats if seat not in self.ready)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have not counted yet."""
        return tuple(seat for seat in self.seats if seat not in self.now.counted)

    @property
    def slip(self) -> Slip | None:
        """What cannot be in the round being counted, once it is complete."""
        if self.waiting or self.now.end is None:
            return None
        return slip_in(self.now.counted, self.now.end)

    @property
    def likely(self) -> tuple[End, ...]:
        """How the round being counted may have ended by its counts, once all are in."""
        return () if self.waiting else likely_ends(self.now.counted)

    def starter(self, number: int) -> int | None:
        """Who starts that round: one place to the left of the round before. Sheet, End of the game."""
        return None if self.first is None else self.seats[(self.first + number - 1) % len(self.seats)]

    def spared(self, which: Round, seat: int) -> bool:
        """Whether that player loses nothing for the hand in that round. Sheet, Scoring."""
        return self.spares and which.end is not None and which.end.how == "unbeaten" and which.end.seat == seat

    def points(self, which: Round, seat: int) -> int:
        """That player's points in a round that was counted, or whose points were written down."""
        if which.made:
            return which.made[seat]
        own = which.counted[seat]
        return round_score(own.captured, own.chips, own.hand, self.spared(which, seat))

    @property
    def totals(self) -> dict[int, int]:
        """Seat -> points so far, always added up from the rounds."""
        return {seat: sum(self.points(each, seat) for each in self.rounds) for seat in self.seats}
