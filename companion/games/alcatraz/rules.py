"""What the rulebook decides in Alcatraz: The Scapegoat: votes, action points, guards, tasks, who escapes and who stays.

Plain functions on plain values; a player is whatever stands for one (a seat number, a name). Sections in brackets are
those of the English rulebook of 2011. Rooms go by their numbers 1 to 12, spaces of the prison by 0 to 11.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TypedDict, TypeVar

from companion.ballots import leaders
from companion.game import Refused
from companion.words import say

P = TypeVar("P")

LETTERS = "ABCDEF"
ROOMS = tuple(range(1, 13))
ACROSS = 3
"""Spaces side by side: the prison is shown as four rows of three, as a phone is held."""
MOST_GUARDS = 4
ALL_GUARDS = 21
MOST_ITEMS = 3
MOST_BLACKMAIL = 2
TALK_MS = 2 * 60 * 1000
TASK_CARDS = 30
PLAN_MARKERS = 23
MOST_ROUNDS = 13
"""Round 14 would need the 21st guard."""


def elected(votes: Mapping[P, P], previous: P) -> P:
    """The new Scapegoat from voter -> voted for. The previous Scapegoat's vote counts one and a half, so with one vote
    each a tie always holds his choice [Someone has to be the Scapegoat].

    Raises `Refused` when nobody voted, or on a tie when the previous Scapegoat has no vote in it (he was away)."""
    tied = leaders(votes.values())
    if not tied:
        raise Refused(say("Nobody has voted yet."))
    if len(tied) == 1:
        return tied[0]
    if previous not in votes:
        raise Refused(say("This is a tie, and the previous Scapegoat, whose vote would settle it, has not voted."))
    return votes[previous]


def action_points(players: int, term: int = 0, stamina: bool = False) -> int:
    """A player's Action Points this round: 3 in a game of three, 2 in a game of four; the Scapegoat (`term` 1, 2, 3...
    in a row, 0 for the others) has 1, 2 or at most 3 more; a Stamina point adds one, once a round
    [The number of Action Points in a round; The Scapegoat].

    Raises `Refused` outside 3 or 4 players, or below term 0."""
    if players not in (3, 4):
        raise Refused(say("Alcatraz is for three or four players."), "players")
    if term < 0:
        raise Refused(say("Terms in a row start at 0, for a player who is not the Scapegoat."), "term")
    return {3: 3, 4: 2}[players] + min(term, 3) + (1 if stamina else 0)


def rounds_left(guards: int) -> int:
    """How many more rounds can begin, once this one's guard is out, before the one whose guard is the 21st."""
    return max(0, ALL_GUARDS - 1 - guards)


def adjacent(one: int, other: int) -> bool:
    """Whether two spaces (0 to 11, row by row) touch, corners included [Actions which cost 1 AP]."""
    return steps(one, other) == 1


