"""Setting up In the bag, step by step."""

from __future__ import annotations

import pytest

from companion.chance import Chance
from companion.game import BADGES, Player, Refused
from companion.games.example.setup import plan

PLAYERS = tuple(Player(n, name, BADGES[n]) for n, name in enumerate(("Ana", "Ben", "Cleo"), 1))


@pytest.mark.parametrize("count", range(2, 9))
def test_pebbles_for_everybody_and_one_bag(count: int) -> None:
    players = tuple(Player(n + 1, f"P{n}", BADGES[n]) for n in range(count))
    made = plan(players, {}, {})
    assert [str(take) for take in made.on_table] == [f"{3 * count} pebbles, or coins", "1 bag"]
    assert made.in_box == ()
    assert [step.key for step in made.steps] == ["pebbles", "bag"]
    assert made.collect is not None
    assert [str(take) for take in made.collect.takes] == ["3 pebbles back to each player", "1 bag, empty"]


def test_who_holds_the_bag_is_drawn_or_chosen() -> None:
    draw = plan(PLAYERS, {}, {}).steps[1].draw
    assert draw is not None
    assert draw.value is None
    assert draw.by_app(Chance(tape=[1])) == "2"
    assert draw.by_hand({"holder": "3"}) == "3"
    with pytest.raises(Refused) as no:
        draw.by_hand({"holder": "4"})
    assert no.value.field == "holder"


def test_who_was_drawn_and_has_left_holds_the_bag_no_more() -> None:
    for drawn, value in (("2", "2"), ("7", None), ("no seat", None)):
        draw = plan(PLAYERS, {}, {"holder": drawn}).steps[1].draw
        assert draw is not None
        assert draw.value == value
