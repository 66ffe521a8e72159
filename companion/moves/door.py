"""The moves about who may come in: the door, and those who ask to be let in while it is shut."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Move, NotYours, Refused, Whole
from companion.moves.hosting import AWAY
from companion.moves.seats import Add, Sit, newcomers_name, with_seat
from companion.names import folded
from companion.table import Moment, Table, TableAct
from companion.values import replace
from companion.words import say

ALONE = say("This is a practice game: nobody else can take part in it.")
FEW = 2
"""Players whose taps let somebody in while every host is away: one alone could bring a friend to read along."""


class Door(Move):
    """Shut the door before the game, or open it again."""

    who = "host"
    bound_to_phase = False
    open: bool


def door(table: Table, act: TableAct, move: Door) -> Table:
    act.tell(say("%(player)s opened the door") if move.open else say("%(player)s closed the door"))
    return replace(table, shut=not move.open)


def through_the_door(table: Table, act: TableAct, move: Sit, moment: Moment) -> Sit:
    """Raises `NotYours` while the door is shut. Older evenings knew no door."""
    if not (table.door_open or act.host or table.own_seat(act.device)):
        raise NotYours(say("You are watching this game. Ask to be let in."), "name")
    return move


def added_at_the_door(table: Table, act: TableAct, move: Add, moment: Moment) -> Add:
    """Raises `NotYours` while the door is shut: with a ticket for such a seat a player could let a stranger in."""
    if not table.door_open and not act.host:
        raise NotYours(say("The door is closed now: only the host adds players."), "name")
    return move


def may_ask(table: Table, device: str, name: str, others: Sequence[str], *, barred: bool = False) -> str:
    """The name as shown by which a device may ask to be let in, while `others` ask by theirs; `barred` if it may not
    sit down though the door is open. Raises `Refused` and `NotYours`."""
    if table.practice:
        raise NotYours(ALONE)
    if table.belongs(device):
        raise Refused(say("You already have a seat at this table."), "name")
    if table.door_open and not barred:
        raise Refused(say("The door is open now: take a seat."), "name")
    if device in table.turned_away:
        raise NotYours(say("The host did not let you in. You can go on watching."))
    shown = newcomers_name(table, name)
    if folded(shown) in map(folded, others):
        raise Refused(say("Somebody by that name is already asking. Please choose another."), "name")
    return shown


class OfAsk(Move):
    """A move about somebody at the door. It keeps which device that was, and by which name."""

    bound_to_phase = False
    ask: str
    device: str = ""
    name: str = ""
    host_last_here: Whole = 0


def as_asked(table: Table, act: TableAct, move: OfAsk, moment: Moment) -> OfAsk:
    """The move with who asks, and when a host was last here. Raises `Refused` when nobody asks by that key."""
    ask = next((ask for ask in moment.asks if ask.key == move.ask), None)
    if ask is None:
        raise Refused(say("Nobody is asking to be let in by that name any more."))
    last_here = act.at - (moment.now - moment.host_last_here)
    return type(move)(ask=ask.key, device=ask.device, name=ask.name, host_last_here=last_here)


class LetIn(OfAsk):
    """Let somebody in: a host alone, or while every host is away two of those who were dealt in."""

    of_own = True


def let_in(table: Table, act: TableAct, move: LetIn) -> Table:
    own = table.own_seat(move.device)
    if own is not None:
        raise Refused(say("%(name)s already has a seat here.", name=own.name))
    came = with_seat(table, move.name, None, move.device, passed=False)
    letting = {device: by for device, by in table.letting.items() if device != move.device}
    if not act.host:
        if act.at - move.host_last_here < AWAY or act.seat not in table.choosers:
            raise NotYours(say("Only the host can do that."))
        since, before = move.host_last_here + AWAY, table.letting.get(move.device, {})
        agreed = {seat: at for seat, at in before.items() if at >= since and seat in table.choosers}
        agreed[act.seat] = act.at
        if len(agreed) < FEW:
            act.tell(say("%(player)s wants to let %(name)s in", name=move.name))
            return replace(table, letting={**letting, move.device: agreed})
    act.announce(say("%(player)s let %(name)s in", name=move.name))
    return replace(came, letting=letting)


class TurnAway(OfAsk):
    """Do not let somebody in, and hear no more of it until the table is in the lobby again."""

    who = "host"


def turn_away(table: Table, act: TableAct, move: TurnAway) -> Table:
    act.tell(say("%(player)s did not let %(name)s in", name=move.name))
    return replace(table, turned_away=table.turned_away | {move.device})


class TurnAllAway(Move):
    """Let nobody in who asks just now. It keeps which devices those were."""

    who = "host"
    bound_to_phase = False
    devices: tuple[str, ...] = ()


def all_who_ask(table: Table, act: TableAct, move: TurnAllAway, moment: Moment) -> TurnAllAway:
    """The move with those who ask. Raises `Refused` when nobody does."""
    devices = {ask.device for ask in moment.asks} - {seat.device for seat in table.seats} - {*table.hosts}
    if not devices - table.turned_away:
        raise Refused(say("Nobody is asking to be let in any more."))
    return TurnAllAway(devices=tuple(sorted(devices)))


def turn_all_away(table: Table, act: TableAct, move: TurnAllAway) -> Table:
    act.tell(say("%(player)s turned away everybody who asked to be let in"))
    return replace(table, turned_away=table.turned_away | set(move.devices))
