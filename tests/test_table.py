"""A table as plain values: who speaks for whom, as which phone somebody counts, what lies there, what is told."""

from __future__ import annotations

import pytest

from companion.game import Hidden, Move
from companion.games import GAMES
from companion.secrecy import seen_by
from companion.table import (
    NO_SEAT,
    NOBODY_KNOWS,
    Drawn,
    Hold,
    Line,
    Moment,
    Notice,
    Past,
    Play,
    Seat,
    Table,
    TableAct,
    Wish,
)  # fmt: skip
from companion.values import replace
from companion.words import count, say
from tests.test_fold import ANA, BEN, CLEO, DOV, NOW, At
from tests.test_moves import seat as sits

EVE, FINN = 5, 6


@pytest.fixture
def at() -> At:
    """Ana hosts; Ben shares his phone with Dov; Cleo has her own."""
    return At.of_four()


def acting(at: At, device: str, seat: int) -> TableAct:
    act = TableAct(seat, Move(), None, NOW)  # type: ignore[arg-type]
    act.device, act.seats, act.phones = device, at.table.seats, at.table.phones
    return act


# --- as it begins -----------------------------------------------------------------------------------------------------


def test_a_new_table_is_an_open_lobby_with_nobody_and_nothing_on_it() -> None:
    new, first = Table("TABLE"), GAMES[0]
    assert (new.game, new.the_game, replace(new, game="chess").the_game) == (first.key, first, first)
    counted = new.version, new.phase_at, new.at, new.made, new.deal, new.hosted_at, new.aside, new.of_games
    assert counted == (0, 0, 0, 0, 0, 0, 0, 0)
    assert (new.stage, new.door_open, new.short_of() > 0, new.plan()) == ("lobby", True, True, None)
    assert (new.practice, new.shared_out, new.laid, new.shut, new.is_pretend) == (False, False, False, False, False)
    assert (new.broken_off, new.lies, new.luck_here) == ("", "", "")
    assert [new.play, new.luck, new.until(), new.result()] == [None] * 4
    for none in (
        *(new.unseen, new.hosts, new.seats, new.evening, new.told, new.notices, new.wishes, new.dealt_in, new.players),
        *(new.options, new.drawn, new.ticks, new.passed_to, new.holds, new.acted, new.pressed, new.tickets, new.claims),
        *(new.phones, new.letting, new.turned_away, new.lost, new.asides, new.owns, new.choosers),
        new.drawn_for_seats,
    ):
        assert len(none) == 0


def test_a_new_seat_is_its_own_persons_who_is_in_and_has_read_nothing() -> None:
    new = Seat(ANA, "Ana", 0, "ana")
    assert (new.passed, new.out, new.pretend, new.expected) == (False, False, False, False)
    assert (new.reading, new.opened, new.read) == (frozenset(), frozenset(), frozenset())
    assert (new.since, new.word, new.misses) == (0, "", 0)


def test_what_nobody_said_of_a_hold_a_notice_a_moment_or_a_game_is_the_least() -> None:
    assert (Hold(BEN, "7").shut, Hold(BEN, "7").shows_choice) == (False, False)
    assert Notice(3, ANA, "Ana", say("did it"), NOW, "ana")[-2:] == (1, 0)
    assert NOBODY_KNOWS == Moment(0, 0) == (0, 0, frozenset(), ())
    dealt = Past("dealt", 3, ANA, None, undoable=False, before=None)
    assert not dealt.drew
    play = Play("example", (ANA, BEN), dealt)
    assert (play.undone, play.held, play.began, play.by, play.dealt) == ((), False, 0, {}, ())
    assert (TableAct(ANA, Move(), None, NOW).device, TableAct(ANA, Move(), None, NOW).number) == ("", 0)  # type: ignore[arg-type]


# --- who speaks for whom ----------------------------------------------------------------------------------------------


