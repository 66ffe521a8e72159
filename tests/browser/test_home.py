"""The first page anybody opens, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games import GAMES
from tests.browser.phone import Phone


@pytest.mark.parametrize(
    ("theme", "size"), [("light", (320, 568)), ("dark", (390, 844)), ("light", (390, 844)), ("dark", (1280, 800))]
)
def test_the_home_page_has_no_fault_in_any_size_and_light(
    phone: Callable[..., Phone], theme: str, size: tuple[int, int]
) -> None:
    ana = phone(theme=theme, size=size)
    ana.page.goto("/")
    ana.accessible()
    ana.fits()


@pytest.mark.parametrize("size", [(844, 390), (667, 375)])
def test_on_a_phone_lying_on_its_side_the_games_are_named_above_what_opens_a_table(
    phone: Callable[..., Phone], size: tuple[int, int]
) -> None:
    ana = phone(size=size)
    ana.page.goto("/")
    top = ana.page.get_by_role("button", name="Open a table").bounding_box()
    assert top
    for game in GAMES[:4]:
        name = ana.page.locator(".shelf b").get_by_text(str(game.title), exact=True).bounding_box()
        assert name
        assert name["y"] + name["height"] <= top["y"], game.key
    ana.fits()
