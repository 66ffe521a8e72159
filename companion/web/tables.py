"""A table's pages: joining, the page and its live panel, the wall, moves, the private message."""

from __future__ import annotations

import re
import time
import zlib
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, current_app, g, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.fold import AlikeForAll, must_hold, receipt_of
from companion.game import BADGES, Message, Move, NotYours, Refused
from companion.keeper import Keeper
from companion.moves import TABLE_MOVES
from companion.moves.phones import is_first, is_noted
from companion.names import clean_code
from companion.secrecy import Seen, common_of, lately_noticed, messages_for, seen_by
from companion.table import NOBODY_KNOWS, Moment, Table
from companion.trust import standing
from companion.values import replace
from companion.web import address, calling, door, errors, guard
from companion.web.errors import status
from companion.web.language import language
from companion.web.notices import put_away
from companion.web.pages import render, theme, wants_panel, wifi_qr
from companion.web.templates import with_names
from companion.words import Text, say

bp = Blueprint("tables", __name__)
_BESIDE, _FOLD = re.compile('<p class="error" id="([^"]*)"'), re.compile("<details[^>]*>|</details>")
WRONG_WORD = 1.0
"""Seconds by which the answer to a wrong word is late."""
MOST_SENT = 4_000
"""Letters of one form, with the names of its fields: eight names, or a whole prison by hand, take a fifth of it."""
MESSAGE_ROOM = 800
"""Bytes every message is padded to (or to as many times as many), as escaped, so that its size tells nothing."""


@dataclass(frozen=True)
class Wrong:
    """What was refused: which form, which field, the sentence, and everything that was typed. `beside` is the id of the
    sentence beside its field, where the top of the page only leads there."""

    kind: str
    field: str | None
    sentence: Text
    typed: Mapping[str, str]
    beside: str = ""


class Around(NamedTuple):
    """What a panel hangs on of the moment: the devices that are here, and what the keeper sees."""

    here: frozenset[str]
    moment: Moment = NOBODY_KNOWS


def keeper() -> Keeper:
    """The keeper of this app's tables."""
    kept: Keeper = current_app.extensions["keeper"]
    return kept


def table_of(typed: str) -> Table | None:
    """The table of the code that was typed. Wrong ones are answered slowly, unless it is one that was here and is
    deleted: all of its phones have to learn so. Raises `Spent` where too many are tried."""
    code = clean_code(typed)
    guard.look_up(code)
    table = keeper().table(code) if code else None
    if table is None and not (code and keeper().store.why_gone(code)):
        guard.wrong_code()
    return table


def load(code: str) -> Table:
    """The table of that code, for whoever asks: what they may see of it is decided by `seen`. Answers 404 itself, and
    slows those who try codes."""
    table = table_of(code)
    if table is None:
        _not_here(clean_code(code))
    g.names = {seat.number: seat.name for seat in table.seats}
    guard.known_at(table)
    if table.belongs(guard.device()):
        keeper().live.saw(table.code, guard.device())
    return table


def seen(table: Table, around: Around | None = None, *, wall: bool = False) -> Seen:
    """The table as this visitor sees it, with what is `around` (unless given, just now)."""
    here, moment = who_is_here(table, wall) if around is None else around
    lately, key = _lately(), (id(table), here)
    if key not in lately:
        lately[key] = table, common_of(table, here)
    common = lately[key][1]
    now, away = keeper().now(table), put_away(table.code)
    about = {"common": common, "put_away": away, "moment": moment}
    found = seen_by(table, guard.device(), here, now, wall=wall, **about)
    if found.secret:
        g.secret = True  # never squeezed: its size would tell
    return found


@bp.get("/t/<code>")
def page(code: str) -> ResponseReturnValue:
    """A table's page: lobby, set-up, game or result, as it stands for this visitor."""
    table = load(code)
    if code != table.code:
        return redirect(url_for("tables.page", code=table.code), 303)
    return _page(table)


