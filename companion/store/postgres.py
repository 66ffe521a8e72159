"""The log in PostgreSQL, shared by many machines: a move and the news of it are one transaction."""

from __future__ import annotations

import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import psycopg
from psycopg.errors import UniqueViolation
from psycopg.pq import TransactionStatus

from companion.live import GATHER, Live
from companion.store import Clash, Entry, Repeated, StoreDown, Why

SCHEMA = """
CREATE TABLE IF NOT EXISTS moves (
  code text NOT NULL, number integer NOT NULL, at bigint NOT NULL, device text NOT NULL, kind text NOT NULL,
  data text NOT NULL, tape integer[] NOT NULL, receipt text,
  CONSTRAINT moves_number PRIMARY KEY (code, number), CONSTRAINT moves_receipt UNIQUE (code, receipt)
);
CREATE TABLE IF NOT EXISTS tables (code text PRIMARY KEY, last bigint NOT NULL, brief boolean NOT NULL);
CREATE INDEX IF NOT EXISTS seats_of_device ON moves (device, at) WHERE kind IN ('open', 'sit', 'arrive');
CREATE TABLE IF NOT EXISTS keys (name text PRIMARY KEY, value bytea NOT NULL);
CREATE TABLE IF NOT EXISTS days (number integer NOT NULL, date integer NOT NULL);
INSERT INTO days SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM days);
CREATE TABLE IF NOT EXISTS gone (code text PRIMARY KEY, why text NOT NULL, day integer NOT NULL);
"""
HAS_DAYS = (
    "SELECT 1 FROM information_schema.columns WHERE table_schema = current_schema() AND (table_name, column_name)"
)
HAS_DAYS += " = ('tables', 'day')"
WITH_DAYS = """
ALTER TABLE tables ADD COLUMN day integer NOT NULL DEFAULT 0;
DROP INDEX IF EXISTS idle;
CREATE INDEX idle_days ON tables (brief, day);
"""
"""What a database of before days were counted gets: its tables begin now."""
TODAY = "(SELECT number FROM days)"
KEEP_WHY = 60
"""Counted days for which it is known why a table is gone."""
SCHEMA_LOCK = 7_102_026
"""Held while the schema is made: two processes making it at once would trip over each other."""
CHANNEL, PRESENCE = "companion", "companion_here"
"""News of moves; and what processes say of who is with them, which is kept nowhere."""
ROW = "%s, %s, %s, %s, %s, %s, %s::integer[], %s"
TELL, SAY = (f"SELECT pg_notify('{channel}', %s)" for channel in (CHANNEL, PRESENCE))
OPEN = (
    f"WITH tabled AS (INSERT INTO tables VALUES (%s, %s, %s, {TODAY})),"
    f" moved AS (INSERT INTO moves VALUES ({ROW})) {TELL}"
)
MOVE = (
    f"WITH tabled AS (UPDATE tables SET last = %s, day = {TODAY} WHERE code = %s RETURNING code),"
    f" moved AS (INSERT INTO moves SELECT {ROW} FROM tabled RETURNING code) {TELL} FROM moved"
)
"""Each is one statement: one round trip, and a move is never without its table nor its news."""

MOST_CONNECTIONS = 8
PATIENCE = 3
"""Seconds anybody waits for a connection, and the database for a statement that takes long."""
SILENT, LOOK_EVERY = 4.0, 0.5
"""Seconds after which a database that says nothing at all has not heard the question: something between may hold the
line open, and only giving it up from this end helps. And how often that is looked at."""
REST = 1.0
"""Seconds after a failed connect in which nobody tries anew: when the database is away, everybody learns so at once."""

log = logging.getLogger("companion")
T = TypeVar("T")
Link = psycopg.Connection[Any]


class _Asked:
    """The lines on which an answer is awaited. One that stays silent is cut, so that whoever waits learns so."""

    def __init__(self) -> None:
        self._since: dict[Link, float] = {}
        self._closed = threading.Event()
        threading.Thread(target=self._watch, name="silence", daemon=True).start()

    @contextmanager
    def on(self, db: Link) -> Iterator[Link]:
        """While the database is asked something there."""
        self._since[db] = time.monotonic()
        try:
            yield db
        finally:
            self._since.pop(db, None)

    def close(self) -> None:
        self._closed.set()

    def _watch(self) -> None:
        while not self._closed.wait(LOOK_EVERY):
            late = time.monotonic() - SILENT
            for db in [db for db, since in tuple(self._since.items()) if since < late]:
                log.warning("the line to the database was silent for %s seconds: connecting anew", round(SILENT))
                self._since.pop(db, None)
                with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(db.fileno())) as line:
                    line.shutdown(socket.SHUT_RDWR)


