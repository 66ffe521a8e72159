"""When devices that are not here any more were here last, as far as this process can know."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from itertools import takewhile

MOST_KNOWN = 20_000
"""Devices at tables that are remembered; of whoever is forgotten, the longest gone first, it is not known when."""


class Lately:
    """By the monotonic clock, which nobody sets. Its owner guards it against several threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._knows_since = clock()

    def saw(self, code: str, device: str) -> None:
        """Note that the device is here just now."""
        self._seen.pop((code, device), None)
        self._seen[code, device] = self._clock()
        while len(self._seen) > MOST_KNOWN:
            self.knows_since(self._seen.popitem(last=False)[1])

    def knows_since(self, moment: float) -> None:
        """What was before that moment is not known."""
        self._knows_since = max(self._knows_since, moment)

    def ago(self, code: str, devices: Collection[str]) -> float:
        """Seconds since any of them was seen last; where none was, since this process can know."""
        last = max([self._seen.get((code, device), 0.0) for device in devices], default=0.0)
        return max(0.0, self._clock() - max(last, self._knows_since))

    def since(self, seconds: float) -> list[tuple[str, str]]:
        """By table, the devices that were seen so lately."""
        since = self._clock() - seconds
        return [who for who, at in takewhile(lambda one: one[1] >= since, reversed(self._seen.items()))]

    def within(self, code: str, devices: Collection[str], seconds: float) -> frozenset[str]:
        """Which of them were seen so lately."""
        since = self._clock() - seconds
        return frozenset(device for device in devices if self._seen.get((code, device), since - 1) >= since)
