"""The moves every table knows whatever is played on it: seats, phones, hosts, set-up, starting, taking back."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Literal

from pydantic import Field

from companion.game import BADGES, Move, Refused, Stale, Step, Whole
from companion.games import find_game
from companion.names import clean_name, folded, new_code
from companion.table import NO_SEAT, Finished, Past, Play, Seat, Table, TableAct
from companion.words import say

TICKET_MINUTES = 10
PRETEND = ("Ben", "Cleo", "Dov", "Eve", "Finn")


# --- seats -----------------------------------------------------------------------------------------------------------


class Open(Move):
    """Open a table; whoever opens it hosts it."""

    who = "anyone"
    bound_to_phase = False
    rehearsal: bool = False
    game: str = ""


def open_table(table: Table, act: TableAct, move: Open) -> Table:
    if table.version != 1:
        raise Stale(say("This table is open already."))
    opened = replace(table, hosts=(act.device,), rehearsal=move.rehearsal)
    if find_game(move.game):
        opened = replace(opened, game=move.game)
    if move.rehearsal:
        for name in PRETEND[: max(opened.the_game.players[0], 4) - 1]:
            opened = _with_seat(opened, name, None, act.device, passed=True, pretend=True)
    act.tell(say("opened the table"))
    return opened


class Sit(Move):
    """Take a seat with this phone."""

    who = "anyone"
    bound_to_phase = False
    name: str
    badge: Whole | None = None


def sit(table: Table, act: TableAct, move: Sit) -> Table:
    own = table.own_seat(act.device)
    if own is not None:
        raise Refused(say("This phone already has a seat: %(name)s.", name=own.name), "name")
    act.seat = table.made + 1
    act.tell(say("took a seat"))
    return _with_seat(table, move.name, move.badge, act.device, passed=False)


class Add(Move):
    """Add a player without a phone: this phone is handed over for that seat."""

    bound_to_phase = False
    name: str
    badge: Whole | None = None


def add(table: Table, act: TableAct, move: Add) -> Table:
    added = _with_seat(table, move.name, move.badge, act.device, passed=True)
    act.tell(say("added %(name)s, who has no phone", name=added.seats[-1].name))
    return added


class OfSeat(Move):
    """A move about one seat."""

    bound_to_phase = False
    seat: Whole


class Rename(OfSeat):
    name: str
    badge: Whole | None = None


def rename(table: Table, act: TableAct, move: Rename) -> Table:
    seat = _seat(table, move)
    _must_be_own_or_host(seat, act)
    name = _free_name(table, move.name, but=seat)
    badge = seat.badge if move.badge is None else _free_badge(table, move.badge, but=seat)
    if table.play is not None and badge != seat.badge:
        raise Refused(say("Badges stay as they are while a game is running."), "badge")
    if (name, badge) != (seat.name, seat.badge):
        act.tell(say("changed how %(old)s is shown: %(new)s", old=seat.name, new=name))
    return _change(table, replace(seat, name=name, badge=badge))


class Remove(OfSeat):
    """Take a seat away for good: a host any, a player their own."""


def remove(table: Table, act: TableAct, move: Remove) -> Table:
    seat = _seat(table, move)
    _must_be_own_or_host(seat, act)
    if table.play is not None and seat.number in table.play.seats:
        raise Refused(
            say(
                "%(name)s is in the game that is running. End the game first, or give the seat to another phone.",
                name=seat.name,
            )
        )
    act.tell(say("took %(name)s's seat away", name=seat.name))
    handed = {device: number for device, number in table.handed.items() if number != seat.number}
    left = tuple(other for other in table.seats if other != seat)
    return replace(table, seats=left, handed=handed)


class SitOut(OfSeat):
    """Sit out, or come back in, for the next game."""

    out: bool


def sit_out(table: Table, act: TableAct, move: SitOut) -> Table:
    seat = _seat(table, move)
    _must_be_own_or_host(seat, act)
    act.tell(say("sat %(name)s out", name=seat.name) if move.out else say("brought %(name)s back in", name=seat.name))
    return _change(table, replace(seat, out=move.out))


class Shift(OfSeat):
    """Move a seat one place earlier round the table; the order of seats is clockwise."""

    who = "host"


def shift(table: Table, act: TableAct, move: Shift) -> Table:
    if table.play is not None:
        raise Refused(say("The order stays as it is while a game is running."))
    seat = _seat(table, move)
    i = table.seats.index(seat)
    others = [other for other in table.seats if other != seat]
    others.insert(i - 1 if i else len(others), seat)
    return replace(table, seats=tuple(others))


# --- phones and hosts ------------------------------------------------------------------------------------------------


class Ticket(OfSeat):
    """Make a ticket with which another phone takes over a seat. It is drawn, so the log holds it only as draws."""


def ticket(table: Table, act: TableAct, move: Ticket) -> Table:
    seat = _seat(table, move)
    _must_be_own_or_host(seat, act)
    made = new_code(act.chance) + act.chance.pick("3479")
    kept = {key: about for key, about in table.tickets.items() if about[0] != seat.number and about[1] > act.at}
    act.tell(say("made a ticket for %(name)s's seat", name=seat.name))
    return replace(table, tickets={**kept, made: (seat.number, act.at + TICKET_MINUTES * 60_000)})


class Arrive(Move):
    """Take over a seat on this phone with its ticket; the phone that had it is signed out."""

    who = "anyone"
    bound_to_phase = False
    ticket: str


def arrive(table: Table, act: TableAct, move: Arrive) -> Table:
    typed = "".join(move.ticket.upper().split())
    number, until = table.tickets.get(typed, (NO_SEAT, 0))
    seat = table.seat(number)
    if seat is None or until < act.at:
        raise Refused(say("That ticket is not valid, or no longer. Ask the host for a new one."), "ticket")
    if table.own_seat(act.device) is not None:
        raise Refused(say("This phone already has a seat."), "ticket")
    hosts = table.hosts if seat.passed else tuple(act.device if h == seat.device else h for h in table.hosts)
    handed = {device: held for device, held in table.handed.items() if held != seat.number}
    tickets = {key: about for key, about in table.tickets.items() if key != typed}
    moved = _change(table, replace(seat, device=act.device, passed=False, opened=False))
    for other in table.passed_seats(seat.device):  # whom the old phone carried, the new one carries
        if not seat.passed:
            moved = _change(moved, replace(other, device=act.device))
    act.seat = seat.number
    act.tell(say("moved to another phone"))
    return replace(moved, hosts=hosts, handed=handed, tickets=tickets)


class Carry(OfSeat):
    """Let the host's phone speak for a seat whose phone is gone."""

    who = "host"


