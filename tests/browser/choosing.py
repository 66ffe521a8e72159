"""How people in browser tests come to a secret choice, and make it: the same at every game."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from tests.asking import CHOICES
from tests.browser.evenings import at_table
from tests.browser.phone import Phone
from tests.games import named

LATE = itertools.count(10_000)
"""Versions that no table has yet: a button drawn so late is old to nobody."""


def play(who: Phone, code: str, kind: str, **form: str) -> None:
    """A move of somebody who looks at nothing just now."""
    drawn = str(next(LATE))  # one that was sent before is answered as then
    assert who.context.request.post(f"/t/{code}/{kind}", form={"drawn": drawn, **form}).ok


def played_on(host: Phone, code: str, others: Sequence[str]) -> None:
    """A game of the example that has begun, to its end: its host guesses and goes on without those seats."""
    for number in (1, 2, 3):
        play(host, code, "play/guess", number="0")
        for seat in others:
            play(host, code, "play/away", seat=seat)
        if number < 3:
            play(host, code, "play/next")


def began(phones: Sequence[Phone], choice: str) -> str:
    """Ana, Ben and Cleo at a table of that game, which has begun, and Dov on Ben's phone; its code."""
    code = at_table(phones, str(named(choice.split()[0]).title))
    play(phones[1], code, "add", name="Dov")
    for key, value in CHOICES[choice].decided.items():
        play(phones[0], code, "decide", key=key, value=value)
    play(phones[0], code, "start")
    return code


def call(host: Phone, code: str, choice: str) -> None:
    """The host presses what asks everybody to choose."""
    for kind in CHOICES[choice].called:
        play(host, code, kind)


def asked(phones: Sequence[Phone], choice: str) -> str:
    """The same, and everybody to choose; its code. Ben's phone shows it."""
    code = began(phones, choice)
    call(phones[0], code, choice)
    phones[1].page.goto(f"/t/{code}")
    return code


def controls(page: Page, choice: str, seat: int) -> Locator:
    """What that seat chooses with on this page: buttons, or one of many and a button to send it."""
    one = CHOICES[choice]
    whose = f":has(input[name=seat][value='{seat}'])" if one.whose else ""
    return page.locator(f"form[action$='/{one.kind}']{whose} [name={one.field}]")


def mark(page: Page, choice: str, seat: int, nth: int) -> None:
    """Tap what is chosen, the first or second or so that is offered: where it is a button, it is sent by that."""
    control = controls(page, choice, seat).nth(nth)
    expect(control).to_be_attached()
    control.locator("xpath=ancestor::label").click() if CHOICES[choice].ticked else control.click()


def send(page: Page, choice: str, seat: int, nth: int = 0) -> None:
    """Choose, whatever comes of it."""
    mark(page, choice, seat, nth)
    if CHOICES[choice].ticked:
        controls(page, choice, seat).first.locator("xpath=ancestor::form").locator("button").last.click()


def choose(page: Page, choice: str, seat: int, nth: int = 0) -> None:
    """Choose, and wait until it is in: what can be seen or changed then is folded away."""
    send(page, choice, seat, nth)
    expect(own_choice(page, choice)).to_be_visible()


def own_choice(page: Page, choice: str) -> Locator:
    """What opens the choice that was made on this page, to see it or to change it."""
    words = "|".join(re.escape(words) for words in (CHOICES[choice].see, CHOICES[choice].change))
    return page.locator("summary", has_text=re.compile(words))


def over_to_dov(page: Page) -> Locator:
    """The button on Ben's own page."""
    return page.get_by_role("button", name=re.compile("Pass to Dov")).first


def to_dov(page: Page) -> None:
    """Ben passes his phone to Dov."""
    over_to_dov(page).click()
    expect(page.get_by_role("heading", name="Dov", exact=True)).to_be_visible()


def back(page: Page) -> None:
    """Dov passes it back."""
    page.get_by_role("button", name="pass back to", exact=False).click()
    expect(over_to_dov(page)).to_be_visible()
