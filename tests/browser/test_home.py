"""The first page anybody opens, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

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
