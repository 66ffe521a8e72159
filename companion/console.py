"""What whoever runs the server may do at its console: take tables out and in, back them up, give hosting back."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TypeVar

from companion.evenings import LATEST
from companion.fold import replay
from companion.game import Refused
from companion.keeper import Keeper
from companion.live import Live
from companion.moves.hosting import CONSOLE
from companion.names import clean_code
from companion.store import Clash, Entry, Repeated, Store, StoreDown
from companion.table import NO_SEAT, Table
from companion.words import Text, count, say

FORMAT = 1
"""Of the files `export` writes."""
LARGEST_FILE = 50_000_000
UNREADABLE = say("That file holds no table that this version of the app can read.")
T = TypeVar("T")


class CannotDo(Exception):
    """Why nothing was done, in a sentence for the terminal."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(str(sentence))


def main(argv: Sequence[str], data: str, lead: Callable[[str, str], None]) -> int:
    """Does what the first word of `argv` says, with the store at `data` unless a flag says otherwise; the exit code.
    `lead(data, path)` prints how a phone gets to that page of the app which serves that store."""
    args = _read(argv, data)
    args.lead = lead
    try:
        _with_store(args)
        sys.stdout.flush()
    except (CannotDo, StoreDown) as no:
        print(no, file=sys.stderr)
        return 1
    except OSError as no:  # nobody reads what is written to the terminal, or there is no room for it
        sys.stdout = None  # else Python tries to write the rest when it ends, and complains
        print(no.strerror, file=sys.stderr)
        return 1
    return 0


def written(code: str, entries: Sequence[Entry]) -> str:
    """A whole table as a text, one move a line, so that two of them compare well."""
    moves = ",\n".join(json.dumps(asdict(entry), ensure_ascii=False) for entry in entries)
    return f'{{"companion": {FORMAT}, "code": "{code}", "moves": [\n{moves}\n]}}\n'


def read(text: str) -> tuple[str, list[Entry]]:
    """The code and the moves of such a text. Raises `CannotDo` when it is none."""
    no = CannotDo(UNREADABLE)
    try:
        found = json.loads(text)
        code = clean_code(found["code"])
        entries = [_entry(move) for move in found["moves"]]
    except (ValueError, KeyError, TypeError, RecursionError):
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
    after = keeper.move(table, "hosting-ticket", {}, CONSOLE, table.version)
    return None if after is None else _ticket_of(after)


def _ticket_of(table: Table) -> str:
    return [key for key, ticket in table.tickets.items() if ticket.seat == NO_SEAT][-1]


def _export(store: Store, args: argparse.Namespace) -> None:
    entries = store.read(args.code)
    if not entries:
        raise CannotDo(say("There is no table %(code)s here.", code=args.code))
    if args.file is None:
        sys.stdout.buffer.write(written(args.code, entries).encode())  # as in a file, whatever the terminal speaks
    else:
        _touching(args.file, lambda file: _write(file, written(args.code, entries).encode()))


def _import(store: Store, args: argparse.Namespace) -> None:
    code, entries = read(_touching(args.file, _text))
    table = replay(code, entries)
    if not table.hosts:
        raise CannotDo(UNREADABLE)
    try:
        store.bring(code, entries, brief=table.practice)
    except Clash:
        raise CannotDo(say("There is already a table %(code)s here. Nothing was changed.", code=code)) from None
    except Repeated:
        raise CannotDo(UNREADABLE) from None
    print(
        count(
            "Table %(code)s is here now, with its %(n)s move.",
            "Table %(code)s is here now, with its %(n)s moves.",
            len(entries),
            code=code,
        )
    )


def _back_up(store: Store, args: argparse.Namespace) -> None:
    copy = getattr(store, "back_up", None)
    if copy is None:
        raise CannotDo(say("PostgreSQL is backed up with its own pg_dump."))
    if args.file.exists():
        raise CannotDo(say("There is already a file %(file)s. Nothing was changed.", file=args.file))
    _touching(args.file, _new)
    try:
        copy(args.file)
    except StoreDown:
        args.file.unlink()  # half a copy is none
        raise
    print(
        say(
            "Everything is in %(file)s. To go back to it, put it into an empty data folder as tables.sqlite3.",
            file=args.file,
        )
    )


def _ticket(store: Store, args: argparse.Namespace) -> None:
    try:
        ticket = hosting_ticket(Keeper(store, Live()), args.code)
    except Refused as no:
        raise CannotDo(no.sentence) from None
    if ticket is None:
        raise CannotDo(say("There is no table %(code)s here.", code=args.code))
    print(say("Within ten minutes open this page on the host’s new device. It makes that device the host’s."))
    args.lead(args.data, f"/j/{args.code}?ticket={ticket}")


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
        raise argparse.ArgumentTypeError(str(say("%(text)s is not a table code.", text=text)))
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


def _with_store(args: argparse.Namespace) -> None:
    from companion import folder_of, open_store
    from companion.store.sqlite import FILE

    folder = folder_of(args.data)
    if folder is not None and not folder.is_dir():
        raise CannotDo(say("There is no data folder %(folder)s.", folder=folder))
    if folder is not None and args.do is not _import and not (folder / FILE).exists():
        raise CannotDo(say("No tables are kept in %(folder)s.", folder=folder))
    store = open_store(args.data)
    try:
        args.do(store, args)
    finally:
        store.close()


def _touching(file: Path, work: Callable[[Path], T]) -> T:
    try:
        return work(file)
    except OSError as no:
        raise CannotDo(say("%(file)s cannot be used: %(why)s", file=file, why=no.strerror or "?")) from None


def _write(file: Path, content: bytes) -> None:
    """Every secret is in it: only its owner may read it, whoever could read, or still holds open, what was there."""
    if file.exists() and not file.is_file():  # a pipe or a terminal keeps nothing
        file.write_bytes(content)
        return
    file = file.resolve()  # what a link points at is replaced, not the link
    with NamedTemporaryFile(dir=file.parent, prefix=f".{file.name[:100]}.", delete=False) as out:  # for its owner alone
        try:
            out.write(content)
            out.close()
            os.replace(out.name, file)
        except BaseException:
            os.unlink(out.name)
            raise


def _new(file: Path) -> None:
    """An empty file that only its owner may read, where there is none."""
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _text(file: Path) -> str:
    if file.stat().st_size > LARGEST_FILE:
        raise CannotDo(UNREADABLE)
    return file.read_text("utf-8", "replace")


def _entry(move: Mapping[str, object]) -> Entry:
    entry = Entry(**{**move, "tape": tuple(move["tape"])})  # type: ignore[arg-type]
    texts = (entry.device, entry.kind, entry.data, entry.receipt)
    numbers = (entry.number, entry.at, *entry.tape)
    if not all(type(text) is str for text in texts) or not all(type(n) is int and abs(n) < 2**53 for n in numbers):
        raise ValueError
    if not 0 <= entry.at <= LATEST:
        raise ValueError
    "".join(texts).encode()  # half a character cannot be kept: that is a ValueError, too
    return entry
