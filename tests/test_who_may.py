"""Who may do what, and when: one table, typed by hand from what a table of friends would expect, never from the code.

Ana hosts on a laptop with a seat. Ben has a phone and passes it round for Dov. Cleo and Eve have phones of their own.
A letter is somebody with a browser: `H` Ana, `B` Ben with his phone in his own hands, `D` Dov while he holds it, `C`
Cleo, `S` a stranger with the table's code, who watches, `N` somebody who hosts a table next door. A wall is a browser
that presses nothing: it is among the pages. In each column stand those who may; for everybody else the move is refused
in words, and the table stays as it is. A move or a page that is missing here fails.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.game import Game
from companion.games import GAMES, example
from companion.moves import TABLE_MOVES
from companion.store import Entry
from tests.evenings import House, Visitor, asked, ended, evening, fixed_chance, seat
from tests.games import OTHER, named, promises

STAGES = ("lobby", "setup", "play", "over", "held")
EVERYBODY = "HBDCSN"
SEATED = "HBDC"

Form = Callable[["Scene", str], dict[str, Any]]


class May(NamedTuple):
    """A move with what is sent, and who may make it in each stage."""

    form: Form
    lobby: str = ""
    setup: str = ""
    play: str = ""
    over: str = ""
    held: str = ""


def always(form: Form, who: str) -> May:
    return May(form, who, who, who, who, who)


def nothing(scene: Scene, who: str) -> dict[str, Any]:
    return {}


def eve(scene: Scene, who: str) -> dict[str, Any]:
    """Eve's seat: somebody else's for all of them."""
    return {"seat": scene.number("Eve")}


def round_the_other_way(scene: Scene, who: str) -> dict[str, Any]:
    """Everybody, anticlockwise."""
    numbers = [seat.number for seat in scene.at.table.seats]
    return {f"place-{number}": str(len(numbers) - n) for n, number in enumerate(numbers)}


def own(scene: Scene, who: str) -> dict[str, Any]:
    """One's own seat; who has none means Eve's."""
    return {"seat": scene.number({"H": "Ana", "B": "Ben", "D": "Dov", "C": "Cleo"}.get(who, "Eve"))}


def dov(scene: Scene, who: str) -> dict[str, Any]:
    return {"seat": scene.number("Dov")}


def first_step(scene: Scene, who: str) -> dict[str, Any]:
    return {"step": "pebbles"}


def draw(scene: Scene, who: str) -> dict[str, Any]:
    return {"step": "bag", "by": "app"}


def of(which: str) -> Form:
    def last(scene: Scene, who: str) -> dict[str, Any]:
        play = scene.at.table.play
        past = () if play is None else ((play.now,) if which == "undo" else play.undone[:1])
        return {"of": past[0].move if past else 0}

    return last


def at_the_door(scene: Scene, who: str) -> dict[str, Any]:
    return {"ask": scene.ask}


def with_name(form: Form) -> Form:
    return lambda scene, who: {**form(scene, who), "name": "Finn"}


def fixed(**fields: object) -> Form:
    return lambda scene, who: fields


# What hosts do: set up, start, end, let in, take in, move, remove, reopen. What players do: their seat, choices that
# all see, the steps of the set-up, taking back. Whoever has no seat looks.
TABLE = {
    "open": [always(nothing, "")],
    "arrive": [always(nothing, "")],
    "came-in": [always(nothing, "")],
    "opened": [always(nothing, "")],
    "read": [always(nothing, "")],
    "hosting-ticket": [always(nothing, "")],
    "sit": [May(fixed(name="Finn"), lobby="SN", setup="SN")],
    "add": [May(fixed(name="Finn"), lobby=SEATED, setup=SEATED, play="H", over="H", held="H")],
    "rename": [always(with_name(own), SEATED), always(with_name(eve), "H")],
    "remove": [May(own, lobby=SEATED, setup=SEATED), May(eve, lobby="H", setup="H")],
    "sit-out": [
        always(lambda scene, who: {**own(scene, who), "out": "true"}, SEATED),
        always(lambda scene, who: {**eve(scene, who), "out": "true"}, "H"),
    ],
    "shift": [always(eve, "")],  # of older evenings
    "arrange": [always(round_the_other_way, "H")],
    "ticket": [always(own, SEATED), always(eve, "H")],
    "carry": [always(eve, "H")],
    "hand": [always(dov, "BD")],
    "hand-back": [always(nothing, "D")],
    "word": [always(fixed(word="4072"), "BD")],
    "unlock": [always(fixed(word="4072"), "")],  # nothing is closed here
    "lift-word": [always(dov, "H")],
    "look": [always(nothing, "")],  # Ben's phone was in no other hands; once it was, he may: see test_holds
    "reopen": [always(dov, "H")],
    "hand-over": [always(eve, "H")],
    "claim": [always(eve, SEATED)],
    "door": [always(fixed(open="false"), "H")],
    "let-in": [May(at_the_door, play="H", over="H", held="H")],
    "turn-away": [May(at_the_door, play="H", over="H", held="H")],
    "turn-all-away": [May(nothing, play="H", over="H", held="H")],
    "choose": [always(fixed(game=OTHER.key), "H")],
    "decide": [May(fixed(key="rounds", value="5"), lobby=SEATED, setup=SEATED)],
    "set-up": [May(nothing, lobby="H", setup="H")],
    "lobby": [always(nothing, "H")],
    "draw": [May(draw, setup=SEATED)],
    "draw-all": [May(nothing, setup=SEATED)],
    "tick": [May(first_step, setup=SEATED)],
    "tick-all": [May(nothing, setup=SEATED)],
    "share-out": [May(fixed(on="true"), setup=SEATED)],
    "start": [always(nothing, "H")],
    "again": [May(nothing, play="H", over="H", held="H")],
    "undo": [May(of("undo"), play=SEATED)],
    "redo": [May(of("redo"), play=SEATED)],
}

ASIDE = {
    "put-away": "HBCSN",  # what one's own device shows; never while it is passed round
    "ask-no-more": EVERYBODY,
    "message": SEATED,
    "wifi": "H",
    "forget": "H",
}
"""What is posted at a running table and is no move: who gets more than a refusal."""

PAGES = {
    "/t/{}": EVERYBODY,
    "/t/{}/panel": EVERYBODY,
    "/t/{}/wall": EVERYBODY,
    "/t/{}/wall/panel": EVERYBODY,
    "/t/{}/invite": EVERYBODY,
    "/t/{}/paper": EVERYBODY,
    "/t/{}/sheet": EVERYBODY,
    "/t/{}/tent": EVERYBODY,
    "/t/{}/evening": EVERYBODY,
    "/t/{}/evening.csv": EVERYBODY,
    "/t/{}/evening.svg": EVERYBODY,
    "/t/{}/scores": EVERYBODY,
    "/t/{}/scores.csv": EVERYBODY,
    "/t/{}/practice": "",  # this is no practice game
    "/t/{}/practice/phone": "",
    "/j/{}": "SN",  # whoever has a seat is led to it
}
"""Every page of a running table: who is shown it. They show each visitor what that one may see, see test_secrecy."""

PLAYERS, HOST = "HBDC", "H"
TABLE_ENDS_A_PHASE = {"choose", "set-up", "lobby", "start", "again", "undo", "redo"}
"""After which moves of the table the buttons drawn before are old."""
GOES_STALE = TABLE_ENDS_A_PHASE | {"decide"}
"""The buttons that are old after these: all others are about people, or ask by themselves what they were drawn for."""
NEEDS_NO_SEAT = {"open", "sit", "arrive", "came-in", "hosting-ticket"}
HOSTS_ALONE = {
    "shift", "arrange", "carry", "reopen", "lift-word", "hand-over", "door", "turn-away",
    "turn-all-away", "choose", "set-up", "lobby", "start", "again",
}  # fmt: skip
IN_ANY_HANDS = {"sit", "arrive", "came-in", "hand", "hand-back"}
"""What whoever has a device may press though it changed hands since: it says nothing in anybody's name."""
ONES_OWN = {
    "ticket", "arrive", "came-in", "hand", "hand-back", "opened", "read", "look", "word", "unlock", "claim", "let-in",
    "hosting-ticket",
}  # fmt: skip
"""By which people get at what is theirs, or say what only they may: no limit that others can fill stands before it."""


