"""The rules, sentence by sentence: for each game a table says where the product does or says it, and what holds it.

A table is `<game>/sentences.tsv`, a row for each rule in our own words: where the sources say it, the place in the
product (`path::words that stand there`), and the test that holds it (`tests/path.py::test_name`), or `said` where
saying it at that place is the whole of it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from companion.games import GAMES
from tests.games import promises

ROOT = Path(__file__).parents[2]
COLUMNS = ("rule", "source", "place", "held by")
PRODUCT = ("companion/", "templates/", "static/")


@cache
def text_of(path: str) -> str | None:
    """A file of the repository, or `None` when it is gone."""
    file = ROOT / path
    return file.read_text(encoding="utf-8") if file.is_file() else None


def place_fault(place: str) -> str | None:
    """What is wrong with `path::words`, if anything."""
    path, _, words = place.partition("::")
    if not words.strip():
        return f"says no words to look for in {path}"
    text = text_of(path) if path.startswith(PRODUCT) else None
    if text is None:
        return f"{path} is no file of the product"
    return None if words in text else f"{path} no longer has: {words}"


def holder_fault(holder: str) -> str | None:
    """What is wrong with the test that is said to hold a rule, if anything."""
    if holder == "said":
        return None
    path, _, name = holder.partition("::")
    text = text_of(path) if path.startswith("tests/") else None
    if text is None:
        return f"{path} is no file of tests"
    defined = re.search(rf"^ *(?:async )?def {re.escape(name)}\(", text, re.MULTILINE)
    return None if name.startswith("test_") and defined else f"{path} has no test {name}"


def faults_of(table: str) -> list[str]:
    """Everything wrong with the text of a table, each fault naming its row."""
    header, *rows = table.splitlines()
    if tuple(header.split("\t")) != COLUMNS:
        return [f"the columns are {header!r}"]
    faults, seen = [], set()
    for number, row in enumerate(rows, 2):
        cells = row.split("\t")
        rule = cells[0]
        if len(cells) != len(COLUMNS) or not all(cell.strip() for cell in cells):
            faults.append(f"line {number}, {rule!r}: needs all of {', '.join(COLUMNS)}")
            continue
        if rule in seen:
            faults.append(f"line {number}, {rule!r}: stands there twice")
        seen.add(rule)
        faults += [
            f"line {number}, {rule!r}: {fault}" for fault in (place_fault(cells[2]), holder_fault(cells[3])) if fault
        ]
    return faults


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_every_rule_is_done_or_said_where_its_table_says(game: str) -> None:
    table = Path(__file__).parent / game / "sentences.tsv"
    text = table.read_text(encoding="utf-8")
    assert faults_of(text) == []
    assert len(text.splitlines()) - 1 >= promises(game).RULES, "a rule has gone from the table"


HEADER = "rule\tsource\tplace\theld by"
HERE = "tests/games/test_sentences.py"
PLACE = "companion/games/example/rules.py::The pebbles that each player has."
GOOD = f"Each player has three pebbles\tSheet, Set-up\t{PLACE}\t{HERE}::test_a_good_row_has_no_fault"


def test_a_good_row_has_no_fault() -> None:
    assert faults_of(f"{HEADER}\n{GOOD}") == []
    assert faults_of(f"{HEADER}\nR\tS\ttemplates/example/_rules.html::three pebbles\tsaid") == []


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("R\t\tcompanion/move.py::class Move\tsaid", "needs all of"),
        ("R\tS\tcompanion/move.py::class Move", "needs all of"),
        ("R\tS\tcompanion/game.py::a sentence nobody wrote\tsaid", "no longer has"),
        ("R\tS\tcompanion/game.py::\tsaid", "says no words"),
        ("R\tS\tcompanion/gone.py::class\tsaid", "is no file of the product"),
        ("R\tS\tREADME.md::Companion\tsaid", "is no file of the product"),
        (f"R\tS\tcompanion/move.py::class Move\t{HERE}::test_gone", "has no test test_gone"),
        (f"R\tS\tcompanion/move.py::class Move\t{HERE}::faults_of", "has no test faults_of"),
        ("R\tS\tcompanion/move.py::class Move\ttests/gone.py::test_a", "is no file of tests"),
        ("R\tS\tcompanion/move.py::class Move\tlater", "is no file of tests"),
    ],
)
def test_a_row_without_its_place_or_its_test_is_named(row: str, fault: str) -> None:
    [found] = faults_of(f"{HEADER}\n{row}")
    assert found.startswith("line 2, 'R'")
    assert fault in found


def test_a_rule_stands_in_its_table_once() -> None:
    [found] = faults_of(f"{HEADER}\n{GOOD}\n{GOOD}")
    assert found.startswith("line 3")
    assert "twice" in found


def test_a_table_with_other_columns_is_refused() -> None:
    assert faults_of("rule\tplace\nR\tcompanion/move.py::class Move") == ["the columns are 'rule\\tplace'"]
