"""The evening of a table: its games that are over, who won, who was the scapegoat how often; to read and to share."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response

from companion.game import Game, Result
from companion.games import find_game
from companion.secrecy import Seen, SeenSeat, sheet_of
from companion.table import Table
from companion.web.language import in_words
from companion.web.pages import render
from companion.web.share import cell
from companion.web.tables import load, seen
from companion.words import Text, count, say

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
    """What one person's evening came to: games played, games won (a shared first place is won), times the scapegoat."""

    seat: SeenSeat
    played: int
    won: int
    goat: int


def games_over(table: Table) -> tuple[Over, ...]:
    """The games that are over, in the order they were played, with the one now on the table when it is."""
    done = tuple(Over(find_game(one.game) or table.the_game, one.seats, one.result) for one in table.evening)
    result = table.result()
    return (*done, Over(table.the_game, table.play.seats, result)) if table.play and result else done


def tallies(games: Sequence[Over], seats: Sequence[SeenSeat]) -> tuple[Tally, ...]:
    """Everybody's evening: most games won first, equals in the order of their seats."""
    sums = [
        Tally(
            seat,
            played=sum(seat.number in over.seats for over in games),
            won=sum(over.result.places.get(seat.number) == 1 for over in games),
            goat=sum(over.result.scapegoat == seat.number for over in games),
        )
        for seat in seats
    ]
    return tuple(sorted((one for one in sums if one.played), key=lambda one: -one.won))


@bp.get("/t/<code>/evening")
def evening(code: str) -> str:
    """The evening on a page of its own."""
    table, here, games, people = _look(code)
    lines = [in_words(line) for line in _as_text(games, people)]
    share = table.result() is None and sheet_of(table) is not None
    return render(
        "table/evening.html", seen=here, games=games, people=people, lines=lines, score_sheet=share
    )  # fmt: skip


@bp.get("/t/<code>/evening.csv")
def as_csv(code: str) -> Response:
    """The evening for a spreadsheet: a row for each person in each game."""
    table, here, games, _ = _look(code)
    titles = (say("Game"), say("Title"), say("Player"), say("Place"), say("Scapegoat"), say("Result"))
    rows: list[tuple[Text | str | int, ...]] = [titles]
    for n, over in enumerate(games, 1):
        for number in over.seats:
            seat = here.seat(number)
            place: Text | str | int = over.result.places.get(number, "")
            goat: Text | str = say("yes") if over.result.scapegoat == number else ""
            name: Text | str = seat.name if seat else say("somebody who left")
            rows.append((n, over.game.title, name, place, goat, over.result.headline))
    file = io.StringIO()
    csv.writer(file).writerows([cell(value) for value in row] for row in rows)
    headers = {"Content-Disposition": f'attachment; filename="{table.code}-evening.csv"'}
    return Response("\ufeff" + file.getvalue(), mimetype="text/csv", headers=headers)


@bp.get("/t/<code>/evening.svg")
def as_picture(code: str) -> Response:
    """The evening as a picture to send around."""
    _, here, games, people = _look(code)
    picture = render("table/evening.svg", seen=here, games=games, people=people)
    return Response(picture, mimetype="image/svg+xml")


def _look(code: str) -> tuple[Table, Seen, tuple[Over, ...], tuple[Tally, ...]]:
    table = load(code)
    here = seen(table, wall=True)
    games = games_over(table)
    return table, here, games, tallies(games, here.seats)


def _as_text(games: Sequence[Over], people: Sequence[Tally]) -> list[Text]:
    """The evening as a message: a line a game, then who won and who was the scapegoat how often."""
    lines = [count("Our evening: %(n)s game", "Our evening: %(n)s games", len(games))]
    for n, over in enumerate(games, 1):
        lines.append(say("%(n)s. %(game)s: %(result)s", n=n, game=over.game.title, result=over.result.headline))
    won = [f"{one.seat.name} {one.won}" for one in people if one.won]
    goats = [f"{one.seat.name} {one.goat}" for one in people if one.goat]
    if won:
        lines.append(say("Won: %(who)s", who=", ".join(won)))
    if goats:
        lines.append(say("Scapegoat: %(who)s", who=", ".join(goats)))
    return lines
