"""Phones without a screen: cookies, forms and the live stream over plain sockets, as cheap as a client can be."""

from __future__ import annotations

import http.client
import re
import selectors
import socket
import time
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from tests.evenings import mark_on
from tests.reading import as_read
from tests.running import PATIENCE

HX = {"HX-Request": "true"}


class Quick:
    """One phone: a kept connection, its cookies, and a stream it follows.

    News is complete when the stream carried the panel itself, or else when the panel it pointed at was fetched.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def ask(
        self, method: str, path: str, form: Mapping[str, str] | None = None, headers: Mapping[str, str] = HX
    ) -> tuple[int, str, str]:
        """The status, where it sends us, and the body."""
        sent = {**headers, "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if form is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        self.line.request(method, path, urlencode(form) if form is not None else None, sent)
        answer = self.line.getresponse()
        body = as_read(answer.read().decode())
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, rest = cookie.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return answer.status, answer.headers.get("Location", ""), body

    def follow(self, stream: str, panel: str) -> None:
        """Listen to `stream` from now on, and fetch `panel` when it only says that there is news."""
        self.stream = socket.create_connection(("127.0.0.1", self.port))
        self.stream.sendall(self._get(stream))
        self.second = socket.create_connection(("127.0.0.1", self.port))
        self.panel = self._get(panel)
        self.heard = self.fetched = b""

    def hears(self) -> bool:
        """Takes what the stream brought; whether that is the news itself, complete."""
        self.heard += self.stream.recv(262_144)
        if not self.heard.endswith(b"\n\n\r\n"):  # an event and its chunk end together
            return False
        told, self.heard = self.heard, b""
        if b"event: panel" not in told and b"data:" in told:
            self.second.sendall(self.panel)
        return b"event: panel" in told

    def fetches(self) -> bool:
        """Takes what came of the panel; whether it is all there."""
        self.fetched += self.second.recv(262_144)
        head, _, body = self.fetched.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        if length is None or len(body) < int(length[1]):
            return False
        self.fetched = b""
        return True

    def _get(self, path: str) -> bytes:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nHX-Request: true\r\nCookie: {cookies}\r\n\r\n".encode()


def at_rest(phones: Sequence[Quick], quiet: float = 0.03) -> None:
    """Returns once nothing more has come for `quiet` seconds; what came is old."""
    with _watched(phones) as watch:
        while ready := watch.select(quiet):
            for key, _ in ready:
                key.data()


def last_complete(phones: Sequence[Quick], since: float, patience: float = 5.0) -> float:
    """When the last of `phones` had its news complete, in seconds since `since`. One thread reads for all of them."""
    waiting = {id(phone) for phone in phones}
    with _watched(phones) as watch:
        while waiting:
            ready = watch.select(since + patience - time.perf_counter())
            if not ready:
                raise TimeoutError(f"news did not reach {len(waiting)} of {len(phones)} phones")
            waiting -= {id(key.data.__self__) for key, _ in ready if key.data()}
    return time.perf_counter() - since


def _watched(phones: Sequence[Quick]) -> selectors.BaseSelector:
    watch = selectors.DefaultSelector()
    for phone in phones:
        watch.register(phone.stream, selectors.EVENT_READ, phone.hears)
        watch.register(phone.second, selectors.EVENT_READ, phone.fetches)
    return watch


def drawn(page: str) -> str:
    """The version a page's buttons were drawn from."""
    found = re.search(r'name="drawn"[^>]*value="(\d+)"|value="(\d+)"[^>]*name="drawn"', page)
    return (found[1] or found[2]) if found else "0"


NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn")


def seated(port: int, game: str, players: int) -> tuple[str, list[Quick]]:
    """A new table of `game` with its phones, the first of them the host: its code, and the phones."""
    phones = [Quick(port) for _ in range(players)]
    host = phones[0]
    _, _, home = host.ask("GET", "/")
    _, where, _ = host.ask("POST", "/open", {"game": game, "from": mark_on(home)}, headers={})
    code = where.rstrip("/").rsplit("/", 1)[-1]
    for phone, name in zip(phones, NAMES, strict=False):
        _, _, page = phone.ask("GET", f"/j/{code}")
        status, _, page = phone.ask("POST", f"/j/{code}", {"name": name, "drawn": drawn(page)})
        assert status in (200, 303), (status, page[:500])
    return code, phones


def played(phone: Quick, code: str, kind: str, **fields: str) -> str:
    """The panel after a move of this phone's, drawn from the table as it stands."""
    _, _, panel = phone.ask("GET", f"/t/{code}/panel")
    status, _, body = phone.ask("POST", f"/t/{code}/{kind}", {"drawn": drawn(panel), **fields})
    assert status == 200, (status, body[:500])
    return body
