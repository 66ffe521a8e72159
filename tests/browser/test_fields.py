"""What a form shows is what the table says, and what was chosen there and not sent, after every update."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.game import Game
from companion.games import GAMES
from tests.browser.evenings import SETTLED, gather
from tests.browser.phone import Phone

APART = """() => [...document.querySelectorAll('#panel form input')].filter(
    f => /radio|checkbox/.test(f.type) ? f.checked !== f.defaultChecked :
        f.type === 'text' && f.value !== f.defaultValue
  ).map(f => [f.form.getAttribute('action'), f.name, f.value])"""
"""Fields that show something else than the table says."""


def holds(page: Page) -> None:
    page.wait_for_function(SETTLED)
    assert page.evaluate(APART) == []


@pytest.mark.parametrize("game", [game for game in GAMES if game.options], ids=lambda game: game.key)
def test_options_show_what_holds_after_every_choice_and_every_screen(phone: Callable[..., Phone], game: Game) -> None:
    group = gather(phone, 3, str(game.title))
    ana = group.host
    for name in ("Ben", "Cleo"):
        expect(ana.get_by_role("listitem").filter(has_text=name)).to_contain_text("here")
    ana.wait_for_function("() => !document.querySelector('.resting')")  # what has just come takes no tap for a moment
    ana.locator("#options > summary").click()
    asked = ana.locator("#options form:has([name=key])")
    for n in range(asked.count()):
        choice = asked.nth(n).locator("input[type=radio]").last
        if not choice.is_visible():
            continue
        key, value = asked.nth(n).locator("[name=key]").input_value(), choice.input_value()
        choice.check(force=True)
        expect(
            ana.locator(f"#options form:has([name=key][value='{key}']) input[value='{value}'][checked]")
        ).to_have_count(1)
        holds(ana)
    ana.get_by_role("button", name="Set up the box").click()
    expect(ana.locator(".table")).to_have_attribute("data-stage", "setup")
    holds(ana)
