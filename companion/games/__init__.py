"""The one list of games. Adding a game is a folder here and a line below."""

from __future__ import annotations

from companion.game import Game
from companion.games import alcatraz, corporate, scape_goat, scout

GAMES: tuple[Game, ...] = (scape_goat.GAME, scout.GAME, alcatraz.GAME, corporate.GAME)


def find_game(key: str) -> Game | None:
    """The game of that key, or `None`."""
    for game in GAMES:
        if game.key == key:
            return game
    return None
