"""What people may call themselves at a table beside what stands in every log: nothing that the app or a neighbour goes
by. Asked when a name is new, never of one that is kept."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from flask import current_app

from companion.game import Move
from companion.names import must_tell_apart
from companion.table import Table
from companion.web.language import in_every_language
from companion.words import say

OURS = (
    *(say("The host"), say("Host"), say("You"), say("Everybody"), say("Everyone"), say("Nobody"), say("No one")),
    *(say("Somebody"), say("Someone"), say("Anybody"), say("a former player"), say("The others"), say("Companion")),
)
"""What our own sentences call people: one of these as a name would put words into somebody else's mouth."""


def must_be_new(table: Table, move: type[Move], raw: Mapping[str, Any]) -> None:
    """Raises `Refused` beside the field when a move's new names are taken for others. Whatever else is wrong with them
    is said where the move is played."""
    if "name" in move.model_fields:
        must_be_tellable(table, [raw.get("name", ""), *raw.get("more", ())][:9], (), str(raw.get("seat", "")))


def must_be_tellable(table: Table, names: Sequence[str], asking: Collection[str], but: str = "") -> None:
    """Raises `Refused` when one of these new names is taken for somebody's here, be it of those who are `asking` to be
    let in, or for what the app calls people. The seat numbered `but` is whose name it is to be."""
    others = [seat.name for seat in table.seats if str(seat.number) != but]
    for name in names:
        must_tell_apart(name, [*others, *asking], ours())


def ours() -> frozenset[str]:
    """What the app calls people, in every language."""
    known: frozenset[str] | None = current_app.extensions.get("called by us")
    if known is None:
        known = frozenset(word for one in OURS for word in in_every_language(one))
        current_app.extensions["called by us"] = known
    return known
