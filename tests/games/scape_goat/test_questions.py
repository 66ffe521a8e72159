"""What a first-time table asks in its own words finds the right answer in the product's own search."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from tests.evenings import House

OUT_OF_TURN = "Six players: I go to the cops out of turn. Does my token move, and who counts as the caller?"
ASKED = {
    "spy does the table see the hand": "Spy: does the whole table see the hand?",
    "does everybody see what the spy sees": "Spy: does the whole table see the hand?",
    "six players out of turn cops does my token move": OUT_OF_TURN,
    "who counts as caller when I go to the cops out of turn": OUT_OF_TURN,
    "can I refuse to trade": "May I refuse a spy or a trade?",
    "two tokens on the same location": "May two player tokens be on the same location?",
    "can I look through the stash": "May I look at all the cards in the stash first?",
    "can I steal a token back": "Who may I steal a preparation token from, and can it be stolen back?",
    "does the suspect have to show a card too": "Must everybody reveal a card in a frame attempt?",
    "how do I know if I am the scapegoat": "How do I find out that I am the scapegoat?",
    "can the scapegoat win by a frame": "Can the scapegoat win without going to the cops?",
    "when do we flip prepare": "When is Prepare turned over?",
    "can we reroll the dice": "May we roll the decoder dice again?",
    "how many cards in hand": "How many cards do I have in my hand?",
    "who goes first with two tokens on prepare": "Two player tokens are on Prepare. Who starts?",
    "do I have to swap after every action": "Do I swap a card in every turn?",
    "can I lie about my cards": "What may we say?",
    "is the rainbow card my colour": "Must I really give away my own colour?",
    "second attempt in the same turn": "The attempt failed. What now?",
    "do I keep my token after a failed frame": "The attempt failed. What now?",
    "which cards do we put back in the box": "Which evidence cards go back to the box?",
    "bystander grey goat": "Who is the grey one?",
    "which direction do we play": "Who starts, and which way does it go round?",
    "may I pass my turn": "May I skip my turn, or its action?",
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(Path(tmp_path_factory.mktemp("house")))


@pytest.mark.parametrize(("asked", "question"), ASKED.items(), ids=list(ASKED))
def test_a_question_in_ones_own_words_finds_its_answer(house: House, asked: str, question: str) -> None:
    page = house.app.test_client().get("/rules/scape_goat", query_string={"q": asked}).text
    found = [html.unescape(each) for each in re.findall(r"<summary>([^<]*)</summary>", page)]
    assert question in found[:2]
