"""What the main jobs cost a hand and the wire: `python -m tests.bench.taps`.

Taps and typed fields are counted in the browser, as presses and keystrokes that really reached the page; a typed field
includes the tap into it. Bytes are what came down the wire, headers and live stream included, squeezed as they come.
Jobs of one game stand in its `tests/games/KEY/taps.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from playwright.sync_api import Browser, Page, expect

from companion.game import BADGES, Player
from companion.games import GAMES, example
from tests.bench.first_visit import at_home
from tests.bench.phones import NAMES, played, seated
from tests.bench.watched import Watched, job, row
from tests.browser.evenings import let_go, open_table, press, sit_down
from tests.browser.phone import PATIENCE
from tests.games import MEASURED, promises
from tests.running import Companion


def join_and_message(phone: Callable[[], Watched], companion: Companion) -> None:
    """From the scanned code to the seat; then from Start, pressed elsewhere, to the message read and covered again."""
    code, others = seated(companion.port, MEASURED.key, 3)
    dov = phone()
    with job("join, scanned to seated", dov):
        sit_down(dov.page, code, "Dov")
    with job("message, dealt to read", dov):
        played(others[0], code, "start")
        press(dov.page)
        let_go(dov.page)


TAP, STEP, HANDFUL, PIECE, POURED = 2.0, 3.0, 5.0, 0.5, 20
"""The pace of a set-up, in seconds: a tap with the look before it; a step read out; a handful of cardboard taken out of
the box; each piece of it laid down, up to so many, since larger heaps are poured and decks are dealt."""
ON_OFFER = [game for game in GAMES if game is not example.GAME]


def set_ups(browser: Browser, companion: Companion) -> None:
    """From the closed box to the first turn with four who sit there: taps of the host, by the way that leads, and the
    cardboard of every step, at the pace above."""
    row("set-up", "taps", "steps", "handfuls", "closed box to first turn", "meant")
    row(*["---"] * 6)
    for game in ON_OFFER:
        host = Watched(browser, companion)
        code = open_table(host.page, str(game.title))
        host.page.goto(f"/j/{code}")
        sit_down(host.page, code, NAMES[0])
        host.page.get_by_label("Their name").fill(", ".join(NAMES[1:4]))
        host.page.get_by_role("button", name="Add a player without a phone").click()
        expect(host.page.locator(".people .person")).to_have_count(4)
        host.did.clear()
        way_that_leads(host.page)
        host.page.wait_for_timeout(1000)
        taps = host.did.count("tap")
        players = [Player(n + 1, NAMES[n], BADGES[n]) for n in range(4)]
        steps = [step for step in game.plan(players, {}, {}).steps if step.key != "check"]
        takes = [take.n for step in steps for take in step.takes]
        seconds = TAP * taps + STEP * len(steps) + sum(HANDFUL + PIECE * min(n, POURED) for n in takes)
        meant = promises(game.key).MEANT
        row(str(game.title), str(taps), str(len(steps)), str(len(takes)), minutes(seconds), minutes(meant))


def minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def way_that_leads(page: Page) -> None:
    """Presses what leads through the set-up: draws everything at once where that is offered, else step by step."""
    stage = page.locator(".table")
    page.get_by_role("button", name="Set up the box").first.click()
    expect(stage).to_have_attribute("data-stage", "setup")
    every = page.get_by_role("button", name="Draw everything, then read it out")
    start = page.get_by_role("button", name=re.compile("^Start "))
    done, whole = page.locator("#done"), page.get_by_role("button", name="All of it is done")
    all_set = page.get_by_role("heading", name="All set up")
    for _ in range(12):
        expect(done.or_(whole).or_(all_set).first).to_be_visible()
        if all_set.count():
            break
        title = page.locator(".game h1").first.inner_text()
        draw = page.get_by_role("button", name="Let the app draw")
        pressed = next(one for one in (whole, every, draw, done) if one.count())
        pressed.first.click()
        if pressed is draw:
            expect(draw).to_have_count(0)
        else:
            expect(page.locator(".game h1").first).not_to_have_text(title)
    start.first.click()
    expect(stage).to_have_attribute("data-stage", "play")


def main() -> None:
    """Prints the table, a row for each job; where several phones do it together, each phone's share. Then set-ups."""
    expect.set_options(timeout=PATIENCE)
    with at_home() as (browser, companion):
        row("job", "taps", "typed fields", "KB down the wire", "requests")
        row(*["---"] * 5)
        own = [f"tests.games.{game.key}.taps" for game in ON_OFFER]
        modules = [import_module(name) for name in own if find_spec(name)]
        for jobs in (join_and_message, *(module.jobs for module in modules)):
            jobs(lambda: Watched(browser, companion), companion)
        print()
        set_ups(browser, companion)


if __name__ == "__main__":
    main()
