"""Asking to be let in, by the button for it or because too many seats were taken from one's address."""

from __future__ import annotations

from flask import current_app

from companion.game import Refused
from companion.keeper import Keeper
from companion.moves.door import may_ask
from companion.names import must_tell_apart
from companion.table import Table
from companion.trust import settled
from companion.web import calling, guard
from companion.words import say


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
