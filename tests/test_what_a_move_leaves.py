"""What a move leaves in the table: when it was, who was told what, what nobody may know of, what can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import pytest

from companion.fold import play
from companion.game import Act, Hidden, NotYours, Plan, Player, Result, Stale
from companion.games import example
from companion.games.example.moves import NextRound
from companion.games.example.state import State
from companion.table import Finished, Table
from companion.values import replace
from companion.words import Text, say
from tests.test_fold import ANA, BEN, CLEO, DOV, NOW, At


@pytest.fixture
def at() -> At:
    """Ana hosts; Ben shares his phone with Dov; Cleo has her own. In the bag is dealt."""
    at = At.of_four()
    at.did("ana", "start")
    return at


def now(at: At) -> State:
    assert at.table.play is not None
    state = at.table.play.now.state
    assert isinstance(state, State)
    return state


def guessed(at: At, seat: int) -> int:
    bag = now(at).round
    assert bag is not None
    return bag.ballot.cast[seat].opened()


def played_by(monkeypatch: pytest.MonkeyPatch, **of_game: Any) -> None:
    """In the bag, with something else in it."""
    monkeypatch.setattr("companion.games.GAMES", (replace(example.GAME, **of_game),))


# --- when it was, and the phase ---------------------------------------------------------------------------------------


def test_a_table_knows_when_its_last_move_was_and_when_a_host_made_one(at: At) -> None:
    at.now += 5
    at.did("cleo", "play:away", seat=DOV)
    assert (at.table.at, at.table.hosted_at) == (NOW + 5, NOW)
    at.now += 5
    at.did("ana", "rename", seat=ANA, name="Anabel")
    assert (at.table.at, at.table.hosted_at) == (NOW + 10, NOW + 10)


def test_the_last_guess_ends_the_phase_and_none_before_it(at: At) -> None:
    began = at.table.phase_at
    for device, number in (("ana", 1), ("ben", 2), ("cleo", 3)):
        at.did(device, "play:guess", number=number)
    assert at.table.phase_at == began
    at.did("ben", "hand", seat=DOV)
    at.did("ben", "play:guess", number=4)
    assert at.table.phase_at == at.table.version


def test_old_buttons_about_people_are_good_and_those_of_a_phase_are_old_whatever_they_send(at: At) -> None:
    at.did("cleo", "rename", drawn=1, seat=CLEO, name="Cleopatra")
    no = at.cannot("cleo", "decide", drawn=1)
    assert isinstance(no, Stale), "though nothing was sent with it"


def test_an_old_start_says_who_it_was_for_though_the_phase_moved_too() -> None:
    at = At.of_four()
    then = at.table
    at.did("eve", "sit", name="Eve")
    at.did("ana", "set-up")
    with pytest.raises(Stale) as no:
        play(at.table, "start", {}, "ana", NOW, then.version, drawn=lambda _: then)
    assert str(no.value.sentence) == "That was for: Ana, Ben, Cleo and Dov. Now: Ana, Ben, Cleo, Dov and Eve."


def test_a_start_that_was_drawn_before_there_was_a_table_is_for_who_is_there() -> None:
    at = At.of_four()
    assert play(at.table, "start", {}, "ana", NOW, 0, drawn=lambda _: Table("TABLE"))[1].play is not None


def test_a_button_drawn_nowhere_is_not_of_long_ago() -> None:
    at = At.of_four()
    at.did("ana", "set-up")
    at.table = replace(at.table, version=300)
    assert isinstance(at.cannot("cleo", "tick", drawn=1, step="pebbles"), Stale)
    at.did("cleo", "tick", drawn=0, step="pebbles")


def test_how_long_ago_a_button_was_drawn_is_counted_as_everybody_counts() -> None:
    """Move 250 was Ben's other choice in secret, and the bound of 200 moves would tell of it."""
    at = At.of_four()
    at.did("ana", "set-up")
    table = replace(at.table, version=300, unseen=((250, "ben"),))

    def ticks(device: str, drawn: int) -> Table:
        return play(table, "tick", {"step": "pebbles"}, device, NOW, drawn, drawn=lambda _: table)[1]

    for device in ("cleo", "ben"):
        assert "pebbles" in ticks(device, 99).ticks
        with pytest.raises(Stale):
            ticks(device, 98)


