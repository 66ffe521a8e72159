"""The live stream: the mark of what stands now, then each change as the visitor's own panel through the one door."""

from __future__ import annotations

import math
import random
import time
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, Response, g, request, stream_with_context
from flask.typing import ResponseReturnValue

from companion.live import BELONGS, Listener
from companion.store import StoreDown
from companion.table import Table
from companion.trust import is_asking
from companion.web import errors, guard
from companion.web.language import speak_of
from companion.web.pages import render
from companion.web.panel import mark, render_panel, seconds_left
from companion.web.visit import Around, keeper, load, who_is_here

bp = Blueprint("live", __name__)
HEARTBEAT = 5.0, 6.0
"""Seconds after which a stream that was told nothing gets a sign of life: the server notices a phone that is gone, and
a phone that misses two of them says that it is not connected (`script/stream.js` counts on the longer). Each time
another number, since after a restart thousands come at once, and would all be due at once ever after."""
LOOK_AGAIN = 12.0
"""Seconds after which a page hears with the next sign of life what only time has changed: that the host is away, or
that a notice on the wall is old."""
TOGETHER = 0.04
"""Seconds in which those that are due wait for each other: to wake up costs as much as what there is to do then."""
MOST_PUSHED, MOST_PUSHED_PLAIN = 60_000, 8_000
"""Bytes of a panel, before squeezing, that the stream carries itself; a larger one is fetched."""
MOST_OF_ONE, MOST_WALLS, MOST_OF_STRANGERS = 2, 8, 200
"""Streams of a browser to all tables it belongs to, since it opens six connections to one server, and pages need some;
of walls that a table's host opened on other screens; of all others at one address, to any. So those who belong never
make room for anybody but themselves, however many share their address. Whoever has to is told `enough`, and does
without until looked at again."""
GONE = "gone"
OWN_ANSWER = 0.5
"""Seconds the answer to a button may take, which carries the panel, before the stream tells that phone as well."""
GZIP_BEGINS = bytes([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
"""A gzip header that tells nothing but "deflate" (RFC 1952, 2.3)."""


@bp.get("/t/<code>/live")
def stream(code: str) -> ResponseReturnValue:
    """Server-sent events for one phone, or with `?wall` for the wall. The first event on every connect says where the
    table stands, so a phone that slept or met a restarted server needs nothing else."""
    table = load(code)
    wall = "wall" in request.args
    device = "" if wall else guard.device()
    if request.method == "HEAD":
        return Response(mimetype="text/event-stream")
    squeezed = "gzip" in request.headers.get("Accept-Encoding", "")
    join = partial(keeper().live.join, table.code, device, *_whose(table))
    events = _events(join, wall, MOST_PUSHED if squeezed else MOST_PUSHED_PLAIN)
    answer = Response(
        stream_with_context(_squeezed(events)) if squeezed else stream_with_context(events),
        mimetype="text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )
    if squeezed:
        answer.content_encoding = "gzip"
    return answer


def _whose(table: Table) -> tuple[str, int]:
    """Whose streams are counted together with the one that is asked for, and how many of them there may be."""
    if table.belongs(guard.device()):
        guard.budgets().belongs(table.code, guard.address())
        return f"{BELONGS}{guard.browser()}", MOST_OF_ONE
    if guard.is_wall_of(table.code, request.args.get("wall", "")):
        return f"{table.code} wall", MOST_WALLS
    return guard.address(), MOST_OF_STRANGERS


def _squeezed(events: Generator[str, None, None]) -> Iterator[bytes]:
    """The stream in gzip, each event complete when it is sent. The first two are there at once and go together, since
    after a restart everybody comes for them."""
    with closing(events):
        yield GZIP_BEGINS + _deflated(next(events) + next(events, ""))
        yield from (HERE_SQUEEZED if event is HERE else _deflated(event) for event in events)


def _deflated(event: str) -> bytes:
    """A part of a stream that is not ended by it, so that the next follows on (RFC 1951, 3.2.3). Each has a compressor
    of its own, no larger than it, which is gone with it: a phone that only waits costs no memory for one."""
    plain = event.encode()
    reach = min(max(len(plain).bit_length(), 9), zlib.MAX_WBITS)
    squeeze = zlib.compressobj(3, zlib.DEFLATED, -reach, 5)
    return squeeze.compress(plain) + squeeze.flush(zlib.Z_SYNC_FLUSH)


HERE = "event: here\ndata:\n\n"
"""The sign of life, which a page hears, as it would not hear a comment; said so often that it is squeezed once."""
HERE_SQUEEZED = _deflated(HERE)


def _events(join: Callable[[], Listener], wall: bool, most: int) -> Generator[str, None, None]:
    live, listener = keeper().live, join()
    try:
        yield "retry: 1000\n\n"
        yield from _told(Watch(listener, wall, most))
        if listener.ended:
            yield "event: enough\ndata:\n\n"
    except StoreDown:
        return  # the phone sees its stream end, says so and comes again until the tables are back
    except Exception as error:  # past the answer's first byte no page can say so
        errors.note(error)
    finally:
        live.leave(listener)


@dataclass(slots=True)
class Watch:
    """What one stream knows: what its phone was `told` last, when the table was `looked` at (monotonic seconds), when
    the clock `ends` the phase, whether it is `expecting` somebody back after a restart: who stays away is seen with the
    next sign of life; and whether its device was `asking` to be let in when it looked last."""

    listener: Listener
    wall: bool
    most: int
    told: str = ""
    looked: float = -math.inf
    ends: float = math.inf
    expecting: bool = False
    asking: bool = False

    def is_due(self) -> bool:
        """Whether time alone may have changed something."""
        now = time.monotonic()
        return now >= self.ends or now - self.looked >= LOOK_AGAIN

    def look(self, *, pushes: bool) -> str:
        """The event for what is new, "" for nothing. `pushes`: it may carry a panel."""
        listener = self.listener
        self.expecting, self.looked = keeper().live.expecting, time.monotonic()
        unread, listener.unread = listener.unread, False
        table = keeper().table(listener.code) if unread else keeper().at_hand(listener.code)
        if table is None:
            self.told = GONE
            return _gone(listener.code)
        keeper().live.belongs(listener, so=table.belongs(listener.device))
        around, asked = who_is_here(table, self.wall), self.asking
        self.asking = is_asking(table, listener.device, around.moment)
        answered = asked and not self.asking  # what came of it says a cookie that is younger than the stream
        most = self.most if pushes and not answered else 0
        event, self.told = _news(table, around, self.told, self.wall, most)
        left = seconds_left(table)
        self.ends = self.looked + left if left else math.inf
        return event


def _told(watch: Watch) -> Iterator[str]:
    """Each event as it is due, until the table is gone or the stream is ended."""
    live, listener = keeper().live, watch.listener
    due, rung = 0.0, True
    while not (live.stopped or listener.ended):
        own, listener.answered = bool(watch.told) and listener.answered, False
        if own and listener.wait(OWN_ANSWER):
            continue  # more news, not its own
        event = watch.look(pushes=not own) if rung or watch.is_due() else ""
        if event or time.monotonic() >= due:  # by the clock: a ring that brings nothing puts no sign off
            yield event or HERE
            due = _next_sign()
        if watch.told == GONE:
            return
        event = ""  # a phone that only waits keeps no page in memory
        rung = listener.wait(max(0.0, min(due, watch.ends) - time.monotonic())) or watch.expecting


def _next_sign() -> float:
    return math.ceil((time.monotonic() + random.uniform(*HEARTBEAT)) / TOGETHER) * TOGETHER


def _gone(code: str) -> str:
    why = errors.WHY_GONE[keeper().store.why_gone(code)]
    return _event("gone", render("table/_gone.html", why=why))


def _news(table: Table, around: Around, told: str, wall: bool, most: int) -> tuple[str, str]:
    """The event for a phone that was told `told` before, if there is news, and what it is told then. A panel of more
    than `most` bytes is fetched."""
    now = mark(table, around, wall=wall)
    if now == told:
        return "", now
    if told and most:
        speak_of(table)
        html = render_panel(table, wall=wall, around=around, now=now)
        if len(html) <= most and not g.secret:  # a stream is squeezed: what shows one's own choice is fetched
            return _event("panel", html), now
    return f"event: mark\ndata: {now}\n\n", now


def _event(name: str, html: str) -> str:
    """The three ends of a line that a browser knows here (HTML, 9.2.5) would each begin a new field."""
    lines = html.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\ndata: ")
    return f"event: {name}\ndata: {lines}\n\n"
