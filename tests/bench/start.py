"""From "Start the game" to the last of six phones having its panel: `python -m tests.bench.start`."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.bench.figures import compare
from tests.bench.phones import Quick, at_rest, drawn, last_complete, seated
from tests.games import MEASURED
from tests.hasty import COMMAND
from tests.running import Companion, free_port

STARTS = 100


def main() -> None:
    """Prints p50 and p95 of 100 starts and their ratio to the floor's, taken in turns."""
    port, floor_port = free_port(), free_port()
    with (
        tempfile.TemporaryDirectory() as folder,
        Companion("--port", str(port), "--no-qr", data=Path(folder, "evenings"), command=COMMAND),
        Companion(data=Path(folder), command=(sys.executable, "-m", "tests.bench.floor", str(floor_port))),
    ):
        code, phones = seated(port, MEASURED.key, 6)
        for phone in phones:
            phone.follow(f"/t/{code}/live", f"/t/{code}/panel")
        listeners = [Quick(floor_port) for _ in range(6)]
        for phone in listeners:
            phone.follow("/live", "/panel")
        time.sleep(1)
        ours, floor = [], []
        for _ in range(STARTS):
            ours.append(1000 * start(code, phones))
            floor.append(1000 * press(listeners))
        compare("start to the last of 6 phones", ours, floor)


def start(code: str, phones: list[Quick]) -> float:
    """Seconds from the host's button to the last phone having its panel."""
    _, _, page = phones[0].ask("GET", f"/t/{code}/panel")
    at_rest(phones)
    since = time.perf_counter()
    status, _, body = phones[0].ask("POST", f"/t/{code}/start", {"drawn": drawn(page)})
    assert status == 200, body[:500]
    return last_complete(phones[1:], since)  # the host has its panel with the button's answer


def press(listeners: list[Quick]) -> float:
    """The same for the floor."""
    at_rest(listeners)
    since = time.perf_counter()
    listeners[0].ask("POST", "/press", {})
    return last_complete(listeners, since)


if __name__ == "__main__":
    main()
