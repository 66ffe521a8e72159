"""Whatever is opened is closed again, also where it cannot be used. Python 3.13 warns of a file that nobody closes."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from companion import create_app
from companion.games import GAMES
from companion.store import Entry, StoreDown
from companion.store.copies import keep_copy
from companion.store.lines import Lines
from companion.store.mend import mend
from companion.store.sqlite import FILE, SqliteStore
from tests.bench.phones import seated
from tests.running import OURS, PATIENCE, ROOT, Companion, free_port
from tests.test_kill import events, leave


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[sqlite3.Connection]]:
    """Every file that was opened, as it is."""
    made, connect = list[sqlite3.Connection](), sqlite3.connect

    def kept(*where: Any, **how: Any) -> sqlite3.Connection:
        made.append(connect(*where, **how))
        return made[-1]

    monkeypatch.setattr(sqlite3, "connect", kept)
    yield made
    for db in made:
        db.close()


def left_open(opened: list[sqlite3.Connection]) -> int:
    return sum(_is_open(db) for db in opened)


def _is_open(db: sqlite3.Connection) -> bool:
    try:
        db.total_changes  # noqa: B018 (asks the file)
    except sqlite3.ProgrammingError:
        return False
    return True


def test_a_file_that_is_in_use_counts_as_open(tmp_path: Path, opened: list[sqlite3.Connection]) -> None:
    store = SqliteStore(tmp_path)
    assert left_open(opened) == 1
    store.close()
    assert left_open(opened) == 0


def test_a_file_of_a_newer_companion_is_closed_again(tmp_path: Path, opened: list[sqlite3.Connection]) -> None:
    store = SqliteStore(tmp_path)
    store._db.execute("PRAGMA user_version = 1000")
    store.close()
    with pytest.raises(StoreDown, match="newer"):
        SqliteStore(tmp_path)
    assert len(opened) == 2
    assert left_open(opened) == 0


def test_an_app_that_cannot_start_closes_its_file_and_none_that_is_somebody_elses(
    tmp_path: Path, opened: list[sqlite3.Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(_: SqliteStore) -> bytes:
        raise StoreDown("no key")

    monkeypatch.setattr(SqliteStore, "signing_key", down)
    with pytest.raises(StoreDown, match="no key"):
        create_app(tmp_path)
    assert (len(opened), left_open(opened)) == (1, 0)
    store = SqliteStore(tmp_path)
    with pytest.raises(StoreDown, match="no key"):
        create_app(store)
    assert left_open(opened) == 1, "whoever opened it closes it"


def test_a_copy_that_fails_halfway_is_closed(tmp_path: Path, opened: list[sqlite3.Connection]) -> None:
    store = SqliteStore(tmp_path)
    store.append("KMTRX", Entry(1, 1000, "d" * 32, "open", "{}"))
    (tmp_path / "none").write_bytes(b"no file of SQLite's, and long enough for its head" * 100)
    with pytest.raises(StoreDown):
        store.back_up(tmp_path / "none")
    store.close()
    assert (len(opened), left_open(opened)) == (2, 0)


def test_a_mend_that_fails_halfway_closes_the_damaged_file_and_the_copies(
    tmp_path: Path, opened: list[sqlite3.Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path)
    store.append("KMTRX", Entry(1, 1000, "d" * 32, "open", "{}"))
    store.close()
    assert keep_copy(tmp_path, 1, 0) is not None
    raw = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(bytes(100) + raw[100:])

    def full(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    for fails in ("SqliteStore.bring", "_codes", "_rows"):
        with monkeypatch.context() as patch:
            patch.setattr(f"companion.store.mend.{fails}", full)
            with pytest.raises(StoreDown, match="cannot be mended"):
                mend(tmp_path)
        assert left_open(opened) == 0, fails
    assert mend(tmp_path) is not None
    assert left_open(opened) == 0


def test_a_line_to_a_database_that_fails_at_once_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = list[bool]()

    class Line:
        def execute(self, _: str) -> None:
            raise psycopg.OperationalError("the database is shutting down")

        def close(self) -> None:
            closed.append(True)

    monkeypatch.setattr(psycopg, "connect", lambda *_, **__: Line())
    lines = Lines("postgresql://nowhere/tables")
    with pytest.raises(StoreDown, match="shutting down"):
        lines.connect()
    assert closed == [True]
    lines.close()


WARNS = {"PYTHONWARNINGS": "default"}


def test_neither_an_evening_nor_a_command_at_the_console_warns_of_anything(tmp_path: Path) -> None:
    """Nothing is left open, and nothing used that a later Python will not have any more."""
    data, file, copy = tmp_path / "data", tmp_path / "table", tmp_path / "copy"
    with Companion("--port", str(free_port()), data=data, environ=WARNS) as companion:
        code, phones = seated(companion.port, GAMES[0].key, 4)
        stream = events(companion.port, phones[1], f"/t/{code}/live")
        assert next(line for line in stream if line == "event: mark\n")
        assert phones[0].ask("POST", f"/t/{code}/start", {"drawn": "9999"})[0] == 200
        assert next(line for line in stream if line == "event: panel\n")
        for command in (["export", code, str(file)], ["backup", str(copy)], ["ticket", code]):
            assert at_the_console(*command, data=data) == ""
        leave(stream, *phones)
        assert companion.stop() == 0
        assert companion.complained == ""
    assert at_the_console("import", str(file), data=tmp_path) == ""
    with Companion("--port", str(free_port()), data=tmp_path, environ=WARNS) as companion:
        assert b"Cleo" in companion.get(f"/t/{code}/wall")
        assert companion.stop(signal.SIGTERM) == 0
        assert companion.complained == ""


def at_the_console(*command: str, data: Path) -> str:
    """What one of the commands for whoever runs the server complains of, once it did what it should."""
    asked = [*OURS, *command, "--data", str(data)]
    done = subprocess.run(
        asked, cwd=ROOT, env={**os.environ, **WARNS}, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return done.stderr
