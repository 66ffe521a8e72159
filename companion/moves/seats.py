"""The moves by which people come to a table, are called something, sit out and leave."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

from companion.game import BADGES, MaybeWhole, Move, NothingNew, Player, Refused, Stale, Whole, Wholes
from companion.names import clean_name, folded
from companion.table import Past, Seat, Table, TableAct
from companion.values import replace
from companion.words import Text, Who, count, listed, say

BETWEEN_NAMES = re.compile(r"[,;\r\n،、，；]+")


class Sit(Move):
    """Take a seat with this phone."""

    who = "anyone"
    bound_to_phase = bound_to_hold = False
    name: str
    badge: MaybeWhole = None


def sit(table: Table, act: TableAct, move: Sit) -> Table:
    own = table.own_seat(act.device)
    if own is not None:
        raise Refused(say("You already have a seat here: %(name)s.", name=own.name), "name")
    kept = table.expected(move.name)
    if kept is not None:
        act.seat = kept.number
        act.tell(say("%(player)s took a seat"))
        came = replace(kept, device=act.device, passed=False, since=act.number, expected=False)
        return _with_badge(table.changed(came), came, move.badge)
    act.seat = table.made + 1
    act.tell(say("%(player)s took a seat"))
    return with_seat(table, move.name, move.badge, act.device, passed=False)


def _with_badge(table: Table, seat: Seat, badge: int | None) -> Table:
    """With another badge for that seat where a free one was chosen."""
    if badge is None or not 0 <= badge < len(BADGES) or badge in {other.badge for other in table.seats}:
        return table
    return table.changed(replace(seat, badge=badge))


class Add(Move):
    """Add players without a phone, one or `more`: this phone is passed round for their seats. All of them or none."""

    bound_to_phase = False
    name: str
    more: tuple[str, ...] = ()
    badge: MaybeWhole = None

    @classmethod
    def read(cls, form: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """Names typed in one field stand between commas or on lines of their own."""
        single = super().read(form)
        first, *more = [name for name in BETWEEN_NAMES.split(single.get("name", "")) if name.strip()] or [""]
        return {**single, "name": first, "more": [name[:200] for name in more]}


def add(table: Table, act: TableAct, move: Add) -> Table:
    names = (move.name, *move.more)
    room = len(BADGES) - len(table.seats)
    if len(names) > len(BADGES):  # each refusal would be a sentence of its own, of whatever was typed
        raise Refused(say("At most %(n)s names fit at once.", n=len(BADGES)), "name")
    if 0 < room < len(names):
        raise Refused(say("There is room for %(n)s more.", n=room), "name")
    added, wrong = table, []
    for name in names:
        try:
            added = with_seat(added, name, None if move.more else move.badge, act.device, passed=True)
        except Refused as no:
            wrong.append(no.sentence if not move.more else say("%(name)s: %(why)s", name=name.strip(), why=no.sentence))
    if wrong:
        raise Refused(reduce(_and_then, wrong), "name")
    new = [seat.name for seat in added.seats[len(table.seats) :]]
    if move.more:
        act.tell(say("%(player)s added %(names)s, who have no phone", names=listed(new)))
    else:
        act.tell(say("%(player)s added %(name)s, who has no phone", name=new[0]))
    return added


def _and_then(one: Text, two: Text) -> Text:
    return say("%(one)s\n%(two)s", one=one, two=two)


class OfSeat(Move):
    """A move about one seat."""

    bound_to_phase = False
    seat: Whole


class Rename(OfSeat):
    name: str
    badge: MaybeWhole = None


def rename(table: Table, act: TableAct, move: Rename) -> Table:
    seat = seat_of(table, move)
    must_be_own_or_host(table, seat, act)
    name = free_name(table, move.name, but=seat)
    badge = seat.badge if move.badge is None else _free_badge(table, move.badge, but=seat)
    if table.play is not None and badge != seat.badge:
        raise Refused(say("Badges stay as they are while a game is running."), "badge")
    if name != seat.name:
        if seat.number == act.seat:
            act.note(say("%(old)s is now called %(new)s", old=seat.name, new=name))
        else:
            act.tell(say("%(player)s renamed %(old)s to %(new)s", old=seat.name, new=name))
    if badge != seat.badge:
        act.tell(say("%(player)s changed the badge of %(name)s", name=name))
    return table.changed(replace(seat, name=name, badge=badge))


class Remove(OfSeat):
    """Take a seat away for good: a host any, a player their own. It `closes` those its device was passed round for;
    not so in older evenings."""

    closes: bool = False


def remove(table: Table, act: TableAct, move: Remove) -> Table:
    seat = seat_of(table, move)
    must_be_own_or_host(table, seat, act)
    if table.play is not None and seat.number in table.play.seats:
        raise Refused(
            say(
                "%(name)s is in the game that is running. Stop the game first, or move the seat to another phone.",
                name=seat.name,
            )
        )
    if seat.number == act.seat:
        act.note(say("%(name)s left the table", name=seat.name))
    elif _added_here(table, act, seat) and not _ever_played(table, seat):
        act.tell(say("%(player)s removed %(name)s", name=seat.name))
    else:
        several = count(
            "%(player)s removed %(name)s", "%(player)s removed %(n)s people, %(name)s last", 1, name=seat.name
        )
        act.announce(say("%(player)s removed %(name)s", name=seat.name), several)
    left = tuple(other for other in table.seats if other != seat)
    sent_off = not seat.passed and seat.device != act.device
    hosts = tuple(host for host in table.hosts if host != seat.device) if sent_off else table.hosts
    removed = replace(table, seats=left, passed_to=in_no_hands_of(table, seat), hosts=hosts)
    left_behind = move.closes and not seat.passed and seat.device not in hosts
    return closed(removed, act, [seat.device]) if left_behind else removed


def _added_here(table: Table, act: TableAct, seat: Seat) -> bool:
    """Whether it was on no device but this one."""
    return seat.passed and seat.device == act.device and seat.number not in table.lost.values()


def _ever_played(table: Table, seat: Seat) -> bool:
    """Seats are numbered as they come: who came after everybody who was ever dealt in was in no game."""
    dealt_in = [*table.phones, *table.dealt_in, *(number for over in table.evening for number in over.seats)]
    return bool(table.deal) and seat.number <= max(dealt_in, default=seat.number)


def closed(table: Table, act: TableAct, devices: Sequence[str]) -> Table:
    """`Table.closed`, told to everybody."""
    after = table.closed(devices)
    for seat in table.seats:
        if seat not in after.seats:
            line = say("%(name)s plays on no device now, until the host moves the seat to one", name=Who(seat.number))
            act.announce(line)
    return after


class SitOut(OfSeat):
    """Sit out, or come back in, for the next game."""

    out: bool


def sit_out(table: Table, act: TableAct, move: SitOut) -> Table:
    seat = seat_of(table, move)
    must_be_own_or_host(table, seat, act)
    if not act.replayed and seat.out == move.out:
        raise NothingNew
    if seat.number == act.seat:
        act.tell(say("%(player)s sits out the next game") if move.out else say("%(player)s is in again"))
    elif move.out:
        act.announce(say("%(player)s let %(name)s sit out the next game", name=Who(seat.number)))
    else:
        act.announce(say("%(player)s brought %(name)s back in", name=Who(seat.number)))
    return table.changed(replace(seat, out=move.out))


class Shift(OfSeat):
    """Move a seat one place earlier round the table, as in older evenings. What was drawn by place stayed, and so was
    somebody else's: now all are seated at once, see `Arrange`."""

    who = "host"


