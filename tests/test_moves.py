"""What comes of each move at a table, and when none comes: seats, phones, tickets, words and the door, by hand."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Literal

import pytest

from companion.doorstep import Ask
from companion.fold import play, replay
from companion.game import BADGES, Move, NotYours, Plan, Refused, Stale
from companion.moves import door, hosting, phones, seats, words
from companion.store import Entry
from companion.table import NO_SEAT, Hold, Moment, Notice, Seat, Table, TableAct
from companion.trust import SeenAsk, SeenWish, standing
from companion.values import replace
from companion.words import say
from tests.test_fold import ANA, BEN, CLEO, DOV, MINUTE, NOW, At
from tests.test_screens import draw, step

EVE = Ask("key of eve", "eve", "Eve")


@pytest.fixture
def at() -> At:
    return At.of_four()


@pytest.fixture
def playing(at: At) -> At:
    at.did("ana", "start")
    return at


def seat(at: At, number: int) -> Seat:
    found = at.table.seat(number)
    assert found is not None
    return found


def differs(one: object, other: object) -> set[str]:
    """The fields in which two tables, or two seats, are not the same."""
    return {f.name for f in fields(one) if getattr(one, f.name) != getattr(other, f.name)}  # type: ignore[arg-type]


# --- seats ------------------------------------------------------------------------------------------------------------


def test_who_sits_down_has_a_seat_of_their_own_with_a_badge_that_was_free(at: At) -> None:
    at.did("eve", "sit", name=" Eve ", badge=7)
    new = seat(at, 5)
    assert (new.name, new.badge, new.device, new.passed, new.out, new.pretend) == ("Eve", 7, "eve", False, False, False)
    assert new.since == at.table.version
    assert (at.table.told[-1].seat, at.told()[-1]) == (5, "Eve took a seat")
    assert not at.table.notices
    no = at.cannot("eve", "sit", name="Finn")
    assert (str(no.sentence), no.field) == ("You already have a seat here: Eve.", "name")


def test_added_players_are_handed_the_device_they_were_added_on(at: At) -> None:
    at.did("cleo", "add", name="Eve", badge=6)
    assert (seat(at, 5).device, seat(at, 5).passed, seat(at, 5).badge) == ("cleo", True, 6)
    assert at.told()[-1] == "Cleo added Eve, who has no phone"
    at.did("cleo", "add", name="Finn", more=["Gus", "Hal"], badge=7)
    assert [one.name for one in at.table.seats[5:]] == ["Finn", "Gus", "Hal"]
    assert at.told()[-1] == "Cleo added Finn, Gus and Hal, who have no phone"
    no = at.cannot("cleo", "add", name="Ida")
    assert (str(no.sentence), no.field) == ("This table is full: 8 people are seated.", "name")


def test_of_several_names_none_comes_where_one_cannot(at: At) -> None:
    no = at.cannot("ben", "add", name="Eve", more=["Ana", "Ben", "Finn"])
    assert no.field == "name"
    assert [line.partition(":")[0] for line in str(no.sentence).splitlines()] == ["Ana", "Ben"]
    assert str(at.cannot("ben", "add", name="A", more=list("BCDEFGHI")).sentence) == "At most 8 names fit at once."
    assert str(at.cannot("ben", "add", name="A", more=list("BCDE")).sentence) == "There is room for 4 more."
    at.did("ben", "add", name="Eve", more=["Finn", "Gus", "Hal"])
    assert len(at.table.seats) == len(BADGES)


def test_a_name_is_its_owners_to_change_or_the_hosts(at: At) -> None:
    at.did("cleo", "rename", seat=CLEO, name="Cleopatra")
    assert at.told()[-1] == "Cleo is now called Cleopatra"
    at.did("ben", "rename", seat=DOV, name="Dora")
    at.did("ana", "rename", seat=CLEO, name="Cleo", badge=7)
    assert at.told()[-2:] == ["Ana renamed Cleopatra to Cleo", "Ana changed the badge of Cleo"]
    assert seat(at, CLEO).badge == 7
    told = len(at.table.told)
    at.did("cleo", "rename", seat=CLEO, name="Cleo", badge=7)
    assert len(at.table.told) == told, "nothing was changed"
    for device, other in (("cleo", BEN), ("cleo", DOV), ("ben", CLEO)):
        assert str(at.cannot(device, "rename", seat=other, name="Eve").sentence).startswith("Only the host or ")
    assert str(at.cannot("ana", "rename", seat=9, name="Eve").sentence) == "Nobody sits there any more."


def test_whoever_was_handed_a_phone_decides_about_their_own_seat_alone(at: At) -> None:
    at.did("ben", "add", name="Eve")
    at.did("ben", "hand", seat=DOV)
    at.did("ben", "rename", seat=DOV, name="Dora")
    for other in (BEN, at.named("Eve")):
        at.cannot("ben", "rename", seat=other, name="Finn")
    at.did("ben", "hand-back")
    at.did("ben", "rename", seat=DOV, name="Dov")


def test_badges_stay_as_they_are_in_a_game_and_names_do_not(playing: At) -> None:
    no = playing.cannot("cleo", "rename", seat=CLEO, name="Cleo", badge=7)
    assert no.field == "badge"
    playing.did("cleo", "rename", seat=CLEO, name="Cleopatra", badge=seat(playing, CLEO).badge)


@pytest.mark.parametrize("badge", [-1, 8, 0])
def test_a_badge_is_one_of_eight_and_nobody_elses(at: At, badge: int) -> None:
    assert at.cannot("cleo", "rename", seat=CLEO, name="Cleo", badge=badge).field == "badge"


def test_who_leaves_takes_nothing_from_others(at: At) -> None:
    at.did("ben", "hand", seat=DOV)
    at.did("ben", "remove", seat=DOV)
    assert at.table.passed_to == {}
    assert [one.name for one in at.table.seats] == ["Ana", "Ben", "Cleo"]
    assert not at.table.notices, "it was their own"
    at.did("ana", "remove", seat=CLEO)
    assert [one.name for one in at.table.seats] == ["Ana", "Ben"]
    assert at.table.notices[-1].seat == ANA
    assert at.told()[-1] == "Ana removed Cleo"
    at.did("ana", "remove", seat=ANA)
    assert at.table.hosts == ("ana",), "who gives up a seat still hosts"


def test_a_host_whose_seat_another_host_takes_away_hosts_no_more_and_leaves_closed_who_played_there(at: At) -> None:
    at.did("ana", "hand-over", seat=BEN, too=True)
    at.did("ana", "remove", seat=BEN)
    assert at.table.hosts == ("ana",)
    assert (seat(at, DOV).device, seat(at, DOV).passed) == ("", True)
    assert at.told()[-1] == "Dov plays on no device now, until the host moves the seat to one"
    assert "%(player)s" not in at.table.notices[-1].text.message


def test_who_plays_on_a_hosts_device_stays_there_when_the_host_gives_up_the_seat(at: At) -> None:
    at.did("ana", "add", name="Eve")
    at.did("ana", "remove", seat=ANA)
    assert seat(at, 5).device == "ana"


def test_a_seat_in_the_game_is_not_taken_away_and_any_other_is(playing: At) -> None:
    assert "is in the game that is running" in str(playing.cannot("ana", "remove", seat=CLEO).sentence)
    playing.did("ana", "add", name="Eve")
    playing.did("ana", "remove", seat=playing.named("Eve"))


def test_sitting_out_is_told_to_everybody_where_another_does_it(at: At) -> None:
    at.did("cleo", "sit-out", seat=CLEO, out=True)
    assert (seat(at, CLEO).out, at.told()[-1], at.table.notices) == (True, "Cleo sits out the next game", ())
    at.did("ana", "sit-out", seat=CLEO, out=False)
    assert (seat(at, CLEO).out, at.told()[-1]) == (False, "Ana brought Cleo back in")
    assert len(at.table.notices) == 1


def test_in_older_evenings_a_seat_moved_one_place_earlier_and_not_in_a_game(at: At) -> None:
    def shifted(seat: int) -> None:
        entry = Entry(at.table.version + 1, NOW, "ana", "shift", f'{{"seat":{seat}}}')
        at.table = replay("TABLE", [entry], at.table)

    shifted(CLEO)
    assert [one.number for one in at.table.seats] == [ANA, CLEO, BEN, DOV]
    shifted(ANA)
    order = [CLEO, BEN, DOV, ANA]
    assert [one.number for one in at.table.seats] == order
    assert at.told()[-2:] == [
        "Ana changed the seats. Clockwise: Ana, Cleo, Ben and Dov",
        "Ana changed the seats. Clockwise: Cleo, Ben, Dov and Ana",
    ]
    at.did("ana", "start")
    shifted(CLEO)
    assert [one.number for one in at.table.seats] == order
    assert at.table.play is not None
    assert at.table.play.held, "it was no move"


def test_no_seat_moves_any_more_but_with_all_others(at: At) -> None:
    for _ in range(2):
        no = at.cannot("ana", "shift", seat=CLEO)
        assert isinstance(no, Stale)
        assert "that button no longer works" in str(no.sentence)
        at.did("ana", "set-up")


def test_of_names_that_are_taken_the_next_number_that_is_free_is_proposed(at: At) -> None:
    at.did("ana", "add", name="Ben 2")
    assert "How about “Ben 3”?" in str(at.cannot("eve", "sit", name="Ben").sentence)


def test_between_names_that_are_typed_in_one_field_nothing_is_a_name() -> None:
    assert seats.Add.read({"name": [" Eve,, Finn ;\r\n\r\n Gus 、 "], "badge": ["7"]}) == {
        "name": "Eve", "more": [" Finn ", " Gus "], "badge": "7",
    }  # fmt: skip
    assert seats.Add.read({"name": [" , "]})["name"] == ""


def test_of_a_form_of_places_the_places_alone_are_read() -> None:
    form = {"place-1": ["2"], "place-4": ["1"], "hold": ["x"], "v": ["7"]}
    assert seats.Arrange.read(form) == {"order": ["4", "1"]}


def test_in_older_evenings_it_was_done_again_what_was_so_already(playing: At) -> None:
    """Whoever sat out twice, or sat where they sat, is no reason to put a game aside."""
    for kind, data in (("sit-out", f'{{"seat":{CLEO},"out":true}}'), ("arrange", '{"order":[1,2,3,4]}')):
        entries = [Entry(playing.table.version + n, NOW, "ana", kind, data) for n in (1, 2)]
        after = replay("TABLE", entries, playing.table)
        assert after.play is not None
        assert not after.play.held, kind
        assert len(after.told) == len(playing.table.told) + 2


def test_whoever_is_expected_and_comes_has_the_badge_they_choose_where_it_is_free(at: At) -> None:
    kept = replace(at.table, seats=(*at.table.seats, Seat(5, "Eve", 6, "", expected=True)), made=5)
    for wish, badge in ((7, 7), (0, 6), (8, 6), (-1, 6), (None, 6)):
        at.table = kept
        at.did("eve", "sit", name="eve", badge=wish)
        assert (seat(at, 5).device, seat(at, 5).badge, len(at.table.seats)) == ("eve", badge, 5)


def test_where_somebody_sits_who_is_not_in_the_game_changes_nothing_in_it(playing: At) -> None:
    playing.did("ana", "add", name="Eve")
    before = playing.table
    playing.did("ana", "arrange", order=[ANA, 5, BEN, CLEO, DOV])
    assert playing.table.play == before.play
    assert (playing.table.phase_at, playing.table.notices) == (before.phase_at, before.notices)
    assert playing.told()[-1] == "Ana changed the seats. Clockwise: Ana, Eve, Ben, Cleo and Dov"


def test_what_goes_by_where_people_sit_is_drawn_anew_and_nothing_else(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = (step("one"), step("two", draw=replace(draw("first"), placed=True)), step("three", draw=draw("deck")))
    game = replace(at.table.the_game, plan=lambda *_: Plan(steps, (), ()))
    monkeypatch.setattr("companion.table.find_game", lambda key: game)
    at.table = replace(at.table, drawn={"first": "1", "deck": "7"})
    at.did("ana", "sit-out", seat=DOV, out=True)
    at.did("ana", "arrange", order=[ANA, BEN, DOV, CLEO])
    assert at.table.drawn == {"first": "1", "deck": "7"}, "those who play sit as they sat"
    at.did("ana", "arrange", order=[ANA, CLEO, BEN, DOV])
    assert at.table.drawn == {"deck": "7"}


# --- phones -----------------------------------------------------------------------------------------------------------


def key(at: At) -> str:
    (made,) = at.table.tickets
    return made


def test_a_seat_that_moves_by_its_ticket_is_on_that_device_alone(at: At) -> None:
    at.did("ana", "ticket", seat=DOV)
    at.did("ben", "hand", seat=DOV)
    before = at.table
    at.did("new", "arrive", ticket=key(at))
    assert (seat(at, DOV).device, seat(at, DOV).passed) == ("new", False)
    assert (at.table.passed_to, at.table.tickets, at.table.lost) == ({}, {}, {}), "Ben lost nothing that was his"
    assert at.table.hosts == before.hosts
    assert (at.table.told[-1].seat, at.told()[-1]) == (DOV, "Dov moved to another device")
    assert at.table.notices[-1].device == "new"
    assert [one.device for one in at.table.seats[:3]] == ["ana", "ben", "cleo"]


def test_whom_a_phone_was_passed_round_for_comes_along_and_it_is_told_so(at: At) -> None:
    at.did("ben", "ticket", seat=BEN)
    at.did("new", "arrive", ticket=key(at))
    assert (seat(at, BEN).device, seat(at, BEN).passed) == ("new", False)
    assert (seat(at, DOV).device, seat(at, DOV).passed) == ("new", True)
    assert at.table.lost == {"ben": BEN}
    assert at.told()[-2:] == ["Ben moved to another device", "Ben moved to another device, and so did Dov"]


def test_a_hosts_seat_takes_hosting_along_and_leaves_closed_who_played_there(at: At) -> None:
    at.did("ana", "add", name="Eve")
    at.did("ana", "hand-over", seat=CLEO, too=True)
    at.did("ana", "ticket", seat=ANA)
    at.did("new", "arrive", ticket=key(at))
    assert at.table.hosts == ("new", "cleo")
    assert (seat(at, 5).device, at.table.lost) == ("", {"ana": ANA})
    assert at.told()[-1] == "Eve plays on no device now, until the host moves the seat to one"


def test_somebody_who_plays_on_the_hosts_device_takes_no_hosting_along(at: At) -> None:
    at.did("ana", "add", name="Eve")
    at.did("ana", "ticket", seat=5)
    at.did("new", "arrive", ticket=key(at))
    assert at.table.hosts == ("ana",)
    assert seat(at, ANA).device == "ana"


def test_what_was_read_on_a_shared_phone_stays_closed_on_ones_own_until_a_host_opens_it(playing: At) -> None:
    playing.did("ben", "hand", seat=DOV)
    playing.did("ben", "opened", key="pebbles-1")
    playing.did("ben", "hand-back")
    assert seat(playing, DOV).opened == {"pebbles-1"}
    playing.did("ana", "ticket", seat=DOV)
    playing.did("new", "arrive", ticket=key(playing))
    assert seat(playing, DOV).opened == {"pebbles-1"}
    playing.did("ana", "reopen", seat=DOV)
    assert seat(playing, DOV).opened == frozenset()


@pytest.mark.parametrize("device", ["cleo", "ana"])
def test_a_device_with_a_seat_takes_no_second_one_by_a_ticket(at: At, device: str) -> None:
    at.did("ana", "ticket", seat=BEN)
    no = at.cannot(device, "arrive", ticket=key(at))
    assert (str(no.sentence), no.field) == ("You already have a seat here.", "ticket")


def test_a_ticket_that_is_none_opens_nothing(at: At) -> None:
    at.did("ana", "ticket", seat=CLEO)
    for wrong in ("AAAAAAAA", "", key(at)[:-1], "-1", "0"):
        assert at.cannot("new", "arrive", ticket=wrong).field == "ticket"


def test_a_ticket_for_hosting_makes_a_host_of_a_device_with_or_without_a_seat(at: At) -> None:
    at.did("ana", "add", name="Eve")
    at.did("console", "hosting-ticket")
    made = "A ticket for a new host was made at the app’s console"
    assert (at.told()[-1], at.table.tickets[key(at)].seat) == (made, NO_SEAT)
    at.did("cleo", "arrive", ticket=key(at))
    assert at.table.hosts == ("ana", "cleo")
    assert at.table.tickets == {}
    assert seat(at, 5).device == "", "who plays on the old host’s device is for the new one to take in"
    assert at.told()[-2] == "A device became the host’s, with a ticket from the app’s console"


def test_a_browser_with_a_new_token_is_known_by_it_in_all_that_it_was_and_had(at: At) -> None:
    notices = (Notice(1, BEN, "Ben", say("did it"), NOW, "old"), Notice(2, CLEO, "Cleo", say("did it"), NOW, "cleo"))
    at.table = replace(
        at.table, hosts=("ana", "old"), notices=notices, passed_to={"old": DOV, "cleo": CLEO},
        lost={"old": CLEO, "x": BEN}, letting={"old": {BEN: NOW}, "y": {ANA: NOW}}, turned_away=frozenset({"old", "z"}),
        seats=tuple(replace(one, device="old") if one.device == "ben" else one for one in at.table.seats),
        holds={"old": Hold(BEN, "7"), "z": Hold(CLEO, "8")}, hands={"old": 5, "z": 6}, unseen=((3, "old"), (4, "z")),
        acted={"old": 7, "z": 8},
    )  # fmt: skip
    known = phones._known_as(at.table, "old", "new")
    assert [one.device for one in known.seats] == ["ana", "new", "cleo", "new"]
    assert [one.device for one in known.notices] == ["new", "cleo"]
    assert (known.passed_to, known.lost) == ({"new": DOV, "cleo": CLEO}, {"new": CLEO, "x": BEN})
    assert known.hosts == ("ana", "new")
    assert known.letting == {"new": {BEN: NOW}, "y": {ANA: NOW}}
    assert known.turned_away == {"new", "z"}
    assert known.hands == {"new": 5, "z": 6}
    assert known.holds == {"new": Hold(BEN, "7"), "z": Hold(CLEO, "8")}
    assert known.unseen == ((3, "new"), (4, "z"))
    assert known.acted == {"new": 7, "z": 8}
    changed = {"seats", "notices", "passed_to", "lost", "hosts", "letting", "turned_away", "holds", "hands", "unseen"}
    changed |= {"acted"}
    assert differs(at.table, known) == changed


def test_what_somebody_does_by_a_new_token_is_told_as_theirs(at: At) -> None:
    at.did("console", "hosting-ticket")
    at.did("new", "arrive", ticket=key(at), was="cleo")
    assert (seat(at, CLEO).device, at.table.hosts) == ("new", ("ana", "new"))
    assert (at.table.told[-1].seat, at.table.notices[-1].seat) == (CLEO, CLEO)


def test_a_device_that_comes_new_has_spent_nothing_but_its_coming(at: At) -> None:
    at.did("ana", "ticket", seat=DOV)
    at.did("new", "arrive", ticket=key(at))
    assert (at.table.owns["new"], at.table.asides.get("new", 0)) == (1, 0)


def test_a_ticket_leaves_a_seat_counted_as_on_the_phone_it_was_dealt_in_on(playing: At) -> None:
    """Ana moves Ben’s seat, which counts as her doing from then on; Dov, who came along, counts as before."""
    assert playing.table.phones == {ANA: ANA, BEN: BEN, CLEO: CLEO, DOV: BEN}
    playing.did("ana", "ticket", seat=BEN)
    playing.did("new", "arrive", ticket=key(playing))
    assert playing.table.phones == {ANA: ANA, BEN: ANA, CLEO: CLEO, DOV: BEN}
    playing.did("new", "ticket", seat=DOV)
    playing.did("dov", "arrive", ticket=key(playing))
    assert playing.table.phones == {ANA: ANA, BEN: ANA, CLEO: CLEO, DOV: BEN}
    assert [playing.table.phone(device) for device in ("ana", "new", "cleo", "dov")] == [ANA, ANA, CLEO, BEN]
    assert playing.table.phone("eve") == NO_SEAT


def test_who_came_after_the_deal_counts_as_on_the_phone_whose_seats_were_dealt_in(at: At) -> None:
    """Eve plays on Ben’s phone, who came late himself; Dov, who plays there too, was dealt in on Cleo’s."""
    at.did("ben", "add", name="Eve")
    one = act(at, "cleo", CLEO)
    one.phones = {ANA: ANA, CLEO: CLEO, DOV: CLEO}
    assert [one.phone_of(number) for number in (ANA, CLEO, DOV, 5)] == [ANA, CLEO, CLEO, CLEO]


def test_a_seat_taken_in_is_passed_round_on_the_hosts_device(playing: At) -> None:
    playing.did("ben", "hand", seat=DOV)
    playing.did("ben", "opened", key="pebbles-1")
    playing.did("ana", "carry", seat=DOV)
    assert (seat(playing, DOV).device, seat(playing, DOV).passed, seat(playing, DOV).opened) == (
        "ana",
        True,
        frozenset(),
    )
    assert playing.table.passed_to == {}
    assert playing.table.lost == {}
    assert playing.told()[-1] == "Ana moved Dov to the host’s device"
    assert "Dov already plays on this device" in str(playing.cannot("ana", "carry", seat=DOV).sentence)
    assert seat(playing, BEN).device == "ben"


def test_taking_in_whose_phone_it_is_closes_who_played_there_and_ends_what_it_hosted(at: At) -> None:
    at.did("ana", "hand-over", seat=BEN, too=True)
    at.did("ana", "carry", seat=BEN)
    assert at.table.hosts == ("ana",)
    assert at.table.lost == {"ben": BEN}
    assert (seat(at, BEN).device, seat(at, DOV).device) == ("ana", "")
    at.did("ana", "carry", seat=DOV)
    assert seat(at, DOV).device == "ana"


def test_taking_in_somebody_who_shares_a_hosts_phone_leaves_that_host_alone(at: At) -> None:
    at.did("ana", "hand-over", seat=BEN, too=True)
    at.did("ana", "carry", seat=DOV)
    assert at.table.hosts == ("ana", "ben")


def test_a_phone_is_handed_to_those_it_is_shared_with_and_back(at: At) -> None:
    assert "Cleo does not play on this device" in str(at.cannot("ben", "hand", seat=CLEO).sentence)
    assert "Ben does not play on this device" in str(at.cannot("ben", "hand", seat=BEN).sentence)
    assert isinstance(at.cannot("ben", "hand-back"), Stale)
    at.did("ben", "hand", seat=DOV)
    first = at.table.hold("ben")
    assert (at.table.passed_to, first.seat, first.shut) == ({"ben": DOV}, DOV, False)
    at.did("ben", "hand-back")
    back = at.table.hold("ben")
    assert (at.table.passed_to, back.seat, back.shut) == ({}, BEN, False)
    assert len({"", first.number, back.number}) == 3
    assert phones.pass_back(at.table, act(at, "ben", BEN), phones.PassBack()) is at.table, "as older logs have it"


def test_a_laptop_without_a_seat_is_passed_round_and_back(at: At) -> None:
    at.did("ana", "remove", seat=ANA)
    at.did("ana", "add", name="Eve")
    at.did("ana", "hand", seat=5)
    at.did("ana", "hand-back")
    hold = at.table.hold("ana")
    assert (hold.seat, hold.shut) == (NO_SEAT, False)
    assert hold.number


def test_a_message_read_on_a_shared_phone_is_open_for_that_hold_and_closed_after_it(playing: At) -> None:
    def noted(device: str) -> bool:
        return phones.is_noted(playing.table, device)

    assert not noted("cleo"), "on a phone of one’s own nothing is noted"
    assert not noted("nobody")
    playing.did("ben", "hand", seat=DOV)
    assert noted("ben")
    playing.did("ben", "opened", key="pebbles-1")
    assert noted("ben"), "a second look in the same hold, too: it may be by another browser"
    assert seat(playing, DOV).reading == {"pebbles-1"}
    assert "%(player)s" not in playing.table.notices[-1].text.message
    playing.did("ben", "hand-back")
    assert (seat(playing, DOV).reading, seat(playing, DOV).opened) == (frozenset(), frozenset({"pebbles-1"}))
    assert noted("ben"), "his own, too, once it has been in other hands"
    playing.did("ben", "opened", key="pebbles-1")
    assert playing.told()[-1] == "Ben’s message was opened on Ben’s device"
    playing.did("ben", "hand", seat=DOV)
    assert (seat(playing, BEN).reading, seat(playing, BEN).opened) == (frozenset(), frozenset()), "he may read on"
    playing.did("ana", "reopen", seat=DOV)
    assert seat(playing, DOV).opened == frozenset()
    assert playing.told()[-1] == "Ana let Dov read again"


def test_nothing_is_noted_of_who_reads_on_a_phone_of_their_own(playing: At) -> None:
    table = phones.opened(playing.table, act(playing, "cleo", CLEO), phones.Opened(key="pebbles-1"))
    assert table is playing.table
    assert phones.opened(playing.table, act(playing, "eve", NO_SEAT), phones.Opened(key="pebbles-1")) is playing.table


def test_in_an_older_log_a_reading_of_the_owners_own_was_of_nothing(playing: At) -> None:
    playing.did("ben", "hand", seat=DOV)
    playing.did("ben", "hand-back")
    table = phones.opened(playing.table, act(playing, "ben", BEN), phones.Opened())
    assert table.seat(BEN).reading == frozenset()  # type: ignore[union-attr]
    assert playing.table.play is not None
    for running in (None, replace(playing.table.play, held=True)):
        of = replace(playing.table, play=running)
        there = phones.opened(of, act(playing, "ben", DOV), phones.Opened())
        assert there.seat(DOV).reading == frozenset()  # type: ignore[union-attr]


def act(at: At, device: str, number: int, *, when: int = NOW, host: bool = False) -> TableAct:
    from companion.chance import Chance

    one = TableAct(number, None, Chance(), when, host)  # type: ignore[arg-type]
    one.device, one.number, one.seats = device, at.table.version + 1, at.table.seats
    return one


# --- words ------------------------------------------------------------------------------------------------------------


def test_a_word_is_for_a_phone_that_is_shared_and_of_four_digits(at: At) -> None:
    for device in ("ana", "cleo"):
        assert "for a phone that is passed round" in str(at.cannot(device, "word", word="4072").sentence)
    for word in ("407", "40720", "407a", "４０７２", ""):
        no = at.cannot("ben", "word", word=word)
        assert no.field == "word"
    at.did("ben", "word", word="4072")
    assert "4072" not in seat(at, BEN).word
    assert len(seat(at, BEN).word) > 32
    assert at.told()[-1] == "Ben chose a word for the phone that is passed round"
    assert not at.table.hold("ben").shut, "who chose it has it"


def test_a_word_that_is_chosen_leaves_other_devices_in_the_hands_they_are_in(at: At) -> None:
    at.did("ana", "add", name="Eve")
    at.did("ana", "hand", seat=5)
    held = at.table.hold("ana")
    at.did("ben", "word", word="4072")
    assert at.table.hold("ana") == held
    assert held.number


def test_a_word_closes_what_is_theirs_until_it_is_typed_and_after_five_wrong_ones_the_host_opens_it(at: At) -> None:
    assert "Nothing is closed here" in str(at.cannot("ben", "unlock", word="4072").sentence)
    at.did("ben", "word", word="4072")
    at.did("ben", "hand", seat=DOV)
    assert not at.table.hold("ben").shut, "it is Ben’s word, and Dov has none"
    at.did("ben", "hand-back")
    assert at.table.hold("ben").shut
    for kind, raw in (("word", {"word": "1111"}), ("ticket", {"seat": BEN}), ("rename", {"seat": BEN, "name": "Eve"})):
        assert "Type your word first" in str(at.cannot("ben", kind, **raw).sentence)
    for n in range(5):
        assert seat(at, BEN).misses == n
        at.did("ben", "unlock", word=f"000{n}")
        assert at.table.hold("ben").shut
    assert at.table.notices[-1].times == 5
    no = at.cannot("ben", "unlock", word="4072")
    assert (str(no.sentence), no.field) == ("Too many wrong words. Only the host can open it now.", "word")
    at.did("ana", "lift-word", seat=BEN)
    assert (seat(at, BEN).word, seat(at, BEN).misses, at.table.hold("ben").shut) == ("", 0, False)
    assert at.told()[-1] == "Ana took away Ben’s word"


def test_the_right_word_opens_it_and_wrong_ones_before_are_forgotten(at: At) -> None:
    at.did("ben", "word", word="4072")
    at.did("ben", "hand", seat=DOV)
    at.did("ben", "word", word="1111")
    at.did("ben", "hand-back")
    for _ in range(4):
        at.did("ben", "unlock", word="1111")
    at.did("ben", "unlock", word="4072")
    assert (at.table.hold("ben").shut, seat(at, BEN).misses) == (False, 0)
    at.did("ben", "hand", seat=DOV)
    assert at.table.hold("ben").shut, "and his is his"
    number = at.table.hold("ben").number
    at.did("ben", "unlock", word="1111")
    assert at.table.hold("ben") == Hold(DOV, number, False)
    at.did("ana", "lift-word", seat=BEN)
    assert seat(at, DOV).word
    assert words.unlock(at.table, act(at, "eve", NO_SEAT), words.Unlock(right=True)) is at.table


def test_a_word_is_nothing_for_who_holds_the_table_alone_and_hands_the_device_round(at: At) -> None:
    at.did("ana", "remove", seat=ANA)
    at.did("ana", "add", name="Eve")
    no = at.cannot("ana", "word", word="4072")
    assert (str(no.sentence), no.field) == ("A word is for a phone that is passed round.", "word")


def test_what_one_word_opens_leaves_closed_what_is_anybody_elses(at: At) -> None:
    """Eve has a word on Ana's device, Ben one on his own."""
    at.did("ana", "add", name="Eve")
    at.did("ana", "hand", seat=5)
    at.did("ana", "word", word="1111")
    at.did("ana", "hand-back")
    at.did("ben", "word", word="4072")
    for device, other, back in (("ana", 5, False), ("ben", DOV, True)):
        at.did(device, "hand", seat=other)
        if back:
            at.did(device, "hand-back")
    eves = at.table.hold("ana")
    assert (eves.seat, eves.shut, at.table.hold("ben").shut) == (5, True, True)
    closed = at.table
    at.did("ben", "unlock", word="4072")
    assert (at.table.hold("ana"), at.table.hold("ben").shut) == (eves, False)
    at.table = closed
    at.did("cleo", "rename", seat=CLEO, name="Cleopatra")
    at.table = replace(at.table, hosts=("cleo",))
    at.did("cleo", "lift-word", seat=BEN)
    assert (at.table.hold("ana"), at.table.hold("ben").shut) == (eves, False)


