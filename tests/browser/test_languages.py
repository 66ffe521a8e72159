"""Every moment of every game on a small phone, in a language that is not English: nothing is cut, nothing is left over.

It is two fifths longer and accented throughout, so what has no room shows; and it marks each sentence that it says, so
what stands outside the marks was never in the catalogue, or was glued to a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.game import Game
from companion.games import GAMES
from tests.browser.screens import Screen
from tests.browser.test_moments import moment_of
from tests.evenings import House, Visitor, evening, fixed_chance
from tests.languages import Language, longer, marked

SMALL = (320, 568)
MOVES = 40

CUT = """() => {
    const found = [], menu = document.querySelector("#menu > summary");
    const words = e => `${e.tagName}.${e.className}: ${e.textContent.trim().slice(0, 60)}`;
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
    for (const e of document.querySelectorAll("body *")) {
        const at = e.getBoundingClientRect(), look = getComputedStyle(e);
        if (!at.width || !at.height || !e.checkVisibility({visibilityProperty: true})) continue;
        if (e.closest("svg, .sr, option") || !e.textContent.trim()) continue;
        if (look.clip !== "auto") continue;  // for those who listen
        const cut = way => /hidden|clip/.test(look["overflow" + way]);
        if (cut("X") && e.scrollWidth > e.clientWidth + 1 || cut("Y") && e.scrollHeight > e.clientHeight + 1)
            found.push("cut " + words(e));
        if (e.closest(".lessons, .scroll")) continue;  // cards and wide tables, to be swiped
        if (at.left < -1 || at.right > innerWidth + 1) found.push("beyond the edge " + words(e));
    }
    if (menu) {
        const m = menu.getBoundingClientRect();
        for (const e of document.querySelectorAll(".bar > *")) {
            const at = e.getBoundingClientRect();
            if (at.width && at.right > m.left + 1 && at.bottom > m.top) found.push("under the menu " + words(e));
        }
    }
    return [...new Set(found)];
}"""

BARE = r"""() => {
    const found = [], spoken = ["aria-label", "placeholder", "title", "alt"];
    const theirs = /\b(Ana|Ben|Cleo|Dov)\b/g;  // what people are called, where no element can say that it is a name
    const ours = {test: words => /[A-Za-z]{2,}/.test(words.replace(theirs, ""))};
    const outside = words => { let bare = "", depth = 0; for (const c of words) {
        if (c === "⟦") depth += 1; else if (c === "⟧") depth -= 1; else if (!depth) bare += c; } return bare; };
    let depth = 0;
    const walk = node => {
        if (node.nodeType === Node.TEXT_NODE) {
            let bare = "";
            for (const c of node.data) {
                if (c === "⟦") depth += 1; else if (c === "⟧") depth -= 1; else if (!depth) bare += c;
            }
            if (ours.test(bare)) found.push(bare.trim().slice(0, 80));
            return;
        }
        const skipped = "script, style, noscript, time, [translate=no]";
        if (node.nodeType !== Node.ELEMENT_NODE || node.matches(skipped)) return;
        for (const name of spoken) {
            const bare = outside(node.getAttribute(name) || "");
            if (ours.test(bare)) found.push(`${name}: ${bare.trim().slice(0, 80)}`);
        }
        node.childNodes.forEach(walk);
    };
    walk(document.body);
    return [...new Set(found)];
}"""


OPEN = """where => {
    const folds = document.querySelectorAll(where === "menu" ? "#menu, #menu details" : ".game details:not(.qr)");
    folds.forEach(d => { if (!d.open) { d.reopened = true; d.open = true; } });
    return folds.length > 0;
}"""
"""Opens the folds of the game, or the menu with all its drawers, as if they had stood open before."""


SPOKEN = Language(lambda message: marked(longer(message)))
"""One for all games, so that templates are compiled for it once."""


@pytest.fixture
def small_phone(chromium: Browser) -> Iterator[Screen]:
    screen = Screen(chromium, SMALL)
    yield screen
    screen.close()


def every_moment(game: Game, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Visitor, str, str]]:
    """Who looks at what page, and what it is about: each sentence of Now once, and each stage around the game."""
    met = set()
    fixed_chance(monkeypatch, 1)
    at = evening(House(folder), game, 1, 4)
    for _ in at.moments(MOVES):
        for who in at.people.values():
            stage = at.table.stage
            moment = moment_of(at, who) or (stage, who is at.host) if stage != "setup" else (stage, len(at.table.ticks))
            if moment not in met:
                met.add(moment)
                yield who, f"/t/{at.code}", str(moment)
    assert len(met) > 8, "an evening has more moments than that"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_in_a_longer_language_nothing_is_cut_and_no_word_is_outside_a_sentence_of_the_catalogue(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_phone: Screen
) -> None:
    """Moment by moment: as it comes, with its folds open, in its menu."""
    found = dict[str, list[str]]()
    monkeypatch.setattr("companion.web.language.translations", lambda code: SPOKEN)
    for who, path, moment in every_moment(game, tmp_path, monkeypatch):
        page = small_phone.shows(who, path)
        wrong = wrong_on(page)
        for where in ("game", "menu"):
            wrong |= wrong_on(page) if page.evaluate(OPEN, where) else set()
        if wrong:
            found[moment] = sorted(wrong)
    assert found == {}


def wrong_on(page: Page) -> set[str]:
    return {*page.evaluate(CUT), *(f"in no sentence: {words}" for words in page.evaluate(BARE))}
