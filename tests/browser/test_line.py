"""The line to the table dies without a word, in every way it does; and nothing older than what stands is ever shown."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.evenings import Group, adds, close_menu, drawer, gather, open_table, sit_down, time_as_told
from tests.browser.held import Held
from tests.browser.phone import Phone
from tests.evenings import mark_on
from tests.games import ANY
from tests.running import PATIENCE as LONGEST
from tests.running import ROOT, Companion
from tests.served import COMMAND
from tests.wire import Wire

LOST = "not connected, retrying"
WORDS = """() => { window.said = []; const sign = document.querySelector("[data-connection]");
    new MutationObserver(() => said.push(sign.className)).observe(sign, {attributes: true}); }"""
MARKS = """() => { window.marks = [];
    const note = () => marks.push(parseInt(document.getElementById("panel").dataset.mark));
    note(); new MutationObserver(note).observe(document.querySelector(".table"),
    {attributes: true, attributeFilter: ["data-mark"], childList: true, subtree: true}); }"""

BEGINS = """async () => {
    await document.fonts.ready;
    document.querySelector("[data-again]").getAnimations().forEach(one => { one.pause(); one.currentTime = 0; });
    return document.querySelector(".page").getBoundingClientRect().top; }"""
"""Where what stands below the head begins, before the way to look again comes into sight, after four seconds."""


@pytest.fixture
def ben_afar(chromium: Browser, companion: Companion, wire: Wire) -> Iterator[tuple[Page, Page]]:
    """Ana's screen, and Ben's, whose phone comes by the wire and shows that both are here."""
    phones = Phone(chromium, companion.address, size=(1280, 800)), Phone(chromium, wire.address)
    ana, ben = (phone.page for phone in phones)
    code = open_table(ana)
    ben.clock.install()  # before the page comes, or its own timers would go by another clock
    sit_down(ben, code, "Ben")
    expect(ana.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("here")
    yield ana, ben
    phones[1].allow("ERR_|htmx:error")
    for phone in phones:
        phone.judge()


def add(ana: Page, name: str) -> None:
    """Somebody without a phone, who stands in the list then."""
    adds(ana, name)
    expect(ana.get_by_role("listitem").filter(has_text=name)).to_be_visible()


def presence(page: Page) -> dict[str, tuple[str, bool]]:
    """By whose row, what it says beside the name to whoever can see or hear, and whether it has the mark of who is
    here."""
    rows = page.locator(".person").evaluate_all(
        """rows => rows.map(row => { const sign = row.querySelector(".here, .plain"), you = row.querySelector(".soft");
            const mark = getComputedStyle(sign, "::before"), words = [you, sign].map(e => e ? e.innerText.trim() : "");
            return [row.querySelector("bdi").innerText, words.join(" ").trim(),
                mark.content !== "none" && mark.visibility !== "hidden"]; })"""
    )
    return {name: (words, mark) for name, words, mark in rows}


def test_a_silent_line_is_told_within_15_seconds_and_all_is_right_within_3_of_its_return(
    ben_afar: tuple[Page, Page], wire: Wire
) -> None:
    ana, ben = ben_afar
    time_as_told(ben)
    wire.fall()
    expect(ben.get_by_text(LOST)).to_have_count(0)
    ben.clock.run_for(15_000)
    expect(ben.get_by_text(LOST)).to_be_visible()
    add(ana, "Cleo")
    wire.rise()
    ben.clock.run_for(3_000)
    expect(ben.get_by_role("listitem").filter(has_text="Cleo")).to_be_visible()
    expect(ben.get_by_text(LOST)).to_have_count(0)
    add(ana, "Dov")
    expect(ben.get_by_role("listitem").filter(has_text="Dov")).to_be_visible()


def test_a_page_that_hears_nothing_says_of_nobody_whether_they_are_here(
    ben_afar: tuple[Page, Page], chromium: Browser, wire: Wire
) -> None:
    ana, ben = ben_afar
    address, code = ana.url.split("/t/")
    ana.get_by_label("Your name").fill("Ana")
    ana.get_by_role("button", name="Take a seat").click()
    cleo = chromium.new_context(base_url=address).request  # who has no page open is away
    cleo.get(f"/j/{code}")
    assert cleo.post(f"/j/{code}", form={"name": "Cleo"}).ok
    wall = ben.context.new_page()
    wall.goto(ben.url + "/wall")
    for page in (ben, wall):
        expect(page.get_by_role("listitem").filter(has_text="Cleo")).to_contain_text("away")
    time_as_told(ben)
    seen = {page: presence(page) for page in (ben, wall)}
    assert [words for words, _ in seen[ben].values()] == ["you here", "host", "away"]
    assert [words for words, _ in seen[wall].values()] == ["here", "here", "away"]
    wire.fall()
    ben.clock.run_for(15_000)
    for page, facts in ((ben, ["you", "host", ""]), (wall, ["", "", ""])):
        expect(page.get_by_text(LOST)).to_be_visible()
        assert [words for words, _ in presence(page).values()] == facts
        assert not any(mark for _, mark in presence(page).values())
    wire.rise()
    ben.clock.resume()
    for page in (ben, wall):
        expect(page.get_by_text(LOST)).to_have_count(0)
        expect(page.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("here")
        assert presence(page) == seen[page]


@pytest.mark.parametrize("streams", [True, False], ids=["the stream's connection", "all that were open"])
def test_dead_connections_are_found_by_a_missed_sign_and_replaced(
    ben_afar: tuple[Page, Page], wire: Wire, streams: bool
) -> None:
    ana, ben = ben_afar
    ben.evaluate(WORDS)
    if streams:  # its time goes on only as it is told to: on a busy machine Ana's tap may take longer than two signs
        time_as_told(ben)
        add(ana, "Eve")
        expect(ben.get_by_role("listitem").filter(has_text="Eve")).to_be_visible()  # so the last sign is no second old
    wire.die(streams=streams)
    add(ana, "Cleo")
    ben.clock.run_for(8_000)
    expect(ben.get_by_role("listitem").filter(has_text="Cleo")).to_be_visible()
    add(ana, "Dov")
    expect(ben.get_by_role("listitem").filter(has_text="Dov")).to_be_visible()
    assert "lost" not in ben.evaluate("said") or not streams


def test_looking_at_a_page_whose_stream_has_died_brings_what_is_so_and_a_new_stream(
    ben_afar: tuple[Page, Page], wire: Wire
) -> None:
    ana, ben = ben_afar
    time_as_told(ben)
    wire.die(streams=True)
    add(ana, "Cleo")
    ben.evaluate("() => { const slept = Date.now() + 1200000; Date.now = () => slept; }")  # no timer of its ran
    ben.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(ben.get_by_role("listitem").filter(has_text="Cleo")).to_be_visible()
    add(ana, "Dov")
    expect(ben.get_by_role("listitem").filter(has_text="Dov")).to_be_visible()


def test_who_comes_back_asks_every_half_second_until_there_is_an_answer(ben_afar: tuple[Page, Page]) -> None:
    """A browser gives a question to each connection that it still has, also where all of them died meanwhile."""
    _, ben = ben_afar
    ben.clock.pause_at(ben.evaluate("Date.now() + 1000"))
    ben.route(re.compile("/(live|panel)$"), lambda way: None)
    ben.evaluate("() => { const then = Date.now; Date.now = () => then() + 1200000; }")
    ben.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    for _ in range(5):
        with ben.expect_request("**/panel"):
            ben.clock.run_for(500)
    ben.unroute_all(behavior="ignoreErrors")


def test_a_request_that_is_never_answered_keeps_no_later_one_back(ben_afar: tuple[Page, Page]) -> None:
    ana, ben = ben_afar
    never = Held(ben, "**/panel")
    ben.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    never.asked()
    drawer(ben, "more")  # with a drawer open each change is asked for
    add(ana, "Cleo")
    ben.clock.run_for(7_000)
    close_menu(ben)
    expect(ben.get_by_role("listitem").filter(has_text="Cleo")).to_be_visible()
    never.asked().abort()


# --- nothing older --------------------------------------------------------------------------------------------------


def only_later(page: Page) -> None:
    marks = page.evaluate("marks")
    assert marks == sorted(marks)


@pytest.fixture
def table(phone: Callable[..., Phone]) -> Group:
    group = gather(phone, 2)
    expect(group.host.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("here")
    expect(group.pages["Ben"].get_by_role("listitem").filter(has_text="Ben")).to_contain_text("here")
    return group


def test_nothing_on_a_page_moves_as_it_first_hears_the_app(phone: Callable[..., Phone]) -> None:
    ana = phone(size=(320, 568)).page
    code = open_table(ana)
    stream = Held(ana, "**/live")
    ana.goto(f"/t/{code}")
    stream.asked()
    before = ana.evaluate(BEGINS)
    stream.let_go()
    expect(ana.locator("[data-connection].here")).to_be_attached()
    assert ana.evaluate("() => document.querySelector('.page').getBoundingClientRect().top") == before


def test_the_answer_to_a_tap_that_comes_after_newer_news_is_not_shown(table: Group) -> None:
    ana, ben = table.host, table.pages["Ben"]
    ben.evaluate(MARKS)
    answers = Held(ben, "**/add")
    adds(ben, "Cleo")
    answers.given()
    expect(ana.get_by_role("listitem").filter(has_text="Cleo")).to_be_visible()
    add(ana, "Dov")
    expect(ben.get_by_role("listitem").filter(has_text="Dov")).to_be_visible()
    with ben.expect_request_finished(lambda asked: asked.url.endswith("/panel")):  # once it has the late one, it asks
        answers.let_go()
    only_later(ben)
    expect(ben.get_by_label("Their name")).to_have_value("")
    expect(ben.get_by_role("listitem").filter(has_text="Dov")).to_be_visible()


def test_a_refusal_that_comes_late_is_said_and_its_old_panel_not_shown(table: Group) -> None:
    ana, ben = table.host, table.pages["Ben"]
    ben.evaluate(MARKS)
    answers = Held(ben, "**/add")
    adds(ben, "Ana")
    answers.given()
    add(ana, "Dov")
    expect(ben.get_by_role("listitem").filter(has_text="Dov")).to_be_visible()
    answers.let_go()
    expect(ben.locator("#trouble")).to_contain_text("Somebody here is already called that.")
    only_later(ben)
    expect(ben.get_by_label("Their name")).to_have_value("Ana")
    expect(ben.get_by_role("listitem").filter(has_text="Dov")).to_be_visible()


def test_the_answer_to_a_question_that_comes_after_newer_news_is_not_shown(table: Group) -> None:
    ana, ben = table.host, table.pages["Ben"]
    ana.evaluate(MARKS)
    answers = Held(ana, "**/panel")
    ana.get_by_text("A phone can’t join?").click()  # for what stands in there the page asks
    answers.given()
    add(ben, "Dov")
    expect(ana.get_by_role("listitem").filter(has_text="Dov")).to_be_visible()
    answers.let_go()
    add(ben, "Finn")
    expect(ana.get_by_role("listitem").filter(has_text="Finn")).to_be_visible()
    only_later(ana)


SHOWN_AGAIN = "() => window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"
"""A page that a browser kept whole and shows again: Chromium keeps none that has a stream, others do."""


def test_a_page_shown_again_by_back_is_veiled_until_it_is_so(table: Group) -> None:
    ana, ben = table.host, table.pages["Ben"]
    ben.clock.install()
    time_as_told(ben)
    answers = Held(ben, "**/panel")
    ben.evaluate(SHOWN_AGAIN)
    answers.given()
    expect(ben.locator("#panel")).to_be_hidden()
    add(ana, "Cleo")
    expect(ben.locator("#panel")).to_be_hidden()
    answers.let_go()
    expect(ben.locator("#panel")).to_be_visible()
    expect(ben.get_by_role("listitem").filter(has_text="Cleo")).to_be_visible()


def test_a_page_shown_again_by_back_is_seen_after_a_moment_where_nobody_answers(table: Group) -> None:
    ben = table.pages["Ben"]
    table.phones["Ben"].allow("ERR_FAILED")
    ben.clock.install()
    time_as_told(ben)
    ben.route("**/panel", lambda route: route.abort())
    ben.evaluate(SHOWN_AGAIN)
    expect(ben.locator("#panel")).to_be_hidden()
    ben.clock.run_for(2_000)
    expect(ben.locator("#panel")).to_be_hidden()
    ben.clock.run_for(1_000)
    expect(ben.locator("#panel")).to_be_visible()


def test_a_table_brought_back_from_an_older_backup_is_shown_all_the_same(
    chromium: Browser, own_companion: tuple[Companion, list[str]], tmp_path: Path
) -> None:
    companion, flags = own_companion
    laptop = Phone(chromium, companion.address, size=(1280, 800))
    laptop.allow("ERR_|htmx:error")
    ana = laptop.page
    open_table(ana)
    add(ana, "Ben")
    kept = tmp_path / "kept"
    console = [sys.executable, "-m", "companion", "backup", "--data", str(tmp_path), str(kept)]
    subprocess.run(console, check=True, cwd=ROOT, capture_output=True, timeout=LONGEST)
    add(ana, "Cleo")
    companion.kill()
    expect(ana.get_by_text(LOST)).to_be_visible()
    for beside in tmp_path.glob("tables.sqlite3-*"):
        beside.unlink()
    kept.replace(tmp_path / "tables.sqlite3")
    with Companion(*flags, data=tmp_path, command=COMMAND):
        expect(ana.get_by_role("listitem").filter(has_text="Cleo")).to_have_count(0)
        expect(ana.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()
        laptop.judge()


# --- who a page speaks for, and how many pages there are -------------------------------------------------------------


def test_a_phone_whose_cookie_is_gone_says_that_its_seat_is_lost_and_no_longer_offers_its_buttons(
    table: Group,
) -> None:
    ben = table.pages["Ben"]
    lost = ben.get_by_text("This phone has lost its seat")
    expect(ben.locator("#panel")).to_have_attribute("data-me", "2")
    expect(lost).to_be_hidden()
    table.phones["Ben"].context.clear_cookies()
    expect(lost).to_be_visible()
    expect(ben.locator("#panel")).to_have_attribute("data-me", "")
    add(table.host, "Cleo")
    expect(ben.get_by_role("listitem").filter(has_text="Cleo")).to_be_visible()
    expect(ben.locator("#panel")).to_have_attribute("data-me", "")
    ben.reload()
    expect(lost).to_be_visible()
    ben.get_by_role("link", name="I have a ticket").first.click()
    expect(ben.get_by_label("Ticket")).to_be_visible()


def test_a_host_whose_cookie_is_gone_is_told_of_the_seat_and_of_who_can_make_it_the_host_again(table: Group) -> None:
    ana = table.host
    seat, hosting = (
        ana.get_by_text("This phone has lost its seat"),
        ana.get_by_text("This device is not the host any more"),
    )
    expect(ana.locator("#panel")).to_have_attribute("data-me", "1")
    expect(hosting).to_be_hidden()
    table.phones["Ana"].context.clear_cookies()
    expect(hosting).to_be_visible()
    expect(hosting).to_contain_text("Another host can make it one again, or a ticket from the app’s console.")
    expect(seat).to_be_visible()
    table.phones["Ben"].context.clear_cookies()
    expect(table.pages["Ben"].get_by_text("This phone has lost its seat")).to_be_visible()
    expect(table.pages["Ben"].get_by_text("This device is not the host any more")).to_be_hidden()


def test_who_is_taken_off_the_table_by_the_host_has_not_lost_a_seat_by_a_fault_of_the_browser(table: Group) -> None:
    ana, ben = table.host, table.pages["Ben"]
    ana.get_by_role("listitem").filter(has_text="Ben").locator("summary").first.click()
    ana.get_by_text("Remove Ben").click()
    ana.get_by_role("button", name="Yes, remove").click()
    expect(ben.locator("#panel")).to_have_attribute("data-me", "")
    expect(ben.get_by_text("This phone has lost its seat")).to_be_hidden()


def test_twelve_tabs_of_one_browser_all_load_and_each_is_right_when_looked_at(
    phone: Callable[..., Phone], chromium: Browser, companion: Companion
) -> None:
    one, codes = phone(size=(1280, 800)), []
    hosts = [chromium.new_context(base_url=companion.address) for _ in range(12)]  # a device opens eight tables an hour
    for host in hosts:
        ours: dict[str, str | float | bool] = {"game": ANY.key, "from": mark_on(host.request.get("/").text())}
        codes.append(host.request.post("/open", form=ours).url.rsplit("/", 1)[1])
        one.context.request.get(f"/j/{codes[-1]}")
        assert one.context.request.post(f"/j/{codes[-1]}", form={"name": "Ana"}).ok
    tabs = [one.page, *(one.context.new_page() for _ in codes[1:])]
    for tab, code in zip(tabs, codes, strict=True):
        tab.goto(f"/t/{code}")
        expect(tab.locator("#panel")).to_have_attribute("data-me", "1")
    for host, tab, code in zip(hosts, tabs, codes, strict=True):
        assert host.request.post(f"/t/{code}/add", form={"name": "Ben", "drawn": "9999"}).ok
        tab.bring_to_front()
        tab.evaluate("() => window.dispatchEvent(new Event('focus'))")
        expect(tab.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()
        host.close()


def test_two_windows_in_sight_stay_live_whatever_a_third_opens(phone: Callable[..., Phone]) -> None:
    one = phone(size=(1280, 800))
    ana, wall = one.page, one.context.new_page()
    code = open_table(ana)
    wall.goto(f"/t/{code}/wall")
    another = one.context.new_page()
    another.add_init_script("Object.defineProperty(document, 'visibilityState', {get: () => 'hidden'})")
    for _ in range(3):
        open_table(another)
    add(ana, "Ben")
    for page in (ana, wall):
        expect(page.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()
    ana.evaluate("() => document.title")
    expect(ana.get_by_text(LOST)).to_have_count(0)


def test_a_name_with_piles_of_marks_stays_in_its_row(phone: Callable[..., Phone]) -> None:
    page = phone().page
    open_table(page)
    add(page, "Ana")
    add(page, "Zoe")
    above = page.get_by_role("listitem").filter(has_text="Ana")
    page.evaluate("() => document.fonts.ready")
    before = above.screenshot(animations="disabled")
    page.evaluate(
        "name => { document.querySelectorAll('.people bdi')[1].textContent = name; }", "Z" + "\u0301\u0302" * 20
    )
    assert above.screenshot(animations="disabled") == before


def test_a_name_too_long_for_its_line_is_shown_whole(phone: Callable[..., Phone]) -> None:
    """What keeps marks in their row clips a name to its first box: one that has a second would lose it."""
    small = phone(size=(320, 568))
    code = open_table(phone().page)
    sit_down(small.page, code, "Maximiliana Oberhube")
    expect(small.page.get_by_role("heading", name="You are in, Maximiliana Oberhube")).to_be_visible()
    lost = small.page.locator("bdi").evaluate_all(
        "all => all.filter(e => e.getClientRects().length > 1 && getComputedStyle(e).clipPath !== 'none').length"
    )
    assert lost == 0
    assert small.page.locator("h1 bdi").evaluate("name => name.getClientRects().length") == 2
    small.fits()
