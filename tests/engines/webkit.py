"""WebKitGTK, what Safari is made of, each phone on a display of its own."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from typing import Any

import pytest

from tests import require
from tests.engines.driven import SIZE, Driven, NotDone, running
from tests.engines.handset import Handset
from tests.running import PATIENCE, free_port, wait

WAYS = {
    "Navigate": ("POST", "/url"),
    "Refresh": ("POST", "/refresh"),
    "Back": ("POST", "/back"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "PerformActions": ("POST", "/actions"),
    "MinimizeWindow": ("POST", "/window/minimize"),
    "SetWindowRect": ("POST", "/window/rect"),
    "DeleteSession": ("DELETE", ""),
}
"""How the commands are asked for over HTTP."""


class WebKit(Driven):
    """A browser of its own, without any memory."""

    of_pages = ("WebKitWebProcess", "WebKitNetworkProcess")

    def __init__(self, path: str) -> None:
        with ExitStack() as stack:
            hears, says = os.pipe()
            size = f"{SIZE['width']}x{SIZE['height']}x24"
            flags = ["-displayfd", str(says), "-screen", "0", size, "-nolisten", "tcp", "-noreset"]
            stack.enter_context(running("Xvfb", *flags, pass_fds=[says]))
            os.close(says)
            with os.fdopen(hears) as its:
                display = its.readline().strip()
            port = free_port()
            own = {**os.environ, "DISPLAY": f":{display}"}
            self.group = stack.enter_context(running("WebKitWebDriver", f"--port={port}", env=own)).pid
            self._line = HTTPConnection("127.0.0.1", port, timeout=2 * PATIENCE)
            stack.callback(self._line.close)
            wait(self._is_there)
            wishes = {"webkitgtk:browserOptions": {"binary": path, "args": ["--automation", "--full-screen"]}}
            made = self._asked("POST", "/session", {"capabilities": {"alwaysMatch": wishes}})
            self._session, self._version = f"/session/{made['sessionId']}", made["capabilities"]["browserVersion"]
            self.ask("SetWindowRect", **SIZE)
            self._stack = stack.pop_all()

    def _is_there(self) -> bool:
        try:
            self._asked("GET", "/status")
        except OSError:
            self._line.close()
            return False
        return True

    def _asked(self, method: str, path: str, about: object = None) -> Any:
        said = None if about is None else json.dumps(about).encode()
        self._line.request(method, path, said, {"Content-Type": "application/json"})
        answer = self._line.getresponse()
        value = json.loads(answer.read())["value"]
        if answer.status != 200:
            raise NotDone(value["error"], value["message"])
        return value

    def ask(self, command: str, **about: object) -> Any:
        method, path = WAYS[command]
        return self._asked(method, self._session + path, about if method == "POST" else None)

    def version(self) -> str:
        return str(self._version)

    def close(self) -> None:
        self._wake_up()
        with self._stack:
            self.ask("DeleteSession")


@contextmanager
def started(request: pytest.FixtureRequest) -> Iterator[Callable[[], Handset]]:
    path = require.webkit()
    yield lambda: WebKit(path)
