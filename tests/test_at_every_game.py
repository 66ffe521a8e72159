"""What a hostile guest or a curious friend tries, tried at every game by its own pages: nothing here names one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape

from companion.game import Game
from companion.games import GAMES
from companion.reveals import hidden_in
from tests.asking import CHOICES, CLEO, DOV, EVERY_CHOICE, asked_for, under_way
from tests.evenings import Evening, House, Visitor, asked, evening, fixed_chance, strip
from tests.games import named, promises
from tests.running import at_once

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 23)
    return House(tmp_path)


def test_every_move_that_says_a_secret_is_tried() -> None:
    tried = {(choice.split()[0], one.kind.removeprefix("play/")) for choice, one in CHOICES.items()}
    assert tried == {(game.key, kind) for game in GAMES for kind in promises(game.key).SAYS_A_SECRET}


def newcomer(at: Evening, name: str) -> Visitor:
    who = Visitor(at.house, name)
    who.get(f"/t/{at.code}")
    return who


def strips(at: Evening, but: Visitor) -> dict[str, str]:
    """What the strip of notices says on each phone but that of whoever did it, and on the wall."""
    pages = {name: who.get(f"/t/{at.code}").text for name, who in at.people.items() if who is not but}
    pages["the wall"] = at.host.get(f"/t/{at.code}/wall").text
    return {name: strip(text) for name, text in pages.items()}


# --- who comes in -----------------------------------------------------------------------------------------------------


@EVERY_GAME
def test_who_comes_after_the_start_watches_what_the_wall_shows_and_is_let_in_by_the_host_alone(
    house: House, game: Game
) -> None:
    at = evening(house, game, 1, 4)
    at.start()
    eve, friend = newcomer(at, "Eve"), newcomer(at, "Finn")
    key, now = asked(at, eve, "Eve"), at.table.version
    for who in (eve, friend, at.people["Cleo"]):
        assert at.move(who, "let-in", ask=key).status_code in (403, 422)
        assert at.move(who, "door", open="true").status_code == 403
    for kind in game.moves:
        assert at.move(eve, f"play/{kind}").status_code == 403, kind
    assert at.table.version == now
    at.did(at.host, "let-in", ask=key)
    assert at.table.own_seat(eve.device) is not None
    for kind in game.moves:
        assert at.move(eve, f"play/{kind}").status_code == 403, "dealt in with the next game"


# --- what is told -----------------------------------------------------------------------------------------------------


def moved_by_ticket(at: Evening) -> Visitor:
    cleo = at.people["Cleo"]
    at.did(cleo, "ticket", seat=3)
    new = Visitor(at.house, "Cleo's other phone")
    new.get(f"/j/{at.code}")
    assert new.post(f"/j/{at.code}", ticket=next(iter(at.table.tickets))).status_code == 303
    new.get(f"/t/{at.code}")
    at.people["Cleo"] = new
    return new


def taken_in(at: Evening) -> Visitor:
    at.did(at.host, "carry", seat=3)
    return at.host


def hosting_moved(at: Evening) -> Visitor:
    at.did(at.host, "hand-over", seat=2, too="true")
    return at.host


def dealt_anew(at: Evening) -> Visitor:
    at.start()
    return at.host


TOLD = {
    "Cleo moved to another device": moved_by_ticket,
    "Ana moved Cleo to the host’s device": taken_in,
    "Ana made Ben a host": hosting_moved,
    "Ana": dealt_anew,
}


@EVERY_GAME
@pytest.mark.parametrize("sentence", TOLD)
def test_what_is_done_to_a_seat_to_hosting_or_to_the_deal_stands_on_every_screen_until_it_is_put_away(
    house: House, game: Game, sentence: str
) -> None:
    at = evening(house, game, 1, 4)
    at.start()
    by = TOLD[sentence](at)
    told = strips(at, by)
    assert [name for name, words in told.items() if sentence not in words] == []
    for n in range(45):
        at.did(by, "rename", seat=next(seat.number for seat in at.table.seats_of(by.device)), name=f"Zed {n}")
    house.restart()
    after = strips(at, by)
    rest = sentence.partition(" ")[2]  # whoever did it is called Zed now
    assert [name for name, words in after.items() if rest not in words] == []


@EVERY_GAME
def test_the_wall_keeps_the_newest_notice_for_its_game_and_never_for_less_than_two_minutes(
    house: House, game: Game
) -> None:
    """So no host hides what they did behind the start of another game; a phone keeps it until it is put away."""
    other, told = GAMES[GAMES.index(game) - 1], "Ana moved Cleo to the host’s device"
    at = evening(house, game, 1, 4)
    at.start()

    def next_game(key: str) -> None:
        at.did(at.host, "choose", game=key)
        assert told in strips(at, at.host)["the wall"], "nothing has begun yet"
        at.start()

    taken_in(at)
    house.now += 3_600_000
    assert told in strips(at, at.host)["the wall"], "the game it was done in"
    next_game(other.key)
    assert told not in strips(at, at.host)["the wall"]
    assert told in strips(at, at.host)["Ben"]
    at.did(at.host, "ticket", seat=3)
    told = "Ana made a ticket for Cleo’s seat"
    next_game(game.key)
    house.now += 119_999
    page = at.host.get(f"/t/{at.code}/wall").text
    assert told in strip(page)
    house.now += 1
    mark = page.split('data-mark="')[1].partition('"')[0]
    assert at.host.get(f"/t/{at.code}/wall/panel", If_None_Match=mark).status_code == 200, "the screen hears of it"
    assert strips(at, at.host)["the wall"] == ""
    assert told in strips(at, at.host)["Ben"]


@EVERY_GAME
def test_the_ticket_a_player_made_shows_on_no_screen_but_that_players_own(house: House, game: Game) -> None:
    """With it a host would move the seat in that player's name, and count as one phone more."""
    at = evening(house, game, 1, 4)
    at.start()
    eve, cleo = newcomer(at, "Eve"), at.people["Cleo"]
    at.did(at.host, "hand-over", seat=2, too="true")
    at.did(cleo, "ticket", seat=3)
    (cleos,) = at.table.tickets
    drawers = {"Open-Drawers": "people seat-1 seat-2 seat-3 seat-4", "HX-Request": "true"}

    def shows(who: Visitor, way: str) -> bool:
        return cleos in who.open("GET", f"/t/{at.code}{way}", headers=drawers).text

    for way in ("", "/panel"):
        assert {name: shows(who, way) for name, who in at.people.items()} == {"Ana": False, "Ben": False, "Cleo": True}
        assert not shows(eve, way)
    assert not shows(at.host, "/wall")
    at.did(at.host, "ticket", seat=3)
    (anas,) = at.table.tickets
    assert anas in at.host.get(f"/t/{at.code}").text, "a host's own does, who is named for it"


