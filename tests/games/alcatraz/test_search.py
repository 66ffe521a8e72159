"""What players ask in the middle of a game, in words of their own, finds its answer in the product's own search."""

from __future__ import annotations

import pytest

from tests.evenings import House
from tests.test_search import found

ASKED = {
    "can I escape alone": "Can I escape alone?",
    "may both who are not needed go": "Two of us are not needed. May both escape, or must both stay?",
    "does the Gun replace an Item in a task and where does it go": (
        "Does the Gun replace an Item in a task, and where does it go then?"
    ),
    "no Items here, may I use the room": "No Items lie here. May I use the room’s rule?",
    "must the other agree to an exchange": "Must the other player agree to an exchange or a gift?",
    "when may a blackmail card be played": "When may a blackmail card be played, and where does it go?",
    "do action points carry over to the next round": "How many Action Points do I have?",
    "must I use all my points": "How many Action Points do I have?",
    "can I move diagonally": "Are rooms that touch at a corner neighbours?",
    "who goes first in a round": "Who acts first in a round, and who next?",
    "when does the bonus of the scapegoat end": "When does the Scapegoat’s bonus end?",
    "may we talk in secret": "May we whisper?",
    "can I refuse to be robbed": "May I steal from the Scapegoat, or as the Scapegoat?",
    "what do the gold sides mean": "What are the silver and the gold sides of the location sheets?",
    "what does a riot cost with three guards": "What happens in a riot?",
    "does the helper get the letter too": "Do those who helped with a task get its letter?",
    "how do I bribe a guard": "What does a bribe do?",
    "where do I drop an item": "Where does a used, paid or dropped Item go?",
    "how long does the game last": "How many rounds does a game have?",
}


@pytest.mark.parametrize("asked", ASKED)
def test_what_a_table_asks_is_found_first(house: House, asked: str) -> None:
    assert found(house, "alcatraz", asked)[0] == ASKED[asked]
