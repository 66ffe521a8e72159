"""Answers by the count of players and the reading the table chose: expected values from the instruction sheet."""

from __future__ import annotations

from functools import partial

import pytest

from companion.game import Known
from companion.games.scout import GAME
from tests import questions

answer = partial(questions.answer, GAME)
asked = partial(questions.asked, GAME)

TWO = "Two players: "
BOTH = "Scout & Show"
NOT_WITH_TWO = {
    "Scout & Show: what must my set beat?",
    "Scout & Show, and then I cannot show?",
    "Does the owner get a chip for a Scout & Show, too?",
    "How often may I Scout & Show?",
}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_and_more_are_told_nothing_about_two(players: int) -> None:
    assert not any(question.startswith(TWO) for question in asked(players))
    assert asked(players) >= NOT_WITH_TWO
    for each in GAME.questions(Known(players, {"penalty": "official"})):
        assert "two players" not in each.answer.in_words().lower(), str(each.question)


def test_two_are_told_of_no_scout_and_show_but_that_there_is_none() -> None:
    """Playing with two: the Scout & Show chips are not used."""
    assert not asked(2) & NOT_WITH_TWO
    about = [each for each in GAME.questions(Known(2, {"penalty": "official"})) if BOTH in each.answer.in_words()]
    assert about == []
    assert answer("Two players: may I Scout & Show?", 2).startswith("No.")


def test_away_from_a_table_both_are_told() -> None:
    assert asked(None) >= NOT_WITH_TWO | {"Two players: may I Scout & Show?"}
    assert "With two players" in answer("When exactly does a round end?")


@pytest.mark.parametrize(
    ("question", "two", "more"),
    [
        (
            "Who gets the chip for a scout, and whose set is it then?",
            "Nobody gets one: your own Scout chip goes to the middle.",
            "The owner of the set gets one Scout chip.",
        ),
        ("What if I scout the last card of the set?", "you go on: show whatever you like", "the next player shows"),
        (
            "When exactly does a round end?",
            "when after a show the other player can neither show nor scout",
            "when after a show everybody else only scouted",
        ),
        ("May I pass?", "If you can do neither, the round ends.", "once a round to Scout & Show"),
        ("The Scout chips have run out. What now?", "Each of you has three a round.", "there is no limit"),
        ("What goes back between rounds?", "the 22 cards set aside", "Shuffle all cards, deal, look"),
        (
            "Who starts the first round?",
            "If that is among the cards set aside",
            "whoever is dealt the card with 1 and 2.",
        ),
        ("How many rounds do we play, and who wins a tie?", "2 rounds, one for each player.", "4 rounds, one for each"),
        (
            "Must I show if I can, or may I scout instead?",
            "while you have a Scout chip",
            "You choose freely. You must show only",
        ),
    ],
)
def test_what_is_otherwise_with_two_is_answered_for_as_many_as_play(question: str, two: str, more: str) -> None:
    assert two in answer(question, 2)
    assert two not in answer(question, 4)
    assert more in answer(question, 4)


def test_who_loses_points_for_the_hand_is_answered_by_the_reading_the_table_chose() -> None:
    """Scoring: whoever met condition ii loses nothing; the other reading lets everybody lose."""
    question = "Do I lose points for my hand if nobody beat my set?"
    assert answer(question, 3, penalty="official") == (
        "No. Whoever ends the round that way loses nothing for cards in hand. Everybody else does."
    )
    assert answer(question, 3, penalty="readme").startswith("Yes: at your table everybody loses a point")
    stuck = "Two players: I cannot show and have no chip. What now?"
    assert "so they lose nothing for their hand" in answer(stuck, 2, penalty="official")
    assert answer(stuck, 2, penalty="readme") == (
        "The round ends at once. At your table each of you loses a point for each card in hand."
    )
