"""Whose turn it is, where tokens stand and who holds preparation tokens: kept only for a table that asks for it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game import Act, Refused, Stale
from companion.games.scape_goat.moves import Go, Hold, Next, Steal, Track, Untrack
from companion.games.scape_goat.names import PLACE
from companion.games.scape_goat.rules import may_go, may_steal_from, opposite
from companion.games.scape_goat.state import State, Turn
from companion.values import replace
from companion.words import Who, count, say


def kept(state: State) -> Turn:
    """The turn being kept. Raises `Stale` when nobody keeps turns any more."""
    if state.turn is None:
        raise Stale(say("Nobody keeps track of turns here now."))
    return state.turn


def player_at(state: State, seat: int, field: str = "seat") -> int:
    """That seat, if it plays this game. Raises `Refused`."""
    if seat not in state.seats:
        raise Refused(say("Please choose somebody who plays this game."), field)
    return seat


def track(state: State, act: Act, move: Track) -> State:
    """Begin with the player who starts, or in the middle of a game; later the same move only says whose turn it is."""
    seat = player_at(state, move.seat)
    if state.turn is not None:
        turn = replace(state.turn, whose=seat, first=False, gone=False, did="", stealing=False)
    else:
        turn = Turn(seat, not move.under_way, standing=_standing(state, move), milk=dict.fromkeys(state.seats, 0))
    act.tell(say("%(player)s set the turn: %(name)s", name=Who(seat)))
    return replace(state, turn=turn)


def first_to_move(state: State) -> int | None:
    """Who starts, until somebody keeps track or something is called: until then everybody stands where they were set
    up."""
    return None if state.turn is not None or state.untracked or state.calls else state.begins


def begun(state: State, seat: int) -> Turn:
    """Turns kept from this seat's first one on, player tokens standing as they were set up (Gameplay)."""
    return Turn(seat, True, standing=state.starting, milk=dict.fromkeys(state.seats, 0))


def _standing(state: State, move: Track) -> Mapping[int, str]:
    """Where player tokens are known to stand: as set up when the game begins, and in the middle of a game nowhere yet.
    Whoever starts stands on Prepare, also where the places were not entered (Gameplay)."""
    if move.under_way:
        return {}
    if state.begins not in (None, move.seat):
        begins = Who(-1 if state.begins is None else state.begins)
        raise Refused(say("%(name)s starts: that player token was placed first on Prepare.", name=begins), "seat")
    return state.starting or {move.seat: "prepare"}


def untrack(state: State, act: Act, move: Untrack) -> State:
    kept(state)
    act.tell(say("%(player)s stopped keeping track of turns"))
    return replace(state, turn=None, untracked=True)


def go(state: State, act: Act, move: Go) -> State:
    """Movement, and of the action what concerns preparation tokens. Frame attempts and the cops are `play`'s.
    Raises `Refused`."""
    turn = kept(state)
    if turn.gone:
        raise Refused(say("The player token has moved already this turn."), "to")
    if not may_go(turn.standing.get(turn.whose), move.to):
        raise Refused(say("The player token has to move to another location than the one it is on."), "to")
    turn = replace(turn, gone=True, standing={**turn.standing, turn.whose: move.to})
    place = turn.shows(move.to)
    if place == "cops" and act.seat == turn.whose:
        act.tell(say("%(player)s went to the cops"))
    elif act.seat == turn.whose:
        act.tell(say("%(player)s went to %(place)s", place=PLACE[place]))
    else:
        act.tell(say("%(player)s moved %(name)s’s player token to %(place)s", name=Who(turn.whose), place=PLACE[place]))
    if place == "prepare":
        turn = replace(turn, did="took", milk={**turn.milk, turn.whose: turn.milk[turn.whose] + 1})
        if turn.flipped:
            turn = replace(turn, did="turned over")
            act.note(say("Both preparation tokens are taken: turn Prepare over, it is Frame/Steal now"))
    if place == "frame":
        turn = replace(turn, stealing=not turn.milk[turn.whose])
    return replace(state, turn=turn)


def steal(state: State, act: Act, move: Steal) -> State:
    turn = kept(state)
    if not turn.stealing:
        raise Refused(say("There is nothing to steal now."), "seat")
    if move.seat not in may_steal_from(turn.milk, turn.whose):
        raise Refused(say("A preparation token can only be stolen from somebody who has one."), "seat")
    act.tell(say("%(player)s noted a preparation token stolen from %(name)s", name=Who(move.seat)))
    milk = {**turn.milk, move.seat: turn.milk[move.seat] - 1, turn.whose: turn.milk[turn.whose] + 1}
    return replace(state, turn=replace(turn, did="stole", stealing=False, milk=milk))


def next_turn(state: State, act: Act, move: Next) -> State:
    """The next player clockwise, once this turn's movement and action are done (Gameplay). Raises `Refused`."""
    turn = kept(state)
    if not turn.gone:
        raise Refused(say("First the player token moves to another location."))
    if turn.stealing:
        raise Refused(say("First a preparation token is stolen."), "seat")
    if turn.attempting:
        raise Refused(say("At Frame/Steal with a preparation token, first comes the frame attempt."))
    whose = state.after(turn.whose)
    act.tell(say("%(player)s passed the turn to %(name)s", name=Who(whose)))
    return replace(state, shown=None, turn=replace(turn, whose=whose, first=False, gone=False, did=""))


def hold(state: State, act: Act, move: Hold) -> State:
    turn = kept(state)
    milk = {**turn.milk, player_at(state, move.seat): move.tokens}
    if not 0 <= move.tokens <= 2 or sum(milk.values()) > 2:
        raise Refused(say("There are two preparation tokens in all."), "tokens")
    act.tell(
        count(
            "%(player)s noted %(n)s preparation token with %(name)s",
            "%(player)s noted %(n)s preparation tokens with %(name)s",
            move.tokens,
            name=Who(move.seat),
        )
    )
    return replace(state, turn=replace(turn, milk=milk, stealing=turn.stealing and not milk[turn.whose]))


def may_go_to_cops(state: State, seat: int, *, older: bool = False) -> bool:
    """On one's own turn before moving; with six also when the opposite player's turn begins, or at any moment of it
    where the table plays by the card, though never once a frame attempt was called (Go to the Cops, our ruling no. 13),
    but in `older` evenings. Always, when nobody keeps turns."""
    turn = state.turn
    if turn is None:
        return True
    if seat not in state.seats:
        return False
    if seat == turn.whose:
        return not turn.gone and may_go(turn.standing.get(seat), "cops")
    during = state.cops_during and (older or turn.did != "attempted")
    return is_opposite(state, seat) and (not turn.gone or during)


def is_opposite(state: State, seat: int) -> bool:
    """Whether it is the turn of the player three seats to the left (our ruling)."""
    turn = state.turn
    return turn is not None and len(state.seats) == 6 and across(state, seat) == turn.whose


def across(state: State, seat: int) -> int:
    """With six players: who sits opposite."""
    return state.seats[opposite(state.seats.index(seat))]
