"""What matters now, as the kernel says it for every game: who is asked, who has read, what one just did."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.game import Game, Now
from companion.games import GAMES, find_game
from companion.secrecy import seen_by
from companion.seen import Seen
from companion.values import replace
from tests.evenings import Evening, House, Visitor, evening, fixed_chance

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 5)
    return House(tmp_path)


def begun(house: House, key: str) -> Evening:
    """Four people, the last of whom has no phone and shares Ben's; the game has started."""
    at = evening(house, find_game(key), 1, 4)  # type: ignore[arg-type]
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
    at = begun(house, game.key)
    for page in (at.people["Cleo"].get(f"/t/{at.code}"), Visitor(house).get(f"/t/{at.code}/wall")):
        inside = page.text.partition('id="now">')[2].partition("</div>")[0]
        assert inside.count("<h1>") == 1, page.text
        assert page.text.count("<h1>") == 1, "and no other heading of that rank"


def test_until_it_is_read_reading_is_what_is_asked_and_then_all_see_who_has(house: House) -> None:
    at = begun(house, "scape_goat")
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


def test_who_is_asked_beside_others_sees_which_of_them_they_are(house: House) -> None:
    at = begun(house, "scape_goat")
    at.message(at.people["Cleo"])
    at.did(at.host, "play/frame")
    for name in ("Ana", "Cleo"):
        inside = at.people[name].get(f"/t/{at.code}").text.partition('id="now">')[2].partition("</div>")[0]
        waited = inside.partition('class="waiting"')[2]
        assert waited.count("<span>you</span>") == 1
        assert f"<span>{name}</span>" not in waited
    wall = Visitor(house).get(f"/t/{at.code}/wall").text
    assert "<span>you</span>" not in wall


def test_a_message_read_again_is_no_news(house: House) -> None:
    at = begun(house, "scape_goat")
    at.message(at.people["Cleo"])
    version = at.table.version
    at.message(at.people["Cleo"])
    assert at.table.version == version


def test_a_new_deal_has_to_be_read_anew(house: House) -> None:
    at = begun(house, "scape_goat")
    at.message(at.people["Cleo"])
    at.start()
    assert said(at, seen(at, at.people["Cleo"]).now) == "Hold the button. Read it alone."


def test_what_one_phone_just_did_has_its_way_back_there_for_ten_seconds_and_nowhere_else(house: House) -> None:
    at = begun(house, "corporate")
    at.did(at.host, "play/starts", seat=at.table.seats[0].number) if "starts" in at.game.moves else None
    found = at.tried()
    while found is not None and not at.table.play.now.may_go_back:  # type: ignore[union-attr]
        who, name, form = found
        at.did(who, f"play/{name}", **form)
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


def test_a_game_that_says_nothing_is_said_who_is_waited_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    at = begun(house, "alcatraz")
    game = at.table.the_game
    quiet = replace(game, now=lambda view, viewer: Now(), awaits=lambda view: (2, 3))
    monkeypatch.setattr("companion.table.find_game", lambda key: quiet)
    names = {seat.number: seat.name for seat in at.table.seats}
    assert [names[2], names[3]] == ["Ben", "Cleo"]
    assert said(at, seen(at, at.host).now) == "Waiting for Ben and Cleo"
    assert said(at, seen(at, at.people["Ben"]).now) == "It is your turn"


def test_the_title_of_a_page_says_whose_turn_it_is_without_script_too(house: House) -> None:
    at = begun(house, "scape_goat")
    assert "<title>Your turn · Scape Goat" in at.people["Cleo"].get(f"/t/{at.code}").text
    at.message(at.people["Cleo"])
    assert "<title>Scape Goat" in at.people["Cleo"].get(f"/t/{at.code}").text


def test_a_card_entered_for_nobody_is_nobodys(house: House) -> None:
    """Else it would be the own one of whoever entered it."""
    at = begun(house, "corporate")
    before = at.table.version
    answer = at.move(at.host, "play/show", seat="?", rank="K")
    assert answer.status_code == 422
    assert at.table.version == before
    assert 'id="refusal"' in answer.text


def test_whoever_reads_while_the_others_play_on_is_told_what_goes_on_meanwhile(house: House) -> None:
    at = begun(house, "scape_goat")
    at.message(at.people["Ana"])
    at.did(at.people["Ana"], "play/track", seat=at.table.seats[0].number)
    now = seen(at, at.people["Cleo"]).now
    assert said(at, now) == "Hold the button. Read it alone."
    assert now is not None
    assert now.hint is not None
    names = {seat.number: seat.name for seat in at.table.seats}
    assert now.hint.in_words(names=names) == "Meanwhile: Ana’s turn"
    assert [names[number] for number in now.waiting] == ["Ana"]


def test_who_holds_a_phone_that_was_passed_and_owes_nothing_is_told_to_pass_it_on(house: House) -> None:
    at = begun(house, "corporate")
    ben, dov = at.people["Ben"], next(seat.number for seat in at.table.seats if seat.name == "Dov")
    at.did(at.host, "play/starts", seat=at.table.seats[0].number) if "starts" in at.game.moves else None
    at.did(ben, "hand", seat=dov)
    page = ben.get(f"/t/{at.code}").text
    assert "Ana" in said(at, seen(at, ben).now), "it is Ana who is on"
    assert "You have nothing more to do here. Please pass the phone on." in page
    assert "Done: pass back to " in page
    assert "This is for you now." not in page
