"""The keeper announces what is stored and nothing else, and keeps tables at hand only as a shorter way to the log."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.fold import play
from companion.game import Refused
from companion.keeper import AtHand, Keeper
from companion.live import Live
from companion.store import Clash, Entry, StoreDown
from companion.table import Table
from companion.values import replace
from tests.evenings import House, fixed_chance
from tests.games import ANY, OTHER


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 7)
    return House(tmp_path)


def test_the_tables_asked_for_last_are_kept_at_hand_and_every_other_is_found_in_the_log(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.keeper.KEPT_AT_HAND", 3)
    codes = [house.keeper.open("Ana", {"game": ANY.key}).code for _ in range(5)]
    kept = house.keeper._at_hand
    assert list(kept) == codes[2:]
    house.table(codes[2])
    assert house.table(codes[0]).hosts == ("Ana",)
    assert list(kept) == [codes[4], codes[2], codes[0]], "the longest quiet made room"


def announced(house: House) -> list[tuple[object, ...]]:
    """What is announced from now on: at which table, by whose move, whether it is still to be read, whom alone."""
    heard: list[tuple[object, ...]] = []
    house.keeper.live.announce = lambda code, by="", *, unread=True, alone=False: heard.append(  # type: ignore[method-assign]
        (code, by, unread, alone)
    )
    return heard


def test_a_move_is_announced_as_its_makers_once_it_is_in_the_log(house: House) -> None:
    table = house.keeper.open("ana", {"game": ANY.key})
    heard = announced(house)
    after = house.keeper.move(table, "sit", {"name": "Ana"}, "ana", 1)
    assert after is not None
    assert heard == [(table.code, "ana", False, False)]
    assert house.keeper.store.read(table.code)[-1].kind == "sit"


def test_a_move_that_is_refused_is_neither_stored_nor_announced(house: House) -> None:
    table = house.keeper.open("ana", {"game": ANY.key})
    heard = announced(house)
    with pytest.raises(Refused):
        house.keeper.move(table, "start", {}, "ana", 1)
    assert heard == []
    assert len(house.keeper.store.read(table.code)) == 1


def test_a_move_refused_on_what_was_read_is_tried_on_what_it_has_become(house: House) -> None:
    read = house.keeper.open("ana", {"game": ANY.key})
    for name in ("Ana", "Ben"):
        house.keeper.move(house.table(read.code), "sit", {"name": name}, name, 0)
    after = house.keeper.move(read, "start", {}, "ana", 3)
    assert after is not None
    assert after.stage == "play"


def test_a_move_at_a_table_that_is_gone_finds_none(house: House) -> None:
    table = house.keeper.open("ana", {"game": ANY.key})
    house.keeper.forget(table.code)
    assert house.keeper.move(table, "sit", {"name": "Ana"}, "ana", 1) is None
    assert house.keeper.move(table, "start", {}, "ana", 1) is None


def test_a_move_that_the_store_will_not_take_beside_one_that_it_cannot_read_is_not_tried_for_ever(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = house.keeper.open("ana", {"game": ANY.key})

    def taken(code: str, entry: Entry, **more: object) -> None:
        raise Clash(code)

    monkeypatch.setattr(house.keeper.store, "append", taken)
    with pytest.raises(StoreDown, match="another move of number 2"):
        house.keeper.move(table, "sit", {"name": "Ana"}, "ana", 1)


def test_a_table_that_is_deleted_is_announced_and_no_more_at_hand(house: House) -> None:
    table = house.keeper.open("ana", {"game": ANY.key})
    heard = announced(house)
    house.keeper.forget(table.code)
    assert heard == [(table.code, "", True, False)]
    assert house.keeper.at_hand(table.code) is None
    assert house.keeper.table(table.code) is None


def opened_anew(house: House) -> Table:
    """A table that this process knows with two moves, and that was deleted and opened anew by one that says nothing of
    it."""
    old = house.keeper.open("ana", {"game": ANY.key})
    house.keeper.move(old, "sit", {"name": "Ana"}, "ana", 1)
    house.keeper.store.forget(old.code)
    house.now += 1
    entry, new = play(Table(old.code), "open", {"game": OTHER.key}, "ben", house.now, 0)
    house.keeper.store.append(old.code, entry)
    return new


def test_another_table_of_the_same_code_is_known_as_what_it_is(house: House) -> None:
    new = opened_anew(house)
    assert house.keeper.table(new.code) == new
    assert house.keeper.at_hand(new.code) == new


def test_another_table_of_the_same_code_is_known_also_when_it_has_as_many_moves(house: House) -> None:
    entry, new = play(opened_anew(house), "sit", {"name": "Ben"}, "ben", house.now, 1)
    house.keeper.store.append(new.code, entry)
    found = house.keeper.table(new.code)
    assert found == new
    assert [seat.name for seat in found.seats] == ["Ben"]


def test_a_table_that_another_process_opened_is_at_hand_for_whoever_asks(house: House) -> None:
    table = house.keeper.open("ana", {"game": ANY.key})
    other = Keeper(house.keeper.store, Live())
    assert other.at_hand(table.code) == table
    assert other.at_hand(table.code) == table
    assert other.at_hand("NONE") is None


def test_who_waited_for_the_store_brings_back_no_older_table(house: House) -> None:
    first = house.keeper.open("ana", {"game": ANY.key})
    second = house.keeper.move(first, "sit", {"name": "Ana"}, "ana", 1)
    house.keeper._keep(first)
    assert house.keeper.at_hand(first.code) == second


def test_a_device_belongs_elsewhere_by_any_other_table_and_not_by_the_one_it_is_asked_for(house: House) -> None:
    one, other, _ = (house.keeper.open(who, {"game": ANY.key}) for who in ("ana", "ben", "cleo"))
    assert house.keeper.belongs("ana", but=other.code)
    assert not house.keeper.belongs("ana", but=one.code)
    assert not house.keeper.belongs("eve", but=one.code)


def test_time_at_a_table_is_never_before_its_last_move(house: House) -> None:
    table = house.keeper.open("ana", {"game": ANY.key})
    house.now -= 5_000
    house.keeper.lived = lambda: 7_000.0
    house.keeper._at_hand[table.code] = AtHand(table, 6_998.0, Table(table.code))
    assert house.keeper.now(table) == table.at + 2_000, "two seconds have been lived since"
    assert house.keeper.now(replace(table, version=9)) == table.at, "that one is not known to have been there so long"
    assert house.keeper.now(Table("NONE", at=table.at)) == table.at
    house.now = table.at + 60_000
    assert house.keeper.now(table) == table.at + 60_000


def test_a_host_was_last_here_when_its_phone_was_or_when_it_last_made_a_move(house: House) -> None:
    table = house.keeper.open("ana", {"game": ANY.key})
    house.keeper.live.away = lambda code, devices: 90.0  # type: ignore[method-assign]
    at = table.at + 300_000
    assert house.keeper.moment(table, at).host_last_here == at - 90_000
    assert house.keeper.moment(replace(table, hosted_at=at - 20_000), at).host_last_here == at - 20_000
    assert house.keeper.moment(table, at).now == at


def test_a_practice_game_is_swept_after_a_day_and_a_table_after_as_many_as_are_kept(house: House) -> None:
    real, tried = house.keeper.open("ana", {}), house.keeper.open("ana", {"practice": "true"})
    assert house.keeper.sweep(3) == 0
    days = iter(range(20_000, 20_010))
    count = house.keeper.store.count_day
    for _ in range(2):
        assert count(house.keeper.store.day(), next(days))
    heard = announced(house)
    assert house.keeper.sweep(3) == 1
    assert heard == [(tried.code, "", True, False)]
    assert house.keeper.table(tried.code) is None
    for _ in range(2):
        count(house.keeper.store.day(), next(days))
    assert house.keeper.sweep(3) == 1
    assert house.keeper.table(real.code) is None


def test_practice_games_that_nobody_looks_at_are_gone_after_an_hour_however_many_are_at_hand(house: House) -> None:
    keeper, tried = house.keeper, {"game": ANY.key, "practice": "true"}
    left, looked_at, deleted_elsewhere, last = (keeper.open(who, tried) for who in ("ana", "ben", "cleo", "dov"))
    real = keeper.open("eve", {"game": ANY.key})
    keeper.store.forget(deleted_elsewhere.code)
    keeper.live.away = lambda code, devices: 3599.9 if code == looked_at.code else 3600.0  # type: ignore[method-assign]
    house.now += 3_599_999
    assert keeper.sweep(3) == 0
    house.now += 1
    assert keeper.sweep(3) == 2
    assert [table.code for table in (left, looked_at, last, real) if keeper.table(table.code)] == [
        looked_at.code,
        real.code,
    ]


def test_it_sweeps_at_once_again_while_there_is_more_and_rests_else_until_it_is_stopped(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper, rests, days = house.keeper, list[float](), list[str]()
    swept, counted = iter([2, 0, 0]), iter([False, True, False])
    troubles = iter([False, False, True])

    def sweep(_: int) -> int:
        if next(troubles):
            raise StoreDown
        return next(swept)

    def sleep(seconds: float) -> None:
        rests.append(seconds)
        keeper.live.stopped = len(rests) == 3

    monkeypatch.setattr(keeper, "sweep", sweep)
    monkeypatch.setattr(keeper, "count_day", lambda: next(counted))
    monkeypatch.setattr("companion.keeper.time.sleep", sleep)
    put_right: list[bool] = []
    monkeypatch.setattr(keeper, "_put_clock_right", lambda: put_right.append(True))
    keeper.keep_swept(30, lambda: days.append("a day"))
    assert rests == [0.2, 600.0, 600.0]
    assert days == ["a day"]
    assert len(put_right) == 3, "also while the store is down"