@bp.get("/t/<code>/panel")
def panel(code: str) -> ResponseReturnValue:
    """The live part of the page alone; 304 when the visitor has it already, and is still who had it."""
    table = load(code)
    if request.headers.get("If-None-Match") == mark(table) and not guard.is_new_device():
        return Response(status=304)
    return render_panel(table)


@bp.get("/t/<code>/wall")
def wall(code: str) -> ResponseReturnValue:
    """For a TV or a tablet in the middle: what everybody may see, whatever device shows it."""
    table = load(code)
    key, own = request.args.get("key", ""), guard.wall_key(table.code)
    key = own if table.is_host(guard.device()) or guard.is_wall_of(table.code, key) else "1"
    now = mark(table, wall=True)
    return render("table/wall.html", seen=seen(table, wall=True), mark=now, key=key, **_invitation())


@bp.get("/t/<code>/wall/panel")
def wall_panel(code: str) -> ResponseReturnValue:
    """The live part of the wall alone."""
    table = load(code)
    if request.headers.get("If-None-Match") == mark(table, wall=True):
        return Response(status=304)
    return render_panel(table, wall=True)


@bp.get("/t/<code>/invite")
def invite(code: str) -> str:
    """The code to scan alone, or with `?wall` the wall's: asked for when our address changes under an open page."""
    return render("table/_invite.html", seen=seen(load(code), wall="wall" in request.args), **_invitation())


@bp.get("/j/<code>")
def join(code: str) -> ResponseReturnValue:
    """Where the QR leads: one field, a badge already chosen, one button. A phone with a seat goes to its seat."""
    table = load(code)
    if table.speaks_for(guard.device()) is not None and "ticket" not in request.args:
        return redirect(url_for("tables.page", code=table.code), 303)
    return _join_page(table, None)


@bp.post("/j/<code>")
def sit(code: str) -> ResponseReturnValue:
    """Take a seat. With script the answer is the table's page itself; without, a redirect to it."""
    table = load(code)
    if guard.is_new_device():
        return render("table/no_cookies.html", seen=seen(table)), 409
    kind = "arrive" if "ticket" in request.form else "sit"
    try:
        table = _play(table, kind, TABLE_MOVES[kind][0])
    except Refused as no:
        return _join_page(table, _wrong(kind, no)), status(no)
    if wants_panel():
        answer = make_response(_page(table))
        answer.headers["HX-Push-Url"] = url_for("tables.page", code=table.code)
        return answer
    return redirect(url_for("tables.page", code=table.code), 303)


@bp.post("/t/<code>/wifi")
def wifi(code: str) -> ResponseReturnValue:
    """A QR that brings guests onto the Wi-Fi, for the host. What was typed is used for this answer and kept nowhere."""
    table = load(code)
    count_move(table)
    here = seen(table)
    if not here.host:
        abort(403)
    picture = wifi_qr(request.form.get("network", ""), request.form.get("password", ""))
    name = "table/_wifi.html" if wants_panel() else "table/wifi.html"
    return render(name, seen=here, wifi=picture), 200 if picture else 422


@bp.post("/t/<code>/message")
def message(code: str) -> ResponseReturnValue:
    """A private message, while it is held open: the only answer that ever carries one. Same size whatever it says. On a
    phone that is handed round, what is told is chosen from the very table in which the reading is kept: whoever hands
    it on in the same instant either comes too late or finds the message closed."""
    table, device, key = load(code), guard.device(), request.form.get("key", "")
    count_move(table)
    try:
        must_hold(table, "message", device, table.version, request.form.get("hold", ""))
        wanted = _message(table, key)
        if wanted is not None and is_noted(table, device):
            hold = table.hold(device).number
            table = keeper().move(table, "opened", {"key": key}, device, table.version, hold=hold) or abort(404)
            wanted = _message(table, key)
        elif wanted is not None and is_first(table, device, key):
            table = keeper().move(table, "read", {"key": key}, device, table.version) or abort(404)
    except Refused as no:
        return refused(table, "message", no)
    if wanted is None:
        return refused(table, "message", NotYours(say("There is no message here for this device.")))
    g.secret = True
    text, title = language().shown(wanted.text), language().shown(wanted.title)
    room = " " * (-len(with_names(f"<p>{text}<p>{title}").encode()) % MESSAGE_ROOM)
    name = "table/_message.html" if wants_panel() else "table/message.html"
    return render(name, seen=seen(table), title=wanted.title, text=text, alike=wanted.alike, room=room)


