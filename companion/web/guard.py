"""Who is asking, and the bounds on everybody: devices, forms from our own pages only, headers, sizes, wrong codes."""

from __future__ import annotations

import gzip
import hashlib
import hmac
import secrets
import threading
import time
from collections import OrderedDict

from flask import Flask, Response, abort, current_app, g, request
from itsdangerous import BadSignature, Signer
from markupsafe import Markup

COOKIE = "companion_device"
YEAR = 365 * 86_400
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
FILES = ("static", "home.look")
"""What phones may keep, since its address changes when it does."""
FREE_MISSES = 10
"""Wrong codes from one address before each further one is answered slowly."""
PAUSE, LONGEST_PAUSE = 0.1, 2.0
"""Seconds by which each is answered more slowly than the one before, and the most any waits."""
MOST_MISSES = FREE_MISSES + int(LONGEST_PAUSE / PAUSE)
"""Beyond these none are counted, so that whoever shares the address of a guesser is not slowed for days."""


def init_app(app: Flask, signing_key: bytes) -> None:
    """Watch every request and every answer."""
    app.extensions["signer"] = Signer(signing_key, salt="device")
    app.extensions["misses"] = Misses()
    app.before_request(_bound)
    app.before_request(_recognise)
    app.before_request(_own_forms_only)
    app.jinja_env.globals.update(from_here=from_here, who_asks=who_asks)
    app.after_request(_dress)


def device() -> str:
    """The hash by which the log knows this browser."""
    known: str = g.device
    return known


def is_new_device() -> bool:
    """Whether this browser sent no cookie of ours: a first visit, or one that keeps no cookies."""
    return g.new_token is not None


class Misses:
    """Counts wrong codes by address. Right ones are never slowed, so a table behind one router never feels it."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._seen: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def count(self, address: str) -> float:
        """Note one more wrong code; how many seconds its answer should wait."""
        now = time.monotonic()
        with self._guard:
            misses, last = self._seen.pop(address, (0, now))
            misses = min(max(0, misses - int((now - last) / 6)) + 1, MOST_MISSES)
            self._seen[address] = (misses, now)
            while len(self._seen) > 10_000:
                self._seen.popitem(last=False)
        return PAUSE * max(0, misses - FREE_MISSES)


def count_opening(most: int) -> None:
    """Note one more table opened from this address; too many in an hour are refused."""
    openings: dict[str, list[float]] = current_app.extensions.setdefault("openings", {})
    now = time.monotonic()
    recent = [at for at in openings.pop(request.remote_addr or "", []) if at > now - 3600]
    openings[request.remote_addr or ""] = [*recent, now][: most + 1]
    while len(openings) > 10_000:
        openings.pop(next(iter(openings)))
    if len(recent) >= most:
        abort(429)


def wrong_code() -> None:
    """Slow down whoever tries codes that no table has. The answer stays the true one, if late: it may be all phones of
    a table that is deleted, which have to learn so."""
    misses: Misses = current_app.extensions["misses"]
    if pause := misses.count(request.remote_addr or ""):
        time.sleep(pause)


def _bound() -> None:
    if len(request.full_path) > 4_000:
        abort(414)


def _own_forms_only() -> None:
    """A form counts only from one of our own pages, however old. Browsers say where it came from; but over plain http,
    and since our pages give no referrer, many say "null", and then the form itself has to show that we made it. To a
    form from elsewhere browsers add no cookie of ours (SameSite): then there is no seat to protect, but neither may the
    answer bring a new cookie, which would replace the old one."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None:
        ours = site in ("same-origin", "none")
    elif origin == "null" and is_new_device():
        ours, g.new_token = True, ""
    elif origin == "null":
        ours = hmac.compare_digest(request.form.get("from", "").encode(), _mark_of_ours().encode())
    else:
        ours = origin is None or origin.partition("://")[2] == request.host
    if not ours:
        g.new_token = g.new_token and ""
        abort(403)


def from_here() -> Markup:
    """The hidden field by which a form shows that we made it, for this device."""
    if "from_here" not in g:
        g.from_here = Markup('<input type="hidden" name="from" value="{}">').format(_mark_of_ours())
    field: Markup = g.from_here
    return field


def who_asks() -> str:
    """By what a page knows that its browser is still who it was to us. It opens nothing."""
    return _mark_of_ours()[:6]


def _mark_of_ours() -> str:
    if "mark" not in g:
        signer: Signer = current_app.extensions["signer"]
        g.mark = signer.get_signature(b"form:" + g.device.encode()).decode()[:16]
    mark: str = g.mark
    return mark


def _recognise() -> None:
    signer: Signer = current_app.extensions["signer"]
    g.new_token = None
    try:
        token = signer.unsign(request.cookies.get(COOKIE, "")[:200]).decode()
    except (BadSignature, UnicodeError):
        token = g.new_token = secrets.token_urlsafe(24)
    g.device = hashlib.sha256(token.encode()).hexdigest()[:32]


def _dress(answer: Response) -> Response:
    answer.headers.setdefault("Content-Security-Policy", POLICY)
    answer.headers.setdefault("Referrer-Policy", "no-referrer")
    answer.headers.setdefault("X-Content-Type-Options", "nosniff")
    if request.endpoint in FILES:
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable" if "v" in request.args else "no-cache"
        _squeeze(answer)
        return answer
    answer.headers.setdefault("Cache-Control", "no-store")
    answer.headers.add("Vary", "Cookie, Accept-Encoding, Accept-Language, HX-Request")
    if answer.mimetype == "text/html" and g.get("new_token"):
        signer: Signer = current_app.extensions["signer"]
        answer.set_cookie(
            COOKIE,
            signer.sign(g.new_token).decode(),
            max_age=YEAR,
            path=request.script_root or "/",
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )
    if g.get("secret"):
        answer.headers["Cache-Control"] = "no-store, no-transform"  # nor may whoever passes it on squeeze it
    else:
        _squeeze(answer)
    return answer


def _squeeze(answer: Response) -> None:
    """gzip what is worth it. A page with a secret in it is never squeezed: its size would tell."""
    if (
        (answer.is_streamed and answer.mimetype == "text/event-stream")
        or (answer.status_code != 200 and answer.status_code < 400)
        or "gzip" not in request.headers.get("Accept-Encoding", "")
        or not (answer.mimetype or "").startswith(("text/", "application/json", "application/manifest", "image/svg"))
        or "Content-Encoding" in answer.headers
    ):
        return
    answer.direct_passthrough = False
    body = answer.get_data()
    if len(body) > 600:
        answer.set_data(_squeezed(body, answer.headers.get("ETag"), best=request.endpoint in FILES))
        answer.headers["Content-Encoding"] = "gzip"
        answer.headers["Content-Length"] = str(len(answer.get_data()))


def _squeezed(body: bytes, etag: str | None, best: bool) -> bytes:
    if not best or etag is None:
        return gzip.compress(body, 5, mtime=0)
    kept: dict[str, bytes] = current_app.extensions.setdefault("squeezed", {})
    if etag not in kept:
        kept[etag] = gzip.compress(body, 9, mtime=0)
    return kept[etag]
