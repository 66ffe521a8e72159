"""Setting up the box on a laptop: the picture, and beside it what it says and what goes on from here."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.game import Game
from companion.games import GAMES
from tests.browser.screens import Screen
from tests.evenings import House, evening, fixed_chance


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_step_has_its_picture_at_the_left_and_its_words_and_buttons_beside_it(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chromium: Browser
) -> None:
    fixed_chance(monkeypatch, 1)
    at = evening(House(tmp_path), game, 1, game.players[0])
    at.did(at.host, "set-up")
    screen = Screen(chromium, (1280, 800))
    for step in at.table.plan().steps:  # type: ignore[union-attr]
        page = screen.shows(at.host, f"/t/{at.code}?step={step.key}")
        picture = page.locator(".game > .picture").bounding_box()
        words, button = page.locator(".game > .card").first.bounding_box(), page.locator(".action").bounding_box()
        assert picture
        assert words
        assert button
        assert picture["x"] + picture["width"] <= min(words["x"], button["x"])
        assert abs(picture["y"] - words["y"]) < 10
        screen.phone.fits()
    screen.close()
