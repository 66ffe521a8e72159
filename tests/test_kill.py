"""Power cuts, full disks, folders that refuse, databases that go away: a sentence, nothing lost, and on again after."""

from __future__ import annotations

import http.client
import random
import re
import sqlite3
import time
import uuid
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.store.sqlite import SqliteStore
from tests.bench.kill import killed
from tests.bench.phones import Quick, drawn, seated
from tests.disk import Disk
from tests.evenings import Evening, House, Visitor, evening
from tests.postgres import Postgres
from tests.running import PATIENCE, Companion, free_port, two_at, wait

SEAT = r"<small[^>]*><span>(here|away)<"
AWAY = "cannot be read or written just now"


def test_what_was_answered_is_there_after_every_kill(tmp_path: Path) -> None:
    assert killed(6, tmp_path / "data", random.Random(6)) >= 6 * 5


def test_after_a_restart_nobody_is_called_away_until_they_have_had_time_to_return(at: Evening) -> None:
    """So a phone that returns finds the mark it had, fetches nothing, and is not told of each that comes after it."""
    before = [who.stream(at.code) for who in at.speakers()]
    assert [next(stream) for stream in before]
    mark, wall = _mark(at), Visitor(at.house)
    for stream in before:
        stream.close()
    at.house.restart()
    live = at.house.keeper.live
    live.expect_everybody()
    stream = at.host.stream(at.code)
    assert next(stream).startswith("retry:")
    assert next(stream) == f"event: mark\ndata: {mark}\n\n"
    assert seats_on(wall, at.code) == ["here"] * 3
    live.expect_everybody(seconds=0)
    assert seats_on(wall, at.code) == ["here", "away", "away"]
    assert _mark(at) != mark
    stream.close()


def test_a_process_that_begins_to_serve_expects_everybody_back(tmp_path: Path) -> None:
    with Companion("--port", str(free_port()), "--no-qr", data=tmp_path / "data") as companion:
        code, phones = seated(companion.port, GAMES[0].key, 2)
        assert re.findall(SEAT, phones[0].ask("GET", f"/t/{code}/wall")[2]) == ["here", "here"]
        for phone in phones:
            phone.line.close()


# --- a disk that is full, a folder that refuses ----------------------------------------------------------------------


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Evening]:
    table = evening(House(tmp_path / "data"), GAMES[0], 1, 4)
    yield table
    table.house.keeper.store.close()


def database(at: Evening) -> sqlite3.Connection:
    """What the tables are kept in, to be put into trouble."""
    store = at.house.keeper.store
    assert isinstance(store, SqliteStore)
    return store._db


@pytest.mark.parametrize(
    ("trouble", "relief"),
    [("max_page_count = 1", "max_page_count = 1000000"), ("query_only = 1", "query_only = 0")],
    ids=["full disk", "read-only folder"],
)
def test_a_store_that_cannot_write_says_so_keeps_what_is_there_and_goes_on_when_it_can(
    at: Evening, trouble: str, relief: str
) -> None:
    db = database(at)
    db.execute(f"PRAGMA {trouble}")
    kept, refused = at.table, None
    for n in range(400):  # a full disk still has room on the page it is writing
        answer = at.move(at.host, "rename", seat=1, name=f"Ana {n}")
        if answer.status_code == 503:
            refused = answer
            break
        kept = at.table
    assert refused is not None
    assert AWAY in refused.text
    assert at.table == kept
    assert kept.seats[0].name in at.host.get(f"/t/{at.code}").text
    db.execute(f"PRAGMA {relief}")
    at.did(at.host, "rename", seat=1, name="Ana again")
    at.house.restart()
    assert at.table.seats[0].name == "Ana again"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    with Disk(tmp_path / "disk") as small:
        yield small


def on(disk: Disk) -> Companion:
    """The command with all that it keeps on that disk."""
    return Companion("--port", str(free_port()), "--no-qr", data=disk.folder, command=disk.command)


