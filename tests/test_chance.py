"""Chance sticks: what lies shuffled comes up the same by whatever way a table gets there, and a roll stands."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion.chance import Chance, new_luck
from companion.fold import play
from companion.game import Game
from companion.games import GAMES
from tests.evenings import Evening, House, Visitor, evening, fixed_chance
from tests.test_receipts import opened

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
    count = at.table.counted
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


def now_drawn(at: Evening) -> dict[str, str | None]:
    """What the set-up shows as drawn for who is in, by draw that is not free, with what nobody has drawn for them yet
    drawn by the app."""
    plan = at.table.plan()
    if plan is not None and any(step.draw and step.draw.missing for step in plan.steps):
        at.did(at.host, "draw-all")
    plan = at.table.plan()
    assert plan is not None
    return {step.draw.key: step.draw.value for step in plan.steps if step.draw and not step.draw.free}


@EVERY_GAME
@pytest.mark.parametrize("seed", range(6))
def test_the_same_people_have_the_same_draws_whoever_sat_out_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game, seed: int
) -> None:
    """Whoever would start sits out and comes back, then another does: else a table sends people out of the room until
    chance suits it."""
    fixed_chance(monkeypatch, seed)
    at = evening(House(tmp_path), game, seed, game.players[0] + 1, sharing=False)
    everybody = [seat.number for seat in at.table.seats]
    at.did(at.host, "set-up")
    first = now_drawn(at)
    without: dict[int, dict[str, str | None]] = {}
    for seat in (*everybody, *reversed(everybody)):
        at.did(at.host, "sit-out", seat=seat, out="true")
        drawn = now_drawn(at)
        assert without.setdefault(seat, drawn) == drawn
        at.did(at.host, "sit-out", seat=seat, out="false")
        assert now_drawn(at) == first


@EVERY_GAME
def test_a_game_begun_brings_new_chance(house: House, game: Game) -> None:
    at = evening(house, game, 1, 3)
    at.start()
    begun = set()
    for _ in range(6):
        begun.add(opened(at.table.luck))
        at.start()
    assert len(begun) == 6


@EVERY_GAME
def test_where_a_draw_stands_no_button_offers_another(house: House, game: Game) -> None:
    at = evening(house, game, 1, 3)
    at.did(at.host, "set-up")
    for step in [step for step in at.table.plan().steps if step.draw]:  # type: ignore[union-attr]
        assert "Let the app draw" in at.host.get(f"/t/{at.code}?step={step.key}").text
        at.did(at.host, "draw", step=step.key, by="app")
        page = at.host.get(f"/t/{at.code}?step={step.key}").text
        assert "Let the app draw</button>" not in page
        assert ("Draw again" in page) is step.draw.free  # type: ignore[union-attr]
        by_hand = "We reveal cards" if step.draw.revealed else "We draw by hand"  # type: ignore[union-attr]
        assert f"<summary>{by_hand}</summary>" in page


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
