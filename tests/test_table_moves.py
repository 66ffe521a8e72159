"""What the table's own moves promise, one by one: tickets, seats taken in, the order round the table, the set-up."""

from __future__ import annotations

from html import unescape
from pathlib import Path
from typing import Any

import pytest

from companion.console import hosting_ticket, read, written
from companion.fold import play, replay
from companion.game import Game, NotYours, Refused, Step
from companion.games import GAMES
from companion.secrecy import messages_for, seen_by
from companion.table import Table
from tests.evenings import Evening, House, Visitor, evening, fixed_chance, visitors


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 7)
    return House(tmp_path)


def number(at: Evening, name: str) -> int:
    return next(seat.number for seat in at.table.seats if seat.name == name)


def told(at: Evening) -> str:
    """The log's latest line: its sentence with the values filled in."""
    return at.table.told[-1].text.in_words(names={seat.number: seat.name for seat in at.table.seats})


def tickets(at: Evening) -> list[str]:
    return list(at.table.tickets)


def comes_with(at: Evening, ticket: str) -> tuple[Visitor, int]:
    new = Visitor(at.house, "new")
    new.get(f"/j/{at.code}")
    return new, new.post(f"/j/{at.code}", ticket=ticket).status_code


# --- tickets ----------------------------------------------------------------------------------------------------------


def test_a_new_ticket_for_a_seat_ends_the_one_before(at: Evening) -> None:
    at.did(at.host, "ticket", seat=number(at, "Cleo"))
    (first,) = tickets(at)
    at.did(at.host, "ticket", seat=number(at, "Cleo"))
    (second,) = tickets(at)
    assert first != second
    assert comes_with(at, first)[1] == 422
    assert comes_with(at, second)[1] == 303


def test_a_ticket_for_one_seat_leaves_the_tickets_of_others(at: Evening) -> None:
    at.did(at.host, "ticket", seat=number(at, "Cleo"))
    at.did(at.host, "ticket", seat=number(at, "Ben"))
    assert sorted(ticket.seat for ticket in at.table.tickets.values()) == [number(at, "Ben"), number(at, "Cleo")]


def test_a_device_with_a_seat_takes_no_second_one_by_a_ticket(at: Evening) -> None:
    at.did(at.host, "ticket", seat=number(at, "Cleo"))
    (ticket,) = tickets(at)
    ben = at.people["Ben"]
    assert ben.post(f"/j/{at.code}", ticket=ticket).status_code == 422
    assert at.table.own_seat(ben.device).name == "Ben"  # type: ignore[union-attr]
    assert at.table.own_seat(at.people["Cleo"].device).name == "Cleo"  # type: ignore[union-attr]
    assert tickets(at) == [ticket], "and the ticket is still good for whom it was made"


def test_a_ticket_for_hosting_is_good_once(at: Evening) -> None:
    ticket = hosting_ticket(at.house.keeper, at.code)
    assert ticket is not None
    first, status = comes_with(at, ticket)
    assert status == 303
    assert at.table.is_host(first.device)
    second, status = comes_with(at, ticket)
    assert status == 422
    assert not at.table.is_host(second.device)


def test_a_ticket_from_the_console_leaves_a_device_in_whose_hands_it_is(at: Evening) -> None:
    at.did(at.host, "add", name="Eve")
    at.did(at.host, "hand", seat=number(at, "Eve"))
    held, was_here = at.table.in_hands(at.host.device), at.table.hosted_at
    at.house.now += 60_000
    assert hosting_ticket(at.house.keeper, at.code) is not None
    assert at.table.speaks_for(at.host.device).name == "Eve"  # type: ignore[union-attr]
    assert at.table.in_hands(at.host.device) == held, "what Eve was about to press is as good as before"
    assert at.table.hosted_at == was_here, "nobody who hosts was here for that"
    told = "A ticket for a new host was made at the app’s console"
    assert told in at.people["Ben"].get(f"/t/{at.code}").text


