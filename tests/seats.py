"""Where people sit, for the tests of every game: round the table, clockwise."""

from __future__ import annotations

from html import unescape
from typing import Any

from companion.games import find_game
from tests.evenings import Evening, House, evening


def seated(house: House, key: str, count: int = 3) -> Evening:
    """A table for that game, with a phone for each."""
    game = find_game(key)
    assert game is not None
    return evening(house, game, 1, count, sharing=False)


def names(at: Evening) -> list[str]:
    """Who sits there, clockwise."""
    return [str(seat.name) for seat in at.table.seats]


def sit(at: Evening, *order: str) -> dict[str, Any]:
    """The form in which these sit clockwise, as it is sent: a place for each."""
    return {f"place-{seat.number}": str(1 + order.index(seat.name)) for seat in at.table.seats}


def refusal(at: Evening, *order: str) -> str:
    """What is said where they cannot sit so now; nothing at the table has changed."""
    before = at.table
    answer = at.move(at.host, "arrange", **sit(at, *order))
    assert answer.status_code == 422
    assert at.table == before
    return unescape(answer.get_data(as_text=True))
