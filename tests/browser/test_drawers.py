"""What is put away in a drawer comes when it is opened, stays open through the news, and a deleted table says so."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import expect

from tests.browser.evenings import close_menu, drawer, sit_down, start, without_htmx
from tests.browser.held import Held
from tests.browser.phone import Phone


def test_a_drawer_fills_when_it_is_opened_after_news_and_keeps_what_is_typed(phone: Callable[..., Phone]) -> None:
    ana, ben = phone(), phone(zone="Asia/Kolkata")
    _two_seated(ana, ben)
    ana.page.get_by_role("button", name="Set up the box").click()
    expect(ben.page.locator("#panel")).to_have_attribute("data-stage", "setup")
    expect(ben.page.locator("#people > :not(summary)")).to_have_count(0)  # the news came without what is put away
    drawer(ben.page, "people")
    mine = ben.page.locator("#people details[id^='seat-']")
    mine.locator("summary").click()
    mine.get_by_label("Name").fill("Benja")
    drawer(ana.page, "people")
    ana.page.locator("#people").get_by_label("Another player without a phone").fill("Cleo")
    ana.page.get_by_role("button", name="Add them").click()
    expect(ben.page.locator("#people")).to_contain_text("Cleo")
    expect(mine.get_by_label("Name")).to_have_value("Benja")
    drawer(ben.page, "log")
    times = ben.page.locator("#log time")
    expect(times).to_have_count(5)
    minute = int(times.first.get_attribute("data-minute") or 0)
    when = datetime.fromtimestamp(minute * 60, timezone(timedelta(hours=5, minutes=30)))  # by Ben's clock
    expect(times.first).to_have_text(re.compile(rf"{when:%I:%M}\s{when:%p}"))


OPENED_TOGETHER = """() => {
    const ask = window.fetch;
    window.asked = [];
    window.fetch = (to, how) => { asked.push(how.headers["Open-Drawers"] ?? ""); return ask(to, how); };
    document.querySelectorAll("#menu, #people, #log, #more").forEach(d => { d.open = true; });
}"""
"""Opens the drawers; for which of them each question is that the page asks from then on."""


def test_drawers_opened_together_are_all_filled_and_every_question_is_for_all_of_them(
    phone: Callable[..., Phone],
) -> None:
    """Also one asked right after an answer came, which shuts what stood open for a moment: else the next answer would
    empty them, and the next fill them, without end."""
    ana, ben = phone(), phone()
    _two_seated(ana, ben)
    ana.page.get_by_role("button", name="Set up the box").click()
    expect(ben.page.locator("#panel")).to_have_attribute("data-stage", "setup")
    ben.page.evaluate(OPENED_TOGETHER)
    for key in ("people", "log", "more"):
        expect(ben.page.locator(f"#{key} > :nth-child(2)")).to_be_attached()
    assert ana.page.context.request.post(f"{ana.page.url}/add", form={"name": "Cleo", "drawn": "9999"}).ok
    expect(ben.page.locator("#people")).to_contain_text("Cleo")
    asked = ben.page.evaluate("asked")
    assert [drawers for drawers in asked if not {"people", "log", "more"} <= set(drawers.split())] == []


def test_a_drawer_whose_question_was_lost_asks_again_by_itself(phone: Callable[..., Phone]) -> None:
    ana, ben = phone(), phone()
    _two_seated(ana, ben)
    ana.page.get_by_role("button", name="Set up the box").click()
    expect(ben.page.locator("#panel")).to_have_attribute("data-stage", "setup")
    ben.allow("ERR_FAILED")
    ben.page.route("**/panel", lambda route: route.abort(), times=1)
    drawer(ben.page, "people")
    expect(ben.page.locator("#people")).to_contain_text("Ana")


@pytest.mark.parametrize("plain", [False, True])
def test_a_menu_that_stands_open_is_put_away_when_somebody_else_goes_back_to_before_the_game(
    phone: Callable[..., Phone], plain: bool
) -> None:
    """On a phone it hides the game, and what to do next. What news of the same stage brings leaves it open."""
    ana, ben = phone(), without_htmx(phone()) if plain else phone()
    _two_seated(ana, ben)
    begun(ana, ben)
    drawer(ben.page, "people")
    drawer(ana.page, "people")
    ana.page.locator("#people").get_by_label("Another player without a phone").fill("Cleo")
    ana.page.get_by_role("button", name="Add them").click()
    expect(ben.page.locator("#people")).to_contain_text("Cleo")
    expect(ben.page.locator("#menu")).to_have_attribute("open", "")
    close_menu(ana.page)
    back_to_the_lobby(ana, ben)
    expect(ben.page.locator("#menu")).not_to_have_attribute("open", "")
    expect(ben.page.locator("#panel h1:not(.sr)").first).to_be_visible()


def test_a_menu_stays_open_under_whoever_has_just_pressed_something_until_that_is_answered(
    phone: Callable[..., Phone],
) -> None:
    """Till then the other stage may be what came of it; then it is put away as for everybody."""
    ana, ben, cleo = phone(), phone(), phone()
    sit_down(cleo.page, _two_seated(ana, ben), "Cleo")
    drawer(ben.page, "more")
    ben.page.locator("#claim > summary").click()
    held = Held(ben.page, "**/claim")
    ben.page.get_by_role("button", name="Ask for Cleo as host").click()
    held.asked()
    begun(ana, ben)
    expect(ben.page.locator("#menu")).to_have_attribute("open", "")
    expect(ben.page.get_by_role("button", name="Ask for Cleo as host")).to_be_visible()
    with ben.page.expect_response("**/claim"):
        held.let_go()
    expect(ben.page.locator("#menu")).not_to_have_attribute("open", "")


@pytest.mark.parametrize("meanwhile", [False, True])
def test_what_is_pressed_in_a_menu_and_leads_elsewhere_puts_it_away_also_where_its_answer_comes_last(
    phone: Callable[..., Phone], meanwhile: bool
) -> None:
    """Also where something else happened `meanwhile`, so that the answer says less than what shows already."""
    ana, ben = _about_to_stop(phone)
    drawer(ben.page, "more")
    held = Held(ana.page, "**/lobby")
    ana.page.get_by_role("button", name="Yes, stop it").click()
    held.given()
    expect(ben.page.locator("#menu")).not_to_have_attribute("open", "")
    expect(ana.page.locator("#panel")).to_have_attribute("data-stage", "lobby")
    expect(ana.page.locator("#menu")).to_have_attribute("open", "")
    if meanwhile:
        assert ben.page.context.request.post(f"{ben.page.url}/add", form={"name": "Dov", "drawn": "9999"}).ok
        expect(ana.page.locator("#panel")).to_contain_text("Dov")
    held.let_go()
    expect(ana.page.locator("#menu")).not_to_have_attribute("open", "")
    expect(ana.page.get_by_role("heading", name="Who is playing?")).to_be_focused()


def test_what_is_pressed_in_a_phones_menu_and_leads_elsewhere_leaves_the_focus_on_what_it_led_to(
    phone: Callable[..., Phone],
) -> None:
    """While its menu is open a phone shows nothing else: nothing there could take the focus."""
    ana, _ = _about_to_stop(phone)
    ana.page.get_by_role("button", name="Yes, stop it").press("Enter")
    expect(ana.page.locator("#panel")).to_have_attribute("data-stage", "lobby")
    expect(ana.page.locator("#menu")).not_to_have_attribute("open", "")
    expect(ana.page.get_by_role("heading", name="Who is playing?")).to_be_focused()


def test_a_menu_stays_open_under_whoever_types_in_it_as_the_game_begins(phone: Callable[..., Phone]) -> None:
    ana, ben, cleo = phone(), phone(), phone()
    sit_down(cleo.page, _two_seated(ana, ben), "Cleo")
    begun(ana, ben)
    drawer(ben.page, "people")
    ben.page.locator("#people details[id^='seat-'] summary").click()
    name = ben.page.locator("#people").get_by_label("Name")
    name.fill("Benja")
    ana.page.locator("#leave-setup > summary").click()
    start(ana.page)
    expect(ben.page.locator("#panel")).to_have_attribute("data-stage", "play")
    expect(name).to_be_visible()
    expect(name).to_have_value("Benja")


def begun(ana: Phone, ben: Phone) -> None:
    """Ana sets the box up, and Ben's phone shows it."""
    ana.page.get_by_role("button", name="Set up the box").click()
    expect(ben.page.locator("#panel")).to_have_attribute("data-stage", "setup")


