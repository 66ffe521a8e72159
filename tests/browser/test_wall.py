"""The wall: a TV cannot scroll, so everything on it is in sight, and large enough to read from the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.game import Game
from companion.games import GAMES
from tests.browser.evenings import gather
from tests.browser.phone import Phone
from tests.browser.screens import Screen
from tests.evenings import House
from tests.games import promises
from tests.test_practice import practice

IN_SIGHT = """least => { const page = document.documentElement;
    return page.scrollHeight <= innerHeight && page.scrollWidth <= innerWidth &&
        parseFloat(getComputedStyle(page).fontSize) >= least; }"""
SIZES = ((1920, 1080), (1280, 800), (1280, 720))


def all_in_sight(wall: Page) -> None:
    """Fails when the wall scrolls, or its words had to shrink to less than half, at any size."""
    for width, height in SIZES:
        wall.set_viewport_size({"width": width, "height": height})
        wall.evaluate("() => document.fonts.ready")
        wall.wait_for_function(IN_SIGHT, arg=(8 + 0.013 * width) / 2)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_wall_is_all_in_sight(phone: Callable[..., Phone], game: Game) -> None:
    group = gather(phone, 1, str(game.title))
    group.host.context.request.post(f"/t/{group.code}/add", form={"name": "Ben, Cleo, Dov"})
    wall = phone(size=SIZES[0]).page
    wall.goto(f"/t/{group.code}/wall")
    group.host.get_by_role("button", name="Set up the box").click()
    expect(wall.get_by_role("heading", name="Setting up")).to_be_visible()
    all_in_sight(wall)
    group.host.locator("#leave-setup > summary").click()
    begins = group.host.locator("#leave-setup .btn", has_text=str(game.start_button))
    expect(begins).to_be_visible()
    asks = group.host.locator("#leave-setup #start-asks").count()  # where something of the set-up has to be told
    begins.click()
    if asks:
        group.host.locator("#start-asks form[action$='/start'] button").click()
    expect(wall.locator("[data-stage=play]").first).to_be_visible()
    all_in_sight(wall)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_end_is_a_scene_on_the_wall_with_its_winners_large_and_all_of_it_in_sight(
    chromium: Browser, tmp_path: Path, game: Game
) -> None:
    at = practice(House(tmp_path), game)
    for _ in at.steps(promises(game.key).PRACTICE):
        pass
    screen = Screen(chromium, SIZES[0])
    wall = screen.shows(at.who, f"/t/{at.code}/wall")
    all_in_sight(wall)
    height = SIZES[-1][1]
    badges = wall.locator(".winners .badge").evaluate_all("all => all.map(e => e.getBoundingClientRect().height)")
    assert badges
    assert min(badges) > height / 10
    scene = wall.locator(".result").bounding_box()
    assert scene is not None
    assert scene["height"] > height * 0.75, "it has the whole height below the bar"
    screen.close()
