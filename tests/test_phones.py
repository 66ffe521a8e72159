"""Which phone speaks for whom, and what goes along when a seat moves: tickets, seats taken in, phones passed round."""

from __future__ import annotations

from typing import Any

import pytest

from companion.chance import Chance
from companion.fold import OtherHands
from companion.game import NotYours, Stale
from companion.moves import phones
from companion.table import NO_SEAT, Hold, Seat
from companion.values import replace
from tests.test_fold import ANA, BEN, CLEO, DOV, MINUTE, At
from tests.test_moves import act, key, seat

EVE = 5
NOT_THEIRS = "Only the host or %s can do that."


@pytest.fixture
def at() -> At:
    """Ana hosts; Ben shares his phone with Dov; Cleo has her own."""
    return At.of_four()


@pytest.fixture
def playing(at: At) -> At:
    at.did("ana", "start")
    return at


def ticket_for(at: At, number: int, device: str = "ana") -> str:
    """A new ticket for that seat, made on that device."""
    before = set(at.table.tickets)
    at.did(device, "ticket", seat=number)
    (made,) = at.table.tickets.keys() - before
    return made


def devices(at: At) -> dict[str, str]:
    """By name, on which device each plays."""
    return {str(one.name): one.device for one in at.table.seats}


# --- tickets ----------------------------------------------------------------------------------------------------------


def test_a_ticket_is_for_ones_own_seat_or_the_hosts_to_make(at: At) -> None:
    for device, other, name in (("cleo", BEN, "Ben"), ("cleo", DOV, "Dov"), ("ben", CLEO, "Cleo"), ("ben", ANA, "Ana")):
        assert str(at.cannot(device, "ticket", seat=other).sentence) == NOT_THEIRS % name
    assert str(at.cannot("ben", "ticket", seat=9).sentence) == "Nobody sits there any more."
    for device, other in (("ben", BEN), ("ben", DOV), ("cleo", CLEO), ("ana", CLEO), ("ana", DOV)):
        at.did(device, "ticket", seat=other)


def test_a_ticket_is_good_for_ten_minutes_and_for_nobody_once_its_seat_is_gone(at: At) -> None:
    made = ticket_for(at, CLEO)
    at.now += 10 * MINUTE + 1
    assert at.cannot("new", "arrive", ticket=made).field == "ticket"
    at.now -= 1
    at.did("new", "arrive", ticket=f" {made[:4].lower()} {made[4:]} ")
    assert devices(at)["Cleo"] == "new"
    made = ticket_for(at, CLEO)
    at.did("ana", "remove", seat=CLEO)
    assert at.cannot("other", "arrive", ticket=made).field == "ticket"


def test_a_new_ticket_ends_the_one_before_and_those_that_ran_out_and_no_other(playing: At) -> None:
    first = ticket_for(playing, CLEO)
    playing.now += 5 * MINUTE
    bens = ticket_for(playing, BEN)
    second = ticket_for(playing, CLEO)
    assert set(playing.table.tickets) == {bens, second}
    playing.cannot("new", "arrive", ticket=first)
    playing.now += 10 * MINUTE
    third = ticket_for(playing, DOV)
    assert set(playing.table.tickets) == {third}, "at ten minutes they are over"


def test_whose_seats_move_by_tickets_of_the_host_counts_as_the_hosts_doing_each(playing: At) -> None:
    bens, cleos = ticket_for(playing, BEN), ticket_for(playing, CLEO)
    playing.did("b", "arrive", ticket=bens)
    playing.did("c", "arrive", ticket=cleos)
    assert playing.table.phones == {ANA: ANA, BEN: ANA, CLEO: ANA, DOV: BEN}


def test_whoever_lends_a_phone_makes_no_ticket_for_whom_has_a_word_on_it(at: At) -> None:
    at.did("ben", "hand", seat=DOV)
    at.did("ben", "word", word="4072")
    at.did("ben", "ticket", seat=DOV)  # Dov, while he has it
    at.did("ben", "hand-back")
    assert str(at.cannot("ben", "ticket", seat=DOV).sentence) == NOT_THEIRS % "Dov"
    at.did("ben", "ticket", seat=BEN)
    at.did("ana", "ticket", seat=DOV)