def test_a_word_of_an_evening_that_began_with_an_older_app_still_opens(at: At) -> None:
    """Its mark as it was kept then: 4072 with that salt, stirred 20,000 times."""
    kept = "CDFGHJKM 85ae8624c33603e413e99a3e081be186"
    at.table = at.table.changed(replace(seat(at, BEN), word=kept))
    assert at.table.hold("ben").shut
    at.did("ben", "unlock", word="4072")
    assert not at.table.hold("ben").shut


# --- the door ---------------------------------------------------------------------------------------------------------


def test_a_shut_door_lets_nobody_sit_down_but_hosts(at: At) -> None:
    at.did("ana", "door", open=False)
    assert (at.table.shut, at.told()[-1]) == (True, "Ana closed the door")
    no = at.cannot("eve", "sit", name="Eve")
    assert (isinstance(no, NotYours), no.field) == (True, "name")
    no = at.cannot("cleo", "add", name="Eve")
    assert (isinstance(no, NotYours), no.field) == (True, "name")
    assert "You already have a seat here" in str(at.cannot("cleo", "sit", name="Eve").sentence)
    at.did("ana", "add", name="Eve")
    at.did("ana", "remove", seat=ANA)
    at.did("ana", "sit", name="Ana")
    at.did("ana", "door", open=True)
    assert (at.table.shut, at.told()[-1]) == (False, "Ana opened the door")
    at.did("finn", "sit", name="Finn")


