"""What is called at a table and concerns everybody: frame attempts, going to the cops, the end before the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from companion.ballots import Ballot
from companion.game import Act, Refused, Stale, whole_between
from companion.games.scape_goat import moves, turns
from companion.games.scape_goat.ending import finish, heard, reveal_all, speaker
from companion.games.scape_goat.rules import GREY, framed, kinds, named_by_all_others, slip_in, words_of
from companion.games.scape_goat.state import Call, Ending, Shown, State, Turn
from companion.values import replace
from companion.words import Who, say

# What is called, and what everybody answers in secret


def called(
    state: State,
    by: int | None,
    kind: Literal["frame", "cops", "proof", "stop"],
    framed: int | None = None,
    before: Turn | None = None,
) -> State:
    """With that called, by a seat or by a host who does not play, and everybody asked for their answer."""
    by = by if by in state.seats else None
    call = Call(kind, by, state.calls + 1, Ballot(state.seats), framed=framed, before=before)
    return replace(state, calls=call.number, call=call, shown=state.shown if kind == "proof" else None)


def frame(state: State, act: Act, move: moves.Frame) -> State:
    """A frame attempt. Where turns are kept, only while one is owed at Frame/Steal (Frame/Steal). Raises `Refused`."""
    ready_for_a_call(state)
    turn = state.turn
    if turn is not None and not turn.attempting:
        raise Refused(say("A frame attempt is called at Frame/Steal, by a player with a preparation token."))
    by = act.seat if turn is None else turn.whose
    act.tell(
        say("%(player)s called a frame attempt")
        if by == act.seat
        else say("%(player)s called %(name)s’s frame attempt", name=Who(by))
    )
    return called(state, by, "frame")


def cops(state: State, act: Act, move: moves.Cops) -> State:
    ready_for_a_call(state)
    if not turns.may_go_to_cops(state, act.seat, older=act.replayed):
        raise Refused(say("You can go to the cops on your own turn, as your movement. It is not your moment now."))
    act.tell(say("%(player)s went to the cops"))
    return at_the_cops(state, act, act.seat, state.turn)


def at_the_cops(state: State, act: Act, by: int, before: Turn | None) -> State:
    """The game is at its end. Fingers are only asked for where nobody but the mats knows whom they should name."""
    state = called(state, by, "cops", before=before)
    if state.call is None or state.secret.goat is None:
        return state
    end = Ending("cops", state.call.by)
    return replace(state, call=replace(state.call, ballot=Ballot(()), end=end, spoke=speaker(state, act)))


def ready_for_a_call(state: State) -> None:
    """Raises `Refused` before the dice lie, and `Stale` while something is called."""
    if state.way != "app" and state.dice is None:
        raise Refused(say("Roll the decoder dice first. Until then nobody knows anything."))
    nothing_called(state)


def nothing_called(state: State) -> None:
    """Raises `Stale` while something is called."""
    if state.call is not None:
        raise Stale(say("A frame attempt, the cops or the end has already been called. Answer that first."))


def _the_call(state: State, number: int) -> Call:
    if state.call is None or state.call.number != number:
        raise Stale(say("That was for something called before. Please look again."))
    return state.call


def card(state: State, act: Act, move: moves.Card) -> State:
    call = _the_call(state, move.number)
    if call.kind != "frame":
        raise Stale(say("No cards are asked for now."))
    _check_card(state, move.card, "card")
    return _voted(state, act, call, move.card)


def _check_card(state: State, card: str, field: str) -> None:
    if card not in kinds(len(state.seats)):
        raise Refused(say("Please choose a card of this game."), field)


def point(state: State, act: Act, move: moves.Point) -> State:
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
        act.tell(say("%(player)s is ready"))
    return _if_all_in(replace(state, call=call), act, call)


def leave_out(state: State, act: Act, move: moves.LeaveOut) -> State:
    call = _the_call(state, move.number)
    if act.replayed and not move.together:
        ballot = replace(call.ballot, away=(*call.ballot.away, move.seat))
    else:
        ballot = call.ballot.without(act, move.seat, state.seats, least=2)
    call = replace(call, ballot=ballot)
    if move.seat in ballot.away:
        act.announce(say("%(player)s went on without %(name)s", name=Who(move.seat)))
    return _if_all_in(replace(state, call=call), act, call)


def cancel(state: State, act: Act, move: moves.Cancel) -> State:
    """What was called is not any more, and a player token that moved for it is back. To what one phone entered for
    everybody, and to a wish to stop, anybody can say no. Raises `Refused`."""
    call = _the_call(state, move.number)
    if call.entered:
        act.tell(say("%(player)s did not agree to what was entered"))
        ballot = replace(call.ballot, voters=state.seats, away=(), wishes={})
        call = replace(call, ballot=ballot, end=None, shown=None, spoke=())
        return _if_all_in(replace(state, call=call), act, call)
    if call.kind == "stop" and act.seat != call.by:
        act.tell(say("%(player)s wants to play on"))
        return replace(state, call=None)
    if act.seat != call.by and not act.host:
        raise Refused(say("Only the player who called it, or a host, can cancel it."))
    act.tell(say("%(player)s cancelled what was called"))
    return replace(state, call=None, turn=call.before or state.turn)


def _if_all_in(state: State, act: Act, call: Call) -> State:
    """Everything is revealed at once, when the last answer is in."""
    if call.ballot.waiting or call.agreeing:
        return state
    act.new_phase = True
    answers = call.ballot.opened()
    call = replace(call, spoke=tuple(answers))
    if call.kind == "frame":
        return _judged(state, act, call, answers)
    return _compared(state, act, call, answers)


def agree(state: State, act: Act, move: moves.Agree) -> State:
    """Somebody with another phone says so too: what was entered counts, and an end that was called has come.
    Raises `Refused` and `Stale`."""
    call = _the_call(state, move.number)
    if not call.agreeing:
        raise Stale(say("There is nothing to agree to now."))
    spoke = (*call.spoke, *speaker(state, act))
    enough = heard(state, act, spoke)
    if not enough and act.phones_of(call.spoke) == act.phones_of(spoke):
        raise Refused(say("This takes the word of somebody who plays on another phone."))
    act.tell(say("%(player)s agreed"))
    call = replace(call, spoke=spoke)
    return _settled(state, act, call) if enough else replace(state, call=call)


def _settled(state: State, act: Act, call: Call) -> State:
    """What was called comes to its end, or for a frame attempt that failed to the rest of the turn."""
    if call.shown is not None:
        return _revealed(state, act, call, replace(call.shown, at=act.at))
    end = call.end or Ending("stopped")
    if end.read:  # only the mats knew, and what they say was entered
        return finish(state, act, end)
    return reveal_all(state, act, end)


def _waiting_for_another(state: State, act: Act, call: Call) -> State:
    """What one phone says for all waits for the word of another."""
    act.new_phase = True
    return _settled(state, act, call) if heard(state, act, call.spoke) else replace(state, call=call)


# A frame attempt (Frame Attempt)


def cards(state: State, act: Act, move: moves.Cards) -> State:
    """The cards lie revealed on the table, and one phone enters them all; whoever is away showed none.
    Raises `Refused` and `Stale`."""
    call = state.call
    if call is None or call.kind != "frame" or call.agreeing:
        raise Stale(say("No cards are asked for now."))
    shown = {}
    for seat in state.seats:
        card = move.cards.get(seat, "")
        if card != moves.NO_CARD:
            _check_card(state, card, f"card-{seat}")
            shown[seat] = card
    if len(shown) < 2:
        raise Refused(say("At least two players have to show a card."), f"card-{state.seats[0]}")
    judged = _judge(state, call, shown)
    if judged.slip is not None:
        raise Refused(judged.slip)
    act.tell(say("%(player)s entered the cards everybody revealed"))
    return _waiting_for_another(state, act, replace(call, shown=judged, spoke=speaker(state, act)))


def _judge(state: State, call: Call, cards: Mapping[int, str]) -> Shown:
    """Who is framed by these cards. Only cards that were shown can be wrong; whoever showed none showed nobody's
    colour."""
    slip, who = slip_in(cards.values(), len(state.seats)), None
    if slip is None:
        try:
            colour = framed({state.colours[seat]: words_of(cards.get(seat, GREY)) for seat in state.seats})
            who = None if colour is None else state.seat_of(colour)
        except Refused as no:
            slip = no.sentence
    in_order = {seat: cards[seat] for seat in state.seats if seat in cards}
    return Shown(call.by, in_order, who, tuple(seat for seat in state.seats if seat not in cards), slip)


def _judged(state: State, act: Act, call: Call, cards: Mapping[int, str]) -> State:
    """Everybody's cards are in. They end the game unless all were chosen on one phone, with the others left out."""
    shown = replace(_judge(state, call, cards), at=act.at)
    if shown.slip is not None:
        act.note(say("The cards are revealed: something was entered wrongly, and nothing counts"))
        return replace(state, call=None, shown=shown)
    if shown.framed is not None and not heard(state, act, call.spoke):
        return replace(state, call=replace(call, shown=shown))
    return _revealed(state, act, call, shown)


