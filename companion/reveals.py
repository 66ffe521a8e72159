"""What a move did to what is hidden, found by walking a game's state before and after it: no game has to say so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from typing import Any

from companion.game import Hidden
from companion.values import replace

Place = tuple[object, ...]
_ALONE = (int, str, frozenset, type(None))
"""What holds nothing hidden: most parts of a state, so a walk does not stop at them."""


def turned_up(before: Any, after: Any, seat: int, *, drew: bool) -> bool:
    """Whether the move of `seat` that led from one state to the other may have shown something hidden to anybody, in
    which case it cannot be taken back, since nobody forgets. `drew`: chance drew something for it.

    A hidden value may have been shown when it is gone, or when others may look at what has come in its place. A new
    one may have been shown unless it is what `seat` itself chose. The values are never looked at, and a doubt counts as
    shown: then a move cannot be taken back, nothing more.
    """
    was, now = dict(hidden_in(before)), dict(hidden_in(after))
    known, kept = {id(value) for value in was.values()}, {id(value) for value in now.values()}
    others = drew
    for place, old in was.items():
        if id(old) not in kept:
            new = now.get(place)
            if new is None or id(new) in known or not new.seats <= old.seats:
                return True
            others = others or seat not in old.seats
    new_ones = [value for place, value in now.items() if place not in was and id(value) not in known]
    return any(others or seat not in value.seats for value in new_ones)


def chosen_for(before: Any, after: Any) -> frozenset[int]:
    """The seats that may look at something hidden which stands in `after` alone."""
    known = {id(value) for _, value in hidden_in(before)}
    return frozenset([seat for _, value in hidden_in(after) if id(value) not in known for seat in value.seats])


def chosen_otherwise(before: Any, after: Any) -> dict[int, Any] | None:
    """What stands in the place of what, when two states differ in nothing but hidden values for the same seats: then
    nobody else can know that there was a move between them. None when anything else differs, or nothing does.

    By their ids, parts of the state before, good while that is kept: those that hold what was chosen otherwise, and
    their neighbours, which stay.
    """
    stands: dict[int, Any] = {}
    alike = _alike(before, after, stands)
    return stands if alike and any(isinstance(new, Hidden) and id(new) != old for old, new in stands.items()) else None


def _alike(before: Any, after: Any, stands: dict[int, Any]) -> bool:
    if before is after:
        stands.setdefault(id(before), after)  # what changed in one of two places stands in both
        return True
    if type(before) is not type(after):
        return False
    stands[id(before)] = after
    if isinstance(before, Hidden):
        return bool(before.seats == after.seats)
    if isinstance(before, Mapping):
        return list(before) == list(after) and all(_alike(before[key], after[key], stands) for key in before)
    if isinstance(before, (tuple, list)):
        return len(before) == len(after) and all(_alike(*pair, stands) for pair in zip(before, after, strict=True))
    if is_dataclass(before):
        return all(_alike(part, vars(after)[name], stands) for name, part in vars(before).items())
    return bool(before == after)


def with_choices(state: Any, stands: dict[int, Any]) -> Any:
    """A state with other parts in the places of those that `stands` knows by their ids; the very same state where there
    is none of them. Notes in `stands` what it found, since states one after another share most of their parts."""
    if isinstance(state, _ALONE):
        return state
    if id(state) not in stands:
        stands[id(state)] = _rebuilt(state, stands)
    return stands[id(state)]


def _rebuilt(state: Any, stands: dict[int, Any]) -> Any:
    parts = {key: with_choices(part, stands) for key, part in _parts_of(state)}
    changed = {key: parts[key] for key, part in _parts_of(state) if parts[key] is not part}
    if not changed:
        return state
    if isinstance(state, Mapping):
        return parts
    if isinstance(state, (tuple, list)):
        return type(state)(*parts.values()) if hasattr(state, "_fields") else type(state)(parts.values())
    return replace(state, **changed)


def hidden_in(state: Any, place: Place = ()) -> Iterator[tuple[Place, Hidden[Any]]]:
    """Every hidden value of a state, with the place it has there: the fields, keys and numbers that lead to it."""
    if isinstance(state, Hidden):
        yield place, state
        return
    for key, part in _parts_of(state):
        yield from hidden_in(part, (*place, key))


def _parts_of(state: Any) -> Iterable[tuple[Any, Any]]:
    """What a state is made of: the parts of a mapping by key, of a list by number, of a dataclass by field."""
    if isinstance(state, Mapping):
        return state.items()
    if isinstance(state, (tuple, list)):
        return enumerate(state)
    if is_dataclass(state) and not isinstance(state, type):
        return vars(state).items()
    return ()
