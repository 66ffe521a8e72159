"""A game in a minute: five cards, true to the rules, for whoever sits at a table and has not played it."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from companion.game import Game, Known
from companion.games import GAMES
from tests.evenings import House, Visitor

GAMES_TESTS = Path(__file__).parent / "games"
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def default(game: Game) -> Known:
    return Known(options={option.key: option.choices[0][0] for option in game.options})


@each_game
def test_a_game_is_told_in_five_cards_of_three_short_sentences_at_the_most(game: Game) -> None:
    lessons = game.lessons(default(game))
    assert len(lessons) == 5
    assert len({lesson.key for lesson in lessons}) == 5
    for lesson in lessons:
        assert 1 <= len(lesson.lines) <= 3
        for line in lesson.lines:
            assert all(len(sentence) <= 120 for sentence in re.split(r"(?<=[.!?])\s+", str(line))), str(line)


@each_game
def test_the_five_cards_answer_the_ten_questions_of_a_first_round(game: Game) -> None:
    told = " ".join(str(line) for lesson in game.lessons(default(game)) for line in lesson.lines)
    header, *rows = (GAMES_TESTS / game.key / "ten.tsv").read_text(encoding="utf-8").splitlines()
    assert header == "question\tanswer\tthe words that say so"
    assert len(rows) == 10
    assert [row for row in rows if row.split("\t")[2] not in told] == []


@each_game
def test_the_cards_stand_at_the_lobby_of_whoever_sits_on_the_big_screen_and_in_the_guide(
    tmp_path: Path, game: Game
) -> None:
    house = House(tmp_path)
    host, guest, stranger = (Visitor(house) for _ in range(3))
    code = host.post("/open", game=game.key).headers["Location"].rsplit("/", 1)[-1]
    titles = [str(lesson.title) for lesson in game.lessons(default(game))]

    def told(html: str) -> list[str]:
        return [unescape(found) for found in re.findall(r'class="lesson">.*?<h2>(.*?)</h2>', html, re.DOTALL)]

    assert told(guest.get(f"/t/{code}").text) == []
    assert told(host.get(f"/t/{code}").text) == titles
    guest.post(f"/t/{code}/sit", name="Ana")
    assert told(guest.get(f"/t/{code}").text) == titles
    assert told(stranger.get(f"/t/{code}/wall").text) == titles
    assert told(stranger.get(f"/guide/{game.key}").text) == titles
