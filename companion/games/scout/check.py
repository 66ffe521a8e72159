"""The count check: what one round of Scout can and cannot have come to, and who may have miscounted when it cannot.

Every bound follows from the instruction sheet: which cards are in play, how a round ends, what a scout moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.games.scout.rules import DUEL_CHIPS, HIGHEST, cards_in_round, hand_size
from companion.words import Text, Who, count, say

How = Literal["out", "unbeaten"]
"""How a round ends: `out`, somebody showed the last card; `unbeaten`, all others only scouted, or with two players the
other could neither show nor scout. Sheet, Round end."""

HOWS: tuple[How, ...] = ("out", "unbeaten")


@dataclass(frozen=True)
class Counted:
    """What one player counted at the end of a round."""

    captured: int
    chips: int
    hand: int

    @property
    def cards(self) -> int:
        """Cards of the deck in front of the player."""
        return self.captured + self.hand

    @property
    def key(self) -> str:
        """The count as one short word, for a form to remember what it was drawn from."""
        return f"{self.captured}.{self.chips}.{self.hand}"


@dataclass(frozen=True)
class End:
    """Who ended the round and how, and how many cards the set left on the table has, when the table counted it."""

    seat: int
    how: How
    left: int | None = None

    @property
    def key(self) -> str:
        """As `Counted.key`."""
        return f"{self.seat}.{self.how}.{'' if self.left is None else self.left}"


@dataclass(frozen=True)
class Slip:
    """Something that cannot be: the sentence, and the seats that may have miscounted, the likeliest alone."""

    sentence: Text
    suspects: tuple[int, ...]


def slip_in(counted: Mapping[int, Counted], end: End) -> Slip | None:
    """The first thing that cannot be in a complete round of 2 to 5 players, or `None` when it may be so."""
    tests: Sequence[Callable[[Mapping[int, Counted], End], Slip | None]] = (
        _ender,
        _others_hands,
        _big_hands,
        _duel_captured,
        _deck,
    )
    return next((slip for test in tests if (slip := test(counted, end)) is not None), None)


def likely_ends(counted: Mapping[int, Counted]) -> tuple[End, ...]:
    """How a round counted by all may have ended: what adds up with the counts. Where nothing does, an empty hand says
    who must have ended it all the same."""
    every = tuple(End(seat, how) for how in HOWS for seat in counted)
    fits = tuple(end for end in every if slip_in(counted, end) is None)
    return fits or tuple(End(seat, "out") for seat, own in counted.items() if own.hand == 0)


def _ender(counted: Mapping[int, Counted], end: End) -> Slip | None:
    own, n = counted[end.seat], len(counted)
    who, suspect = Who(end.seat), (end.seat,)
    if end.how == "out":
        if own.hand == 0:
            return None
        sentence = count(
            "%(who)s showed the last card, so the hand should be empty, but %(n)s card is entered.",
            "%(who)s showed the last card, so the hand should be empty, but %(n)s cards are entered.",
            own.hand,
            who=who,
        )
        return Slip(sentence, suspect)
    if own.hand == 0:
        return Slip(say("Nobody beat %(who)s’s set, so %(who)s still holds a card; 0 is entered.", who=who), suspect)
    if n == 2:
        other = next(seat for seat in counted if seat != end.seat)
        if counted[other].chips == 0:
            return None
        return Slip(say("With a chip left, %(who)s could still have scouted.", who=Who(other)), (other,))
    if own.chips >= n - 1:
        return None
    sentence = say("Everybody else scouted from %(who)s’s set, so %(who)s has %(n)s chips at least.", who=who, n=n - 1)
    return Slip(sentence, suspect)


def _others_hands(counted: Mapping[int, Counted], end: End) -> Slip | None:
    for seat, own in counted.items():
        if own.hand == 0 and seat != end.seat:
            sentence = say("If %(who)s has no card left, %(who)s ended the round.", who=Who(seat))
            return Slip(sentence, (seat,))
    return None


def _big_hands(counted: Mapping[int, Counted], end: End) -> Slip | None:
    """A hand grows by scouts alone. Each puts a chip before somebody else; with two players it costs one's own."""
    n = len(counted)
    chips = sum(own.chips for own in counted.values())
    for seat, own in counted.items():
        scouts = DUEL_CHIPS - own.chips if n == 2 else chips - own.chips
        if own.hand > hand_size(n) + scouts:
            sentence = say(
                "%(who)s was dealt %(dealt)s cards and scouted %(scouts)s at most, but holds %(hand)s.",
                who=Who(seat),
                dealt=hand_size(n),
                scouts=scouts,
                hand=own.hand,
            )
            return Slip(sentence, (seat,))
    return None


