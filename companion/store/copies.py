"""Copies of the SQLite store beside it: one for each day it was served, the last three kept, for its owner alone."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from companion.store import StoreDown
from companion.store.sqlite import FILE

FOLDER = "backups"
NAME = re.compile(r"tables-day-(\d+)-\d{4}-\d{2}-\d{2}\.sqlite3")
KEPT = 3
"""Copies: of the last days on which it was served."""


def copies(folder: Path) -> list[Path]:
    """The copies of the store in `folder`, the latest first: by the days counted, since a clock may be wrong."""
    with suppress(OSError):
        named = [(match, path) for path in (folder / FOLDER).iterdir() if (match := NAME.fullmatch(path.name))]
        return [path for _, path in sorted(named, key=lambda one: int(one[0][1]), reverse=True)]
    return []


def keep_copy(folder: Path, day: int, room_left: int = 50_000_000) -> Path | None:
    """A copy of the store in `folder` as it is now, while it serves; `None` where the disk has no room to spare. For a
    thread of its own: it takes as long as the disk needs, and holds up nobody. Raises `StoreDown`."""
    place = folder / FOLDER
    target = place / f"tables-day-{day}-{datetime.now(UTC):%Y-%m-%d}.sqlite3"
    part = place / "copying"
    try:
        if shutil.disk_usage(folder).free < 2 * (folder / FILE).stat().st_size + room_left:
            return None
        place.mkdir(mode=0o700, exist_ok=True)
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(folder / FILE)) as now, closing(sqlite3.connect(part)) as copy:
            now.backup(copy)
        part.replace(target)
        for old in copies(folder)[KEPT:]:
            old.unlink()
    except (sqlite3.Error, OSError) as problem:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise StoreDown(f"no backup could be made in {place}: {problem}") from problem
    return target
