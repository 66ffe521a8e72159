"""Chance sticks: what lies shuffled comes up the same by whatever way a table gets there, and a roll stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.chance import Chance, new_luck
from companion.console import read
from companion.fold import play, replay
from companion.game import Game
from companion.games import GAMES
from tests.evenings import Evening, House, Visitor, evening, fixed_chance
from tests.test_receipts import opened

ALCATRAZ, CORPORATE = (next(game for game in GAMES if game.key == key) for key in ("alcatraz", "corporate"))
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 12)
    return House(tmp_path)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What chance was asked for, as it is asked."""
    purposes: list[str] = []
    settled = Chance.of

    def noted(self: Chance, *purpose: object) -> Chance:
        purposes.append(str(purpose[0]))
        return settled(self, *purpose)

    monkeypatch.setattr(Chance, "of", noted)
    return purposes


def state_of(at: Evening) -> str:
    return opened(at.table.play.now.state)  # type: ignore[union-attr]


def taken_back(at: Evening) -> None:
    count = at.table.count_of(at.host.device)
    at.did(at.host, "undo", of=count(at.table.play.now.move))  # type: ignore[union-attr]


# Any game, any state, any way back.


def draws(at: Evening, who: Visitor, name: str, form: dict[str, list[str]], asked: list[str]) -> bool:
    """Whether that move would draw."""
    asked.clear()
    return at.would_do(at.table, who, f"play:{name}", at.game.moves[name].read(form)) and bool(asked)


def walked_round(at: Evening) -> None:
    """A few moves, each taken back again."""
    made = 0
    for _ in range(at.dice.randrange(1, 4)):
        found = at.tried()
        if found is None:
            break
        who, name, form = found
        _, after = play(
            at.table, f"play:{name}", at.game.moves[name].read(form), who.device, at.house.now, at.table.version
        )
        assert after.play is not None
        if not after.play.now.undoable:
            continue
        at.did(who, f"play/{name}", **form)
        made += 1
    for _ in range(made):
        taken_back(at)


@EVERY_GAME
def test_whatever_was_taken_back_in_between_the_same_draw_comes(house: House, game: Game, asked: list[str]) -> None:
    at = evening(house, game, 1, sharing=False)
    at.start()
    for _ in range(24):
        if at.table.result() is not None:
            at.start()
        found = at.tried()
        if found is None:
            break
        who, name, form = found
        at.played[name] = at.played.get(name, 0) + 1
        again = 3 if draws(at, who, name, form, asked) else 1
        before, came = state_of(at), set()
        while again:
            at.did(who, f"play/{name}", **form)
            came.add(state_of(at))
            again -= 1
            if again and at.table.play.now.may_go_back:  # type: ignore[union-attr]
                taken_back(at)
                walked_round(at)
                assert state_of(at) == before
            else:
                break  # it stands
        assert len(came) == 1, name


@EVERY_GAME
def test_what_no_pile_settles_was_rolled_and_stands(house: House, game: Game) -> None:
    at = evening(house, game, 1)
    for _ in at.moments(25):
        last = house.keeper.store.read(at.code)[-1]
        if last.kind.startswith("play:") and last.tape:
            assert not at.table.play.now.undoable  # type: ignore[union-attr]


# Alcatraz: the ways that gave seven rooms in eight tries.


def at_a_new_task(house: House) -> Evening:
    """Room 11 held task A, completed; D went to the others; now a new task is due. B lies in 12, C in 1."""
    at = evening(house, ALCATRAZ, 1, 3)
    at.did(at.host, "set-up")
    laid: list[tuple[str, dict[str, Any]]] = [
        ("prison", {f"space{n}": n + 1 for n in range(12)}),
        ("letters", {"letter1": "A", "letter2": "B", "letter3": "C"}),
        ("places", {"place1": 11, "place2": 12, "place3": 1}),
        ("first", {"first": at.table.seats[0].number}),
    ]
    for step, fields in laid:
        at.did(at.host, "draw", step=step, by="hand", **fields)
    at.start()
    at.did(at.host, "play/complete", room=11, by=at.table.seats[1].number, items="yes")
    at.did(at.host, "play/reward", letter="D")
    return at


def drawn_task(at: Evening, **form: object) -> tuple[str, int]:
    at.did(at.host, "play/new-task", **form)
    task = at.table.play.now.state.tasks[-1]  # type: ignore[union-attr]
    return task.letter, task.room


def nothing(at: Evening) -> None:
    pass


def a_letter_tapped_in(at: Evening) -> None:
    drawn_task(at, letter="F", room="")
    taken_back(at)


