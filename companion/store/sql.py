"""What both stores ask of their tables, each statement once; a value goes where `?` stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.store import MOST_KEPT, Entry, KeptGame

TODAY = "(SELECT number FROM days)"
IDLE_INDEX = "CREATE INDEX IF NOT EXISTS idle_days ON tables (brief, day)"
SEATED = "kind IN ('open', 'sit', 'arrive')"

OPEN = f"INSERT INTO tables VALUES (?, ?, ?, {TODAY})"
MOVED = f"UPDATE tables SET last = ?, day = {TODAY} WHERE code = ?"
KEEP_MOVE = "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
READ = "SELECT number, at, device, kind, data, tape, receipt FROM moves WHERE code = ? AND number > ? ORDER BY number"
HAS = "SELECT 1 FROM moves WHERE code = ? AND receipt = ?"

KEEP_KEY = "INSERT INTO keys VALUES ('signing', ?) ON CONFLICT DO NOTHING"
KEY = "SELECT value FROM keys WHERE name = 'signing'"

DAY = f"SELECT {TODAY}"
COUNT_DAY = "UPDATE days SET number = number + 1, date = ? WHERE number = ? AND date <> ?"
DROP_WHY = f"DELETE FROM gone WHERE day < {TODAY} - ?"
DROP_GAMES = f"DELETE FROM evenings WHERE day < {TODAY} - ?"
IDLE = f"""SELECT code FROM tables WHERE NOT brief AND day < {TODAY} - ? OR brief AND day < {TODAY} - ?
  ORDER BY day, last, code LIMIT 20"""

FORGET_TABLE = f"DELETE FROM tables WHERE code = ? AND day <= {TODAY} - ?"
FORGET_GAMES_OF_TABLE = "DELETE FROM evenings WHERE code = ? AND device IN (SELECT device FROM moves WHERE code = ?)"
FORGET_MOVES = "DELETE FROM moves WHERE code = ?"
GONE = f"""INSERT INTO gone VALUES (?, ?, {TODAY})
  ON CONFLICT (code) DO UPDATE SET why = excluded.why, day = excluded.day"""
WHY_GONE = "SELECT why FROM gone WHERE code = ?"

GAMES = """SELECT device, code, number, at, data FROM evenings WHERE device = ?
  ORDER BY at DESC, code, number DESC LIMIT ?"""
FORGET_GAMES = "DELETE FROM evenings WHERE device = ? AND code = coalesce(?, code)"
FORGET_GAME = "DELETE FROM evenings WHERE device = ? AND code = ? AND number = ?"
KEEP_GAME = f"INSERT INTO evenings VALUES (?, ?, ?, ?, ?, {TODAY}) ON CONFLICT (device, code, number) DO "
AS_IT_IS, ANEW = "NOTHING", "UPDATE SET at = excluded.at, data = excluded.data, day = excluded.day"
"""A game is left as it is where it is brought in, and written anew where a move changed it."""
TRIM = """DELETE FROM evenings WHERE device = ? AND (code, number) NOT IN
  (SELECT code, number FROM evenings WHERE device = ? ORDER BY at DESC, code, number DESC LIMIT ?)"""
"""The oldest make room."""


def schema(*, moment: str, truth: str, secret: str, numbers: str, whom: str, rows: str = "") -> tuple[str, ...]:
    """What makes the tables that are missing, where columns for such things have these types; `whom` is what
    `let_in_by` says, `rows` how a table keeps its rows. `tables` says of each when its last move was, by the clock and
    by the days counted; `gone` why others went."""
    return (
        f"""CREATE TABLE IF NOT EXISTS moves (
  code text NOT NULL, number integer NOT NULL, at {moment} NOT NULL, device text NOT NULL, kind text NOT NULL,
  data text NOT NULL, tape {numbers} NOT NULL, receipt text,
  CONSTRAINT moves_number PRIMARY KEY (code, number), CONSTRAINT moves_receipt UNIQUE (code, receipt)
) {rows}""",
        f"""CREATE TABLE IF NOT EXISTS tables (
  code text PRIMARY KEY, last {moment} NOT NULL, brief {truth} NOT NULL, day integer NOT NULL DEFAULT 0
) {rows}""",
        f"CREATE INDEX IF NOT EXISTS seats_of_device ON moves (device, at) WHERE {SEATED}",
        f"CREATE INDEX IF NOT EXISTS let_in ON moves ({whom}, at) WHERE kind = 'let-in'",
        f"CREATE TABLE IF NOT EXISTS keys (name text PRIMARY KEY, value {secret} NOT NULL) {rows}",
        "CREATE TABLE IF NOT EXISTS days (number integer NOT NULL, date integer NOT NULL)",
        "INSERT INTO days SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM days)",
        f"CREATE TABLE IF NOT EXISTS gone (code text PRIMARY KEY, why text NOT NULL, day integer NOT NULL) {rows}",
        f"""CREATE TABLE IF NOT EXISTS evenings (
  device text NOT NULL, code text NOT NULL, number integer NOT NULL, at {moment} NOT NULL, data text NOT NULL,
  day integer NOT NULL, CONSTRAINT evenings_number PRIMARY KEY (device, code, number)
) {rows}""",
    )


def let_in_by(find: str) -> str:
    """The device that a move lets in: its own field says so, since another's tap did it. `find` is the function that
    says where in a text another one begins."""
    return f"""substr(data, {find}(data, '"device":"') + 10, 32)"""


def tables_of(whom: str) -> str:
    """What asks for the tables of a device, which is given twice; `whom` as `let_in_by` has it."""
    return f"""SELECT code FROM
  (SELECT code, at FROM moves WHERE device = ? AND {SEATED} UNION ALL
   SELECT code, at FROM moves WHERE {whom} = ? AND kind = 'let-in') AS came
  GROUP BY code ORDER BY max(at) DESC LIMIT 20"""


def row(code: str, entry: Entry, tape: object) -> tuple[object, ...]:
    """What `KEEP_MOVE` keeps of a move, with what chance drew as that store has it."""
    return code, entry.number, entry.at, entry.device, entry.kind, entry.data, tape, entry.receipt or None


def keeping(games: Sequence[KeptGame], where_there: str) -> Iterator[tuple[str, tuple[object, ...]]]:
    """What is asked one after the other, with its values, to keep these; `where_there` is `AS_IT_IS` or `ANEW`."""
    for one in games:
        if one.data is None:
            yield FORGET_GAME, (one.device, one.code, one.number)
        else:
            yield KEEP_GAME + where_there, (one.device, one.code, one.number, one.at, one.data)
    for device in {one.device for one in games}:
        yield TRIM, (device, device, MOST_KEPT)
