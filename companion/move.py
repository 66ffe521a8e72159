"""A move: the fields of its form, typed, and how the table treats it.

Its annotations are types here and not strings: pydantic reads those of `Move` again for each of its hundred kinds.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, get_origin

from pydantic import BaseModel, ConfigDict

from companion.words import Text


class Move(BaseModel):
    """A typed move. Subclasses declare fields, and by these class variables how the table treats them."""

    # Built at its first use: games that are not played tonight cost no memory.
    model_config = ConfigDict(
        defer_build=True, frozen=True, extra="forbid", str_strip_whitespace=True, str_max_length=200
    )

    who: ClassVar[Literal["player", "host", "anyone"]] = "player"
    """`player`: anybody seated, and hosts. `host`: hosts only. `anyone`: also who has no seat yet. Rules finer than
    that are refusals where the move is played."""
    moves_phase: ClassVar[bool] = False
    """Buttons drawn before such a move are stale after it."""
    undoable: ClassVar[bool] = True
    """Whether the table offers to take it back. What may have turned up something hidden it never does, see
    `reveals`."""
    of_game: ClassVar[bool] = False
    """Whether a move of the table's is part of playing: it counts with the moves of the game that runs, not with what
    is done about seats and in the lobby."""
    of_own: ClassVar[bool] = False
    """Whether a move is one by which people get at what is theirs, or give a vote that only they have: no limit that
    others can fill stands before it, only one of that device's own."""
    bound_to_phase: ClassVar[bool] = True
    """Whether a button of this move goes stale when the phase moves."""
    bound_to_hold: ClassVar[bool] = True
    """Whether a button of this move is stale once the device it was drawn on has changed hands."""
    secret: ClassVar[bool] = False
    """Whether what it says is for nobody else to know. On a device that is passed round a button of it works once: a
    tap sent again would be answered and not made again, and so tell whoever guesses what it said that they are
    right."""

    @classmethod
    def read(cls, form: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """The raw fields of a submitted form (name -> the values sent): sequences stay lists, the rest are single.
        Spaces around a value do not count: a choice made in secret is padded to the size of the others."""
        bare = {name: [value.strip() for value in values] for name, values in form.items() if values}
        return {name: values if _is_sequence(cls, name) else values[-1] for name, values in bare.items()}

    def about(self, at: Any) -> tuple[object, Text] | None:
        """What the button of this move was drawn for, to compare and in words; `None` where the move says itself all
        that matters, or goes stale with the phase. `at` is the table for the moves of the table, for a game's moves the
        state of the game. When it has become something else since, the move is refused in one sentence."""
        return None


def _is_sequence(move: type[Move], name: str) -> bool:
    about = move.model_fields.get(name)
    return about is not None and get_origin(about.annotation) in (tuple, list, frozenset)
