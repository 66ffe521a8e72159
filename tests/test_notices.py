"""What was done to a seat, to who hosts or to what was dealt: told to every device until its owner has put it away."""

from __future__ import annotations

import re
from html import unescape

import pytest

from companion.game import Game
from companion.games import GAMES, example
from companion.keeper import AtHand
from companion.table import Notice, Table
from companion.words import say
from tests.evenings import Evening, House, Visitor, ended, evening, strip
from tests.games import ANY, promises

TAKEN_IN = "moved Cleo to the host’s device"
ANEW = "There are new messages: read yours."


@pytest.fixture
def at(house: House) -> Evening:
    """Ana hosts; Ben shares his phone with Dov; Cleo has her own. A game is running."""
    at = evening(house, example.GAME, 1, 4)
    at.start()
    return at


def number(at: Evening, name: str) -> int:
    return next(seat.number for seat in at.table.seats if seat.name == name)


def shown(at: Evening, who: Visitor, path: str = "") -> str:
    return strip(who.get(f"/t/{at.code}{path}").text)


def put_away(at: Evening, who: Visitor, headers: dict[str, str] | None = None) -> int:
    page = who.get(f"/t/{at.code}").text
    up_to = re.findall(r'name="up_to" value="(\d+)"', page)
    return who.open("POST", f"/t/{at.code}/put-away", {"up_to": up_to}, headers).status_code


def test_a_seat_taken_in_is_told_to_every_phone_until_its_owner_has_put_it_away(at: Evening) -> None:
    ben, cleo = at.people["Ben"], at.people["Cleo"]
    at.did(at.host, "carry", seat=number(at, "Cleo"))
    for who in (ben, cleo):
        assert f"Ana {TAKEN_IN}" in shown(at, who)
        assert f"Ana {TAKEN_IN}" in shown(at, who, "/panel")
    assert put_away(at, ben) == 303
    assert shown(at, ben) == shown(at, ben, "/panel") == ""
    assert f"Ana {TAKEN_IN}" in shown(at, cleo)
    at.house.restart()
    assert shown(at, ben) == ""
    assert f"Ana {TAKEN_IN}" in shown(at, cleo)


def test_what_was_put_away_stays_so_as_long_as_the_table_does_whose_days_are_those_it_is_served_on(at: Evening) -> None:
    answer = at.people["Ben"].post(f"/t/{at.code}/put-away", up_to="1")
    assert "Max-Age=31536000" in answer.headers["Set-Cookie"]


def test_no_number_of_harmless_moves_pushes_a_notice_out(at: Evening) -> None:
    at.did(at.host, "carry", seat=number(at, "Cleo"))
    for n in range(45):
        at.did(at.people["Ben"], "rename", seat=number(at, "Ben" if n == 0 else f"Ben {n - 1}"), name=f"Ben {n}")
    page = re.sub(r"</?bdi[^>]*>", "", at.people["Ben"].get(f"/t/{at.code}").text)
    assert page.count(TAKEN_IN) == 1, "the log holds forty lines"
    assert f"Ana {TAKEN_IN}" in shown(at, at.people["Ben"])


def test_the_same_done_again_is_one_notice_that_counts_and_comes_back(at: Evening) -> None:
    ben, cleo = at.people["Ben"], at.people["Cleo"]
    dov = number(at, "Dov")
    for times in (1, 2, 3):
        at.did(at.host, "reopen", seat=dov)
        assert ("(3 times)" in shown(at, ben)) is (times == 3)
        if times == 2:
            assert put_away(at, ben) == 303
    assert shown(at, ben).count("let Dov read again") == 1
    assert shown(at, cleo).count("let Dov read again") == 1


def test_a_new_deal_says_so_though_nobody_has_read(at: Evening) -> None:
    at.start()
    for who in (at.people["Ben"], at.people["Cleo"]):
        assert ANEW in shown(at, who)
    assert ANEW in shown(at, at.host, "/wall")


