"""What a table can choose about Scout."""

from __future__ import annotations

from companion.game import Option
from companion.words import say

PENALTY = Option(
    "penalty",
    say("Who loses points for the cards in hand?"),
    (
        ("official", say("Everybody but the player whose set nobody beat")),
        ("readme", say("Everybody, also the player whose set nobody beat")),
    ),
    say(
        "The instruction sheet spares the player whose set nobody beat. Some versions of the rules leave this out. "
        "The result will say which rule you used."
    ),
)

WRITER = Option(
    "writer",
    say("Who enters the counts?"),
    (
        ("each", say("Everybody, on their own phone")),
        ("one", say("One of you, for all")),
        ("points", say("One of you, only the points")),
    ),
    say(
        "With one for all, whoever says that the round is over enters everybody’s cards and chips. "
        "With only the points, you do the sums yourselves."
    ),
)