@pytest.mark.parametrize(
    ("device", "name", "others", "sentence"),
    [
        ("cleo", "Eve", (), "You already have a seat at this table."),
        ("ana", "Eve", (), "You already have a seat at this table."),
        ("away", "Eve", (), "The host did not let you in. You can go on watching."),
        ("eve", "Ben", (), "Somebody here is already called that. How about “Ben 2”?"),
        ("eve", "Eve", ("eve",), "Somebody by that name is already asking. Please choose another."),
    ],
)
def test_who_may_not_ask_is_told_why(
    playing: At, device: str, name: str, others: tuple[str, ...], sentence: str
) -> None:
    table = replace(playing.table, turned_away=frozenset({"away"}))
    with pytest.raises(Refused) as no:
        door.may_ask(table, device, name, others)
    assert str(no.value.sentence) == sentence
    assert isinstance(no.value, NotYours) is (device == "away")
    assert no.value.field == (None if device == "away" else "name")
    assert door.may_ask(table, "eve", " Eve ", ("Finn",)) == "Eve"


def test_nobody_asks_while_the_door_is_open_or_every_seat_is_taken(at: At) -> None:
    with pytest.raises(Refused, match="The door is open now") as no:
        door.may_ask(at.table, "eve", "Eve", ())
    assert no.value.field == "name"
    assert door.may_ask(at.table, "eve", "Eve", (), barred=True) == "Eve", "who has sat down too often may still ask"
    at.did("ana", "add", name="E", more=["F", "G", "H"])
    full = at.cannot("eve", "sit", name="Eve")
    assert (str(full.sentence), full.field) == ("This table is full: 8 people are seated.", "name")
    at.did("ana", "door", open=False)
    with pytest.raises(Refused, match="This table is full: 8 people") as no:
        door.may_ask(at.table, "eve", "Eve", ())
    assert no.value.field == "name"


