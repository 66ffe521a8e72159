"""A phone that changes hands keeps nothing of what the one before had open on it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evenings import gather, start
from tests.browser.phone import Phone

POST = """([path, more]) => fetch(path, {method: "POST", headers: {"Content-Type": "application/x-www-form-urlencoded"},
    body: "drawn=" + document.querySelector("[name=drawn]").value + more})"""


@pytest.fixture
def shared(phone: Callable[..., Phone]) -> Page:
    """Ben's phone, which also speaks for Dov; a frame attempt was called, and Ben has chosen a card."""
    group = gather(phone, 3)
    ben, code = group.pages["Ben"], group.code
    ben.evaluate(POST, [f"/t/{code}/add", "&name=Dov"])
    start(group.host)
    expect(ben.get_by_role("button", name="Pass to Dov")).to_be_visible()
    group.host.evaluate(POST, [f"/t/{code}/play/frame", ""])
    expect(ben.get_by_role("heading", name="Lay one card face down, then tap which")).to_be_visible()
    ben.locator("button[name=card]").last.click()
    expect(ben.get_by_text("Your card is in.")).to_be_visible()
    return ben


def test_a_drawer_opened_by_one_is_closed_for_the_next(shared: Page) -> None:
    shared.get_by_role("button", name="Pass to Dov").click()
    expect(shared.get_by_role("heading", name="Dov", exact=True)).to_be_visible()
    shared.locator("button[name=card]").first.click()
    shared.get_by_text("Change my choice").click()
    expect(shared.locator("button[name=card]").first).to_be_visible()
    shared.get_by_role("button", name="Pass back to").click()
    expect(shared.get_by_text("See or change my choice")).to_be_visible()
    expect(shared.locator("button[name=card]")).to_have_count(0)  # it may be in Dov's hands still: not even folded away


def test_an_owners_choice_opens_after_a_question_and_everybody_is_told(shared: Page) -> None:
    shared.get_by_role("button", name="Pass to Dov").click()
    expect(shared.get_by_role("button", name="Pass back to")).to_be_visible()
    shared.get_by_role("button", name="Pass back to").click()
    shared.get_by_text("See or change my choice").click()
    expect(shared.get_by_text("Everybody is told that your choice was opened on this phone.")).to_be_visible()
    expect(shared.locator("button[name=card]")).to_have_count(0)
    shared.get_by_role("button", name="Yes, show it").click()
    expect(shared.locator("button[name=card][aria-pressed=true]")).to_be_visible()
    expect(shared.locator("#notices")).to_contain_text("Ben’s choice was opened on Ben’s phone")
