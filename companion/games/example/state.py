"""What is so at a table of In the bag: the round that runs, the rounds that were counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.ballots import Ballot
from companion.game import Hidden


@dataclass(frozen=True)
class Round:
    """A round in which all guess. `told`: by seat, how many pebbles its phone tells it to put into the bag."""

    number: int
    told: Mapping[int, Hidden[int]]
    ballot: Ballot[int]


@dataclass(frozen=True)
class Counted:
    """A round that is over: by seat what was put in, what was guessed (not by who was away), what it was worth."""

    put: Mapping[int, int]
    guesses: Mapping[int, int]
    points: Mapping[int, int]

    @property
    def total(self) -> int:
        """The pebbles in the bag."""
        return sum(self.put.values())


@dataclass(frozen=True)
class State:
    """A whole game. `holder` is the seat that empties the bag; `round` is `None` between two rounds and at the end."""

    seats: tuple[int, ...]
    options: Mapping[str, str]
    holder: int
    round: Round | None
    past: tuple[Counted, ...] = ()
    turned_up: int = 0
    """When the guesses of the last round turned up, in ms since 1970."""

    @property
    def rounds(self) -> int:
        """How many rounds are played."""
        return int(self.options["rounds"])

    @property
    def over(self) -> bool:
        """Whether the last round was counted."""
        return len(self.past) == self.rounds

    @property
    def sums(self) -> dict[int, int]:
        """Everybody's points of all rounds so far, by seat."""
        return {seat: sum(each.points.get(seat, 0) for each in self.past) for seat in self.seats}
