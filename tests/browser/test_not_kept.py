"""While the tables cannot be written, what was typed stays: in its field with script, and a press away without."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.evenings import open_table, sit_down, start
from tests.browser.phone import Phone
from tests.running import Companion, free_port

CANNOT = "The tables cannot be read or written just now."


@contextmanager
def nothing_can_be_written(folder: Path) -> Iterator[None]:
    """Another program holds the file for writing, and does not let go."""
    other = sqlite3.connect(folder / "tables.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.rollback()
    other.close()


SOON = """
import sys
from companion.store import sqlite
sqlite.PATIENCE = 0.5
from companion.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
"""The command, which gives up on a file in other hands long before a page on a busy machine gives up on its answer."""


@pytest.fixture
def pages(chromium: Browser, tmp_path: Path, script: bool) -> Iterator[tuple[Page, Page]]:
    """Ana's laptop, with script, and Ben's phone, with or without."""
    command = (sys.executable, "-c", SOON)
    with Companion("--port", str(free_port()), "--no-qr", data=tmp_path, command=command) as companion:
        address = companion.address
        phones = Phone(chromium, address, size=(1280, 800)), Phone(chromium, address, script=script)
        yield phones[0].page, phones[1].page
        for phone in phones:
            phone.allow("503")
            phone.judge()


with_script = pytest.mark.parametrize("script", [True], ids=["with script"])
with_script_and_without = pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])


@with_script_and_without
def test_a_name_typed_to_join_survives(pages: tuple[Page, Page], tmp_path: Path, *, script: bool) -> None:
    ana, ben = pages
    code = open_table(ana)
    ben.goto(f"/j/{code}")
    ben.get_by_label("Your name").fill("Ben")
    with nothing_can_be_written(tmp_path):
        ben.get_by_role("button", name="Take a seat").click()
        expect(ben.get_by_text(CANNOT)).to_be_visible()
    if script:
        expect(ben.get_by_label("Your name")).to_have_value("Ben")
    ben.get_by_role("button", name="Take a seat" if script else "Try again").click()
    ben.wait_for_url(f"**/t/{code}")
    expect(ana.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()


@with_script_and_without
def test_names_typed_to_add_survive(pages: tuple[Page, Page], tmp_path: Path, *, script: bool) -> None:
    ana, ben = pages
    code = open_table(ana)
    sit_down(ben, code, "Ben")
    ben.locator("#adding > summary").click()
    ben.get_by_label("Their name").fill("Cleo, Dov")
    with nothing_can_be_written(tmp_path):
        ben.get_by_role("button", name="Add a player without a phone").click()
        expect(ben.get_by_text(CANNOT)).to_be_visible()
    if script:
        expect(ben.get_by_label("Their name")).to_have_value("Cleo, Dov")
    ben.get_by_role("button", name="Add a player without a phone" if script else "Try again").click()
    for name in ("Cleo", "Dov"):
        expect(ben.get_by_role("listitem").filter(has_text=name)).to_be_visible()


@with_script
def test_numbers_typed_for_a_round_survive(pages: tuple[Page, Page], tmp_path: Path) -> None:
    ana, _ = pages
    open_table(ana, "Scout")
    ana.get_by_label("Your name").fill("Ana")
    ana.get_by_role("button", name="Take a seat").click()
    expect(ana.get_by_role("listitem").filter(has_text="Ana")).to_be_visible()
    ana.get_by_label("Their name").fill("Ben, Cleo")
    ana.get_by_role("button", name="Add a player without a phone").click()
    expect(ana.get_by_role("listitem").filter(has_text="Cleo")).to_be_visible()
    start(ana)
    expect(ana.get_by_role("heading", name="Round 1 of 3")).to_be_visible()
    ana.get_by_role("button", name="Round over: count").click()
    ana.locator("summary", has_text="Who ended the round?").click()
    ended = ana.get_by_role("radio", name="Ana showed the last card")
    ana.locator(".whole-form label").filter(has=ended).click()
    for name, hand in (("Ana", "0"), ("Ben", "3"), ("Cleo", "1")):
        ana.get_by_label(f"{name}: captured").fill("7")
        ana.get_by_label(f"{name}: chips").fill("1")
        ana.get_by_label(f"{name}: cards in hand").fill(hand)
    with nothing_can_be_written(tmp_path):
        ana.get_by_role("button", name="Count round 1").click()
        expect(ana.get_by_text(CANNOT)).to_be_visible()
    expect(ana.get_by_label("Ben: captured")).to_have_value("7")
    expect(ana.get_by_label("Cleo: cards in hand")).to_have_value("1")
    expect(ended).to_be_checked()