def test_a_practice_game_is_played_as_any_other_game_and_its_door_is_shut() -> None:
    at = At()
    at.table = Table("TABLE")
    at.did("ana", "open", practice=True)
    assert not at.table.door_open
    assert isinstance(at.cannot("eve", "sit", name="Eve"), NotYours)
    at.did("ana", "start")
    assert at.table.play is not None


class AskedNext(NextRound):
    """Another round, asked for by how many there were."""

    bound_to_phase: ClassVar[bool] = False
    undoable: ClassVar[bool] = False

    def about(self, at: Any) -> tuple[object, Text] | None:
        return at.turned_up, say("another round")


def test_a_button_of_a_game_is_for_what_the_game_was_then(monkeypatch: pytest.MonkeyPatch) -> None:
    played_by(
        monkeypatch,
        moves={"next": AskedNext},
        play=lambda state, act: replace(state, turned_up=state.turned_up + 1),
    )
    at = At.of_four()
    lobby = at.table
    at.did("ana", "start")
    then = at.table
    at.did("cleo", "play:next")
    assert at.table.play is not None
    assert not at.table.play.now.undoable, "as its kind says"
    with pytest.raises(Stale, match="Something about this has changed since"):
        play(at.table, "play:next", {}, "ben", NOW, then.version, drawn=lambda _: then)
    play(at.table, "play:next", {}, "ben", NOW, lobby.version, drawn=lambda _: lobby)


# --- what nobody else may know of -------------------------------------------------------------------------------------


def chosen_anew(state: State, act: Act) -> State:
    """Nothing but another secret of whoever acts."""
    assert state.round is not None
    told = {**state.round.told, act.seat: Hidden(7, frozenset({act.seat}))}
    return replace(state, round=replace(state.round, told=told))


def told_anew(state: State, act: Act) -> State:
    act.tell(say("%(player)s did it"))
    return chosen_anew(state, act)


def ended_anew(state: State, act: Act) -> State:
    act.new_phase = True
    return chosen_anew(state, act)


def rolled_anew(state: State, act: Act) -> State:
    act.chance.below(6)
    return chosen_anew(state, act)


@pytest.mark.parametrize(
    ("kind", "does", "unseen"),
    [
        ("away", chosen_anew, True),
        ("away", told_anew, False),
        ("away", ended_anew, False),
        ("away", rolled_anew, False),
        ("next", chosen_anew, False),
    ],
)
def test_a_secret_chosen_anew_is_news_to_nobody_unless_something_of_it_shows(
    at: At, monkeypatch: pytest.MonkeyPatch, kind: str, does: Callable[[State, Act], State], unseen: bool
) -> None:
    played_by(monkeypatch, play=does)
    raw: dict[str, Any] = {"seat": DOV} if kind == "away" else {}
    at.did("cleo", f"play:{kind}", **raw)
    assert at.table.unseen == (((at.table.version, "cleo"),) if unseen else ())


