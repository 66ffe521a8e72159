"""The log in PostgreSQL, shared by many machines: a move and the news of it are one transaction."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence

from companion.live import Live
from companion.store import KEEP_GAMES, KEEP_WHY, MOST_KEPT, Clash, Entry, KeptGame, Why
from companion.store.lines import Lines, Link
from companion.store.news import TELL, News

WHOM = 'substr(data, strpos(data, \'"device":"\') + 10, 32)'
"""The device that a move lets in: its own field says so, since another's tap did it."""
SCHEMA = f"""
CREATE TABLE IF NOT EXISTS moves (
  code text NOT NULL, number integer NOT NULL, at bigint NOT NULL, device text NOT NULL, kind text NOT NULL,
  data text NOT NULL, tape integer[] NOT NULL, receipt text,
  CONSTRAINT moves_number PRIMARY KEY (code, number), CONSTRAINT moves_receipt UNIQUE (code, receipt)
);
CREATE TABLE IF NOT EXISTS tables (code text PRIMARY KEY, last bigint NOT NULL, brief boolean NOT NULL);
CREATE INDEX IF NOT EXISTS seats_of_device ON moves (device, at) WHERE kind IN ('open', 'sit', 'arrive');
CREATE INDEX IF NOT EXISTS let_in ON moves ({WHOM}, at) WHERE kind = 'let-in';
CREATE TABLE IF NOT EXISTS keys (name text PRIMARY KEY, value bytea NOT NULL);
CREATE TABLE IF NOT EXISTS days (number integer NOT NULL, date integer NOT NULL);
INSERT INTO days SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM days);
CREATE TABLE IF NOT EXISTS gone (code text PRIMARY KEY, why text NOT NULL, day integer NOT NULL);
CREATE TABLE IF NOT EXISTS evenings (
  device text NOT NULL, code text NOT NULL, number integer NOT NULL, at bigint NOT NULL, data text NOT NULL,
  day integer NOT NULL, CONSTRAINT evenings_number PRIMARY KEY (device, code, number)
);
"""
HAS_DAYS = (
    "SELECT 1 FROM information_schema.columns"
    " WHERE table_schema = current_schema() AND (table_name, column_name) = ('tables', 'day')"
)
WITH_DAYS = """
ALTER TABLE tables ADD COLUMN day integer NOT NULL DEFAULT 0;
DROP INDEX IF EXISTS idle;
CREATE INDEX idle_days ON tables (brief, day);
"""
"""What a database of before days were counted gets: its tables begin now."""
TODAY = "(SELECT number FROM days)"
SCHEMA_LOCK = 7_102_026
"""Held while the schema is made: two processes making it at once would trip over each other."""
ROW = "%s, %s, %s, %s, %s, %s, %s::integer[], %s"
OPEN = (
    f"WITH tabled AS (INSERT INTO tables VALUES (%s, %s, %s, {TODAY})),"
    f" moved AS (INSERT INTO moves VALUES ({ROW})) {TELL}"
)
MOVE = (
    f"WITH tabled AS (UPDATE tables SET last = %s, day = {TODAY} WHERE code = %s RETURNING code),"
    f" moved AS (INSERT INTO moves SELECT {ROW} FROM tabled RETURNING code) {TELL} FROM moved"
)
"""Each is one statement: one round trip, and a move is never without its table nor its news."""
KEPT = f"INSERT INTO evenings VALUES (%s, %s, %s, %s, %s, {TODAY}) ON CONFLICT ON CONSTRAINT evenings_number DO "
ANEW = "UPDATE SET at = EXCLUDED.at, data = EXCLUDED.data, day = EXCLUDED.day"
TRIM = """DELETE FROM evenings WHERE device = %s AND (code, number) NOT IN
  (SELECT code, number FROM evenings WHERE device = %s ORDER BY at DESC, code, number DESC LIMIT %s)"""
