"""A phone whose browser is driven by the words of the W3C's WebDriver, however it is asked for them."""

from __future__ import annotations

import os
import signal
import subprocess
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
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
    """What stands in the commands of the programs that pages run in, or come by."""
    _asleep = False

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
        self._asleep = True
        self._signal(signal.SIGSTOP)

    def wake(self, minutes: float) -> None:
        self._wake_up()
        self.run(LATER, minutes * 60_000)
        self.ask("SetWindowRect", **SIZE)

    def _wake_up(self) -> None:
        """As far as it sleeps: also before it is put away, where a test has failed meanwhile."""
        if self._asleep:
            self._asleep = False
            self._signal(signal.SIGCONT)

    def _signal(self, sign: signal.Signals) -> None:
        pages = []
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # some end meanwhile
                command = (process / "cmdline").read_text("utf-8", "replace")
                if os.getpgid(int(process.name)) == self.group and any(word in command for word in self.of_pages):
                    pages.append(int(process.name))
        assert pages, "there is no process for its pages"
        for pid in pages:
            os.kill(pid, sign)
