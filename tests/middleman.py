"""Somebody between two ends of a line who may fall silent: connections stay open, and nothing passes any more."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

from tests.running import PATIENCE


class MiddleMan:
    """Passes on what comes to `port` to the port `to`, both ways, until told to be silent. Use it in a `with`."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._lines: list[socket.socket] = []
        self._silent: set[socket.socket] = set()
        self.deaf = False
        """Whether new lines are silent from the first."""
        threading.Thread(target=self._let_in, daemon=True).start()

    def fall_silent(self) -> None:
        """On every line there is, from now on; new ones are passed on unless `deaf`."""
        self._silent.update(self._lines)

    def _let_in(self) -> None:
        while True:
            try:
                here, _ = self._listener.accept()
            except OSError:
                return
            try:
                there = socket.create_connection(("127.0.0.1", self._to), PATIENCE)
            except OSError:  # nobody is there: whoever called learns so
                here.close()
                continue
            there.settimeout(None)  # both may be quiet for long
            self._lines += [here, there]
            if self.deaf:
                self._silent.update((here, there))
            for one, other in ((here, there), (there, here)):
                threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while heard := one.recv(65536):  # a silent one still takes what is said, so that nobody notices
                if one not in self._silent:
                    other.sendall(heard)
            if one not in self._silent:
                other.shutdown(socket.SHUT_WR)

    def __enter__(self) -> MiddleMan:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # or whoever waits there would go on waiting
        self._listener.close()
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()
