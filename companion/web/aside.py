"""What somebody does at a table's page that is no move: a device keeps it, or the app for a moment, never the log."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.game import Refused
from companion.table import Table
from companion.web import door, guard
from companion.web.notices import put_away, remember
from companion.web.pages import render, wants_panel
from companion.web.tables import count_move, keeper, load, refused, render_panel, seen
from companion.words import say

bp = Blueprint("aside", __name__)


@bp.post("/t/<code>/put-away")
def put_notices_away(code: str) -> ResponseReturnValue:
    """Put away the notices up to the one that was the newest on that page. Only the device's owner does so: who holds
    it meanwhile could hide from the owner what was done."""
    table = load(code)
    count_move(table)
    here = seen(table)
    if here.handed:
        return refused(table, "put-away", Refused(say("Pass this device back first: its owner has to see this.")))
    typed = request.form.get("up_to", "")
    up_to = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 9 else 0
    newest = max(put_away(table.code), min(up_to, table.version_for(guard.device())))
    remember(table.code, newest)
    return _as_it_stands(table)


@bp.post("/t/<code>/ask")
def ask(code: str) -> ResponseReturnValue:
    """Ask to be let in while the door is shut. It costs the table no move, and one of few places in a short queue."""
    table = load(code)
    if guard.is_new_device():
        return render("table/no_cookies.html", seen=seen(table)), 409
    try:
        count_move(table)
        door.ask(table, request.form.get("name", ""))
    except Refused as no:
        return refused(table, "ask", no)
    return _as_it_stands(table)


@bp.post("/t/<code>/ask-no-more")
def ask_no_more(code: str) -> ResponseReturnValue:
    """Leave the queue at the door."""
    table = load(code)
    count_move(table)
    keeper().live.ask_no_more(table.code, guard.device())
    return _as_it_stands(table)


def _as_it_stands(table: Table) -> ResponseReturnValue:
    return render_panel(table) if wants_panel() else redirect(url_for("tables.page", code=table.code), 303)
