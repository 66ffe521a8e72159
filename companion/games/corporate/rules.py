"""The pure answers of SCAPEGOAT: what a card sells for, how a year stands, who is lowest, who is demoted.

Sources are sections of Shaun Bartlett's rules sheet (2025). Players are numbers in turn order, the start player 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

from companion.game import Refused
from companion.words import Text, say

P = TypeVar("P")
Outcome = Literal["beat", "perfect", "missed"]
Found = Literal["black", "red", "clean"]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
QUARTERS = 4
TURNS = 2
"""Each player's turns in the whole year (section 4, Deadline)."""
FIRST_SIZE, WINNING_SIZE, SMALLEST_SIZE = 4, 6, 1
MOST = 10
"""The most that one card sells for: a ten, a face, or any card face down (section 3)."""
DECK = 52
SUITS = 4

_TARGETS = {3: 10, 4: 15, 5: 20}


def target(players: int) -> int:
    """What each quarter has to sell: 10, 15 or 20 for 3, 4 or 5 players (section 2).
    Raises `Refused` for other counts."""
    if players not in _TARGETS:
        raise Refused(say("SCAPEGOAT is for 3 to 5 players."), "players")
    return _TARGETS[players]


def sale(rank: str, face_down: bool = False) -> int:
    """What a card adds to its quarter, 1 to 10: an ace 1, faces 10, face down always 10 (section 3). Raises
    `Refused` for an unknown rank."""
    place = RANKS.index(known(rank)) + 1
    return MOST if face_down else min(place, MOST)


def known(rank: str, field: str = "rank", whose: str | Text | None = None) -> str:
    """`rank` itself if it is one of the thirteen. Raises `Refused` for any other, which says whose card it is of."""
    if rank not in RANKS and whose is not None:
        raise Refused(say("Please choose the rank of %(name)s’s card.", name=whose), field)
    if rank not in RANKS:
        raise Refused(say("Please choose a rank from ace to king."), field)
    return rank


@dataclass(frozen=True)
class Year:
    """How a year stands after some cards."""

    target: int
    outcome: Outcome | None = None
    """`None` while the year runs."""
    closed: tuple[int, ...] = ()
    """The total at which each quarter closed, in order, Q4 included, and what carried over into it as well."""
    total: int = 0
    """What stands in the open quarter; once Q4 is filled, what that closed at."""
    last: int | None = None
    """Who played last, so who closed; `None` before the first card."""

    @property
    def carry(self) -> int:
        """What the quarter before carried into the open quarter, 0 to 9 (section 4, step 4)."""
        return self.closed[self.quarter - 1] - self.target if self.quarter else 0

    @property
    def quarter(self) -> int:
        """The open quarter, 0 to 3; Q4 once that is filled."""
        return min(len(self.closed), QUARTERS - 1)

    @property
    def needed(self) -> int:
        """What the open quarter still needs; 0 once Q4 is closed."""
        return max(0, self.target - self.total)


def year(players: int, sales: Iterable[int]) -> Year:
    """How the year stands after `sales`, each 1 to 10, in turn order. Raises `Refused` for another count of players,
    other values and sales after the end (sections 4 and 5)."""
    now = Year(target(players))
    for turn, value in enumerate(sales):
        if now.outcome is not None:
            raise Refused(say("The year is over: no card can follow."), "sales")
        if not 1 <= value <= MOST:
            raise Refused(say("A card sells for 1 to 10."), "sales")
        now = _sold(now, players, turn, value)
    return now


def _sold(now: Year, players: int, turn: int, value: int) -> Year:
    # A carry is at most 9 and a card at most 10, so one card never closes two quarters (targets are >= 10).
    goal, total, closed, last = now.target, now.total + value, now.closed, turn % players
    if total >= goal:
        if len(closed) == QUARTERS - 1:
            # What Q4 has too much goes nowhere, it makes the year Beat, even on the last turn (our rulings).
            return Year(goal, "perfect" if total == goal else "beat", (*closed, total), total, last)
        closed, total = (*closed, total), total - goal
    late = turn + 1 == TURNS * players
    return Year(goal, "missed" if late else None, closed, total, last)


def more_than_the_deck(ranks: Iterable[str]) -> str | None:
    """A rank of which more lie open than the deck has: each is there four times. `None` when all can be."""
    return next((rank for rank, many in Counter(ranks).items() if many > SUITS), None)


def lowest(revealed: Mapping[P, str], aces_high: bool = True) -> tuple[P, ...]:
    """The players tied for the lowest rank, in the mapping's order. Aces are high in a Missed Target, low for the
    start player (section 8; our ruling: the start rule is the more specific)."""
    least = min((_height(rank, aces_high) for rank in revealed.values()), default=0)
    return tuple(player for player, rank in revealed.items() if _height(rank, aces_high) == least)


def highest(revealed: Mapping[P, str]) -> tuple[P, ...]:
    """The players tied for the highest rank, aces high, in the mapping's order (section 6)."""
    most = max((_height(rank, True) for rank in revealed.values()), default=0)
    return tuple(player for player, rank in revealed.items() if _height(rank, True) == most)


def _height(rank: str, aces_high: bool) -> int:
    place = RANKS.index(known(rank))
    return len(RANKS) if aces_high and rank == "A" else place


def demoted(size: int) -> int:
    """The hand size after a demotion, never below 1 (section 6)."""
    return max(SMALLEST_SIZE, size - 1)


def promoted(size: int) -> int:
    """The hand size after a promotion; at 6 the game is won, so never above (section 6)."""
    return min(WINNING_SIZE, size + 1)


@dataclass(frozen=True)
class Verdict:
    """What the end of a year does: who is demoted at once, who is in the Promotion Review (nobody: no review)."""

    demoted: tuple[int, ...]
    review: tuple[int, ...]


def verdict(outcome: Outcome, found: Found, players: int, closer: int) -> Verdict:
    """The outcome table of section 8 for a year that was beaten or perfect, `closer` having closed Q4. A missed year
    has no investigation and no review: its demotion is by `lowest`, so nobody is named here.

    No face-down card counts as black (our ruling). Red is paid by the closer or by all, whoever played it.
    """
    everybody = tuple(range(players))
    if outcome == "missed":
        return Verdict((), ())
    if found != "red":
        return Verdict((), everybody)
    if outcome == "perfect":
        return Verdict(everybody, ())
    return Verdict((closer,), tuple(player for player in everybody if player != closer))
