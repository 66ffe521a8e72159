"""The evening leaves the browser as a PNG that can be looked at; without script as the SVG it is made from."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect

from companion.games import example
from tests.browser.choosing import played_on
from tests.browser.evenings import HOLD, passed_round
from tests.browser.phone import Phone

PAPER, CARD = (239, 228, 210), (255, 250, 240)


def saved(page: Page) -> tuple[str, bytes]:
    """The name and the bytes of what the button saves."""
    with page.expect_download() as coming:
        page.get_by_role("link", name="Save as picture").click()
    return coming.value.suggested_filename, Path(coming.value.path()).read_bytes()


def test_the_evening_is_saved_as_a_png_and_without_script_as_the_svg(phone: Callable[..., Phone]) -> None:
    one, plain = phone(), phone(script=False)
    page = one.page
    code = passed_round(one, str(example.GAME.title))
    expect(page.get_by_role("button", name=HOLD)).to_be_visible()
    played_on(one, code, others=("2", "3", "4"))
    page.goto(f"/t/{code}/evening")
    expect(page.get_by_role("heading", name="Results", exact=True)).to_be_visible()
    name, png = saved(page)
    assert name == f"{code}.png"
    picture = Image.open(io.BytesIO(png))
    # Four players, one game that counts points, twice the size: 150 + 4 * 64 + 40 + 72 + 34 + 50 = 602 high, 800 wide.
    assert (picture.format, picture.size) == ("PNG", (1600, 1204))
    assert [picture.convert("RGB").getpixel(at) for at in ((20, 20), (200, 80))] == [PAPER, CARD]
    letters = picture.convert("L").crop((128, 120, 400, 190))  # "Results", in dark ink
    assert min(letters.tobytes()) < 60

    plain.page.goto(page.url)
    name, svg = saved(plain.page)
    assert name == f"{code}.svg"
    assert b"</svg>" in svg
