"""By keyboard alone: open, seat people, set up, start, read, pass the phone round, go back; focus is never lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.game import BADGES, Game, Player
from companion.games import GAMES
from tests.browser.evenings import HOLD, NAMES, READ, SETTLED, covered, gather
from tests.browser.phone import Phone
from tests.games import promises

FOCUSED = """() => { const e = document.activeElement;
  const label = e.labels && e.labels.length ? e.labels[0].innerText : '';
  const said = label || e.getAttribute('aria-label') || e.innerText;
  return (said || '').trim().replace(/\\s+/g, ' '); }"""
MOST_TABS = 80


def reach(page: Page, words: str) -> None:
    """Press Tab until what has the focus begins with those words, or with a badge and them; fails when it never does,
    or cannot be seen to."""
    for _ in range(MOST_TABS):
        if re.match(rf"(\w )?{re.escape(words)}", page.evaluate(FOCUSED)):
            break
        page.keyboard.press("Tab")
    else:
        raise AssertionError(f"no way to {words!r} by keyboard")
    ring = "() => { const e = document.activeElement, s = getComputedStyle(e), n = e.nextElementSibling;"
    ring += " const seen = t => t && t.outlineStyle !== 'none' && parseFloat(t.outlineWidth) >= 2;"
    assert page.evaluate(ring + " return seen(s) || (n && seen(getComputedStyle(n))); }"), f"no ring round {words!r}"


def press(page: Page, words: str, key: str = "Enter") -> None:
    reach(page, words)
    page.keyboard.press(key)


def has_focus(page: Page) -> None:
    """Fails when the focus is nowhere once the page is done with what came."""
    page.wait_for_function(SETTLED)
    assert page.evaluate("() => document.activeElement !== null && document.activeElement !== document.body")


def seated(page: Page, name: str) -> None:
    expect(page.get_by_role("listitem").filter(has_text=name)).to_be_visible()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_host_needs_no_mouse(phone: Callable[..., Phone], game: Game) -> None:
    page = phone(size=(1280, 800)).page
    page.goto("/")
    reach(page, str(GAMES[0].title))
    for _ in GAMES:
        if f" {game.title} " in f" {page.evaluate(FOCUSED)} ":
            break
        page.keyboard.press("ArrowRight")
    press(page, "Open a table")
    page.wait_for_url("**/t/*")
    reach(page, "Your name")
    page.keyboard.type("Ana")
    page.keyboard.press("Enter")
    seated(page, "Ana")
    has_focus(page)
    for name in ("Ben", "Cleo", "Dov"):
        reach(page, "Their name")
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        seated(page, name)
        expect(page.get_by_label("Their name")).to_have_value("")
        has_focus(page)
    page.keyboard.press("Shift+Tab")  # back to the list of people
    page.evaluate("() => document.querySelector('.people summary').focus()")
    press(page, "B Ben")
    press(page, "Remove Ben")
    press(page, "Yes, remove")
    expect(page.locator(".people").get_by_role("listitem").filter(has_text="Ben")).to_have_count(0)
    has_focus(page)
    press(page, "Set up the box")
    steps = len(game.plan([Player(n + 1, NAMES[n], BADGES[n]) for n in range(3)], {}, {}).steps)
    expect(page.locator("header.bar")).to_contain_text(str(game.title))
    expect(page.get_by_text(f"1 of {steps}", exact=True)).to_be_visible()
    has_focus(page)
    press(page, "Done, next")
    expect(page.get_by_text(f"2 of {steps}", exact=True)).to_be_visible()
    has_focus(page)
    press(page, "Start or go back")
    press(page, str(game.start_button))
    asks = {"box": "Yes, start the game", "who starts": "Let the app draw it"}.get(promises(game.key).ASKS_AT_START)
    if asks:
        press(page, asks)
    expect(page.locator(".table")).to_have_attribute("data-stage", "play")
    has_focus(page)
    if not promises(game.key).MESSAGES:
        return
    expect(page.get_by_role("button", name=HOLD)).to_be_visible()
    reach(page, HOLD)
    page.keyboard.down("Space")
    expect(page.locator(".secret")).to_be_visible()
    page.keyboard.up("Space")
    covered(page)
    page.wait_for_function(READ)
    press(page, "Pass to Cleo")
    expect(page.get_by_role("heading", name="Cleo")).to_be_visible()
    has_focus(page)
    press(page, "Pass back to")
    expect(page.get_by_role("button", name="Pass to Cleo")).to_be_visible()
    has_focus(page)


def test_news_of_others_take_neither_focus_nor_what_is_being_typed(phone: Callable[..., Phone]) -> None:
    group = gather(phone, 2)
    host, ben = group.host, group.pages["Ben"]
    host.get_by_label("Their name").press_sequentially("Cl")
    ben.locator("#adding > summary").click()
    ben.get_by_label("Their name").fill("Dov")
    ben.get_by_role("button", name="Add a player without a phone").click()
    seated(host, "Dov")
    field = host.get_by_label("Their name")
    expect(field).to_be_focused()
    expect(field).to_have_value("Cl")
    expect(host.locator("#news")).to_have_text("Ben added Dov, who has no phone")


def test_the_code_is_enlarged_and_put_away_by_key(phone: Callable[..., Phone]) -> None:
    host = gather(phone, 1).host
    host.evaluate("() => document.querySelector('details.qr summary').focus()")
    host.keyboard.press("Enter")
    host.wait_for_function("() => document.querySelector('details.qr svg').getBoundingClientRect().height > 500")
    host.keyboard.press("Escape")
    expect(host.locator("details.qr")).not_to_have_attribute("open", "")
