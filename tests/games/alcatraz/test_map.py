"""The map of the prison: seen whole beside what is asked, and its guards by day and by night."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.games.alcatraz import GAME
from tests.browser.glass import ON_ITS_SIDE
from tests.browser.phone import LIGHTS
from tests.browser.screens import Screen
from tests.evenings import Evening, House, evening, visitors
from tests.test_look import contrast

ANA = 1
OUT_OF_SIGHT = """selector => [...document.querySelectorAll(selector)].filter(e => {
    const at = e.getBoundingClientRect(), top = document.elementFromPoint((at.left + at.right) / 2, at.bottom - 4);
    return at.top < 0 || at.bottom > innerHeight || !(e.contains(top) || top.contains(e));
}).map(e => e.textContent.trim())"""
GUARDS = """() => [...document.querySelectorAll(".guards .p-rim")].map(coat => {
    const around = [];
    for (let e = coat.closest(".guards"); e; e = e.parentElement) around.push(getComputedStyle(e));
    const ground = around.find(look => look.backgroundImage !== "none" || !/, 0\\)$/.test(look.backgroundColor));
    return [getComputedStyle(coat).fill, ground.backgroundColor + " " + ground.backgroundImage];
})"""
"""The colour of each guard's coat, and what is behind it: of a closed room several colours."""


@pytest.fixture
def at(tmp_path: Path) -> Evening:
    at = evening(House(tmp_path), GAME, 1, 4, sharing=False)
    at.start()
    at.did(at.host, "play/round-done")
    return at


def beside(page: Page, asked: str, least: int) -> None:
    """Fails unless twelve rooms are wholly in sight, and at their right what is asked, which is so many things."""
    assert page.locator(".cell").count() == 12
    assert page.locator(asked).count() >= least
    for selector in (".cell", asked):
        assert page.evaluate(OUT_OF_SIGHT, selector) == []
    edges = "all => all.map(e => e.getBoundingClientRect()).map(at => [at.left, at.right])"
    rooms, things = (page.locator(selector).evaluate_all(edges) for selector in (".cell", asked))
    assert max(right for _, right in rooms) < min(left for left, _ in things)


@pytest.mark.parametrize("size", [(1280, 800), (1440, 900)], ids=str)
def test_on_a_laptop_the_map_has_the_height_there_is(chromium: Browser, at: Evening, size: tuple[int, int]) -> None:
    screen = Screen(chromium, size)
    page = screen.shows(at.host, f"/t/{at.code}")
    stage, dock = page.locator("#prison").bounding_box(), page.locator(".game > .action").bounding_box()
    assert stage is not None
    assert dock is not None
    assert 0 <= dock["y"] - (stage["y"] + stage["height"]) < 90
    screen.close()


def test_on_a_phone_what_can_be_done_here_begins_above_the_button_at_the_thumb(chromium: Browser, at: Evening) -> None:
    at.did(at.host, "play/guard")
    at.did(at.host, "play/talk-over")
    for who in at.people.values():
        at.did(who, "play/vote", choice=ANA)
    screen = Screen(chromium, (390, 844))
    page = screen.shows(at.host, f"/t/{at.code}")
    here, dock = page.locator("#here > h2").bounding_box(), page.locator(".game > .action").bounding_box()
    assert here is not None
    assert dock is not None
    assert here["y"] + here["height"] < dock["y"] - 24
    screen.close()


@pytest.mark.parametrize("size", [ON_ITS_SIDE.size, (1280, 800)], ids=str)
def test_the_whole_map_is_in_sight_beside_what_is_asked(chromium: Browser, at: Evening, size: tuple[int, int]) -> None:
    screen, cleo, path = Screen(chromium, size), at.people["Cleo"], f"/t/{at.code}"
    beside(screen.shows(at.host, path), ".action .btn", 1)
    at.did(at.host, "play/guard")
    beside(screen.shows(at.host, path), ".timer, .action .btn", 2)
    at.did(at.host, "play/talk-over")
    beside(screen.shows(cleo, path), "form[action$='/vote'] .choices label, form[action$='/vote'] .btn", 5)
    at.did(cleo, "play/vote", choice=ANA)
    beside(screen.shows(cleo, path), ".notice.good, #my-vote > summary", 2)
    for name in ("Ana", "Ben", "Dov"):
        at.did(at.people[name], "play/vote", choice=ANA)
    beside(screen.shows(at.host, path), "#here > h2, .action .btn", 2)
    screen.close()


@pytest.mark.parametrize("light", LIGHTS)
def test_a_guard_is_told_from_what_is_behind_it_by_day_and_by_night(chromium: Browser, at: Evening, light: str) -> None:
    at.did(at.host, "play/set-guards", room=1, n=4)
    screen = Screen(chromium, (390, 844))
    screen.phone.page.emulate_media(color_scheme="dark" if light == "dark" else "light")
    for path in (f"/t/{at.code}", f"/t/{at.code}/wall"):
        found = screen.shows(visitors(at)[-1] if "wall" in path else at.host, path).evaluate(GUARDS)
        assert len(found) >= 9
        assert any("gradient" in ground for _, ground in found), "a closed room is striped"
        for coat, ground in found:
            behind = [as_hex(colour) for colour in re.findall(r"rgb\([\d, ]+\)", ground)]
            assert behind
            assert min(contrast(as_hex(coat), colour) for colour in behind) >= 3, (coat, ground)
    screen.close()


def as_hex(colour: str) -> str:
    """rgb(0, 255, 16) as #00ff10."""
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", colour))