class Scene:
    """The table of the first lines in one of its stages, put back as it was after each move."""

    def __init__(self, house: House, stage: str, *, handed: bool = False, key: str = "example") -> None:
        self.house = house
        game = named(key)
        self.at = at = evening(house, game, 1, 4)
        assert at.passed == "Dov"
        if game.players[1] > 4:
            seat(at, "Eve")
        self.stage = stage
        stranger, neighbour, self.asker = (Visitor(house, name) for name in ("stranger", "neighbour", "asker"))
        for who in (stranger, neighbour, self.asker):
            who.get("/")
        next_door = neighbour.post("/open", game=OTHER.key).headers["Location"].rpartition("/")[2]
        neighbour.post(f"/j/{next_door}", name="Cleo")
        self.browsers = {"H": at.host, "B": at.people["Ben"], "D": at.people["Ben"], "C": at.people["Cleo"]}
        self.browsers |= {"S": stranger, "N": neighbour}
        self.ask = ""
        self._bring_to(stage)
        if handed:
            at.did(at.people["Ben"], "hand", seat=self.number("Dov"))
        self._entries = house.keeper.store.read(at.code)

    def number(self, name: str) -> int:
        return next(seat.number for seat in self.at.table.seats if seat.name == name)

    def may(self, who: str, kind: str, form: Form) -> bool:
        """Whether that move is made; then all is put back. Fails where it is refused in any other way than in words."""
        before = self.at.table
        answer = self.at.move(self.browsers[who], kind, **form(self, who))
        after = self.at.table
        if after.version == before.version:
            assert answer.status_code in (403, 404, 409, 422, 429), (who, kind, answer.status_code)
            assert after == before, (who, kind)
            return False
        assert answer.status_code == 303, (who, kind, answer.status_code)
        self.put_back()
        return True

    def _bring_to(self, stage: str) -> None:
        at = self.at
        if stage == "setup":
            at.did(at.host, "set-up")
        if stage in ("play", "over", "held"):
            at.start()
            self.ask = asked(at, self.asker, "Finn")
        if stage == "play" and at.game is example.GAME:  # something to take back, and something to do again
            at.did(at.host, "play/guess", number=1)
            at.did(at.people["Cleo"], "play/guess", number=1)
            play = at.table.play
            assert play is not None
            at.did(at.host, "undo", of=play.now.move)
        if stage == "over":
            ended(at)
        if stage == "held":
            self._hold()
        seen = "held" if at.table.play is not None and at.table.play.held else at.table.stage
        assert (seen if at.table.result() is None else "over") == stage

    def _hold(self) -> None:
        """Begun with an edition of the game that this app does not know."""
        entries = self.house.keeper.store.read(self.at.code)
        older = [replace(e, data='{"edition": 999, "luck": true}') if e.kind == "start" else e for e in entries]
        self._bring(older)

    def put_back(self) -> None:
        self._bring(self._entries)

    def _bring(self, entries: list[Entry]) -> None:
        """In the log and in memory."""
        store = self.house.keeper.store
        store.forget(self.at.code)
        self.house.keeper._at_hand.pop(self.at.code, None)
        store.bring(self.at.code, entries)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 7)
    return House(tmp_path)


