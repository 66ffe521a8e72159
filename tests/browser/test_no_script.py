"""Without any script: four join, start, read, vote and score with plain forms and links alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.game import BADGES, Game, Player
from companion.games import GAMES
from tests.browser.evenings import HOLD, NAMES, TITLE, open_table, sit_down, start
from tests.browser.phone import Phone
from tests.games import promises


def plain(phone: Callable[..., Phone], n: int, title: str) -> tuple[str, dict[str, Page]]:
    """A group whose phones run no script: Ana hosts on a laptop. Their table's code and their pages."""
    pages = {"Ana": phone(size=(1280, 800), script=False).page}
    code = open_table(pages["Ana"], title)
    for name in NAMES[:n]:
        pages[name] = pages.get(name) or phone(script=False).page
        sit_down(pages[name], code, name)
    pages["Ana"].goto(f"/t/{code}")
    return code, pages


def look_again(page: Page, code: str) -> None:
    page.goto(f"/t/{code}")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_everybody_joins_sets_up_and_reads_the_own_message_and_covers_it_again(
    phone: Callable[..., Phone], game: Game
) -> None:
    code, pages = plain(phone, 3, str(game.title))
    host = pages["Ana"]
    host.get_by_label("Their name").fill("Dov")
    host.get_by_role("button", name="Add a player without a phone").click()
    expect(host.get_by_role("listitem").filter(has_text="Dov").first).to_be_visible()
    host.get_by_role("button", name="Set up the box").click()
    players = [Player(n + 1, NAMES[n], BADGES[n]) for n in range(4)]
    steps = len(game.plan(players, {}, {}).steps)
    expect(host.get_by_text(f"1 of {steps}", exact=True)).to_be_visible()
    host.get_by_role("button", name="Done, next").click()
    expect(host.get_by_text(f"2 of {steps}", exact=True)).to_be_visible()
    host.get_by_text("Start or go back").click()
    begin(host, game)
    wall = phone(script=False).page
    for page in (*pages.values(), wall):
        page.goto(f"/t/{code}/wall" if page is wall else f"/t/{code}")
        expect(page.locator("#now h1")).to_be_visible()
    if not promises(game.key).MESSAGES:
        return
    for name in ("Ana", "Ben", "Cleo"):
        page = pages[name]
        look_again(page, code)
        page.get_by_role("button", name=HOLD).click()
        told = page.locator(".secret").inner_text()
        page.get_by_role("link", name="Cover it again").click()
        expect(page.get_by_role("button", name=HOLD)).to_be_visible()
        assert told not in page.content()

    # Dov has no phone: Ana's is handed over, read once, and handed back.
    host.get_by_role("button", name="Pass to Dov").click()
    host.get_by_role("button", name=HOLD).click()
    expect(host.locator(".secret")).to_be_visible()
    host.get_by_role("link", name="Cover it again").click()
    host.get_by_role("button", name="pass back to", exact=False).click()
    expect(host.get_by_text("has read")).to_be_visible()


def begin(host: Page, game: Game) -> None:
    """Start it, whatever that asks about."""
    if promises(game.key).ASKS_AT_START == "nothing":
        host.locator("form[action$='/start'] button").first.click()
    else:
        start(host)
    expect(host.locator(".table")).to_have_attribute("data-stage", "play")


def test_a_refused_name_stays_in_its_field_with_the_sentence_beside_it(phone: Callable[..., Phone]) -> None:
    code, _ = plain(phone, 1, TITLE)
    page = phone(script=False).page
    page.goto(f"/j/{code}")
    page.get_by_label("Your name").fill("ana")
    page.get_by_role("button", name="Take a seat").click()
    field = page.get_by_label("Your name")
    expect(field).to_have_value("ana")
    expect(field).to_have_accessible_description(re.compile("Somebody here is already called that. How about “ana 2”"))


def test_a_practice_game_leaves_nothing_behind(phone: Callable[..., Phone]) -> None:
    page = phone(script=False).page
    page.goto("/")
    page.get_by_role("button", name="Start a practice game").click()
    page.wait_for_url("**/t/*/practice")
    address = page.url
    page.get_by_role("link", name="Play along yourself").click()
    expect(page.get_by_text("Practice game.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="you")).to_have_count(1)
    page.get_by_role("link", name="Watch every phone").click()
    page.wait_for_load_state()  # with every phone on it: one that came later would find no game
    page.get_by_role("button", name="Delete this practice game").click()
    expect(page.get_by_role("heading", name="What’s on the table?")).to_be_visible()
    assert page.goto(address).status == 404  # type: ignore[union-attr]