def _message(table: Table, key: str) -> Message | None:
    box = messages_for(table, guard.device(), keeper().clock())
    return next((message for message in box if message.key == key), None)


@bp.post("/t/<code>/forget")
def forget(code: str) -> ResponseReturnValue:
    """Delete the table for good, as its host; every phone at it is told that it is gone."""
    table = load(code)
    count_move(table)
    if not table.is_host(guard.device()):
        return refused(table, "forget", NotYours(say("Only the host can do that.")))
    keeper().forget(table.code)
    return (
        render("table/_gone.html", why=errors.WHY_GONE["host"])
        if wants_panel()
        else redirect(url_for("home.home"), 303)
    )


@bp.post("/t/<code>/<path:kind>")
def move(code: str, kind: str) -> ResponseReturnValue:
    """Play a move. With script the answer is the panel; without, a redirect to the page: either way that of the form's
    own query (a step, a way to count), and no other. A refusal is 422 (403, 409 where that is the truth): the same
    page, what was typed still there, the sentence beside its field."""
    table = load(code)
    kind = kind.replace("play/", "play:", 1)
    move_type = TABLE_MOVES[kind][0] if kind in TABLE_MOVES else table.the_game.moves.get(kind.removeprefix("play:"))
    if move_type is None or kind in ("open", "arrive", "opened", "read", "hosting-ticket"):
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
    stay = f"?{urlencode(request.args)}" if request.args else ""
    to = url_for("tables.page", code=table.code) + stay
    if not wants_panel():
        return redirect(to, 303)
    answer = make_response(render_panel(table))
    if stay or "?" in request.headers.get("HX-Current-URL", ""):
        answer.headers["HX-Replace-Url"] = to
    return answer


@bp.app_template_global("wanted")
def wanted(drawer: str) -> bool:
    """Whether a drawer is to be filled. On a whole page each is, since it does without script; a panel alone has an
    answer of its own."""
    return True


@bp.app_template_global("move_at")
def move_at(code: str, kind: str) -> str:
    """Where a form posts the move `kind`: as `url_for` says it, asked once for the forty forms of a page."""
    moves = g.get("moves")
    if moves is None:
        moves = g.moves = url_for("tables.move", code=code, kind="-")[:-1]
    return f"{moves}{kind}"


def render_panel(table: Table, wrong: Wrong | None = None, *, wall: bool = False, here: Around | None = None) -> str:
    """The live part of a table's page, for this visitor or for the wall, with what is around `here`. It comes with
    every move, so it brings of the drawers only what stands open on that phone."""
    here = who_is_here(table, wall) if here is None else here
    now, asked = mark(table, here, wall=wall), _asked(table.code)
    lately, key = _lately(), (id(table), now, asked)
    if wrong is None and key in lately:
        drawn, secret = lately[key][1]
        g.secret = secret
        return str(drawn)
    g.secret = False
    panel = render(
        "table/_wall.html" if wall else "table/_panel.html",
        seen=seen(table, here, wall=wall),
        mark=now,
        wrong=wrong,
        news=True,
        wanted=lambda drawer: drawer in asked.drawers,
        reached=address.reached(),
        address=address.sign(),
    )
    if wrong is None:
        lately[key] = table, (panel, g.secret)
    return panel


