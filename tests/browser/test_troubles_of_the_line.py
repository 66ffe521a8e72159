"""One seat in two tabs, a phone whose address changes, and Wi-Fi that goes while a message is held."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.asking import BEN, CALLED_FOR, CLEO
from tests.browser import choosing
from tests.browser.evenings import HOLD, at_table, covered, let_go, press, time_as_told
from tests.browser.held import Held
from tests.browser.phone import Phone
from tests.browser.test_troubles import LAPTOP, LOST, SMALL, TITLE, WHOLE, asks, dealt, words_of
from tests.running import Companion, free_port
from tests.served import COMMAND
from tests.wire import Wire

# --- one seat twice --------------------------------------------------------------------------------------------------


def test_two_tabs_of_one_seat_are_both_live_and_only_the_one_that_is_held_shows_the_message(
    phone: Callable[..., Phone],
) -> None:
    ana, ben, cleo = phone(size=LAPTOP), phone(), phone(size=SMALL)
    code = dealt(ana, ben, cleo)
    one, other = cleo.page, cleo.context.new_page()
    other.goto(f"/t/{code}")
    press(one)
    covered(other)
    let_go(one)
    expect(other.locator(".message.read")).to_be_visible()  # read in one, it is in the other
    press(other)
    covered(one)
    let_go(other)
    choosing.call(ana, code, CALLED_FOR)
    for page in (one, other):
        asks(page)
    choosing.choose(one, CALLED_FOR, CLEO)
    expect(choosing.own_choice(other, CALLED_FOR)).to_be_visible()
    expect(other).not_to_have_title(re.compile("^Your turn"))


def test_what_is_pressed_in_two_tabs_of_the_host_is_done_once(phone: Callable[..., Phone]) -> None:
    ana, ben, cleo = phone(), phone(), phone(size=SMALL)
    code = at_table([ana, ben, cleo], TITLE)
    one, other = ana.page, ana.context.new_page()
    other.goto(f"/t/{code}")
    late = Held(one, "**/start")
    for page in (one, other):
        page.locator("#start-asks > summary").click()
        page.locator("#start-asks form[action$='/start'] button").click()
    expect(other.locator("#panel")).to_have_attribute("data-stage", "play")
    with one.expect_response("**/start"):
        late.let_go()
    for page in (one, other, ben.page):
        expect(page.get_by_role("button", name=HOLD)).to_be_visible()
        expect(page.locator("#panel")).to_have_attribute("data-deal", "1")


# --- another address, and none ---------------------------------------------------------------------------------------


def test_a_phone_that_comes_by_another_address_keeps_its_seat(chromium: Browser, tmp_path: Path) -> None:
    """Here is one machine alone, so a proxy that is trusted says so."""
    with Companion("--port", str(free_port()), "--no-qr", "--trust-proxy", data=tmp_path, command=COMMAND) as proxied:
        ana, ben, cleo = (Phone(chromium, proxied.address, size=size) for size in (LAPTOP, WHOLE, SMALL))
        for each in (ana, ben, cleo):
            each.context.set_extra_http_headers({"X-Forwarded-For": "192.0.2.7"})
        code = dealt(ana, ben, cleo)
        told = {each: words_of(each.page) for each in (ben, cleo)}
        for n, (each, words) in enumerate(told.items()):
            each.context.set_extra_http_headers({"X-Forwarded-For": f"198.51.100.{n}"})
            assert words_of(each.page) == words
        choosing.call(ana, code, CALLED_FOR)
        for seat, each in enumerate(told, BEN):
            asks(each.page)
            choosing.choose(each.page, CALLED_FOR, seat)
            each.page.reload()
            expect(choosing.own_choice(each.page, CALLED_FOR)).to_be_visible()
        for each in (ana, ben, cleo):
            each.judge()


def test_wi_fi_that_goes_for_thirty_seconds_while_a_message_is_held_costs_nothing(
    phone: Callable[..., Phone], chromium: Browser, wire: Wire
) -> None:
    ana, ben, cleo = phone(size=LAPTOP), Phone(chromium, wire.address), Phone(chromium, wire.address, size=SMALL)
    for each in (ben, cleo):
        each.page.clock.install()
        each.allow("ERR_|htmx:error")
    code = dealt(ana, ben, cleo)
    words = {}
    for each in (ben, cleo):
        time_as_told(each.page)
        press(each.page)
        words[each] = each.page.locator(".secret").inner_text()
    wire.fall()
    choosing.call(ana, code, CALLED_FOR)
    for each in (ben, cleo):
        each.page.clock.run_for(5_000)
        expect(each.page.locator(".secret")).to_have_text(words[each])
        each.page.mouse.up()
        covered(each.page)
        each.page.clock.run_for(10_000)
        expect(each.page.get_by_text(LOST)).to_be_visible()
        each.page.clock.run_for(15_000)
    wire.rise()
    for each in (ben, cleo):
        each.page.clock.run_for(3_000)
        asks(each.page)
        each.page.clock.resume()
        assert words_of(each.page) == words[each]
        each.judge()
