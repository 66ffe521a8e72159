"""What lies over a page stays clear of a notch, and above a keyboard one sees what one types in and how to send it.
That every screen is whole on such glass is in the walk through all of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.asking import CALLED_FOR, CHOICES
from tests.browser.evenings import covered, press, time_as_told
from tests.browser.glass import NOTCHED, ON_ITS_SIDE, PHONE, TYPED_IN, Glass, hidden_by_keyboard
from tests.browser.screens import Screen
from tests.evenings import Evening, House, Visitor, evening
from tests.games import named


@pytest.fixture
def screen(chromium: Browser) -> Iterator[Screen]:
    screen = Screen(chromium, PHONE)
    yield screen
    screen.close()


CLEAR = r"""([selector, [left, top, right, bottom]]) => {
    const range = document.createRange(), found = [...document.querySelectorAll(selector)];
    return found.length > 0 && found.every(e => {
        range.selectNodeContents(e);
        return [...range.getClientRects()].every(at => at.left >= left - 1 && at.top >= top - 1
            && at.right <= innerWidth - right + 1 && at.bottom <= innerHeight - bottom + 1);
    });
}"""


@pytest.mark.parametrize("glass", [NOTCHED, ON_ITS_SIDE], ids=lambda glass: glass.name)
def test_what_lies_over_a_page_is_clear_of_the_notch(house: House, screen: Screen, glass: Glass) -> None:
    at, page = evening(house, named(CALLED_FOR.split()[0]), 1, 4), screen.phone.page
    at.start()
    at.start()  # anew, of which there is a notice
    page.clock.install()
    screen.shows(at.people["Cleo"], f"/t/{at.code}")
    glass.over(page.context.new_cdp_session(page))
    time_as_told(page)  # or an open message covers itself while a busy machine takes its time

    def clear(selector: str) -> None:
        assert page.evaluate(CLEAR, [selector, glass.edges]), selector

    press(page)
    clear(".secret")
    for call in CHOICES[CALLED_FOR].called:
        at.did(at.host, call)
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#edge")).to_contain_text(CHOICES[CALLED_FOR].asks)
    clear("#edge")
    page.mouse.up()
    covered(page)
    page.clock.run_for(1_000)
    expect(page.locator("#now h1")).to_have_text(CHOICES[CALLED_FOR].asks)
    page.clock.run_for(1_000)
    press(page)  # a bar by now, which opens over the top of the page
    clear(".secret")
    page.mouse.up()
    covered(page)
    page.evaluate("() => window.scrollTo(0, 10000)")
    clear("#notices p, #notices li")
    page.route("**/t/**", lambda route: route.abort())
    screen.phone.allow("ERR_FAILED")
    page.clock.run_for(15_000)
    expect(page.get_by_text("not connected, retrying")).to_be_visible()
    clear(".lost")


def test_with_a_keyboard_over_half_of_the_phone_a_field_and_its_button_are_in_sight(
    at: Evening, screen: Screen
) -> None:
    page, stranger = screen.phone.page, Visitor(at.house)
    devtools, typed = page.context.new_cdp_session(page), set[str]()

    def look(who: Visitor, path: str) -> None:
        screen.shows(who, path)
        typed.update(page.evaluate(TYPED_IN))
        assert hidden_by_keyboard(page, devtools) == [], path

    for path in ("/join", f"/j/{at.code}", f"/j/{at.code}?ticket="):
        look(stranger, path)
    look(at.host, f"/t/{at.code}")
    at.start()
    look(stranger, f"/j/{at.code}")
    at.did(at.people["Ben"], "hand", seat=4)
    look(at.people["Ben"], f"/t/{at.code}")
    assert {"join code", f"{at.code} name", f"{at.code} ticket", "add name", "ask name", "word word"} <= typed
