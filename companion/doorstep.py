"""Who asks to be let in: a short queue at each table, known to every process, and never a move of it."""

from __future__ import annotations

import base64
import hashlib
import time
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

MOST_ASKING, MOST_AT_ONE_ADDRESS = 12, 4
"""Places at one table's door, and for those of one address: strangers elsewhere take none from a guest at the table."""
ASKS_FOR = 600.0
"""Seconds after which who has not been let in has to ask again."""


class Ask(NamedTuple):
    """Somebody at the door: by which key, with which device (the hash the log has of it), called what."""

    key: str
    device: str
    name: str


class Doorstep:
    """Those who asked this process. Its owner guards it against several threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # By table, by device: called what, until when, from where.
        self._asking: dict[str, dict[str, tuple[str, float, str]]] = {}

    def ask(
        self, code: str, device: str, name: str, others: Iterable[Ask], settled: Collection[str], address: str = ""
    ) -> bool:
        """Take a place in the queue, or another name in one's own; `False` when all are taken. `others` asked other
        processes; who is `settled`, let in or not, needs a place no more."""
        kept = {one: about for one, about in self._of(code).items() if one not in settled}
        self._asking[code] = kept
        near = [one for one, (_, _, whence) in kept.items() if whence == address and one != device]
        asking = {*kept, *(ask.device for ask in others)} - {device, *settled}
        if len(asking) >= MOST_ASKING or len(near) >= MOST_AT_ONE_ADDRESS:
            return False
        kept[device] = name, self._clock() + ASKS_FOR, address
        return True

    def leave(self, code: str, device: str) -> bool:
        """Ask no more; whether it did."""
        return self._of(code).pop(device, None) is not None

    def words(self) -> dict[str, frozenset[str]]:
        """By table what other processes have to hear of it."""
        said = {code: frozenset(_word(device, name) for device, (name, *_) in self._of(code).items())
                for code in tuple(self._asking)}  # fmt: skip
        return {code: words for code, words in said.items() if words}

    def asks(self, code: str, words: Iterable[str] = ()) -> tuple[Ask, ...]:
        """Who asks at that table, first who asked first; then by the `words` of other processes."""
        heard = [about for word in sorted(words) if (about := _heard(word)) is not None]
        own = [(device, name) for device, (name, *_) in self._of(code).items()]
        return tuple(Ask(_key(code, device, name), device, name) for device, name in [*own, *heard])

    def _of(self, code: str) -> dict[str, tuple[str, float, str]]:
        there = self._asking.get(code, {})
        for device in [device for device, (_, until, _) in there.items() if until <= self._clock()]:
            del there[device]
        if not there:
            self._asking.pop(code, None)
        return there


def _key(code: str, device: str, name: str) -> str:
    return hashlib.blake2s(f"{code} {device} {name}".encode(), digest_size=9).hexdigest()


def _word(device: str, name: str) -> str:
    """Without the signs that part words."""
    return f"{device}={base64.urlsafe_b64encode(name.encode()).decode()}"


def _heard(word: str) -> tuple[str, str] | None:
    device, _, name = word.partition("=")
    try:
        return device, base64.urlsafe_b64decode(name).decode()
    except ValueError:
        return None
