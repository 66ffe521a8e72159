"""No jump of the server's clock deletes a table, nor makes a countdown longer or shorter: its days are lived."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import Clock, Days
from companion.keeper import Keeper
from companion.live import Live
from companion.store import Store
from companion.store.sqlite import SqliteStore

HOUR, DAY = 3600, 86_400
NOON = 20_000 * DAY + 12 * HOUR
"""A noon in seconds since 1970, in October 2024."""
JUMPS = [1, 60, HOUR, 3 * HOUR, DAY, 40 * DAY, 60 * DAY, 400 * DAY, 40 * 365 * DAY]


class World:
    """What a server has to go by: the time that passes, and what its clock is put to."""

    def __init__(self) -> None:
        self.lived, self.clock = 5_000.0, float(NOON)

    def passes(self, seconds: float) -> None:
        self.lived += seconds
        self.clock += seconds

    def keeper(self, store: Store) -> Keeper:
        """A server that starts on what is stored."""
        return Keeper(store, Live(), lambda: int(self.clock * 1000), lambda: self.lived)


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    one = SqliteStore(tmp_path / "data")
    yield one
    one.close()


def served(world: World, keeper: Keeper, seconds: float, days: int = 30) -> int:
    """Serve on for so long, with a sweep every ten minutes as when it is up; how many tables went."""
    gone = 0
    for _ in range(int(seconds // 600)):
        world.passes(600)
        keeper.count_day()
        gone += keeper.sweep(days)
    return gone


# --- how long a table is kept ----------------------------------------------------------------------------------------


def test_a_server_that_runs_on_keeps_a_table_thirty_days_and_a_practice_game_one(world: World, store: Store) -> None:
    keeper = world.keeper(store)
    real, trial = (keeper.open("ana", {"practice": practice}) for practice in (False, True))
    assert served(world, keeper, DAY) == 0
    assert served(world, keeper, DAY) == 1
    assert keeper.table(trial.code) is None
    assert served(world, keeper, 28 * DAY) == 0
    assert keeper.table(real.code) is not None
    assert served(world, keeper, 2 * DAY) == 1
    assert keeper.table(real.code) is None
    assert store.why_gone(real.code) == "idle"


def test_a_table_that_is_played_on_is_counted_from_its_last_move(world: World, store: Store) -> None:
    keeper = world.keeper(store)
    table = keeper.open("ana", {})
    served(world, keeper, 20 * DAY)
    keeper.move(table, "sit", {"name": "Ana"}, "ana", 1)
    assert served(world, keeper, 29 * DAY) == 0
    assert served(world, keeper, 3 * DAY) == 1


def test_a_server_that_is_on_for_an_evening_a_week_is_swept_too(world: World, store: Store) -> None:
    """A day is one on which it was there: so it is thirty evenings without a move, and the next one takes the table."""
    world.keeper(store).open("ana", {})
    evenings = 0
    while not served(world, world.keeper(store), 4 * HOUR):
        world.passes(7 * DAY - 4 * HOUR)
        evenings += 1
        assert evenings < 40
    assert evenings == 30


def test_starts_without_number_on_one_date_are_one_day(world: World, store: Store) -> None:
    keeper = world.keeper(store)
    keeper.open("ana", {})
    for _ in range(60):
        assert served(world, world.keeper(store), 650) == 0
    assert store.day() == 1


def test_starts_that_do_not_last_count_nothing(world: World, store: Store) -> None:
    for _ in range(60):
        world.keeper(store).count_day()
        world.passes(DAY)
    assert store.day() == 0


@pytest.mark.parametrize("jump", [sign * size for size in JUMPS for sign in (1, -1)])
def test_no_jump_while_it_serves_deletes_a_table_or_a_practice_game(world: World, store: Store, jump: int) -> None:
    keeper = world.keeper(store)
    tables = [keeper.open("ana", {"practice": practice}) for practice in (False, True)]
    assert served(world, keeper, 2 * HOUR) == 0
    world.clock += jump
    assert served(world, keeper, 12 * HOUR) == 0
    world.clock -= jump
    assert served(world, keeper, 8 * HOUR) == 0
    assert all(keeper.table(table.code) for table in tables)


@pytest.mark.parametrize("jump", [sign * size for size in JUMPS for sign in (1, -1)])
def test_no_jump_between_two_starts_deletes_a_table_or_a_practice_game(world: World, store: Store, jump: int) -> None:
    """A small computer without a clock's battery: it begins in another year each time it is switched on."""
    tables = [world.keeper(store).open("ana", {"practice": practice}) for practice in (False, True)]
    world.clock += jump
    assert served(world, world.keeper(store), 4 * HOUR) == 0
    assert all(world.keeper(store).table(table.code) for table in tables)


