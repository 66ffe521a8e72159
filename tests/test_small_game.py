"""A game that gives no more than it has to (no questions, no options, no set-up, no score sheet) and seats as many as
there are badges: every page of it stands, at every stage of its evening."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.game import Honour, Option, Result, Team
from companion.words import say
from tests import telling
from tests.evenings import Evening, House, Visitor, addresses, seat

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gil", "Hana")
SMALL = dataclasses.replace(
    telling.GAME, result=lambda state: Result(say("All was said"), ()) if state.talked else None
)
NOT_THERE = {
    *[("/t/{code}/scores", 404), ("/t/{code}/scores.csv", 404), ("/join", 404)],
    *[("/t/{code}/practice", 404), ("/t/{code}/practice/phone", 404)],
}
"""It has no score sheet, nobody typed a code, and this is no practice game."""


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """Eight sit at a table of the small game."""
    at = telling.table_of(House(tmp_path), monkeypatch, SMALL, count=4)
    for name in NAMES[4:]:
        seat(at, name)
    return at


def walk(at: Evening) -> None:
    """Every address there is, as the host, a player and a stranger open it."""
    stranger = Visitor(at.house)
    pages = addresses(at.house.app, at.code)
    assert {"/", "/rules/telling", "/guide/telling", f"/t/{at.code}", f"/t/{at.code}/wall"} <= set(pages)
    for who in (at.host, at.people["Hana"], stranger):
        for path in pages:
            status = who.get(path).status_code
            assert status < 400 or (path.replace(at.code, "{code}"), status) in NOT_THERE, path


def test_every_page_of_a_small_game_stands_at_every_stage(at: Evening) -> None:
    walk(at)
    at.did(at.host, "set-up")
    walk(at)
    at.did(at.host, "start")
    assert len(at.table.playing) == 8
    walk(at)
    at.did(at.host, "play/talk")
    assert "All was said" in at.host.get(f"/t/{at.code}").text
    walk(at)
    at.did(at.host, "lobby")
    assert "All was said" in at.host.get(f"/t/{at.code}/evening").text
    walk(at)


def played(at: Evening, monkeypatch: pytest.MonkeyPatch, result: Result) -> dict[str, str]:
    """The evening's page, file and picture, and the wall, once a game has ended so."""
    ended = dataclasses.replace(SMALL, result=lambda state: result if state.talked else None)
    monkeypatch.setattr("companion.games.GAMES", (ended,))
    at.did(at.host, "start")
    at.did(at.host, "play/talk")
    pages = ("evening", "evening.csv", "evening.svg", "wall")
    return {page: at.host.get(f"/t/{at.code}/{page}").text for page in pages}