def test_a_host_lets_in_with_one_tap_whoever_asks_and_nobody_else(playing: At) -> None:
    playing.asks = (Ask("other", "finn", "Finn"), EVE)
    assert "Nobody is asking" in str(playing.cannot("ana", "let-in", ask="no such key").sentence)
    playing.table = replace(playing.table, letting={"eve": {BEN: NOW}, "finn": {BEN: NOW}})
    playing.did("ana", "let-in", ask="key of eve", device="mallory", name="Mallory")
    new = seat(playing, 5)
    assert (new.name, new.device, new.passed) == ("Eve", "eve", False)
    assert playing.table.letting == {"finn": {BEN: NOW}}
    assert playing.told()[-1] == "Ana let Eve in"
    assert (
        playing.table.notices[-1].text.in_words(
            names={0: "Ana"} | {seat.number: seat.name for seat in playing.table.seats}
        )
        == "Ana let Eve in"
    )
    assert "Eve already has a seat here" in str(playing.cannot("ana", "let-in", ask="key of eve").sentence)


def test_with_the_host_away_two_who_were_dealt_in_let_somebody_in(playing: At) -> None:
    playing.did("ana", "add", name="Finn")
    playing.did("ana", "ticket", seat=5)
    playing.did("finn", "arrive", ticket=key(playing))  # who came after the deal
    playing.asks, playing.host_last_here = (EVE,), playing.now
    playing.now += MINUTE - 1
    for device in ("ben", "cleo", "finn"):
        assert isinstance(playing.cannot(device, "let-in", ask="key of eve"), NotYours)
    playing.now += 1
    assert isinstance(playing.cannot("finn", "let-in", ask="key of eve"), NotYours)
    playing.did("ben", "let-in", ask="key of eve")
    playing.did("ben", "let-in", ask="key of eve")
    assert len(playing.table.seats) == 5, "twice the same is one"
    assert playing.told()[-1] == "Ben wants to let Eve in"
    playing.did("cleo", "let-in", ask="key of eve")
    assert seat(playing, 6).device == "eve"
    assert playing.table.letting == {}


