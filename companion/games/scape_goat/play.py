"""Scape Goat played: the deal, dice, frame attempts, going to the cops, and how it ended and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from companion.ballots import Ballot
from companion.chance import Chance
from companion.game import Act, Hidden, Move, Player, Refused, Stale, whole_between
from companion.games.scape_goat import moves, turns
from companion.games.scape_goat.deal import NOBODY, dealt, fresh_sheets, lines
from companion.games.scape_goat.options import choice, uses_own_dice
from companion.games.scape_goat.result import headline
from companion.games.scape_goat.rules import (
    GREY,
    LINE,
    cell,
    colours,
    framed,
    kinds,
    named_by_all_others,
    slip_in,
    starting_locations,
    words_of,
)
from companion.games.scape_goat.setup import colours_of, read_line, read_tokens
from companion.games.scape_goat.state import Call, Ending, Secret, Shown, State
from companion.values import replace
from companion.words import Who, say


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
    if order:
        standing = starting_locations(order, read_line(drawn.get("line")) or LINE)
        state = replace(
            state,
            begins=state.seat_of(order[0]),
            starting={state.seat_of(colour): place for place, there in standing.items() for colour in there},
        )
    return state if way == "app" or state.own_dice else _rolled(state, chance)


def play(state: State, act: Act) -> State:
    """The state after this move. Raises `Refused`."""
    if state.ending is not None:
        raise Stale(say("This game is over."))
    if act.seat not in state.seats and not act.host:
        raise Refused(say("This game is played without you. You are in for the next one."))
    return _PLAY[type(act.move)](state, act, act.move)


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
    act.tell(say("let the app roll the decoder dice"))
    return _rolled(state, act.chance)


def _dice(state: State, act: Act, move: moves.Dice) -> State:
    _dice_open(state)
    cell(move.white, move.black)
    return replace(state, typed=(move.white, move.black))


def _confirm(state: State, act: Act, move: moves.Confirm) -> State:
    _dice_open(state)
    if state.typed != (move.white, move.black):
        raise Stale(say("Somebody typed in other dice meanwhile. Please compare again."))
    act.tell(say("typed in the decoder dice: white %(white)s, black %(black)s", white=move.white, black=move.black))
    return _with_dice(state, move.white, move.black)


def _dice_open(state: State) -> None:
    if state.dice is not None or state.way == "app":
        raise Stale(say("The dice lie already, and stay as they are."))


# What everybody answers in secret


def _called(state: State, by: int | None, kind: Literal["frame", "cops", "proof"], framed: int | None = None) -> State:
    by = by if by in state.seats else None  # a host who does not play
    call = Call(kind, by, state.calls + 1, Ballot(state.seats), framed=framed)
    return replace(state, calls=call.number, call=call, shown=state.shown if kind == "proof" else None)


def _frame(state: State, act: Act, move: moves.Frame) -> State:
    """A frame attempt. Where turns are kept, only with a token, at Frame/Steal, on the own turn (Frame/Steal)."""
    _ready_for_a_call(state)
    if state.turn is not None and not state.turn.attempting:
        raise Refused(say("A frame attempt is called at Frame/Steal, by a player with a preparation token."))
    act.tell(say("called a frame attempt"))
    return _called(state, act.seat, "frame")


def _cops(state: State, act: Act, move: moves.Cops) -> State:
    _ready_for_a_call(state)
    if not turns.may_go_to_cops(state, act.seat):
        raise Refused(say("You can go to the cops on your own turn, as your movement. It is not your moment now."))
    act.tell(say("went to the cops"))
    return _called(state, act.seat, "cops")


def _ready_for_a_call(state: State) -> None:
    if state.way != "app" and state.dice is None:
        raise Refused(say("First come the decoder dice: nobody knows anything before."))
    if state.call is not None:
        raise Stale(say("Something is called already: answer that first."))


def _go(state: State, act: Act, move: moves.Go) -> State:
    """Movement where turns are kept; two of the locations call on everybody at once."""
    _ready_for_a_call(state)
    state = turns.go(state, act, move)
    turn = turns.kept(state)
    if move.to == "cops":
        return _called(state, turn.whose, "cops")
    return _called(state, turn.whose, "frame") if turn.attempting else state


def _the_call(state: State, number: int) -> Call:
    if state.call is None or state.call.number != number:
        raise Stale(say("That was for something called before. Please look again."))
    return state.call


def _card(state: State, act: Act, move: moves.Card) -> State:
    call = _the_call(state, move.number)
    if call.kind != "frame":
        raise Stale(say("No cards are asked for now."))
    _check_card(state, move.card, "card")
    return _voted(state, act, call, move.card)


def _check_card(state: State, card: str, field: str) -> None:
    if card not in kinds(len(state.seats)):
        raise Refused(say("Please choose a card of this game."), field)


def _point(state: State, act: Act, move: moves.Point) -> State:
    call = _the_call(state, move.number)
    if call.kind == "frame":
        raise Stale(say("Nobody points now."))
    _check_point(state, act.seat, move.at, "at")
    return _voted(state, act, call, move.at)


def _check_point(state: State, seat: int, at: int, field: str) -> None:
    if at == seat:
        raise Refused(say("Nobody can point at themselves."), field)
    turns.player_at(state, at, field)


def _voted(state: State, act: Act, call: Call, choice: str | int) -> State:
    changed = act.seat in call.ballot.cast
    call = replace(call, ballot=call.ballot.vote(act, choice))
    if not changed:
        act.tell(say("is ready"))
    return _if_all_in(replace(state, call=call), act, call)


def _leave_out(state: State, act: Act, move: moves.LeaveOut) -> State:
    call = _the_call(state, move.number)
    if move.seat not in call.ballot.waiting:
        raise Refused(say("That answer is in already."), "seat")
    if len(call.ballot.voters) <= 2:
        raise Refused(say("At least two have to answer."), "seat")
    act.announce(say("went on without %(name)s", name=Who(move.seat)))
    voters = tuple(seat for seat in call.ballot.voters if seat != move.seat)
    call = replace(call, ballot=replace(call.ballot, voters=voters), left_out=(*call.left_out, move.seat))
    return _if_all_in(replace(state, call=call), act, call)


def _cancel(state: State, act: Act, move: moves.Cancel) -> State:
    call = _the_call(state, move.number)
    if act.seat != call.by and not act.host:
        raise Refused(say("Only whoever called it, or a host, can take that back."))
    act.tell(say("took the call back"))
    return replace(state, call=None)


def _if_all_in(state: State, act: Act, call: Call) -> State:
    """Everything turns up at once, when the last answer is in."""
    if call.ballot.waiting:
        return state
    act.new_phase = act.final = True
    answers = call.ballot.opened()
    return _reveal(state, act, call, answers) if call.kind == "frame" else _compare(state, act, call, answers)


# A frame attempt (Frame Attempt)


def _cards(state: State, act: Act, move: moves.Cards) -> State:
    """The cards lie revealed on the table, and one phone taps them all in."""
    call = state.call
    if call is None or call.kind != "frame":
        raise Stale(say("No cards are asked for now."))
    for seat in state.seats:
        _check_card(state, move.cards.get(seat, ""), f"card-{seat}")
    act.tell(say("tapped in the cards everybody revealed"))
    act.new_phase = True
    return _reveal(state, act, replace(call, left_out=()), {seat: move.cards[seat] for seat in state.seats})


def _reveal(state: State, act: Act, call: Call, cards: Mapping[int, str]) -> State:
    """Who is framed. Whoever was left out revealed nothing, which counts like a bystander."""
    on_table = {seat: cards.get(seat, GREY) for seat in state.seats}
    slip, who = slip_in(on_table.values(), len(state.seats)), None
    if slip is None:
        try:
            colour = framed({state.colours[seat]: words_of(kind) for seat, kind in on_table.items()})
            who = None if colour is None else state.seat_of(colour)
        except Refused as no:
            slip = no.sentence
    shown = Shown(
        call.by, {seat: cards[seat] for seat in state.seats if seat in cards}, who, call.left_out, slip, act.at
    )
    state = replace(state, call=None, shown=shown)
    if slip is not None:
        act.note(say("The cards turned up: something was tapped wrongly, and nothing counts"))
        return state
    if who is None:
        act.note(say("The cards turned up: nobody is framed"))
        return state
    act.note(say("The cards turned up: %(name)s is framed", name=Who(who)))
    if state.secret.goat is None:  # only the mats know whether rightly: everybody points
        return _called(state, call.by, "proof", who)
    return _ended(state, act, Ending("frame", call.by, who, at=act.at))


# Going to the cops (Going to the Cops)


def _points(state: State, act: Act, move: moves.Points) -> State:
    """Everybody pointed at the table, and one phone taps it in."""
    call = state.call
    if call is None or call.kind == "frame":
        raise Stale(say("Nobody points now."))
    pointed = {}
    for seat in state.seats:
        pointed[seat] = whole_between(move.at.get(seat, ""), min(state.seats), max(state.seats), f"at-{seat}")
        _check_point(state, seat, pointed[seat], f"at-{seat}")
    act.tell(say("tapped in whom everybody pointed at"))
    act.new_phase = True
    return _compare(state, act, replace(call, left_out=()), pointed)


def _compare(state: State, act: Act, call: Call, pointed: Mapping[int, int]) -> State:
    """Who the scapegoat is. The deal decides where the app made it; else the one named by all others, and when there
    is none, somebody misread (ruling 18)."""
    how: Literal["frame", "cops"] = "cops" if call.kind == "cops" else "frame"
    ending = Ending(how, call.by, call.framed, pointed=pointed, at=act.at)
    if state.secret.goat is not None:
        return _ended(state, act, ending)
    named = named_by_all_others(pointed)
    if len(named) == 1:
        return _over(state, act, replace(ending, goat=named[0], read=pointed))
    why = (
        say("Nobody is named by all the others, so somebody misread. Compare the dice with the mats, and point again.")
        if not named
        else say("Without everybody pointing, this cannot be told. Please point again.")
    )
    again = Call(call.kind, call.by, state.calls + 1, Ballot(state.seats), (), call.framed, pointed, why)
    return replace(state, calls=again.number, call=again)


def _end(state: State, act: Act, move: moves.End) -> State:
    return _ended(state, act, Ending("stopped"))


def _ended(state: State, act: Act, ending: Ending) -> State:
    """The end: what was dealt is turned up for everybody."""
    goat = state.secret.goat
    read = {seat: named.opened() for seat, named in state.secret.suspects.items()}
    return _over(state, act, replace(ending, goat=None if goat is None else goat.opened(), read=read))


def _over(state: State, act: Act, ending: Ending) -> State:
    """The game is over, and the log says who won."""
    if ending.how == "stopped":
        act.tell(say("ended the game here"))
    else:
        act.note(say("The game is over: %(how)s", how=headline(ending)))
    return replace(state, call=None, ending=ending)


_PLAY: Mapping[type[Move], Callable[[State, Act, Any], State]] = {
    moves.Roll: _roll,
    moves.Dice: _dice,
    moves.Confirm: _confirm,
    moves.Frame: _frame,
    moves.Cops: _cops,
    moves.Card: _card,
    moves.Point: _point,
    moves.Cards: _cards,
    moves.Points: _points,
    moves.LeaveOut: _leave_out,
    moves.Cancel: _cancel,
    moves.End: _end,
    moves.Track: turns.track,
    moves.Untrack: turns.untrack,
    moves.Go: _go,
    moves.Steal: turns.steal,
    moves.Next: turns.next_turn,
    moves.Hold: turns.hold,
}
