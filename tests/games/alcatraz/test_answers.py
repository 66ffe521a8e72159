"""Answers by the count of players and the table's rulings: expected values from the rulebook."""

from __future__ import annotations

from functools import partial

import pytest

from companion.games.alcatraz import GAME
from tests import questions

answer = partial(questions.answer, GAME)
asked = partial(questions.asked, GAME)


@pytest.mark.parametrize(("players", "points"), [(3, 3), (4, 2)])
def test_action_points_are_those_of_as_many_as_play(players: int, points: int) -> None:
    """The number of Action Points in a round: 3 with three players, 2 with four."""
    assert answer("How many Action Points do I have?", players).startswith(f"{points} each, with {players} players.")
    assert answer("How many Action Points do I have?").startswith("Three in a game of three, two in a game of four.")


def test_whether_a_bribed_guard_counts_for_a_task_is_answered_as_the_table_plays() -> None:
    ignored, counts = "A bribed guard does not count for the most guards", "A bribed guard still counts"
    assert ignored in answer("What does a bribe do?", 3, bribes="ignored")
    assert counts in answer("What does a bribe do?", 3, bribes="counts")
    assert ignored not in answer("What does a bribe do?", 3, bribes="counts")
    assert "The options can change it." in answer("What does a bribe do?")


def test_whether_the_first_scapegoats_round_is_a_term_is_answered_as_the_table_plays() -> None:
    asked = "When does the Scapegoat’s bonus end?"
    assert "counts as a term" in answer(asked, 4, term="counts")
    assert "has 1 more again if elected in round 2" in answer(asked, 4, term="free")
    assert "counts as a term" not in answer(asked, 4, term="free")


def test_no_count_and_no_ruling_leaves_a_question_out() -> None:
    assert asked(3) == asked(4, bribes="counts", term="free", pawns="no") == asked(None)