def _revealed(state: State, act: Act, call: Call, shown: Shown) -> State:
    """Cards that count. An attempt that failed is this turn's action all the same (Frame Attempt 2)."""
    turn = state.turn
    if shown.framed is None:
        act.note(say("The cards are revealed: nobody is framed"))
        if turn is not None and turn.attempting:
            turn = replace(turn, did="attempted")
        return replace(state, call=None, shown=shown, turn=turn)
    act.note(say("The cards are revealed: %(name)s is framed", name=Who(shown.framed)))
    state = replace(state, call=None, shown=shown)
    if state.secret.goat is None:  # only the mats know whether rightly: everybody points
        return called(state, call.by, "proof", shown.framed)
    return reveal_all(state, act, Ending("frame", call.by, shown.framed))


# Going to the cops (Going to the Cops)


def points(state: State, act: Act, move: moves.Points) -> State:
    """Everybody pointed at the table, and one phone enters it. Raises `Stale`."""
    call = state.call
    if call is None or call.kind == "frame" or call.agreeing:
        raise Stale(say("Nobody points now."))
    pointed = {}
    for seat in state.seats:
        pointed[seat] = whole_between(move.at.get(seat, ""), min(state.seats), max(state.seats), f"at-{seat}")
        _check_point(state, seat, pointed[seat], f"at-{seat}")
    act.tell(say("%(player)s entered who everybody pointed at"))
    ballot = replace(call.ballot, voters=state.seats, away=(), wishes={})
    return _compared(state, act, replace(call, ballot=ballot, spoke=speaker(state, act)), pointed)


