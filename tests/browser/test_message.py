"""The private message opens for whoever asks for it in whatever way, and every way of letting go covers it."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.game import Game
from companion.games import GAMES
from tests.browser.evenings import HOLD, READ, at_table, covered, drawer, gather, hold_button, let_go, press, start
from tests.browser.phone import Phone
from tests.games import promises

WAYS_TO_LET_GO = {
    "blur": "() => window.dispatchEvent(new Event('blur'))",
    "pagehide": "() => window.dispatchEvent(new Event('pagehide'))",
    "pointercancel": "() => document.querySelector('[data-hold]')"
    ".dispatchEvent(new PointerEvent('pointercancel', {bubbles: true}))",
    "lost pointer": "() => document.querySelector('[data-hold]')"
    ".dispatchEvent(new PointerEvent('lostpointercapture', {bubbles: true}))",
    "hidden": "() => { Object.defineProperty(document, 'visibilityState', {get: () => 'hidden', configurable: true});"
    " document.dispatchEvent(new Event('visibilitychange')); delete document.visibilityState; }",
    "back from the cache": "() => window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))",
}


@pytest.fixture
def dealt(phone: Callable[..., Phone]) -> dict[str, Page]:
    group = gather(phone)
    start(group.host)
    for page in group.pages.values():
        expect(page.get_by_role("button", name=HOLD)).to_be_visible()
    return group.pages


def time_stands(page: Page) -> None:
    """Or an open message covers itself while a busy machine takes its time."""
    page.clock.install()
    page.clock.pause_at(datetime.datetime.now() + datetime.timedelta(hours=1))


def test_every_way_of_letting_go_covers_it_at_once(dealt: dict[str, Page]) -> None:
    page = dealt["Ben"]
    for way, lets_go in WAYS_TO_LET_GO.items():
        press(page)
        left = page.evaluate(f"() => {{ ({lets_go})(); return document.querySelectorAll('.secret').length; }}")
        assert left == 0, way
        covered(page)
        let_go(page)


CUT = """() => { const open = document.querySelector("[data-open]:not([hidden])"), at = open.getBoundingClientRect();
    return open.scrollHeight > open.clientHeight + 1 || at.top < 0 || at.bottom > innerHeight; }"""

PEEKS = """() => { const over = document.querySelector("[data-open]:not([hidden])").getBoundingClientRect();
    const under = document.querySelectorAll(".bar.at-table > :not([data-connection]), .now > *, .message > h2");
    return [...under].filter(e => e.checkVisibility({opacityProperty: true})).filter(e => {
        const at = e.getBoundingClientRect();
        return at.top < over.bottom && over.top < at.bottom && at.left < over.right && over.left < at.right;
    }).map(e => e.textContent); }"""
"""What lies half under the open message: a letter of it might stick out at an edge."""
SIZES = ((320, 568), (568, 320), (390, 844))


@pytest.mark.parametrize("game", [game for game in GAMES if promises(game.key).MESSAGES], ids=lambda game: game.key)
def test_all_that_it_says_is_seen_on_a_small_phone_too(phone: Callable[..., Phone], game: Game) -> None:
    """The first time, and when it is read once more; everybody's phone is of another size."""
    host, others = phone(size=(1280, 800)), {size: phone(size=size) for size in SIZES}
    at_table([host, *others.values()], str(game.title))
    start(host.page)
    for size, other in others.items():
        page = other.page
        for _ in range(2):
            expect(page.get_by_role("button", name=HOLD)).to_be_visible()
            press(page)
            assert not page.evaluate(CUT), size
            assert size[1] > 600 or page.evaluate(PEEKS) == [], size
            let_go(page)


def test_a_finger_opens_it_and_lifting_it_covers_it(dealt: dict[str, Page]) -> None:
    page = dealt["Ben"]
    x, y = hold_button(page)
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator(".secret")).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    covered(page)


def test_the_menu_of_a_long_press_never_opens(dealt: dict[str, Page]) -> None:
    page = dealt["Ben"]
    press(page)
    assert page.evaluate(
        "() => !document.querySelector('[data-hold]')"
        ".dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true}))"
    )


