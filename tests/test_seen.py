"""What a table tells each who looks at it, field by field and by hand: nobody is told what is another’s."""

from __future__ import annotations

import pytest

from companion.game import Game, Message, Result
from companion.games import GAMES
from companion.secrecy import messages_for, seen_by, sheet_of
from companion.seen import Seen, SeenSeat
from companion.table import Moment
from companion.trust import SeenAsk
from companion.values import replace
from companion.words import say
from tests.evenings import Evening, House, Visitor, asked, evening
from tests.games import ANY, promises
from tests.telling import table_of
from tests.test_notices import number


def sees(at: Evening, name: str, *, here: tuple[str, ...] = (), wall: bool = False) -> Seen:
    """What somebody's phone is shown while the phones of those who are `here` are connected."""
    devices = frozenset(at.people[one].device for one in here)
    return seen_by(at.table, at.people[name].device, devices, at.house.now, wall=wall)


def stranger(at: Evening) -> Seen:
    return seen_by(at.table, "", at=at.house.now)


def whose(seen: Seen, field: str) -> set[str]:
    """Those of whom that is so, by name."""
    return {seat.name for seat in seen.seats if getattr(seat, field)}


def called(seat: SeenSeat | None) -> str | None:
    return seat.name if seat else None


# --- in the lobby -----------------------------------------------------------------------------------------------------


def test_everybody_is_told_who_hosts_who_is_here_who_sits_out_and_who_has_no_phone(at: Evening) -> None:
    at.did(at.people["Cleo"], "sit-out", seat=number(at, "Cleo"), out="true")
    for seen in (
        sees(at, "Ana", here=("Ben",)),
        sees(at, "Cleo", here=("Ben",)),
        sees(at, "Ana", here=("Ben",), wall=True),
    ):
        assert [seat.name for seat in seen.seats] == ["Ana", "Ben", "Cleo", "Dov"]
        assert [seat.letter for seat in seen.seats] == ["A", "B", "C", "D"]
        assert [seat.number for seat in seen.seats] == [1, 2, 3, 4]
        assert len({(seat.badge.colour, seat.badge.shape) for seat in seen.seats}) == 4
        assert whose(seen, "host") == {"Ana"}
        assert whose(seen, "here") == {"Ben", "Dov"}
        assert whose(seen, "out") == {"Cleo"}
        assert whose(seen, "playing") == {"Ana", "Ben", "Dov"}
        assert whose(seen, "passed") == {"Dov"}
        assert whose(seen, "closed") == whose(seen, "pretend") == whose(seen, "worded") == set()
        assert (seen.stage, seen.short, seen.deal, seen.practice, seen.held) == ("lobby", 0, 0, False, False)


def test_somebody_on_the_hosts_own_device_does_not_host(at: Evening) -> None:
    at.did(at.host, "add", name="Eve")
    assert whose(sees(at, "Ben"), "host") == {"Ana"}


def test_each_is_told_what_is_theirs_and_the_wall_and_strangers_nothing(at: Evening) -> None:
    ana, ben, cleo = (sees(at, name) for name in ("Ana", "Ben", "Cleo"))
    assert [whose(seen, "mine") for seen in (ana, ben, cleo)] == [{"Ana"}, {"Ben", "Dov"}, {"Cleo"}]
    assert [called(seen.me) for seen in (ana, ben, cleo)] == ["Ana", "Ben", "Cleo"]
    assert [called(seen.owner) for seen in (ana, ben, cleo)] == ["Ana", "Ben", "Cleo"]
    assert [seen.host for seen in (ana, ben, cleo)] == [True, False, False]
    assert [seen.role for seen in (ana, ben, cleo)] == ["host", "seated", "seated"]
    assert [called(seat) for seat in ben.passed_seats] == ["Dov"]
    assert ana.passed_seats == cleo.passed_seats == ()
    for seen, role in ((sees(at, "Ana", wall=True), "wall"), (stranger(at), "guest")):
        assert (seen.me, seen.owner, seen.lost, seen.host, seen.role) == (None, None, None, False, role)
        assert whose(seen, "mine") == set()
        assert (seen.tickets, seen.box, seen.hold, seen.shut, seen.passed) == ({}, (), "", False, False)


def test_bringing_more_phones_matters_on_the_wall_and_to_the_host_in_the_lobby(at: Evening) -> None:
    assert [seen.loud for seen in (sees(at, "Ana"), sees(at, "Ana", wall=True))] == ["yes", "yes"]
    assert [seen.loud for seen in (sees(at, "Ben"), stranger(at))] == ["", ""]
    at.start()
    assert [seen.loud for seen in (sees(at, "Ana"), sees(at, "Ana", wall=True))] == ["", "yes"]


