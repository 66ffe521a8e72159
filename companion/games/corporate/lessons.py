"""SCAPEGOAT in a minute: five cards for whoever has not played it. Rules sheet, in our words."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game import Lesson
from companion.words import say


def lessons(options: Mapping[str, str]) -> tuple[Lesson, ...]:
    """Five cards, the same for every table."""
    return (
        Lesson(
            "climb",
            say("Climb to hand size 6"),
            (
                say("Your hand size is your place in the company. Everybody starts at 4, and 6 wins at once."),
                say("A year has four quarters with the same target, and each of you has two turns in it."),
            ),
        ),
        Lesson(
            "turn",
            say("Your turn"),
            (
                say("Sell one card to the open quarter, then draw back up to your hand size."),
                say("Face up it sells for its number: ace 1, jack, queen and king 10."),
                say("Face down it always sells for 10, but it may be looked at later. Red is cheating."),
            ),
        ),
        Lesson(
            "quarters",
            say("A quarter closes"),
            (
                say("It closes when it reaches its target. Extra points carry over to the next one."),
                say("Only the fourth has consequences: when it closes, the year ends."),
            ),
        ),
        Lesson(
            "end",
            say("The year’s end"),
            (
                say("Above the target: whoever closed Q4 is the Scapegoat and turns one face-down card at random."),
                say("Red: the Scapegoat is demoted. Exactly at the target, red demotes everybody."),
                say("Q4 not filled in time: everybody reveals a card, and the lowest is demoted."),
            ),
        ),
        Lesson(
            "review",
            say("Promotion and demotion"),
            (
                say("After black, everybody reveals a card. The highest, ace high, wins a hand size one higher."),
                say("After red above the target, all but the Scapegoat do. Otherwise nobody is promoted."),
                say("Demoted: discard a card. Your hand size goes down by one, never below 1."),
            ),
        ),
    )
