"""What can be pressed while SCAPEGOAT is played. Their names are in stored evenings and never change."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.game import MaybeWhole, Move, Whole
from companion.games.corporate.state import State
from companion.words import Text, Who, listed


class Card(Move):
    """The player whose turn it is sells a card; any phone may say so."""

    moves_phase: ClassVar[bool] = True
    card: str

    def about(self, at: Any) -> tuple[object, Text] | None:
        """Whose card: one that comes late is not the next player's."""
        if not isinstance(at, State) or at.turn is None:
            return None
        return (len(at.past), len(at.cards), at.turn), listed([Who(at.turn)])


class Correct(Move):
    """A card of this year was entered wrongly: its place in the year (from 0), and what it was."""

    moves_phase: ClassVar[bool] = True
    place: Whole
    card: str


class Show(Move):
    """In a reveal, a player's rank; without a seat it is the sender's own."""

    of_own: ClassVar[bool] = True
    secret: ClassVar[bool] = True
    rank: str
    seat: MaybeWhole = None


class Starts(Move):
    """The cards on the table have said who starts, and nobody enters them."""

    moves_phase: ClassVar[bool] = True
    seat: Whole


class Retake(Move):
    """The ranks that turned up last were not those on the table: the same players reveal again. What has turned up
    stays known, so this is no way to a better card, and everybody sees it done."""

    moves_phase: ClassVar[bool] = True


class Point(Move):
    """The app says which card of the shuffled face-down cards to turn; whoever sees its colour may be ahead of that."""


class Turned(Move):
    """The face-down card that was turned is black or red."""

    moves_phase: ClassVar[bool] = True
    found: str


class NextYear(Move):
    """Everybody has discarded and drawn; the quarters are cleared."""

    moves_phase: ClassVar[bool] = True


MOVES: dict[str, type[Move]] = {
    "card": Card,
    "correct": Correct,
    "show": Show,
    "starts": Starts,
    "retake": Retake,
    "point": Point,
    "turned": Turned,
    "next": NextYear,
}
