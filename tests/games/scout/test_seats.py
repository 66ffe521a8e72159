"""Where people sit in Scout: who starts each round goes by it."""

from __future__ import annotations

from tests.evenings import House
from tests.seats import refusal, seated, sit


def test_who_was_found_to_start_starts_wherever_they_sit(house: House) -> None:
    at = seated(house, "scout")
    at.did(at.host, "set-up")
    at.did(at.host, "draw", step="start", by="hand", start="2")
    at.did(at.host, "arrange", **sit(at, "Cleo", "Ana", "Ben"))
    at.start()
    assert at.table.play is not None
    assert at.table.play.now.state.starter(1) == 2


def test_the_seats_hold_once_a_round_is_counted(house: House) -> None:
    at = seated(house, "scout")
    at.did(at.host, "set-up")
    at.did(at.host, "draw", step="start", by="hand", start="2")
    at.start()
    at.did(at.host, "arrange", **sit(at, "Cleo", "Ana", "Ben"))
    assert at.table.play is not None
    assert at.table.play.now.state.starter(1) == 2, "Ben still starts"
    assert at.table.play.now.state.starter(2) == 3, "then Cleo, on his left"
    for name, counted in {"Ana": (7, 3, 0), "Ben": (5, 0, 4), "Cleo": (2, 1, 9)}.items():
        captured, chips, hand = counted
        number = {"Ana": 1, "Ben": 2, "Cleo": 3}[name]
        at.did(at.people[name], "play/enter", round=1, seat=number, captured=captured, chips=chips, hand=hand)
    at.did(at.host, "play/end", round=1, ender="1.out")
    assert len(at.table.play.now.state.rounds) == 1
    said = refusal(at, "Ana", "Ben", "Cleo")
    assert "Who starts each round goes by the seats. From the second round on they stay as they are." in said
