"""Killed in the middle of traffic, over and over: what was answered is in the log. `python -m tests.bench.kill`."""

from __future__ import annotations

import http.client
import json
import random
import tempfile
import threading
import time
from pathlib import Path

from companion.store.sqlite import SqliteStore
from tests.bench.phones import Quick
from tests.evenings import mark_on
from tests.games import ANY
from tests.hasty import COMMAND
from tests.running import PATIENCE, Companion, free_port

TIMES = 50
PHONES = 4


def killed(times: int, folder: Path, dice: random.Random) -> int:
    """Kills a serving process that often while phones rename themselves as fast as they can; the number of answered
    moves, each of which is in the log exactly once. Raises `AssertionError` when one is not."""
    code, answered, phones = "", list[str](), list[Quick]()
    for n in range(times):
        port = free_port()
        with Companion("--port", str(port), "--no-qr", data=folder, command=COMMAND) as companion:
            if not phones:
                code, phones = _seated(port)
            crowd = [
                threading.Thread(target=_rename, args=(phone, port, code, f"{n}.{i}", answered))
                for i, phone in enumerate(phones)
            ]
            for one in crowd:
                one.start()
            wanted = len(answered) + dice.randrange(5, 40)
            while len(answered) < wanted and crowd[0].is_alive():
                time.sleep(0.002)
            companion.kill()
            for one in crowd:
                one.join()
    store = SqliteStore(folder)
    log = store.read(code)
    store.close()
    assert [move.number for move in log] == list(range(1, len(log) + 1)), "a number is missing or twice"
    names = [json.loads(move.data)["name"] for move in log if move.kind == "rename"]
    assert len(names) == len(set(names)), "a move is there twice"
    lost = set(answered) - set(names)
    assert not lost, f"answered, and not in the log: {sorted(lost)}"
    return len(answered)


def _seated(port: int) -> tuple[str, list[Quick]]:
    phones = [Quick(port) for _ in range(PHONES)]
    _, _, home = phones[0].ask("GET", "/")
    _, where, _ = phones[0].ask("POST", "/open", {"game": ANY.key, "from": mark_on(home)}, headers={})
    code = where.rpartition("/")[2]
    for i, phone in enumerate(phones):
        phone.ask("GET", f"/j/{code}")
        assert phone.ask("POST", f"/j/{code}", {"name": f"Ana {i}"})[0] == 200
    return code, phones


def _rename(phone: Quick, port: int, code: str, name: str, answered: list[str]) -> None:
    phone.line.close()
    phone.line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    seat = int(name.partition(".")[2]) + 1
    try:
        for n in range(10_000):
            status, _, _ = phone.ask("POST", f"/t/{code}/rename", {"seat": str(seat), "name": f"{name}.{n}"})
            assert status == 200, status
            answered.append(f"{name}.{n}")
    except (OSError, http.client.HTTPException):
        return  # killed
    finally:
        phone.line.close()


def main() -> None:
    """Kills fifty times and prints what survived."""
    dice = random.Random()
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        answered = killed(TIMES, Path(folder) / "data", dice)
        print(f"killed {TIMES} times in {time.perf_counter() - began:.0f} s: {answered} answered moves, none lost")


if __name__ == "__main__":
    main()
