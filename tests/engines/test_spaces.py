"""What stands in a row or a column has the same spaces in a browser of years ago, which knows none there, as in one of
today: measured on pages of each kind, of which both are drawn by the same app."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.game import Game
from companion.games import GAMES
from tests.browser.screens import Answers
from tests.browser.test_walked import all_shown
from tests.engines.chromium import Chromium
from tests.engines.conftest import ENGINES
from tests.engines.handset import Handset
from tests.games import ANY

STANDS = """
var sheet = document.styleSheets[0], fonts = document.fonts;
if (document.readyState !== "complete" || fonts.status !== "loaded") { return false; }
if (document.querySelector("[data-again]:not([hidden])")) { return false; }
sheet.insertRule("*, *::before, *::after { animation: none !important; transition: none !important; }", 0);
return true;
"""
"""Whether the page is whole and has heard the app; then nothing moves on it any more."""
SPACES = """
var found = {}, met = {};
function list(all) { return Array.prototype.slice.call(all); }
function folded(e) {
    var fold = e.parentNode.closest("details:not([open])");
    return !!fold && !(e.closest("summary") && e.closest("summary").parentNode === fold && !folded(fold));
}
function seen(e) {
    var at = e.getBoundingClientRect(), look = getComputedStyle(e);
    var flows = look.visibility !== "hidden" && !/absolute|fixed|sticky/.test(look.position);
    return at.width > 0 && at.height > 0 && !folded(e) && flows;
}
function words(e) { return e.tagName.toLowerCase() + " " + e.textContent.replace(/\\s+/g, " ").trim().slice(0, 24); }
list(document.querySelectorAll("body *")).forEach(function (e) {
    var look = getComputedStyle(e), kids = list(e.children).filter(seen);
    if (!/flex|grid/.test(look.display) || /space/.test(look.justifyContent + look.alignContent)) { return; }
    kids.slice(1).forEach(function (kid, n) {
        var a = kids[n].getBoundingClientRect(), b = kid.getBoundingClientRect(), below = b.top >= a.bottom - 4;
        var name = words(kids[n]) + " + " + words(kid);
        met[name] = (met[name] || 0) + 1;
        found[name + " " + met[name]] = [below ? "below" : "beside", below ? b.top - a.bottom : b.left - a.right];
    });
});
return found;
"""
"""How far each thing stands from the one before it in its row or column, and whether below or beside it."""
NEAR = 48
"""Pixels: what is farther apart takes what is left, and is no space."""
LIKE = 2
"""How many pixels more or less are as good as none: letters are not equally wide in both."""


def spaces(phone: Handset, address: str) -> dict[str, tuple[str, float]]:
    phone.open(address)
    phone.wait(STANDS)
    return {name: (where, far) for name, (where, far) in phone.run(SPACES).items()}


OLD = [engine for engine in ENGINES if engine.need == "old"]
OLDEST = OLD[0]


@pytest.mark.parametrize(
    ("phones", "game"),
    [*((OLDEST, game) for game in GAMES), *((later, ANY) for later in OLD[1:])],
    indirect=["phones"],
    ids=lambda one: getattr(one, "key", None) or one.name,
)
def test_things_stand_as_far_apart_as_in_a_browser_of_today(
    chromium: Browser, handset: Handset, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    near = 0
    with closing(Answers()) as answers, closing(Chromium(chromium)) as today:
        for one in all_shown(game, tmp_path, monkeypatch):
            if one.wall or (one.playing and not one.asked):
                continue
            answers.who = one.who
            right, ours = (spaces(phone, answers.address + one.path) for phone in (today, handset))
            for name in right.keys() & ours.keys():
                (where, far), (there, away) = right[name], ours[name]
                if 0 < far < NEAR:
                    near += 1
                    assert there == where, f"{one.about}: {name}"
                    assert away == pytest.approx(far, abs=LIKE), f"{one.about}: {name}"
    assert near > 50
