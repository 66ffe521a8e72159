"""Where people sit in Alcatraz: the rooms they begin in and the order of a round go by it."""

from __future__ import annotations

from tests.evenings import House
from tests.seats import refusal, seated, sit


def test_whoever_sits_otherwise_after_the_draw_does_not_begin_in_another_ones_room(house: House) -> None:
    """The rooms are drawn for the first, the second and the third at the table."""
    at = seated(house, "alcatraz")
    at.did(at.host, "set-up")
    at.did(at.host, "draw-all")
    at.did(at.host, "arrange", **sit(at, "Cleo", "Ben", "Ana"))
    assert "starts" not in at.table.drawn_here
    at.did(at.host, "draw", step="starts", by="hand", start0="1", start1="2", start2="3")
    at.start()
    assert at.table.play is not None
    rooms = {seat: prisoner.room for seat, prisoner in at.table.play.now.state.prisoners.items()}
    assert rooms == {3: 1, 2: 2, 1: 3}, "Cleo is the first now"


def test_whoever_comes_in_after_the_draw_does_not_begin_in_the_room_of_somebody_who_went(house: House) -> None:
    at = seated(house, "alcatraz", 4)
    at.did(at.host, "sit-out", seat=4, out="true")
    at.did(at.host, "set-up")
    told = {"step": "starts", "by": "hand", "start0": "1", "start1": "2", "start2": "3"}
    at.did(at.host, "draw", **told)
    at.did(at.host, "sit-out", seat=1, out="true")
    at.did(at.host, "sit-out", seat=4, out="false")
    at.start()
    assert at.table.play is not None
    assert "starts" in at.table.play.now.state.untold, "drawn anew at the start, and told"


def test_the_seats_hold_within_a_round_of_turns(house: House) -> None:
    at = seated(house, "alcatraz")
    at.start()
    at.did(at.host, "arrange", **sit(at, "Cleo", "Ben", "Ana"))
    assert at.table.play is not None
    goat = at.table.play.now.state.goat
    assert at.table.play.now.state.order[0] == goat, "the Scapegoat still begins"
    at.did(at.host, "play/turn-done")
    said = refusal(at, "Ana", "Ben", "Cleo")
    assert "This round’s turns go by the seats. Change them once the last player is done." in said
    at.did(at.host, "play/round-done")
    at.did(at.host, "arrange", **sit(at, "Ana", "Ben", "Cleo"))
