"""A table's pages: the page itself, the wall, the way in, and the code to scan."""

from __future__ import annotations

from urllib.parse import quote, unquote

from flask import Blueprint, Response, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.game import BADGES
from companion.moves.hosting import TICKET_GOOD_FOR
from companion.table import Table
from companion.web import address, guard
from companion.web.pages import Wrong, render
from companion.web.panel import mark
from companion.web.visit import load, seen

bp = Blueprint("tables", __name__)
TICKET = "ticket"
"""The cookie that keeps the ticket a browser came with."""


@bp.get("/t/<code>")
def page(code: str) -> ResponseReturnValue:
    """A table's page: lobby, set-up, game or result, as it stands for this visitor."""
    table = load(code)
    if code != table.code:
        return redirect(url_for("tables.page", code=table.code), 303)
    return whole_page(table)


@bp.get("/t/<code>/wall")
def wall(code: str) -> ResponseReturnValue:
    """For a TV or a tablet in the middle: what everybody may see, whatever device shows it."""
    table = load(code)
    key, own = request.args.get("key", ""), guard.wall_key(table.code)
    key = own if table.is_host(guard.device()) or guard.is_wall_of(table.code, key) else "1"
    now = mark(table, wall=True)
    return render("table/wall.html", seen=seen(table, wall=True), mark=now, key=key, **_invitation())


@bp.get("/t/<code>/invite")
def invite(code: str) -> str:
    """The code to scan alone, or with `?wall` the wall's: asked for when our address changes under an open page."""
    return render("table/_invite.html", seen=seen(load(code), wall="wall" in request.args), **_invitation())


@bp.get("/j/<code>")
def join(code: str) -> ResponseReturnValue:
    """Where the QR leads: one field, a badge already chosen, one button. A phone with a seat goes to its seat."""
    table = load(code)
    if sent := request.args.get("ticket"):
        return _carried(table, sent)
    if table.speaks_for(guard.device()) is not None and "ticket" not in request.args:
        return redirect(url_for("tables.page", code=table.code), 303)
    return join_page(table, None)


def whole_page(table: Table, wrong: Wrong | None = None) -> str:
    """The page of a table for this visitor, with what was refused."""
    return render("table/page.html", seen=seen(table), mark=mark(table), wrong=wrong, **_invitation())


def join_page(table: Table, wrong: Wrong | None) -> str:
    """The page on which a seat is taken, with what was refused."""
    free = [n for n in range(len(BADGES)) if n not in {seat.badge for seat in table.seats}]
    about = {"free": free, "badges": BADGES, "moved_address": bool(table.seats) and address.moved()}
    about["brought"] = unquote(request.cookies.get(TICKET, ""))
    return render("table/join.html", seen=seen(table), wrong=wrong, **about)


def _carried(table: Table, sent: str) -> Response:
    """To the page at its own address, which is all that a browser's history keeps: the ticket that came in it goes by a
    cookie of that page, until it is tried or too old."""
    answer = make_response(redirect(url_for("tables.join", code=table.code, ticket=""), 303))
    set_ticket(answer, table.code, sent[:12], TICKET_GOOD_FOR // 1000)
    return answer


def set_ticket(answer: Response, code: str, ticket: str, seconds: int) -> None:
    """Have the browser keep that ticket for the page that asks for it; for no seconds, forget it."""
    page, secure = url_for("tables.join", code=code), request.is_secure
    answer.set_cookie(TICKET, quote(ticket), seconds, path=page, httponly=True, samesite="Lax", secure=secure)


@bp.app_template_global("way_with")
def way_with(code: str, ticket: str) -> str:
    """The address at which a phone takes its seat over with that ticket; "" where we do not know ours."""
    best = address.reach().best
    return f"{best.join(code)}?ticket={ticket}" if best is not None else ""


def _invitation() -> dict[str, object]:
    """What a page needs to bring more phones here: addresses, best first, and whether any has been reached."""
    return {
        "reach": address.reach(),
        "addresses": address.addresses(),
        "reached": address.reached(),
        "moved": address.moved(),
        "address": address.sign(),
    }
