"""The round of Alcatraz, phase by phase: guard, vote, actions; a task completed; the escape or the 21st guard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.ballots import Ballot
from companion.game import Act, Move, Refused
from companion.games.alcatraz import board, election, escape, moves, rules, turn
from companion.games.alcatraz.board import name_of, prisoner
from companion.games.alcatraz.state import Ending, State
from companion.values import replace
from companion.words import Who, say

# A new guard [A new Guard appears].


def _guard(state: State, act: Act, move: moves.Guard) -> State:
    """A full room is drawn again; with 20 guards out there is no room to draw for."""
    state.expect("guard")
    if state.guards_out >= rules.ALL_GUARDS - 1:
        act.tell(say("%(player)s drew the 21st guard: everybody loses"))
        return replace(state, phase="over", ended=Ending("guards"))
    if move.card == "ours" and move.room is None:
        raise Refused(say("Please choose the room on your card."), "room")
    if move.room is not None and state.guards_in(move.room) >= rules.MOST_GUARDS:
        raise Refused(say("%(room)s: four guards are there. Draw again.", room=name_of(move.room)), "room")
    room = move.room or act.chance.of("guard", state.round).pick(
        [r for r in rules.ROOMS if state.guards_in(r) < rules.MOST_GUARDS]
    )
    act.tell(say("%(player)s drew the new guard: %(room)s", room=name_of(room)))
    return replace(
        state.with_guards(room, state.guards_in(room) + 1),
        phase="vote",
        last_guard=room,
        talk_until=act.at + rules.TALK_MS,
        talk_over=False,
        ballot=Ballot(state.seats),
    )


# The actions [The prisoners try to complete the plan].


def _stamina(state: State, act: Act, move: moves.Stamina) -> State:
    state.expect("actions")
    who = prisoner(state, move.seat, "seat")
    if who.boosted:
        raise Refused(say("One Stamina point a round is the most."), "seat")
    if not who.stamina:
        raise Refused(say("No Stamina on this sheet; set the counter first if there is."), "seat")
    about = {"name": Who(move.seat)}
    act.tell(
        say("%(player)s spent a Stamina: one more Action Point", **about)
        if move.seat == act.seat
        else say("%(player)s spent a Stamina for %(name)s: one more Action Point", **about)
    )
    return state.with_prisoner(move.seat, replace(who, boosted=True, stamina=who.stamina - 1))


def _turn_done(state: State, act: Act, move: moves.TurnDone) -> State:
    state.expect("actions")
    act.note(say("%(name)s’s turn ended", name=Who(state.order[state.turn])))
    if state.turn + 1 < len(state.seats):
        return replace(state, turn=state.turn + 1, radio=0)
    return _next_round(state)


def _round_done(state: State, act: Act, move: moves.RoundDone) -> State:
    state.expect("actions")
    act.tell(say("%(player)s ended round %(n)s", n=state.round))
    return _next_round(state)


def _next_round(state: State) -> State:
    fresh = {seat: who.rested() for seat, who in state.prisoners.items()}
    return replace(
        state,
        phase="guard",
        round=state.round + 1,
        turn=0,
        radio=0,
        prisoners=fresh,
        done=None,
        last_vote=None,
        last_guard=0,
    )


_PLAYED: dict[type[Move], Callable[[State, Act, Any], State]] = {
    moves.Guard: _guard,
    moves.TalkOver: election.talk_over,
    moves.Vote: election.vote,
    moves.Away: election.away,
    moves.Stamina: _stamina,
    moves.TurnDone: _turn_done,
    moves.RoundDone: _round_done,
    moves.Complete: escape.complete,
    moves.Reward: escape.reward,
    moves.NewTask: escape.new_task,
    moves.Lots: escape.lots,
    moves.EscapeNow: escape.escape_now,
    moves.Go: turn.go,
    moves.Use: turn.use,
    moves.Riot: turn.riot,
    moves.Steal: turn.steal,
    moves.Drop: turn.drop,
    moves.Blackmail: turn.blackmail,
    moves.Bribe: turn.bribe,
    moves.Points: turn.points,
    moves.Count: board.count,
    moves.Mark: board.mark,
    moves.Walk: board.walk,
    moves.MoveGuard: board.move_guard,
    moves.SetGuards: board.set_guards,
    moves.PutTask: board.put_task,
    moves.Swap: board.swap,
    moves.Turn: board.turn,
    moves.SetGoat: board.set_goat,
    moves.BoardRight: board.board_right,
}


def reseat(state: State, seats: tuple[int, ...]) -> State:
    """Raises `Refused` within a round of actions: who is done goes by the seats."""
    if state.turn:
        raise Refused(say("This round’s turns go by the seats. Change them once the last player is done."))
    return replace(state, seats=seats)


def play(state: State, act: Act) -> State:
    """The state after a move. Raises `Refused` with a sentence; a game that is over takes no move but an undo.
    What the set-up left untold is told until the first move that is no correction."""
    if state.phase == "over":
        raise Refused(say("This game is over. Undo the last move to play on."))
    after = _PLAYED[type(act.move)](state, act, act.move)
    if isinstance(act.move, moves.Correction):
        return escape.see_again(after, act, state)
    return replace(after, untold=()) if after.untold else after
