"""The evening's page, message, spreadsheet and picture say what happened, and nothing a spreadsheet would run."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from companion.game import BADGES, Honour, Result, Team
from companion.seen import SeenSeat
from companion.values import replace
from companion.web.evening import Over, honours_of, tallies
from companion.web.share import cell
from companion.words import say
from tests import telling
from tests.evenings import Evening, House
from tests.games import ANY


def seat(number: int, name: str) -> SeenSeat:
    return SeenSeat(
        number, name, name[0], BADGES[number], host=False, passed=False, out=False, playing=True, pretend=False,
        mine=False, here=True, reading=frozenset(), opened=frozenset(), worded=False, closed=False, expected=False,
        read=frozenset(), phone=number,
    )  # fmt: skip


PEOPLE = [seat(1, "Ana"), seat(2, "Ben"), seat(3, "Cleo"), seat(4, "Dov")]


def over(seats: tuple[int, ...], **how: Any) -> Over:
    return Over(ANY, seats, Result(say("Over"), (), **how))


def summed(games: list[Over]) -> list[tuple[Any, ...]]:
    return [(one.seat.name, one.played, one.won, *one.honours) for one in tallies(games, PEOPLE)]


def test_a_shared_first_place_is_won_by_all_who_share_it() -> None:
    games = [over((1, 2, 3), places={1: 1, 2: 1, 3: 2}), over((1, 2, 3), places={1: 2, 2: 1, 3: 2})]
    assert summed(games) == [("Ben", 2, 2), ("Ana", 2, 1), ("Cleo", 2, 0)]


def test_a_team_wins_together_or_not_at_all() -> None:
    games = [
        over((1, 2, 3), teams=(Team((1, 2), won=True), Team((3,), won=False))),
        over((1, 2, 3), teams=(Team((1, 2, 3), won=False),)),
        over((2, 4), places={2: 2, 4: 1}),
    ]
    assert summed(games) == [("Ana", 2, 1), ("Ben", 3, 1), ("Dov", 1, 1), ("Cleo", 2, 0)]


def test_honours_are_counted_by_their_words_and_only_those_that_games_gave() -> None:
    def goat(*seats: int) -> Honour:
        return Honour(say("Scapegoat"), seats)

    games = [
        over((1, 2, 3), honours=(goat(3),)),
        over((1, 2, 3), honours=(goat(2), Honour(say("Best liar"), (1, 3)))),
        over((2, 3), honours=(goat(2, 3, 2),)),
        over((2, 3)),
    ]
    assert [str(name) for name in honours_of(games)] == ["Scapegoat", "Best liar"]
    assert summed(games) == [("Ana", 2, 0, 0, 1), ("Ben", 4, 0, 3, 0), ("Cleo", 4, 0, 2, 1)]
    assert honours_of(games[3:]) == ()


def talked_over(state: telling.Told) -> Result | None:
    """Once somebody has talked, whoever sits last is honoured for it."""
    honours = (Honour(say("Chatterbox"), state.seats[-1:]),)
    return Result(say("All was said"), (), honours=honours) if state.talked else None


TALKED = replace(telling.GAME, result=talked_over)
"""Nobody wins it, and it counts no points; somebody is honoured."""


@pytest.fixture
def talked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """Two games that are over; one of the players is called like a formula."""
    at = telling.table_of(House(tmp_path), monkeypatch, TALKED, 3)
    number = at.table.seats[1].number
    at.did(at.host, "rename", seat=number, name="=1+1")
    for _ in range(2):
        at.did(at.host, "start")
        at.did(at.host, "play/talk")
    yield at
    at.house.keeper.store.close()


def test_the_evening_counts_the_game_on_the_table_too(talked: Evening) -> None:
    page = talked.host.get(f"/t/{talked.code}/evening").text
    assert page.count("All was said") >= 2
    assert "Our results: 2 games" in page


def test_a_name_is_no_formula_in_a_spreadsheet(talked: Evening) -> None:
    file = talked.host.get(f"/t/{talked.code}/evening.csv")
    assert file.mimetype == "text/csv"
    rows = list(csv.reader(io.StringIO(file.text.removeprefix("\ufeff"))))
    assert rows[0] == ["Game", "Title", "Player", "Won", "Place", "Points", "Chatterbox", "Result"]
    assert [row[0] for row in rows[1:]] == ["1", "1", "1", "2", "2", "2"]
    assert {row[2] for row in rows[1:]} == {"Ana", "'=1+1", "Cleo"}
    assert {row[4] for row in rows[1:]} == {row[3] for row in rows[1:]} == {""}
    assert sum(row[6] == "yes" for row in rows[1:]) == 2


@pytest.mark.parametrize(
    ("words", "as_a_cell"),
    [
        ("=1+1", "'=1+1"),
        (" =1", "' =1"),
        ("a;=1+1", "a;'=1+1"),
        ("a,-1", "a,'-1"),
        ("a\t@b", "a\t'@b"),
        ("a = b", "a = b"),
    ],
)
def test_no_part_of_a_cell_is_a_formula_at_whatever_sign_a_spreadsheet_parts_lines(words: str, as_a_cell: str) -> None:
    assert cell(words) == as_a_cell


def test_the_picture_is_drawn_by_us_and_names_are_text_in_it(talked: Evening) -> None:
    talked.did(talked.host, "rename", seat=talked.table.seats[0].number, name="<b>&A</b>")
    picture = talked.host.get(f"/t/{talked.code}/evening.svg")
    assert picture.mimetype == "image/svg+xml"
    drawn = ElementTree.fromstring(picture.text)
    assert "<b>&A</b>" in {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")}
    assert 'style="' not in picture.text
