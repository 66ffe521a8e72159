"""What the keeper keeps at hand: the tables asked for last, and only as a shorter way to what the log says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evenings import House, fixed_chance


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 7)
    return House(tmp_path)


def test_the_tables_asked_for_last_are_kept_at_hand_and_every_other_is_found_in_the_log(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.keeper.KEPT_AT_HAND", 3)
    codes = [house.keeper.open("Ana", {"game": "scout"}).code for _ in range(5)]
    kept = house.keeper._at_hand
    assert list(kept) == codes[2:]
    house.table(codes[2])
    assert house.table(codes[0]).hosts == ("Ana",)
    assert list(kept) == [codes[4], codes[2], codes[0]], "the longest quiet made room"
