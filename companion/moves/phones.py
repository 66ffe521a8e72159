"""The moves about phones: which phone speaks for whom, handing it round, and who hosts."""

from __future__ import annotations

from companion.game import Move, Refused
from companion.moves.seats import OfSeat, must_be_own_or_host, seat_of
from companion.names import new_ticket
from companion.table import NO_SEAT, Seat, Table, TableAct
from companion.values import replace
from companion.words import say

TICKET_MINUTES = 10


class Ticket(OfSeat):
    """Make a ticket with which another phone takes over a seat. It is drawn, so the log holds it only as draws."""


def ticket(table: Table, act: TableAct, move: Ticket) -> Table:
    seat = seat_of(table, move)
    must_be_own_or_host(table, seat, act)
    made = new_ticket(act.chance)
    kept = {key: about for key, about in table.tickets.items() if about[0] != seat.number and about[1] > act.at}
    act.announce(say("made a ticket for %(name)s’s seat", name=seat.name))
    return replace(table, tickets={**kept, made: (seat.number, act.at + TICKET_MINUTES * 60_000)})


class HostingTicket(Move):
    """Make a ticket for hosting itself: for the server's console, when the host's browser is lost."""

    who = "host"
    bound_to_phase = False


def hosting_ticket(table: Table, act: TableAct, move: HostingTicket) -> Table:
    made = new_ticket(act.chance)
    act.announce(say("made a ticket for hosting"))
    return replace(table, tickets={**table.tickets, made: (NO_SEAT, act.at + TICKET_MINUTES * 60_000)})


class Arrive(Move):
    """Take over a seat on this phone with its ticket; the phone that had it is signed out. Or take over hosting."""

    who = "anyone"
    bound_to_phase = False
    ticket: str


def arrive(table: Table, act: TableAct, move: Arrive) -> Table:
    typed = "".join(move.ticket.upper().split())
    number, until = table.tickets.get(typed, (0, 0))
    seat = table.seat(number)
    tickets = {key: about for key, about in table.tickets.items() if key != typed}
    if number == NO_SEAT and until >= act.at:
        act.announce(say("took over hosting"))
        return replace(_hosted_by(table, act.device), tickets=tickets)
    if seat is None or until < act.at:
        raise Refused(say("That ticket is not valid, or no longer. Ask the host for a new one."), "ticket")
    if table.own_seat(act.device) is not None:
        raise Refused(say("You have a seat here already."), "ticket")
    hosts = table.hosts if seat.passed else tuple(act.device if h == seat.device else h for h in table.hosts)
    handed = {device: held for device, held in table.handed.items() if held != seat.number}
    moved = table.changed(replace(seat, device=act.device, passed=False, opened=False))
    for other in table.passed_seats(seat.device):  # whom the old phone carried, the new one carries
        if not seat.passed:
            moved = moved.changed(replace(other, device=act.device))
    act.seat = seat.number
    act.announce(say("moved to another device"))
    return replace(moved, hosts=hosts, handed=handed, tickets=tickets, lost=_lost(table, seat))


class Carry(OfSeat):
    """Let the host's phone speak for a seat whose phone is gone."""

    who = "host"


def carry(table: Table, act: TableAct, move: Carry) -> Table:
    seat = seat_of(table, move)
    if seat.device == act.device:
        raise Refused(say("This device already speaks for %(name)s.", name=seat.name))
    act.announce(say("took %(name)s in on the host’s device", name=seat.name))
    hosts = table.hosts if seat.passed else tuple(host for host in table.hosts if host != seat.device)
    handed = {device: held for device, held in table.handed.items() if held != seat.number}
    carried = table.changed(replace(seat, device=act.device, passed=True, opened=False))
    return replace(carried, hosts=hosts, handed=handed, lost=_lost(table, seat))


def _lost(table: Table, seat: Seat) -> dict[str, int]:
    """With the phone that had this seat told so: it may be in the hands of somebody who gave no ticket away."""
    return dict(table.lost) if seat.passed else {**table.lost, seat.device: seat.number}


