"""The wall: a TV cannot scroll, so everything on it is in sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.evenings import gather
from tests.browser.phone import Phone


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_the_wall_is_all_in_sight(phone: Callable[..., Phone], size: tuple[int, int]) -> None:
    group = gather(phone, 4, "Alcatraz: The Scapegoat")
    wall = phone(size=size).page
    wall.goto(f"/t/{group.code}/wall")
    group.host.get_by_role("button", name="Start the game").click()
    expect(wall.get_by_role("heading", name="turn")).to_be_visible()
    wall.evaluate("() => document.fonts.ready")
    assert wall.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