def test_who_plays_alone_with_people_on_their_own_phone_is_told_of_no_others(house: House) -> None:
    at = evening(house, ANY, 1, 1)
    at.did(at.host, "add", name="Ben")
    assert sees(at, "Ana").others == ""
    new = Visitor(house, "Cleo")
    new.get(f"/j/{at.code}")
    assert new.post(f"/j/{at.code}", name="Cleo").status_code == 303
    assert sees(at, "Ana").others == "yes"


def test_a_seat_that_is_on_no_device_is_closed_and_nobody_is_here_by_it(house: House) -> None:
    at = evening(house, ANY, 1, 2)
    at.did(at.people["Ben"], "add", name="Dov")
    assert sees(at, "Ana").others == "yes"
    at.did(at.people["Ben"], "remove", seat=number(at, "Ben"))
    left = sees(at, "Ana", here=("Ana",))
    assert (whose(left, "closed"), whose(left, "here")) == ({"Dov"}, {"Ana"})
    assert left.others == "", "Dov has no phone that could bring news"
    assert whose(seen_by(at.table, "", frozenset({""}), at.house.now), "here") == set()


def test_whoever_sits_out_is_nobody_a_phone_is_handed_to(at: Evening) -> None:
    at.did(at.people["Ben"], "sit-out", seat=number(at, "Dov"), out="true")
    assert sees(at, "Ben").passed_seats == ()


def test_who_fills_a_seat_to_try_it_out_is_shown_to_be_nobody(house: House) -> None:
    table = house.keeper.open("ana", {"game": ANY.key, "practice": "true"})
    assert whose(seen_by(table, "ana"), "pretend") == {"Ben", "Cleo", "Dov"}


def test_a_phone_whose_seat_went_to_another_is_told_which_until_it_has_a_seat(at: Evening) -> None:
    cleo = at.people["Cleo"]
    at.did(at.host, "ticket", seat=number(at, "Cleo"))
    new = Visitor(at.house, "Cleo")
    new.get(f"/j/{at.code}")
    assert new.post(f"/j/{at.code}", ticket=next(iter(at.table.tickets))).status_code == 303
    left = sees(at, "Cleo")
    assert (left.me, left.owner, called(left.lost)) == (None, None, "Cleo")
    assert seen_by(at.table, new.device).lost is None
    assert called(seen_by(at.table, new.device).me) == "Cleo"
    assert cleo.post(f"/j/{at.code}", name="Eve").status_code == 303
    again = sees(at, "Cleo")
    assert (called(again.me), again.lost) == ("Eve", None)


def test_a_phone_in_other_hands_is_theirs_and_hosts_nothing(at: Evening) -> None:
    at.did(at.host, "add", name="Eve")
    at.did(at.host, "hand", seat=number(at, "Eve"))
    seen = sees(at, "Ana")
    assert (called(seen.me), called(seen.owner)) == ("Eve", "Ana")
    assert (seen.passed, seen.host, seen.role, seen.loud, seen.viewer.passed) == (True, False, "passed", "", True)
    assert seen.hold == at.table.in_hands(at.host.device) != ""
    at.did(at.host, "hand-back")
    seen = sees(at, "Ana")
    assert (called(seen.me), seen.passed, seen.host, seen.role, seen.viewer.passed) == (
        "Ana",
        False,
        True,
        "host",
        True,
    ), "what she chose there shows when asked for"


# --- in a game --------------------------------------------------------------------------------------------------------


