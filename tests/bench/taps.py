"""What the main jobs cost a hand and the wire: `python -m tests.bench.taps`.

Taps and typed fields are counted in the browser, as presses and keystrokes that really reached the page; a typed field
includes the tap into it. Bytes are what came down the wire, headers and live stream included, squeezed as they come.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect

from companion.game import BADGES, Player
from companion.games import GAMES
from tests.bench.first_visit import Air, at_home
from tests.bench.phones import NAMES, played, seated
from tests.browser.evenings import let_go, open_table, press, sit_down, start
from tests.browser.phone import PATIENCE
from tests.games.alcatraz.test_browser import to_vote, vote
from tests.games.scout.test_browser import before_round, hand_in, round_is, round_over, tap_in
from tests.running import Companion

COUNT = """
document.addEventListener("pointerdown", (event) => { if (event.isTrusted) did("tap"); }, true);
document.addEventListener("input", (event) => {
  if (event.isTrusted && ["text", "textarea"].includes(event.target.type)) did("field " + event.target.name);
}, true);
"""
ROUND = ((12, 2, 0), (8, 3, 7), (3, 1, 2))
"""A round of Scout for three, 45 cards: captured, chips and hand, in the order of seats; the first went out."""


class Watched:
    """A phone of which everything is counted: what its owner does, what it asks for, what comes down to it."""

    def __init__(self, browser: Browser, companion: Companion) -> None:
        self.air = Air(companion.port)
        address = f"{companion.address.rpartition(':')[0]}:{self.air.door.getsockname()[1]}"
        context = browser.new_context(base_url=address, viewport={"width": 390, "height": 844}, has_touch=True)
        self.did: list[str] = []
        self.asked: list[str] = []
        context.expose_function("did", lambda what: self.did.append(what))
        context.add_init_script(COUNT)
        self.page: Page = context.new_page()
        self.page.on("request", lambda request: self.asked.append(request.url))


@contextmanager
def job(what: str, *phones: Watched) -> Iterator[None]:
    """Prints what was done inside as a row of the table, phone by phone. What is on its way before and after has its
    second to come."""
    phones[0].page.wait_for_timeout(1000)
    before = [phone.air.down for phone in phones]
    for phone in phones:
        phone.did.clear()
        phone.asked.clear()
    yield
    phones[0].page.wait_for_timeout(1000)
    taps = [phone.did.count("tap") for phone in phones]
    fields = [len(set(phone.did) - {"tap"}) for phone in phones]
    down = [f"{(phone.air.down - was) / 1000:.1f}" for phone, was in zip(phones, before, strict=True)]
    asked = [len(phone.asked) for phone in phones]
    row(what, *(" + ".join(map(str, of)) for of in (taps, fields, down, asked)))


def row(*cells: str) -> None:
    print("|", " | ".join(cells), "|")


def join_and_message(phone: Callable[[], Watched], companion: Companion) -> None:
    """From the scanned code to the seat; then from Start, pressed elsewhere, to the message read and covered again."""
    code, others = seated(companion.port, "scape_goat", 3)
    dov = phone()
    with job("join, scanned to seated", dov):
        sit_down(dov.page, code, "Dov")
    with job("message, dealt to read", dov):
        played(others[0], code, "start")
        press(dov.page)
        let_go(dov.page)


def seats(phone: Callable[[], Watched], title: str, own: Sequence[str], carried: Sequence[str]) -> tuple[Watched, ...]:
    """Phones for those with their `own`, at a new table of that game. The first hosts, and is passed round for those
    `carried`."""
    phones = tuple(phone() for _ in own)
    host = phones[0].page
    code = open_table(host, title)
    host.get_by_label("Your name").fill(own[0])
    host.get_by_role("button", name="Take a seat").click()
    expect(host.get_by_role("listitem").filter(has_text=own[0]).first).to_be_visible()
    for each, name in zip(phones[1:], own[1:], strict=True):
        sit_down(each.page, code, name)
    for name in carried:
        host.get_by_label("Their name").fill(name)
        host.get_by_role("button", name="Add a player without a phone").click()
        expect(host.get_by_role("listitem").filter(has_text=name).first).to_be_visible()
    start(host)
    return phones


def rounds(phone: Callable[[], Watched], companion: Companion) -> None:
    """A round of Scout counted and tallied by three: each on their own phone, then all on one."""
    phones = seats(phone, "Scout", NAMES[:3], ())
    for each in phones:
        round_is(each.page, 1, 3)
    with job("round, each on their own phone", *phones):
        phones[0].page.get_by_role("button", name="I showed the last card").click()
        for each, numbers in zip(phones, (ROUND[0][:2], *ROUND[1:]), strict=True):
            tap_in(each.page, "#mine", numbers)
            hand_in(each.page)
        before_round(phones[0].page, 2)
    (one,) = seats(phone, "Scout", NAMES[:1], NAMES[1:3])
    round_is(one.page, 1, 3)
    round_over(one.page)
    with job("round, all three on one phone", one):
        tap_in(one.page, ".whole-form", ROUND[0] + ROUND[1] + ROUND[2])
        one.page.get_by_role("button", name="Count round 1").click()
        before_round(one.page, 2)


def votes(phone: Callable[[], Watched], companion: Companion) -> None:
    """A secret vote in Alcatraz: by somebody with a phone, then by three of whom two are handed it."""
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
        one.page.get_by_role("button", name="Pass this device to Ben").click()
        vote(one.page, "Ana")
        one.page.get_by_role("button", name="Pass on to Cleo").click()
        vote(one.page, "Ana")
        one.page.get_by_role("button", name="Pass back to").click()
        expect(one.page.locator("#elected")).to_be_visible()


def turns(phone: Callable[[], Watched], companion: Companion) -> None:
    """A turn of Scape Goat, from the place to the next player; then in Alcatraz a way into a room."""
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
    phones = seats(phone, "Alcatraz: The Scapegoat", NAMES[:3], ())
    lit = phones[0].page.get_by_role("button", name="Go for 1 Action Point").first
    lit.wait_for()
    with job("way into a room of Alcatraz", *phones):
        lit.click()
        expect(phones[0].page.locator("#here")).to_be_visible()


TAP, STEP, HANDFUL, PIECE, POURED = 2.0, 3.0, 5.0, 0.5, 20
"""The pace of a set-up, in seconds: a tap with the look before it; a step read out; a handful of cardboard taken out of
the box; each piece of it laid down, up to so many, since larger heaps are poured and decks are dealt."""
MEANT = {"scape_goat": 180, "scout": 120, "corporate": 120, "alcatraz": 360}
"""Seconds from the closed box to the first turn."""


def set_ups(browser: Browser, companion: Companion) -> None:
    """From the closed box to the first turn with four who sit there: taps of the host, by the way that leads, and the
    cardboard of every step, at the pace above."""
    row("set-up", "taps", "steps", "handfuls", "closed box to first turn", "meant")
    row(*["---"] * 6)
    for game in (game for game in GAMES if game.key in MEANT):
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
        row(
            str(game.title), str(taps), str(len(steps)), str(len(takes)), minutes(seconds), minutes(MEANT[game.key])
        )  # fmt: skip


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
        for jobs in (join_and_message, rounds, votes, turns):
            jobs(lambda: Watched(browser, companion), companion)
        print()
        set_ups(browser, companion)


if __name__ == "__main__":
    main()
