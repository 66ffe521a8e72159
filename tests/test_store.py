"""What a log of tables promises, proved on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.game import Refused
from companion.keeper import Keeper
from companion.live import BELONGS, GATHER, Live
from companion.store import Clash, Entry, KeptGame, Repeated, Store, StoreDown, TakenAway, lines
from companion.store.postgres import SCHEMA, PostgresStore
from companion.store.sqlite import SqliteStore
from tests.middleman import MiddleMan
from tests.postgres import Postgres, asked
from tests.running import PATIENCE, ROOT, at_once, ending, wait

Place = Callable[[], Store]
"""Opens the same log once more."""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty log of either kind lies."""
    if request.param == "sqlite":
        return str(tmp_path / "data")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database(uuid.uuid4().hex)


def opened(address: str) -> Store:
    return PostgresStore(address) if "://" in address else SqliteStore(Path(address))


@pytest.fixture
def place(address: str) -> Iterator[Place]:
    stores = []

    def open_one() -> Store:
        stores.append(opened(address))
        return stores[-1]

    yield open_one
    for store in stores:
        store.close()


@pytest.fixture
def store(place: Place) -> Store:
    return place()


def entry(number: int, receipt: str = "", *, at: int = 1000, device: str = "ana", kind: str = "sit") -> Entry:
    return Entry(number, at, device, kind, '{"name":"Ana \u674e"}', (3, 0, 11), receipt)


# --- what is written is there ----------------------------------------------------------------------------------------


def test_a_code_without_a_table_has_no_moves(store: Store) -> None:
    assert store.read("KMTRX") == []
    assert not store.has("KMTRX", "r")


def test_moves_come_back_as_they_were_written_and_in_order(store: Store) -> None:
    first, second, third = entry(1, "a"), Entry(2, 2000, "ben", "play:vote", "{}"), entry(3, "c", at=1)
    for move in (first, second, third):
        store.append("KMTRX", move)
    store.append("PPPPP", entry(1))
    assert store.read("KMTRX") == [first, second, third]
    assert store.read("KMTRX", 2) == [third]
    assert store.read("KMTRX", 3) == []


def test_another_opening_of_the_same_log_reads_the_same(store: Store, place: Place) -> None:
    store.append("KMTRX", entry(1))
    assert place().read("KMTRX") == [entry(1)]


def test_a_closed_log_opens_again_with_everything_in_it(place: Place) -> None:
    first = place()
    first.append("KMTRX", entry(1))
    key = first.signing_key()
    first.close()
    assert place().read("KMTRX") == [entry(1)]
    assert place().signing_key() == key


# --- each number once, each tap once ---------------------------------------------------------------------------------


def test_a_number_that_is_taken_clashes_and_writes_nothing(store: Store) -> None:
    store.append("KMTRX", entry(1, "a"))
    with pytest.raises(Clash):
        store.append("KMTRX", entry(1, "b", device="ben"))
    store.append("KMTRX", entry(2, "c"))
    with pytest.raises(Clash):
        store.append("KMTRX", entry(2, "d"))
    assert store.read("KMTRX") == [entry(1, "a"), entry(2, "c")]
    assert not store.has("KMTRX", "d")


def test_a_tap_that_is_there_is_told_from_a_clash(store: Store) -> None:
    store.append("KMTRX", entry(1))
    store.append("KMTRX", entry(2, "tap"))
    with pytest.raises(Repeated):
        store.append("KMTRX", entry(3, "tap"))
    assert store.has("KMTRX", "tap")
    assert len(store.read("KMTRX")) == 2


def test_a_tap_counts_at_its_own_table_only_and_no_receipt_is_no_tap(store: Store) -> None:
    for code in ("KMTRX", "PPPPP"):
        store.append(code, entry(1))
        store.append(code, entry(2, "tap"))
        store.append(code, entry(3))
    assert [len(store.read(code)) for code in ("KMTRX", "PPPPP")] == [3, 3]
    assert not store.has("KMTRX", "")


