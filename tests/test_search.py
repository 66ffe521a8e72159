"""What players ask in the middle of a game finds its answer in the product's own search, in whatever words."""

from __future__ import annotations

import re
from html import unescape

import pytest

from companion.game import Known
from companion.games import GAMES
from companion.games.example import GAME as EXAMPLE
from tests.evenings import House


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("house"))


def found(house: House, key: str, asked: str) -> list[str]:
    page = house.app.test_client().get(f"/rules/{key}", query_string={"q": asked}).text
    questions = page.split('id="questions"')[-1].split('class="aside"')[0]
    return [unescape(each) for each in re.findall(r"<summary>([^<]*)</summary>", questions)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_question_is_found_by_its_own_words(house: House, game: object) -> None:
    for each in game.questions(Known()):  # type: ignore[attr-defined]
        assert str(each.question) in found(house, game.key, str(each.question))  # type: ignore[attr-defined]


def test_an_unfinished_word_finds_what_it_may_become(house: House) -> None:
    assert found(house, EXAMPLE.key, "clos") == ["Nobody was right. Who scores?"]


def test_words_nobody_uses_find_nothing_and_spaces_find_all(house: House) -> None:
    assert found(house, EXAMPLE.key, "unicorn zeppelin") == []
    assert len(found(house, EXAMPLE.key, "  ")) == len(EXAMPLE.questions(Known()))


def test_a_word_nobody_uses_takes_nothing_away(house: House) -> None:
    assert found(house, EXAMPLE.key, "unicorn same number") == found(house, EXAMPLE.key, "same number")


@pytest.mark.parametrize("odd", ["?", "'", "_", "%", "<script>", "🙂", "ß" * 80, "\u2019s", "a" * 900])
def test_no_question_breaks_the_search(house: House, odd: str) -> None:
    assert house.app.test_client().get(f"/rules/{EXAMPLE.key}", query_string={"q": odd}).status_code == 200


def test_one_question_is_found_in_the_singular(house: House) -> None:
    page = house.app.test_client().get(f"/rules/{EXAMPLE.key}", query_string={"q": "closest"}).text
    assert "1 question found" in page
    assert "1 questions" not in page
