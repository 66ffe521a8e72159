"""Who hosts: while a host is here the host decides; else those who were dealt in, more than half, and two at least."""

from __future__ import annotations

import pytest

from companion.table import Table, Ticket
from companion.values import replace
from tests.test_fold import ANA, BEN, CLEO, DOV, MINUTE, At

EVE = 5


@pytest.fixture
def at() -> At:
    """Ana hosts; Ben shares his phone with Dov; Cleo has her own."""
    return At.of_four()


def away(at: At, *here: str) -> None:
    """Every host is away for long, and these devices are here."""
    at.host_last_here, at.here = at.now - 10 * MINUTE, frozenset(here)


def test_while_a_host_is_here_anybody_seated_may_wish_and_nothing_comes_of_it_but_a_line(at: At) -> None:
    at.did("ana", "start")
    at.did("ana", "add", name="Eve")
    eve = at.table.seat(EVE)
    assert eve is not None
    at.table = at.table.changed(replace(eve, device="eve", passed=False))  # who came later
    at.did("eve", "claim", seat=CLEO)
    assert at.told()[-1] == "Eve would like Cleo to be the host"
    at.did("cleo", "claim", seat=EVE)
    assert at.told()[-1] == "Cleo would like Eve to be the host"
    assert at.hosts() == ("ana",)
    assert not at.table.notices


def test_with_every_host_away_a_wish_says_so_until_enough_agree(at: At) -> None:
    at.did("ana", "start")
    away(at, "ben", "cleo")
    at.did("ben", "claim", seat=CLEO)
    assert at.told()[-1] == "Ben wants Cleo as the new host"
    assert at.hosts() == ("ana",)
    at.did("cleo", "claim", seat=CLEO)
    assert at.told()[-1] == "Cleo agreed: Cleo is the host now"
    assert at.table.notices[-1].text == at.table.told[-1].text


def test_who_agreed_counts_as_here_though_their_phone_sleeps_now() -> None:
    """Of four, two agreed and are asleep, and two others are here: three have to agree."""
    at = At()
    for name in ("ana", "ben", "cleo", "dov", "eve"):
        at.did(name, "sit", name=name.title())
    at.did("ana", "start")
    away(at, "dov", "eve")
    at.did("ben", "claim", seat=CLEO)
    at.did("cleo", "claim", seat=CLEO)
    assert at.hosts() == ("ana",)
    at.did("dov", "claim", seat=CLEO)
    assert at.hosts() == ("ana", "cleo")


@pytest.mark.parametrize(("ago", "hosts"), [(59_999, ("ana",)), (60_000, ("ana", "cleo"))])
def test_a_host_is_away_after_sixty_seconds(at: At, ago: int, hosts: tuple[str, ...]) -> None:
    at.did("ana", "start")
    at.host_last_here, at.here = at.now - ago, frozenset({"ben", "cleo"})
    at.did("ben", "claim", seat=CLEO)
    at.did("cleo", "claim", seat=CLEO)
    assert at.hosts() == hosts


def test_a_ticket_for_hosting_is_good_for_ten_minutes_and_leaves_a_host_as_it_was(at: At) -> None:
    at.did("ana", "add", name="Eve")
    at.did("console", "hosting-ticket")
    assert at.told()[-1] == "A ticket for a new host was made at the app’s console"
    assert at.table.notices[-1].text == at.table.told[-1].text
    (ticket,) = at.table.tickets
    assert at.table.tickets[ticket] == Ticket(-1, at.now + 600_000)
    at.did("ana", "arrive", ticket=ticket)
    assert at.hosts() == ("ana",), "twice the same is one"
    assert at.table.seat(EVE).device == "ana", "and its seats stay"  # type: ignore[union-attr]


def test_who_becomes_the_host_by_a_ticket_leaves_whom_the_others_carried_on_no_device(at: At) -> None:
    at.did("ana", "add", name="Eve")
    at.did("console", "hosting-ticket")
    (ticket,) = at.table.tickets
    at.did("cleo", "arrive", ticket=ticket)
    assert at.hosts() == ("ana", "cleo")
    devices = {seat.name: seat.device for seat in at.table.seats}
    assert devices == {"Ana": "ana", "Ben": "ben", "Cleo": "cleo", "Dov": "ben", "Eve": ""}


def test_hosting_is_shared_only_where_that_is_said(at: At) -> None:
    at.did("ana", "hand-over", seat=CLEO)
    assert at.hosts() == ("cleo",)
    at.did("cleo", "hand-over", seat=CLEO)
    assert at.hosts() == ("cleo",), "to oneself changes nothing"
    assert at.table.notices[-1].seat == CLEO
    assert hosting(at.table) == {"cleo"}


def laptop() -> At:
    """Ana's laptop has no seat and hosts; Dov plays on it, Ben has a phone."""
    at = At()
    at.did("ben", "sit", name="Ben")
    at.did("ana", "add", name="Dov")
    return at


def devices(table: Table) -> dict[str, str]:
    return {str(seat.name): seat.device for seat in table.seats}


def test_who_plays_on_a_laptop_without_a_seat_is_on_no_device_once_it_hosts_no_more() -> None:
    at = laptop()
    at.did("ana", "hand-over", seat=at.named("Ben"), too=True)
    assert devices(at.table) == {"Ben": "ben", "Dov": "ana"}
    at.did("ana", "hand", seat=at.named("Dov"))
    at.did("ana", "hand-back")
    at.did("ana", "hand-over", seat=at.named("Ben"))
    assert devices(at.table) == {"Ben": "ben", "Dov": ""}
    assert at.told()[-1] == "Dov plays on no device now, until the host moves the seat to one"
    assert at.table.notices[-1].text == at.table.told[-1].text
    at.did("ben", "carry", seat=at.named("Dov"))
    assert devices(at.table) == {"Ben": "ben", "Dov": "ben"}


def test_who_plays_on_the_device_of_a_host_with_a_seat_stays_there(at: At) -> None:
    at.did("ana", "add", name="Eve")
    at.did("ana", "hand-over", seat=CLEO)
    assert devices(at.table)["Eve"] == "ana"
    at.did("ana", "hand", seat=at.named("Eve"))


def hosting(table: Table) -> set[str]:
    return {device for device in ("ana", "ben", "cleo", "eve") if table.is_host(device)}


def test_who_is_wished_for_has_a_device_and_does_not_host(at: At) -> None:
    away(at, "ben", "cleo")
    for seat in (ANA, DOV):
        no = at.cannot("ben", "claim", seat=seat)
        assert str(no.sentence) == f"{'Ana' if seat == ANA else 'Dov'} cannot become the host now."
    at.did("ana", "hand-over", seat=BEN, too=True)
    assert str(at.cannot("cleo", "claim", seat=BEN).sentence) == "Ben cannot become the host now."
