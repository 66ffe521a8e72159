"""An evening of 500 moves replayed, beside reading as many rows as JSON: `python -m tests.bench.replay`."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from companion.fold import replay
from companion.games import GAMES
from companion.store import Entry
from tests.bench.figures import show
from tests.evenings import House, evening

MOVES = 500
BOUND_MS = 15.0


def evening_of(key: str, moves: int, house: House) -> tuple[str, list[Entry]]:
    """A table's code and its first `moves` moves: games of `key` one after another, played at random."""
    at = evening(house, next(game for game in GAMES if game.key == key), 7, 4)
    while True:
        for _ in at.moments(moves):
            if at.table.version >= moves:
                return at.code, house.keeper.store.read(at.code)[:moves]


def fastest(work: Callable[[], object], times: int = 9) -> float:
    """The least processor time of some tries, in ms: a busy machine only ever adds to it."""
    took = []
    for _ in range(times):
        began = time.process_time()
        work()
        took.append(1000 * (time.process_time() - began))
    return min(took)


def main() -> None:
    """Prints the time for each game, and the floor."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        for game in GAMES:
            code, entries = evening_of(game.key, MOVES, house)
            ours = fastest(lambda code=code, entries=entries: replay(code, entries))  # type: ignore[misc]
            floor = fastest(lambda entries=entries: [json.loads(entry.data) for entry in entries])  # type: ignore[misc]
            show(f"{game.key}: {len(entries)} moves replayed", ours, BOUND_MS, "ms")
            print(f"    floor, the same moves parsed as JSON: {floor:.2f} ms, ratio {ours / floor:.1f}")


if __name__ == "__main__":
    main()
