"""Phones without a screen: cookies, forms and the live stream over plain sockets, as cheap as a client can be."""

from __future__ import annotations

import http.client
import re
import threading
import time
from collections.abc import Mapping
from urllib.parse import urlencode

HX = {"HX-Request": "true"}


class Quick:
    """One phone: a kept connection, its cookies, and a thread that follows a stream and notes when news was complete.

    News is complete when the stream carried the panel itself, or else when the panel it pointed at was fetched.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.complete: list[float] = []
        self.at_rest = threading.Event()

    def ask(
        self, method: str, path: str, form: Mapping[str, str] | None = None, headers: Mapping[str, str] = HX
    ) -> tuple[int, str, str]:
        """The status, where it sends us, and the body."""
        sent = {**headers, "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if form is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        self.line.request(method, path, urlencode(form) if form is not None else None, sent)
        answer = self.line.getresponse()
        body = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, rest = cookie.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return answer.status, answer.headers.get("Location", ""), body

    def follow(self, stream: str, panel: str) -> None:
        """Listen to `stream` from now on in a thread of its own."""
        threading.Thread(target=self._listen, args=(stream, panel), daemon=True).start()

    def _listen(self, stream: str, panel: str) -> None:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        line.request("GET", stream, headers={"Cookie": "; ".join(f"{n}={v}" for n, v in self.cookies.items())})
        answer = line.getresponse()
        event, kind = [], "message"
        while raw := answer.readline():
            text = raw.decode().rstrip("\r\n")
            if text.startswith("event:"):
                kind = text[6:].strip()
            elif text.startswith("data:"):
                event.append(text[5:])
            elif not text and event:
                if kind != "panel":
                    self._fetch(panel)
                self.complete.append(time.perf_counter())
                event, kind = [], "message"

    def _fetch(self, panel: str) -> None:
        if not hasattr(self, "second"):
            self.second = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        self.second.request(
            "GET", panel, headers={**HX, "Cookie": "; ".join(f"{n}={v}" for n, v in self.cookies.items())}
        )
        self.second.getresponse().read()


def last_complete(phones: list[Quick], since: float, patience: float = 5.0) -> float:
    """When the last of `phones` had its news complete, in seconds since `since`."""
    until = time.perf_counter() + patience
    while time.perf_counter() < until:
        news = [[moment for moment in phone.complete if moment > since] for phone in phones]
        if all(news):
            return max(moments[0] for moments in news) - since
        time.sleep(0.0005)
    raise TimeoutError(f"news reached {sum(map(bool, news))} of {len(phones)} phones")


def drawn(page: str) -> str:
    """The version a page's buttons were drawn from."""
    found = re.search(r'name="drawn"[^>]*value="(\d+)"|value="(\d+)"[^>]*name="drawn"', page)
    return (found[1] or found[2]) if found else "0"


NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn")


def seated(port: int, game: str, players: int) -> tuple[str, list[Quick]]:
    """A new table of `game` with its phones, the first of them the host: its code, and the phones."""
    phones = [Quick(port) for _ in range(players)]
    host = phones[0]
    host.ask("GET", "/")
    _, where, _ = host.ask("POST", "/open", {"game": game}, headers={})
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
