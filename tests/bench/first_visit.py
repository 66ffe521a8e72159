"""What a phone's first evening costs up to its message: `python -m tests.bench.first_visit`."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests import require
from tests.bench.figures import at, show
from tests.bench.phones import drawn, seated
from tests.browser.phone import FLAGS
from tests.running import Companion, free_port

GAME = "scape_goat"
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8}
VISITS = 5


class Air:
    """Counts what comes down to one page: requests, and bytes with their heads as they travelled."""

    def __init__(self, page: Page) -> None:
        self.bytes: dict[str, float] = {}
        self.asked: dict[str, str] = {}
        self.line = page.context.new_cdp_session(page)
        self.line.send("Network.enable")
        self.line.on("Network.requestWillBeSent", self._asks)
        self.line.on("Network.responseReceived", lambda e: self._add(e, e["response"]["encodedDataLength"]))
        self.line.on("Network.dataReceived", lambda e: self._add(e, e["encodedDataLength"]))
        self.line.on("Network.loadingFinished", self._whole)

    @property
    def total(self) -> float:
        """Kilobytes so far."""
        return sum(self.bytes.values()) / 1000

    def _asks(self, event: dict[str, Any]) -> None:
        self.asked.setdefault(event["requestId"], event["request"]["url"])
        if "redirectResponse" in event:
            self.asked[event["requestId"] + "<"] = event["request"]["url"]
            self.bytes[event["requestId"] + "<"] = event["redirectResponse"]["encodedDataLength"]

    def _add(self, event: dict[str, Any], more: float) -> None:
        self.bytes[event["requestId"]] = self.bytes.get(event["requestId"], 0) + more

    def _whole(self, event: dict[str, Any]) -> None:
        self.bytes[event["requestId"]] = event["encodedDataLength"]


def main() -> None:
    """Prints size and requests of a first visit, the size of an update, and when a slow phone can use the join page."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Companion("--port", str(free_port()), "--no-qr", data=Path(folder)) as companion,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=require.chromium(), args=FLAGS)
        visit(browser, companion)
        usable = [slow_visit(browser, companion) for _ in range(VISITS)]
        show(
            f"join page usable at 400 kbit/s, 400 ms, a quarter of the CPU, p50 of {VISITS}",
            at(usable, 0.5),
            1500,
            "ms",
        )
        browser.close()


def visit(browser: Browser, companion: Companion) -> None:
    """One phone joins three others, the host starts, it holds and reads; then the host deals again."""
    code, others = seated(companion.port, GAME, 3)
    page = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    air = Air(page)
    page.goto(f"{companion.address}/j/{code}")
    page.get_by_label("Your name").fill("Dov")
    page.get_by_role("button", name="Take a seat").click()
    page.wait_for_selector("#panel")
    start(code, others[0])
    button = page.get_by_role("button", name="Hold to see your message")
    button.focus()
    page.keyboard.down("Space")
    page.wait_for_selector(".secret")
    page.keyboard.up("Space")
    page.wait_for_timeout(500)
    show("first visit, join page to private message", air.total, 60, "KB")
    show("requests of it", len(air.asked), 8, "")
    for request, address in air.asked.items():
        print(f"    {air.bytes.get(request, 0) / 1000:6.1f} KB  {address.removeprefix(companion.address)}")
    before = air.total
    start(code, others[0])
    page.wait_for_timeout(1000)
    show("a later update", air.total - before, 8, "KB")
    page.context.close()


def slow_visit(browser: Browser, companion: Companion) -> float:
    """Milliseconds from following the code until a slow phone's name field takes letters and its button is there."""
    code, _ = seated(companion.port, GAME, 1)
    page = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    since = time.perf_counter()
    page.goto(f"{companion.address}/j/{code}", wait_until="commit")
    page.get_by_label("Your name").fill("Dov")
    page.get_by_role("button", name="Take a seat").wait_for()
    took = 1000 * (time.perf_counter() - since)
    page.context.close()
    return took


def start(code: str, host: Any) -> None:
    _, _, panel = host.ask("GET", f"/t/{code}/panel")
    status, _, body = host.ask("POST", f"/t/{code}/start", {"drawn": drawn(panel)})
    assert status == 200, body[:500]


if __name__ == "__main__":
    main()
