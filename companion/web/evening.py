"""The evening of a table: its games that are over, who won, who had which honour how often; to read and to share."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, current_app

from companion.game import Game, Result
from companion.games import find_game
from companion.secrecy import sheet_of
from companion.seen import Seen, SeenSeat
from companion.table import Table
from companion.web.language import in_words
from companion.web.pages import render
from companion.web.share import spreadsheet
from companion.web.visit import load, seen
from companion.words import Text, Who, count, listed, say, signed

bp = Blueprint("evening", __name__)


@dataclass(frozen=True)
class Over:
    """A game of this evening that is over: which, who played (seat numbers), how it ended. The sheets of those that
    have one stay as long as the table does."""

    game: Game
    seats: tuple[int, ...]
    result: Result


@dataclass(frozen=True)
class Tally:
    """What one person's evening came to: games played, games won, and how often each of `honours_of` the evening."""

    seat: SeenSeat
    played: int
    won: int
    honours: tuple[int, ...]


def games_over(table: Table) -> tuple[Over, ...]:
    """The games that are over, in the order they were played, with the one now on the table when it is."""
    return tuple(Over(find_game(one.game) or table.the_game, one.seats, one.result) for one in table.finished())


def honours_of(games: Sequence[Over]) -> tuple[Text, ...]:
    """The honours that any of these games gave, in the order in which they first came; often none."""
    names: list[Text] = []
    for over in games:
        names += [honour.name for honour in over.result.honours if honour.name not in names]
    return tuple(names)


def times(over: Over, name: Text, seat: int) -> int:
    """How often that game gave the seat this honour."""
    return sum(honour.seats.count(seat) for honour in over.result.honours if honour.name == name)


def tallies(games: Sequence[Over], seats: Sequence[SeenSeat]) -> tuple[Tally, ...]:
    """Everybody's evening: most games won first, equals in the order of their seats."""
    names = honours_of(games)
    sums = [
        Tally(
            seat,
            played=sum(seat.number in over.seats for over in games),
            won=sum(seat.number in over.result.won for over in games),
            honours=tuple(sum(times(over, name, seat.number) for over in games) for name in names),
        )
        for seat in seats
    ]
    return tuple(sorted((one for one in sums if one.played), key=lambda one: -one.won))


@bp.get("/t/<code>/evening")
def evening(code: str) -> str:
    """The evening on a page of its own."""
    table, here, games, people = _finished(code)
    lines = [in_words(line) for line in _as_text(games, people)]
    share = table.result() is None and sheet_of(table) is not None
    return render(
        "table/evening.html", seen=here, games=games, people=people, honours=honours_of(games), lines=lines,
        score_sheet=share,
    )  # fmt: skip


@bp.get("/t/<code>/evening.csv")
def as_csv(code: str) -> Response:
    """The evening for a spreadsheet: a row for each person in each game."""
    table, here, games, _ = _finished(code)
    names, yes = honours_of(games), say("yes")
    titles = say("Game"), say("Title"), say("Player"), say("Won"), say("Place"), say("Points"), *names, say("Result")
    rows: list[tuple[Text | str | int, ...]] = [titles]
    for n, over in enumerate(games, 1):
        for number in over.seats:
            seat = here.seat(number)
            place: Text | str | int = over.result.places.get(number, "")
            points: Text | str | int = over.result.points.get(number, "")
            won: Text | str = yes if number in over.result.won else ""
            given = [yes if times(over, honour, number) else "" for honour in names]
            name: Text | str = seat.name if seat else say("a former player")
            rows.append((n, over.game.title, name, won, place, points, *given, over.result.headline))
    return spreadsheet(rows, f"{table.code}-evening")


@bp.get("/t/<code>/evening.svg")
def as_picture(code: str) -> Response:
    """The evening as a picture to send around."""
    table, here, games, people = _finished(code)
    date = datetime.fromtimestamp((table.told[-1].at if table.told else 0) / 1000).date()
    picture = render(
        "table/evening.svg", seen=here, games=games, people=people, honours=honours_of(games), date=date.isoformat(),
        points=[_sums(over) for over in games], face=_face(),
    )  # fmt: skip
    return Response(picture, mimetype="image/svg+xml")


def _finished(code: str) -> tuple[Table, Seen, tuple[Over, ...], tuple[Tally, ...]]:
    table = load(code)
    here = seen(table, wall=True)
    games = games_over(table)
    return table, here, games, tallies(games, here.seats)


def _sums(over: Over) -> Text | None:
    """Everybody's points in that game, the most first; `None` where it counts none."""
    points = over.result.points
    best = sorted(points, key=lambda seat: -points[seat])
    sums = [say("%(who)s %(points)s", who=Who(seat), points=signed(points[seat])) for seat in best]
    return listed(sums) if sums else None


@cache
def _face() -> str:
    """Our letters as base64: a picture that is sent around can fetch nothing."""
    return b64encode((Path(current_app.static_folder or "") / "young-serif.woff2").read_bytes()).decode()


def _as_text(games: Sequence[Over], people: Sequence[Tally]) -> list[Text]:
    """The evening as a message: a line a game, with the sums where points are counted; then who won, and who had which
    honour, how often."""
    lines = [count("Our results: %(n)s game", "Our results: %(n)s games", len(games))]
    for n, over in enumerate(games, 1):
        lines.append(say("%(n)s. %(game)s: %(result)s", n=n, game=over.game.title, result=over.result.headline))
        if sums := _sums(over):
            lines.append(sums)
    won = [f"{one.seat.name} {one.won}" for one in people if one.won]
    if won:
        lines.append(say("Won: %(who)s", who=", ".join(won)))
    for at, honour in enumerate(honours_of(games)):
        had = [f"{one.seat.name} {one.honours[at]}" for one in people if one.honours[at]]
        lines.append(say("%(honour)s: %(who)s", honour=honour, who=", ".join(had)))
    return lines
