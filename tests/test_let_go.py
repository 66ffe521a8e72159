"""Whatever is opened is closed again, also where it cannot be used. Python 3.13 warns of a file that nobody closes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from companion import create_app
from companion.store import Entry, StoreDown
from companion.store.copies import keep_copy
from companion.store.lines import Lines
from companion.store.mend import mend
from companion.store.sqlite import FILE, SqliteStore
from tests.running import Companion, free_port


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


def test_the_command_warns_of_nothing_from_its_start_to_ctrl_c(tmp_path: Path) -> None:
    """Nothing left open, nothing that a later Python will not have any more."""
    with Companion("--port", str(free_port()), data=tmp_path, environ={"PYTHONWARNINGS": "default"}) as companion:
        assert b"Companion" in companion.get("/")
        assert companion.stop() == 0
        assert companion.complained == ""
