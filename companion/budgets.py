"""What each device, address and table may spend, so that nobody uses up what belongs to others.

A line is refused only to whoever spent it. All of it is kept in this process, within bounds, and forgotten when that
ends. Nothing here knows the web: whoever asks says who it is for.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TypeVar

MOST_KNOWN = 10_000
"""Spenders remembered on one line. Who is forgotten, the longest quiet first, may spend anew."""

TURNS = 256
"""Addresses that may look up codes at once; more of them share a turn."""

Clock = Callable[[], float]
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Known(OrderedDict[K, V]):
    """What is known of the `MOST_KNOWN` that were noted last."""

    def __setitem__(self, who: K, about: V) -> None:
        super().__setitem__(who, about)
        self.move_to_end(who)
        if len(self) > MOST_KNOWN:
            self.popitem(last=False)


@lru_cache(maxsize=4096)
def one_address(text: str) -> str:
    """The address as it is counted: in IPv6 the network of one household, which has more addresses than can be counted
    one by one."""
    try:
        ip = ip_address(text)
    except ValueError:
        return text[:64]
    if not isinstance(ip, IPv6Address):
        return str(ip)
    return str(ip.ipv4_mapped or IPv6Network((ip, 64), strict=False))


class Flow:
    """A line that refills steadily: `burst` at once, then `rate` a second."""

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._spent: Known[Hashable, tuple[float, float]] = Known()  # how much, as it was when

    def spent(self, who: Hashable, now: float) -> float:
        """How much of the burst is spent just now."""
        much, at = self._spent.get(who, (0.0, now))
        return max(0.0, much - (now - at) * self._rate)

    def has(self, who: Hashable, now: float) -> bool:
        """Whether one more is there to spend."""
        return self.spent(who, now) + 1 <= self._burst

    def spend(self, who: Hashable, now: float) -> None:
        """Spend one; it is for the caller to ask first."""
        self._spent[who] = self.spent(who, now) + 1, now


class Window:
    """A line of `most` within any `seconds`. What was spent and is free again can be given back, once in that time."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._spent: Known[Hashable, tuple[float, ...]] = Known()
        self._given_back: Known[Hashable, float] = Known()

    def has(self, who: Hashable, now: float, n: int = 1) -> bool:
        """Whether so many more are there to spend."""
        return len(self._lately(who, now)) + n <= self._most

    def spend(self, who: Hashable, now: float, n: int = 1) -> None:
        """Spend so many; it is for the caller to ask first."""
        self._spent[who] = (*self._lately(who, now), *[now] * n)[-self._most :]

    def give_back(self, who: Hashable, now: float) -> None:
        """Take back the latest that was spent, unless that was done lately already."""
        spent = self._lately(who, now)
        if spent and now - self._given_back.get(who, -self._seconds) >= self._seconds:
            self._spent[who] = spent[:-1]
            self._given_back[who] = now

    def _lately(self, who: Hashable, now: float) -> tuple[float, ...]:
        return tuple([at for at in self._spent.get(who, ()) if at > now - self._seconds])


class Guesses:
    """Wrong codes, tickets and tries of secret words: their answers come one at a time to each address, each a second
    later than the one before, up to `LONGEST`; and so many a minute to each device.

    While `QUEUE` of them wait at an address, or a device has spent its own, further ones from there are not looked up
    at all: so asking many at once, or hanging up to ask again, finds out nothing.
    """

    LONGEST, QUEUE = 5, 3
    FORGOTTEN = 6.0
    """Seconds after its answer in which one wrong code of an address is forgotten."""

    def __init__(self) -> None:
        self._devices = Window(20, 60)
        self._addresses: Known[str, tuple[float, float, tuple[float, ...]]] = Known()

    def open_to(self, device: str, address: str, now: float) -> bool:
        """Whether codes from there are looked up just now."""
        return len(self._waiting(address, now)) < self.QUEUE and self._devices.has(device, now)

    def wrong(self, device: str, address: str, now: float) -> float | None:
        """Note a wrong one: how many seconds its answer has to wait, or `None` where too many wait already."""
        if not self.open_to(device, address, now):
            return None
        if device:
            self._devices.spend(device, now)
        lately, at, _ = self._known(address, now)
        lately = max(0.0, lately - max(0.0, now - at) / self.FORGOTTEN)
        waiting = self._waiting(address, now)
        due = max((now, *waiting)) + min(int(lately), self.LONGEST)
        self._addresses[address] = min(lately + 1, self.LONGEST), due, (*waiting, due)
        return due - now

    def _waiting(self, address: str, now: float) -> tuple[float, ...]:
        return tuple([due for due in self._known(address, now)[2] if due > now])

    def _known(self, address: str, now: float) -> tuple[float, float, tuple[float, ...]]:
        """How many wrong ones it has lately given, as it was when its last answer was due, and which wait."""
        return self._addresses.get(address, (0.0, now, ()))