def named(phone: Quick, code: str, name: str) -> int:
    """How it is answered when the first seat gets another name."""
    return phone.ask("POST", f"/t/{code}/rename", {"seat": "1", "name": name, "drawn": "9999"})[0]


@pytest.mark.mount
def test_on_a_disk_that_fills_up_each_move_is_kept_or_refused_in_a_sentence_and_with_room_again_all_goes_on(
    disk: Disk,
) -> None:
    with on(disk) as companion:
        code, (ana, ben) = seated(companion.port, GAMES[0].key, 2)
        disk.fill()
        names = [f"Ana {n}" for n in range(20)]  # there may be room for some on the page that is written just now
        told = [named(ana, code, name) for name in names]
        assert told == sorted(told), "once one was refused so are all"
        assert told[-1] == 503
        refused = ana.ask("POST", f"/t/{code}/rename", {"seat": "1", "name": "Ana more", "drawn": "9999"})[2]
        assert AWAY in refused
        kept = ["Ana", *names][told.count(200)]
        assert f">{kept}<" in ben.ask("GET", f"/t/{code}/panel")[2]
        disk.make_room()
        assert named(ana, code, "Ana again") == 200
        assert "Traceback" not in companion.complained
        companion.kill()
    with on(disk) as companion:
        assert "Ana again" in companion.get(f"/t/{code}/wall").decode()
        for phone in (ana, ben):
            phone.line.close()


@pytest.mark.mount
def test_on_a_disk_that_is_full_it_does_not_begin_and_says_why(disk: Disk) -> None:
    disk.fill()
    with on(disk) as companion:
        assert companion.ended() == 1
        assert "the disk is full" in companion.complained
        assert len(companion.complained.splitlines()) == 1
    disk.make_room()
    assert not list(disk.inside.glob("tables*")), "nor is there a file that seems to have lost everything"
    with on(disk) as companion:
        assert b"<html" in companion.get("/")


@pytest.mark.mount
def test_on_a_full_disk_that_has_tables_they_are_shown_and_nothing_of_them_is_lost(disk: Disk) -> None:
    with on(disk) as companion:
        code, (ana, ben) = seated(companion.port, GAMES[0].key, 2)
        ben.line.close()
        companion.kill()
    disk.fill()
    with on(disk) as companion:
        assert ">Ana<" in companion.get(f"/t/{code}/wall").decode()
        ana.line.close()
        ana.line = http.client.HTTPConnection("127.0.0.1", companion.port, timeout=PATIENCE)
        assert named(ana, code, "Anabel") == 503
        disk.make_room()
        assert named(ana, code, "Anabel") == 200
        assert ">Anabel<" in ana.ask("GET", f"/t/{code}/panel")[2]
        assert "Traceback" not in companion.complained
        ana.line.close()


def test_with_script_the_sentence_comes_beside_what_is_there(at: Evening) -> None:
    database(at).execute("PRAGMA query_only = 1")
    answer = at.host.open("POST", f"/t/{at.code}/start", {}, {"HX-Request": "true"})
    assert answer.status_code == 503
    assert answer.headers["HX-Retarget"] == "#trouble"
    assert AWAY in answer.text
    assert "<html" not in answer.text
    assert 'id="trouble"' in at.host.get(f"/t/{at.code}").text


def test_a_folder_that_cannot_be_used_ends_the_command_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with Companion("--no-qr", data=tmp_path / "file") as companion:
        assert companion.ended() == 1
        assert "Cannot keep anything" in companion.complained
        assert "Traceback" not in companion.complained


# --- a database that goes away ---------------------------------------------------------------------------------------


def events(port: int, phone: Quick, path: str) -> Generator[str, None, None]:
    """The lines of a live stream until it ends. Signs of life come for ever, so it fails after a while."""
    given_up = time.monotonic() + PATIENCE
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    line.request("GET", path, headers={"Cookie": "; ".join(f"{n}={v}" for n, v in phone.cookies.items())})
    answer = line.getresponse()
    try:
        while answer.status == 200 and (raw := answer.readline()):
            assert time.monotonic() < given_up, "nothing but signs of life"
            yield raw.decode()
    finally:
        answer.close()
        line.close()


