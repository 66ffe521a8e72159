"""Evenings from before a rule was there replay as they were played: what an old entry does not say was so by then."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.fold import play, replay
from companion.game import Plan, Player, Refused
from companion.moves import TABLE_MOVES
from companion.store import Entry
from companion.table import Table
from companion.values import replace
from tests.test_fold import ANA, BEN, CLEO, DOV, NOW, At, older
from tests.test_screens import as_if, draw, step

SAID_NOTHING: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "open": ({}, {"practice": False, "phones": False, "people": ()}),
    "add": ({"name": "Eve"}, {"more": (), "badge": None}),
    "remove": ({"seat": BEN}, {"closes": False}),
    "arrive": ({"ticket": "x"}, {"closes": False, "was": ""}),
    "carry": ({"seat": BEN}, {"closes": False}),
    "opened": ({}, {"key": ""}),
    "unlock": ({}, {"word": "", "right": False}),
    "hand-over": ({"seat": BEN}, {"too": False, "closes": False}),
    "claim": ({"seat": BEN}, {"host_last_here": None, "here": ()}),
    "set-up": ({}, {"how": "", "for_seats": False, "for_who": False}),
    "draw": (
        {"step": "bag"},
        {"by": "app", "fields": {}, "luck": False, "next": False, "for_seats": False, "for_who": False},
    ),
    "draw-all": ({}, {"for_seats": False, "for_who": False}),
    "tick": ({"step": "bag"}, {"done": True}),
    "start": ({}, {"edition": 0, "luck": False, "phones": False, "draws": False, "for_seats": False, "for_who": False}),
    "again": ({}, {"lies": False}),
}


@pytest.fixture
def at() -> At:
    """Ana hosts; Ben shares his phone with Dov; Cleo has her own."""
    return At.of_four()


@pytest.mark.parametrize("kind", SAID_NOTHING)
def test_what_an_old_entry_does_not_say_was_not_so(kind: str) -> None:
    raw, rest = SAID_NOTHING[kind]
    move = TABLE_MOVES[kind][0].typed(raw)
    assert {name: getattr(move, name) for name in rest} == rest


def test_a_practice_game_is_kept_and_read_by_the_word_that_every_log_has_for_it() -> None:
    kept = '{"rehearsal":true,"phones":true,"game":"","people":[]}'
    table = replay("TABLE", [Entry(1, NOW, "ana", "open", kept)])
    assert (table.practice, len(table.seats), table.unreplayable) == (True, 4, False)
    assert play(Table("TABLE"), "open", {"practice": True}, "ana", NOW, 0)[0].data == kept


def test_whoever_tried_it_out_held_every_phone(at: At) -> None:
    at.table = Table("TABLE")
    table = older(at, "ana", "open", practice=True)
    assert [(seat.name, seat.device, seat.passed, seat.pretend) for seat in table.seats] == [
        ("Ana", "ana", False, False), *((name, "ana", True, True) for name in ("Ben", "Cleo", "Dov")),
    ]  # fmt: skip


def test_a_tap_that_changed_nothing_was_told_and_is(at: At) -> None:
    at.did("ana", "set-up")
    at.did("cleo", "share-out", on=True)
    at.did("cleo", "tick", step="pebbles")
    last = at.log[-1]
    again = [replace(at.log[-2], number=last.number + 1), replace(last, number=last.number + 2)]
    table = replay("TABLE", [*at.log, *again])
    assert [line.number for line in table.told[-2:]] == [last.number - 1, last.number + 1]
    assert (table.shared_out, set(table.ticks), table.version) == (True, {"pebbles"}, last.number + 2)
    assert table.aside == at.table.aside + 2, "and was a move as any other"


def by_place(players: Sequence[Player], options: Mapping[str, str], drawn: Mapping[str, str]) -> Plan:
    """A set-up in which it is drawn by where people sit who starts."""
    who = replace(draw("first", drawn.get("first")), placed=True, starts=True)
    return Plan((step("one", draw=who),), (), ())


@pytest.mark.parametrize(
    ("kind", "raw"),
    [
        ("draw", {"step": "one"}),
        ("draw", {"step": "one", "by": "hand", "fields": {"it": "1"}}),
        ("draw", {"step": "one", "by": "hand", "fields": {"it": "1"}, "next": True}),
        ("draw", {"step": "one", "by": "hand", "next": True}),
        ("draw-all", {}),
        ("set-up", {"how": "drawn"}),
    ],
)
def test_what_was_drawn_by_where_people_sat_was_whoevers_sat_there_then(
    at: At, monkeypatch: pytest.MonkeyPatch, kind: str, raw: dict[str, Any]
) -> None:
    as_if(at, monkeypatch, plan=by_place)
    at.did("ana", "set-up")
    before, now = at.table, at.did("ana", kind, **raw)
    then = replayed_as_then(at, before)
    assert (now.drawn_here, then.drawn_here) == ({"first": "1"}, {"first": "1"})
    for table, drawn in ((now, {}), (then, {"first": "1"})):
        at.table = table
        at.did("ana", "sit-out", seat=CLEO, out=True)
        assert at.table.drawn_here == drawn


def test_who_starts_as_drawn_with_the_game_was_whoever_sat_there_when_it_began_anew(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_if(at, monkeypatch, plan=by_place)
    before, now = at.table, at.did("ana", "start")
    for table, drawn_for in ((replayed_as_then(at, before), {}), (now, {"first": (ANA, BEN, DOV)})):
        at.table = table
        at.did("ana", "sit-out", seat=CLEO, out=True)
        assert at.did("ana", "start").drawn_for_seats == drawn_for


def naming(players: Sequence[Player], options: Mapping[str, str], drawn: Mapping[str, str]) -> Plan:
    """A set-up in which it is drawn by name who starts."""
    return Plan((step("one", draw=replace(draw("first", drawn.get("first")), names=True, starts=True)),), (), ())


@pytest.mark.parametrize(
    ("kind", "raw", "theirs"),
    [
        ("draw", {"step": "one"}, True),
        ("draw", {"step": "one", "by": "hand", "fields": {"it": "1"}}, False),
        ("draw", {"step": "one", "by": "hand", "fields": {"it": "1"}, "next": True}, False),
        ("draw", {"step": "one", "by": "hand", "next": True}, True),
        ("draw-all", {}, True),
        ("set-up", {"how": "drawn"}, True),
        ("start", {}, True),
    ],
)
def test_whom_the_app_drew_was_drawn_for_others_too_and_whom_the_table_told_still_is(
    at: At, monkeypatch: pytest.MonkeyPatch, kind: str, raw: dict[str, Any], theirs: bool
) -> None:
    as_if(at, monkeypatch, plan=naming)
    at.did("ana", "set-up")
    before, now = at.table, at.did("ana", kind, **raw)
    then = replayed_as_then(at, before, "for_who")
    assert (now.drawn_here, then.drawn_here) == ({"first": "1"}, {"first": "1"})
    if kind == "start":
        now, then = replace(now, play=None), replace(then, play=None)
    for table, drawn in ((now, {} if theirs else {"first": "1"}), (then, {"first": "1"})):
        at.table = table
        at.did("ana", "sit-out", seat=CLEO, out=True)
        assert at.table.drawn_here == drawn
        at.did("ana", "sit-out", seat=CLEO, out=False)
        assert at.table.drawn_here == {"first": "1"}, "and theirs again"


def replayed_as_then(at: At, before: Table, unsaid: str = "for_seats") -> Table:
    """The table after its last move, as that move was written when it did not say for whom it drew."""
    said = {name: value for name, value in json.loads(at.log[-1].data).items() if name != unsaid}
    return replay("TABLE", [replace(at.log[-1], data=json.dumps(said))], before)


def test_who_wished_for_a_host_and_who_became_one_was_told(at: At) -> None:
    at.did("eve", "sit", name="Eve")
    at.table = older_told(at, "ben", seat=CLEO)
    assert at.told()[-1] == "Ben wants Cleo as the host"
    at.table = older_told(at, "cleo", seat=BEN)
    assert at.table.claims == {str(CLEO): frozenset({BEN}), str(BEN): frozenset({CLEO})}
    at.table = older_told(at, "eve", seat=CLEO)
    assert at.told()[-1] == "Eve agreed: Cleo is the host now"
    assert at.table.notices[-1].text == at.table.told[-1].text


def older_told(at: At, device: str, *, seat: int) -> Table:
    """An old wish, with what it tells."""
    entry = replace(at.log[-1], number=at.table.version + 1, device=device, kind="claim", data=f'{{"seat":{seat}}}')
    return replay("TABLE", [entry], at.table)


def test_who_played_on_a_hosts_device_came_along_unread_and_its_owner_stayed(at: At) -> None:
    at.did("ana", "add", name="Finn")
    finn = next(seat for seat in at.table.seats if seat.name == "Finn")
    at.table = at.table.changed(replace(finn, reading=frozenset({"pebbles-1"})))
    at.table = older_told(at, "ben", seat=CLEO)
    at.table = older_told(at, "cleo", seat=CLEO)
    seats = {seat.name: (seat.device, seat.passed, seat.reading) for seat in at.table.seats}
    assert seats["Finn"] == ("cleo", True, frozenset())
    assert seats["Ana"] == ("ana", False, frozenset())
    assert seats["Dov"] == ("ben", True, frozenset())


def test_nobody_who_shares_a_phone_and_no_host_had_a_voice(at: At) -> None:
    for device, seat in (("ana", CLEO), ("eve", CLEO)):
        with pytest.raises(Refused, match="Only players with a device of their own"):
            older(at, device, "claim", seat=seat)
    at.did("ben", "hand", seat=DOV)
    assert older_told(at, "ben", seat=CLEO).claims == {}


def test_who_played_on_a_laptop_without_a_seat_stayed_there_when_it_hosted_no_more() -> None:
    at = At()
    at.did("ben", "sit", name="Ben")
    at.did("ana", "add", name="Dov")
    table = older(at, "ana", "hand-over", seat=1)
    assert [(seat.name, seat.device) for seat in table.seats] == [("Ben", "ben"), ("Dov", "ana")]
    assert table.hosts == ("ben",)
