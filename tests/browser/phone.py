"""A phone in a browser test: its own cookies and storage, nothing from outside, no error let pass."""

from __future__ import annotations

import re
from typing import ClassVar, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, Response

FLAGS = [
    *["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
    *["--disable-component-update", "--disable-sync"],
]
Light = Literal["dark", "light"]
LIGHTS: tuple[Light, ...] = ("dark", "light")
AXE = Axe().axe_script
REFUSAL = r"Failed to load resource: the server responded with a status of (403|404|409|422|429)"
"""Chromium writes a console error for each refused form, which is the app's way to answer a wrong move."""

SERVER_GONE = (
    "net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED|ABORTED|FAILED)|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE"
    "|RESPONSE_HEADERS_TRUNCATED|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING)"
)
"""What Chromium writes while a server is killed and started again: before an answer, amid one, and at its door."""
PATIENCE = 60_000
"""Milliseconds after which a test gives up on a page: a bound for a broken one, on a busy machine, and no promise."""


class Phone:
    """One fresh browser context with one page. `allow` what a test provokes on purpose; `judge` at the end."""

    in_use: ClassVar[list[Phone]] = []
    """Those not judged yet, in the order they were made."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: tuple[int, int] = (390, 844),
        theme: Light = "light",
        script: bool = True,
        zone: str | None = None,
    ) -> None:
        width, height = size
        self.outside: list[str] = []
        self.faults: list[str] = []
        self._allowed = [REFUSAL]
        self.context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            color_scheme=theme,
            java_script_enabled=script,
            has_touch=width < 800,
            locale="en",
            timezone_id=zone,
        )
        self.context.set_default_timeout(PATIENCE)
        self._at_home = (address + "/", "data:", "blob:")
        self.context.on("request", self._asked)  # noted, not held up, which would switch its cache off
        self.context.on("console", self._heard)
        self.context.on("weberror", lambda fault: self.faults.append(str(fault.error)))
        self.context.on("response", self._answered)
        self.page: Page = self.context.new_page()
        Phone.in_use.append(self)

    def allow(self, fault: str) -> None:
        """Let faults pass that match the pattern `fault`."""
        self._allowed.append(fault)

    def fits(self) -> None:
        """Fails when the page as it is now scrolls sideways."""
        self.page.wait_for_load_state()  # without script each tap is a new page, empty for a moment
        assert self.page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth"), self.page.url

    def accessible(self) -> None:
        """Fails when axe finds anything on the page as it is now."""
        self.page.wait_for_load_state()
        # What is still moving into place is see-through for a moment, which is no lack of contrast.
        self.page.evaluate(
            "document.getAnimations().forEach(a => { if (a.effect.getTiming().iterations !== Infinity) a.finish(); })"
        )
        if not self.page.evaluate("() => 'axe' in window"):  # half a megabyte, once a page
            self.page.evaluate(AXE)
        found = self.page.evaluate("() => axe.run({resultTypes: ['violations']})")["violations"]
        assert not found, "\n".join(
            f"{rule['id']}: {rule['help']}: {[node['html'] for node in rule['nodes']]}" for rule in found
        )

    def accessible_in_both_lights(self) -> None:
        """Fails when axe finds anything on the page as it is now, in the dark or in the light, which stays on."""
        for light in LIGHTS:
            self.page.emulate_media(color_scheme=light)
            self.accessible()

    def shows(self) -> str:
        """What its pages say just now, for whoever has to find out why a test failed."""
        said = []
        for page in self.context.pages:
            try:
                words = page.locator("body").inner_text(timeout=3_000)
            except Error as no:
                words = f"({no})"
            said.append("\n".join([page.url, *self.faults, *filter(None, map(str.strip, words.splitlines()))]))
        return "\n\n".join(said)

    def judge(self) -> None:
        """Closes the phone. Fails when it asked for anything outside, a script failed or a page was a 500."""
        if self in Phone.in_use:
            Phone.in_use.remove(self)
        self.context.close()
        assert self.outside == []
        faults = [fault for fault in self.faults if not any(re.search(allowed, fault) for allowed in self._allowed)]
        assert faults == [], faults

    def _asked(self, request: Request) -> None:
        if not request.url.startswith(self._at_home):
            self.outside.append(request.url)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(message.text)

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.faults.append(f"{response.status} {response.url}")
