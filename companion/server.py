"""Serves the app to many phones at once: answers without delay, waits long for nobody, stops when told to."""

from __future__ import annotations

import errno
import gc
import io
import math
import os
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, TypeVar

import gevent
from gevent import pywsgi
from gevent.event import Event
from gevent.pool import Pool

from companion.budgets import one_address

T = TypeVar("T")
WSGIApp = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

REQUEST_SECONDS = 20
"""How long a phone may take to send one whole request."""
QUIET_SECONDS = 75
"""How long a connection may say nothing between two requests, or take nothing of an answer."""
LOST_SECONDS = 45
"""How long sent bytes may stay unacknowledged before the phone counts as gone, where the system can be told."""
HEADER_BYTES = 32 * 1024
BODY_BYTES = 1024 * 1024
KEPT_BYTES = 40 * 1024
"""A body beyond it is thrown away as it comes: the app takes less, and refuses it in words by its length alone. Else a
thousand connections that never end theirs would hold a gigabyte."""
PIECE_BYTES = 4096
"""Read at once of a body."""
READ_AT_ONCE = 2048
"""Bytes: a request of ours fits, and each phone that waits keeps room for so many."""
CROWDED = 0.75
"""The share of the files this process may open beyond which those who only hold a connection make room."""
MOST_PORTS = 50
"""Tried one after the other where the first is taken."""
FIRST_SECONDS = 0.5
"""How long those who wait already are answered before we look over what was loaded, which holds everybody up."""
STOP_SECONDS = 0.2
"""How long answers under way may take once the server is told to stop."""


class TooSlow(Exception):
    """The request did not arrive in time."""


class TooLarge(Exception):
    """The request's body is larger than anything a phone sends."""


def _refusal(status: str, sentence: str) -> tuple[str, bytes]:
    head = (
        f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: {len(sentence)}\r\n\r\n"
    )
    return status, (head + sentence).encode("ascii")


class _Headers:
    """The lines of a request's head, up to a bound on all of them together."""

    def __init__(self, lines: IO[bytes]) -> None:
        self.lines = lines
        self.left = HEADER_BYTES

    def readline(self, most: int = -1) -> bytes:
        line = self.lines.readline(min(self.left, most) if most >= 0 else self.left)
        self.left -= len(line)
        if self.left <= 0:
            raise ValueError("the head is too large")
        return line


