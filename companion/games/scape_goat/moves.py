"""What players can do in Scape Goat, each as a form its players fill in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from companion.game import Move, Whole, whole_between

NO_CARD = "none"
"""What stands in place of a card for somebody who showed none."""


def _white(typed: object) -> int:
    """From 0 to 9; dice that show 10 or 00 mean 0."""
    return whole_between("0" if isinstance(typed, str) and typed.strip() == "10" else typed, 0, 9, "white")


White = Annotated[int, _white]
Black = Annotated[int, lambda typed: whole_between(typed, 1, 12, "black")]


class Roll(Move):
    """Let the app roll the decoder dice after all."""

    moves_phase: ClassVar[bool] = True
    undoable: ClassVar[bool] = False


class Dice(Move):
    """The decoder dice as they lie on the table, to be read back first."""

    white: White
    black: Black


class Confirm(Move):
    """The dice read back are the dice on the table."""

    moves_phase: ClassVar[bool] = True
    white: White
    black: Black


class Frame(Move):
    """Call a frame attempt."""

    moves_phase: ClassVar[bool] = True


class Cops(Move):
    """Go to the cops: everybody points."""

    moves_phase: ClassVar[bool] = True


class Card(Move):
    """The kind of card I reveal in this frame attempt."""

    of_own: ClassVar[bool] = True
    secret: ClassVar[bool] = True
    undoable: ClassVar[bool] = False
    number: Whole
    card: str


class Point(Move):
    """Whom my message names."""

    of_own: ClassVar[bool] = True
    secret: ClassVar[bool] = True
    undoable: ClassVar[bool] = False
    number: Whole
    at: Whole


class Cards(Move):
    """All cards revealed on the table, by seat, entered by one: the fields `card-1`, `card-2`, ... (`NO_CARD` for
    whoever showed none)."""

    undoable: ClassVar[bool] = False
    cards: dict[int, str]

    @classmethod
    def read(cls, form: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        return _by_seat(form, "card", "cards")


class Points(Move):
    """Whom everybody pointed at, by seat, entered by one: the fields `at-1`, `at-2`, ..."""

    undoable: ClassVar[bool] = False
    at: dict[int, str]

    @classmethod
    def read(cls, form: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        return _by_seat(form, "at", "at")


def _by_seat(form: Mapping[str, Sequence[str]], field: str, into: str) -> dict[str, Any]:
    of_seats = {name: values[-1] for name, values in form.items() if re.fullmatch(rf"{field}-[0-9]{{1,4}}", name)}
    others = {name: values[-1] for name, values in form.items() if name not in of_seats}
    return {into: {int(name.rpartition("-")[2]): value for name, value in of_seats.items()}, **others}


class LeaveOut(Move):
    """Go on without somebody who is away. `together`: that is for a host to say, or for two players. In older evenings
    each could by themselves."""

    number: Whole
    seat: Whole
    together: bool = False

    @classmethod
    def read(cls, form: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        return {**super().read(form), "together": True}


class Cancel(Move):
    """Cancel what was called before all have answered, or say no to an end another phone waits to see agreed to."""

    moves_phase: ClassVar[bool] = True
    number: Whole


class Agree(Move):
    """Say, on another phone, that the end has come and everything may be revealed."""

    of_own: ClassVar[bool] = True
    moves_phase: ClassVar[bool] = True
    undoable: ClassVar[bool] = False
    number: Whole


class End(Move):
    """Stop the game here, and reveal everything."""

    who: ClassVar[Literal["player", "host"]] = "host"
    moves_phase: ClassVar[bool] = True
    undoable: ClassVar[bool] = False


class Track(Move):
    """Keep track of turns from this player on; later, correct whose turn it is. `under_way`: the game had begun before,
    so that nobody knows yet where player tokens stand."""

    moves_phase: ClassVar[bool] = True
    seat: Whole
    under_way: bool = False


class Untrack(Move):
    """Stop keeping track of turns."""

    moves_phase: ClassVar[bool] = True


class Go(Move):
    """The token of whoever's turn it is moves to a location."""

    moves_phase: ClassVar[bool] = True
    to: str


class Steal(Move):
    """At Frame/Steal without a preparation token: steal one."""

    moves_phase: ClassVar[bool] = True
    seat: Whole


class Next(Move):
    """This turn is over."""

    moves_phase: ClassVar[bool] = True


class Hold(Move):
    """Put right how many preparation tokens a player has."""

    seat: Whole
    tokens: Whole


MOVES: Mapping[str, type[Move]] = {
    "roll": Roll,
    "dice": Dice,
    "confirm": Confirm,
    "frame": Frame,
    "cops": Cops,
    "card": Card,
    "point": Point,
    "cards": Cards,
    "points": Points,
    "leave_out": LeaveOut,
    "cancel": Cancel,
    "agree": Agree,
    "end": End,
    "track": Track,
    "untrack": Untrack,
    "go": Go,
    "steal": Steal,
    "next": Next,
    "hold": Hold,
}
