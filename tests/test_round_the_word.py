"""Ways round the word of somebody whose phone is passed round: a new deal, a ticket, a seat taken in, a host."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import find_game
from tests.evenings import Evening, House, Visitor, evening, fixed_chance


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """In the bag runs; Dov, who has no phone, holds Ben's; Ben has a word."""
    fixed_chance(monkeypatch, 13)
    at = evening(House(tmp_path), find_game("example"), 1, 4)  # type: ignore[arg-type]
    at.start()
    at.did(at.people["Ben"], "word", word="4072")
    at.did(at.people["Ben"], "hand", seat=number(at, "Dov"))
    return at


def number(at: Evening, name: str) -> int:
    return next(seat.number for seat in at.table.seats if seat.name == name)


def closed_to(at: Evening, who: Visitor) -> bool:
    return at.message(who, "scapegoat").status_code == 403


def test_a_new_deal_while_the_phone_is_passed_round_opens_nothing_of_its_owners(at: Evening) -> None:
    at.start()
    ben = at.people["Ben"]
    assert closed_to(at, ben)
    at.did(ben, "unlock", word="4072")
    assert at.message(ben).status_code == 200


def test_who_leaves_a_phone_with_their_seat_leaves_its_owners_message_closed(at: Evening) -> None:
    at.did(at.people["Ben"], "ticket", seat=number(at, "Dov"))
    new = Visitor(at.house, "Dov")
    new.get(f"/j/{at.code}")
    assert new.post(f"/j/{at.code}", ticket=next(iter(at.table.tickets))).status_code == 303
    assert closed_to(at, at.people["Ben"])


def test_a_seat_taken_in_from_a_phone_in_its_hands_leaves_the_owners_message_closed(at: Evening) -> None:
    at.did(at.host, "carry", seat=number(at, "Dov"))
    assert closed_to(at, at.people["Ben"])


def test_whoever_has_not_typed_the_word_makes_no_ticket_for_the_seat(at: Evening) -> None:
    ben = at.people["Ben"]
    at.did(ben, "hand-back")
    assert at.move(ben, "ticket", seat=number(at, "Ben")).status_code == 422
    assert at.move(ben, "ticket", seat=number(at, "Dov")).status_code == 422
    assert not at.table.tickets


def test_the_owner_of_a_phone_makes_no_ticket_for_somebody_who_has_a_word_there(at: Evening) -> None:
    ben = at.people["Ben"]
    at.did(ben, "word", word="1234")
    at.did(ben, "hand-back")
    at.did(ben, "unlock", word="4072")
    assert at.move(ben, "ticket", seat=number(at, "Dov")).status_code == 422
    assert not at.table.tickets


def test_a_seat_that_comes_back_to_a_phone_by_a_ticket_is_closed_there_though_its_word_was_typed_once(
    at: Evening,
) -> None:
    ben, seat, other = at.people["Ben"], number(at, "Ben"), Visitor(at.house, "another browser")
    at.did(ben, "hand-back")
    at.did(ben, "unlock", word="4072")
    other.get(f"/j/{at.code}")
    for giver, taker in ((ben, other), (at.host, ben)):
        at.did(giver, "ticket", seat=seat)
        assert taker.post(f"/j/{at.code}", ticket=list(at.table.tickets)[-1]).status_code == 303
        assert closed_to(at, taker)


def test_whoever_has_not_typed_a_hosts_word_presses_nothing_in_the_hosts_name(at: Evening) -> None:
    ben = at.people["Ben"]
    at.did(ben, "hand-back")
    at.did(ben, "unlock", word="4072")
    at.did(at.host, "hand-over", seat=number(at, "Ben"), too="true")
    at.did(ben, "hand", seat=number(at, "Dov"))
    at.did(ben, "hand-back")
    assert ben.device in at.table.hosts
    page, now = ben.get(f"/t/{at.code}").text, at.table.version
    assert "Yes, delete the table" not in page
    assert "up_to" not in page
    ways = [rule.rule for rule in at.house.app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    ways = [way.replace("<code>", at.code) for way in ways if way.startswith("/t/<code>/") and "path:" not in way]
    assert {f"/t/{at.code}/{way}" for way in ("forget", "put-away", "wifi", "message")} <= set(ways)
    for way in ways:
        answer = ben.post(way, up_to="999", key="scapegoat", network="at home")
        assert answer.status_code in (403, 404, 409, 422), way
    assert at.house.keeper.table(at.code) is not None
    assert at.table.version == now
    at.did(ben, "unlock", word="4072")
    assert "made" in at.host.get(f"/t/{at.code}").text
    assert ben.post(f"/t/{at.code}/forget").status_code == 303
    assert at.house.keeper.table(at.code) is None


def test_a_message_read_once_stays_closed_on_another_device_until_the_host_opens_it(at: Evening) -> None:
    """Else whoever lends the phone would read it by a ticket for a browser of theirs."""
    ben, dov = at.people["Ben"], number(at, "Dov")
    assert at.message(ben).status_code == 200
    at.did(ben, "ticket", seat=dov)
    other = Visitor(at.house, "another browser")
    other.get(f"/j/{at.code}")
    assert other.post(f"/j/{at.code}", ticket=next(iter(at.table.tickets))).status_code == 303
    assert "You have read this. The host can let you read it again." in other.get(f"/t/{at.code}").text
    assert closed_to(at, other)
    page = at.host.get(f"/t/{at.code}").text
    assert "Let Dov read again" in page
    at.did(at.host, "reopen", seat=dov)
    assert at.message(other).status_code == 200


def test_a_message_open_on_one_phone_is_told_again_where_the_host_takes_the_seat_in(at: Evening) -> None:
    ben, dov = at.people["Ben"], number(at, "Dov")
    assert at.message(ben).status_code == 200
    at.did(at.host, "carry", seat=dov)
    at.did(at.host, "hand", seat=dov)
    told = len(at.table.notices)
    assert at.message(at.host).status_code == 200
    assert len(at.table.notices) == told + 1