class _Asked(NamedTuple):
    """What a panel hangs on besides its table: whose it is, what stands open there, what in it was asked for."""

    device: str
    drawers: frozenset[str]
    language: str
    theme: str | None
    root: str
    address: frozenset[tuple[str, str]]
    put_away: int


def _asked(code: str) -> _Asked:
    """The same as long as a request lasts, or a stream."""
    known: _Asked | None = g.get("asked")
    if known is None:
        known = g.asked = _Asked(
            guard.device(),
            frozenset(request.headers.get("Open-Drawers", "")[:400].split()),
            language().code,
            theme(),
            request.script_root,
            frozenset(pair for pair in request.args.items() if pair[0] != "wall"),  # a step, a number to correct
            put_away(code),
        )
    return known


def _lately() -> dict[tuple[object, ...], tuple[Table, Any]]:
    """What was drawn in this quarter of a second, each with its table, so that nothing else can come to have its id. A
    phone that pressed gets its own panel twice, one told that there is news comes for what was drawn for it already,
    and what everybody sees alike is the same for all phones at a table."""
    moment = time.monotonic() // 0.25
    kept: tuple[float, dict[tuple[object, ...], tuple[Table, Any]]] | None = current_app.extensions.get("lately")
    if kept is None or kept[0] != moment:
        kept = current_app.extensions["lately"] = (moment, {})
    return kept[1]


def mark(table: Table, here: Around | None = None, *, wall: bool = False) -> str:
    """What a panel's content hangs on besides the visitor: it changes when the table, who is connected or our address
    does, whether a host is here, who asks whom to be let in, and whether the clock has ended the phase; and where
    nobody puts notices away, when their time is over."""
    devices, moment = who_is_here(table, wall) if here is None else here
    connected = ",".join([str(seat.number) for seat in table.seats if seat.device in devices])
    stands = standing(table, "" if wall else guard.device(), moment).sign
    fading = "" if not wall and table.belongs(guard.device()) else lately_noticed(table, keeper().now(table))
    rest = zlib.crc32(f"{connected} {address.sign()} {fading} {stands} {seconds_left(table) == 0}".encode())
    return f"{table.version_for('' if wall else guard.device())}-{rest:x}{'-wall' if wall else ''}"


def seconds_left(table: Table) -> float | None:
    """How long the clock lets the phase of the running game go on yet, 0 once it has ended; `None` where it has no
    say."""
    until = table.until()
    return None if until is None else max(0.0, (until - keeper().now(table)) / 1000)


def who_is_here(table: Table, wall: bool) -> Around:
    """The devices at the table, or right after a restart expected back there. Whoever asks is one of them, also before
    its stream begins: so the panel of a page just opened is the one its stream first speaks of, and need not be fetched
    again."""
    live = keeper().live
    here = live.here(table.code)
    if live.expecting:
        here = here.union([seat.device for seat in table.seats])
    moment = keeper().moment(table, keeper().now(table))
    return Around(here if wall else here | {guard.device()}, moment)