@pytest.mark.parametrize("way", [["lobby", "start"], ["again", "start"], ["lobby", "set-up", "start"]])
def test_a_new_deal_by_a_way_round_says_so_too(at: Evening, way: list[str]) -> None:
    for kind in way:
        at.did(at.host, kind)
    assert ANEW in shown(at, at.people["Cleo"])


def test_the_next_game_after_one_that_was_over_is_no_new_deal(at: Evening) -> None:
    ended(at)
    at.did(at.host, "again")
    at.start()
    assert shown(at, at.people["Cleo"]) == ""


@pytest.mark.parametrize("game", [game for game in GAMES if not promises(game.key).MESSAGES], ids=lambda game: game.key)
def test_a_new_deal_of_a_game_without_messages_speaks_of_none(house: House, game: Game) -> None:
    at = evening(house, game, 1, 3)
    at.start()
    at.start()
    assert f"restarted {game.title}. What was entered before is gone." in shown(at, at.people["Cleo"])


def test_who_did_it_need_not_be_told_and_finds_it_in_what_happened(at: Evening) -> None:
    at.did(at.host, "carry", seat=number(at, "Cleo"))
    at.did(at.people["Ben"], "ticket", seat=number(at, "Ben"))
    assert "made a ticket" not in shown(at, at.people["Cleo"]).replace("Ben made a ticket for Ben’s seat", "")
    at.start()
    page = at.host.get(f"/t/{at.code}").text
    assert "There are new messages" in unescape(page)


def test_what_was_done_on_a_device_passed_round_is_told_there_too_and_only_its_owner_puts_it_away(at: Evening) -> None:
    """Ben's phone is Dov's, too: Dov has no other place to hear of what Ben did, nor Ben of what Dov did there."""
    ben = at.people["Ben"]
    at.did(ben, "ticket", seat=number(at, "Dov"))
    assert "Ben made a ticket for Dov’s seat" in shown(at, ben)
    at.did(ben, "hand", seat=number(at, "Dov"))
    assert "Ben made a ticket for Dov’s seat" in shown(at, ben)
    assert "up_to" not in ben.get(f"/t/{at.code}").text
    refused = ben.post(f"/t/{at.code}/put-away", up_to="999")
    assert refused.status_code == 422
    assert "its owner has to see this" in refused.text
    at.did(ben, "hand-back")
    assert put_away(at, ben) == 303
    assert shown(at, ben) == ""


def test_a_notice_is_on_the_wall_for_two_minutes_and_in_its_game_as_long_as_it_is_the_newest(at: Evening) -> None:
    stranger = Visitor(at.house)
    for who, path in ((stranger, "/wall"), (stranger, "")):
        mark = re.search(r'data-mark="([^"]+)"', who.get(f"/t/{at.code}{path}").text)[1]  # type: ignore[index]
        assert shown(at, who, path) == "" or path
    at.did(at.host, "carry", seat=number(at, "Cleo"))
    at.house.now += 1
    at.did(at.host, "reopen", seat=number(at, "Dov"))
    for _ in range(2):
        assert TAKEN_IN in shown(at, at.host, "/wall")
    mark = re.search(r'data-mark="([^"]+)"', at.host.get(f"/t/{at.code}/wall").text)[1]  # type: ignore[index]
    at.house.now += 120_000 - 1
    assert TAKEN_IN not in shown(at, at.host, "/wall")
    assert "let Dov read again" in shown(at, at.host, "/wall")
    assert at.host.get(f"/t/{at.code}/wall/panel", If_None_Match=mark).status_code == 200, "the screen hears of it"
    at.house.now += 10**9
    assert "let Dov read again" in shown(at, at.host, "/wall")


def test_what_stands_on_the_wall_as_a_notice_is_not_said_again_below_it(at: Evening) -> None:
    at.did(at.host, "carry", seat=number(at, "Cleo"))
    wall = at.host.get(f"/t/{at.code}/wall/panel").text
    said = re.sub(r"</?bdi[^>]*>", "", re.sub(r'data-news="[^"]*"', "", wall))  # what is read aloud is not seen
    assert said.count(TAKEN_IN) == 1