def the_room_filled_and_emptied(at: Evening) -> None:
    """By corrections that stay on the record, and with a draw in between."""
    _, room = drawn_task(at, letter="app", room="")
    taken_back(at)
    at.did(at.host, "play/put-task", letter="F", room=room)
    other = drawn_task(at, letter="E", room="")
    assert other[1] != room
    taken_back(at)
    at.did(at.host, "play/put-task", letter="F", room="")


def a_second_draw(at: Evening) -> None:
    """The task before taken back as well, and completed once more."""
    for _ in range(3):
        drawn_task(at, letter="app", room="")
        taken_back(at)
    taken_back(at)
    taken_back(at)
    at.did(at.host, "play/complete", room=11, by=at.table.seats[1].number, items="yes")
    at.did(at.host, "play/reward", letter="D")


@pytest.mark.parametrize("way", [nothing, a_letter_tapped_in, the_room_filled_and_emptied, a_second_draw])
def test_no_way_round_gives_another_task(house: House, way: Callable[[Evening], None]) -> None:
    at = at_a_new_task(house)
    drawn = set()
    for _ in range(4):
        drawn.add(drawn_task(at, letter="app", room=""))
        taken_back(at)
        way(at)
    house.restart()
    drawn.add(drawn_task(at, letter="app", room=""))
    assert len(drawn) == 1


def test_the_room_is_the_same_whether_the_letter_was_drawn_or_tapped_in(house: House) -> None:
    at = at_a_new_task(house)
    _, room = drawn_task(at, letter="app", room="")
    for letter in "DEF":
        taken_back(at)
        assert drawn_task(at, letter=letter, room="") == (letter, room)


def test_each_round_has_a_guard_of_its_own_whoever_draws_the_ones_before(house: House) -> None:
    """Twelve rounds, each drawn twice; in every other one the table then turns a card of its own instead."""
    at = evening(house, ALCATRAZ, 1, 3)
    at.start()
    came = []
    for number in range(2, 12):
        at.did(at.host, "play/round-done")
        at.did(at.host, "play/guard", room="")
        room = at.table.play.now.state.last_guard  # type: ignore[union-attr]
        taken_back(at)
        at.did(at.host, "play/guard", room="")
        assert at.table.play.now.state.last_guard == room  # type: ignore[union-attr]
        came.append(room)
        if number % 2:
            taken_back(at)
            free = [r for r in range(1, 13) if r != room and at.table.play.now.state.guards_in(r) < 4]  # type: ignore[union-attr]
            at.did(at.host, "play/guard", card="ours", room=free[0])
        at.did(at.host, "play/talk-over")
        for n, who in enumerate(at.people.values()):
            at.did(who, "play/vote", choice=at.table.seats[n].number)
    assert len(set(came)) > 3, "and they differ"


def test_the_card_to_turn_in_an_investigation_stays_the_same(house: House) -> None:
    at = evening(house, CORPORATE, 1, 3)
    at.did(at.host, "set-up")
    at.did(at.host, "draw", step="start", by="app")
    at.start()
    for _ in range(36):
        if at.table.play.now.state.phase == "investigation":  # type: ignore[union-attr]
            break
        at.did(at.host, "play/card", card="down")
    places = set()
    for _ in range(5):
        at.did(at.host, "play/point")
        places.add(at.table.play.now.state.pointed)  # type: ignore[union-attr]
        taken_back(at)
    assert len(places) == 1


# The set-up.


@EVERY_GAME
def test_a_draw_of_the_set_up_stands_until_a_game_was_begun(house: House, game: Game) -> None:
    """Not by hand and back, nor by another game and back, nor with a seat that goes and comes."""
    at = evening(house, game, 1, sharing=False)
    at.did(at.host, "set-up")
    other = next(each for each in GAMES if each is not game)
    for step in [step for step in at.table.plan().steps if step.draw and not step.draw.free]:  # type: ignore[union-attr]
        key = step.draw.key  # type: ignore[union-attr]
        at.did(at.host, "draw", step=step.key, by="app")
        first = at.table.drawn[key]
        refused = at.move(at.host, "draw", step=step.key, by="app")
        assert refused.status_code == 422
        assert "its draw stands" in refused.text
        at.did(at.host, "choose", game=other.key)
        at.did(at.host, "choose", game=game.key)
        at.did(at.host, "set-up")
        last = at.table.seats[-1].number
        at.did(at.host, "sit-out", seat=last, out="true")
        at.did(at.host, "sit-out", seat=last, out="false")
        at.did(at.host, "draw", step=step.key, by="app")
        assert at.table.drawn[key] == first


