"""How people in browser tests open a table, take seats and hold a message: what every screen's test begins with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

from companion.games import GAMES
from tests.browser.phone import Phone
from tests.evenings import mark_on
from tests.games import DEALS

HOLD = "Hold to see your message"
TITLE = str(DEALS.title)
"""What lies on the table where it is all the same: a game that tells everybody something."""
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn")


@dataclass
class Group:
    """People at a table by name, each with a phone; Ana's is the host's laptop."""

    code: str
    phones: dict[str, Phone]

    @property
    def host(self) -> Page:
        """The host's screen."""
        return self.phones["Ana"].page

    @property
    def pages(self) -> dict[str, Page]:
        """Everybody's screen."""
        return {name: phone.page for name, phone in self.phones.items()}


def key_of(title: str) -> str:
    """The key of the game of that title: in a list two titles are told apart by it where one is part of the other."""
    (key,) = [game.key for game in GAMES if str(game.title) == title]
    return key


def time_as_told(page: Page) -> None:
    """From here on the time of a page with an installed clock goes only as it is told to. Its scripts have begun by
    then: what they put off for a moment would never come."""
    page.wait_for_load_state()
    page.evaluate("() => new Promise(later => setTimeout(later))")
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))


def open_table(page: Page, title: str = TITLE) -> str:
    """Open a table for the game of that title on this page; its code."""
    page.goto("/")
    page.locator(f"input[name=game][value='{key_of(title)}']").check(force=True)
    page.get_by_role("button", name="Open a table").click()
    page.wait_for_url("**/t/*")
    return page.url.rsplit("/", 1)[1]


def sit_down(page: Page, code: str, name: str) -> None:
    """Join as the QR leads there."""
    page.goto(f"/j/{code}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    page.wait_for_url(f"**/t/{code}")


def seated(phones: Sequence[Phone], title: str) -> str:
    """All sit at a new table, Ana first, who hosts; its code. Forms are sent as a browser sends them, but no page is
    drawn for them: joining by hand has tests of its own."""
    host = phones[0].context.request
    ours: dict[str, str | float | bool] = {"game": key_of(title), "from": mark_on(host.get("/").text())}
    code = host.post("/open", form=ours).url.rsplit("/", 1)[1]
    for phone, name in zip(phones, NAMES, strict=False):
        phone.context.request.get(f"/j/{code}")
        assert phone.context.request.post(f"/j/{code}", form={"name": name}).ok
    return code


def at_table(phones: Sequence[Phone], title: str) -> str:
    """The same, and each shows the table."""
    code = seated(phones, title)
    for phone in phones:
        phone.page.goto(f"/t/{code}")
    return code


def gather(phone: Callable[..., Phone], n: int = 3, title: str = TITLE) -> Group:
    """A laptop that hosts as Ana, and a phone for everybody else."""
    phones = [phone(size=(1280, 800)), *(phone() for _ in NAMES[1:n])]
    code = at_table(phones, title)
    return Group(code, dict(zip(NAMES, phones, strict=False)))


def start(page: Page) -> None:
    """Start the game though its box is not set up: the button asks, and one answer begins all the same."""
    page.locator("#start-asks > summary").click()
    page.locator("#start-asks form[action$='/start'] button").click()


def adds(page: Page, name: str) -> None:
    """Press to add somebody without a phone; whoever does not host finds the field folded."""
    page.locator("#adding").evaluate_all("folds => folds.forEach(fold => { fold.open = true; })")
    page.get_by_label("Their name").fill(name)
    page.get_by_role("button", name="Add a player without a phone").click()


def passed_round(phone: Phone, title: str) -> str:
    """A game begun with one phone, Ana's, that is passed round for Ben, Cleo and Dov; the table's code."""
    code = at_table([phone], title)
    adds(phone.page, "Ben, Cleo, Dov")
    expect(phone.page.get_by_role("listitem").filter(has_text="Dov").first).to_be_visible()
    start(phone.page)
    return code


SETTLED = """() => {
  const panel = document.getElementById('panel'), news = document.getElementById('news');
  return !panel || !news || news.dataset.line === undefined || news.dataset.line === panel.dataset.line;
}"""
"""Whether the page is done with what came: what stood open, the focus and what is chosen are put right only after what
it shows is new."""


def menu(page: Page) -> Locator:
    """The menu in the header, opened unless it is open."""
    expect(page.locator("#menu")).to_be_attached()
    page.wait_for_function(SETTLED)
    if page.locator("#menu:not([open])").count():
        page.locator("#menu > summary").click()
    return page.locator("#menu")


def drawer(page: Page, key: str) -> Locator:
    """One drawer of the menu, opened."""
    menu(page).locator(f"#{key} > summary").first.click()
    return page.locator(f"#{key}")


def close_menu(page: Page) -> None:
    """Back to the game."""
    page.locator("#menu[open] > summary").click()
    expect(page.locator("#menu")).not_to_have_attribute("open", "")


def hold_button(page: Page, nth: int = 0) -> tuple[float, float]:
    """Bring the nth button under the finger, once it stands still there and nothing is in front; the middle of it."""
    button = page.get_by_role("button", name=HOLD).nth(nth)
    expect(button).to_be_visible()
    page.wait_for_function("() => !document.querySelector('.resting')")  # what has just come takes no tap for a moment
    page.evaluate("() => document.fonts.ready")  # what comes late with the letters' shapes moves everything below
    button.hover()
    box = button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(page: Page) -> None:
    """Press the button and keep it pressed until the message shows."""
    hold_button(page)
    page.mouse.down()
    expect(page.locator(".secret")).to_be_visible()


READ = "() => !document.querySelector('.table[data-asks=message]')"
"""Whether the page shows that its message was read: that is what was asked."""


def let_go(page: Page) -> None:
    """Lift the finger: the message is covered. A first reading is written down, and the panel that this brings moves
    the button: it is waited for, else the next press would go beside it."""
    page.mouse.up()
    covered(page)
    page.wait_for_function(READ)


def found_now(page: Page, script: str) -> Any:
    """What the script finds at this very moment; a moment later where the page was just being left for another."""
    for _ in range(20):
        page.wait_for_load_state()
        try:
            return page.evaluate(script)
        except Error as no:
            if "context was destroyed" not in no.message:
                raise
    raise AssertionError(f"it is left for another page again and again: {page.url}")


def covered(page: Page) -> None:
    """Fails unless the message is covered and its text out of the page."""
    expect(page.locator(".secret")).to_have_count(0)
    assert page.evaluate("() => [...document.querySelectorAll('[data-open]')].every(e => e.hidden && !e.textContent)")


STAMP, STAMPED = "() => { window.stamped = true; }", "() => window.stamped === true"
"""Marks a page, and whether it is still the same page."""


def without_htmx(phone: Phone) -> Phone:
    """The same phone, to which htmx is what it is to an engine that cannot read it: nothing."""
    phone.context.route("**/htmx.min.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    return phone


def loaded_anew(page: Page) -> None:
    """Waits until a page that was marked has been loaded anew."""
    page.wait_for_function("() => !window.stamped && document.readyState === 'complete'")
