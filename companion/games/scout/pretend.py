"""How a pretend player counts a round of Scout: with numbers that add up."""

from __future__ import annotations

from collections.abc import Sequence

from companion.chance import Chance
from companion.game import Message, Press, Viewer
from companion.games.scout.rules import DUEL_CHIPS, hand_size
from companion.games.scout.view import Sheet


def pretends(view: Sheet, viewer: Viewer, messages: Sequence[Message], chance: Chance) -> Press | None:
    """Who starts, that the round is over, and counts; all else any button answers."""
    now, me = view.now, view.mine
    if me is None:
        return None
    if view.phase == "play" and now.starter is None:
        return "starts", {"round": now.number, "seat": chance.pick(view.seats)}
    if view.phase == "play" and chance.pick(view.seats) == me:
        return "over", {"round": now.number}
    if view.phase == "count" and me in now.waiting and now.ender is None and chance.pick(view.seats) == me:
        return "end", {"round": now.number, "was": now.end_key, "ender": f"{me}.out"}
    if view.phase == "count" and me in now.waiting:
        captured, chips, hand = _duel(view, me, chance) if view.duel else _counts(view, me, chance)
        return "enter", {"round": now.number, "seat": me, "captured": captured, "chips": chips, "hand": hand}
    if view.phase == "slip":
        return "anyway", {"round": now.number}
    return None


def _counts(view: Sheet, me: int, chance: Chance) -> tuple[int, int, int]:
    """So many cards that from one to a longest set are left on the table, however the others count (Set-up): each has
    one or two fewer than were dealt. Who went out holds none; whose set nobody beat has a chip of each."""
    cards = hand_size(len(view.seats)) - 1 - chance.below(2)
    if view.now.ending == f"{me}.out":
        return cards, chance.below(4), 0
    least = len(view.seats) - 1 if view.now.ending == f"{me}.unbeaten" else 0
    hand = 1 + chance.below(cards - 1)
    return cards - hand, least + chance.below(4), hand


def _duel(view: Sheet, me: int, chance: Chance) -> tuple[int, int, int]:
    """Of two, nobody scouted, so who ended it beat every card that the other does not hold any more."""
    dealt = hand_size(2)
    other = next((own for seat, own in view.now.counted.items() if seat != me), None)
    if view.now.ender == me:
        return (dealt - other.hand if other else 1 + chance.below(dealt - 1)), DUEL_CHIPS, 0
    return 1 + chance.below(dealt - 2), DUEL_CHIPS, (dealt - other.captured if other else 1 + chance.below(dealt - 1))