def test_a_browser_that_had_a_seat_before_its_new_token_is_told_it_has_one(at: At) -> None:
    made = ticket_for(at, BEN)
    assert str(at.cannot("new", "arrive", ticket=made, was="cleo").sentence) == "You already have a seat here."
    assert devices(at)["Cleo"] == "cleo"


# --- what goes along with a seat --------------------------------------------------------------------------------------


def test_what_was_read_in_a_hold_that_a_ticket_ends_stays_closed_and_ones_own_stays_open(playing: At) -> None:
    playing.did("ben", "hand", seat=DOV)
    playing.did("ben", "opened", key="one")
    playing.did("d", "arrive", ticket=ticket_for(playing, DOV))
    assert (seat(playing, DOV).reading, seat(playing, DOV).opened) == (frozenset(), frozenset({"one"}))
    playing.did("ben", "opened", key="one")
    assert seat(playing, BEN).reading == {"one"}
    playing.did("b", "arrive", ticket=ticket_for(playing, BEN))
    assert (seat(playing, BEN).reading, seat(playing, BEN).opened) == (frozenset(), frozenset())


def test_what_a_device_has_spent_goes_along_with_its_owners_seat_and_with_no_guests(playing: At) -> None:
    assert playing.table.play is not None
    spent = replace(playing.table.play, by={"ben": 9, "cleo": 2})
    playing.table = replace(
        playing.table, asides={"ben": 7, "cleo": 3}, owns={"ben": 5, "new": 8, "cleo": 1}, play=spent
    )
    playing.did("d", "arrive", ticket=ticket_for(playing, DOV))
    assert [of.get("d", 0) for of in (playing.table.asides, playing.table.owns, spent.by)] == [0, 1, 0]
    playing.did("new", "arrive", ticket=ticket_for(playing, BEN))
    assert playing.table.asides == {"ben": 7, "cleo": 3, "d": 0, "new": 7}
    assert playing.table.owns == {"ana": 2, "ben": 5, "cleo": 1, "d": 1, "new": 9}, "the most of both, and its coming"
    assert playing.table.play is not None
    assert playing.table.play.by == {"ben": 9, "cleo": 2, "d": 0, "new": 9}


def test_a_new_token_has_spent_what_the_old_one_had(at: At) -> None:
    at.table = replace(at.table, asides={"old": 7}, owns={"old": 5})
    at.did("new", "arrive", ticket=ticket_for(at, DOV), was="old")
    assert (at.table.asides["new"], at.table.owns["new"]) == (7, 6)


def test_every_phone_that_lost_its_seat_is_told_so(at: At) -> None:
    at.did("b", "arrive", ticket=ticket_for(at, BEN))
    at.did("ana", "carry", seat=CLEO)
    assert at.table.lost == {"ben": BEN, "cleo": CLEO}


def test_whoever_was_expected_and_came_by_a_ticket_or_was_taken_in_is_expected_no_more(at: At) -> None:
    """Else somebody else who goes by that name could take the seat, once it is on no device."""
    at.table = replace(at.table, seats=(*at.table.seats, Seat(EVE, "Eve", 6, "", expected=True)), made=EVE)
    expected = at.table
    at.did("new", "arrive", ticket=ticket_for(at, EVE))
    assert (seat(at, EVE).device, seat(at, EVE).expected) == ("new", False)
    at.table = expected
    at.did("ana", "carry", seat=EVE)
    at.did("ana", "hand-over", seat=CLEO, too=True)
    at.did("cleo", "carry", seat=ANA)
    assert (seat(at, EVE).device, seat(at, EVE).expected) == ("", False)
    assert "already called that" in str(at.cannot("stranger", "sit", name="Eve").sentence)


def test_a_browser_with_a_new_token_hosts_by_it_and_what_it_pressed_stays_pressed(at: At) -> None:
    at.table = replace(at.table, pressed={"cleo": {"word": 3}, "ben": {"word": 4}}, holds={"cleo": Hold(CLEO, "7")})
    at.did("console", "hosting-ticket")
    at.did("new", "arrive", ticket=key(at), was="cleo")
    assert at.table.pressed == {"new": {"word": 3}, "ben": {"word": 4}}
    assert at.table.holds == {"new": Hold(CLEO, "7")}
    assert at.table.hosts == ("ana", "new")


