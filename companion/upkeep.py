"""What is done for what is kept: a check before it is served, with words for what was damaged, and the day's backup."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion import folder_of
from companion.store import Store, StoreDown
from companion.words import Text, count, say

if TYPE_CHECKING:
    from companion.store.mend import Mended

log = logging.getLogger("companion")


def look_after(data: str, tell: Callable[..., None]) -> None:
    """Check what is kept in that folder and mend it, and `tell` in lines what was damaged and what became of it.
    PostgreSQL looks after itself. Raises `StoreDown`."""
    folder = folder_of(data)
    if folder is None:
        return
    from companion.store.copies import copies
    from companion.store.mend import mend
    from companion.store.sqlite import FILE

    found, file = mend(folder), folder / FILE
    if found is not None:
        tell(*_what_was_damaged(found, file))
    elif not file.exists() and (there := copies(folder)):
        tell(say("The tables of before are not in %(folder)s any more.", folder=folder), _way_back(there[0], file))


def back_up(data: str, store: Store, apart: Callable[[Callable[[], object]], object]) -> None:
    """Keep the day's copy beside the data, made `apart` from the serving. Where there is no room for it, or the disk
    refuses, that is a line in the log."""
    folder = folder_of(data)
    if folder is None:
        return
    from companion.store.copies import keep_copy

    day = store.day()
    try:
        if apart(lambda: keep_copy(folder, day)) is None:
            log.warning("no backup was made: the disk has no room to spare")
    except StoreDown as no:
        log.warning("%s", no)


def _what_was_damaged(found: Mended, file: Path) -> Iterator[Text]:
    yield say("%(file)s is damaged: %(why)s.", file=file, why=found.why)
    yield say("It is kept untouched as %(aside)s.", aside=found.aside)
    yield count("%(n)s table was brought over whole.", "%(n)s tables were brought over whole.", len(found.whole))
    for code, moves in found.part:
        yield say("Table %(code)s goes on after move %(n)s. Later moves cannot be read.", code=code, n=moves)
    if found.copied:
        yield say("As in the backup, without what came after it: %(codes)s.", codes=", ".join(found.copied))
    if found.lost:
        yield say("Lost: %(codes)s.", codes=", ".join(found.lost))
    if not found.keyed:
        yield say("No phone is known any more. For each table a host comes back with: companion ticket CODE")
    yield say("There was no backup yet.") if found.copy is None else _way_back(found.copy, file)


def _way_back(copy: Path, file: Path) -> Text:
    return say(
        "To go back to the latest backup: stop the app, copy %(copy)s to %(file)s, and start again.",
        copy=copy,
        file=file,
    )
