"""The calculators of Alcatraz, for a table without the app: a vote, Action Points, who stays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.ballots import leaders
from companion.game import Calculator, Refused, whole_between
from companion.games.alcatraz import ending, rules
from companion.words import Text, listed, say

Fields = Mapping[str, str]


def _number_of_players(fields: Fields) -> int:
    return whole_between(fields.get("players") or "4", 3, 4, "players")


def _names(fields: Fields, n: int) -> tuple[object, ...]:
    """Fields name0, name1...; a player left without a name goes by a number."""
    return tuple(" ".join(fields.get(f"name{k}", "").split())[:20] or say("Player %(n)s", n=k + 1) for k in range(n))


@dataclass(frozen=True)
class VoteAnswer:
    """Fields players, name0..., previous, vote0... (player numbers from 0). `winner` is `None` until all are in."""

    names: tuple[object, ...]
    previous: int
    votes: tuple[int | None, ...]
    tally: tuple[int, ...]
    winner: int | None
    lines: tuple[Text, ...]


def vote(fields: Fields) -> VoteAnswer:
    """A vote with its tie-break [Someone has to be the Scapegoat]. Raises `Refused`."""
    n = _number_of_players(fields)
    names = _names(fields, n)
    previous = whole_between(fields.get("previous") or "0", 0, n - 1, "previous")
    asked = [fields.get(f"vote{k}", "") for k in range(n)]
    votes = tuple(whole_between(text, 0, n - 1, f"vote{k}") if text else None for k, text in enumerate(asked))
    cast = {voter: choice for voter, choice in enumerate(votes) if choice is not None}
    tally = tuple(list(cast.values()).count(k) for k in range(n))
    if not cast:
        return VoteAnswer(names, previous, votes, tally, None, ())
    if len(cast) < n:
        missing = next(k for k in range(n) if votes[k] is None)
        raise Refused(say("Everybody has to vote; %(name)s has not yet.", name=names[missing]), f"vote{missing}")
    winner = rules.elected(cast, previous)
    return VoteAnswer(names, previous, votes, tally, winner, _vote_lines(names, previous, cast, winner))


def _vote_lines(names: tuple[object, ...], previous: int, votes: Mapping[int, int], winner: int) -> tuple[Text, ...]:
    tied = leaders(votes.values())
    if len(tied) == 1:
        return (say("%(name)s has the most votes and is the Scapegoat.", name=names[winner]),)
    even = listed([names[player] for player in sorted(tied)])
    return (
        say("A tie between %(names)s.", names=even),
        say(
            "%(previous)s was the Scapegoat, so that vote settles it: %(name)s is the Scapegoat.",
            previous=names[previous],
            name=names[winner],
        ),
    )


@dataclass(frozen=True)
class PointsAnswer:
    """Fields players, term (0 for a player who is not the Scapegoat), stamina, guards (in the room)."""

    players: int
    term: int
    stamina: bool
    guards: int
    points: int
    base: int
    bonus: int
    effect: rules.GuardEffect


def points(fields: Fields) -> PointsAnswer:
    """A player's Action Points this round, and what the guards in the room do to them."""
    n = _number_of_players(fields)
    term = whole_between(fields.get("term") or "0", 0, rules.MOST_ROUNDS, "term")
    stamina = bool(fields.get("stamina"))
    guards = whole_between(fields.get("guards") or "0", 0, 4, "guards")
    base = rules.action_points(n)
    bonus = rules.action_points(n, term) - base
    total = rules.action_points(n, term, stamina)
    return PointsAnswer(n, term, stamina, guards, total, base, bonus, rules.guard_effect(guards))


@dataclass(frozen=True)
class StaysAnswer:
    """Fields players, goat, and for each player k: namek, kA to kF (ticked when marked), cashk, itemsk, staminak.
    `stays` is empty while nobody can escape, else one player or those the others choose between."""

    names: tuple[object, ...]
    goat: int
    sheets: tuple[rules.Sheet, ...]
    asked: bool
    stays: tuple[int, ...]
    lines: tuple[Text, ...]


def stays(fields: Fields) -> StaysAnswer:
    """Who escapes and who stays, line by line [Ending the game]."""
    n = _number_of_players(fields)
    names = _names(fields, n)
    goat = whole_between(fields.get("goat") or "0", 0, n - 1, "goat")
    sheets = tuple(_sheet(fields, k) for k in range(n))
    _as_in_the_box(sheets)
    if not any(sheet[0] for sheet in sheets):
        return StaysAnswer(names, goat, sheets, False, (), ())
    prisoners = dict(enumerate(sheets))
    left = rules.stays(prisoners, goat)
    lines = list(ending.reasons(prisoners, goat, lambda k: names[k]))
    if len(left) > 1:
        both = listed([names[k] for k in left])
        lines.append(say("The others decide who stays: %(names)s.", names=both))
    if len(left) == 1:
        lines += ending.empty_handed(prisoners, left[0], lambda k: names[k])
    return StaysAnswer(names, goat, sheets, True, left, tuple(lines))


def _as_in_the_box(sheets: tuple[rules.Sheet, ...]) -> None:
    """Raises `Refused` for what the box does not hold [Game components]."""
    letters = sum(len(tuple(sheet[0])) for sheet in sheets)
    if letters > rules.PLAN_MARKERS:
        raise Refused(
            say("The box has %(all)s plan markers, but %(n)s letters are marked.", all=rules.PLAN_MARKERS, n=letters)
        )


def _sheet(fields: Fields, k: int) -> rules.Sheet:
    letters = "".join(letter for letter in rules.LETTERS if fields.get(f"{k}{letter}"))
    return (
        letters,
        whole_between(fields.get(f"cash{k}") or "0", 0, 20, f"cash{k}"),
        whole_between(fields.get(f"items{k}") or "0", 0, rules.MOST_ITEMS, f"items{k}"),
        whole_between(fields.get(f"stamina{k}") or "0", 0, 20, f"stamina{k}"),
    )


CALCULATORS = (
    Calculator("vote", say("A vote and its tie-break"), vote),
    Calculator("points", say("Action Points and guards"), points),
    Calculator("stays", say("Who escapes, who stays?"), stays),
)
