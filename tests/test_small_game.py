"""A game that gives no more than it has to (no questions, no options, no set-up, no score sheet) and seats as many as
there are badges: every page of it stands, at every stage of its evening."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from companion.game import Result
from companion.words import say
from tests import telling
from tests.evenings import Evening, House, Visitor, addresses, seat

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gil", "Hana")
SMALL = dataclasses.replace(
    telling.GAME, result=lambda state: Result(say("All was said"), (), {}) if state.talked else None
)
NOT_THERE = {("/t/{code}/scores", 404), ("/t/{code}/scores.csv", 404), ("/join", 404)}
"""It has no score sheet, and nobody typed a code."""


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """Eight sit at a table of the small game."""
    at = telling.table_of(House(tmp_path), monkeypatch, SMALL, count=4)
    for name in NAMES[4:]:
        seat(at, name)
    return at


def walk(at: Evening) -> None:
    """Every address there is, as the host, a player and a stranger open it."""
    stranger = Visitor(at.house)
    pages = addresses(at.house.app, at.code)
    assert {"/", "/rules/telling", "/guide/telling", f"/t/{at.code}", f"/t/{at.code}/wall"} <= set(pages)
    for who in (at.host, at.people["Hana"], stranger):
        for path in pages:
            status = who.get(path).status_code
            assert status < 400 or (path.replace(at.code, "{code}"), status) in NOT_THERE, path


def test_every_page_of_a_small_game_stands_at_every_stage(at: Evening) -> None:
    walk(at)
    at.did(at.host, "set-up")
    walk(at)
    at.did(at.host, "start")
    assert len(at.table.playing) == 8
    walk(at)
    at.did(at.host, "play/talk")
    assert "All was said" in at.host.get(f"/t/{at.code}").text
    walk(at)
    at.did(at.host, "lobby")
    assert "All was said" in at.host.get(f"/t/{at.code}/evening").text
    walk(at)


@pytest.mark.parametrize("asked", ["", "?q=", "?q=what+now"])
def test_rules_without_questions_offer_no_search(at: Evening, asked: str) -> None:
    answer = at.host.get(f"/rules/telling{asked}")
    assert answer.status_code == 200
    assert "In short" in answer.text
    assert 'type="search"' not in answer.text
    assert "No question with those words" not in answer.text


@pytest.mark.parametrize(("count", "status"), [(2, 200), (8, 200), (1, 422), (9, 422)])
def test_the_guide_goes_as_far_as_the_game(at: Evening, count: int, status: int) -> None:
    assert at.host.get(f"/guide/telling?players={count}").status_code == status


def test_a_ninth_at_a_game_for_eight_is_told_that_the_table_is_full(at: Evening) -> None:
    ninth = Visitor(at.house)
    assert "This table is full: 8 people are seated." in ninth.get(f"/j/{at.code}").text
    answer = ninth.post(f"/j/{at.code}", name="Ida")
    assert answer.status_code == 422
    assert "This table is full: 8 people are seated." in answer.text
    at.did(at.host, "start")
    assert len(at.table.playing) == 8


@pytest.mark.parametrize("players", [(2, 9), (0, 4), (5, 4)])
def test_a_game_for_more_than_a_table_seats_cannot_be_written(players: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="a table seats 1 to 8"):
        dataclasses.replace(telling.GAME, players=players)
