"""Up to where a device's owner has put a table's notices away: a cookie of that device knows, and nobody else."""

from __future__ import annotations

from flask import after_this_request, g, request, url_for
from flask.wrappers import Response

from companion.game import number_sent

REMEMBERED = 365 * 86_400
"""Seconds: a table that is served one evening a week is kept for most of a year."""


def put_away(code: str) -> int:
    """The number of the move up to which this device's owner has put the table's notices away; 0 when none."""
    known: dict[str, int] = g.setdefault("put_away", {})
    if code not in known:
        known[code] = number_sent(request.cookies.get(_cookie(code), ""))
    return known[code]


def remember(code: str, number: int) -> None:
    """Have this device keep that number. Scripts may read it: what a stream brings was drawn with what the device knew
    when the stream began."""
    g.setdefault("put_away", {})[code] = number

    @after_this_request
    def keep(answer: Response) -> Response:
        path = url_for("tables.page", code=code)
        secure = request.is_secure
        answer.set_cookie(_cookie(code), str(number), REMEMBERED, path=path, samesite="Lax", secure=secure)
        return answer


def _cookie(code: str) -> str:
    return f"put-away-{code}"
