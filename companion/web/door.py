"""Asking to be let in, by the button for it or because too many seats were taken from one's address."""

from __future__ import annotations

from urllib.parse import quote, unquote

from flask import after_this_request, current_app, request
from flask.wrappers import Response

from companion.game import Refused
from companion.keeper import Keeper
from companion.moves.door import may_ask
from companion.names import clean_name, must_tell_apart
from companion.table import Table
from companion.trust import settled
from companion.web import calling, guard
from companion.words import say

REMEMBERED = 3600
"""Seconds for which a device knows that it asked."""


def ask(table: Table, name: str, *, barred: bool = False) -> None:
    """Ask by that name. `barred`: although the door is open, since this device may not just sit down. Raises
    `Refused`."""
    keeper: Keeper = current_app.extensions["keeper"]
    live, me = keeper.live, guard.device()
    others = [ask.name for ask in live.asks(table.code) if ask.device != me]
    shown = may_ask(table, me, name[:200], others, barred=barred)
    must_tell_apart(shown, [*others, *(seat.name for seat in table.seats)], calling.ours())
    if not live.ask(table.code, me, shown, settled(table), guard.address(), table.turned_away):
        raise Refused(say("Others are already asking to be let in. Try again in a moment."), "name")
    _remember(table.code, shown)


def ask_no_more(table: Table) -> None:
    """Leave the queue."""
    keeper: Keeper = current_app.extensions["keeper"]
    keeper.live.ask_no_more(table.code, guard.device())
    _remember(table.code, "")


def asked_before(code: str) -> str:
    """The name by which this device has lately asked to be let in at that table, "" for none. Only the device keeps it:
    the queue is forgotten when the app is started anew, and then its page says so."""
    try:
        return clean_name(unquote(request.cookies.get(_cookie(code), "")))
    except Refused:
        return ""


def _remember(code: str, name: str) -> None:
    @after_this_request
    def keep(answer: Response) -> Response:
        path, most = request.script_root or "/", REMEMBERED if name else 0
        answer.set_cookie(
            _cookie(code), quote(name), most, path=path, httponly=True, samesite="Lax", secure=request.is_secure
        )
        return answer


def _cookie(code: str) -> str:
    return f"asked-{code}"
