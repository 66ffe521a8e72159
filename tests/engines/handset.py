"""One phone with one browser, whatever engine that has: what a hand does with it, and what its page shows then."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import pytest

from tests.browser.phone import PATIENCE

UNDER_A_FINGER = """
if (!window.drawn) {
    window.drawn = 1;
    (function again() { window.drawn += 1; requestAnimationFrame(again); }());
}
var all = Array.prototype.slice.call(document.querySelectorAll(arguments[0])).filter(function (e) {
    var at = e.getBoundingClientRect();
    return at.width > 0 && at.height > 0;
});
var e = all[arguments[1]];
if (!e || document.readyState !== "complete" || document.querySelector(".resting")) { return null; }
function under() {
    var at = e.getBoundingClientRect(), x = at.left + at.width / 2, y = at.top + at.height / 2;
    var hit = at.top >= 0 && at.bottom <= innerHeight && document.elementFromPoint(x, y);
    return hit && (e.contains(hit) || hit.contains(e)) ? [x, y, window.drawn] : null;
}
var found = under();
if (!found) { e.scrollIntoView({block: "center"}); }  // out of sight, or below a bar that stays in its place
return found || under();
"""
"""The middle of the nth of these that show, brought into view, and how often the page was drawn since the first look;
null while it is not there or something lies on it."""
IN_A_ROW, NEAR = 0.5, 40
"""Seconds in which, and pixels within which, a second tap is taken for one that came twice (`script/taps.js`): a hand
waits so long before it taps what the first has brought there."""
STILL = 3
"""As often a page was drawn between two looks, while what is to be tapped stayed in its place."""


class Away(Exception):
    """Nothing can be found on a page that is just being left for another."""


@dataclass(frozen=True)
class Engine:
    """An engine that the suite drives: its `name` in tests, its name in `COMPANION_TESTS_REQUIRE`, how the README’s
    list of browsers calls it, and how it is started, once for all tests, with the fixtures it asks for. What is started
    makes one phone after the other, each as if it were new."""

    name: str
    need: str
    readme: str
    started: Callable[[pytest.FixtureRequest], AbstractContextManager[Callable[[], Handset]]]


class Handset(ABC):
    """A phone in the hand. Scripts are bodies of functions, in words that the oldest engine knows (ES5)."""

    _touched = (0.0, 0.0, 0.0)
    """Where the finger was put down last, and when."""

    @abstractmethod
    def version(self) -> str:
        """What the browser itself says it is, as `128.4.0`."""

    @abstractmethod
    def open(self, url: str) -> None:
        """Go to a whole address, and wait until it is there."""

    @abstractmethod
    def reload(self) -> None: ...

    @abstractmethod
    def back(self) -> None: ...

    @abstractmethod
    def run(self, script: str, *args: object) -> Any:
        """What a function of this body gives back, as JSON can say it. Raises `Away` while the page is changed."""

    @abstractmethod
    def press(self, x: float, y: float) -> None:
        """Put the finger down there, and leave it."""

    @abstractmethod
    def lift(self) -> None:
        """Take the finger up again."""

    @abstractmethod
    def keys(self, text: str) -> None:
        """Press these keys, one after the other."""

    @abstractmethod
    def sleep(self) -> None:
        """From now on nothing of its page runs, as in a phone that sleeps."""

    @abstractmethod
    def wake(self, minutes: float) -> None:
        """It runs again, and by its clock so much time has gone by."""

    @abstractmethod
    def close(self) -> None:
        """Put it away, with all it knew."""

    def wait(self, script: str, *args: object) -> Any:
        """What a function of this body gives back once that is something."""
        return self.until(lambda: self.run(script, *args), f"{script} {args}")

    def until(self, look: Callable[[], Any], what: str) -> Any:
        """What is found once it is there."""
        given_up = time.monotonic() + PATIENCE / 1000
        while True:
            try:
                if found := look():
                    return found
            except Away:
                pass
            assert time.monotonic() < given_up, f"it never came about: {what}\n{self.shows()}"
            time.sleep(0.01)

    def hold(self, css: str, nth: int = 0) -> None:
        """Put the finger on the nth of these that show, once it stands still under it."""
        self.touch(lambda: self.run(UNDER_A_FINGER, css, nth), f"{css} under a finger")

    def touch(self, look: Callable[[], Any], what: str) -> None:
        """Put the finger where it is found, once that stays where it is."""
        given_up = time.monotonic() + PATIENCE / 1000
        at = self.until(look, what)
        while (now := self.until(look, what))[:2] != at[:2] or not at[2] + STILL <= now[2] or self._in_a_row(*now[:2]):
            assert time.monotonic() < given_up, f"never still, {at} and then {now}: {what}\n{self.shows()}"
            if now[:2] != at[:2] or now[2] < at[2]:  # moved, or another page
                at = now
        self.press(now[0], now[1])
        self._touched = now[0], now[1], time.monotonic()

    def _in_a_row(self, x: float, y: float) -> bool:
        """Whether it was too early for another tap there. It is not any more; but what stood there may have moved."""
        then_x, then_y, when = self._touched
        early = when + IN_A_ROW - time.monotonic()
        if early <= 0 or abs(x - then_x) + abs(y - then_y) >= NEAR:
            return False
        time.sleep(early)
        return True

    def let_go(self) -> None:
        self.lift()

    def tap(self, css: str, nth: int = 0) -> None:
        """Tap the middle of the nth of these that show."""
        self.hold(css, nth)
        self.lift()

    def type(self, css: str, text: str) -> None:
        """Tap a field and type."""
        self.tap(css)
        self.keys(text)

    def shows(self) -> str:
        """What the page says just now, for whoever has to find out why a test failed."""
        try:
            return str(self.run("return location.href + '\\n' + document.body.innerText;"))
        except Away:
            return "(between two pages)"