def back_to_the_lobby(ana: Phone, ben: Phone) -> None:
    """Ana goes back to the lobby, and Ben's phone does."""
    ana.page.locator("#leave-setup > summary").click()
    ana.page.get_by_role("button", name="Back to the lobby").click()
    expect(ben.page.locator("#panel")).to_have_attribute("data-stage", "lobby")


def test_a_table_its_host_deletes_is_gone_on_every_phone(phone: Callable[..., Phone]) -> None:
    ana, ben = phone(), phone()
    _two_seated(ana, ben)
    drawer(ana.page, "more")
    ana.page.locator("#forget > summary").click()
    ana.page.get_by_role("button", name="Yes, delete the table").click()
    for each in (ana, ben):
        expect(each.page.locator("#panel")).to_contain_text("This table is gone")
        expect(each.page.locator("#invite")).to_be_hidden()  # nobody can come to it
        expect(each.page.locator("[data-connection]")).to_be_hidden()


def _about_to_stop(phone: Callable[..., Phone]) -> tuple[Phone, Phone]:
    """Ana's phone, who hosts a game of three and is asked in her menu whether it should be stopped; and Ben's."""
    ana, ben, cleo = phone(), phone(), phone()
    sit_down(cleo.page, _two_seated(ana, ben), "Cleo")
    start(ana.page)
    for each in (ana, ben):
        expect(each.page.locator("#panel")).to_have_attribute("data-stage", "play")
    drawer(ana.page, "host")
    ana.page.locator("#end-game > summary").click()
    return ana, ben


def _two_seated(ana: Phone, ben: Phone) -> str:
    ana.page.goto("/")
    ana.page.evaluate(
        "() => { const f = document.querySelector('form[action$=\"/open\"]'); f.querySelector('button').click(); }"
    )
    ana.page.wait_for_url(re.compile(r"/t/\w+"))
    code = ana.page.url.rpartition("/")[2]
    for each, name in ((ana, "Ana"), (ben, "Ben")):
        each.page.goto(f"/j/{code}")
        each.page.locator("input[name='name']").first.fill(name)
        each.page.get_by_role("button", name="Take a seat").click()
        expect(each.page.locator("#panel")).to_contain_text(name)
    return code