def shift(table: Table, act: TableAct, move: Shift) -> Table:
    if table.play is not None:
        raise Refused(say("The order stays as it is while a game is running."))
    seat = seat_of(table, move)
    i = table.seats.index(seat)
    others = [other for other in table.seats if other != seat]
    others.insert(i - 1 if i else len(others), seat)
    act.tell(_in_order(others))
    return replace(table, seats=tuple(others))


class Arrange(Move):
    """Seat everybody round the table: all seats in their new `order`, clockwise. A game that runs takes it, or says why
    not."""

    who = "host"
    bound_to_phase = False
    order: Wholes

    @classmethod
    def read(cls, form: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """From `place-SEAT` of each, as people type places. Raises `Refused`."""
        places = {name[6:]: values[-1].strip() for name, values in form.items() if name.startswith("place-")}
        if sorted(places.values()) != sorted(str(n) for n in range(1, len(places) + 1)):
            raise Refused(say("Please give each person a place of their own, from 1 to %(n)s.", n=len(places)))
        return {"order": sorted(places, key=lambda seat: int(places[seat]))}

    def about(self, at: Table) -> tuple[object, Text] | None:
        """The order as it was: else two hosts who mend it at once undo what the other did."""
        names = listed([seat.name for seat in at.seats]) if at.seats else say("nobody")
        return [seat.number for seat in at.seats], names


def arrange(table: Table, act: TableAct, move: Arrange) -> Table:
    seats = {seat.number: seat for seat in table.seats}
    if sorted(move.order) != sorted(seats):
        raise Stale(say("Somebody has come or gone meanwhile. Please look again."))
    if not act.replayed and move.order == tuple(seats):
        raise NothingNew
    after = replace(table, seats=tuple(seats[number] for number in move.order))
    line = _in_order(after.seats)
    play = table.play
    in_it = [seat.number for seat in table.playing]
    playing = tuple(number for number in move.order if number in in_it)
    if playing != tuple(in_it):
        by_place = _by_place(table) - set(table.drawn_for_seats)
        after = replace(after, drawn={key: value for key, value in table.drawn.items() if key not in by_place})
    if play is None or table.result() is not None or playing == play.seats:
        act.tell(line)
        return after
    state = None if play.held else table.the_game.reseat(play.now.state, playing)
    now = Past(state, act.number, act.seat, line=None, undoable=False, before=None) if state is not None else play.now
    act.announce(line)
    act.new_phase = True  # what was about to be tapped may be somebody else's turn now
    return replace(after, play=replace(play, seats=playing, dealt=play.dealt or play.seats, now=now, undone=()))


def _by_place(table: Table) -> set[str]:
    """What is drawn for the first, the second and so on at the table, and was whoever's sat there in older evenings."""
    game = table.the_game
    anybody = tuple(Player(n, "", BADGES[n]) for n in range(game.players[0]))
    steps = game.plan(anybody, table.chosen(game), {}).steps
    return {step.draw.key for step in steps if step.draw is not None and step.draw.placed}


def _in_order(seats: Sequence[Seat]) -> Text:
    names = listed([Who(seat.number) for seat in seats])
    return say("%(player)s changed the seats. Clockwise: %(names)s", names=names)


def in_no_hands_of(table: Table, seat: Seat) -> dict[str, int]:
    """`Table.passed_to`, with no device in the hands of that seat any more."""
    return {device: number for device, number in table.passed_to.items() if number != seat.number}


def seat_of(table: Table, move: OfSeat) -> Seat:
    """The seat that a move is about. Raises `Refused` where it is gone."""
    seat = table.seat(move.seat)
    if seat is None:
        raise Refused(say("Nobody sits there any more."))
    return seat


def must_be_own_or_host(table: Table, seat: Seat, act: TableAct) -> None:
    """Raises `Refused` for whoever does not decide about that seat."""
    if not act.host and not table.is_own(seat, act.device):
        raise Refused(say("Only the host or %(name)s can do that.", name=seat.name))


def with_seat(
    table: Table,
    name: str,
    badge: int | None,
    device: str,
    *,
    passed: bool,
    pretend: bool = False,
    expected: bool = False,
) -> Table:
    """With one more seat, with that badge where it is free. Raises `Refused` as `newcomers_name` does."""
    shown = newcomers_name(table, name)
    free = [number for number in range(len(BADGES)) if number not in {seat.badge for seat in table.seats}]
    chosen = badge if badge in free else free[0]
    seat = Seat(
        table.made + 1, shown, chosen, device, passed=passed, pretend=pretend, since=table.version + 1,
        expected=expected,
    )  # fmt: skip
    return replace(table, seats=(*table.seats, seat), made=table.made + 1)


def newcomers_name(table: Table, text: str) -> str:
    """The name as shown of somebody who has no seat yet. Raises `Refused` where every seat is taken, or the name is."""
    if len(table.seats) >= len(BADGES):
        raise Refused(say("This table is full: %(n)s people are seated.", n=len(BADGES)), "name")
    return free_name(table, text)


def free_name(table: Table, text: str, but: Seat | None = None) -> str:
    """The name as shown. Raises `Refused` where somebody here goes by it, `but` whose it is."""
    name = clean_name(text)
    taken = {folded(seat.name) for seat in table.seats if seat != but}
    if folded(name) in taken:
        n = next(n for n in range(2, 99) if folded(f"{name}{n}") not in taken)
        raise Refused(say("Somebody here is already called that. How about “%(name)s %(n)s”?", name=name, n=n), "name")
    return name


def _free_badge(table: Table, badge: int, but: Seat) -> int:
    if not 0 <= badge < len(BADGES):
        raise Refused(say("That is not one of the choices here."), "badge")
    if badge in {seat.badge for seat in table.seats if seat != but}:
        raise Refused(say("Somebody else has that badge."), "badge")
    return badge
