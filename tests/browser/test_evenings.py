"""The evening goes on next week: the same people at a new table, and what is kept of the evenings before."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.games import example
from tests.browser.choosing import play, played_on
from tests.browser.evenings import at_table
from tests.browser.phone import Phone
from tests.games import OTHER

TWO = [[0, 0, 0, -3, 1], [1, 3, 1, 24, 0]]
FILE = {
    "companion_evenings": 1,
    "names": ["Ana", "Benedetta", "Cleo"],
    "tables": {
        "CDFGH": [[1, 29_000_000, "example", TWO], [2, 29_000_060, "example", TWO]],
        "KMTRX": [[1, 29_010_000, OTHER.key, [[0, 0, 1, None, 1], [1, 3, 0, None, 0], [2, 2, 1, None, 2]]]],
    },
}
"""Two evenings as a file carries them."""


def home(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("button", name="The same people as last time")).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_the_same_people_sit_down_by_a_tap_on_their_names(phone: Callable[..., Phone], script: bool) -> None:
    each = [phone(size=(1280, 800), script=script), phone(), phone(script=script)]
    code = at_table(each, str(example.GAME.title))
    ana, ben, cleo = (one.page for one in each)
    play(each[0], code, "start")
    played_on(each[0], code, others=("2", "3"))
    home(ana)
    ana.get_by_role("radio", name=str(OTHER.title)).first.check(force=True)
    ana.get_by_role("button", name="The same people as last time").click()
    expect(ana.locator(".people")).to_contain_text("Cleo")
    new = ana.url.rsplit("/", 1)[1].partition("?")[0]
    assert new != code
    expect(ana.locator("header.bar")).to_contain_text(str(OTHER.title))
    for page, name in ((ben, "Ben"), (cleo, "Cleo")):
        page.goto(f"/j/{new}")
        page.locator("#expected").get_by_role("button", name=name).click()
        expect(page.get_by_role("heading", name=f"You are in, {name}")).to_be_visible()
    each[1].fits()
    each[1].accessible()
    ana.goto(f"/t/{new}")
    expect(ana.locator(".people .person")).to_have_count(3)
    expect(ana.locator(".people")).not_to_contain_text("expected")


def test_our_evenings_add_up_and_one_tap_forgets_them_and_one_brings_them_back(phone: Callable[..., Phone]) -> None:
    one = phone(size=(320, 568))
    page = one.page
    page.goto("/evenings")
    expect(page.get_by_text("No finished game yet.")).to_be_visible()
    page.get_by_label("A file saved on another device").set_input_files(
        files={"name": "evenings.json", "mimeType": "application/json", "buffer": json.dumps(FILE).encode()}
    )
    page.get_by_role("button", name="Add its games").click()
    expect(page.get_by_text("3 games were brought in.")).to_be_visible()
    sums = page.get_by_role("region", name=str(example.GAME.title))
    expect(sums.get_by_role("row", name="Benedetta 2 2")).to_be_visible()
    expect(sums.get_by_role("row", name="Ana 0 2")).to_be_visible()
    one.fits()
    one.accessible_in_both_lights()
    page.get_by_role("button", name="Forget all evenings").click()
    expect(page.get_by_text("3 games were forgotten.")).to_be_visible()
    expect(page.get_by_text("No finished game yet.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("3 games were brought in.")).to_be_visible()
    page.get_by_role("button", name="Forget the evening of").first.click()
    expect(page.get_by_text("1 game was forgotten.")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("button", name="The same people as last time")).to_be_visible()
