"""Secret votes shared by games: each choice hidden from everybody else until the ballot closes, no vote lost; what
happens about somebody who is away; the count to the moment at which everything turns up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from companion.game import Act, Hidden, Refused, Viewer
from companion.values import replace
from companion.words import Who, say

T = TypeVar("T")
COUNTING = 3
"""Three, two, one: the seconds in which every screen counts down to what has turned up."""


@dataclass(frozen=True)
class Ballot(Generic[T]):
    """An open ballot: who may vote (seats) and what has been cast. A choice can be changed until it closes; on a device
    that is passed round not without the table hearing of it, since its owner could do so in somebody else's name."""

    voters: tuple[int, ...]
    cast: Mapping[int, Hidden[T]] = field(default_factory=dict)
    again: frozenset[int] = frozenset()
    """Whose choice was given again on a device that is passed round."""
    away: tuple[int, ...] = ()
    """Who is counted as away: nothing is waited for from them. Whoever comes back before it closes still votes."""
    wishes: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """By seat, who would go on without it, while one more has to agree."""

    def vote(self, act: Act, choice: T) -> Ballot[T]:
        """With the choice of whoever acts cast or changed. That it was given again is told whatever it was and is, so
        that the telling tells nothing. Raises `Refused` for a seat that has no vote."""
        if act.seat not in self.voters:
            raise Refused(say("You have no vote in this one."))
        again = self.again | {act.seat} if act.seat in self.cast and told_again(act) else self.again
        cast = {**self.cast, act.seat: Hidden(choice, frozenset({act.seat}))}
        return replace(self, cast=cast, again=again, away=tuple(seat for seat in self.away if seat != act.seat))

    def without(self, act: Act, seat: int, players: Collection[int], least: int = 1) -> Ballot[T]:
        """With this seat counted as away, when a host says so, or two of the `players` of whom one has another phone;
        while it is only one, with that wish told and kept. Raises `Refused`, so also where fewer than `least` would be
        left to vote. What was agreed to before phones mattered stands."""
        if seat not in self.waiting:
            raise Refused(say("Nobody is waiting for this choice any more."), "seat")
        if seat == act.seat and not act.replayed:
            raise Refused(say("You are here: please choose."), "seat")
        if not act.host and act.seat not in players:
            raise Refused(say("Only players can do that."))
        if len(self.voters) - len(self.away) <= least:
            raise Refused(
                say("At least one has to answer.") if least == 1 else say("At least two have to answer."), "seat"
            )
        agreed = tuple({*self.wishes.get(seat, ()), act.seat})
        enough = min(2, len(act.phones_of(players)))
        if not act.replayed and len(agreed) > 1 and len(act.phones_of(agreed)) < enough:
            raise Refused(say("Somebody on another phone has to agree."))
        if act.host or len(agreed) > 1:
            return replace(self, away=(*self.away, seat))
        act.tell(
            say(
                "%(player)s asked to go on without %(name)s (one more player, or the host, has to agree)",
                name=Who(seat),
            )
        )
        return replace(self, wishes={**self.wishes, seat: agreed})

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have not voted yet and are not away, in seat order."""
        return tuple(seat for seat in self.voters if seat not in self.cast and seat not in self.away)

    @property
    def voted(self) -> tuple[int, ...]:
        """The seats that have voted, in seat order."""
        return tuple(seat for seat in self.voters if seat in self.cast)

    def own(self, viewer: Viewer) -> T | None:
        """The viewer's own choice, or `None`; on a phone that is passed round always `None`, see `Viewer`."""
        own = self.cast.get(viewer.seat) if viewer.seat is not None else None
        return None if own is None else own.shown_to(viewer)

    def opened(self) -> dict[int, T]:
        """Every choice, in seat order: only for `play`, once the ballot closes."""
        return {seat: self.cast[seat].opened() for seat in self.voters if seat in self.cast}


def counting(turned_up: int, at: int) -> int:
    """What a screen drawn `at` counts down from, so that all show it at one moment: 3, 2 or 1 after something
    `turned_up` (ms since 1970), and 0 when the count is over."""
    left = turned_up + 1000 * COUNTING - at
    return max(0, min(COUNTING, -(-left // 1000)))


def told_again(act: Act) -> bool:
    """Tell everybody that whoever acts gives a choice again, if that is on a device that is passed round; whether it
    is. On one of their own it is news to nobody."""
    if act.whose_phone is None:
        return False
    act.announce(say("%(player)s gave the choice again, on %(name)s’s device", name=act.whose_phone))
    return True


def leaders(choices: Iterable[T]) -> tuple[T, ...]:
    """The choices named most often, first named first; empty when nothing was named."""
    tally = Counter(choices)
    most = max(tally.values(), default=0)
    return tuple(choice for choice, votes in tally.items() if votes == most)
