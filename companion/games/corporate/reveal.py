"""A reveal: everybody asked shows a card, and the tied show again until somebody is found.

Three things are settled this way: who starts the game, who is lowest in a Missed Target, who wins a Promotion Review.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.games.corporate.rules import highest, lowest
from companion.games.corporate.rulings import chosen
from companion.values import replace

Kind = Literal["opening", "missed", "review"]


@dataclass(frozen=True)
class Reveal:
    """A reveal under way or settled; players are seats."""

    kind: Kind
    asked: tuple[int, ...]
    """Who shows a card now; nobody once it is settled."""
    hands: Mapping[int, int]
    """The cards each still has to reveal from."""
    flips: tuple[int, ...] = ()
    """Those asked who have no card left and turn the top card of the deck instead."""
    folded: tuple[int, ...] = ()
    """Those tied in a review who had no card left to go on with."""
    rounds: tuple[Mapping[int, str], ...] = ()
    """What was shown, round by round: seat -> rank."""
    spent: Mapping[int, int] = field(default_factory=dict)
    """The cards each revealed from the hand and has to discard."""
    found: tuple[int, ...] = ()
    """Who starts, is lowest or wins; empty while the reveal goes on."""

    @property
    def aces_high(self) -> bool:
        """Only for the start player is the ace low (section 8)."""
        return self.kind != "opening"


def begin(kind: Kind, seats: tuple[int, ...], hands: Mapping[int, int], options: Mapping[str, str]) -> Reveal:
    """The first round, in which all of `seats` (at least one) are asked."""
    return _ask(Reveal(kind, (), hands), seats, options)


def shown(reveal: Reveal, ranks: Mapping[int, str], options: Mapping[str, str]) -> Reveal:
    """After a round in which each seat asked showed its rank: settled, or the tied are asked again."""
    tied = highest(ranks) if reveal.kind == "review" else lowest(ranks, reveal.aces_high)
    spent = dict(reveal.spent)
    for seat in reveal.asked:
        if seat not in reveal.flips and reveal.kind != "opening":  # the start player's cards return to the hands
            spent[seat] = spent.get(seat, 0) + 1
    after = replace(reveal, rounds=(*reveal.rounds, dict(ranks)), spent=spent)
    if len(tied) == 1 or (reveal.kind == "missed" and chosen(options, "missed_tie") == "all"):
        return _settled(after, tied)
    if reveal.kind == "opening" and chosen(options, "start_tie") == "all":
        tied = tuple(reveal.rounds[0] if reveal.rounds else ranks)
    return _ask(after, tied, options)


def _ask(reveal: Reveal, tied: tuple[int, ...], options: Mapping[str, str]) -> Reveal:
    """Ask `tied` for another card, minding those who have none left (rulings 4 and 20)."""
    empty = tuple(seat for seat in tied if _left(reveal, seat) == 0)
    able = tuple(seat for seat in tied if seat not in empty)
    if reveal.kind == "review" and chosen(options, "review_empty") == "fold" and empty and able:
        folded = replace(reveal, folded=(*reveal.folded, *empty))
        return _settled(folded, able) if len(able) == 1 else replace(folded, asked=able, flips=())
    if reveal.kind == "missed" and chosen(options, "missed_empty") == "lowest" and empty:
        return _settled(reveal, empty) if len(empty) == 1 else replace(reveal, asked=empty, flips=empty)
    return replace(reveal, asked=tied, flips=empty)


def _left(reveal: Reveal, seat: int) -> int:
    return reveal.hands[seat] - reveal.spent.get(seat, 0)


def _settled(reveal: Reveal, found: tuple[int, ...]) -> Reveal:
    return replace(reveal, asked=(), flips=(), found=found)