def test_no_move_of_the_table_is_missing_here() -> None:
    assert set(TABLE) == set(TABLE_MOVES)


@pytest.mark.parametrize("handed", [False, True], ids=["", "handed"])
@pytest.mark.parametrize("stage", STAGES)
def test_each_move_of_the_table_is_theirs_alone_who_may_make_it(house: House, stage: str, handed: bool) -> None:
    scene = Scene(house, stage, handed=handed)
    around = "D" if handed else "HBCSN"
    wrong = []
    for kind, rows in TABLE.items():
        for n, row in enumerate(rows):
            may = "".join(who for who in around if scene.may(who, kind, row.form))
            wanted = "".join(who for who in around if who in getattr(row, stage))
            wrong += [f"{kind} ({n}): {may or 'nobody'} may, {wanted or 'nobody'} should"] * (may != wanted)
    assert not wrong, "\n".join(wrong)


def test_no_move_of_a_game_is_missing_here() -> None:
    for game in GAMES:
        assert set(game.moves) == promises(game.key).PLAYERS_MAY | promises(game.key).HOSTS_MAY, game.key


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_each_move_of_a_game_is_theirs_alone_who_play_it(house: House, key: str) -> None:
    """Pressed without a word of what is chosen: who may not is sent away as such, who may is asked for more at most."""
    wrong = []
    for handed in (False, True):
        scene = Scene(house, "play", handed=handed, key=key)
        for kind in scene.at.game.moves:
            who_may = HOST if kind in promises(key).HOSTS_MAY else PLAYERS
            for who in "D" if handed else "HBCSN":
                answer = scene.at.move(scene.browsers[who], f"play/{kind}")
                if (answer.status_code != 403) != (who in who_may):
                    wrong.append(f"{kind}: {who} was answered {answer.status_code}")
                scene.put_back()
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("kind", ASIDE)
def test_what_is_no_move_is_theirs_alone_who_may_do_it(house: House, kind: str) -> None:
    form = {"key": "pebbles-1", "network": "Table", "up_to": "1"}
    got = ""
    for handed in (False, True):
        scene = Scene(house, "play", handed=handed)
        for who in "D" if handed else "HBCSN":
            hold = scene.at.hold(scene.browsers[who])
            answer = scene.browsers[who].post(f"/t/{scene.at.code}/{kind}", **form, hold=hold)
            assert answer.status_code in (200, 303, 403, 409, 422), who
            got += who * (answer.status_code in (200, 303))
            scene.put_back()
    assert set(got) == set(ASIDE[kind])