def test_a_phone_speaks_for_whom_it_was_handed_to_while_that_one_plays_on_it_and_else_for_its_owner(at: At) -> None:
    def speaks(**passed_to: int) -> int | None:
        seat = replace(at.table, passed_to=passed_to).speaks_for("ben")
        return None if seat is None else seat.number

    assert (speaks(), speaks(ben=DOV), speaks(ana=DOV)) == (BEN, DOV, BEN)
    assert speaks(ben=CLEO) == BEN, "she plays on another phone now"
    assert speaks(ben=9) == BEN, "and that one is gone"
    assert replace(at.table, passed_to={"eve": 9}).speaks_for("eve") is None


def test_whoever_has_no_device_is_nobody_of_those_who_are_on_none(at: At) -> None:
    closed = at.table.closed(["ben"])
    assert closed.seat(DOV) == replace(sits(at, DOV), device="")
    assert (closed.own_seat(""), closed.seats_of(""), closed.passed_seats(""), closed.speaks_for("")) == (
        None, (), (), None,
    )  # fmt: skip
    own = replace(at.table, seats=(Seat(ANA, "Ana", 0, ""), *at.table.seats[1:]))
    assert (own.own_seat(""), own.belongs("")) == (None, False)


def test_a_seat_that_closes_keeps_what_was_read_there_closed_and_leaves_all_others(at: At) -> None:
    at.did("ana", "add", name="Eve")
    at.did("ben", "hand", seat=DOV)
    at.did("ana", "hand", seat=EVE)
    dov = replace(sits(at, DOV), reading=frozenset({"new"}), opened=frozenset({"old"}))
    before = at.table.changed(dov)
    closed = before.closed(["ben", "cleo"])
    (seat,) = [one for one in closed.seats if one.number == DOV]
    assert (seat.device, seat.passed, seat.reading) == ("", True, frozenset())
    assert seat.opened == {"new", "old"}
    assert [one for one in closed.seats if one.number != DOV] == [one for one in before.seats if one.number != DOV]
    assert closed.passed_to == {"ana": EVE}
    assert before.closed(["cleo"]) is before, "nobody else plays on hers"


def test_the_one_who_is_expected_is_known_by_their_name_however_it_is_typed_until_they_are_here(at: At) -> None:
    late = replace(sits(at, CLEO), device="", expected=True)
    table = at.table.changed(late)
    assert table.expected("cLEO") == late
    assert table.expected("Clio") is None
    assert table.changed(replace(late, device="cleo")).expected("Cleo") is None
    assert table.changed(replace(late, expected=False)).expected("Cleo") is None


def test_a_practice_game_is_looked_at_while_nobody_but_its_host_is_real() -> None:
    at = At()
    at.table = Table("TABLE")
    at.did("ana", "open", practice=True)
    pretend = at.table
    assert pretend.is_pretend
    assert not replace(pretend, practice=False).is_pretend
    ana, ben, *others = pretend.seats
    for real in (replace(ben, device="ben"), replace(ben, device="ana", passed=True), replace(ben, device="pretend 9")):
        assert not replace(pretend, seats=(ana, real, *others)).is_pretend
    assert not replace(pretend, seats=(replace(ana, device="eve"), ben, *others)).is_pretend
    assert replace(pretend, hosts=("eve",), seats=(replace(ana, device="eve"), ben, *others)).is_pretend


# --- phones -----------------------------------------------------------------------------------------------------------


def test_who_chooses_a_host_was_dealt_in_on_a_phone_of_their_own_and_hosts_nothing(at: At) -> None:
    at.did("ana", "start")
    assert at.table.choosers == {BEN, CLEO}, "Ana hosts, and Dov plays on Ben’s phone"
    assert replace(at.table, hosts=("cleo",)).choosers == {ANA, BEN}
    assert replace(at.table, dealt_in=(ANA, CLEO)).choosers == {CLEO}
    own = replace(sits(at, DOV), device="dov", passed=False)
    moved = replace(at.table.changed(own), dealt_in=(ANA, BEN, CLEO, DOV))
    assert moved.choosers == {BEN, CLEO}, "dealt in on Ben’s phone he counts as there"
    assert replace(moved, phones={}).choosers == {BEN, CLEO, DOV}, "in older evenings he counted for himself"


