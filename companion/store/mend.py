"""What is done when the SQLite file is damaged: it is set aside as it is, and what can be read is brought over."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.store import Clash, Entry, Repeated, StoreDown, sql
from companion.store.copies import copies
from companion.store.sqlite import BESIDE, FILE, SqliteStore, as_entry

MAGIC, HEADER = b"SQLite format 3\0", 100
"""How every SQLite file begins, and how long the part is that tells the rest (sqlite.org/fileformat.html, 1.3)."""
CHECK_SECONDS = 2.0
"""Seconds a start may be held up by the check; what is damaged beyond that shows when it is read."""
STEPS = 20_000
"""Of SQLite's own between two looks at the time."""
BRIEF = "SELECT brief FROM tables WHERE code = ?"
KEPT = "SELECT device, code, number, at, data FROM evenings"


@dataclass(frozen=True)
class Mended:
    """What became of a damaged file: why it counts as damaged, where it lies now, and which tables were brought over:
    read whole from it, up to a move only, as the copies have them (`copy` is the latest), or not at all. `keyed` says
    whether phones are still known by their cookies."""

    why: str
    aside: Path
    copy: Path | None
    whole: tuple[str, ...]
    part: tuple[tuple[str, int], ...]
    copied: tuple[str, ...]
    lost: tuple[str, ...]
    keyed: bool


def mend(folder: Path, seconds: float = CHECK_SECONDS) -> Mended | None:
    """Check the store in `folder`, which nobody uses now; if it is damaged, put one in its place that is not, with all
    that can be read. `None` where all is well. Raises `StoreDown` when that cannot be done; then nothing is changed."""
    path = folder / FILE
    try:
        why = _what_is_wrong(path, seconds)
        if why is None:
            return None
        work = folder / "mending"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(mode=0o700)
        (work / "old").mkdir()
        for file in _with_its_journal(path):  # to read a file may change it
            shutil.copyfile(file, work / "old" / file.name)
        found = _brought_over(folder, work, why, _aside(path))
        for file in _with_its_journal(path):
            file.rename(found.aside.with_name(found.aside.name + file.name.removeprefix(FILE)))
        (work / FILE).rename(path)
        shutil.rmtree(work, ignore_errors=True)
    except (sqlite3.Error, OSError) as problem:
        raise StoreDown(f"the data folder {folder} has a damaged file, and it cannot be mended: {problem}") from problem
    return found


def _what_is_wrong(path: Path, seconds: float) -> str | None:
    """In SQLite's words, or ours for a file without any content; `None` where nothing is found in that time."""
    if not path.exists():
        return None
    if path.stat().st_size == 0:
        return "it is empty"
    given_up = time.monotonic() + seconds
    try:
        with closing(_reading(path)) as db:
            db.set_progress_handler(lambda: time.monotonic() > given_up, STEPS)
            try:
                found = [str(row[0]) for row in db.execute("PRAGMA quick_check(1)")]
            except sqlite3.OperationalError as no:
                if no.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                    return None
                raise
    except sqlite3.DatabaseError as no:
        if no.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return str(no)
        return None  # it is locked or the like, which opening it will say
    return None if found == ["ok"] else found[0].splitlines()[-1]


def _brought_over(folder: Path, work: Path, why: str, aside: Path) -> Mended:
    SqliteStore(work).close()  # laid out, and the head of such a file is there to be seen
    _give_a_head(work / "old" / FILE, work / FILE)
    fates: dict[str, list[str]] = {"whole": [], "part": [], "copied": [], "lost": []}
    moves: dict[str, int] = {}
    with ExitStack() as all_open:
        damaged = _opened(work / "old" / FILE, all_open)
        others = [db for copy in copies(folder) for db in _opened(copy, all_open)]
        sources, gone = [*damaged, *others], dict(_rows(damaged, "SELECT code, why FROM gone"))
        kept = list(_rows(damaged, KEPT)) or list(_rows(others, KEPT))
        key = next(_rows(sources, sql.KEY), None)
        days = [number for (number,) in _rows(sources, "SELECT number FROM days") if isinstance(number, int)]
        new = all_open.enter_context(closing(SqliteStore(work)))
        for code in [code for code in _codes(sources) if code not in gone]:  # else deleted since that copy was made
            fate, moves[code] = _table_brought(new, code, damaged, others)
            fates[fate].append(code)
    day, lost = max(days, default=0), fates["lost"]
    with closing(sqlite3.connect(work / FILE)) as db, db:
        db.executemany("INSERT INTO gone VALUES (?, ?, ?)", [(code, why, day) for code, why in gone.items()])
        db.executemany("INSERT INTO gone VALUES (?, 'lost', ?)", [(code, day) for code in lost])
        db.executemany("INSERT OR IGNORE INTO evenings VALUES (?, ?, ?, ?, ?, ?)", [(*row, day) for row in kept])
        db.executemany("INSERT INTO keys VALUES ('signing', ?)", [key] if key else [])
        db.execute("UPDATE days SET number = ?", (day,))
        db.execute("UPDATE tables SET day = ?", (day,))
    latest = next(iter(copies(folder)), None)
    whole, copied, part = tuple(fates["whole"]), tuple(fates["copied"]), [(code, moves[code]) for code in fates["part"]]
    return Mended(why, aside, latest, whole, tuple(part), copied, tuple(lost), key is not None)


