"""What an own tap brings comes into sight; what others do moves nothing."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.evenings import HOLD, SETTLED, gather, start
from tests.browser.phone import Phone


def test_what_an_own_tap_brings_comes_into_sight_and_what_others_do_moves_nothing(phone: Callable[..., Phone]) -> None:
    group = gather(phone, 3, "Scape Goat")
    ben, cleo = group.pages["Ben"], group.pages["Cleo"]
    start(group.host)
    for page in (ben, cleo):
        expect(page.get_by_role("button", name=HOLD)).to_be_visible()
        page.set_viewport_size({"width": 390, "height": 480})
        page.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
    before = cleo.evaluate("() => window.scrollY")
    assert before > 0
    ben.locator("[id^='ask-frame-'] > summary").click()
    ben.get_by_role("button", name="Yes, call it").click()
    heading = ben.get_by_role("heading", name="Lay one card face down")
    expect(heading).to_be_in_viewport()
    expect(heading).to_be_focused()
    # What asks Cleo as well finds her; what does not leaves her where she is.
    expect(cleo.get_by_role("heading", name="Lay one card face down")).to_be_in_viewport()
    cleo.wait_for_function(SETTLED)
    cleo.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
    before = cleo.evaluate("() => window.scrollY")
    assert before > 0
    ben.get_by_role("button", name="red", exact=True).click()
    expect(cleo.locator("#panel")).to_have_attribute("data-news", "Ben is ready")
    assert abs(cleo.evaluate("() => window.scrollY") - before) < 60
