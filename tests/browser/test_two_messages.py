"""Two messages at once: both stand on one screen of a phone, however small, and each opens whole."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import make_server

from companion.game import Message, Viewer
from companion.words import say
from tests import telling
from tests.browser.evenings import HOLD, covered, hold_button
from tests.browser.phone import Phone
from tests.evenings import House

LONG = "The scapegoat is GREEN, the SQUARE: %(word)s. Tell nobody before the cops have come."
MOVES = "parseInt(document.getElementById('panel').dataset.mark, 10)"
"""How many moves of the table the page knows of."""
ALIKE = "All but one of you read the same name. If yours is the odd one, you are the scapegoat."


def messages(state: telling.Told, viewer: Viewer) -> tuple[Message, ...]:
    """What the test game tells, as long as what a real one does."""
    return tuple(
        dataclasses.replace(message, text=say(LONG, word=message.text), alike=say(ALIKE))
        for message in telling.messages(state, viewer)
    )


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server on which everybody has been told two things, and the table's code at the end of its address."""
    house = House(tmp_path)
    at = telling.table_of(house, monkeypatch, dataclasses.replace(telling.GAME, messages=messages), count=3)
    at.did(at.host, "start")
    at.did(at.host, "play/tell")
    server = make_server("127.0.0.1", 0, house.app, threaded=True)
    serving = threading.Thread(target=server.serve_forever, daemon=True)
    serving.start()
    yield f"http://127.0.0.1:{server.port} {at.code} {at.people['Cleo'].cookies['companion_device']}"
    house.keeper.live.stop()
    server.shutdown()
    serving.join(10)


def inside(page: Page, selector: str) -> list[bool]:
    """For each of these, whether all of it is on the screen as it is, without scrolling."""
    return list(
        page.evaluate(
            """selector => Array.from(document.querySelectorAll(selector)).map(e => {
                const at = e.getBoundingClientRect();
                const across = at.left >= 0 && at.right <= innerWidth;
                return at.height > 0 && across && at.top >= 0 && at.bottom <= innerHeight;
            })""",
            selector,
        )
    )


def tops(page: Page) -> list[int]:
    """Where each message begins and ends, in whole pixels."""
    return list(
        page.evaluate(
            """() => [].concat(...Array.from(document.querySelectorAll(".message")).map(
                e => [e.getBoundingClientRect().top, e.getBoundingClientRect().bottom].map(Math.round)))"""
        )
    )


@pytest.mark.parametrize("size", [(390, 844), (320, 568)], ids=["a phone", "a small phone"])
def test_two_messages_at_once_fit_a_phone_and_each_opens_whole(
    chromium: Browser, address: str, size: tuple[int, int]
) -> None:
    where, code, cookie = address.split()
    phone = Phone(chromium, where, size=size)
    phone.context.add_cookies([{"name": "companion_device", "value": cookie, "url": where}])
    page = phone.page
    page.goto(f"/t/{code}")
    expect(page.get_by_role("button", name=HOLD)).to_have_count(2)
    page.evaluate("() => document.fonts.ready")  # what comes late with the letters' shapes moves everything below
    for selector in (".message", "[data-hold]", ".message [data-tap-instead]"):
        assert inside(page, selector) == [True, True], selector
    phone.fits()
    for n in (0, 1):
        hold_button(page, n)
        before, moves = tops(page), page.evaluate(MOVES)
        page.mouse.down()
        expect(page.locator(".secret")).to_contain_text("Tell nobody before the cops have come.")
        assert inside(page, "[data-open]:not([hidden]) > *") == [True, True]
        assert tops(page) == before, "opening it moves nothing"
        page.mouse.up()
        covered(page)
        page.wait_for_function(f"moves => {MOVES} > moves", arg=moves)  # it is written down, which moves the other
    phone.judge()
