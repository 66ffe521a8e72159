"""The rooms of the app again. Here the example that new games are laid out from is a game like the others."""

from __future__ import annotations

from companion import games
from companion.games import example

games.GAMES = (*games.GAMES, example.GAME)
