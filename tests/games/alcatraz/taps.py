"""What a vote and a way in Alcatraz cost a hand and the wire: `python -m tests.bench.taps`."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.bench.phones import NAMES, played, seated
from tests.bench.watched import Watched, job, seats
from tests.browser.evenings import sit_down
from tests.games.alcatraz.test_browser import to_vote, vote
from tests.running import Companion


def jobs(phone: Callable[[], Watched], companion: Companion) -> None:
    """A secret vote: by somebody with a phone, then by three of whom two are handed it. Then a way into a room."""
    code, others = seated(companion.port, "alcatraz", 2)
    dov = phone()
    sit_down(dov.page, code, "Dov")
    for kind in ("start", "play/round-done", "play/guard", "play/talk-over"):
        played(others[0], code, kind)
    dov.page.get_by_role("button", name="Cast my vote").wait_for()
    with job("vote, on their own phone", dov):
        vote(dov.page, "Ana")
        expect(dov.page.get_by_text("You have voted.")).to_be_visible()
    (one,) = seats(phone, "Alcatraz: The Scapegoat", NAMES[:1], NAMES[1:3])
    to_vote(one.page, goat=one.page)
    with job("vote, all three on one phone", one):
        vote(one.page, "Ben")
        one.page.get_by_role("button", name="Pass to Ben").click()
        vote(one.page, "Ana")
        one.page.get_by_role("button", name="Pass on to Cleo").click()
        vote(one.page, "Ana")
        one.page.get_by_role("button", name="Pass back to").click()
        expect(one.page.locator("#elected")).to_be_visible()
    phones = seats(phone, "Alcatraz: The Scapegoat", NAMES[:3], ())
    lit = phones[0].page.get_by_role("button", name="Go for 1 Action Point").first
    lit.wait_for()
    with job("way into a room of Alcatraz", *phones):
        lit.click()
        expect(phones[0].page.locator("#here")).to_be_visible()
