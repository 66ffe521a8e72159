"""What whoever runs the server may do at its console: take tables out and in, back them up, give hosting back."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

from companion.fold import replay
from companion.game import Refused
from companion.keeper import Keeper
from companion.live import Live
from companion.names import clean_code
from companion.store import Clash, Entry, Store, StoreDown
from companion.table import NO_SEAT, Table
from companion.words import Text, say

FORMAT = 1
"""Of the files `export` writes."""
LARGEST_FILE = 50_000_000
T = TypeVar("T")


class CannotDo(Exception):
    """Why nothing was done, in a sentence for the terminal."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(str(sentence))


def main(argv: Sequence[str], data: str) -> int:
    """Does what the first word of `argv` says, with the store at `data` unless a flag says otherwise; the exit code."""
    asked = _read(argv, data)
    try:
        _with_store(asked.data, lambda store: asked.do(store, asked))
    except (CannotDo, StoreDown) as no:
        print(no, file=sys.stderr)
        return 1
    return 0


def written(code: str, entries: Sequence[Entry]) -> str:
    """A whole table as a text, one move a line, so that two of them compare well."""
    moves = ",\n".join(json.dumps(asdict(entry), ensure_ascii=False) for entry in entries)
    return f'{{"companion": {FORMAT}, "code": "{code}", "moves": [\n{moves}\n]}}\n'


def read(text: str) -> tuple[str, list[Entry]]:
    """The code and the moves of such a text. Raises `CannotDo` when it is none."""
    no = CannotDo(say("That file holds no table that this Companion can read."))
    try:
        found = json.loads(text)
        code = clean_code(found["code"])
        entries = [_entry(move) for move in found["moves"]]
    except (ValueError, KeyError, TypeError):
        raise no from None
    if found.get("companion") != FORMAT or code is None or [e.number for e in entries] != [*range(1, len(entries) + 1)]:
        raise no
    if not entries or entries[0].kind != "open":
        raise no
    return code, entries


def hosting_ticket(keeper: Keeper, code: str) -> str | None:
    """A new ticket that makes whoever types it a host of that table, or `None` when there is no such table."""
    table = keeper.table(code)
    if table is None:
        return None
    host = table.hosts[0]
    if not table.is_host(host):  # handed to somebody just now
        keeper.move(code, "hand-back", {}, host, table.version)
    after = keeper.move(code, "hosting-ticket", {}, host, table.version)
    return None if after is None else _ticket_of(after)


def _ticket_of(table: Table) -> str:
    return [key for key, (seat, _) in table.tickets.items() if seat == NO_SEAT][-1]


def _export(store: Store, asked: argparse.Namespace) -> None:
    entries = store.read(asked.code)
    if not entries:
        raise CannotDo(say("There is no table %(code)s here.", code=asked.code))
    if asked.file is None:
        sys.stdout.write(written(asked.code, entries))
    else:
        _touching(asked.file, lambda file: file.write_text(written(asked.code, entries), "utf-8"))


def _import(store: Store, asked: argparse.Namespace) -> None:
    code, entries = read(_touching(asked.file, _text))
    table = replay(code, entries)
    try:
        store.bring(code, entries, brief=table.rehearsal)
    except Clash:
        raise CannotDo(say("There is a table %(code)s here already; nothing was changed.", code=code)) from None
    print(say("Table %(code)s is here now, with its %(n)s moves.", code=code, n=len(entries)))


def _back_up(store: Store, asked: argparse.Namespace) -> None:
    copy = getattr(store, "back_up", None)
    if copy is None:
        raise CannotDo(say("PostgreSQL is backed up with its own pg_dump."))
    if asked.file.exists():
        raise CannotDo(say("There is a file %(file)s already; nothing was changed.", file=asked.file))
    copy(asked.file)
    print(
        say(
            "Everything is in %(file)s. To go back to it, put it into an empty data folder as tables.sqlite3.",
            file=asked.file,
        )
    )


def _ticket(store: Store, asked: argparse.Namespace) -> None:
    try:
        ticket = hosting_ticket(Keeper(store, Live()), asked.code)
    except Refused as no:
        raise CannotDo(no.sentence) from None
    if ticket is None:
        raise CannotDo(say("There is no table %(code)s here.", code=asked.code))
    path = f"/j/{asked.code}?ticket={ticket}"
    print(say("Within ten minutes open %(path)s on the host's new device.", path=path))


def _read(argv: Sequence[str], data: str) -> argparse.Namespace:
    asks = argparse.ArgumentParser(prog="companion")
    commands = asks.add_subparsers(required=True)
    where = argparse.ArgumentParser(add_help=False)
    where.add_argument("--data", default=data, help="as for serving (default: %(default)s)")
    for name, (do, about, arguments) in COMMANDS.items():
        command = commands.add_parser(name, parents=[where], help=about, description=about)
        command.set_defaults(do=do)
        for argument, kind in arguments.items():
            optional = argument.startswith("[")
            command.add_argument(argument.strip("[]"), type=kind, nargs="?" if optional else None)
    return asks.parse_args(argv)


def _code(text: str) -> str:
    code = clean_code(text)
    if code is None:
        raise argparse.ArgumentTypeError(str(say("%(text)s is no table's code", text=text)))
    return code


COMMANDS: Mapping[str, tuple[Callable[[Store, argparse.Namespace], None], str, Mapping[str, Callable[[str], object]]]]
COMMANDS = {
    "export": (
        _export,
        "write a whole table, secrets included, to a file or to the terminal",
        {"code": _code, "[file]": Path},
    ),
    "import": (_import, "bring a table in that was exported elsewhere", {"file": Path}),
    "backup": (_back_up, "copy everything into one file, while serving goes on", {"file": Path}),
    "ticket": (_ticket, "give hosting back when the host's browser is lost", {"code": _code}),
}


def _with_store(data: str, work: Callable[[Store], None]) -> None:
    from companion import open_store

    if "://" not in data and not Path(data).expanduser().is_dir():
        raise CannotDo(say("There is no data folder %(folder)s.", folder=data))
    store = open_store(data)
    try:
        work(store)
    finally:
        store.close()


def _touching(file: Path, work: Callable[[Path], T]) -> T:
    try:
        return work(file)
    except OSError as no:
        raise CannotDo(say("%(file)s cannot be used: %(why)s", file=file, why=no.strerror or "?")) from None


def _text(file: Path) -> str:
    if file.stat().st_size > LARGEST_FILE:
        raise CannotDo(say("That file holds no table that this Companion can read."))
    return file.read_text("utf-8", "replace")


def _entry(move: Mapping[str, object]) -> Entry:
    entry = Entry(**{**move, "tape": tuple(move["tape"])})  # type: ignore[arg-type]
    texts = (entry.device, entry.kind, entry.data, entry.receipt)
    numbers = (entry.number, entry.at, *entry.tape)
    if not all(type(text) is str for text in texts) or not all(type(n) is int and abs(n) < 2**53 for n in numbers):
        raise ValueError
    return entry