def test_no_move_is_made_at_a_table_that_is_gone(store: Store) -> None:
    with pytest.raises(Clash):
        store.append("KMTRX", entry(2))
    store.append("KMTRX", entry(1))
    store.forget("KMTRX")
    with pytest.raises(Clash):
        store.append("KMTRX", entry(2))
    assert store.read("KMTRX") == []


WRITER = """
import sys
from tests.test_store import opened, entry
from companion.store import Clash
store, name, made = opened(sys.argv[1]), sys.argv[2], []
print("ready", flush=True); sys.stdin.readline()
while len(made) < 40:
    number = len(store.read("KMTRX")) + 1
    try:
        store.append("KMTRX", entry(number, f"{name}{number}", device=name))
    except Clash:
        continue
    made.append(number)
print(*made, flush=True)
"""


def test_two_processes_at_one_table_never_make_the_same_move(address: str, store: Store) -> None:
    store.append("KMTRX", entry(1))
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, address, name],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("ana", "ben")
    ]
    with ending(*writers):
        for writer in writers:
            assert writer.stdout
            assert writer.stdout.readline() == "ready\n"
        for writer in writers:
            assert writer.stdin
            writer.stdin.write("go\n")
            writer.stdin.flush()
        made = [list(map(int, writer.communicate(timeout=PATIENCE)[0].split())) for writer in writers]
    log = store.read("KMTRX")
    assert [move.number for move in log] == list(range(1, 82))
    for name, numbers in zip(("ana", "ben"), made, strict=True):
        assert [move.number for move in log if move.receipt.startswith(name)] == numbers


# --- whose tables, and the key ---------------------------------------------------------------------------------------


def test_a_device_finds_its_tables_the_latest_first_and_at_most_twenty(store: Store) -> None:
    for n in range(25):
        store.append(f"T{n:04}", entry(1, at=n * 10, kind="open"))
    store.append("T0007", entry(2, at=5000, kind="arrive"))
    store.append("T0009", entry(2, at=6000, kind="play:vote"))  # playing on is not coming
    store.append("OTHER", entry(1, device="ben", kind="open"))
    mine = store.tables_of("ana")
    assert mine[:3] == ["T0007", "T0024", "T0023"]
    assert len(mine) == 20
    assert store.tables_of("nobody") == []


def test_a_device_finds_the_table_too_that_it_was_let_in_at_by_somebody_elses_tap(store: Store) -> None:
    eve, finn = "e" * 32, "f" * 32
    store.append("KMTRX", entry(1, kind="open"))
    data = f'{{"ask":"1f","device":"{eve}","name":"Eve \u674e","host_last_here":5}}'
    store.append("KMTRX", Entry(2, 2000, "ana", "let-in", data))
    store.append("PPPPP", entry(1, device=eve, kind="open"))
    assert store.tables_of(eve) == ["KMTRX", "PPPPP"]
    assert store.tables_of(finn) == []
    assert store.tables_of("ana") == ["KMTRX"]


def test_the_key_is_secret_made_once_and_shared_by_all_who_begin_at_the_same_moment(address: str) -> None:
    def begin() -> bytes:
        store = opened(address)
        key = store.signing_key()
        store.close()
        return key

    keys = at_once([begin] * 4)
    assert len(set(keys)) == 1
    assert len(keys[0]) == 32


def test_two_logs_have_two_keys_and_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    one, other = SqliteStore(tmp_path / "a"), SqliteStore(tmp_path / "b")
    assert one.signing_key() != other.signing_key()
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "a").iterdir()} == {0o600}
    one.close()
    other.close()


# --- how long a table is kept ----------------------------------------------------------------------------------------


def days(store: Store, how_many: int) -> None:
    """As many more days go by at the server."""
    for _ in range(how_many):
        counted = store.day()
        assert store.count_day(counted, counted + 20_000)


def test_idle_tables_are_found_the_longest_idle_first_and_brief_ones_sooner(store: Store) -> None:
    store.append("EARLY", entry(1))
    days(store, 1)
    store.append("LATER", entry(1))
    store.append("BRIEF", entry(1), brief=True)
    days(store, 1)
    store.append("FRESH", entry(1), brief=True)
    assert store.idle(2, 2) == []
    assert store.idle(1, 1) == ["EARLY"]
    assert store.idle(1, 0) == ["EARLY", "BRIEF"]
    assert store.idle(0, 0) == ["EARLY", "BRIEF", "LATER"]
    store.append("EARLY", entry(2))
    assert store.idle(0, 0) == ["BRIEF", "LATER"]


