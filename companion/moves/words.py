"""The moves about the word of somebody whose phone is passed round: four digits that open what is theirs there."""

from __future__ import annotations

import hashlib
import hmac
import re

from companion.chance import Chance
from companion.game import Move, Refused
from companion.moves.seats import OfSeat, seat_of
from companion.names import new_ticket
from companion.table import Moment, Table, TableAct
from companion.values import replace
from companion.words import Who, say

MOST_MISSES = 5
"""Wrong words until the host has to open what is theirs."""
ROUNDS = 20_000
"""Four digits are found by trying, by whoever has the log; so what is kept of them only takes a while to try."""


class SetWord(Move):
    """Choose the word, in whose hands the phone is, or choose another one."""

    bound_to_phase = False
    of_own = secret = True
    word: str


def marked(table: Table, act: TableAct, move: SetWord, moment: Moment) -> SetWord:
    """With a mark in place of the digits, which are kept nowhere. Raises `Refused`."""
    if not re.fullmatch("[0-9]{4}", move.word):
        raise Refused(say("The word is four digits, like 4072."), "word")
    salt = new_ticket(Chance())
    return SetWord(word=f"{salt} {_mark(salt, move.word)}")


def set_word(table: Table, act: TableAct, move: SetWord) -> Table:
    seat = table.seat(act.seat)
    if seat is None or not table.passed_seats(act.device):
        raise Refused(say("A word is for a phone that is passed round."), "word")
    act.tell(say("%(player)s chose a word for the phone that is passed round"))
    opened = {**table.holds, act.device: table.hold(act.device)}
    return replace(table.changed(replace(seat, word=move.word, misses=0)), holds=opened)


class Unlock(Move):
    """Type the word. The log only says whether it was right."""

    bound_to_phase = False
    of_own = secret = True
    word: str = ""
    right: bool = False


def tried(table: Table, act: TableAct, move: Unlock, moment: Moment) -> Unlock:
    """With what came of it in place of the digits. Raises `Refused`."""
    seat = table.seat(act.seat)
    if seat is None or not table.hold(act.device).shut:
        raise Refused(say("Nothing is closed here."))
    if seat.misses >= MOST_MISSES:
        raise Refused(say("Too many wrong words. Only the host can open it now."), "word")
    salt, _, mark = seat.word.partition(" ")
    return Unlock(right=hmac.compare_digest(_mark(salt, move.word), mark))


def unlock(table: Table, act: TableAct, move: Unlock) -> Table:
    seat = table.seat(act.seat)
    if seat is None:
        return table
    if move.right:
        opened = {**table.holds, act.device: table.hold(act.device)._replace(shut=False)}
        return replace(table.changed(replace(seat, misses=0)), holds=opened)
    act.announce(say("A wrong word was typed for %(name)s", name=Who(seat.number)))
    return table.changed(replace(seat, misses=seat.misses + 1))


class LiftWord(OfSeat):
    """Take somebody's word away, who has forgotten it."""

    who = "host"


def lift_word(table: Table, act: TableAct, move: LiftWord) -> Table:
    seat = seat_of(table, move)
    act.announce(say("%(player)s took away %(name)s’s word", name=Who(seat.number)))
    holds = {
        device: hold._replace(shut=False) if hold.seat == seat.number else hold
        for device, hold in table.holds.items()
    }  # fmt: skip
    return replace(table.changed(replace(seat, word="", misses=0)), holds=holds)


def _mark(salt: str, word: str) -> str:
    return hashlib.pbkdf2_hmac("sha256", word.encode(), salt.encode(), ROUNDS).hex()[:32]
