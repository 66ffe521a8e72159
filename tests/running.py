"""A real `companion` process for tests: started on a free port with its own folder, always stopped again."""

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
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
PATIENCE = 60
"""Seconds after which a test gives up on the process: a bound for a broken one, not a promise of speed."""


def free_port() -> int:
    """A port that was free a moment ago, and not one of those from 32768 on, which the system gives to whoever asks for
    any: it would go to somebody else meanwhile, above all while a server is down to be started again."""
    while True:
        port = 12_000 + secrets.randbelow(20_000)
        with contextlib.suppress(OSError), socket.create_server(("", port)):
            return port


class Companion:
    """The command at work: returns once it has said how to stop, or ended. Use it in a `with`."""

    def __init__(
        self,
        *flags: str,
        data: Path,
        command: Sequence[str] = (sys.executable, "-m", "companion"),
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
        self.said = self._heard().decode(environ["PYTHONIOENCODING"])

    def _heard(self) -> bytes:
        assert self.process.stdout is not None
        too_late = threading.Timer(PATIENCE, self.process.kill)
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