class _Broken(StoreDown):
    """The connection was lost; another may do."""


class PostgresStore:
    """A store at `address`, a `postgresql://` URI. Raises `StoreDown` when it cannot be reached."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._name = secrets.token_hex(8)
        self._idle: list[Link] = []
        self._places = threading.BoundedSemaphore(MOST_CONNECTIONS)
        self._away_until = 0.0
        self._closed = threading.Event()
        self._asked = _Asked()
        try:
            self._with(_make_schema)
        except BaseException:
            self._asked.close()
            raise

    def append(self, code: str, entry: Entry, *, brief: bool = False) -> None:
        if entry.number == 1:
            self._do(OPEN, code, entry.at, brief, *_row(code, entry), self._news(code))
        elif not self._do(MOVE, entry.at, code, *_row(code, entry), self._news(code)):
            raise Clash(code)

    def read(self, code: str, after: int = 0) -> list[Entry]:
        rows = self._do(
            "SELECT number, at, device, kind, data, tape, receipt FROM moves WHERE code = %s AND number > %s"
            " ORDER BY number",
            code,
            after,
        )
        return [
            Entry(n, at, who, kind, data, tuple(tape), receipt or "") for n, at, who, kind, data, tape, receipt in rows
        ]

    def has(self, code: str, receipt: str) -> bool:
        return bool(self._do("SELECT 1 FROM moves WHERE code = %s AND receipt = %s", code, receipt))

    def tables_of(self, device: str) -> list[str]:
        rows = self._do(
            "SELECT code FROM moves WHERE device = %s AND kind IN ('open', 'sit', 'arrive')"
            " GROUP BY code ORDER BY max(at) DESC LIMIT 20",
            device,
        )
        return [code for (code,) in rows]

    def signing_key(self) -> bytes:
        self._do("INSERT INTO keys VALUES ('signing', %s) ON CONFLICT DO NOTHING", secrets.token_bytes(32))
        ((key,),) = self._do("SELECT value FROM keys WHERE name = 'signing'")
        return bytes(key)

    def day(self) -> int:
        ((number,),) = self._do(f"SELECT {TODAY}")
        return int(number)

    def count_day(self, after: int, date: int) -> bool:
        ask = "UPDATE days SET number = number + 1, date = %s WHERE number = %s AND date <> %s RETURNING number"
        counted = bool(self._do(ask, date, after, date))
        self._do(f"DELETE FROM gone WHERE day < {TODAY} - %s", KEEP_WHY)
        return counted

    def idle(self, days: int, brief_days: int) -> list[str]:
        rows = self._do(
            f"SELECT code FROM tables WHERE NOT brief AND day < {TODAY} - %s OR brief AND day < {TODAY} - %s"
            " ORDER BY day, last, code LIMIT 20",
            days,
            brief_days,
        )
        return [code for (code,) in rows]

    def forget(self, code: str, idle_days: int | None = None) -> bool:
        latest, why = (0, "host") if idle_days is None else (idle_days + 1, "idle")

        def delete(db: Link) -> bool:
            with db.transaction():
                ask = f"DELETE FROM tables WHERE code = %s AND day <= {TODAY} - %s"
                there = db.execute(ask, (code, latest)).rowcount > 0
                if there:
                    db.execute("DELETE FROM moves WHERE code = %s", (code,))
                    db.execute("DELETE FROM gone WHERE code = %s", (code,))
                    db.execute(f"INSERT INTO gone VALUES (%s, %s, {TODAY})", (code, why))
                    db.execute(TELL, (self._news(code),))
            return there

        return self._with(delete)

    def why_gone(self, code: str) -> Why | None:
        rows = self._do("SELECT why FROM gone WHERE code = %s", code)
        return rows[0][0] if rows else None

    def check(self) -> None:
        self.has("", "")

    def bring(self, code: str, entries: Sequence[Entry], *, brief: bool = False) -> None:
        def write(db: Link) -> None:
            with db.transaction(), db.cursor() as rows:
                rows.execute(f"INSERT INTO tables VALUES (%s, %s, %s, {TODAY})", (code, entries[-1].at, brief))
                rows.executemany(f"INSERT INTO moves VALUES ({ROW})", [_row(code, entry) for entry in entries])

        self._with(write)

    def listen(self, live: Live) -> None:
        threading.Thread(target=self._hear, args=(live,), name="news", daemon=True).start()

    def close(self) -> None:
        self._closed.set()
        self._asked.close()
        self._drop_idle()

    def _do(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows that one statement, a transaction of its own, answers."""

        def ask(db: Link) -> list[tuple[Any, ...]]:
            found = db.execute(query, values)
            return found.fetchall() if found.description else []

        return self._with(ask)

    def _with(self, work: Callable[[Link], T]) -> T:
        """Do `work` on a connection; once more on a new one if it broke, as they do when the database restarts. Should
        the first try have been kept after all, the second meets its number or its receipt and writes nothing."""
        try:
            with self._using() as db:
                return work(db)
        except _Broken:
            with self._using() as db:
                return work(db)

    @contextmanager
    def _using(self) -> Iterator[Link]:
        if not self._places.acquire(timeout=PATIENCE):
            raise StoreDown("every connection to the database is busy")
        db = None
        try:
            db = self._idle.pop() if self._idle else self._connect()
            with self._asked.on(db):
                yield db
        except UniqueViolation as no:
            raise (Repeated if no.diag.constraint_name == "moves_receipt" else Clash)(str(no)) from no
        except psycopg.Error as problem:
            broken = db is not None and db.closed
            raise (_Broken if broken else StoreDown)(_first_line(problem)) from problem
        finally:
            if db is not None:
                self._take_back(db)
            self._places.release()

    def _take_back(self, db: Link) -> None:
        if db.info.transaction_status == TransactionStatus.IDLE and not self._closed.is_set():
            self._idle.append(db)
            return
        if db.closed:
            self._drop_idle()  # what broke one has broken them all
        db.close()

    def _drop_idle(self) -> None:
        while self._idle:
            self._idle.pop().close()

    def _connect(self) -> Link:
        if time.monotonic() < self._away_until:
            raise StoreDown("the database is away")
        try:
            db = psycopg.connect(
                self._address,
                autocommit=True,
                connect_timeout=PATIENCE,
                keepalives_idle=10,
                keepalives_interval=5,
                tcp_user_timeout=PATIENCE * 1000,
                application_name="companion",
            )
            with self._asked.on(db):
                db.execute(f"SET statement_timeout = '{PATIENCE}s'")
        except psycopg.ProgrammingError:  # its words would be those of the address, password included
            raise StoreDown("the address of the database cannot be read; % and the like are written %25") from None
        except psycopg.Error as problem:
            self._away_until = time.monotonic() + REST
            raise StoreDown(_first_line(problem)) from problem
        return db

    def _news(self, what: str) -> str:
        return f"{what} {self._name}"

    def _hear(self, live: Live) -> None:
        """Pass on the news of other processes, and words to and from them, until closed. When the line breaks, and when
        it stands again, everybody is announced: first so that they learn that we are cut off, and are expected back,
        then so that they miss nothing."""
        while not self._closed.is_set():
            try:
                with self._connect() as line:
                    with self._asked.on(line):
                        line.execute(f"LISTEN {CHANNEL}; LISTEN {PRESENCE}")
                    live.announce_all()
                    while not self._closed.is_set():
                        for note in line.notifies(timeout=GATHER):
                            what, _, by = note.payload.rpartition(" ")
                            if by != self._name:
                                live.announce(what) if note.channel == CHANNEL else live.hear(by, what)
                        with self._asked.on(line):
                            for word in live.words():
                                line.execute(SAY, (self._news(word),))
                            line.execute("SELECT 1")  # a line that only seems to stand breaks here
            except (psycopg.Error, StoreDown):
                live.announce_all()
                live.expect_everybody()
                self._closed.wait(REST)


def _make_schema(db: Link) -> None:
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (SCHEMA_LOCK,))
        db.execute(SCHEMA)
        if db.execute(HAS_DAYS).fetchone() is None:
            db.execute(WITH_DAYS)


def _row(code: str, entry: Entry) -> tuple[object, ...]:
    tape = list(entry.tape)
    return code, entry.number, entry.at, entry.device, entry.kind, entry.data, tape, entry.receipt or None


def _first_line(problem: psycopg.Error) -> str:
    return (str(problem).splitlines() or [type(problem).__name__])[0]
