"""Answers by the house rules and the count of players: expected values from the rules sheet and our rulings."""

from __future__ import annotations

from functools import partial

import pytest

from companion.games.corporate import GAME
from tests import questions

answer = partial(questions.answer, GAME)


@pytest.mark.parametrize(("players", "target", "cards"), [(3, 10, 6), (4, 15, 8), (5, 20, 10)])
def test_targets_and_turns_are_those_of_as_many_as_play(players: int, target: int, cards: int) -> None:
    """Sections 2 and 4: 10, 15 or 20 a quarter; two turns each in the whole year."""
    target_of = answer("What is the target of a quarter?", players)
    assert target_of == f"{target} in each of the four quarters, with {players} players."
    turns = answer("How many turns do we have?", players)
    assert turns.startswith(f"Two each for the whole year, not for each quarter: {cards} cards with {players} players.")


def test_away_from_a_table_targets_and_turns_are_told_for_all_counts() -> None:
    assert answer("What is the target of a quarter?") == (
        "In each quarter 10 with three players, 15 with four, 20 with five."
    )
    assert "6, 8 or 10 cards with 3, 4 or 5 players" in answer("How many turns do we have?")


@pytest.mark.parametrize(
    ("asked", "option", "values"),
    [
        (
            "Two cards tie for who starts. What now?",
            "start_tie",
            {"tied": "only the tied players reveal again", "all": "everybody reveals again"},
        ),
        (
            "Do we reveal at the same time?",
            "reveals",
            {"together": "Yes: everybody puts a card face down", "open": "No: each card is shown as soon as"},
        ),
        (
            "What if two are lowest in a Missed year?",
            "missed_tie",
            {"again": "reveal again until one is lowest", "all": "All players tied for lowest are demoted."},
        ),
        (
            "What if two are lowest in a Missed year?",
            "missed_empty",
            {"flip": "flips the top card of the deck", "lowest": "counts as lowest"},
        ),
        (
            "Can I back out of a tie in the review?",
            "review_empty",
            {"fold": "you fold", "flip": "turn the top card of the draw pile instead"},
        ),
        (
            "When do I draw?",
            "closer_draws",
            {"yes": "Whoever closes Q4 draws, too", "no": "Whoever closes Q4 does not"},
        ),
        (
            "What do we draw after a review?",
            "refill",
            {"later": "draws back up in their next turn", "now": "then draws back up before the next year"},
        ),
        (
            "What happens at hand size 1?",
            "size_one_missed",
            {"one": "you draw one card in all", "two": "you draw two"},
        ),
    ],
)
def test_each_house_rule_is_in_the_answer_about_it(asked: str, option: str, values: dict[str, str]) -> None:
    for value, said in values.items():
        told = answer(asked, 4, **{option: value})
        assert said in told
        assert not any(other in told for other in values.values() if other != said)
    assert next(iter(values.values())) in answer(asked), "the first is played where nobody chose"


def test_where_all_who_are_tied_for_lowest_are_demoted_nobody_is_asked_for_a_second_card() -> None:
    assert answer("What if two are lowest in a Missed year?", 4, missed_tie="all", missed_empty="lowest") == (
        "All players tied for lowest are demoted."
    )


def test_in_a_missed_year_the_demoted_player_discards_two_and_draws_with_the_others() -> None:
    """Section 5 C: all cards revealed are discarded, everybody draws 1. Section 6: a demotion is 1 more discard."""
    told = answer("What does the demoted player discard?")
    assert "In a Missed year they discard that card besides the one revealed, and then draw 1" in told
