"""Chance sticks: by no way round comes another task, room or guard. The ways below once gave seven rooms in eight."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.console import read
from companion.fold import play, replay
from companion.games.alcatraz import GAME
from tests.evenings import Evening, House, evening, fixed_chance
from tests.running import ROOT
from tests.test_chance import taken_back


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 12)
    return House(tmp_path)


def at_a_new_task(house: House) -> Evening:
    """Room 11 held task A, completed; D went to the others; now a new task is due. B lies in 12, C in 1."""
    at = evening(house, GAME, 1, 3)
    at.did(at.host, "set-up")
    laid: list[tuple[str, dict[str, Any]]] = [
        ("prison", {f"space{n}": n + 1 for n in range(12)}),
        ("letters", {"letter1": "A", "letter2": "B", "letter3": "C"}),
        ("places", {"place1": 11, "place2": 12, "place3": 1}),
        ("first", {"first": at.table.seats[0].number}),
    ]
    for step, fields in laid:
        at.did(at.host, "draw", step=step, by="hand", **fields)
    at.start()
    at.did(at.host, "play/complete", room=11, by=at.table.seats[1].number, items="yes")
    at.did(at.host, "play/reward", letter="D")
    return at


def drawn_task(at: Evening, **form: object) -> tuple[str, int]:
    at.did(at.host, "play/new-task", **form)
    task = at.table.play.now.state.tasks[-1]  # type: ignore[union-attr]
    return task.letter, task.room


def nothing(at: Evening) -> None:
    pass


def a_letter_tapped_in(at: Evening) -> None:
    drawn_task(at, letter="F", room="")
    taken_back(at)


def the_room_filled_and_emptied(at: Evening) -> None:
    """By corrections that stay on the record, and with a draw in between."""
    _, room = drawn_task(at, letter="app", room="")
    taken_back(at)
    at.did(at.host, "play/put-task", letter="F", room=room)
    other = drawn_task(at, letter="E", room="")
    assert other[1] != room
    taken_back(at)
    at.did(at.host, "play/put-task", letter="F", room="")


def a_second_draw(at: Evening) -> None:
    """The task before taken back as well, and completed once more."""
    for _ in range(3):
        drawn_task(at, letter="app", room="")
        taken_back(at)
    taken_back(at)
    taken_back(at)
    at.did(at.host, "play/complete", room=11, by=at.table.seats[1].number, items="yes")
    at.did(at.host, "play/reward", letter="D")


@pytest.mark.parametrize("way", [nothing, a_letter_tapped_in, the_room_filled_and_emptied, a_second_draw])
def test_no_way_round_gives_another_task(house: House, way: Callable[[Evening], None]) -> None:
    at = at_a_new_task(house)
    drawn = set()
    for _ in range(4):
        drawn.add(drawn_task(at, letter="app", room=""))
        taken_back(at)
        way(at)
    house.restart()
    drawn.add(drawn_task(at, letter="app", room=""))
    assert len(drawn) == 1


def test_the_room_is_the_same_whether_the_letter_was_drawn_or_tapped_in(house: House) -> None:
    at = at_a_new_task(house)
    _, room = drawn_task(at, letter="app", room="")
    for letter in "DEF":
        taken_back(at)
        assert drawn_task(at, letter=letter, room="") == (letter, room)


def test_each_round_has_a_guard_of_its_own_whoever_draws_the_ones_before(house: House) -> None:
    """Twelve rounds, each drawn twice; in every other one the table then turns a card of its own instead."""
    at = evening(house, GAME, 1, 3)
    at.start()
    came = []
    for number in range(2, 12):
        at.did(at.host, "play/round-done")
        at.did(at.host, "play/guard", room="")
        room = at.table.play.now.state.last_guard  # type: ignore[union-attr]
        taken_back(at)
        at.did(at.host, "play/guard", room="")
        assert at.table.play.now.state.last_guard == room  # type: ignore[union-attr]
        came.append(room)
        if number % 2:
            taken_back(at)
            free = [r for r in range(1, 13) if r != room and at.table.play.now.state.guards_in(r) < 4]  # type: ignore[union-attr]
            at.did(at.host, "play/guard", card="ours", room=free[0])
        at.did(at.host, "play/talk-over")
        for n, who in enumerate(at.people.values()):
            at.did(who, "play/vote", choice=at.table.seats[n].number)
    assert len(set(came)) > 3, "and they differ"


def test_what_start_draws_is_what_the_set_up_would_have_drawn(house: House) -> None:
    """So starting without it is no second try."""
    at = evening(house, GAME, 1, 3)
    at.did(at.host, "set-up")
    for step in ("guards", "letters", "places", "first"):
        at.did(at.host, "draw", step=step, by="app")
    drawn = dict(at.table.drawn)
    at.did(at.host, "choose", game="scout")
    at.did(at.host, "choose", game="alcatraz")
    assert not at.table.drawn
    at.start()
    state = at.table.play.now.state  # type: ignore[union-attr]
    assert "".join(task.letter.lower() for task in state.tasks) == drawn["letters"]
    assert "".join("abcdefghijkl"[task.room - 1] for task in state.tasks) == drawn["places"]
    assert str(state.goat) == drawn["first"]
    assert list(state.guards) == [drawn["guards"].count("abcdefghijkl"[room]) for room in range(12)]


@pytest.mark.parametrize("step", ["prison", "sides"])
def test_what_the_rules_leave_to_the_table_may_be_drawn_until_it_pleases(house: House, step: str) -> None:
    at = evening(house, GAME, 1, 3)
    at.did(at.host, "set-up")
    drawn = []
    for _ in range(4):
        at.did(at.host, "draw", step=step, by="app")
        drawn.append(at.table.drawn[step])
    assert any(one != other for one, other in pairwise(drawn))
    assert "Draw again" in at.host.get(f"/t/{at.code}?step={step}").text


def test_an_evening_from_before_there_was_luck_draws_as_it_did(house: House) -> None:
    """Its draws go on the tape, and it replays with them."""
    code, entries = read((ROOT / "tests/recorded/alcatraz-1.json").read_text("utf-8"))
    for upto in range(len(entries), 0, -1):
        table = replay(code, entries[:upto])
        if table.play is not None and not table.play.held and table.play.now.state.phase == "actions":
            break
    assert table.luck is None
    host = table.hosts[0]
    entry, table = play(table, "play:round-done", {}, host, table.at, table.version)
    entries = [*entries[:upto], entry]
    entry, after = play(table, "play:guard", {}, host, table.at, table.version)
    assert len(entry.tape) == 1
    again = replay(code, [*entries, entry])
    assert again.play.now.state.guards == after.play.now.state.guards  # type: ignore[union-attr]


def test_a_game_begun_brings_other_guards(house: House) -> None:
    at = evening(house, GAME, 1, 3)
    at.start()
    begun = set()
    for _ in range(6):
        begun.add(at.table.play.now.state.guards)  # type: ignore[union-attr]
        at.start()
    assert len(begun) == 6
