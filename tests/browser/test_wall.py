"""The wall: a TV cannot scroll, so everything on it is in sight, and large enough to read from the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from selectolax.lexbor import LexborHTMLParser

from companion.game import Game
from companion.games import GAMES
from tests.browser.evenings import gather
from tests.browser.phone import Phone
from tests.browser.screens import Screen
from tests.evenings import House, evening, fixed_chance, visitors
from tests.games import promises
from tests.test_practice import practice

IN_SIGHT = """least => { const page = document.documentElement;
    return page.scrollHeight <= innerHeight && page.scrollWidth <= innerWidth &&
        parseFloat(getComputedStyle(page).fontSize) >= least; }"""
SIZES = ((1920, 1080), (1280, 800), (1280, 720))


def all_in_sight(wall: Page, share: float = 0.5) -> None:
    """Fails when the wall scrolls, or its words had to shrink to less than that share, at any size."""
    for width, height in SIZES:
        wall.set_viewport_size({"width": width, "height": height})
        wall.evaluate("() => document.fonts.ready")
        wall.wait_for_function(IN_SIGHT, arg=(8 + 0.013 * width) * share)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_wall_is_all_in_sight(phone: Callable[..., Phone], game: Game) -> None:
    group = gather(phone, 1, str(game.title))
    group.host.context.request.post(f"/t/{group.code}/add", form={"name": "Ben, Cleo, Dov"})
    wall = phone(size=SIZES[0]).page
    wall.goto(f"/t/{group.code}/wall")
    all_in_sight(wall, 0.65)
    group.host.get_by_role("button", name="Set up the box").click()
    expect(wall.locator("[data-stage=setup]").first).to_be_visible()
    all_in_sight(wall)
    group.host.locator("#leave-setup > summary").click()
    begins = group.host.locator("#leave-setup .btn", has_text=re.compile(f"^{game.start_button}$"))
    expect(begins).to_be_visible()
    asks = group.host.locator("#leave-setup #start-asks").count()  # where something of the set-up has to be told
    begins.click()
    if asks:
        group.host.locator("#start-asks form[action$='/start'] button").click()
    expect(wall.locator("[data-stage=play]").first).to_be_visible()
    all_in_sight(wall)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_end_is_a_scene_on_the_wall_with_its_winners_large_and_all_of_it_in_sight(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    fixed_chance(monkeypatch, 2)
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


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_while_the_box_is_set_up_the_wall_shows_large_what_a_stranger_sees_of_the_step_the_table_is_at(
    chromium: Browser, tmp_path: Path, game: Game
) -> None:
    at = evening(House(tmp_path), game, 1, 4)
    stranger, titles = visitors(at)[-1], set[str]()
    screen = Screen(chromium, SIZES[0])
    at.did(at.host, "set-up")
    steps = at.table.plan().steps  # type: ignore[union-attr]
    for step in steps:
        if step.draw is not None and step.draw.missing:
            at.did(at.host, "draw", step=step.key, by="app")
        phone = LexborHTMLParser(stranger.get(f"/t/{at.code}").text)
        title, picture = (phone.css(css)[0].text().split() for css in (".game h1", ".picture"))
        wall = screen.shows(stranger, f"/t/{at.code}/wall")
        expect(wall.locator("h1")).to_have_text(" ".join(title))
        expect(wall.locator("[aria-current=step]")).to_contain_text(" ".join(title))
        assert (wall.locator(".picture").text_content() or "").split() == picture, title
        assert wall.locator("form").count() == 0, title
        all_in_sight(wall)
        at.did(at.host, "tick", step=step.key, done="true")
        titles.add(" ".join(title))
    assert len(titles) == len(steps)
    wall = screen.shows(stranger, f"/t/{at.code}/wall")
    expect(wall.get_by_role("heading", name="All set up")).to_be_visible()
    all_in_sight(wall)
    screen.close()