def test_what_start_draws_is_what_the_set_up_would_have_drawn(house: House) -> None:
    """So starting without it is no second try."""
    at = evening(house, ALCATRAZ, 1, 3)
    at.did(at.host, "set-up")
    for step in ("guards", "letters", "places", "first"):
        at.did(at.host, "draw", step=step, by="app")
    drawn = dict(at.table.drawn)
    at.did(at.host, "choose", game="scout")
    at.did(at.host, "choose", game="alcatraz")
    assert not at.table.drawn
    at.start()
    state = at.table.play.now.state  # type: ignore[union-attr]
    assert "".join(task.letter.lower() for task in state.tasks) == drawn["letters"]
    assert "".join("abcdefghijkl"[task.room - 1] for task in state.tasks) == drawn["places"]
    assert str(state.goat) == drawn["first"]
    assert list(state.guards) == [drawn["guards"].count("abcdefghijkl"[room]) for room in range(12)]


def test_a_game_begun_brings_new_chance(house: House) -> None:
    at = evening(house, ALCATRAZ, 1, 3)
    at.start()
    begun = set()
    for _ in range(6):
        begun.add(at.table.play.now.state.guards)  # type: ignore[union-attr]
        at.start()
    assert len(begun) == 6


@pytest.mark.parametrize("step", ["prison", "sides"])
def test_what_the_rules_leave_to_the_table_may_be_drawn_until_it_pleases(house: House, step: str) -> None:
    at = evening(house, ALCATRAZ, 1, 3)
    at.did(at.host, "set-up")
    drawn = []
    for _ in range(4):
        at.did(at.host, "draw", step=step, by="app")
        drawn.append(at.table.drawn[step])
    assert any(one != other for one, other in pairwise(drawn))
    assert "Draw again" in at.host.get(f"/t/{at.code}?step={step}").text


def test_where_a_draw_stands_no_button_offers_another(house: House) -> None:
    at = evening(house, ALCATRAZ, 1, 3)
    at.did(at.host, "set-up")
    assert "Let the app draw" in at.host.get(f"/t/{at.code}?step=guards").text
    at.did(at.host, "draw", step="guards", by="app")
    page = at.host.get(f"/t/{at.code}?step=guards").text
    assert "Let the app draw</button>" not in page
    assert "Draw again" not in page
    assert "We draw by hand" in page


# Old evenings.


def test_an_evening_from_before_there_was_luck_draws_as_it_did(house: House) -> None:
    """Its draws go on the tape, and it replays with them."""
    code, entries = read((Path(__file__).parent / "recorded" / "alcatraz-1.json").read_text("utf-8"))
    for upto in range(len(entries), 0, -1):
        table = replay(code, entries[:upto])
        if table.play is not None and not table.play.held and table.play.now.state.phase == "actions":
            break
    assert table.luck is None
    host = table.hosts[0]
    entry, table = play(table, "play:round-done", {}, host, table.at, table.version)
    entries = [*entries[:upto], entry]
    entry, after = play(table, "play:guard", {}, host, table.at, table.version)
    assert len(entry.tape) == 1
    again = replay(code, [*entries, entry])
    assert again.play.now.state.guards == after.play.now.state.guards  # type: ignore[union-attr]


# Fairness.


def test_each_thing_is_as_likely_to_come_first_whatever_is_missing() -> None:
    for things in (range(1, 13), (2, 5, 7), "ADEF"):
        came = Counter(Chance(luck=str(n)).of("room", 3).pick(things) for n in range(3000))
        share = 3000 / len(things)
        assert set(came) == set(things)
        assert all(abs(n - share) < 5 * share**0.5 for n in came.values())


def test_what_does_not_fit_is_passed_over_and_the_rest_stays_in_order() -> None:
    for n in range(200):
        pile = Chance(luck=str(n))
        rooms, order = list(range(1, 13)), []
        while rooms:
            order.append(pile.of("room").pick(rooms))
            rooms.remove(order[-1])
        without = [room for room in order if room not in (4, 9)]
        assert pile.of("room").pick([room for room in range(1, 13) if room not in (4, 9)]) == without[0]


def test_each_purpose_each_luck_and_each_draw_are_shuffled_apart() -> None:
    luck = Chance(luck="5")
    draws = [luck.of("guard", n).pick(range(1000)) for n in range(20)]
    draws += [luck.of("room", n).pick(range(1000)) for n in range(20)]
    draws += [Chance(luck=str(n)).of("guard", 0).pick(range(1000)) for n in range(6, 26)]
    more = luck.of("many")
    draws += [more.below(1000) for _ in range(20)]
    assert len(set(draws)) > 70


def test_luck_cannot_be_guessed_and_fits_every_tape() -> None:
    chance = Chance()
    luck = new_luck(chance)
    assert luck == new_luck(Chance(chance.tape))
    assert all(0 <= n < 2**31 for n in chance.tape), "PostgreSQL keeps tapes in integers"
    assert len({new_luck(Chance()) for _ in range(50)}) == 50
