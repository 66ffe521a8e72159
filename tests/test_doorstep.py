"""The queue of those who ask to be let in: few places for each address, room for a guest from another, and each place
for ten minutes."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from companion.doorstep import Ask, Doorstep
from tests.evenings import Evening, Visitor
from tests.reading import as_read


class Door(Doorstep):
    """One process's queue, by a clock that stands until a test moves it."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(lambda: self.now)

    def asked(
        self,
        device: str,
        at: str,
        *,
        others: Collection[Ask] = (),
        settled: Collection[str] = (),
        turned_away: Collection[str] = (),
    ) -> bool:
        """Whether that device, called as it is, gets a place at the table of these tests from that address."""
        return self.ask("CDFGH", device, device.title(), others, {*settled, *turned_away}, at, turned_away)

    @property
    def queue(self) -> list[str]:
        return [ask.device for ask in self.asks("CDFGH")]


@pytest.fixture
def door() -> Door:
    return Door()


def elsewhere(many: int) -> list[Ask]:
    """As many who asked another process."""
    return [Ask(f"key {n}", f"other {n}", "Eve") for n in range(many)]


def test_four_of_one_address_ask_at_a_table_and_each_may_say_another_name(door: Door) -> None:
    assert [door.asked(f"a{n}", "here") for n in range(5)] == [True] * 4 + [False]
    assert door.ask("CDFGH", "a0", "Benedict", (), (), "here")
    assert [ask.name for ask in door.asks("CDFGH")] == ["Benedict", "A1", "A2", "A3"], "in the place it had"
    assert door.asked("b0", "there")
    assert door.ask("KMNPQ", "a4", "Eve", (), (), "here"), "at another table"
    assert door.queue == ["a0", "a1", "a2", "a3", "b0"]


def test_who_is_let_in_or_leaves_needs_no_place_any_more(door: Door) -> None:
    for n in range(4):
        assert door.asked(f"a{n}", "here")
    assert door.asked("a4", "here", settled=["a1"])
    assert door.queue == ["a0", "a2", "a3", "a4"]
    assert not door.asked("a5", "here")
    assert door.leave("CDFGH", "a3")
    assert not door.leave("CDFGH", "a3")
    assert not door.leave("NONE", "a0")
    assert door.asked("a5", "here")


def test_a_full_queue_makes_room_for_an_address_without_a_place_by_the_newest_of_who_has_most(door: Door) -> None:
    for at, many in (("one", 4), ("two", 3), ("three", 4), ("four", 1)):
        for n in range(many):
            assert door.asked(f"{at} {n}", at)
    assert not door.asked("two 3", "two"), "they have places"
    assert door.asked("two 1", "two"), "a place is had already"
    assert door.asked("five 0", "five")
    assert "three 3" not in door.queue
    assert len(door.queue) == 12
    assert door.asked("six 0", "six")
    assert "one 3" not in door.queue, "now theirs are most"
    assert len(door.queue) == 12


def test_those_who_asked_other_processes_have_places_too(door: Door) -> None:
    assert door.asked("a0", "here", others=elsewhere(11))
    assert not door.asked("a1", "here", others=elsewhere(11))
    assert door.asked("a1", "here", others=elsewhere(10))
    assert not door.asked("a2", "here", others=elsewhere(10))
    assert door.asked("a2", "here", others=elsewhere(10), settled=["other 3"])
    assert door.asked("b0", "there", others=elsewhere(12)), "of none of them is the address known here"
    moved = [*elsewhere(7), Ask("key", "a3", "A3")]
    assert door.asked("a3", "here", others=moved), "who asks again takes no second place"


def test_who_has_a_place_keeps_it_however_many_ask_elsewhere_meanwhile(door: Door) -> None:
    assert door.asked("a0", "here")
    assert door.asked("a1", "here")
    assert door.asked("a0", "here", others=elsewhere(12))
    assert door.queue == ["a0", "a1"]


def test_with_every_place_asked_for_elsewhere_a_guest_here_still_finds_one(door: Door) -> None:
    assert door.asked("a0", "here", others=elsewhere(12))
    assert door.queue == ["a0"]


def test_a_place_is_ones_own_for_ten_minutes_from_when_one_last_asked(door: Door) -> None:
    assert door.asked("ana", "here")
    assert door.asked("ben", "here")
    door.now = 300.0
    assert door.asked("ana", "here")
    door.now = 599.9
    assert door.queue == ["ana", "ben"]
    door.now = 600.0
    assert door.queue == ["ana"]
    assert not door.leave("CDFGH", "ben")
    door.now = 900.0
    assert door.words() == {}
    assert door.queue == []
    assert not door._asking, "nothing is kept of a table at which nobody asks"


