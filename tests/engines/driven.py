"""A phone whose browser is driven by the words of the W3C's WebDriver, however it is asked for them."""

from __future__ import annotations

import os
import signal
import subprocess
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.engines.handset import Away, Handset
from tests.running import PATIENCE

SIZE = {"x": 0, "y": 0, "width": 390, "height": 844}
BEING_LEFT = (
    "javascript error",
    "no such frame",
    "no such execution context",
    "unknown error",
    "aborted by navigation",
)
LATER = "var then = window.Date.now, by = arguments[0]; window.Date.now = function () { return then() + by; };"


class NotDone(Exception):
    """What the browser says when it does not do something: the kind of error, and in words."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(f"{kind}: {words}")
        self.kind = kind


@contextmanager
def running(*command: str, **more: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A program and all that it starts in turn; afterwards none of them is there."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, start_new_session=True, stdout=quiet, stderr=quiet, **more)
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)


class Driven(Handset):
    """What any browser does that knows these words. Its programs are those of `group`."""

    group: int
    of_pages: tuple[str, ...]
    """How the commands of the programs are told that pages run in, and by which they come."""

    @abstractmethod
    def ask(self, command: str, **about: object) -> Any:
        """The answer to a command, named as Marionette does. Raises `NotDone`."""

    def open(self, url: str) -> None:
        self.ask("Navigate", url=url)

    def reload(self) -> None:
        self.ask("Refresh")

    def back(self) -> None:
        self.ask("Back")

    def run(self, script: str, *args: object) -> Any:
        try:
            return self.ask("ExecuteScript", script=script, args=list(args))
        except NotDone as no:
            if no.kind in BEING_LEFT:
                raise Away from no
            raise

    def press(self, x: float, y: float) -> None:
        self._point({"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0})

    def lift(self) -> None:
        self._point({"type": "pointerUp", "button": 0})

    def _point(self, *actions: object) -> None:
        self.ask("PerformActions", actions=[{"type": "pointer", "id": "finger", "actions": actions}])

    def keys(self, text: str) -> None:
        actions = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self.ask("PerformActions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    def sleep(self) -> None:
        self.ask("MinimizeWindow")
        self._signal(signal.SIGSTOP)

    def wake(self, minutes: float) -> None:
        self._signal(signal.SIGCONT)
        self.run(LATER, minutes * 60_000)
        self.ask("SetWindowRect", **SIZE)

    def _signal(self, sign: signal.Signals) -> None:
        listed = subprocess.run(["ps", "-A", "-o", "pid=,pgid=,args="], capture_output=True, text=True, check=True)
        found = [line.split(None, 2) for line in listed.stdout.splitlines()]
        pages = [int(pid) for pid, group, args in found if int(group) == self.group and self._runs_pages(args)]
        assert pages, found
        for pid in pages:
            os.kill(pid, sign)

    def _runs_pages(self, args: str) -> bool:
        return any(word in args for word in self.of_pages)
