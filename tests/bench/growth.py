"""What a request costs as a store and its tables grow: `python -m tests.bench.growth`."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from companion.store import Entry
from companion.store.sqlite import SqliteStore
from tests.evenings import House, Visitor
from tests.games import MEASURED

TABLES = (10, 100, 1_000, 10_000, 100_000)
MOVES = (10, 100, 1_000)


def main() -> None:
    """Prints two curves: the least processor time of some tries, in ms."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        ana = Visitor(house, "Ana")
        ana.get("/")
        code = ana.post("/open", game=MEASURED.key).headers["Location"].rpartition("/")[2]
        ana.post(f"/j/{code}", name="Ana")
        path = f"/t/{code}/panel"
        print("tables in the store: panel, move, first page (ms)")
        made = 1
        for count in TABLES:
            assert isinstance(house.keeper.store, SqliteStore)
            _fill(house.keeper.store, made, count)
            made = count
            figures = [_least(lambda: ana.get(path)), _least(lambda: _rename(ana, code)), _least(lambda: ana.get("/"))]
            print(f"{count:>9,}: " + ", ".join(f"{figure:.2f}" for figure in figures))
        print("moves at the table: panel, move, panel after a restart (ms)")
        for count in MOVES:
            while house.table(code).version < count:
                _rename(ana, code)
            figures = [_least(lambda: ana.get(path)), _least(lambda: _rename(ana, code)), _restarted(house, ana, path)]
            print(f"{count:>9,}: " + ", ".join(f"{figure:.2f}" for figure in figures))


def _rename(ana: Visitor, code: str, names: list[int] = [0]) -> None:  # noqa: B006 (counts on)
    names[0] += 1
    assert ana.post(f"/t/{code}/rename", seat="1", name=f"Ana {names[0]}").status_code == 303


def _restarted(house: House, ana: Visitor, path: str) -> float:
    def once() -> None:
        house.keeper._at_hand.clear()
        ana.get(path)

    return _least(once)


def _fill(store: SqliteStore, made: int, count: int) -> None:
    """Tables of three moves each, under codes that no real table has."""
    with store._writing() as db:
        for n in range(made, count):
            code = f"#{n}"
            db.execute("INSERT INTO tables (code, last, brief) VALUES (?, ?, 0)", (code, n))
            rows = [Entry(i, n, f"device {n % 5000}", "sit", json.dumps({"name": f"Ana {i}"})) for i in (1, 2, 3)]
            db.executemany(
                "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, '', NULL)",
                [(code, e.number, e.at, e.device, e.kind, e.data) for e in rows],
            )


def _least(work: Callable[[], object]) -> float:
    took = []
    for _ in range(12):
        time.sleep(0.26)  # past the panels kept for a quarter of a second
        began = time.process_time()
        work()
        took.append(1000 * (time.process_time() - began))
    return min(took)


if __name__ == "__main__":
    main()
