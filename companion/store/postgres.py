"""The log in PostgreSQL, shared by many machines: a move and the news of it are one transaction."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence

from companion.live import Live
from companion.store import KEEP_GAMES, KEEP_WHY, MOST_KEPT, Clash, Entry, KeptGame, Why, sql
from companion.store.lines import Lines, Link, as_psycopg, ask
from companion.store.news import TELL, News

WHOM = sql.let_in_by("strpos")
TABLES_OF = sql.tables_of(WHOM)
SCHEMA = ";".join(sql.schema(moment="bigint", truth="boolean", secret="bytea", numbers="integer[]", whom=WHOM))
HAS_IDLE_INDEX = "SELECT 1 FROM pg_indexes WHERE schemaname = current_schema() AND indexname = 'idle_days'"
WITH_DAYS = f"""
ALTER TABLE tables ADD COLUMN IF NOT EXISTS day integer NOT NULL DEFAULT 0;
DROP INDEX IF EXISTS idle;
{sql.IDLE_INDEX}
"""
"""What a database gets once, after the rest: one of before days were counted has its tables begin now."""
SCHEMA_LOCK = 7_102_026
"""Held while the schema is made: two processes making it at once would trip over each other."""
OPEN = f"WITH tabled AS ({sql.OPEN}), moved AS ({sql.KEEP_MOVE}) {TELL}"
MOVE = (
    f"WITH tabled AS ({sql.MOVED} RETURNING code),"
    " moved AS (INSERT INTO moves SELECT ?, ?, ?, ?, ?, ?, ?::integer[], ? FROM tabled RETURNING code)"
    f" {TELL} FROM moved"
)
"""Each is one statement: one round trip, and a move is never without its table nor its news."""


class PostgresStore:
    """A store at `address`, a `postgresql://` URI. Raises `StoreDown` when it cannot be reached."""

    def __init__(self, address: str) -> None:
        self._lines = Lines(address)
        self._news = News(self._lines)
        try:
            self._lines.at_leisure(_make_schema)
        except BaseException:
            self._lines.close()
            raise

    def append(self, code: str, entry: Entry, *, brief: bool = False, kept: Sequence[KeptGame] = ()) -> None:
        if kept:
            self._lines.use(lambda db: self._append_and_keep(db, code, entry, kept))
        elif entry.number == 1:
            self._lines.do(OPEN, code, entry.at, brief, *_row(code, entry), self._news.signed(code))
        elif not self._lines.do(MOVE, entry.at, code, *_row(code, entry), self._news.signed(code)):
            raise Clash(code)

    def _append_and_keep(self, db: Link, code: str, entry: Entry, kept: Sequence[KeptGame]) -> None:
        with db.transaction():
            if not ask(db, MOVE, entry.at, code, *_row(code, entry), self._news.signed(code)).fetchall():
                raise Clash(code)
            _keep(db, kept, sql.ANEW)

    def read(self, code: str, after: int = 0) -> list[Entry]:
        rows = self._lines.do(sql.READ, code, after)
        return [
            Entry(n, at, who, kind, data, tuple(tape), receipt or "") for n, at, who, kind, data, tape, receipt in rows
        ]

    def has(self, code: str, receipt: str) -> bool:
        return bool(self._lines.do(sql.HAS, code, receipt))

    def tables_of(self, device: str) -> list[str]:
        return [code for (code,) in self._lines.do(TABLES_OF, device, device)]

    def signing_key(self) -> bytes:
        self._lines.do(sql.KEEP_KEY, secrets.token_bytes(32))
        ((key,),) = self._lines.do(sql.KEY)
        return bytes(key)

    def day(self) -> int:
        ((number,),) = self._lines.do(sql.DAY)
        return int(number)

    def count_day(self, after: int, date: int) -> bool:
        counted = bool(self._lines.do(f"{sql.COUNT_DAY} RETURNING number", date, after, date))
        self._lines.do(sql.DROP_WHY, KEEP_WHY)
        self._lines.do(sql.DROP_GAMES, KEEP_GAMES)
        return counted

    def idle(self, days: int, brief_days: int) -> list[str]:
        return [code for (code,) in self._lines.do(sql.IDLE, days, brief_days)]

    def forget(self, code: str, idle_days: int | None = None) -> bool:
        latest, why = (0, "host") if idle_days is None else (idle_days + 1, "idle")

        def delete(db: Link) -> bool:
            with db.transaction():
                there = ask(db, sql.FORGET_TABLE, code, latest).rowcount > 0
                if there:
                    if idle_days is None:
                        rows = ask(db, "SELECT DISTINCT device FROM moves WHERE code = ?", code).fetchall()
                        _alone_with(db, [device for (device,) in rows])
                        ask(db, sql.FORGET_GAMES_OF_TABLE, code, code)
                    ask(db, sql.FORGET_MOVES, code)
                    ask(db, sql.GONE, code, why)
                    ask(db, TELL, self._news.signed(code))
            return there

        return self._lines.use(delete)

    def evenings(self, device: str) -> list[KeptGame]:
        return [KeptGame(*row) for row in self._lines.do(sql.GAMES, device, MOST_KEPT)]

    def keep_evenings(self, games: Sequence[KeptGame]) -> None:
        def write(db: Link) -> None:
            with db.transaction():
                _keep(db, games, sql.AS_IT_IS)

        self._lines.use(write)

    def forget_evenings(self, device: str, code: str | None = None) -> None:
        def write(db: Link) -> None:
            with db.transaction():
                _alone_with(db, [device])
                ask(db, sql.FORGET_GAMES, device, code)

        self._lines.use(write)

    def why_gone(self, code: str) -> Why | None:
        rows = self._lines.do(sql.WHY_GONE, code)
        return rows[0][0] if rows else None

    def check(self) -> None:
        self.has("", "")

    def bring(self, code: str, entries: Sequence[Entry], *, brief: bool = False) -> None:
        def write(db: Link) -> None:
            with db.transaction(), db.cursor() as rows:
                ask(db, sql.OPEN, code, entries[-1].at, brief)
                rows.executemany(as_psycopg(sql.KEEP_MOVE), [_row(code, entry) for entry in entries])

        self._lines.use(write)

    def listen(self, live: Live) -> None:
        self._news.listen(live)

    def close(self) -> None:
        self._news.close()
        self._lines.close()


def _make_schema(db: Link) -> None:
    """An index that a later version adds is worked out from all that was ever kept."""
    ask(db, "SELECT pg_advisory_xact_lock(?)", SCHEMA_LOCK)
    db.execute(SCHEMA)
    if db.execute(HAS_IDLE_INDEX).fetchone() is None:
        db.execute(WITH_DAYS)


def _alone_with(db: Link, devices: Iterable[str]) -> None:
    """Until the transaction ends nobody else writes to what is kept for these devices. Always the first of what is
    done about evenings, and for all in one order: so no two wait for each other."""
    ask(
        db,
        "SELECT pg_advisory_xact_lock(hashtextextended(device, 0)) FROM unnest(?::text[]) AS device",
        sorted(devices),
    )


def _keep(db: Link, games: Sequence[KeptGame], where_there: str) -> None:
    _alone_with(db, {one.device for one in games})
    for statement, values in sql.keeping(games, where_there):
        ask(db, statement, *values)


def _row(code: str, entry: Entry) -> tuple[object, ...]:
    return sql.row(code, entry, list(entry.tape))
