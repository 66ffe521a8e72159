"""The moves about phones: which phone speaks for whom, passing it round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from companion.game import Message, Move, NothingNew, Refused, Stale, Viewer
from companion.moves.hosting import TICKET_GOOD_FOR, hosted_by
from companion.moves.seats import OfSeat, closed, in_no_hands_of, must_be_own_or_host, seat_of
from companion.names import new_hold, new_ticket
from companion.table import NO_SEAT, Hold, Moment, Seat, Table, TableAct, Ticket
from companion.values import replace
from companion.words import Who, say

NO_TICKET = say("That ticket does not work, or no longer. Ask the host for a new one.")
Value = TypeVar("Value")


class MakeTicket(OfSeat):
    """Make a ticket with which another phone takes over a seat. It is drawn, so the log holds it only as draws."""

    of_own = True


def make_ticket(table: Table, act: TableAct, move: MakeTicket) -> Table:
    seat = seat_of(table, move)
    must_be_own_or_host(table, seat, act)
    made = new_ticket(act.chance)
    kept = {key: one for key, one in table.tickets.items() if one.seat != seat.number and one.until > act.at}
    act.announce(say("%(player)s made a ticket for %(name)s’s seat", name=Who(seat.number)))
    phone = None
    if seat.number in table.phones:  # as its own where it makes the ticket itself, else as that of the host who does
        phone = table.phones[seat.number] if seat.device == act.device else table.phone(act.device)
    new = Ticket(seat.number, act.at + TICKET_GOOD_FOR, phone, table.is_own(seat, act.device))
    return replace(table, tickets={**kept, made: new})


def is_theirs_to_give(table: Table, act: TableAct, move: MakeTicket, moment: Moment) -> MakeTicket:
    """Raises `Refused` for the owner of a device that is passed to somebody with a word: a ticket would go round it."""
    seat = table.seat(move.seat)
    if seat is not None and seat.word and seat.number != act.seat and not act.host:
        raise Refused(say("Only the host or %(name)s can do that.", name=seat.name))
    return move


class Arrive(Move):
    """Take over a seat on this phone with its ticket; the phone that had it is signed out. Or take over hosting. It
    `closes` the seats that a host's device was passed round for; in older evenings they came along."""

    who = "anyone"
    of_own = True
    bound_to_phase = bound_to_hold = False
    ticket: str
    closes: bool = False
    was: str = ""
    """As whom the table knew this browser before it was given a new token for the seat."""


def arrive(table: Table, act: TableAct, move: Arrive) -> Table:
    if move.was:
        table = _known_as(table, move.was, act.device)
        table = replace(table, coming=table.coming | {act.device})
        own = table.speaks_for(act.device)
        act.seat = own.number if own else NO_SEAT
    typed = "".join(move.ticket.upper().split())
    given = table.tickets.get(typed)
    if given is None or given.until < act.at:
        raise Refused(NO_TICKET, "ticket")
    if given.seat == NO_SEAT:
        act.announce(say("A device became the host’s, with a ticket from the app’s console"))
        hosted = hosted_by(table, act, closes=move.closes, device=act.device)
        return replace(hosted, tickets=_without(table.tickets, typed))
    seat = table.seat(given.seat)
    if seat is None:
        raise Refused(NO_TICKET, "ticket")
    if table.own_seat(act.device) is not None:
        raise Refused(say("You already have a seat here."), "ticket")
    hosting = not seat.passed and seat.device in table.hosts
    moved = _taken_over(table, seat, act.device, before=[move.was] if seat.passed else [move.was, seat.device])
    moved = replace(moved, tickets=_without(table.tickets, typed))
    if given.phone is not None:
        moved = replace(moved, phones={**table.phones, seat.number: given.phone})
    act.seat = seat.number
    act.announce(say("%(player)s moved to another device"))
    if hosting and move.closes:
        return closed(moved, act, [seat.device])
    # In older evenings whoever played on the old phone plays on the new one.
    for other in () if seat.passed else table.passed_seats(seat.device):
        act.announce(say("%(player)s moved to another device, and so did %(name)s", name=Who(other.number)))
        moved = moved.changed(replace(other, device=act.device))
    return moved


