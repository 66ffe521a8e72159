"""Our page's block for nginx, tried with a real one: a machine that is off, one that ends, both started anew."""

from __future__ import annotations

import socket
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from companion.games import GAMES
from tests.bench.phones import Quick
from tests.evenings import mark_on
from tests.nginx import Nginx
from tests.postgres import Postgres
from tests.running import Companion, free_port, wait

PREFIX = "/table"


@contextmanager
def switched_off() -> Iterator[int]:
    """A port where nobody answers at all, not even no: its queue of newcomers is full, so the system drops each."""
    with closing(socket.socket()) as deaf, ExitStack() as queue:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        for _ in range(4):
            knock = queue.enter_context(closing(socket.socket()))
            knock.setblocking(False)
            knock.connect_ex(deaf.getsockname())
        yield deaf.getsockname()[1]


class Tables:
    """Two processes on one PostgreSQL, as our page on hosting has it: each can be stopped and started again."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address, self.folder = address, folder
        self.ports = [free_port(), free_port()]
        self.up: dict[int, Companion] = {}

    def start(self, *which: int) -> None:
        for n in which:
            public = ("--trust-proxy", "--address", f"https://games.example.org{PREFIX}")
            flags = ("--bind", "127.0.0.1", "--port", str(self.ports[n]), "--no-qr", *public)
            self.up[n] = Companion(*flags, data=self.address)
            assert self.up[n].port == self.ports[n]

    def stop(self, *which: int) -> None:
        for n in which:
            self.up.pop(n).__exit__()


@pytest.fixture
def tables(postgres: Postgres, tmp_path: Path) -> Iterator[Tables]:
    one = Tables(postgres.new_database(uuid.uuid4().hex), tmp_path)
    yield one
    one.stop(*one.up)


def ask(phone: Quick, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
    host = {"Host": "games.example.org", "X-Forwarded-Proto": "https"}
    return phone.ask(method, path, form, host)


def table_through(port: int) -> tuple[Quick, str]:
    """A phone with a seat at a table of its own, and the table's page."""
    phone = Quick(port)
    status, _, home = ask(phone, "GET", f"{PREFIX}/")
    assert status == 200
    _, where, _ = ask(phone, "POST", f"{PREFIX}/open", {"game": GAMES[0].key, "from": mark_on(home)})
    page = where.removeprefix("http://games.example.org")
    code = page.rpartition("/")[2]
    assert ask(phone, "POST", f"{PREFIX}/j/{code}", {"name": "Ana"})[0] == 303
    return phone, page


@pytest.mark.postgres
@pytest.mark.nginx
def test_with_one_of_two_machines_off_every_page_and_every_tap_is_answered_by_the_other(tables: Tables) -> None:
    tables.start(0)
    with switched_off() as nobody, Nginx(tables.ports[0], nobody) as nginx:
        phone, page = table_through(nginx.port)
        seen = [ask(phone, "GET", page)[0] for _ in range(30)]
        named = [
            ask(phone, "POST", f"{page}/rename", {"seat": "1", "name": f"Ana {n}", "drawn": "2"})[0] for n in range(8)
        ]
        phone.line.close()
        assert seen == [200] * 30
        assert named == [303] * 8
        assert "timed out" in nginx.said, "it was tried"


@pytest.mark.postgres
@pytest.mark.nginx
@pytest.mark.parametrize("gone", [0, 1])
def test_when_one_ends_nobody_is_told_so(tables: Tables, gone: int) -> None:
    tables.start(0, 1)
    with Nginx(*tables.ports) as nginx:
        phone, page = table_through(nginx.port)
        tables.stop(gone)
        assert [ask(phone, "GET", page)[0] for _ in range(12)] == [200] * 12, nginx.said
        phone.line.close()


@pytest.mark.postgres
@pytest.mark.nginx
def test_when_both_were_started_anew_pages_come_again_by_themselves(tables: Tables) -> None:
    tables.start(0, 1)
    with Nginx(*tables.ports) as nginx:
        phone, page = table_through(nginx.port)
        tables.stop(0, 1)
        assert ask(phone, "GET", page)[0] == 502
        tables.start(0, 1)
        wait(lambda: ask(phone, "GET", page)[0] == 200, said=lambda: nginx.said)
        assert [ask(phone, "GET", page)[0] for _ in range(12)] == [200] * 12, nginx.said
        phone.line.close()
