"""A state in which every secret fails when it is touched on the way to a screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, NoReturn

from companion.game import (
    Hidden,
    Viewer,
)  # fmt: skip
from companion.values import replace


def poisoned(state: Any, viewer: Viewer, known: dict[int, Hidden[Any]] | None = None) -> Any:
    """The same state with every value this viewer may not see replaced by one that fails when touched. For proofs. What
    is the same in two states stays so where both are given the same `known`."""
    known = {} if known is None else known
    if isinstance(state, Hidden):
        if viewer.seat in state.seats and not viewer.passed:
            return state
        return known.setdefault(id(state), Hidden(Poison(), state.seats))
    if is_dataclass(state) and not isinstance(state, type):
        inside = {f.name: poisoned(getattr(state, f.name), viewer, known) for f in fields(state) if f.init}
        return replace(state, **inside)
    if isinstance(state, (tuple, list)):
        parts = [poisoned(part, viewer, known) for part in state]
        return type(state)(*parts) if hasattr(state, "_fields") else type(state)(parts)
    if isinstance(state, Mapping):
        return {key: poisoned(part, viewer, known) for key, part in state.items()}
    return state


class Poison:
    """Stands where a secret was; any use of it fails."""

    def _fail(self, *_: object) -> NoReturn:
        raise AssertionError("a secret was touched on the way to a screen")

    __str__ = __repr__ = __eq__ = __hash__ = __bool__ = __len__ = __iter__ = __getattr__ = __format__ = _fail
    __getitem__ = __contains__ = __lt__ = __int__ = _fail