class Budgets:
    """Every line of one process. Safe to use from several threads or greenlets. `device` is "" for a browser that sent
    no cookie: whatever it calls itself next time, its address is the same."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.clock = clock
        self._guard = threading.Lock()
        self._moves = Flow(40, 2)
        self._moves_of_strangers, self._moves_of_seated = Flow(400, 30), Flow(400, 30)
        self._seats, self._seats_at, self._added = Window(3, 600), Window(16, 600), Window(8, 600)
        self._seated_from: Known[tuple[str, str], str] = Known()
        self._tables, self._tables_at = Window(8, 3600), Window(200, 3600)
        self._practice, self._practice_at = Window(40, 3600), Window(400, 3600)
        self._brought, self._brought_at = Window(20, 3600), Window(100, 3600)
        self._guesses = Guesses()
        self._turns = [threading.Lock() for _ in range(TURNS)]
        self._neighbours: Known[tuple[str, str], None] = Known()

    def move(self, device: str, address: str, *, belongs: bool) -> bool:
        """Whether that device may press one more button at a table. What strangers press at an address is counted
        apart from what those do who belong to their table; and of these nobody pays for what others spent who share
        the address, unless they spend much themselves."""
        with self._guard:
            now, shared = self.clock(), self._moves_of_seated if belongs else self._moves_of_strangers
            sparing = belongs and self._moves.spent(device, now) < 20
            if not self._moves.has(device, now) or not (sparing or shared.has(address, now)):
                return False
            if device:
                self._moves.spend(device, now)
            shared.spend(address, now)
            return True

    def may_sit(self, code: str, device: str) -> bool:
        """Whether that device may take one more seat at that table."""
        with self._guard:
            return self._seats.has((code, device), self.clock())

    def has_seats(self, code: str, address: str) -> bool:
        """Whether one more may be taken there from that address by whoever comes; else a host lets each in."""
        with self._guard:
            return self._seats_at.has((code, address), self.clock())

    def sat(self, code: str, device: str, address: str) -> None:
        """It took one."""
        with self._guard:
            now = self.clock()
            self._seats.spend((code, device), now)
            self._seats_at.spend((code, address), now)
            self._seated_from[code, device] = address

    def add(self, code: str, device: str, address: str, n: int) -> bool:
        """Whether that device may add so many players who have no phone to that table, which they then are."""
        with self._guard:
            return self._spend_both((self._added, (code, device)), (self._seats_at, (code, address)), n)

    def left(self, code: str, device: str) -> None:
        """The seat that device took is free again."""
        with self._guard:
            if (address := self._seated_from.pop((code, device), None)) is not None:
                now = self.clock()
                self._seats.give_back((code, device), now)
                self._seats_at.give_back((code, address), now)

    def open(self, device: str, address: str, *, practice: bool = False) -> bool:
        """Whether that device may open one more table; for practice games it has a line of its own, so that none costs
        it a table."""
        with self._guard:
            own, shared = (self._practice, self._practice_at) if practice else (self._tables, self._tables_at)
            return self._spend_both((own, device), (shared, address))

    def bring(self, device: str, address: str) -> bool:
        """Whether that device may bring in one more file of evenings."""
        with self._guard:
            return self._spend_both((self._brought, device), (self._brought_at, address))

    def turn(self, code: str | None, address: str) -> AbstractContextManager[object]:
        """While a code from there is looked up: one after the other, but for those that are no secret there. Else as
        many as are asked at once would all be looked up before the first is known to be wrong."""
        with self._guard:
            return nullcontext() if (code, address) in self._neighbours else self._turns[hash(address) % TURNS]

    def may_look_up(self, code: str | None, device: str, address: str) -> bool:
        """Whether a code from there is looked up: always while nobody there guesses, and otherwise that of a table
        with somebody at the same address, which is no secret there."""
        with self._guard:
            return (code, address) in self._neighbours or self._guesses.open_to(device, address, self.clock())

    def wrong(self, device: str, address: str) -> float | None:
        """Note a wrong code, ticket or word: the seconds its answer has to wait, or `None` where it gets none."""
        with self._guard:
            return self._guesses.wrong(device, address, self.clock())

    def _spend_both(self, own: tuple[Window, Hashable], shared: tuple[Window, Hashable], n: int = 1) -> bool:
        """Spend so many of a device's line and of its address's, where both have them; whether they had."""
        now = self.clock()
        if not all(line.has(who, now, n) for line, who in (own, shared)):
            return False
        for line, who in (own, shared):
            line.spend(who, now, n)
        return True

    def belongs(self, code: str, address: str) -> None:
        """Somebody at that address hosts that table or sits at it."""
        with self._guard:
            self._neighbours[code, address] = None
