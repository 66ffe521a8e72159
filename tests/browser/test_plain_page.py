"""Where htmx cannot run, as in a Chrome or Safari from before 2020, a page is a plain one that is live all the same.
What is held or typed while news comes is in the games' own tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from companion.games import GAMES
from tests.browser.evenings import (
    HOLD,
    STAMP,
    STAMPED,
    at_table,
    drawer,
    loaded_anew,
    open_table,
    sit_down,
    start,
    without_htmx,
)
from tests.browser.phone import Phone
from tests.games import promises

TOLD = str(next(game for game in GAMES if promises(game.key).MESSAGES).title)
"""A game that begins with a message for everybody."""


def test_news_loads_the_page_anew_and_what_stood_open_stands_open(phone: Callable[..., Phone]) -> None:
    ana, ben, cleo = phone(), without_htmx(phone()), without_htmx(phone())
    at_table([ana, ben, cleo], TOLD)
    drawer(ben.page, "more")
    ben.page.evaluate(STAMP)
    start(ana.page)
    loaded_anew(ben.page)
    expect(ben.page.locator("#more")).to_have_attribute("open", "")
    ben.page.locator("#edge").click()  # the open menu hides the game, so the edge says what is asked, and leads there
    expect(ben.page.get_by_role("button", name=HOLD)).to_be_visible()
    expect(ben.page.locator("[data-connection]")).to_have_class("here")
    expect(cleo.page.get_by_role("button", name=HOLD)).to_be_visible()


def test_a_switch_that_is_never_sent_keeps_no_news_back(phone: Callable[..., Phone]) -> None:
    ana, ben, cleo = phone(), without_htmx(phone()), phone()
    at_table([ana, ben, cleo], TOLD)
    start(ana.page)
    expect(ben.page.get_by_role("button", name=HOLD)).to_be_visible()
    ben.page.locator("[data-tap-instead]:visible").click()
    ben.page.evaluate(STAMP)
    drawer(ana.page, "host")
    ana.page.locator("#redeal > summary").click()
    ana.page.get_by_role("button", name="Yes, restart").click()
    loaded_anew(ben.page)
    expect(ben.page.locator(".notices")).to_contain_text("restarted")


@pytest.mark.parametrize("what", ["cannot read our script", "knows no stream", "runs no script"])
def test_a_browser_that_hears_nothing_never_says_so_and_shows_how_to_look_again(
    phone: Callable[..., Phone], what: str
) -> None:
    ana, ben = phone(), phone(script=what != "runs no script")
    if what == "cannot read our script":
        ben.context.route("**/script.js*", lambda way: way.fulfill(body="", content_type="text/javascript"))
    if what == "knows no stream":
        without_htmx(ben).context.add_init_script("delete window.EventSource")
    code = open_table(ana.page, TOLD)
    ben.page.goto(f"/t/{code}")
    expect(ben.page.locator(".bar").get_by_role("link", name="Look again")).to_be_visible()
    expect(ben.page.locator("[data-connection]")).to_be_hidden()
    said = ben.page.locator("noscript p" if what == "runs no script" else "[data-deaf]")
    expect(said).to_be_visible(visible=what != "cannot read our script")
    sit_down(ana.page, code, "Ana")
    ben.page.locator(".bar").get_by_role("link", name="Look again").click()
    expect(ben.page.get_by_text("Ana").locator("visible=true").first).to_be_visible()


def test_a_browser_that_hears_is_never_shown_how_to_look_again(phone: Callable[..., Phone]) -> None:
    ana, ben = phone(), without_htmx(phone())
    code = open_table(ana.page, TOLD)
    for one in (ana, ben):
        one.page.goto(f"/t/{code}")
        expect(one.page.locator("[data-connection]")).to_have_class("here")
        assert not one.page.get_by_text("Look again").locator("visible=true").count()


def test_who_comes_and_goes_loads_no_page_anew(phone: Callable[..., Phone]) -> None:
    """Two such pages would have each other load for ever."""
    ana, ben, cleo = phone(), without_htmx(phone()), without_htmx(phone())
    at_table([ana, ben, cleo], TOLD)
    start(ana.page)
    for one in (ben, cleo):
        expect(one.page.get_by_role("button", name=HOLD)).to_be_visible()
    ben.page.evaluate(STAMP)
    mark = ben.page.locator("#panel").get_attribute("data-mark") or ""
    cleo.page.goto("about:blank")
    expect(ben.page.locator("#panel")).not_to_have_attribute("data-mark", mark)
    assert ben.page.evaluate(STAMPED)


def test_a_table_that_is_gone_says_so(phone: Callable[..., Phone]) -> None:
    ana, ben = phone(), without_htmx(phone())
    at_table([ana, ben], TOLD)
    expect(ben.page.locator("[data-connection]")).to_have_class("here")
    drawer(ana.page, "more")
    ana.page.locator("#forget > summary").click()
    ana.page.get_by_role("button", name="Yes, delete the table").click()
    expect(ben.page.get_by_text("deleted").first).to_be_visible()
