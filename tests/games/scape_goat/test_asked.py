"""What a step of the set-up asks for at a table: no old tick counts for more mats, nor half of what it asks."""

from __future__ import annotations

import re
from html import unescape

from companion.games.scape_goat import GAME
from tests.evenings import Evening, House, Visitor, evening
from tests.test_the_way import main_button, main_buttons, page


def setting_up(house: House) -> Evening:
    at = evening(house, GAME, 1, 3)
    at.did(at.host, "set-up")
    return at


def test_done_drawn_for_three_mats_does_not_tick_the_step_that_asks_for_four(house: House) -> None:
    at = setting_up(house)
    steps = {step.key: step for step in at.table.plan().steps}  # type: ignore[union-attr]
    key = next(key for key in steps if "mats" in key)
    drawn = at.table.version
    at.did(at.host, "add", name="Dov")
    now = at.table
    answer = at.move(at.host, "tick", drawn=drawn, step=key, done="true")
    assert answer.status_code == 409
    page = unescape(answer.text)
    assert "That was for: 3 mats marked 3 " in page
    assert "Now: 4 mats marked 4 " in page
    assert (at.table.version, at.table.ticks) == (now.version, now.ticks)
    at.did(at.host, "tick", step=key, done="true")
    assert key in at.table.ticks


def test_half_of_what_a_step_asks_for_is_refused_and_the_step_not_done(house: House) -> None:
    at = setting_up(house)
    answer = at.move(at.host, "draw?step=tokens", step="tokens", by="hand", place1="blue", place2="", next="true")
    assert answer.status_code == 422
    assert "Please choose the token that lies here." in answer.get_data(as_text=True)
    assert (at.table.ticks, at.table.drawn) == ({}, {})


def test_what_somebody_is_called_has_nothing_to_do_with_a_step_and_leaves_its_button_good(house: House) -> None:
    at = setting_up(house)
    steps = [step for step in at.table.plan().steps if not step.draw]  # type: ignore[union-attr]
    drawn = at.table.version
    at.did(at.host, "tick", step=steps[0].key, done="true")
    at.did(at.people["Cleo"], "rename", seat=3, name="Clio", drawn=drawn)
    at.did(at.people["Ben"], "tick", drawn=drawn, step=steps[1].key, done="true")
    assert {steps[0].key, steps[1].key} <= set(at.table.ticks)


def test_the_last_step_offers_the_three_ways_and_starts(house: House) -> None:
    at = evening(house, GAME, 1, 3)
    at.did(at.host, "set-up")
    at.did(at.host, "draw-all")
    for key in ("mats", "line", "tokens", "evidence", "deal"):
        at.did(at.host, "tick", step=key, done="true")
    shown = page(at)
    assert "Learn who the scapegoat is" in shown
    assert main_button(shown) == "Start the game"
    assert "Done, next" not in shown
    ways = shown.partition("choices list ways")[2].partition("</fieldset>")[0]
    assert re.findall(r'type="radio" name="value" value="(\w+)"( checked)?', ways) == [
        ("app", " checked"),
        ("sheets", ""),
        ("mats", ""),
    ]
    answer = at.move(at.people["Ben"], "decide?step=secret", key="secret", value="mats")
    assert answer.headers["Location"] == f"/t/{at.code}?step=secret"
    assert 'value="mats" checked' in page(at).partition("choices list ways")[2].partition("</fieldset>")[0]
    for shown in (page(at, who=at.people["Ben"]), page(at, "?step=secret", Visitor(house))):
        assert "Waiting for the host to start" in shown
        assert main_buttons(shown) == []
    assert "choices list ways" not in page(at, "?step=secret", Visitor(house)), "who has no seat sees them only"
