"""Which of our rulings apply at this moment of the game, to be shown as “The sheet is silent; we play: ...”."""

from __future__ import annotations

from companion.games.corporate.ending import Ending
from companion.games.corporate.reveal import Reveal
from companion.games.corporate.rules import QUARTERS, TURNS, Year
from companion.games.corporate.rulings import OPTIONS, RULED, as_played
from companion.games.corporate.state import State
from companion.words import Text


def rulings_now(state: State, now: Year) -> tuple[Text, ...]:
    """The rulings that apply to what the table does just now, as this table plays them."""
    if state.phase == "opening":
        return (RULED[1], *_switched(state, "start_tie", "reveals"))
    if state.ending is None:
        return tuple(RULED[number] for number in _in_the_year(now))
    return tuple(RULED[number] for number in _at_the_end(state, state.ending)) + _switched(
        state, *_switches(state.ending)
    )


def _switched(state: State, *keys: str) -> tuple[Text, ...]:
    return tuple(as_played(state.options, option.key) for option in OPTIONS if option.key in keys)


def _in_the_year(now: Year) -> list[int]:
    exact = now.totals and now.totals[-1] == now.target
    return [29, *([30] if exact else []), *([9] if now.quarter == QUARTERS - 1 and now.carry else []), 27]


def _at_the_end(state: State, ending: Ending) -> list[int]:
    """The numbers of the fixed rulings for this step of the year's end."""
    reveal = ending.reveal
    late = len(state.cards) == TURNS * len(state.seats) and ending.outcome != "missed"
    numbers = [8] if ending.outcome == "beat" else []
    numbers += [11] if late else []
    if ending.stage == "investigation":
        return [*numbers, 6, 7, 31]
    if reveal is not None and reveal.asked:
        tie = [19, 21] if ending.outcome != "missed" and reveal.rounds else []
        return [*numbers, *([5] if ending.found == "clean" else []), *([23] if reveal.kind == "review" else []), *tie]
    return [*_after_the_reveal(ending), 27, 28]


def _after_the_reveal(ending: Ending) -> list[int]:
    at_one = any(ending.sizes[seat] == 1 for seat in ending.demoted)
    if ending.outcome == "missed":
        return [14, *([17] if at_one else [18])]
    return [16 if ending.reveal is not None else 15, *([17] if at_one else []), *([22] if ending.reveal else [])]


def _switches(ending: Ending) -> list[str]:
    """The switchable rulings for this step of the year's end."""
    reveal = ending.reveal
    if ending.stage == "investigation":
        return ["closer_draws"]
    if reveal is not None and reveal.asked:
        tie = ["missed_tie", "missed_empty"] if reveal.kind == "missed" else ["review_empty"]
        return ["reveals", *(tie if reveal.rounds else []), *(["closer_draws"] if ending.outcome != "missed" else [])]
    return [
        *(["refill"] if reveal is not None and len(reveal.rounds) > 1 else []),
        *(["missed_tie"] if _tied_lowest(reveal) else []),
        *(["size_one_missed"] if _lowest_had_one(ending) else []),
    ]


def _tied_lowest(reveal: Reveal | None) -> bool:
    return reveal is not None and reveal.kind == "missed" and (len(reveal.rounds) > 1 or len(reveal.found) > 1)


def _lowest_had_one(ending: Ending) -> bool:
    return ending.outcome == "missed" and any(ending.sizes[seat] == 1 for seat in ending.demoted)
