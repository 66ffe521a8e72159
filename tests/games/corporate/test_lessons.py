"""The game in a minute says of no year what the rules do not: also of one without a card sold face down (E6)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.game import Known
from companion.games.corporate import GAME
from tests.evenings import House, Visitor, evening


def told(key: str) -> list[str]:
    return next([str(line) for line in lesson.lines] for lesson in GAME.lessons(Known()) if lesson.key == key)


def test_a_year_without_a_card_face_down_counts_as_black_and_everybody_is_in_its_review() -> None:
    assert told("end")[0].endswith("If there is none, that counts as black.")
    assert told("review")[0].startswith("If that card was black, or there was none, everybody reveals a card.")


def drawn(html: str) -> list[str]:
    """What stands on the four quarters of the third card."""
    (lesson,) = re.findall(r'class="lesson">(?:(?!</section>).)*?A quarter closes', html, re.DOTALL)
    return re.findall(r'font-size="38">([^<]*)<', lesson)


@pytest.mark.parametrize(("players", "target"), [(3, "10"), (4, "15"), (5, "20")])
def test_the_quarters_show_the_target_of_as_many_as_sit_there(tmp_path: Path, players: int, target: str) -> None:
    at = evening(House(tmp_path), GAME, 1, players)
    assert told("quarters")[0] == "The target of each quarter is 10 with three players, 15 with four, 20 with five."
    assert drawn(at.host.get(f"/t/{at.code}").text) == [target] * 4
    assert drawn(at.host.get(f"/t/{at.code}/wall").text) == [target] * 4


def test_where_nobody_sits_yet_the_quarters_leave_their_target_open(tmp_path: Path) -> None:
    host = Visitor(House(tmp_path))
    code = host.post("/open", game="corporate").headers["Location"].rsplit("/", 1)[-1]
    assert drawn(host.get(f"/t/{code}").text) == ["?"] * 4
    assert drawn(host.get("/guide/corporate?players=3").text) == ["10"] * 4, "away from a table by who is asked about"
