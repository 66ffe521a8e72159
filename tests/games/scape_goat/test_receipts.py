"""Whoever points at once, and whoever is left out last: all counts once, and what was shown is not taken back."""

from __future__ import annotations

from functools import partial

import pytest

from companion.games.scape_goat import GAME
from tests.evenings import House, Visitor, evening
from tests.running import at_once


@pytest.mark.parametrize("seed", range(4))
def test_votes_cast_at_once_are_all_counted(house: House, seed: int) -> None:
    at = evening(house, GAME, seed, 6, sharing=False)
    at.did(at.host, "decide", key="secret", value="mats")
    at.start()
    at.did(at.host, "play/cops")
    drawn, seats = at.table.version, at.table.seats
    ways = [
        (who, own.number, seats[own == seats[0]].number) for who, own in zip(at.people.values(), seats, strict=True)
    ]
    number = at.table.play.now.state.call.number  # type: ignore[union-attr]

    def vote(who: Visitor, to: int) -> int:
        return at.move(who, "play/point", drawn=drawn, number=number, at=to).status_code

    assert at_once([partial(vote, who, to) for who, _, to in ways]) == [303] * 6
    pointed = at.table.play.now.state.ending.read  # type: ignore[union-attr]
    assert dict(pointed) == {own: to for _, own, to in ways}


def test_who_is_left_out_last_cannot_be_taken_back_once_all_was_turned_up(house: House) -> None:
    """Else everybody sees the answers and the scapegoat, takes that back, and answers better."""
    at = evening(house, GAME, 1, 3)
    at.start()
    at.did(at.host, "play/frame")
    cleo = at.table.seats[2].number
    at.did(at.people["Ana"], "play/card", number=1, card="yellow")
    at.did(at.people["Ben"], "play/card", number=1, card="yellow")
    at.did(at.host, "play/leave_out", number=1, seat=cleo)
    assert at.table.result() is not None
    assert at.move(at.host, "undo", of=at.table.play.now.move).status_code == 422  # type: ignore[union-attr]
    assert "Undo: " not in at.host.get(f"/t/{at.code}").text
    assert at.table.result() is not None


def test_who_is_left_out_while_others_still_answer_can_be_taken_back(house: House) -> None:
    at = evening(house, GAME, 1, 4, sharing=False)
    at.start()
    at.did(at.host, "play/frame")
    at.did(at.host, "play/leave_out", number=1, seat=at.table.seats[3].number)
    at.did(at.host, "undo", of=at.table.play.now.move)  # type: ignore[union-attr]
    assert len(at.table.play.now.state.call.ballot.voters) == 4  # type: ignore[union-attr]
