"""The line of locations on screens of every width: in one row, no place higher than another, no word broken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.games.scape_goat import GAME
from tests.browser.screens import TORN, Screen
from tests.evenings import Evening, House, evening, visitors

PHONES = [(360, 780), (375, 667), (390, 844), (412, 915), (430, 932), (844, 390)]
LAPTOPS = [(900, 700), (1024, 768), (1280, 800)]
PLACES = """() => [...document.querySelectorAll("#line .spot")].map(e => {
    const at = e.getBoundingClientRect();
    return [Math.round(at.top), Math.round(at.height)];
})"""
PRESS_MENU = "() => document.querySelector('.menu > summary').click()"


@pytest.fixture
def screen(chromium: Browser) -> Iterator[Screen]:
    one = Screen(chromium, PHONES[0])
    yield one
    one.close()


@pytest.fixture
def at(tmp_path: Path) -> Evening:
    """Cleo’s first turn, everybody having read."""
    at = evening(House(tmp_path), GAME, 1, 4, sharing=False)
    at.start()
    for who in at.people.values():
        assert at.message(who).status_code == 200
    at.did(at.host, "play/track", seat="3")
    return at


def rows(screen: Screen) -> set[tuple[int, int]]:
    """Where the places stand and how high they are, of all five."""
    places = screen.phone.page.evaluate(PLACES)
    assert len(places) == 5
    return {(top, height) for top, height in places}


@pytest.mark.parametrize("size", PHONES, ids=str)
@pytest.mark.parametrize("who", ["who moves", "who waits", "who watches"])
def test_all_five_places_stand_in_one_row_of_a_phone_with_every_word_whole(
    at: Evening, screen: Screen, size: tuple[int, int], who: str
) -> None:
    screen.phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    looks = {"who moves": at.people["Cleo"], "who waits": at.people["Ben"], "who watches": visitors(at)[-1]}[who]
    page = screen.shows(looks, f"/t/{at.code}{'/wall' if who == 'who watches' else ''}")
    assert page.evaluate(TORN) == []
    assert len(rows(screen)) == 1


@pytest.mark.parametrize("size", LAPTOPS, ids=str)
def test_all_five_places_stand_in_one_row_of_a_laptop_also_beside_the_open_menu(
    at: Evening, screen: Screen, size: tuple[int, int]
) -> None:
    screen.phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    page = screen.shows(at.people["Cleo"], f"/t/{at.code}")
    for _menu in ("shut", "open"):
        assert page.evaluate(TORN) == []
        assert len(rows(screen)) == 1
        page.evaluate(PRESS_MENU)


def test_on_the_smallest_phone_the_places_stand_in_two_rows_with_every_word_whole(at: Evening, screen: Screen) -> None:
    screen.phone.page.set_viewport_size({"width": 320, "height": 568})
    page = screen.shows(at.people["Cleo"], f"/t/{at.code}")
    assert page.evaluate(TORN) == []
    assert len({top for top, _ in rows(screen)}) == 2
