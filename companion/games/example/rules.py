"""What the rules of In the bag say, as plain questions and answers: no seat, no screen and no state is known here."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game import Option
from companion.words import say

MOST = 3
"""The pebbles that each player has."""
EXACT, NEAREST = 3, 1
"""The points of a guess that is right, and of one that is nearest where none is."""

OPTIONS = (
    Option(
        "rounds", say("How many rounds?"), (("3", say("Three")), ("5", say("Five"))), say("A round takes two minutes.")
    ),
    Option(
        "nearest",
        say("Who scores when nobody is right?"),
        (("one", say("Whoever is nearest: 1 point")), ("none", say("Nobody"))),
        folded=True,
    ),
)


def most_in_bag(players: int) -> int:
    """The most pebbles that so many players (one or more) can put into the bag."""
    return MOST * players


def points(total: int, guesses: Mapping[int, int], *, nearest: bool = True) -> dict[int, int]:
    """What each guess is worth with `total` pebbles in the bag: 3 where it is right. Where none is, those that are
    nearest get 1 each, unless `nearest` is switched off. By whose guess it is."""
    off_by = {who: abs(total - guess) for who, guess in guesses.items()}
    least = min(off_by.values(), default=0)
    worth = EXACT if least == 0 else NEAREST if nearest else 0
    return {who: worth if off == least else 0 for who, off in off_by.items()}


def places(sums: Mapping[int, int]) -> dict[int, int]:
    """From sums of points to places: the most points are first, and equal sums share a place."""
    return {who: 1 + sum(other > own for other in sums.values()) for who, own in sums.items()}
