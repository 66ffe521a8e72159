"""What is put away in a drawer comes when it is opened, stays open through the news, and a deleted table says so."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta, timezone

from playwright.sync_api import expect

from tests.browser.evenings import drawer
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


def test_drawers_opened_together_are_all_filled_and_every_question_is_for_all_of_them(
    phone: Callable[..., Phone],
) -> None:
    """Also one asked right after an answer came, which shuts what stood open for a moment: else the next answer would
    empty them, and the next fill them, without end."""
    ana, ben, asked = phone(), phone(), list[str]()
    _two_seated(ana, ben)
    ana.page.get_by_role("button", name="Set up the box").click()
    expect(ben.page.locator("#panel")).to_have_attribute("data-stage", "setup")
    ben.page.on("request", lambda request: asked.append(request.headers.get("open-drawers", "")))
    ben.page.evaluate("() => document.querySelectorAll('#menu, #people, #log, #more').forEach(d => { d.open = true; })")
    for key in ("people", "log", "more"):
        expect(ben.page.locator(f"#{key} > :nth-child(2)")).to_be_attached()
    assert ana.page.context.request.post(f"{ana.page.url}/add", form={"name": "Cleo", "drawn": "9999"}).ok
    expect(ben.page.locator("#people")).to_contain_text("Cleo")
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
