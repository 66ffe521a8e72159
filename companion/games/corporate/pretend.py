"""How a pretend player sells cards in SCAPEGOAT: so that the year is beaten, and in the end somebody wins."""

from __future__ import annotations

from collections.abc import Sequence

from companion.chance import Chance
from companion.game import Message, Press, Viewer
from companion.games.corporate.state import DOWN
from companion.games.corporate.view import Look

BOLD = 2
"""Years in which cards are sold face down as well. After these nobody is demoted any more, since nothing is found,
and each year somebody is promoted: so a game comes to its end."""
FAIR, HIGH = ("5", "6", "7", "8", "9", "J"), ("8", "9", "10", "J", "Q", "K")
"""What is sold at first; and the cards that reach every target with as many turns as there are (sections 2 and 4)."""


def pretends(view: Look, viewer: Viewer, messages: Sequence[Message], chance: Chance) -> Press | None:
    """The card of its own turn; all else any button answers."""
    if view.phase != "year" or not view.my_turn:
        return None
    if view.number > BOLD:
        return "card", {"card": chance.pick(HIGH)}
    return "card", {"card": chance.pick((DOWN, DOWN, *FAIR))}
