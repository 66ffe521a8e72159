"""The moves every table knows, whatever is played on it: their names in addresses and in the log, in one list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec

from companion.game import Move, Stale
from companion.moves import door, games, hosting, phones, seats, setting_up, words
from companion.table import Moment, Table, TableAct
from companion.words import say

FOR_WHOM = {"for_seats": True, "for_who": True}
"""What every move that draws says since it is kept for whom it drew."""
MOVED_ON = say("The game has moved on, so that button no longer works. Look again.")
TABLE_MOVES: Mapping[str, tuple[type[Move], Callable[[Table, TableAct, Any], Table]]] = {
    "open": (games.Open, games.open_table),
    "sit": (seats.Sit, seats.sit),
    "add": (seats.Add, seats.add),
    "rename": (seats.Rename, seats.rename),
    "remove": (seats.Remove, seats.remove),
    "sit-out": (seats.SitOut, seats.sit_out),
    "shift": (seats.Shift, seats.shift),
    "arrange": (seats.Arrange, seats.arrange),
    "ticket": (phones.MakeTicket, phones.make_ticket),
    "hosting-ticket": (hosting.HostingTicket, hosting.hosting_ticket),
    "arrive": (phones.Arrive, phones.arrive),
    "came-in": (phones.CameIn, phones.came_in),
    "carry": (phones.PlayHere, phones.play_here),
    "hand": (phones.Pass, phones.pass_on),
    "hand-back": (phones.PassBack, phones.pass_back),
    "opened": (phones.Opened, phones.opened),
    "read": (phones.Read, phones.read),
    "look": (phones.ShowChoice, phones.show_choice),
    "reopen": (phones.Reopen, phones.reopen),
    "word": (words.SetWord, words.set_word),
    "unlock": (words.Unlock, words.unlock),
    "lift-word": (words.LiftWord, words.lift_word),
    "hand-over": (hosting.HandOver, hosting.hand_over),
    "claim": (hosting.Claim, hosting.claim),
    "door": (door.Door, door.door),
    "let-in": (door.LetIn, door.let_in),
    "turn-away": (door.TurnAway, door.turn_away),
    "turn-all-away": (door.TurnAllAway, door.turn_all_away),
    "choose": (games.Choose, games.choose),
    "decide": (games.Choice, games.decide),
    "set-up": (setting_up.SetUp, setting_up.set_up),
    "lobby": (games.Lobby, games.lobby),
    "draw": (setting_up.Draw, setting_up.draw),
    "draw-all": (setting_up.DrawAll, setting_up.draw_all),
    "tick": (setting_up.Tick, setting_up.tick),
    "tick-all": (setting_up.TickAll, setting_up.tick_all),
    "share-out": (setting_up.ShareOut, setting_up.share_out),
    "start": (games.Start, games.start),
    "again": (games.Again, games.again),
    "undo": (games.Undo, games.undo),
    "redo": (games.Redo, games.redo),
}
"""Every table move: its name in addresses and in the log, its fields, and what it does. Each function plays what its
class says, on the table as it stands, and raises `Refused`, or `Stale` for a button that is old."""


def _closing(table: Table, act: TableAct, move: Any, moment: Moment) -> Any:
    return msgspec.structs.replace(move, closes=True)


def _in_this_edition(table: Table, act: TableAct, move: games.Start, moment: Moment) -> games.Start:
    return games.Start(edition=table.the_game.edition, luck=True, phones=True, draws=True, **FOR_WHOM)


def _only(stages: tuple[str, ...], table: Table, act: TableAct, move: Any, moment: Moment) -> Any:
    """A move that belongs to these stages of an evening; elsewhere its button is an old one."""
    if table.stage not in stages:
        raise Stale(MOVED_ON)
    return move


def _for_seats(stages: tuple[str, ...], table: Table, act: TableAct, move: Any, moment: Moment) -> Any:
    return msgspec.structs.replace(_only(stages, table, act, move, moment), **FOR_WHOM)


_setting_up = partial(_only, ("setup",))


def _as_it_lies(table: Table, act: TableAct, move: games.Again, moment: Moment) -> games.Again:
    _only(("play",), table, act, move, moment)
    return games.Again(lies=True)


def _by_luck(table: Table, act: TableAct, move: setting_up.Draw, moment: Moment) -> Any:
    return msgspec.structs.replace(_setting_up(table, act, move, moment), luck=True, **FOR_WHOM)


ACCEPTED: Mapping[str, Callable[[Table, TableAct, Any, Moment], Any]] = {
    "open": games.with_phones,
    "sit": door.through_the_door,
    "add": door.added_at_the_door,
    "let-in": door.as_asked,
    "turn-away": door.as_asked,
    "turn-all-away": door.all_who_ask,
    "claim": hosting.as_seen,
    "hosting-ticket": hosting.at_the_console,
    "shift": partial(_only, ()),
    "remove": _closing,
    "arrive": _closing,
    "carry": _closing,
    "hand-over": _closing,
    "start": _in_this_edition,
    "set-up": partial(_for_seats, ("lobby", "setup")),
    "draw": _by_luck,
    "draw-all": partial(_for_seats, ("setup",)),
    "tick": _setting_up,
    "tick-all": _setting_up,
    "share-out": _setting_up,
    "again": _as_it_lies,
    "hand-back": phones.is_passed_on,
    "ticket": phones.is_theirs_to_give,
    "undo": games.may_be_undone,
    "redo": games.as_counted,
    "word": words.marked,
    "unlock": words.tried,
}
"""What is done with a new move of that kind before it is played, and never when it is replayed: it takes with it what
only the moment knows, whatever its form said of that, or is refused where older evenings refused nothing."""
