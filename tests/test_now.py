"""What matters now, as the kernel says it for every game: who is asked, who has read, what one just did."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.game import Game, Now
from companion.games import GAMES
from companion.secrecy import seen_by
from companion.seen import Seen
from companion.values import replace
from tests.asking import CHOICES, CLEO, DOV, EVERY_CHOICE, asked_for
from tests.evenings import Evening, House, Visitor, evening, fixed_chance
from tests.telling import GAME as telling_game
from tests.telling import table_of

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 5)
    return House(tmp_path)


def begun(house: House, game: Game) -> Evening:
    """Four people, the last of whom has no phone and shares Ben's; the game has started."""
    at = evening(house, game, 1, 4)
    at.start()
    return at


@pytest.fixture
def telling(house: House, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """The same of a game that tells everybody something to read, and asks nobody for anything."""
    at = table_of(house, monkeypatch)
    at.start()
    return at


def seen(at: Evening, who: Visitor) -> Seen:
    return seen_by(at.table, who.device, at=at.house.now)


def said(at: Evening, now: Now | None) -> str:
    assert now is not None
    assert now.title is not None
    return now.title.in_words(names={seat.number: seat.name for seat in at.table.seats})


@EVERY_GAME
def test_every_screen_in_play_begins_with_one_sentence(house: House, game: Game) -> None:
    at = begun(house, game)
    for page in (at.people["Cleo"].get(f"/t/{at.code}"), Visitor(house).get(f"/t/{at.code}/wall")):
        inside = page.text.partition('id="now">')[2].partition("</div>")[0]
        assert inside.count("<h1>") == 1, page.text
        assert page.text.count("<h1>") == 1, "and no other heading of that rank"


def test_until_it_is_read_reading_is_what_is_asked_and_then_all_see_who_has(house: House, telling: Evening) -> None:
    at = telling
    for name in ("Ana", "Ben", "Cleo"):
        now = seen(at, at.people[name]).now
        assert said(at, now) == "Hold the button. Read it alone."
        assert now is not None
        assert now.asked
        assert str(now.hint) == "0 of 4 have read."
    assert at.message(at.people["Cleo"]).status_code == 200
    now = seen(at, at.people["Cleo"]).now
    assert now is not None
    assert str(now.hint) == "1 of 4 has read."
    names = {seat.number: seat.name for seat in at.table.seats}
    assert [names[number] for number in now.waiting] == ["Ana", "Ben", "Dov"]
    assert "1 of 4 has read." in Visitor(house).get(f"/t/{at.code}/wall").text
    told = len(at.table.told)
    at.message(at.people["Ana"])
    assert len(at.table.told) == told, "no line of the log says when somebody read"


@EVERY_CHOICE
def test_who_is_asked_beside_others_sees_which_of_them_they_are(house: House, choice: str) -> None:
    at = asked_for(house, choice)
    for who in at.people.values():
        at.message(who)
    at.did(at.people["Ben"], "hand", seat=DOV)
    at.message(at.people["Ben"])
    for name in ("Ana", "Cleo"):
        inside = at.people[name].get(f"/t/{at.code}").text.partition('id="now">')[2].partition("</div>")[0]
        waited = inside.partition('class="waiting"')[2]
        assert waited.count("<span>you</span>") == 1
        assert f"<span>{name}</span>" not in waited
    wall = Visitor(house).get(f"/t/{at.code}/wall").text
    assert "<span>you</span>" not in wall


def test_a_message_read_again_is_no_news(house: House, telling: Evening) -> None:
    at = telling
    at.message(at.people["Cleo"])
    version = at.table.version
    at.message(at.people["Cleo"])
    assert at.table.version == version


def test_a_new_deal_has_to_be_read_anew(house: House, telling: Evening) -> None:
    at = telling
    at.message(at.people["Cleo"])
    at.start()
    assert said(at, seen(at, at.people["Cleo"]).now) == "Hold the button. Read it alone."


@EVERY_GAME
def test_what_one_phone_just_did_has_its_way_back_there_for_ten_seconds_and_nowhere_else(
    house: House, game: Game
) -> None:
    at = evening(house, game, 1, 4, sharing=False)  # whose turn it is first may be anybody's
    at.start()
    found = at.tried()
    while found is not None and not at.table.play.now.may_go_back:  # type: ignore[union-attr]
        who, name, form = found
        at.did(who, f"play/{name}", **form)
        if seen(at, who).now.cancels:  # type: ignore[union-attr]
            at.did(who, "undo", of=at.table.play.now.move)  # type: ignore[union-attr]
        found = at.tried()
    doer = at.table.play.now.seat  # type: ignore[union-attr]
    for person in at.people.values():
        here = at.table.speaks_for(person.device)
        assert (seen(at, person).did is not None) == (here is not None and here.number == doer), person.name
    mine = next(p for p in at.people.values() if at.table.speaks_for(p.device).number == doer)  # type: ignore[union-attr]
    assert 'id="did"' in mine.get(f"/t/{at.code}").text
    at.house.now += 10_000
    assert seen(at, mine).did is None
    assert seen(at, mine).undo is not None, "from then on in the log"


QUIET = replace(
    telling_game, messages=lambda state, viewer: (), readers=lambda view: {}, now=lambda view, viewer: Now()
)
"""A game that tells nobody anything, and says nothing of what matters now."""


@pytest.mark.parametrize("cancels", [True, False])
def test_beside_a_games_own_button_that_cancels_the_last_move_no_undo_stands(
    house: House, monkeypatch: pytest.MonkeyPatch, cancels: bool
) -> None:
    at = table_of(house, monkeypatch, replace(QUIET, now=lambda view, viewer: Now(cancels=cancels)))
    at.start()
    at.did(at.host, "play/talk")
    assert (seen(at, at.host).did is None) is cancels
    assert seen(at, at.host).undo is not None, "in the log all the same"


def test_a_game_that_says_nothing_is_said_who_is_waited_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    at = table_of(house, monkeypatch, replace(QUIET, awaits=lambda view: (2, 3)))
    at.start()
    names = {seat.number: seat.name for seat in at.table.seats}
    assert [names[2], names[3]] == ["Ben", "Cleo"]
    assert said(at, seen(at, at.host).now) == "Waiting for Ben and Cleo"
    assert said(at, seen(at, at.people["Ben"]).now) == "It is your turn"


def test_where_everybody_is_waited_for_nobody_is_named(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    at = table_of(house, monkeypatch, replace(QUIET, awaits=lambda view: (1, 2, 3, 4)))
    at.start()
    wall = seen_by(at.table, "", wall=True, at=at.house.now)
    assert said(at, wall.now) == "Waiting for everybody"


@EVERY_CHOICE
def test_the_wall_names_at_most_once_above_its_board_whom_it_waits_for(house: House, choice: str) -> None:
    at = asked_for(house, choice, sharing=False)
    for who in at.people.values():
        at.message(who)
    for chosen in (False, True):
        if chosen:
            at.did(at.people["Cleo"], CHOICES[choice].kind, **CHOICES[choice].forms(CLEO)[0])
        page = Visitor(house).get(f"/t/{at.code}/wall").text
        above = re.sub("<[^>]*>", " ", page.partition('id="now">')[2].partition("</div>")[0])
        assert "Dov" in above or "Waiting for everybody" in above
        for name in ("Ben", "Cleo", "Dov"):  # it was Ana who called for it
            assert above.count(name) <= 1, above


def test_the_title_of_a_page_says_whose_turn_it_is_without_script_too(house: House, telling: Evening) -> None:
    at = telling
    assert "<title>Your turn · Telling" in at.people["Cleo"].get(f"/t/{at.code}").text
    at.message(at.people["Cleo"])
    assert "<title>Telling" in at.people["Cleo"].get(f"/t/{at.code}").text


def test_who_holds_a_phone_that_was_passed_and_owes_nothing_is_told_to_pass_it_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = table_of(house, monkeypatch, replace(QUIET, awaits=lambda view: (1,)))
    at.start()
    ben, dov = at.people["Ben"], next(seat.number for seat in at.table.seats if seat.name == "Dov")
    at.did(ben, "hand", seat=dov)
    page = ben.get(f"/t/{at.code}").text
    assert "Ana" in said(at, seen(at, ben).now), "it is Ana who is on"
    assert "You have nothing more to do here. Please pass this device on." in page
    assert "Done: pass back to " in page
    assert "This is for you now." not in page


@EVERY_CHOICE
def test_whoever_owes_a_choice_is_asked_for_it_in_so_many_words(house: House, choice: str) -> None:
    at = asked_for(house, choice)
    cleo = at.people["Cleo"]
    at.message(cleo)
    assert said(at, seen(at, cleo).now) == CHOICES[choice].asks
    at.did(cleo, CHOICES[choice].kind, **CHOICES[choice].forms(CLEO)[0])
    assert said(at, seen(at, cleo).now) != CHOICES[choice].asks
    assert CHOICES[choice].see in cleo.get(f"/t/{at.code}").text
