"""The private message, which only its own answer ever carries: while it is held open, and always of one size."""

from __future__ import annotations

from flask import Blueprint, abort, g, request
from flask.typing import ResponseReturnValue

from companion.fold import must_hold
from companion.game import Message, NotYours, Refused
from companion.moves.phones import is_first, is_noted
from companion.secrecy import messages_for
from companion.table import Table
from companion.web import guard
from companion.web.language import language
from companion.web.pages import render, wants_panel
from companion.web.pressing import count_move, refused
from companion.web.templates import with_names
from companion.web.visit import keeper, load, seen
from companion.words import say

bp = Blueprint("message", __name__)
MESSAGE_ROOM = 800
"""Bytes every message is padded to (or to as many times as many), as escaped, so that its size tells nothing."""


@bp.post("/t/<code>/message")
def message(code: str) -> ResponseReturnValue:
    """A private message, while it is held open: the only answer that ever carries one. Same size whatever it says. What
    is told is chosen from the very table in which the reading is kept: whoever hands the phone on in the same instant
    either comes too late or finds the message closed."""
    table, device, key = load(code), guard.device(), request.form.get("key", "")
    count_move(table)
    try:
        must_hold(table, "message", device, table.version, request.form.get("hold", ""))
        wanted = _message(table, key)
        noted, hold = is_noted(table, device), table.in_hands(device)
        if wanted is not None and (noted or is_first(table, device, key)):
            kind = "opened" if noted else "read"
            table = keeper().move(table, kind, {"key": key}, device, table.version, hold=hold) or abort(404)
            wanted = _message(table, key)
    except Refused as no:
        return refused(table, "message", no)
    if wanted is None:
        return refused(table, "message", NotYours(say("There is no message here for this device.")))
    g.secret = True
    text, title = language().shown(wanted.text), language().shown(wanted.title)
    name, shown = "table/message.html", f"<p>{text}<p>{title}"
    if wants_panel():
        name, shown = "table/_message.html", f"<p>{text}"
    room = " " * (-len(with_names(shown).encode()) % MESSAGE_ROOM)
    return render(name, seen=seen(table), title=wanted.title, text=text, alike=wanted.alike, room=room)


def _message(table: Table, key: str) -> Message | None:
    box = messages_for(table, guard.device(), keeper().clock())
    return next((message for message in box if message.key == key), None)
