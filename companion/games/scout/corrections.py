"""Rounds of Scout that were counted stay open to correction, and keep what they said before."""

from __future__ import annotations

from companion.game import Act, Refused
from companion.games.scout.check import slip_in
from companion.games.scout.fields import counted_in, ending_in, meanwhile, points_in, same_end, seat_in
from companion.games.scout.moves import Correct, CorrectEnd, CorrectPoints
from companion.games.scout.state import Round, Tally
from companion.games.scout.told import how_in_words, in_words
from companion.values import replace
from companion.words import Text, Who, count, say, signed


def _old(state: Tally, number: int) -> Round:
    if not 1 <= number <= len(state.rounds):
        raise Refused(say("Round %(n)s is not counted yet.", n=number), "round")
    return state.rounds[number - 1]


def _counted(state: Tally, number: int) -> Round:
    which = _old(state, number)
    if which.made:
        raise Refused(say("Of round %(n)s only the points were written down: correct those.", n=number), "round")
    return which


def correct(state: Tally, act: Act, move: Correct) -> Tally:
    which, seat = _counted(state, move.round), seat_in(state, move.seat)
    old, new = which.counted[seat], counted_in(state, move.captured, move.chips, move.hand)
    if move.was != old.key:
        raise Refused(meanwhile(seat, old), "captured")
    if new == old:
        raise Refused(say("That is what it says already."), "captured")
    before = {**which.before, seat: (*which.before.get(seat, ()), old)}
    fixed = replace(which, counted={**which.counted, seat: new}, before=before)
    after = _with_round(state, move.round, fixed, move.anyway)
    was, now = state.points(which, seat), after.points(after.rounds[move.round - 1], seat)
    act.tell(
        count(
            "%(player)s corrected round %(n)s for %(who)s: %(old)s → %(new)s point (%(from_)s → %(to)s)",
            "%(player)s corrected round %(n)s for %(who)s: %(old)s → %(new)s points (%(from_)s → %(to)s)",
            now,
            n=move.round,
            who=Who(seat),
            old=signed(was),
            new=signed(now),
            from_=in_words(old),
            to=in_words(new),
        )
    )
    return _said(after, _other_points(move.round, seat, was, now))


def _other_points(number: int, seat: int, was: int, now: int) -> Text:
    return count(
        "Round %(n)s is corrected: %(who)s has %(new)s point, not %(old)s.",
        "Round %(n)s is corrected: %(who)s has %(new)s points, not %(old)s.",
        now,
        n=number,
        who=Who(seat),
        old=signed(was),
        new=signed(now),
    )


def correct_points(state: Tally, act: Act, move: CorrectPoints) -> Tally:
    which, seat = _old(state, move.round), seat_in(state, move.seat)
    if not which.made:
        raise Refused(say("Round %(n)s was counted: correct its cards and chips.", n=move.round), "points")
    old, new = which.made[seat], points_in(state, move.points, "points")
    if move.was != str(old):
        raise Refused(
            say(
                "Somebody else has just written down %(points)s for %(who)s. Yours was not saved. Send it again "
                "if it is right.",
                who=Who(seat),
                points=signed(old),
            ),
            "points",
        )
    if new == old:
        raise Refused(say("That is what it says already."), "points")
    before = {**which.made_before, seat: (*which.made_before.get(seat, ()), old)}
    fixed = replace(which, made={**which.made, seat: new}, made_before=before)
    act.tell(
        count(
            "%(player)s corrected round %(n)s for %(who)s: %(old)s → %(new)s point",
            "%(player)s corrected round %(n)s for %(who)s: %(old)s → %(new)s points",
            new,
            n=move.round,
            who=Who(seat),
            old=signed(old),
            new=signed(new),
        )
    )
    return _said(_with_round(state, move.round, fixed, False), _other_points(move.round, seat, old, new))


def correct_end(state: Tally, act: Act, move: CorrectEnd) -> Tally:
    which, end = _counted(state, move.round), ending_in(state, move)
    old = which.end
    assert old is not None, "a round is counted only once the table said who ended it"
    same_end(old, end, move.was)
    if end == old:
        raise Refused(say("That is what it says already."), "ender")
    after = _with_round(state, move.round, replace(which, end=end), move.anyway)
    act.tell(
        say(
            "%(player)s corrected how round %(n)s ended: %(old)s → %(new)s",
            n=move.round,
            old=how_in_words(old),
            new=how_in_words(end),
        )
    )
    return _said(after, say("Round %(n)s is corrected: %(how)s.", n=move.round, how=how_in_words(end)))


def _said(state: Tally, line: Text) -> Tally:
    """With what was corrected in words, which every screen shows until the next round is counted."""
    return replace(state, corrected=(*state.corrected, line))


def _with_round(state: Tally, number: int, fixed: Round, anyway: bool) -> Tally:
    """With a corrected round, which adds up, or is let through by hand, or was so before."""
    slip = slip_in(fixed.counted, fixed.end) if fixed.end is not None else None
    if slip is not None and not (anyway or fixed.overruled):
        raise Refused(say("Then the round does not add up. %(slip)s", slip=slip.sentence), "anyway")
    fixed = replace(fixed, overruled=slip is not None)
    return replace(state, rounds=(*state.rounds[: number - 1], fixed, *state.rounds[number:]))
