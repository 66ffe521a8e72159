"""An evening of 500 moves replayed, beside reading as many moves as JSON: `python -m tests.bench.replay`."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from companion.console import read
from companion.fold import replay
from tests.bench.figures import show
from tests.test_recorded import RECORDED

MOVES = 500
BOUND_MS = 15.0


def main() -> None:
    """Prints, for each recorded evening, what its moves would take if there were 500 of their kind."""
    for file in RECORDED:
        code, entries = read(file.read_text("utf-8"))
        scale = MOVES / len(entries)
        replay(code, entries)  # what is made at its first use is made
        ours = scale * _fastest(lambda code=code, entries=entries: replay(code, entries))  # type: ignore[misc]
        floor = scale * _fastest(lambda entries=entries: [json.loads(entry.data) for entry in entries])  # type: ignore[misc]
        show(f"{file.stem}: {MOVES} moves replayed", ours, BOUND_MS, "ms")
        print(f"    floor, the same moves parsed as JSON: {floor:.2f} ms, ratio {ours / floor:.1f}")


def _fastest(work: Callable[[], object], times: int = 300) -> float:
    """The least processor time of some tries, in ms: a busy machine only ever adds to it."""
    took = []
    for _ in range(times):
        began = time.process_time()
        work()
        took.append(1000 * (time.process_time() - began))
    return min(took)


if __name__ == "__main__":
    main()
