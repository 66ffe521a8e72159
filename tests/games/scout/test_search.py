"""What players ask in the middle of a game, in words of their own, finds its answer in the product's own search."""

from __future__ import annotations

import pytest

from tests.evenings import House
from tests.test_search import found

ASKED = {
    "Scout with two, I cannot show and have no chip": "Two players: I cannot show and have no chip. What now?",
    "Scout with two, I scouted the last card, who goes on": "Two players: I scouted the last card. Who goes on?",
    "Scout, what goes back between rounds": "What goes back between rounds?",
    "what does a scout cost": "Two players: what does a scout cost, and who goes on?",
    "2 players, chips left over": "Two players: do chips I keep count?",
    "may I pass": "May I pass?",
    "who starts next": "Who starts the next round?",
    "can I rearrange my cards": "May I sort or move the cards in my hand?",
    "scout and show twice": "How often may I Scout & Show?",
    "do I have to beat the set after scouting": "Scout & Show: what must my set beat?",
    "negative points": "Can my score go below zero?",
    "how many rounds": "How many rounds do we play, and who wins a tie?",
    "is a run stronger than a pair": "Does a long run beat a pair?",
    "flip my hand": "When may I turn my hand round?",
    "Do I lose points for my hand, nobody beat me": "Do I lose points for my hand if nobody beat my set?",
}


@pytest.mark.parametrize("asked", ASKED)
def test_what_a_table_asks_is_found_first(house: House, asked: str) -> None:
    assert found(house, "scout", asked)[0] == ASKED[asked]
