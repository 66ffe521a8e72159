"""One prisoner's turn: where they can go, what they can do where they stand, what it costs, and why not.

The same sentence names a closed action on the screen and refuses it when it is sent all the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from companion.game import Act, Refused
from companion.games.alcatraz import moves, rules
from companion.games.alcatraz.board import RADIO_MOVES, RADIO_ROOM, busy, move_guard, name_of, prisoner
from companion.games.alcatraz.rooms import ROOMS
from companion.games.alcatraz.state import Prisoner, State
from companion.values import replace
from companion.words import Text, Who, count, say

Key = Literal["use", "complete", "riot", "steal", "drop", "blackmail", "bribe", "stamina"]
KEYS: tuple[Key, ...] = ("complete", "use", "riot", "steal", "blackmail", "bribe", "stamina", "drop")


@dataclass(frozen=True)
class Deed:
    """Something to do in a room: its price in Action Points today, `None` where the guards allow it at no price, and
    why it is closed, if it is."""

    key: Key
    price: int | None
    why: Text | None = None


def deeds(state: State) -> tuple[Deed, ...]:
    """What whoever's turn it is can do where the pawn stands, and what not."""
    if state.phase != "actions" or not state.follows:
        return ()
    room = state.prisoners[state.acting].room
    keys = [key for key in KEYS if key != "complete" or state.task_in(room)]
    keys = [key for key in keys if key != "bribe" or _bribes_help(state, room)]
    reasons = _reasons(state)
    return tuple(Deed(key, _price(state, key), _closed(state, key, reasons[key])) for key in keys)


def _bribes_help(state: State, room: int) -> bool:
    """Whether a guard ignored there changes anything: a price, or whether a task can be completed, which may allow no
    guard at all [The influence of Guards on performing actions; Escape plan]."""
    guards = state.guards_in(room)
    return guards > 1 or (guards == 1 and state.task_in(room) is not None and not state.bribed_guards_count)


def ways(state: State) -> frozenset[int]:
    """The rooms whoever's turn it is can go to now [Actions which cost 1 AP]."""
    if state.phase != "actions" or not state.follows or not state.left_of(state.acting):
        return frozenset()
    return frozenset(room for room in _next_door(state) if rules.guard_effect(state.guards_in(room)).enter)


def riots(state: State) -> tuple[int, ...]:
    """The neighbouring rooms a guard can be drawn from."""
    return tuple(room for room in _next_door(state) if state.guards_in(room))


def victims(state: State) -> tuple[tuple[int, str], ...]:
    """Whom whoever's turn it is can rob here, and of what."""
    here = state.prisoners[state.acting].room
    others = [(seat, who) for seat, who in state.prisoners.items() if seat != state.acting and who.room == here]
    return tuple((seat, what) for seat, who in others for what in ("items", "cash") if getattr(who, what))


def _next_door(state: State) -> tuple[int, ...]:
    here = state.spaces.index(state.prisoners[state.acting].room)
    return tuple(room for at, room in enumerate(state.spaces) if rules.adjacent(here, at))


def _price(state: State, key: Key) -> int | None:
    """What it costs where the pawn stands, with the guards just bribed ignored
    [The influence of Guards on performing actions]."""
    who = state.prisoners[state.acting]
    if key in ("bribe", "stamina"):
        return 0
    if key == "use" and _side_is_free(state, who.room):
        return 0
    return 1 if key == "blackmail" else rules.price(state.guards_in(who.room), who.bribed)


def _side_is_free(state: State, room: int) -> bool:
    return ROOMS[room].side(state.sides[room - 1]).is_free


def why_not(state: State, key: Key) -> Text | None:
    """Why that action is closed to whoever's turn it is, or `None`."""
    return _closed(state, key, _reasons(state)[key])


def _closed(state: State, key: Key, reason: Text | None) -> Text | None:
    """Why it is closed: by guards who let nobody act, by a `reason` of its own, or by its price."""
    guards = state.guards_in(state.prisoners[state.acting].room)
    if guards >= rules.MOST_GUARDS:
        return busy(guards)
    price = _price(state, key)
    return reason or (busy(guards) if price is None else _too_dear(state, price))


def _reasons(state: State) -> dict[Key, Text | None]:
    """The reasons that lie in the actions themselves."""
    who, goat = state.prisoners[state.acting], state.acting == state.goat
    robbed = say("You stole this round already.") if who.stole else None
    boosted = say("One Stamina point a round is the most.") if who.boosted else None
    held = None if who.blackmail else say("No blackmail card on this sheet.")
    watching = rules.watching(state.guards_in(who.room), who.bribed)
    return {
        "use": say("Used this round already.") if who.room in who.used else None,
        "complete": say("The Scapegoat cannot complete a task.") if goat else None,
        "riot": None if riots(state) else say("No guard stands in a neighbouring room."),
        "steal": robbed or (None if victims(state) else say("Nobody here has an Item or Cash to take.")),
        "drop": None if who.items else say("No Item on this sheet."),
        "blackmail": held if goat else say("Only the Scapegoat plays blackmail cards."),
        "bribe": say("Every guard here is bribed.") if not watching else None if who.cash else say("No Cash."),
        "stamina": boosted or (None if who.stamina else say("No Stamina on this sheet.")),
    }


def _too_dear(state: State, price: int) -> Text | None:
    left = state.left_of(state.acting)
    if price <= left:
        return None
    if not left:
        return say("No Action Point is left.")
    return count(
        "This takes %(price)s, and %(n)s Action Point is left.",
        "This takes %(price)s, and %(n)s Action Points are left.",
        left,
        price=price,
    )