def test_a_device_counts_as_the_phone_of_its_owner_else_of_the_lowest_of_whom_it_speaks_for(at: At) -> None:
    table = replace(at.table, phones={ANA: ANA, BEN: CLEO, DOV: 3})
    assert [table.phone(device) for device in ("ana", "ben", "cleo", "eve")] == [ANA, CLEO, NO_SEAT, NO_SEAT]
    laptop = Table("TABLE", phones={EVE: 7, FINN: 4}, seats=(
        Seat(EVE, "Eve", 0, "laptop", passed=True), Seat(FINN, "Finn", 1, "laptop", passed=True),
        Seat(8, "Gus", 2, "laptop", passed=True),
    ))  # fmt: skip
    assert laptop.phone("laptop") == 4


def test_somebody_counts_as_the_phone_they_were_dealt_in_on_while_they_are_on_any(at: At) -> None:
    at.did("ana", "start")
    act = acting(at, "cleo", CLEO)
    assert [act.phone_of(seat) for seat in (ANA, BEN, CLEO, DOV)] == [ANA, BEN, CLEO, BEN]
    assert act.phones_of((BEN, DOV)) == {BEN}
    at.table = at.table.closed(["ben"])
    act = acting(at, "cleo", CLEO)
    assert act.phone_of(DOV) == NO_SEAT, "a closed seat speaks by no phone"
    assert act.phones_of((ANA, DOV)) == {ANA}


def test_who_was_not_dealt_in_counts_as_on_the_phone_of_those_who_were_and_play_there(at: At) -> None:
    at.did("ana", "start")
    at.did("ana", "add", name="Eve")
    act = acting(at, "ana", ANA)
    assert act.phone_of(EVE) == ANA
    assert act.phone_of(9) == NO_SEAT, "nobody sits there"
    at.table = at.table.changed(replace(sits(at, EVE), device="eve", passed=False))
    assert acting(at, "eve", EVE).phone_of(EVE) == NO_SEAT, "a phone that came later is no voice more"


def test_a_laptop_whose_owner_has_no_seat_counts_as_the_first_of_those_who_play_on_it() -> None:
    at = At()
    at.did("ana", "add", name="Ben", more=["Cleo"])
    assert acting(at, "ana", NO_SEAT).phone_of(NO_SEAT) == 1
    assert acting(at, "eve", NO_SEAT).phone_of(NO_SEAT) == NO_SEAT
    assert acting(at, "ana", 1).phone_of(2) == 1


def test_in_older_evenings_a_phone_was_the_lowest_seat_on_it(at: At) -> None:
    act = acting(at, "ben", DOV)
    assert [act.phone_of(seat) for seat in (ANA, BEN, CLEO, DOV)] == [ANA, BEN, CLEO, BEN]
    at.table = at.table.closed(["ben"])
    assert acting(at, "ana", ANA).phone_of(DOV) == NO_SEAT


# --- hands ------------------------------------------------------------------------------------------------------------


def test_a_phone_that_comes_to_somebody_by_any_other_way_than_by_hand_waits_for_their_word(at: At) -> None:
    assert at.table.hold("ben") == Hold(BEN, "")
    assert at.table.hold("eve") == Hold(NO_SEAT, "")
    closed = at.table.changed(replace(sits(at, BEN), word="a mark"))
    assert closed.hold("ben") == Hold(BEN, "", shut=True)
    assert replace(closed, holds={"ben": Hold(DOV, "7")}).hold("ben") == Hold(BEN, "7", shut=True)
    assert replace(closed, holds={"ben": Hold(BEN, "7")}).hold("ben") == Hold(BEN, "7")


# --- numbers without gaps ---------------------------------------------------------------------------------------------