def carry(table: Table, act: TableAct, move: Carry) -> Table:
    seat = _seat(table, move)
    if seat.device == act.device:
        raise Refused(say("This phone already speaks for %(name)s.", name=seat.name))
    act.tell(say("took %(name)s in on the host's phone", name=seat.name))
    return _change(table, replace(seat, device=act.device, passed=True, opened=False))


class Hand(OfSeat):
    """Hand this phone to somebody it is shared with."""


def hand(table: Table, act: TableAct, move: Hand) -> Table:
    seat = _seat(table, move)
    if seat not in table.passed_seats(act.device):
        raise Refused(say("This phone does not speak for %(name)s.", name=seat.name))
    return replace(table, handed={**table.handed, act.device: seat.number})


class HandBack(Move):
    """Hand the phone back to its owner. A message read meanwhile stays closed until a host allows a second look."""

    bound_to_phase = False


def hand_back(table: Table, act: TableAct, move: HandBack) -> Table:
    seat = table.seat(table.handed.get(act.device, NO_SEAT))
    if seat is not None and seat.reading:
        table = _change(table, replace(seat, reading=False, opened=True))
    return replace(table, handed={device: held for device, held in table.handed.items() if device != act.device})


class Opened(Move):
    """The message of a seat without a phone of its own was read; kept so that a second look needs a host."""

    bound_to_phase = False


def opened(table: Table, act: TableAct, move: Opened) -> Table:
    seat = table.seat(act.seat)
    return table if seat is None or not seat.passed else _change(table, replace(seat, reading=True))


