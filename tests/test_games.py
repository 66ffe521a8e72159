"""The moves about the game on a table, whatever game it is: chosen, set up, drawn, started, ended, counted, by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.fold import play
from companion.game import Game, Hidden, NothingNew, Plan, Player, Refused, Stale, Step
from companion.games import GAMES, example
from companion.moves import games, setting_up
from companion.moves.seats import with_seat
from companion.table import NO_SEAT, Finished, Moment, Table
from companion.values import replace
from tests.games import OTHER, promises
from tests.test_fold import ANA, BEN, CLEO, DOV, NOW, At
from tests.test_moves import act, differs

STAGES = ("lobby", "setup", "play")
PLACES = {
    "set-up": ("lobby", "setup"),
    "draw": ("setup",),
    "draw-all": ("setup",),
    "tick": ("setup",),
    "tick-all": ("setup",),
    "share-out": ("setup",),
    "again": ("play",),
}


@pytest.fixture
def at() -> At:
    """Ana hosts; Ben shares his phone with Dov; Cleo has her own. the example lies on the table."""
    return At.of_four()


# --- where each belongs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("kind", PLACES)
def test_each_belongs_to_its_place_in_an_evening_and_is_an_old_button_elsewhere(at: At, kind: str, stage: str) -> None:
    if stage == "play":
        at.did("ana", "start")
    at.table = replace(at.table, stage=stage)
    fields: dict[str, dict[str, Any]] = {
        "draw": {"step": "bag"},
        "tick": {"step": "pebbles"},
        "share-out": {"on": True},
    }
    raw = fields.get(kind, {})
    if stage in PLACES[kind]:
        at.did("ana", kind, **raw)
    else:
        assert isinstance(at.cannot("ana", kind, **raw), Stale)


# --- drawn and done in one go -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_all_that_is_left_to_draw_is_drawn_at_once_and_what_lies_there_already_stays(at: At, game: Game) -> None:
    at.did("ana", "choose", game=game.key)
    at.did("ana", "set-up")
    plan = at.table.plan()
    assert plan is not None
    drawn = [step for step in plan.steps if step.draw is not None]
    assert drawn, "every game's set-up has something to draw"
    at.did("ana", "draw", step=drawn[0].key)
    first = dict(at.table.drawn)
    if len(drawn) > 1:
        at.did("ben", "draw-all")
        assert at.told()[-1] == "Ben let the app draw everything"
    plan = at.table.plan()
    assert plan is not None
    assert not any(step.draw.missing for step in plan.steps if step.draw is not None)
    assert {key: at.table.drawn[key] for key in first} == first
    assert isinstance(at.cannot("ana", "draw-all"), NothingNew)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_drawing_everything_draws_what_one_after_the_other_would_have_drawn(game: Game) -> None:
    one, all_ = At.of_four(), At.of_four()
    for at in (one, all_):
        at.did("ana", "choose", game=game.key)
        at.did("ana", "set-up")
    all_.did("ana", "draw-all")
    plan = one.table.plan()
    assert plan is not None
    one.table = replace(one.table, luck=all_.table.luck)
    for step in plan.steps:
        if step.draw is not None and not step.draw.free:
            one.did("ana", "draw", step=step.key, luck=True)
            assert one.table.drawn[step.draw.key] == all_.table.drawn[step.draw.key]


def test_when_all_is_read_out_every_step_is_done_until_one_asks_for_something_else(at: At) -> None:
    at.did("ana", "set-up")
    at.did("ana", "draw-all")
    at.did("cleo", "tick-all")
    assert at.told()[-1] == "Cleo finished the set-up"
    plan = at.table.plan()
    assert plan is not None
    assert at.table.ticks == {step.key: setting_up.demands(step) for step in plan.steps}
    assert isinstance(at.cannot("ana", "tick-all"), NothingNew)


# --- chosen and decided -----------------------------------------------------------------------------------------------


def test_a_game_is_put_on_the_table_and_clears_what_was_set_up_for_another(at: At) -> None:
    at.did("ana", "set-up")
    at.did("ana", "tick", step="pebbles")
    at.did("ana", "draw", step="bag")
    assert at.table.drawn
    assert at.table.ticks
    at.did("ana", "choose", game=OTHER.key)
    assert (at.table.game, at.table.stage, at.table.drawn, at.table.ticks) == (OTHER.key, "lobby", {}, {})
    assert at.told()[-1] == f"Ana chose the game {OTHER.title}"
    assert at.table.phase_at == at.table.version
    no = at.cannot("ana", "choose", game="chess")
    assert (str(no.sentence), no.field) == ("That game is not here.", "game")


def test_what_a_game_leaves_open_is_decided_before_it_starts_and_kept_for_each_game(at: At) -> None:
    own = {"rounds": "5", "nearest": "none"}
    at.did("cleo", "decide", key="rounds", value="5")
    at.did("cleo", "decide", key="nearest", value="none")
    assert at.table.options == {"example": own}
    at.did("ana", "choose", game=OTHER.key)
    option = OTHER.options[0]
    first, last = option.choices[0][0], option.choices[-1][0]
    at.did("cleo", "decide", key=option.key, value=last)
    assert at.table.options == {"example": own, OTHER.key: {option.key: last}}
    for key, value in ((option.key, "5"), ("rounds", "5"), ("", "")):
        no = at.cannot("ana", "decide", key=key, value=value)
        assert (str(no.sentence), no.field) == ("That is not one of the choices here.", "value")
    at.did("ana", "start")
    no = at.cannot("ana", "decide", key=option.key, value=first)
    assert (str(no.sentence), no.field) == ("This can be changed before the game starts.", "value")


def test_what_nobody_decided_is_as_the_first_choice_says(at: At) -> None:
    assert at.table.chosen(example.GAME) == {"rounds": "3", "nearest": "one"}
    at.did("ana", "decide", key="nearest", value="none")
    assert at.table.chosen(example.GAME) == {"rounds": "3", "nearest": "none"}


# --- set up -----------------------------------------------------------------------------------------------------------


def test_a_tick_is_made_taken_away_and_leaves_the_others(at: At) -> None:
    at.did("ana", "set-up")
    assert (at.table.stage, at.told()[-1]) == ("setup", "Ana began setting up the box")
    at.did("cleo", "tick", step="pebbles")
    at.did("cleo", "tick", step="bag")
    assert set(at.table.ticks) == {"pebbles", "bag"}
    at.did("cleo", "tick", step="pebbles", done=False)
    assert set(at.table.ticks) == {"bag"}
    assert isinstance(at.cannot("cleo", "tick", step="no such step"), Stale)


def test_the_steps_are_shared_out_and_not(at: At) -> None:
    at.did("ana", "set-up")
    at.did("ben", "share-out", on=True)
    assert (at.table.shared_out, at.told()[-1]) == (True, "Ben divided up the steps")
    at.did("ben", "share-out", on=False)
    assert (at.table.shared_out, at.told()[-1]) == (False, "Ben stopped dividing the steps")


def planned(game: str) -> tuple[At, list[Step]]:
    """A table of four that sets that game up, and the steps of it."""
    at = At.of_four(game)
    at.did("ana", "set-up")
    plan = at.table.plan()
    assert plan is not None
    return at, list(plan.steps)


STANDING = {
    game.key: step for game in GAMES for step in planned(game.key)[1] if step.draw is not None and not step.draw.free
}
"""Where the set-up has a draw that stands: one such step, by the game's key."""


