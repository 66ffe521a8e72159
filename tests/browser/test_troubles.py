"""What befalls phones in the middle of an evening: they sleep, are closed and opened again, forget who they are, keep
nothing. Ben's is a phone, Cleo's a small one."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.asking import BEN, CALLED_FOR, CHOICES, CLEO
from tests.browser import choosing
from tests.browser.asleep import Asleep
from tests.browser.choosing import play
from tests.browser.evenings import HOLD, covered, let_go, press, seated, time_as_told
from tests.browser.phone import Phone
from tests.games import named

ASKED = CHOICES[CALLED_FOR].asks
TITLE = str(named(CALLED_FOR.split()[0]).title)
"""A game that begins with a message for everybody, in which somebody calls for what all are asked then."""
LOST = "not connected, retrying"
WHOLE, SMALL, LAPTOP = (390, 844), (320, 568), (1280, 800)
TWENTY_MINUTES = 20 * 60 * 1000


def dealt(ana: Phone, ben: Phone, cleo: Phone) -> str:
    """The three at a table where everybody has a message, which Ben's and Cleo's phones show; its code."""
    code = seated([ana, ben, cleo], TITLE)
    play(ana, code, "start")
    for each in (ben, cleo):
        each.page.goto(f"/t/{code}")
        expect(each.page.get_by_role("button", name=HOLD)).to_be_visible()
    return code


def words_of(page: Page) -> str:
    """What its message says, which is covered again after."""
    press(page)
    words = page.locator(".secret").inner_text()
    let_go(page)
    return words


def asks(page: Page) -> None:
    """Fails unless what is asked of whoever holds it is said, in sight, and on its tab, and nothing is wrong."""
    expect(page.locator("#now h1")).to_have_text(ASKED)
    expect(page.locator("#now h1")).to_be_in_viewport()
    expect(page).to_have_title(re.compile("^Your turn"))
    expect(page.get_by_text(LOST)).to_have_count(0)


# --- asleep, and closed till the next day ----------------------------------------------------------------------------


def test_a_page_frozen_for_twenty_minutes_is_right_within_three_seconds_of_waking(phone: Callable[..., Phone]) -> None:
    ana, ben, cleo = phone(size=LAPTOP), phone(), phone(size=SMALL)
    for each in (ben, cleo):
        each.page.clock.install()
    code = dealt(ana, ben, cleo)
    told = {each: words_of(each.page) for each in (ben, cleo)}
    for each in told:
        time_as_told(each.page)
    frozen = [Asleep(each.page) for each in told]
    choosing.call(ana, code, CALLED_FOR)
    for sleep, (each, words) in zip(frozen, told.items(), strict=True):
        sleep.wakes()
        each.page.clock.fast_forward(TWENTY_MINUTES)
        each.page.clock.run_for(3_000)
        asks(each.page)
        each.page.clock.resume()
        assert words_of(each.page) == words
    choosing.choose(ben.page, CALLED_FOR, BEN)
    expect(cleo.page.locator("#now .waiting")).not_to_contain_text("Ben")


def kept_page(was: Phone, code: str, phone: Callable[..., Phone], size: tuple[int, int]) -> Callable[[], Page]:
    """The page of a phone as it is just now, kept while its browser is closed. What it answers opens it again: the same
    cookies and storage in another process, the page from the browser's own files."""
    html = was.page.request.get(f"/t/{code}").text()
    cookies = was.context.cookies()
    storage = was.page.evaluate("() => [{...localStorage}, {...sessionStorage}]")
    was.page.close()

    def opened() -> Page:
        again = phone(size=size)
        again.context.add_cookies(cookies)  # type: ignore[arg-type]
        again.context.add_init_script(f"""[localStorage, sessionStorage].forEach((shelf, n) => {{
            Object.entries({storage}[n]).forEach(([key, what]) => shelf.setItem(key, what)); }});""")
        again.context.add_init_script("window.setInterval = () => 0;")  # what looks by itself some seconds later
        again.page.route(f"**/t/{code}", lambda way: way.fulfill(body=html, content_type="text/html"), times=1)
        again.page.goto(f"/t/{code}")
        return again.page

    return opened


def test_a_page_restored_from_yesterday_shows_what_is_so_today(phone: Callable[..., Phone]) -> None:
    ana, ben, cleo = phone(size=LAPTOP), phone(), phone(size=SMALL)
    code = dealt(ana, ben, cleo)
    told = {each: words_of(each.page) for each in (ben, cleo)}
    kept = {each: kept_page(each, code, phone, size) for each, size in ((ben, WHOLE), (cleo, SMALL))}
    choosing.call(ana, code, CALLED_FOR)
    for each, opened in kept.items():
        page = opened()
        asks(page)
        assert words_of(page) == told[each]


