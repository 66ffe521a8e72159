"""A form becomes a typed move: what is taken, and what is refused beside which field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
import pytest

from companion.game import MaybeWhole, Move, Refused, Whole, Wholes, within
from companion.games import GAMES
from companion.move import fields_of
from companion.moves import TABLE_MOVES
from companion.words import Name


class Anything(Move):
    number: Annotated[Whole, within(1, 4)]
    seat: MaybeWhole = None
    yes: bool = False
    word: str = ""
    way: Literal["left", "right"] = "left"
    words: tuple[str, ...] = ()
    seats: Wholes = ()
    by_seat: Mapping[int, str] = {}


CHOICES, WHOLE, MISSING = (
    "That is not one of the choices here.",
    "Please type a whole number, like 4.",
    "Something is still missing here.",
)
NONSENSE: list[tuple[dict[str, Any], str, str]] = [
    ({}, "number", MISSING),
    ({"number": "0"}, "number", "This cannot be below 1."),
    ({"number": "5"}, "number", "This cannot be above 4."),
    *[
        ({"number": odd}, "number", WHOLE)
        for odd in ("", "1e5", "1.0", "1_000", "٣", "null", "9" * 5000, None, True, 1.0)
    ],
    ({"seat": ""}, "seat", WHOLE),
    ({"seats": ["1", "1e5"]}, "seats", WHOLE),
    ({"seats": "12"}, "seats", CHOICES),
    *[({"yes": odd}, "yes", CHOICES) for odd in ("", "2", "null", "yes!", 1, None, "x" * 300)],
    *[({"word": odd}, "word", CHOICES) for odd in ("\ud800", 1, None, ["a"])],
    ({"word": "x" * 201}, "word", "That is too long."),
    *[({"way": odd}, "way", CHOICES) for odd in ("up", "Left", "", None, "x" * 300)],
    *[({"words": odd}, "words", CHOICES) for odd in ("left", ["a", 1], ["\ud800"], None)],
    ({"words": ["a", "x" * 201]}, "words", "That is too long."),
    *[({"by_seat": odd}, "by_seat", CHOICES) for odd in ({"one": "a"}, {"1": 1}, {"1": "\ud800"})],
    ({"yes": []}, "yes", CHOICES),
    *[({"by_seat": odd}, "by_seat", CHOICES) for odd in ("left", ["a"])],
    ({"colour": "red", "size": "9"}, "colour", CHOICES),
    ({"word": 1, "seat": "x"}, "seat", WHOLE),
    ({"colour": "red", "word": 1}, "word", CHOICES),
]


@pytest.mark.parametrize(("raw", "field", "sentence"), NONSENSE)
def test_the_first_field_that_cannot_be_is_refused_in_words(raw: dict[str, Any], field: str, sentence: str) -> None:
    with pytest.raises(Refused) as no:
        Anything.typed({"number": "1", **raw} if raw else raw)
    assert (no.value.field, str(no.value.sentence)) == (field, sentence)


SENSE: list[tuple[str, Any, Any]] = [
    *[("number", typed, 4) for typed in ("4", " +4 ", "004", 4)],
    *[("seat", typed, seat) for typed, seat in (("\u22122", -2), (None, None))],
    *[("yes", typed, True) for typed in ("true", "True", "on", True)],
    *[("yes", typed, False) for typed in ("false", "FALSE", False)],
    *[("word", typed, "Ana\0") for typed in ("Ana\0", "  Ana\0\t", "\u00a0Ana\0")],
    ("word", " " + "é" * 200 + " ", "é" * 200),
    ("words", [" a ", ""], ("a", "")),
    ("seats", ["+1", 2], (1, 2)),
    *[("by_seat", typed, {1: "a"}) for typed in ({"1": " a "}, {1: "a"})],
]


@pytest.mark.parametrize(("field", "typed", "value"), SENSE)
def test_what_is_typed_is_kept_as_what_was_meant(field: str, typed: Any, value: Any) -> None:
    move = Anything.typed({"number": 1, field: typed})
    assert getattr(move, field) == value
    assert Anything.typed(msgspec.json.decode(move.written())) == move


def test_of_a_form_the_last_is_read_and_all_where_there_may_be_several() -> None:
    form = {"number": ["1", " 2 "], "seats": ["3", "4"], "words": ["a"], "colour": []}
    assert Anything.read(form) == {"number": "2", "seats": ["3", "4"], "words": ["a"]}


def test_a_name_is_kept_as_its_letters() -> None:
    """Also where a move is made here, of what the table calls somebody."""
    assert Anything.typed(msgspec.json.decode(Anything(number=1, word=Name("Ana")).written())).word == "Ana"


EVERY_MOVE = [kind for kind, *_ in TABLE_MOVES.values()] + [kind for game in GAMES for kind in game.moves.values()]


@pytest.mark.parametrize("kind", EVERY_MOVE, ids=lambda kind: kind.__qualname__)
def test_every_number_is_read_as_players_type_it(kind: type[Move]) -> None:
    """A field that is no more than `int` would take no form's "4"."""
    assert [field.name for field in fields_of(kind) if field.type in (int, int | None, tuple[int, ...])] == []


def test_a_move_never_changes() -> None:
    with pytest.raises(AttributeError):
        Anything(number=1).number = 2  # type: ignore[misc]
