"""What a table can choose for Scape Goat: who tells the secret, whose dice, and a rule the box prints in two ways."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game import Option
from companion.words import say

OPTIONS = (
    Option(
        "secret",
        say("Who tells you who the scapegoat is?"),
        (
            ("app", say("The app deals")),
            ("sheets", say("Two dice and decoder sheets by the app")),
            ("mats", say("Your own mats, or printed sheets, and two dice")),
        ),
        say("Every way ends the same: all but one read the true scapegoat, and the scapegoat reads somebody else."),
    ),
    Option(
        "dice",
        say("Who rolls the decoder dice?"),
        (("roll", say("The app rolls")), ("own", say("We roll our own and enter them"))),
        say("Only matters with sheets or mats."),
    ),
    Option(
        "cops",
        say("With six players only: when may you go to the cops out of turn?"),
        (
            ("begin", say("Only when the opposite player’s turn begins")),
            ("during", say("At any moment of the opposite player’s turn")),
        ),
        say(
            "With three to five it changes nothing. The rulebook says at the beginning of that turn, the card says "
            "during it. We follow the rulebook."
        ),
    ),
)


def choice(options: Mapping[str, str], key: str) -> str:
    """What the table chose for this option, or the default."""
    return next(option for option in OPTIONS if option.key == key).chosen(options)


def uses_own_dice(options: Mapping[str, str]) -> bool:
    """Whether the dice of the box lie on the table."""
    return choice(options, "secret") != "app" and choice(options, "dice") == "own"
