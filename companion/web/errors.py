"""Every problem is a sentence: what happened, that nothing was lost, what to do. Nothing secret, nothing technical."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from urllib.parse import urlencode

from flask import Flask, Response, current_app, g, make_response, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadHost, HTTPException

from companion.game import NotYours, Refused, Stale
from companion.games import GAMES
from companion.moves import TABLE_MOVES
from companion.store import StoreDown, TakenAway, Unreadable, Why
from companion.web.guard import TOO_MUCH_AT_ONCE, Spent
from companion.web.language import in_words, speak_of
from companion.web.pages import render, wants_panel
from companion.words import Text, say

log = logging.getLogger("companion")

SENTENCES: dict[int, Text] = {
    400: say("Something in that link or form was wrong. Go back and try again."),
    403: say("That is not yours to do or to see."),
    404: say("Nothing here. Check the address for typing mistakes. Or the table is no longer kept on this computer."),
    405: say("That link only works from its button. Go back and press it again."),
    409: say("The game has moved on. Look again."),
    413: say("That was too much at once."),
    414: say("That link is too long."),
    429: TOO_MUCH_AT_ONCE,
    503: say("The tables cannot be read or written just now. What you see is kept. Try again in a moment."),
}
WHY_GONE: Mapping[Why | None, Text] = {
    "host": say("This table is gone: its host has deleted it."),
    "idle": say("This table is gone: nobody had played at it for long."),
    "lost": say(
        "This table cannot be read any more: what kept it is damaged. Whoever runs the computer may have a backup."
    ),
    None: SENTENCES[404],
}
TAKEN_AWAY = say(
    "The folder with the tables is gone from the computer, and nothing is kept from now on. Please write down what "
    "counts, and tell whoever runs the computer."
)
UNREADABLE = say(
    "This table cannot be read, because the file on the computer is damaged. Whoever runs the computer can restart the "
    "app. What can be read is then brought over."
)
OTHER = say("Something went wrong in the app. Nothing was changed. Go back and try again.")


def init_app(app: Flask) -> None:
    """Answer every problem with a page of ours."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(BadHost, _no_such_host)
    app.register_error_handler(StoreDown, _store_down)
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(Exception, _unforeseen)
    app.log_exception = lambda exc_info: note(exc_info[1])  # type: ignore[method-assign]  # Flask prints its words


def problem(status: int, sentence: Text | None = None) -> ResponseReturnValue:
    """The page for a problem, in words; where a script asked for a part of a page, a notice beside what is there."""
    speak_of(None)
    part = wants_panel()
    name = "_trouble.html" if part else "problem.html"
    again = None if part or status < 500 or request.endpoint is None else _asked_again()
    answer = make_response(
        render(name, sentence=sentence or SENTENCES.get(status, OTHER), again=again, gone=g.get("why_gone")), status
    )
    if part:
        answer.headers.update({"HX-Retarget": "#trouble", "HX-Reswap": "innerHTML"})
    return answer


def _asked_again() -> tuple[str, list[tuple[str, str]]]:
    """The address that was asked for, and what its form held, so that nothing typed is lost with a fault of ours. What
    nobody else may know is chosen anew at the table: no page of its own says it, nor does the size of one."""
    assert request.endpoint is not None
    about = request.view_args or {}
    if is_secret(about.get("kind", "")):
        return url_for("tables.page", code=about["code"]), []
    to = url_for(request.endpoint, **about)
    if request.args:
        to += f"?{urlencode(list(request.args.items(multi=True)))}"
    return to, list(request.form.items(multi=True)) if request.method == "POST" else []


def is_secret(kind: str) -> bool:
    """Whether a move of that name is secret, in whatever game: which one is played cannot be read now."""
    if kind in TABLE_MOVES:
        return TABLE_MOVES[kind][0].secret
    _, _, name = kind.replace("/", ":", 1).partition(":")
    return any(game.moves[name].secret for game in GAMES if name in game.moves)


def _http(error: HTTPException) -> ResponseReturnValue:
    if error.code is not None and error.code < 400:
        return error  # a redirect
    if error.code == 404 and "why_gone" in g:
        return problem(404, WHY_GONE[g.why_gone])
    return problem(error.code or 500)


def _no_such_host(_: BadHost) -> ResponseReturnValue:
    """The Host header is no name of any machine: then no page of ours knows its own addresses, so the bare sentence."""
    return Response(f"{in_words(SENTENCES[400])}\n", 400, mimetype="text/plain")


def _store_down(error: StoreDown) -> ResponseReturnValue:
    lately = current_app.extensions.get("store_down_told", float("-inf"))
    if time.monotonic() > lately + 10:  # every phone comes back every second: one line says it for all
        current_app.extensions["store_down_told"] = time.monotonic()
        log.error("the tables cannot be reached: %s", error)
    if isinstance(error, TakenAway | Unreadable):  # no later try does better
        return problem(503, TAKEN_AWAY if isinstance(error, TakenAway) else UNREADABLE)
    answer = make_response(problem(503))
    answer.headers["Retry-After"] = "2"
    return answer


def _refused(no: Refused) -> ResponseReturnValue:
    return problem(status(no), no.sentence)


def status(no: Refused) -> int:
    """What a refusal is in HTTP."""
    kinds = {NotYours: 403, Stale: 409, Spent: 429}
    return next((code for kind, code in kinds.items() if isinstance(no, kind)), 422)


def _unforeseen(error: Exception) -> ResponseReturnValue:
    note(error)
    return problem(500)


def note(error: BaseException | None) -> None:
    """One line for the operator: the fault's kind and place. Its message and values might hold a secret or a name."""
    trace, place = None if error is None else error.__traceback__, "?"
    while trace is not None:
        place, trace = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}", trace.tb_next
    log.error("unforeseen: %s at %s", type(error).__name__, place)
