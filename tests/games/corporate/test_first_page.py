"""The first page tells the game with 52 cards from the box of the same name."""

from __future__ import annotations

import re

from tests.evenings import House, Visitor
from tests.test_home import first_page


def test_the_game_with_52_cards_is_told_from_the_box_of_the_same_name(house: House) -> None:
    page = first_page(Visitor(house))
    boxes = dict(re.findall(r'name="game" value="(\w+)".*?</svg>(.*?)</label>', page))
    assert [key for key, words in boxes.items() if "52 playing cards" in words] == ["corporate"]
    assert "Scape Goat" in boxes["scape_goat"]