def test_a_draw_that_stands_is_tried() -> None:
    assert len(STANDING) > 1


@pytest.mark.parametrize("game", STANDING)
def test_what_the_app_draws_follows_from_one_hidden_shuffle_and_stands(game: str) -> None:
    at, steps = planned(game)
    step = STANDING[game]
    assert step.draw is not None
    assert at.table.luck is None
    at.did("cleo", "draw", step=step.key)
    luck = at.table.luck
    assert luck is not None
    assert luck.seats == frozenset()
    assert set(at.table.drawn) == {step.draw.key}
    assert "let the app draw" in at.told()[-1]
    assert "again" not in at.told()[-1]
    assert "its draw stands" in str(at.cannot("cleo", "draw", step=step.key).sentence)
    for other in steps:
        if other.draw is None:
            assert "Nothing is drawn in this step" in str(at.cannot("cleo", "draw", step=other.key).sentence)
    at.did("ana", "start")
    assert at.table.luck is luck, "the game follows from it, too"


def test_what_is_free_to_draw_is_drawn_again(at: At) -> None:
    at.did("ana", "set-up")
    at.did("cleo", "draw", step="bag")
    assert at.table.luck is None, "what lies open on the table is no secret"
    assert at.told()[-1].startswith("Cleo let the app draw (")
    at.did("cleo", "draw", step="bag")
    assert at.told()[-1].startswith("Cleo let the app draw again (")


