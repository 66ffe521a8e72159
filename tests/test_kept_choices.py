"""What was chosen in the set-up is kept, whichever button is pressed; and who starts is never drawn in silence."""

from __future__ import annotations

import pytest

from companion.game import Game, Step
from companion.games import GAMES
from tests.evenings import Evening, House, evening
from tests.games import named, promises


def drawn_steps(at: Evening) -> list[Step]:
    """The steps of its set-up in which something is drawn."""
    plan = at.table.plan()
    assert plan is not None
    return [step for step in plan.steps if step.draw]


def setting_up(house: House, key: str, count: int = 3) -> Evening:
    at = evening(house, named(key), 1, count)
    at.did(at.host, "set-up")
    return at


def page(at: Evening) -> str:
    return at.host.get(f"/t/{at.code}").get_data(as_text=True)


def told(at: Evening) -> list[str]:
    names = {seat.number: seat.name for seat in at.table.seats}
    return [line.text.in_words(names=names) for line in at.table.told]


def test_the_big_button_takes_what_was_chosen_by_hand(house: House) -> None:
    at = setting_up(house, "example")
    answer = at.move(at.host, "draw?step=bag", step="bag", by="hand", holder="2", next="true")
    assert answer.headers["Location"] == f"/t/{at.code}", "and it leaves the step"
    assert at.table.drawn == {"holder": "2"}
    assert "bag" in at.table.ticks
    assert told(at)[-1] == "Ana entered a draw (Who holds the bag?)"
    at.start()
    assert at.table.drawn == {"holder": "2"}
    assert not any("Drawn" in line for line in told(at))


def test_saving_alone_stays_at_the_step(house: House) -> None:
    at = setting_up(house, "example")
    answer = at.move(at.host, "draw?step=bag", step="bag", by="hand", holder="2")
    assert answer.headers["Location"] == f"/t/{at.code}?step=bag"
    assert "bag" not in at.table.ticks


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_form_in_which_nothing_was_entered_draws_nothing_but_who_starts(house: House, game: Game) -> None:
    at = setting_up(house, game.key, game.players[0])
    for step in drawn_steps(at):
        at.host.get(f"/t/{at.code}?step={step.key}")
        at.did(at.host, f"draw?step={step.key}", step=step.key, by="hand", next="true")
        assert (step.key in at.table.ticks) == (step.key not in promises(game.key).WHO_STARTS)
    assert set(at.table.drawn) == promises(game.key).WHO_STARTS
    undrawn = [step.key for step in at.table.plan().steps if step.draw is None]  # type: ignore[union-attr]
    for key in undrawn:
        assert at.move(at.host, "draw", step=key, by="hand", next="true").status_code in (409, 422)


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