def test_a_day_counts_once_whoever_counts_it_and_no_date_counts_twice_in_a_row(place: Place) -> None:
    here, elsewhere = place(), place()
    assert here.day() == elsewhere.day() == 0
    assert here.count_day(0, 20_000)
    assert not elsewhere.count_day(0, 20_000)
    assert not elsewhere.count_day(0, 20_001), "another has counted meanwhile"
    assert not elsewhere.count_day(1, 20_000), "started anew on the same date"
    assert elsewhere.count_day(1, 19_000), "by a clock that was put back"
    assert here.day() == 2


def test_why_a_table_is_gone_is_known_for_two_months(store: Store) -> None:
    for code in ("HOSTS", "IDLED", "STAYS"):
        store.append(code, entry(1))
    store.forget("HOSTS")
    days(store, 2)
    store.append("STAYS", entry(2))
    assert not store.forget("STAYS", 1)
    assert store.forget("IDLED", 1)
    assert [store.why_gone(code) for code in ("HOSTS", "IDLED", "STAYS", "NEVER")] == ["host", "idle", None, None]
    days(store, 58)
    assert store.why_gone("HOSTS") == "host"
    days(store, 1)
    assert store.why_gone("HOSTS") is None
    assert store.why_gone("IDLED") == "idle"


def test_a_forgotten_table_is_gone_with_every_move_and_its_code_is_free(store: Store) -> None:
    store.append("KMTRX", entry(1, "a", kind="open"))
    store.append("KMTRX", entry(2, "b"))
    store.append("PPPPP", entry(1, device="ben"))
    assert store.forget("KMTRX")
    assert not store.forget("KMTRX")
    assert store.read("KMTRX") == []
    assert store.tables_of("ana") == []
    days(store, 1)
    assert store.idle(0, 0) == ["PPPPP"]
    store.append("KMTRX", entry(1, "a"))


def test_a_table_played_on_meanwhile_is_not_swept(store: Store) -> None:
    store.append("KMTRX", entry(1))
    days(store, 2)
    assert store.idle(1, 1) == ["KMTRX"]
    store.append("KMTRX", entry(2))
    assert not store.forget("KMTRX", 1)
    assert len(store.read("KMTRX")) == 2
    days(store, 2)
    assert store.forget("KMTRX", 1)


def over(number: int, code: str = "KMTRX", device: str = "ana", at: int = 0, data: str | None = "{}") -> KeptGame:
    """A game that is over, as it is kept for a device."""
    return KeptGame(device, code, number, at or number, data)


def test_a_move_and_what_is_kept_of_its_game_are_written_together_or_not_at_all(store: Store) -> None:
    store.append("KMTRX", entry(1, "r"))
    store.append("KMTRX", entry(2), kept=[over(1), over(1, device="eve")])
    assert [store.evenings(who) for who in ("ana", "eve", "ben")] == [[over(1)], [over(1, device="eve")], []]
    with pytest.raises(Clash):
        store.append("KMTRX", entry(2), kept=[over(2)])
    with pytest.raises(Repeated):
        store.append("KMTRX", entry(3, "r"), kept=[over(2)])
    with pytest.raises(Clash):
        store.append("PPPPP", entry(2), kept=[over(2, "PPPPP")])
    assert store.evenings("ana") == [over(1)]
    store.append("KMTRX", entry(3), kept=[over(1, data='{"n":1}')])
    assert store.evenings("ana") == [over(1, data='{"n":1}')]
    store.append("KMTRX", entry(4), kept=[over(1, data=None)])
    assert store.evenings("ana") == []
    assert [one.number for one in store.read("KMTRX")] == [1, 2, 3, 4]