class Hand(OfSeat):
    """Hand this phone to somebody it is shared with."""


def hand(table: Table, act: TableAct, move: Hand) -> Table:
    seat = seat_of(table, move)
    if seat not in table.passed_seats(act.device):
        raise Refused(say("This device does not speak for %(name)s.", name=seat.name))
    table = _closed(table, act.device)
    return replace(table, handed={**table.handed, act.device: seat.number})


class HandBack(Move):
    """Hand the phone back to its owner. A message read meanwhile stays closed until a host allows a second look."""

    bound_to_phase = False


def hand_back(table: Table, act: TableAct, move: HandBack) -> Table:
    table = _closed(table, act.device)
    return replace(table, handed={device: held for device, held in table.handed.items() if device != act.device})


def _closed(table: Table, device: str) -> Table:
    """With the message closed that whoever holds this phone has read."""
    seat = table.seat(table.handed.get(device, NO_SEAT))
    if seat is None or seat.device != device or not seat.reading:
        return table
    return table.changed(replace(seat, reading=False, opened=True))


class Opened(Move):
    """The message of a seat without a phone of its own was read; kept so that a second look needs a host."""

    bound_to_phase = False


def opened(table: Table, act: TableAct, move: Opened) -> Table:
    seat = table.seat(act.seat)
    return table if seat is None or not seat.passed else table.changed(replace(seat, reading=True))


class Reopen(OfSeat):
    """Let somebody who hands a phone round read their message once more."""

    who = "host"


def reopen(table: Table, act: TableAct, move: Reopen) -> Table:
    seat = seat_of(table, move)
    act.announce(say("let %(name)s read once more", name=seat.name))
    return table.changed(replace(seat, opened=False))


class HandOver(OfSeat):
    """Give hosting to another phone, and stop hosting oneself unless `too`."""

    who = "host"
    too: bool = False


def hand_over(table: Table, act: TableAct, move: HandOver) -> Table:
    seat = seat_of(table, move)
    if seat.passed:
        raise Refused(say("%(name)s has no device to host with.", name=seat.name))
    if move.too:
        act.announce(say("made %(name)s a host too", name=seat.name))
    else:
        act.announce(say("handed hosting over to %(name)s", name=seat.name))
    others = tuple(h for h in table.hosts if h != seat.device and (move.too or h != act.device))
    return replace(table, hosts=(*others, seat.device))


class Claim(OfSeat):
    """Say that somebody should host because the host is gone: with more than half of the other phones it is so."""


def claim(table: Table, act: TableAct, move: Claim) -> Table:
    seat = seat_of(table, move)
    if seat.passed or seat.device in table.hosts:
        raise Refused(say("%(name)s cannot take over hosting.", name=seat.name))
    phones = [other for other in table.seats if not other.passed and other.device not in table.hosts]
    voters = frozenset(other.number for other in phones)
    if act.seat not in voters:
        raise Refused(say("Only players with a device of their own can decide who hosts."))
    agreed = table.claims.get(str(seat.number), frozenset()) & voters | {act.seat}
    if len(agreed) * 2 <= len(phones):
        act.tell(say("asked that %(name)s hosts", name=seat.name))
        return replace(table, claims={**table.claims, str(seat.number): agreed})
    act.announce(say("agreed: %(name)s hosts now", name=seat.name))
    return replace(_hosted_by(table, seat.device), claims={})


def _hosted_by(table: Table, device: str) -> Table:
    """With that device hosting because the host's is gone, and handed round for whom that one was."""
    left = [seat for seat in table.seats if seat.passed and seat.device in table.hosts and seat.device != device]
    for seat in left:
        table = table.changed(replace(seat, device=device, reading=False))
    handed = {at: number for at, number in table.handed.items() if number not in {seat.number for seat in left}}
    return replace(table, hosts=(*(host for host in table.hosts if host != device), device), handed=handed)
