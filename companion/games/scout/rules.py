"""Pure answers about Scout: the deck, which set beats which and why, one round's points, who wins.

Facts are cited from the official English instruction sheet, version 1.1 ("Sheet").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Literal, TypeVar

from companion.game import Refused
from companion.words import Text, say

P = TypeVar("P")
Card = tuple[int, int]

PLAYERS = (2, 5)
"""The fewest and the most."""
LOWEST, HIGHEST = 1, 10
DECK: tuple[Card, ...] = tuple(combinations(range(LOWEST, HIGHEST + 1), 2))
"""The 45 cards: every pair of different numbers from 1 to 10, once each, as (low, high). Sheet, Contents."""

SCOUT_CHIPS = 23
"""In the box; coins stand in when they run out. Sheet, Contents."""
SHOW_CHIPS = 5
"""Scout & Show chips in the box. Sheet, Contents."""
SCORE_CHIPS = {1: 10, 2: 5, 5: 5, 10: 5, 20: 5}
"""Score chips in the box: value -> how many. Their backs are the same values below zero. Sheet, Contents."""
DUEL_CHIPS = 3
"""Scout chips each of two players takes at the start of a round. Sheet, When playing with two players."""

_HANDS = {2: 11, 3: 12, 4: 11, 5: 9}


def _checked(players: int) -> int:
    if players not in _HANDS:
        raise Refused(say("Scout is for two to five players."))
    return players


def lie_at_once(values: Sequence[int]) -> bool:
    """Whether the deck has a card of its own for each of these numbers, from 1 to 10, that show at the same time.

    A number is on nine cards, two numbers are on seventeen, since one card has both. In general some numbers are on
    all cards but those that have none of them (Hall's theorem: that is all there is to check).
    """
    others, shown, most = HIGHEST, 0, sorted(Counter(values).values(), reverse=True)
    for many in most:
        others, shown = others - 1, shown + many
        if shown > len(DECK) - others * (others - 1) // 2:
            return False
    return True


def cards_removed(players: int) -> tuple[Card, ...]:
    """The cards that go back to the box, in deck order. Raises `Refused` but for 2 to 5 players. Sheet, Set-up."""
    if _checked(players) == 5:
        return ()
    if players == 3:
        return tuple(card for card in DECK if HIGHEST in card)
    return ((9, 10),)


def hand_size(players: int) -> int:
    """How many cards each player is dealt for a round: 11, 12, 11, 9. Raises `Refused` but for 2 to 5 players."""
    return _HANDS[_checked(players)]


def cards_in_round(players: int) -> int:
    """How many cards one round is played with: 22 of the 44 for two players, else all that were kept."""
    return players * hand_size(players)


def rounds_due(players: int) -> int:
    """As many rounds as players. Sheet, End of the game."""
    return _checked(players)


@dataclass(frozen=True)
class Shown:
    """A set: how many cards, whether all are the same number (more than one), the smallest number, the order shown."""

    values: tuple[int, ...]
    matching: bool

    @property
    def lowest(self) -> int:
        return min(self.values)

    @property
    def strength(self) -> tuple[int, bool, int]:
        """More cards, then matching over a run, then the higher smallest number. Sheet, Show, rule 2."""
        return len(self.values), self.matching, self.lowest


def as_set(values: Sequence[int]) -> Shown:
    """The set that these numbers, in hand order, make: one card, all the same, or one up or one down at every step.

    Raises `Refused`, saying what is wrong, for numbers that are no set. Sheet, Show, rule 1.
    """
    if not values:
        raise Refused(say("A set has at least one card."))
    if not all(LOWEST <= value <= HIGHEST for value in values):
        raise Refused(say("The numbers on the cards go from 1 to 10."))
    steps = {after - before for before, after in pairwise(values)}
    if len(steps) <= 1 and steps <= {-1, 0, 1}:
        return Shown(tuple(values), matching=steps == {0})
    if steps == {-1, 1}:
        raise Refused(say("A run goes one way only, up or down: this one turns round."))
    if 0 in steps:
        raise Refused(say("A set is all one number or a run, never both mixed."))
    raise Refused(say("The numbers of a run follow one another without a gap."))


@dataclass(frozen=True)
class Verdict:
    """Whether a set may be shown over another, and the step of the comparison that decided it, in words."""

    may: bool
    why: Text


def compared(new: Shown, active: Shown | None) -> Verdict:
    """`new` held against the Active Set, `None` being a bare table. Equal is not stronger. Sheet, Show, rule 2."""
    if active is None:
        return Verdict(True, say("There is no set on the table, so anything may be shown."))
    mine, theirs = new.strength, active.strength
    may = mine > theirs
    if mine[0] != theirs[0]:
        return Verdict(may, _why_count(mine[0], theirs[0]))
    if mine[1] != theirs[1]:
        better = say("Same number of cards, and matching beats a run.")
        worse = say("Same number of cards, but a run does not beat matching.")
        return Verdict(may, better if may else worse)
    if may:
        return Verdict(True, _why_lowest(new.lowest, active.lowest))
    return Verdict(False, _why_not(new.lowest, active.lowest))


def _why_count(mine: int, theirs: int) -> Text:
    if mine > theirs:
        return say("%(mine)s cards beat %(theirs)s: the count comes first.", mine=mine, theirs=theirs)
    return say("%(mine)s against %(theirs)s: fewer cards never beat more.", mine=mine, theirs=theirs)


def _why_lowest(mine: int, theirs: int) -> Text:
    return say(
        "Same number of cards, same kind, and its smallest number is higher: %(mine)s over %(theirs)s.",
        mine=mine,
        theirs=theirs,
    )


def _why_not(mine: int, theirs: int) -> Text:
    if mine == theirs:
        return say("The smallest numbers are equal, %(mine)s and %(mine)s, and equal is not stronger.", mine=mine)
    return say(
        "Same number of cards, same kind, but its smallest number is lower: %(mine)s under %(theirs)s.",
        mine=mine,
        theirs=theirs,
    )


def left_after_scout(active: Sequence[int], end: Literal["first", "last"]) -> tuple[int, ...]:
    """The Active Set once the card at one end was scouted: a set again, or nothing. Sheet, Scout.

    Raises `Refused` when there is no set to scout from.
    """
    left = as_set(active).values
    return left[1:] if end == "first" else left[:-1]


def flipped(hand: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """A hand of (upper, lower) numbers after every card was turned: the order of the cards stays. Sheet, Set-up."""
    return tuple((lower, upper) for upper, lower in hand)


def round_score(captured: int, chips: int, hand: int, unbeaten: bool = False) -> int:
    """One player's points for one round: + captured cards + Scout chips - cards in hand. Sheet, Scoring.

    Who showed the set that nobody beat (`unbeaten`) loses nothing for the hand. Two players' unspent chips count
    as chips. Raises `Refused` for a number below zero.
    """
    if min(captured, chips, hand) < 0:
        raise Refused(say("You cannot have fewer than 0 of something."))
    return captured + chips - (0 if unbeaten else hand)


def standings(totals: Mapping[P, int]) -> dict[P, int]:
    """Player -> place: the highest total is first, ties share a place (1, 1, 3). Players keep the order given."""
    return {player: 1 + sum(other > total for other in totals.values()) for player, total in totals.items()}
