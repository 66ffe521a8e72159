"""A real `companion` process for tests, on a free port with a folder of its own, always stopped again; and all waiting
of tests, which always ends."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
ROOT = Path(__file__).parent.parent
PATIENCE = 30
"""Seconds after which a test gives up on the process: a bound for a broken one, not a promise of speed."""


def free_port() -> int:
    """A port that was free a moment ago, and not one of those from 32768 on, which the system gives to whoever asks for
    any: it would go to somebody else meanwhile, above all while a server is down to be started again."""
    for _ in range(1000):
        port = 12_000 + secrets.randbelow(20_000)
        with contextlib.suppress(OSError), socket.create_server(("", port)):
            return port
    raise OSError("no port is free")


def wait(come: Callable[[], T], meanwhile: Callable[[], object] = lambda: None, said: Callable[[], str] = str) -> T:
    """What `come` answers once that is something, asked again and again; `meanwhile` may bring it about. When it never
    comes the test fails, with what was `said`."""
    given_up = time.monotonic() + PATIENCE
    while not (found := come()):
        assert time.monotonic() < given_up, f"it never came about {said()}"
        meanwhile()
        time.sleep(0.02)
    return found


def at_once(acts: Sequence[Callable[[], T]]) -> list[T]:
    """Everybody acts at the same instant, each in a thread of their own; what each got. Raises what one of them raised,
    and `TimeoutError` for one who never comes to an end."""
    ready, got = threading.Barrier(len(acts), timeout=PATIENCE), [Future[T]() for _ in acts]

    def act(does: Callable[[], T], its: Future[T]) -> None:
        try:
            ready.wait()
            its.set_result(does())
        except BaseException as no:
            its.set_exception(no)

    for pair in zip(acts, got, strict=True):
        threading.Thread(target=act, args=pair, daemon=True).start()
    return [its.result(PATIENCE) for its in got]


@contextlib.contextmanager
def ending(*processes: subprocess.Popen[Any]) -> Iterator[None]:
    """Inside it may be read from these processes: one that is there for too long is killed, which ends what it says.
    None of them is there afterwards."""

    def kill() -> None:
        for one in processes:
            one.kill()

    too_late = threading.Timer(PATIENCE, kill)
    too_late.daemon = True
    too_late.start()
    try:
        yield
    finally:
        too_late.cancel()
        for one in processes:
            one.kill()
            one.wait(PATIENCE)
            for pipe in filter(None, (one.stdin, one.stdout, one.stderr)):
                pipe.close()


OURS = (sys.executable, "-m", "companion")


class Companion:
    """The command at work, on a folder or the address of a PostgreSQL: returns once it has said how to stop, or ended.
    Use it in a `with`."""

    def __init__(
        self,
        *flags: str,
        data: Path | str,
        command: Sequence[str] = OURS,
        environ: Mapping[str, str] | None = None,
        cwd: Path = ROOT,
    ) -> None:
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("COMPANION_", "PYTHON"))}
        environ = {**clean, "PYTHONIOENCODING": "utf-8", **(environ or {})}
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 (closed on leaving the `with`)
        self.process = subprocess.Popen(
            [*command, "--data", str(data), *flags],
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            cwd=cwd,
            env=environ,
            start_new_session=True,
        )
        try:
            self.said = self._heard().decode(environ["PYTHONIOENCODING"])
        except BaseException:
            self.__exit__()
            raise

    def _heard(self) -> bytes:
        assert self.process.stdout is not None
        too_late = threading.Timer(PATIENCE, self.process.kill)
        too_late.daemon = True
        too_late.start()
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if b"Ctrl-C" in line:
                break
        too_late.cancel()
        return b"".join(lines)

    @property
    def complained(self) -> str:
        """What it wrote to its error output up to now."""
        self._complaints.seek(0)
        return self._complaints.read().decode("utf-8", "replace")

    @property
    def port(self) -> int:
        """The port it says it serves at."""
        found = re.search(r"On this computer: http://localhost:(\d+)/", self.said)
        assert found, self.said + self.complained
        return int(found[1])

    @property
    def address(self) -> str:
        """The address it says phones should open, without the last slash."""
        found = re.search(r"open:\s+(\S+)/$", self.said, re.MULTILINE)
        assert found, self.said + self.complained
        return found[1]

    def get(self, path: str) -> bytes:
        """The page at `path`, asked for from this machine."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE) as page:
            return bytes(page.read())

    def ended(self) -> int:
        """Its exit code, once it has ended by itself."""
        return self.process.wait(PATIENCE)

    def stop(self, sign: signal.Signals = signal.SIGINT) -> int:
        """Its exit code after `sign`."""
        self.process.send_signal(sign)
        return self.ended()

    def kill(self) -> None:
        """Ends it at once, as a power cut would."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def __enter__(self) -> Companion:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self._complaints.close()


@contextlib.contextmanager
def two_at(address: str, *flags: str, command: Sequence[str] = OURS) -> Iterator[tuple[Companion, Companion]]:
    """Two processes on one PostgreSQL, each on a port of its own."""
    flags = ("--no-qr", *flags, "--port")
    with (
        Companion(*flags, str(free_port()), data=address, command=command) as here,
        Companion(*flags, str(free_port()), data=address, command=command) as there,
    ):
        yield here, there
