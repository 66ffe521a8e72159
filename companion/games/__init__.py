"""The one list of games. Adding a game is a folder here and a line below."""

from __future__ import annotations

from companion.game import Game
from companion.games import alcatraz, corporate, scape_goat, scout

GAMES: tuple[Game, ...] = (scape_goat.GAME, scout.GAME, alcatraz.GAME, corporate.GAME)


_BY_KEY = {game.key: game for game in GAMES}


def find_game(key: str) -> Game | None:
    """The game of that key, or `None`."""
    return _BY_KEY.get(key)
