"""What the screens at a table with Scape Goat are sent."""

from __future__ import annotations

from pathlib import Path

from companion.games.scape_goat import GAME
from tests.evenings import House, evening


def test_three_two_one_is_counted_as_the_cards_turn_up_and_not_again_by_a_page_opened_anew(tmp_path: Path) -> None:
    at = evening(House(tmp_path), GAME, 1, 3)
    at.start()
    at.did(at.host, "play/frame")
    for who in at.speakers():
        at.did(who, "play/card", number=1, card="blue")
    for screen in ("", "/wall"):
        assert "countdown" in at.host.get(f"/t/{at.code}{screen}/panel").text
        assert "countdown" not in at.host.get(f"/t/{at.code}{screen}").text
