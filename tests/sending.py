"""Forms sent over a real socket, byte by byte as a browser does, also by a browser that copied another's cookie."""

from __future__ import annotations

import gzip
import http.client
from collections.abc import Mapping
from html import unescape
from urllib.parse import urlencode

from tests.evenings import House, Visitor
from tests.running import PATIENCE


def sent(port: int, who: Visitor, path: str, form: Mapping[str, object], script: bool) -> tuple[int, str, bytes]:
    """A form posted over HTTP by that browser: status, headers, body."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Sec-Fetch-Site": "same-origin",
        "Cookie": "; ".join(f"{k}={v}" for k, v in who.cookies.items()),
        "Accept-Encoding": "gzip",
    } | ({"HX-Request": "true"} if script else {})
    line.request("POST", path, urlencode(form), headers)
    answer = line.getresponse()
    body = answer.read()
    told = "\n".join(f"{k}: {v}" for k, v in sorted(answer.getheaders()) if k != "Date")
    line.close()
    return answer.status, told, body


def in_clear(answer: tuple[int, str, bytes]) -> str:
    """What an answer says, squeezed or not."""
    _, headers, body = answer
    return unescape((gzip.decompress(body) if "Content-Encoding: gzip" in headers else body).decode())


def copied(house: House, who: Visitor) -> Visitor:
    """Another browser with the same cookie."""
    copy = Visitor(house, f"copy of {who.name}’s")
    copy.cookies = dict(who.cookies)
    return copy
