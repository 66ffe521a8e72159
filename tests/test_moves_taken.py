"""Which moves a table takes just now, how many, and what a game's move leaves: by hand, beside what is in test_fold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.doorstep import Ask
from companion.fold import play
from companion.game import Act, NotYours, Refused, Stale
from companion.games import example
from companion.games.example.state import State
from companion.table import Hold, Table
from companion.values import replace
from tests.test_fold import ANA, BEN, CLEO, DOV, NOW, At


@pytest.fixture
def at() -> At:
    """Ana hosts; Ben shares his phone with Dov; Cleo has her own."""
    return At.of_four()


def test_one_device_that_does_not_host_changes_seats_and_set_up_five_hundred_times(at: At) -> None:
    at.table = replace(at.table, asides={"ana": 500, "ben": 500, "cleo": 499})
    no = at.cannot("ben", "rename", seat=BEN, name="Benedict")
    assert str(no.sentence) == (
        "Seats and set-up have been changed too often from this device. Please leave them to the host."
    )
    at.did("cleo", "rename", seat=CLEO, name="Cleopatra")
    at.cannot("cleo", "rename", seat=CLEO, name="Cleo")
    at.did("ana", "rename", seat=ANA, name="Anabel")
    assert at.table.asides == {"ana": 500, "ben": 500, "cleo": 500}, "a host’s are not counted"
    at.did("eve", "sit", name="Eve")
    assert at.table.asides["eve"] == 1


def test_one_device_that_does_not_host_makes_fifteen_hundred_moves_of_a_game(at: At) -> None:
    at.did("ana", "start")
    assert at.table.play is not None
    at.table = replace(at.table, play=replace(at.table.play, by={"ana": 1_500, "ben": 1_500, "cleo": 1_499}))
    no = at.cannot("ben", "play:away", seat=CLEO)
    assert str(no.sentence) == ("This game has seen very many moves from this device. Please leave them to the others.")
    assert at.cannot("ben", "undo", of=1).sentence == no.sentence
    at.did("cleo", "play:away", seat=DOV)
    at.cannot("cleo", "play:away", seat=BEN)
    assert at.table.play is not None
    assert at.table.play.by == {"ana": 1_500, "ben": 1_500, "cleo": 1_500}
    at.did("ana", "play:away", seat=DOV)
    assert at.table.play.by == {"ana": 1_500, "ben": 1_500, "cleo": 1_500}, "a host’s are not counted"
    at.did("ben", "play:guess", number=1)
    assert at.table.owns["ben"] == 1, "a vote is one’s own, and uses up nothing of the game"


def test_what_is_taken_back_and_done_again_counts_as_of_the_game_and_of_the_device(at: At) -> None:
    at.did("ana", "start")
    aside, of_games = at.table.aside, at.table.of_games
    at.did("cleo", "play:away", seat=DOV)
    done = at.table.version
    at.did("cleo", "undo", of=done)
    at.did("cleo", "redo", of=done)
    at.did("cleo", "rename", seat=CLEO, name="Cleopatra")
    assert at.table.play is not None
    assert (at.table.aside, at.table.of_games, at.table.play.by) == (aside + 1, of_games + 3, {"cleo": 3})


@pytest.mark.parametrize(("who", "most"), [("ana", 5_000), ("ben", 4_500)])
def test_a_game_has_five_thousand_moves_and_the_last_tenth_is_the_hosts(at: At, who: str, most: int) -> None:
    at.did("ana", "start")
    assert at.table.play is not None
    running = replace(at.table.play, began=100)
    at.table = replace(at.table, version=100 + most + at.table.aside, play=running)
    assert str(at.cannot(who, "play:away", seat=CLEO).sentence) == (
        "This game has reached its limit. The host can restart it, or stop it."
    )
    at.did(who, "rename", seat=at.named(who.title()), name=who.title(), badge=None)
    at.table = replace(at.table, version=100 + most + at.table.aside - 1)
    at.did(who, "play:away", seat=CLEO)


def test_where_no_game_runs_nothing_is_taken_back_or_done_again(at: At) -> None:
    for kind in ("undo", "redo"):
        assert isinstance(at.cannot("cleo", kind, of=1), Stale)


def test_a_move_that_came_by_no_tap_has_no_receipt(at: At) -> None:
    assert play(at.table, "door", {"open": False}, "ana", NOW, at.table.version)[0].receipt == ""


def test_a_button_of_two_hundred_moves_ago_is_still_read_and_an_older_one_is_old(at: At) -> None:
    at.did("ana", "set-up")
    drawn = at.table.version
    for moves, good in ((200, True), (201, False)):
        at.table = replace(at.table, version=drawn + moves)
        if good:
            at.did("cleo", "tick", drawn=drawn, step="pebbles")
            at.did("cleo", "tick", step="pebbles", done=False)
        else:
            assert isinstance(at.cannot("cleo", "tick", drawn=drawn, step="pebbles"), Stale)


def test_who_hosts_moves_the_game_on_without_being_in_it_and_nobody_else_does(at: At) -> None:
    at.did("ana", "sit-out", seat=ANA, out=True)
    at.did("ana", "start")
    at.did("ana", "add", name="Eve")
    at.did("ana", "ticket", seat=5)
    (ticket,) = at.table.tickets
    at.did("eve", "arrive", ticket=ticket)
    for kind, raw in (("play:away", {"seat": DOV}), ("undo", {"of": 1})):
        no = at.cannot("eve", kind, **raw)
        assert isinstance(no, NotYours)
        assert str(no.sentence) == "Only players can do that."
    at.did("ana", "play:away", seat=DOV)
    at.did("ana", "undo", of=at.table.version)
    at.did("eve", "rename", seat=5, name="Evelyn")


PEOPLE: dict[str, tuple[str, dict[str, Any]]] = {
    "sit": ("eve", {"name": "Eve"}), "add": ("ana", {"name": "Eve"}), "let-in": ("ana", {"ask": "x"}),
    "ticket": ("ana", {"seat": ANA}), "hosting-ticket": ("ana", {}), "arrive": ("eve", {"ticket": "x"}),
    "carry": ("ana", {"seat": BEN}), "hand-over": ("ana", {"seat": BEN}), "claim": ("ana", {"seat": BEN}),
}  # fmt: skip


@pytest.mark.parametrize("kind", PEOPLE)
def test_nobody_comes_to_a_practice_game_by_any_way(kind: str) -> None:
    at = At()
    at.table = Table("TABLE")
    at.did("ana", "open", practice=True)
    device, raw = PEOPLE[kind]
    no = at.cannot(device, kind, **raw)
    assert isinstance(no, NotYours)
    assert str(no.sentence) == "This is a practice game: nobody else can take part in it."


@pytest.mark.parametrize("kind", ["hand", "hand-back"])
def test_whose_word_is_not_typed_yet_may_hand_the_phone_on_and_back(at: At, kind: str) -> None:
    at.did("ben", "word", word="4072")
    at.did("ben", "hand", seat=DOV)
    at.did("ben", "word", word="1111")
    at.did("ben", "hand-back")
    assert at.table.hold("ben").shut
    if kind == "hand-back":
        at.did("ben", "hand", seat=DOV)
        assert at.table.hold("ben").shut
        at.did("ben", "hand-back")
    else:
        at.did("ben", "hand", seat=DOV)
        assert at.table.hold("ben").seat == DOV


# --- what is sent once ------------------------------------------------------------------------------------------------


def test_a_secret_is_sent_once_by_each_button_of_a_phone_that_is_passed_round(at: At) -> None:
    at.did("ana", "start")
    at.did("ben", "hand", seat=DOV)
    drawn, hold = at.table.version, at.table.in_hands("ben")
    at.did("ben", "play:guess", drawn=drawn, hold=hold, number=1)
    for number in (1, 2):
        with pytest.raises(Refused) as no:
            at.did("ben", "play:guess", drawn=drawn, hold=hold, number=number)
        assert isinstance(no.value, Stale)
        assert str(no.value.sentence) == (
            "This button was pressed before, so nothing was done now. To change your answer, choose again."
        )
    at.did("ben", "play:guess", hold=hold, number=2)
    assert at.told()[-1] == "Dov gave the choice again, on Ben’s device"
    at.did("cleo", "play:guess", drawn=drawn, hold="", number=1)
    at.did("cleo", "play:guess", drawn=drawn, hold="", number=2)


def test_what_the_owner_asked_to_see_of_their_own_stays_in_sight_until_they_choose_anew(at: At) -> None:
    at.did("ana", "start")
    at.did("ben", "hand", seat=DOV)
    at.did("ben", "hand-back")
    at.did("ben", "play:guess", number=1)
    at.did("ben", "look")
    assert at.table.holds["ben"].shows_choice
    at.did("cleo", "play:guess", number=3)
    at.did("cleo", "rename", seat=CLEO, name="Cleopatra")
    assert at.table.holds["ben"].shows_choice, "what Cleo chose is not on it"
    at.did("ben", "play:guess", number=2)
    assert not at.table.holds["ben"].shows_choice
    assert at.table.holds["ben"].seat == BEN


# --- what a game’s move leaves ----------------------------------------------------------------------------------------


def played_by(monkeypatch: pytest.MonkeyPatch, play: Callable[[State, Act], State]) -> None:
    """In the bag, with every move doing that."""
    monkeypatch.setattr("companion.games.GAMES", (replace(example.GAME, play=play),))


def test_a_move_that_nobody_is_told_of_is_taken_back_as_the_last_one(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    played_by(monkeypatch, lambda state, act: replace(state, turned_up=state.turned_up + 1))
    at.did("ana", "start")
    at.did("cleo", "play:next")
    done = at.table.version
    at.did("cleo", "undo", of=done)
    assert at.told()[-1] == "Cleo undid: the last move"
    at.did("cleo", "redo", of=done)
    assert at.told()[-1] == "Cleo redid: the last move"


def test_what_is_rolled_stands_and_in_older_evenings_it_could_be_taken_back(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_by(monkeypatch, lambda state, act: replace(state, turned_up=state.turned_up + 1 + act.chance.below(6)))
    at.did("ana", "start")
    for luck, undoable in ((at.table.luck, False), (None, True)):
        at.table = replace(at.table, luck=luck)
        at.did("cleo", "play:next")
        assert at.table.play is not None
        assert at.table.play.now.undoable is undoable


def test_in_older_evenings_a_phone_that_was_back_with_its_owner_told_nothing_of_a_choice_given_again(at: At) -> None:
    at.did("ana", "start")
    for number, told in (("", 0), ("7", 1)):
        at.table = replace(at.table, holds={"ben": Hold(BEN, number)})
        at.did("ben", "play:guess", number=1)
        before = len(at.table.told)
        at.did("ben", "play:guess", number=2)
        assert len(at.table.told) - before == told


def test_a_game_begun_under_other_rules_takes_no_move_and_the_table_goes_on(at: At) -> None:
    at.did("ana", "start")
    at.did("cleo", "play:away", seat=DOV)
    done = at.table.version
    assert at.table.play is not None
    at.table = replace(at.table, play=replace(at.table.play, held=True))
    for kind, raw in (("play:away", {"seat": BEN}), ("play:guess", {"number": 1}), ("play:next", {})):
        assert isinstance(at.cannot("cleo", kind, **raw), Stale), kind
    at.did("cleo", "rename", seat=CLEO, name="Cleopatra")
    at.did("ana", "lobby")
    assert (at.table.play, at.table.evening) == (None, ())
    assert at.table.version == done + 2


def test_one_tap_lets_nobody_in_who_asks_just_now_whatever_its_form_says(at: At) -> None:
    at.did("ana", "start")
    at.asks = (Ask("k1", "eve", "Eve"), Ask("k2", "finn", "Finn"))
    at.did("ana", "turn-all-away", devices=["cleo"])
    assert at.table.turned_away == {"eve", "finn"}
    assert at.told()[-1] == "Ana turned away everybody who asked to be let in"
    assert str(at.cannot("ana", "turn-all-away").sentence) == "Nobody is asking to be let in any more."


def test_nobody_else_makes_a_ticket_for_who_has_a_word_on_a_phone_that_is_passed_round(at: At) -> None:
    at.did("ben", "ticket", seat=DOV)
    at.did("ben", "hand", seat=DOV)
    at.did("ben", "word", word="1111")
    at.did("ben", "hand-back")
    assert str(at.cannot("ben", "ticket", seat=DOV).sentence) == "Only the host or Dov can do that."
    at.did("ana", "ticket", seat=DOV)
