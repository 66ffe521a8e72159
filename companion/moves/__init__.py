"""The moves every table knows, whatever is played on it: their names in addresses and in the log, in one list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.game import Move
from companion.moves import games, phones, seats
from companion.table import Table, TableAct

TABLE_MOVES: Mapping[str, tuple[type[Move], Callable[[Table, TableAct, Any], Table]]] = {
    "open": (games.Open, games.open_table),
    "sit": (seats.Sit, seats.sit),
    "add": (seats.Add, seats.add),
    "rename": (seats.Rename, seats.rename),
    "remove": (seats.Remove, seats.remove),
    "sit-out": (seats.SitOut, seats.sit_out),
    "shift": (seats.Shift, seats.shift),
    "ticket": (phones.Ticket, phones.ticket),
    "hosting-ticket": (phones.HostingTicket, phones.hosting_ticket),
    "arrive": (phones.Arrive, phones.arrive),
    "carry": (phones.Carry, phones.carry),
    "hand": (phones.Hand, phones.hand),
    "hand-back": (phones.HandBack, phones.hand_back),
    "opened": (phones.Opened, phones.opened),
    "reopen": (phones.Reopen, phones.reopen),
    "hand-over": (phones.HandOver, phones.hand_over),
    "claim": (phones.Claim, phones.claim),
    "choose": (games.Choose, games.choose),
    "decide": (games.Choice, games.decide),
    "set-up": (games.SetUp, games.set_up),
    "lobby": (games.Lobby, games.lobby),
    "draw": (games.Draw, games.draw),
    "tick": (games.Tick, games.tick),
    "share-out": (games.ShareOut, games.share_out),
    "start": (games.Start, games.start),
    "again": (games.Again, games.again),
    "undo": (games.Undo, games.undo),
    "redo": (games.Redo, games.redo),
}
"""Every table move: its name in addresses and in the log, its fields, and what it does."""
