"""Player tokens by hand: a tap on a place of the line, then one on the token that lies there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.evenings import at_table
from tests.browser.phone import Phone


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_tokens_are_laid_by_taps_and_by_keys(phone: Callable[..., Phone], size: tuple[int, int]) -> None:
    each = [phone(size=size), *(phone() for _ in range(4))]
    code = at_table(each, "Scape Goat")
    page = each[0].page
    page.get_by_role("button", name="Set up the box").first.click()
    expect(page.get_by_role("heading", name="Give out the mats")).to_be_visible()
    page.goto(f"/t/{code}?step=tokens")
    page.locator("#hand-tokens > summary").click()
    form = page.locator("#hand-tokens")
    expect(form.get_by_role("combobox")).to_have_count(0)
    form.get_by_role("button", name="Prepare, placed second").click()
    form.get_by_role("button", name="blue: Ana").click()
    expect(form.get_by_role("button", name="Prepare, placed second: blue: Ana")).to_be_visible()
    expect(form.get_by_role("button", name="Prepare, placed first", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    each[0].fits()
    each[0].accessible_in_both_lights()
    for name in ("Cleo", "Dov", "Ben", "Eve"):
        token = form.locator("[data-thing]").filter(has_text=name[0])
        token.focus()
        page.keyboard.press("Enter")
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Cleo (yellow) starts: placed first on Prepare.")).to_be_visible()
