"""From the host's tap to the message painted on the last of 4 real phones: `python -m tests.bench.painted`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests import require
from tests.bench.figures import at, compare, show
from tests.bench.first_visit import SLOW
from tests.bench.phones import NAMES, drawn
from tests.browser.phone import FLAGS
from tests.hasty import COMMAND
from tests.running import Companion, free_port

STARTS = 30
WATCH = """(selector) => {
  window.pressed = 0; window.painted = 0;
  const now = () => performance.timeOrigin + performance.now();
  document.addEventListener("click", () => { window.pressed = now(); }, true);
  const seen = (element) => element ? element.outerHTML : "";
  let before = seen(document.querySelector(selector));
  new MutationObserver(() => {
    const after = seen(document.querySelector(selector));
    if (after !== before && after) {
      requestAnimationFrame(() => setTimeout(() => { window.painted = window.painted || now(); }));
    }
    before = after;
  }).observe(document.documentElement, {subtree: true, childList: true, attributes: true});
}"""
RESET = "() => { window.pressed = 0; window.painted = 0; }"


def main() -> None:
    """Prints p50 and p95 of 30 starts beside a toy page pushed by the same stream; then the same on a slow link."""
    floor_port = free_port()
    with (
        tempfile.TemporaryDirectory() as folder,
        Companion("--port", str(free_port()), "--no-qr", data=Path(folder, "evenings"), command=COMMAND) as companion,
        Companion(data=Path(folder), command=(sys.executable, "-m", "tests.bench.floor", str(floor_port))),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=require.chromium(), args=FLAGS)
        toys = opened(browser, 4)
        for toy in toys:
            toy.goto(companion.address.rpartition(":")[0] + f":{floor_port}/")
            toy.wait_for_selector("h1")
            toy.evaluate(WATCH, "#panel")
        phones = opened(browser, 4)
        code = joined(phones, companion)
        ours, floor = [], []
        for _ in range(STARTS):
            ours.append(started(phones, companion, code))
            floor.append(pressed(toys))
        compare("tap to the last of 4 screens painted", ours, floor)
        for phone in phones:
            line = phone.context.new_cdp_session(phone)
            line.send("Network.enable")
            line.send("Network.emulateNetworkConditions", SLOW)
        slow = [started(phones, companion, code) for _ in range(STARTS)]
        for name, share in (("p50", 0.5), ("p95", 0.95)):
            show(f"the same at 400 kbit/s, 400 ms, {name} of {STARTS}", at(slow, share), 600, "ms")
        browser.close()


def opened(browser: Browser, phones: int) -> list[Page]:
    """Fresh phones."""
    size = {"width": 390, "height": 844}
    return [browser.new_context(viewport=size, has_touch=True).new_page() for _ in range(phones)]  # type: ignore[arg-type]


def joined(phones: list[Page], companion: Companion) -> str:
    """The code of a new table that the first phone hosts and all sit at."""
    host = phones[0]
    host.goto(companion.address)
    host.get_by_role("button", name="Open a table").click()
    host.wait_for_url("**/t/*")
    code = host.url.rsplit("/", 1)[-1]
    for phone, name in zip(phones, NAMES, strict=False):
        phone.goto(f"{companion.address}/{'t' if phone is host else 'j'}/{code}")
        phone.get_by_label("Your name").fill(name)
        phone.get_by_role("button", name="Take a seat").click()
        phone.wait_for_url("**/t/*")
    for phone in phones:
        phone.wait_for_selector("#panel")
        phone.evaluate(WATCH, "#panel .message")
    return code


def started(phones: list[Page], companion: Companion, code: str) -> float:
    """Milliseconds from the tap on Start to the last screen painted; everybody is in the lobby before."""
    host = phones[0]
    if host.locator(".table[data-stage='play']").count():
        panel = host.context.request.get(f"{companion.address}/t/{code}/panel").text()
        host.context.request.post(f"{companion.address}/t/{code}/lobby", form={"drawn": drawn(panel)}, max_redirects=0)
    asks = host.locator("#start-asks > summary")
    button = host.locator(".action form[action$='/start'] button, #start-asks form[action$='/start'] button").first
    asks.or_(button).first.wait_for()
    if asks.count():
        asks.click()
    button.wait_for()
    for phone in phones:
        phone.wait_for_function("() => !document.querySelector('#panel .message')")
        phone.evaluate(RESET)
    host.wait_for_timeout(300)
    button.click()
    return latest(phones)


def pressed(toys: list[Page]) -> float:
    """The same for the toy."""
    for toy in toys:
        toy.evaluate(RESET)
    toys[0].wait_for_timeout(300)
    toys[0].get_by_role("button", name="Press").click()
    return latest(toys)


def latest(phones: list[Page]) -> float:
    for phone in phones:
        phone.wait_for_function("() => window.painted > 0")
    return float(
        max(phone.evaluate("() => window.painted") for phone in phones) - phones[0].evaluate("() => window.pressed")
    )


if __name__ == "__main__":
    main()