def steps(one: int, other: int) -> int:
    """How many moves it is from one space to another, guards aside: corners count as neighbours."""
    down, right = abs(one // ACROSS - other // ACROSS), abs(one % ACROSS - other % ACROSS)
    return max(down, right)


@dataclass(frozen=True)
class GuardEffect:
    """What the guards in a room do to whoever is there: what most actions cost more, and what is possible at all.

    `paid` are actions that cost Action Points, other than moving away and blackmail."""

    guards: int
    extra: int
    paid: bool
    blackmail: bool
    free: bool
    enter: bool


_EFFECTS = {
    0: GuardEffect(0, 0, paid=True, blackmail=True, free=True, enter=True),
    1: GuardEffect(1, 0, paid=True, blackmail=True, free=True, enter=True),
    2: GuardEffect(2, 1, paid=True, blackmail=True, free=True, enter=True),
    3: GuardEffect(3, 0, paid=False, blackmail=True, free=True, enter=True),
    4: GuardEffect(4, 0, paid=False, blackmail=False, free=False, enter=False),
}


def guard_effect(guards: int) -> GuardEffect:
    """What 0 to 4 guards in a room do [The influence of Guards on performing actions]. Leaving is always possible.
    Raises `Refused` for any other number."""
    if guards not in _EFFECTS:
        raise Refused(say("A room holds 0 to 4 guards."), "guards")
    return _EFFECTS[guards]


def price(guards: int, bribes: int = 0) -> int | None:
    """Action Points for an action that costs any, other than moving and blackmail, beside so many guards of whom
    `bribes` are ignored; `None` where none can be taken. Where four are nobody can act, so nobody can bribe either
    [The influence of Guards on performing actions; Free actions]."""
    effect = guard_effect(watching(guards, bribes))
    return 1 + effect.extra if effect.paid else None


def watching(guards: int, bribes: int = 0) -> int:
    """How many guards still mind an action when `bribes` of them are ignored."""
    return guards if guards >= MOST_GUARDS else max(0, guards - bribes)


class Conditions(TypedDict, total=False):
    """A side of a task: what its card asks for, or what is there. `guards` is the most allowed, or those in the room;
    `bribes` are guards ignored for Cash; `items` are item words, one for each piece, a gun standing for any other."""

    prisoners: int
    guards: int
    bribes: int
    items: Collection[str]


@dataclass(frozen=True)
class Possible:
    """Whether a task can be completed; if not, which conditions fail: "prisoners", "guards" (more than the card
    allows), "busy" (so many guards that no such action is possible) or "items"."""

    failing: tuple[str, ...]

    def __bool__(self) -> bool:
        return not self.failing


def task_possible(needed: Conditions, present: Conditions) -> Possible:
    """Whether a task's conditions hold: enough prisoners, not too many guards, all the items [Escape plan].

    A bribed guard is ignored for the action; in a room with four nobody can act, so nobody can bribe either.
    What `needed` does not name is not checked."""
    failing = []
    if present.get("prisoners", 0) < needed.get("prisoners", 0):
        failing.append("prisoners")
    guards, bribes = present.get("guards", 0), present.get("bribes", 0)
    minding = watching(guards, bribes)
    if minding > needed.get("guards", minding):
        failing.append("guards")
    if price(guards, bribes) is None:
        failing.append("busy")
    if not _items_there(needed.get("items", ()), present.get("items", ())):
        failing.append("items")
    return Possible(tuple(failing))


def _items_there(needed: Collection[str], held: Collection[str]) -> bool:
    lacking = Counter(needed) - Counter(held)
    spare_guns = Counter(held)["gun"] - Counter(needed)["gun"]
    return lacking.total() <= spare_guns


Letters = Iterable[str]


def is_dispensable(player: P, elements: Mapping[P, Letters]) -> bool:
    """Whether the others together hold all six letters without this player [Ending the game]."""
    others = set().union(*(elements[p] for p in elements if p != player))
    return others >= set(LETTERS)


def can_escape(elements: Mapping[P, Letters]) -> bool:
    """Whether the game ends now: some group without at least one player holds A to F [Ending the game]."""
    return any(is_dispensable(player, elements) for player in elements)


def all_needed(elements: Mapping[P, Letters]) -> bool:
    """Whether all six letters are out and yet nobody can be left behind, so that the game goes on."""
    held = set().union(*elements.values())
    return held >= set(LETTERS) and not can_escape(elements)


Sheet = tuple[Letters, int, int, int]
"""A prisoner's (letters, Cash, Items, Stamina)."""


@dataclass(frozen=True)
class Sieve:
    """One rule on the way to who stays: "scapegoat", "only", "letters", "cash", "items" or "stamina"; who might stay
    after it; and what each who might stay before it had, where the rule compares."""

    rule: str
    left: tuple[object, ...]
    had: Mapping[object, int]


_COMPARED: tuple[tuple[str, Callable[[Sheet], int]], ...] = (
    ("letters", lambda sheet: len(set(sheet[0]))),
    ("cash", lambda sheet: sheet[1]),
    ("items", lambda sheet: sheet[2]),
    ("stamina", lambda sheet: sheet[3]),
)


def sieves(prisoners: Mapping[P, Sheet], scapegoat: P) -> tuple[Sieve, ...]:
    """The rules applied in turn until one player is left or none is left to apply; empty while nobody can escape.

    [Ending the game]: a dispensable Scapegoat; else the only dispensable player; else the one with the fewest letters,
    then Cash, then Items, then Stamina."""
    elements = {player: sheet[0] for player, sheet in prisoners.items()}
    left = tuple(player for player in prisoners if is_dispensable(player, elements))
    if not left:
        return ()
    if scapegoat in left:
        return (Sieve("scapegoat", (scapegoat,), {}),)
    if len(left) == 1:
        return (Sieve("only", left, {}),)
    applied = []
    for rule, measure in _COMPARED:
        had: dict[object, int] = {player: measure(prisoners[player]) for player in left}
        fewest = min(had.values())
        left = tuple(player for player in left if had[player] == fewest)
        applied.append(Sieve(rule, left, had))
        if len(left) == 1:
            break
    return tuple(applied)


def stays(prisoners: Mapping[P, Sheet], scapegoat: P) -> tuple[P, ...]:
    """Who stays in prison, from player -> (letters, Cash, Items, Stamina): nobody while no group can escape, one when
    the rules decide, several when the others choose between them [Ending the game]."""
    applied = sieves(prisoners, scapegoat)
    if not applied:
        return ()
    return tuple(player for player in prisoners if player in applied[-1].left)


def reward(completer: P, letter: str, scapegoat: P, drawn: str | None, players: Iterable[P]) -> dict[P, str]:
    """Who marks which letter when a task is completed: the completer the task's, everybody else but the Scapegoat the
    one on the card then drawn (`None` when the deck is empty) [Reward]."""
    marks = {player: drawn for player in players if player not in (completer, scapegoat) and drawn}
    return {completer: letter, **marks}