def test_in_older_evenings_who_played_on_a_hosts_device_came_along(at: At) -> None:
    at.did("ana", "add", name="Eve")
    made = ticket_for(at, ANA)
    moved = phones.arrive(at.table, act(at, "new", NO_SEAT), phones.Arrive(ticket=made))
    assert [one.device for one in moved.seats] == ["new", "ben", "cleo", "ben", "new"]


# --- a seat taken in --------------------------------------------------------------------------------------------------


def test_whoever_is_taken_in_may_read_anew_what_they_have_read(playing: At) -> None:
    playing.did("ben", "hand", seat=DOV)
    playing.did("ben", "opened", key="one")
    playing.did("ben", "hand-back")
    playing.did("ben", "hand", seat=DOV)
    playing.did("ben", "opened", key="two")
    assert (seat(playing, DOV).opened, seat(playing, DOV).reading) == (frozenset({"one"}), frozenset({"two"}))
    playing.did("ana", "carry", seat=DOV)
    assert (seat(playing, DOV).opened, seat(playing, DOV).reading) == (frozenset(), frozenset())


def test_whose_seat_is_taken_in_counts_as_on_the_hosts_phone_from_then_on(playing: At) -> None:
    playing.did("ana", "carry", seat=CLEO)
    assert playing.table.phones == {ANA: ANA, BEN: BEN, CLEO: ANA, DOV: BEN}
    playing.table = replace(playing.table, seats=(*playing.table.seats, Seat(EVE, "Eve", 6, "eve")), made=EVE)
    playing.did("ana", "carry", seat=EVE)
    assert playing.table.phones == {ANA: ANA, BEN: BEN, CLEO: ANA, DOV: BEN}, "Eve came after the deal"


def test_taking_in_one_guest_of_a_phone_leaves_its_other_guests_there(at: At) -> None:
    at.did("ben", "add", name="Eve")
    at.did("ana", "carry", seat=DOV)
    assert devices(at) == {"Ana": "ana", "Ben": "ben", "Cleo": "cleo", "Dov": "ana", "Eve": "ben"}


def test_in_older_evenings_who_played_on_the_phone_of_somebody_taken_in_stayed_there(at: At) -> None:
    moved = phones.play_here(at.table, act(at, "ana", ANA, host=True), phones.PlayHere(seat=BEN))
    assert [one.device for one in moved.seats] == ["ana", "ana", "cleo", "ben"]


# --- passing round ----------------------------------------------------------------------------------------------------


def test_two_phones_are_passed_round_at_once_and_neither_changes_the_other(at: At) -> None:
    at.did("ana", "add", name="Eve")
    at.did("ana", "hand", seat=EVE)
    first = at.table.hold("ana")
    at.did("ben", "hand", seat=DOV)
    assert at.table.passed_to == {"ana": EVE, "ben": DOV}
    assert at.table.hold("ana") == first
    at.did("ben", "hand-back")
    assert at.table.passed_to == {"ana": EVE}
    assert isinstance(at.cannot("ben", "hand-back"), Stale)


def test_in_an_older_log_a_hold_had_no_number(at: At) -> None:
    one = act(at, "ben", BEN)
    one.chance = Chance(())
    assert phones.pass_on(at.table, one, phones.Pass(seat=DOV)).holds == {"ben": Hold(DOV, "")}
    one.chance = Chance()
    assert len(phones.pass_on(at.table, one, phones.Pass(seat=DOV)).holds["ben"].number) == 16


# --- who has read -----------------------------------------------------------------------------------------------------


def test_what_was_ever_held_open_counts_as_read_until_a_host_opens_it_again(playing: At) -> None:
    playing.did("ben", "hand", seat=DOV)
    playing.did("ben", "opened", key="one")
    playing.did("ben", "opened", key="two")
    assert seat(playing, DOV).read == seat(playing, DOV).reading == {"one", "two"}
    playing.did("ana", "reopen", seat=DOV)
    assert (seat(playing, DOV).read, seat(playing, DOV).opened) == (frozenset(), frozenset())


