"""Secret votes shared by games: each choice hidden from everybody else until the ballot closes, no vote lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from companion.game import Act, Hidden, Refused, Viewer
from companion.values import replace
from companion.words import say

T = TypeVar("T")


@dataclass(frozen=True)
class Ballot(Generic[T]):
    """An open ballot: who may vote (seats) and what has been cast. A choice can be changed until it closes; on a device
    that is handed round not without the table hearing of it, since its owner could do so in somebody else's name."""

    voters: tuple[int, ...]
    cast: Mapping[int, Hidden[T]] = field(default_factory=dict)
    again: frozenset[int] = frozenset()
    """Whose choice was given again on a device that is handed round."""

    def vote(self, act: Act, choice: T) -> Ballot[T]:
        """With the choice of whoever acts cast or changed. That it was given again is told whatever it was and is, so
        that the telling tells nothing. Raises `Refused` for a seat that has no vote."""
        if act.seat not in self.voters:
            raise Refused(say("You have no vote in this one."))
        again = self.again
        if act.seat in self.cast and act.lender is not None:
            act.announce(say("gave the choice again, on %(name)s’s device", name=act.lender))
            again |= {act.seat}
        return replace(self, cast={**self.cast, act.seat: Hidden(choice, frozenset({act.seat}))}, again=again)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have not voted yet, in seat order."""
        return tuple(seat for seat in self.voters if seat not in self.cast)

    def own(self, viewer: Viewer) -> T | None:
        """The viewer's own choice, or `None`; on a phone that is handed round always `None`, see `waiting`."""
        own = self.cast.get(viewer.seat) if viewer.seat is not None else None
        return None if own is None else own.shown_to(viewer)

    def opened(self) -> dict[int, T]:
        """Every choice, in seat order: only for `play`, once the ballot closes."""
        return {seat: self.cast[seat].opened() for seat in self.voters if seat in self.cast}


def leaders(choices: Iterable[T]) -> tuple[T, ...]:
    """The choices named most often, first named first; empty when nothing was named."""
    tally = Counter(choices)
    most = max(tally.values(), default=0)
    return tuple(choice for choice, votes in tally.items() if votes == most)
