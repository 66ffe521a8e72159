"""While the tables cannot be written, the numbers typed for a round stay in their fields."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evenings import open_table, start
from tests.browser.test_not_kept import CANNOT, nothing_can_be_written, pages

__all__ = ["pages"]


@pytest.mark.parametrize("script", [True], ids=["with script"])
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
