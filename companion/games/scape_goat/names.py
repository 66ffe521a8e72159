"""What the pieces of the box are called, in the reader's language: colours, shapes, places."""

from __future__ import annotations

from companion.game import BADGES
from companion.words import Text, say

COLOUR: dict[str, Text] = {
    "blue": say("blue"),
    "red": say("red"),
    "yellow": say("yellow"),
    "green": say("green"),
    "orange": say("orange"),
    "purple": say("purple"),
    "grey": say("grey"),
    "rainbow": say("rainbow"),
}

LOUD: dict[str, Text] = {
    "blue": say("BLUE"),
    "red": say("RED"),
    "yellow": say("YELLOW"),
    "green": say("GREEN"),
    "orange": say("ORANGE"),
    "purple": say("PURPLE"),
}

SHAPE: dict[str, str] = {badge.colour: badge.shape for badge in BADGES}
"""The shape that goes with a colour, so that nobody has to tell colours apart."""

SHAPE_WORD: dict[str, Text] = {
    "circle": say("circle"),
    "diamond": say("diamond"),
    "triangle": say("triangle"),
    "square": say("square"),
    "hexagon": say("hexagon"),
    "star": say("star"),
}

PLACE: dict[str, Text] = {
    "prepare": say("Prepare"),
    "frame": say("Frame/Steal"),
    "spy": say("Spy"),
    "trade": say("Trade"),
    "stash": say("Stash"),
    "cops": say("Go to the Cops"),
}

FRAME_ON_CARD = say("Frame/\u200bSteal")
"""The same where a card is narrow: it may break after the stroke."""

DOES: dict[str, Text] = {
    "prepare": say("take a token"),
    "frame": say("frame or steal"),
    "spy": say("see a hand"),
    "trade": say("swap with a player"),
    "stash": say("swap with the stash"),
    "cops": say("ends the game"),
}
"""What a location is for, in the few words that fit on it."""


def colours_in_words(colours: tuple[str, ...]) -> Text:
    """What is on one evidence card: a colour, two colours, grey, or every colour."""
    if len(colours) > 2:
        return say("every colour")
    if len(colours) == 2:
        return say("%(one)s + %(other)s", one=COLOUR[colours[0]], other=COLOUR[colours[1]])
    return COLOUR[colours[0]]
