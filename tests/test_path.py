"""The path of a posted move through the house: from the button down to the log, from the page down to the game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from companion.games import GAMES
from tests.evenings import House, evening
from tests.test_imports import PACKAGE, ROOMS_OF_WEB, layer_of, part_of

MOST_CLIMBS = 3
Call = tuple[str, str]


def height(room: str) -> tuple[int, int]:
    """How high a module stands in the house, and within the web."""
    path = PACKAGE / room
    floor = next((n for n, rooms in enumerate(ROOMS_OF_WEB) if path.stem in rooms), 0)
    return layer_of(part_of(path)), floor if part_of(path) == "web" else 0


def is_room(file: str) -> bool:
    """Whether that file is of ours and more than what Jinja calls for a template."""
    return file.startswith(f"{PACKAGE}/") and not file.endswith(("web/templates.py", "web/pieces.py"))


@contextmanager
def watched() -> Iterator[set[Call]]:
    """Which of our modules calls into which, in between. What a template calls is called by whoever has it drawn."""
    calls, ours = set[Call](), f"{PACKAGE}/"

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(ours):
            by = frame.f_back
            while by is not None and not is_room(by.f_code.co_filename):
                by = by.f_back
            if by is not None:
                calls.add((by.f_code.co_filename.removeprefix(ours), frame.f_code.co_filename.removeprefix(ours)))

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize("script", [False, True], ids=["page", "panel"])
def test_a_posted_move_climbs_at_most_three_times_between_rooms(tmp_path: Path, script: bool) -> None:
    at = evening(House(tmp_path), GAMES[0], 1)
    form = {"drawn": str(at.table.version), "name": "Finn"}
    with watched() as calls:
        answer = at.host.open("POST", f"/t/{at.code}/add", form, {"HX-Request": "true"} if script else None)
        if not script:
            at.host.get(f"/t/{at.code}")
    assert answer.status_code == (200 if script else 303)
    assert any(room == "store/sqlite.py" for _, room in calls), "it was followed to the log"
    climbs = {(by, room) for by, room in calls if height(room) > height(by)}
    assert len(climbs) <= MOST_CLIMBS, climbs