@pytest.mark.postgres
@pytest.mark.parametrize("by", ["append", "keep_evenings"])
def test_two_processes_that_keep_games_for_the_same_two_hosts_in_either_order_never_wait_for_each_other(
    postgres: Postgres, by: str
) -> None:
    """Two more lines hold the row that each of them comes to first, and let go of it once both wait."""
    address = postgres.new_database(uuid.uuid4().hex)
    ana, ben = over(1, device="ana"), over(1, device="ben")

    def forget(store: Store, code: str, *games: KeptGame) -> None:
        gone = [replace(game, data=None) for game in games]
        if by == "append":
            store.append(code, entry(2), kept=gone)
        else:
            store.keep_evenings(gone)

    def both_wait() -> bool:
        waits = "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted"
        return bool(looker.execute(f"{waits} AND datname = current_database()").fetchone() == (2,))

    with ExitStack() as stack:
        one, two = (stack.enter_context(closing(PostgresStore(address))) for _ in range(2))
        looker, of_ana, of_ben = (stack.enter_context(asked(address)) for _ in range(3))
        apart = stack.enter_context(ThreadPoolExecutor())
        one.append("PPPPP", entry(1))
        two.append("QQQQQ", entry(1))
        one.keep_evenings([ana, ben])
        with of_ana.transaction():
            of_ana.execute("SELECT * FROM evenings WHERE device = 'ana' FOR UPDATE")
            with of_ben.transaction():
                of_ben.execute("SELECT * FROM evenings WHERE device = 'ben' FOR UPDATE")
                done = [apart.submit(forget, one, "PPPPP", ana, ben), apart.submit(forget, two, "QQQQQ", ben, ana)]
                wait(both_wait)
            wait(both_wait)
        assert [each.result(PATIENCE) for each in done] == [None, None]
        assert one.evenings("ana") == one.evenings("ben") == []


def test_of_the_games_kept_for_a_device_the_latest_two_hundred_stay(store: Store) -> None:
    store.keep_evenings([over(n) for n in range(1, 204)])
    assert [one.number for one in store.evenings("ana")] == list(range(203, 3, -1))
    store.append("KMTRX", entry(1))
    store.append("KMTRX", entry(2), kept=[over(204)])
    assert [one.number for one in store.evenings("ana")] == list(range(204, 4, -1))


def test_what_is_kept_already_stays_as_it_is_where_more_is_brought_in(store: Store) -> None:
    store.keep_evenings([over(1, data='{"mine":1}')])
    store.keep_evenings([over(1), over(2)])
    assert store.evenings("ana") == [over(2), over(1, data='{"mine":1}')]


def test_a_device_forgets_an_evening_or_all_and_nobody_elses(store: Store) -> None:
    store.keep_evenings([over(1), over(2), over(1, "PPPPP"), over(1, device="eve")])
    store.forget_evenings("ana", "KMTRX")
    assert store.evenings("ana") == [over(1, "PPPPP")]
    store.forget_evenings("ana")
    assert store.evenings("ana") == []
    assert store.evenings("eve") == [over(1, device="eve")]


def test_a_table_deleted_by_its_host_takes_along_what_was_kept_of_it_and_an_idle_one_does_not(store: Store) -> None:
    for code in ("KMTRX", "PPPPP"):
        store.append(code, entry(1))
        store.append(code, entry(2), kept=[over(1, code)])
    store.keep_evenings([over(1, "KMTRX", "somebody who was never there")])
    store.count_day(0, 1)
    assert store.forget("PPPPP", 0)
    assert store.forget("KMTRX")
    assert store.evenings("ana") == [over(1, "PPPPP")]
    assert len(store.evenings("somebody who was never there")) == 1


