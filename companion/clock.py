"""Time as the server lives through it: whatever its clock is put to, tables see no leap and no step back."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

DAY_SECONDS = 86_400


def lived() -> float:
    """Seconds that nobody can put forward or back, also those in which the computer sleeps where the system counts
    them: Linux has a clock of its own for that, and macOS's is another than `time.monotonic`."""
    if sys.platform == "win32":
        return time.monotonic()
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def now_ms() -> int:
    """What the server's clock is put to, in ms since 1970."""
    return int(time.time() * 1000)


class Clock:
    """The tables' time in ms since 1970: what the server's clock says when it begins, then what has been lived since.

    So a clock that is put right in the middle of an evening neither ends a countdown nor makes it longer. `put_right`
    takes over what the clock says by then, at a moment when nothing is counted down.
    """

    def __init__(self, wall: Callable[[], int] = now_ms, lived: Callable[[], float] = lived) -> None:
        self._wall = wall
        self._lived = lived
        self.put_right()

    def __call__(self) -> int:
        return self._began_at + int((self._lived() - self._began) * 1000)

    def put_right(self) -> None:
        """Begin anew with what the server's clock says now."""
        self._began_at, self._began = self._wall(), self._lived()


class Days:
    """When one more day counts: for an age that no clock put forward, once or often, can make.

    A server that runs on has a day for each 24 hours it lives through. One that is started for an evening has one too,
    once it has been there for a while; but not a second one on the same date, however often it is started.
    """

    BEGINS_AFTER = 600.0
    """Seconds that a start has to last before its day counts."""

    def __init__(self, lived: Callable[[], float] = lived, wall: Callable[[], int] = now_ms) -> None:
        self._lived = lived
        self._wall = wall
        self._known: int | None = None
        self._due = lived() + self.BEGINS_AFTER

    def due(self, counted: int) -> int | None:
        """The date on which the next day is to be counted, in days since 1970, where `counted` are so far, by whoever
        shares them; `None` when it is not time yet."""
        if self._known is not None and counted != self._known:
            self._due = self._lived() + DAY_SECONDS
        self._known = counted
        return self._wall() // (DAY_SECONDS * 1000) if self._lived() >= self._due else None
