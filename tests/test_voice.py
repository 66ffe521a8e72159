"""How the app speaks, as `companion/words.md` says: short where somebody acts, one word for a thing on its buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from companion.game import Game
from companion.games import GAMES
from companion.web.catalogue import sentences
from tests.evenings import House, evening, fixed_chance

LONGEST = 120
"""Characters of a sentence on a screen where somebody acts."""

VOID = {
    "meta",
    "link",
    "input",
    "br",
    "hr",
    "img",
    "wbr",
    "path",
    "circle",
    "rect",
    "use",
    "line",
    "polygon",
    "ellipse",
}
BLOCKS = {"p", "li", "h1", "h2", "h3", "div", "button", "label", "summary", "legend", "td", "th", "section", "ul", "ol"}
BLOCKS |= {"form", "fieldset", "small", "text", "a", "details", "table", "tr"}
BUTTONS = {"button", "summary"}


class Screen(HTMLParser):
    """What stands under the header of a page at a table, block by block, and what is on its buttons."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.blocks: list[str] = [""]
        self.buttons: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag in BLOCKS:
            self.blocks.append("")
        if tag in BUTTONS and self._inside():
            self.buttons.append("")
        if tag not in VOID:
            self._open.append((tag, ("class", "game") in attributes))

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag in BLOCKS:
            self.blocks.append("")

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass
        if tag in BLOCKS:
            self.blocks.append("")

    def handle_data(self, text: str) -> None:
        if not self._inside() or any(tag in ("option", "textarea") for tag, _ in self._open):
            return
        self.blocks[-1] += text
        if any(tag in BUTTONS for tag, _ in self._open):
            self.buttons[-1] += text

    def _inside(self) -> bool:
        return any(game for _, game in self._open)

    def sentences(self) -> Iterator[str]:
        for block in self.blocks:
            yield from re.split(r"(?<=[.!?])\s+", " ".join(block.split()))


BUTTON_WORDS: dict[str, tuple[str, ...]] = {
    "a phone that goes to somebody else is passed: Pass to, Pass back to": (
        r"\bhand (it|this|over|on|back)\b", r"\bgive (it|this) (to|back)\b",
    ),
    "what was entered is kept with Save": (r"^keep$", r"that is what", r"that’s my", r"^set (it|them)$", r"^ok$"),
    "the last move goes away with Undo and comes back with Redo": (r"\bdo again\b", r"\btake .*\bback\b"),
    "a form is left with Cancel": (r"^leave it$", r"^never mind$", r"^back out$"),
    "a game that begins again is restarted; after its end it is Play again": (r"\banew\b", r"\bagain with\b"),
    "a game without a result is stopped": (r"^end the game$", r"\babort\b"),
    "the first page is the Start page": (r"first page", r"\bhome page\b"),
    "somebody is made the host": (r"\bhosting\b", r"\bhosts?$(?<!as host)(?<!the host)"),
    "what is for a TV is the big screen": (r"\bwall\b",),
    "trying it alone is a practice game": (r"rehearsal", r"\btry it\b"),
    "what has happened is the log": (r"what happened", r"\brecord\b", r"\bhistory\b"),
    "what came of it is the results": (r"\bevening\b", r"tonight"),
    "the rules are Rules, what may be looked up are Questions": (r"at hand", r"look .* up$"),
    "to come to a table is to join it, by its table code or QR code": (r"bring somebody", r"^show the code$"),
    "the app draws, or we do": (r"for us\b", r"\blots\b"),
    "everyday English": (r"\bshall\b", r"\bwhom\b", r"\bthe own\b", r"\belse,"),
}  # fmt: skip
"""What a button never says, by what it says instead. From the glossary, by hand."""


def screens(game: Game, folder: Path) -> Iterator[Screen]:
    """The screens of an evening at its moments, whoever looks."""
    at = evening(House(folder), game, 3)
    for _ in at.moments(14):
        for who in at.people.values():
            yield Screen(who.get(f"/t/{at.code}").text)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_where_somebody_acts_a_sentence_is_short_and_a_button_says_the_one_word_for_its_thing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    fixed_chance(monkeypatch, 3)
    long, wrong = set(), set()
    for screen in screens(game, tmp_path):
        long |= {said for said in screen.sentences() if len(said) > LONGEST or "; " in said}
        for button in {" ".join(button.split()) for button in screen.buttons}:
            for rule, never in BUTTON_WORDS.items():
                wrong |= {(button, rule) for word in never if re.search(word, button, re.IGNORECASE)}
    assert long == set()
    assert wrong == set()


NOWHERE = {
    r"\banew\b": "again",
    r"\bshall\b": "should",
    r"\bwhom\b": "who",
    r"\bthe own\b": "their own",
    r"\bhand (this|it) (over|on|back)\b|\bhands this\b": "pass",
    r"\brehears": "practice game",
    r"\btook back\b|\bbe taken back\b|\bdid again\b": "undo, redo",
    r"\bfirst page\b": "start page",
    r"\blots (made|decide)": "the app picks at random",
    r"\bhosting\b": "the host",
    r"\bthis server\b|\bour side\b|\brequest\b": "the app",
}
"""Words of another language, of workings, or of another thing, which no sentence has; and what it says instead."""


def test_no_sentence_has_a_word_that_means_something_else() -> None:
    found = {
        (said.place, form, instead)
        for said in sentences()
        for form in said.forms
        for word, instead in NOWHERE.items()
        if re.search(word, form, re.IGNORECASE)
    }
    assert found == set()
