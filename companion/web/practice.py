"""The practice game as its host watches it: every phone side by side, and the pretend players' next step."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, Response, abort, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.chance import Chance
from companion.game import Message, Refused, number_sent
from companion.moves import TABLE_MOVES
from companion.pretend import Phone, taps
from companion.secrecy import common_of, messages_for, phones_watched, seen_by
from companion.seen import Seen, SeenSeat
from companion.table import NO_SEAT, Table
from companion.web import guard
from companion.web.pages import render, wants_panel
from companion.web.panel import render_panel
from companion.web.pressing import count_move
from companion.web.visit import keeper, load, seen
from companion.words import Text, Who, say

bp = Blueprint("practice", __name__)
AROUND = guard.POLICY + "; frame-src 'self'"
WITHIN = "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; frame-ancestors 'self'"
"""What the page with the phones may hold, and what a phone on it may: nothing that could be pressed."""
MOST_TRIED = 200


@dataclass(frozen=True)
class Screen:
    """A phone on the page: whose, the messages that were read there, and whether it is the watcher's own."""

    seat: SeenSeat
    messages: tuple[Message, ...]
    own: bool


@bp.get("/t/<code>/practice")
def page(code: str) -> ResponseReturnValue:
    """Every phone of the practice game, for whoever tries it out."""
    return _as_watched(_watched(code))


@bp.get("/t/<code>/practice/phone")
def phone(code: str) -> ResponseReturnValue:
    """What the phone of `?seat` shows, to look at."""
    table = _watched(code)
    device = phones_watched(table, guard.device()).get(_seat())
    if device is None:
        abort(404)
    here = _seen_on(table, device)
    answer = make_response(render("table/phone.html", seen=here, mark="", wrong=None, **_panel()))
    answer.headers["Content-Security-Policy"] = WITHIN
    return answer


@bp.post("/t/<code>/practice")
def step(code: str) -> ResponseReturnValue:
    """One step of the game, as a move like any other; none where another was made since the page was drawn. Without a
    `seat` it was pressed on the page of the table."""
    table = _watched(code)
    count_move(table)
    no: Text | None = None
    if request.form.get("drawn") == str(table.drawn_for(guard.device())):
        table, no = _stepped(table)
    if "seat" in request.form:
        to = url_for("practice.page", code=table.code, seat=request.form["seat"][:4])
        return redirect(to, 303) if not wants_panel() and no is None else _as_watched(table, no)
    return render_panel(table) if wants_panel() else redirect(url_for("tables.page", code=table.code), 303)


def _watched(code: str) -> Table:
    """The practice game of that code. Answers 404 itself to everybody but whoever tries it out: no other table has
    these pages."""
    table = load(code)
    if not phones_watched(table, guard.device()):
        abort(404)
    return table


def _stepped(table: Table) -> tuple[Table, Text | None]:
    """The table after its next step, or the last refusal where nobody found one."""
    no: Text | None = None
    phones = {device: _phone(table, device) for device in phones_watched(table, guard.device()).values()}
    playing = [phones[seat.device] for seat in table.playing]
    host = phones.get(guard.device()) or _phone(table, guard.device())
    for tap, _ in zip(taps(host, playing, Chance()), range(MOST_TRIED), strict=False):
        kind = tap.kind.replace("play/", "play:", 1)
        move = TABLE_MOVES[kind][0] if kind in TABLE_MOVES else table.the_game.moves[kind.removeprefix("play:")]
        drawn, hold = table.version, table.in_hands(tap.device)
        try:
            after = keeper().move(table, kind, move.read(tap.form), tap.device, drawn, hold=hold)
        except Refused as why:
            no = why.sentence
            continue
        if after is None:
            abort(404)
        if after.version > table.version:
            return after, None
    return table, no


def _phone(table: Table, device: str) -> Phone:
    here, at = _seen_on(table, device), keeper().now(table)
    drawn = partial(render, "table/_panel.html", seen=here, mark="", wrong=None, **_panel())
    return Phone(device, here, messages_for(table, device, at), drawn)


def _panel() -> dict[str, object]:
    """What a panel is drawn with that only shows something."""
    return {"news": True, "wanted": lambda drawer: False, "reached": frozenset(), "address": ""}


def _happened(table: Table) -> tuple[int, Text | None]:
    """Whose move the last one was, and what it did where that stands in no log."""
    last = next(iter(keeper().store.read(table.code, table.version - 1)), None)
    if last is None:
        return NO_SEAT, None
    seat = table.own_seat(last.device)
    number = seat.number if seat else NO_SEAT
    if last.kind == "read":
        return number, say("%(name)s has read the message", name=Who(number))
    if last.kind == "tick":
        plan, key = table.plan(), json.loads(last.data)["step"]
        step = next((step for step in plan.steps if step.key == key), None) if plan else None
        return number, say("Done: %(step)s", step=step.title) if step else None
    return number, None


def _seen_on(table: Table, device: str) -> Seen:
    here = frozenset(seat.device for seat in table.seats)
    return seen_by(table, device, here, keeper().now(table), common=common_of(table, here))


def _as_watched(table: Table, no: Text | None = None) -> Response:
    at, mine = keeper().now(table), seen(table)
    screens = []
    for number, device in phones_watched(table, guard.device()).items():
        seat = mine.seat(number)
        assert seat is not None  # these are the seats of this very table
        box = tuple([one for one in messages_for(table, device, at) if one.key in seat.read])
        screens.append(Screen(seat, box, own=device == guard.device()))
    by, did = _happened(table)
    name = "table/_practice.html" if wants_panel() else "table/practice.html"
    answer = make_response(render(name, seen=mine, screens=screens, shown=_seat(), no=no, by=by, did=did))
    answer.headers["Content-Security-Policy"] = AROUND
    return answer


def _seat() -> int:
    """The seat that is asked for, or 0."""
    return number_sent(request.values.get("seat", ""), digits=4)
