"""Two processes on one PostgreSQL: from a move at one to a phone at the other. `python -m tests.bench.machines`."""

from __future__ import annotations

import http.client
import threading
import time

import psycopg

from tests.bench.figures import at as share_of
from tests.bench.figures import compare, show
from tests.bench.phones import Quick, seated
from tests.games import MEASURED
from tests.hasty import COMMAND
from tests.postgres import Postgres
from tests.running import two_at

MOVES = 200
BOUND_MS = 20.0


def main() -> None:
    """Prints the latency beside that of a bare NOTIFY over the same server, taken in turns."""
    with Postgres() as server:
        address = server.new_database("tables")
        with two_at(address, command=COMMAND) as (here, there):
            _measure(here.port, there.port, address)


def _measure(here: int, there: int, address: str) -> None:
    code, phones = seated(here, MEASURED.key, 4)
    ana, ben = phones[:2]
    heard: list[float] = []
    news = threading.Event()
    threading.Thread(target=_follow, args=(there, ben, f"/t/{code}/live", heard, news), daemon=True).start()
    news.wait(10)
    time.sleep(2)
    ours, floor = [], []
    with psycopg.connect(address, autocommit=True) as ear, psycopg.connect(address, autocommit=True) as mouth:
        ear.execute("LISTEN floor")
        mouth.execute("CREATE TABLE floor (n integer PRIMARY KEY)")
        for n in range(MOVES):
            news.clear()
            since = time.perf_counter()
            status, _, _ = ana.ask("POST", f"/t/{code}/sit-out", {"seat": "1", "out": str(n % 2 == 0), "drawn": str(n)})
            assert status == 200
            assert news.wait(5)
            ours.append(1000 * (heard[-1] - since))
            since = time.perf_counter()
            mouth.execute("WITH kept AS (INSERT INTO floor VALUES (%s)) SELECT pg_notify('floor', '')", (n,))
            next(ear.notifies(timeout=5))
            floor.append(1000 * (time.perf_counter() - since))
    compare("a move here to a phone there", ours, floor)
    show("p95", share_of(ours, 0.95), BOUND_MS, "ms")


def _follow(port: int, phone: Quick, path: str, heard: list[float], news: threading.Event) -> None:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", path, headers={"Cookie": "; ".join(f"{n}={v}" for n, v in phone.cookies.items())})
    answer = line.getresponse()
    while raw := answer.readline():
        if raw.startswith(b"event:"):
            heard.append(time.perf_counter())
            news.set()


if __name__ == "__main__":
    main()