def _taken_over(table: Table, seat: Seat, device: str, before: Sequence[str]) -> Table:
    """With a seat, and what hangs on it, on that device; `before` are the devices its person played on until now."""
    hosts = tuple([device if host == seat.device and not seat.passed else host for host in table.hosts])
    read = seat.opened | seat.reading if seat.passed else seat.opened
    moved = table.changed(replace(seat, device=device, passed=False, reading=frozenset(), opened=read, expected=False))
    moved = replace(
        moved,
        hosts=hosts,
        passed_to=in_no_hands_of(table, seat),
        lost=_lost(table, seat),
        asides=_spent(table.asides, device, before),
        owns=_spent(table.owns, device, before),
    )
    if device in moved.holds:  # what was typed or asked for there was somebody else's
        closed_again = Hold(seat.number, moved.holds[device].number, shut=bool(seat.word))
        moved = replace(moved, holds={**moved.holds, device: closed_again})
    if moved.play is None:
        return moved
    return replace(moved, play=replace(moved.play, by=_spent(moved.play.by, device, before)))


class CameIn(Move):
    """The token that a device was given with its ticket was sent back: from now on its ticket answers nobody, nor a
    copy of the cookie which it was used by."""

    who = "anyone"
    of_own = True
    bound_to_phase = bound_to_hold = False


def came_in(table: Table, act: TableAct, move: CameIn) -> Table:
    if act.device not in table.coming:
        raise NothingNew
    return replace(table, coming=table.coming - {act.device})


class PlayHere(OfSeat):
    """Let the host's phone speak for a seat whose phone is gone, or that is on none. It `closes` those that phone was
    passed round for; not so in older evenings."""

    who = "host"
    closes: bool = False


def play_here(table: Table, act: TableAct, move: PlayHere) -> Table:
    seat = seat_of(table, move)
    if seat.device == act.device:
        raise Refused(say("%(name)s already plays on this device.", name=seat.name))
    act.announce(say("%(player)s moved %(name)s to the host’s device", name=Who(seat.number)))
    hosts = table.hosts if seat.passed else tuple(host for host in table.hosts if host != seat.device)
    unread = replace(seat, device=act.device, passed=True, reading=frozenset(), opened=frozenset(), expected=False)
    moved = table.changed(unread)
    moved = replace(moved, hosts=hosts, passed_to=in_no_hands_of(table, seat), lost=_lost(table, seat))
    if seat.number in table.phones:
        moved = replace(moved, phones={**table.phones, seat.number: table.phone(act.device)})
    return closed(moved, act, [seat.device]) if move.closes and not seat.passed else moved


def _known_as(table: Table, was: str, now: str) -> Table:
    """With a device known as `now` in everything that it was and had as `was`."""

    def known(device: str) -> str:
        return now if device == was else device

    def by_device(of: Mapping[str, Value]) -> dict[str, Value]:
        return {known(device): what for device, what in of.items()}

    return replace(
        table,
        seats=tuple([replace(seat, device=known(seat.device)) for seat in table.seats]),
        notices=tuple([one._replace(device=known(one.device)) for one in table.notices]),
        hosts=tuple(map(known, table.hosts)),
        turned_away=frozenset(map(known, table.turned_away)),
        unseen=tuple([(number, known(by)) for number, by in table.unseen]),
        passed_to=by_device(table.passed_to),
        lost=by_device(table.lost),
        letting=by_device(table.letting),
        holds=by_device(table.holds),
        hands=by_device(table.hands),
        acted=by_device(table.acted),
        pressed=by_device(table.pressed),
    )


def _without(by: Mapping[str, Value], key: str) -> dict[str, Value]:
    return {one: what for one, what in by.items() if one != key}


def _spent(by: Mapping[str, int], device: str, others: Sequence[str]) -> dict[str, int]:
    """With what these other devices have spent noted of that one, too: a seat that moves has no more to spend."""
    return {**by, device: max(by.get(one, 0) for one in (device, *others))}


def _lost(table: Table, seat: Seat) -> dict[str, int]:
    """With the phone noted that had this seat, so that it says so: whoever holds it may not be who gave the ticket
    away."""
    return dict(table.lost) if seat.passed else {**table.lost, seat.device: seat.number}


class Pass(OfSeat):
    """Pass this phone to somebody who has none. That begins a hold: whatever they do is drawn with its number."""

    bound_to_hold = False
    of_own = True


def pass_on(table: Table, act: TableAct, move: Pass) -> Table:
    seat = seat_of(table, move)
    if seat not in table.passed_seats(act.device):
        raise Refused(say("%(name)s does not play on this device.", name=seat.name))
    table = _put_down(table, act.device)
    return _held(replace(table, passed_to={**table.passed_to, act.device: seat.number}), act, table.seat(seat.number))


class PassBack(Move):
    """Pass the phone back to its owner. A message read meanwhile stays closed until a host opens it again."""

    of_own = True
    bound_to_phase = bound_to_hold = False


