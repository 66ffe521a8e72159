"""Sentences that wait for their reader: names of seats and lists are put in where they are shown."""

from __future__ import annotations

import ast
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import Environment

from companion.game import Game
from companion.games import GAMES
from companion.words import Text, Who, listed, say
from tests.evenings import House, addresses, evening, fixed_chance, visitors
from tests.languages import Language, marked
from tests.running import ROOT

NAMES = {0: "Ana", 1: "Ben", 2: "Cleo"}


@pytest.mark.parametrize(("seats", "words"), [([0], "Ana"), ([0, 1], "Ana and Ben"), ([2, 0, 1], "Cleo, Ana and Ben")])
def test_a_row_of_seats_is_read_as_people_say_it(seats: list[int], words: str) -> None:
    assert say("%(who)s won", who=listed([Who(s) for s in seats])).in_words(names=NAMES) == f"{words} won"


def test_a_sentence_keeps_its_seats_until_it_is_shown() -> None:
    line: Text = say("%(who)s starts", who=Who(1))
    assert line.in_words(names={1: "Ben"}) == "Ben starts"
    assert line.in_words(names={1: "Benno"}) == "Benno starts"


# --- every word goes through the reader's language --------------------------------------------------------------------

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SPOKEN = ("aria-label", "title", "placeholder", "alt", "data-words", "data-news", "content")
LEXER = Environment()


class Bare(HTMLParser):
    """Words a reader would meet that stand in the page itself: text, and attributes that are read out."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self._silent = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style")
        spoken = SPOKEN[:-1] if tag == "meta" else SPOKEN
        self.words += [value for name, value in attributes if name in spoken and value and LETTER.search(value)]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style")

    def handle_data(self, text: str) -> None:
        if not self._silent and (LETTER.search(text) or "⟦" in text or "⟧" in text):
            self.words.append(text.strip())


LETTER = re.compile(r"[^\W\d_]{2}")
CLASSES = re.findall(r"<[^>]*{% block (\w+) %}", (ROOT / "templates" / "base.html").read_text())
"""The parts of a page that stand in its body's class, not in its text."""


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_no_template_holds_a_word_outside_a_sentence(path: Path) -> None:
    html, inside = "", [""]
    opens = False
    for _, kind, text in LEXER.lex(path.read_text()):
        if kind == "name" and opens:
            inside += [text] if text == "block" else []
            inside = inside[:-1] if text == "endblock" else inside
            opens = False
        elif kind == "name" and inside[-1] == "block":
            inside[-1] = text
        opens = kind == "block_begin" or (opens and kind == "whitespace")
        html += text if kind == "data" and inside[-1] not in CLASSES else ""
    assert inside == [""]
    assert [words for words in Bare(html).words if not re.fullmatch(r"([\w-]+=\"[^\"]*\"\s*)+", words)] == []


SOURCES = sorted((ROOT / "companion").rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_sentence_in_the_source_is_written_out_where_gettext_finds_it(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        sentences = {"say": node.args[:1], "count": node.args[:2]}.get(node.func.id, [])
        if path.name != "words.py" or path.parent.name != "companion":
            assert all(isinstance(arg, ast.Constant) for arg in sentences), f"line {node.lineno}"
        if node.func.id in ("Refused", "Stale", "NotYours") and node.args:
            assert not isinstance(node.args[0], (ast.Constant, ast.JoinedStr)), f"line {node.lineno}"


FOR_SCREENS = [path for path in SOURCES if path.name not in ("__main__.py", "console.py", "network.py")]
"""What is said in terminals as well keeps to the straight apostrophe, since some have no other."""


@pytest.mark.parametrize("path", FOR_SCREENS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_sentence_for_screens_has_the_apostrophe_of_print(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "count"):
            said = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            assert not [words for words in said if re.search(r"\w'|'\w", words)], f"line {node.lineno}"


ELSEWHERE = Language(marked)
"""One for all games, so that templates are compiled for it once."""


def unsaid(html: str, known: set[str]) -> set[str]:
    """The words on a page that were not translated and are nobody's name. A sentence may have a badge in its middle."""
    found: set[str] = set()
    depth = 0
    for text in Bare(html).words:
        outside = ""
        for c in text:
            depth += c == "⟦"
            outside += "" if depth else c
            depth -= c == "⟧"
        found |= {word for word in re.findall(r"[^\W\d_]{2,}", outside) if word not in known}
    assert depth == 0, "a sentence that does not end"
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_word_on_every_page_is_in_the_readers_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    fixed_chance(monkeypatch, 17)
    monkeypatch.setattr("companion.web.language.translations", lambda code: ELSEWHERE)
    at = evening(House(tmp_path), game, 3)
    known = {"Ana", "Ben", "Cleo", "Dov", "Eve", "http", at.code, *re.findall("[A-Z]+", at.code)}
    seen: dict[str, str] = {}
    for n, moment in enumerate(at.moments(12)):
        people = [at.people["Ana"], at.people["Cleo"], visitors(at)[-1]]
        for who in people if n % 2 == 0 else people[:1]:
            for path in addresses(at.house.app, at.code) if n == 2 else [f"/t/{at.code}", f"/t/{at.code}/wall"]:
                answer = who.get(path)
                if answer.mimetype == "text/html" and answer.status_code == 200:
                    seen |= dict.fromkeys(unsaid(answer.text, known), f"{path} {moment}")
    for kind in ("rename", "start", "undo", "claim", "nowhere"):
        answer = at.move(at.people["Cleo"], kind, seat="1", of="1", name="")
        seen |= dict.fromkeys(unsaid(answer.text, known), kind)
    assert not seen