@pytest.mark.parametrize("before", [{CLEO: NOW + MINUTE - 1}, {5: NOW + MINUTE}, {ANA: NOW + MINUTE}])
def test_what_counts_is_said_once_the_host_was_away_and_by_who_may(playing: At, before: dict[int, int]) -> None:
    playing.table = replace(playing.table, letting={"eve": before})
    playing.asks, playing.host_last_here = (EVE,), NOW
    playing.now = NOW + MINUTE
    playing.did("ben", "let-in", ask="key of eve")
    assert len(playing.table.seats) == 4
    assert playing.table.letting == {"eve": {BEN: NOW + MINUTE}}


def test_what_the_app_saw_is_kept_in_the_tables_own_time(at: At) -> None:
    """Which may run ahead of the server's clock."""
    moment = Moment(now=NOW - 500, host_last_here=NOW - 90_500, here=frozenset({"ben", "eve"}), asks=(EVE,))
    asked = door.as_asked(at.table, act(at, "ben", BEN), door.LetIn(ask="key of eve"), moment)
    assert (asked.device, asked.name, asked.host_last_here) == ("eve", "Eve", NOW - 90_000)
    wished = hosting.as_seen(at.table, act(at, "ben", BEN), hosting.Claim(seat=CLEO), moment)
    assert (wished.seat, wished.here, wished.host_last_here) == (CLEO, (BEN, DOV), NOW - 90_000)


