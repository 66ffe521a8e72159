"""A card shown in SCAPEGOAT's opening lies on the table: nobody is left out, anybody who plays may enter it."""

from __future__ import annotations

import pytest

from companion.games.corporate import GAME
from tests.asking import is_waited_for
from tests.evenings import Evening, House, Visitor, evening

SEATS = {"Ana": 1, "Ben": 2, "Cleo": 3, "Dov": 4}


def enters(at: Evening, name: str, whose: str) -> None:
    """Somebody enters that one's card; Dov when Ben's phone is in his hands."""
    ben = at.people["Ben"]
    who = {"Dov": ben, "a watcher": Visitor(at.house)}.get(name) or at.people[name]
    who.get(f"/t/{at.code}")
    if name == "Dov":
        at.did(ben, "hand", seat=SEATS["Dov"])
    answer = at.move(who, "play/show", seat=SEATS[whose], rank="7")
    assert answer.status_code == (403 if name == "a watcher" else 303)
    if name == "Dov":
        at.did(ben, "hand-back")


@pytest.mark.parametrize("whose", ["Cleo", "Dov"])
@pytest.mark.parametrize("name", ["Ana", "Ben", "Cleo", "Dov", "a watcher"])
def test_a_card_is_entered_by_whoever_plays_and_by_nobody_else(house: House, name: str, whose: str) -> None:
    at = evening(house, GAME, 1, 4)
    at.start()
    assert is_waited_for(at, SEATS[whose])
    enters(at, name, whose)
    assert is_waited_for(at, SEATS[whose]) is (name == "a watcher")


def test_a_card_entered_for_nobody_is_nobodys(house: House) -> None:
    """Else it would be the own one of whoever entered it."""
    at = evening(house, GAME, 1, 4)
    at.start()
    before = at.table.version
    answer = at.move(at.host, "play/show", seat="?", rank="K")
    assert answer.status_code == 422
    assert at.table.version == before
    assert 'id="refusal"' in answer.text
