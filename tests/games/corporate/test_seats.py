"""Where people sit in SCAPEGOAT: the order of the year goes by it."""

from __future__ import annotations

from tests.evenings import Evening, House
from tests.seats import refusal, seated, sit


def starts(at: Evening, place: str) -> None:
    """Tell a table with 52 cards who starts, by the place at the table."""
    told = {"drawn": str(at.table.version), "step": "start", "by": "hand", "who": place}
    assert at.host.post(f"/t/{at.code}/draw", **told).status_code == 303


def test_who_was_found_to_start_is_asked_for_again_once_people_sit_otherwise(house: House) -> None:
    """It is told by the place at the table: the second there may be somebody else now."""
    at = seated(house, "corporate")
    at.did(at.host, "set-up")
    starts(at, "2")
    at.start()
    assert at.table.play is not None
    assert at.table.play.now.state.starter == 2
    at.did(at.host, "arrange", **sit(at, "Cleo", "Ana", "Ben"))
    assert at.table.play.now.state.starter == 2, "nobody else starts for it in the game that runs"
    at.start()
    assert at.table.play.now.state.starter is None, "begun anew it asks"


def test_whoever_comes_in_after_the_draw_does_not_start_in_the_place_of_somebody_who_went(house: House) -> None:
    at = seated(house, "corporate", 4)
    at.did(at.host, "sit-out", seat=4, out="true")
    at.did(at.host, "set-up")
    starts(at, "3")
    at.did(at.host, "sit-out", seat=3, out="true")
    at.did(at.host, "sit-out", seat=4, out="false")
    assert "Dov starts" not in at.host.get(f"/t/{at.code}?step=start").text
    at.start()
    assert at.table.play is not None
    assert at.table.play.now.state.starter is None, "the game asks"


def test_the_seats_hold_while_cards_of_the_year_lie(house: House) -> None:
    at = seated(house, "corporate")
    at.did(at.host, "set-up")
    starts(at, "1")
    at.start()
    at.did(at.host, "arrange", **sit(at, "Ana", "Cleo", "Ben"))
    assert at.table.play is not None
    at.did(at.host, "play/card", card="K")
    assert at.table.play.now.state.turn == 3, "Cleo sits left of Ana now"
    said = refusal(at, "Ana", "Ben", "Cleo")
    assert "This year’s cards lie in the order of the seats. Change them before the next year’s first card." in said
