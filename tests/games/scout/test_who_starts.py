"""Who starts is drawn where it is asked, never in silence, and what was chosen is kept."""

from __future__ import annotations

from companion.games.scout import GAME
from tests.evenings import House, evening
from tests.test_kept_choices import setting_up, told


def test_the_big_button_takes_the_start_player_that_was_chosen_by_hand(house: House) -> None:
    at = setting_up(house, GAME.key)
    answer = at.move(at.host, "draw?step=start", step="start", by="hand", start="2", next="true")
    assert answer.headers["Location"] == f"/t/{at.code}", "and it leaves the step"
    assert at.table.drawn == {"start": "2"}
    assert "start" in at.table.ticks
    assert told(at)[-1] == "Ana entered a draw (Who starts?)"
    at.start()
    assert at.table.drawn == {"start": "2"}
    assert not any("Drawn" in line for line in told(at))


def test_saving_alone_stays_at_the_step(house: House) -> None:
    at = setting_up(house, GAME.key)
    answer = at.move(at.host, "draw?step=start", step="start", by="hand", start="2")
    assert answer.headers["Location"] == f"/t/{at.code}?step=start"
    assert "start" not in at.table.ticks


def test_who_starts_is_drawn_where_it_is_asked_when_the_big_button_finds_nobody_chosen(house: House) -> None:
    at = setting_up(house, GAME.key)
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
    at = evening(house, GAME, 1, 3)
    at.start()
    drawn = dict(at.table.drawn)
    name = next(seat.name for seat in at.table.seats if str(seat.number) == drawn["start"])
    assert told(at)[-1] == f"Drawn: {name} starts and takes the marker."
    for _ in range(5):
        at.start()
        assert dict(at.table.drawn) == drawn
    assert told(at)[-1] == "Ana restarted Scout. What was entered before is gone."