def test_what_is_kept_goes_after_as_many_counted_days_as_are_said(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("sqlite", "postgres"):
        monkeypatch.setattr(f"companion.store.{kind}.KEEP_GAMES", 3)
    store.keep_evenings([over(1)])
    for day, left in ((1, 1), (2, 1), (3, 1), (4, 0)):
        assert store.count_day(day - 1, day)
        assert len(store.evenings("ana")) == left


def test_a_table_is_brought_whole_or_not_at_all(store: Store) -> None:
    store.bring("KMTRX", [entry(1, "a"), entry(2, "b", at=2000)])
    with pytest.raises(Clash):
        store.bring("KMTRX", [entry(1)])
    with pytest.raises((Clash, Repeated)):
        store.bring("PPPPP", [entry(1, "a"), entry(2, "a")])
    assert store.read("KMTRX") == [entry(1, "a"), entry(2, "b", at=2000)]
    assert store.read("PPPPP") == []
    days(store, 1)
    assert store.idle(0, 0) == ["KMTRX"], "however old its moves are, it is kept from now on"
    store.append("PPPPP", entry(1))


# --- the keeper on it ------------------------------------------------------------------------------------------------


def test_a_table_forgotten_elsewhere_is_gone_here_too_even_when_its_code_is_used_again(place: Place) -> None:
    here, elsewhere = Keeper(place(), Live()), Keeper(place(), Live())
    table = here.open("ana", {})
    assert elsewhere.table(table.code) == table
    elsewhere.forget(table.code)
    assert here.table(table.code) is None
    again = Entry(1, table.at + 1, "ben", "open", "{}")
    elsewhere.store.append(table.code, again)
    found = here.table(table.code)
    assert found is not None
    assert found.hosts == ("ben",)


def test_a_repeated_tap_acts_once_and_answers_as_before(place: Place) -> None:
    here, elsewhere = Keeper(place(), Live()), Keeper(place(), Live())
    opened = here.open("ana", {})
    once = here.move(opened, "sit", {"name": "Ana"}, "ana", 1, "tap")
    assert once is not None
    for read in (opened, once):
        assert here.move(read, "sit", {"name": "Ana"}, "ana", 1, "tap") == once
        assert elsewhere.move(read, "sit", {"name": "Ana"}, "ana", 1, "tap") == once
    assert len(once.seats) == 1


def test_a_move_on_a_table_read_before_others_moved_is_played_on_what_it_has_become(place: Place) -> None:
    here, elsewhere = Keeper(place(), Live()), Keeper(place(), Live())
    opened = here.open("ana", {})
    elsewhere.move(opened, "sit", {"name": "Ben"}, "ben", 1)
    sat = here.move(opened, "sit", {"name": "Cleo"}, "cleo", 1)
    assert sat is not None
    assert [seat.name for seat in sat.seats] == ["Ben", "Cleo"]
    renamed = here.move(opened, "rename", {"seat": "1", "name": "Dov"}, "ben", 1)  # who had no seat in what was read
    assert renamed is not None
    assert [seat.name for seat in renamed.seats] == ["Dov", "Cleo"]
    with pytest.raises(Refused):
        here.move(opened, "rename", {"seat": "1", "name": "Eve"}, "eve", 1)
    elsewhere.forget(opened.code)
    assert here.move(renamed, "rename", {"seat": "1", "name": "Ben"}, "ben", 1) is None


# --- SQLite alone ----------------------------------------------------------------------------------------------------


def test_a_full_disk_is_a_sentence_and_keeps_what_was_there(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    store.append("KMTRX", entry(1))
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreDown):  # noqa: PT012 (how many more fit is the disk's affair)
        for kept in range(1, 1000):
            store.append("KMTRX", entry(kept + 1))
    assert [move.number for move in store.read("KMTRX")] == list(range(1, kept + 1))
    store._db.execute("PRAGMA max_page_count = 100000")
    store.append("KMTRX", entry(kept + 1))
    store.close()


@pytest.mark.parametrize("how", ["deleted", "another put in its place"])
def test_nothing_is_said_to_be_written_once_the_file_is_gone(tmp_path: Path, how: str) -> None:
    """The system would take it, and lose it as soon as the server stops."""
    store = SqliteStore(tmp_path)
    store.append("KMTRX", entry(1))
    store.back_up(tmp_path / "copy")
    (tmp_path / "tables.sqlite3").unlink()
    if how != "deleted":
        (tmp_path / "copy").rename(tmp_path / "tables.sqlite3")
    for write in (lambda: store.append("KMTRX", entry(2)), lambda: store.forget("KMTRX"), store.check):
        with pytest.raises(TakenAway, match="not the file it was"):
            write()
    assert store.read("KMTRX") == [entry(1)], "what was there can still be read, to finish on paper"
    store.close()


BEFORE_DAYS = """
CREATE TABLE moves (
  code TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, device TEXT NOT NULL, kind TEXT NOT NULL,
  data TEXT NOT NULL, tape TEXT NOT NULL, receipt TEXT,
  PRIMARY KEY (code, number), UNIQUE (code, receipt)
) WITHOUT ROWID;
CREATE TABLE tables (code TEXT PRIMARY KEY, last INTEGER NOT NULL, brief INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX idle ON tables (brief, last);
CREATE INDEX seats_of_device ON moves (device, at) WHERE kind IN ('open', 'sit', 'arrive');
CREATE TABLE keys (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
INSERT INTO tables VALUES ('KMTRX', 1000, 0);
INSERT INTO moves VALUES ('KMTRX', 1, 1000, 'ana', 'sit', '{"name":"Ana 李"}', '[3,0,11]', NULL);
PRAGMA user_version = 1;
"""


def test_tables_of_a_file_from_before_days_were_counted_stay_and_are_counted_from_now_on(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as db:
        db.executescript(BEFORE_DAYS)
    store = SqliteStore(tmp_path)
    assert store.read("KMTRX") == [entry(1)]
    assert store.idle(0, 0) == []
    days(store, 31)
    assert store.idle(31, 31) == []
    assert store.idle(30, 30) == ["KMTRX"]
    store.append("KMTRX", entry(2))
    assert store.idle(30, 30) == []
    store.close()
    again = SqliteStore(tmp_path)
    assert again.read("KMTRX") == [entry(1), entry(2)]
    assert again.tables_of("ana") == ["KMTRX"]
    again.close()


def test_a_full_disk_at_the_start_is_said_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        sqlite3, "connect", lambda *_, **__: (_ for _ in ()).throw(sqlite3.OperationalError("disk I/O"))
    )
    monkeypatch.setattr("companion.store.sqlite.LITTLE", 2**62)
    with pytest.raises(StoreDown, match="the disk is full"):
        SqliteStore(tmp_path)
    assert list(tmp_path.iterdir()) == [], "nor is there a file that seems to have lost everything"


def test_a_file_of_a_newer_companion_is_left_alone(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    store._db.execute("PRAGMA user_version = 5")
    store.close()
    with pytest.raises(StoreDown, match="newer"):
        SqliteStore(tmp_path)


def test_a_copy_of_a_running_store_is_whole(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "data")
    store.append("KMTRX", entry(1))
    (tmp_path / "copy").mkdir()
    store.back_up(tmp_path / "copy" / "tables.sqlite3")
    store.append("KMTRX", entry(2))
    copy = SqliteStore(tmp_path / "copy")
    assert copy.read("KMTRX") == [entry(1)]
    copy.close()
    store.close()


# --- PostgreSQL alone ------------------------------------------------------------------------------------------------


class Heard(Live):
    """What a store has announced, to be waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.codes: list[str] = []
        self.alls = 0

    def announce(self, code: str, by: str = "", **how: bool) -> None:
        self.codes.append(code)

    def announce_all(self) -> None:
        self.alls += 1


@pytest.mark.postgres
def test_processes_hear_of_each_others_moves_and_not_of_their_own(postgres: Postgres) -> None:
    address = postgres.new_database(uuid.uuid4().hex)
    here, elsewhere, heard = PostgresStore(address), PostgresStore(address), Heard()
    here.listen(heard)
    wait(lambda: heard.alls > 0)
    here.append("AAAAA", entry(1))
    elsewhere.append("BBBBB", entry(1))
    elsewhere.append("BBBBB", entry(2))
    with pytest.raises(Clash):
        elsewhere.append("BBBBB", entry(2))
    elsewhere.forget("BBBBB")
    elsewhere.append("CCCCC", entry(1))
    wait(lambda: "CCCCC" in heard.codes)
    assert heard.codes == ["BBBBB", "BBBBB", "BBBBB", "CCCCC"]
    here.close()
    elsewhere.close()


@pytest.mark.postgres
def test_a_database_that_restarts_is_a_sentence_while_it_is_away_and_then_everybody_is_told() -> None:
    with Postgres() as server:
        address = server.new_database("tables")
        store, heard = PostgresStore(address), Heard()
        store.append("KMTRX", entry(1))
        store.listen(heard)
        wait(lambda: heard.alls > 0)
        before = heard.alls
        server.stop()
        wait(lambda: heard.alls > before)
        wait(lambda: heard.expecting)
        with pytest.raises(StoreDown):
            store.append("KMTRX", entry(2))
        with pytest.raises(StoreDown):
            store.read("KMTRX")
        server.start()
        wait(lambda: _readable(store))
        store.append("KMTRX", entry(2))
        assert [move.number for move in store.read("KMTRX")] == [1, 2]
        other, codes = PostgresStore(address), iter(range(10_000))
        wait(lambda: bool(heard.codes), meanwhile=lambda: other.append(f"N{next(codes):04}", entry(1)))
        store.close()
        other.close()


@pytest.fixture
def silent(postgres: Postgres) -> Iterator[tuple[MiddleMan, PostgresStore, PostgresStore]]:
    """Somebody in the middle, a store that is reached through them alone, and one of the same log that is not."""
    address = postgres.new_database(uuid.uuid4().hex)
    with MiddleMan(postgres.port) as middle:
        far = PostgresStore(address.replace(f":{postgres.port}/", f":{middle.port}/"))
        near = PostgresStore(address)
        yield middle, far, near
        far.close()
        near.close()


@pytest.mark.postgres
def test_a_line_that_falls_silent_is_given_up_and_what_was_missed_is_announced(
    silent: tuple[MiddleMan, PostgresStore, PostgresStore], caplog: pytest.LogCaptureFixture
) -> None:
    middle, far, near = silent
    near.append("KMTRX", entry(1))
    heard = Heard()
    far.listen(heard)
    wait(lambda: heard.alls > 0)
    near.append("KMTRX", entry(2))
    wait(lambda: heard.codes == ["KMTRX"])
    before = heard.alls
    middle.fall_silent()
    near.append("KMTRX", entry(3))  # nobody hears of it
    assert [move.number for move in far.read("KMTRX")] == [1, 2, 3], "asked again on a new line"
    wait(lambda: heard.alls >= before + 2)  # as it breaks and as it stands again
    near.append("KMTRX", entry(4))
    wait(lambda: heard.codes == ["KMTRX", "KMTRX"])
    far.append("KMTRX", entry(5))
    assert any("silent for 4 seconds" in line.message for line in caplog.records)


@pytest.mark.postgres
def test_while_every_line_is_silent_everybody_learns_so_and_then_it_goes_on(
    silent: tuple[MiddleMan, PostgresStore, PostgresStore],
) -> None:
    middle, far, near = silent
    near.append("KMTRX", entry(1))
    heard = Heard()
    far.listen(heard)
    wait(lambda: heard.alls > 0)
    middle.deaf = True
    middle.fall_silent()
    with pytest.raises(StoreDown):
        far.read("KMTRX")
    wait(lambda: heard.expecting)
    middle.deaf = False
    wait(lambda: _readable(far))
    codes = iter(range(10_000))
    wait(lambda: bool(heard.codes), meanwhile=lambda: near.append(f"N{next(codes):04}", entry(1)))


def test_all_waiting_for_a_silent_database_is_over_within_ten_seconds() -> None:
    asked_on_a_line_that_went_silent = lines.SILENT + lines.LOOK_EVERY
    assert asked_on_a_line_that_went_silent + lines.PATIENCE < 10, "and then a new line is tried, once"
    heard_on_one = GATHER + asked_on_a_line_that_went_silent + lines.REST + lines.PATIENCE
    assert heard_on_one < 10
    assert lines.PATIENCE < lines.SILENT, "one that is only slow says so itself"


@pytest.mark.postgres
def test_tables_of_a_database_from_before_days_were_counted_stay_too(postgres: Postgres) -> None:
    address = postgres.new_database(uuid.uuid4().hex)
    store = PostgresStore(address)
    store.append("KMTRX", entry(1))
    store.close()
    with asked(address) as db:
        db.execute("DROP TABLE days; DROP TABLE gone; ALTER TABLE tables DROP COLUMN day")
        db.execute("CREATE INDEX idle ON tables (brief, last)")
    store, beside = PostgresStore(address), PostgresStore(address)
    days(store, 31)
    assert beside.idle(31, 31) == []
    assert beside.idle(30, 30) == ["KMTRX"]
    beside.append("KMTRX", entry(2))
    assert store.idle(30, 30) == []
    store.close()
    beside.close()


@pytest.mark.postgres
def test_a_later_version_may_take_its_time_over_what_was_kept_for_years(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.new_database(uuid.uuid4().hex)
    for name, seconds in {"PATIENCE": 1, "SILENT": 0.2, "LOOK_EVERY": 0.1}.items():
        monkeypatch.setattr(lines, name, seconds)
    monkeypatch.setattr("companion.store.postgres.SCHEMA", f"SELECT pg_sleep(1.5);{SCHEMA}")
    store = PostgresStore(address)
    store.append("KMTRX", entry(1))
    store.close()


@pytest.mark.postgres
def test_where_no_tables_may_be_made_the_start_says_why(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.postgres.SCHEMA", "CREATE TABLE pg_catalog.moves ()")
    with pytest.raises(StoreDown, match="permission denied"):
        PostgresStore(postgres.new_database(uuid.uuid4().hex))


@pytest.fixture
def process(postgres: Postgres) -> Iterator[Callable[[], tuple[Live, PostgresStore]]]:
    """Begins one more process on the same log, as far as who is at a table goes."""
    address, stores = postgres.new_database(uuid.uuid4().hex), []

    def begin() -> tuple[Live, PostgresStore]:
        live, store = Live(), PostgresStore(address)
        store.listen(live)
        stores.append(store)
        return live, store

    yield begin
    for store in stores:
        store.close()


Process = Callable[[], tuple[Live, PostgresStore]]


@pytest.mark.postgres
def test_who_is_at_a_table_is_known_in_every_process_also_in_one_that_begins_later(process: Process) -> None:
    (here, store), (there, _) = process(), process()
    ana = here.join("KMTRX", "ana", f"{BELONGS}ana", 1)
    wait(lambda: there.here("KMTRX") == {"ana"})
    ana.wait(0)  # whoever came before the line stood was told of that
    ben = there.join("KMTRX", "ben", f"{BELONGS}ben", 1)
    there.join("KMTRX", "", "a wall", 1)
    assert ana.wait(PATIENCE), "her phone is told that he came"
    assert here.here("KMTRX") == {"ana", "ben"}
    later, _ = process()
    wait(lambda: later.here("KMTRX") == {"ana", "ben"})
    there.leave(ben)
    assert ana.wait(PATIENCE), "and that he went"
    wait(lambda: here.here("KMTRX") == later.here("KMTRX") == {"ana"})
    assert store.read("KMTRX") == [], "none of it is kept"


@pytest.mark.postgres
def test_a_process_that_dies_leaves_no_ghosts_and_one_that_lives_is_believed(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.elsewhere.SAID_EVERY", 0.2)
    monkeypatch.setattr("companion.elsewhere.SILENT", 2)
    (here, _), (there, _), (dying, store) = process(), process(), process()
    ana, ghost = here.join("KMTRX", "ana", f"{BELONGS}ana", 1), {"ana", "ben", "cleo"}
    there.join("KMTRX", "ben", f"{BELONGS}ben", 1)
    dying.join("KMTRX", "cleo", f"{BELONGS}cleo", 1)
    wait(lambda: here.here("KMTRX") == there.here("KMTRX") == ghost)
    store.close()  # it says nothing more
    wait(lambda: here.here("KMTRX") == there.here("KMTRX") == {"ana", "ben"})
    assert ana.wait(PATIENCE)


def _readable(store: Store) -> bool:
    try:
        return bool(store.read("KMTRX"))
    except StoreDown:
        return False
