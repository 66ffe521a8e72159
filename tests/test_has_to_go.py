"""Whoever has to go home in the middle of a game is told what to do, and asked for nothing that is then refused."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from tests.evenings import Evening, House, Visitor, evening
from tests.games import ANY

LEAVE, REMOVE = "Yes, leave", "Yes, remove"


def said(at: Evening, who: Visitor, name: str) -> str:
    """What unfolds there under that name, in words."""
    number = next(seat.number for seat in at.table.seats if seat.name == name)
    page = who.get(f"/t/{at.code}").text
    (drawer,) = re.findall(rf'id="seat-{number}".*?</ul>|id="seat-{number}".*?</li>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", unescape(drawer)).split())


@pytest.fixture
def at(house: House) -> Evening:
    """Ana hosts, Ben and Cleo have phones of their own, and Dov shares Ben's."""
    return evening(house, ANY, 1, 4)


def test_before_a_game_everybody_may_leave_and_a_host_removes_others(at: Evening) -> None:
    assert LEAVE in said(at, at.people["Cleo"], "Cleo")
    assert REMOVE in said(at, at.host, "Cleo")


HINTS = [
    ("Cleo", "Cleo", "Ask the host to move your seat to the host’s device, or to stop the game."),
    ("Ben", "Dov", "Play on for Dov, or ask the host to stop the game."),
    ("Ana", "Ana", "Move your seat to another phone, or stop the game."),
    ("Ana", "Cleo", "Move Cleo to this device, or stop the game."),
]


@pytest.mark.parametrize(("who", "name", "hint"), HINTS)
def test_in_a_game_they_are_told_what_to_do_instead(at: Evening, who: str, name: str, hint: str) -> None:
    at.start()
    words = said(at, at.people[who], name)
    assert hint in words
    assert LEAVE not in words
    assert REMOVE not in words


def test_whoever_sits_out_may_leave_while_the_others_play(at: Evening) -> None:
    cleo: Any = next(seat for seat in at.table.seats if seat.name == "Cleo")
    at.did(at.people["Cleo"], "sit-out", seat=cleo.number, out="true")
    at.start()
    assert LEAVE in said(at, at.people["Cleo"], "Cleo")
