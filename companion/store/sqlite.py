"""The log in one SQLite file in the data folder, committed to disk before anybody is answered."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from companion.live import Live
from companion.store import (
    KEEP_GAMES,
    KEEP_WHY,
    MOST_KEPT,
    Clash,
    Entry,
    KeptGame,
    Repeated,
    StoreDown,
    TakenAway,
    Unreadable,
    Why,
)

WHOM = 'substr(data, instr(data, \'"device":"\') + 10, 32)'
"""The device that a move lets in: its own field says so, since another's tap did it."""
SCHEMA = (
    """CREATE TABLE IF NOT EXISTS moves (
  code TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, device TEXT NOT NULL, kind TEXT NOT NULL,
  data TEXT NOT NULL, tape TEXT NOT NULL, receipt TEXT,
  PRIMARY KEY (code, number), UNIQUE (code, receipt)
) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS tables (
  code TEXT PRIMARY KEY, last INTEGER NOT NULL, brief INTEGER NOT NULL, day INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS seats_of_device ON moves (device, at) WHERE kind IN ('open', 'sit', 'arrive')",
    f"CREATE INDEX IF NOT EXISTS let_in ON moves ({WHOM}, at) WHERE kind = 'let-in'",
    "CREATE TABLE IF NOT EXISTS keys (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS days (number INTEGER NOT NULL, date INTEGER NOT NULL)",
    "INSERT INTO days SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM days)",
    "CREATE TABLE IF NOT EXISTS gone (code TEXT PRIMARY KEY, why TEXT NOT NULL, day INTEGER NOT NULL) WITHOUT ROWID",
    """CREATE TABLE IF NOT EXISTS evenings (
  device TEXT NOT NULL, code TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, data TEXT NOT NULL,
  day INTEGER NOT NULL, PRIMARY KEY (device, code, number)
) WITHOUT ROWID""",
)
"""`tables` says of each table when its last move was, by the clock and by the days counted; `gone` why others went."""
SINCE_EDITION_1 = (
    "ALTER TABLE tables ADD COLUMN day INTEGER NOT NULL DEFAULT 0",
    "DROP INDEX idle",
)
"""What a file of before days were counted gets first: its tables begin now."""
IDLE = "CREATE INDEX IF NOT EXISTS idle_days ON tables (brief, day)"
TODAY = "(SELECT number FROM days)"
FILE = "tables.sqlite3"
BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file, and belongs to it."""
INSERT = "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
OPEN = f"INSERT INTO tables VALUES (?, ?, ?, {TODAY})"
MOVE = f"UPDATE tables SET last = ?, day = {TODAY} WHERE code = ?"
READ = "SELECT number, at, device, kind, data, tape, receipt FROM moves WHERE code = ? AND number > ? ORDER BY number"
KEPT = "INSERT OR {} INTO evenings VALUES (?, ?, ?, ?, ?, " + TODAY + ")"
TRIM = """DELETE FROM evenings WHERE device = ? AND (code, number) NOT IN
  (SELECT code, number FROM evenings WHERE device = ? ORDER BY at DESC, code, number DESC LIMIT ?)"""
"""A game is written anew where a move changed it, and left as it is where it is brought in; the oldest make room."""
PATIENCE = 5.0
"""Seconds anybody waits for another process that writes."""
EDITION = 4
"""Of the file's layout. A file of a later one is left alone."""
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
LITTLE = 1_000_000
"""Bytes of room with which a disk counts as full."""


class SqliteStore:
    """A store in `folder` (made if missing, readable by its owner alone). Raises `StoreDown` when it cannot be used."""

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = threading.Lock()
            path = folder / FILE
            begins = not path.exists()
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # SQLite alone would let everybody read it
            self._path, self._file = path, _which(path)
            self._damaged = False
            self._db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
            _begin_wal(self._db)
            self._db.execute("PRAGMA synchronous=FULL")
            (edition,) = self._db.execute("PRAGMA user_version").fetchone()
            if edition > EDITION:
                raise StoreDown(f"the data folder {folder} was written by a newer Companion")
            if edition < EDITION:  # else nothing is written, so that a full disk can still be read
                _lay_out(self._db)
        except (sqlite3.Error, OSError) as problem:
            why = "the disk is full" if _is_full(folder) else problem
            with suppress(OSError, UnboundLocalError):
                if begins and path.stat().st_size == 0:
                    path.unlink()  # or the next start would take it for one that lost everything
            raise StoreDown(f"the data folder {folder} cannot be used: {why}") from problem

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        """The one connection, for a read. SQLite calls never yield, so under gevent the lock is never awaited."""
        with self._lock:
            try:
                yield self._db
            except sqlite3.Error as problem:
                raise self._down(problem) from problem

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """The connection inside one transaction: committed at the end, or nothing of it written. A file that was
        deleted or put in our place takes what is written and loses it when we stop, so that is no writing."""
        with self._lock:
            self._in_its_place()
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
                raise self._down(problem) from problem

    def _in_its_place(self) -> None:
        if _which(self._path) != self._file:
            raise TakenAway(f"{self._path} is not the file it was; stop, put it back, and start again")

    def _down(self, problem: sqlite3.Error) -> StoreDown:
        code = getattr(problem, "sqlite_errorcode", None)
        # Python's own fault, without a code of SQLite's, is for a text that cannot be decoded.
        no_text = code is None and isinstance(problem, sqlite3.OperationalError)
        return self._damage(str(problem)) if no_text or (code or 0) & 0xFF in DAMAGED else StoreDown(str(problem))

    def _damage(self, what: str) -> Unreadable:
        self._damaged = True
        return Unreadable(
            f"{self._path} is damaged ({what}): stop and start again, and what can be read is brought over"
        )

    def append(self, code: str, entry: Entry, *, brief: bool = False, kept: Sequence[KeptGame] = ()) -> None:
        with self._writing() as db:
            if entry.number == 1:
                db.execute(OPEN, (code, entry.at, brief))
            elif db.execute(MOVE, (entry.at, code)).rowcount == 0:
                raise Clash(code)
            db.execute(INSERT, _row(code, entry))
            _keep(db, kept, "REPLACE")

    def read(self, code: str, after: int = 0) -> list[Entry]:
        with self._using() as db:
            rows = db.execute(READ, (code, after)).fetchall()
        try:
            return [as_entry(row) for row in rows]
        except (ValueError, TypeError):
            raise self._damage("a move that is none") from None

    def has(self, code: str, receipt: str) -> bool:
        with self._using() as db:
            found = db.execute("SELECT 1 FROM moves WHERE code = ? AND receipt = ?", (code, receipt)).fetchone()
        return found is not None

    def tables_of(self, device: str) -> list[str]:
        with self._using() as db:
            rows = db.execute(
                "SELECT code, max(at) FROM"
                " (SELECT code, at FROM moves WHERE device = ? AND kind IN ('open', 'sit', 'arrive') UNION ALL"
                f" SELECT code, at FROM moves WHERE {WHOM} = ? AND kind = 'let-in')"
                " GROUP BY code ORDER BY max(at) DESC LIMIT 20",
                (device, device),
            ).fetchall()
        return [code for code, _ in rows]

    def signing_key(self) -> bytes:
        ask = "SELECT value FROM keys WHERE name = 'signing'"
        with self._using() as db:
            known = db.execute(ask).fetchone()
        if known is None:
            with self._writing() as db:
                db.execute("INSERT OR IGNORE INTO keys VALUES ('signing', ?)", (secrets.token_bytes(32),))
                known = db.execute(ask).fetchone()
        return bytes(known[0])

    def day(self) -> int:
        with self._using() as db:
            (number,) = db.execute(f"SELECT {TODAY}").fetchone()
        return int(number)

    def count_day(self, after: int, date: int) -> bool:
        with self._writing() as db:
            counted = db.execute(
                "UPDATE days SET number = number + 1, date = ? WHERE number = ? AND date <> ?", (date, after, date)
            ).rowcount
            db.execute(f"DELETE FROM gone WHERE day < {TODAY} - ?", (KEEP_WHY,))
            db.execute(f"DELETE FROM evenings WHERE day < {TODAY} - ?", (KEEP_GAMES,))
        return counted > 0

    def idle(self, days: int, brief_days: int) -> list[str]:
        with self._using() as db:
            rows = db.execute(
                f"SELECT code FROM tables WHERE NOT brief AND day < {TODAY} - ? OR brief AND day < {TODAY} - ?"
                " ORDER BY day, last, code LIMIT 20",
                (days, brief_days),
            ).fetchall()
        return [code for (code,) in rows]

    def forget(self, code: str, idle_days: int | None = None) -> bool:
        latest, why = (0, "host") if idle_days is None else (idle_days + 1, "idle")
        with self._writing() as db:
            there = db.execute(f"DELETE FROM tables WHERE code = ? AND day <= {TODAY} - ?", (code, latest)).rowcount > 0
            if there:
                if idle_days is None:
                    of = "SELECT device FROM moves WHERE code = ?"
                    db.execute(f"DELETE FROM evenings WHERE code = ? AND device IN ({of})", (code, code))
                db.execute("DELETE FROM moves WHERE code = ?", (code,))
                db.execute(f"INSERT OR REPLACE INTO gone VALUES (?, ?, {TODAY})", (code, why))
        return there

    def evenings(self, device: str) -> list[KeptGame]:
        with self._using() as db:
            rows = db.execute(
                "SELECT device, code, number, at, data FROM evenings WHERE device = ?"
                " ORDER BY at DESC, code, number DESC LIMIT ?",
                (device, MOST_KEPT),
            ).fetchall()
        return [KeptGame(*row) for row in rows]

    def keep_evenings(self, games: Sequence[KeptGame]) -> None:
        with self._writing() as db:
            _keep(db, games, "IGNORE")

    def forget_evenings(self, device: str, code: str | None = None) -> None:
        with self._writing() as db:
            db.execute("DELETE FROM evenings WHERE device = ? AND (? IS NULL OR code = ?)", (device, code, code))

    def why_gone(self, code: str) -> Why | None:
        with self._using() as db:
            found = db.execute("SELECT why FROM gone WHERE code = ?", (code,)).fetchone()
        return None if found is None else found[0]

    def check(self) -> None:
        with self._lock:
            self._in_its_place()
        if self._damaged:
            raise self._damage("as was noticed before")
        self.has("", "")

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


def _lay_out(db: sqlite3.Connection) -> None:
    """The file as this edition has it, whatever edition it was of. Tables of one that counted no days begin now."""
    db.execute("BEGIN IMMEDIATE")
    columns = [row[1] for row in db.execute("PRAGMA table_info(tables)")]
    older = SINCE_EDITION_1 if columns and "day" not in columns else ()
    for statement in (*older, *SCHEMA, IDLE, f"PRAGMA user_version = {EDITION}"):
        db.execute(statement)
    db.execute("COMMIT")


def _keep(db: sqlite3.Connection, games: Sequence[KeptGame], where_there: str) -> None:
    for one in games:
        if one.data is None:
            ask = "DELETE FROM evenings WHERE device = ? AND code = ? AND number = ?"
            db.execute(ask, (one.device, one.code, one.number))
        else:
            db.execute(KEPT.format(where_there), (one.device, one.code, one.number, one.at, one.data))
    for device in {one.device for one in games}:
        db.execute(TRIM, (device, device, MOST_KEPT))


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


def _is_full(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < LITTLE
    except OSError:
        return False


def _row(code: str, entry: Entry) -> tuple[object, ...]:
    tape = json.dumps(entry.tape, separators=(",", ":")) if entry.tape else ""
    return code, entry.number, entry.at, entry.device, entry.kind, entry.data, tape, entry.receipt or None


def as_entry(row: tuple[Any, ...]) -> Entry:
    """A row as `READ` answers it. Raises `ValueError` or `TypeError` for one that holds no move."""
    number, at, device, kind, data, tape, receipt = row
    return Entry(number, at, device, kind, data, tuple(json.loads(tape)) if tape else (), receipt or "")
