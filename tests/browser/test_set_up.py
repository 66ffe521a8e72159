"""Setting up the box on a laptop, or a phone on its side: the picture, and beside it what it says and what goes on from
here; what starts the game, and what it asks without a set-up; and the address, which is that of what is shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.game import Game
from companion.games import GAMES, example
from tests.browser.evenings import SETTLED, gather, menu
from tests.browser.glass import ON_ITS_SIDE, SMALL
from tests.browser.held import Held
from tests.browser.phone import Phone
from tests.browser.screens import TORN, Screen
from tests.evenings import House, evening, fixed_chance
from tests.games import DEALS


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_step_has_its_picture_at_the_left_and_its_words_and_buttons_beside_it(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chromium: Browser
) -> None:
    fixed_chance(monkeypatch, 1)
    at = evening(House(tmp_path), game, 1, game.players[0])
    at.did(at.host, "set-up")
    screen = Screen(chromium, (1280, 800))
    for step in at.table.plan().steps:  # type: ignore[union-attr]
        page = screen.shows(at.host, f"/t/{at.code}?step={step.key}")
        for width, height in ((1280, 800), ON_ITS_SIDE.size):
            screen.turns_to((width, height))
            picture = page.locator(".game > .picture").bounding_box()
            words, button = page.locator(".game > .card").first.bounding_box(), page.locator(".action").bounding_box()
            assert picture
            assert words
            assert button
            assert picture["x"] + picture["width"] <= min(words["x"], button["x"])
            assert abs(picture["y"] - words["y"]) < 10
            screen.phone.fits()
    screen.close()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_beside_an_open_menu_no_word_of_a_step_is_torn(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chromium: Browser
) -> None:
    fixed_chance(monkeypatch, 1)
    at = evening(House(tmp_path), game, 1, 4)
    at.did(at.host, "set-up")
    screen = Screen(chromium, (1024, 768))
    for step in at.table.plan().steps:  # type: ignore[union-attr]
        page = screen.shows(at.host, f"/t/{at.code}?step={step.key}")
        menu(page)
        expect(page.locator(".table")).to_have_attribute("data-menu", "open")
        assert page.evaluate(TORN) == [], step.key
    screen.close()


def test_on_a_small_phone_what_starts_the_game_is_in_sight_at_once_and_nothing_is_left_behind_it(
    tmp_path: Path, chromium: Browser
) -> None:
    at = evening(House(tmp_path), DEALS, 1, 4)
    screen = Screen(chromium, SMALL)
    page = screen.shows(at.host, f"/t/{at.code}")
    for words in (str(DEALS.start_button), "Set up the box"):
        expect(page.locator(".action").get_by_text(words, exact=True)).to_be_in_viewport(ratio=1)
    expect(page.locator(".qr > summary > svg")).to_be_in_viewport(ratio=1)
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    above, action = page.locator("#options").bounding_box(), page.locator(".action").bounding_box()
    assert above
    assert action
    assert above["y"] + above["height"] <= action["y"]
    screen.close()


@pytest.mark.parametrize("size", [SMALL, ON_ITS_SIDE.size], ids=str)
def test_what_starting_asks_is_all_in_sight_as_soon_as_it_is_open(
    size: tuple[int, int], tmp_path: Path, chromium: Browser
) -> None:
    at = evening(House(tmp_path), DEALS, 1, 3)
    screen = Screen(chromium, size)
    page = screen.shows(at.host, f"/t/{at.code}")
    page.locator("#start-asks > summary").click()
    buttons = page.locator(".action .btn:visible")
    expect(buttons).to_have_count(5)  # what was pressed, the three answers, and setting up the box
    for button in buttons.all():
        expect(button).to_be_in_viewport(ratio=1)
    screen.close()


def test_however_fast_one_taps_the_address_is_of_what_is_shown(phone: Callable[..., Phone]) -> None:
    """Two buttons are pressed before the first has its answer; the second one's comes last."""
    group = gather(phone, 3, str(example.GAME.title))
    page = group.host
    page.get_by_role("button", name="Set up the box").click()
    expect(page.locator("#done")).to_be_visible()
    held = Held(page, "**/tick")
    page.evaluate("""() => {
        document.querySelector("form[action*='/draw-all'] button").click();
        document.getElementById("done").click();
    }""")
    expect(page.locator(".sheet-step").first).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?step=all$"))
    held.let_go()
    expect(page.locator(".pips")).to_be_visible()
    expect(page).to_have_url(re.compile(f"/t/{group.code}$"))
    page.reload()
    expect(page.locator(".pips")).to_be_visible()


def test_an_answer_that_comes_after_the_stream_has_shown_its_step_moves_the_page_no_second_time(
    phone: Callable[..., Phone],
) -> None:
    """Whoever has begun to read on meanwhile is not taken back to the heading."""
    page = gather(phone, 2).host
    page.set_viewport_size({"width": 320, "height": 568})
    page.get_by_role("button", name="Set up the box").click()
    step = page.get_by_role("heading", level=1)
    expect(page.locator("#panel")).to_have_attribute("data-stage", "setup")
    first = step.inner_text()
    held = Held(page, "**/tick")
    page.locator("#done").click()
    held.given()
    expect(step).not_to_have_text(first)
    page.wait_for_function(SETTLED)
    page.evaluate("() => window.scrollTo(0, document.documentElement.scrollHeight)")
    far = page.evaluate("() => window.scrollY")
    assert page.evaluate("() => document.querySelector('.game h1').getBoundingClientRect().top < 0")
    page.evaluate("() => document.addEventListener('htmx:finally:request', () => { window.came = true; })")
    held.let_go()
    page.wait_for_function("() => window.came")
    assert page.evaluate("() => window.scrollY") == far
