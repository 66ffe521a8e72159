"""The secret, fairly drawn: one scapegoat all others read, and somebody else for the scapegoat to read (Setup 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from companion.chance import Chance
from companion.game import Hidden
from companion.games.scape_goat.rules import CELLS
from companion.games.scape_goat.state import Secret

NOBODY: frozenset[int] = frozenset()


def dealt(seats: Sequence[int], chance: Chance) -> Secret:
    """The app deals: every seat as likely the scapegoat, every other as likely the one it reads."""
    goat = chance.pick(seats)
    decoy = chance.pick([seat for seat in seats if seat != goat])
    return Secret(lines({seat: decoy if seat == goat else goat for seat in seats}), Hidden(goat, NOBODY))


def lines(read: Mapping[int, int]) -> dict[int, Hidden[int]]:
    """What each seat reads, for that seat alone."""
    return {seat: Hidden(named, frozenset({seat})) for seat, named in read.items()}


def fresh_sheets(seats: Sequence[int], chance: Chance) -> Secret:
    """Decoder sheets of 10 by 12 cells, one for each seat. Every pair of scapegoat and wrong suspect stands in
    equally many cells: 20, 10, 6 or 4 of the 120, for 3, 4, 5 or 6 players."""
    pairs = list(permutations(seats, 2))
    cells = chance.shuffled(pairs * (CELLS // len(pairs)))
    return Secret(
        suspects={},
        sheets={
            seat: Hidden(tuple(decoy if seat == goat else goat for goat, decoy in cells), frozenset({seat}))
            for seat in seats
        },
        goats=Hidden(tuple(goat for goat, _ in cells), NOBODY),
    )
