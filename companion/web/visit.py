"""A visit: which table is asked for and by whom, who is there just now, and the table as this visitor sees it."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any, NamedTuple, NoReturn

from flask import abort, current_app, g

from companion.game import Refused
from companion.keeper import Keeper
from companion.names import clean_code
from companion.secrecy import common_of, seen_by
from companion.seen import Seen
from companion.store import StoreDown
from companion.table import NOBODY_KNOWS, Moment, Table
from companion.web import guard
from companion.web.language import speak_of
from companion.web.notices import put_away


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
    with guard.looking_up(code):
        table = keeper().table(code) if code else None
        if table is None and not (code and keeper().store.why_gone(code)):
            guard.wrong_code()
    return table


def load(code: str) -> Table:
    """The table of that code, for whoever asks: what they may see of it is decided by `seen`. Answers 404 itself, and
    slows those who try codes."""
    table = table_of(code)
    if table is None:
        not_here(clean_code(code))
    speak_of(table)
    guard.known_at(table)
    if guard.device() in table.coming:
        table = _come(table)
    if table.belongs(guard.device()):
        keeper().live.saw(table.code, guard.device())
    return table


def _come(table: Table) -> Table:
    """The table, having noted that this browser has the token it was given with its ticket."""
    with suppress(Refused, StoreDown):
        return keeper().move(table, "came-in", {}, guard.device(), table.version) or table
    return table


def not_here(code: str | None) -> NoReturn:
    """Answer 404: nothing has that code, or what had it is gone."""
    g.why_gone = keeper().store.why_gone(code) if code else None
    abort(404)


def who_is_here(table: Table, wall: bool) -> Around:
    """The devices at the table, or right after a restart expected back there. Whoever asks is one of them, also before
    its stream begins: so the panel of a page just opened is the one its stream first speaks of, and need not be fetched
    again."""
    kept = keeper()
    here = kept.live.here(table.code)
    if kept.live.expecting:
        here = here.union([seat.device for seat in table.seats])
    moment = kept.moment(table, kept.now(table))
    return Around(here if wall else here | {guard.device()}, moment)


def seen(table: Table, around: Around | None = None, *, wall: bool = False) -> Seen:
    """The table as this visitor sees it, with what is `around` (unless given, just now)."""
    here, moment = who_is_here(table, wall) if around is None else around
    kept, key = just_drawn(), (id(table), here)
    if key not in kept:
        kept[key] = table, common_of(table, here)
    common = kept[key][1]
    now, away = keeper().now(table), put_away(table.code)
    if away > table.known:
        away = 0  # nobody has seen what is yet to come
    about = {"common": common, "put_away": away, "moment": moment}
    found = seen_by(table, guard.device(), here, now, wall=wall, **about)
    if found.secret:
        g.secret = True  # never squeezed: its size would tell
    return found


def just_drawn() -> dict[tuple[object, ...], tuple[Table, Any]]:
    """What was drawn in this quarter of a second, each with its table, so that nothing else can come to have its id. A
    phone that pressed gets its own panel twice, one told that there is news comes for what was drawn for it already,
    and what everybody sees alike is the same for all phones at a table."""
    moment = time.monotonic() // 0.25
    kept: tuple[float, dict[tuple[object, ...], tuple[Table, Any]]] | None = current_app.extensions.get("lately")
    if kept is None or kept[0] != moment:
        kept = current_app.extensions["lately"] = (moment, {})
    return kept[1]