def test_no_browser_makes_a_ticket_for_hosting_by_whatever_way(at: Evening) -> None:
    for who in at.speakers():
        with pytest.raises(NotYours):
            at.house.keeper.move(at.table, "hosting-ticket", {}, who.device, at.table.version)
    assert not at.table.tickets


def test_a_host_who_moves_to_another_device_hosts_there_and_the_old_one_no_more(at: Evening) -> None:
    old = at.host.device
    at.did(at.host, "ticket", seat=number(at, "Ana"))
    new, status = comes_with(at, tickets(at)[0])
    assert status == 303
    assert (at.table.is_host(new.device), at.table.is_host(old)) == (True, False)


def test_who_played_on_the_hosts_device_takes_no_hosting_along_and_leaves_it_in_its_owners_hands(at: Evening) -> None:
    at.did(at.host, "add", name="Eve")
    at.did(at.host, "ticket", seat=number(at, "Eve"))
    at.did(at.host, "hand", seat=number(at, "Eve"))
    eve, status = comes_with(at, tickets(at)[0])
    assert status == 303
    assert (at.table.is_host(eve.device), at.table.is_host(at.host.device)) == (False, True)


def test_tickets_are_seen_by_hosts_and_by_whose_seat_it_is(at: Evening) -> None:
    at.did(at.host, "ticket", seat=number(at, "Cleo"))
    now, here = at.house.now, frozenset[str]()
    seen = {who.name: dict(seen_by(at.table, who.device, here, now).tickets) for who in visitors(at)}
    (ticket,) = tickets(at)
    own = {number(at, "Cleo"): ticket}
    assert seen == {"Ana": own, "Ben": {}, "Cleo": own, "Ana next door": {}, "a stranger": {}}
    assert seen_by(at.table, at.host.device, here, now, wall=True).tickets == {}
    assert seen_by(at.table, "", here, now).tickets == {}


def test_a_ticket_for_a_seat_that_is_on_no_device_is_the_hosts_alone(at: Evening) -> None:
    """The wall is no device either."""
    at.did(at.host, "remove", seat=number(at, "Ben"))
    at.did(at.host, "ticket", seat=number(at, "Dov"))
    (ticket,) = tickets(at)
    now, here = at.house.now, frozenset[str]()
    assert at.table.seat(number(at, "Dov")).device == ""  # type: ignore[union-attr]
    assert seen_by(at.table, at.host.device, here, now).tickets == {number(at, "Dov"): ticket}
    for who in (at.people["Ben"], at.people["Cleo"], *visitors(at)[-2:]):
        assert seen_by(at.table, who.device, here, now).tickets == {}, who.name
    assert seen_by(at.table, at.host.device, here, now, wall=True).tickets == {}
    assert seen_by(at.table, "", here, now).tickets == {}


def test_a_ticket_that_is_too_old_is_seen_by_nobody(at: Evening) -> None:
    at.did(at.host, "ticket", seat=number(at, "Cleo"))
    ten_minutes = 10 * 60_000
    assert seen_by(at.table, at.host.device, frozenset(), at.house.now + ten_minutes - 1).tickets
    assert not seen_by(at.table, at.host.device, frozenset(), at.house.now + ten_minutes).tickets


# --- what is told -----------------------------------------------------------------------------------------------------


def test_moving_a_seat_and_hosting_are_told_by_name(at: Evening) -> None:
    at.did(at.host, "ticket", seat=number(at, "Cleo"))
    assert "Cleo" in told(at)
    comes_with(at, tickets(at)[0])
    assert "another device" in told(at)
    assert at.table.told[-1].seat == number(at, "Cleo"), "and it is Cleo who is said to have moved"
    at.did(at.host, "hand-over", seat=number(at, "Ben"), too="true")
    assert "Ben" in told(at)
    at.did(at.host, "carry", seat=number(at, "Cleo"))
    assert "Cleo" in told(at)


# --- a seat taken in on the host's device ----------------------------------------------------------------------------


