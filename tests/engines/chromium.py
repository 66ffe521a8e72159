"""Chromium as it is now, driven by Playwright."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Error

from tests.browser.asleep import Asleep
from tests.browser.evenings import time_as_told
from tests.browser.phone import PATIENCE
from tests.engines.handset import Away, Handset


class Chromium(Handset):
    """One context of its own in a browser that all tests share."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="en")
        self._context.set_default_timeout(PATIENCE)
        self._page = self._context.new_page()
        self._page.clock.install()

    def version(self) -> str:
        return self._browser.version

    def open(self, url: str) -> None:
        self._page.goto(url)

    def reload(self) -> None:
        self._page.reload()

    def back(self) -> None:
        self._page.go_back()

    def run(self, script: str, *args: object) -> Any:
        try:
            return self._page.evaluate(f"given => (function () {{{script}}}).apply(null, given)", list(args))
        except Error as no:
            if "context was destroyed" in no.message:
                raise Away from no
            raise

    def press(self, x: float, y: float) -> None:
        self._page.mouse.move(x, y)
        self._page.mouse.down()

    def lift(self) -> None:
        self._page.mouse.up()

    def keys(self, text: str) -> None:
        self._page.keyboard.type(text)

    def sleep(self) -> None:
        time_as_told(self._page)
        self._asleep = Asleep(self._page)

    def wake(self, minutes: float) -> None:
        self._asleep.wakes()
        self._page.clock.fast_forward(int(minutes * 60_000))
        self._page.clock.resume()

    def close(self) -> None:
        self._context.close()


@contextmanager
def started(request: pytest.FixtureRequest) -> Iterator[Callable[[], Handset]]:
    """The browser that all other tests are run in, too."""
    browser = request.getfixturevalue("chromium")
    yield lambda: Chromium(browser)
