"""What a turn of Scape Goat costs a hand and the wire: `python -m tests.bench.taps`."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.bench.phones import NAMES
from tests.bench.watched import Watched, job, seats
from tests.browser.evenings import let_go, press
from tests.running import Companion


def jobs(phone: Callable[[], Watched], companion: Companion) -> None:
    """A turn of Scape Goat, from the place to the next player."""
    phones = seats(phone, "Scape Goat", NAMES[:3], ())
    page = phones[0].page
    for each in phones:
        press(each.page)
        let_go(each.page)
    page.locator("#keep-turns > summary").click()
    page.locator("#keep-turns label").filter(has_text=NAMES[0]).click()
    page.get_by_role("button", name="We are in the middle of the game").click()
    spot = page.locator("#line button[name='to'][value='spy']")
    spot.wait_for()
    with job("turn of Scape Goat", *phones):
        spot.click()
        page.get_by_role("button", name=f"Done: on to {NAMES[1]}").click()
        expect(page.get_by_role("heading", name=f"{NAMES[1]}’s turn")).to_be_visible()
