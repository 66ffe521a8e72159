"""A game in a minute on a phone in the lobby: stepped, skipped, and skipped still after news and a reload."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.game import Game
from companion.games import GAMES
from tests.browser.evenings import at_table, sit_down, time_as_told
from tests.browser.keyboard import DRAWN
from tests.browser.phone import Phone
from tests.games import ANY


def stands(page: Page, n: int) -> None:
    """Fails unless that card, and no other, is in sight."""
    for one in range(1, 6):
        card = page.locator(f".lesson:nth-child({one})")
        expect(card).to_be_in_viewport(ratio=0.5) if one == n else expect(card).not_to_be_in_viewport(ratio=0.1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_cards_are_stepped_through_and_once_skipped_stay_folded(phone: Callable[..., Phone], game: Game) -> None:
    ana, ben, cleo = phone(size=(1280, 800)), phone(), phone(size=(320, 568))
    code = at_table([ana, ben], str(game.title))
    cards = ben.page.locator("#minute")
    expect(cards).to_have_attribute("open", "")
    expect(ana.page.locator("#minute")).not_to_have_attribute("open", "")
    cards.evaluate("(e) => e.scrollIntoView({block: 'end'})")
    stands(ben.page, 1)
    back, on = cards.get_by_role("button", name="Back"), cards.get_by_role("button", name="Next")
    expect(back).to_have_count(0)  # there is nothing before the first
    on.click()
    stands(ben.page, 2)
    expect(back).to_be_visible()
    sit_down(cleo.page, code, "Cleo")
    expect(ben.page.locator(".seats")).to_contain_text("Cleo")
    cards.evaluate("(e) => e.scrollIntoView({block: 'end'})")
    stands(ben.page, 2)
    back.click()
    stands(ben.page, 1)
    expect(back).to_have_count(0)
    expect(cards.locator(".lessons")).to_be_focused()
    for n in range(2, 6):
        on.click()
        stands(ben.page, n)
    expect(on).to_have_count(0)  # nor is there anything after the last
    ben.accessible()
    cleo.fits()
    cards.get_by_role("button", name="Skip").click()
    expect(cards).not_to_have_attribute("open", "")
    cleo.page.goto(f"/t/{code}")
    ben.page.reload()
    expect(ben.page.locator(".seats")).to_contain_text("Cleo")
    expect(ben.page.locator("[data-steps]")).to_have_count(1)
    expect(cards).not_to_have_attribute("open", "")
    cards.locator("summary").click()
    expect(cards).to_have_attribute("open", "")
    ben.page.evaluate(DRAWN)  # a page hears that something was opened only after it stands open
    ben.page.reload()
    expect(cards).to_have_attribute("open", "")


def test_on_the_wall_the_cards_come_one_after_the_other_and_nothing_is_drawn_in_between(
    phone: Callable[..., Phone],
) -> None:
    ana, wall = phone(), phone(size=(1920, 1080)).page
    code = at_table([ana], str(ANY.title))
    wall.clock.install()
    wall.goto(f"/t/{code}/wall")
    wall.wait_for_function("() => !document.getAnimations().some(one => one.playState === 'running')")
    time_as_told(wall)
    shown = ".in-turn .lesson:visible"
    first = wall.locator(shown).inner_text()
    wall.clock.run_for(15_000)
    second = wall.locator(shown).inner_text()
    assert first != second
    wall.locator(shown).hover()
    wall.clock.run_for(15_000)
    assert wall.locator(shown).inner_text() == second, "a pointer on it keeps what stands there"
    wall.mouse.move(0, 0)
    wall.clock.run_for(60_000)
    assert wall.locator(shown).inner_text() == first, "five are once round in 75 seconds"
