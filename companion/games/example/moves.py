"""The moves of In the bag, as the forms of its screens send them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from companion.game import Move, Whole, within


class Guess(Move):
    """How many pebbles are in the bag: a secret choice, which can be changed until the last one is in."""

    of_own: ClassVar[bool] = True
    secret: ClassVar[bool] = True
    number: Annotated[Whole, within(0, 24)]


class Away(Move):
    """Go on without the guess of somebody who does not answer."""

    seat: Whole


class NextRound(Move):
    """The bag was counted: everybody is told anew how many pebbles to put in."""

    moves_phase: ClassVar[bool] = True


MOVES: Mapping[str, type[Move]] = {"guess": Guess, "away": Away, "next": NextRound}
