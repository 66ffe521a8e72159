"""Who is asking, and the bounds on everybody: devices, forms from our own pages only, headers, sizes, wrong codes."""

from __future__ import annotations

import gzip
import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache

from flask import Flask, Response, abort, current_app, g, request
from itsdangerous import BadSignature, Signer
from markupsafe import Markup
from werkzeug.http import parse_date

from companion.budgets import Budgets, one_address
from companion.game import NotYours, Refused
from companion.keeper import Keeper
from companion.table import Table
from companion.web.pages import as_addressed
from companion.words import say

COOKIE = "companion_device"
MOST_TOKENS = 6
"""Tokens of one browser; it has more than one once a seat has moved there."""
YEAR = 365 * 86_400
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
FILES = ("static", "home.stylesheet", "home.script")
"""What phones may keep, since its address changes when it does."""
DATED = "If-Modified-Since", "If-Unmodified-Since", "If-Range"
"""What a browser may say a date in that a file is asked for by."""
TOO_MUCH_AT_ONCE = say("That was a lot at once. Please wait a few seconds, then press again.")
TOO_MANY_TABLES = say("Too many tables were opened from here lately. Please wait an hour, or play on at one of them.")
TOO_MANY_FILES = say("Too many files were brought in from here lately. Please wait an hour.")
TOO_MANY_ADDED = say(
    "Too many players were added from here lately. Please wait ten minutes, or ask the host to add them."
)
TOO_MANY_SEATS = say("Too many seats were taken from here lately. Please wait ten minutes, or ask the host to add you.")
TOO_MANY_TRIES = say("There were too many tries from here. Please wait half a minute, then try again.")
NO_MARK = say("Open a table with the button on the start page, in a browser that allows cookies.")


def init_app(app: Flask, signing_key: bytes) -> None:
    """Watch every request and every answer."""
    app.extensions["signer"] = Signer(signing_key, salt="device")
    app.extensions["budgets"] = Budgets()
    app.before_request(_bound)
    app.before_request(_recognise)
    app.before_request(_own_forms_only)
    app.jinja_env.globals.update(from_here=from_here, who_asks=who_asks, wall_key=wall_key)
    app.after_request(_dress)


def device() -> str:
    """The hash by which the log knows this browser."""
    known: str = g.device
    return known


def browser() -> str:
    """The same for all of its tables, also where some know it by an older token."""
    return _hash(g.tokens[0])


def is_new_device() -> bool:
    """Whether this browser sent no cookie of ours: a first visit, or one that keeps no cookies."""
    return g.new_token is not None


class Spent(Refused):
    """Somebody has pressed, tried or opened more than is theirs for the moment; nothing was done."""


def budgets() -> Budgets:
    """What everybody may spend."""
    kept: Budgets = current_app.extensions["budgets"]
    return kept


def address() -> str:
    """Where this request comes from, as it is counted."""
    return one_address(request.remote_addr or "")


def count_move(belongs: bool) -> None:
    """Note one more button pressed at a table. Raises `Spent`."""
    if not budgets().move(_counted_device(), address(), belongs=belongs):
        raise Spent(TOO_MUCH_AT_ONCE)


def count_opening(practice: bool) -> None:
    """Note one more table or practice game opened; only a page of ours opens one. Raises `Spent` or `NotYours`."""
    if not _shows_our_mark():
        raise NotYours(NO_MARK)
    if not budgets().open(device(), address(), practice=practice):
        raise Spent(TOO_MANY_TABLES)


def count_bringing() -> None:
    """Note one more file of evenings brought in; only from a page of ours. Raises `Spent` or `NotYours`."""
    if not _shows_our_mark():
        raise NotYours(NO_MARK)
    if not budgets().bring(device(), address()):
        raise Spent(TOO_MANY_FILES)


def is_free_to_sit(code: str) -> bool:
    """Whether a seat of that table is there for the taking: not when too many were taken from this address lately, by
    whomever. Raises `Spent` when they were by this device."""
    if not budgets().may_sit(code, device()):
        raise Spent(TOO_MANY_SEATS, "name")
    return budgets().has_seats(code, address())


def count_added(code: str, n: int) -> None:
    """Note so many players added to that table by one who does not host it. Raises `Spent`."""
    if not budgets().add(code, device(), address(), n):
        raise Spent(TOO_MANY_ADDED, "name")


@contextmanager
def looking_up(code: str | None) -> Iterator[None]:
    """While a code is looked up, or without one a ticket, in turn with others from here. What was wrong is answered
    late, when the next has its turn. Raises `Spent` while too many wrong ones come from here."""
    try:
        with budgets().turn(code, address()):
            if not budgets().may_look_up(code, _counted_device(), address()) and not _was_at(code):
                raise Spent(TOO_MANY_TRIES)
            yield
    finally:
        if late := g.pop("late", 0.0):
            time.sleep(late)


