"""The end, and whose word it takes: nobody alone can have every message revealed."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Act
from companion.games.scape_goat.result import headline
from companion.games.scape_goat.state import Ending, State
from companion.values import replace
from companion.words import say


def speaker(state: State, act: Act) -> tuple[int, ...]:
    """In whose name something is said, if in that of anybody who plays: a host without a seat speaks for whoever
    plays on that device."""
    seat = act.seat if act.seat in state.seats else act.phone_of(act.seat)
    return (seat,) if seat in state.seats else ()


def heard(state: State, act: Act, spoke: Sequence[int]) -> bool:
    """Whether that was said on two phones, or on the only one there is."""
    return len(act.phones_of(spoke)) >= min(2, len(act.phones_of(state.seats)))


def reveal_all(state: State, act: Act, ending: Ending) -> State:
    """The end: what was dealt is revealed to everybody."""
    goat = state.secret.goat
    read = {seat: named.opened() for seat, named in state.secret.suspects.items()}
    return finish(state, act, replace(ending, goat=None if goat is None else goat.opened(), read=read))


def finish(state: State, act: Act, ending: Ending) -> State:
    """The game is over, and the log says who won."""
    act.new_phase = True
    act.note(say("The game is over: %(how)s", how=headline(ending)))
    return replace(state, call=None, ending=replace(ending, at=act.at))
