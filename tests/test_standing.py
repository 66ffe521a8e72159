"""What each sees of who hosts and of who may come in: a table made by hand, moment by moment."""

from __future__ import annotations

from typing import Any

import pytest

from companion.doorstep import Ask
from companion.table import Moment, Seat, Table, Wish
from companion.trust import SeenAsk, SeenWish, Standing, asking_of, is_asking, settled, standing
from companion.values import replace
from companion.words import Name

THEN = 1_800_000_000_000
"""When a host was last here."""
AWAY = THEN + 60_000
"""The first moment at which a host counts as away."""
SEATS = (
    Seat(1, "Ana", 0, "ana"),
    Seat(2, "Ben", 1, "ben"),
    Seat(3, "Cleo", 2, "cleo"),
    Seat(4, "Dov", 3, "ben", passed=True),
    Seat(5, "Eve", 4, "eve"),
)
TABLE = Table("CDFGH", version=40, hosts=("ana",), seats=SEATS, dealt_in=(1, 2, 3, 4))
"""Ana hosts, Ben's phone is passed round to Dov, Eve came after the start."""


def seen(table: Table, device: str, now: int = AWAY, *, put_away: int = 0, **about: Any) -> Standing:
    return standing(table, device, Moment(now, THEN, **about), put_away)


def test_a_host_is_away_when_none_of_their_devices_has_been_here_for_a_minute() -> None:
    assert seen(TABLE, "ben", AWAY).away
    assert not seen(TABLE, "ben", AWAY - 1).away
    assert not seen(replace(TABLE, hosts=()), "ben", AWAY).away, "there is none"


@pytest.mark.parametrize(
    ("device", "chooses"),
    [("ben", True), ("cleo", True), ("ana", False), ("eve", False), ("a stranger", False), ("", False)],
)
def test_with_the_host_away_those_choose_who_were_dealt_in_on_a_device_of_their_own(device: str, chooses: bool) -> None:
    assert seen(TABLE, device).chooses is chooses
    assert not seen(TABLE, device, AWAY - 1).chooses
    held = replace(TABLE, passed_to={"ben": 4})
    assert seen(held, device).chooses is (chooses and device != "ben"), "not while somebody else holds it"


def test_whom_they_choose_is_shown_with_how_many_are_for_it_since_the_host_is_away() -> None:
    wishes = (Wish(2, 3, 10, AWAY), Wish(3, 2, 11, AWAY - 1), Wish(2, 5, 12, AWAY + 5), Wish(2, 2, 13, AWAY))
    wished = replace(TABLE, wishes=wishes)
    assert seen(wished, "cleo", AWAY + 9).choosers == {2: 2, 3: 0}, "Eve was not dealt in"
    assert seen(wished, "", AWAY + 9).choosers == {2: 2, 3: 0}
    assert seen(wished, "cleo", AWAY - 1).choosers == {}


def test_enough_are_more_than_half_of_those_who_choose_and_are_here_and_never_one() -> None:
    many = replace(
        TABLE,
        seats=(SEATS[0], *(Seat(n, f"Finn {n}", n % 8, f"finn {n}") for n in range(2, 9))),
        dealt_in=tuple(range(1, 9)),
    )
    for here, needed in ((7, 4), (6, 4), (5, 3), (2, 2), (1, 2), (0, 2)):
        devices = frozenset({"ana", "a stranger", *(f"finn {n}" for n in range(2, 2 + here))})
        assert seen(many, "", here=devices).needed == needed
        assert seen(many, "", AWAY - 1, here=devices).needed == 0


WISHED = replace(
    TABLE,
    wishes=(
        Wish(2, 3, 10, AWAY),
        Wish(2, 5, 11, AWAY),
        Wish(3, 2, 12, AWAY),
        Wish(4, 2, 13, AWAY),
        Wish(1, 2, 14, AWAY),
        Wish(9, 2, 15, AWAY),
    ),
)
"""For Ben by two, for Cleo; and for who has no device, who hosts already, and who is gone."""


def test_a_host_sees_each_wish_that_can_be_granted_once_the_latest_first() -> None:
    assert seen(WISHED, "ana", THEN).wishes == (SeenWish(12, 3, (2,)), SeenWish(11, 2, (3, 5)))
    for device in ("ben", "cleo", "a stranger", ""):
        assert seen(WISHED, device, THEN).wishes == ()