@given(st.lists(st.tuples(st.integers(-(10**10), 10**10), st.integers(0, 3 * DAY), st.booleans()), max_size=40))
def test_no_clock_however_it_is_put_makes_more_days_than_the_server_lived_or_was_started(
    happens: list[tuple[int, int, bool]],
) -> None:
    world, counted, starts = World(), 0, 1
    days, began = Days(lambda: world.lived, lambda: int(world.clock * 1000)), world.lived
    for jump, passes, started in happens:
        world.clock += jump
        world.passes(passes)
        if started:
            days, starts = Days(lambda: world.lived, lambda: int(world.clock * 1000)), starts + 1
        counted += days.due(counted) is not None
        days.due(counted)
        assert counted <= starts + (world.lived - began) / DAY


def test_several_processes_on_one_store_count_a_day_once(world: World, store: Store) -> None:
    processes = [world.keeper(store) for _ in range(4)]
    for _ in range(10 * 144):
        world.passes(600)
        for keeper in processes:
            keeper.count_day()
    assert store.day() in (10, 11)


def test_processes_whose_clocks_do_not_agree_count_no_more_days_for_that(world: World, store: Store) -> None:
    behind = Keeper(store, Live(), lambda: int((world.clock - 60 * DAY) * 1000), lambda: world.lived)
    ahead = world.keeper(store)
    for _ in range(10 * 144):
        world.passes(600)
        behind.count_day()
        ahead.count_day()
    assert store.day() in (10, 11)


# --- the time at a table ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jump", [sign * size for size in JUMPS for sign in (1, -1)])
def test_time_at_a_table_goes_on_evenly_through_any_jump(world: World, store: Store, jump: int) -> None:
    keeper = world.keeper(store)
    table = keeper.open("ana", {})
    world.passes(30)
    world.clock += jump
    assert keeper.now(table) == table.at + 30_000
    world.passes(30)
    after = keeper.move(table, "sit", {"name": "Ana"}, "ana", 1)
    assert after is not None
    assert after.at == table.at + 60_000


@pytest.mark.parametrize("jump", JUMPS)
def test_after_a_start_by_a_clock_that_is_behind_a_table_goes_on_from_its_last_move(
    world: World, store: Store, jump: int
) -> None:
    """Else two minutes of talk would last until that clock has caught up."""
    table = world.keeper(store).open("ana", {})
    world.clock -= jump
    keeper = world.keeper(store)
    again = keeper.table(table.code)
    assert again is not None
    assert keeper.now(again) == table.at
    world.passes(90)
    assert keeper.now(again) == table.at + max(90_000, (90 - jump) * 1000)
    after = keeper.move(again, "sit", {"name": "Ana"}, "ana", 1)
    assert after is not None
    assert after.at >= table.at + 90_000 - jump * 1000


def test_a_clock_that_was_put_right_is_followed_when_nobody_has_moved_for_long(world: World, store: Store) -> None:
    keeper = world.keeper(store)
    table = keeper.open("ana", {})
    world.clock += 3 * HOUR
    world.passes(599)
    keeper._put_clock_right()
    assert keeper.now(table) == table.at + 599_000
    world.passes(2)
    keeper._put_clock_right()
    assert keeper.now(table) == table.at + (3 * HOUR + 601) * 1000


def test_a_clock_is_followed_ten_minutes_after_the_start_where_nobody_has_opened_a_table_yet(
    world: World, store: Store
) -> None:
    keeper = world.keeper(store)
    world.clock += 3 * HOUR
    world.passes(600)
    keeper._put_clock_right()
    assert keeper.clock() == (NOON + 600) * 1000
    world.passes(1)
    keeper._put_clock_right()
    assert keeper.clock() == (NOON + 3 * HOUR + 601) * 1000


def test_the_servers_own_clocks_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, far = Clock(), 9_999_999_999
    first = clock()
    monkeypatch.setattr("time.time", lambda: far)
    assert first <= clock() < first + 600_000
    clock.put_right()
    assert far * 1000 <= clock() < far * 1000 + 600_000