def test_a_held_key_opens_it_and_its_release_covers_it(dealt: dict[str, Page]) -> None:
    page = dealt["Cleo"]
    page.get_by_role("button", name=HOLD).focus()
    for key in ("Space", "Enter"):
        page.keyboard.down(key)
        expect(page.locator(".secret")).to_be_visible()
        page.keyboard.up(key)
        covered(page)
        page.wait_for_function(READ)
        expect(page.get_by_role("button", name=HOLD)).to_be_focused()


def test_escape_covers_it(dealt: dict[str, Page]) -> None:
    page = dealt["Ben"]
    press(page)
    page.keyboard.press("Escape")
    covered(page)


def test_a_screen_reader_presses_once_and_is_led_to_the_words(dealt: dict[str, Page]) -> None:
    page = dealt["Ben"]
    page.get_by_role("button", name=HOLD).evaluate("(button) => button.click()")
    expect(page.locator("[data-open]")).to_be_focused()
    expect(page.locator(".secret")).to_be_visible()
    spoken = "() => document.querySelector('.secret').closest('[aria-live], [role=status], [role=alert]')"
    assert page.evaluate(spoken) is None
    page.keyboard.press("Escape")
    covered(page)
    expect(page.get_by_role("button", name=HOLD)).to_be_focused()


def test_tapping_instead_of_holding_is_remembered(dealt: dict[str, Page]) -> None:
    page = dealt["Ben"]
    page.get_by_text("Tap instead of holding").click()
    page.reload()
    time_stands(page)
    button = page.get_by_role("button", name=HOLD)
    button.click()
    expect(page.locator(".secret")).to_be_visible()
    button.click()
    covered(page)


def test_it_covers_itself_after_a_while(dealt: dict[str, Page]) -> None:
    page = dealt["Ben"]
    time_stands(page)
    press(page)
    page.clock.fast_forward(6_000)
    expect(page.locator(".secret")).to_be_visible()
    page.clock.fast_forward(2_100)
    covered(page)


def test_opening_it_moves_nothing_and_every_seat_has_the_same_light(dealt: dict[str, Page]) -> None:
    lights = set()
    for name in ("Ben", "Cleo"):
        page = dealt[name]
        hold_button(page)
        before = page.get_by_role("button", name=HOLD).bounding_box()
        press(page)
        assert page.get_by_role("button", name=HOLD).bounding_box() == before
        lights.add(page.locator("[data-cover]").evaluate("(e) => getComputedStyle(e).backgroundColor + e.className"))
        let_go(page)
    assert len(lights) == 1


def test_news_neither_cover_nor_lose_it(dealt: dict[str, Page]) -> None:
    page, host = dealt["Ben"], dealt["Ana"]
    time_stands(page)
    press(page)
    words = page.locator(".secret").inner_text()
    before = page.locator("#panel").get_attribute("data-mark")
    drawer(host, "people")
    host.get_by_label("Another player without a phone").fill("Eve")
    host.get_by_role("button", name="Add them").click()
    expect(host.get_by_text("People and phones 4")).to_be_visible()
    with page.expect_response("**/panel"):
        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".secret")).to_have_text(words)
    assert page.locator("#panel").get_attribute("data-mark") == before
    page.clock.resume()
    page.mouse.up()
    covered(page)
    expect(page.locator("#panel")).not_to_have_attribute("data-mark", before or "")


def test_a_new_deal_covers_the_old_message(dealt: dict[str, Page]) -> None:
    page, host = dealt["Ben"], dealt["Ana"]
    press(page)
    drawer(host, "host")
    host.get_by_text("Restart this game").click()
    host.get_by_role("button", name="Yes, restart").click()
    expect(page.locator("#panel")).to_have_attribute("data-deal", "2")
    covered(page)


def test_an_unreachable_server_is_said_while_holding(phone: Callable[..., Phone]) -> None:
    group = gather(phone)
    start(group.host)
    group.phones["Ben"].allow("ERR_FAILED")
    page = group.pages["Ben"]
    expect(page.get_by_role("button", name=HOLD)).to_be_visible()
    page.route("**/message", lambda route: route.abort())
    page.mouse.move(*hold_button(page))
    page.mouse.down()
    expect(page.get_by_text("The app cannot be reached just now")).to_be_visible()
    page.mouse.up()
    page.unroute("**/message")
    press(page)
    expect(page.get_by_text("The app cannot be reached just now")).to_be_hidden()
