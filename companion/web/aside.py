"""What somebody does at a table's page that is no move: a device keeps it, or the app for a moment, never the log."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.game import Refused
from companion.web.notices import put_away, remember
from companion.web.pages import wants_panel
from companion.web.tables import load, refused, render_panel, seen
from companion.words import say

bp = Blueprint("aside", __name__)


@bp.post("/t/<code>/put-away")
def put_notices_away(code: str) -> ResponseReturnValue:
    """Put away the notices up to the one that was the newest on that page. Only the device's owner does so: who holds
    it meanwhile could hide from the owner what was done."""
    table = load(code)
    here = seen(table)
    if here.handed:
        return refused(table, "put-away", Refused(say("Hand this device back first: its owner has to see this.")))
    typed = request.form.get("up_to", "")
    up_to = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 9 else 0
    newest = max(put_away(table.code), min(up_to, table.version))
    to = url_for("tables.page", code=table.code)
    remember(table.code, newest)
    return make_response(render_panel(table) if wants_panel() else redirect(to, 303))
