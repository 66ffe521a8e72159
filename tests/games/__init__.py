"""Each game's own tests, and what the general ones hold it to: `tests/games/<key>/promises.py`."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from companion.game import Game
from companion.games import GAMES, find_game


def named(key: str) -> Game:
    """The game of that key, which has to be there."""
    game = find_game(key)
    assert game is not None, key
    return game


def promises(key: str) -> ModuleType:
    """What was typed by hand for the game of that key."""
    return import_module(f"tests.games.{key}.promises")


ANY = min(GAMES, key=lambda game: game.players[0])
"""Where it is all the same which game lies on the table: the one that needs fewest players."""

OTHER = next(game for game in GAMES if game is not ANY)
"""Another."""

DEALS = min((game for game in GAMES if promises(game.key).MESSAGES), key=lambda game: game.players[0])
"""The one that needs fewest of those in which everybody is dealt a private message."""

MEASURED = next(game for game in GAMES if promises(game.key).MESSAGES)
"""The first on offer in which everybody is: with it on the table the benches measure."""
