"""Where htmx cannot run, as in a Chrome or Safari from before 2020, a page is a plain one that is live all the same."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.evenings import HOLD, at_table, drawer, hold_button, start
from tests.browser.phone import Phone

STAMP = "() => { window.stamped = true; }"
STAMPED = "() => window.stamped === true"


def old(phone: Phone) -> Phone:
    """What htmx is to an engine that cannot read it: nothing."""
    phone.context.route("**/htmx.min.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    return phone


def loaded_anew(page: Page) -> None:
    page.wait_for_function("() => !window.stamped && document.readyState === 'complete'")


def test_news_loads_the_page_anew_and_what_stood_open_stands_open(phone: Callable[..., Phone]) -> None:
    ana, ben, cleo = phone(), old(phone()), old(phone())
    at_table([ana, ben, cleo], "Scape Goat")
    drawer(ben.page, "more")
    ben.page.evaluate(STAMP)
    start(ana.page)
    loaded_anew(ben.page)
    expect(ben.page.locator("#more")).to_have_attribute("open", "")
    ben.page.locator("#edge").click()  # the open menu hides the game, so the edge says what is asked, and leads there
    expect(ben.page.get_by_role("button", name=HOLD)).to_be_visible()
    expect(ben.page.locator("[data-connection]")).to_have_class("here")
    expect(cleo.page.get_by_role("button", name=HOLD)).to_be_visible()


def test_who_comes_and_goes_loads_no_page_anew(phone: Callable[..., Phone]) -> None:
    """Two such pages would have each other load for ever."""
    ana, ben, cleo = phone(), old(phone()), old(phone())
    at_table([ana, ben, cleo], "Scape Goat")
    start(ana.page)
    for one in (ben, cleo):
        expect(one.page.get_by_role("button", name=HOLD)).to_be_visible()
    ben.page.evaluate(STAMP)
    mark = ben.page.locator("#panel").get_attribute("data-mark") or ""
    cleo.page.goto("about:blank")
    expect(ben.page.locator("#panel")).not_to_have_attribute("data-mark", mark)
    assert ben.page.evaluate(STAMPED)


def test_a_message_held_open_is_kept_while_news_comes(phone: Callable[..., Phone]) -> None:
    ana, ben, cleo = phone(), old(phone()), phone()
    at_table([ana, ben, cleo], "Scape Goat")
    start(ana.page)
    at = hold_button(ben.page)
    ben.page.evaluate(STAMP)
    ben.page.mouse.move(*at)
    ben.page.mouse.down()
    expect(ben.page.locator(".secret")).to_be_visible()
    mark = ben.page.evaluate("() => stop && document.getElementById('panel').dataset.mark")
    cleo.page.get_by_role("button", name=HOLD).click()  # a tap is no reading that lasts, but a move all the same
    cleo.page.locator("#ask-cops > summary").click()
    cleo.page.locator("#ask-cops form button").click()
    expect(ben.page.locator("#edge")).to_be_visible()  # it is asked, and says so at the edge
    expect(ben.page.locator(".secret")).to_be_visible()
    assert ben.page.evaluate(STAMPED)
    assert ben.page.locator("#panel").get_attribute("data-mark") == mark
    ben.page.mouse.up()
    loaded_anew(ben.page)
    expect(ben.page.get_by_role("heading", name="Count to three")).to_be_visible()


def test_what_is_typed_is_kept_until_it_is_sent_or_its_owner_wants_the_news(phone: Callable[..., Phone]) -> None:
    ana, ben = phone(), old(phone())
    at_table([ana, ben], "Scout")
    start(ana.page)
    ana.page.get_by_role("button", name="Round over: count").click()
    captured = ben.page.get_by_label("Captured cards")
    captured.fill("7")
    ben.page.evaluate(STAMP)
    for label, n in (("Captured cards", "4"), ("Chips not spent", "3"), ("Cards in hand", "0")):
        ana.page.get_by_label(label).fill(n)
    ana.page.get_by_role("button", name="Save my count").click()
    expect(ben.page.locator("#edge")).to_be_visible()
    assert ben.page.evaluate(STAMPED)
    expect(captured).to_have_value("7")
    ben.page.locator("#edge").click()
    loaded_anew(ben.page)
    expect(captured).to_have_value("7")  # numbers half typed are kept over a load as well
    for label, n in (("Chips not spent", "1"), ("Cards in hand", "9")):
        ben.page.get_by_label(label).fill(n)
    ben.page.get_by_role("button", name="Save my count").click()
    expect(ana.page.get_by_role("heading", name=re.compile("did Ana show the last card"))).to_be_visible()


def test_a_table_that_is_gone_says_so(phone: Callable[..., Phone]) -> None:
    ana, ben = phone(), old(phone())
    at_table([ana, ben], "Scout")
    expect(ben.page.locator("[data-connection]")).to_have_class("here")
    drawer(ana.page, "more")
    ana.page.locator("#forget > summary").click()
    ana.page.get_by_role("button", name="Yes, delete the table").click()
    expect(ben.page.get_by_text("deleted").first).to_be_visible()
