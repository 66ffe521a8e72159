"""A practice game watched on a laptop, where it plays by itself until it is paused, and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evenings import time_as_told, without_htmx
from tests.browser.phone import Phone

LAPTOP = (1280, 800)
COUNTED = """window.steps = 0; addEventListener("submit", event => {
  if (event.target.matches("[data-next-step]")) { window.steps += 1; }
}, true);"""
"""How often a step was asked for, counted where it is asked: no answer is waited for to know it."""
LONG = 60_000
"""Milliseconds in which thirty steps would be made."""


def practice(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Start a practice game").click()
    expect(page.get_by_role("button", name="Next")).to_be_visible()


LOADED = """() => [...document.querySelectorAll("iframe")].every(
    frame => frame.contentWindow.location.href === frame.src && frame.contentDocument.readyState === "complete")"""
"""Whether each phone stands as it is since the last step, which loads it anew."""


def drawn(page: Page) -> str:
    return page.locator("[data-next-step] [name=drawn]").input_value()


def goes_on(page: Page, was: str) -> str:
    """Waits until a step has come since; answers the version that stands then."""
    expect(page.locator("[data-next-step] [name=drawn]")).not_to_have_value(was)
    return drawn(page)


def test_it_plays_by_itself_until_it_is_paused_and_not_while_nobody_watches(phone: Callable[..., Phone]) -> None:
    page = phone(size=LAPTOP).page
    page.add_init_script(COUNTED)
    page.clock.install()
    practice(page)
    time_as_told(page)
    was = drawn(page)
    assert page.evaluate("steps") == 0
    page.get_by_role("button", name="Play", exact=True).click()
    for _ in range(3):
        was = goes_on(page, was)
        page.clock.run_for(2_000)
    goes_on(page, was)  # nothing is under way, which would be given up for late in what follows
    page.get_by_role("button", name="Pause", exact=True).click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    made = page.evaluate("steps")
    assert made >= 3
    page.clock.run_for(LONG)
    assert page.evaluate("steps") == made

    page.evaluate("Object.defineProperty(document, 'hidden', {configurable: true, get: () => window.away})")
    page.evaluate("window.away = true")
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(LONG)
    assert page.evaluate("steps") == made, "nobody is there to see it"
    page.evaluate("window.away = false")
    page.clock.run_for(2_000)
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    page.wait_for_function("made => window.steps > made", arg=made)


def test_every_phone_stands_beside_the_others_and_shows_what_its_own_player_sees(phone: Callable[..., Phone]) -> None:
    watched = phone(size=LAPTOP)
    page = watched.page
    practice(page)
    was = drawn(page)
    for _ in range(3):
        page.get_by_role("button", name="Next").click()
        was = goes_on(page, was)
    page.wait_for_function(LOADED)
    names = ("Ana", "Ben", "Cleo", "Dov")
    for name in names:
        frame = page.locator(f"iframe[title='{name}’s phone']")
        expect(frame).to_be_visible()
        expect(frame.content_frame.locator("#panel")).to_be_visible()
        expect(frame.content_frame.locator("#menu > summary")).to_contain_text(name[0])
        sign = frame.content_frame.locator(".bar > .here")
        assert sign.evaluate("sign => sign.clientWidth") < 20, "the dot leaves its room to the title of the game"
    boxes = [page.locator(f"iframe[title='{name}’s phone']").bounding_box() for name in names]
    tops, lefts = ({round(box[side]) for box in boxes if box} for side in ("y", "x"))
    assert (len(tops), len(lefts)) == (1, 4)
    assert max(box["y"] + box["height"] for box in boxes if box) <= LAPTOP[1]
    watched.fits()
    watched.accessible_in_both_lights()


def test_on_a_phone_one_is_shown_and_a_tap_shows_another(phone: Callable[..., Phone]) -> None:
    for size in ((390, 844), (320, 568)):
        watched = phone(size=size)
        page = watched.page
        practice(page)
        expect(page.locator("iframe:visible")).to_have_count(1)
        page.get_by_role("navigation", name="Whose phone").get_by_role("link", name="Cleo").click()
        expect(page.locator("iframe[title='Cleo’s phone']")).to_be_visible()
        expect(page.locator("iframe:visible")).to_have_count(1)
        was = drawn(page)
        page.get_by_role("button", name="Next").click()
        goes_on(page, was)
        expect(page.locator("iframe[title='Cleo’s phone']")).to_be_visible()
        watched.fits()
        watched.accessible_in_both_lights()


def test_on_a_phone_lying_on_its_side_the_phone_that_is_watched_has_the_height(phone: Callable[..., Phone]) -> None:
    for width, height in ((844, 390), (667, 375)):
        watched = phone(size=(width, height))
        practice(watched.page)
        shown = watched.page.locator("iframe:visible")
        expect(shown).to_have_count(1)  # until the page's script has begun all of them stand there
        glass = shown.bounding_box()
        assert glass
        assert glass["height"] >= height * 3 / 4
        assert glass["y"] + glass["height"] <= height
        expect(watched.page.get_by_role("button", name="Next")).to_be_in_viewport()
        watched.fits()


@pytest.mark.parametrize("without", ["script", "htmx"])
def test_without_script_or_htmx_next_leads_on_and_play_is_not_offered(
    phone: Callable[..., Phone], without: str
) -> None:
    page = phone(script=False).page if without == "script" else without_htmx(phone()).page
    practice(page)
    page.wait_for_load_state()
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    was = drawn(page)
    page.get_by_role("button", name="Next").click()
    goes_on(page, was)
    expect(page.locator(".happened")).to_have_text(re.compile("Ana began setting up"))