def tried_a_word() -> None:
    """Slow down whoever tries secret words, of which none is wrong. Raises `Spent`."""
    if pause := _pause("word"):
        time.sleep(pause)


def wrong_code() -> None:
    """Slow down whoever tries codes or tickets, `looking_up` one. The answer stays the true one, if late. Raises
    `Spent` where too many others wait for theirs."""
    g.late = _pause()


def _pause(field: str | None = None) -> float:
    pause = budgets().wrong(_counted_device(), address())
    if pause is None:
        raise Spent(TOO_MANY_TRIES, field)
    return pause


def _counted_device() -> str:
    """Whoever sends no cookie would be somebody new with each request."""
    return "" if is_new_device() else device()


def _was_at(code: str | None) -> bool:
    return code in tables_known()


def _bound() -> None:
    try:
        request.query_string.decode()
    except UnicodeDecodeError:  # browsers send none but %FF, which is read as no letter
        abort(400)
    if len(request.full_path) > 4_000:
        abort(414)
    for name in DATED:
        try:
            parse_date(request.headers.get(name))
        except OverflowError:  # a year that is none
            abort(400)
    if None in request.form:  # a part of a form that says no name: nothing of ours sends it
        abort(400)


def _own_forms_only() -> None:
    """A form counts only from one of our own pages, however old. Browsers say where it came from; but over plain http,
    and since our pages give no referrer, many say "null", and then the form itself has to show that we made it. To a
    form from elsewhere browsers add no cookie of ours (SameSite): then there is no seat to protect, but neither may the
    answer leave any cookie there, which would replace the one of that browser."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None:
        ours = site in ("same-origin", "none")
    elif origin == "null" and is_new_device():
        ours, g.new_token = True, ""
    elif origin == "null":
        ours = _shows_our_mark()
    else:
        ours = origin is None or origin.partition("://")[2] == request.host
    if not ours:
        if is_new_device():
            g.new_token = ""
        abort(403)


def wall_key(code: str) -> str:
    """What a wall's address carries when a host opened it, on whatever screen, so it makes room for no stranger."""
    signer: Signer = current_app.extensions["signer"]
    return signer.get_signature(b"wall:" + code.encode()).decode()[:10]


def is_wall_of(code: str, key: str) -> bool:
    """Whether that key is of a wall that a host opened."""
    return hmac.compare_digest(key.encode(), wall_key(code).encode())


def from_here() -> Markup:
    """The hidden field by which a form shows that we made it, for this device."""
    field: Markup | None = g.get("from_here")
    if field is None:
        field = g.from_here = Markup('<input type="hidden" name="from" value="{}">').format(_mark_for(browser()))
    return field


def who_asks() -> str:
    """By what a page knows that its browser is still who it was to us. It opens nothing."""
    return _mark_for(device())[:6]


def _shows_our_mark() -> bool:
    """Also by a page that was drawn before this browser's token was renewed."""
    shown = request.form.get("from", "").encode()
    return any(hmac.compare_digest(shown, _mark_for(device).encode()) for device in _devices())


def _mark_for(device: str) -> str:
    return _signed(current_app.extensions["signer"], device)


@lru_cache(maxsize=2000)  # every panel asks, and it never changes
def _signed(signer: Signer, device: str) -> str:
    return signer.get_signature(b"form:" + device.encode()).decode()[:16]


def known_at(table: Table) -> None:
    """From now on this browser goes by the token that this table knows it by, or by its newest where the table knows
    none."""
    if len(g.tokens) > 1:
        known = [device for device in _devices() if table.belongs(device) or device in table.lost]
        g.device = known[0] if known else browser()


@contextmanager
def renewed(code: str, ticket: str) -> Iterator[str]:
    """Within it, and ever after unless it is left by a refusal, this browser is known by a new token: who has read its
    cookie before must not have the seat that moves there. It answers whom that table knew it as. The same ticket makes
    the same token, so that a tap whose answer was lost can be sent again, until that token has been seen. Older tokens
    stay; where they are too many, first those that are known to be good for other tables or evenings. Of the rest
    nobody knows, such as a table beyond the twenty latest that is not at hand after a restart."""
    keeper: Keeper = current_app.extensions["keeper"]
    before, was = g.tokens, g.device
    signer: Signer = current_app.extensions["signer"]
    new = signer.get_signature(f"renewed:{code}:{ticket}:{before[0]}".encode()).decode()
    used = [
        token
        for token, device in zip(before, _devices(), strict=True)
        if set(keeper.store.tables_of(device)) - {code}
        or keeper.belongs(device, but=code)
        or keeper.store.evenings(device)
    ]
    older = [*used, *(token for token in before if token not in used)]
    g.tokens, g.device = [new, *older][:MOST_TOKENS], _hash(new)
    try:
        yield was
    except BaseException:
        g.tokens, g.device = before, was
        raise
    g.set_cookie = True


