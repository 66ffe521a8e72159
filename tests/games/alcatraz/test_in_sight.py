"""On a phone what can be done in a turn is seen without scrolling: the rooms to go to, and the first deed here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator

from companion.games.alcatraz import GAME
from tests.browser.screens import Screen
from tests.evenings import Evening, House, evening

PHONES = ((390, 844), (320, 568))


@pytest.fixture
def screen(chromium: Browser) -> Iterator[Screen]:
    made = Screen(chromium, PHONES[0])
    yield made
    made.close()


@pytest.fixture
def at(tmp_path: Path) -> Evening:
    """Ana, the first Scapegoat, acts first. The prison lies by its numbers, with a task wherever she goes, and each of
    the others in a room of their own."""
    at = evening(House(tmp_path), GAME, 1, 4, sharing=False)
    at.did(at.host, "set-up")
    at.did(at.host, "draw", step="prison", by="hand", **{f"space{n}": n + 1 for n in range(12)})
    at.did(at.host, "draw", step="places", by="hand", place1=6, place2=8, place3=12)
    at.did(at.host, "draw", step="starts", by="hand", start0=1, start1=2, start2=5, start3=7)
    at.did(at.host, "draw", step="guards", by="hand", **{f"guard{n + 1}": n % 4 + 3 for n in range(8)})
    at.did(at.host, "draw", step="first", by="hand", first=1)
    at.start()
    return at


def ends(what: Locator) -> tuple[float, float]:
    """Where it begins and ends in the window, from above."""
    box = what.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


@pytest.mark.parametrize("room", [1, 6, 8, 12])
@pytest.mark.parametrize("guards", [1, 2])
def test_the_first_thing_to_do_here_is_in_sight_above_the_thumb(
    screen: Screen, at: Evening, room: int, guards: int
) -> None:
    at.did(at.host, "play/walk", seat=1, room=room)
    at.did(at.host, "play/walk", seat=4, room=room)
    at.did(at.host, "play/set-guards", room=room, n=guards)
    page = screen.shows(at.host, f"/t/{at.code}")
    for size in PHONES:
        screen.turns_to(size)
        thumb = page.locator(".game > .action")
        deed, lit = page.locator("#here button").first, page.locator("#prison button")
        assert lit.count() >= 3, "a corner has three neighbours"
        for what in (deed, lit.first, lit.last):
            assert ends(what)[0] >= 0
            assert ends(what)[1] <= ends(thumb)[0], size
        assert ends(page.locator(".later"))[0] > ends(deed)[1], "and how far the evening is comes after it"
