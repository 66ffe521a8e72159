"""Phones of which everything is counted: what a job costs the hands of who does it, and the wire."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect

from tests.bench.first_visit import Air
from tests.browser.evenings import open_table, sit_down, start
from tests.running import Companion

COUNT = """
document.addEventListener("pointerdown", (event) => { if (event.isTrusted) did("tap"); }, true);
document.addEventListener("input", (event) => {
  if (event.isTrusted && ["text", "textarea"].includes(event.target.type)) did("field " + event.target.name);
}, true);
"""


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
