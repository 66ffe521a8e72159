"""The first page, opening a table, finding one by its code, and the small things every page needs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress

from flask import Blueprint, Response, abort, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.evenings import Person
from companion.games import find_game
from companion.secrecy import seen_by
from companion.store import Unreadable
from companion.table import Table
from companion.web import address, guard
from companion.web.evenings import own
from companion.web.pages import render, script_mark, script_text, static, stylesheet_mark, stylesheet_text
from companion.web.visit import keeper, table_of
from companion.words import say

bp = Blueprint("home", __name__)
OUR_PAGE = re.compile(r"/(?![/\\])[!-\[\]-~]{0,2000}")
"""Addresses of ours to go back to; browsers read some others, such as /\\, as another server's."""


@bp.get("/")
def home() -> str:
    """What's on the table? The boxes, a field for a code, and the tables this device knows."""
    return _first_page(tables=[seen_by(table, guard.device()) for table in _tables()])


def _tables() -> Iterator[Table]:
    """The tables this browser belongs to, the latest first; from here on it is known there by the token each knows it
    by."""
    with suppress(Unreadable):  # then those it knows are found by their codes
        for code in guard.tables_known()[:5]:
            with suppress(Unreadable):
                if (table := keeper().table(code)) is not None:
                    guard.known_at(table)
                    yield table


@bp.post("/open")
def open_table() -> ResponseReturnValue:
    """Open a table for the chosen game, or a practice game with pretend players. The practice game from before goes."""
    device, practice = guard.device(), request.form.get("rehearsal") == "yes"  # as pages in browsers have it
    guard.count_opening(practice)
    raw: dict[str, object] = {"game": request.form.get("game", "")[:40], "practice": practice}
    for before in _tables():
        if before.practice and before.is_host(guard.device()):
            keeper().forget(before.code)
    if request.form.get("people") == "last" and not practice:
        raw["people"] = [(one.name, one.badge, one.phone) for one in _last_people()]
    table = keeper().open(device, raw)
    guard.budgets().belongs(table.code, guard.address())
    return redirect(url_for("practice.page" if table.practice else "tables.page", code=table.code), 303)


@bp.get("/join")
def find() -> ResponseReturnValue:
    """From the code field to that table's join page."""
    typed = request.args.get("code", "")
    try:
        table = table_of(typed)
    except guard.Spent as no:
        return _first_page(typed=typed[:40], wrong=no.sentence), 429
    if table is not None:
        return redirect(url_for("tables.join", code=table.code), 303)
    sentence = say("No table has that code. It is five letters and digits, as on the host’s screen.")
    return _first_page(typed=typed[:40], wrong=sentence), 404


def _first_page(**known: object) -> str:
    return render("home.html", guest=address.from_elsewhere(), last=_last_people(), **known)


def _last_people() -> tuple[Person, ...]:
    """Who played when this browser hosted last."""
    return next((one.people for one in own()), ())


@bp.post("/theme")
def theme() -> ResponseReturnValue:
    """Light, dark, or as the device has it."""
    chosen = request.form.get("theme", "")
    back = request.form.get("back", "")
    answer = redirect(back if OUR_PAGE.fullmatch(back) else url_for("home.home"), 303)
    if chosen in ("light", "dark"):
        answer.set_cookie("theme", chosen, max_age=guard.YEAR, path=request.script_root or "/", samesite="Lax")
    else:
        answer.delete_cookie("theme", path=request.script_root or "/")
    return answer


@bp.get("/healthz")
def health() -> Response:
    """Whether the tables can be read, and what is written stays, for an operator's monitor."""
    keeper().store.check()
    return Response(f"ok\nstreams {keeper().live.count()}\n", mimetype="text/plain")


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone needs to keep us on its home screen."""
    icons = [
        {"src": static(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any maskable"}
        for size in (192, 512)
    ]
    about = {"name": "Companion", "short_name": "Companion", "start_url": url_for("home.home"), "display": "standalone"}
    colours = {"background_color": "#efe4d2", "theme_color": "#efe4d2"}
    return Response(json.dumps({**about, **colours, "icons": icons}), mimetype="application/manifest+json")


@bp.get("/look/<key>.css")
def stylesheet(key: str) -> Response:
    """The stylesheet for a game's pages: one request for the common look and the game's own."""
    if find_game(key) is None:
        abort(404)
    answer = Response(stylesheet_text(key), mimetype="text/css")
    answer.set_etag(stylesheet_mark(key))
    return answer


@bp.get("/script.js")
def script() -> Response:
    """Our script, put together from its parts."""
    answer = Response(script_text(), mimetype="text/javascript")
    answer.set_etag(script_mark())
    return answer


@bp.get("/favicon.ico")
def favicon() -> ResponseReturnValue:
    """Browsers ask for it whatever a page says."""
    if current_app.static_folder is None:
        abort(404)
    return redirect(static("icon.svg"), 301)