# --- what a shared phone tells ----------------------------------------------------------------------------------------


def as_if_chosen(at: Evening, number: int, form: Mapping[str, object]) -> None:
    """As if another choice had been made in the move of that number."""
    store: Any = at.house.keeper.store
    row = next(entry for entry in store.read(at.code) if entry.number == number)
    data = json.dumps({**json.loads(row.data), **form})
    store._db.execute("UPDATE moves SET data = ? WHERE code = ? AND number = ?", (data, at.code, number))
    at.house.restart()


@EVERY_CHOICE
def test_no_page_of_a_shared_phone_hangs_on_what_was_chosen_on_it_in_whosever_hands_it_is(
    house: House, choice: str
) -> None:
    """Its owner's after hand-back, and the same person's once more, and that of whoever chose it: Back has nothing to
    bring up, since no answer ever held it."""
    at, kind, forms = under_way(house, choice)
    ben = at.people["Ben"]
    at.did(ben, "hand", seat=DOV)
    at.did(ben, kind, **forms[0])
    cast = at.table.version
    name = CHOICES[choice].field
    for whose in ("Dov's", "its owner's", "Dov's once more"):
        if whose == "its owner's":
            at.did(ben, "hand-back")
        elif whose == "Dov's once more":
            at.did(ben, "hand", seat=DOV)
        pages = []
        for form in forms:
            as_if_chosen(at, cast, form)
            pages.append(shows(at, ben))
            state = at.table.play.now.state  # type: ignore[union-attr]
            assert form[name] in [value.opened() for _, value in hidden_in(state) if DOV in value.seats]
        assert all(one == pages[0] for one in pages), whose


