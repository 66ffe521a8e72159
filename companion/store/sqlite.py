"""The log in one SQLite file in the data folder, committed to disk before anybody is answered."""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from companion.live import Live
from companion.store import Clash, Entry, Repeated, StoreDown

SCHEMA = """
CREATE TABLE IF NOT EXISTS moves (
  code TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, device TEXT NOT NULL, kind TEXT NOT NULL,
  data TEXT NOT NULL, tape TEXT NOT NULL, receipt TEXT,
  PRIMARY KEY (code, number), UNIQUE (code, receipt)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tables (code TEXT PRIMARY KEY, last INTEGER NOT NULL, brief INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS idle ON tables (brief, last);
CREATE INDEX IF NOT EXISTS seats_of_device ON moves (device, at) WHERE kind IN ('open', 'sit', 'arrive');
CREATE TABLE IF NOT EXISTS keys (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
"""
FILE = "tables.sqlite3"
INSERT = "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
OPEN = "INSERT INTO tables VALUES (?, ?, ?)"
PATIENCE = 5.0
"""Seconds anybody waits for another process that writes."""
EDITION = 1
"""Of the file's layout. A file of a later one is left alone."""


class SqliteStore:
    """A store in `folder` (made if missing, readable by its owner alone). Raises `StoreDown` when it cannot be used."""

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = threading.Lock()
            path = folder / FILE
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # SQLite alone would let everybody read it
            self._path, self._file = path, _which(path)
            self._db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
            _begin_wal(self._db)
            self._db.execute("PRAGMA synchronous=FULL")
            (edition,) = self._db.execute("PRAGMA user_version").fetchone()
            if edition > EDITION:
                raise StoreDown(f"the data folder {folder} was written by a newer Companion")
            self._db.executescript(f"{SCHEMA} PRAGMA user_version = {EDITION};")
        except (sqlite3.Error, OSError) as problem:
            raise StoreDown(f"the data folder {folder} cannot be used: {problem}") from problem

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        """The one connection, for a read. SQLite calls never yield, so under gevent the lock is never awaited."""
        with self._lock:
            try:
                yield self._db
            except sqlite3.Error as problem:
                raise StoreDown(str(problem)) from problem

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """The connection inside one transaction: committed at the end, or nothing of it written. A file that was
        deleted or put in our place takes what is written and loses it when we stop, so that is no writing."""
        with self._lock:
            if _which(self._path) != self._file:
                raise StoreDown(f"{self._path} is not the file it was; stop, put it back, and start again")
            try:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield self._db
                    self._db.execute("COMMIT")
                except BaseException:
                    if self._db.in_transaction:  # a full disk has rolled back by itself
                        self._db.execute("ROLLBACK")
                    raise
            except sqlite3.IntegrityError as problem:
                raise (Repeated if "receipt" in str(problem) else Clash)(str(problem)) from problem
            except sqlite3.Error as problem:
                raise StoreDown(str(problem)) from problem

    def append(self, code: str, entry: Entry, *, brief: bool = False) -> None:
        with self._writing() as db:
            if entry.number == 1:
                db.execute(OPEN, (code, entry.at, brief))
            elif db.execute("UPDATE tables SET last = ? WHERE code = ?", (entry.at, code)).rowcount == 0:
                raise Clash(code)
            db.execute(INSERT, _row(code, entry))

    def read(self, code: str, after: int = 0) -> list[Entry]:
        with self._using() as db:
            rows = db.execute(
                "SELECT number, at, device, kind, data, tape, receipt FROM moves WHERE code = ? AND number > ?"
                " ORDER BY number",
                (code, after),
            ).fetchall()
        return [
            Entry(n, at, who, kind, data, _tape(tape), receipt or "") for n, at, who, kind, data, tape, receipt in rows
        ]

    def has(self, code: str, receipt: str) -> bool:
        with self._using() as db:
            found = db.execute("SELECT 1 FROM moves WHERE code = ? AND receipt = ?", (code, receipt)).fetchone()
        return found is not None

    def tables_of(self, device: str) -> list[str]:
        with self._using() as db:
            rows = db.execute(
                "SELECT code, max(at) FROM moves WHERE device = ? AND kind IN ('open', 'sit', 'arrive')"
                " GROUP BY code ORDER BY max(at) DESC LIMIT 20",
                (device,),
            ).fetchall()
        return [code for code, _ in rows]

    def signing_key(self) -> bytes:
        with self._writing() as db:
            db.execute("INSERT OR IGNORE INTO keys VALUES ('signing', ?)", (secrets.token_bytes(32),))
            (key,) = db.execute("SELECT value FROM keys WHERE name = 'signing'").fetchone()
        return bytes(key)

    def idle_since(self, at: int, brief_at: int, not_before: int = 0) -> list[str]:
        with self._using() as db:
            rows = db.execute(
                "SELECT code FROM tables WHERE (NOT brief AND last < ? OR brief AND last < ?) AND last >= ?"
                " ORDER BY last LIMIT 20",
                (at, brief_at, not_before),
            ).fetchall()
        return [code for (code,) in rows]

    def forget(self, code: str, idle_since: int | None = None) -> bool:
        latest = 2**62 if idle_since is None else idle_since
        with self._writing() as db:
            gone = db.execute("DELETE FROM tables WHERE code = ? AND last < ?", (code, latest)).rowcount > 0
            if gone:
                db.execute("DELETE FROM moves WHERE code = ?", (code,))
        return gone

    def bring(self, code: str, entries: Sequence[Entry], *, brief: bool = False) -> None:
        with self._writing() as db:
            db.execute(OPEN, (code, entries[-1].at, brief))
            db.executemany(INSERT, [_row(code, entry) for entry in entries])

    def back_up(self, target: Path) -> None:
        """A consistent copy of the running store in the file `target`."""
        with self._using() as db, sqlite3.connect(target) as copy:
            db.backup(copy)
        copy.close()

    def listen(self, live: Live) -> None:
        """Nothing to do: one process serves a data folder."""

    def close(self) -> None:
        with self._lock:
            self._db.close()


def _begin_wal(db: sqlite3.Connection) -> None:
    """The journal beside the file. Where several begin at the same moment this step alone fails at once in place of
    waiting its turn, so the waiting is done here."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            db.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as no:
            if no.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)


def _which(path: Path) -> tuple[int, int] | None:
    """Which file is at `path`, whatever it is called; `None` where there is none."""
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_dev, about.st_ino


def _row(code: str, entry: Entry) -> tuple[object, ...]:
    tape = json.dumps(entry.tape, separators=(",", ":")) if entry.tape else ""
    return code, entry.number, entry.at, entry.device, entry.kind, entry.data, tape, entry.receipt or None


def _tape(text: str) -> tuple[int, ...]:
    return tuple(json.loads(text)) if text else ()