def test_who_asks_to_be_let_in_has_no_seat_and_the_door_is_shut(house: House) -> None:
    for stage, who_may in (("lobby", ""), ("setup", ""), ("play", "SN"), ("over", "SN"), ("held", "SN")):
        scene = Scene(house, stage)
        code = scene.at.code
        asked = [who for who in "HBCSN" if scene.browsers[who].post(f"/t/{code}/ask", name=who).status_code == 303]
        assert "".join(asked) == who_may, stage


def test_no_page_and_nothing_that_is_posted_at_a_table_is_missing_here(house: House) -> None:
    rules = [rule for rule in house.app.url_map.iter_rules() if "<code>" in rule.rule]
    pages = {rule.rule.replace("<code>", "{}") for rule in rules if "GET" in (rule.methods or ())}
    assert pages == {*PAGES, "/t/{}/live"}
    posted = {rule.rule for rule in rules if "POST" in (rule.methods or ())}
    assert posted == {
        *(f"/t/<code>/{kind}" for kind in ASIDE),
        *("/t/<code>/ask", "/t/<code>/<path:kind>", "/j/<code>", "/t/<code>/practice"),
    }


@pytest.mark.parametrize("page", PAGES)
def test_each_page_is_shown_to_those_it_is_for(house: House, page: str) -> None:
    shown = ""
    for handed in (False, True):
        scene = Scene(house, "play", handed=handed)
        for who in "D" if handed else "HBCSN":
            answer = scene.browsers[who].get(page.format(scene.at.code))
            assert answer.status_code in (200, 303, 404), who
            shown += who * (answer.status_code == 200)
    assert set(shown) == set(PAGES[page])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_score_sheet_is_there_where_points_are_counted(house: House, game: Game) -> None:
    scene = Scene(house, "play", key=game.key)
    for page in ("scores", "scores.csv"):
        answer = scene.at.host.get(f"/t/{scene.at.code}/{page}")
        assert answer.status_code == (200 if promises(game.key).SCORES else 404), page


# --- taken back, and old buttons -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_cannot_be_taken_back_is_what_was_shown_or_rolled(game: Game) -> None:
    assert {kind for kind, move in game.moves.items() if not move.undoable} == promises(game.key).NEVER_TAKEN_BACK


def test_a_start_cannot_be_taken_back() -> None:
    assert {kind for kind, (move, _) in TABLE_MOVES.items() if not move.undoable} == {"start"}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_after_these_moves_of_a_game_older_buttons_are_old(game: Game) -> None:
    assert {kind for kind, move in game.moves.items() if move.moves_phase} == promises(game.key).ENDS_A_PHASE


def test_after_these_moves_of_the_table_older_buttons_are_old() -> None:
    assert {kind for kind, (move, _) in TABLE_MOVES.items() if move.moves_phase} == TABLE_ENDS_A_PHASE


def test_these_buttons_of_the_table_are_old_after_them_and_no_others() -> None:
    assert {kind for kind, (move, _) in TABLE_MOVES.items() if move.bound_to_phase} == GOES_STALE


def test_each_move_of_the_table_says_whose_it_is_and_what_it_counts_as() -> None:
    every = {kind: move for kind, (move, _) in TABLE_MOVES.items()}
    assert {kind for kind, move in every.items() if move.who == "anyone"} == NEEDS_NO_SEAT
    assert {kind for kind, move in every.items() if move.who == "host"} == HOSTS_ALONE
    assert {kind for kind, move in every.items() if move.who == "player"} == every.keys() - NEEDS_NO_SEAT - HOSTS_ALONE
    assert {kind for kind, move in every.items() if not move.bound_to_hold} == IN_ANY_HANDS
    assert {kind for kind, move in every.items() if move.of_own} == ONES_OWN
    assert {kind for kind, move in every.items() if move.of_game} == {"undo", "redo"}
    assert {kind for kind, move in every.items() if move.secret} == {"word", "unlock"}
