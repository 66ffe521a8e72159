"""The same game again for more or fewer: what was left in the box, or put back into it, is where the set-up says."""

from __future__ import annotations

from dataclasses import replace as with_fields

import pytest

from companion.game import Game, Plan, Result
from companion.games import GAMES, example
from companion.moves.seats import with_seat
from companion.values import replace
from companion.words import say
from tests.games import promises
from tests.test_fold import At
from tests.test_games import left
from tests.test_what_a_move_leaves import played_by

PUT_BACK = "Put everything back in the box"


def table_of(game: Game, n: int) -> At:
    at = At(game.key)
    for number in range(n):
        sits(at, number)
    return at


def sits(at: At, number: int) -> None:
    at.table = with_seat(at.table, f"P{number + 1}", None, f"p{number + 1}", passed=False)


def seated(at: At, n: int) -> None:
    """With so many at the table who are in: others sit out, new ones come."""
    seats = tuple(with_fields(seat, out=place >= n) for place, seat in enumerate(at.table.seats))
    at.table = replace(at.table, seats=seats)
    for number in range(len(seats), n):
        sits(at, number)


def plan_of(at: At) -> Plan:
    plan = at.table.plan()
    assert plan is not None
    return plan


COUNTS = [
    (game, before, after)
    for game in GAMES
    for before in range(game.players[0], game.players[1] + 1)
    for after in range(game.players[0], game.players[1] + 1)
]


@pytest.mark.parametrize(("game", "before", "after"), COUNTS, ids=lambda value: getattr(value, "key", None))
def test_for_another_count_everything_goes_back_first_and_nothing_is_taken_to_lie_there(
    game: Game, before: int, after: int
) -> None:
    at = table_of(game, before)
    at.did("ana", "set-up")
    at.did("ana", "draw-all")
    assert PUT_BACK not in [str(step.title) for step in plan_of(at).steps]
    at.did("ana", "start")
    seated(at, after)
    at.did("ana", "again")
    plan = plan_of(at)
    if before == after:
        assert plan.steps[0] == plan.collect
        assert left(at) == promises(game.key).ASKED_AGAIN
    else:
        assert str(plan.steps[0].title) == PUT_BACK
        assert left(at) == tuple(step.key for step in plan.steps), "each step is to be done"
    at.did("ana", "tick-all")
    at.did("ana", "start")
    at.did("ana", "lobby")
    at.did("ana", "set-up")
    assert plan_of(at).steps[0] == plan_of(at).collect, "now so many play it for the second time"


def test_a_game_that_was_over_and_one_broken_off_lie_there_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    for over in (None, Result(say("It is over."), ())):
        played_by(monkeypatch, result=lambda state, over=over: over)
        at = table_of(example.GAME, 2)
        at.did("ana", "start")
        at.did("ana", "lobby")
        at.did("ana", "set-up")
        assert plan_of(at).steps[0] == plan_of(at).collect
        seated(at, 3)
        assert str(plan_of(at).steps[0].title) == PUT_BACK
        seated(at, 2)
        assert plan_of(at).steps[0] == plan_of(at).collect


TWO_COUNTS = [game for game in GAMES if game.players[0] < game.players[1]]


@pytest.mark.parametrize("game", TWO_COUNTS, ids=lambda game: game.key)
@pytest.mark.parametrize("begun_with", ["the box", "another step"])
def test_once_set_up_was_begun_for_another_count_nothing_lies_as_it_lay_for_the_first(
    game: Game, begun_with: str
) -> None:
    first, other = game.players[0], game.players[0] + 1
    at = table_of(game, first)
    at.did("ana", "start")
    at.did("ana", "lobby")
    at.did("ana", "set-up")
    for step in plan_of(at).steps:
        at.did("ana", "tick", step=step.key)
    seated(at, other)
    steps = [step.key for step in plan_of(at).steps]
    done = "collect" if begun_with == "the box" else left(at)[1]
    at.did("ana", "tick", step=done)
    assert left(at) == tuple(key for key in steps if key != done), "what was done before went back into the box"
    seated(at, first)
    plan = plan_of(at)
    assert str(plan.steps[0].title) == PUT_BACK
    assert ("collect" in left(at)) is (done != "collect")
    assert set(left(at)) >= {step.key for step in plan.steps} - {"collect", done}
    at.did("ana", "start")
    at.did("ana", "lobby")
    at.did("ana", "set-up")
    assert plan_of(at).steps[0] == plan_of(at).collect, "played again, it lies there"


@pytest.mark.parametrize("game", TWO_COUNTS, ids=lambda game: game.key)
def test_a_set_up_for_another_count_of_which_nothing_was_done_leaves_all_as_it_lay(game: Game) -> None:
    first, other = game.players[0], game.players[0] + 1
    at = table_of(game, first)
    at.did("ana", "start")
    at.did("ana", "lobby")
    at.did("ana", "set-up")
    at.did("ana", "tick", step="collect")
    before = left(at)
    seated(at, other)
    assert str(plan_of(at).steps[0].title) == PUT_BACK
    seated(at, first)
    assert plan_of(at).steps[0] == plan_of(at).collect
    assert left(at) == before


@pytest.mark.parametrize("how", ["tick-all", "laid"])
def test_a_set_up_for_another_count_that_is_said_to_be_done_has_taken_other_things_out(how: str) -> None:
    at = table_of(example.GAME, 2)
    at.did("ana", "start")
    at.did("ana", "lobby")
    seated(at, 3)
    if how == "laid":
        at.did("ana", "set-up", how="laid")
    else:
        at.did("ana", "set-up")
        at.did("ana", "tick-all")
    seated(at, 2)
    assert str(plan_of(at).steps[0].title) == PUT_BACK


def test_where_an_option_leaves_something_else_in_the_box_it_is_put_back_and_by_any_other_it_lies_as_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def plan(players: object, options: dict[str, str], drawn: object) -> Plan:
        usual = example.GAME.plan(players, options, drawn)  # type: ignore[arg-type]
        return replace(usual, in_box=(say("A second bag"),) if options["rounds"] == "5" else ())

    for changed, first in ((None, PUT_BACK), ({}, "Empty the bag")):
        played_by(monkeypatch, **({"plan": plan} if changed is None else {}))
        at = table_of(example.GAME, 3)
        at.did("ana", "start")
        at.did("ana", "lobby")
        at.did("ana", "decide", key="rounds", value="5")
        at.did("ana", "set-up")
        assert str(plan_of(at).steps[0].title) == first
