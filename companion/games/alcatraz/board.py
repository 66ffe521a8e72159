"""Keeping the board in step: corrections of guards, sheets, tasks, pawns, letters and counters, all on the record.

Counters are set, never added to, so that a tap repeated changes nothing.
"""

from __future__ import annotations

from typing import Any

from companion.game import Act, Refused
from companion.games.alcatraz import moves, rules
from companion.games.alcatraz.draws import TASKS
from companion.games.alcatraz.rooms import ROOMS
from companion.games.alcatraz.state import Prisoner, State, Task
from companion.values import replace
from companion.words import Text, Who, say

RADIO_ROOM = 2
RADIO_MOVES = 2
"""Guards its silver side moves in one use [Locations]."""


def busy(guards: int) -> Text:
    """Why no action that costs Action Points can be taken beside so many guards."""
    if guards >= rules.MOST_GUARDS:
        return say("With four guards here, anybody can only leave. Bribing does not help.")
    return say("With three guards here, only moving, blackmail cards and free actions are possible. Bribe one first.")


def prisoner(state: State, seat: int, field: str) -> Prisoner:
    """The prisoner of a seat; raises `Refused` beside `field` when nobody here has it."""
    found = state.prisoners.get(seat)
    if found is None:
        raise Refused(say("Please choose one of the players."), field)
    return found


def name_of(room: int) -> Text:
    """The name of a room by its number."""
    return ROOMS[room].name


_COUNTERS = {
    "cash": say("Cash"),
    "items": say("Items"),
    "stamina": say("Stamina"),
    "blackmail": say("blackmail cards"),
}
_MOST = {"items": rules.MOST_ITEMS, "blackmail": rules.MOST_BLACKMAIL}


def count(state: State, act: Act, move: moves.Count) -> State:
    """Items have three spaces and blackmail cards a hand of two; the most Cash and Stamina only the sheet says.
    Raises `Refused`."""
    before = prisoner(state, move.seat, "seat")
    most = _MOST.get(move.what)
    if most is not None and move.n > most:
        raise Refused(say("A prisoner has room for %(most)s at most.", most=most), "n")
    old = getattr(before, move.what)
    if old == move.n:
        return state
    act.tell(
        say(
            "%(player)s corrected the sheet of %(name)s (%(what)s): %(old)s → %(new)s",
            name=Who(move.seat),
            what=_COUNTERS[move.what],
            old=old,
            new=move.n,
        )
    )
    changed: dict[str, Any] = {move.what: move.n}
    return state.with_prisoner(move.seat, replace(before, **changed))


def mark(state: State, act: Act, move: moves.Mark) -> State:
    """A letter is had or not; marked twice it is had once [Prisoner sheets]."""
    before = prisoner(state, move.seat, "seat")
    letter = move.letter[-1]
    has = move.letter == letter
    if (letter in before.letters) == has:
        return state
    if has:
        about = {"letter": letter, "name": Who(move.seat)}
        act.tell(
            say("%(player)s marked %(letter)s", **about)
            if move.seat == act.seat
            else say("%(player)s marked %(letter)s for %(name)s", **about)
        )
        return state.with_prisoner(move.seat, before.with_letter(letter))
    act.tell(say("%(player)s took %(letter)s off %(name)s’s sheet", letter=letter, name=Who(move.seat)))
    return state.with_prisoner(move.seat, before.without_letter(letter))


def walk(state: State, act: Act, move: moves.Walk) -> State:
    """A pawn is where the table says; only a room with four guards cannot be entered [The influence of Guards].
    Raises `Refused`."""
    before = prisoner(state, move.seat, "seat")
    if before.room == move.room:
        return state
    if not rules.guard_effect(state.guards_in(move.room)).enter:
        raise Refused(say("%(room)s: four guards, nobody can enter.", room=name_of(move.room)), "room")
    about = {"name": Who(move.seat), "room": name_of(move.room)}
    act.tell(
        say("%(player)s moved: %(room)s", **about)
        if move.seat == act.seat
        else say("%(player)s moved %(name)s: %(room)s", **about)
    )
    return state.with_prisoner(move.seat, replace(before, room=move.room))


def bribed(state: State, act: Act, seat: int, room: int, bribes: int) -> State:
    """With the Cash gone that makes a player ignore so many guards in the room they act in [Free actions].
    Raises `Refused`."""
    who = prisoner(state, seat, "by")
    already = who.bribed if seat == state.acting and who.room == room else 0
    if bribes + already > state.guards_in(room) and not act.replayed:
        raise Refused(say("There are not so many guards to bribe here."), "bribes")
    if bribes > who.cash and not act.replayed:
        no = say(
            "Cash of %(name)s: %(n)s. If that is wrong, correct the prisoner sheet first.", name=Who(seat), n=who.cash
        )
        raise Refused(no, "bribes")
    return state.with_prisoner(seat, replace(who, cash=max(0, who.cash - bribes)))


