"""On a small phone: what is corrected stands above the keypad, and what was refused under its own name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.scout import GAME
from tests.browser.screens import Screen
from tests.evenings import Evening, House, evening

COUNTS = {"Ana": (10, 2, 0), "Ben": (6, 3, 5), "Cleo": (7, 1, 4), "Dov": (4, 2, 5)}
FIELDS = ("Captured cards", "Scout chips", "Cards in hand")


@pytest.fixture
def small(chromium: Browser) -> Iterator[Screen]:
    screen = Screen(chromium, (320, 568))
    yield screen
    screen.close()


@pytest.fixture
def counted(tmp_path: Path) -> Evening:
    """A round of four is counted."""
    at = evening(House(tmp_path), GAME, 1, 4, sharing=False)
    at.start()
    for seat, (name, numbers) in enumerate(COUNTS.items(), 1):
        fields = dict(zip(("captured", "chips", "hand"), numbers, strict=True))
        at.did(at.people[name], "play/enter", round="1", seat=str(seat), was="", **fields)
    at.did(at.host, "play/end", round="1", ender="1.out", was="")
    return at


def correcting(at: Evening, screen: Screen) -> Page:
    """Dov's screen, once his number of round 1 was tapped in the score sheet."""
    page = screen.shows(at.people["Dov"], f"/t/{at.code}")
    page.locator("#sheet > summary").click()
    page.get_by_role("link", name="correct round 1 of Dov").click()
    expect(page.get_by_role("button", name="Correct it")).to_be_visible()
    page.wait_for_load_state()
    return page


def test_a_count_that_is_corrected_is_in_sight_above_the_keypad(small: Screen, counted: Evening) -> None:
    page = correcting(counted, small)
    pad = page.locator(".action.pad").bounding_box()
    for label in FIELDS:
        field = page.locator("#fix").get_by_label(label, exact=True).bounding_box()
        assert field is not None
        assert pad is not None
        assert field["y"] >= 0
        assert field["y"] + field["height"] <= pad["y"], label


@pytest.mark.parametrize("label", FIELDS)
def test_what_was_refused_is_said_by_its_name_in_sight_above_the_keypad(
    small: Screen, counted: Evening, label: str
) -> None:
    page = correcting(counted, small)
    page.locator("#fix").get_by_label(label, exact=True).fill("555")
    page.get_by_role("button", name="Correct it").click()
    field = page.locator("#fix [aria-invalid=true]")
    expect(field).to_have_value("555")
    expect(field).to_have_accessible_name(label)
    said = page.locator(f"#{field.get_attribute('aria-describedby')}")
    expect(said).to_have_text(re.compile(r"This has to be between 0 and \d+\."))
    expect(page.locator("b:has(+ .error)")).to_have_text(label)
    expect(field).to_have_css("border-top-style", "dashed")
    below, pad = said.bounding_box(), page.locator(".action.pad").bounding_box()
    assert below is not None
    assert pad is not None
    assert below["y"] + below["height"] <= pad["y"]
