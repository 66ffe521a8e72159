"""A move: the fields of its form, typed, and how the table treats it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, Self, dataclass_transform, get_args, get_origin

import msgspec

from companion.refusals import Refused
from companion.words import Text, say

LONGEST = 200
TOO_LONG = say("That is too long.")
YES_OR_NO = {"true": True, "on": True, "false": False}
"""What forms say; "on" is what a ticked box says by itself."""


class Kind(msgspec.StructMeta):
    """Fields go by name in every kind of move, so that one may have more of them after those it inherits."""

    def __new__(cls, name: str, bases: tuple[type, ...], inside: dict[str, Any], **said: Any) -> Kind:
        return super().__new__(cls, name, bases, inside, kw_only=True, **said)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(msgspec.field,))
class Move(msgspec.Struct, metaclass=Kind, frozen=True):
    """A typed move. Subclasses declare fields, and by these class variables how the table treats them. A field that is
    `Annotated` with functions has its raw value go through them first; they raise `Refused`."""

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
    def typed(cls, raw: Mapping[str, Any]) -> Self:
        """The move of these raw fields, from a form or the log. Raises `Refused` beside the first that cannot be, in
        the order of the class; last are those it does not have."""
        rest, values = dict(raw), dict[str, Any]()
        for field in fields_of(cls):
            name = field.name if field.name in rest else field.encode_name
            if name in rest:
                values[field.name] = _typed(field, rest.pop(name))
            elif field.required:
                raise Refused(say("Something is still missing here."), name)
        for name in rest:
            raise _no_choice(name)
        return cls(**values)

    def written(self) -> str:
        """The move as the log keeps it, which `typed` reads again."""
        return msgspec.json.encode(self, enc_hook=_plain).decode()

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


@cache
def fields_of(move: type[Move]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a kind of move, in the order of the class, those it inherits first."""
    return msgspec.structs.fields(move)


def _is_sequence(move: type[Move], name: str) -> bool:
    kind = next((field.type for field in fields_of(move) if field.name == name), None)
    return get_origin(get_args(kind)[0] if get_origin(kind) is Annotated else kind) in (tuple, list)


def _typed(field: msgspec.structs.FieldInfo, value: Any) -> object:
    try:
        for step in getattr(field.type, "__metadata__", ()):
            value = step(value) if callable(step) else value
        if field.type is bool and isinstance(value, str):
            value = YES_OR_NO.get(value.lower(), value)
        return _bare(msgspec.convert(value, field.type, str_keys=True))
    except Refused as no:
        raise Refused(no.sentence, no.field or field.name) from None
    except ValueError:  # of another type, or no text at all
        raise _no_choice(field.name) from None


def _plain(value: object) -> str:
    if isinstance(value, str):  # a `Name`
        return str(value)
    raise TypeError(f"no log keeps a {type(value).__name__}")


def _no_choice(name: str) -> Refused:
    return Refused(say("That is not one of the choices here."), name)


def _bare(value: Any) -> Any:
    """The value without the spaces around the texts in it. Raises `Refused` for one that is too long, `ValueError` for
    one that no log can keep."""
    match value:
        case str():
            bare = value.strip()
            bare.encode()
            if len(bare) > LONGEST:
                raise Refused(TOO_LONG)
            return bare
        case tuple():
            return tuple([_bare(one) for one in value])
        case dict():
            return {_bare(key): _bare(one) for key, one in value.items()}
    return value
