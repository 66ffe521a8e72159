"""Scout in a minute, by what a table chose."""

from __future__ import annotations

from companion.game import Known
from companion.games.scout import GAME


def test_the_cards_say_who_loses_points_for_the_hand_as_the_table_chose() -> None:
    spares = "your hand costs nothing"
    for chosen, spared in ({"penalty": "official"}, True), ({"penalty": "readme"}, False):
        told = " ".join(str(line) for lesson in GAME.lessons(Known(options=chosen)) for line in lesson.lines)
        assert (spares in told) == spared
