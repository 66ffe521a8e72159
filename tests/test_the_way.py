"""The way from the box to the first turn leads: setting up first, then the start, which asks about what nobody told."""

from __future__ import annotations

import re
from html import unescape

import pytest

from companion.game import Game
from companion.games import GAMES
from tests.evenings import Evening, House, Visitor, evening
from tests.games import DEALS, named, promises

BOX = pytest.mark.parametrize("key", [game.key for game in GAMES if promises(game.key).ASKS_AT_START == "box"])
"""Those on whose tables something lies that has to be told or drawn."""


def lobby(house: House, key: str, count: int = 3) -> Evening:
    """With the first `count` people of the evening at the table; Ana hosts also where she does not sit."""
    at = evening(house, named(key), 1, max(count, 1))
    if not count:
        at.did(at.host, "remove", seat=1)
    return at


def page(at: Evening, query: str = "", who: Visitor | None = None) -> str:
    return (who or at.host).get(f"/t/{at.code}{query}").get_data(as_text=True)


def main_button(shown: str) -> str:
    """What the one large button of a page says."""
    found: list[str] = re.findall(r'<(?:button|summary) class="btn"[^>]*>(?:<svg.*?</svg>)?([^<]+)<', shown)
    (words,) = found
    return words


def answers(shown: str) -> list[str]:
    """What can be answered to what the start asks."""
    asks = shown.partition('id="start-asks"')[2].partition("</details>")[0]
    return re.findall(r"([^<>]+)</button>", asks)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_setting_up_leads_until_all_of_it_is_done(house: House, game: Game) -> None:
    at = lobby(house, game.key)
    assert main_button(page(at)) == "Set up the box"
    at.did(at.host, "set-up")
    at.did(at.host, "draw-all")
    at.did(at.host, "tick-all")
    at.did(at.host, "lobby")
    assert main_button(page(at)) == str(game.start_button)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_until_enough_sit_a_seat_leads_and_nothing_is_docked(house: House, game: Game) -> None:
    assert main_button(page(lobby(house, game.key, 0))) == "Take a seat"
    alone, enough = page(lobby(house, game.key, 1)), page(lobby(house, game.key, game.players[0]))
    assert main_buttons(alone) == []
    assert 'class="action"' not in alone
    assert main_button(enough) == "Set up the box"
    assert 'class="action"' in enough


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_whoever_skipped_the_set_up_and_stops_the_game_is_not_led_back_to_it(house: House, game: Game) -> None:
    at = lobby(house, game.key)
    at.start()
    at.did(at.host, "lobby")
    assert main_buttons(page(at)) == []
    assert 'btn quiet">Set up the box' in page(at)


@BOX
def test_start_asks_what_to_do_about_a_box_of_which_nothing_was_told(house: House, key: str) -> None:
    at = lobby(house, key)
    assert "Is the box set up already?" in page(at)
    assert answers(page(at)) == ["Yes, start the game", "Yes, enter what we drew", "No, let the app draw it"]
    at.did(at.host, "set-up")
    assert answers(page(at)) == ["Yes, start the game", "Yes, enter what we drew", "No, let the app draw it"]
    at.did(at.host, "draw-all")
    assert answers(page(at)) == []
    at.start()
    assert at.table.stage == "play"


