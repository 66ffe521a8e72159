"""Who is at which table through the other processes of one store: each says it of its own, believed for a while."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Set

SAID_EVERY, SILENT = 15.0, 45.0
"""Seconds after which a process says everything again, and after which what it said is believed no more: so a word
that was lost is made good, and a process that died leaves no ghosts."""
WORD_BYTES = 7_000
"""The longest word: PostgreSQL carries 8,000 bytes, and breaks the line on which it is told a longer one."""


class Elsewhere:
    """What the other processes said, and what this one has to say. Its owner guards it against several threads.

    A word is `CODE:device,device` for each table it is about, between spaces: everybody who is there through that
    process, or nobody any more. A device goes by the hash that the log has of it, which opens nothing."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, gone: Callable[[str, str], None] = lambda code, device: None
    ) -> None:
        self._clock = clock
        self._gone = gone  # is told of each device that is at a table through another process no more
        self._at: dict[str, dict[str, tuple[Set[str], float]]] = {}  # by table, by process: who, believed until when
        self._known: dict[str, float] = {}
        self._said: Mapping[str, Set[str]] = {}
        self._all_due = 0.0

    def here(self, code: str) -> Set[str]:
        """The devices at that table through other processes."""
        return frozenset().union(*(devices for devices, _ in self._at.get(code, {}).values()))

    def hear(self, process: str, word: str) -> list[str]:
        """Take in the word of another process; the tables at which somebody came or went by it."""
        until = self._clock() + SILENT
        if process not in self._known:
            self.say_all()  # it knows as little of us
        self._known[process] = until
        said = (part.partition(":") for part in word.split())
        return [code for code, _, them in said if self._note(code, process, frozenset(them.split(",")) - {""}, until)]

    def words(self, own: Mapping[str, Set[str]]) -> list[str]:
        """What the others should hear, where `own` are the tables with the devices that are there through this process:
        what changed since this was last asked; now and then everything, be it nobody."""
        everything = self._clock() >= self._all_due
        if everything:
            self._all_due = self._clock() + SAID_EVERY
        said, self._said = self._said, own
        words = [""] if everything else []
        for code in own.keys() | said.keys():
            if everything or own.get(code) != said.get(code):
                part = _part(code, own.get(code, ()))
                if not words or len(words[-1].encode()) + len(part.encode()) > WORD_BYTES:
                    words.append("")
                words[-1] += part
        return words

    def leaves(self, code: str, device: str) -> None:
        """From now on it is not there, until a process says anew that it is."""
        for process, (devices, until) in tuple(self._at.get(code, {}).items()):
            self._note(code, process, devices - {device}, until)

    def say_all(self) -> None:
        """Have the next words say everything."""
        self._all_due = 0.0

    def forget_the_silent(self) -> list[str]:
        """Believe no more what nobody has said for long; the tables where somebody is gone by that."""
        now = self._clock()
        self._known = {process: until for process, until in self._known.items() if until > now}
        late = [(code, one) for code, there in self._at.items() for one, (_, until) in there.items() if until <= now]
        return [code for code, process in late if self._note(code, process, frozenset(), now)]

    def _note(self, code: str, process: str, devices: Set[str], until: float) -> bool:
        """Whether it changes who is there."""
        before, there = self.here(code), self._at.pop(code, {})
        there.pop(process, None)
        if devices:
            there[process] = (devices, until)
        if there:
            self._at[code] = there
        for device in before - self.here(code):
            self._gone(code, device)
        return self.here(code) != before


def _part(code: str, devices: Iterable[str]) -> str:
    """What is said of one table: all who are there, or as many as fit into a word."""
    part, parted = f" {code}:", ""
    for device in sorted(devices):
        if len(f"{part}{parted}{device}".encode()) > WORD_BYTES:
            break
        part, parted = f"{part}{parted}{device}", ","
    return part
