"""What players ask in the middle of a game finds its answer in the product's own search, in whatever words."""

from __future__ import annotations

import re
from html import unescape

import pytest

from companion.games import GAMES, find_game
from tests.evenings import House

SCOUT = {
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
CORPORATE = {
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
    "back out of a tie": "Can I back out of a tie in the review?",
}
ALCATRAZ = {
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
ASKED = {"scout": SCOUT, "corporate": CORPORATE, "alcatraz": ALCATRAZ}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("house"))


def found(house: House, key: str, asked: str) -> list[str]:
    page = house.app.test_client().get(f"/rules/{key}", query_string={"q": asked}).text
    questions = page.split('id="questions"')[-1].split('class="aside"')[0]
    return [unescape(each) for each in re.findall(r"<summary>([^<]*)</summary>", questions)]


@pytest.mark.parametrize(("key", "asked"), [(key, asked) for key, all_ in ASKED.items() for asked in all_])
def test_what_a_table_asks_is_found_first(house: House, key: str, asked: str) -> None:
    assert found(house, key, asked)[0] == ASKED[key][asked]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_question_is_found_by_its_own_words(house: House, game: object) -> None:
    for each in game.questions:  # type: ignore[attr-defined]
        assert str(each.question) in found(house, game.key, str(each.question))  # type: ignore[attr-defined]


def test_an_unfinished_word_finds_what_it_may_become(house: House) -> None:
    assert found(house, "scout", "rearr") == ["May I sort or move the cards in my hand?"]


def test_words_nobody_uses_find_nothing_and_spaces_find_all(house: House) -> None:
    scout = find_game("scout")
    assert scout is not None
    assert found(house, "scout", "unicorn zeppelin") == []
    assert len(found(house, "scout", "  ")) == len(scout.questions)


def test_a_word_nobody_uses_takes_nothing_away(house: House) -> None:
    assert found(house, "scout", "unicorn middle card") == found(house, "scout", "middle card")


@pytest.mark.parametrize("odd", ["?", "'", "_", "%", "<script>", "🙂", "ß" * 80, "\u2019s", "a" * 900])
def test_no_question_breaks_the_search(house: House, odd: str) -> None:
    assert house.app.test_client().get("/rules/scout", query_string={"q": odd}).status_code == 200


def test_one_question_is_found_in_the_singular(house: House) -> None:
    page = house.app.test_client().get("/rules/scout", query_string={"q": "rearrange"}).text
    assert "1 question found" in page
    assert "1 questions" not in page
