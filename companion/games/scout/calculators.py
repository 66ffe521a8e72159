"""Two questions about Scout that need no table: may this set be shown over that one, and what is one round worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from companion.game import Calculator, Refused, whole_between
from companion.games.scout.check import Counted
from companion.games.scout.rules import (
    DECK,
    DUEL_CHIPS,
    HIGHEST,
    LOWEST,
    PLAYERS,
    Shown,
    Verdict,
    as_set,
    cards_in_round,
    compared,
    left_after_scout,
    lie_at_once,
    round_score,
)
from companion.games.scout.state import MOST_CHIPS
from companion.games.scout.told import in_figures
from companion.words import Text, count, say

MOST_CARDS = 10
"""More cards than any set can have are not taken."""
NO_SUCH_CARDS = say("The deck has not so many cards with these numbers: each number is on nine cards.")


@dataclass(frozen=True)
class Key:
    """A number to tap: `link` is the question with that card added, `None` when no more fit."""

    number: int
    link: str | None


@dataclass(frozen=True)
class Side:
    """One of the two sets as tapped in: its cards in order, what is wrong with them, and the links that change it."""

    values: tuple[int, ...]
    problem: Text | None
    keys: tuple[Key, ...]
    without_last: str
    emptied: str


@dataclass(frozen=True)
class Scouted:
    """What is left of the Active Set when the card at one end is taken, and how the new set fares against that."""

    taken: int
    left: tuple[int, ...]
    verdict: Verdict | None
    link: str


@dataclass(frozen=True)
class Beats:
    """The question and, as soon as the new set is one, its answer. `scouts` has both ends, or the single card."""

    new: Side
    active: Side
    verdict: Verdict | None
    scouts: tuple[Scouted, ...]


def beats_answer(form: Mapping[str, str]) -> Beats:
    """From `new` and `active`, numbers with anything but digits between them. Raises `Refused` for other numbers, and
    for more of them than the deck has."""
    new, active = _cards(form, "new"), _cards(form, "active")
    if not lie_at_once(new):
        raise Refused(NO_SUCH_CARDS, "new")
    if not lie_at_once((*new, *active)):
        raise Refused(NO_SUCH_CARDS, "active")
    mine, my_problem = _tried(new)
    theirs, their_problem = _tried(active)
    verdict = None
    if mine is not None and their_problem is None:
        verdict = compared(mine, theirs)
    return Beats(
        _side(new, active, "new", my_problem),
        _side(new, active, "active", their_problem),
        verdict,
        _scouts(mine, new, theirs),
    )


def _cards(form: Mapping[str, str], name: str) -> tuple[int, ...]:
    text = "".join(c if c.isalnum() or c in "+-" else " " for c in form.get(name, ""))
    words = text.replace("-", " ").split()
    if len(words) > MOST_CARDS:
        raise Refused(say("A set has %(n)s cards at most.", n=MOST_CARDS), name)
    return tuple(whole_between(word, LOWEST, HIGHEST, name) for word in words)


def _tried(values: tuple[int, ...]) -> tuple[Shown | None, Text | None]:
    if not values:
        return None, None
    try:
        return as_set(values), None
    except Refused as no:
        return None, no.sentence


def link_to(new: tuple[int, ...], active: tuple[int, ...]) -> str:
    """The query of the question about these two rows of cards."""
    return "?" + urlencode({"new": ".".join(map(str, new)), "active": ".".join(map(str, active))})


def _side(new: tuple[int, ...], active: tuple[int, ...], name: str, problem: Text | None) -> Side:
    values = new if name == "new" else active

    def link(changed: tuple[int, ...]) -> str:
        return link_to(changed, active) if name == "new" else link_to(new, changed)

    full = len(values) >= MOST_CARDS
    keys = tuple(
        Key(n, None if full or not lie_at_once((*new, *active, n)) else link((*values, n)))
        for n in range(LOWEST, HIGHEST + 1)
    )
    return Side(values, problem, keys, link(values[:-1]), link(()))


def _scouts(mine: Shown | None, new: tuple[int, ...], theirs: Shown | None) -> tuple[Scouted, ...]:
    """After a scout the new set is compared with what is left. Sheet, Scout & Show."""
    if theirs is None:
        return ()
    found = []
    for end, taken in (("first", theirs.values[0]), ("last", theirs.values[-1])):
        left = left_after_scout(theirs.values, "first" if end == "first" else "last")
        verdict = compared(mine, as_set(left) if left else None) if mine is not None else None
        found.append(Scouted(taken, left, verdict, link_to(new, left)))
    return tuple(found[: len(theirs.values)])


@dataclass(frozen=True)
class RoundPoints:
    """One round's points with the arithmetic, or nothing yet (`points` is `None`); the form's fields as they were."""

    duel: bool
    spared: bool
    points: int | None
    sum: str
    notes: tuple[Text, ...]


def round_answer(form: Mapping[str, str]) -> RoundPoints:
    """From `captured`, `chips`, `hand`, and the ticks `unbeaten` and `duel`. Raises `Refused` beside the field."""
    duel, spared = form.get("duel") == "on", form.get("unbeaten") == "on"
    if not any(form.get(name, "").strip() for name in ("captured", "chips", "hand")):
        return RoundPoints(duel, spared, None, "", ())
    captured = whole_between(form.get("captured", ""), 0, len(DECK), "captured")
    chips = whole_between(form.get("chips", ""), 0, DUEL_CHIPS if duel else MOST_CHIPS, "chips")
    hand = whole_between(form.get("hand", ""), 0, len(DECK), "hand")
    _possible(captured, chips, hand, spared, duel)
    notes = []
    if spared:
        notes.append(
            count(
                "Nobody beat your set, so the %(n)s card in your hand costs nothing.",
                "Nobody beat your set, so the %(n)s cards in your hand cost nothing.",
                hand,
            )
        )
    if duel:
        notes.append(say("With two players, the chips you did not spend are a point each."))
    own = Counted(captured, chips, hand)
    points = round_score(captured, chips, hand, spared)
    return RoundPoints(duel, spared, points, in_figures(own, spared), tuple(notes))


def _possible(captured: int, chips: int, hand: int, spared: bool, duel: bool) -> None:
    """Raises `Refused` for what no round of Scout comes to. Not all cards can be one player's: with two
    players the last set stays on the table, with more at least two others hold a card, or one does and the other's last
    set lies there."""
    most = cards_in_round(2) - 1 if duel else len(DECK) - 2
    if captured + hand > most:
        raise Refused(say("Captured and in hand: together you can have %(n)s cards at most.", n=most), "hand")
    if spared and hand == 0:
        raise Refused(
            say("With no card in hand, your last card ended the round. Please take the tick for an unbeaten set away."),
            "hand",
        )
    if spared and not duel and chips < 2:
        raise Refused(say("Everybody else scouted from your set, so you have at least 2 Scout chips."), "chips")


def pad(form: Mapping[str, str]) -> dict[str, Any]:
    """Field: `players`, 4 until one is chosen. As many rounds as players, to fill in with a pencil."""
    players = whole_between(form.get("players", "").strip() or "4", *PLAYERS, "players")
    return {"players": players, "counts": range(PLAYERS[0], PLAYERS[1] + 1)}


CALCULATORS = (
    Calculator("beats", say("Does it beat that set?"), beats_answer),
    Calculator("round", say("What is my round worth?"), round_answer),
    Calculator("pad", say("A blank score pad"), pad),
)