class Reopen(OfSeat):
    """Let somebody who hands a phone round read their message once more."""

    who = "host"


def reopen(table: Table, act: TableAct, move: Reopen) -> Table:
    seat = _seat(table, move)
    act.tell(say("let %(name)s read once more", name=seat.name))
    return _change(table, replace(seat, opened=False))


class HandOver(OfSeat):
    """Give hosting to another phone, and stop hosting oneself unless `too`."""

    who = "host"
    too: bool = False


def hand_over(table: Table, act: TableAct, move: HandOver) -> Table:
    seat = _seat(table, move)
    if seat.passed:
        raise Refused(say("%(name)s has no phone to host with.", name=seat.name))
    if move.too:
        act.tell(say("made %(name)s a host too", name=seat.name))
    else:
        act.tell(say("handed hosting over to %(name)s", name=seat.name))
    others = tuple(h for h in table.hosts if h != seat.device and (move.too or h != act.device))
    return replace(table, hosts=(*others, seat.device))


class Claim(OfSeat):
    """Say that somebody should host because the host is gone: with more than half of the other phones it is so."""


def claim(table: Table, act: TableAct, move: Claim) -> Table:
    seat = _seat(table, move)
    if seat.passed or seat.device in table.hosts:
        raise Refused(say("%(name)s cannot take over hosting.", name=seat.name))
    phones = [other for other in table.seats if not other.passed and other.device not in table.hosts]
    if act.seat not in {other.number for other in phones}:
        raise Refused(say("Only players with a phone of their own can decide who hosts."))
    agreed = table.claims.get(str(seat.number), frozenset()) | {act.seat}
    if len(agreed) * 2 <= len(phones):
        act.tell(say("asked that %(name)s hosts", name=seat.name))
        return replace(table, claims={**table.claims, str(seat.number): agreed})
    act.tell(say("agreed: %(name)s hosts now", name=seat.name))
    return replace(table, claims={}, hosts=(*table.hosts, seat.device))


# --- the game on the table -------------------------------------------------------------------------------------------


class Choose(Move):
    """Put a game on the table."""

    who = "host"
    moves_phase = True
    game: str


def choose(table: Table, act: TableAct, move: Choose) -> Table:
    game = find_game(move.game)
    if game is None:
        raise Refused(say("That game is not here."), "game")
    act.tell(say("put %(game)s on the table", game=game.title))
    return replace(_cleared(table), game=game.key, stage="lobby")


class Choice(Move):
    """Decide one of the game's options."""

    key: str
    value: str


def decide(table: Table, act: TableAct, move: Choice) -> Table:
    game = table.the_game
    option = next((option for option in game.options if option.key == move.key), None)
    words = dict(option.choices).get(move.value) if option else None
    if option is None or words is None:
        raise Refused(say("That is not one of the choices here."), "value")
    if table.play is not None:
        raise Refused(say("This can be changed before the game starts."), "value")
    act.tell(say("chose: %(choice)s", choice=words))
    made = {**table.options.get(game.key, {}), option.key: move.value}
    return replace(table, options={**table.options, game.key: made})


class SetUp(Move):
    """Begin to set up the box together."""

    who = "host"
    moves_phase = True


def set_up(table: Table, act: TableAct, move: SetUp) -> Table:
    act.tell(say("began setting up the box"))
    return replace(table, stage="setup")


class Lobby(Move):
    """Go back to the lobby; a running game ends, and if it was over it counts for the evening."""

    who = "host"
    moves_phase = True


def lobby(table: Table, act: TableAct, move: Lobby) -> Table:
    if table.play is not None:
        act.tell(say("ended the game"))
    return replace(_cleared(table) if table.play else table, stage="lobby")


