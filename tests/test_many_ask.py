"""Who asks to be let in at one of two processes is known to the other: all, by whatever names, and until they leave."""

from __future__ import annotations

import re
import uuid

import pytest

from companion.games import GAMES
from tests.bench.phones import Quick, played, seated
from tests.postgres import Postgres
from tests.running import two_at, wait
from tests.served import COMMAND

MARKS = "\U00011366\U00011367\U00011368\U00011369"
"""Four of them, of four bytes each: as many as a letter may have."""
ASKING, AT_ONE_ADDRESS = 12, 4
JOINED = [f"{letter}{MARKS}" * 16 + f"{letter}{MARKS}\u200d{MARKS}" * 4 for letter in map(chr, range(0x1F600, 0x1F60C))]
"""Of 476 bytes: a joiner makes no other letter of what follows it, so these have eight marks on one."""
LONGEST = [f"{letter}{MARKS}\u200d" * 20 for letter in map(chr, range(0x1F600, 0x1F60C))]
"""Of 457 bytes, as long as a name may be."""


@pytest.mark.postgres
def test_as_many_as_may_ask_by_the_longest_names_are_all_told_to_the_other_process_and_nothing_breaks(
    postgres: Postgres,
) -> None:
    address = postgres.new_database(uuid.uuid4().hex)
    with two_at(address, "--trust-proxy", command=COMMAND) as (here, there):
        for game in GAMES:
            code, phones = seated(there.port, game.key, 3)
            played(phones[0], code, "start")
            assert [ask(here.port, code, n, name) for n, name in enumerate(JOINED)] == [422] * ASKING
            assert [ask(here.port, code, n, name) for n, name in enumerate(LONGEST)] == [303] * ASKING
            host = phones[0]
            wait(lambda code=code, host=host: asking(host, code) == ASKING)  # type: ignore[misc]
            for phone in phones:
                phone.line.close()


def ask(port: int, code: str, n: int, name: str) -> int:
    """What is said to one more stranger, of whom four come from each address."""
    eve, whence = Quick(port), {"X-Forwarded-For": f"10.0.0.{n // AT_ONE_ADDRESS}"}
    eve.ask("GET", f"/t/{code}", headers=whence)
    status, _, _ = eve.ask("POST", f"/t/{code}/ask", {"name": name}, {**whence, "Sec-Fetch-Site": "same-origin"})
    eve.line.close()
    return status


@pytest.mark.postgres
def test_who_asks_through_one_process_leaves_through_the_other_also_by_coming_in_with_a_ticket(
    postgres: Postgres,
) -> None:
    """Else a host could let the same browser in once more, by the cookie that it had before its ticket."""
    address = postgres.new_database(uuid.uuid4().hex)
    with two_at(address, command=COMMAND) as (here, there):
        for game in GAMES:
            code, phones = seated(there.port, game.key, 3)
            host = phones[0]
            played(host, code, "start")
            for how in ("leaves", "comes in"):
                asks, goes = Quick(here.port), Quick(there.port)
                asks.ask("GET", f"/t/{code}", headers={})
                assert asks.ask("POST", f"/t/{code}/ask", {"name": "Eve"}, headers={})[0] == 303
                wait(lambda code=code, host=host: asking(host, code) == 1)  # type: ignore[misc]
                goes.cookies = dict(asks.cookies)
                if how == "leaves":
                    status, _, panel = goes.ask("POST", f"/t/{code}/ask-no-more", {})
                    assert (status, "/ask-no-more" in panel) == (200, False)
                else:
                    ticket = ticket_for(host, code)
                    assert goes.ask("POST", f"/j/{code}", {"ticket": ticket}, headers={})[0] == 303
                assert asking(host, code) == 0
                seen = Quick(here.port)
                seen.cookies = dict(host.cookies)
                wait(lambda code=code, seen=seen: asking(seen, code) == 0)  # type: ignore[misc]
                for phone in (asks, goes, seen):
                    phone.line.close()
            for phone in phones:
                phone.line.close()


def asking(host: Quick, code: str) -> int:
    """How many that host's panel says are asking to be let in."""
    return len(set(re.findall(r'name="ask" value="([^"]+)"', host.ask("GET", f"/t/{code}/panel")[2])))


def ticket_for(host: Quick, code: str) -> str:
    """A ticket that this host makes for the second seat."""
    played(host, code, "ticket", seat="2")
    page = host.ask("GET", f"/t/{code}", headers={})[2]
    found: str = re.findall('<p class="num big letters" translate="no">([^<]*)</p>', page)[0]
    return found
