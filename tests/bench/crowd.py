"""500 tables of six phones held by one process, one of them starting; then panels: `python -m tests.bench.crowd`."""

from __future__ import annotations

import hashlib
import resource
import selectors
import socket
import sys
import tempfile
import time
import zlib
from dataclasses import replace
from pathlib import Path

from itsdangerous import Signer

from companion.store.sqlite import SqliteStore
from companion.web.guard import COOKIE
from tests.bench.figures import at, compare, show
from tests.bench.phones import Quick, seated
from tests.bench.start import press, start
from tests.games import MEASURED
from tests.hasty import COMMAND
from tests.running import Companion, free_port

TABLES, PHONES = 500, 6
STARTS = 300
IDLE_SECONDS = 20
ASKED = 400


class Crowd:
    """Idle phones: one open stream each, squeezed as browsers ask for it, all watched by one selector."""

    def __init__(self, port: int, streams: list[tuple[str, str]]) -> None:
        self.watch = selectors.DefaultSelector()
        for path, cookie in streams:
            line = socket.create_connection(("127.0.0.1", port))
            head = f"Host: localhost\r\nCookie: {cookie}\r\nAccept-Encoding: gzip"
            line.sendall(f"GET {path} HTTP/1.0\r\n{head}\r\n\r\n".encode())  # 1.0, so that it comes in no chunks
            self.watch.register(line, selectors.EVENT_READ, zlib.decompressobj(31))

    def heard(self, seconds: float) -> int:
        """How many events (signs of life do not count) came within that time."""
        events, until = 0, time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            for key, _ in self.watch.select(left):
                come = key.fileobj.recv(65536)  # type: ignore[union-attr]
                body = come.partition(b"\r\n\r\n")[2] if come.startswith(b"HTTP/") else come
                told = key.data.decompress(body)
                events += told.count(b"event:") - told.count(b"event: here")
        return events


def main() -> None:
    """Prints the figures with their bounds."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (16384, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    port, floor_port = free_port(), free_port()
    with (
        tempfile.TemporaryDirectory() as folder,
        Companion("--port", str(port), "--no-qr", data=Path(folder, "data"), command=COMMAND) as companion,
        Companion(data=Path(folder), command=(sys.executable, "-m", "tests.bench.floor", str(floor_port))),
    ):
        code, phones = seated(port, MEASURED.key, PHONES)
        streams = _copied(Path(folder, "data"), code, TABLES - 1)
        before = _memory(companion)
        crowd = Crowd(port, streams)
        began = time.monotonic()
        while crowd.heard(3) and time.monotonic() < began + 120:
            pass
        print(
            f"{TABLES * PHONES} phones came at once; all knew of each other after {time.monotonic() - began - 3:.0f} s"
        )
        _panels(port, floor_port, code, phones[0], "with everybody there")
        count = len(streams)
        show("memory for each idle phone", (_memory(companion) - before) / count, 38, "KB")
        used, began = _processor(companion), time.monotonic()
        woken = crowd.heard(IDLE_SECONDS)
        share = (_processor(companion) - used) / (time.monotonic() - began) / count
        show("processor for each idle phone", 100 * share, 0.004, "% of a core")
        for phone in phones:
            phone.follow(f"/t/{code}/live", f"/t/{code}/panel")
        listeners = [Quick(floor_port) for _ in phones]
        for phone in listeners:
            phone.follow("/live", "/panel")
        time.sleep(2)
        start(code, phones)  # what is made at its first use is made
        ours, least = [], []
        for _ in range(STARTS):
            ours.append(1000 * start(code, phones))
            least.append(1000 * press(listeners))
        compare(f"start to the last of 6 phones among {count + PHONES}", ours, least)
        print(f"    p95 within twice the floor: {'kept' if at(ours, 0.95) <= 2 * at(least, 0.95) else 'MISSED'}")
        show("others woken while idle or by the starts", woken + crowd.heard(1), 0, "events")


def _copied(folder: Path, code: str, times: int) -> list[tuple[str, str]]:
    """The same table under other codes, each with phones of its own: their streams, and the cookies to ask with."""
    store = SqliteStore(folder)
    entries, signer = store.read(code), Signer(store.signing_key(), salt="device")
    seated = list(dict.fromkeys(entry.device for entry in entries))
    letters = "CDFGHJKMNPQRTWX3479"
    streams = []
    for n in range(times):
        copy = f"C{letters[n // 361]}{letters[n // 19 % 19]}{letters[n % 19]}4"
        tokens = {device: f"{copy}{device}" for device in seated}
        devices = {device: hashlib.sha256(token.encode()).hexdigest()[:32] for device, token in tokens.items()}
        store.bring(copy, [replace(entry, device=devices[entry.device]) for entry in entries])
        streams += [(f"/t/{copy}/live", f"{COOKIE}={signer.sign(token).decode()}") for token in tokens.values()]
    store.close()
    return streams


def _panels(port: int, floor_port: int, code: str, phone: Quick, when: str) -> None:
    bare = Quick(floor_port)
    ours, least = [], []
    for _ in range(ASKED // 20):  # in turns, so that whatever else the machine does meets both
        ours.append(_rate(phone, f"/t/{code}/panel"))
        least.append(_rate(bare, "/empty"))
    mine, floor = at(ours, 0.5), at(least, 0.5)
    print(f"panels a second, {when}: {mine:.0f}, an empty answer {floor:.0f}, ratio {mine / floor:.2f} (at least 0.35)")


def _rate(phone: Quick, path: str) -> float:
    began = time.perf_counter()
    for _ in range(20):
        phone.ask("GET", path)
    return 20 / (time.perf_counter() - began)


def _memory(companion: Companion) -> float:
    """KB that are its alone."""
    rows = Path(f"/proc/{companion.process.pid}/smaps_rollup").read_text().splitlines()
    return sum(float(row.split()[1]) for row in rows if row.startswith("Private_"))


def _processor(companion: Companion) -> float:
    """Seconds of processor time it has used."""
    fields = Path(f"/proc/{companion.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


if __name__ == "__main__":
    main()
