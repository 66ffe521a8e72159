"""The secret, fairly drawn: one scapegoat all others read, and somebody else for the scapegoat to read (Setup 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import permutations
from typing import TypeVar

from companion.chance import Chance
from companion.game import Hidden
from companion.games.scape_goat.rules import CELLS
from companion.games.scape_goat.state import Secret

Player = TypeVar("Player", int, str)

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
    """Decoder sheets of 10 by 12 cells, one for each seat and for its eyes only."""
    cells = _cells(seats, chance)
    return Secret(
        suspects={},
        sheets={seat: Hidden(_sheet(seat, cells), frozenset({seat})) for seat in seats},
        goats=Hidden(tuple(goat for goat, _ in cells), NOBODY),
    )


def paper_sheets(colours: Sequence[str], word: str) -> dict[str, tuple[str, ...]]:
    """Decoder sheets to print, one for each colour: the same word gives the same sheets again."""
    tape = [int.from_bytes(sha256(f"{word}/{len(colours)}/{n}".encode()).digest()) % n for n in range(CELLS, 1, -1)]
    cells = _cells(colours, Chance(tape))
    return {colour: _sheet(colour, cells) for colour in colours}


def _cells(players: Sequence[Player], chance: Chance) -> tuple[tuple[Player, Player], ...]:
    """Scapegoat and wrong suspect for each of 120 cells, row by row. Every pair stands equally often: in 20, 10, 6 or
    4 cells, for 3, 4, 5 or 6 players."""
    pairs = list(permutations(players, 2))
    return chance.shuffled(pairs * (CELLS // len(pairs)))


def _sheet(player: Player, cells: Sequence[tuple[Player, Player]]) -> tuple[Player, ...]:
    """What one player reads in each cell: the scapegoat, or the wrong suspect for the scapegoat itself."""
    return tuple(decoy if player == goat else goat for goat, decoy in cells)