def test_who_is_not_let_in_is_kept_out_until_the_lobby(playing: At) -> None:
    playing.asks = (EVE,)
    playing.did("ana", "turn-away", ask="key of eve")
    assert (playing.table.turned_away, playing.told()[-1]) == (frozenset({"eve"}), "Ana did not let Eve in")
    playing.did("ana", "lobby")
    assert playing.table.turned_away == frozenset()


def test_a_host_turns_away_at_once_everybody_who_asks_and_nobody_who_has_come_in_since(playing: At) -> None:
    """Ben asked before he had a seat, and Ana, who gave hers up, before she hosted."""
    assert "Nobody is asking to be let in any more" in str(playing.cannot("ana", "turn-all-away").sentence)
    playing.asks = (EVE, Ask("k2", "finn", "Finn"), Ask("k3", "ben", "Ben"), Ask("k4", "ana", "Ana"))
    playing.table = replace(playing.table, turned_away=frozenset({"gone"}), seats=playing.table.seats[1:])
    playing.did("ana", "turn-all-away")
    assert playing.table.turned_away == {"gone", "eve", "finn"}
    assert playing.told()[-1] == "The host turned away everybody who asked to be let in"
    assert "Nobody is asking to be let in any more" in str(playing.cannot("ana", "turn-all-away").sentence)