def test_a_message_is_read_first_once_and_by_nobody_who_has_no_seat(playing: At) -> None:
    assert phones.is_first(playing.table, "cleo", "one")
    assert not phones.is_first(playing.table, "stranger", "one")
    playing.did("cleo", "read", key="one")
    assert not phones.is_first(playing.table, "cleo", "one")
    assert phones.is_first(playing.table, "cleo", "two")
    playing.did("cleo", "read", key="two")
    assert seat(playing, CLEO).read == {"one", "two"}
    assert phones.read(playing.table, act(playing, "stranger", NO_SEAT), phones.Read(key="one")) is playing.table


def test_in_an_older_log_an_owner_reads_on_a_phone_of_their_own(playing: At) -> None:
    playing.table = replace(playing.table, holds={"ben": Hold(BEN, "")})
    playing.did("ben", "opened", key="one")
    assert playing.told()[-1] == "Ben’s message was opened on Ben’s device"


# --- what an owner chose ----------------------------------------------------------------------------------------------


def test_an_owner_sees_what_they_chose_on_a_phone_that_was_in_other_hands_once_told_and_until_it_is_passed_on(
    playing: At,
) -> None:
    def nothing(device: str) -> bool:
        return str(playing.cannot(device, "look").sentence) == "Nothing is kept back here."

    assert nothing("ben"), "it was in nobody else’s"
    assert nothing("cleo")
    playing.did("ben", "hand", seat=DOV)
    assert nothing("ben"), "it is in Dov’s"
    playing.did("ben", "hand-back")
    number = playing.table.hold("ben").number
    playing.did("ben", "look")
    assert playing.table.hold("ben") == Hold(BEN, number, False, True)
    assert playing.told()[-1] == "Ben’s choice was opened on Ben’s device"
    assert playing.table.notices[-1].number == playing.table.version
    assert nothing("ben"), "it shows"
    playing.did("ben", "hand", seat=DOV)
    playing.did("ben", "hand-back")
    assert not playing.table.hold("ben").shows_choice
    playing.did("ana", "lobby")
    assert nothing("ben"), "no game runs"


def test_a_device_without_a_seat_has_no_choice_to_show(at: At) -> None:
    at.did("ana", "remove", seat=ANA)
    at.did("ana", "add", name="Eve")
    at.did("ana", "start")
    at.did("ana", "hand", seat=EVE)
    at.did("ana", "hand-back")
    assert str(at.cannot("ana", "look").sentence) == "Nothing is kept back here."


def test_one_phone_that_shows_a_choice_leaves_the_others_in_the_hands_they_are_in(playing: At) -> None:
    playing.did("ana", "add", name="Eve")
    playing.did("ana", "hand", seat=EVE)
    held = playing.table.hold("ana")
    playing.did("ben", "hand", seat=DOV)
    playing.did("ben", "hand-back")
    playing.did("ben", "look")
    assert playing.table.hold("ana") == held


# --- whose moves these are --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind", ["carry", "reopen", "lift-word", "door", "turn-away", "turn-all-away", "arrange", "shift"]
)
def test_what_is_done_to_others_and_at_the_door_is_the_hosts(at: At, kind: str) -> None:
    sent: dict[str, dict[str, Any]] = {
        "door": {"open": False},
        "turn-away": {"ask": "key"},
        "turn-all-away": {},
        "arrange": {"order": [4, 3, 2, 1]},
    }
    no = at.cannot("ben", kind, **sent.get(kind, {"seat": CLEO}))
    assert (type(no), str(no.sentence)) == (NotYours, "Only the host can do that.")


def test_getting_at_what_is_ones_own_is_counted_apart_and_needs_no_hold(at: At) -> None:
    spent = at.table.asides
    at.did("ben", "hand", seat=DOV, hold="of before")
    at.did("ben", "hand-back", hold="of before")
    at.did("ben", "ticket", seat=BEN)
    at.did("ben", "claim", seat=CLEO)
    assert (at.table.owns, at.table.asides) == ({"ben": 4}, spent)
    assert isinstance(at.cannot("ben", "ticket", seat=BEN, hold="of before"), OtherHands)