def shows(at: Evening, ben: Visitor) -> list[bytes]:
    """What that phone shows, in the hands it is in: no move more is needed to see it."""
    return [ben.get(f"/t/{at.code}{path}").data for path in ("", "/panel", "/wall", "/evening")]


@EVERY_CHOICE
def test_a_choice_and_a_hand_back_in_the_same_instant_are_never_the_owners_choice(house: House, choice: str) -> None:
    at, kind, forms = under_way(house, choice)
    ben, own = at.people["Ben"], 2
    for _ in range(6):
        at.did(ben, "hand", seat=DOV)
        drawn, hold = at.table.version, at.hold(ben)

        def choose(drawn: int = drawn, hold: str | None = hold) -> int:
            return ben.post(f"/t/{at.code}/{kind}", drawn=drawn, hold=hold, **forms[0]).status_code

        got, back = at_once([choose, lambda: at.move(ben, "hand-back").status_code])
        assert (got in (303, 409), back) == (True, 303)
        state = at.table.play.now.state  # type: ignore[union-attr]
        assert not [
            value for _, value in hidden_in(state) if value.seats == {own} and value.opened() in forms[0].values()
        ]
        made = [entry.kind for entry in house.keeper.store.read(at.code, drawn)]
        assert made == ([kind.replace("/", ":"), "hand-back"] if got == 303 else ["hand-back"])


@EVERY_CHOICE
def test_a_word_closes_every_secret_choice_until_it_is_typed(house: House, choice: str) -> None:
    at, kind, forms = under_way(house, choice)
    ben = at.people["Ben"]
    at.did(ben, "hand", seat=DOV)
    at.did(ben, "word", word="4072")
    at.did(ben, "hand-back")
    at.did(ben, "hand", seat=DOV)
    now = at.table.version
    for form in forms:
        answer = at.move(ben, kind, **form)
        assert answer.status_code == 422
        assert "Type your word first." in answer.text
    assert at.table.version == now
    at.did(ben, "unlock", word="4072")
    at.did(ben, kind, **forms[0])


@EVERY_CHOICE
@pytest.mark.parametrize("name", ["Ben", "Cleo"])
def test_no_secret_choice_is_undone_in_silence(house: House, choice: str, name: str) -> None:
    """Else whoever undoes it could give another one in its place as if it were the first. Dov chose on Ben's phone."""
    at, kind, forms = under_way(house, choice)
    ben, who = at.people["Ben"], at.people[name]
    at.did(ben, "hand", seat=DOV)
    at.did(ben, kind, **forms[0])
    at.did(ben, "hand-back")
    now = at.table.version
    assert at.table.play is not None
    answer = at.move(who, "undo", of=at.table.counted(at.table.play.now.move))
    if answer.status_code == 303:
        told = strips(at, who if who is not ben else at.host)
        assert all(f"{name} undid the secret choice of Dov" in said for said in told.values()), told
        assert at.table.play is not None
        again = at.table.counted(at.table.play.undone[0].move)
        at.did(at.host, "redo", of=again)
        told = strips(at, at.host)
        assert all("Ana redid the secret choice of Dov" in said for said in told.values()), told
    else:
        assert (answer.status_code, at.table.version) == (422, now)


def test_some_secret_choice_can_be_undone(house: House) -> None:
    """Else the test above shows nothing."""
    undoable = [
        choice
        for choice, one in CHOICES.items()
        if named(choice.split()[0]).moves[one.kind.removeprefix("play/")].undoable
    ]
    assert undoable


# --- by what a page knows that it was heard ---------------------------------------------------------------------------


