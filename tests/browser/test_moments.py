"""Every moment of every game, walked: what matters now, what answers it and what goes on from there are on the screen,
with nothing before them and no word cut or broken, and a wall never scrolls.

The evenings are played in this process, and the browser is answered from it: no server, no stream, so a page is what it
is at that move. A moment is a sentence that Now says, and whether it asks whoever looks.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser

from companion.game import Game
from companion.games import GAMES
from companion.secrecy import seen_by
from tests.browser.screens import TORN, Screen
from tests.evenings import Evening, House, Visitor, evening, fixed_chance, visitors

PHONES, LAPTOPS, WALLS = ((390, 844), (320, 568)), ((1280, 800),), ((1920, 1080), (1280, 720))
OWN = (PHONES, LAPTOPS)
"""The screens that people play on. Those that are drawn alike at any size are of one kind."""
Size = tuple[int, int]
MOVES = 40
SEEDS = (1, 2)

MEASURE = r"""() => {
    const inside = e => {
        const at = e.getBoundingClientRect();
        return at.height > 0 && at.top >= 0 && at.bottom <= innerHeight && at.left >= 0 && at.right <= innerWidth;
    };
    const shows = e => e.checkVisibility({visibilityProperty: true, opacityProperty: true})
        && (!e.closest("details:not([open])") || e.closest("summary")) && !e.closest("svg, .sr, option");
    // A finger in the middle or near a corner meets the control itself.
    const free = e => {
        const at = e.getBoundingClientRect(), x = Math.min(9, at.width / 3), y = Math.min(9, at.height / 3);
        return [[(at.left + at.right) / 2, (at.top + at.bottom) / 2], [at.left + x, at.top + y],
            [at.right - x, at.top + y], [at.left + x, at.bottom - y], [at.right - x, at.bottom - y]]
            .every(([left, top]) => e.contains(document.elementFromPoint(left, top)));
    };
    // Each line of the words inside the window, and before it nothing that can be seen and is not around it.
    const seeThrough = e => { const look = getComputedStyle(e); return look.opacity === "0"
        || look.backgroundImage === "none" && /^rgba\(.*, 0\)$/.test(look.backgroundColor); };
    const lines = function* (root) {
        const words = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        while (words.nextNode()) {
            const text = words.currentNode, range = document.createRange();
            if (!text.data.trim() || !shows(text.parentElement)) continue;
            range.selectNodeContents(text);
            for (const at of range.getClientRects()) if (at.width > 1 && at.height > 1) yield [text, at];
        }
    };
    const cut = root => root ? [...lines(root)].filter(([text, at]) => {
        const e = text.parentElement, around = hit => !!hit && (hit.contains(e) || e.contains(hit));
        return ![at.left + 1, (at.left + at.right) / 2, at.right - 1].every(x => around(document
            .elementsFromPoint(x, (at.top + at.bottom) / 2).find(hit => around(hit) || !seeThrough(hit))));
    }).map(([text]) => "cut: " + text.data.trim()) : [];
    // What can be pressed has room for its words.
    const spilled = e => {
        const box = e.getBoundingClientRect();
        return [...lines(e)].some(([, at]) => at.top < box.top - 3 || at.bottom > box.bottom + 3
            || at.left < box.left - 3 || at.right > box.right + 3);
    };
    const now = document.querySelector("#now h1, #now h2");
    const answers = [...document.querySelectorAll(
        "[data-answers], #panel .game form[action*='/play/'] button, #panel .game [data-hold]")];
    const marked = answers.filter(e => e.hasAttribute("data-answers"));
    const first = answers.filter(e => e.getClientRects().length && !e.disabled && shows(e)).slice(0, 1);
    const there = (marked.length ? marked : first).filter(inside), answer = there.find(free);
    // What is typed or tapped in first before it is sent.
    const form = answer && answer.closest("form");
    const entered = form ? [...form.querySelectorAll("input:not([type=hidden])")].filter(shows).slice(0, 1) : [];
    // What goes on from here stays at the thumb, except where something else is to be read or answered first.
    const docked = [...document.querySelectorAll("#panel .game > .action")]
        .filter(e => getComputedStyle(e).position !== "relative")
        .flatMap(e => [...e.querySelectorAll("button, summary")]).filter(shows);
    const pressed = [...document.querySelectorAll("button, summary, label, .btn")].filter(shows);
    return {now: !!now && inside(now), answer: !!answer,
            broken: [...cut(document.getElementById("now")), ...cut(answer),
                ...pressed.filter(spilled).map(e => "spilled: " + e.textContent.trim()),
                ...entered.filter(e => !inside(e) || !free(e)).map(e => "out of sight: " + e.name),
                ...docked.filter(e => !inside(e) || !free(e)).map(e => "out of sight: " + e.textContent.trim())],
            scrolls: document.documentElement.scrollHeight > innerHeight};
}"""


class Moment(NamedTuple):
    """What a screen says now: the sentence before its names are in it, whether it asks, whether the phone is handed,
    and what stands under the sentence."""

    sentence: str
    asked: bool
    handed: bool
    hint: str


@pytest.fixture
def screens(chromium: Browser) -> Iterator[dict[tuple[Size, ...], Screen]]:
    """One of each kind."""
    found: dict[tuple[Size, ...], Screen] = {kind: Screen(chromium, kind[0]) for kind in (*OWN, WALLS)}
    yield found
    for screen in found.values():
        screen.close()


def measured(screen: Screen, kind: tuple[Size, ...], who: Visitor, path: str) -> Iterator[tuple[Size, dict[str, Any]]]:
    """What is seen of a page at each size of that kind of screen, on which it is loaded once."""
    page = screen.shows(who, path)
    for size in kind:
        screen.turns_to(size)
        found = page.evaluate(MEASURE)
        found["broken"] += page.evaluate(TORN)
        yield size, found


def moment_of(at: Evening, who: Visitor) -> Moment | None:
    seen = seen_by(at.table, who.device, at=at.house.now)
    if seen.now is None or seen.stage != "play" or seen.now.title is None or seen.shut:
        return None
    hint = str(seen.now.hint.message) if seen.now.hint is not None else ""
    return Moment(str(seen.now.title.message), seen.now.asked, seen.passed, hint)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_matters_now_and_what_answers_it_are_on_the_screen_at_every_moment(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, screens: dict[tuple[Size, ...], Screen]
) -> None:
    wrong: list[tuple[str, ...]] = []
    met = set[Moment | tuple[str, ...]]()
    for seed in SEEDS:
        fixed_chance(monkeypatch, seed)
        at = evening(House(tmp_path / str(seed)), game, seed, 4)
        stranger = visitors(at)[-1]
        for _ in at.moments(MOVES):
            for who in at.people.values():
                moment = moment_of(at, who)
                if moment is None or moment in met:
                    continue
                met.add(moment)
                for kind in OWN:
                    for size, found in measured(screens[kind], kind, who, f"/t/{at.code}"):
                        if not found["now"] or (moment.asked and not found["answer"]) or found["broken"]:
                            wrong.append((str(size), moment.sentence, *found["broken"]))
            now = seen_by(at.table, "", wall=True, at=at.house.now).now
            if now is not None and (("wall", str(now.title and now.title.message), at.table.stage)) not in met:
                met.add(("wall", str(now.title and now.title.message), at.table.stage))
                for size, found in measured(screens[WALLS], WALLS, stranger, f"/t/{at.code}/wall"):
                    if found["scrolls"] or found["broken"]:
                        wrong.append((str(size), "wall", str(now.title and now.title.message), *found["broken"]))
    assert len(met) > 3, "an evening has more moments than that"
    assert wrong == []


@pytest.mark.parametrize("game", [game for game in GAMES if game.passed_round], ids=lambda game: game.key)
def test_what_everybody_should_know_pushes_nobodys_message_out_of_the_window(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, screens: dict[tuple[Size, ...], Screen]
) -> None:
    fixed_chance(monkeypatch, 3)
    at = evening(House(tmp_path), game, 3, 4)
    at.start()
    at.start()
    told = [who for who in at.people.values() if seen_by(at.table, who.device, at=at.house.now).notices]
    assert len(told) > 1
    for who in told:
        moment = moment_of(at, who)
        assert moment is not None
        for size, found in measured(screens[PHONES], PHONES, who, f"/t/{at.code}"):
            assert found["now"], (size, moment)
            assert found["answer"] or not moment.asked, (size, moment)
            assert found["broken"] == [], (size, moment)
