"""The moves about who hosts: by a host's own tap, or by what the players agree on once every host is away."""

from __future__ import annotations

from companion.game import MaybeWhole, Move, NotYours, Refused, Wholes
from companion.moves.seats import OfSeat, closed, seat_of
from companion.names import new_ticket
from companion.table import NO_SEAT, Moment, Table, TableAct, Ticket, Wish
from companion.values import replace
from companion.words import Who, say

AWAY = 60_000
"""Ms after which a host counts as away: a phone that sleeps for a moment loses nothing."""
TICKET_GOOD_FOR = 600_000
"""Ms from when a ticket was made, of whatever kind: ten minutes, as pages and the console say."""


CONSOLE = "console"
"""The device of whoever types at the server's console: as no browser can be called, which are hashes."""


class HostingTicket(Move):
    """Make a ticket for hosting itself: for the server's console alone, when the host's browser is lost. In older
    evenings the host's own device made it."""

    who = "anyone"
    of_own = True
    bound_to_phase = False


def at_the_console(table: Table, act: TableAct, move: HostingTicket, moment: Moment) -> HostingTicket:
    """Raises `NotYours` for every browser."""
    if act.device != CONSOLE:
        raise NotYours(say("Only the app’s console can do that."))
    return move


def hosting_ticket(table: Table, act: TableAct, move: HostingTicket) -> Table:
    made = new_ticket(act.chance)
    act.announce(say("A ticket for a new host was made at the app’s console"))
    return replace(table, tickets={**table.tickets, made: Ticket(NO_SEAT, act.at + TICKET_GOOD_FOR)})


class HandOver(OfSeat):
    """Make somebody else the host, and stop hosting oneself unless `too`. It `closes` the seats that a device without
    one of its own was passed round for: nobody could pass it on any more. Not so in older evenings."""

    who = "host"
    too: bool = False
    closes: bool = False


def hand_over(table: Table, act: TableAct, move: HandOver) -> Table:
    seat = seat_of(table, move)
    if seat.passed:
        raise Refused(say("%(name)s needs a device to be the host.", name=seat.name))
    if move.too:
        act.announce(say("%(player)s made %(name)s a host too", name=Who(seat.number)))
    else:
        act.announce(say("%(player)s made %(name)s the host", name=Who(seat.number)))
    others = tuple(h for h in table.hosts if h != seat.device and (move.too or h != act.device))
    handed = replace(table, hosts=(*others, seat.device))
    strands = move.closes and not move.too and table.own_seat(act.device) is None
    return closed(handed, act, [act.device]) if strands else handed


class Claim(OfSeat):
    """Wish that somebody hosts. While a host is here the host decides; else enough of those who were dealt in do. It
    keeps when a host was last here, and which seats were here; `None` in older evenings, where a majority decided."""

    of_own = True
    host_last_here: MaybeWhole = None
    here: Wholes = ()


def as_seen(table: Table, act: TableAct, move: Claim, moment: Moment) -> Claim:
    """The wish with what the app sees just now."""
    here = tuple(seat.number for seat in table.seats if seat.device in moment.here)
    return Claim(seat=move.seat, host_last_here=act.at - (moment.now - moment.host_last_here), here=here)


def claim(table: Table, act: TableAct, move: Claim) -> Table:
    seat = seat_of(table, move)
    if seat.passed or seat.device in table.hosts:
        raise Refused(say("%(name)s cannot become the host now.", name=seat.name))
    if move.host_last_here is None:
        return _claimed_once(table, act, move)
    others = tuple(wish for wish in table.wishes if (wish.seat, wish.by) != (seat.number, act.seat))
    wished = replace(table, wishes=(*others, Wish(seat.number, act.seat, act.number, act.at)))
    if act.at - move.host_last_here < AWAY:
        act.tell(say("%(player)s would like %(name)s to be the host", name=seat.name))
        return wished
    if act.seat not in table.choosers or seat.number not in table.choosers:
        raise Refused(
            say(
                "While the host is away, only players who were in when the host last started the game choose a new one."
            )
        )
    agreed = agreeing(wished, seat.number, move.host_last_here)
    if len(agreed) < enough(table, agreed | frozenset(move.here)):
        act.tell(say("%(player)s wants %(name)s as the new host", name=seat.name))
        return wished
    act.announce(say("%(player)s agreed: %(name)s is the host now", name=Who(seat.number)))
    return replace(hosted_by(table, act, closes=True, device=seat.device), wishes=())


def agreeing(table: Table, seat: int, since: int) -> frozenset[int]:
    """Who chose that seat as the host once all were away, `since` a host was last here: what was wished before was the
    host's to answer."""
    return frozenset(wish.by for wish in table.wishes if wish.seat == seat and wish.at >= since + AWAY) & table.choosers


def enough(table: Table, here: frozenset[int]) -> int:
    """How many have to agree: more than half of those who may choose and are here, and never one alone where there are
    two, here or not: one phone that stays awake while the others sleep is no majority."""
    return max(len(table.choosers & here) // 2 + 1, min(2, len(table.choosers)))


def hosted_by(table: Table, act: TableAct, *, closes: bool, device: str) -> Table:
    """With that device hosting because the host's is gone. The new one does not speak for those whom the old one was
    passed round for: these seats close. In older evenings they came along."""
    gone = [host for host in table.hosts if host != device]
    hosts = (*gone, device)
    if closes:
        return closed(replace(table, hosts=hosts), act, gone)
    left = [seat for seat in table.seats if seat.passed and seat.device in gone]
    for seat in left:
        table = table.changed(replace(seat, device=device, reading=frozenset()))
    passed_to = {at: number for at, number in table.passed_to.items() if number not in {seat.number for seat in left}}
    return replace(table, hosts=hosts, passed_to=passed_to)


def _claimed_once(table: Table, act: TableAct, move: Claim) -> Table:
    """As it was decided in older evenings: by more than half of the other phones, whenever they came."""
    seat = seat_of(table, move)
    phones = [other for other in table.seats if not other.passed and other.device not in table.hosts]
    voters = frozenset(other.number for other in phones)
    if act.seat not in voters:
        raise Refused(say("Only players with a device of their own can decide who is the host."))
    agreed = table.claims.get(str(seat.number), frozenset()) & voters | {act.seat}
    if len(agreed) * 2 <= len(phones):
        act.tell(say("%(player)s wants %(name)s as the host", name=seat.name))
        return replace(table, claims={**table.claims, str(seat.number): agreed})
    act.announce(say("%(player)s agreed: %(name)s is the host now", name=Who(seat.number)))
    return replace(hosted_by(table, act, closes=False, device=seat.device), claims={})