# --- what each sees of it ---------------------------------------------------------------------------------------------


def stands(table: Table, device: str, ago: int, asks: tuple[Ask, ...] = (), here: Any = (), put_away: int = 0) -> Any:
    return standing(table, device, Moment(NOW, NOW - ago, frozenset(here), asks), put_away)


def test_a_host_counts_as_away_after_a_minute_and_where_there_is_none_never(playing: At) -> None:
    assert not stands(playing.table, "ben", MINUTE - 1).away
    assert stands(playing.table, "ben", MINUTE).away
    assert not stands(replace(playing.table, hosts=()), "ben", MINUTE).away
    assert (stands(playing.table, "ben", 0).choosers, stands(playing.table, "ben", 0).needed) == ({}, 0)


def test_while_the_host_is_away_those_who_were_dealt_in_choose(playing: At) -> None:
    playing.host_last_here, playing.here = NOW - 2 * MINUTE, frozenset({"ben", "cleo"})
    playing.did("ben", "claim", seat=CLEO)
    for device, chooses in (("ana", False), ("ben", True), ("cleo", True), ("eve", False), ("", False)):
        seen = stands(playing.table, device, 2 * MINUTE, here=("ben", "cleo"))
        assert (seen.chooses, seen.choosers, seen.needed) == (chooses, {BEN: 0, CLEO: 1}, 2), device
    playing.did("ben", "hand", seat=DOV)
    assert not stands(playing.table, "ben", 2 * MINUTE).chooses, "it is in Dov’s hands"


def test_how_many_are_needed_is_of_those_who_are_here() -> None:
    at = At()
    for name in ("ana", "ben", "cleo", "dov", "eve", "finn"):
        at.did(name, "sit", name=name.title())
    at.did("ana", "start")
    assert stands(at.table, "ben", MINUTE, here=("ben", "cleo", "dov", "eve", "finn")).needed == 3
    assert stands(at.table, "ben", MINUTE, here=("ben", "cleo", "ana", "stranger")).needed == 2


def test_wishes_are_the_hosts_to_see_the_latest_first_until_put_away_or_granted(playing: At) -> None:
    playing.did("ben", "claim", seat=CLEO)
    first = playing.table.version
    playing.did("cleo", "claim", seat=BEN)
    playing.did("cleo", "claim", seat=CLEO)
    seen = stands(playing.table, "ana", 0).wishes
    assert seen == (SeenWish(first + 2, CLEO, (BEN, CLEO)), SeenWish(first + 1, BEN, (CLEO,)))
    assert stands(playing.table, "ana", 0, put_away=first + 1).wishes == (SeenWish(first + 2, CLEO, (CLEO,)),)
    assert stands(playing.table, "ana", 0, put_away=first + 2).wishes == ()
    assert [stands(playing.table, device, 0).wishes for device in ("ben", "cleo", "eve", "")] == [()] * 4
    playing.did("ana", "hand-over", seat=CLEO, too=True)
    assert [wish.seat for wish in stands(playing.table, "ana", 0).wishes] == [BEN]


def test_who_asks_is_shown_to_whoever_may_answer_and_told_that_they_ask(playing: At) -> None:
    asks = (
        EVE,
        Ask("again", "eve", "Evelyn"),
        Ask("k2", "finn", "Finn"),
        Ask("k3", "ben", "Benny"),
        Ask("k4", "gone", "G"),
    )
    table = replace(playing.table, turned_away=frozenset({"gone"}), letting={"eve": {BEN: NOW, CLEO: NOW - MINUTE}})
    shown = (SeenAsk("key of eve", "Eve", 2), SeenAsk("k2", "Finn", 0))
    assert stands(table, "ana", MINUTE, asks).asks == (SeenAsk("key of eve", "Eve", 1), SeenAsk("k2", "Finn", 0))
    assert stands(table, "ana", 3 * MINUTE, asks).asks == shown
    assert stands(table, "ben", 3 * MINUTE, asks).asks == shown
    assert stands(table, "ben", 0, asks).asks == stands(table, "finn", 3 * MINUTE, asks).asks == ()
    asking = [stands(table, device, 0, asks).asking for device in ("eve", "finn", "ben", "gone", "")]
    assert asking == ["Eve", "Finn", "", "", ""]
    away = [stands(table, device, 0, asks).turned_away for device in ("gone", "eve", "")]
    assert away == [True, False, False]


