"""Every screen that belongs to no single game has no fault that axe knows, in both lights, and fits a narrow phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.game import Game
from companion.games import GAMES
from tests.browser.evenings import HOLD, NAMES, let_go, open_table, passed_round, press, sit_down
from tests.browser.phone import LIGHTS, Phone
from tests.games import DEALS

NOTHING_FOUND = f"/rules/{DEALS.key}?q=zzz"
SIDEWAYS = """() => document.documentElement.scrollWidth <= window.innerWidth ? [] :
  [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > window.innerWidth + 1)
    .map(e => e.outerHTML.slice(0, 100)).slice(0, 6)"""
"""What sticks out on the right of a page that scrolls sideways."""


def faultless(phone: Phone) -> None:
    """Nothing for axe in either light; no sideways scroll at 320 px and at twice the text; nothing to tap is smaller
    than 44 px."""
    page = phone.page
    page.emulate_media(reduced_motion="reduce")
    phone.accessible_in_both_lights()
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": 320, "height": 568})
    page.wait_for_load_state()
    assert page.evaluate(SIDEWAYS) == [], page.url
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    assert page.evaluate(SIDEWAYS) == [], f"{page.url} at twice the text"
    page.evaluate("() => { document.documentElement.style.fontSize = ''; }")
    page.set_viewport_size(size)
    small = page.evaluate(
        "() => [...document.querySelectorAll('main button, main summary, main .btn, main input:not([type=hidden])')]"
        ".filter(e => e.offsetParent && e.getBoundingClientRect().height < 43.5 && !e.closest('label'))"
        ".map(e => e.outerHTML.slice(0, 120))"
    )
    assert small == []


def opened(page: Page) -> None:
    """Open everything that is one tap away, except the code that fills the screen."""
    page.evaluate("() => document.querySelectorAll('details:not(.qr)').forEach(d => { d.open = true; })")
    empty = page.locator(
        "details[data-drawer][open]:not(:has(> :nth-child(2)))"
    )  # what is put away comes when it opens
    expect(empty).to_have_count(0)


def test_the_screens_around_a_table_have_no_fault(phone: Callable[..., Phone]) -> None:
    laptop, other = phone(size=(1280, 800)), phone()
    laptop.page.goto("/")
    faultless(laptop)
    laptop.page.goto("/join?code=CCCCC")
    faultless(laptop)
    code = open_table(laptop.page)
    faultless(laptop)
    opened(laptop.page)
    faultless(laptop)
    other.page.goto(f"/j/{code}")
    faultless(other)
    other.page.get_by_label("Your name").fill(" ")
    other.page.get_by_role("button", name="Take a seat").click()
    expect(other.page.locator("#sit-name-error")).to_be_visible()
    faultless(other)
    sit_down(other.page, code, "Ben")
    opened(other.page)
    faultless(other)
    for path in (*(f"/t/{code}/{page}" for page in ("paper", "sheet", "tent", "evening", "wall")), NOTHING_FOUND):
        laptop.page.goto(path)
        faultless(laptop)


def test_a_passed_phone_and_a_late_comer_have_no_fault(phone: Callable[..., Phone]) -> None:
    laptop, late = phone(size=(1280, 800)), phone()
    page = laptop.page
    code = passed_round(laptop, str(DEALS.title))
    faultless(laptop)
    page.get_by_role("button", name="Pass to Ben").click()
    expect(page.get_by_role("heading", name="Ben")).to_be_visible()
    faultless(laptop)
    for light in LIGHTS:
        page.emulate_media(color_scheme=light)
        press(page)  # anew: an open message covers itself after a while
        laptop.accessible()
        let_go(page)
        expect(page.locator("#notices")).to_contain_text("message was opened")  # it moves all below it
    expect(page.get_by_role("button", name="Pass back to")).to_be_visible()
    faultless(laptop)
    late.page.goto(f"/j/{code}")
    expect(late.page.get_by_role("heading", name="is running")).to_be_visible()
    faultless(late)
    late.page.goto(f"/t/{code}")
    late.page.locator("#ask-in > summary").click()
    expect(late.page.get_by_role("button", name="Ask to be let in")).to_be_visible()
    faultless(late)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_frame_of_every_game_has_no_fault(phone: Callable[..., Phone], game: Game) -> None:
    laptop = phone(size=(1280, 800))
    page = laptop.page
    code = open_table(page, str(game.title))
    for name in NAMES[: game.players[0]]:
        page.get_by_label("Their name").fill(name)
        page.get_by_role("button", name="Add a player without a phone").click()
        expect(page.get_by_role("listitem").filter(has_text=name)).to_be_visible()
    opened(page)
    faultless(laptop)
    page.get_by_role("button", name="Set up the box").click()
    expect(page.get_by_role("button", name="Done, next")).to_be_visible()
    opened(page)
    faultless(laptop)
    for path in (f"/guide/{game.key}", f"/rules/{game.key}"):
        page.goto(path)
        faultless(laptop)
    page.goto(f"/t/{code}/wall")
    page.locator(".code").evaluate_all("all => all.forEach(code => { code.textContent = 'WMWMW'; })")  # the widest
    faultless(laptop)


def test_the_message_is_named_by_its_button_alone(phone: Callable[..., Phone]) -> None:
    one = phone()
    page = one.page
    passed_round(one, str(DEALS.title))
    page.get_by_role("button", name="Pass to Ben").click()
    expect(page.get_by_role("button", name=HOLD)).to_have_accessible_description(
        "Once this device is passed back, this is closed. The host can let you read it again."
    )
