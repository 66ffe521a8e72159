"""Scape Goat in a minute, by what a table chose."""

from __future__ import annotations

from companion.game import Known
from companion.games.scape_goat import GAME


def test_the_cards_say_where_the_name_is_read_as_the_table_chose() -> None:
    told = [str(line) for lesson in GAME.lessons(Known(options={"secret": "mats"})) for line in lesson.lines]
    assert told[0].startswith("Each sheet or mat names the scapegoat.")
