"""A line between phones and the server that can die as real ones do: without a word to either side."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
from dataclasses import dataclass, field

from tests.running import PATIENCE, Companion


@dataclass(eq=False)
class _Call:
    """One connection that came through: both ends, and what the phone asked for on it."""

    phone: socket.socket
    server: socket.socket
    asked: list[bytes] = field(default_factory=list)
    dead: bool = False

    @property
    def stream(self) -> bool:
        return bool(self.asked) and b"/live" in self.asked[-1]


class Wire:
    """Carries bytes between whoever opens its `address` and the app. Use it in a `with`."""

    def __init__(self, to: Companion) -> None:
        host = to.address.removeprefix("http://").rpartition(":")[0]
        self._to = host, to.port
        self._guard = threading.Lock()
        self._calls: set[_Call] = set()
        self._watch = selectors.DefaultSelector()
        self._listener = socket.create_server((host, 0))
        self.address = f"http://{host}:{self._listener.getsockname()[1]}"
        self._down = self._ended = False
        self._watch.register(self._listener, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._carry, daemon=True)

    def die(self, *, streams: bool = False) -> None:
        """Every connection that is open now, or only the streams, is dead for ever; new ones are carried."""
        with self._guard:
            for call in self._calls:
                call.dead = call.dead or call.stream or not streams

    def fall(self) -> None:
        """Everything is dropped from now on; what is or comes to be open is dead for ever."""
        self.die()
        self._down = True

    def rise(self) -> None:
        """New connections are carried again."""
        self._down = False

    def open(self) -> int:
        """How many connections are carried."""
        with self._guard:
            return sum(not call.dead for call in self._calls)

    def __enter__(self) -> Wire:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended = True
        self._thread.join(PATIENCE)
        for call in self._calls:
            call.phone.close()
            call.server.close()
        self._listener.close()
        self._watch.close()

    def _carry(self) -> None:
        while not self._ended:
            for key, _ in self._watch.select(0.05):
                with self._guard:
                    if key.data is None:
                        self._call(self._listener.accept()[0])
                    else:
                        self._pass_on(*key.data)

    def _call(self, phone: socket.socket) -> None:
        call = _Call(phone, socket.create_connection(self._to, PATIENCE), dead=self._down)
        self._calls.add(call)
        for line in (call.phone, call.server):
            line.settimeout(PATIENCE)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._watch.register(line, selectors.EVENT_READ, (call, line))

    def _pass_on(self, call: _Call, line: socket.socket) -> None:
        if line.fileno() < 0:  # its other side hung up at the same moment
            return
        if call.dead:  # nobody hears it, nor that the other side has hung up
            self._watch.unregister(line)
            return
        other = call.server if line is call.phone else call.phone
        come = b""
        with contextlib.suppress(OSError):
            come = line.recv(65536)
            other.sendall(come)
        if come.startswith((b"GET ", b"POST ")) and line is call.phone:
            call.asked.append(come.partition(b"\r\n")[0])
        if not come:
            for each in (call.phone, call.server):
                with contextlib.suppress(KeyError):
                    self._watch.unregister(each)
                each.close()
            self._calls.discard(call)
