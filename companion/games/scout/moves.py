"""The moves of Scout, as the forms of its screens send them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from companion.game import Move, Whole, whole_number

_OF_SEAT = re.compile(r"(captured|chips|hand)-[0-9]+")
_POINTS_OF_SEAT = re.compile(r"points-[0-9]+")


def _blank_or_whole(text: object) -> object:
    return None if text is None or (isinstance(text, str) and not text.strip()) else whole_number(text)


def _gathered(
    form: Mapping[str, Sequence[str]], names: re.Pattern[str]
) -> tuple[dict[str, str], dict[str, Sequence[str]]]:
    """The fields of those `names`, each as it was sent last, and all the others."""
    of_seats = {name: sent[-1] for name, sent in form.items() if names.fullmatch(name) and sent}
    return of_seats, {name: sent for name, sent in form.items() if name not in of_seats}


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
    left: Annotated[int | None, _blank_or_whole] = None


class WholeRound(EndRound):
    """The whole round for everybody at once: one phone keeps the score. Where only one ending fits the counts, `ender`
    may stay blank. `counts` has each seat's fields under their
    names with the seat's number, such as `hand-2`; who went out may leave the hand blank."""

    counts: Mapping[str, str]

    @classmethod
    def read(cls, form: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """As `Move.read`, with the fields of all the seats gathered."""
        counts, rest = _gathered(form, _OF_SEAT)
        return {**super().read(rest), "counts": counts}


class Points(OfRound):
    """The points of a whole round, worked out at the table: one phone writes them down. `points` has each seat's under
    `points-` and its number."""

    points: Mapping[str, str]

    @classmethod
    def read(cls, form: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """As `Move.read`, with the points of all the seats gathered."""
        points, rest = _gathered(form, _POINTS_OF_SEAT)
        return {**super().read(rest), "points": points}


class CorrectPoints(OfRound):
    """Other points for a player in a round of which only points were written down."""

    seat: Whole
    points: Whole


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


class Ready(OfRound):
    """Whoever has cards for the round that comes; it speaks for all on the same phone."""


class RoundOver(OfRound):
    """The round being played is over: now everybody counts, or, where it `writes`, this phone for all."""

    writes: bool = False


class Writes(OfRound):
    """Whether this phone enters the counts of all from now on, or their `points` alone."""

    on: bool = False
    points: bool = False


class OneMore(OfRound):
    """Play another round although the game is over."""


class Stop(OfRound):
    """End the game with the rounds counted so far."""


MOVES: Mapping[str, type[Move]] = {
    "enter": Enter,
    "end": EndRound,
    "whole": WholeRound,
    "points": Points,
    "anyway": CountAnyway,
    "correct": Correct,
    "correct_end": CorrectEnd,
    "correct_points": CorrectPoints,
    "starts": Starts,
    "ready": Ready,
    "over": RoundOver,
    "writes": Writes,
    "more": OneMore,
    "stop": Stop,
}
