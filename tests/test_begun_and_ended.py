"""What a start takes up and a game leaves behind, and what a step of the set-up is drawn and done by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.chance import Chance
from companion.game import NothingNew, Plan, Refused, Result, Stale, Step
from companion.games import example
from companion.moves import games, setting_up
from companion.table import TableAct
from companion.values import replace
from companion.words import say
from tests.test_fold import ANA, BEN, CLEO, DOV, NOW, At
from tests.test_moves import seat as sits
from tests.test_what_a_move_leaves import played_by

OVER = Result(say("It is over."), ())


@pytest.fixture
def at() -> At:
    """Ana hosts; Ben shares his phone with Dov; Cleo has her own."""
    return At.of_four()


def with_bag(monkeypatch: pytest.MonkeyPatch, change: Callable[[Step], Step]) -> None:
    """In the bag, with another last step of its set-up."""

    def plan(*about: Any) -> Plan:
        usual = example.GAME.plan(*about)
        return replace(usual, steps=(usual.steps[0], change(usual.steps[1])))

    played_by(monkeypatch, plan=plan)


def acting(at: At) -> TableAct:
    return TableAct(ANA, games.Start(), Chance(), NOW, host=True)


# --- a start ----------------------------------------------------------------------------------------------------------


def test_what_lies_drawn_lies_there_for_a_game_begun_anew_and_not_for_the_next(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    at.did("ana", "set-up")
    at.did("ana", "draw", step="bag")
    drawn = at.table.drawn
    at.did("ana", "start")
    at.did("ana", "start")
    assert at.table.drawn == drawn != {}
    older = games.start(at.table, acting(at), games.Start())
    assert (older.drawn, older.phones) == ({}, {}), "as older evenings had it"
    played_by(monkeypatch, result=lambda state: OVER)
    at.did("ana", "start")
    assert at.table.drawn == {}


def test_nothing_is_drawn_at_a_start_but_who_starts(at: At) -> None:
    at.did("ana", "start")
    assert (at.table.drawn, at.told()[-1]) == ({}, "Ana started In the bag")


@pytest.mark.parametrize("draws", [True, False])
def test_who_starts_is_drawn_without_a_word_where_the_game_has_none_and_by_the_game_in_older_evenings(
    at: At, monkeypatch: pytest.MonkeyPatch, draws: bool
) -> None:
    with_bag(monkeypatch, lambda bag: replace(bag, draw=replace(bag.draw, starts=True)))  # type: ignore[type-var]
    act = acting(at)
    table = games.start(at.table, act, games.Start(draws=draws))
    assert set(table.drawn) == ({"holder"} if draws else set())
    assert len(act.told) == 1


def test_a_game_waits_for_those_who_have_a_phone_and_were_here_last_time(at: At) -> None:
    at.table = at.table.changed(replace(sits(at, CLEO), device="", expected=True))
    assert str(at.cannot("ana", "start").sentence) == (
        "Not here yet: Cleo. They scan the code and tap their name. Or tap it here, to play for them or to let them sit"
        " out."
    )
    for cleo in (replace(sits(at, CLEO), expected=False), replace(sits(at, CLEO), device="cleo")):
        assert games.start(at.table.changed(cleo), acting(at), games.Start()).play is not None


def test_a_new_deal_finds_nothing_read_and_no_ticket_counted_as_a_phone_of_the_last_one(at: At) -> None:
    at.did("ana", "start")
    some = frozenset({"pebbles-1"})
    at.table = at.table.changed(replace(sits(at, DOV), opened=some, reading=some, read=some))
    at.did("cleo", "ticket", seat=CLEO)
    assert [ticket.phone for ticket in at.table.tickets.values()] == [CLEO]
    at.did("ana", "start")
    dov = sits(at, DOV)
    assert dov.opened == dov.reading == dov.read == frozenset()
    assert [ticket.phone for ticket in at.table.tickets.values()] == [None]


def test_what_is_decided_is_told(at: At) -> None:
    at.did("ana", "decide", key="rounds", value="5")
    assert at.told()[-1] == "Ana set “How many rounds?”: Five"


# --- what a game leaves -----------------------------------------------------------------------------------------------


def test_every_game_that_was_over_counts_for_the_evening(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    played_by(monkeypatch, result=lambda state: OVER)
    for _ in range(2):
        at.did("ana", "start")
        at.did("ana", "lobby")
    assert [over.seats for over in at.table.evening] == [(ANA, BEN, CLEO, DOV)] * 2


def test_nothing_is_asked_of_a_game_begun_under_other_rules(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(state: object) -> dict[str, str]:
        raise KeyError(state)

    played_by(monkeypatch, keeps=fails)
    at.did("ana", "start")
    assert at.table.play is not None
    at.table = replace(at.table, play=replace(at.table.play, held=True))
    at.did("ana", "lobby")
    assert at.table.play is None


def test_a_box_that_was_laid_out_for_one_game_is_not_for_another(at: At) -> None:
    at.did("ana", "set-up")
    at.did("ana", "draw", step="bag")
    at.did("ana", "set-up", how="laid")
    assert set(at.table.ticks) == {"pebbles", "bag"}, "what is drawn is told"
    at.did("ana", "choose", game="example")
    assert not at.table.laid


def test_what_stays_on_the_table_is_only_what_was_drawn(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    with_bag(monkeypatch, lambda bag: replace(bag, stays=True))
    at.did("ana", "start")
    at.did("ana", "again")
    assert (at.table.drawn, set(at.table.ticks)) == ({}, {"pebbles"})


def test_where_too_few_play_again_nothing_is_done_yet(at: At) -> None:
    at.did("ana", "start")
    for device, number in (("ben", BEN), ("ben", DOV), ("cleo", CLEO)):
        at.did(device, "sit-out", seat=number, out=True)
    at.did("ana", "again")
    assert (at.table.stage, at.table.ticks, at.table.plan()) == ("setup", {}, None)


# --- steps ------------------------------------------------------------------------------------------------------------


def test_a_form_says_whether_the_step_is_done_with_it() -> None:
    read = setting_up.Draw.read({"step": ["bag"], "next": ["true"], "holder": ["3"]})
    assert read == {"step": "bag", "next": "true", "fields": {"holder": "3"}}


def test_what_is_entered_by_hand_stands_beside_what_else_is_drawn_also_where_the_apps_draw_would_stand(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_bag(monkeypatch, lambda bag: replace(bag, draw=replace(bag.draw, free=False)))  # type: ignore[type-var]
    at.did("ana", "set-up")
    at.table = replace(at.table, drawn={"other": "x"})
    at.did("cleo", "draw", step="bag", by="hand", fields={"holder": "3"})
    assert (at.table.drawn, at.table.luck) == ({"other": "x", "holder": "3"}, None)
    older = setting_up.draw(at.table, acting(at), setting_up.Draw(step="bag"))
    assert older.luck is None, "there was none in older evenings"


def test_what_is_free_is_drawn_on_the_spot(at: At) -> None:
    at.did("ana", "set-up")
    at.did("cleo", "draw", step="bag")
    assert len(at.log[-1].tape) == 1


def test_what_is_so_already_is_no_move(at: At) -> None:
    at.did("ana", "set-up")
    assert isinstance(at.cannot("cleo", "share-out", on=False), NothingNew)
    assert isinstance(at.cannot("cleo", "tick", step="pebbles", done=False), NothingNew)
    at.did("cleo", "tick", step="pebbles")
    at.did("cleo", "share-out", on=True)
    assert isinstance(at.cannot("cleo", "tick", step="pebbles"), NothingNew)
    assert isinstance(at.cannot("cleo", "share-out", on=True), NothingNew)


def test_a_step_is_done_for_what_it_takes_shows_and_has_drawn(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    at.did("ana", "set-up")
    at.table = replace(at.table, drawn={"holder": "3"})
    bag = setting_up.step_of(at.table, "bag")
    assert setting_up.demands(bag) == (bag.takes, bag.shown, "3")
    what, words = setting_up.Tick(step="bag").about(at.table) or (None, say("nothing"))
    assert (what, words.in_words()) == (setting_up.demands(bag), "1 bag that nobody can see through")
    with_bag(monkeypatch, lambda bag: replace(bag, takes=()))
    _, words = setting_up.Tick(step="bag").about(at.table) or (None, say("nothing"))
    assert words.in_words() == "Who holds the bag?"
    at.did("ana", "start")
    assert setting_up.Tick(step="bag").about(at.table) is None
    with pytest.raises(Stale):
        setting_up.tick_all(at.table, acting(at), setting_up.TickAll())
    with pytest.raises(Refused):
        setting_up.draw_all(at.table, acting(at), setting_up.DrawAll())
