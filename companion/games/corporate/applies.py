"""Which rules matter at this moment of the game and are easily forgotten: the sheet's own, and our rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.corporate.ending import Ending
from companion.games.corporate.reveal import Reveal
from companion.games.corporate.rules import QUARTERS, TURNS, Year
from companion.games.corporate.rulings import OPTIONS, RULED, SAID, as_played
from companion.games.corporate.state import State
from companion.words import Text


@dataclass(frozen=True)
class Applies:
    """What the rules sheet says for this moment, and where it is silent how this table plays it."""

    said: tuple[Text, ...]
    ruled: tuple[Text, ...]


def rules_now(state: State, now: Year) -> Applies:
    """The rules for what the table does just now."""
    if state.phase == "opening":
        return _these(state.options, ["ace_low_for_the_start"], ["start_tie", "reveals"])
    if state.ending is None:
        return _these(state.options, _in_the_year(now), [])
    late = len(state.cards) == TURNS * len(state.seats)
    return rules_at_the_end(state.ending, state.options, late)


def rules_at_the_end(ending: Ending, options: Mapping[str, str], late: bool = False) -> Applies:
    """The rules for this step of a year's end; `late` when the year's last turn was taken."""
    return _these(options, _at_the_end(ending, late and ending.outcome != "missed"), _switches(ending))


def _these(options: Mapping[str, str], names: Sequence[str], switches: Sequence[str]) -> Applies:
    return Applies(
        tuple(SAID[name] for name in names if name in SAID),
        tuple(RULED[name] for name in names if name in RULED)
        + tuple(as_played(options, option.key) for option in OPTIONS if option.key in switches),
    )


def _in_the_year(now: Year) -> list[str]:
    exact = now.closed and now.closed[-1] == now.target
    return [
        "goes_to_the_open_quarter",
        *(["exact_means_nothing"] if exact else []),
        *(["carried_into_q4"] if now.quarter == QUARTERS - 1 and now.carry else []),
        "draw_pile_runs_out",
    ]


def _at_the_end(ending: Ending, late: bool) -> list[str]:
    """The names of the fixed rules for this step of the year's end."""
    reveal = ending.reveal
    names = ["too_much_is_beat"] if ending.outcome == "beat" else []
    names += ["last_turn_in_time"] if late else []
    if ending.stage == "investigation":
        return [*names, "who_pays_for_red", "whole_pool", "turned_unseen"]
    if reveal is not None and reveal.asked:
        tie = reveal.kind == "review" and bool(reveal.rounds)
        return [
            *names,
            *(["none_face_down_is_black"] if ending.found == "clean" else []),
            *(["nobody_stays_out"] if reveal.kind == "review" else []),
            # Who has no card left chooses none, so there is nothing to give up with.
            *(["tie_may_be_given_up"] if tie and set(reveal.asked) - set(reveal.flips) else []),
            *(["only_new_cards_in_a_tie"] if tie else []),
        ]
    return [*_after_the_reveal(ending), "draw_pile_runs_out", "hands_are_kept"]


def _after_the_reveal(ending: Ending) -> list[str]:
    at_one = any(ending.sizes[seat] == 1 for seat in ending.demoted)
    if ending.outcome == "missed":
        two = any(ending.changes[seat].dropped for seat in ending.demoted)
        return [
            "last_turn_starts",
            *(["demoted_at_one"] if at_one else []),
            *(["demoted_discards_two"] if two else []),
        ]
    return [
        "promoted_starts" if ending.reveal is not None else "closer_starts",
        *(["demoted_at_one"] if at_one else []),
        *(["each_discards_own"] if ending.reveal else []),
    ]


def _switches(ending: Ending) -> list[str]:
    """The switchable rulings for this step of the year's end."""
    reveal = ending.reveal
    if ending.stage == "investigation":
        return ["closer_draws"]
    if reveal is not None and reveal.asked:
        tie = ["missed_tie", "missed_empty"] if reveal.kind == "missed" else ["review_empty"]
        return ["reveals", *(tie if reveal.rounds else []), *(["closer_draws"] if ending.outcome != "missed" else [])]
    short = any(change.held < change.size for change in ending.changes.values())
    return [
        *(["refill"] if short or (reveal is not None and len(reveal.rounds) > 1) else []),
        *(["missed_tie"] if _tied_lowest(reveal) else []),
        *(["size_one_missed"] if _lowest_had_one(ending) else []),
    ]


def _tied_lowest(reveal: Reveal | None) -> bool:
    return reveal is not None and reveal.kind == "missed" and (len(reveal.rounds) > 1 or len(reveal.found) > 1)


def _lowest_had_one(ending: Ending) -> bool:
    return ending.outcome == "missed" and any(ending.sizes[seat] == 1 for seat in ending.demoted)
