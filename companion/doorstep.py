"""Who asks to be let in: a short queue at each table, known to every process, and never a move of it."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

MOST_ASKING, MOST_AT_ONE_ADDRESS = 12, 4
"""Places at one table's door, and for those of one address: strangers elsewhere take none from a guest at the table."""
MOST_AFTER_TURNED_AWAY, TURNED_AWAY_FOR = 2, 600.0
"""Places for those of one address from which a host has turned somebody away, and for how many seconds."""
ASKS_FOR = 600.0
"""Seconds after which who has not been let in has to ask again."""
_KEPT_APART = {ord(sign): 0xE000 + ord(sign) for sign in " ,"}
_TOGETHER = {new: old for old, new in _KEPT_APART.items()}
"""Signs that part words, which stand in names as others that no name has."""


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
        self._fewer: dict[tuple[str, str], float] = {}  # by table and address: until when it has fewer places

    def ask(
        self,
        code: str,
        device: str,
        name: str,
        others: Iterable[Ask],
        settled: Collection[str],
        address: str = "",
        turned_away: Collection[str] = (),
    ) -> bool:
        """Take a place in the queue, or change the name on one's own; `False` when every place is taken that this
        address may have. `others` asked other processes; who is `settled`, let in or `turned_away`, needs a place no
        more."""
        self._note(code, turned_away)
        kept = {one: about for one, about in self._of(code).items() if one not in settled}
        self._asking[code] = kept
        near = [one for one, (_, _, whence) in kept.items() if whence == address and one != device]
        most = MOST_AFTER_TURNED_AWAY if (code, address) in self._fewer else MOST_AT_ONE_ADDRESS
        asking = {*kept, *(ask.device for ask in others)} - {device, *settled}
        if len(near) >= most:
            return False
        if len(asking) >= MOST_ASKING and device not in kept:
            if near:
                return False
            self._make_room(kept)
        kept[device] = name, self._clock() + ASKS_FOR, address
        return True

    def _note(self, code: str, turned_away: Collection[str]) -> None:
        """From where a host has turned somebody away: whoever has more browsers there comes back with the next."""
        now = self._clock()
        self._fewer = {where: until for where, until in self._fewer.items() if until > now}
        for one, (_, _, whence) in self._of(code).items():
            if one in turned_away:
                self._fewer[code, whence] = now + TURNED_AWAY_FOR

    @staticmethod
    def _make_room(kept: dict[str, tuple[str, float, str]]) -> None:
        """Whoever comes from an address that has no place takes that of the newest of the address that has most: so
        a few who hold them all keep no guest out. Of those who asked other processes no address is known here."""
        held = Counter(whence for _, _, whence in kept.values())
        if held:
            most = max(held.values())
            del kept[[one for one, (_, _, whence) in kept.items() if held[whence] == most][-1]]

    def leave(self, code: str, device: str) -> bool:
        """Ask no more; whether it did."""
        return self._of(code).pop(device, None) is not None

    def forget(self, code: str) -> None:
        """The table is gone, and with it whoever asked there."""
        self._asking.pop(code, None)
        self._fewer = {where: until for where, until in self._fewer.items() if where[0] != code}

    def words(self) -> dict[str, frozenset[str]]:
        """By table what other processes have to hear of it."""
        said = {code: frozenset(_word(device, name) for device, (name, *_) in self._of(code).items())
                for code in tuple(self._asking)}  # fmt: skip
        return {code: words for code, words in said.items() if words}

    def asks(self, code: str, words: Iterable[str] = ()) -> tuple[Ask, ...]:
        """Who asks at that table, first who asked first; then by the `words` of other processes."""
        heard = map(_heard, sorted(words))
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
    """Without the signs that part words, and hardly longer than the name: all who may ask at a table fit into one."""
    return f"{device}={name.translate(_KEPT_APART)}"


def _heard(word: str) -> tuple[str, str]:
    device, _, name = word.partition("=")
    return device, name.translate(_TOGETHER)


def device_of(word: str) -> str:
    """Whose word another process said."""
    return _heard(word)[0]
