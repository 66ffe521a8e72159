"""Counts and endings of Scout put into sentences."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.scout.check import Counted, End
from companion.words import Text, Who, count, listed, say, signed


def in_words(own: Counted) -> Text:
    """A count in a sentence."""
    return count(
        "%(captured)s captured, %(n)s chip, %(hand)s in hand",
        "%(captured)s captured, %(n)s chips, %(hand)s in hand",
        own.chips,
        captured=own.captured,
        hand=own.hand,
    )


def in_points(points: int) -> Text:
    """What a round brought somebody."""
    return count("%(points)s point", "%(points)s points", points, points=signed(points))


def in_figures(own: Counted, spared: bool) -> str:
    """The arithmetic of a count. A hand that cost nothing is no part of it."""
    return f"{own.captured} + {own.chips}" if spared else f"{own.captured} + {own.chips} − {own.hand}"


def asked_of(end: End, empty: bool) -> Text:
    """Whether a round ended in that way, asked. `empty`: the hand entered says so."""
    if end.how == "unbeaten":
        return say("Did nobody beat %(who)s’s set?", who=Who(end.seat))
    if empty:
        return say("%(who)s’s hand is empty: did %(who)s show the last card?", who=Who(end.seat))
    return say("Did %(who)s show the last card?", who=Who(end.seat))


def how_in_words(end: End) -> Text:
    """Who ended a round and how, within a sentence."""
    if end.how == "out":
        return say("%(who)s showed the last card", who=Who(end.seat))
    return say("nobody beat %(who)s’s set", who=Who(end.seat))


def how_by_itself(end: End) -> Text:
    """The same where nothing stands before it."""
    return how_in_words(end) if end.how == "out" else say("Nobody beat %(who)s’s set", who=Who(end.seat))


def named(seats: Sequence[int]) -> Text:
    """All of them in a row."""
    return listed([Who(seat) for seat in seats])
