"""The calculators of Alcatraz, from the fields of their forms to what they show; and the questions beside them."""

from __future__ import annotations

from typing import Any

import pytest

from companion.game import Known, Refused
from companion.games.alcatraz import GAME
from companion.games.alcatraz.rooms import ROOMS


def answer(key: str, **fields: str) -> Any:
    calculator = GAME.calculator(key)
    assert calculator is not None
    return calculator.answer(fields)


NUMBERED = ["Player 1", "Player 2", "Player 3", "Player 4"]


def test_an_empty_vote_is_of_four_and_elects_nobody() -> None:
    view = answer("vote")
    assert [str(name) for name in view.names] == NUMBERED
    assert (view.votes, view.tally) == ((None,) * 4, (0,) * 4)
    assert (view.winner, view.lines) == (None, ())


def test_empty_points_are_the_two_that_each_of_four_has_where_no_guard_is() -> None:
    view = answer("points")
    assert (view.players, view.term, view.stamina, view.guards) == (4, 0, False, 0)
    assert (view.base, view.bonus, view.points) == (2, 0, 2)
    assert (view.effect.extra, view.effect.enter) == (0, True)


def test_empty_sheets_are_of_four_and_nobody_stays() -> None:
    view = answer("stays")
    assert [str(name) for name in view.names] == NUMBERED
    assert view.sheets == (("", 0, 0, 0),) * 4
    assert (view.asked, view.stays, view.lines) == (False, (), ())


def test_a_vote_is_counted_and_its_tie_settled_in_words() -> None:
    """V2: the previous Scapegoat is Ana; Ana votes Ben, Ben votes Cleo, Cleo votes Ana."""
    view = answer("vote", players="3", previous="0", name0="Ana", name1="Ben", vote0="1", vote1="2", vote2="0")
    assert view.winner == 1
    assert view.tally == (1, 1, 1)
    assert [str(line) for line in view.lines] == [
        "A tie between Ana, Ben and Player 3.",
        "Ana was the Scapegoat, so that vote settles it: Ben is the Scapegoat.",
    ]


@pytest.mark.parametrize(
    ("fields", "at"),
    [
        ({"players": "5"}, "players"),
        ({"players": "x"}, "players"),
        ({"players": "3", "vote0": "1"}, "vote1"),
        ({"players": "3", "vote0": "3"}, "vote0"),
        ({"players": "3", "previous": "3"}, "previous"),
        ({"players": "3", "vote0": "1e2"}, "vote0"),
    ],
)
def test_a_vote_that_cannot_be_is_refused_beside_its_field(fields: dict[str, str], at: str) -> None:
    with pytest.raises(Refused) as refused:
        answer("vote", **fields)
    assert refused.value.field == at


def test_points_show_their_sum() -> None:
    view = answer("points", players="3", term="3", stamina="on", guards="2")
    assert (view.base, view.bonus, view.points) == (3, 3, 7)
    assert view.effect.extra == 1


@pytest.mark.parametrize("fields", [{"guards": "5"}, {"term": "-1"}, {"term": "1.5"}, {"players": "2"}])
def test_points_that_cannot_be_are_refused(fields: dict[str, str]) -> None:
    with pytest.raises(Refused) as refused:
        answer("points", **fields)
    assert refused.value.field == next(iter(fields))


def sheet(k: int, letters: str, **counters: int) -> dict[str, str]:
    return {f"{k}{letter}": "on" for letter in letters} | {f"{what}{k}": str(n) for what, n in counters.items()}


def test_who_stays_is_explained_down_to_the_choice_of_the_others() -> None:
    """A8: Q and R have the same of everything."""
    fields = {"players": "4", "goat": "0"}
    same = {"cash": 1, "items": 2, "stamina": 1}
    fields |= sheet(0, "ABC") | sheet(1, "DE", **same) | sheet(2, "DE", **same) | sheet(3, "F")
    fields |= {"name0": "P", "name1": "Q", "name2": "R", "name3": "S"}
    view = answer("stays", **fields)
    assert view.stays == (1, 2)
    assert str(view.lines[-1]) == "The others decide who stays: Q and R."


def test_who_stays_says_why_the_game_goes_on() -> None:
    view = answer("stays", players="3", **sheet(0, "ABCDE"), **sheet(1, "ABCDE"))
    assert view.stays == ()
    assert [str(line) for line in view.lines] == ["Nobody has F yet: the game goes on."]


@pytest.mark.parametrize("fields", [{"items0": "4"}, {"cash1": "-1"}, {"stamina2": "\uff17"}, {"goat": "3"}])
def test_sheets_that_cannot_be_are_refused(fields: dict[str, str]) -> None:
    with pytest.raises(Refused) as refused:
        answer("stays", players="3", **fields)
    assert refused.value.field == next(iter(fields))


def test_each_question_has_an_answer_and_a_source() -> None:
    assert 12 <= len(GAME.questions(Known())) <= 50
    for question in GAME.questions(Known()):
        assert str(question.question)
        assert str(question.answer)
        assert "Rulebook" in str(question.source) or str(question.source) == "Our ruling"


def test_the_twelve_rooms_have_their_rulebook_numbers_and_two_rules_each() -> None:
    assert list(ROOMS) == list(range(1, 13))
    free = [(n, side) for n, room in ROOMS.items() for side in "sg" if room.side(side).is_free]
    assert free == [(2, "g"), (3, "g"), (5, "s"), (8, "g")], "free actions, as in the rulebook's table"


def test_more_letters_than_the_box_has_plan_markers_for_are_refused() -> None:
    """23 markers; four players with all six letters would need 24."""
    every = {f"{k}{letter}": "yes" for k in range(4) for letter in "ABCDEF"}
    with pytest.raises(Refused, match="23 plan markers, but 24 letters"):
        answer("stays", players="4", **every)
    del every["3F"]
    assert answer("stays", players="4", **every).asked


def test_more_terms_than_a_game_has_rounds_are_refused() -> None:
    assert answer("points", players="3", term="13").points == 6
    with pytest.raises(Refused, match="between 0 and 13"):
        answer("points", players="3", term="14")