def test_a_game_without_honours_has_no_column_for_them(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = played(at, monkeypatch, Result(say("All was said"), (), places={1: 1, 2: 2, 3: 2}))
    assert "goat" not in shown["evening"].partition("<main")[2].partition("Results by player")[2].casefold()
    assert "goat" not in shown["evening.svg"].casefold()
    assert shown["evening.csv"].splitlines()[0].lstrip("\ufeff") == "Game,Title,Player,Won,Place,Points,Result"
    assert re.findall("<b>(.)</b>", shown["wall"].partition('class="places"')[2]) == ["1", "2", "2"]


def test_an_honour_has_a_column_under_the_words_the_game_gave_it(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    honours = (Honour(say("Best liar"), (2, 3)), Honour(say("Longest tale"), (1,)))
    shown = played(at, monkeypatch, Result(say("All was said"), (), honours=honours))
    for page in ("evening", "evening.svg"):
        assert "Best liar" in shown[page]
        assert "Longest tale" in shown[page]
    assert "Best liar: Ben 1, Cleo 1" in shown["evening"]
    assert shown["evening.csv"].splitlines()[0].endswith("Points,Best liar,Longest tale,Result")
    drawn = ElementTree.fromstring(shown["evening.svg"])
    places = {text.text: int(text.get("x", "0")) for text in drawn.iter("{http://www.w3.org/2000/svg}text")}
    assert places["Won"] < places["Best liar"] < places["Longest tale"] < int(drawn.get("width", "0"))


def test_the_picture_says_the_day_and_the_points_in_letters_it_brings_along(
    at: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = played(at, monkeypatch, Result(say("All was said"), (), points={1: 12, 2: 21, 3: -3}))["evening.svg"]
    drawn = ElementTree.fromstring(picture)
    words = ["".join(text.itertext()) for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "Ben 21, Ana 12 and Cleo −3" in words
    assert "2027-01-15" in words  # where the clock of these tests stands
    assert 'url("data:font/woff2;base64,' in picture


def test_teams_won_or_they_did_not_and_nobody_is_ranked(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    teams = (Team((1, 2, 4), won=True, name=say("Village")), Team((3,), won=False))
    shown = played(at, monkeypatch, Result(say("All was said"), (), teams=teams))
    for page in ("evening", "wall"):
        listed = shown[page].partition("teams" if page == "wall" else "<h2>All was said")[2].partition("</ul>")[0]
        assert re.findall("<b>(.*?)</b>", listed) == ["Won", "Lost"]
        assert re.findall("<bdi[^>]*>(.*?)</bdi>", listed) == ["Ana", "Ben", "Dov", "Cleo"]
        assert "Village" in listed
        assert not re.search(r">\s*[1-8][.]?\s*<", listed)
    rows = [line.split(",") for line in shown["evening.csv"].splitlines()[1:]]
    assert [row[2] for row in rows if row[3] == "yes"] == ["Ana", "Ben", "Dov"]
    assert {row[4] for row in rows} == {""}


@pytest.mark.parametrize("asked", ["", "?q=", "?q=what+now"])
def test_rules_without_questions_offer_no_search(at: Evening, asked: str) -> None:
    answer = at.host.get(f"/rules/telling{asked}")
    assert answer.status_code == 200
    assert "In short" in answer.text
    assert 'type="search"' not in answer.text
    assert "No question with those words" not in answer.text


@pytest.mark.parametrize(("count", "status"), [(2, 200), (8, 200), (1, 422), (9, 422)])
def test_the_guide_goes_as_far_as_the_game(at: Evening, count: int, status: int) -> None:
    assert at.host.get(f"/guide/telling?players={count}").status_code == status


def test_a_ninth_at_a_game_for_eight_is_told_that_the_table_is_full(at: Evening) -> None:
    ninth = Visitor(at.house)
    assert "This table is full: 8 people are seated." in ninth.get(f"/j/{at.code}").text
    answer = ninth.post(f"/j/{at.code}", name="Ida")
    assert answer.status_code == 422
    assert "This table is full: 8 people are seated." in answer.text
    at.did(at.host, "start")
    assert len(at.table.playing) == 8


@pytest.mark.parametrize("players", [(2, 9), (0, 4), (5, 4)])
def test_a_game_for_more_than_a_table_seats_cannot_be_written(players: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="a table seats 1 to 8"):
        dataclasses.replace(telling.GAME, players=players)


# --- options a game folds away ----------------------------------------------------------------------------------------

OPTIONS = (
    Option("long", say("A long game?"), (("no", say("A short one")), ("yes", say("A long one")))),
    Option("ties", say("Who wins a tie?"), (("all", say("All of them")), ("none", say("Nobody"))), folded=True),
    Option("late", say("May who is late join?"), (("yes", say("They may")), ("no", say("They may not"))), folded=True),
)


def behind(page: str) -> tuple[str, str]:
    """What stands on the fold of the house rules, and what lies behind it."""
    fold = page.partition('id="house-rules"')[2].partition("</details>")[0]
    return fold.partition("<summary>")[2].partition("</summary>")[0], fold.partition("</summary>")[2]


def test_what_a_game_folds_away_lies_behind_its_own_words_and_says_what_was_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = dataclasses.replace(SMALL, options=OPTIONS, house_rules=say("House rules: as we tell them"))
    at = telling.table_of(House(tmp_path), monkeypatch, game, count=3)
    for path in (f"/t/{at.code}", "/guide/telling"):
        page = at.host.get(path).text
        title, inside = behind(page)
        assert title == "House rules: as we tell them"
        assert "Who wins a tie?" in inside
        assert "May who is late join?" in inside
        assert "A long game?" in page
        assert "A long game?" not in inside
    at.did(at.host, "decide", key="ties", value="none")
    at.did(at.host, "decide", key="long", value="yes")
    assert behind(at.host.get(f"/t/{at.code}").text)[0] == "House rules: 1 changed"
    assert behind(at.host.get("/guide/telling?ties=none&late=no").text)[0] == "House rules: 2 changed"


def test_a_game_that_folds_nothing_has_no_such_fold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = dataclasses.replace(SMALL, options=OPTIONS[:1])
    at = telling.table_of(House(tmp_path), monkeypatch, game, count=3)
    for path in (f"/t/{at.code}", "/guide/telling"):
        assert "house-rules" not in at.host.get(path).text