def test_for_ten_minutes_two_more_may_ask_from_where_a_host_has_turned_somebody_away(door: Door) -> None:
    assert door.asked("eve", "here")
    away = ["eve"]
    assert [door.asked(f"eve {n}", "here", turned_away=away) for n in range(3)] == [True, True, False]
    assert [door.asked(f"ben {n}", "there", turned_away=away) for n in range(5)] == [True] * 4 + [False]
    assert [door.ask("KMNPQ", f"eve {n}", "Eve", (), (), "here") for n in range(5)] == [True] * 4 + [False]
    door.now = 300.0
    assert door.asked("eve 0", "here", turned_away=away)
    assert door.asked("eve 1", "here", turned_away=away)
    door.now = 599.9
    assert not door.asked("eve 2", "here", turned_away=away)
    door.now = 600.0
    assert [door.asked(f"eve {n}", "here", turned_away=away) for n in (2, 3, 4)] == [True, True, False]


def test_with_its_table_goes_who_asked_there_and_nobody_else(door: Door) -> None:
    assert door.asked("eve", "here")
    assert door.ask("KMNPQ", "ben", "Ben", (), (), "here")
    assert door.asked("eve 0", "here", turned_away=["eve"])
    door.forget("CDFGH")
    assert door.queue == []
    assert list(door._asking) == ["KMNPQ"]
    assert [door.asked(f"eve {n}", "here") for n in range(5)] == [True] * 4 + [False], "nor who was turned away there"


def test_what_one_process_says_of_its_queue_another_shows_after_its_own(door: Door) -> None:
    other = Door()
    assert door.ask("CDFGH", "d1", "李 = Ben", (), ())
    assert door.ask("CDFGH", "d0", "Cleo", (), ())
    assert other.ask("CDFGH", "d2", "Ana", (), ())
    said = door.words()
    assert list(said) == ["CDFGH"]
    assert len(said["CDFGH"]) == 2
    assert not any(sign in word for word in said["CDFGH"] for sign in " ,;\n")
    assert [(ask.device, ask.name) for ask in other.asks("CDFGH", said["CDFGH"])] == [
        ("d2", "Ana"), ("d0", "Cleo"), ("d1", "李 = Ben"),
    ]  # fmt: skip
    assert set(door.asks("CDFGH")) < set(other.asks("CDFGH", said["CDFGH"])), "by the same keys"


def test_a_key_is_of_one_table_one_device_and_one_name(door: Door) -> None:
    for code, device, name in (("CDFGH", "d0", "Ana"), ("KMNPQ", "d0", "Ana"), ("CDFGH", "d1", "Ana")):
        assert door.ask(code, device, name, (), ())
    keys = [ask.key for code in ("CDFGH", "KMNPQ") for ask in door.asks(code)]
    again = door.asks("CDFGH")[0].key
    assert door.ask("CDFGH", "d0", "Anabel", (), ())
    assert len({*keys, door.asks("CDFGH")[0].key}) == 4
    assert again == keys[0]
    assert {len(key) for key in keys} == {18}


# --- at a table -------------------------------------------------------------------------------------------------------


def asking(at: Evening) -> Visitor:
    """Eve, who asks to be let in at a closed door."""
    at.did(at.host, "door", open="false")
    eve = Visitor(at.house, "Eve")
    eve.get(f"/t/{at.code}")
    assert eve.post(f"/t/{at.code}/ask", name="Eve").status_code == 303
    return eve


def test_with_a_table_that_ends_the_app_forgets_who_asked_there(at: Evening) -> None:
    asking(at)
    assert [ask.name for ask in at.house.keeper.live.asks(at.code)] == ["Eve"]
    at.house.keeper.forget(at.code)
    assert at.house.keeper.live._doorstep._asking == {}


def test_whose_ask_is_ten_minutes_old_is_told_so_by_the_stream_they_have(at: Evening) -> None:
    """It began before the ask, and its panel would not know what that browser asked."""
    at.did(at.host, "door", open="false")
    eve = Visitor(at.house, "Eve")
    eve.get(f"/t/{at.code}")
    stream = eve.stream(at.code)
    assert next(stream).startswith("retry")
    assert next(stream).startswith("event: mark")
    eve.post(f"/t/{at.code}/ask", name="Eve")
    assert "You asked to be let in as Eve. The host can let you in." in as_read(next(stream))
    at.house.now += 600_000
    at.house.keeper.live.announce(at.code)
    told = next(stream)
    assert told.startswith("event: mark\n"), "so that it asks, with the cookie that knows"
    panel = eve.get(f"/t/{at.code}/panel").text
    assert "You asked to be let in as Eve, and that does not stand any more." in panel
    assert told.split()[-1] in panel
    stream.close()
