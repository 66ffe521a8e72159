"""The end of a year, step by step: the investigation, the reveal, and what everybody discards and draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.game import Refused
from companion.games.corporate.reveal import Reveal, begin, shown
from companion.games.corporate.rules import WINNING_SIZE, Found, Outcome, demoted, promoted, verdict
from companion.games.corporate.rulings import chosen
from companion.values import replace
from companion.words import say

Fate = Literal["promoted", "demoted", "stays"]
Stage = Literal["investigation", "missed", "review", "settle", "over"]


@dataclass(frozen=True)
class Change:
    """What one player does at the year's end, and where that leaves the hand."""

    fate: Fate
    before: int
    size: int
    """The hand sizes before and after."""
    revealed: int
    """Cards revealed from the hand, now discarded."""
    dropped: int
    """Cards discarded by choice for a demotion: 1 or 0."""
    drawn: int
    held: int
    """Cards in the hand when all is done; may be below the size until the next turn's draw."""


@dataclass(frozen=True)
class Ending:
    """A year's end under way. Players are seats, clockwise."""

    outcome: Outcome
    ender: int
    """Who closed Q4 (the Scapegoat of a Beat year, the Closer of a Perfect one), or took a Missed year's last turn."""
    sizes: Mapping[int, int]
    """Hand sizes before the year's end."""
    held: Mapping[int, int]
    """Cards in the hands when it began."""
    options: Mapping[str, str]
    pool: int = 0
    """How many cards lie face down in the year's quarters."""
    found: Found | None = None
    reveal: Reveal | None = None
    changes: Mapping[int, Change] = field(default_factory=dict)
    """Filled as it becomes known what each player does; complete when the stage is `settle` or `over`."""

    @property
    def stage(self) -> Stage:
        """What the table does now."""
        if len(self.changes) == len(self.sizes):
            return "settle" if self.winner is None else "over"
        if self.reveal is None:
            return "investigation"
        return "missed" if self.outcome == "missed" else "review"

    @property
    def promoted(self) -> int | None:
        """Who was promoted, at most one a year (our ruling)."""
        return next((seat for seat, change in self.changes.items() if change.fate == "promoted"), None)

    @property
    def demoted(self) -> tuple[int, ...]:
        """Who was demoted, in seat order, those who stay at 1 included."""
        return tuple(seat for seat in self.sizes if seat in self.changes and self.changes[seat].fate == "demoted")

    @property
    def winner(self) -> int | None:
        """Who reached hand size 6 and has won (section 6)."""
        risen = self.promoted
        return risen if risen is not None and self.changes[risen].size == WINNING_SIZE else None

    @property
    def next_starter(self) -> int:
        """The promoted player after a review, otherwise who ended the year (section 7; rulings 14 to 16)."""
        return self.ender if self.promoted is None else self.promoted

    @property
    def sizes_now(self) -> dict[int, int]:
        """Hand sizes with what is already settled."""
        return {seat: self.changes[seat].size if seat in self.changes else size for seat, size in self.sizes.items()}

    @property
    def held_now(self) -> dict[int, int]:
        """Cards in the hands with what is already settled."""
        return {seat: self.changes[seat].held if seat in self.changes else held for seat, held in self.held.items()}


def ended(
    outcome: Outcome,
    ender: int,
    sizes: Mapping[int, int],
    held: Mapping[int, int],
    pool: int,
    options: Mapping[str, str],
) -> Ending:
    """The end of a year just begun. Without a face-down card it is clean and goes straight on (our ruling)."""
    now = Ending(outcome, ender, sizes, held, options, pool)
    if outcome == "missed":
        return replace(now, reveal=begin("missed", tuple(sizes), held, options))
    return investigated(now, "clean") if pool == 0 else now


def investigated(now: Ending, found: Found) -> Ending:
    """After the random face-down card was turned. Raises `Refused` when none is due."""
    if now.stage != "investigation":
        raise Refused(say("No face-down card is due to be turned now."), "found")
    seats = tuple(now.sizes)
    judged = verdict(now.outcome, found, len(seats), seats.index(now.ender))
    changes = {seats[player]: _demotion(now, seats[player], 0) for player in judged.demoted}
    after = replace(now, found=found, changes=changes)
    if not judged.review:
        return after
    eligible = tuple(seats[player] for player in judged.review)
    return _finished(replace(after, reveal=begin("review", eligible, now.held, now.options)))


def revealed(now: Ending, ranks: Mapping[int, str]) -> Ending:
    """After a round of the Missed Target or the review, in which each seat asked showed a rank. Raises `Refused`."""
    if now.reveal is None or not now.reveal.asked or set(ranks) != set(now.reveal.asked):
        raise Refused(say("These are not the players who reveal now."), "rank")
    return _finished(replace(now, reveal=shown(now.reveal, ranks, now.options)))


def _finished(now: Ending) -> Ending:
    """With everybody's change, once the reveal has found somebody."""
    reveal = now.reveal
    if reveal is None or not reveal.found:
        return now
    changes = dict(now.changes)
    for seat in now.sizes:
        if seat in changes:
            continue
        spent = reveal.spent.get(seat, 0)
        if seat not in reveal.found:
            changes[seat] = _change(now, seat, "stays", spent, 0, 1)
        elif now.outcome == "missed":
            changes[seat] = _demotion(now, seat, spent)
        else:
            changes[seat] = _change(now, seat, "promoted", spent, 0, 2)
    return replace(now, changes={seat: changes[seat] for seat in now.sizes})


def _demotion(now: Ending, seat: int, spent: int) -> Change:
    """Discard one by choice, one step down; at hand size 1 discard, draw one, stay (section 6, FAQ, rulings 17, 18)."""
    draws = 1 if now.outcome == "missed" else 0
    if now.sizes[seat] == 1 and now.outcome == "missed":
        both = chosen(now.options, "size_one_missed") == "two"
        return _change(now, seat, "demoted", spent, 0, 2 if both else 1)
    drop = min(1, now.held[seat] - spent)
    return _change(now, seat, "demoted", spent, drop, draws)


def _change(now: Ending, seat: int, fate: Fate, spent: int, dropped: int, draws: int) -> Change:
    before = now.sizes[seat]
    size = {"promoted": promoted(before), "demoted": demoted(before), "stays": before}[fate]
    left = now.held[seat] - spent - dropped
    # Nobody is left without a card: at hand size 1 the discard is replaced (FAQ), and so it is for a player of hand
    # size 2 who closed Q4 without drawing (the option `closer_draws`) and is demoted.
    least = size if chosen(now.options, "refill") == "now" else 1
    drawn = max(draws, least - left)
    return Change(fate, before, size, spent, dropped, drawn, left + drawn)
