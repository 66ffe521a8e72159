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
from contextlib import ExitStack, closing, contextmanager, suppress
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
    sql,
)

WHOM = sql.let_in_by("instr")
TABLES_OF = sql.tables_of(WHOM)
SCHEMA = sql.schema(moment="INTEGER", truth="INTEGER", secret="BLOB", numbers="TEXT", whom=WHOM, rows="WITHOUT ROWID")
SINCE_EDITION_1 = (
    "ALTER TABLE tables ADD COLUMN day INTEGER NOT NULL DEFAULT 0",
    "DROP INDEX idle",
)
"""What a file of before days were counted gets first: its tables begin now."""
FILE = "tables.sqlite3"
BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file, and belongs to it."""
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
            self._db = _ready(path, folder)
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
                db.execute(sql.OPEN, (code, entry.at, brief))
            elif db.execute(sql.MOVED, (entry.at, code)).rowcount == 0:
                raise Clash(code)
            db.execute(sql.KEEP_MOVE, _row(code, entry))
            _keep(db, kept, sql.ANEW)

    def read(self, code: str, after: int = 0) -> list[Entry]:
        with self._using() as db:
            rows = db.execute(sql.READ, (code, after)).fetchall()
        try:
            return [as_entry(row) for row in rows]
        except (ValueError, TypeError):
            raise self._damage("a move that is none") from None

    def has(self, code: str, receipt: str) -> bool:
        with self._using() as db:
            found = db.execute(sql.HAS, (code, receipt)).fetchone()
        return found is not None

    def tables_of(self, device: str) -> list[str]:
        with self._using() as db:
            rows = db.execute(TABLES_OF, (device, device)).fetchall()
        return [code for (code,) in rows]

    def signing_key(self) -> bytes:
        with self._using() as db:
            known = db.execute(sql.KEY).fetchone()
        if known is None:
            with self._writing() as db:
                db.execute(sql.KEEP_KEY, (secrets.token_bytes(32),))
                known = db.execute(sql.KEY).fetchone()
        return bytes(known[0])

    def day(self) -> int:
        with self._using() as db:
            (number,) = db.execute(sql.DAY).fetchone()
        return int(number)

    def count_day(self, after: int, date: int) -> bool:
        with self._writing() as db:
            counted = db.execute(sql.COUNT_DAY, (date, after, date)).rowcount
            db.execute(sql.DROP_WHY, (KEEP_WHY,))
            db.execute(sql.DROP_GAMES, (KEEP_GAMES,))
        return counted > 0

    def idle(self, days: int, brief_days: int) -> list[str]:
        with self._using() as db:
            rows = db.execute(sql.IDLE, (days, brief_days)).fetchall()
        return [code for (code,) in rows]

    def forget(self, code: str, idle_days: int | None = None) -> bool:
        latest, why = (0, "host") if idle_days is None else (idle_days + 1, "idle")
        with self._writing() as db:
            there = db.execute(sql.FORGET_TABLE, (code, latest)).rowcount > 0
            if there:
                if idle_days is None:
                    db.execute(sql.FORGET_GAMES_OF_TABLE, (code, code))
                db.execute(sql.FORGET_MOVES, (code,))
                db.execute(sql.GONE, (code, why))
        return there

    def evenings(self, device: str) -> list[KeptGame]:
        with self._using() as db:
            rows = db.execute(sql.GAMES, (device, MOST_KEPT)).fetchall()
        return [KeptGame(*row) for row in rows]

    def keep_evenings(self, games: Sequence[KeptGame]) -> None:
        with self._writing() as db:
            _keep(db, games, sql.AS_IT_IS)

    def forget_evenings(self, device: str, code: str | None = None) -> None:
        with self._writing() as db:
            db.execute(sql.FORGET_GAMES, (device, code))

    def why_gone(self, code: str) -> Why | None:
        with self._using() as db:
            found = db.execute(sql.WHY_GONE, (code,)).fetchone()
        return None if found is None else found[0]

    def check(self) -> None:
        with self._lock:
            self._in_its_place()
        if self._damaged:
            raise self._damage("as was noticed before")
        self.has("", "")

    def bring(self, code: str, entries: Sequence[Entry], *, brief: bool = False) -> None:
        with self._writing() as db:
            db.execute(sql.OPEN, (code, entries[-1].at, brief))
            db.executemany(sql.KEEP_MOVE, [_row(code, entry) for entry in entries])

    def back_up(self, target: Path) -> None:
        """A consistent copy of the running store in the file `target`."""
        with self._using() as db, closing(sqlite3.connect(target)) as copy:
            db.backup(copy)

    def listen(self, live: Live) -> None:
        """Nothing to do: one process serves a data folder."""

    def close(self) -> None:
        with self._lock:
            self._db.close()


def _ready(path: Path, folder: Path) -> sqlite3.Connection:
    """The file opened and laid out; closed again where it cannot be used."""
    with ExitStack() as unless_ready:
        db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        unless_ready.callback(db.close)
        _begin_wal(db)
        db.execute("PRAGMA synchronous=FULL")
        (edition,) = db.execute("PRAGMA user_version").fetchone()
        if edition > EDITION:
            raise StoreDown(f"the data folder {folder} was written by a newer Companion")
        if edition < EDITION:  # else nothing is written, so that a full disk can still be read
            _lay_out(db)
        unless_ready.pop_all()
    return db


def _lay_out(db: sqlite3.Connection) -> None:
    """The file as this edition has it, whatever edition it was of. Tables of one that counted no days begin now."""
    db.execute("BEGIN IMMEDIATE")
    columns = [row[1] for row in db.execute("PRAGMA table_info(tables)")]
    older = SINCE_EDITION_1 if columns and "day" not in columns else ()
    for statement in (*older, *SCHEMA, sql.IDLE_INDEX, f"PRAGMA user_version = {EDITION}"):
        db.execute(statement)
    db.execute("COMMIT")


def _keep(db: sqlite3.Connection, games: Sequence[KeptGame], where_there: str) -> None:
    for ask, values in sql.keeping(games, where_there):
        db.execute(ask, values)


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
    return sql.row(code, entry, tape)


def as_entry(row: tuple[Any, ...]) -> Entry:
    """A row as `sql.READ` answers it. Raises `ValueError` or `TypeError` for one that holds no move."""
    number, at, device, kind, data, tape, receipt = row
    return Entry(number, at, device, kind, data, tuple(json.loads(tape)) if tape else (), receipt or "")
