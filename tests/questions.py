"""What a game answers to those who ask in the middle of it."""

from __future__ import annotations

from companion.game import Game, Known


def answer(game: Game, asked: str, players: int | None = None, **options: str) -> str:
    """What is answered where so many play who chose that; away from a table where nobody does."""
    (only,) = [each.answer for each in game.questions(Known(players, options)) if str(each.question) == asked]
    return only.in_words()


def asked(game: Game, players: int | None, **options: str) -> set[str]:
    """All that is answered there."""
    return {str(each.question) for each in game.questions(Known(players, options))}
