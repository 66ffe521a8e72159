"""Scout in a minute: five cards for whoever has not played it. Instruction sheet 1.1, in our words."""

from __future__ import annotations

from companion.game import Known, Lesson
from companion.games.scout.options import PENALTY
from companion.words import say


def lessons(known: Known) -> tuple[Lesson, ...]:
    """Five cards, by who loses points for the cards in hand at this table."""
    spared = PENALTY.chosen(known.options) == "official"
    return (
        Lesson(
            "hand",
            say("Your hand stays as dealt"),
            (
                say("Never sort or move your cards. Each has two numbers: the one at the top counts."),
                say("Before the first turn you may turn the whole hand upside down, but no card alone."),
                say("On your turn you show, or you scout."),
            ),
        ),
        Lesson(
            "show",
            say("Show"),
            (
                say("Lay out cards that are side by side in your hand: all the same number, or a run up or down."),
                say("One card alone will do. It must be stronger than the set on the table, if there is one."),
                say("Take the cards you beat face down: a point each."),
            ),
        ),
        Lesson(
            "stronger",
            say("What is stronger?"),
            (
                say("More cards always win: 2 3 4 beats 8 8."),
                say("With the same number of cards, equal numbers beat a run."),
                say("Same kind, too: the higher smallest number wins. Equal is not stronger."),
            ),
        ),
        Lesson(
            "scout",
            say("Or scout"),
            (
                say("Take a card from either end of the set. Put it anywhere in your hand, either way up."),
                say("The set’s owner gets a Scout chip, a point. With two players, nobody: you pay one to the middle."),
                say("With three or more: once a round, Scout & Show. Scout, then show at once."),
            ),
        ),
        Lesson(
            "end",
            say("The round ends"),
            (
                say(
                    "Somebody shows their last card, or after a show all the other players only scouted"
                    " (with two: can do neither)."
                ),
                say("A point for each captured card and each Scout chip, one less for each card in hand."),
                say("If nobody beat your set, your hand costs nothing. You play as many rounds as you are players.")
                if spared
                else say("You play as many rounds as you are players. Then the most points win."),
            ),
        ),
    )
