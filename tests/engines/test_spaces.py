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
from tests.engines.conftest import OLD
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


UNFOLD = "Array.prototype.forEach.call(document.querySelectorAll('details'), function (e) { e.open = true; });"
Spaces = dict[str, tuple[str, float]]


def spaces(phone: Handset, address: str, *, unfolded: bool = False) -> Spaces:
    phone.open(address)
    phone.wait(STANDS)
    if unfolded:
        phone.run(UNFOLD)
        phone.wait("return !!document.querySelector('[data-menu=open]');")
    return {name: (where, far) for name, (where, far) in phone.run(SPACES).items()}


def as_far_apart(right: Spaces, ours: Spaces, about: str) -> set[str]:
    """Compares what both have; what stood near something else in it."""
    near = {name for name in right.keys() & ours.keys() if 0 < right[name][1] < NEAR}
    for name in near:
        (where, far), (there, away) = right[name], ours[name]
        assert there == where, f"{about}: {name}"
        assert away == pytest.approx(far, abs=LIKE), f"{about}: {name}"
    return near


OLDEST, LATER = OLD[:1], OLD[1:]


def all_stand_alike(
    chromium: Browser, handset: Handset, game: Game, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    near = 0
    with closing(Answers()) as answers, closing(Chromium(chromium)) as today:
        for one in all_shown(game, folder, monkeypatch):
            if one.wall or (one.playing and not one.asked):
                continue
            answers.who = one.who
            right, ours = (spaces(phone, answers.address + one.path) for phone in (today, handset))
            near += len(as_far_apart(right, ours, one.about))
    assert near > 50


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("phones", OLDEST, indirect=True, ids=lambda one: one.name)
def test_in_the_oldest_things_stand_as_far_apart_as_in_a_browser_of_today(
    chromium: Browser, handset: Handset, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_stand_alike(chromium, handset, game, tmp_path, monkeypatch)


@pytest.mark.parametrize("phones", LATER, indirect=True, ids=lambda one: one.name)
def test_in_later_ones_things_stand_as_far_apart_as_in_a_browser_of_today(
    chromium: Browser, handset: Handset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_stand_alike(chromium, handset, ANY, tmp_path, monkeypatch)


@pytest.mark.parametrize("phones", OLDEST, indirect=True, ids=lambda one: one.name)
def test_what_unfolds_stands_as_far_apart_as_well(
    chromium: Browser, handset: Handset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Answers()) as answers, closing(Chromium(chromium)) as today:
        one = next(one for one in all_shown(ANY, tmp_path, monkeypatch) if one.asked)
        answers.who, address = one.who, answers.address + one.path
        folded = spaces(handset, address)
        right, ours = (spaces(phone, address, unfolded=True) for phone in (today, handset))
        assert len(as_far_apart(right, ours, one.about) - folded.keys()) > 10