def taken(at: Evening, who: Visitor) -> float:
    """By which the page on that device knows that what was pressed there was taken, should its answer be lost."""
    return float(who.get(f"/t/{at.code}/panel").text.split('data-taken="')[1].partition('"')[0])


@EVERY_GAME
def test_a_page_knows_by_its_next_panel_that_what_was_pressed_there_was_taken_and_no_other_page_does(
    house: House, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the move writes a line or, as many do, none."""
    at = evening(house, game, 3, 4)
    did, without_a_line = at.did, set[str]()

    def looked_at(who: Visitor, kind: str, **form: Any) -> None:
        others = [other for other in at.people.values() if other is not who]
        before, was = taken(at, who), [taken(at, other) for other in others]
        lines, hands = at.table.told, at.table.hands
        did(who, kind, **form)
        assert taken(at, who) > before, kind
        if at.table.hands == hands:
            assert [taken(at, other) for other in others] == was, kind
        without_a_line.update([kind] if at.table.told == lines else [])

    monkeypatch.setattr(at, "did", looked_at)
    for _ in at.moments(25):
        pass
    assert without_a_line, "else this shows less than it says"


@EVERY_CHOICE
def test_a_page_knows_that_another_choice_in_secret_was_taken_and_no_other_page_does(house: House, choice: str) -> None:
    at = asked_for(house, choice)
    cleo, kind, forms = at.people["Cleo"], CHOICES[choice].kind, CHOICES[choice].forms(CLEO)
    others = [who for who in at.people.values() if who is not cleo]
    at.did(cleo, kind, **forms[0])
    was = [taken(at, who) for who in others]
    for form in (forms[0], forms[1], forms[0]):
        known = taken(at, cleo)
        at.did(cleo, kind, **form)
        assert taken(at, cleo) > known
        assert [taken(at, who) for who in others] == was


@pytest.mark.parametrize("game", [game for game in GAMES if promises(game.key).MESSAGES], ids=lambda game: game.key)
def test_that_a_message_was_read_says_of_nothing_pressed_before_that_it_was_taken(house: House, game: Game) -> None:
    at = evening(house, game, 1, 4)
    at.start()
    at.did(at.people["Ben"], "hand", seat=DOV)
    for name in ("Cleo", "Ben"):
        known, now = taken(at, at.people[name]), at.table.version
        assert at.message(at.people[name]).status_code == 200
        assert (at.table.version, taken(at, at.people[name])) == (now + 1, known), name


# --- what one device can use up ---------------------------------------------------------------------------------------


@EVERY_GAME
def test_no_device_uses_up_a_game_for_the_others(house: House, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has spent their share of its moves hears so in a sentence; a host and everybody's own votes go on."""
    at = evening(house, game, 1, 4, sharing=False)
    at.start()
    monkeypatch.setattr("companion.fold.MOST_OF_GAME_OF_ONE", 0)
    own, now = promises(game.key).OF_OWN, at.table.version
    for kind in promises(game.key).PLAYERS_MAY - own:
        answer = at.move(at.people["Ben"], f"play/{kind}")
        assert answer.status_code == 422, kind
        assert "very many moves from this device" in answer.text, kind
    for kind in own:
        assert "very many moves" not in at.move(at.people["Ben"], f"play/{kind}").text
    assert "very many moves" not in at.move(at.host, f"play/{min(promises(game.key).PLAYERS_MAY)}").text
    assert at.table.version <= now + 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_from_the_first_step_on_everything_is_drawn_and_read_out_by_one_tap(house: House, game: Game) -> None:
    at = evening(house, game, 1)
    at.did(at.host, "set-up")
    words = "Draw everything, then read it out"
    assert words in at.host.get(f"/t/{at.code}").text
    at.did(at.host, "draw-all")
    assert words not in at.host.get(f"/t/{at.code}").text
    page = at.host.get(f"/t/{at.code}?step=all").text
    for step in at.table.plan().steps:  # type: ignore[union-attr]
        assert escape(str(step.title)) in page
