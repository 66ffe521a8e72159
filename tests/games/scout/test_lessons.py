"""Scout in a minute, by what a table chose."""

from __future__ import annotations

from companion.games.scout import GAME


def test_the_cards_say_who_loses_points_for_the_hand_as_the_table_chose() -> None:
    told = [str(line) for lesson in GAME.lessons({"penalty": "readme"}) for line in lesson.lines]
    assert "Points: captured cards and Scout chips, less the cards in hand, for everybody." in told
