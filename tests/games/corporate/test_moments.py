"""What matters at each moment of SCAPEGOAT: one sentence for whoever is asked, another for those who wait."""

from pathlib import Path

import pytest

from companion.game import Now, Viewer
from companion.games import find_game
from companion.games.corporate import GAME
from companion.games.corporate.state import State
from tests.evenings import House, evening
from tests.games.corporate.test_play import begin, move, sell, show

NAMES = {1: "Ana", 2: "Ben", 3: "Cleo", 4: "Dov"}


def told(state: State, seat: int | None) -> tuple[str, str, bool]:
    """The title, the hint, and whether it is asked of that seat; the wall is no seat."""
    viewer = Viewer(seat)
    now: Now = GAME.now(GAME.look(state, viewer), viewer)
    title, hint = ("" if line is None else line.in_words(names=NAMES) for line in (now.title, now.hint))
    return title, hint, now.asked


def test_a_card_is_asked_of_one_and_the_others_read_whose_turn_it_is_and_what_the_quarter_needs() -> None:
    state = begin(4)
    assert told(state, 1) == ("You start: sell one card", "Q1 still needs 15.", True)
    assert told(state, None) == ("Ana starts", "Q1 still needs 15.", False)
    after = sell(state, "7")
    assert told(after, 2) == ("Your turn: sell one card", "Q1 still needs 8.", True)
    assert told(after, 3) == ("Ben’s turn", "Q1 still needs 8.", False)


def test_whoever_has_sold_is_told_to_draw_back_up() -> None:
    assert told(sell(begin(4), "7"), 1) == ("Ben’s turn", "You draw back up to 4 cards.", False)


def test_a_reveal_asks_those_who_have_not_chosen_and_says_what_it_is_for() -> None:
    state = move(begin(3, start=""), "show", by=2, rank="K")
    assert told(state, 1) == ("Choose a card, tap its rank", "Who starts? The lowest card. Aces are LOW.", True)
    assert told(state, 2) == ("", "Who starts? The lowest card. Aces are LOW.", False)
    review = sell(begin(3), "K Q J 10")
    assert told(review, 1)[1] == "Promotion Review: the highest card is promoted. Aces are HIGH."
    assert told(show(review, "A", "A", "2"), 1)[0] == "Choose another card, tap its rank"
    missed = sell(begin(3), "5 5 6 6 7 7")
    assert told(missed, 1)[1] == "Missed target: the lowest card is demoted. Aces are HIGH."


def test_the_investigation_is_asked_of_whoever_closed_the_year() -> None:
    beat = sell(begin(4), "#Q 7 #A 8 K K 9")  # Y4: Cleo closes at 19
    colour = "Turn one face-down card, tap its colour"
    assert told(beat, 3) == (colour, "You closed Q4: you are the Scapegoat.", True)
    assert told(beat, None) == ("Cleo turns a face-down card", "Cleo is the Scapegoat.", False)
    perfect = sell(begin(3), "# # # #")
    assert told(perfect, 1)[1] == "You closed Q4: you are the Closer."


def test_a_settled_year_tells_everybody_their_own_discards_and_draws() -> None:
    state = show(move(sell(begin(4), "#Q 7 #A 8 K K 9"), "turned", found="red"), "2", "10", "J")  # E2's rules
    assert told(state, 1) == ("Discard the card you revealed and draw 1 card", "Hand size stays 4.", True)
    assert told(state, 3) == ("Discard one card of your choice", "Hand size 4 → 3.", True)
    assert told(state, 4) == ("Discard the card you revealed and draw 2 cards", "Hand size 4 → 5.", True)
    assert told(state, None)[:2] == ("Dov is promoted", "Dov starts next year: the promoted player does.")
    missed = show(sell(begin(3), "5 5 6 6 7 7"), "2", "7", "K")  # E7
    assert told(missed, 1)[0] == "Discard the card you revealed and one more, then draw 1 card"


def test_each_card_of_a_year_is_another_question() -> None:
    state, keys = begin(3), set()
    for card in ["5", "5", "6", "6", "7"]:
        keys.add(GAME.now(GAME.look(state, Viewer(None)), Viewer(None)).key)
        state = sell(state, card)
    assert len(keys) == 5


@pytest.mark.parametrize("late", ["7", "K"])
def test_a_card_drawn_for_one_and_sent_after_that_turn_is_refused_by_both_names(tmp_path: Path, late: str) -> None:
    game = find_game("corporate")
    assert game is not None
    at = evening(House(tmp_path), game, 1, 3)
    at.start()
    at.did(at.host, "play/starts", seat=2)
    drawn = at.table.version
    at.did(at.people["Ben"], "play/card", card="9")
    answer = at.move(at.host, "play/card", drawn=drawn, card=late)
    assert answer.status_code == 409
    assert "That was for: Ben. Now: Cleo." in answer.text
    assert at.table.version == drawn + 1
