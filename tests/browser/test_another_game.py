"""Another game at the same table: every open page puts its look on, by itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.game import BADGES, Game, Player
from companion.games import GAMES, example
from tests.browser.evenings import HOLD, NAMES, drawer, gather, start
from tests.browser.phone import Phone
from tests.browser.screens import Screen
from tests.evenings import House, ended, evening
from tests.games import OTHER


def test_every_open_page_takes_on_the_look_of_the_game_now_on_the_table(phone: Callable[..., Phone]) -> None:
    group = gather(phone, 3)
    wall = phone(size=(1920, 1080))
    wall.page.goto(f"/t/{group.code}/wall")
    group.host.locator("#options > summary").click()
    group.host.get_by_role("radio", name=str(OTHER.title)).first.evaluate(
        "choice => choice.click()"
    )  # it is sent as it is made
    for page in (*group.pages.values(), wall.page):
        expect(page.locator("header.bar")).to_contain_text(str(OTHER.title))
        expect(page.locator('link[rel="stylesheet"]')).to_have_attribute("href", re.compile(f"/look/{OTHER.key}[.]css"))


@pytest.mark.parametrize("size", [(1280, 480), (390, 600)], ids=str)
def test_the_host_has_what_goes_on_in_sight_however_long_the_result_is(
    size: tuple[int, int], tmp_path: Path, chromium: Browser
) -> None:
    at = ended(evening(House(tmp_path), example.GAME, 1, 4))
    screen = Screen(chromium, size)
    page = screen.shows(at.host, f"/t/{at.code}")
    assert page.evaluate("() => document.documentElement.scrollHeight > window.innerHeight"), "all fits anyway"
    for name in ("Play again", "Choose another game"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    page.evaluate("() => window.scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)
    screen.phone.accessible()
    screen.close()


def stopped(page: Page) -> None:
    """A game is started and stopped again: it lies there as it ended."""
    start(page)
    expect(page.get_by_role("button", name=HOLD)).to_be_visible()
    drawer(page, "host")
    page.get_by_text("Stop this game", exact=True).click()
    page.get_by_role("button", name="Yes, stop it").click()
    expect(page.get_by_role("heading", name="Which game now?")).to_be_visible()


def test_after_a_game_the_boxes_stand_there_at_once_and_another_one_is_a_tap_away(phone: Callable[..., Phone]) -> None:
    group = gather(phone, 3)
    page = group.host
    stopped(page)
    boxes = page.locator("#another .box")
    for game in GAMES:
        expect(boxes.filter(has_text=str(game.title)).first).to_be_in_viewport()
    expect(page.locator("#panel .game .btn:not(.quiet, .small)")).to_have_count(0)
    group.phones["Ana"].accessible_in_both_lights()
    boxes.filter(has_text=str(OTHER.title)).first.click()
    expect(page.locator("header.bar")).to_contain_text(str(OTHER.title))
    expect(page.locator("#another")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_same_game_again_begins_with_collecting_it(game: Game, tmp_path: Path, chromium: Browser) -> None:
    collects_it(game, tmp_path, Screen(chromium, (390, 844)))


def test_so_it_does_without_script(tmp_path: Path, chromium: Browser) -> None:
    collects_it(OTHER, tmp_path, Screen(chromium, (390, 844), script=False))


def collects_it(game: Game, folder: Path, screen: Screen) -> None:
    at = evening(House(folder), game, 1, 3)
    at.start()
    at.did(at.host, "lobby")
    page = screen.shows(at.host, f"/t/{at.code}")
    page.locator("#another .box").filter(has_text="Once more").click()
    steps = page.locator(".game h1").first
    plan = game.plan([Player(n + 1, NAMES[n], BADGES[n]) for n in range(3)], {}, {})
    assert plan.collect is not None
    expect(steps).to_have_text(str(plan.collect.title))
    screen.phone.fits()
    if screen.script:  # what looks for faults is a script itself
        screen.phone.accessible()
    page.get_by_role("button", name="Done, next").click()
    expect(steps).to_have_text(str(plan.steps[0].title))
    screen.close()