@BOX
def test_whoever_went_through_every_step_is_not_asked_whether_the_box_is_set_up(house: House, key: str) -> None:
    """Also where it was laid out by hand, and nothing of it told."""
    at = lobby(house, key)
    at.did(at.host, "set-up")
    plan = at.table.plan()
    assert plan is not None
    for step in plan.steps:
        assert step.by_start or answers(page(at))
        if not step.by_start:
            at.did(at.host, "tick", step=step.key, done="true")
    assert answers(page(at)) == []
    assert main_button(page(at)) == "Start the game"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_start_asks_about_what_nobody_told_and_about_nothing_else(house: House, game: Game) -> None:
    shown = page(lobby(house, game.key))
    asked = {
        "box": ["Yes, start the game", "Yes, enter what we drew", "No, let the app draw it"],
        "who starts": ["Enter who starts", "Let the app draw it"],
        "nothing": [],
    }
    assert answers(shown) == asked[promises(game.key).ASKS_AT_START]
    assert ("Is the box set up already?" in shown) is (promises(game.key).ASKS_AT_START == "box")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_nobody_drew_is_asked_before_too_few_are_seated_nothing(house: House, game: Game) -> None:
    at = lobby(house, game.key, game.players[0] - 1)
    assert answers(page(at)) == []
    refused = at.move(at.host, "start")
    assert refused.status_code == 422
    assert "1 more to go" in refused.get_data(as_text=True)


@pytest.mark.parametrize("key", [game.key for game in GAMES if promises(game.key).ASKS_AT_START != "nothing"])
def test_a_box_that_is_set_up_is_only_told(house: House, key: str) -> None:
    """What was drawn is asked for, one after the other, with the form for it open; nothing else."""
    at = lobby(house, key)
    at.did(at.host, "set-up", how="laid")
    plan = at.table.plan()
    assert plan is not None
    owed = [step.key for step in plan.steps if step.draw is not None and step.draw.missing]
    assert owed
    assert set(at.table.ticks) == {step.key for step in plan.steps} - set(owed)
    for key in owed:
        shown = page(at)
        assert re.search(rf'<details id="hand-{key}" open>', shown), key
        at.did(at.host, "draw", step=key, by="app")
        at.did(at.host, "tick", step=key, done="true")
    assert main_button(page(at)) == str(at.game.start_button)
    at.did(at.host, "lobby")
    at.did(at.host, "set-up")
    assert at.table.laid is False


@BOX
def test_a_box_of_which_all_is_drawn_for_us_is_read_out(house: House, key: str) -> None:
    at = lobby(house, key)
    answer = at.move(at.host, "set-up?step=all", how="drawn")
    assert answer.headers["Location"] == f"/t/{at.code}?step=all"
    plan = at.table.plan()
    assert plan is not None
    assert not any(step.draw.missing for step in plan.steps if step.draw is not None)
    assert "Read it out, and lay it on the table" in page(at, "?step=all")
    assert main_button(page(at, "?step=all")) == "All of it is done"
    at.did(at.host, "tick-all")
    assert main_button(page(at)) == str(at.game.start_button)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_setting_up_before_enough_are_seated_keeps_the_code_and_says_how_many_are_missing(
    house: House, game: Game
) -> None:
    at = lobby(house, game.key, 1)
    at.did(at.host, "set-up")
    shown = page(at)
    assert 'data-loud="yes"' in shown
    missing = game.players[0] - 1
    needed = f"{missing} more players needed" if missing > 1 else "1 more player needed"
    assert f"{needed} to show the set-up." in shown
    assert "Ana" in shown.partition('<section class="card seats"')[2].partition("</section>")[0]
    for name in ("Ben", "Cleo")[:missing]:
        at.did(at.host, "add", name=name)
    shown = page(at)
    assert str(at.table.plan().steps[0].title) in unescape(shown)  # type: ignore[union-attr]
    assert 'data-loud="yes"' not in shown.partition('id="panel"')[2].partition(">")[0]


def main_buttons(shown: str) -> list[str]:
    return re.findall(r'<(?:button|summary) class="btn"', shown)


def test_a_practice_game_leads_as_any_other_and_starts_without_a_question(house: House) -> None:
    ana = Visitor(house, "Ana")
    ana.get("/")
    at = ana.post("/open", game=DEALS.key, rehearsal="yes").headers["Location"].removesuffix("/practice")
    shown = ana.get(at).get_data(as_text=True)
    assert main_button(shown) == "Set up the box"
    assert "Start the game" in shown
    assert answers(shown) == []
