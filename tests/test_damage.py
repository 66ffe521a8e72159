"""Damaged files and backups: the file is kept as it is, what can be read goes on, and what is said of it is so."""

from __future__ import annotations

import shutil
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.store import Entry, StoreDown, Unreadable
from companion.store.copies import copies, keep_copy
from companion.store.mend import Mended, mend
from companion.store.sqlite import FILE, SqliteStore
from tests.bench.phones import Quick, seated
from tests.evenings import House, evening, visitors
from tests.running import Companion, free_port, wait

CODES = [f"T{n:04}" for n in range(60)]
MOVES = 29
PAGE = 4096


def log_of(code: str, moves: int = MOVES) -> list[Entry]:
    return [
        Entry(n, 1000 + n, "d" * 32, "open" if n == 1 else "play:x", '{"a":"' + "x" * 80 + '"}', (n,), f"{code}{n}")
        for n in range(1, moves + 1)
    ]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store of sixty tables that was stopped as it should be."""
    folder = tmp_path_factory.mktemp("whole") / "data"
    store = SqliteStore(folder)
    store.signing_key()
    for code in CODES:
        store.bring(code, log_of(code))
    store.close()
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "data"))


def damage(folder: Path, change: Callable[[bytearray], object]) -> bytes:
    """Change the file in that way; what it is then."""
    raw = bytearray((folder / FILE).read_bytes())
    change(raw)
    (folder / FILE).write_bytes(raw)
    return bytes(raw)


def zero(start: int, length: int) -> Callable[[bytearray], object]:
    def change(raw: bytearray) -> None:
        raw[start : start + length] = bytes(length)

    return change


def empty(raw: bytearray) -> None:
    raw.clear()


def kept(folder: Path) -> dict[str, int]:
    """How many moves of each table the store in the folder has."""
    store = SqliteStore(folder)
    logs = {code: store.read(code) for code in CODES}
    store.close()
    for code, log in logs.items():
        assert log == log_of(code)[: len(log)]
    return {code: len(log) for code, log in logs.items() if log}


def mended(folder: Path, raw: bytes) -> Mended:
    """What became of the damaged file, which must be kept as it was and be its owner's alone."""
    found = mend(folder)
    assert found is not None
    assert found.aside.read_bytes() == raw
    assert found.aside.name.startswith("damaged-")
    assert found.aside.parent == folder
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*") if path.is_file()} == {0o600}
    assert mend(folder) is None, "what is there now is whole"
    return found


def key_of(folder: Path) -> bytes:
    store = SqliteStore(folder)
    key = store.signing_key()
    store.close()
    return key


# --- what is damaged, and what is brought over -----------------------------------------------------------------------


def test_a_file_that_is_whole_is_left_alone_and_so_is_none(folder: Path, tmp_path: Path) -> None:
    before = (folder / FILE).read_bytes()
    assert mend(folder) is None
    assert (folder / FILE).read_bytes() == before
    assert mend(tmp_path) is None


