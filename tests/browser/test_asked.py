"""Being asked finds whoever is asked, wherever their page is; a tap is for what stood there as the finger came down."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.evenings import Group, close_menu, gather, menu, press
from tests.browser.phone import Phone

ASKED = "Lay one card face down, then tap which"


def dealt(phone: Callable[..., Phone]) -> Group:
    """Three phones with a message on each; all but the host has read."""
    group = gather(phone)
    group.host.get_by_role("button", name="Start the game").click()
    for name in ("Ben", "Cleo"):
        press(group.pages[name])
        group.pages[name].mouse.up()
        expect(group.pages[name].locator(".message.read")).to_be_visible()
    return group


def call(page: Page) -> None:
    page.locator("[id^='ask-frame-'] > summary").click()
    page.get_by_role("button", name="Yes, call it").click()


def test_who_has_read_stands_on_every_screen_and_a_message_once_read_is_a_bar(phone: Callable[..., Phone]) -> None:
    group = dealt(phone)
    for name in ("Ben", "Cleo"):
        expect(group.pages[name].locator("#now")).to_contain_text("2 of 3 have read.")
        bar = group.pages[name].locator(".message.read [data-hold]").bounding_box()
        assert bar is not None
        assert 50 < bar["height"] < 62
    expect(group.host.locator("#now h1")).to_have_text("Hold the button. Read it alone.")
    press(group.host)
    group.host.mouse.up()
    expect(group.pages["Ben"].locator("#now")).not_to_contain_text("have read")


def test_the_tab_says_whose_turn_it_is(phone: Callable[..., Phone]) -> None:
    group = dealt(phone)
    ben = group.pages["Ben"]
    expect(ben).not_to_have_title(re.compile("^Your turn"))
    call(group.pages["Cleo"])
    expect(ben).to_have_title(re.compile("^Your turn · Scape Goat"))
    ben.get_by_role("button", name="red", exact=True).click()
    expect(ben).to_have_title(re.compile("^Scape Goat"))


def test_who_holds_a_message_open_sees_at_the_edge_what_is_asked_and_nothing_moves(phone: Callable[..., Phone]) -> None:
    group = dealt(phone)
    ben = group.pages["Ben"]
    press(ben)
    words = ben.locator(".secret").inner_text()
    call(group.pages["Cleo"])
    expect(ben.locator("#edge")).to_contain_text(ASKED)
    expect(ben.locator(".secret")).to_have_text(words)
    ben.mouse.up()
    expect(ben.locator("#now h1")).to_have_text(ASKED)


def test_who_looks_something_up_is_told_at_the_edge_and_led_there_by_a_tap(
    phone: Callable[..., Phone],
) -> None:
    group = dealt(phone)
    ben = group.pages["Ben"]
    menu(ben)
    call(group.pages["Cleo"])
    bar = ben.get_by_role("button", name=re.compile(ASKED))
    expect(bar).to_be_visible()
    expect(ben.locator("#menu")).to_have_attribute("open", "")
    bar.click()
    expect(ben.locator("#now h1")).to_be_in_viewport()
    expect(ben.locator("#edge")).to_be_hidden()


def test_what_another_phone_has_just_put_there_takes_no_tap_for_half_a_second(phone: Callable[..., Phone]) -> None:
    group = dealt(phone)
    ben = group.pages["Ben"]
    ben.evaluate(
        """() => {
            const table = document.querySelector(".table");
            window.rested = [];
            new MutationObserver(() => window.rested.push(table.classList.contains("resting")))
                .observe(table, {attributes: true, attributeFilter: ["class"]});
        }"""
    )
    call(group.pages["Cleo"])
    expect(ben.locator("#now h1")).to_have_text(ASKED)
    expect(ben.locator(".table")).not_to_have_class(re.compile("resting"))
    assert ben.evaluate("() => window.rested.includes(true)"), "no tap counted while it was new"
    ben.get_by_role("button", name="red", exact=True).click()
    expect(ben.get_by_text("Your card is in.")).to_be_visible()


def test_a_menu_is_closed_by_its_own_button_and_by_escape(phone: Callable[..., Phone]) -> None:
    group = dealt(phone)
    ben = group.pages["Ben"]
    menu(ben)
    expect(ben.locator(".game")).to_be_hidden()
    close_menu(ben)
    expect(ben.locator(".game")).to_be_visible()
    menu(ben)
    ben.keyboard.press("Escape")
    expect(ben.locator(".game")).to_be_visible()
