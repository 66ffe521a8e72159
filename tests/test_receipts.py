"""A tap acts once however often it arrives; all who press at once find the same; a replay is what was played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import partial
from pathlib import Path

import pytest

from companion.fold import replay
from companion.game import BADGES, Game, Hidden
from companion.games import GAMES
from companion.reveals import hidden_in
from companion.table import Table
from tests.asking import ANA, BEN, CHOICES, CLEO, DOV, EVERY_CHOICE, asked_for, is_waited_for
from tests.evenings import Evening, House, Visitor, evening, fixed_chance, seat
from tests.running import at_once

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 11)
    return House(tmp_path)


def kinds(at: Evening) -> list[str]:
    return [entry.kind for entry in at.house.keeper.store.read(at.code)]


def sits(at: Evening, who: Visitor, name: str) -> int:
    return who.post(f"/j/{at.code}", name=name).status_code


@EVERY_GAME
def test_twenty_starts_at_once_are_one_deal(house: House, game: Game) -> None:
    at = evening(house, game, 1, sharing=False)
    drawn = at.table.version
    answers = at_once([lambda: at.move(at.host, "start", drawn=drawn).status_code for _ in range(20)])
    assert answers == [303] * 20
    assert kinds(at).count("start") == 1
    assert at.table.deal == 1


@EVERY_GAME
def test_two_hosts_who_start_at_once_deal_once(house: House, game: Game) -> None:
    at = evening(house, game, 1, sharing=False)
    at.did(at.host, "hand-over", seat=at.table.seats[1].number, too="true")
    drawn = at.table.version
    both = [at.host, at.people["Ben"]]

    def start(who: Visitor) -> int:
        return at.move(who, "start", drawn=drawn).status_code

    answers = at_once([partial(start, who) for who in both])
    assert sorted(answers) == [303, 409]
    assert kinds(at).count("start") == 1


def test_a_tap_whose_answer_was_lost_gets_the_same_answer_again(house: House) -> None:
    at = evening(house, GAMES[0], 1, sharing=False)
    drawn = at.table.version
    at.move(at.host, "start", drawn=drawn)
    told = [at.message(who).text for who in at.people.values()]
    house.restart()
    assert at.move(at.host, "start", drawn=drawn).status_code == 303
    assert at.table.deal == 1
    assert [at.message(who).text for who in at.people.values()] == told


@EVERY_GAME
def test_the_same_tap_of_any_move_acts_once(house: House, game: Game) -> None:
    at = evening(house, game, 6, sharing=False)
    at.start()
    for _ in range(8):
        if at.table.result() is not None or (found := at.tried()) is None:
            break
        who, name, form = found
        drawn = at.table.version
        first = at.move(who, f"play/{name}", drawn=drawn, **form)
        now = at.table
        again = at.move(who, f"play/{name}", drawn=drawn, **form)
        assert (first.status_code, again.status_code) == (303, 303), (name, form)
        assert at.table == now or at.table.version == now.version == drawn + 1


def test_a_double_tap_on_take_a_seat_is_one_seat(house: House) -> None:
    at = evening(house, GAMES[0], 1, 3)
    eve = Visitor(house, "Eve")
    eve.get(f"/j/{at.code}")
    answers = at_once([lambda: eve.post(f"/j/{at.code}", name="Eve").status_code for _ in range(6)])
    assert answers == [303] * 6
    assert [s.name for s in at.table.seats] == ["Ana", "Ben", "Cleo", "Eve"]


def test_one_browser_sits_down_once_whatever_names_it_sends_at_once(house: House) -> None:
    at = evening(house, GAMES[0], 1, 3)
    eve = Visitor(house, "Eve")
    eve.get(f"/j/{at.code}")
    answers = at_once([partial(sits, at, eve, name) for name in ("Dov", "Eve", "Finn")])
    assert sorted(answers) == [303, 422, 422]
    assert len(at.table.seats) == 4


def test_the_last_place_goes_to_one(house: House) -> None:
    at = evening(house, GAMES[0], 1, 6, sharing=False)
    seat(at, "Ana 2")
    both = [Visitor(house, "x"), Visitor(house, "y")]
    for who in both:
        who.get(f"/j/{at.code}")
    answers = at_once([partial(sits, at, who, name) for who, name in zip(both, ["Ben 2", "Cleo 2"], strict=True)])
    assert sorted(answers) == [303, 422]
    assert len(at.table.seats) == 8


@pytest.mark.parametrize("by", [-1, 1])
@pytest.mark.parametrize("game", [game for game in GAMES if game.players[1] < len(BADGES)], ids=lambda game: game.key)
def test_too_few_and_too_many_are_told_and_nothing_starts(house: House, game: Game, by: int) -> None:
    """A game for as many as a table seats is never too small: see the tests of the small game."""
    low, high = game.players
    at = evening(house, game, 1, low - 1 if by < 0 else 6, sharing=False)
    while by > 0 and len(at.table.seats) <= high:
        seat(at, f"Ana {len(at.table.seats)}")
    now = at.table.version
    answer = at.move(at.host, "start")
    assert answer.status_code == 422
    assert ("more to go" if by < 0 else "somebody has to sit out") in answer.text
    assert (at.table.version, at.table.play) == (now, None)


@EVERY_GAME
def test_what_several_do_at_once_all_counts(house: House, game: Game) -> None:
    """Harmless moves made in the same instant from pages drawn before: nobody has to press again, nothing is lost."""
    at = evening(house, game, 1, sharing=False)
    at.did(at.host, "set-up")
    steps = [step.key for step in at.table.plan().steps]  # type: ignore[union-attr]
    people, drawn = list(at.people.values()), at.table.version
    pressed = [(who, key) for who, key in zip(people * 9, steps, strict=False)]

    def tick(who: Visitor, step: str) -> int:
        return at.move(who, "tick", drawn=drawn, step=step, done="true").status_code

    answers = at_once([partial(tick, *each) for each in pressed])
    assert set(answers) == {303}
    assert set(at.table.ticks) == set(steps)


@EVERY_CHOICE
def test_choices_made_at_once_are_all_counted(house: House, choice: str) -> None:
    """All but Dov's: with the last one everything turns up."""
    at = asked_for(house, choice, sharing=False)
    kind, drawn = CHOICES[choice].kind, at.table.version
    forms = {name: CHOICES[choice].forms(seat)[0] for name, seat in (("Ana", ANA), ("Ben", BEN), ("Cleo", CLEO))}

    def choose(name: str) -> int:
        return at.move(at.people[name], kind, drawn=drawn, **forms[name]).status_code

    assert at_once([partial(choose, name) for name in forms]) == [303] * 3
    assert [is_waited_for(at, seat) for seat in (ANA, BEN, CLEO, DOV)] == [False, False, False, True]
    cast = [(set(value.seats), value.opened()) for _, value in hidden_in(at.table.play.now.state)]  # type: ignore[union-attr]
    for name, own in (("Ana", ANA), ("Ben", BEN), ("Cleo", CLEO)):
        assert ({own}, forms[name][CHOICES[choice].field]) in cast