def test_everybody_counts_without_what_anybody_chose_otherwise_in_secret() -> None:
    table = Table("TABLE", version=9, unseen=((4, "ben"), (6, "cleo"), (9, "ben")))
    assert [table.counted(n) for n in range(1, 10)] == [1, 2, 3, 3, 4, 4, 5, 6, 6]
    assert [table.number_of(n) for n in range(1, 7)] == [1, 2, 3, 5, 7, 8]
    assert table.known == 6
    assert table.ends_unseen
    assert not replace(table, version=10).ends_unseen
    assert not replace(table, unseen=()).ends_unseen


def test_what_a_device_chose_otherwise_in_secret_its_own_forms_say_until_the_next_move_and_no_others_do() -> None:
    table = Table("TABLE", version=12, unseen=((4, "ben"), (9, "ben"), (10, "ben"), (11, "cleo"), (12, "ben")))
    assert [str(table.drawn_for(device)) for device in ("ana", "ben", "cleo", "")] == ["7", "7.3", "7.1", "7"]
    assert [table.drawn_at("ben", Drawn(7, own)) for own in (0, 1, 2, 3, 4)] == [8, 9, 11, 12, 12]
    assert [table.drawn_at("cleo", Drawn(7, own)) for own in (0, 1, 2)] == [10, 12, 12]
    assert [table.drawn_at("ana", Drawn(known)) for known in (0, 1, 2, 3, 4, 6, 7, 8, 99)] == [
        0, 1, 2, 4, 5, 7, 12, 12, 12,
    ]  # fmt: skip
    after = replace(table, version=13)
    assert [str(after.drawn_for(device)) for device in ("ana", "ben", "cleo", "")] == ["8"] * 4
    assert [after.drawn_at("ben", Drawn(*drawn)) for drawn in ((7, 0), (7, 3), (8, 0))] == [8, 12, 13]


def test_a_page_knows_what_was_pressed_on_its_device_by_a_number_that_tells_whoever_has_it_next_nothing() -> None:
    """Ben's device chose otherwise by moves 4, 9, 10 and 12, and Cleo's by move 11: move 8 is the seventh for all."""
    table = Table("TABLE", version=12, unseen=((4, "ben"), (9, "ben"), (10, "ben"), (11, "cleo"), (12, "ben")))
    devices = "ana", "ben", "cleo", ""
    assert [table.taken_on(device) for device in devices] == ["0.0000", "0.0004", "0.0001", "0.0000"]
    acted = replace(table, acted={"ben": 7, "cleo": 3, "ana": 5})
    assert [acted.taken_on(device) for device in devices] == ["5.0000", "7.0003", "3.0001", "0.0000"]
    handed = replace(acted, hands={"ben": 6})
    assert handed.taken_on("ben") == "7.0003"
    handed = replace(acted, version=13, hands={"ben": 8})
    assert handed.taken_on("ben") == "8.0000", "in other hands"


@pytest.mark.parametrize(
    ("sent", "known", "own"),
    [("7", 7, 0), ("7.2", 7, 2), ("7.", 7, 0), (".2", 0, 2), ("", 0, 0), ("x.y", 0, 0), ("7.2.1", 7, 0),
     ("-1", 0, 0), ("7.-1", 7, 0), ("\uff17", 0, 0), ("123456789.1", 0, 1), ("12345678", 12345678, 0)],
)  # fmt: skip
def test_what_a_form_says_it_was_drawn_from_is_read_whatever_was_sent(sent: str, known: int, own: int) -> None:
    assert Drawn.read(sent) == (known, own)


# --- what is told -----------------------------------------------------------------------------------------------------


def noticed(*notices: Notice) -> tuple[Notice, ...]:
    table = Table("TABLE")
    for one in notices:
        table = table.noticed(one)
    return table.notices


def test_the_same_said_again_comes_last_and_counts_and_what_another_did_stands_beside_it() -> None:
    did, other = say("%(player)s did it"), say("%(player)s undid it")
    a, b, c = (Notice(n, ANA, "Ana", text, NOW + n, "ana") for n, text in ((1, did), (2, other), (3, did)))
    ben = Notice(4, BEN, "Ben", did, NOW + 4, "ben")
    assert noticed(a, b, c, ben) == (b, c._replace(times=2), ben)
    assert noticed(a, b, c, ben, a._replace(number=5))[-1].times == 3