def _pays_here(state: State, act: Act, move: moves.MoveGuard) -> State:
    """A riot and the Radio Room's silver rule cost Action Points, so three guards forbid them until one is bribed
    [The influence of Guards]. Away from a riot or that room nobody needs a price; nor does the second guard of one use
    of that room."""
    if move.how == "radio" and state.radio:
        return replace(state, radio=state.radio - 1)
    if move.how == "radio" and RADIO_ROOM in state.prisoners[state.acting].used and not act.replayed:
        raise Refused(say("The Radio Room was used this round already, and its guards have moved."), "start")
    where = {"riot": move.to, "radio": RADIO_ROOM}.get(move.how)
    if where is None:
        return state
    guards = state.guards_in(where)
    free = move.how == "radio" and ROOMS[where].side(state.sides[where - 1]).is_free
    closed = guards >= rules.MOST_GUARDS or (not free and rules.price(guards, move.bribes) is None)
    if closed and not act.replayed:
        raise Refused(busy(guards), "bribes")
    if move.how == "radio" and not free:
        state = replace(state, radio=RADIO_MOVES - 1)
    if not move.bribes or (act.replayed and move.by not in state.prisoners):
        return state
    if move.by is None:
        raise Refused(say("Please choose who bribes."), "by")
    return bribed(state, act, move.by, where, move.bribes)


def move_guard(state: State, act: Act, move: moves.MoveGuard, paid: bool = False) -> State:
    """A riot draws a guard from next door, corners included; nobody else's guard minds the way; four are the most.
    What was not `paid` for elsewhere is paid for here. Raises `Refused`."""
    if move.start == move.to:
        raise Refused(say("The guard is there already: choose another room."), "to")
    if not state.guards_in(move.start):
        raise Refused(say("%(room)s: no guard is there.", room=name_of(move.start)), "start")
    if state.guards_in(move.to) >= rules.MOST_GUARDS:
        raise Refused(say("%(room)s: four guards, no more can come.", room=name_of(move.to)), "to")
    if move.how == "riot" and not rules.adjacent(state.spaces.index(move.start), state.spaces.index(move.to)):
        raise Refused(say("A riot draws a guard from a neighbouring room only, corners included."), "start")
    if not paid:
        state = _pays_here(state, act, move)
    act.tell(
        say("%(player)s moved a guard: %(start)s → %(to)s", start=name_of(move.start), to=name_of(move.to))
        if move.how != "riot"
        else say(
            "%(player)s started a riot and drew a guard: %(start)s → %(to)s",
            start=name_of(move.start),
            to=name_of(move.to),
        )
    )
    state = state.with_guards(move.start, state.guards_in(move.start) - 1)
    return state.with_guards(move.to, state.guards_in(move.to) + 1)


def set_guards(state: State, act: Act, move: moves.SetGuards) -> State:
    """Nought to four in a room, and never the 21st on the board: that one is drawn, and loses. Raises `Refused`."""
    old = state.guards_in(move.room)
    if old == move.n:
        return state
    if state.guards_out - old + move.n >= rules.ALL_GUARDS:
        raise Refused(say("That would be more than 20 guards; the 21st is the end of the game."), "n")
    act.tell(
        say(
            "%(player)s corrected the guards (%(room)s): %(old)s → %(new)s",
            room=name_of(move.room),
            old=old,
            new=move.n,
        )
    )
    return state.with_guards(move.room, move.n)


def put_task(state: State, act: Act, move: moves.PutTask) -> State:
    """A letter's task lies in one room, a room holds one task, and there are three at most [Game setup 6].
    Raises `Refused`."""
    others = tuple(task for task in state.tasks if task.letter != move.letter)
    if move.room is None:
        if len(others) < len(state.tasks):
            act.tell(say("%(player)s took task %(letter)s off the board", letter=move.letter))
        return replace(state, tasks=others)
    if any(task.room == move.room for task in others):
        raise Refused(say("This room already has a task."), "room")
    if len(others) >= TASKS:
        raise Refused(say("Three tasks are out already: take one off first."), "letter")
    act.tell(say("%(player)s put task %(letter)s on the board: %(room)s", letter=move.letter, room=name_of(move.room)))
    return replace(state, tasks=(*others, Task(move.letter, move.room)))


def swap(state: State, act: Act, move: moves.Swap) -> State:
    """For sheets that lie otherwise than they were told. Raises `Refused`."""
    if move.room == move.other:
        raise Refused(say("Choose two different rooms."), "other")
    change = {move.room: move.other, move.other: move.room}
    act.tell(
        say("%(player)s swapped two rooms: %(one)s and %(other)s", one=name_of(move.room), other=name_of(move.other))
    )
    return replace(state, spaces=tuple(change.get(room, room) for room in state.spaces))


def turn(state: State, act: Act, move: moves.Turn) -> State:
    """For a sheet that lies otherwise than it was told."""
    sides = state.sides[: move.room - 1] + move.side[0] + state.sides[move.room :]
    if sides == state.sides:
        return state
    act.tell(
        say("%(player)s turned a room silver side up: %(room)s", room=name_of(move.room))
        if move.side == "silver"
        else say("%(player)s turned a room gold side up: %(room)s", room=name_of(move.room))
    )
    return replace(state, sides=sides)


def board_right(state: State, act: Act, move: moves.BoardRight) -> State:
    """Nothing more to be told about the set-up; said twice it changes nothing."""
    if not state.untold:
        return state
    act.tell(say("%(player)s looked the board over"))
    return replace(state, untold=())


def set_goat(state: State, act: Act, move: moves.SetGoat) -> State:
    """For a vote held without the app, or a term miscounted."""
    prisoner(state, move.seat, "seat")
    act.tell(say("%(player)s made %(name)s the Scapegoat, term %(term)s", name=Who(move.seat), term=move.term))
    return replace(state, goat=move.seat, term=move.term)
