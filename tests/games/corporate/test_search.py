"""What players ask in the middle of a game, in words of their own, finds its answer in the product's own search."""

from __future__ import annotations

import pytest

from tests.evenings import House
from tests.test_search import found

ASKED = {
    "ace high or low": "Is the ace high or low?",
    "when do I draw cards": "When do I draw?",
    "can i pass": "May I pass, or must I sell a card?",
    "do we keep our cards next year": "Do we keep our hands for the next year?",
    "draw pile empty": "What if the draw pile runs out?",
    "do I have to say what my face down card was": (
        "May I look at a face-down card again, or must I show which it was?"
    ),
    "do we reveal at the same time": "Do we reveal at the same time?",
    "which card do I discard when demoted": "What does the demoted player discard?",
    "can I play to Q3 early": "May I put my card on a later quarter?",
    "which cards are investigated": "Which cards are investigated, and who turns one?",
    "jack queen king worth": "What does a card sell for?",
    "extra points carry over q4": "Where do points above the target go?",
    "what is our target": "What is the target of a quarter?",
    "tie for the start player": "Two cards tie for who starts. What now?",
    "back out of a tie": "Can I back out of a tie in the review?",
}


@pytest.mark.parametrize("asked", ASKED)
def test_what_a_table_asks_is_found_first(house: House, asked: str) -> None:
    assert found(house, "corporate", asked)[0] == ASKED[asked]
