"""Every screen of every game, from the lobby to its end, on phones and on the wall, for whoever has a screen read out,
has a keyboard alone, or runs no script."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser

from companion.game import Game
from companion.games import GAMES
from companion.secrecy import seen_by
from tests.browser.glass import PHONE, SMALL, TYPED_IN, WALL, faults_of, hidden_by_keyboard
from tests.browser.keyboard import MOST_STOPS, Keyboard
from tests.browser.phone import LIGHTS
from tests.browser.screens import TORN, Screen
from tests.browser.test_access import SIDEWAYS
from tests.evenings import House, Visitor, evening, fixed_chance, visitors
from tests.games import promises
from tests.test_practice import practice

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
MOVES = 16

ANSWER = """() => {
    const shows = e => e.checkVisibility({visibilityProperty: true}) && !e.disabled;
    const controls = "button, summary, a[href], input:not([type=hidden]), select, textarea";
    const among = e => e.matches(controls) ? [e] : [...e.querySelectorAll(controls)];
    const marked = [...document.querySelectorAll("[data-answers]")].flatMap(among);
    const all = marked.length ? marked : [...document.querySelectorAll(
        "#panel .game form[action*='/play/'] button, #panel .game form[action$='/message'] button")];
    const answer = all.find(shows);
    if (answer) answer.setAttribute("data-looked-for", "");
    return !!answer;
}"""
"""Whether something that answers Now can be seen and pressed, which is marked then."""
REACHED = """() => {
    const goal = document.querySelector("[data-looked-for]"), now = document.activeElement;
    return goal === now || now.type === "radio" && goal.name === now.name && goal.form === now.form;
}"""
LET_BE = "() => { document.activeElement.blur(); window.scrollTo(0, 0); }"
"""The page as it came: nothing has the focus."""

LETTERS = """() => { const page = document.documentElement, size = () => parseFloat(getComputedStyle(page).fontSize);
    const drawn = size(); page.style.fontSize = ""; return drawn / size(); }"""
"""How large the letters of a wall are, of what they are where nothing has to be drawn smaller to be all in sight."""


class Shown(NamedTuple):
    """A page of the evening, of which no other of its kind was shown before."""

    who: Visitor
    path: str
    wall: bool
    playing: bool
    asked: bool
    about: str
    sentence: str = ""


def all_shown(game: Game, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shown]:
    """One page of each kind, in the order they come: by the stage, what Now says, and whether it asks; every step of
    the set-up; and how it is when the game is over, which a practice game comes to."""
    fixed_chance(monkeypatch, 2)
    house = House(folder)
    at = evening(house, game, 2, 4)
    stranger, met = visitors(at)[-1], set[tuple[object, ...]]()
    for _ in at.moments(MOVES):
        for who in (*at.people.values(), stranger):
            wall = who is stranger
            seen = seen_by(at.table, who.device, wall=wall, at=house.now)
            title = str(seen.now.title.message) if seen.now and seen.now.title else ""
            asked = bool(seen.now and seen.now.asked) and seen.stage == "play"
            kind = (seen.stage, title, asked, seen.passed, seen.role)
            if kind not in met:
                met.add(kind)
                path = f"/t/{at.code}/wall" if wall else f"/t/{at.code}"
                yield Shown(who, path, wall, seen.stage == "play", asked, str(kind), title)
        if at.table.stage == "setup" and ("steps",) not in met:
            met.add(("steps",))
            for step in at.table.plan().steps:  # type: ignore[union-attr]
                yield Shown(at.host, f"/t/{at.code}?step={step.key}", False, False, False, f"step {step.key}")
    assert {"lobby", "setup", "play"} <= {kind[0] for kind in met}
    tried = practice(house, game)
    for _ in tried.steps(promises(game.key).PRACTICE):
        pass
    assert tried.table.result() is not None
    pages = ["", "/wall", "/evening", *(["/scores"] if promises(game.key).SCORES else [])]
    for page in pages:
        yield Shown(tried.who, f"/t/{tried.code}{page}", page == "/wall", False, False, f"over {page}")


def shown_on(chromium: Browser, *, script: bool = True) -> Iterator[tuple[Screen, Screen]]:
    """A phone and a wall."""
    both = Screen(chromium, PHONE, script=script), Screen(chromium, WALL, script=script)
    yield both
    for screen in both:
        screen.close()


@pytest.fixture
def screens(chromium: Browser) -> Iterator[tuple[Screen, Screen]]:
    yield from shown_on(chromium)


@pytest.fixture
def plain_screens(chromium: Browser) -> Iterator[tuple[Screen, Screen]]:
    yield from shown_on(chromium, script=False)


@EVERY_GAME
def test_no_screen_of_any_game_has_a_fault_read_out_by_keyboard_in_large_text_on_its_side_round_a_notch_or_above_keys(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, screens: tuple[Screen, Screen]
) -> None:
    """Each sentence of Now is read out once, in the dark and in the light by turns, and is seen by those whom it asks
    and by others; the other screens by who looks. Whoever is asked comes to the answer by keyboard. A wall is opened
    anew at each, and read from afar."""
    lights, met, read, typed = cycle(LIGHTS), set[tuple[bool, str, bool]](), set[tuple[bool, str]](), set[str]()
    walks = 0
    readers = [Keyboard(screen.phone.page) for screen in screens]
    glass = screens[0].phone.context.new_cdp_session(screens[0].phone.page)
    for one in all_shown(game, tmp_path, monkeypatch):
        kind = (one.wall, one.sentence or one.about, one.asked)
        if kind in met and not one.asked:
            continue
        screen = screens[one.wall]
        screen.phone.page.emulate_media(color_scheme=next(lights))
        page = screen.shows(one.who, one.path)
        if one.asked:
            walks += tabbed(readers[one.wall], one.about) > 0
            page.evaluate(LET_BE)
        if kind in met:
            continue
        met.add(kind)
        assert page.evaluate(TORN) == [], one.about
        if kind[:2] not in read:
            read.add(kind[:2])
            screen.phone.accessible()
            readers[one.wall].audit()
        if one.wall:
            assert page.evaluate(LETTERS) > (0.6 if one.playing else 0.5), one.about
            continue
        asked = one.asked and page.evaluate(ANSWER)
        assert faults_of(page, glass, playing=one.playing, asked=asked) == [], one.about
        if one.playing and (fields := str(page.evaluate(TYPED_IN))) not in typed:
            typed.add(fields)
            assert hidden_by_keyboard(page, glass, longer=True) == [], one.about
    assert walks > 1


def tabbed(ana: Keyboard, about: str) -> int:
    """How many stops it is to what answers Now. Each has a name, and a ring round it in sight."""
    page = ana.page
    assert page.evaluate(ANSWER), about
    for stop in range(MOST_STOPS):
        if page.evaluate(REACHED):
            return stop
        page.keyboard.press("Tab")
        look = ana.look()
        assert look["name"], f"the focus is lost: {about}"
        assert not look["fault"], (look["fault"], look["name"], about)
    raise AssertionError(f"no way by keyboard: {about}")


@EVERY_GAME
def test_without_script_what_answers_now_is_there_at_every_moment_of_every_game(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plain_screens: tuple[Screen, Screen]
) -> None:
    """And nothing is wider than the smallest phone, or than the wall."""
    for one in all_shown(game, tmp_path, monkeypatch):
        screen = plain_screens[one.wall]
        if not one.wall:
            screen.phone.page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
        page = screen.shows(one.who, one.path)
        assert page.evaluate(SIDEWAYS) == [], one.about
        assert page.evaluate(TORN) == [], one.about
        assert page.locator("#now h1, #now h2").first.is_visible() or not one.playing, one.about
        assert not one.asked or page.evaluate(ANSWER), one.about


@EVERY_GAME
@pytest.mark.parametrize("size", [SMALL, PHONE], ids=str)
def test_nothing_that_needs_no_table_is_wider_than_a_phone(
    game: Game, size: tuple[int, int], tmp_path: Path, screens: tuple[Screen, Screen]
) -> None:
    anybody, screen = Visitor(House(tmp_path)), screens[0]
    screen.phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    for path in ("guide", "rules", *(f"tools/{game.key}/{tool.key}" for tool in game.calculators)):
        address = f"/{path}" if path.startswith("tools") else f"/{path}/{game.key}"
        assert screen.shows(anybody, address).evaluate(SIDEWAYS) == [], address
