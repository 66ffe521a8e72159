"""Looking a question up: what is found follows what is typed, and its address can be shared."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import Phone


def test_what_is_found_follows_what_is_typed(phone: Callable[..., Phone]) -> None:
    ana = phone()
    ana.page.goto("/rules/example")
    field = ana.page.get_by_label("What do you want to know?")
    field.press_sequentially("closest")
    expect(ana.page.get_by_role("status")).to_have_text("1 question found")
    expect(ana.page.locator("#questions summary")).to_have_text(["Nobody was right. Who scores?"])
    expect(ana.page.get_by_text("Whoever is nearest gets 1 point", exact=False)).to_be_visible()
    expect(field).to_be_focused()
    expect(ana.page).to_have_url(re.compile(r"/rules/example\?q=closest$"))
    field.fill("unicorn")
    expect(ana.page.get_by_text("No question with those words", exact=False)).to_be_visible()
    field.fill("")
    expect(ana.page.get_by_text("May two players guess the same number?")).to_be_visible()
    ana.accessible_in_both_lights()