def test_what_counts_whom_it_was_done_to_adds_up_in_one_line() -> None:
    def added(number: int, n: int, seat: int = ANA, device: str = "ana") -> Notice:
        text = count("%(player)s added %(n)s player", "%(player)s added %(n)s players", n)
        return Notice(number, seat, "", text, NOW + number, device)

    other = Notice(2, ANA, "", say("%(player)s did it"), NOW, "ana")
    kept, together = noticed(added(1, 2), other, added(3, 3))
    assert kept == other
    assert (together.number, together.text.n, together.text.values["n"], together.times) == (3, 5, 5, 1)
    assert together.device == "ana"
    assert noticed(added(1, 2), added(3, 3, device="eve"))[0].device == ""
    assert [one.text.n for one in noticed(added(1, 2), added(3, 3, seat=BEN))] == [2, 3]


# --- the game on it ---------------------------------------------------------------------------------------------------


def test_neither_the_deal_goes_back_nor_what_its_move_says_cannot_nor_what_turned_something_up() -> None:
    deal = Past("dealt", 3, ANA, None, undoable=True, before=None)
    assert not deal.may_go_back
    assert Past("played", 4, ANA, None, undoable=True, before=deal).may_go_back
    assert not Past("played", 4, ANA, None, undoable=False, before=deal).may_go_back
    hidden = deal._replace(state=Hidden(1, frozenset({BEN})))
    assert not Past("turned up", 4, ANA, None, undoable=True, before=hidden).may_go_back
    own = Hidden(1, frozenset({ANA}))
    assert Past(own, 4, ANA, None, undoable=True, before=deal).may_go_back, "what she chose herself"
    assert not Past(own, 4, ANA, None, undoable=True, before=deal, drew=True).may_go_back, "what she drew"
    assert not Past(own, 4, BEN, None, undoable=True, before=deal).may_go_back


def test_what_lies_there_is_the_game_that_was_played_last(at: At) -> None:
    assert at.table.lies == ""
    at.did("ana", "start")
    assert at.table.lies == "", "it is being played"
    at.did("ana", "lobby")
    assert at.table.lies == "example"
    assert replace(at.table, broken_off="").lies == "", "none of this evening"


def test_a_game_that_is_held_neither_ends_nor_waits_for_a_clock(at: At) -> None:
    at.did("ana", "start")
    assert at.table.play is not None
    at.table = replace(at.table, play=replace(at.table.play, held=True, now=at.table.play.now._replace(state=None)))
    assert at.table.result() is None
    assert at.table.until() is None


def test_who_plays_is_who_was_dealt_in_and_before_that_whoever_does_not_sit_out(at: At) -> None:
    at.did("cleo", "sit-out", seat=CLEO, out=True)
    assert [player.name for player in at.table.players] == ["Ana", "Ben", "Dov"]
    at.did("ana", "start")
    at.did("cleo", "sit-out", seat=CLEO, out=False)
    assert [player.name for player in at.table.players] == ["Ana", "Ben", "Dov"]
    assert [player.name for player in at.table.dealt] == ["Ana", "Ben", "Dov"]
    assert at.table.play is not None
    turned = replace(at.table, play=replace(at.table.play, seats=(BEN, DOV, ANA), dealt=(DOV, ANA, BEN)))
    assert [player.name for player in turned.players] == ["Ben", "Dov", "Ana"]
    assert [player.name for player in turned.dealt] == ["Dov", "Ana", "Ben"]


def test_wishes_and_lines_say_whose_they_are_by_which_move_and_when(at: At) -> None:
    at.did("ben", "claim", seat=CLEO)
    assert at.table.wishes == (Wish(CLEO, BEN, 6, NOW),)
    assert at.table.told[-1] == Line(6, BEN, at.table.told[-1].text, NOW)
    assert seen_by(at.table, "cleo").log[0].number == 6
