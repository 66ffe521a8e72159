"""Connections that only wait make room when there are too many: those of whoever holds most, and nobody else's."""

from __future__ import annotations

import http.client
import resource
import socket
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.budgets import one_address
from tests.bench.phones import Quick, seated
from tests.games import ANY
from tests.running import PATIENCE, Companion, free_port

FILES, HOARDED = 200, 400
FEW_FILES = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, ({FILES}, {FILES}))
from companion.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def few_files(folder: Path) -> Companion:
    """The command on a system that lets it open few files."""
    command = (sys.executable, "-c", FEW_FILES)
    return Companion("--port", str(free_port()), "--no-qr", data=folder, command=command)


def ended(line: socket.socket) -> bool:
    """Whether the server has closed it."""
    line.setblocking(False)
    try:
        return line.recv(1000) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n"], ids=["idle", "half a head"])
def test_who_hoards_connections_takes_no_phones_answer(tmp_path: Path, sent: bytes) -> None:
    ours, theirs = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(ours, 2000), theirs), theirs))
    with few_files(tmp_path / "data") as companion, ExitStack() as lines:
        phone = http.client.HTTPConnection("127.0.0.1", companion.port, timeout=PATIENCE)
        lines.callback(phone.close)
        phone.request("GET", "/healthz")
        assert phone.getresponse().read()
        quiet = phone.sock
        hoard = []
        for n in range(HOARDED):
            line = lines.enter_context(
                socket.create_connection(("127.0.0.1", companion.port), PATIENCE, source_address=("127.0.0.2", 0))
            )
            line.sendall(sent)
            hoard.append(line)
            if n % 100 == 99:
                newcomer = http.client.HTTPConnection("127.0.0.1", companion.port, timeout=PATIENCE)
                newcomer.request("GET", "/")
                assert newcomer.getresponse().status == 200
                newcomer.close()
        phone.request("GET", "/healthz")
        assert phone.getresponse().read().startswith(b"ok")
        assert phone.sock is quiet, "a connection of somebody who holds few is left alone"
        gone = [ended(line) for line in hoard]
        assert sum(gone) >= HOARDED - 0.75 * FILES
        assert gone == sorted(gone, reverse=True), "the oldest ends first"
        assert not companion.complained


def test_a_household_is_one_address_however_many_it_has() -> None:
    assert one_address("192.0.2.7") == one_address("::ffff:192.0.2.7") == "192.0.2.7"
    assert one_address("2001:db8:1:2:3::4") == one_address("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert one_address("2001:db8:1:3::4") != one_address("2001:db8:1:2::4")
    assert one_address("fe80::1%eth0") == "fe80::/64"
    assert len(one_address("x" * 1000)) == 64


def test_over_a_real_network_guessing_codes_with_many_connections_finds_out_nothing(tmp_path: Path) -> None:
    """300 connections at once, each of which hangs up when no answer comes at once; the server holds none of them."""
    with Companion("--port", str(free_port()), "--no-qr", data=tmp_path / "data") as companion, ExitStack() as lines:
        letters = "CDFGHJKMNPQRTWX3479"
        codes = [f"CDF{a}{b}" for a in letters for b in letters][:300]
        asked = []
        for code in codes:
            line = lines.enter_context(socket.create_connection(("127.0.0.1", companion.port), PATIENCE))
            line.sendall(f"GET /t/{code} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            asked.append(line)
        told = [line.recv(20).split()[1] for line in asked]
        assert set(told) == {b"404", b"429"}
        assert told.count(b"404") <= 20, "three wait, and one more is looked up whenever one of them is answered"
        phone = http.client.HTTPConnection("127.0.0.1", companion.port, timeout=PATIENCE)
        lines.callback(phone.close)
        phone.request("GET", "/healthz")
        assert phone.getresponse().read().startswith(b"ok")


def test_posts_without_our_mark_lock_nobody_out_of_opening_a_table(tmp_path: Path) -> None:
    with Companion("--port", str(free_port()), "--no-qr", data=tmp_path / "data") as companion:
        phone = Quick(companion.port)
        assert [phone.ask("POST", "/open", {"game": ANY.key}, headers={})[0] for _ in range(250)] == [403] * 250
        code, phones = seated(companion.port, ANY.key, 3)
        assert [one.ask("GET", f"/t/{code}/panel")[0] for one in phones] == [200] * 3
        for one in (phone, *phones):
            one.line.close()
