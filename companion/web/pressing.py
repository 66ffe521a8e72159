"""What is pressed at a table: a form becomes a move, is played once, and answered; a refusal is the same page again."""

from __future__ import annotations

import time
from contextlib import nullcontext
from functools import partial

from flask import Blueprint, Response, abort, after_this_request, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.fold import AlikeForAll, must_hold, receipt_of
from companion.game import Move, Refused
from companion.moves import TABLE_MOVES
from companion.table import Drawn, Table
from companion.web import door, guard
from companion.web.errors import is_secret, status
from companion.web.language import speak_of
from companion.web.pages import Wrong, leave_view, render, stay_in_view, view_query, wants_panel
from companion.web.panel import render_panel
from companion.web.tables import TICKET, join_page, set_ticket, whole_page
from companion.web.visit import keeper, load, not_here, seen
from companion.words import say

bp = Blueprint("pressing", __name__)
WRONG_WORD = 1.0
"""Seconds by which the answer to a wrong word is late."""
MOST_SENT = 4_000
"""Letters of one form, with the names of its fields: eight names, or a whole prison by hand, take a fifth of it."""


@bp.post("/j/<code>")
def sit(code: str) -> ResponseReturnValue:
    """Take a seat. With script the answer is the table's page itself; without, a redirect to it."""
    table = load(code)
    if guard.is_new_device():
        return render("table/no_cookies.html", seen=seen(table)), 409
    kind = "arrive" if "ticket" in request.form else "sit"
    if kind == "arrive":
        after_this_request(partial(_without_ticket, table.code))
    try:
        table = _play(table, kind, TABLE_MOVES[kind][0])
    except Refused as no:
        return join_page(table, _wrong(kind, no)), status(no)
    if wants_panel():
        answer = make_response(whole_page(table))
        answer.headers["HX-Push-Url"] = url_for("tables.page", code=table.code)
        return answer
    return redirect(url_for("tables.page", code=table.code), 303)


def _without_ticket(code: str, answer: Response) -> Response:
    """Used or wrong, it stays with nobody who has that browser next."""
    if request.cookies.get(TICKET):
        set_ticket(answer, code, "", 0)
    return answer


@bp.post("/t/<code>/<path:kind>")
def move(code: str, kind: str) -> ResponseReturnValue:
    """Play a move. With script the answer is the panel; without, a redirect to the page: either way that of the form's
    own query (a step, a way to count), and no other. A refusal is 422 (403, 409 where that is the truth): the same
    page, what was typed still there, the sentence beside its field."""
    table = load(code)
    kind = kind.replace("play/", "play:", 1)
    move_type = TABLE_MOVES[kind][0] if kind in TABLE_MOVES else table.the_game.moves.get(kind.removeprefix("play:"))
    if move_type is None or kind in ("open", "arrive", "came-in", "opened", "read", "hosting-ticket"):
        abort(404)
    if kind == "sit" and guard.is_new_device():
        return render("table/no_cookies.html", seen=seen(table)), 409
    try:
        table = _play(table, kind, move_type)
        if kind == "unlock" and table.hold(guard.device()).shut:
            time.sleep(WRONG_WORD)
            raise Refused(say("That is not the word."), "word")
    except Refused as no:
        return refused(table, kind, no)
    if request.form.get("next"):  # a button that leaves what its form stays at
        leave_view()
    if wants_panel():
        return render_panel(table)
    return redirect(url_for("tables.page", code=table.code) + view_query(), 303)


def _play(table: Table, kind: str, move_type: type[Move]) -> Table:
    count_move(table)
    newcomer = kind == "sit" and not table.belongs(guard.device())
    if newcomer and table.door_open and not guard.is_free_to_sit(table.code):
        door.ask(table, request.form.get("name", ""), barred=True)
        return table
    form = _sent()
    drawn = Drawn.read(form.pop("drawn", ["0"])[-1])
    drawn_at = table.drawn_at(guard.device(), drawn)
    sent, hold = dict(form), form.pop("hold", [""])[-1]
    must_hold(table, kind, guard.device(), drawn_at, hold)  # before anything hangs on what was sent
    raw = move_type.read(form)
    if kind == "add" and table.door_open and table.belongs(guard.device()) and not table.is_host(guard.device()):
        guard.count_added(table.code, 1 + len(raw["more"]))
    arrives = kind == "arrive"
    turn, renewed = guard.looking_up(None), guard.renewed(table.code, raw.get("ticket", ""))
    with turn if arrives else nullcontext(), renewed if arrives else nullcontext() as was:
        raw |= {} if was is None else {"was": was}
        receipt = receipt_of(guard.device(), kind, drawn, sent)
        try:
            after = keeper().move(table, kind, raw, guard.device(), drawn_at, receipt, hold)
        except Refused:
            if arrives:
                guard.wrong_code()
            raise
    if after is None:
        not_here(table.code)
    if was is not None:  # whoever came in by a ticket asks no more by the token they had
        keeper().live.ask_no_more(after.code, was)
    if newcomer:
        guard.budgets().sat(table.code, guard.device(), guard.address())
        guard.budgets().belongs(table.code, guard.address())
    if kind == "remove":
        _left(table, after)
    speak_of(after)
    return after


def _left(table: Table, after: Table) -> None:
    """Let somebody else take the place of each device that has no part in the table any more."""
    for seat in table.seats:
        if not after.belongs(seat.device):
            guard.budgets().left(table.code, seat.device)


def _sent() -> dict[str, list[str]]:
    """What a form holds, by field: at most a few thousand letters, which are kept for good in the table's log. A name
    is not counted, since one that is too long is kept nowhere and has a sentence of its own beside its field."""
    form = {name: request.form.getlist(name) for name in request.form if name != "from"}
    if sum(len(name) + len(value) for name, values in form.items() if name != "name" for value in values) > MOST_SENT:
        raise Refused(say("That is more than fits. Please type less."))
    return form


def count_move(table: Table) -> None:
    """Note one more button pressed at that table. Raises `Spent`."""
    belongs = table.belongs(guard.device())
    if belongs:
        guard.budgets().belongs(table.code, guard.address())
    guard.count_move(belongs)


def refused(table: Table, kind: str, no: Refused) -> ResponseReturnValue:
    """The page or the panel again, as it stands now, with what was refused: beside its field, and where a whole page
    begins, a link that leads there. Of a secret, and where somebody else's could be found out by trying, nothing of
    what was sent comes back."""
    table = load(table.code)
    stay_in_view()
    wrong = Wrong("", None, no.sentence, {}) if isinstance(no, AlikeForAll) else _wrong(kind, no)
    return (render_panel(table, wrong) if wants_panel() else whole_page(table, wrong)), status(no)


def _wrong(kind: str, no: Refused) -> Wrong:
    typed = {} if is_secret(kind) else {name: request.form[name][:200] for name in request.form}
    return Wrong(kind, no.field, no.sentence, typed)
