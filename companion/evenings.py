"""What is kept of evenings for a host's device, longer than tables are: who played what, who won, with how many points.
Names and results alone; nothing of it was ever a secret."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from companion.game import BADGES, Refused, Result
from companion.games import find_game
from companion.names import clean_code, clean_name, folded, looks, must_tell_apart
from companion.store import KeptGame
from companion.table import Table
from companion.words import Name, say

Phone = Literal["own", "host", "none"]
PHONES: tuple[Phone, ...] = ("own", "host", "none")
FORMAT = 1
"""Of the files that carry evenings elsewhere."""
UNREADABLE = say("That file holds no evenings that this app can read.")
MINUTE = 60_000
LARGER = 8
"""How many times as long as its text what is kept of it may be: names stand there once for every game."""
LATEST = 4_102_444_800_000
"""The end of this century, in ms: beyond it nothing was played yet."""


class Person(NamedTuple):
    """Somebody in a game: the name, the number of the badge, whether they won, the points where some are counted, and
    which `phone` they played on: their `own`, that of the `host` for whom this is kept, or `none`."""

    name: str
    badge: int
    won: bool
    points: int | None
    phone: Phone


@dataclass(frozen=True)
class Played:
    """A game that is over: at which table, its number there, when, what, and who played, in the order of seats."""

    code: str
    number: int
    at: int
    game: str
    people: tuple[Person, ...]

    @property
    def won(self) -> tuple[Person, ...]:
        """Who won it; often several, sometimes nobody."""
        return tuple(person for person in self.people if person.won)


@dataclass(frozen=True)
class Sum:
    """What one person's games of one kind came to, by the name and badge they had last."""

    name: str
    badge: int
    played: int
    won: int


def changed(before: Table, after: Table) -> tuple[KeptGame, ...]:
    """What a move changes of it: for the device of each host the games that are over since, or are not any more. Of a
    practice game nothing is kept."""
    if after.practice or (before.play is None and after.play is None):
        return ()
    was, now = _over(before), _over(after)
    numbers = [n for n in range(max(len(was), len(now))) if was[n : n + 1] != now[n : n + 1]]
    return tuple(
        KeptGame(device, after.code, n + 1, after.at, _written(after, device, *now[n]) if n < len(now) else None)
        for device in after.hosts
        for n in numbers
    )


def _over(table: Table) -> list[tuple[str, tuple[int, ...], Result]]:
    return [(one.game, one.seats, one.result) for one in table.finished()]


def _written(table: Table, device: str, game: str, seats: Sequence[int], result: Result) -> str:
    people = []
    for seat in filter(None, map(table.seat, seats)):
        phone: Phone = "none" if seat.passed else "host" if seat.device == device else "own"
        people.append([seat.name, seat.badge, seat.number in result.won, result.points.get(seat.number), phone])
    return _as_kept(game, people)


def _as_kept(game: str, people: list[list[Any]]) -> str:
    return json.dumps({"game": game, "people": people}, ensure_ascii=False, separators=(",", ":"))


def read(kept: Sequence[KeptGame]) -> tuple[Played, ...]:
    """What is kept, the latest first; games that this app does not know any more are left out."""
    games = []
    for one in kept:
        about = json.loads(one.data or "{}")
        people = tuple(Person(Name(name), *rest) for name, *rest in about["people"])
        if find_game(about["game"]) is not None:
            games.append(Played(one.code, one.number, one.at, about["game"], people))
    return tuple(sorted(games, key=lambda one: (one.at, one.number), reverse=True))


def sums(games: Sequence[Played]) -> tuple[Sum, ...]:
    """Everybody's sum over games of one kind, the latest first: most won first, then fewest played. People are one by
    their name, however it is spelt."""
    last = {folded(person.name): person for one in reversed(games) for person in one.people}
    played = Counter(folded(person.name) for one in games for person in one.people)
    won = Counter(folded(person.name) for one in games for person in one.won)
    found = [Sum(person.name, person.badge, played[key], won[key]) for key, person in last.items()]
    return tuple(sorted(found, key=lambda one: (-one.won, one.played, folded(one.name))))


def to_file(games: Sequence[Played]) -> str:
    """All of it in a text to carry elsewhere: every name once, minutes in place of moments, so that it stays small."""
    names = list(dict.fromkeys(person.name for one in games for person in one.people))
    tables: dict[str, list[list[Any]]] = {}
    for one in games:
        people = [[names.index(p.name), p.badge, int(p.won), p.points, PHONES.index(p.phone)] for p in one.people]
        tables.setdefault(one.code, []).append([one.number, one.at // MINUTE, one.game, people])
    about = {"companion_evenings": FORMAT, "names": names, "tables": tables}
    return json.dumps(about, ensure_ascii=False, separators=(",", ":"))


def from_file(text: str, device: str, ours: Collection[str], most: int) -> tuple[KeptGame, ...]:
    """The games of such a text, to be kept for that device. `ours` is what the app itself calls people. Raises
    `Refused` with one sentence for more than `most` games, and for whatever no table could have written."""
    try:
        about = json.loads(text)
        _must(about["companion_evenings"] == FORMAT)
        _must(len(about["names"]) <= 2 * most)
        names = [_name(name, ours) for name in about["names"]]
        games = [
            _game(device, str(clean_code(code)), names, *one) for code, of in about["tables"].items() for one in of
        ]
        _must(0 < len(games) <= most)
        _must(sum(len((one.data or "").encode()) for one in games) <= LARGER * len(text.encode()))
        _must(len({(one.code, one.number) for one in games}) == len(games))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):  # `Refused` is a ValueError
        raise Refused(UNREADABLE, "file") from None
    return tuple(games)


def _must(so: bool) -> None:
    if not so:
        raise ValueError


def _name(name: Any, ours: Collection[str]) -> str:
    clean = clean_name(name)
    must_tell_apart(clean, (), ours)
    return clean


def _game(device: str, code: str, names: Sequence[str], number: int, minute: int, game: str, of: list[Any]) -> KeptGame:
    _must(clean_code(code) == code and type(number) is int and 1 <= number <= 9_999)
    _must(type(minute) is int and 0 <= minute * MINUTE <= LATEST)
    known = find_game(game)
    _must(known is not None and 1 <= len(of) <= len(BADGES))
    people = []
    for name, badge, won, points, phone in of:
        _must(all(type(n) is int and n >= 0 for n in (name, badge, won, phone)) and badge < len(BADGES) and won < 2)
        _must(points is None or (type(points) is int and abs(points) < 100_000))
        people.append([names[name], badge, bool(won), points, PHONES[phone]])
    called = [person[0] for person in people]
    _must(len({folded(name) for name in called}) == len({looks(name) for name in called}) == len(people))
    _must(sum(person[-1] == "host" for person in people) <= 1)
    return KeptGame(device, code, number, minute * MINUTE, _as_kept(game, people))
