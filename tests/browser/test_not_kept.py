"""While the tables cannot be written, what was typed stays: in its field with script, and a press away without."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.evenings import open_table, sit_down
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
import tests  # the example is among its games
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