class Handler(pywsgi.WSGIHandler):  # type: ignore[misc]
    """One connection: reads each request whole, within bounds of time and size, before the app hears of it.

    So a slow or a hostile phone holds one small greenlet for a while, and never a page, a lock or the database.
    """

    rfile: io.BufferedReader

    def handle(self) -> None:
        self.rfile.close()
        self.rfile = self.socket.makefile("rb", READ_AT_ONCE)
        try:
            super().handle()
        except OSError:  # it left, or was ended, while it was told what is wrong
            pass
        finally:
            self.server.idle.discard(self)

    def handle_one_request(self) -> object:
        self.server.idle.add(self)
        try:
            if self.rfile.closed or not self.rfile.peek(1):
                return None
            self.patience = gevent.Timeout.start_new(REQUEST_SECONDS, TooSlow())
            return super().handle_one_request()
        except TooSlow:
            return _refusal("408 Request Timeout", "The request took too long.\n")
        except TooLarge:
            self.socket.sendall(_refusal("413 Content Too Large", "That is more than this page can take.\n")[1])
            self._throw_away()
            return None
        except OSError:  # the phone left in the middle of its request, or said nothing for long
            return None
        except ValueError as fault:  # a body that comes in pieces, and one of them is none
            return self._handle_client_error(fault)
        finally:
            if patience := self.__dict__.pop("patience", None):
                patience.close()

    def MessageClass(self, lines: IO[bytes], *_: object) -> Any:  # pywsgi's name
        return pywsgi.headers_factory(_Headers(lines))

    def get_environ(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environ()
        if (self.content_length or 0) > BODY_BYTES:
            raise TooLarge
        kept, length = io.BytesIO(), 0
        while piece := self.wsgi_input.read(PIECE_BYTES):
            length += len(piece)
            if length > BODY_BYTES:
                raise TooLarge
            kept.write(piece)
            if length > KEPT_BYTES:
                kept = io.BytesIO()
        kept.seek(0)
        environ["wsgi.input"] = kept if length <= KEPT_BYTES else io.BytesIO()
        environ["CONTENT_LENGTH"] = str(length)
        self.patience.close()
        self.server.idle.discard(self)
        return environ

    def _throw_away(self) -> None:
        # Closing on a phone that is still sending makes it see a broken connection in place of the answer.
        self.socket.shutdown(socket.SHUT_WR)
        with gevent.Timeout(2, False):
            for _ in range(8 * BODY_BYTES // 65536):
                if not self.socket.recv(65536):
                    break

    def _sendall(self, data: bytes) -> None:
        try:
            super()._sendall(data)
        except OSError as gone:  # however a phone leaves, it is one thing to us, and no fault
            raise ConnectionResetError(errno.ECONNRESET, "the phone is gone") from gone

    def _handle_client_error(self, fault: Exception) -> tuple[str, bytes]:
        if isinstance(fault, TooSlow | OSError):
            raise fault
        return _refusal("400 Bad Request", "This is not a request I can read.\n")

    def _log_error(self, kind: type[BaseException], _: BaseException, trace: TracebackType) -> None:
        """One line without the error's own words or the page's address, either of which may hold a secret."""
        if not issubclass(kind, gevent.GreenletExit):
            last = traceback.extract_tb(trace)[-1]
            self.server.error_log.write(f"A page failed: {kind.__name__} in {last.filename}, line {last.lineno}\n")


class Idle:
    """The connections with no whole request to answer, by the address they come from, those idle for longest first."""

    def __init__(self) -> None:
        self._at: dict[str, dict[Handler, None]] = {}

    def add(self, handler: Handler) -> None:
        """From now on it only waits."""
        self._at.setdefault(one_address(handler.client_address[0]), {})[handler] = None

    def discard(self, handler: Handler) -> None:
        """It does not wait, or not any more."""
        address = one_address(handler.client_address[0])
        if (same := self._at.get(address)) is not None:
            same.pop(handler, None)
            if not same:
                del self._at[address]

    def end_one(self) -> None:
        """End the oldest of the address that holds most: so whoever hoards makes room, and nobody else."""
        if most := max(self._at.values(), key=len, default=None):
            oldest = next(iter(most))
            self.discard(oldest)
            with suppress(OSError):  # it left just now
                oldest.socket.shutdown(socket.SHUT_RDWR)


class Server(pywsgi.WSGIServer):  # type: ignore[misc]
    """gevent's server: small answers sent at once, no line in the log for each page, every stream ended on stop."""

    handler_class = Handler
    max_accept = 8  # at once: between two such lots those that were ended close

    def __init__(self, listener: socket.socket, app: WSGIApp) -> None:
        host, port = listener.getsockname()[:2]
        # Named here, or the server would ask the network for this machine's name, and without internet wait for it.
        named = {"SERVER_NAME": host, "SERVER_PORT": str(port)}
        super().__init__(listener, app, log=None, spawn=Pool(), environ=named)
        self.idle = Idle()
        self.crowded_from = CROWDED * _most_files() - _files_open(listener)

    def handle(self, sock: socket.socket, address: object) -> None:
        # Else the system holds small answers back for 40 ms, to send more at once.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LOST_SECONDS * 1000)
        sock.settimeout(QUIET_SECONDS)
        if len(self.pool) > self.crowded_from:
            self.idle.end_one()
        super().handle(sock, address)


MARKED_AT = 1_000_000
"""The byte that is locked on Windows, past all that is written there: what is locked nobody can read, and whoever looks
has to find the very same byte."""


class Taken(Exception):
    """Another process serves that data folder."""


def alone_in(folder: Path) -> IO[bytes]:
    """A mark in `folder` that this process serves it, for as long as what is answered stays open and the process
    lives, however it ends. Raises `Taken` when another one does. Where the system keeps no such marks, as on some
    network drives, nothing is checked."""
    mark = open(folder / "serving", "ab", opener=lambda path, flags: os.open(path, flags, 0o600))  # noqa: SIM115
    try:
        if sys.platform == "win32":
            import msvcrt

            mark.seek(MARKED_AT)
            msvcrt.locking(mark.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as no:
        if no.errno in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK):
            mark.close()
            raise Taken from None
    return mark


def listen(bind: str, port: int, tries: int = MOST_PORTS) -> socket.socket:
    """A socket listening at `port`, or at the next free one of `tries` after it. Raises `OSError` when there is none,
    or when `bind` is no address of this machine or the port is not ours to take."""
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    for at in range(port, min(port + tries, 65536)):
        try:
            return socket.create_server((bind, at), family=family, backlog=1024, dualstack_ipv6=bind == "::")
        except OSError as taken:
            if taken.errno != errno.EADDRINUSE:
                raise
    raise OSError(errno.EADDRINUSE, f"ports {port} to {at} are all taken")


def apart(work: Callable[[], T]) -> T:
    """Do `work`, which waits for the disk and knows no greenlets, on a thread of the system's: phones are served
    meanwhile, and whoever asks waits."""
    done: T = gevent.get_hub().threadpool.apply(work)
    return done


def serve(
    listener: socket.socket, app: WSGIApp, ready: Callable[[], None], ending: Callable[[], None] = lambda: None
) -> None:
    """Serves until Ctrl-C or SIGTERM. Calls `ready` once phones can come, and `ending` to let streams end first."""
    _allow_many_phones()
    told_to_stop = Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        gevent.signal_handler(sign, told_to_stop.set)
    server = Server(listener, app)
    server.start()
    ready()
    told_to_stop.wait(FIRST_SECONDS)
    gc.enable()
    gc.collect()
    gc.freeze()  # what is loaded stays: collecting garbage need not walk through it while phones wait
    told_to_stop.wait()
    ending()
    server.stop(timeout=STOP_SECONDS)


def _most_files() -> float:
    if sys.platform == "win32":  # numbers files otherwise, and sets no such limit
        return math.inf
    import resource

    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def _files_open(one: socket.socket) -> int:
    with one.dup() as another:  # gets the lowest number that is free
        return another.fileno()


def _allow_many_phones() -> None:
    """Each phone holds one open file for its stream; systems start a program with few of those."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = min(16384, hard) if hard != resource.RLIM_INFINITY else 16384
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