def tables_known() -> list[str]:
    """The codes of the tables that this browser opened, or where it sat down or was let in, latest first by each of its
    tokens."""
    keeper: Keeper = current_app.extensions["keeper"]
    return [code for device in known_as() for code in keeper.store.tables_of(device)]


def known_as() -> list[str]:
    """All by which something may be kept for this browser; nothing for one that is new."""
    return [] if is_new_device() else _devices()


def _recognise() -> None:
    signer: Signer = current_app.extensions["signer"]
    g.new_token, g.set_cookie = None, False
    for name in (cookie_name(), COOKIE):
        with suppress(BadSignature, UnicodeError):
            g.tokens = signer.unsign(request.cookies.get(name, "")[:400]).decode().split("~")
            if name != cookie_name():  # from before there was https, or planted: it is good for what it has, no more
                g.tokens, g.set_cookie = [secrets.token_urlsafe(24), *g.tokens][:MOST_TOKENS], True
            break
    else:
        g.new_token = secrets.token_urlsafe(24)
        g.tokens = [g.new_token]
    g.device = browser()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def _devices() -> list[str]:
    return [_hash(token) for token in g.tokens]


def cookie_name() -> str:
    """Under https nobody but this very host can set a cookie that is called so (RFC 6265bis, 4.1.3.2). It has to be for
    all paths then; where a proxy serves us below one, its name tells it from that of a neighbour below another."""
    if not request.is_secure:
        return COOKIE
    below = re.sub(r"[^\w.-]", "-", request.script_root.strip("/"), flags=re.ASCII)
    return f"__Host-{COOKIE}-{below}" if below else f"__Host-{COOKIE}"


def _keep_cookie(answer: Response) -> None:
    signer: Signer = current_app.extensions["signer"]
    value, path, secure = signer.sign("~".join(g.tokens)).decode(), request.script_root or "/", request.is_secure
    at = "/" if secure else path
    answer.set_cookie(cookie_name(), value, YEAR, path=at, httponly=True, samesite="Lax", secure=secure)
    if secure and COOKIE in request.cookies:
        answer.delete_cookie(COOKIE, path=path, httponly=True, samesite="Lax", secure=True)


def _dress(answer: Response) -> Response:
    if g.get("new_token") == "":
        answer.headers.remove("Set-Cookie")
    answer.headers.setdefault("Content-Security-Policy", POLICY)
    answer.headers.setdefault("Referrer-Policy", "no-referrer")
    answer.headers.setdefault("X-Content-Type-Options", "nosniff")
    if request.endpoint in FILES:
        # Flask answers OPTIONS to any address below, of files as well that are not there, or not ours.
        found = request.method in ("GET", "HEAD") and answer.status_code in (200, 206, 304)
        for_good = found and as_addressed()
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable" if for_good else "no-cache"
        _squeeze(answer)
        return answer
    answer.headers.setdefault("Cache-Control", "no-store")
    answer.headers.add("Vary", "Cookie, Accept-Encoding, Accept-Language, HX-Request")
    if answer.mimetype == "text/html" and (g.get("new_token") or g.get("set_cookie")):
        _keep_cookie(answer)
    if g.get("secret"):
        answer.headers["Cache-Control"] = "no-store, no-transform"  # nor may whoever passes it on squeeze it
    else:
        _squeeze(answer)
    return answer


def _squeeze(answer: Response) -> None:
    """gzip what is worth it. A page with a secret in it is never squeezed: its size would tell."""
    if (
        answer.mimetype == "text/event-stream"
        or (answer.status_code != 200 and answer.status_code < 400)
        or "gzip" not in request.headers.get("Accept-Encoding", "")
        or not str(answer.mimetype).startswith(("text/", "application/json", "application/manifest", "image/svg"))
        or "Content-Encoding" in answer.headers
    ):
        return
    answer.direct_passthrough = False
    body = answer.get_data()
    if len(body) > 600:
        answer.set_data(_squeezed(body, answer.headers.get("ETag"), best=request.endpoint in FILES))
        answer.headers["Content-Encoding"] = "gzip"


def _squeezed(body: bytes, etag: str | None, best: bool) -> bytes:
    if not best or etag is None:
        return gzip.compress(body, 5, mtime=0)
    kept: dict[str, bytes] = current_app.extensions.setdefault("squeezed", {})
    if etag not in kept:
        kept[etag] = gzip.compress(body, 9, mtime=0)
    return kept[etag]
