"""The line to the table dies without a word, in every way it does; and nothing older than what stands is ever shown."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.evenings import Group, gather, open_table, sit_down
from tests.browser.phone import Phone
from tests.running import ROOT, Companion
from tests.wire import Wire

LOST = "not connected, retrying"
WORDS = """() => { window.said = []; const sign = document.querySelector("[data-connection]");
    new MutationObserver(() => said.push(sign.className)).observe(sign, {attributes: true}); }"""
MARKS = """() => { window.marks = [];
    const note = () => marks.push(parseInt(document.getElementById("panel").dataset.mark));
    note(); new MutationObserver(note).observe(document.querySelector(".table"),
    {attributes: true, attributeFilter: ["data-mark"], childList: true, subtree: true}); }"""


@pytest.fixture
def wire(companion: Companion) -> Iterator[Wire]:
    host = companion.address.removeprefix("http://").rpartition(":")[0]
    with Wire(host, companion.port) as wire:
        yield wire


@pytest.fixture
def ben_afar(chromium: Browser, companion: Companion, wire: Wire) -> Iterator[tuple[Page, Page]]:
    """Ana's screen, and Ben's, whose phone comes by the wire and shows that both are here."""
    phones = Phone(chromium, companion.address, size=(1280, 800)), Phone(chromium, wire.address)
    ana, ben = (phone.page for phone in phones)
    code = open_table(ana)
    sit_down(ben, code, "Ben")
    expect(ana.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("here")
    ben.clock.install()
    yield ana, ben
    phones[1].allow("ERR_|htmx:error")
    for phone in phones:
        phone.judge()


def add(ana: Page, name: str) -> None:
    ana.get_by_label("Their name").fill(name)
    ana.get_by_role("button", name="Add a player without a phone").click()
    expect(ana.get_by_role("listitem").filter(has_text=name)).to_be_visible()


def test_a_phone_whose_line_is_silent_says_so_within_15_seconds_and_is_right_again_by_itself(
    ben_afar: tuple[Page, Page], wire: Wire
) -> None:
    ana, ben = ben_afar
    wire.fall()
    expect(ben.get_by_text(LOST)).to_have_count(0)
    ben.clock.run_for(15_000)
    expect(ben.get_by_text(LOST)).to_be_visible()
    add(ana, "Cleo")
    wire.rise()
    expect(ben.get_by_role("listitem").filter(has_text="Cleo")).to_be_visible()
    expect(ben.get_by_text(LOST)).to_have_count(0)
    add(ana, "Dov")
    expect(ben.get_by_role("listitem").filter(has_text="Dov")).to_be_visible()


@pytest.mark.parametrize("streams", [True, False], ids=["the stream's connection", "all that were open"])
def test_dead_connections_are_found_by_a_missed_sign_and_replaced(
    ben_afar: tuple[Page, Page], wire: Wire, streams: bool
) -> None:
    ana, ben = ben_afar
    ben.evaluate(WORDS)
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
    ben.clock.pause_at(ben.evaluate("Date.now() + 1000"))
    wire.die(streams=True)
    add(ana, "Cleo")
    ben.evaluate("() => { const slept = Date.now() + 1200000; Date.now = () => slept; }")  # no timer of its ran
    ben.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(ben.get_by_role("listitem").filter(has_text="Cleo")).to_be_visible()
    add(ana, "Dov")
    expect(ben.get_by_role("listitem").filter(has_text="Dov")).to_be_visible()


def test_a_request_that_is_never_answered_keeps_no_later_one_back(ben_afar: tuple[Page, Page]) -> None:
    ana, ben = ben_afar
    held: list[Route] = []
    ben.route("**/panel", lambda route: held.append(route), times=1)
    with ben.expect_request("**/panel"):
        ben.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    ben.locator("#more summary").first.click()  # with a drawer open each change is asked for
    add(ana, "Cleo")
    ben.clock.run_for(7_000)
    expect(ben.get_by_role("listitem").filter(has_text="Cleo")).to_be_visible()
    for route in held:
        route.abort()


# --- nothing older --------------------------------------------------------------------------------------------------


class Held:
    """Answers that a page asked for, held back after the server gave them."""

    def __init__(self, page: Page, path: str) -> None:
        self.answers: list[tuple[Route, object]] = []
        page.route(path, lambda route: self.answers.append((route, route.fetch())), times=1)

    def let_go(self) -> None:
        for route, answer in self.answers:
            route.fulfill(response=answer)  # type: ignore[arg-type]


def only_later(page: Page) -> None:
    marks = page.evaluate("marks")
    assert marks == sorted(marks)


@pytest.fixture
def table(phone: Callable[..., Phone]) -> Group:
    group = gather(phone, 2)
    expect(group.host.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("here")
    return group


def test_the_answer_to_a_tap_that_comes_after_newer_news_is_not_shown(table: Group) -> None:
    ana, ben = table.host, table.pages["Ben"]
    ben.evaluate(MARKS)
    answers = Held(ben, "**/add")
    ben.get_by_label("Their name").fill("Cleo")
    ben.get_by_role("button", name="Add a player without a phone").click()
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
    ben.get_by_label("Their name").fill("Ana")
    with ben.expect_request("**/add"):
        ben.get_by_role("button", name="Add a player without a phone").click()
    add(ana, "Dov")
    expect(ben.get_by_role("listitem").filter(has_text="Dov")).to_be_visible()
    answers.let_go()
    expect(ben.locator("#trouble")).to_contain_text("Somebody here is called that already.")
    only_later(ben)
    expect(ben.get_by_label("Their name")).to_have_value("Ana")
    expect(ben.get_by_role("listitem").filter(has_text="Dov")).to_be_visible()


def test_the_answer_to_a_question_that_comes_after_newer_news_is_not_shown(table: Group) -> None:
    ana, ben = table.host, table.pages["Ben"]
    ana.evaluate(MARKS)
    answers = Held(ana, "**/panel")
    with ana.expect_request("**/panel"):
        ana.get_by_text("A phone cannot get here?").click()  # for what stands in there the page asks
    add(ben, "Dov")
    expect(ana.get_by_role("listitem").filter(has_text="Dov")).to_be_visible()
    answers.let_go()
    add(ben, "Finn")
    expect(ana.get_by_role("listitem").filter(has_text="Finn")).to_be_visible()
    only_later(ana)


def test_a_table_brought_back_from_an_older_backup_is_shown_all_the_same(
    chromium: Browser, own_companion: tuple[Companion, list[str]], tmp_path: Path
) -> None:
    companion, flags = own_companion
    laptop = Phone(chromium, companion.address, size=(1280, 800))
    laptop.allow("ERR_")
    ana = laptop.page
    open_table(ana)
    add(ana, "Ben")
    kept = tmp_path / "kept"
    console = [sys.executable, "-m", "companion", "backup", "--data", str(tmp_path), str(kept)]
    subprocess.run(console, check=True, cwd=ROOT, capture_output=True)
    add(ana, "Cleo")
    companion.kill()
    expect(ana.get_by_text(LOST)).to_be_visible()
    for beside in tmp_path.glob("tables.sqlite3-*"):
        beside.unlink()
    kept.replace(tmp_path / "tables.sqlite3")
    with Companion(*flags, data=tmp_path):
        expect(ana.get_by_role("listitem").filter(has_text="Cleo")).to_have_count(0)
        expect(ana.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()
        laptop.judge()