def _play(table: Table, kind: str, move_type: type[Move]) -> Table:
    count_move(table)
    newcomer = kind == "sit" and not table.belongs(guard.device())
    if newcomer and table.door_open and not guard.is_free_to_sit(table.code):
        door.ask(table, request.form.get("name", ""), barred=True)
        return table
    form = _sent()
    drawn = form.pop("drawn", ["0"])[-1]
    drawn_at = int(drawn) if drawn.isascii() and drawn.isdigit() and len(drawn) < 9 else 0
    # Before anything hangs on what was sent.
    must_hold(table, kind, guard.device(), drawn_at, form.get("hold", [""])[-1])
    sent = dict(form)
    hold = form.pop("hold", [""])[-1]
    raw = move_type.read(form)
    if kind in TABLE_MOVES:
        calling.must_be_new(table, move_type, raw)
    with guard.renewed(table.code, raw.get("ticket", "")) if kind == "arrive" else nullcontext() as was:
        raw |= {} if was is None else {"was": was}
        receipt = receipt_of(guard.device(), kind, drawn_at, sent)
        try:
            after = keeper().move(table, kind, raw, guard.device(), drawn_at, receipt, hold)
        except Refused:
            if kind == "arrive":
                guard.wrong_code()
            raise
    if after is None:
        _not_here(table.code)
    if was is not None:  # whoever came in by a ticket asks no more by the token they had
        keeper().live.ask_no_more(after.code, was)
    if newcomer:
        guard.budgets().sat(table.code, guard.device(), guard.address())
        guard.budgets().belongs(table.code, guard.address())
    if kind == "remove":
        for seat in table.seats:
            if not after.belongs(seat.device):
                guard.budgets().left(table.code, seat.device)
    g.names = {seat.number: seat.name for seat in after.seats}
    return after


def _sent() -> dict[str, list[str]]:
    """What a form holds, by field: at most a few thousand letters, which are kept for good in the table's log. A name
    is not counted, since one that is too long is kept nowhere and has a sentence of its own beside its field."""
    form = {name: request.form.getlist(name) for name in request.form if name != "from"}
    if sum(len(name) + len(value) for name, values in form.items() if name != "name" for value in values) > MOST_SENT:
        raise Refused(say("That is more than fits. Please type less."))
    return form


def _not_here(code: str | None) -> NoReturn:
    g.why_gone = keeper().store.why_gone(code) if code else None
    abort(404)


def count_move(table: Table) -> None:
    """Note one more button pressed at that table. Raises `Spent`."""
    belongs = table.belongs(guard.device())
    if belongs:
        guard.budgets().belongs(table.code, guard.address())
    guard.count_move(belongs)


def _page(table: Table, wrong: Wrong | None = None) -> str:
    return render("table/page.html", seen=seen(table), mark=mark(table), wrong=wrong, **_invitation())


def _join_page(table: Table, wrong: Wrong | None) -> str:
    free = [n for n in range(len(BADGES)) if n not in {seat.badge for seat in table.seats}]
    about = {"free": free, "badges": BADGES, "moved_address": bool(table.seats) and address.moved()}
    return render("table/join.html", seen=seen(table), wrong=wrong, **about)


def _invitation() -> dict[str, object]:
    """What a page needs to bring more phones here: addresses, best first, and whether any has been reached."""
    return {
        "reach": address.reach(),
        "addresses": address.addresses(),
        "reached": address.reached(),
        "moved": address.moved(),
        "address": address.sign(),
    }


def refused(table: Table, kind: str, no: Refused) -> ResponseReturnValue:
    """The page or the panel again, as it stands now, with what was refused. Where somebody else's secret could be found
    out by trying, nothing of what was sent comes back."""
    table = load(table.code)
    wrong = Wrong("", None, no.sentence, {}) if isinstance(no, AlikeForAll) else _wrong(kind, no)
    return (render_panel(table, wrong) if wants_panel() else _refused_page(table, wrong)), status(no)


def _refused_page(table: Table, wrong: Wrong) -> str:
    """A whole page begins at its top, far from the field: there a link leads to the sentence, and nothing folds that
    away. Where no field shows it, the top says it."""
    page = _page(table, wrong)
    beside = _BESIDE.search(page)
    if beside is None:
        return page
    page, folds = _page(table, replace(wrong, beside=beside[1])), list[int]()
    for tag in _FOLD.finditer(page, 0, page.index(beside[0])):
        folds.pop() if tag[0] == "</details>" else folds.append(tag.end() - 1)
    for at in reversed(folds):
        page = f"{page[:at]} open{page[at:]}"
    return page


def _wrong(kind: str, no: Refused) -> Wrong:
    return Wrong(kind, no.field, no.sentence, {name: request.form[name][:200] for name in request.form})
