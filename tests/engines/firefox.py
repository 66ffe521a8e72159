"""Firefox, as it is driven from within: by its own Marionette."""

from __future__ import annotations

import itertools
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests import require
from tests.engines.driven import SIZE, Driven, NotDone, running
from tests.engines.handset import Handset
from tests.running import PATIENCE, wait

QUIET = {
    "marionette.port": 0,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "app.update.disabledForTesting": True,
    "extensions.update.enabled": False,
}
"""Nothing is asked of anybody outside, nor of whoever sits before it."""
FRESH = """
const own = gBrowser.addTab("about:blank", {
    userContextId: arguments[0], triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() });
gBrowser.selectedTab = own;
gBrowser.removeAllTabsBut(own, {animate: false, skipWarnOnClose: true, skipPermitUnload: true});
own.linkedBrowser.style.maxWidth = arguments[1] + "px";
return String(own.linkedBrowser.browserId);
"""
"""A tab that knows nothing of those before it, as wide as a phone, and no other."""


class Marionette:
    """The line to a Firefox: each thing said goes as its length, a colon and JSON."""

    def __init__(self, port: int) -> None:
        self.line = socket.create_connection(("127.0.0.1", port), 2 * PATIENCE)
        self._come, self._count = self.line.makefile("rb"), itertools.count(1)
        self._heard()

    def _heard(self) -> Any:
        length = b""
        while (digit := self._come.read(1)) != b":":
            assert digit, "Firefox is gone"
            length += digit
        return json.loads(self._come.read(int(length)))

    def ask(self, command: str, about: object) -> Any:
        said = json.dumps([0, next(self._count), command, about]).encode()
        self.line.sendall(b"%d:%s" % (len(said), said))
        _, _, no, answer = self._heard()
        if no:
            raise NotDone(no["error"], no["message"])
        return answer["value"] if isinstance(answer, dict) and answer.keys() == {"value"} else answer

    def close(self) -> None:
        self._come.close()
        self.line.close()


class Firefox(Driven):
    """A tab that knows nothing of any other."""

    of_pages = ("-isForBrowser",)

    def __init__(self, line: Marionette, group: int, number: int, version: str) -> None:
        self._line, self.group, self._version = line, group, version
        line.ask("Marionette:SetContext", {"value": "chrome"})
        self.ask("ExecuteScript", script=FRESH, args=[number, SIZE["width"]])
        line.ask("Marionette:SetContext", {"value": "content"})
        (tab,) = self.ask("GetWindowHandles")
        self.ask("SwitchToWindow", handle=tab)
        self.ask("SetWindowRect", **SIZE)

    def ask(self, command: str, **about: object) -> Any:
        own = {"sandbox": None} if command == "ExecuteScript" else {}  # as a script of the page itself
        return self._line.ask(f"WebDriver:{command}", {**about, **own})

    def version(self) -> str:
        return self._version

    def close(self) -> None:
        self._wake_up()
        self.ask("Navigate", url="about:blank")


@contextmanager
def started(request: pytest.FixtureRequest) -> Iterator[Callable[[], Handset]]:
    path = require.firefox()
    with ExitStack() as stack:
        profile = Path(stack.enter_context(TemporaryDirectory()))
        told = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in QUIET.items()]
        (profile / "user.js").write_text("".join(told))
        flags = ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", str(profile)]
        group = stack.enter_context(running(path, *flags)).pid
        said = profile / "MarionetteActivePort"
        port = int(wait(lambda: said.read_text() if said.exists() else ""))
        line = stack.enter_context(closing(Marionette(port)))
        about = line.ask("WebDriver:NewSession", {})["capabilities"]
        numbers = itertools.count(1001)
        yield lambda: Firefox(line, group, next(numbers), about["browserVersion"])
