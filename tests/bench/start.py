"""From "Start the game" to the last of six phones having its panel: `python -m tests.bench.start`."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.bench.figures import compare
from tests.bench.phones import Quick, drawn, last_complete, seated
from tests.running import Companion, free_port

STARTS = 100
GAME = "scape_goat"


def main() -> None:
    """Prints p50 and p95 of 100 starts and their ratio to the floor's, taken in turns."""
    port, floor_port = free_port(), free_port()
    with (
        tempfile.TemporaryDirectory() as folder,
        Companion("--port", str(port), "--no-qr", data=Path(folder, "evenings")),
        Companion(data=Path(folder), command=(sys.executable, "-m", "tests.bench.floor", str(floor_port))),
    ):
        code, phones = seated(port, GAME, 6)
        for phone in phones:
            phone.follow(f"/t/{code}/live", f"/t/{code}/panel")
        listeners = [Quick(floor_port) for _ in range(6)]
        for phone in listeners:
            phone.follow("/live", "/panel")
        time.sleep(1)
        ours, floor = [], []
        for _ in range(STARTS):
            ours.append(1000 * _start(code, phones))
            floor.append(1000 * _press(listeners))
        compare("start to the last of 6 phones", ours, floor)


def _start(code: str, phones: list[Quick]) -> float:
    _, _, page = phones[0].ask("GET", f"/t/{code}/panel")
    time.sleep(0.03)
    since = time.perf_counter()
    status, _, body = phones[0].ask("POST", f"/t/{code}/start", {"drawn": drawn(page)})
    assert status == 200, body[:500]
    phones[0].complete.append(time.perf_counter())  # the button's answer is the host's panel
    return last_complete(phones, since)


def _press(listeners: list[Quick]) -> float:
    time.sleep(0.03)
    since = time.perf_counter()
    listeners[0].ask("POST", "/press", {})
    return last_complete(listeners, since)


if __name__ == "__main__":
    main()
