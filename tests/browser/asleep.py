"""A page that sleeps, as that of a phone in a pocket does."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.running import wait

STOPS = """() => {
    const way = new MessageChannel();
    way.port1.onmessage = () => { debugger; };
    way.port2.postMessage("now");
}"""


class Asleep:
    """No line of that page's scripts runs from here on, until it wakes. On a page in sight `Page.setWebLifecycleState`
    has no effect."""

    def __init__(self, page: Page) -> None:
        stopped: list[object] = []
        self._devtools = page.context.new_cdp_session(page)
        self._devtools.on("Debugger.paused", lambda event: stopped.append(event))
        self._devtools.send("Debugger.enable")
        page.evaluate(STOPS)
        wait(lambda: stopped, lambda: self._devtools.send("Debugger.enable"))

    def wakes(self) -> None:
        self._devtools.send("Debugger.resume")
        self._devtools.detach()