def is_passed_on(table: Table, act: TableAct, move: PassBack, moment: Moment) -> PassBack:
    """Raises `Stale` for a device that is in its owner's hands: in older evenings nothing came of it."""
    if act.device not in table.passed_to:
        raise Stale(say("This device is already back with its owner."))
    return move


def pass_back(table: Table, act: TableAct, move: PassBack) -> Table:
    if act.device not in table.passed_to:
        return table
    table = _put_down(table, act.device)
    return _held(replace(table, passed_to=_without(table.passed_to, act.device)), act, table.own_seat(act.device))


def _put_down(table: Table, device: str) -> Table:
    """With the messages closed that whoever holds this phone has read; its owner may read on when it is back."""
    seat = table.speaks_for(device)
    if seat is None:
        return table
    opened = seat.opened | seat.reading if seat.passed else seat.opened
    return table.changed(replace(seat, reading=frozenset(), opened=opened))


def _held(table: Table, act: TableAct, seat: Seat | None) -> Table:
    """With this device in the hands of that seat, or of its owner without one. In older logs no number was drawn."""
    number = new_hold(act.chance) if act.chance.is_left else ""
    hold = Hold(seat.number, number, shut=bool(seat.word)) if seat is not None else Hold(NO_SEAT, number)
    return replace(table, holds={**table.holds, act.device: hold})


class Opened(Move):
    """A message was read on a phone that is passed round, its owner's own too once it has been in other hands: kept so
    that a look in another hold needs a host, and told each time, with how often, since whoever has the phone or a copy
    of its cookie could have read it. Without a `key`, as in older logs, all that there were."""

    of_own = True
    bound_to_phase = False
    key: str = ""


def opened(table: Table, act: TableAct, move: Opened) -> Table:
    seat = table.seat(act.seat)
    if seat is None or seat.device not in table.holds:
        return table
    if not move.key:
        keys = [message.key for message in _messages(table, seat)] if seat.passed else []
        return table.changed(replace(seat, reading=frozenset(keys)))
    owner = act.whose_phone or Who(seat.number)
    line = say("%(name)s’s message was opened on %(owner)s’s device", name=Who(seat.number), owner=owner)
    act.announce(line)
    return table.changed(replace(seat, reading=seat.reading | {move.key}, read=seat.read | {move.key}))


class ShowChoice(Move):
    """Show the owner of a phone that was in other hands what they chose on it, until it is passed on again. Told,
    since whoever has the phone could ask for it."""

    of_own = True
    bound_to_phase = False


def show_choice(table: Table, act: TableAct, move: ShowChoice) -> Table:
    seat, hold = table.seat(act.seat), table.hold(act.device)
    if seat is None or seat.passed or act.device not in table.holds or hold.shows_choice or table.play is None:
        raise Refused(say("Nothing is kept back here."))
    line = say("%(name)s’s choice was opened on %(owner)s’s device", name=Who(seat.number), owner=Who(seat.number))
    act.announce(line)
    return replace(table, holds={**table.holds, act.device: hold._replace(shows_choice=True)})


def is_noted(table: Table, device: str) -> bool:
    """Whether each reading is noted of whoever has this phone, also of what they have read in this hold already: a
    cookie of it may have been copied, and two browsers with one cookie cannot be told apart. To renew it as the phone
    changes hands would shut a phone out whose answer was lost on the way, unless the old one opened a way back, which
    whoever copied it has as well. So nobody is shut out, and nobody reads along in silence."""
    return device in table.holds


class Read(Move):
    """A message was read for the first time, on a phone of one's own: kept so that every screen can say who has read,
    and this one makes room for the game."""

    of_own = True
    bound_to_phase = False
    key: str


def read(table: Table, act: TableAct, move: Read) -> Table:
    seat = table.seat(act.seat)
    return table if seat is None else table.changed(replace(seat, read=seat.read | {move.key}))


def is_first(table: Table, device: str, key: str) -> bool:
    """Whether whoever has this phone reads the message of that key for the first time."""
    seat = table.speaks_for(device)
    return seat is not None and key not in seat.read


def _messages(table: Table, seat: Seat) -> tuple[Message, ...]:
    play = table.play
    if play is None or play.held:
        return ()
    return table.the_game.messages(play.now.state, Viewer(seat.number))


class Reopen(OfSeat):
    """Let somebody read again what was closed when the phone that is passed round went on."""

    who = "host"


def reopen(table: Table, act: TableAct, move: Reopen) -> Table:
    seat = seat_of(table, move)
    act.announce(say("%(player)s let %(name)s read again", name=Who(seat.number)))
    return table.changed(replace(seat, opened=frozenset(), read=frozenset()))