def test_a_seat_that_is_taken_in_is_one_of_those_the_hosts_device_is_passed_round_for(at: Evening) -> None:
    at.start()
    cleo = number(at, "Cleo")
    at.did(at.host, "carry", seat=cleo)
    seat = at.table.seat(cleo)
    assert seat is not None
    assert (seat.device, seat.passed, seat.name) == (at.host.device, True, "Cleo")
    assert [carried.name for carried in at.table.passed_seats(at.host.device)] == ["Cleo"]
    assert at.table.own_seat(at.host.device).name == "Ana"  # type: ignore[union-attr]
    assert at.move(at.host, "carry", seat=cleo).status_code == 422, "it is there already"


def test_a_host_who_is_taken_in_by_another_hosts_no_more_on_the_device_that_is_gone(at: Evening) -> None:
    at.did(at.host, "hand-over", seat=number(at, "Cleo"), too="true")
    cleo = at.people["Cleo"].device
    assert at.table.is_host(cleo)
    at.did(at.host, "carry", seat=number(at, "Cleo"))
    assert not at.table.is_host(cleo)
    assert at.table.is_host(at.host.device)


def test_a_device_whose_guest_is_taken_in_elsewhere_is_in_its_owners_hands_again(at: Evening) -> None:
    at.did(at.host, "hand-over", seat=number(at, "Ben"), too="true")
    ben = at.people["Ben"].device
    at.did(at.people["Ben"], "hand", seat=number(at, "Dov"))
    assert not at.table.is_host(ben)
    at.did(at.host, "carry", seat=number(at, "Dov"))
    assert at.table.is_host(ben)


# --- badges ----------------------------------------------------------------------------------------------------------


def test_a_badge_is_one_of_eight_and_nobody_elses(at: Evening) -> None:
    ana, ben = at.table.seats[:2]
    for badge in (ana.badge, 8, -1):
        answer = at.move(at.people["Ben"], "rename", seat=ben.number, name="Ben", badge=badge)
        assert answer.status_code == 422, badge
        assert at.table.seats[1].badge == ben.badge
    free = next(n for n in range(8) if n not in {seat.badge for seat in at.table.seats})
    at.did(at.people["Ben"], "rename", seat=ben.number, name="Ben", badge=free)
    assert at.table.seats[1].badge == free


@pytest.mark.parametrize("wish", ["taken", 8, -1])
def test_who_sits_down_with_a_badge_that_is_taken_or_none_gets_a_free_one(at: Evening, wish: object) -> None:
    taken = {seat.badge for seat in at.table.seats}
    eve = Visitor(at.house, "Eve")
    eve.get(f"/j/{at.code}")
    assert eve.post(f"/j/{at.code}", name="Eve", badge=min(taken) if wish == "taken" else wish).status_code == 303
    assert at.table.seats[-1].name == "Eve"
    assert at.table.seats[-1].badge in set(range(8)) - taken


# --- the numbers in a refusal ----------------------------------------------------------------------------------------


def refused(at: Evening, kind: str, **form: Any) -> str:
    answer = at.move(at.host, kind, **form)
    assert answer.status_code == 422
    return unescape(answer.text)


def test_how_many_there_is_room_for_is_said_as_it_is(at: Evening) -> None:
    """Eight people fit at a table, and four are there."""
    assert "At most 8 names fit at once." in refused(at, "add", name="1,2,3,4,5,6,7,8,9")
    assert "There is room for 4 more." in refused(at, "add", name="1,2,3,4,5")
    at.did(at.host, "add", name="Eve, Finn, Gil, Hal")
    assert "This table is full: 8 people are seated." in refused(at, "add", name="Ida")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_how_many_are_missing_or_too_many_is_said_as_it_is(house: House, game: Game) -> None:
    fewest, most = game.players
    at = evening(house, game, 1, 1)
    assert f"{game.title} needs {fewest} players: {fewest - 1} more to go." in refused(at, "start")
    at.did(at.host, "add", name="Ben, Cleo, Dov, Eve, Finn, Gil, Hal")
    if most < 8:
        assert f"{game.title} takes up to {most} players: somebody has to sit out." in refused(at, "start")


