"""What a form of Scout says, held against the table: a seat, a count, how a round ended. Each raises `Refused`."""

from __future__ import annotations

from companion.game import Refused, whole_between
from companion.games.scout.check import HOWS, Counted, End
from companion.games.scout.moves import EndRound
from companion.games.scout.rules import DUEL_CHIPS, cards_in_round
from companion.games.scout.state import MOST_CHIPS, Tally
from companion.games.scout.told import how_in_words, in_words
from companion.words import Text, Who, say


def seat_in(state: Tally, seat: int) -> int:
    """A seat of this game. Raises `Refused`."""
    if seat not in state.seats:
        raise Refused(say("Nobody in this game has that seat."), "seat")
    return seat


def counted_in(state: Tally, captured: object, chips: object, hand: object, mark: str = "") -> Counted:
    """A count within the bounds of the deck. `mark` tells this player's fields from the others' in one form."""
    deck = cards_in_round(len(state.seats))
    most = DUEL_CHIPS if len(state.seats) == 2 else MOST_CHIPS
    return Counted(
        whole_between(captured, 0, deck, "captured" + mark),
        whole_between(chips, 0, most, "chips" + mark),
        whole_between(hand, 0, deck, "hand" + mark),
    )


def points_in(state: Tally, points: object, field: str) -> int:
    """Points that a round can bring: all cards captured and all chips at most, all cards in hand at least. Raises
    `Refused`."""
    deck = cards_in_round(len(state.seats))
    return whole_between(points, -deck, deck + MOST_CHIPS, field)


def ending_in(state: Tally, move: EndRound) -> End:
    """Who ended the round and how. Raises `Refused`."""
    if move.left is not None:
        whole_between(move.left, 0, cards_in_round(len(state.seats)), "left")
    for seat in state.seats:
        for how in HOWS:
            if move.ender == f"{seat}.{how}":
                return End(seat, how, move.left)
    raise Refused(say("Please say who ended the round, and how."), "ender")


def meanwhile(seat: int, now: Counted) -> Text:
    """What somebody hears whose form was drawn before another phone changed the same count."""
    return say(
        "Somebody else has just entered for %(who)s: %(count)s. Yours was not saved. Send it again if it is right.",
        who=Who(seat),
        count=in_words(now),
    )


def same_end(old: End | None, new: End, was: str) -> None:
    """Raises `Refused` for an answer drawn before another phone gave a different one."""
    if old is not None and old != new and old.key != was:
        raise Refused(
            say("Somebody else has just said: %(how)s. Tap again if that is wrong.", how=how_in_words(old)), "ender"
        )
