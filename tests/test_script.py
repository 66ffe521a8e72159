"""The script is parts with names, put together into one answer as the stylesheet is; a browser tries each."""

from __future__ import annotations

import re
from pathlib import Path

from companion.games import GAMES
from companion.web.pages import SCRIPT
from tests.evenings import House, Visitor
from tests.running import ROOT

PARTS = ROOT / "static/script"
TRIED = {
    "words": "browser/test_evening.py",
    "panel": "browser/test_line.py",
    "stream": "browser/test_line.py",
    "trouble": "browser/test_astray.py",
    "swap": "browser/test_asked.py",
    "filled": "browser/test_drawers.py",
    "focus": "browser/test_keyboard.py",
    "aloud": "browser/test_keyboard.py",
    "asked": "browser/test_asked.py",
    "settle": "browser/test_evening.py",
    "lessons": "browser/test_lessons.py",
    "message": "browser/test_message.py",
    "fields": "browser/test_fields.py",
    "keypad": "games/*/test_browser.py",
    "board": "games/*/test_browser.py",
    "ring": "browser/test_ring.py",
    "taps": "browser/test_asked.py",
    "time": "games/*/test_browser.py",
    "share": "browser/test_picture.py",
    "plain": "browser/test_plain_page.py",
    "practice": "browser/test_practice.py",
    "spaces": "engines/test_spaces.py",
    "start": "browser/test_evening.py",
}
"""The file in which a browser tries each part."""


def names(part: str) -> set[str]:
    """What a part calls its own: the names it gives outside of every function."""
    text = (PARTS / f"{part}.js").read_text("utf-8")
    found = set(re.findall(r"^function (\w+)", text, re.M))
    for line in re.findall(r"^var (.*?);", text, re.M | re.S):
        plain = re.sub(r"\([^()]*\)|\{[^{}]*\}|\[[^\[\]]*\]|\"[^\"]*\"", "", line)
        found |= set(re.findall(r"(?:^|,)\s*(\w+)", plain))
    return found


def test_every_part_has_its_place_and_a_browser_tries_it() -> None:
    assert sorted(SCRIPT) == sorted(path.stem for path in PARTS.iterdir()) == sorted(TRIED)
    for files in TRIED.values():
        found = list((ROOT / "tests").glob(files))
        assert found, files
        assert all("browser" in path.read_text("utf-8") for path in found), files


def test_no_two_parts_call_something_by_one_name() -> None:
    given = [name for part in SCRIPT for name in names(part)]
    assert len(given) > 100
    assert sorted(given) == sorted(set(given))


def test_no_part_knows_a_game() -> None:
    for part in SCRIPT:
        text = (PARTS / f"{part}.js").read_text("utf-8")
        assert not [name for game in GAMES for name in (game.key, str(game.title)) if name in text], part


def test_the_parts_come_as_one_answer_that_phones_may_keep(tmp_path: Path) -> None:
    phone = Visitor(House(tmp_path))
    address = re.findall(r'src="(/script[^"]*)"', phone.get("/").text)
    assert len(address) == 1
    answer = phone.get(address[0])
    assert answer.mimetype == "text/javascript"
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.text.startswith('(function () {\n"use strict";\n')
    assert answer.text.endswith("})();\n")
    for part in SCRIPT:
        lines = [
            line for line in (PARTS / f"{part}.js").read_text("utf-8").splitlines() if line and line == line.strip()
        ]
        code = [line for line in lines if re.match(r"function \w+|on\(", line)]
        assert all(line in answer.text for line in code), part
