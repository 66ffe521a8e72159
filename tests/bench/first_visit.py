"""What a phone's first evening costs up to its message: `python -m tests.bench.first_visit`."""

from __future__ import annotations

import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests import require
from tests.bench.figures import at, show
from tests.bench.phones import played, seated
from tests.browser.phone import FLAGS
from tests.games import MEASURED
from tests.running import Companion, free_port

SLOW = {"offline": False, "latency": 400, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8}
VISITS = 5


class Air:
    """What lies between a phone and the server: passes everything on, and counts each byte that comes down."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.down = 0
        self.door = socket.create_server(("0.0.0.0", 0))
        threading.Thread(target=self._open, daemon=True).start()

    def _open(self) -> None:
        while True:
            phone, _ = self.door.accept()
            server = socket.create_connection(("127.0.0.1", self.port))
            for here, there, counts in ((phone, server, False), (server, phone, True)):
                here.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self._pass_on, args=(here, there, counts), daemon=True).start()

    def _pass_on(self, here: socket.socket, there: socket.socket, counts: bool) -> None:
        with suppress(OSError), here, there:
            while piece := here.recv(65536):
                self.down += counts * len(piece)
                there.sendall(piece)


@contextmanager
def at_home() -> Iterator[tuple[Browser, Companion]]:
    """A browser beside a server of its own, which keeps nothing."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Companion("--port", str(free_port()), "--no-qr", data=Path(folder)) as companion,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=require.chromium(), args=FLAGS)
        yield browser, companion
        browser.close()


def main() -> None:
    """Prints size and requests of a first visit, the size of an update, and when a slow phone can use the join page."""
    with at_home() as (browser, companion):
        visit(browser, companion)
        read, usable = zip(*(slow_visit(browser, companion) for _ in range(VISITS)), strict=True)
        slow = f"at 400 kbit/s, 400 ms, a quarter of the CPU, p50 of {VISITS}"
        show(f"join page shows its text {slow}", at(read, 0.5), 1300, "ms")
        show(f"join page takes a name {slow}", at(usable, 0.5), 1600, "ms")


def visit(browser: Browser, companion: Companion) -> None:
    """One phone joins three others, the host starts, it holds and reads; then the host deals again."""
    code, others = seated(companion.port, MEASURED.key, 3)
    page = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    air = Air(companion.port)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url.split('/', 3)[3]}"))
    page.goto(f"{companion.address.rpartition(':')[0]}:{air.door.getsockname()[1]}/j/{code}")
    page.get_by_label("Your name").fill("Dov")
    page.get_by_role("button", name="Take a seat").click()
    page.wait_for_selector("#panel")
    page.wait_for_timeout(1000)
    played(others[0], code, "start")
    page.get_by_role("button", name="Hold to see your message").focus()
    page.keyboard.down("Space")
    page.wait_for_selector(".secret")
    page.keyboard.up("Space")
    page.wait_for_timeout(1000)
    show("first visit, join page to private message", air.down / 1000, 80, "KB")
    show("requests of it", len(asked), 9, "")
    print(*(f"    {request}" for request in asked), sep="\n")
    before = air.down
    played(others[0], code, "start")
    page.wait_for_timeout(2000)
    show("a later update", (air.down - before) / 1000, 8, "KB")
    page.context.close()


def slow_visit(browser: Browser, companion: Companion) -> tuple[float, float]:
    """Milliseconds from following the code until a slow phone shows the join page's text, and until its name field
    takes letters and its button is there."""
    code, _ = seated(companion.port, MEASURED.key, 1)
    page = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    since = time.perf_counter()
    page.goto(f"{companion.address}/j/{code}", wait_until="commit")
    page.get_by_role("heading", name="Take a seat").wait_for()
    read = 1000 * (time.perf_counter() - since)
    page.get_by_label("Your name").fill("Dov")
    page.get_by_role("button", name="Take a seat").wait_for()
    took = 1000 * (time.perf_counter() - since)
    page.context.close()
    return read, took


if __name__ == "__main__":
    main()
