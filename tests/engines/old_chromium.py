"""Chromiums of years ago, as an npm package carries them inside, spoken to in their own protocol: the clients of
today do not know them any more."""

from __future__ import annotations

import json
import os
import platform
import re
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from tests import require
from tests.engines.fetched import packages, unpacked
from tests.engines.handset import Away, Handset
from tests.running import PATIENCE, wait

CARRIED = {"68": "1.4.0", "79": "2.0.2"}
"""Which version of the package carries which Chrome."""
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0"]
LEFT = re.compile("context was destroyed|Cannot find context|Cannot find default execution context|target navigated")
THERE = re.compile(r"(ws://[^/]+)/devtools/browser/\S+")
SLEPT = """
    var slept = 0, now = Date.now, since = performance.now.bind(performance);
    Date.now = function () { return now() + slept; };
    performance.now = function () { return since() + slept; };
    addEventListener("slept", function (event) { slept += event.detail; });
"""
"""In each page from its beginning: how a clock jumps while a phone sleeps."""


def program(chrome: str) -> Path:
    """That old Chrome, fetched and unpacked when it is first asked for."""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        require.missing("old", "the old Chromiums are built for Linux on x86-64")

    def unpack(folder: Path) -> None:
        (packed,) = (folder / "node_modules/chrome-aws-lambda/bin").glob("chromium*.br")
        unpacked(packed, folder / "chromium")

    return packages("old", f"chrome-{chrome}", {"chrome-aws-lambda": CARRIED[chrome]}, unpack) / "chromium"


class Line:
    """A line to one page, or to the browser itself: a question, and its answer."""

    def __init__(self, address: str, held: ExitStack) -> None:
        self._socket = held.enter_context(connect(address, max_size=None, compression=None, ping_interval=None))
        self._asked = 0

    def ask(self, what: str, **how: Any) -> dict[str, Any]:
        self._asked += 1
        self._socket.send(json.dumps({"id": self._asked, "method": what, "params": how}))
        while (said := dict(json.loads(self._socket.recv(PATIENCE)))).get("id") != self._asked:
            pass  # what happens meanwhile
        if "error" in said:
            raise (Away if LEFT.search(said["error"]["message"]) else RuntimeError)(f"{what}: {said['error']}")
        return dict(said["result"])


class OldChromium(Handset):
    """A context of its own in one old Chromium, as a phone of 390 by 844 that is touched."""

    def __init__(self, browser: Line, address: str, process: int) -> None:
        self._held, self._browser, self._process = ExitStack(), browser, process
        self._context = browser.ask("Target.createBrowserContext")["browserContextId"]
        page = browser.ask("Target.createTarget", url="about:blank", browserContextId=self._context)["targetId"]
        self._page = Line(f"{address}/devtools/page/{page}", self._held)
        ask = self._page.ask
        ask("Page.enable")
        ask("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=1, mobile=True)
        ask("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
        self.beforehand(SLEPT)

    def version(self) -> str:
        return str(self._browser.ask("Browser.getVersion")["product"]).partition("/")[2]

    def open(self, url: str) -> None:
        self._leave("Page.navigate", url=url)

    def reload(self) -> None:
        self._leave("Page.reload")

    def back(self) -> None:
        past = self._page.ask("Page.getNavigationHistory")
        before = past["entries"][past["currentIndex"] - 1]
        self._leave("Page.navigateToHistoryEntry", entryId=before["id"])

    def run(self, script: str, *args: object) -> Any:
        whole = f"document.body && JSON.stringify((function () {{{script}}}).apply(null, {json.dumps(args)}))"
        found = self._page.ask("Runtime.evaluate", expression=whole, returnByValue=True)
        if "exceptionDetails" in found:
            raise RuntimeError(f"{script}: {found['exceptionDetails']}")
        if found["result"].get("subtype") == "null":
            raise Away
        return json.loads(found["result"].get("value", "null"))

    def press(self, x: float, y: float) -> None:
        self._page.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])

    def lift(self) -> None:
        self._page.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def keys(self, text: str) -> None:
        for key in text:
            self._page.ask("Input.dispatchKeyEvent", type="char", text=key)

    def sleep(self) -> None:
        self._signal(signal.SIGSTOP)

    def wake(self, minutes: float) -> None:
        self._signal(signal.SIGCONT)
        self.run("dispatchEvent(new CustomEvent('slept', {detail: arguments[0]}));", minutes * 60_000)

    def beforehand(self, script: str) -> None:
        """Run that in each page from now on, before the page's own."""
        self._page.ask("Page.addScriptToEvaluateOnNewDocument", source=f"(function () {{{script}}})();")

    def deaf(self, to: str) -> None:
        """From now on it reaches no such address."""
        self._page.ask("Network.enable")
        self._page.ask("Network.setBlockedURLs", urls=[to])

    def close(self) -> None:
        self._held.close()
        self._browser.ask("Target.disposeBrowserContext", browserContextId=self._context)

    def _signal(self, kind: signal.Signals) -> None:
        """To whatever draws pages in this browser: a page that is frozen in Chrome's own way stays hidden in some."""
        for there in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):
                if b"--type=renderer" in there.read_bytes() and os.getsid(int(there.parent.name)) == self._process:
                    os.kill(int(there.parent.name), kind)

    def _leave(self, how: str, **more: Any) -> None:
        """Go to another page, and wait until that one is whole."""
        self.wait("window.left = true; return true;")
        self._page.ask(how, **more)
        self.wait("return !window.left && document.readyState === 'complete';")


@contextmanager
def started(chrome: str) -> Iterator[Callable[[], OldChromium]]:
    """That old Chrome, started; what makes a phone of it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, ExitStack() as held:
        says = Path(folder, "says")  # a file, since a pipe that nobody empties would stop it
        command = [str(program(chrome)), *FLAGS, f"--user-data-dir={folder}", "about:blank"]
        with says.open("w") as aloud:
            browser = held.enter_context(subprocess.Popen(command, stdout=aloud, stderr=aloud, start_new_session=True))
        held.callback(browser.kill)
        there = wait(lambda: THERE.search(says.read_text()), said=says.read_text)
        assert there is not None
        whole = Line(there[0], held)
        yield lambda: OldChromium(whole, there[1], browser.pid)