def test_wishes_that_were_put_away_are_shown_no_more_and_newer_ones_are() -> None:
    shown = {put: [wish[:2] for wish in seen(WISHED, "ana", put_away=put).wishes] for put in (9, 10, 11, 12)}
    assert shown == {9: [(12, 3), (11, 2)], 10: [(12, 3), (11, 2)], 11: [(12, 3)], 12: []}
    assert seen(WISHED, "ana", put_away=10).wishes[1].by == (5,)


def test_wishes_are_numbered_as_their_host_counts_who_knows_of_no_choice_changed_in_secret() -> None:
    changed = replace(WISHED, unseen=((11, "cleo"),))
    assert seen(changed, "ana").wishes == (SeenWish(11, 3, (2,)), SeenWish(10, 2, (3, 5)))


GIL, HAL, AGAIN = Ask("k1", "gil", "Gil"), Ask("k2", "hal", "Hal"), Ask("k3", "gil", "Gilbert")


def test_each_who_asks_is_there_once_until_they_belong_here_or_were_turned_away() -> None:
    moment = Moment(THEN, THEN, asks=(GIL, HAL, AGAIN))
    assert asking_of(TABLE, moment) == (GIL, HAL)
    assert asking_of(replace(TABLE, turned_away=frozenset({"gil"})), moment) == (HAL,)
    assert asking_of(replace(TABLE, hosts=("ana", "hal")), moment) == (GIL,)
    assert asking_of(replace(TABLE, seats=(*SEATS, Seat(6, "Hal", 5, "hal"))), moment) == (GIL,)
    away = replace(TABLE, turned_away=frozenset({"ida"}))
    assert settled(away) == {"ana", "ben", "cleo", "eve", "ida"}


def test_who_asks_is_shown_to_hosts_and_with_them_away_to_those_who_choose_with_who_agreed_since() -> None:
    let = replace(TABLE, letting={"gil": {2: AWAY - 1, 3: AWAY, 5: AWAY + 1}, "ida": {2: AWAY}})
    asks = (GIL, HAL)
    found = (SeenAsk("k1", "Gil", 2), SeenAsk("k2", "Hal", 0))
    for device, now, shown in (
        ("ana", THEN, found), ("ana", AWAY, found), ("ben", AWAY, found), ("cleo", AWAY, found), ("ben", THEN, ()),
        ("eve", AWAY, ()), ("gil", AWAY, ()), ("", AWAY, ()),
    ):  # fmt: skip
        assert seen(let, device, now, asks=asks).asks == shown, (device, now)
    assert {type(ask.name) for ask in seen(let, "ana", asks=asks).asks} == {Name}


def test_who_asks_knows_by_which_name_and_who_was_not_let_in_knows_that() -> None:
    assert [seen(TABLE, device, asks=(GIL, HAL)).asking for device in ("gil", "hal", "ben", "")] == [
        "Gil",
        "Hal",
        "",
        "",
    ]
    assert type(seen(TABLE, "gil", asks=(GIL,)).asking) is Name
    away = replace(TABLE, turned_away=frozenset({"gil"}))
    assert seen(away, "gil", asks=(GIL,)).asking == ""
    assert [seen(away, device).turned_away for device in ("gil", "hal", "ana", "")] == [True, False, False, False]


def test_whoever_asks_is_asking_until_they_belong_here_or_were_turned_away() -> None:
    moment = Moment(THEN, THEN, asks=(GIL, HAL))
    assert [is_asking(TABLE, device, moment) for device in ("gil", "hal", "ben", "")] == [True, True, False, False]
    assert not is_asking(replace(TABLE, turned_away=frozenset({"gil"})), "gil", moment)
    assert not is_asking(replace(TABLE, hosts=("ana", "hal")), "hal", moment)


def test_the_door_is_open_in_a_lobby_until_it_is_shut() -> None:
    assert (seen(TABLE, "").open, seen(TABLE, "").shut) == (True, False)
    shut = seen(replace(TABLE, shut=True), "")
    assert (shut.open, shut.shut) == (False, True)


def test_a_panel_is_drawn_anew_when_what_hangs_on_the_moment_changes() -> None:
    quiet, one = seen(TABLE, "", THEN), SeenAsk("k1", "Gil", 0)
    signs = [
        quiet.sign,
        quiet._replace(away=True).sign,
        quiet._replace(needed=2).sign,
        quiet._replace(asking="Gil").sign,
        quiet._replace(asks=(one,)).sign,
        quiet._replace(asks=(one, SeenAsk("k2", "Hal", 0))).sign,
    ]
    assert len(set(signs)) == 6
    assert quiet._replace(asks=(one._replace(agreed=1),), wishes=(SeenWish(1, 2, ()),)).sign == signs[4]
