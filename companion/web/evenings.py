"""The evenings that are kept for a host's device: who won what over them; to read, carry elsewhere, and forget."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, Response, abort, current_app, request
from flask.typing import ResponseReturnValue

from companion import evenings
from companion.evenings import Played, Sum
from companion.game import BADGES, Game, Refused, number_sent
from companion.games import GAMES, find_game
from companion.keeper import Keeper
from companion.names import clean_code
from companion.store import MOST_KEPT, Store
from companion.web import calling, guard
from companion.web.pages import render
from companion.words import Text, count

bp = Blueprint("evenings", __name__)
MOST_SHOWN = 40
"""Games on one page, so that to draw it takes little longer than any other."""


@dataclass(frozen=True)
class Evening:
    """The games of one table, the first first, and the day of the last."""

    code: str
    date: str
    games: tuple[tuple[Game, Played], ...]


def own() -> tuple[Played, ...]:
    """What is kept for this browser, the latest first: by all of its tokens as many as by one, so that a file which
    holds all of it can be brought in again."""
    return evenings.read([one for device in guard.known_as() for one in _store().evenings(device)])[:MOST_KEPT]


@bp.get("/evenings")
def page() -> str:
    """Who won what, game by game, and every evening."""
    return _page()


@bp.get("/evenings.json")
def as_file() -> Response:
    """All of it as a file, to be brought in on another device or server."""
    headers = {"Content-Disposition": 'attachment; filename="evenings.json"'}
    return Response(evenings.to_file(own()), mimetype="application/json", headers=headers)


@bp.post("/evenings/bring")
def bring() -> ResponseReturnValue:
    """Bring a file of evenings in, beside those that are here; which of them are here already stay as they are."""
    guard.count_bringing()
    sent = request.files.get("file")
    raw = sent.read() if sent is not None else request.form.get("text", "").encode()
    try:
        text = raw.decode("utf-8-sig", "replace")
        games = evenings.from_file(text, guard.browser(), calling.ours(), MOST_KEPT)
    except Refused as no:
        return _page(wrong=no.sentence), 422
    _store().keep_evenings(games)
    return _page(said=count("%(n)s game was brought in.", "%(n)s games were brought in.", len(games)))


@bp.post("/evenings/forget")
def forget() -> ResponseReturnValue:
    """Forget one evening, or all of them, at once. What went can be brought back from the page that says so."""
    guard.count_move(belongs=False)
    typed = request.form.get("code", "")
    code = clean_code(typed) if typed else ""
    if code is None:  # nothing was ever played there, and to ask a database is no use
        abort(404)
    gone = [one for one in own() if code in ("", one.code)]
    for device in guard.known_as():
        _store().forget_evenings(device, code or None)
    said = count("%(n)s game was forgotten.", "%(n)s games were forgotten.", len(gone))
    return _page(said=said, back=evenings.to_file(gone) if gone else "")


def _page(said: Text | None = None, back: str = "", wrong: Text | None = None) -> str:
    games = own()
    by_game: list[tuple[Game, tuple[Sum, ...]]] = []
    for game in GAMES:
        if of := [one for one in games if one.game == game.key]:
            by_game.append((game, evenings.sums(of)))
    after = number_sent(request.args.get("after", ""))
    by_code: dict[str, list[Played]] = {}
    for one in games[after : after + MOST_SHOWN]:
        by_code.setdefault(one.code, []).append(one)
    each = [_evening(code, of) for code, of in by_code.items()]
    older = after + MOST_SHOWN if len(games) > after + MOST_SHOWN else None
    return render(
        "evenings.html", sums=by_game, evenings=each, older=older, badges=BADGES, said=said, back=back, wrong=wrong
    )


def _evening(code: str, games: list[Played]) -> Evening:
    titled = tuple((game, one) for one in reversed(games) if (game := find_game(one.game)) is not None)
    return Evening(code, datetime.fromtimestamp(games[0].at / 1000).date().isoformat(), titled)


def _store() -> Store:
    keeper: Keeper = current_app.extensions["keeper"]
    return keeper.store
