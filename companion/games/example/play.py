"""Playing In the bag: from the start through every move to the result, as pure functions of the state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.ballots import Ballot
from companion.chance import Chance
from companion.game import Act, Hidden, Honour, Player, Refused, Result
from companion.games.example.moves import Away, Guess, NextRound
from companion.games.example.rules import MOST, most_in_bag, places, points
from companion.games.example.setup import holder
from companion.games.example.state import Counted, Round, State
from companion.values import replace
from companion.words import Who, count, listed, say


def start(players: Sequence[Player], options: Mapping[str, str], drawn: Mapping[str, str], chance: Chance) -> State:
    """The first round. Where nobody drew who holds the bag, the first seat does."""
    seats = tuple(player.seat for player in players)
    return State(seats, dict(options), holder(players, drawn) or seats[0], _round(1, seats, chance))


def _round(number: int, seats: tuple[int, ...], chance: Chance) -> Round:
    """Everybody is told in secret how many pebbles to put in. Asked for by what it is for, the same number comes
    whoever takes back what."""
    told = {seat: Hidden(chance.of("pebbles", number, seat).below(MOST + 1), frozenset({seat})) for seat in seats}
    return Round(number, told, Ballot(seats))


def reseat(state: State, seats: tuple[int, ...]) -> State:
    """The bag goes on from whoever holds it, to whoever sits left of them now."""
    return replace(state, seats=seats)


def play(state: State, act: Act) -> State:
    """The state after a move. Raises `Refused`."""
    match act.move:
        case Guess():
            return _guess(state, act, act.move)
        case Away():
            return _away(state, act, act.move)
        case NextRound():
            return _next(state, act)
    raise TypeError(act.move)


def _running(state: State) -> Round:
    if state.round is None:
        raise Refused(say("The bag was counted already."))
    return state.round


def _guess(state: State, act: Act, move: Guess) -> State:
    now, most = _running(state), most_in_bag(len(state.seats))
    if move.number > most:
        raise Refused(say("There are %(n)s pebbles at most.", n=most), "number")
    first = act.seat not in now.ballot.cast
    ballot = now.ballot.vote(act, move.number)
    if first:
        act.tell(say("%(player)s guessed"))
    return _counted(replace(state, round=replace(now, ballot=ballot)), act)


def _away(state: State, act: Act, move: Away) -> State:
    now = _running(state)
    ballot = now.ballot.without(act, move.seat, state.seats)
    if move.seat in ballot.away:
        act.tell(say("%(player)s went on without a guess of %(name)s", name=Who(move.seat)))
    return _counted(replace(state, round=replace(now, ballot=ballot)), act)


def _counted(state: State, act: Act) -> State:
    """The same state while a guess is missing; after the last one everything turns up, and older buttons are old."""
    now = _running(state)
    if now.ballot.waiting:
        return state
    put = {seat: told.opened() for seat, told in now.told.items()}
    guesses = now.ballot.opened()
    worth = points(sum(put.values()), guesses, nearest=state.options["nearest"] == "one")
    over = Counted(put, guesses, worth)
    act.new_phase = True
    act.note(
        count("All guesses are in: there is %(n)s pebble", "All guesses are in: there are %(n)s pebbles", over.total)
    )
    return replace(state, round=None, past=(*state.past, over), turned_up=act.at)


def _next(state: State, act: Act) -> State:
    if act.seat not in state.seats and not act.host:
        raise Refused(say("Only players can do that."))
    if state.round is not None:
        raise Refused(say("Not everybody has guessed yet."))
    number = len(state.past) + 1
    act.tell(say("%(player)s began round %(n)s", n=number))
    return replace(state, round=_round(number, state.seats, act.chance))


def result(state: State) -> Result | None:
    """Most points win, and who has as many shares the win. Whoever was right most often is honoured for it."""
    if not state.over:
        return None
    sums = state.sums
    placed = places(sums)
    first = [Who(seat) for seat in state.seats if placed[seat] == 1]
    right = {seat: sum(each.guesses.get(seat) == each.total for each in state.past) for seat in state.seats}
    most = max(right.values())
    sharp = tuple(seat for seat in state.seats if right[seat] == most) if most else ()
    return Result(
        headline=say("%(names)s won", names=listed(first)),
        reasons=tuple(
            count("Round %(round)s: %(n)s pebble.", "Round %(round)s: %(n)s pebbles.", each.total, round=number)
            for number, each in enumerate(state.past, 1)
        ),
        places=placed,
        points=sums,
        honours=(Honour(say("Sharpest eye"), sharp),) if sharp else (),
    )