def test_a_message_is_awaited_where_the_phone_is_passed_round_until_it_is_read(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = table_of(house, monkeypatch)
    at.start()
    ben, dov = at.people["Ben"], number(at, "Dov")
    assert (sees(at, "Ben").unread, [seat.name for seat in sees(at, "Ben").awaited]) == (frozenset({dov}), ["Dov"])
    for seen in (sees(at, "Ana"), sees(at, "Cleo"), sees(at, "Ben", wall=True), stranger(at)):
        assert (seen.unread, seen.awaited) == (frozenset(), ())
    at.did(ben, "hand", seat=dov)
    assert not sees(at, "Ben").all_read
    assert at.message(ben).status_code == 200
    assert sees(at, "Ben").all_read
    assert whose(sees(at, "Cleo"), "reading") == {"Dov"}, "which message, and that it is open, everybody may know"
    at.did(ben, "hand-back")
    assert (sees(at, "Ben").unread, sees(at, "Ben").awaited) == (frozenset(), ())
    assert whose(sees(at, "Cleo"), "opened") == {"Dov"}
    at.did(at.host, "reopen", seat=dov)
    assert sees(at, "Ben").unread == frozenset({dov})


def test_whoever_has_no_message_has_not_read_all(at: Evening) -> None:
    assert not any(seen.all_read for seen in (sees(at, "Ben"), stranger(at)))


def test_titles_of_messages_are_in_the_box_of_their_owner_without_a_word_of_their_text(at: Evening) -> None:
    at.start()
    box = sees(at, "Ben").box
    texts = [str(message.text) for message in messages_for(at.table, at.people["Ben"].device)]
    assert len(box) == len(texts) > 0
    assert all(texts)
    assert [str(message.text) for message in box] == [""] * len(box)
    assert (sees(at, "Ben", wall=True).box, stranger(at).box) == ((), ())


def test_the_game_is_in_play_from_its_start_and_over_when_it_has_a_result(at: Evening) -> None:
    at.start()
    assert (sees(at, "Ben").stage, sees(at, "Ben").deal, sees(at, "Ben").held) == ("play", 1, False)
    assert sees(at, "Ben").view is not None
    at.start()
    assert sees(at, "Ben").deal == 2
    at.did(at.host, "lobby")
    assert (sees(at, "Ben").stage, sees(at, "Ben").view) == ("lobby", None)


def test_the_steps_of_the_set_up_are_there_while_it_lasts_and_no_longer(at: Evening) -> None:
    def steps() -> tuple[bool, bool]:
        seen = sees(at, "Cleo")
        return seen.plan is not None, bool(seen.steps)

    assert steps() == (False, False), "in the lobby"
    at.did(at.host, "set-up")
    assert steps() == (True, True)
    at.start()
    assert steps() == (False, False)
    older = replace(at.table, stage="setup")  # in older evenings a set-up could be begun while a game ran
    assert seen_by(older, "", at=at.house.now).plan is None


def test_a_game_that_has_a_result_is_over_for_everybody(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    game, ended = at.table.the_game, Result(say("The city is safe"), ())
    monkeypatch.setattr("companion.table.find_game", lambda key: replace(game, result=lambda state: ended))
    assert sees(at, "Ben").stage == "lobby"
    at.did(at.host, "set-up")
    assert sees(at, "Ben").stage == "setup"
    at.start()
    for seen in (sees(at, "Ben"), sees(at, "Ben", wall=True), stranger(at)):
        assert (seen.stage, seen.result) == ("over", ended)
    older = replace(at.table, stage="setup")
    assert seen_by(older, "", at=at.house.now).stage == "setup"


def test_everybody_may_know_who_has_read_on_a_phone_of_their_own_or_of_others(at: Evening) -> None:
    at.start()
    ben = at.people["Ben"]
    assert whose(sees(at, "Ana"), "read") == set()
    assert at.message(at.people["Cleo"]).status_code == 200
    assert whose(sees(at, "Ana"), "read") == {"Cleo"}
    at.did(ben, "hand", seat=number(at, "Dov"))
    assert at.message(ben).status_code == 200
    at.did(ben, "hand-back")
    assert whose(sees(at, "Ana"), "read") == whose(stranger(at), "read") == {"Cleo", "Dov"}


def test_of_two_messages_one_that_is_read_leaves_one_to_read(at: Evening) -> None:
    at.start()
    cleo = sees(at, "Cleo")
    assert cleo.me is not None
    two = tuple(Message(key, say("For you"), say("")) for key in ("one", "two"))
    left = {
        keys: replace(cleo, box=two, me=replace(cleo.me, read=frozenset(keys.split()))).to_read
        for keys in ("", "one", "two", "one two")
    }
    assert left == {"": True, "one": True, "two": True, "one two": False}


def test_what_was_taken_back_is_offered_to_everybody_to_do_again(at: Evening) -> None:
    at.start()
    at.did(at.host, "play/guess", number=1)
    done = at.table.version
    assert (sees(at, "Ben").undo or (0,))[0] == done
    assert sees(at, "Ben").redo is None
    assert (sees(at, "Ana").did or (0,))[0] == done
    assert (sees(at, "Ben").did, stranger(at).did) == (None, None), "it was Ana’s"
    at.did(at.host, "undo", of=done)
    for seen in (sees(at, "Ana"), sees(at, "Ben"), stranger(at)):
        assert (seen.redo or (0,))[0] == done
        assert seen.undo is None


def test_a_game_goes_on_without_a_seat_that_is_gone_as_in_older_evenings(at: Evening) -> None:
    at.start()
    gone = replace(at.table, seats=tuple(seat for seat in at.table.seats if seat.name != "Cleo"))
    seen = seen_by(gone, at.people["Ben"].device, at=at.house.now)
    assert whose(seen, "playing") == {"Ana", "Ben", "Dov"}
    assert [seat.name for seat in gone.playing] == ["Ana", "Ben", "Dov"]
    assert seen.now is not None


def test_a_word_shows_as_a_word_and_closes_the_box_of_tickets_too(at: Evening) -> None:
    at.start()
    ben = at.people["Ben"]
    at.did(ben, "word", word="4072")
    at.did(at.host, "ticket", seat=number(at, "Ben"))
    assert whose(sees(at, "Cleo"), "worded") == {"Ben"}
    assert len(sees(at, "Ben").tickets) == 1, "it is his"
    at.did(ben, "hand", seat=number(at, "Dov"))
    at.did(ben, "hand-back")
    assert sees(at, "Ben").shut
    assert sees(at, "Ben").tickets == {}
    assert messages_for(at.table, ben.device) == ()
    at.did(ben, "unlock", word="4072")
    assert not sees(at, "Ben").shut
    assert len(sees(at, "Ben").tickets) == 1


# --- what was played, to take home ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game for game in GAMES if promises(game.key).SCORES], ids=lambda game: game.key)
def test_there_is_a_sheet_of_each_game_that_was_counted(house: House, game: Game) -> None:
    at = evening(house, game, 1, 3)
    assert sheet_of(at.table) is None, "nothing was played"
    at.start()
    now = sheet_of(at.table)
    assert now is not None
    assert now.game.key == game.key
    assert sheet_of(at.table, 1) is not None
    assert [sheet_of(at.table, n) for n in (-1, 0, 2)] == [None, None, None]
    at.did(at.host, "lobby")
    assert sheet_of(at.table) is None, "it was broken off"


@pytest.mark.parametrize("game", [game for game in GAMES if not promises(game.key).SCORES], ids=lambda game: game.key)
def test_there_is_no_sheet_of_a_game_that_counts_no_points(house: House, game: Game) -> None:
    at = evening(house, game, 1, 4)
    at.start()
    assert sheet_of(at.table) is None


# --- who comes in while the host is away ------------------------------------------------------------------------------


def test_who_asks_shows_to_the_host_and_with_the_host_away_to_those_who_were_dealt_in(at: Evening) -> None:
    at.start()
    eve, now = Visitor(at.house, "Eve"), at.house.now
    eve.get(f"/j/{at.code}")
    key = asked(at, eve, "Eve")
    asks = at.house.keeper.live.asks(at.code)
    devices = frozenset(who.device for who in at.people.values())

    def shown(who: str, last_here: int) -> tuple[SeenAsk, ...]:
        return seen_by(at.table, who, at=now, moment=Moment(now, last_here, devices, asks)).standing.asks

    ana, ben, cleo = (at.people[name].device for name in ("Ana", "Ben", "Cleo"))
    assert shown(ana, now) == (SeenAsk(key, "Eve", 0),)
    for who in (ben, cleo, eve.device, ""):
        assert shown(who, now) == shown(who, now - 59_999) == ()
    for who in (ben, cleo):
        assert shown(who, now - 60_000) == (SeenAsk(key, "Eve", 0),)
    for who in (eve.device, ""):
        assert shown(who, now - 60_000) == ()


def test_more_phones_matter_to_a_host_in_the_lobby_and_while_players_are_missing(at: Evening) -> None:
    host, ben = sees(at, "Ana"), sees(at, "Ben")

    def loud(stage: str, short: int = 0, *, lies: bool = False, practice: bool = False) -> str:
        assert replace(ben, stage=stage, short=short, lies=lies, practice=practice).loud == ""
        return replace(host, stage=stage, short=short, lies=lies, practice=practice).loud

    assert [loud("lobby", short) for short in (-1, 0, 1)] == ["yes"] * 3
    assert [loud("setup", short) for short in (-1, 0, 1)] == ["", "", "yes"]
    assert [loud(stage, 1) for stage in ("play", "over")] == ["", ""]
    assert loud("lobby", lies=True) == loud("lobby", practice=True) == loud("setup", 1, practice=True) == ""


def test_a_seat_is_found_by_its_number_until_it_is_gone(at: Evening) -> None:
    seen = sees(at, "Ben")
    assert [called(seen.seat(number)) for number in (1, 2, 3, 4, 5)] == ["Ana", "Ben", "Cleo", "Dov", None]


def test_those_who_play_are_those_a_draw_by_hand_may_name(at: Evening) -> None:
    at.did(at.people["Cleo"], "sit-out", seat=number(at, "Cleo"), out="true")
    assert [player.name for player in sees(at, "Ana").players] == ["Ana", "Ben", "Dov"]