@pytest.mark.parametrize(("since", "said"), [("lobby", "You are in, "), ("forget", "This table is gone: its host")])
def test_a_page_restored_from_yesterday_shows_nothing_of_a_game_that_is_over_or_a_table_that_was_deleted(
    phone: Callable[..., Phone], since: str, said: str
) -> None:
    ana, ben, cleo = phone(size=LAPTOP), phone(), phone(size=SMALL)
    code = dealt(ana, ben, cleo)
    told = {each: words_of(each.page) for each in (ben, cleo)}
    kept = {each: kept_page(each, code, phone, size) for each, size in ((ben, WHOLE), (cleo, SMALL))}
    play(ana, code, since)
    for each, opened in kept.items():
        page = opened()
        expect(page.get_by_text(said)).to_be_visible()
        expect(page.get_by_role("button", name=HOLD)).to_have_count(0)
        assert told[each] not in page.content()


# --- forgotten, and never kept ---------------------------------------------------------------------------------------


def ticket_for(host: Phone, code: str, seat: int) -> str:
    """What the host reads out for whoever had that seat."""
    answer = host.context.request.post(f"/t/{code}/ticket", form={"seat": str(seat), "drawn": "9999"})
    found = re.search(r'letters" translate="no">(\w+)<', answer.text())
    assert found is not None
    return found[1]


def test_whose_cookies_are_cleared_in_mid_game_is_told_reads_nothing_and_comes_back_with_a_ticket(
    phone: Callable[..., Phone],
) -> None:
    ana, ben, cleo = phone(size=LAPTOP), phone(), phone(size=SMALL)
    code = dealt(ana, ben, cleo)
    told = {each: words_of(each.page) for each in (ben, cleo)}
    for each, seat, way in ((ben, BEN, "I have a ticket"), (cleo, CLEO, "I had a seat")):
        page = each.page
        each.context.clear_cookies()
        expect(page.get_by_text("This phone has lost its seat")).to_be_in_viewport()
        expect(page.get_by_role("button", name=HOLD)).to_have_count(0)
        expect(page.get_by_role("region", name="You are watching")).to_be_visible()
        page.get_by_role("link", name=way).first.click()
        page.get_by_label("Ticket").fill(ticket_for(ana, code, seat))
        page.get_by_role("button", name="Take my seat back").click()
        page.wait_for_url(f"**/t/{code}")
        assert words_of(page) == told[each]
        expect(page.get_by_text("This phone has lost its seat")).to_be_hidden()


def test_news_for_who_it_was_does_not_hide_from_a_phone_that_its_cookies_are_gone(phone: Callable[..., Phone]) -> None:
    ana, ben, cleo = phone(size=LAPTOP), phone(), phone(size=SMALL)
    cleo.page.clock.install()
    code = dealt(ana, ben, cleo)
    time_as_told(cleo.page)
    stood = cleo.page.locator("#panel").get_attribute("data-mark") or ""
    cleo.context.clear_cookies()
    words_of(ben.page)
    expect(cleo.page.locator("#panel")).not_to_have_attribute("data-mark", stood)
    cleo.page.clock.run_for(3_000)
    expect(cleo.page.get_by_text("This phone has lost its seat")).to_be_in_viewport()
    play(ana, code, "lobby")
    expect(cleo.page.locator("#panel")).to_have_attribute("data-stage", "lobby")


KEEPS_NOTHING = {
    "throws when touched": """for (const shelf of ["localStorage", "sessionStorage", "indexedDB", "caches"])
        Object.defineProperty(window, shelf, {get() { throw new DOMException("no", "SecurityError"); }});
        delete Navigator.prototype.serviceWorker;""",
    "takes nothing": """Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
        Object.defineProperty(Navigator.prototype, "serviceWorker", {get: () => undefined});""",
}


@pytest.mark.parametrize("storage", KEEPS_NOTHING)
def test_in_a_private_window_all_works_and_a_second_one_is_another_phone(
    phone: Callable[..., Phone], storage: str
) -> None:
    ana, ben, cleo = phone(size=LAPTOP), phone(), phone(size=SMALL)
    for each in (ana, ben, cleo):
        each.context.add_init_script(KEEPS_NOTHING[storage])
    cleo.page.clock.install()
    code = dealt(ana, ben, cleo)
    assert words_of(ben.page)
    time_as_told(cleo.page)  # or an open message covers itself while a busy machine takes its time
    cleo.page.get_by_text("Tap instead of holding").click()
    cleo.page.get_by_role("button", name=HOLD).click()
    expect(cleo.page.locator(".secret")).to_be_visible()
    cleo.page.get_by_role("button", name=HOLD).click()
    covered(cleo.page)
    cleo.page.clock.resume()
    choosing.call(ana, code, CALLED_FOR)
    for each, seat in ((ben, BEN), (cleo, CLEO)):
        asks(each.page)
        choosing.choose(each.page, CALLED_FOR, seat)
        each.page.reload()
        expect(choosing.own_choice(each.page, CALLED_FOR)).to_be_visible()
    another = phone(size=SMALL)
    another.context.add_init_script(KEEPS_NOTHING[storage])
    another.page.goto(f"/t/{code}")
    expect(another.page.locator("#panel")).to_have_attribute("data-me", "")
    expect(another.page.locator("#ask-in > summary")).to_be_visible()
    expect(another.page.get_by_role("button", name=HOLD)).to_have_count(0)