def _table_brought(
    new: SqliteStore, code: str, damaged: list[sqlite3.Connection], others: list[sqlite3.Connection]
) -> tuple[str, int]:
    """What became of a table: whole, in part, copied or lost; and how many of its moves are there."""
    here, ends_well = _longest(damaged, code)
    there, _ = _longest(others, code)
    copied = len(there) > len(here)
    brief = next((bool(row[0]) for row in _rows([*damaged, *others], BRIEF, code)), False)
    try:
        new.bring(code, there if copied else here, brief=brief)
    except (IndexError, Clash, Repeated):
        return "lost", 0
    if copied:
        return "copied", len(there)
    return "whole" if ends_well else "part", len(here)


def _give_a_head(file: Path, like: Path) -> None:
    """Where only the head of the file is overwritten, that of one like it opens the rest."""
    raw, pattern = file.read_bytes(), like.read_bytes()[:HEADER]
    page = int.from_bytes(pattern[16:18], "big")
    if raw.startswith(MAGIC) or len(raw) < 2 * page:
        return
    pages, none, changes = (len(raw) // page).to_bytes(4, "big"), bytes(8), pattern[24:28]
    file.write_bytes(pattern[:28] + pages + none + pattern[40:92] + changes + pattern[96:] + raw[HEADER:])


def _longest(files: list[sqlite3.Connection], code: str) -> tuple[list[Entry], bool]:
    """The moves of a table as far as any of the files has them one after the other, and whether that file has no more:
    all are of one log, so the longest is the latest."""
    return max((_moves(db, code) for db in files), key=lambda found: len(found[0]), default=([], False))


def _moves(db: sqlite3.Connection, code: str) -> tuple[list[Entry], bool]:
    entries = list[Entry]()
    try:
        for row in db.execute(sql.READ, (code, 0)):
            entry = as_entry(row)
            if entry.number != len(entries) + 1:
                return entries, False
            entries.append(entry)
    except (sqlite3.Error, ValueError, TypeError):
        return entries, False
    return entries, True


def _codes(sources: list[sqlite3.Connection]) -> list[str]:
    """Every table that any of the files names, wherever in it. A scan ends at the first page that cannot be read, so it
    is begun from both ends."""
    asks = [
        f"SELECT DISTINCT code FROM {table} ORDER BY code {way}"
        for table in ("tables", "moves")
        for way in ("ASC", "DESC")
    ]
    asks.append(f"SELECT code FROM moves INDEXED BY seats_of_device WHERE {sql.SEATED}")
    named = dict.fromkeys(code for ask in asks for (code,) in _rows(sources, ask))
    return sorted(code for code in named if isinstance(code, str))


def _rows(sources: list[sqlite3.Connection], ask: str, *values: object) -> Iterator[tuple[Any, ...]]:
    """What the files answer, one after the other, each as far as it can be read."""
    for db in sources:
        with suppress(sqlite3.Error):
            yield from db.execute(ask, values)


def _opened(path: Path, until: ExitStack) -> list[sqlite3.Connection]:
    """The file opened to be read, if it is one that can be, and closed by then."""
    with suppress(sqlite3.Error, OSError):
        if path.stat().st_size:
            return [until.enter_context(closing(_reading(path)))]
    return []


def _reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _with_its_journal(path: Path) -> list[Path]:
    return [file for file in (path, *(path.with_name(path.name + end) for end in BESIDE)) if file.exists()]


def _aside(path: Path) -> Path:
    moment = datetime.now(UTC)
    return path.with_name(f"damaged-{moment:%Y-%m-%d-%H%M%S}-{path.name}")
