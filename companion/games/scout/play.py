"""The tally of a game of Scout: each round is counted by all, checked, opened at once, and stays open to correction."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import BeforeValidator

from companion.chance import Chance
from companion.game import Act, Move, Option, Player, Refused, Result, Stale, Whole, whole_between, whole_number
from companion.games.scout.check import HOWS, Counted, End, Slip, slip_in
from companion.games.scout.rules import DUEL_CHIPS, cards_in_round, round_score, rounds_due, standings
from companion.games.scout.setup import start_value
from companion.values import replace
from companion.words import Text, Who, count, listed, say, signed

MOST_CHIPS = 99
"""Scout chips know no limit (coins stand in); this one only catches slips of the finger."""

PENALTY = Option(
    "penalty",
    say("Who loses points for the cards in hand?"),
    (
        ("official", say("Everybody but the player whose set nobody beat")),
        ("readme", say("Everybody, also the player whose set nobody beat")),
    ),
    say(
        "The instruction sheet spares the player whose set nobody beat. Some versions going round leave that out. "
        "The result says which was played."
    ),
)


@dataclass(frozen=True)
class Round:
    """One round: who counted what, who ended it, and whether the table let it count although it cannot add up.

    `before` keeps the earlier counts of cells that were corrected, oldest first.
    """

    counted: Mapping[int, Counted] = field(default_factory=dict)
    end: End | None = None
    overruled: bool = False
    before: Mapping[int, tuple[Counted, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Tally:
    """Where a game of Scout stands. `seats` are clockwise; `first` is the place among them of who started round 1,
    `None` until the table knows; `due` is after how many rounds the game is over."""

    seats: tuple[int, ...]
    spares: bool
    first: int | None
    due: int
    rounds: tuple[Round, ...] = ()
    now: Round = Round()

    @property
    def number(self) -> int:
        """The number of the round being counted."""
        return len(self.rounds) + 1

    @property
    def over(self) -> bool:
        return len(self.rounds) >= self.due

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have not counted yet."""
        return tuple(seat for seat in self.seats if seat not in self.now.counted)

    @property
    def slip(self) -> Slip | None:
        """What cannot be in the round being counted, once it is complete."""
        if self.waiting or self.now.end is None:
            return None
        return slip_in(self.now.counted, self.now.end)

    def starter(self, number: int) -> int | None:
        """Who starts that round: one place to the left of the round before. Sheet, End of the game."""
        return None if self.first is None else self.seats[(self.first + number - 1) % len(self.seats)]

    def spared(self, which: Round, seat: int) -> bool:
        """Whether that player loses nothing for the hand in that round. Sheet, Scoring."""
        return self.spares and which.end is not None and which.end.how == "unbeaten" and which.end.seat == seat

    def points(self, which: Round, seat: int) -> int:
        """That player's points in a counted round."""
        own = which.counted[seat]
        return round_score(own.captured, own.chips, own.hand, self.spared(which, seat))

    @property
    def totals(self) -> dict[int, int]:
        """Seat -> points so far, always added up from the rounds."""
        return {seat: sum(self.points(each, seat) for each in self.rounds) for seat in self.seats}


_OF_SEAT = re.compile(r"(captured|chips|hand)-[0-9]+")


def _blank_or_whole(text: object) -> object:
    return None if text is None or (isinstance(text, str) and not text.strip()) else whole_number(text)


class OfRound(Move):
    """A move about one round, by its number as the form showed it. `was` is what the form was drawn from."""

    round: Whole
    was: str = ""


class Enter(OfRound):
    """One player's count for the round being counted; entered by anybody, so that a seat needs no phone."""

    seat: Whole
    captured: Whole
    chips: Whole
    hand: Whole


class EndRound(OfRound):
    """Who ended the round being counted and how, as `seat.out` or `seat.unbeaten`, so that one button says both;
    `left`, how many cards lie in the last set, may stay blank."""

    ender: str = ""
    left: Annotated[int | None, BeforeValidator(_blank_or_whole)] = None