def _compared(state: State, act: Act, call: Call, pointed: Mapping[int, int]) -> State:
    """Who the scapegoat is, where only the mats know: the one named by all others, and when there is none, somebody
    misread (our ruling)."""
    how: Literal["frame", "cops"] = "cops" if call.kind == "cops" else "frame"
    named = named_by_all_others(pointed)
    if len(named) == 1:
        end = Ending(how, call.by, call.framed, named[0], pointed)
        return _waiting_for_another(state, act, replace(call, end=end))
    act.new_phase = True
    why = (
        say("Nobody is named by all the others, so somebody misread. Compare the dice with the mats, and point again.")
        if not named
        else say("Without everybody pointing, this cannot be told. Please point again.")
    )
    again = called(state, call.by, call.kind, call.framed, call.before)
    return again if again.call is None else replace(again, call=replace(again.call, misread=pointed, again=why))


# Stopping early


def end(state: State, act: Act, move: moves.End) -> State:
    """A host wants to stop. What the app knows is revealed once somebody with another phone agrees."""
    nothing_called(state)
    by = act.seat if act.seat in state.seats else None
    call = Call("stop", by, state.calls + 1, Ballot(()), end=Ending("stopped"), spoke=speaker(state, act))
    if not state.secret.suspects:
        return _settled(state, act, call)
    act.tell(say("%(player)s wants to stop here and reveal everything"))
    return _waiting_for_another(replace(state, calls=call.number), act, call)
