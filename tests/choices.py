"""A choice that people make in secret, as a game's `promises.py` says it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any


@dataclasses.dataclass(frozen=True)
class Choice:
    """What is pressed for it, the field that says what is chosen, and some of what may be."""

    kind: str
    field: str
    values: tuple[object, ...]
    asks: str
    """What Now says to whoever owes it."""
    see: str
    """What whoever made it taps to see it, or to change it."""
    change: str
    """The same where it may only be changed: on a phone that is in other hands than its owner's."""
    again: str
    """How screens say that somebody gave it again."""
    called: tuple[str, ...] = ()
    """What the host presses in a game that has just begun, until everybody is asked."""
    decided: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """What the table decides before that: by an option's key, its value."""
    also: Mapping[str, object] = dataclasses.field(default_factory=dict)
    """What else is sent."""
    whose: bool = False
    """Whether the form also says for whom it is, as where others may enter it."""
    not_oneself: bool = False
    """Whether seats are chosen, and nobody may choose their own."""
    without: tuple[str, Mapping[str, Any]] | None = None
    """What is pressed so that it goes on without somebody, once the host or players on two phones want it; `None`
    where whoever plays may enter what somebody else chose."""
    ticked: bool = False
    """Whether one of many is ticked and then sent, rather than sent with a tap."""
    taken_back: bool = False
    """Whether the table offers to take it back once it is made."""

    def forms(self, seat: int) -> list[dict[str, Any]]:
        """What may be sent by whoever has that seat, one form for each value."""
        whose: dict[str, object] = {"seat": seat} if self.whose else {}
        values = [value for value in self.values if not (self.not_oneself and value == seat)]
        return [{**self.also, **whose, self.field: value} for value in values]
