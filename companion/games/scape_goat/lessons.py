"""Scape Goat in a minute: five cards for whoever has not played it. Rulebook, in our words."""

from __future__ import annotations

from companion.game import Known, Lesson
from companion.games.scape_goat.options import choice
from companion.words import say


def lessons(known: Known) -> tuple[Lesson, ...]:
    """Five cards, by who tells the secret at this table."""
    by_app = choice(known.options, "secret") == "app"
    return (
        Lesson(
            "secret",
            say("Is it you?"),
            (
                say("Each of you reads the scapegoat’s name in secret. Only the scapegoat’s own names somebody else.")
                if by_app
                else say("Each sheet or mat names the scapegoat. Only the scapegoat’s own names somebody else."),
                say("So nobody knows at first whether they are the scapegoat. Find out."),
                say("Say what you like, true or false. Show nobody what you read."),
            ),
        ),
        Lesson(
            "turn",
            say("Your turn"),
            (
                say("Move your player token to another location, and do what that location says."),
                say("Then swap a card from your hand with the one lying there."),
                say("If any of your cards show your own colour, you must swap one of those."),
            ),
        ),
        Lesson(
            "places",
            say("Where to go"),
            (
                say("Spy: look at a hand. Trade: swap a card with somebody. Stash: swap with a hidden card."),
                say("Prepare: take a preparation token. Once both are taken, Prepare turns into Frame/Steal."),
                say("Frame/Steal: with a preparation token, call a frame attempt. Without one, steal one."),
            ),
        ),
        Lesson(
            "frame",
            say("Frame the scapegoat"),
            (
                say("Everybody chooses a card, and all are revealed at once."),
                say("You are framed if every other player’s card shows your colour. Nobody framed: play goes on."),
                say("If the true scapegoat is framed, all others win. If somebody else is, the true scapegoat wins."),
            ),
        ),
        Lesson(
            "cops",
            say("Or run to the cops"),
            (
                say("You think it is you? Go to the Cops: that ends the game."),
                say("At the same moment, everybody points at the player whose name they read."),
                say("The player all the others point at is the true scapegoat, and wins, no matter who went there."),
            ),
        ),
    )