def _duel_captured(counted: Mapping[int, Counted], end: End) -> Slip | None:
    """Of two players, who ended the round beat every set of the other: those cards were captured, or scouted for a
    chip each. So captured = dealt + other's scouts - other's hand - own scouts."""
    if len(counted) != 2:
        return None
    other = next(seat for seat in counted if seat != end.seat)
    own, theirs = counted[end.seat], counted[other]
    due = hand_size(2) + own.chips - theirs.chips - theirs.hand
    if own.captured == due:
        return None
    if due < 0:
        sentence = say(
            "%(other)s cannot hold %(hand)s cards with these chips spent.", other=Who(other), hand=theirs.hand
        )
        return Slip(sentence, (other, end.seat))
    sentence = count(
        "By the hands and chips entered, %(who)s must have captured %(due)s card, but %(captured)s is entered.",
        "By the hands and chips entered, %(who)s must have captured %(due)s cards, but %(captured)s is entered.",
        due,
        who=Who(end.seat),
        other=Who(other),
        due=due,
        captured=own.captured,
    )
    return Slip(sentence, (end.seat, other))


def left_bounds(players: int, how: How) -> tuple[int, int]:
    """How few and how many cards the set left on the table can have.

    A run has each number once at most, and three players have no ten. When nobody beat the set, each of the others
    took one card of it, possibly the last; two players' set is never emptied, since then anything could be shown.
    """
    longest = HIGHEST - 1 if players == 3 else HIGHEST
    if players == 2 or how == "out":
        return 1, longest
    return 0, longest - (players - 1)


def _deck(counted: Mapping[int, Counted], end: End) -> Slip | None:
    deck = cards_in_round(len(counted))
    cards = sum(own.cards for own in counted.values())
    few, many = left_bounds(len(counted), end.how) if end.left is None else (end.left, end.left)
    if cards + few > deck:
        over = cards + few - deck
        suspects = tuple(seat for seat, own in counted.items() if own.cards >= over)
        return Slip(_too_many(cards, few, deck, end.left is not None), suspects)
    if cards + many < deck:
        return Slip(_too_few(cards, many, deck, end.left is not None), tuple(counted))
    return None


def _too_many(cards: int, left: int, deck: int, exact: bool) -> Text:
    over = {"cards": cards, "left": left, "deck": deck}
    if exact:
        return count(
            "Counted %(cards)s, and %(left)s on the table: %(n)s card more than the %(deck)s in play.",
            "Counted %(cards)s, and %(left)s on the table: %(n)s cards more than the %(deck)s in play.",
            cards + left - deck,
            **over,
        )
    if left:
        return count(
            "Counted %(cards)s, and at least %(left)s on the table: "
            "at least %(n)s card more than the %(deck)s in play.",
            "Counted %(cards)s, and at least %(left)s on the table: "
            "at least %(n)s cards more than the %(deck)s in play.",
            cards + left - deck,
            **over,
        )
    return count(
        "Counted %(cards)s: %(n)s card more than the %(deck)s in play.",
        "Counted %(cards)s: %(n)s cards more than the %(deck)s in play.",
        cards - deck,
        **over,
    )


def _too_few(cards: int, left: int, deck: int, exact: bool) -> Text:
    found = {"cards": cards, "left": left, "deck": deck}
    if exact:
        return count(
            "Counted %(cards)s, and %(left)s on the table: %(n)s card of the %(deck)s is missing.",
            "Counted %(cards)s, and %(left)s on the table: %(n)s cards of the %(deck)s are missing.",
            deck - cards - left,
            **found,
        )
    return count(
        "Counted %(cards)s, and at most %(left)s on the table: at least %(n)s card of the %(deck)s is missing.",
        "Counted %(cards)s, and at most %(left)s on the table: at least %(n)s cards of the %(deck)s are missing.",
        deck - cards - left,
        **found,
    )