# --- replay, undo, redo -----------------------------------------------------------------------------------------------


@EVERY_GAME
@pytest.mark.parametrize("seed", [1, 2])
def test_a_replay_is_what_was_played(house: House, game: Game, seed: int) -> None:
    at = evening(house, game, seed)
    for n, _ in enumerate(at.moments(14)):
        if n % 6 == 5:
            again = replay(at.code, house.keeper.store.read(at.code))
            assert told(again) == told(at.table)
    assert told(replay(at.code, house.keeper.store.read(at.code))) == told(at.table)
    assert at.table.play is None or not at.table.play.held


def told(table: Table) -> str:
    """All of a table that a replay could get wrong, secrets included."""
    play = table.play
    now = "" if play is None else opened(play.now.state) + repr((play.seats, play.now.move, play.now.undoable))
    undone = "" if play is None else repr([past.move for past in play.undone])
    return opened(replace(table, play=None)) + now + undone


def opened(state: object) -> str:
    """A state in words with its secrets opened."""
    if isinstance(state, Hidden):
        return f"Hidden({opened(state.opened())}, {sorted(state.seats)})"
    if is_dataclass(state) and not isinstance(state, type):
        return type(state).__name__ + repr([(f.name, opened(getattr(state, f.name))) for f in fields(state)])
    if isinstance(state, Mapping):
        return repr([(repr(key), opened(part)) for key, part in state.items()])
    if isinstance(state, (tuple, list)):
        return repr([opened(part) for part in state])
    return repr(state)


@EVERY_GAME
def test_taking_back_and_doing_again_leads_where_one_was(house: House, game: Game) -> None:
    at = evening(house, game, 3, sharing=False)
    at.start()
    tried = 0
    for _ in range(30):
        if at.table.result() is not None:
            at.start()
        was = at.table.play.now.move  # type: ignore[union-attr]
        before = opened(at.table.play.now.state)  # type: ignore[union-attr]
        if not at.play_on():
            break
        done = at.table.play.now  # type: ignore[union-attr]
        if done.move == was:  # a choice was changed, which is no step of its own
            continue
        if not done.may_go_back:
            assert at.move(at.host, "undo", of=at.table.counted(done.move)).status_code == 422
            continue
        at.did(at.people["Ben"], "undo", of=at.table.counted(done.move))
        assert opened(at.table.play.now.state) == before  # type: ignore[union-attr]
        assert at.move(at.host, "undo", of=at.table.counted(done.move)).status_code == 409, "it was taken back already"
        at.did(at.host, "redo", of=at.table.counted(done.move))
        assert at.table.play.now is done or opened(at.table.play.now.state) == opened(done.state)  # type: ignore[union-attr]
        assert at.move(at.host, "redo", of=at.table.counted(done.move)).status_code == 409, "it was done again already"
        tried += 1
        if tried == 4:
            break
    assert tried, "nothing could be taken back"


@EVERY_GAME
def test_a_move_after_taking_back_ends_doing_again(house: House, game: Game) -> None:
    at = evening(house, game, 5, sharing=False)
    at.start()
    while at.play_on() and not at.table.play.now.may_go_back:  # type: ignore[union-attr]
        if at.table.result() is not None:
            at.start()
    done = at.table.play.now  # type: ignore[union-attr]
    at.did(at.host, "undo", of=done.move)
    assert at.play_on()
    assert at.move(at.host, "redo", of=done.move).status_code == 409
