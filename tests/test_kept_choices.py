"""What was chosen in the set-up is kept, whichever button is pressed; and who starts is never drawn in silence."""

from __future__ import annotations

import pytest

from companion.game import Game, Step
from companion.games import GAMES, find_game
from tests.evenings import Evening, House, evening


def drawn_steps(at: Evening) -> list[Step]:
    """The steps of its set-up in which something is drawn."""
    plan = at.table.plan()
    assert plan is not None
    return [step for step in plan.steps if step.draw]


def setting_up(house: House, key: str, count: int = 3) -> Evening:
    game = find_game(key)
    assert game is not None
    at = evening(house, game, 1, count)
    at.did(at.host, "set-up")
    return at


def page(at: Evening) -> str:
    return at.host.get(f"/t/{at.code}").get_data(as_text=True)


def told(at: Evening) -> list[str]:
    names = {seat.number: seat.name for seat in at.table.seats}
    return [line.text.in_words(names=names) for line in at.table.told]


def test_the_big_button_takes_the_start_player_that_was_chosen_by_hand(house: House) -> None:
    at = setting_up(house, "scout")
    answer = at.move(at.host, "draw?step=start", step="start", by="hand", start="2", next="true")
    assert answer.headers["Location"] == f"/t/{at.code}", "and it leaves the step"
    assert at.table.drawn == {"start": "2"}
    assert "start" in at.table.ticks
    assert told(at)[-1] == "Ana entered a draw (Who starts?)"
    at.start()
    assert at.table.drawn == {"start": "2"}
    assert not any("Drawn" in line for line in told(at))


def test_saving_alone_stays_at_the_step(house: House) -> None:
    at = setting_up(house, "scout")
    answer = at.move(at.host, "draw?step=start", step="start", by="hand", start="2")
    assert answer.headers["Location"] == f"/t/{at.code}?step=start"
    assert "start" not in at.table.ticks


def test_who_starts_is_drawn_where_it_is_asked_when_the_big_button_finds_nobody_chosen(house: House) -> None:
    at = setting_up(house, "scout")
    at.did(at.host, "draw?step=start", step="start", by="hand", next="true")
    (drawn,) = at.table.drawn.values()
    name = next(seat.name for seat in at.table.seats if str(seat.number) == drawn)
    assert "start" not in at.table.ticks, "so that it is seen"
    assert told(at)[-1] == "Ana let the app draw (Who starts?)"
    shown = at.host.get(f"/t/{at.code}?step=start").get_data(as_text=True)
    assert f'<bdi translate="no">{name}</bdi> starts and takes the marker.' in shown
    at.did(at.host, "draw?step=start", step="start", by="hand", start=drawn, next="true")
    assert "start" in at.table.ticks
    assert at.table.drawn == {"start": drawn}


def test_who_starts_a_game_begun_without_the_set_up_is_told_and_stays_when_it_begins_anew(house: House) -> None:
    game = find_game("scout")
    assert game is not None
    at = evening(house, game, 1, 3)
    at.start()
    drawn = dict(at.table.drawn)
    name = next(seat.name for seat in at.table.seats if str(seat.number) == drawn["start"])
    assert told(at)[-1] == f"Drawn: {name} starts and takes the marker."
    for _ in range(5):
        at.start()
        assert dict(at.table.drawn) == drawn
    assert told(at)[-1] == "Ana restarted Scout. What was entered before is gone."


def test_half_of_what_a_step_asks_for_is_refused_and_the_step_not_done(house: House) -> None:
    at = setting_up(house, "scape_goat")
    answer = at.move(at.host, "draw?step=tokens", step="tokens", by="hand", place1="blue", place2="", next="true")
    assert answer.status_code == 422
    assert "Please choose the token that lies here." in answer.get_data(as_text=True)
    assert (at.table.ticks, at.table.drawn) == ({}, {})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_form_in_which_nothing_was_entered_draws_nothing_but_who_starts(house: House, game: Game) -> None:
    at = setting_up(house, game.key, game.players[0])
    for step in drawn_steps(at):
        at.host.get(f"/t/{at.code}?step={step.key}")
        at.did(at.host, f"draw?step={step.key}", step=step.key, by="hand", next="true")
        assert (step.key in at.table.ticks) == (game.key != "scout")
    assert set(at.table.drawn) == ({"start"} if game.key == "scout" else set())
    assert at.move(at.host, "draw", step="mats", by="hand", next="true").status_code in (409, 422)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_form_of_an_undrawn_step_holds_nothing_beforehand(house: House, game: Game) -> None:
    """So that the big button can tell what was chosen from what was not."""
    at = setting_up(house, game.key, game.players[0])
    for step in drawn_steps(at):
        shown = at.host.get(f"/t/{at.code}?step={step.key}").get_data(as_text=True)
        form = shown.partition(f'id="hand-form-{step.key}"')[2].partition("</form>")[0]
        assert form, step.key
        assert " checked" not in form, step.key
        assert " selected" not in form, step.key
