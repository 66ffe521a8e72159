"""Who is at which table, here and through other processes, and waking those here when something was stored."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Collection

from companion.doorstep import Ask, Doorstep, device_of
from companion.elsewhere import SAID_EVERY, Elsewhere
from companion.lately import Lately

GATHER = 0.5
"""Seconds for which news of who is here may wait for more of it: after a restart everybody comes at once."""

RETURNING = 30.0
"""Seconds after a restart in which everybody is expected back, and nobody is called away."""

LATELY = 60.0
"""Seconds for which a device that was seen counts as here: a phone may sleep a little, and one without script is seen
only when it asks for something."""


ASKING, NO_MORE, SEEN = "?", "-", "+"
"""After a table's code, where what is said is not who is there but who asks to be let in; who asks no more, which is
said once, to whichever process was asked; who asked for something just now, without a stream."""


BELONGS = "browser "
"""How the name of whoever has a stream to a table of its own begins."""


class Listener:
    """One open stream: the table it follows, the device behind it ("" for a wall), and whose it is."""

    def __init__(self, code: str, device: str, whose: str) -> None:
        self.code = code
        self.device = device
        self.whose = whose
        self.belongs = bool(device) and whose.startswith(BELONGS)
        """Whether the device sits at the table or hosts it. Of anybody else nobody hears that they came or went."""
        self.ended = False
        """Whether it has to make room for later ones."""
        self.answered = False
        """Whether the last ring was for a move of this very device, whose button is answered with the panel itself."""
        self.unread = True
        """Whether something may have been stored that this process does not have at hand."""
        self._hurry = False
        self._rung = threading.Lock()  # held while nobody has rung; an Event for each phone would be much larger
        self._rung.acquire()

    def ring(self, by: str = "", *, hurry: bool = True, unread: bool = True) -> None:
        """Wake the stream, for a move of the device `by`; several rings before it looks are one. Without `hurry` it
        may wait a little for more; unless `unread`, all that was stored is at hand in this process."""
        self.answered = bool(by) and by == self.device
        self._hurry = self._hurry or hurry
        self.unread = self.unread or unread
        with contextlib.suppress(RuntimeError):  # it was rung already
            self._rung.release()

    def wait(self, seconds: float) -> bool:
        """Whether it was rung within `seconds`; the ring is then used up."""
        if not self._rung.acquire(timeout=seconds):
            return False
        gathered = time.monotonic() + GATHER
        while not self._hurry and (left := gathered - time.monotonic()) > 0:
            self._rung.acquire(timeout=left)
        self._hurry = False
        return True


class Live:
    """The listeners of every table. Safe to use from several threads or greenlets."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tables: dict[str, set[Listener]] = {}
        self._whose: dict[str, list[Listener]] = {}
        self._lately = Lately(clock)
        self._came = Lately(clock)  # through this process: of whom others told it tells nobody on
        self._doorstep = Doorstep(clock)
        self._no_more: set[tuple[str, str]] = set()
        self._elsewhere = Elsewhere(clock, self._left)
        self._guard = threading.Lock()
        self._expected_until = 0.0
        self.stopped = False

    def expect_everybody(self, seconds: float = RETURNING) -> None:
        """From now on call nobody away for a while: all phones were cut off, and are on their way back. Else each would
        fetch its panel to see the others gone, and then be told of each that comes."""
        self._expected_until = self._clock() + seconds
        with self._guard:
            self._lately.knows_since(self._expected_until)

    @property
    def expecting(self) -> bool:
        """Whether those who are not here are rather on their way back than away."""
        return self._clock() < self._expected_until

    def join(self, code: str, device: str, whose: str, most: int) -> Listener:
        """Begin to listen. The caller calls `leave` when its stream ends, however it ends. Of more than `most` streams
        that are `whose`, the oldest end: the phones of some may be gone, and nobody needs so many."""
        listener = Listener(code, device, whose)
        with self._guard:
            arrived = listener.belongs and device not in self._devices(code)
            self._tables.setdefault(code, set()).add(listener)
            same = self._whose.setdefault(whose, [])
            same.append(listener)
            too_many = same[:-most]
        for oldest in too_many:
            oldest.ended = True
            oldest.ring()
        if arrived:
            self._tell_who_is_here(code, but=listener)
        return listener

    def leave(self, listener: Listener) -> None:
        """End listening; the others learn when that device is gone altogether."""
        with self._guard:
            for kept, key in ((self._tables, listener.code), (self._whose, listener.whose)):
                kept[key].remove(listener)
                if not kept[key]:
                    del kept[key]
            gone = listener.belongs and listener.device not in self._devices(listener.code)
            if gone:
                self._lately.saw(listener.code, listener.device)
        if gone:
            self._tell_who_is_here(listener.code)

    def belongs(self, listener: Listener, *, so: bool) -> None:
        """Note whether its device sits or hosts there, which may change while it listens."""
        so = so and bool(listener.device)
        if so == listener.belongs:  # as nearly always
            return
        with self._guard:
            before = self._devices(listener.code)
            listener.belongs = so
            changed = self._devices(listener.code) != before
        if changed:
            self._tell_who_is_here(listener.code, but=listener)

    def announce(self, code: str, by: str = "", *, unread: bool = True, alone: bool = False) -> None:
        """Wake everybody at this table, and nobody else, for a move of the device `by`; that device `alone` for what
        the others may not know of. Call it only after the store has committed; what was stored is `unread` unless this
        process has it at hand."""
        for listener in tuple(self._tables.get(code, ())):
            if not alone or listener.device == by:
                listener.ring(by, unread=unread)

    def _tell_who_is_here(self, code: str, but: Listener | None = None) -> None:
        if self.expecting:
            return  # who is away after all is seen with the stream's signs of life, once nobody is expected any more
        for listener in tuple(self._tables.get(code, ())):
            if listener is not but:
                listener.ring(hurry=False, unread=False)

    def announce_all(self) -> None:
        """Wake every listener of this process, and say anew who is here: after a time in which news may have been
        missed on either side."""
        self._elsewhere.say_all()
        for code in tuple(self._tables):
            self.announce(code)

    def here(self, code: str) -> frozenset[str]:
        """The devices of those who sit or host, with an open stream to this table, through whichever process."""
        with self._guard:
            return self._devices(code)

    def words(self) -> list[str]:
        """What other processes should `hear` of who is here, asked for a few times a second."""
        with self._guard:
            own = {code: self._own(code) for code in self._tables}
            asks = {f"{code}{ASKING}": words for code, words in self._doorstep.words().items()}
            seen: dict[str, set[str]] = {}
            for code, device in self._came.since(SAID_EVERY):
                if device not in own.get(code, ()):
                    seen.setdefault(f"{code}{SEEN}", set()).add(device)
            here = {code: devices for code, devices in own.items() if devices}
            words = self._elsewhere.words({**here, **asks, **seen})
            words += [f" {code}{NO_MORE}:{device}" for code, device in sorted(self._no_more)]
            self._no_more.clear()
            changed = self._elsewhere.forget_the_silent()
        for code in changed:
            self._tell_who_is_here(code.rstrip(ASKING + SEEN))
        return words

    def hear(self, process: str, word: str) -> None:
        """Take in what another process said of who is with it."""
        code, _, device = word.strip().partition(":")
        if code.endswith(NO_MORE):
            self.ask_no_more(code.removesuffix(NO_MORE), device)
            return
        with self._guard:
            changed = self._elsewhere.hear(process, word)
        for code in changed:
            self._tell_who_is_here(code.rstrip(ASKING + SEEN))

    # --- who was here lately, and who asks to be let in

    def saw(self, code: str, device: str) -> None:
        """Note that a device that belongs to the table asked for something just now, with a stream or without one."""
        with self._guard:
            self._lately.saw(code, device)
            self._came.saw(code, device)

    def away(self, code: str, devices: Collection[str]) -> float:
        """Seconds for which none of these devices has been here, through whichever process; 0 while one is, and while
        that cannot be known."""
        with self._guard:
            here = self.expecting or not self._seen(code).isdisjoint(devices)
            return 0.0 if here else self._lately.ago(code, devices)

    def here_lately(self, code: str, devices: Collection[str]) -> frozenset[str]:
        """Which of these devices are here, or were a moment ago."""
        with self._guard:
            return self._seen(code) & set(devices) | self._lately.within(code, devices, LATELY)

    def ask(
        self,
        code: str,
        device: str,
        name: str,
        settled: Collection[str],
        address: str = "",
        turned_away: Collection[str] = (),
    ) -> bool:
        """Ask to be let in, and have the table hear of it; see `Doorstep.ask`."""
        with self._guard:
            others = self._doorstep.asks("", self._elsewhere.here(f"{code}{ASKING}"))
            before = self._doorstep.asks(code)
            asked = self._doorstep.ask(code, device, name, others, settled, address, turned_away)
            news = self._doorstep.asks(code) != before
        if news:
            self._tell_who_is_here(code)
        return asked

    def ask_no_more(self, code: str, device: str) -> None:
        """Leave the queue, through whichever process that device asked; who was not in it is no news."""
        with self._guard:
            elsewhere = [ask for ask in self._elsewhere.here(f"{code}{ASKING}") if device_of(ask) == device]
            for ask in elsewhere:
                self._elsewhere.leaves(f"{code}{ASKING}", ask)
                self._no_more.add((code, device))
            asked = self._doorstep.leave(code, device) or bool(elsewhere)
        if asked:
            self._tell_who_is_here(code)

    def end(self, code: str) -> None:
        """The table of that code is gone: its phones find out, and nobody asks there any more."""
        with self._guard:
            self._doorstep.forget(code)
        self.announce(code)

    def asks(self, code: str) -> tuple[Ask, ...]:
        """Who asks to be let in, through whichever process."""
        with self._guard:
            return self._doorstep.asks(code, self._elsewhere.here(f"{code}{ASKING}"))

    def count(self) -> int:
        """How many streams are open."""
        return sum(map(len, tuple(self._tables.values())))

    def stop(self) -> None:
        """End every stream: each wakes, sees `stopped` and closes."""
        self.stopped = True
        self.announce_all()

    def _devices(self, code: str) -> frozenset[str]:
        return self._own(code) | self._elsewhere.here(code)

    def _seen(self, code: str) -> frozenset[str]:
        return self._devices(code) | self._elsewhere.here(f"{code}{SEEN}")

    def _own(self, code: str) -> frozenset[str]:
        return frozenset(listener.device for listener in self._tables.get(code, ()) if listener.belongs)

    def _left(self, code: str, device: str) -> None:
        """It was here through another process until now."""
        if not code.endswith(ASKING):
            self._lately.saw(code.removesuffix(SEEN), device)
