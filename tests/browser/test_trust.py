"""What was done is seen until it is put away, and whoever comes while the door is shut asks, and is let in or not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.evenings import close_menu, drawer, gather, menu
from tests.browser.evenings import start as start_unset
from tests.browser.phone import LIGHTS, Phone

TAKEN_IN = "Ana moved Cleo to the host’s device"


def take_cleo_in(host: Page) -> None:
    drawer(host, "people")
    cleo = host.locator("#people details").filter(has_text="Cleo")
    cleo.locator("summary").first.click()
    cleo.get_by_text("Move Cleo to this device", exact=True).click()
    cleo.get_by_role("button", name="Yes, move").click()
    close_menu(host)


def start(host: Page) -> None:
    start_unset(host)
    expect(host.locator("#panel")).to_have_attribute("data-stage", "play")


def test_a_notice_comes_by_itself_goes_with_a_tap_and_no_news_bring_it_back(phone: Callable[..., Phone]) -> None:
    group = gather(phone)
    ben, cleo = group.pages["Ben"], group.pages["Cleo"]
    start(group.host)
    take_cleo_in(group.host)
    for page in (ben, cleo):
        expect(page.locator("#notices")).to_contain_text(TAKEN_IN)
    expect(ben.locator("#notices")).to_be_in_viewport()
    ben.locator("#notices").get_by_role("button", name="Got it").click()
    expect(ben.locator("#notices")).to_have_count(0)
    name = menu(group.host).locator("#people").get_by_label("Another player without a phone")
    name.fill("Dov")
    group.host.get_by_role("button", name="Add them").click()
    expect(ben.locator("#panel")).to_have_attribute("data-news", "Ana added Dov, who has no phone")
    expect(ben.locator("#notices")).to_have_count(0)
    expect(cleo.locator("#notices")).to_contain_text(TAKEN_IN)
    for page in (ben, cleo):
        page.reload()
    expect(cleo.locator("#notices")).to_contain_text(TAKEN_IN)
    expect(ben.locator("#notices")).to_have_count(0)


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_widest_ticket_stays_within_its_frame(phone: Callable[..., Phone], width: int) -> None:
    host = gather(phone).host
    start(host)
    host.set_viewport_size({"width": width, "height": 800})
    drawer(host, "people")
    cleo = host.locator("#people details").filter(has_text="Cleo")
    cleo.locator("summary").first.click()
    cleo.get_by_role("button", name="Move to another phone").click()
    letters = host.locator(".ticket .letters")
    expect(letters).to_be_visible()
    lines = """(one, text) => { one.textContent = text; const style = getComputedStyle(one);
        return one.scrollWidth > one.clientWidth + 1 ? "too wide" :
            Math.round(one.clientHeight / parseFloat(style.lineHeight)) }"""
    assert letters.evaluate(lines, "7W3W9WG3") == 1
    assert letters.evaluate(lines, "WWWWWWWW") == 2


def test_a_notice_that_was_put_away_goes_though_the_answer_was_lost(phone: Callable[..., Phone]) -> None:
    """Its cookie came, and nothing else: the page shows what it showed, by the mark that it still has."""
    group = gather(phone)
    ben = group.pages["Ben"]
    start(group.host)
    take_cleo_in(group.host)
    expect(ben.locator("#notices")).to_contain_text(TAKEN_IN)
    group.phones["Ben"].allow("ERR_FAILED|Failed to fetch")

    def lose(route: Route) -> None:
        assert route.fetch().ok
        route.abort()

    ben.route("**/put-away", lose)
    ben.locator("#notices").get_by_role("button", name="Got it").click()
    expect(ben.locator("#notices")).to_have_count(0)


def test_without_script_a_notice_is_put_away_as_well(phone: Callable[..., Phone]) -> None:
    group, plain = gather(phone, 2), phone(script=False).page
    plain.goto(f"/j/{group.code}")
    plain.get_by_label("Your name").fill("Cleo")
    plain.get_by_role("button", name="Take a seat").click()
    expect(group.host.locator(".people")).to_contain_text("Cleo")
    start(group.host)
    drawer(group.host, "host")
    group.host.get_by_text("Restart this game").click()
    group.host.get_by_role("button", name="Yes, restart").click()
    expect(group.pages["Ben"].locator("#notices")).to_contain_text("There are new messages: read yours.")
    plain.goto(f"/t/{group.code}")
    expect(plain.locator("#notices")).to_contain_text("There are new messages: read yours.")
    plain.get_by_role("button", name="Got it").click()
    expect(plain.locator("#notices")).to_have_count(0)
    plain.goto(f"/t/{group.code}")
    expect(plain.locator("#notices")).to_have_count(0)


@pytest.mark.parametrize("answer", ["Let Eve in", "Do not let Eve in"])
def test_who_comes_in_mid_game_watches_asks_and_is_answered_by_the_hosts_tap(
    phone: Callable[..., Phone], answer: str
) -> None:
    group, late = gather(phone), phone()
    start(group.host)
    page = late.page
    page.goto(f"/j/{group.code}")
    expect(page.get_by_role("heading", name="You are watching")).to_be_visible()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Ask to be let in").click()
    expect(page.get_by_text("Somebody here is already called that.")).to_be_visible()
    page.get_by_label("Your name").fill("Eve")
    page.get_by_role("button", name="Ask to be let in").click()
    expect(page.get_by_text("You asked to be let in as Eve.")).to_be_visible()
    expect(group.host.get_by_text("Eve asks to be let in.")).to_be_visible()
    expect(group.pages["Ben"].get_by_text("Eve asks to be let in.")).to_have_count(0)
    group.host.get_by_role("button", name=answer, exact=True).click()
    expect(group.host.get_by_text("Eve asks to be let in.")).to_have_count(0)
    if answer == "Let Eve in":
        expect(page.get_by_text("You join the next one; until then you can watch.")).to_be_visible()
        expect(group.pages["Ben"].locator("#notices")).to_contain_text("Ana let Eve in")
    else:
        expect(page.get_by_text("The host did not let you in.")).to_be_visible()


def test_a_wish_stands_on_the_hosts_screen_with_its_answer(phone: Callable[..., Phone]) -> None:
    group = gather(phone)
    start(group.host)
    ben = group.pages["Ben"]
    drawer(ben, "more")
    ben.locator("#claim > summary").click()
    ben.locator("#claim").get_by_role("button", name="Ask for Cleo as host").click()
    strip = group.host.locator("#notices")
    expect(strip).to_contain_text("Ben would like Cleo to be the host.")
    expect(group.pages["Cleo"].locator("#notices")).to_have_count(0)
    strip.get_by_role("button", name="Make Cleo a host too").click()
    expect(group.pages["Cleo"].locator("#notices")).to_contain_text("Ana made Cleo a host too")
    expect(group.pages["Cleo"].locator("#panel")).to_have_attribute("data-role", "host")


@pytest.mark.parametrize("size", [(390, 844), (320, 568)], ids=["phone", "small phone"])
def test_the_strip_the_door_and_who_asks_have_no_fault(phone: Callable[..., Phone], size: tuple[int, int]) -> None:
    group, late = gather(phone), phone(size=size)
    start(group.host)
    take_cleo_in(group.host)
    late.page.goto(f"/t/{group.code}")
    ben, host = group.phones["Ben"], group.phones["Ana"]
    ben.page.set_viewport_size({"width": size[0], "height": size[1]})
    expect(ben.page.locator("#notices")).to_be_visible()
    for each in (late, ben):
        for light in LIGHTS:
            each.page.emulate_media(color_scheme=light)
            each.accessible()
        each.fits()
    late.page.locator("#ask-in > summary").click()
    late.page.get_by_label("Your name").fill("Eve")
    late.page.get_by_role("button", name="Ask to be let in").click()
    expect(late.page.get_by_text("You asked to be let in as Eve.")).to_be_visible()
    host.page.set_viewport_size({"width": size[0], "height": size[1]})
    expect(host.page.get_by_text("Eve asks to be let in.")).to_be_visible()
    for each in (late, host):
        for light in LIGHTS:
            each.page.emulate_media(color_scheme=light)
            each.accessible()
        each.fits()
    wall = phone(size=(1280, 720))
    wall.page.goto(f"/t/{group.code}/wall")
    expect(wall.page.locator("#notices")).to_contain_text(TAKEN_IN)
    wall.accessible()