def test_a_choice_given_otherwise_in_secret_is_one_move_less_for_nobody_else(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else who has brought a game to the edge of its limit would see there that somebody chose otherwise."""
    played_by(monkeypatch, play=chosen_anew)
    assert not at.table.the_game.moves["away"].of_own
    used = at.table.of_games
    at.did("cleo", "play:away", seat=DOV)
    assert (at.table.ends_unseen, at.table.of_games, at.table.owns["cleo"]) == (True, used, 1)
    at.table = replace(at.table, owns={"cleo": 5_000})
    assert "too often" in str(at.cannot("cleo", "play:away", seat=DOV).sentence)


def test_each_change_of_a_choice_is_kept_from_the_others(at: At) -> None:
    for number in (1, 2, 3):
        at.did("cleo", "play:guess", number=number)
    last = at.table.version
    assert at.table.unseen == ((last - 1, "cleo"), (last, "cleo"))
    assert guessed(at, CLEO) == 3


def test_who_chooses_anew_has_chosen_so_also_in_what_is_taken_back_and_done_again(at: At) -> None:
    at.did("cleo", "play:away", seat=DOV)
    first = at.table.version
    at.did("ben", "play:guess", number=1)
    at.did("ana", "play:away", seat=DOV)
    second = at.table.version
    at.did("cleo", "play:away", seat=ANA)
    third = at.table.version
    at.did("ana", "undo", of=third)
    at.did("ana", "undo", of=second)
    at.did("ben", "play:guess", number=2)
    assert (guessed(at, BEN), at.table.ends_unseen) == (2, True)
    at.did("ben", "redo", of=second)
    assert guessed(at, BEN) == 2
    at.did("ben", "redo", of=third)
    assert guessed(at, BEN) == 2
    for of in (third, second):
        at.did("ben", "undo", of=of)
        assert guessed(at, BEN) == 2
    assert at.table.play is not None
    assert [one.move for one in at.table.play.undone] == [second, third]
    guess = at.table.play.now
    assert guess.before is not None
    assert guess.before.move == first
    at.did("ben", "play:guess", number=3)
    assert guessed(at, BEN) == 3
    assert at.table.play.now.before.state is guess.before.state, "before he chose there was nothing to choose anew"  # type: ignore[union-attr]


# --- secrets on a phone that is passed round --------------------------------------------------------------------------


def test_what_was_sent_in_secret_is_known_by_device_and_by_kind(at: At) -> None:
    at.did("ben", "play:guess", number=1)
    first = at.table.version
    at.did("cleo", "play:guess", number=1)
    at.did("ben", "word", word="4072")
    assert at.table.pressed == {"ben": {"play:guess": first, "word": first + 2}, "cleo": {"play:guess": first + 1}}
    at.did("ben", "ticket", seat=BEN)
    assert at.table.owns == {"ben": 3, "cleo": 1}


def test_what_one_owner_looks_at_shows_on_no_other_phone_and_outlasts_the_game(at: At) -> None:
    at.did("ana", "add", name="Eve")
    at.did("ana", "hand", seat=5)
    at.did("ana", "hand-back")
    at.did("ben", "hand", seat=DOV)
    at.did("ben", "hand-back")
    at.did("ben", "play:guess", number=1)
    at.did("ben", "look")
    at.did("cleo", "play:guess", number=1)
    assert {device: hold.shows_choice for device, hold in at.table.holds.items()} == {"ana": False, "ben": True}
    at.did("ben", "play:guess", number=2)
    assert {device: hold.shows_choice for device, hold in at.table.holds.items()} == {"ana": False, "ben": False}
    at.did("ben", "look")
    at.did("ana", "lobby")
    assert at.table.play is None


def test_in_older_evenings_whoever_had_a_phone_that_is_not_theirs_was_told_of_without_a_hold(at: At) -> None:
    at.table = replace(at.table, passed_to={"ben": DOV})
    at.did("ben", "play:guess", number=1)
    at.did("ben", "play:guess", number=2)
    assert at.told()[-1] == "Dov gave the choice again, on Ben’s device"


def test_what_a_host_without_a_seat_did_names_nobody_and_what_was_done_on_a_phone_once_passed_round_is_told_there(
    at: At,
) -> None:
    at.did("ana", "lobby")
    at.did("ana", "add", name="Eve")
    at.did("ana", "hand", seat=5)
    at.did("ana", "hand-back")
    at.did("ana", "remove", seat=5)
    at.did("ana", "hand-over", seat=CLEO, too=True)
    assert at.table.notices[-1].device == "", "Eve may still have it"
    at.did("ana", "remove", seat=ANA)
    at.did("ana", "remove", seat=CLEO)
    assert (at.table.notices[-1].seat, at.table.notices[-1].name) == (-1, "")
    assert at.table.belongs("ana"), "who hosts belongs to the table"
    assert not at.table.belongs("eve")


# --- what is wrong with a form of a game ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (-1, "This cannot be below 0."),
        (25, "This cannot be above 24."),
        (13, "There are 12 pebbles at most."),
    ],
)
def test_a_number_that_cannot_be_is_refused_beside_its_field(at: At, number: int, sentence: str) -> None:
    no = at.cannot("cleo", "play:guess", number=number)
    assert (str(no.sentence), no.field) == (sentence, "number")


def test_what_is_no_number_is_said_so_beside_its_field(at: At) -> None:
    no = at.cannot("cleo", "play:guess", number="many")
    assert no.field == "number"
    assert str(no.sentence) not in ("", "That is not one of the choices here.")


# --- what is taken back, and said of it -------------------------------------------------------------------------------


def test_what_is_taken_back_is_said_in_the_words_it_was_told_in(at: At) -> None:
    at.did("ana", "play:away", seat=DOV)
    done, line = at.table.version, at.told()[-1]
    assert line == "Ana went on without a guess of Dov"
    at.did("ben", "undo", of=done)
    assert at.told()[-1] == f"Ben undid: {line}"
    at.did("cleo", "redo", of=done)
    assert at.told()[-1] == f"Cleo redid: {line}"


# --- who starts, and what lies there ----------------------------------------------------------------------------------


def starts(players: Sequence[Player], options: Mapping[str, str], drawn: Mapping[str, str]) -> Plan:
    """The set-up of In the bag, where somebody has to hold it."""
    usual = example.GAME.plan(players, options, drawn)
    pebbles, bag = usual.steps
    assert bag.draw is not None
    note = None if bag.draw.value is None else say("somebody holds it")
    return replace(usual, steps=(pebbles, replace(bag, draw=replace(bag.draw, starts=True), note=note)))


def test_who_starts_is_drawn_and_told_where_nobody_did_and_lies_there_for_a_game_begun_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played_by(monkeypatch, plan=starts)
    at = At.of_four()
    at.table = replace(at.table, drawn={"other": "x"})
    at.did("ana", "start")
    drawn = at.table.drawn["holder"]
    assert (set(at.table.drawn), drawn in "1234") == ({"other", "holder"}, True)
    assert at.told()[-1] == "Drawn: somebody holds it"
    at.did("ana", "start")
    assert at.table.drawn == {"other": "x", "holder": drawn}
    assert at.told()[-1].startswith("Ana restarted "), "it was told before"
    assert now(at).holder == int(drawn)


def test_who_starts_by_place_is_nobody_else_once_they_sit_otherwise_in_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def by_place(players: Sequence[Player], options: Mapping[str, str], drawn: Mapping[str, str]) -> Plan:
        usual = starts(players, options, drawn)
        pebbles, bag = usual.steps
        assert bag.draw is not None
        return replace(usual, steps=(pebbles, replace(bag, draw=replace(bag.draw, placed=True))))

    played_by(monkeypatch, plan=by_place)
    at = At.of_four()
    at.did("ana", "start")
    assert set(at.table.drawn_here) == {"holder"}
    at.did("ana", "arrange", order=[CLEO, BEN, ANA, DOV])
    assert at.table.drawn_here == {}
    at.did("ana", "start")
    assert set(at.table.drawn_here) == {"holder"}


def test_a_draw_that_says_who_starts_is_made_by_the_button_that_finds_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    played_by(monkeypatch, plan=starts)
    at = At.of_four()
    at.did("ana", "set-up")
    at.did("cleo", "draw", step="bag", by="hand", next=True, fields={})
    assert (set(at.table.drawn), at.table.ticks) == ({"holder"}, {}), "seen first"
    at.did("cleo", "draw", step="bag", by="hand", next=True, fields={})
    assert set(at.table.ticks) == {"bag"}


def test_what_lies_there_is_the_last_game_of_the_evening_and_none_while_one_runs(at: At) -> None:
    assert now(at).holder
    over = tuple(Finished(game, (ANA,), None) for game in ("chess", "example"))  # type: ignore[arg-type]
    assert replace(at.table, evening=over).lies == ""
    at.did("ana", "lobby")
    lobby = replace(at.table, broken_off="")
    assert (lobby.lies, replace(lobby, evening=over).lies, replace(lobby, evening=over[:1]).lies) == (
        "", "example", "chess",
    )  # fmt: skip
    assert replace(lobby, evening=over, broken_off="chess").lies == "chess"
    assert replace(lobby, evening=over, deal=0).lies == ""
    assert [player.name for player in lobby.dealt] == ["Ana", "Ben", "Cleo", "Dov"]


def test_a_clock_and_an_end_are_the_games_to_say(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    over = Result(say("It is over."), ())
    played_by(monkeypatch, until=lambda state: 5, result=lambda state: over)
    assert (at.table.until(), at.table.result()) == (5, over)
    assert at.table.play is not None
    held = replace(at.table, play=replace(at.table.play, held=True))
    assert (held.until(), held.result()) == (None, None)


def test_a_seat_counts_as_the_phone_it_was_dealt_in_on_wherever_it_plays_now(at: At) -> None:
    cleo = at.table.seat(CLEO)
    assert cleo is not None
    at.table = at.table.changed(replace(cleo, device="ben", passed=True))
    assert (at.table.phones[CLEO], at.table.phone("ben")) == (CLEO, BEN)
    assert replace(at.table, phones={}, dealt_in=(ANA, BEN, CLEO, DOV)).choosers == {BEN}
