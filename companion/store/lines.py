"""The lines to PostgreSQL: a few at a time, given up when they break or fall silent, none tried while it is away."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, TypeVar

import psycopg
from psycopg.errors import UniqueViolation
from psycopg.pq import TransactionStatus

from companion.store import Clash, Repeated, StoreDown

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


def as_psycopg(statement: str) -> str:
    """A statement with its values marked as psycopg wants them."""
    return statement.replace("?", "%s")


def ask(db: Link, statement: str, *values: object) -> psycopg.Cursor[Any]:
    """What the database answers on that line; a value goes where `?` stands."""
    return db.execute(as_psycopg(statement), values)


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


class Lines:
    """Lines to the database at `address`, a `postgresql://` URI, made as they are needed. What is done on one raises
    `StoreDown` when the database cannot be reached, `Clash` or `Repeated` where a number or a receipt is there already.

    They are ours and no pool's of a library: `psycopg-pool` connects in the background, so that whoever wants a line
    while the database is away learns so only when their patience is over, each anew, and it minds no silent line.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._idle: list[Link] = []
        self._places = threading.BoundedSemaphore(MOST_CONNECTIONS)
        self._away_until = 0.0
        self._closed = False
        self._asked = _Asked()

    def close(self) -> None:
        """Let go of all of them."""
        self._closed = True
        self._asked.close()
        self._drop_idle()

    def asked(self, db: Link) -> AbstractContextManager[Link]:
        """While an answer is awaited on that line: one that stays silent is cut."""
        return self._asked.on(db)

    def do(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows that one statement, a transaction of its own, answers."""

        def work(db: Link) -> list[tuple[Any, ...]]:
            found = ask(db, statement, *values)
            return found.fetchall() if found.description else []

        return self.use(work)

    def use(self, work: Callable[[Link], T]) -> T:
        """Do `work` on a connection; once more on a new one if it broke, as they do when the database restarts. Should
        the first try have been kept after all, the second meets its number or its receipt and writes nothing."""
        try:
            with self._using() as db:
                return work(db)
        except _Broken:
            with self._using() as db:
                return work(db)

    def at_leisure(self, work: Callable[[Link], T]) -> T:
        """Do `work`, all of it or nothing, on a line of its own, however long it takes. Raises `StoreDown`."""
        try:
            with self.connect() as db, db.transaction():
                db.execute("SET LOCAL statement_timeout = 0")
                return work(db)
        except psycopg.Error as problem:
            raise StoreDown(_first_line(problem)) from problem

    @contextmanager
    def _using(self) -> Iterator[Link]:
        if not self._places.acquire(timeout=PATIENCE):
            raise StoreDown("every connection to the database is busy")
        db = None
        try:
            db = self._idle.pop() if self._idle else self.connect()
            with self.asked(db):
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
        if db.info.transaction_status == TransactionStatus.IDLE and not self._closed:
            self._idle.append(db)
            return
        if db.closed:
            self._drop_idle()  # what broke one has broken them all
        db.close()

    def _drop_idle(self) -> None:
        while self._idle:
            self._idle.pop().close()

    def connect(self) -> Link:
        """A line of one's own, beside those that are shared. Raises `StoreDown`, at once while the database is away."""
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
            try:
                with self.asked(db):
                    db.execute(f"SET statement_timeout = '{PATIENCE}s'")
            except BaseException:
                db.close()
                raise
        except psycopg.ProgrammingError:  # its words would be those of the address, password included
            raise StoreDown("the address of the database cannot be read; % and the like are written %25") from None
        except psycopg.Error as problem:
            self._away_until = time.monotonic() + REST
            raise StoreDown(_first_line(problem)) from problem
        return db


def _first_line(problem: psycopg.Error) -> str:
    return (str(problem).splitlines() or [type(problem).__name__])[0]
