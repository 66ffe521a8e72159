"""What a reveal has shown is not taken back, except where an older evening did."""

from __future__ import annotations

from typing import Any

from companion.fold import replay
from companion.games.corporate import GAME
from companion.store import Entry
from tests.evenings import Evening, House, evening
from tests.test_chance import taken_back


def undone(at: Evening, by: Any) -> int:
    assert at.table.play is not None
    return at.move(by, "undo", of=at.table.play.now.move).status_code


def test_who_enters_the_last_card_of_a_reveal_sees_the_others_and_can_take_nothing_back(house: House) -> None:
    at = evening(house, GAME, 1, 3)
    at.start()
    ana, ben, cleo = at.people.values()
    at.did(ben, "play/show", rank="K")
    at.did(cleo, "play/show", rank="9")
    at.did(ana, "undo", of=at.table.play.now.move)  # type: ignore[union-attr]
    at.did(cleo, "play/show", rank="9")
    at.did(ana, "play/show", rank="2")
    assert "K" in [rank for shown in at.table.play.now.state.opening.rounds for rank in shown.values()]  # type: ignore[union-attr]
    now = at.table
    assert undone(at, ana) == 422
    assert undone(at, cleo) == 422
    assert at.table == now or at.table.version == now.version
    at.did(at.people["Ana"], "play/card", card="7")
    at.did(ana, "undo", of=at.table.play.now.move)  # type: ignore[union-attr]
    assert undone(at, ana) == 422, "nor by way of a later move"


def test_what_an_older_companion_let_be_taken_back_is_taken_back_in_a_replay(house: House) -> None:
    at = evening(house, GAME, 1, 3)
    at.start()
    for who, rank in zip(at.people.values(), ("K", "9", "2"), strict=True):
        at.did(who, "play/show", rank=rank)
    table = at.table
    assert table.play is not None
    undo = Entry(table.version + 1, house.now, at.host.device, "undo", f'{{"of":{table.play.now.move}}}')
    after = replay(at.code, [undo], table)
    assert after.play is not None
    assert not after.play.held
    assert after.play.now is table.play.now.before


def test_the_card_to_turn_in_an_investigation_stays_the_same(house: House) -> None:
    at = evening(house, GAME, 1, 3)
    at.did(at.host, "set-up")
    at.did(at.host, "draw", step="start", by="app")
    at.start()
    for _ in range(36):
        if at.table.play.now.state.phase == "investigation":  # type: ignore[union-attr]
            break
        at.did(at.host, "play/card", card="down")
    places = set()
    for _ in range(5):
        at.did(at.host, "play/point")
        places.add(at.table.play.now.state.pointed)  # type: ignore[union-attr]
        taken_back(at)
    assert len(places) == 1
