"""Once the goat is led away nothing of it is left on the screen, and the result stands at the top."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser

from companion.games.scape_goat import GAME
from tests.browser.screens import Screen
from tests.evenings import Evening, House, evening

ABOVE = """() => document.querySelector(".result").getBoundingClientRect().top
    - document.querySelector(".game").getBoundingClientRect().top"""


@pytest.fixture
def framed(tmp_path: Path) -> Evening:
    """All others laid the colour of whom three of four were told."""
    at = evening(House(tmp_path), GAME, 1, 4, sharing=False)
    at.start()
    told = [at.message(who).text for who in at.people.values()]
    colours = ("blue", "red", "yellow", "green")
    (goat,) = [colour for colour in colours if sum(f"is {colour.upper()}" in text for text in told) == 3]
    at.did(at.host, "play/frame")
    for who, colour in zip(at.people.values(), colours, strict=True):
        at.did(who, "play/card", number="1", card="grey" if colour == goat else goat)
    assert at.table.result() is not None
    return at


@pytest.fixture
def screen(chromium: Browser) -> Iterator[Screen]:
    one = Screen(chromium, (390, 844))
    yield one
    one.close()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390)], ids=str)
def test_the_goat_that_was_led_away_leaves_no_gap_above_the_result(
    framed: Evening, screen: Screen, motion: Literal["no-preference", "reduce"], size: tuple[int, int]
) -> None:
    screen.phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    screen.phone.page.emulate_media(reduced_motion=motion)
    page = screen.shows(framed.people["Ben"], f"/t/{framed.code}")
    assert abs(page.evaluate(ABOVE)) < 1