@pytest.mark.parametrize("typed", ["", "x", "-1", "9" * 30, "٣"])
def test_a_number_that_is_none_puts_nothing_away(at: Evening, typed: str) -> None:
    cleo = at.people["Cleo"]
    at.start()
    assert cleo.post(f"/t/{at.code}/put-away", up_to=typed).status_code == 303
    assert ANEW in shown(at, cleo)


def test_a_number_planted_in_a_cookie_hides_nothing_that_is_yet_to_come(at: Evening) -> None:
    cleo = at.people["Cleo"]
    cleo.cookies[f"put-away-{at.code}"] = "99999999"
    at.start()
    assert ANEW in shown(at, cleo)


def test_nobody_puts_away_what_is_yet_to_come(at: Evening) -> None:
    cleo = at.people["Cleo"]
    cleo.post(f"/t/{at.code}/put-away", up_to="99999")
    at.start()
    assert ANEW in shown(at, cleo)


def test_putting_away_is_no_move_and_the_answer_is_the_panel_where_a_script_asks(at: Evening) -> None:
    cleo = at.people["Cleo"]
    at.start()
    now = at.table.version
    assert put_away(at, cleo, {"HX-Request": "true"}) == 200
    assert shown(at, cleo) == ""
    assert at.table.version == now


def test_what_one_player_does_under_one_name_after_another_is_one_line_still(at: Evening) -> None:
    """So that nobody hides what was done in a crowd of harmless notices."""
    ben = at.people["Ben"]
    at.did(at.host, "carry", seat=number(at, "Cleo"))
    for n in range(10):
        at.did(ben, "rename", seat=ben_at(at), name=f"Ben {n}")
        at.did(ben, "ticket", seat=ben_at(at))
    assert shown(at, at.people["Cleo"]).count("made a ticket") == 1
    assert "Ben 9 made a ticket for Ben 9’s seat (10 times)" in shown(at, at.people["Cleo"])
    assert TAKEN_IN in shown(at, at.people["Cleo"])


def ben_at(at: Evening) -> int:
    seat = at.table.own_seat(at.people["Ben"].device)
    assert seat is not None
    return seat.number


def test_whom_somebody_has_added_and_removes_again_before_any_game_is_news_in_what_happened_alone(house: House) -> None:
    at = evening(house, ANY, 1, 3)
    ben = at.people["Ben"]
    for n in range(20):
        at.did(ben, "add", name=f"bad word {n}")
        at.did(ben, "remove", seat=at.table.made)
    for who, path in ((at.host, ""), (at.people["Cleo"], ""), (at.host, "/wall")):
        assert shown(at, who, path) == ""
    assert "Ben removed bad word 19" in re.sub(r"<[^>]*>", "", unescape(at.host.get(f"/t/{at.code}").text))


def test_of_how_many_seats_were_removed_one_notice_tells(house: House) -> None:
    at = evening(house, ANY, 1, 3)
    ben = at.people["Ben"]
    for n in range(5):
        at.did(ben, "add", name=f"word {n}")
        at.did(at.host, "remove", seat=at.table.made)
        told = shown(at, at.people["Cleo"])
        assert (f"Ana removed {n + 1} people" if n else "Ana removed word 0") in told
        assert told.count("removed") == 1


def test_no_number_of_other_notices_hides_one_and_all_that_are_put_away_were_there(at: Evening) -> None:
    cleo = at.people["Cleo"]
    at.did(at.host, "reopen", seat=number(at, "Dov"))
    for n in range(30):
        table, text = at.table, say("%(player)s did %(n)s", n=n, player="Ben")
        table = table.noticed(Notice(table.version, 2, "Ben", text, table.at, ""))
        at.house.keeper._at_hand[at.code] = AtHand(table, 0.0, Table(at.code))
    page = cleo.get(f"/t/{at.code}").text
    assert page.count("data-notice") == 31
    assert "let Dov read again" in shown(at, cleo)
    assert all(f"Ben did {n}" in shown(at, cleo) for n in range(30))
