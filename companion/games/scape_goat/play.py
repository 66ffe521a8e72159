"""Scape Goat played: the deal, the dice, and which move does what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.chance import Chance
from companion.game import Act, Hidden, Move, Player, Refused, Stale
from companion.games.scape_goat import calls, moves, turns
from companion.games.scape_goat.deal import NOBODY, dealt, fresh_sheets, lines
from companion.games.scape_goat.options import choice, uses_own_dice
from companion.games.scape_goat.rules import LINE, cell, colours, starting_locations
from companion.games.scape_goat.setup import colours_of, read_line, read_tokens
from companion.games.scape_goat.state import Secret, State
from companion.values import replace
from companion.words import say


def start(players: Sequence[Player], options: Mapping[str, str], drawn: Mapping[str, str], chance: Chance) -> State:
    """The game begins: the app deals, or draws fresh decoder sheets, and rolls the dice where it is asked to."""
    seats = tuple(player.seat for player in players)
    own = colours_of(players)
    way = choice(options, "secret")
    secret = dealt(seats, chance) if way == "app" else fresh_sheets(seats, chance) if way == "sheets" else Secret({})
    state = State(
        seats=seats,
        colours=own,
        way=way,
        own_dice=uses_own_dice(options),
        cops_during=choice(options, "cops") == "during",
        secret=secret,
    )
    order = read_tokens(drawn.get("tokens"), colours(len(players)))
    line = read_line(drawn.get("line")) or LINE
    state = replace(state, line=(*line, "cops"))
    if order:
        standing = starting_locations(order, line)
        state = replace(
            state,
            begins=state.seat_of(order[0]),
            starting={state.seat_of(colour): place for place, there in standing.items() for colour in there},
        )
    return state if way == "app" or state.own_dice else _rolled(state, chance)


def play(state: State, act: Act) -> State:
    """The state after this move. Raises `Refused`, or `Stale` for what is over or has moved on."""
    if state.ending is not None:
        raise Stale(say("This game is over."))
    if act.seat not in state.seats and not act.host:
        raise Refused(say("This game is played without you. You are in for the next one."))
    return _PLAY[type(act.move)](state, act, act.move)


def reseat(state: State, seats: tuple[int, ...]) -> State:
    """Turns go on from whose it is, and opposite seats are those that face each other now."""
    return replace(state, seats=seats)


# The decoder dice (Setup 6)


def _rolled(state: State, chance: Chance) -> State:
    return _with_dice(state, chance.below(10), 1 + chance.below(12))


def _with_dice(state: State, white: int, black: int) -> State:
    """The dice lie. With sheets, each seat's line is what its own sheet says there."""
    at, secret = cell(white, black), state.secret
    if state.way == "sheets" and secret.goats is not None:
        secret = replace(
            secret,
            suspects=lines({seat: sheet.opened()[at] for seat, sheet in secret.sheets.items()}),
            goat=Hidden(secret.goats.opened()[at], NOBODY),
        )
    return replace(state, secret=secret, dice=(white, black), typed=None)


def _roll(state: State, act: Act, move: moves.Roll) -> State:
    _dice_open(state)
    act.tell(say("%(player)s let the app roll the decoder dice"))
    return _rolled(state, act.chance)


def _dice(state: State, act: Act, move: moves.Dice) -> State:
    _dice_open(state)
    cell(move.white, move.black)
    return replace(state, typed=(move.white, move.black))


def _confirm(state: State, act: Act, move: moves.Confirm) -> State:
    _dice_open(state)
    if state.typed != (move.white, move.black):
        raise Stale(say("Somebody has entered other numbers meanwhile. Please check again."))
    act.tell(
        say("%(player)s entered the decoder dice: white %(white)s, black %(black)s", white=move.white, black=move.black)
    )
    return _with_dice(state, move.white, move.black)


def _dice_open(state: State) -> None:
    if state.dice is not None or state.way == "app":
        raise Stale(say("The dice are already on the table, and stay as they are."))


# Turns, where they are kept


def _go(state: State, act: Act, move: moves.Go) -> State:
    """Movement where turns are kept; two of the locations call on everybody at once. The first movement of a game of
    which the set-up says who starts is the word that this table keeps track."""
    calls.ready_for_a_call(state)
    before = state.turn
    first = turns.first_to_move(state)
    if first is not None:
        state = replace(state, turn=turns.begun(state, first))
    state = turns.go(state, act, move)
    turn = turns.kept(state)
    if move.to == "cops":
        return calls.at_the_cops(state, act, turn.whose, before)
    return calls.called(state, turn.whose, "frame", before=before) if turn.attempting else state


def _between_calls(keep: Callable[[State, Act, Any], State]) -> Callable[[State, Act, Any], State]:
    """Turns stand still while something is called."""

    def played(state: State, act: Act, move: Any) -> State:
        calls.nothing_called(state)
        return keep(state, act, move)

    return played


_PLAY: Mapping[type[Move], Callable[[State, Act, Any], State]] = {
    moves.Roll: _roll,
    moves.Dice: _dice,
    moves.Confirm: _confirm,
    moves.Frame: calls.frame,
    moves.Cops: calls.cops,
    moves.Card: calls.card,
    moves.Point: calls.point,
    moves.Cards: calls.cards,
    moves.Points: calls.points,
    moves.LeaveOut: calls.leave_out,
    moves.Cancel: calls.cancel,
    moves.Agree: calls.agree,
    moves.End: calls.end,
    moves.Track: _between_calls(turns.track),
    moves.Untrack: _between_calls(turns.untrack),
    moves.Go: _go,
    moves.Steal: _between_calls(turns.steal),
    moves.Next: _between_calls(turns.next_turn),
    moves.Hold: _between_calls(turns.hold),
}
