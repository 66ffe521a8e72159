"""SCAPEGOAT in a minute: five cards for whoever has not played it. Rules sheet and rulings, in our words."""

from __future__ import annotations

from companion.game import Known, Lesson
from companion.games.corporate.rules import QUARTERS, target
from companion.words import say


def lessons(known: Known) -> tuple[Lesson, ...]:
    """Five cards, the target drawn that as many as play here have."""
    return (
        Lesson(
            "climb",
            say("Climb to hand size 6"),
            (
                say("Your hand size is your place in the company. Everybody starts at 4, and 6 wins at once."),
                say("A year has four quarters, all with the same target. Each of you has two turns a year."),
            ),
        ),
        Lesson(
            "turn",
            say("Your turn"),
            (
                say("Sell one card to the open quarter, then draw back up to your hand size."),
                say("Face up it sells for its number: ace 1, jack, queen and king 10."),
                say("Face down it always sells for 10. A red card face down is cheating, and may be found out."),
            ),
        ),
        Lesson(
            "quarters",
            say("A quarter closes"),
            (
                say("The target of each quarter is 10 with three players, 15 with four, 20 with five."),
                say("A quarter closes when it reaches its target. Extra points carry over to the next one."),
                say("When the fourth closes, or everybody has had two turns, the year ends."),
            ),
            {"target": "?" if known.players is None else target(known.players), "quarters": QUARTERS},
        ),
        Lesson(
            "end",
            say("The year’s end"),
            (
                say(
                    "Q4 above or at its target: whoever closed it turns up a card sold face down, at random. "
                    "If there is none, that counts as black."
                ),
                say("Red, above the target: they are demoted. Red, exactly at the target: everybody is demoted."),
                say("Q4 not filled in time: everybody reveals a card from their hand, and the lowest is demoted."),
            ),
        ),
        Lesson(
            "review",
            say("Promotion and demotion"),
            (
                say(
                    "If that card was black, or there was none, everybody reveals a card. "
                    "The highest, ace high, is promoted."
                ),
                say("If it was red and Q4 above its target, all but its closer do. Otherwise nobody is promoted."),
                say("Promoted: hand size 1 higher. Demoted: discard a card, hand size 1 lower, but never below 1."),
            ),
        ),
    )
