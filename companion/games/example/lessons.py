"""In the bag in a minute: five cards for whoever has not played it."""

from __future__ import annotations

from companion.game import Known, Lesson
from companion.words import say


def lessons(known: Known) -> tuple[Lesson, ...]:
    """Five cards, by how many rounds this table plays and what the nearest get."""
    nearest = known.options.get("nearest", "one") == "one"
    return (
        Lesson(
            "pebbles",
            say("Three pebbles each"),
            (
                say("Hold them under the table. Coins or beans will do."),
                say("One bag that nobody can see through goes round."),
            ),
        ),
        Lesson(
            "message",
            say("Your message"),
            (
                say("Each round your phone tells you, and nobody else, how many to put in: none to three."),
                say("Put in exactly that many. Reach into the bag even for none."),
            ),
        ),
        Lesson(
            "guess",
            say("Guess"),
            (
                say("How many are in the bag in all? Guess in secret, on your phone."),
                say("You may change your guess until the last one is in. Two may guess the same."),
            ),
        ),
        Lesson(
            "points",
            say("Points"),
            (
                say("A right guess is worth 3 points."),
                say("Where nobody is right, the nearest get 1 each.")
                if nearest
                else say("Where nobody is right, nobody scores."),
            ),
        ),
        Lesson(
            "end",
            say("The end"),
            (
                say("You play three rounds.")
                if known.options.get("rounds", "3") == "3"
                else say("You play five rounds."),
                say("The most points win, and a tie is shared."),
            ),
        ),
    )