def test_the_bounds_of_a_number_are_said_as_they_are(at: Evening) -> None:
    """The example takes guesses from 0 to 24."""
    at.start()
    assert "This cannot be below 0." in refused(at, "play/guess", number="-1")
    assert "This cannot be above 24." in refused(at, "play/guess", number="25")


# --- what is frozen while a game runs --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_options_and_badges_stay_as_they_are_while_a_game_runs(house: House, game: object) -> None:
    at = evening(house, game, 1)  # type: ignore[arg-type]
    free = next(n for n in range(8) if n not in {seat.badge for seat in at.table.seats})
    at.did(at.people["Ben"], "rename", seat=number(at, "Ben"), name="Ben", badge=free)
    at.start()
    before = at.table
    for option in before.the_game.options:
        for value, _ in option.choices:
            assert at.move(at.host, "decide", key=option.key, value=value).status_code in (409, 422)
    badge = next(n for n in range(8) if n not in {seat.badge for seat in at.table.seats})
    assert at.move(at.people["Ben"], "rename", seat=number(at, "Ben"), name="Ben", badge=badge).status_code == 422
    assert (at.table.options, at.table.seats) == (before.options, before.seats)
    at.did(at.people["Ben"], "rename", seat=number(at, "Ben"), name="Finn", badge=at.table.seats[1].badge)


# --- what a screen shows ----------------------------------------------------------------------------------------------


def test_a_host_whose_device_is_in_somebody_elses_hands_hosts_nothing_and_shows_no_ticket(at: Evening) -> None:
    at.did(at.host, "add", name="Eve")
    at.did(at.host, "ticket", seat=number(at, "Cleo"))
    at.did(at.host, "hand", seat=number(at, "Eve"))
    seen = seen_by(at.table, at.host.device, frozenset(), at.house.now)
    assert (seen.host, seen.viewer.host, seen.passed, dict(seen.tickets)) == (False, False, True, {})
    at.did(at.host, "hand-back")
    seen = seen_by(at.table, at.host.device, frozenset(), at.house.now)
    assert (seen.host, seen.viewer.host, seen.passed, len(seen.tickets)) == (True, True, False, 1)


def test_a_step_that_nobody_has_ticked_is_neither_done_nor_lost(at: Evening) -> None:
    at.did(at.host, "set-up")
    assert not any(step.done or step.lost for step in seen_by(at.table, "").steps)


def test_the_log_shows_the_last_forty_lines_the_newest_first(at: Evening) -> None:
    for n in range(45):
        at.did(at.host, "door", open="true" if n % 2 else "false")
    lines = seen_by(at.table, at.host.device).log
    assert len(lines) == 40
    assert [line.number for line in lines] == sorted((line.number for line in lines), reverse=True)
    assert lines[0].number == at.table.version


# --- a new deal ------------------------------------------------------------------------------------------------------


def test_a_start_finds_every_device_in_its_owners_hands_and_every_message_unread(at: Evening) -> None:
    ben, dov = at.people["Ben"], number(at, "Dov")
    at.did(ben, "hand", seat=dov)
    at.start()
    assert at.table.speaks_for(ben.device).name == "Ben"  # type: ignore[union-attr]
    at.did(ben, "hand", seat=dov)
    assert at.message(ben).status_code == 200
    at.did(ben, "hand-back")
    at.did(ben, "hand", seat=dov)
    assert at.message(ben).status_code == 403, "read once already"
    at.start()
    assert at.table.speaks_for(ben.device).name == "Ben"  # type: ignore[union-attr]
    at.did(ben, "hand", seat=dov)
    assert at.message(ben).status_code == 200