def leave(stream: Generator[str, None, None], *phones: Quick) -> None:
    stream.close()
    for phone in phones:
        phone.line.close()


@pytest.mark.postgres
def test_a_move_at_one_process_reaches_a_phone_at_the_other(postgres: Postgres) -> None:
    address = postgres.new_database(uuid.uuid4().hex)
    with two_at(address) as (here, there):
        code, (ana, *others) = seated(here.port, GAMES[0].key, 4)
        stream = events(there.port, ana, f"/t/{code}/live")
        assert next(line for line in stream if line.startswith("data:"))
        assert next(line for line in stream if line == "\n")
        status, _, _ = ana.ask("POST", f"/t/{code}/rename", {"seat": "2", "name": "Benedict"})
        assert status == 200
        news = next(line for line in stream if line.startswith("event: ") and line != "event: here\n")
        assert news in ("event: panel\n", "event: mark\n")
        ana.line.close()
        ana.line = http.client.HTTPConnection("127.0.0.1", there.port, timeout=PATIENCE)
        assert "Benedict" in ana.ask("GET", f"/t/{code}/panel")[2]  # known there too by the same cookie
        leave(stream, ana, *others)


@pytest.mark.postgres
def test_a_phone_at_one_process_is_here_for_those_at_the_other(postgres: Postgres) -> None:
    address = postgres.new_database(uuid.uuid4().hex)
    here, there = House(address), House(address)  # type: ignore[arg-type]
    at = evening(here, GAMES[0], 1, 3)
    ben = Visitor(there, "Ben")
    ben.cookies = at.people["Ben"].cookies
    stream = ben.stream(at.code)
    next(stream)
    wait(lambda: seats_on(Visitor(here), at.code) != ["away"] * 3)
    assert seats_on(Visitor(here), at.code) == ["away", "here", "away"]
    stream.close()
    for house in (here, there):
        house.keeper.store.close()


def _mark(at: Evening) -> str:
    """What the host's panel says it hangs on."""
    found = re.search(r'data-mark="([^"]*)"', at.host.get(f"/t/{at.code}/panel").text)
    assert found
    return found[1]


def seats_on(wall: Visitor, code: str) -> list[str]:
    """Who is here and who is away, as the wall says in the order of the seats."""
    return re.findall(SEAT, wall.get(f"/t/{code}/wall").text)


@pytest.mark.postgres
def test_while_the_database_is_away_phones_are_cut_off_and_told_and_then_all_is_right_again() -> None:
    with (
        Postgres() as server,
        Companion("--port", str(free_port()), "--no-qr", data=server.new_database("tables")) as companion,
    ):
        code, (ana, *others) = seated(companion.port, GAMES[0].key, 4)
        stream = events(companion.port, ana, f"/t/{code}/live")
        next(line for line in stream if line == "event: mark\n")
        server.stop()
        away = time.monotonic()
        for _ in stream:  # it ends by itself, so the phone knows
            pass
        assert list(events(companion.port, ana, f"/t/{code}/live")) == []
        status, _, said = ana.ask("POST", f"/t/{code}/rename", {"seat": "1", "name": "Anabel"})
        assert status == 503
        assert AWAY in said
        server.start()
        wait(lambda: ana.ask("GET", f"/t/{code}/panel")[0] != 503)
        answer = ana.ask("GET", f"/t/{code}/panel")
        assert "Anabel" not in answer[2]
        again = {"seat": "1", "name": "Anabel", "drawn": drawn(answer[2])}
        assert ana.ask("POST", f"/t/{code}/rename", again)[0] == 200
        stream = events(companion.port, ana, f"/t/{code}/live")
        assert next(line for line in stream if line == "event: mark\n")
        leave(stream, ana, *others)
        assert "Traceback" not in companion.complained
        assert "unforeseen" not in companion.complained
        assert companion.complained.count("cannot be reached") <= 1 + (time.monotonic() - away) / 10, "one line for all"
