"""What somebody does at a table's page that is no move: a device keeps it, or the app for a moment, never the log."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.fold import must_be_open
from companion.game import NotYours, Refused, number_sent
from companion.table import Table
from companion.web import door, errors, guard
from companion.web.notices import put_away, remember
from companion.web.pages import render, stay_in_view, wants_panel, wifi_qr
from companion.web.panel import render_panel
from companion.web.pressing import count_move, refused
from companion.web.visit import keeper, load, seen
from companion.words import say

bp = Blueprint("aside", __name__)
bp.add_app_template_global(door.asked_before)


def _pressed(code: str) -> Table:
    """The table of that code, one more button pressed there. Raises `Spent`, and `Refused` where a word closes it."""
    table = load(code)
    count_move(table)
    must_be_open(table, guard.device())
    return table


@bp.post("/t/<code>/put-away")
def put_notices_away(code: str) -> ResponseReturnValue:
    """Put away the notices up to the one that was the newest on that page. Only the device's owner does so: who holds
    it meanwhile could hide from the owner what was done."""
    table = _pressed(code)
    here = seen(table)
    if here.passed:
        return refused(table, "put-away", Refused(say("Pass this device back first: its owner has to see this.")))
    up_to = number_sent(request.form.get("up_to", ""))
    newest = max(put_away(table.code), min(up_to, table.known))
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
    table = _pressed(code)
    door.ask_no_more(table)
    return _as_it_stands(table)


@bp.post("/t/<code>/wifi")
def wifi(code: str) -> ResponseReturnValue:
    """A QR that brings guests onto the Wi-Fi, for the host. What was typed is used for this answer and kept nowhere."""
    table = _pressed(code)
    here = seen(table)
    if not here.host:
        abort(403)
    picture = wifi_qr(request.form.get("network", ""), request.form.get("password", ""))
    name = "table/_wifi.html" if wants_panel() else "table/wifi.html"
    return render(name, seen=here, wifi=picture), 200 if picture else 422


@bp.post("/t/<code>/forget")
def forget(code: str) -> ResponseReturnValue:
    """Delete the table for good, as its host; every phone at it is told that it is gone."""
    table = _pressed(code)
    if not table.is_host(guard.device()):
        return refused(table, "forget", NotYours(say("Only the host can do that.")))
    keeper().forget(table.code)
    return (
        render("table/_gone.html", why=errors.WHY_GONE["host"])
        if wants_panel()
        else redirect(url_for("home.home"), 303)
    )


def _as_it_stands(table: Table) -> ResponseReturnValue:
    stay_in_view()
    return render_panel(table) if wants_panel() else redirect(url_for("tables.page", code=table.code), 303)
