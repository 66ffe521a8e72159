"""A question about In the bag that needs no table: how many pebbles can there be, knowing one's own?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.game import Calculator, whole_between
from companion.games.example.rules import MOST, most_in_bag
from companion.words import say


@dataclass(frozen=True)
class Range:
    """From `low` to `high` pebbles can be in the bag; both are `None` until the viewer's own are known."""

    players: int
    low: int | None = None
    high: int | None = None


def in_the_bag(form: Mapping[str, str]) -> Range:
    """From `players` and, once it is given, `own`. Raises `Refused` beside the field."""
    players = whole_between(form.get("players") or "2", 2, 8, "players")
    if not form.get("own", "").strip():
        return Range(players)
    own = whole_between(form["own"], 0, MOST, "own")
    return Range(players, own, own + most_in_bag(players - 1))


CALCULATORS = (Calculator("range", say("How many can there be?"), in_the_bag, sent=("own",)),)
