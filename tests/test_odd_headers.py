"""Whatever a browser says beside what it asks for, over real HTTP: an answer in words at every game's table."""

from __future__ import annotations

import http.client

import pytest

from companion.game import Game
from companion.games import GAMES
from tests.evenings import House, evening
from tests.running import PATIENCE

ODD = [
    ("HX-Current-URL", "http://["),
    ("HX-Current-URL", "http://[::1"),
    ("HX-Current-URL", "//]/?step=1"),
    ("HX-Current-URL", "http://[v]/?step=%ff&=&&step=1#["),
    ("HX-Current-URL", "\xff" * 3000),
    ("Open-Drawers", "\xff log " * 200),
    ("If-None-Match", 'W/"'),
    ("If-Modified-Since", "Mon, 01 Jan 99999 00:00:00 GMT"),
    ("Range", "bytes=5-2,-1"),
    ("Accept-Language", "en;q=nan,*;q=1e999,;;=,\xff"),
    ("Accept-Encoding", "gzip;q=x,,;"),
    ("Authorization", "Basic %%%"),
    ("Content-Type", 'multipart/form-data; boundary="'),
    ("Content-Type", "application/x-www-form-urlencoded; charset=utf-7"),
    ("Origin", "null, null"),
    ("Cookie", 'theme="\\777"; companion_device=.~.~'),
    ("X-Forwarded-Host", "[::::"),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_no_header_is_a_fault_wherever_it_is_sent(house: House, served: int, game: Game) -> None:
    at = evening(house, game, 1, 4)
    at.start()
    table, now = f"/t/{at.code}", str(at.table.version)
    asked = [(path, None) for path in ("/", f"/j/{at.code}", table, f"{table}/panel", f"{table}/wall", "/evenings")]
    pressed = [
        ("put-away", "up_to=1"),
        ("ask", "name=Eve"),
        ("shift", "seat=99"),
        ("message", "key=x"),
        ("undo", "of=1"),
    ]
    sent = [*asked, *((f"{table}/{kind}", f"{form}&drawn={now}") for kind, form in pressed)]
    device = "; ".join(f"{name}={value}" for name, value in at.people["Ben"].cookies.items())
    for path, form in sent:
        for name, value in ODD:
            form_type = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
            headers = {"HX-Request": "true", "Cookie": device, **form_type}
            headers[name] = f"{value}; {device}" if name == "Cookie" else value
            line = http.client.HTTPConnection("127.0.0.1", served, timeout=PATIENCE)
            line.request("GET" if form is None else "POST", path, form, headers)
            answer = line.getresponse()
            answer.read()
            line.close()
            assert answer.status < 500, (path, name, value)