def test_what_is_done_again_is_what_was_taken_back_last_and_nothing_else(at: Evening) -> None:
    at.start()
    at.did(at.host, "play/guess", number=1)
    taken_back = at.table.play.now.move  # type: ignore[union-attr]
    at.did(at.host, "undo", of=taken_back)
    before = at.table
    for other in (taken_back - 1, taken_back + 1, 0):
        assert at.move(at.host, "redo", of=other).status_code == 409, other
    assert at.table == before
    at.did(at.host, "redo", of=taken_back)


# --- the set-up ------------------------------------------------------------------------------------------------------


def test_the_plan_is_part_of_the_set_up_alone(at: Evening) -> None:
    assert seen_by(at.table, at.host.device).plan is None
    at.did(at.host, "set-up")
    assert seen_by(at.table, at.host.device).plan is not None
    at.start()
    assert seen_by(at.table, at.host.device).plan is None


def test_shared_out_every_step_that_one_can_do_alone_is_somebodys_in_turn(at: Evening) -> None:
    at.did(at.host, "set-up")
    assert [step.chore for step in seen_by(at.table, "").steps] == [None] * len(seen_by(at.table, "").steps)
    at.did(at.people["Cleo"], "share-out", on="true")
    chores = [step.chore for step in seen_by(at.table, "").steps if step.step.alone]
    round_the_table = [number(at, name) for name in ("Ana", "Ben", "Cleo", "Dov")] * len(chores)
    assert chores == round_the_table[: len(chores)]
    assert all(step.chore is None for step in seen_by(at.table, "").steps if not step.step.alone)
    at.did(at.host, "share-out", on="false")
    assert not any(step.chore for step in seen_by(at.table, "").steps)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_tick_is_lost_when_its_step_asks_for_something_else(house: House, game: Game) -> None:
    """As four mats are three once somebody sits out: nobody has put that one away."""
    at = evening(house, game, 1, 4)
    at.did(at.host, "set-up")
    before = {each.step.key: each.step for each in seen_by(at.table, "").steps}
    for key in before:
        at.did(at.host, "tick", step=key, done="true")
    assert all((each.done, each.lost) == (True, False) for each in seen_by(at.table, "").steps)
    at.did(at.people["Ben"], "sit-out", seat=number(at, "Dov"), out="true")
    after = {each.step.key: each for each in seen_by(at.table, "").steps}
    lost = {key for key, each in after.items() if each.lost}
    assert {key for key, each in after.items() if each.done} == set(after) - lost
    counts_people = {key for key in before if counted(before[key]) != counted(after[key].step)}
    assert counts_people <= lost != set()


def counted(step: Step) -> list[int]:
    """How many of each thing a step takes."""
    return [take.n for take in step.takes]


# --- a game begun under other rules ----------------------------------------------------------------------------------


def test_a_held_game_takes_no_move_and_shows_no_message(at: Evening) -> None:
    at.start()
    code, entries = read(written(at.code, at.house.keeper.store.read(at.code)))
    older = [
        entry if entry.kind != "start" else type(entry)(**{**vars(entry), "data": '{"edition": 999, "luck": true}'})
        for entry in entries
    ]
    table = replay(code, older)
    assert table.play is not None
    assert table.play.held
    for name, who in at.people.items():
        seen = seen_by(table, who.device)
        assert (seen.held, seen.view, seen.box, seen.awaited, seen.result) == (True, None, (), (), None), name
        assert messages_for(table, who.device) == ()
        for kind, move in at.game.moves.items():
            fields = at.guess(who, kind)
            with pytest.raises(Refused):
                play(table, f"play:{kind}", move.read(fields), who.device, at.house.now, table.version)


def test_whoever_has_no_seat_sees_no_message_and_no_title(at: Evening) -> None:
    at.start()
    table: Table = at.table
    for device in ("", visitors(at)[-1].device):
        assert seen_by(table, device).box == ()
        assert messages_for(table, device) == ()
    for who in at.people.values():
        assert all(str(message.text) == "" for message in seen_by(table, who.device).box), "titles alone"
        assert seen_by(table, who.device, wall=True).box == ()
