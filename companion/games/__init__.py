"""The one list of games. Adding a game is a folder here and a line below: `companion/games/README.md`."""

from __future__ import annotations

from importlib import import_module

from companion.game import Game

KEYS = (
    "scape_goat",
    "scout",
    "alcatraz",
    "corporate",
)
"""The folders of the games on offer, in the order of the first page."""

GAMES: tuple[Game, ...] = tuple(import_module(f"companion.games.{key}").GAME for key in KEYS)


def find_game(key: str) -> Game | None:
    """The game of that key, or `None`."""
    for game in GAMES:
        if game.key == key:
            return game
    return None
