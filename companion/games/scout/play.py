"""The tally of a game of Scout: each round is counted by all, checked, and opened at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.chance import Chance
from companion.game import Act, Player, Refused, Stale
from companion.games.scout.check import Counted, End, likely_ends
from companion.games.scout.corrections import correct, correct_end, correct_points
from companion.games.scout.fields import counted_in, ending_in, meanwhile, points_in, same_end, seat_in
from companion.games.scout.moves import (
    Correct,
    CorrectEnd,
    CorrectPoints,
    CountAnyway,
    EndRound,
    Enter,
    OfRound,
    OneMore,
    Points,
    Ready,
    RoundOver,
    Starts,
    Stop,
    WholeRound,
    Writes,
)
from companion.games.scout.rules import rounds_due
from companion.games.scout.setup import start_value
from companion.games.scout.state import Round, Tally
from companion.games.scout.told import how_in_words, in_words
from companion.values import replace
from companion.words import Who, count, say


def start(players: Sequence[Player], options: Mapping[str, str], drawn: Mapping[str, str], chance: Chance) -> Tally:
    """A fresh tally. Who starts is as set up, else drawn now; unknown while it is to be the holder of the 1/2."""
    seats = tuple(player.seat for player in players)
    value = start_value(players, drawn)
    if value is None:
        value = chance.of("start").pick(seats)
    first = seats.index(value) if isinstance(value, int) else None
    spares, writer = options.get("penalty", "official") == "official", options.get("writer")
    by_one, points_only = writer in ("one", "points"), writer == "points"
    return Tally(seats, spares, first, rounds_due(len(seats)), by_one=by_one, points_only=points_only)


def reseat(state: Tally, seats: tuple[int, ...]) -> Tally:
    """Whoever starts round 1 still does. Raises `Refused` once a round is counted: everybody starts as often as they
    would have."""
    if state.rounds:
        raise Refused(say("Who starts each round goes by the seats. From the second round on they stay as they are."))
    starter = state.starter(1)
    return replace(state, seats=seats, first=None if starter is None else seats.index(starter))


def keeps(state: Tally) -> Mapping[str, str]:
    """What was chosen while playing and holds for the next game, too."""
    return {"writer": "points" if state.points_only else "one" if state.by_one else "each"}


def play(state: Tally, act: Act) -> Tally:
    """The tally after a move. Raises `Refused`, or `Stale` for a round that has moved on."""
    match act.move:
        case Correct() as move:
            return correct(state, act, move)
        case CorrectEnd() as move:
            return correct_end(state, act, move)
        case CorrectPoints() as move:
            return correct_points(state, act, move)
        case OfRound() as move if move.round != state.number:
            raise _moved_on(state, move.round)
        case Enter() as move:
            return _enter(state, act, move)
        case WholeRound() as move:
            return _whole(state, act, move)
        case Points() as move:
            return _points(state, act, move)
        case EndRound() as move:
            return _end(state, act, move)
        case CountAnyway():
            return _anyway(state, act)
        case Starts() as move:
            return _starts(state, act, move)
        case Ready():
            return _ready(state, act)
        case RoundOver() as move:
            return _round_over(state, act, move)
        case Writes() as move:
            return _writes(state, act, move)
        case OneMore():
            return _more(state, act)
        case Stop():
            return _stop(state, act)
        case _:
            raise Stale(say("That button does not belong to Scout."))


def _moved_on(state: Tally, number: int) -> Refused:
    if 1 <= number < state.number:
        return Stale(say("Round %(n)s is counted already. It can be corrected on the score sheet.", n=number))
    return Stale(say("Round %(n)s has not begun. Nothing was changed.", n=number))


def _must_be_running(state: Tally) -> None:
    if state.over:
        raise Refused(say("The game is over. You can play another round, or correct an old one."))


def _enter(state: Tally, act: Act, move: Enter) -> Tally:
    _must_be_running(state)
    seat = seat_in(state, move.seat)
    own = counted_in(state, move.captured, move.chips, move.hand)
    old = state.now.counted.get(seat)
    if old == own:
        return replace(state, now=replace(state.now, by={**state.now.by, seat: act.seat}))
    if old is not None and old.key != move.was:
        raise Refused(meanwhile(seat, old), "captured")
    if seat == act.seat:
        act.tell(say("%(player)s counted: %(count)s", count=in_words(own)))
    else:
        act.tell(say("%(player)s counted for %(who)s: %(count)s", who=Who(seat), count=in_words(own)))
    counted, by = _in_order(state, {**state.now.counted, seat: own}), {**state.now.by, seat: act.seat}
    return _closed(replace(state, now=replace(state.now, counted=counted, by=by)), act)


def _in_order(state: Tally, counted: Mapping[int, Counted]) -> dict[int, Counted]:
    return {seat: counted[seat] for seat in state.seats if seat in counted}


def _end(state: Tally, act: Act, move: EndRound) -> Tally:
    _must_be_running(state)
    end = ending_in(state, move)
    same_end(state.now.end, end, move.was)
    if end == state.now.end:
        return state
    act.tell(say("%(player)s said how the round ended: %(how)s", how=how_in_words(end)))
    return _closed(replace(state, now=replace(state.now, end=end)), act)


def _whole(state: Tally, act: Act, move: WholeRound) -> Tally:
    _must_be_running(state)
    _must_be_as_drawn(state, move)
    if move.ender:
        end = ending_in(state, move)
        counted = {seat: _from_many(state, move.counts, seat, end) for seat in state.seats}
    else:
        counted = {seat: _from_many(state, move.counts, seat, None) for seat in state.seats}
        end = _by_the_counts(counted, move)
    act.tell(say("%(player)s entered round %(n)s for everybody", n=state.number))
    return _closed(replace(state, now=Round(counted, end)), act)


def _points(state: Tally, act: Act, move: Points) -> Tally:
    _must_be_running(state)
    _must_be_as_drawn(state, move)
    fields = {seat: f"points-{seat}" for seat in state.seats}
    made = {seat: points_in(state, move.points.get(field, ""), field) for seat, field in fields.items()}
    act.tell(say("%(player)s wrote down the points of round %(n)s", n=state.number))
    return _opened(replace(state, now=Round(made=made)), act)


def _must_be_as_drawn(state: Tally, move: OfRound) -> None:
    if state.now.counted and as_drawn(state) != move.was:
        raise Refused(say("Somebody else has entered a count meanwhile. Please look, then send again."))


def _by_the_counts(counted: Mapping[int, Counted], move: WholeRound) -> End:
    """How the round ended where nobody said so: the only way the counts allow."""
    likely = likely_ends(counted)
    if len(likely) != 1:
        raise Refused(say("Please say who ended the round, and how."), "ender")
    return replace(likely[0], left=move.left)


def _from_many(state: Tally, counts: Mapping[str, str], seat: int, end: End | None) -> Counted:
    captured, chips, hand = (counts.get(f"{name}-{seat}", "") for name in ("captured", "chips", "hand"))
    if not hand.strip() and end is not None and end.how == "out" and end.seat == seat:
        hand = "0"
    return counted_in(state, captured, chips, hand, f"-{seat}")


def as_drawn(state: Tally) -> str:
    """All the counts of the round being counted as one word, for the form that enters them all."""
    return " ".join(f"{seat}:{own.key}" for seat, own in state.now.counted.items())


def _closed(state: Tally, act: Act) -> Tally:
    """With the round opened for all as soon as it is complete and adds up."""
    if state.waiting or state.now.end is None or state.slip is not None:
        return state
    return _opened(state, act)


def _opened(state: Tally, act: Act) -> Tally:
    act.note(say("Round %(n)s is counted", n=state.number))
    return replace(state, rounds=(*state.rounds, state.now), now=Round(), ready=frozenset(), corrected=())


def _anyway(state: Tally, act: Act) -> Tally:
    slip = state.slip
    if slip is None:
        raise Refused(say("There is nothing to overrule."))
    act.tell(say("%(player)s let round %(n)s count anyway: %(slip)s", n=state.number, slip=slip.sentence))
    return _opened(replace(state, now=replace(state.now, overruled=True)), act)


def _starts(state: Tally, act: Act, move: Starts) -> Tally:
    place = state.seats.index(seat_in(state, move.seat))
    act.tell(say("%(player)s said that %(who)s starts round %(n)s", who=Who(move.seat), n=state.number))
    return replace(state, first=(place - len(state.rounds)) % len(state.seats))


def _ready(state: Tally, act: Act) -> Tally:
    """Ready are all whom the same phone speaks for, and whoever has no phone; a host without a seat says it for all."""
    if act.seat in state.seats:
        phones = (act.phone_of(act.seat), -1)
        speaks_for = frozenset(seat for seat in state.seats if seat == act.seat or act.phone_of(seat) in phones)
    else:
        speaks_for = frozenset(state.seats if act.host else ())
    if not speaks_for - state.ready:
        return state
    act.tell(say("%(player)s is ready for round %(n)s", n=state.number))
    return replace(state, ready=state.ready | speaks_for)


def _round_over(state: Tally, act: Act, move: RoundOver) -> Tally:
    _must_be_running(state)
    if not state.now.begun:
        act.tell(say("%(player)s said that round %(n)s is over", n=state.number))
        state = replace(state, now=replace(state.now, begun=True))
    return replace(state, writer=act.seat) if move.writes else state


def _writes(state: Tally, act: Act, move: Writes) -> Tally:
    if move.on and move.points:
        act.tell(say("%(player)s writes down everybody’s points"))
    elif move.on:
        act.tell(say("%(player)s enters the counts for everybody"))
    else:
        act.tell(say("%(player)s lets everybody enter their own counts"))
    writer = act.seat if move.on else None
    return replace(state, writer=writer, by_one=move.on, points_only=move.on and move.points)


def _more(state: Tally, act: Act) -> Tally:
    if not state.over:
        raise Refused(say("The game is not over yet."))
    act.tell(say("%(player)s added another round"))
    return replace(state, due=state.number)


def _stop(state: Tally, act: Act) -> Tally:
    if not state.rounds:
        raise Refused(say("No round is counted yet."))
    if state.over:
        return state
    act.tell(
        count(
            "%(player)s ended the game after %(n)s round",
            "%(player)s ended the game after %(n)s rounds",
            len(state.rounds),
        )
    )
    return replace(state, due=len(state.rounds), now=Round())
