"""Where a game of SCAPEGOAT stands: the year's cards, its end under way, the years before.

Cards stay with the players: the app knows only what is told to it, and of a card face down only that it lies there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from companion.game import Hidden
from companion.games.corporate.ending import Ending
from companion.games.corporate.reveal import Reveal
from companion.games.corporate.rules import MOST, Found, Outcome, Year, sale, year
from companion.games.corporate.rulings import chosen

DOWN = "down"
"""How a card face down is written; which card it is, nobody asks."""

Phase = Literal["opening", "year", "investigation", "missed", "review", "settle", "over"]


@dataclass(frozen=True)
class PastYear:
    """A year that is over."""

    starter: int
    cards: tuple[str, ...]
    outcome: Outcome
    ender: int
    found: Found | None
    demoted: tuple[int, ...]
    promoted: int | None
    sizes: Mapping[int, int]
    """Hand sizes after it."""

    @property
    def scapegoat(self) -> int | None:
        """Who closed a Beat year."""
        return self.ender if self.outcome == "beat" else None


@dataclass(frozen=True)
class State:
    """The game. Players are seats, clockwise; hand sizes and cards in hand by seat."""

    seats: tuple[int, ...]
    options: Mapping[str, str]
    sizes: Mapping[int, int]
    held: Mapping[int, int]
    """The cards in the hands when the year began, by the rules; `hands` says how many they are now."""
    starter: int | None = None
    """This year's start player; `None` until the opening reveal has found one."""
    opening: Reveal | None = None
    cards: tuple[str, ...] = ()
    """The year's cards in turn order: a rank, or `DOWN`."""
    ending: Ending | None = None
    entered: Mapping[int, Hidden[str] | str] = field(default_factory=dict)
    """The ranks told so far in the present round of a reveal, by seat."""
    again: frozenset[int] = frozenset()
    """Those among them whose card was entered again by somebody else, or on a device that is passed round."""
    turned_up: int = 0
    """When a round of ranks that were secret last turned up, in ms since 1970."""
    pointed: int | None = None
    """Which card of the shuffled pool the app says to turn, counted from the top, from 1."""
    past: tuple[PastYear, ...] = ()

    @property
    def phase(self) -> Phase:
        """What the table does now."""
        if self.ending is not None:
            return self.ending.stage
        return "opening" if self.starter is None else "year"

    @property
    def reveal(self) -> Reveal | None:
        """The reveal under way, if one is."""
        return self.opening if self.ending is None else self.ending.reveal

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in this year's turn order, the start player first."""
        first = 0 if self.starter is None else self.seats.index(self.starter)
        return self.seats[first:] + self.seats[:first]

    @property
    def turn(self) -> int | None:
        """Whose turn it is while the year runs."""
        return self.order[len(self.cards) % len(self.seats)] if self.phase == "year" else None

    @property
    def year(self) -> Year:
        """How the year stands; its players are numbers in `order`."""
        return stands(len(self.seats), self.cards)


@lru_cache(maxsize=256)
def stands(players: int, cards: tuple[str, ...]) -> Year:
    """How a year stands after `cards`, each a rank or `DOWN`. Raises `Refused` as `rules.year` does. A move asks
    several times, and so does every phone's view."""
    return year(players, [MOST if card == DOWN else sale(card) for card in cards])


def hands(state: State) -> dict[int, int]:
    """The cards in the hands after the year's cards so far, each player having drawn back up (section 4, step 5)."""
    now = dict(state.held)
    closes = state.year.outcome in ("beat", "perfect") and chosen(state.options, "closer_draws") == "no"
    for place in range(len(state.cards)):
        seat = state.order[place % len(state.seats)]
        now[seat] -= 1
        if not (closes and place == len(state.cards) - 1):  # the option `closer_draws`
            now[seat] = max(now[seat], state.sizes[seat])
    return now


def may_retake(state: State) -> bool:
    """Whether the ranks that turned up last can be entered again: nothing has come of them but what they settled."""
    if state.entered:
        return False
    if state.ending is not None:
        return state.ending.reveal is not None and bool(state.ending.reveal.rounds)
    first = state.opening is not None and not state.past and not state.cards
    return first and (state.starter is not None or bool(state.opening and state.opening.rounds))


def all_years(state: State) -> tuple[PastYear, ...]:
    """The years that are over, the one just settled included."""
    ending = state.ending
    if ending is None or state.starter is None or ending.stage not in ("settle", "over"):
        return state.past
    settled = PastYear(
        state.starter,
        state.cards,
        ending.outcome,
        ending.ender,
        ending.found,
        ending.demoted,
        ending.promoted,
        ending.sizes_now,
    )
    return (*state.past, settled)
