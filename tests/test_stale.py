"""A button does what it said when it was drawn, or nothing: an older one is refused in one sentence."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest

from companion.fold import replay
from companion.game import Game, Stale
from companion.games import GAMES, example
from companion.store import Entry
from companion.table import Table
from tests.evenings import Evening, House, evening, fixed_chance
from tests.games import named

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 23)
    return House(tmp_path)


def setting_up(house: House, key: str, count: int) -> Evening:
    at = evening(house, named(key), 1, count, sharing=False)
    at.did(at.host, "set-up")
    return at


@EVERY_GAME
def test_start_drawn_with_somebody_at_the_table_does_not_start_without_them(house: House, game: object) -> None:
    at = evening(house, game, 1, game.players[1] if game.players[1] < 6 else 5, sharing=False)  # type: ignore
    last = at.table.seats[-1]
    drawn = at.table.version
    at.did(at.people[last.name], "sit-out", seat=last.number, out="true")
    answer = at.move(at.host, "start", drawn=drawn)
    assert answer.status_code == 409
    page = unescape(answer.text)
    assert f"and {last.name}. Now: Ana" in page
    assert at.table.play is None
    at.start()


def test_start_drawn_before_an_option_was_changed_says_so(house: House) -> None:
    at = evening(house, example.GAME, 1, 4, sharing=False)
    drawn = at.table.version
    option = at.game.options[0]
    at.did(at.people["Ben"], "decide", key=option.key, value=option.choices[-1][0])
    answer = at.move(at.host, "start", drawn=drawn)
    assert answer.status_code == 409
    assert "Something about this has changed since." in unescape(answer.text)


@EVERY_GAME
def test_two_who_draw_at_once_draw_once(house: House, game: Game) -> None:
    at = setting_up(house, game.key, 4)
    key = next(step.key for step in at.table.plan().steps if step.draw)  # type: ignore[union-attr]
    drawn = at.table.version
    at.did(at.host, "draw", drawn=drawn, step=key, by="app")
    laid = dict(at.table.drawn)
    assert at.move(at.people["Ben"], "draw", drawn=drawn, step=key, by="app").status_code == 409
    assert at.table.drawn == laid


@EVERY_GAME
def test_what_has_nothing_to_do_with_a_button_leaves_it_as_good_as_it_was(house: House, game: Game) -> None:
    at = setting_up(house, game.key, 4)
    steps = sorted(at.table.plan().steps, key=lambda step: step.draw is not None)  # type: ignore[union-attr]
    drawn = at.table.version
    at.did(at.host, "tick", step=steps[0].key, done="true")
    at.did(at.people["Cleo"], "ticket", seat=3, drawn=drawn)
    at.did(at.people["Ben"], "tick", drawn=drawn, step=steps[1].key, done="true")
    assert {steps[0].key, steps[1].key} <= set(at.table.ticks)


def test_a_button_of_long_ago_is_old_whatever_it_was_for_and_nobody_plays_the_log_again_for_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = setting_up(house, "example", 4)
    step = next(step for step in at.table.plan().steps if not step.draw)  # type: ignore[union-attr]
    drawn = at.table.version
    for n in range(201):
        at.did(at.host, "door", open=str(n % 2 == 0).lower())
    anew: list[int] = []

    def watched(code: str, rows: list[Entry], *known: Table) -> Table:
        anew.extend([len(rows)] * (not known))
        return replay(code, rows, *known)

    monkeypatch.setattr("companion.keeper.replay", watched)
    with pytest.raises(Stale):
        at.house.keeper.move(at.table, "tick", {"step": step.key, "done": "true"}, at.host.device, drawn)
    assert anew == []


def test_for_the_old_buttons_of_a_long_table_its_log_is_played_once_and_after_that_its_last_moves(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = setting_up(house, "example", 4)
    steps = [step.key for step in at.table.plan().steps if not step.draw]  # type: ignore[union-attr]
    began = at.table.version
    rows = [Entry(began + n, house.now, at.host.device, "door", '{"open":false}') for n in range(1, 601)]
    log = house.keeper.store.read(at.code)
    house.keeper.forget(at.code)
    house.keeper.store.bring(at.code, [*log, *rows])
    played: list[int] = []

    def watched(code: str, rows: list[Entry], *known: Table) -> Table:
        played.append(len(rows))
        return replay(code, rows, *known)

    assert at.table.version == began + 600
    monkeypatch.setattr("companion.keeper.replay", watched)
    for ago, done in ((1, True), (200, False), (150, True)):
        drawn, played[:] = at.table.version - ago, []
        at.did(at.host, "tick", drawn=drawn, step=steps[0], done=str(done).lower())
        asked = [n for n in played if n > 1]
        assert sum(asked) == {1: began + 599, 200: 0, 150: 50}[ago]
    assert at.move(at.host, "tick", at.table.version - 201, step=steps[0], done="true").status_code == 409


@EVERY_GAME
def test_what_an_old_button_was_for_is_told_as_it_was_however_long_the_log(house: House, game: Game) -> None:
    at = setting_up(house, game.key, 4)
    step = at.table.plan().steps[0]  # type: ignore[union-attr]
    drawn = at.table.version
    tables = {drawn: at.table}
    for n in range(8):
        at.did(at.host, "door", open=str(n % 2 == 1).lower())
        at.did(at.people["Ben"], "tick", step=step.key, done=str(n % 2 == 0).lower())
        tables[at.table.version] = at.table
        for version, table in tables.items():
            then = house.keeper._as_drawn(at.table, version)
            assert (then.version, then.ticks, then.shut, then.told) == (version, table.ticks, table.shut, table.told)


def test_a_table_that_was_read_before_others_moved_is_told_as_it_was_too(house: House) -> None:
    at = setting_up(house, "example", 4)
    early = at.table
    rows = [Entry(early.version + n, house.now, at.host.device, "door", '{"open":false}') for n in range(1, 301)]
    log = house.keeper.store.read(at.code)
    house.keeper.forget(at.code)
    house.keeper.store.bring(at.code, [*log, *rows])
    late = at.table
    for table, version in ((late, late.version - 1), (early, early.version - 1), (late, late.version - 200)):
        assert house.keeper._as_drawn(table, version).version == version
