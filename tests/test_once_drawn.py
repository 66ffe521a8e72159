"""What is drawn is told as it lies: beside it nothing says any more how to draw it, to whoever reads it out."""

from __future__ import annotations

import re

import pytest

from companion.chance import Chance
from companion.game import BADGES, Game, Plan, Player, Step
from companion.games import GAMES
from companion.values import replace
from companion.words import say

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gil", "Hana")
BY_HAND = re.compile(
    r"\b(draw|drawn|reveal|revealed|enter|choose|any order|as you like|shuffled face down|turn the top)\b",
    re.IGNORECASE,
)
"""How a step asks people to draw."""

COUNTS = [(game, n) for game in GAMES for n in range(game.players[0], game.players[1] + 1)]
each_count = pytest.mark.parametrize(("game", "n"), COUNTS, ids=lambda value: getattr(value, "key", None))


def plan_of(game: Game, n: int, drawn: dict[str, str]) -> Plan:
    players = [Player(seat + 1, NAMES[seat], BADGES[seat]) for seat in range(n)]
    options = {option.key: option.choices[0][0] for option in game.options}
    return game.plan(players, options, drawn)


def asks(step: Step) -> list[str]:
    """What a step says of drawing by hand."""
    said = [*step.takes, step.why, *([step.note] if step.note else [])]
    return [str(line) for line in said if BY_HAND.search(str(line))]


@each_count
def test_a_step_that_is_drawn_no_longer_tells_anybody_to_draw(game: Game, n: int) -> None:
    drawn: dict[str, str] = {}
    while left := [s.draw for s in plan_of(game, n, drawn).steps if s.draw and s.draw.value is None]:
        drawn[left[0].key] = left[0].by_app(Chance())
    for step in plan_of(game, n, drawn).steps:
        if step.draw:
            assert asks(step) == [], step.key


def test_these_words_are_how_steps_ask_that_nobody_has_drawn_for() -> None:
    asking = {game.key for game in GAMES for step in plan_of(game, game.players[0], {}).steps if asks(step)}
    assert len(asking) >= 3
    assert asks(
        replace(plan_of(GAMES[0], GAMES[0].players[0], {}).steps[0], takes=(), why=say("Draw three cards."))
    ) == ["Draw three cards."]