class Draw(Move):
    """Draw a random part of the set-up: by the app, or `by` hand with what came in `fields`."""

    bound_to_phase = False
    step: str
    by: Literal["app", "hand"] = "app"
    fields: dict[str, str] = Field(default_factory=dict)

    @classmethod
    def read(cls, form: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        single = super().read(form)
        return {
            **{name: value for name, value in single.items() if name in ("step", "by")},
            "fields": {name: value for name, value in single.items() if name not in ("step", "by")},
        }


def draw(table: Table, act: TableAct, move: Draw) -> Table:
    step = _step(table, move.step)
    if step.draw is None:
        raise Refused(say("Nothing is drawn in this step."))
    by_app = move.by == "app"
    value = step.draw.by_app(act.chance) if by_app else step.draw.by_hand(move.fields)
    again = step.draw.value is not None
    if by_app:
        act.tell(say("drew again: %(step)s", step=step.title) if again else say("drew: %(step)s", step=step.title))
    else:
        act.tell(say("entered what was drawn by hand: %(step)s", step=step.title))
    return replace(table, drawn={**table.drawn, step.draw.key: value})


class Tick(Move):
    """Tick a set-up step off, or take the tick away."""

    bound_to_phase = False
    step: str
    done: bool = True


def tick(table: Table, act: TableAct, move: Tick) -> Table:
    step = _step(table, move.step)
    others = {key: mark for key, mark in table.ticks.items() if key != step.key}
    return replace(table, ticks={**others, step.key: fingerprint(step)} if move.done else others)


class ShareOut(Move):
    """Share the set-up steps out among the players, or stop doing so."""

    bound_to_phase = False
    on: bool


def share_out(table: Table, act: TableAct, move: ShareOut) -> Table:
    act.tell(say("shared the steps out") if move.on else say("stopped sharing the steps out"))
    return replace(table, shared_out=move.on)


class Start(Move):
    """Start the game for who is in: deal what must stay secret. Once more on a running game is a new deal."""

    who = "host"
    moves_phase = True
    undoable: ClassVar[bool] = False
    edition: int = 0


def start(table: Table, act: TableAct, move: Start) -> Table:
    game = table.the_game
    table = _cleared(table) if table.play else table
    low, high = game.players
    missing = table.short_of()
    if missing > 0:
        raise Refused(say("%(game)s needs %(low)s players; %(n)s more to go.", game=game.title, low=low, n=missing))
    if missing < 0:
        raise Refused(say("%(game)s is for up to %(high)s players; somebody sits out.", game=game.title, high=high))
    state = game.start(table.players, table.chosen(game), table.drawn, act.chance)
    act.tell(say("started %(game)s", game=game.title))
    dealt = Past(state, act.number, act.seat, line=None, undoable=False, before=None)
    held = move.edition not in (0, game.edition)
    running = Play(game.key, tuple(player.seat for player in table.players), dealt, held=held)
    seats = tuple(replace(seat, opened=False, reading=False) for seat in table.seats)
    return replace(table, seats=seats, stage="play", play=running, deal=table.deal + 1, handed={})


class Again(Move):
    """Again with the same people: the finished game counts, and the set-up begins anew."""

    who = "host"
    moves_phase = True


def again(table: Table, act: TableAct, move: Again) -> Table:
    act.tell(say("wants to play again"))
    return replace(_cleared(table), stage="setup")


class Undo(Move):
    """Take back the game's last move, which is number `of`."""

    moves_phase = True
    of: Whole


def undo(table: Table, act: TableAct, move: Undo) -> Table:
    running = table.play
    if running is None or running.now.move != move.of or running.now.before is None:
        raise Stale(say("Somebody was faster; look again before you take anything back."))
    if not running.now.undoable:
        raise Refused(say("That cannot be taken back."))
    act.tell(say("took back: %(line)s", line=running.now.line or say("the last move")))
    return replace(table, play=replace(running, now=running.now.before, undone=(running.now, *running.undone)))


class Redo(Move):
    """Do again what was taken back, which is move number `of`."""

    moves_phase = True
    of: Whole


def redo(table: Table, act: TableAct, move: Redo) -> Table:
    running = table.play
    if running is None or not running.undone or running.undone[0].move != move.of:
        raise Stale(say("Somebody was faster; look again before you do anything again."))
    act.tell(say("did again: %(line)s", line=running.undone[0].line or say("the last move")))
    return replace(table, play=replace(running, now=running.undone[0], undone=running.undone[1:]))


def fingerprint(step: Step) -> str:
    """What a tick is worth: it holds only while the step asks for the same things."""
    asked = repr((step.takes, sorted(step.shown.items()), step.draw and step.draw.value))
    return hashlib.blake2s(asked.encode(), digest_size=8).hexdigest()


# --- what the moves above share --------------------------------------------------------------------------------------


def _cleared(table: Table) -> Table:
    """With the running game ended: it counts when it was over; late comers are in for the next one."""
    result, running = table.result(), table.play
    evening = table.evening
    if running is not None and result is not None:
        evening = (*evening, Finished(running.game, running.seats, result))
    return replace(table, play=None, drawn={}, ticks={}, evening=evening, handed={})


def _seat(table: Table, move: OfSeat) -> Seat:
    seat = table.seat(move.seat)
    if seat is None:
        raise Refused(say("Nobody sits there any more."))
    return seat


def _must_be_own_or_host(seat: Seat, act: TableAct) -> None:
    if not act.host and seat.device != act.device:
        raise Refused(say("Only the host or %(name)s can do that.", name=seat.name))


def _change(table: Table, seat: Seat) -> Table:
    return replace(table, seats=tuple(seat if other.number == seat.number else other for other in table.seats))


def _with_seat(
    table: Table, name: str, badge: int | None, device: str, *, passed: bool, pretend: bool = False
) -> Table:
    if len(table.seats) >= len(BADGES):
        raise Refused(say("This table is full: %(n)s people are seated.", n=len(BADGES)), "name")
    shown = _free_name(table, name)
    free = [number for number in range(len(BADGES)) if number not in {seat.badge for seat in table.seats}]
    chosen = badge if badge in free else free[0]
    seat = Seat(table.made + 1, shown, chosen, device, passed=passed, pretend=pretend)
    return replace(table, seats=(*table.seats, seat), made=table.made + 1)


def _free_name(table: Table, text: str, but: Seat | None = None) -> str:
    name = clean_name(text)
    taken = {folded(seat.name) for seat in table.seats if seat != but}
    if folded(name) in taken:
        n = next(n for n in range(2, 99) if folded(f"{name}{n}") not in taken)
        raise Refused(say("Somebody here is called that already. How about “%(name)s %(n)s”?", name=name, n=n), "name")
    return name


def _free_badge(table: Table, badge: int, but: Seat) -> int:
    if not 0 <= badge < len(BADGES):
        raise Refused(say("That is not one of the choices here."), "badge")
    if badge in {seat.badge for seat in table.seats if seat != but}:
        raise Refused(say("Somebody else has that badge."), "badge")
    return badge


def _step(table: Table, key: str) -> Step:
    plan = table.plan()
    step = next((step for step in plan.steps if step.key == key), None) if plan else None
    if step is None or table.play is not None:
        raise Stale(say("That step is not part of the set-up any more."))
    return step


TABLE_MOVES: Mapping[str, tuple[type[Move], Callable[[Table, TableAct, Any], Table]]] = {
    "open": (Open, open_table),
    "sit": (Sit, sit),
    "add": (Add, add),
    "rename": (Rename, rename),
    "remove": (Remove, remove),
    "sit-out": (SitOut, sit_out),
    "shift": (Shift, shift),
    "ticket": (Ticket, ticket),
    "arrive": (Arrive, arrive),
    "carry": (Carry, carry),
    "hand": (Hand, hand),
    "hand-back": (HandBack, hand_back),
    "opened": (Opened, opened),
    "reopen": (Reopen, reopen),
    "hand-over": (HandOver, hand_over),
    "claim": (Claim, claim),
    "choose": (Choose, choose),
    "decide": (Choice, decide),
    "set-up": (SetUp, set_up),
    "lobby": (Lobby, lobby),
    "draw": (Draw, draw),
    "tick": (Tick, tick),
    "share-out": (ShareOut, share_out),
    "start": (Start, start),
    "again": (Again, again),
    "undo": (Undo, undo),
    "redo": (Redo, redo),
}
"""Every table move: its name in addresses and in the log, its fields, and what it does."""
