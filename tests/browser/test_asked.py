"""Being asked finds whoever is asked, wherever their page is; a tap is for what stood there as the finger came down."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.asking import ANA, BEN, CALLED_FOR, CHOICES, CLEO
from tests.browser import choosing
from tests.browser.evenings import Group, close_menu, drawer, gather, let_go, menu, press, start, time_as_told
from tests.browser.phone import Phone
from tests.games import named

ASKED = CHOICES[CALLED_FOR].asks
TITLE = str(named(CALLED_FOR.split()[0]).title)


def dealt(phone: Callable[..., Phone]) -> Group:
    """Three phones with a message on each; all but the host has read."""
    group = gather(phone, 3, TITLE)
    start(group.host)
    for name in ("Ben", "Cleo"):
        press(group.pages[name])
        let_go(group.pages[name])
        for page in group.pages.values():  # what it brings may move the next one's button
            expect(page.locator("#now")).not_to_contain_text(name)
    return group


def call(group: Group, by: str = "Cleo") -> None:
    """Somebody calls for what all are asked then."""
    choosing.call(group.phones[by], group.code, CALLED_FOR)


def choose(page: Page, seat: int, nth: int = 0) -> None:
    """Tap one of what is asked for, and wait until it is in."""
    choosing.choose(page, CALLED_FOR, seat, nth)


def presses(page: Page) -> list[str]:
    """Where this page sends what is pressed, from now on."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    return sent


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
    call(group)
    expect(ben).to_have_title(re.compile(f"^Your turn · {TITLE}"))
    choose(ben, BEN)
    expect(ben).to_have_title(re.compile(f"^{TITLE}"))


def test_who_holds_a_message_open_sees_at_the_edge_what_is_asked_and_nothing_moves(phone: Callable[..., Phone]) -> None:
    group = dealt(phone)
    ben = group.pages["Ben"]
    ben.clock.install()
    time_as_told(ben)  # or an open message covers itself while a busy machine takes its time
    press(ben)
    words = ben.locator(".secret").inner_text()
    call(group)
    expect(ben.locator("#edge")).to_contain_text(ASKED)
    expect(ben.locator(".secret")).to_have_text(words)
    ben.clock.resume()
    ben.mouse.up()
    expect(ben.locator("#now h1")).to_have_text(ASKED)
    expect(ben.locator("#edge")).to_be_hidden()


def test_who_looks_something_up_is_told_at_the_edge_and_led_there_by_a_tap(
    phone: Callable[..., Phone],
) -> None:
    group = dealt(phone)
    ben = group.pages["Ben"]
    menu(ben)
    call(group)
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
    call(group)
    expect(ben.locator("#now h1")).to_have_text(ASKED)
    expect(ben.locator(".table")).not_to_have_class(re.compile("resting"))
    assert ben.evaluate("() => window.rested.includes(true)"), "no tap counted while it was new"
    choose(ben, BEN)


def test_a_tap_is_for_what_stood_under_the_finger_as_it_came_down(phone: Callable[..., Phone]) -> None:
    group = dealt(phone)
    ben = group.pages["Ben"]
    call(group)
    one = choosing.controls(ben, CALLED_FOR, BEN).nth(1)
    expect(one).to_be_visible()
    expect(ben.locator(".table")).not_to_have_class(re.compile("resting"))
    taps = presses(ben)
    one.hover()
    ben.mouse.down()
    expect(one).to_be_focused()
    one.evaluate("button => { button.lastChild.textContent = 'another'; }")
    ben.mouse.up()
    expect(ben.locator("#now h1")).to_have_text(ASKED)
    choose(ben, BEN, 1)  # a finger that comes down on what stands there now is meant for it
    assert len(taps) == 1


def test_the_second_of_two_quick_taps_ticks_no_second_step(phone: Callable[..., Phone]) -> None:
    group = gather(phone)
    host = group.host
    host.get_by_role("button", name="Set up the box").click()
    expect(host.locator("#panel")).to_have_attribute("data-stage", "setup")
    step = host.get_by_role("heading", level=1)
    first = step.inner_text()
    taps = presses(host)
    host.get_by_role("button", name="Done, next").hover()
    host.mouse.down()
    host.mouse.up()
    expect(step).not_to_have_text(first)
    second = step.inner_text()
    host.get_by_role("button", name="Done, next").hover()
    host.mouse.down(click_count=2)  # the second click of a double one, which finds the next step there
    host.mouse.up(click_count=2)
    host.get_by_role("button", name="Done, next").click()
    expect(step).not_to_have_text(second)
    assert len(taps) == 2


def test_who_is_typing_keeps_their_place_and_words_and_is_asked_at_the_edge(phone: Callable[..., Phone]) -> None:
    group = dealt(phone)
    host = group.host
    drawer(host, "people")
    field = host.get_by_label("Another player without a phone")
    field.fill("Dov and")
    call(group)
    expect(host.locator("#edge")).to_contain_text(ASKED)
    expect(field).to_be_focused()
    expect(field).to_have_value("Dov and")


def test_a_phone_buzzes_once_when_it_is_asked_unless_its_owner_said_no(phone: Callable[..., Phone]) -> None:
    group = dealt(phone)
    ben, cleo = group.pages["Ben"], group.pages["Cleo"]
    for page in (ben, cleo):
        page.evaluate("() => { window.buzzes = 0; navigator.vibrate = () => { window.buzzes += 1; return true; }; }")
    drawer(cleo, "more").get_by_text("Buzz when it is my turn").click()
    close_menu(cleo)
    call(group, by="Ana")
    for page in (ben, cleo):
        expect(page.locator("#now h1")).to_have_text(ASKED)
    choose(cleo, CLEO)
    expect(ben.locator("#panel")).to_have_attribute(
        "data-mark", cleo.locator("#panel").get_attribute("data-mark") or ""
    )
    assert (ben.evaluate("window.buzzes"), cleo.evaluate("window.buzzes")) == (1, 0)


def test_what_was_refused_is_still_said_when_somebody_elses_move_comes_right_after(phone: Callable[..., Phone]) -> None:
    group = dealt(phone)
    host = group.host
    drawer(host, "people")
    host.get_by_label("Another player without a phone").fill("Ben")
    host.get_by_role("button", name="Add them").click()
    called = "Somebody here is already called that."
    expect(host.get_by_text(called).first).to_be_visible()
    call(group)
    expect(host.locator("#now h1")).to_have_text(ASKED)
    expect(host.get_by_text(called).first).to_be_visible()
    close_menu(host)
    choose(host, ANA)
    expect(host.get_by_text(called)).to_have_count(0)


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
