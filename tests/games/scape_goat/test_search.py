"""Its rules are found whichever way they are asked for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.evenings import House


@pytest.mark.parametrize("typed", ["a grey player's colour", "A grey PLAYER’S colour"])
def test_rules_are_found_whichever_apostrophe_a_keyboard_has(tmp_path: Path, typed: str) -> None:
    found = House(tmp_path).app.test_client().get("/rules/scape_goat", query_string={"q": typed}).text
    assert "A bystander never counts" in found


def test_a_question_asked_in_ones_own_words_finds_the_nearest(tmp_path: Path) -> None:
    asked = {"q": "may I call a frame attempt with two tokens"}
    found = House(tmp_path).app.test_client().get("/rules/scape_goat", query_string=asked).text
    assert re.findall(r"<summary>([^<]*)</summary>", found) == [
        "I took the second token. May I call a frame attempt at once?"
    ]