"""A game is written anew where a move changed it, and left as it is where it is brought in; the oldest make room."""


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
            if not db.execute(MOVE, (entry.at, code, *_row(code, entry), self._news.signed(code))).fetchall():
                raise Clash(code)
            _keep(db, kept, ANEW)

    def read(self, code: str, after: int = 0) -> list[Entry]:
        rows = self._lines.do(
            "SELECT number, at, device, kind, data, tape, receipt FROM moves WHERE code = %s AND number > %s"
            " ORDER BY number",
            code,
            after,
        )
        return [
            Entry(n, at, who, kind, data, tuple(tape), receipt or "") for n, at, who, kind, data, tape, receipt in rows
        ]

    def has(self, code: str, receipt: str) -> bool:
        return bool(self._lines.do("SELECT 1 FROM moves WHERE code = %s AND receipt = %s", code, receipt))

    def tables_of(self, device: str) -> list[str]:
        rows = self._lines.do(
            "SELECT code FROM"
            " (SELECT code, at FROM moves WHERE device = %s AND kind IN ('open', 'sit', 'arrive') UNION ALL"
            f" SELECT code, at FROM moves WHERE {WHOM} = %s AND kind = 'let-in') AS came"
            " GROUP BY code ORDER BY max(at) DESC LIMIT 20",
            device,
            device,
        )
        return [code for (code,) in rows]

    def signing_key(self) -> bytes:
        self._lines.do("INSERT INTO keys VALUES ('signing', %s) ON CONFLICT DO NOTHING", secrets.token_bytes(32))
        ((key,),) = self._lines.do("SELECT value FROM keys WHERE name = 'signing'")
        return bytes(key)

    def day(self) -> int:
        ((number,),) = self._lines.do(f"SELECT {TODAY}")
        return int(number)

    def count_day(self, after: int, date: int) -> bool:
        ask = "UPDATE days SET number = number + 1, date = %s WHERE number = %s AND date <> %s RETURNING number"
        counted = bool(self._lines.do(ask, date, after, date))
        self._lines.do(f"DELETE FROM gone WHERE day < {TODAY} - %s", KEEP_WHY)
        self._lines.do(f"DELETE FROM evenings WHERE day < {TODAY} - %s", KEEP_GAMES)
        return counted

    def idle(self, days: int, brief_days: int) -> list[str]:
        rows = self._lines.do(
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
                    if idle_days is None:
                        rows = db.execute("SELECT DISTINCT device FROM moves WHERE code = %s", (code,)).fetchall()
                        devices = [device for (device,) in rows]
                        _alone_with(db, devices)
                        db.execute("DELETE FROM evenings WHERE code = %s AND device = ANY(%s)", (code, devices))
                    db.execute("DELETE FROM moves WHERE code = %s", (code,))
                    db.execute("DELETE FROM gone WHERE code = %s", (code,))
                    db.execute(f"INSERT INTO gone VALUES (%s, %s, {TODAY})", (code, why))
                    db.execute(TELL, (self._news.signed(code),))
            return there

        return self._lines.use(delete)

    def evenings(self, device: str) -> list[KeptGame]:
        rows = self._lines.do(
            "SELECT device, code, number, at, data FROM evenings WHERE device = %s"
            " ORDER BY at DESC, code, number DESC LIMIT %s",
            device,
            MOST_KEPT,
        )
        return [KeptGame(*row) for row in rows]

    def keep_evenings(self, games: Sequence[KeptGame]) -> None:
        def write(db: Link) -> None:
            with db.transaction():
                _keep(db, games, "NOTHING")

        self._lines.use(write)

    def forget_evenings(self, device: str, code: str | None = None) -> None:
        def write(db: Link) -> None:
            with db.transaction():
                _alone_with(db, [device])
                db.execute("DELETE FROM evenings WHERE device = %s AND code = coalesce(%s, code)", (device, code))

        self._lines.use(write)

    def why_gone(self, code: str) -> Why | None:
        rows = self._lines.do("SELECT why FROM gone WHERE code = %s", code)
        return rows[0][0] if rows else None

    def check(self) -> None:
        self.has("", "")

    def bring(self, code: str, entries: Sequence[Entry], *, brief: bool = False) -> None:
        def write(db: Link) -> None:
            with db.transaction(), db.cursor() as rows:
                rows.execute(f"INSERT INTO tables VALUES (%s, %s, %s, {TODAY})", (code, entries[-1].at, brief))
                rows.executemany(f"INSERT INTO moves VALUES ({ROW})", [_row(code, entry) for entry in entries])

        self._lines.use(write)

    def listen(self, live: Live) -> None:
        self._news.listen(live)

    def close(self) -> None:
        self._news.close()
        self._lines.close()


def _make_schema(db: Link) -> None:
    """An index that a later version adds is worked out from all that was ever kept."""
    db.execute("SELECT pg_advisory_xact_lock(%s)", (SCHEMA_LOCK,))
    db.execute(SCHEMA)
    if db.execute(HAS_DAYS).fetchone() is None:
        db.execute(WITH_DAYS)


def _alone_with(db: Link, devices: Iterable[str]) -> None:
    """Until the transaction ends nobody else writes to what is kept for these devices. Always the first of what is
    done about evenings, and for all in one order: so no two wait for each other."""
    db.execute(
        "SELECT pg_advisory_xact_lock(hashtextextended(device, 0)) FROM unnest(%s::text[]) AS device",
        (sorted(devices),),
    )


def _keep(db: Link, games: Sequence[KeptGame], where_there: str) -> None:
    _alone_with(db, {one.device for one in games})
    for one in games:
        if one.data is None:
            ask = "DELETE FROM evenings WHERE device = %s AND code = %s AND number = %s"
            db.execute(ask, (one.device, one.code, one.number))
        else:
            db.execute(KEPT + where_there, (one.device, one.code, one.number, one.at, one.data))
    for device in {one.device for one in games}:
        db.execute(TRIM, (device, device, MOST_KEPT))


def _row(code: str, entry: Entry) -> tuple[object, ...]:
    tape = list(entry.tape)
    return code, entry.number, entry.at, entry.device, entry.kind, entry.data, tape, entry.receipt or None