def test_with_one_page_gone_all_other_tables_go_on_whole_and_the_one_says_that_it_is_lost(folder: Path) -> None:
    pages = (folder / FILE).stat().st_size // PAGE
    key = key_of(folder)
    found = mended(folder, damage(folder, zero(pages // 2 * PAGE, PAGE)))
    broken = {code for code, _ in found.part} | set(found.lost)
    assert 1 <= len(broken) <= 3, "a page holds the moves of two tables or three"
    assert set(found.whole) == set(CODES) - broken
    now = kept(folder)
    assert all(now[code] == MOVES for code in found.whole)
    assert all(0 < now[code] == moves < MOVES for code, moves in found.part)
    assert key_of(folder) == key
    assert found.keyed
    store = SqliteStore(folder)
    assert [store.why_gone(code) for code in found.lost] == ["lost"] * len(found.lost)
    assert all(store.why_gone(code) is None for code in found.whole)
    store.close()


@pytest.mark.parametrize("length", [16, 100])
def test_with_its_head_gone_everything_else_is_brought_over(folder: Path, length: int) -> None:
    found = mended(folder, damage(folder, zero(0, length)))
    assert sorted(found.whole) == CODES
    assert kept(folder) == dict.fromkeys(CODES, MOVES)


@pytest.mark.parametrize("how", [empty, zero(0, PAGE)], ids=["empty", "its first page gone"])
def test_with_nothing_to_be_read_the_latest_backup_takes_its_place(
    folder: Path, how: Callable[[bytearray], object]
) -> None:
    key = key_of(folder)
    keep_copy(folder, 1, 0)
    store = SqliteStore(folder)
    store.append("T0000", Entry(MOVES + 1, 9000, "d" * 32, "play:x", "{}"))
    store.close()
    found = mended(folder, damage(folder, how))
    assert sorted(found.copied) == CODES
    assert (found.whole, found.part, found.lost) == ((), (), ())
    assert found.copy == copies(folder)[0]
    assert kept(folder) == dict.fromkeys(CODES, MOVES)
    assert key_of(folder) == key, "phones are known by their cookies"


def test_without_a_backup_an_empty_file_is_an_empty_beginning_that_says_so(folder: Path) -> None:
    found = mended(folder, damage(folder, empty))
    assert (found.copy, found.keyed, found.whole, found.lost) == (None, False, (), ())
    assert "empty" in found.why
    assert kept(folder) == {}


def test_what_neither_has_whole_is_taken_from_where_more_of_it_is(folder: Path) -> None:
    """The backup has ten moves of each; of those that the page takes, the damaged file may have more before it."""
    early = folder.parent / "early"
    store = SqliteStore(early)
    for code in CODES:
        store.bring(code, log_of(code, 10))
    store.close()
    (folder / "backups").mkdir(mode=0o700)
    copy = keep_copy(early, 3, 0)
    assert copy is not None
    copy.rename(folder / "backups" / copy.name)
    pages = (folder / FILE).stat().st_size // PAGE
    found = mended(folder, damage(folder, zero(pages // 2 * PAGE, PAGE)))
    assert found.lost == ()
    now = kept(folder)
    assert sorted(now) == CODES
    assert {now[code] for code in found.copied} <= {10}
    assert all(moves > 10 for _, moves in found.part)
    assert len(found.copied) + len(found.part) >= 1


def test_a_table_deleted_since_the_backup_does_not_come_back_where_that_can_still_be_read(folder: Path) -> None:
    keep_copy(folder, 1, 0)
    store = SqliteStore(folder)
    store.forget("T0030")
    store.close()
    pages = (folder / FILE).stat().st_size // PAGE
    damage(folder, zero((pages // 2 - 5) * PAGE, PAGE))
    mend(folder)
    store = SqliteStore(folder)
    assert store.read("T0030") == []
    assert store.why_gone("T0030") == "host"
    store.close()


def test_what_a_crash_left_in_the_journal_is_brought_over_too(folder: Path) -> None:
    """A power cut: the last moves are beside the file and not yet in it."""
    store = SqliteStore(folder)
    store.append("T0000", Entry(MOVES + 1, 9000, "d" * 32, "play:x", "{}"))
    crashed = Path(shutil.copytree(folder, folder.parent / "crashed"))
    store.close()
    assert (crashed / f"{FILE}-wal").stat().st_size > 0
    pages = (crashed / FILE).stat().st_size // PAGE
    damage(crashed, zero(pages // 2 * PAGE, PAGE))
    before = {path.name: path.read_bytes() for path in crashed.iterdir() if path.name != f"{FILE}-shm"}
    found = mend(crashed)
    assert found is not None
    for name, raw in before.items():
        assert (crashed / (found.aside.name + name.removeprefix(FILE))).read_bytes() == raw
    store = SqliteStore(crashed)
    assert len(store.read("T0000")) == MOVES + 1
    store.close()


def test_the_check_of_a_large_file_ends_in_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is damaged beyond that is said when it is read."""
    monkeypatch.setattr("companion.store.mend.STEPS", 10)
    pages = (folder / FILE).stat().st_size // PAGE
    damage(folder, zero((pages - 3) * PAGE, PAGE))
    assert mend(folder, seconds=-1) is None
    assert mend(folder) is not None


def test_a_full_disk_in_the_middle_of_mending_changes_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = damage(folder, zero(0, 100))

    def full(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("companion.store.mend.SqliteStore.bring", full)
    with pytest.raises(StoreDown, match="disk is full"):
        mend(folder)
    assert (folder / FILE).read_bytes() == raw
    monkeypatch.undo()
    assert sorted(mended(folder, raw).whole) == CODES, "and a later start does it"


# --- backups ---------------------------------------------------------------------------------------------------------


def test_the_last_three_days_are_kept_whatever_their_dates_say(folder: Path) -> None:
    for day in (1, 2, 9, 10):
        assert keep_copy(folder, day, 0) is not None
    assert [path.name.split("-")[2] for path in copies(folder)] == ["10", "9", "2"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in copies(folder)} == {0o600}
    assert stat.S_IMODE((folder / "backups").stat().st_mode) == 0o700
    assert sorted((folder / "backups").iterdir()) == sorted(copies(folder)), "and nothing else lies there"
    shutil.copy(copies(folder)[0], folder / FILE)
    assert kept(folder) == dict.fromkeys(CODES, MOVES), "one put in its place is the store again"


def test_a_backup_never_takes_the_room_that_moves_need(folder: Path) -> None:
    assert keep_copy(folder, 1, 2**62) is None
    assert copies(folder) == []


def test_a_backup_is_whole_while_moves_are_made(folder: Path) -> None:
    store = SqliteStore(folder)
    store.append("T0000", Entry(MOVES + 1, 9000, "d" * 32, "play:x", "{}"))
    copy = keep_copy(folder, 1, 0)
    store.append("T0000", Entry(MOVES + 2, 9001, "d" * 32, "play:x", "{}"))
    store.close()
    assert copy is not None
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("PRAGMA quick_check").fetchall() == [("ok",)]
        assert db.execute("SELECT count(*) FROM moves WHERE code = 'T0000'").fetchone() == (MOVES + 1,)


# --- at a real server ------------------------------------------------------------------------------------------------


@pytest.fixture
def stopped(tmp_path: Path) -> tuple[Path, str, list[Quick]]:
    """A server's folder after two phones sat down at a table and a backup was made: where it lies, and who they are."""
    data = tmp_path / "data"
    with Companion("--port", str(free_port()), "--no-qr", data=data) as companion:
        code, phones = seated(companion.port, GAMES[0].key, 2)
        for phone in phones:
            phone.line.close()
        companion.stop()
    return data, code, phones


def served(data: Path) -> Companion:
    return Companion("--port", str(free_port()), "--no-qr", data=data)


def page(companion: Companion, path: str, phone: Quick | None = None) -> tuple[int, str]:
    here = Quick(companion.port)
    if phone is not None:
        here.cookies = phone.cookies
    answer = here.ask("GET", path)
    here.line.close()
    return answer[0], answer[2]


def test_a_store_that_lost_everything_goes_back_to_the_backup_and_the_terminal_says_so(
    stopped: tuple[Path, str, list[Quick]],
) -> None:
    data, code, phones = stopped
    keep_copy(data, 1, 0)
    (data / FILE).write_bytes(b"")
    with served(data) as companion:
        assert f"{data / FILE} is damaged: it is empty." in companion.complained
        assert "kept untouched as" in companion.complained
        assert code in companion.complained
        assert str(copies(data)[0]) in companion.complained
        status, text = page(companion, f"/t/{code}", phones[1])
        assert status == 200
        assert 'data-me="2"' in text, "and the phone still has its seat"


def test_without_a_backup_no_phone_is_told_that_its_host_deleted_the_table(
    stopped: tuple[Path, str, list[Quick]],
) -> None:
    data, code, phones = stopped
    (data / FILE).write_bytes(b"")
    with served(data) as companion:
        assert "There was no backup yet." in companion.complained
        status, text = page(companion, f"/t/{code}", phones[0])
        assert status == 404
        assert "host" not in text
        assert "no longer kept on this computer" in text


def test_a_folder_without_its_file_but_with_backups_is_said_and_left_as_it_is(
    stopped: tuple[Path, str, list[Quick]],
) -> None:
    data, _, _ = stopped
    copy = keep_copy(data, 1, 0)
    (data / FILE).unlink()
    with served(data) as companion:
        assert "not in" in companion.complained
        assert str(copy) in companion.complained


def test_a_folder_that_is_removed_is_no_health_and_nobody_is_told_that_anything_is_kept(
    stopped: tuple[Path, str, list[Quick]],
) -> None:
    data, code, phones = stopped
    with served(data) as companion:
        assert page(companion, "/healthz")[0] == 200
        shutil.rmtree(data)
        assert page(companion, "/healthz")[0] == 503
        here = Quick(companion.port)
        here.cookies = phones[0].cookies
        drawn = here.ask("GET", f"/t/{code}")[2]
        assert "What you see is kept" not in drawn
        status, _, told = here.ask("POST", f"/t/{code}/rename", {"seat": "1", "name": "Eve", "drawn": "1"})
        here.line.close()
        assert status == 503
        assert "nothing is kept from now on" in told
        assert "is kept. Try again" not in told


# --- a page that goes bad while it serves ----------------------------------------------------------------------------


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    one = House(tmp_path)
    yield one
    one.keeper.store.close()


def test_a_table_that_cannot_be_read_says_so_and_all_others_go_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = evening(house, GAMES[0], 1), evening(house, GAMES[0], 1)
    store = house.keeper.store
    assert isinstance(store, SqliteStore)
    with store._writing() as db:
        db.execute("UPDATE moves SET data = CAST(x'ff80' AS TEXT) WHERE code = ? AND number = 2", (bad.code,))
    house.restart()
    for who in visitors(bad):
        answer = who.get(f"/t/{bad.code}")
        assert answer.status_code == 503
        assert "This table cannot be read" in answer.text
        assert "Whoever runs the computer" in answer.text
        assert who.get("/").status_code == 200
    assert good.host.get(f"/t/{good.code}").status_code == 200
    assert good.host.get("/healthz").status_code == 503, "the operator learns of it"
    with pytest.raises(Unreadable):
        house.keeper.store.check()


def test_of_a_page_that_goes_bad_only_the_tables_on_it_are_told(folder: Path) -> None:
    pages = (folder / FILE).stat().st_size // PAGE
    damage(folder, zero(pages // 2 * PAGE, PAGE))
    store = SqliteStore(folder)
    told = []
    for code in CODES:
        try:
            assert store.read(code) == log_of(code)
        except Unreadable:
            told.append(code)
    assert 1 <= len(told) <= 3
    store.close()


def test_a_backup_is_made_beside_the_serving_and_holds_nobody_up(tmp_path: Path) -> None:
    early = "from companion.clock import Days; Days.BEGINS_AFTER = 0.0; import sys; from companion.__main__ import main"
    command = (sys.executable, "-c", f"{early}; sys.exit(main(sys.argv[1:]))")
    data = tmp_path / "data"
    with Companion("--port", str(free_port()), "--no-qr", data=data, command=command) as companion:
        healthy: list[bool] = []

        def ask() -> None:
            healthy.append(page(companion, "/healthz")[0] == 200)

        wait(lambda: copies(data), ask, lambda: companion.complained)
        assert all(healthy)
        assert companion.stop() == 0
        assert companion.complained == ""
