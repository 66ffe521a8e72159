"""Another game at the same table: every open page puts its look on, by itself."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.evenings import gather
from tests.browser.phone import Phone


def test_every_open_page_takes_on_the_look_of_the_game_now_on_the_table(phone: Callable[..., Phone]) -> None:
    group = gather(phone, 3)
    wall = phone(size=(1920, 1080))
    wall.page.goto(f"/t/{group.code}/wall")
    group.host.locator("#options > summary").click()
    group.host.get_by_role("radio", name="Scout").evaluate("choice => choice.click()")  # it is sent as it is made
    for page in (*group.pages.values(), wall.page):
        expect(page.locator("header.bar")).to_contain_text("Scout")
        expect(page.locator('link[rel="stylesheet"]')).to_have_attribute("href", re.compile("/look/scout[.]css"))
