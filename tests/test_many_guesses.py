"""Whoever asks for very many codes at once, over real HTTP at a shared store, finds out as little as one by one."""

from __future__ import annotations

import itertools
import socket
import uuid
from collections.abc import Sequence
from contextlib import ExitStack

import pytest

from companion.games import GAMES
from companion.names import CODE_LETTERS
from tests.bench.phones import seated
from tests.postgres import Postgres
from tests.running import PATIENCE, Companion, free_port
from tests.served import COMMAND


@pytest.mark.postgres
def test_of_sixty_codes_asked_for_at_once_the_right_one_is_not_found(postgres: Postgres) -> None:
    address = postgres.new_database(uuid.uuid4().hex)
    with Companion("--no-qr", "--trust-proxy", "--port", str(free_port()), data=address, command=COMMAND) as app:
        for n, game in enumerate(GAMES):
            code, phones = seated(app.port, game.key, 2)
            wrong = ["".join(letters) for letters in itertools.islice(itertools.permutations(CODE_LETTERS, 5), 60)]
            assert answer_to_last(app.port, f"10.0.0.{n}", [*(one for one in wrong if one != code), code]) == b"429"
            assert answer_to_last(app.port, f"10.0.1.{n}", [code]) == b"200", "asked for alone it is"
            for phone in phones:
                phone.line.close()


def answer_to_last(port: int, whence: str, codes: Sequence[str]) -> bytes:
    """The status of the last of them, each asked for on a line of its own, and no answer awaited before all are."""
    with ExitStack() as lines:
        for code in codes:
            line = lines.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE))
            line.sendall(f"GET /t/{code} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {whence}\r\n\r\n".encode())
        return line.recv(12)[-3:]