def _acts(state: State, act: Act, key: Key) -> Prisoner:
    """The prisoner whose turn it is, with the price paid, and the bribes used up by what guards mind: neither a free
    action nor a blackmail card [The influence of Guards on performing actions]. Raises `Refused` with the reason an
    action is closed; not for a log read again, since what it takes to close one may have been put right."""
    state.expect("actions")
    if not state.follows:
        raise Refused(say("The app does not keep track of the pawns at this table."))
    why = why_not(state, key)
    if why is not None and not act.replayed:
        raise Refused(why)
    who = state.prisoners[state.acting]
    price = _price(state, key) or 0
    minded = price and key != "blackmail"
    return replace(who, spent=who.spent + price, bribed=0 if minded else who.bribed)


def go(state: State, act: Act, move: moves.Go) -> State:
    """Into a room next door, corners included; only four guards keep anybody out [Actions which cost 1 AP].
    Raises `Refused`."""
    state.expect("actions")
    who = state.prisoners[state.acting]
    if who.room == move.room:
        return state
    if move.room not in ways(state) and not act.replayed:
        raise Refused(_why_no_way(state, move.room), "room")
    act.note(say("%(name)s went: %(room)s", name=Who(state.acting), room=name_of(move.room)))
    return state.with_prisoner(state.acting, replace(who, room=move.room, spent=who.spent + 1, bribed=0))


def _why_no_way(state: State, room: int) -> Text:
    if not state.follows:
        return say("The app does not keep track of the pawns at this table.")
    if not rules.guard_effect(state.guards_in(room)).enter:
        return say("%(room)s: four guards, nobody can enter.", room=name_of(room))
    if room not in _next_door(state):
        return say("That room is no neighbour of yours. Tap a room beside your own.")
    return say("No Action Point is left.")


def use(state: State, act: Act, move: moves.Use) -> State:
    """Once a round each room; what it brings, the players set on the sheet: only the box knows what lies there."""
    who = _acts(state, act, "use")
    act.note(say("%(name)s used: %(room)s", name=Who(state.acting), room=name_of(who.room)))
    if who.room == RADIO_ROOM:
        state = replace(state, radio=1 if _side_is_free(state, who.room) else RADIO_MOVES)
    return state.with_prisoner(state.acting, replace(who, used=(*who.used, who.room)))


def riot(state: State, act: Act, move: moves.Riot) -> State:
    """A guard is drawn from next door into one's own room. Raises `Refused`."""
    who = _acts(state, act, "riot")
    if move.start not in riots(state):
        raise Refused(say("A riot draws a guard from a neighbouring room only, corners included."), "start")
    drawn = moves.MoveGuard(start=move.start, to=who.room, how="riot")
    return move_guard(state, act, drawn, paid=True).with_prisoner(state.acting, who)


def steal(state: State, act: Act, move: moves.Steal) -> State:
    """Once a round, from somebody in the same room, whether they like it or not. Raises `Refused`."""
    who = _acts(state, act, "steal")
    victim = prisoner(state, move.seat, "seat")
    if (move.seat, move.what) not in victims(state):
        raise Refused(say("There is nothing of that to take. Please choose again."), "seat")
    if move.what == "items" and who.items >= rules.MOST_ITEMS:
        raise Refused(say("Your three spaces for Items are full. Drop one first."), "seat")
    told = (
        say("%(name)s stole 1 Item from %(other)s", name=Who(state.acting), other=Who(move.seat))
        if move.what == "items"
        else say("%(name)s stole 1 Cash from %(other)s", name=Who(state.acting), other=Who(move.seat))
    )
    act.note(told)
    gained: dict[str, Any] = {move.what: getattr(who, move.what) + 1}
    lost: dict[str, Any] = {move.what: getattr(victim, move.what) - 1}
    after = state.with_prisoner(state.acting, replace(who, stole=True, **gained))
    return after.with_prisoner(move.seat, replace(victim, **lost))


def drop(state: State, act: Act, move: moves.Drop) -> State:
    who = _acts(state, act, "drop")
    act.note(say("%(name)s dropped an Item", name=Who(state.acting)))
    return state.with_prisoner(state.acting, replace(who, items=max(0, who.items - 1)))


def blackmail(state: State, act: Act, move: moves.Blackmail) -> State:
    """What the card does, the box knows."""
    who = _acts(state, act, "blackmail")
    act.note(say("%(name)s played a blackmail card", name=Who(state.acting)))
    return state.with_prisoner(state.acting, replace(who, blackmail=max(0, who.blackmail - 1)))


def bribe(state: State, act: Act, move: moves.Bribe) -> State:
    who = _acts(state, act, "bribe")
    act.note(say("%(name)s bribed a guard for the next action", name=Who(state.acting)))
    return state.with_prisoner(state.acting, replace(who, cash=max(0, who.cash - 1), bribed=who.bribed + 1))


def points(state: State, act: Act, move: moves.Points) -> State:
    """For points spent on what the app does not see, or counted wrongly."""
    who = prisoner(state, move.seat, "seat")
    if move.n == who.spent:
        return state
    act.tell(
        say(
            "%(player)s set %(name)s’s Action Points spent: %(old)s → %(new)s",
            name=Who(move.seat),
            old=who.spent,
            new=move.n,
        )
    )
    return state.with_prisoner(move.seat, replace(who, spent=move.n))
