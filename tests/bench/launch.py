"""From the command to its first answer, and the memory it then holds: `python -m tests.bench.launch`."""

from __future__ import annotations

import http.client
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.bench.figures import at, compare, show
from tests.running import PATIENCE, ROOT, free_port

LAUNCHES = 10


def main() -> None:
    """Prints the time to the first answer beside the floor's, taken in turns, and the proportional memory when idle."""
    ours, floor, held = [], [], []
    for _ in range(LAUNCHES):
        port = free_port()
        with tempfile.TemporaryDirectory() as folder:
            seconds, memory = launched([sys.executable, "-m", "companion", "--port", str(port), "--data", folder], port)
        ours.append(1000 * seconds)
        held.append(memory)
        port = free_port()
        seconds, _ = launched([sys.executable, "-m", "tests.bench.floor", str(port)], port)
        floor.append(1000 * seconds)
    compare("launch to the first answer", ours, floor)
    show("launch to the first answer, p50", at(ours, 0.5), 400, "ms")
    show("proportional memory, idle, p50", at(held, 0.5), 46, "MB")


def launched(command: Sequence[str], port: int) -> tuple[float, float]:
    """Seconds to the first whole answer, and megabytes held a second later (0 where the system does not say)."""
    since = time.perf_counter()
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        while not answers(port):
            if time.perf_counter() - since > PATIENCE:
                raise TimeoutError("no answer")
            time.sleep(0.005)
        took = time.perf_counter() - since
        time.sleep(1)
        rollup = Path(f"/proc/{process.pid}/smaps_rollup")
        lines = rollup.read_text().splitlines() if rollup.exists() else []
        return took, sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
    finally:
        process.terminate()
        process.wait(PATIENCE)


def answers(port: int) -> bool:
    """Whether the home page came whole."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        line.request("GET", "/")
        return line.getresponse().read() != b""
    except OSError:
        return False
    finally:
        line.close()


if __name__ == "__main__":
    main()