def test_all_is_drawn_also_where_what_lies_drawn_is_somebody_who_went(at: At) -> None:
    at.did("ana", "set-up")
    at.did("cleo", "draw", step="bag", by="hand", fields={"holder": str(DOV)})
    at.did("ana", "sit-out", seat=DOV, out=True)
    at.did("cleo", "draw-all")
    assert at.table.drawn["holder"] in {str(ANA), str(BEN), str(CLEO)}
    assert at.told()[-1] == "Cleo let the app draw everything"


def test_what_was_drawn_by_hand_is_entered_and_told(at: At) -> None:
    at.did("ana", "set-up")
    at.did("cleo", "draw", step="bag")
    at.did("cleo", "draw", step="bag", by="hand", fields={"holder": "3"})
    assert at.table.drawn == {"holder": "3"}
    assert at.told()[-1].startswith("Cleo entered a draw (")


def test_a_form_of_a_draw_keeps_what_is_its_own_apart_from_what_was_drawn() -> None:
    read = setting_up.Draw.read({"step": ["line"], "by": ["hand"], "line": ["abc"], "more": ["d"]})
    assert read == {"step": "line", "by": "hand", "fields": {"line": "abc", "more": "d"}}


@pytest.mark.parametrize("game", STANDING)
def test_nobody_says_in_a_form_by_which_luck_or_rules_it_is_played(game: str) -> None:
    at, _ = planned(game)
    at.did("ana", "draw", step=STANDING[game].key, luck=False)
    assert at.table.luck is not None
    at.did("ana", "start", edition=99, luck=False)
    assert at.table.play is not None
    assert not at.table.play.held
    assert at.table.luck is not None


def too_late(at: At, then: Table, device: str, kind: str, **raw: object) -> str:
    """What is said to a button that was drawn at another table than there is now."""
    with pytest.raises(Stale) as no:
        play(at.table, kind, raw, device, NOW, then.version, drawn=lambda _: then)
    return str(no.value.sentence)


CHANGED = "Something about this has changed since. Please look again, then press once more."


def test_a_button_for_all_steps_is_for_those_that_were_read_out(at: At) -> None:
    at.did("ana", "set-up")
    then = at.table
    at.did("ana", "door", open=False)
    assert play(at.table, "tick-all", {}, "ana", NOW, then.version, drawn=lambda _: then)[1].ticks
    at.did("ana", "add", name="Eve")
    assert too_late(at, then, "ana", "tick-all") == CHANGED
    at.did("ana", "start")
    assert too_late(at, then, "ana", "tick-all") == (
        "The game has moved on, so that button no longer works. Look again."
    )


def test_a_button_of_one_step_is_for_what_that_step_asked_for(at: At) -> None:
    at.did("ana", "set-up")
    then = at.table
    at.did("cleo", "draw", step="bag")
    assert too_late(at, then, "ben", "draw", step="bag") == CHANGED
    assert play(at.table, "tick", {"step": "pebbles"}, "ben", NOW, then.version, drawn=lambda _: then)[1].ticks