class WholeRound(EndRound):
    """The whole round for everybody at once: one phone keeps the score. `counts` has each seat's fields under their
    names with the seat's number, such as `hand-2`; who went out may leave the hand blank."""

    counts: Mapping[str, str]

    @classmethod
    def read(cls, form: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """As `Move.read`, with the fields of all the seats gathered."""
        counts = {name: sent[-1] for name, sent in form.items() if _OF_SEAT.fullmatch(name) and sent}
        rest = super().read({name: sent for name, sent in form.items() if name not in counts})
        return {**rest, "counts": counts}


class CountAnyway(OfRound):
    """Let the round count although it does not add up; the record says so."""


class Correct(Enter):
    """Another count for a player in a round that was counted. `anyway`: although the round then does not add up."""

    anyway: bool = False


class CorrectEnd(EndRound):
    """Another answer to who ended a round that was counted, and how."""

    anyway: bool = False


class Starts(OfRound):
    """Who starts the round being played."""

    seat: Whole


class OneMore(OfRound):
    """Play another round although the game is over."""


class Stop(OfRound):
    """End the game with the rounds counted so far."""


MOVES: Mapping[str, type[Move]] = {
    "enter": Enter,
    "end": EndRound,
    "whole": WholeRound,
    "anyway": CountAnyway,
    "correct": Correct,
    "correct_end": CorrectEnd,
    "starts": Starts,
    "more": OneMore,
    "stop": Stop,
}


def start(players: Sequence[Player], options: Mapping[str, str], drawn: Mapping[str, str], chance: Chance) -> Tally:
    """A fresh tally. Who starts is as set up, else drawn now; unknown while it is to be the holder of the 1/2."""
    seats = tuple(player.seat for player in players)
    value = start_value(players, drawn)
    first = chance.below(len(seats)) if value is None else seats.index(value) if isinstance(value, int) else None
    return Tally(seats, options.get("penalty", "official") == "official", first, rounds_due(len(seats)))


def play(state: Tally, act: Act) -> Tally:
    """The tally after a move. Raises `Refused`, or `Stale` for a round that has moved on."""
    match act.move:
        case Correct() as move:
            return _correct(state, act, move)
        case CorrectEnd() as move:
            return _correct_end(state, act, move)
        case OfRound() as move if move.round != state.number:
            raise _moved_on(state, move.round)
        case Enter() as move:
            return _enter(state, act, move)
        case WholeRound() as move:
            return _whole(state, act, move)
        case EndRound() as move:
            return _end(state, act, move)
        case CountAnyway():
            return _anyway(state, act)
        case Starts() as move:
            return _starts(state, act, move)
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


def _seat(state: Tally, seat: int) -> int:
    if seat not in state.seats:
        raise Refused(say("Nobody in this game has that seat."), "seat")
    return seat


def _counted(state: Tally, captured: object, chips: object, hand: object, mark: str = "") -> Counted:
    """A count within the bounds of the deck. `mark` tells this player's fields from the others' in one form."""
    deck = cards_in_round(len(state.seats))
    most = DUEL_CHIPS if len(state.seats) == 2 else MOST_CHIPS
    return Counted(
        whole_between(captured, 0, deck, "captured" + mark),
        whole_between(chips, 0, most, "chips" + mark),
        whole_between(hand, 0, deck, "hand" + mark),
    )


def _ending(state: Tally, move: EndRound) -> End:
    if move.left is not None:
        whole_between(move.left, 0, cards_in_round(len(state.seats)), "left")
    for seat in state.seats:
        for how in HOWS:
            if move.ender == f"{seat}.{how}":
                return End(seat, how, move.left)
    raise Refused(say("Please say who ended the round, and how."), "ender")


def in_words(own: Counted) -> Text:
    """A count in a sentence."""
    return count(
        "%(captured)s captured, %(n)s chip, %(hand)s in hand",
        "%(captured)s captured, %(n)s chips, %(hand)s in hand",
        own.chips,
        captured=own.captured,
        hand=own.hand,
    )


def _enter(state: Tally, act: Act, move: Enter) -> Tally:
    _must_be_running(state)
    seat = _seat(state, move.seat)
    own = _counted(state, move.captured, move.chips, move.hand)
    old = state.now.counted.get(seat)
    if old == own:
        return state
    if old is not None and old.key != move.was:
        raise Refused(_meanwhile(seat, old), "captured")
    if seat == act.seat:
        act.tell(say("counted: %(count)s", count=in_words(own)))
    else:
        act.tell(say("counted for %(who)s: %(count)s", who=Who(seat), count=in_words(own)))
    return _closed(
        replace(state, now=replace(state.now, counted=_in_order(state, {**state.now.counted, seat: own}))), act
    )


def _in_order(state: Tally, counted: Mapping[int, Counted]) -> dict[int, Counted]:
    return {seat: counted[seat] for seat in state.seats if seat in counted}


def _meanwhile(seat: int, now: Counted) -> Text:
    return say(
        "Somebody else has just changed this: for %(who)s it says %(count)s now. Nothing was overwritten; "
        "look, and send again if you still want to change it.",
        who=Who(seat),
        count=in_words(now),
    )


def how_in_words(end: End) -> Text:
    """Who ended a round and how, in a sentence."""
    if end.how == "out":
        return say("%(who)s played the last card", who=Who(end.seat))
    return say("nobody beat %(who)s’s set", who=Who(end.seat))


def _end(state: Tally, act: Act, move: EndRound) -> Tally:
    _must_be_running(state)
    end = _ending(state, move)
    _same_end(state.now.end, end, move.was)
    if end == state.now.end:
        return state
    act.tell(say("said how the round ended: %(how)s", how=how_in_words(end)))
    return _closed(replace(state, now=replace(state.now, end=end)), act)


def _same_end(old: End | None, new: End, was: str) -> None:
    if old is not None and old != new and old.key != was:
        raise Refused(
            say("Somebody else has just said: %(how)s. Tap again if that is wrong.", how=how_in_words(old)), "ender"
        )


def _whole(state: Tally, act: Act, move: WholeRound) -> Tally:
    _must_be_running(state)
    if state.now.counted and as_drawn(state) != move.was:
        raise Refused(say("Somebody else has entered a count meanwhile. Please look, then send again."))
    end = _ending(state, move)
    counted = {seat: _from_many(state, move.counts, seat, end) for seat in state.seats}
    act.tell(say("entered round %(n)s for everybody", n=state.number))
    return _closed(replace(state, now=Round(counted, end)), act)


def _from_many(state: Tally, counts: Mapping[str, str], seat: int, end: End) -> Counted:
    captured, chips, hand = (counts.get(f"{name}-{seat}", "") for name in ("captured", "chips", "hand"))
    if not hand.strip() and end.how == "out" and end.seat == seat:
        hand = "0"
    return _counted(state, captured, chips, hand, f"-{seat}")


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
    return replace(state, rounds=(*state.rounds, state.now), now=Round())


def _anyway(state: Tally, act: Act) -> Tally:
    slip = state.slip
    if slip is None:
        raise Refused(say("There is nothing to overrule."))
    act.tell(say("let round %(n)s count although: %(slip)s", n=state.number, slip=slip.sentence))
    return _opened(replace(state, now=replace(state.now, overruled=True)), act)


def _starts(state: Tally, act: Act, move: Starts) -> Tally:
    place = state.seats.index(_seat(state, move.seat))
    act.tell(say("said that %(who)s starts round %(n)s", who=Who(move.seat), n=state.number))
    return replace(state, first=(place - len(state.rounds)) % len(state.seats))


def _more(state: Tally, act: Act) -> Tally:
    if not state.over:
        raise Refused(say("The game is not over yet."))
    act.tell(say("asked for another round"))
    return replace(state, due=state.number)


def _stop(state: Tally, act: Act) -> Tally:
    if not state.rounds:
        raise Refused(say("No round is counted yet."))
    if state.over:
        return state
    act.tell(count("ended the game after %(n)s round", "ended the game after %(n)s rounds", len(state.rounds)))
    return replace(state, due=len(state.rounds), now=Round())


def _old(state: Tally, number: int) -> Round:
    if not 1 <= number <= len(state.rounds):
        raise Refused(say("Round %(n)s is not counted yet.", n=number), "round")
    return state.rounds[number - 1]


def _correct(state: Tally, act: Act, move: Correct) -> Tally:
    which, seat = _old(state, move.round), _seat(state, move.seat)
    old, new = which.counted[seat], _counted(state, move.captured, move.chips, move.hand)
    if move.was != old.key:
        raise Refused(_meanwhile(seat, old), "captured")
    if new == old:
        raise Refused(say("That is what it says already."), "captured")
    before = {**which.before, seat: (*which.before.get(seat, ()), old)}
    fixed = replace(which, counted={**which.counted, seat: new}, before=before)
    after = _with_round(state, move.round, fixed, move.anyway)
    act.tell(
        say(
            "corrected round %(n)s for %(who)s: %(old)s → %(new)s points (%(from_)s → %(to)s)",
            n=move.round,
            who=Who(seat),
            old=signed(state.points(which, seat)),
            new=signed(after.points(after.rounds[move.round - 1], seat)),
            from_=in_words(old),
            to=in_words(new),
        )
    )
    return after


def _correct_end(state: Tally, act: Act, move: CorrectEnd) -> Tally:
    which, end = _old(state, move.round), _ending(state, move)
    old = which.end
    if old is None:
        raise Refused(say("Round %(n)s is not counted yet.", n=move.round), "round")
    _same_end(old, end, move.was)
    if end == old:
        raise Refused(say("That is what it says already."), "ender")
    after = _with_round(state, move.round, replace(which, end=end), move.anyway)
    act.tell(
        say(
            "corrected how round %(n)s ended: %(old)s → %(new)s",
            n=move.round,
            old=how_in_words(old),
            new=how_in_words(end),
        )
    )
    return after


def _with_round(state: Tally, number: int, fixed: Round, anyway: bool) -> Tally:
    """With a corrected round, which adds up, or is let through by hand, or was so before."""
    slip = slip_in(fixed.counted, fixed.end) if fixed.end is not None else None
    if slip is not None and not (anyway or fixed.overruled):
        raise Refused(say("Then the round does not add up. %(slip)s", slip=slip.sentence), "anyway")
    fixed = replace(fixed, overruled=slip is not None)
    return replace(state, rounds=(*state.rounds[: number - 1], fixed, *state.rounds[number:]))


def result(state: Tally) -> Result | None:
    """How the game ended, once as many rounds as due are counted. Ties share the place and the win. Sheet, End."""
    if not state.over:
        return None
    totals, places = state.totals, standings(state.totals)
    winners = [seat for seat in state.seats if places[seat] == 1]
    best = signed(totals[winners[0]])
    if len(winners) == 1:
        headline = say("%(who)s wins with %(points)s points", who=Who(winners[0]), points=best)
    else:
        headline = say("%(who)s share the win with %(points)s points each", who=_all(winners), points=best)
    return Result(headline, (*_sums(state), *_remarks(state)), places, points=totals)


def _all(seats: Sequence[int]) -> Text:
    return listed([Who(seat) for seat in seats])


def _sums(state: Tally) -> tuple[Text, ...]:
    """One line for each player, best first."""
    places = standings(state.totals)
    return tuple(
        in_sum(places[seat], Who(seat), [state.points(each, seat) for each in state.rounds])
        for seat in sorted(state.seats, key=lambda seat: places[seat])
    )


def in_sum(place: int, who: Who | Text | str, points: Sequence[int]) -> Text:
    """A player's place, and what the rounds add up to. A minus within a sum stands in brackets."""
    terms = " + ".join(f"({signed(each)})" if each < 0 else str(each) for each in points) or "0"
    return say("%(place)s. %(who)s: %(sum)s = %(total)s", place=place, who=who, sum=terms, total=signed(sum(points)))


def _remarks(state: Tally) -> tuple[Text, ...]:
    played, usual = len(state.rounds), rounds_due(len(state.seats))
    lines = [reading(state)]
    if played > usual:
        lines.append(count("%(n)s extra round was played.", "%(n)s extra rounds were played.", played - usual))
    if played < usual:
        lines.append(say("Played %(played)s of %(usual)s rounds.", played=played, usual=usual))
    for number, each in enumerate(state.rounds, start=1):
        if each.overruled:
            lines.append(say("Round %(n)s counts although it does not add up.", n=number))
    return tuple(lines)


def reading(state: Tally) -> Text:
    """Which rule about cards in hand this table plays."""
    if state.spares:
        return say("By the instruction sheet: a player whose set nobody beat lost nothing for the hand.")
    return say("By the table’s choice: everybody lost points for the hand, also after a set nobody beat.")
