"""Scout in a minute: five cards for whoever has not played it. Instruction sheet 1.1, in our words."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game import Lesson
from companion.games.scout.options import PENALTY
from companion.words import say


def lessons(options: Mapping[str, str]) -> tuple[Lesson, ...]:
    """Five cards, by who loses points for the cards in hand at this table."""
    spared = options.get(PENALTY.key, PENALTY.choices[0][0]) == PENALTY.choices[0][0]
    return (
        Lesson(
            "hand",
            say("Your hand stays as dealt"),
            (
                say("Never sort or move your cards. The number on top counts."),
                say("Once you have looked, you may turn the whole hand upside down, or not."),
            ),
        ),
        Lesson(
            "show",
            say("Show"),
            (
                say("Lay out cards that are side by side in your hand: all one number, or a run up or down."),
                say("One card alone will do. It must be stronger than the set on the table, if there is one."),
                say("Take the cards you beat face down: a point each."),
            ),
        ),
        Lesson(
            "stronger",
            say("What is stronger?"),
            (
                say("More cards always win: 2 3 4 beats 8 8."),
                say("With as many cards, all one number beats a run."),
                say("If both are of one kind, the higher smallest number wins. Equal is not stronger."),
            ),
        ),
        Lesson(
            "scout",
            say("Or scout"),
            (
                say("Take a card from either end of the set. Put it anywhere in your hand, either way up."),
                say("The set’s owner gets a Scout chip: a point. With two players you pay it to the middle."),
                say("With three or more: once a round, Scout & Show. Scout, then show at once."),
            ),
        ),
        Lesson(
            "end",
            say("The round ends"),
            (
                say("Somebody shows their last card, or everybody else only scouted since a set was shown."),
                say("Points: captured cards and Scout chips, less cards in hand. A set nobody beat spares its owner.")
                if spared
                else say("Points: captured cards and Scout chips, less the cards in hand, for everybody."),
                say("You play as many rounds as you are players. The most points win."),
            ),
        ),
    )
