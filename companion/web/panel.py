"""The live part of a table's page: drawn for whoever looks, kept for a moment, and the mark of what stands on it."""

from __future__ import annotations

import zlib
from typing import NamedTuple

from flask import Blueprint, Response, g, request
from flask.typing import ResponseReturnValue

from companion.table import Table
from companion.told import noticed_by_all
from companion.trust import standing
from companion.web import address, guard
from companion.web.language import language
from companion.web.notices import put_away
from companion.web.pages import Wrong, render, theme, view_query
from companion.web.visit import Around, just_drawn, keeper, load, seen, who_is_here

bp = Blueprint("panel", __name__)


@bp.get("/t/<code>/panel")
def panel(code: str) -> ResponseReturnValue:
    """The live part of the page alone; 304 when the visitor has it already, and is still who had it."""
    table = load(code)
    if request.headers.get("If-None-Match") == mark(table) and not guard.is_new_device():
        return Response(status=304)
    return render_panel(table)


@bp.get("/t/<code>/wall/panel")
def wall_panel(code: str) -> ResponseReturnValue:
    """The live part of the wall alone."""
    table = load(code)
    if request.headers.get("If-None-Match") == mark(table, wall=True):
        return Response(status=304)
    return render_panel(table, wall=True)


def render_panel(
    table: Table,
    wrong: Wrong | None = None,
    *,
    wall: bool = False,
    around: Around | None = None,
    now: str | None = None,
) -> str:
    """The live part of a table's page, for this visitor or for the wall, with what is `around` and its mark `now`.
    It comes with every move, so it brings of the drawers only what stands open on that phone."""
    around = who_is_here(table, wall) if around is None else around
    now, asked = now or mark(table, around, wall=wall), _wanted(table.code)
    kept, key = just_drawn(), (id(table), now, asked)
    if wrong is None and key in kept:
        drawn, secret = kept[key][1]
        g.secret = secret
        return str(drawn)
    g.secret = False
    drawn = render(
        "table/_wall.html" if wall else "table/_panel.html",
        seen=seen(table, around, wall=wall),
        mark=now,
        wrong=wrong,
        news=True,
        wanted=asked.drawers.__contains__,
        reached=address.reached(),
        address=address.sign(),
    )
    if wrong is None:
        kept[key] = table, (drawn, g.secret)
    return drawn


class _Wanted(NamedTuple):
    """What a panel hangs on besides its table: whose it is, what stands open there, what in it was asked for."""

    device: str
    drawers: frozenset[str]
    language: str
    theme: str | None
    root: str
    view: str
    put_away: int


def _wanted(code: str) -> _Wanted:
    """The same as long as a request lasts, or a stream."""
    known: _Wanted | None = g.get("wanted")
    if known is None:
        known = g.wanted = _Wanted(
            guard.device(),
            frozenset(request.headers.get("Open-Drawers", "")[:400].split()),
            language().code,
            theme(),
            request.script_root,
            view_query(),
            put_away(code),
        )
    return known


def mark(table: Table, around: Around | None = None, *, wall: bool = False) -> str:
    """What a panel's content hangs on besides the visitor: it changes when the table, who is connected or our address
    does, whether a host is here, who asks whom to be let in, and whether the clock has ended the phase; and where
    nobody puts notices away, when their time is over."""
    devices, moment = who_is_here(table, wall) if around is None else around
    device = "" if wall else guard.device()
    connected = ",".join([str(seat.number) for seat in table.seats if seat.device in devices])
    stands = standing(table, device, moment).sign
    fading = "" if table.belongs(device) else noticed_by_all(table, keeper().now(table))
    own = table.drawn_for(device).own or ""
    rest = zlib.crc32(f"{own}{connected} {address.sign()} {fading} {stands} {seconds_left(table) == 0}".encode())
    return f"{table.known}-{rest:x}{'-wall' if wall else ''}"


def seconds_left(table: Table) -> float | None:
    """How long the clock lets the phase of the running game go on yet, 0 once it has ended; `None` where it has no
    say."""
    until = table.until()
    return None if until is None else max(0.0, (until - keeper().now(table)) / 1000)
