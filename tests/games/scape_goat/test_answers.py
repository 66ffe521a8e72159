"""Answers by the count of players and what the table chose: expected values from the rulebook and the evidence deck."""

from __future__ import annotations

from functools import partial

import pytest

from companion.game import Known
from companion.games.scape_goat import GAME
from tests import questions

answer = partial(questions.answer, GAME)
asked = partial(questions.asked, GAME)

OUT_OF_TURN = "Six players: when may I go to the cops out of turn?"


@pytest.mark.parametrize(("players", "hand", "cards"), [(3, 2, 13), (4, 2, 15), (5, 3, 22), (6, 3, 25)])
def test_hands_and_evidence_are_those_of_as_many_as_play(players: int, hand: int, cards: int) -> None:
    """Setup 4 and 5; 13, 15, 22 and 25 evidence cards are used."""
    told = answer("How many cards do I have in my hand?", players)
    assert told == f"{hand}, with {players} players. It is the same number all game long."
    assert f"With {players} players {cards} cards stay" in answer("Which evidence cards go back to the box?", players)


def test_cards_are_told_of_that_are_in_the_game_and_of_no_other() -> None:
    """Two colours are on cards from four players on, every colour on one card with six, and no bystander with six."""
    for question in ("Must I really give away my own colour?", "When is somebody framed?"):
        assert "every colour" in answer(question, 6)
        for players in (3, 4, 5):
            assert "every colour" not in answer(question, players)
    assert "two colours" not in answer("When is somebody framed?", 3)
    assert "two colours" in answer("When is somebody framed?", 4)
    assert answer("Who is the grey one?", 6) == ("Nobody. With six players, all grey bystanders go back to the box.")
    assert "never counts as a player’s colour" in answer("Who is the grey one?", 5)


def test_what_concerns_only_some_counts_is_asked_by_those() -> None:
    """Two tokens stand on Prepare with five and six; out of turn one goes to the cops with six."""
    for players, tokens, six in ((3, False, False), (4, False, False), (5, True, False), (6, True, True)):
        assert ("Two player tokens are on Prepare. Who starts?" in asked(players)) is tokens
        assert (OUT_OF_TURN in asked(players)) is six
    assert asked(None) >= {"Two player tokens are on Prepare. Who starts?", OUT_OF_TURN}


def test_when_six_may_go_to_the_cops_out_of_turn_is_answered_as_the_table_plays() -> None:
    begin, during = (
        "When the turn of the player opposite you begins",
        "At any moment of the turn of the player",
    )
    assert answer(OUT_OF_TURN, 6, cops="begin").startswith(begin)
    assert answer(OUT_OF_TURN, 6, cops="during").startswith(during)
    assert answer(OUT_OF_TURN).startswith(begin)


def test_where_the_app_deals_nobody_is_told_of_dice_or_mats() -> None:
    for each in GAME.questions(Known(4, {"secret": "app"})):
        said = f"{each.question} {each.answer.in_words()}".lower()
        assert "dice" not in said, str(each.question)
        assert not {"mat", "mats"} & set(said.replace(",", " ").replace(".", " ").split()), str(each.question)


@pytest.mark.parametrize(
    ("secret", "again", "misread"),
    [
        ("app", "On your own phone you can read your message again", "Read your messages again"),
        ("sheets", "On your own phone you can read your message again", "the dice with the decoder sheets"),
        ("mats", "Look at your mat again. For that, the dice stay", "the dice with the mats"),
    ],
)
def test_a_forgotten_name_is_looked_up_where_the_table_has_it(secret: str, again: str, misread: str) -> None:
    """Setup 6: the dice are not rolled again, so that everybody can look again."""
    assert again in answer("I forgot who my scapegoat is.", 4, secret=secret)
    assert misread in answer("We pointed, and nobody was named by all the others.", 4, secret=secret)
    assert ("May we roll the decoder dice again?" in asked(4, secret=secret)) is (secret != "app")
