"""The live stream: the mark of what stands now, then each change as the visitor's own panel through the one door."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, g, render_template, request, stream_with_context
from flask.typing import ResponseReturnValue

from companion.store import StoreDown
from companion.web import guard
from companion.web.tables import keeper, load, mark, render_panel

bp = Blueprint("live", __name__)
HEARTBEAT = 15.0
"""Seconds between signs of life, by which the server notices a phone that is gone."""
LARGEST_PUSH = 6_000
"""Bytes of a panel the stream carries itself; a larger one is fetched, squeezed."""


@bp.get("/t/<code>/live")
def stream(code: str) -> ResponseReturnValue:
    """Server-sent events for one phone, or with `?wall` for the wall. The first event on every connect says where the
    table stands, so a phone that slept or met a restarted server needs nothing else."""
    table = load(code)
    wall = "wall" in request.args
    device = "" if wall else guard.device()
    events = stream_with_context(_events(table.code, device, wall))
    return Response(events, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})


def _events(code: str, device: str, wall: bool) -> Iterator[str]:
    live = keeper().live
    listener = live.join(code, device)
    try:
        yield "retry: 1000\n\n"
        told = ""
        while not live.stopped:
            table = keeper().table(code)
            if table is None:
                yield _event("gone", render_template("table/_gone.html"))
                return
            now = mark(table, wall=wall)
            if now != told:
                g.names = {seat.number: seat.name for seat in table.seats}
                html = render_panel(table, wall=wall) if told else ""
                if html and len(html) <= LARGEST_PUSH:
                    yield _event("panel", html)
                else:
                    yield f"event: mark\ndata: {now}\n\n"
                told = now
            if not listener.wait(HEARTBEAT):
                yield ": here\n\n"
    except StoreDown:
        return  # the phone sees its stream end, says so and comes again until the tables are back
    finally:
        live.leave(listener)


def _event(name: str, html: str) -> str:
    return f"event: {name}\n" + "".join(f"data: {line}\n" for line in html.splitlines()) + "\n"