def test_what_a_form_says_it_is_for_is_nothing_entered(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    def plan(players: Sequence[Player], options: Mapping[str, str], drawn: Mapping[str, str]) -> Plan:
        usual = example.GAME.plan(players, options, drawn)
        pebbles, bag = usual.steps
        assert bag.draw is not None
        return replace(usual, steps=(pebbles, replace(bag, draw=replace(bag.draw, about=("for_round",)))))

    monkeypatch.setattr("companion.games.GAMES", (replace(example.GAME, plan=plan),))
    at.did("ana", "set-up")
    at.did("cleo", "draw", step="bag", by="hand", next=True, fields={"for_round": "1"})
    assert (set(at.table.ticks), at.table.drawn) == ({"bag"}, {})
    at.did("cleo", "draw", step="bag", by="hand", next=True, fields={"for_round": "1", "holder": "2"})
    assert (set(at.table.ticks), at.table.drawn) == ({"bag"}, {"holder": "2"})


def test_where_too_few_are_in_there_is_no_set_up_to_draw_or_finish(at: At) -> None:
    at.did("ana", "set-up")
    for device, number in (("ana", ANA), ("ben", BEN), ("ben", DOV)):
        at.did(device, "sit-out", seat=number, out=True)
    for kind in ("draw-all", "tick-all"):
        no = at.cannot("ana", kind)
        assert isinstance(no, Stale)
        assert str(no.sentence) == "The set-up is not on the table any more."
    assert isinstance(at.cannot("ana", "tick", drawn=3, step="pebbles"), Stale)


def test_a_box_that_is_laid_out_already_leaves_what_was_drawn_to_be_told(at: At) -> None:
    at.did("ana", "set-up", how="laid")
    assert (at.table.laid, set(at.table.ticks), at.table.drawn) == (True, {"pebbles"}, {})
    assert at.told()[-1] == "Ana said that the box is set up already"
    at.did("ana", "set-up")
    assert (at.table.laid, at.told()[-1]) == (False, "Ana began setting up the box")
    at.did("ana", "set-up", how="drawn")
    assert (at.table.laid, at.table.stage, at.told()[-1]) == (False, "setup", "Ana let the app draw everything")
    assert set(at.table.drawn) == {"holder"}


# --- started ----------------------------------------------------------------------------------------------------------


def test_a_start_deals_to_who_is_in_and_says_so(at: At) -> None:
    at.did("cleo", "sit-out", seat=CLEO, out=True)
    at.did("ben", "hand", seat=DOV)
    at.did("ana", "start")
    play = at.table.play
    assert play is not None
    assert (play.game, play.seats, play.held, play.undone) == ("example", (ANA, BEN, DOV), False, ())
    assert play.began == 0
    assert (play.now.move, play.now.seat, play.now.line, play.now.undoable, play.now.before) == (
        at.table.version, ANA, None, False, None,
    )  # fmt: skip
    assert (at.table.stage, at.table.deal, at.table.passed_to, at.table.broken_off) == ("play", 1, {}, "")
    assert at.table.dealt_in == (ANA, BEN), "who may choose a host: those on a device of their own"
    assert at.told()[-1] == "Ana started In the bag"
    assert not at.table.notices
    assert at.table.phase_at == at.table.version


def test_a_start_needs_as_many_as_the_box_says(at: At) -> None:
    """The example is for two to eight."""
    for device, seat in (("cleo", CLEO), ("ana", DOV), ("ben", BEN)):
        at.did(device, "sit-out", seat=seat, out=True)
    assert str(at.cannot("ana", "start").sentence) == "In the bag needs 2 players: 1 more to go."
    at.did("ana", "sit-out", seat=DOV, out=False)
    at.did("ana", "start")


def test_a_start_takes_no_more_than_the_box_says(monkeypatch: pytest.MonkeyPatch) -> None:
    few = replace(example.GAME, players=(2, 3))
    monkeypatch.setattr("companion.table.find_game", lambda key: few)
    at = At.of_four()
    assert str(at.cannot("ana", "start").sentence) == "In the bag takes up to 3 players: somebody has to sit out."
    at.did("ana", "sit-out", seat=DOV, out=True)
    at.did("ana", "start")


def test_a_start_once_more_is_a_new_deal_that_everybody_is_told_of(at: At) -> None:
    at.did("ana", "start")
    luck = at.table.luck
    at.did("ben", "hand", seat=DOV)
    at.did("ben", "opened", key="pebbles-1")
    at.did("ana", "start")
    assert (at.table.deal, at.table.evening) == (2, ())
    assert at.table.luck is not luck, "shuffled anew"
    assert at.table.seat(DOV).reading == at.table.seat(DOV).opened == frozenset()  # type: ignore[union-attr]
    assert at.told()[-1] == "Ana restarted In the bag. There are new messages: read yours."
    assert at.table.notices[-1].text == at.table.told[-1].text
    assert at.table.play.began == 0, "that a phone is handed over and read on is no move of a game"  # type: ignore[union-attr]


TELLS_NOTHING = [game for game in GAMES if not promises(game.key).MESSAGES]


@pytest.mark.parametrize("game", TELLS_NOTHING, ids=lambda game: game.key)
def test_a_game_that_deals_no_message_says_what_is_gone_when_it_is_started_again(game: Game) -> None:
    at = At.of_four(game.key)
    at.did("ana", "start")
    at.did("ana", "lobby")
    assert at.table.broken_off == game.key
    at.did("ana", "start")
    assert f"Ana restarted {game.title}. What was entered before is gone." in at.told()[-2:]
    assert at.table.broken_off == ""


def test_what_is_read_of_a_start_is_who_plays_by_what_and_with_what_drawn(at: At) -> None:
    start, now = games.Start(), at.table
    who, names = start.about(now)  # type: ignore[misc]
    assert names.in_words() == "Ana, Ben, Cleo and Dov"
    others = [
        replace(now, seats=now.seats[1:]),
        replace(now, seats=(*now.seats[1:], now.seats[0])),
        replace(now, game=OTHER.key),
        replace(now, options={"example": {"rounds": "5"}}),
        replace(now, drawn={"holder": "2"}),
    ]
    for other in others:
        assert start.about(other)[0] != who  # type: ignore[index]
    assert start.about(replace(now, told=(), version=99))[0] == who  # type: ignore[index]
    assert start.about(replace(now, seats=()))[1].in_words() == "nobody"  # type: ignore[index]


@pytest.mark.parametrize("own", [1, 2])
def test_a_laptop_that_is_nobodys_own_counts_as_a_phone_only_beside_one_or_none(own: int) -> None:
    """With two it may be one of theirs, as a host's laptop is; a closed seat counts as on none."""
    at = At()
    for device in ("ben", "cleo")[:own]:
        at.did(device, "sit", name=device.title())
    at.did("ana", "add", name="Dov", more=["Eve", "Finn"])
    dov, eve, finn = (at.named(name) for name in ("Dov", "Eve", "Finn"))
    closed = at.table.seat(finn)
    assert closed is not None
    at.table = at.table.changed(replace(closed, device=""))
    at.did("ana", "start")
    laptop = dov if own < 2 else NO_SEAT
    people = {number: number for number in range(1, own + 1)}
    assert at.table.phones == {**people, dov: laptop, eve: laptop, finn: NO_SEAT}


# --- over, ended, again -----------------------------------------------------------------------------------------------


def over(at: At) -> Table:
    """The table with its game over; it is the game that says by what."""
    result = object()

    class Over(Table):
        def result(self) -> object:  # type: ignore[override]
            return result if self.play is not None else None

    return Over(**{name: getattr(at.table, name) for name in at.table.__dataclass_fields__})


@pytest.mark.parametrize(("game", "counted"), [(game.key, promises(game.key).SCORES) for game in GAMES])
def test_a_game_that_is_over_counts_for_the_evening_and_one_that_is_broken_off_does_not(
    game: str, counted: bool
) -> None:
    at = At.of_four(game)
    at.did("ana", "start")
    state, seats = at.table.play.now.state, at.table.play.seats  # type: ignore[union-attr]
    ended = games.lobby(over(at), act(at, "ana", ANA, host=True), games.Lobby())
    (done,) = ended.evening
    assert isinstance(done, Finished)
    assert (done.game, done.seats) == (game, seats)
    assert (done.counted is state) is counted
    assert done.counted is not None or not counted
    assert (ended.stage, ended.play, ended.broken_off) == ("lobby", None, "")
    told = act(at, "ana", ANA, host=True)
    games.lobby(over(at), told, games.Lobby())
    assert told.told == [], "nobody stopped what was over"
    broken = games.lobby(at.table, act(at, "ana", ANA, host=True), games.Lobby())
    assert (broken.evening, broken.broken_off, broken.stage, broken.play) == ((), game, "lobby", None)


def test_what_was_for_one_game_is_gone_with_it_and_what_is_for_the_evening_stays(at: At) -> None:
    at.did("ana", "set-up")
    at.did("ana", "tick", step="pebbles")
    at.did("ana", "draw", step="bag")
    at.did("ana", "start")
    at.did("ben", "hand", seat=DOV)
    kept: tuple[Any, ...] = ("one",)
    at.table = replace(at.table, letting={"eve": {BEN: NOW}}, turned_away=frozenset({"finn"}), evening=kept)
    before = at.table
    at.did("ana", "lobby")
    assert at.told()[-1] == "Ana stopped the game"
    assert (at.table.play, at.table.luck, at.table.drawn, at.table.ticks, at.table.passed_to) == (
        None,
        None,
        {},
        {},
        {},
    )
    assert (at.table.letting, at.table.turned_away, at.table.stage) == ({}, frozenset(), "lobby")
    assert (at.table.evening, at.table.seats, at.table.deal) == (kept, before.seats, 1)


def test_back_to_the_lobby_from_a_set_up_leaves_what_was_set_up(at: At) -> None:
    at.did("ana", "set-up")
    at.did("ana", "tick", step="pebbles")
    told = len(at.table.told)
    at.did("ana", "lobby")
    assert (at.table.stage, set(at.table.ticks)) == ("lobby", {"pebbles"})
    assert len(at.table.told) == told, "no game was ended"


@pytest.mark.parametrize("game", STANDING)
def test_choosing_another_game_and_back_shuffles_nothing(game: str) -> None:
    at, _ = planned(game)
    at.did("ana", "draw", step=STANDING[game].key)
    luck = at.table.luck
    assert luck is not None
    at.did("ana", "choose", game="example")
    at.did("ana", "choose", game=game)
    assert at.table.luck is luck
    assert at.table.drawn == {}


def test_again_sets_up_anew_for_the_same_people(at: At) -> None:
    at.did("ana", "start")
    seats = at.table.seats
    at.did("ana", "again")
    assert (at.table.stage, at.table.play, at.table.seats) == ("setup", None, seats)
    assert at.told()[-1] == "Ana chose to play again with the same players"


def test_again_with_others_says_with_whom(at: At) -> None:
    at.did("ana", "start")
    at.did("ana", "sit-out", seat=DOV, out=True)
    at.did("ana", "again")
    assert at.told()[-1] == "Ana chose to play again with Ana, Ben and Cleo"


def left(at: At) -> tuple[str, ...]:
    """The steps of the set-up that are still to be done."""
    plan = at.table.plan()
    assert plan is not None
    return tuple(step.key for step in plan.steps if at.table.ticks.get(step.key) != setting_up.demands(step))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_again_begins_with_collecting_and_what_lies_as_it_lay_is_done(game: Game) -> None:
    at = At.of_four()
    at.did("ana", "choose", game=game.key)
    at.did("ana", "set-up")
    assert "collect" not in left(at), "nothing lies there before the first game"
    at.did("ana", "draw-all")
    drawn = at.table.drawn
    at.did("ana", "start")
    at.did("ana", "again", lies=True)
    assert left(at) == promises(game.key).ASKED_AGAIN
    assert at.table.drawn.items() <= drawn.items()
    other = next(one for one in GAMES if one != game)
    at.did("ana", "choose", game=other.key)
    assert "collect" not in left(at), "another game comes out of its box"
    at.did("ana", "choose", game=game.key)
    assert left(at)[0] == "collect"


def test_whoever_comes_to_the_next_game_brings_back_the_steps_that_count_people(at: At) -> None:
    at.did("ana", "set-up")
    at.did("ana", "draw-all")
    at.did("ana", "start")
    at.table = with_seat(at.table, "Eve", None, "eve", passed=False)
    at.did("ana", "again", lies=True)
    assert left(at) == ("collect", "pebbles", "bag")


def test_in_older_evenings_again_did_everything_again(at: At) -> None:
    at.did("ana", "set-up")
    at.did("ana", "draw-all")
    at.did("ana", "start")
    after = games.again(at.table, act(at, "ana", at.table.version), games.Again())
    assert (after.ticks, after.drawn) == ({}, {})


def test_a_table_that_was_opened_for_a_game_has_it_and_another_has_the_first(at: At) -> None:
    for wish, game in ((OTHER.key, OTHER.key), ("chess", Table("T").game), ("", Table("T").game)):
        opened = games.open_table(Table("T"), act(at, "ana", -1), games.Open(game=wish))
        assert (opened.game, opened.hosts, opened.practice, opened.seats) == (game, ("ana",), False, ())
        assert differs(opened, Table("T")) <= {"game", "hosts"}


def test_luck_is_the_tables_and_differs_by_game(at: At) -> None:
    assert at.table.luck_here == ""
    one = replace(at.table, luck=Hidden("secret", frozenset()))
    assert one.luck_here == "secret/example"
    assert replace(one, game=OTHER.key).luck_here == f"secret/{OTHER.key}"


def test_a_practice_game_of_a_game_for_many_has_as_many_as_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.games.GAMES", (replace(example.GAME, players=(6, 8)),))
    at = At()
    at.table = Table("TABLE")
    at.did("ana", "open", practice=True, game="example")
    assert [seat.name for seat in at.table.seats] == ["Ana", "Ben", "Cleo", "Dov", "Eve", "Finn"]
    assert [seat.device for seat in at.table.seats[4:]] == ["pretend 5", "pretend 6"]


def test_those_of_last_time_are_at_most_as_many_as_sit_at_a_table(at: At) -> None:
    at.table = Table("TABLE")
    people = [(f"P{n}", n, "own") for n in range(9)]
    at.cannot("ana", "open", people=people)
    at.did("ana", "open", people=people[:8])
    assert len(at.table.seats) == 8


def test_of_those_of_last_time_each_is_kept_their_seat_by_the_phone_they_had(at: At) -> None:
    at.table = Table("TABLE")
    at.did("ana", "open", people=[("Ana", 2, "host"), ("Ben", 3, "own"), ("Dov", 4, "none"), ("ana", 5, "own")])
    assert [(seat.name, seat.badge, seat.device, seat.passed, seat.expected) for seat in at.table.seats] == [
        ("Ana", 2, "ana", False, False),
        ("Ben", 3, "", True, True),
        ("Dov", 4, "ana", True, False),
    ], "nobody is called like somebody else"
    assert at.told() == ["The host opened the table"]


def test_what_was_chosen_otherwise_while_playing_holds_for_the_next_game_and_leaves_what_else_was_decided(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeps = replace(example.GAME, keeps=lambda state: {"rounds": "5"})
    monkeypatch.setattr("companion.games.GAMES", (keeps, OTHER))
    at.table = replace(at.table, options={OTHER.key: {"some": "thing"}})
    at.did("ana", "decide", key="nearest", value="one")
    at.did("ana", "start")
    at.did("ana", "lobby")
    assert at.table.options == {OTHER.key: {"some": "thing"}, "example": {"nearest": "one", "rounds": "5"}}
    assert at.table.play is None
    at.did("ana", "start")
    assert at.table.play is not None
    assert at.table.play.now.state.rounds == 5


# --- taken back -------------------------------------------------------------------------------------------------------


def test_taking_back_and_doing_again_are_of_the_game_and_move_its_phase(at: At) -> None:
    at.did("ana", "start")
    aside = at.table.aside
    at.did("ana", "play:guess", number=1)
    done = at.table.version
    at.did("ben", "undo", of=done)
    assert at.told()[-1].startswith("Ben undid: ")
    assert at.table.phase_at == at.table.version
    at.did("ben", "redo", of=done)
    assert at.told()[-1].startswith("Ben redid: ")
    assert at.table.phase_at == at.table.version
    assert at.table.aside == aside
    at.did("ben", "undo", of=done)
    at.did("ana", "play:guess", number=2)
    assert at.table.play.undone == (), "another move was made instead"  # type: ignore[union-attr]


def test_the_deal_is_never_taken_back(at: At) -> None:
    at.did("ana", "start")
    with pytest.raises(Refused):
        at.did("ana", "undo", of=at.table.version)
    assert games.may_be_undone(at.table, act(at, "ana", ANA), games.Undo(of=0), Moment(0, 0)).of == 0
    with pytest.raises(Stale):
        games.undo(at.table, act(at, "ana", ANA), games.Undo(of=at.table.version))


def test_what_turned_something_up_is_not_taken_back(at: At) -> None:
    at.did("ana", "start")
    for device, number in (("ana", 1), ("ben", 2), ("cleo", 3)):
        at.did(device, "play:guess", number=number)
    at.did("ben", "hand", seat=DOV)
    at.did("ben", "play:guess", number=4)
    assert str(at.cannot("cleo", "undo", of=at.table.version).sentence) == "That cannot be undone."


def test_everybody_takes_back_and_does_again_by_the_numbers_that_all_know(at: At) -> None:
    at.did("ana", "start")
    at.did("ben", "play:guess", number=1)
    at.did("ben", "play:guess", number=2)
    at.did("cleo", "play:away", seat=DOV)
    last = at.table.version
    assert at.table.known == last - 1
    for device in ("cleo", "ben"):
        assert isinstance(at.cannot(device, "undo", of=last - 2), Stale)
        at.did(device, "undo", of=last - 1)
        assert isinstance(at.cannot(device, "redo", of=last), Stale)
        at.did(device, "redo", of=last - 1)