def test_whoever_may_not_just_sit_asks_at_an_open_door_and_everybody_sees_how_it_stands(at: At) -> None:
    seen = stands(at.table, "ana", 0, (EVE,))
    assert ([ask.name for ask in seen.asks], seen.open, seen.shut) == (["Eve"], True, False)
    at.did("ana", "door", open=False)
    seen = stands(at.table, "ben", 0, (EVE,))
    assert (seen.open, seen.shut) == (False, True)
    at.did("ana", "door", open=True)
    at.did("ana", "start")
    seen = stands(at.table, "ben", 0, (EVE,))
    assert (seen.open, seen.shut) == (False, False)


def test_what_hangs_on_the_moment_changes_the_mark_by_which_a_page_knows_it(playing: At) -> None:
    table = playing.table
    signs = [
        stands(table, "ben", 0).sign,
        stands(table, "ben", MINUTE).sign,
        stands(table, "ana", 0, (EVE,)).sign,
        stands(table, "ana", 0, (Ask("another", "eve", "Eve"),)).sign,
        stands(table, "ana", 0, (EVE, Ask("k2", "finn", "Finn"))).sign,
        stands(table, "eve", 0, (EVE,)).sign,
    ]
    assert len(set(signs)) == 6
    assert stands(table, "ben", 0, (EVE,)).sign == signs[0], "that somebody asks is not for him to see"


# --- what a move leaves as it was, and what it is told with -----------------------------------------------------------


def test_a_button_drawn_for_other_people_does_not_start_without_a_word(at: At) -> None:
    then = at.table
    at.did("eve", "sit", name="Eve")
    with pytest.raises(Stale) as no:
        play(at.table, "start", {}, "ana", NOW, then.version, drawn=lambda _: then)
    assert str(no.value.sentence) == "That was for: Ana, Ben, Cleo and Dov. Now: Ana, Ben, Cleo, Dov and Eve."
    now = at.table
    at.did("eve", "rename", seat=5, name="Evelyn")
    assert play(at.table, "start", {}, "ana", NOW, now.version, drawn=lambda _: now)[1].play is not None
    other = replace(now, options={"example": {"rounds": "5"}})
    with pytest.raises(Stale, match="Something about this has changed since"):
        play(now, "start", {}, "ana", NOW, now.version - 1, drawn=lambda _: other)
    assert play(now, "start", {}, "ana", NOW, now.version - 1, drawn=lambda _: None)[1].play is not None


def test_a_choice_given_otherwise_in_secret_is_news_to_nobody_also_after_the_next_move() -> None:
    at = At()
    for device in ("ana", "ben", "cleo", "dov"):
        at.did(device, "sit", name=device.title())
    at.did("ana", "start")
    at.did("ben", "play:guess", number=1)
    now, first = at.table.play.now, at.table.version  # type: ignore[union-attr]
    assert (now.move, now.undoable, now.before.before) == (first, True, None)  # type: ignore[union-attr]
    assert at.table.known == first
    at.did("ben", "play:guess", number=2)
    assert (at.table.version, at.table.known) == (first + 1, first)
    at.did("cleo", "rename", seat=CLEO, name="Cleopatra")
    assert (at.table.version, at.table.known) == (first + 2, first + 1)


def test_what_cannot_be_replayed_is_no_secret_of_anybodys(playing: At) -> None:
    before = playing.table
    after = replay("TABLE", [Entry(before.version + 1, NOW, "ben", "play:nothing", "{}")], before)
    assert after.known == before.known + 1


def test_on_a_device_that_was_passed_round_just_before_it_is_told_too(at: At) -> None:
    at.did("ana", "add", name="Eve")
    at.did("ana", "start")
    at.did("ana", "lobby")
    at.did("ana", "remove", seat=5)
    assert at.table.notices[-1].device == "", "Eve may have done it"


def test_who_did_it_is_told_by_the_name_they_had_though_they_are_gone(at: At) -> None:
    at.did("ben", "remove", seat=BEN)
    assert at.told()[-1] == "Dov plays on no device now, until the host moves the seat to one"
    assert (at.table.notices[-1].seat, at.table.notices[-1].name) == (BEN, "Ben")


def test_a_ticket_for_hosting_leaves_those_for_seats(at: At) -> None:
    at.did("ana", "ticket", seat=CLEO)
    at.did("console", "hosting-ticket")
    assert sorted(ticket.seat for ticket in at.table.tickets.values()) == [NO_SEAT, CLEO]


def test_who_plays_on_the_device_of_a_host_who_is_gone_is_on_none_until_taken_in(at: At) -> None:
    at.did("ana", "add", name="Eve")
    at.did("ana", "start")
    at.host_last_here, at.here = at.now - 2 * MINUTE, frozenset({"ben", "cleo"})
    at.did("ben", "claim", seat=CLEO)
    at.did("cleo", "claim", seat=CLEO)
    assert at.table.hosts == ("ana", "cleo")
    assert (seat(at, 5).device, seat(at, DOV).device) == ("", "ben")
    at.did("cleo", "carry", seat=5)
    assert seat(at, 5).device == "cleo"


def test_of_two_who_ask_one_tap_is_for_one(playing: At) -> None:
    playing.table = replace(playing.table, letting={"finn": {CLEO: NOW + MINUTE}})
    playing.asks, playing.host_last_here, playing.now = (EVE,), NOW, NOW + MINUTE
    playing.did("ben", "let-in", ask="key of eve")
    assert playing.table.letting == {"finn": {CLEO: NOW + MINUTE}, "eve": {BEN: NOW + MINUTE}}


def test_what_was_done_on_two_devices_is_told_on_both_and_what_on_one_need_not_be_told_there() -> None:
    def told(*devices: str) -> Notice:
        table = Table("TABLE")
        for number, device in enumerate(devices, 1):
            table = table.noticed(Notice(number, ANA, "Ana", say("%(player)s did it"), NOW + number, device))
        (notice,) = table.notices
        return notice

    assert (told("ana", "ana").device, told("ana", "ana").times) == ("ana", 2)
    assert (told("ana", "other").device, told("ana", "other").times) == ("", 2)
    assert told("ana", "other", "other").device == "", "and stays so"


def test_a_word_that_was_padded_to_the_size_of_the_others_is_that_word() -> None:
    class Chosen(Move):
        what: Literal["row", "drill"]
        more: tuple[str, ...] = ()

    raw = Chosen.read({"what": ["row  "], "more": [" a ", "b"]})
    assert raw == {"what": "row", "more": ["a", "b"]}
    assert Chosen.typed(raw).what == "row"
