"""A practice game plays itself, one ordinary move at a time; only whoever tries it out sees its phones; nothing of it
stays."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.chance import Chance
from companion.fold import replay
from companion.forms import forms_of
from companion.game import Game, Viewer, left_to_the_buttons
from companion.games import GAMES
from companion.keeper import PRACTICE_LEFT
from companion.secrecy import phones_watched, seen_by
from companion.store import Entry
from companion.table import Table
from tests.evenings import Evening, House, Visitor, evening, seat
from tests.games import promises
from tests.poison import poisoned

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
HANDED = re.compile(
    r"\b(?:[Pp]ass(?:ed)?|[Hh]and(?:ed)?|[Gg]ive) (?:this|the|it|back|on|round)\b[^<>]*\b(?:phone|device)\b"
    r"|\b(?:[Pp]ass|[Hh]and)(?:ed)? (?:this|it|back|on|to)\b"
)
"""What a sentence has by which a phone goes to somebody else."""


def handing_on(page: str) -> list[str]:
    """The sentences of a page by which a phone goes to somebody else."""
    return [text for text in re.findall("[^<>]+", page) if HANDED.search(text)]


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@dataclass
class Practice:
    """A practice game as whoever tries it out has it."""

    house: House
    who: Visitor
    code: str = ""
    pages: list[str] = field(default_factory=list)

    @property
    def table(self) -> Table:
        return self.house.table(self.code)

    def page(self) -> str:
        answer = self.who.get(f"/t/{self.code}/practice")
        assert answer.status_code == 200
        return answer.text

    def next(self, page: str = "") -> int:
        """Press Next on that page, or as it stands; how many moves that made."""
        (form,) = [form for form in forms_of(page or self.page()) if form.kind == "practice"]
        before = self.table.version
        answer = self.who.post(form.action, **dict(form.fixed))
        self.house.now += 2000
        assert answer.status_code in (200, 303)
        return self.table.version - before

    def steps(self, most: int) -> Iterator[int]:
        """Next after Next, until the game is over."""
        for n in range(most):
            page = self.page()
            if not [form for form in forms_of(page) if form.kind == "practice"]:
                return
            assert self.next(page) == 1, self.table.told[-1:]
            yield n

    def phone(self, number: int) -> str:
        answer = self.who.get(f"/t/{self.code}/practice/phone?seat={number}")
        assert answer.status_code == 200
        return answer.text


def practice(house: House, game: Game, who: Visitor | None = None) -> Practice:
    who = who or Visitor(house, "Ana")
    who.get("/")
    answer = who.post("/open", game=game.key, rehearsal="yes")
    assert answer.status_code == 303
    found = re.fullmatch(r"/t/(\w+)/practice", answer.headers["Location"])
    assert found
    return Practice(house, who, found[1])


def until_play(at: Practice) -> Practice:
    for _ in at.steps(60):
        if at.table.play is not None:
            return at
    raise AssertionError("it does not start")


def entries(at: Practice) -> list[Entry]:
    return list(at.house.keeper.store.read(at.code))


# --- it plays ---------------------------------------------------------------------------------------------------------


@EVERY_GAME
def test_next_alone_plays_a_practice_game_from_the_lobby_to_its_result(house: House, game: Game) -> None:
    at = practice(house, game)
    most = promises(game.key).PRACTICE
    assert len(list(at.steps(most))) <= most
    assert at.table.result() is not None
    assert not [form for form in forms_of(at.page()) if form.kind == "practice"], "then there is no Next"
    kinds = [entry.kind for entry in entries(at)]
    assert kinds[0] == "open"
    assert "set-up" in kinds
    assert "start" in kinds
    played = {kind.removeprefix("play:") for kind in kinds if kind.startswith("play:")}
    assert played
    assert played <= set(game.moves), "each step is a move like any other"
    again = replay(at.code, entries(at))
    assert again.result() == at.table.result()
    assert {entry.device for entry in entries(at)} == {seat.device for seat in at.table.seats}, "everybody acted"


@EVERY_GAME
def test_what_a_pretend_player_does_hangs_on_nothing_that_its_phone_may_not_show(house: House, game: Game) -> None:
    at = until_play(practice(house, game))
    tried, state, viewer = 0, None, Viewer()
    for _ in at.steps(60):
        running = at.table.play
        if running is None or at.table.result() is not None:
            break
        for one in at.table.playing:
            viewer, state = Viewer(one.number, at=house.now), running.now.state
            blind = poisoned(state, viewer)
            acts = [
                game.pretends(game.look(each, viewer), viewer, game.messages(each, viewer), Chance([0] * 20))
                for each in (state, blind)
            ]
            assert acts[0] == acts[1]
            tried += acts[0] is not None
    assert tried or game.pretends is left_to_the_buttons


def test_a_button_of_next_pressed_twice_makes_one_step(house: House) -> None:
    at = until_play(practice(house, GAMES[0]))
    page = at.page()
    assert [at.next(page), at.next(page)] == [1, 0]


def test_next_stands_on_the_page_of_the_table_too_and_leads_back_there(house: House) -> None:
    at = practice(house, GAMES[0])
    page = at.who.get(f"/t/{at.code}").text
    (form,) = [form for form in forms_of(page) if form.kind == "practice"]
    answer = at.who.post(form.action, **dict(form.fixed))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{at.code}")
    assert at.table.stage == "setup"


def test_where_no_step_is_left_it_says_why(house: House) -> None:
    game = next(game for game in GAMES if game.players[0] > 2)
    at = practice(house, game)
    for one in at.table.seats[1:]:
        version = str(at.table.drawn_for(at.who.device))
        assert at.who.post(f"/t/{at.code}/remove", seat=one.number, drawn=version).status_code == 303
    at.next()
    (form,) = [form for form in forms_of(at.page()) if form.kind == "practice"]
    answer = at.who.post(form.action, **dict(form.fixed))
    assert answer.status_code == 200
    assert "more to go" in answer.text


@EVERY_GAME
def test_each_phone_shows_what_its_seat_sees_and_a_message_once_it_was_read(house: House, game: Game) -> None:
    at = until_play(practice(house, game))
    for one in at.table.seats:
        told = game.messages(at.table.play.now.state, Viewer(one.number))  # type: ignore[union-attr]
        assert bool(told) is promises(game.key).MESSAGES
        shown = at.phone(one.number)
        assert f'data-me="{one.number}"' in shown
        assert one.name in shown
    for _ in at.table.seats if promises(game.key).MESSAGES else ():
        assert at.next() == 1
    page = at.page()
    names = {one.number: one.name for one in at.table.seats}
    for one in at.table.seats:
        for message in game.messages(at.table.play.now.state, Viewer(one.number)):  # type: ignore[union-attr]
            assert f"read-{one.number}-{message.key}" in page
            text = re.sub(r"<[^>]*>", "", html.unescape(page.partition(f"read-{one.number}-{message.key}")[2]))
            assert message.text.in_words(names=names) in text.partition("Delete")[0]


@EVERY_GAME
def test_nobody_is_told_to_hand_a_phone_to_somebody_pretend(house: House, game: Game) -> None:
    at = practice(house, game)
    told = list[str]()
    for n in at.steps(promises(game.key).PRACTICE):
        if n % 4 == 0 or n < 12:
            pages = [at.who.get(f"/t/{at.code}").text, at.phone(at.table.seats[n % len(at.table.seats)].number)]
            told += [found for page in pages for found in handing_on(page)]
    words = {" ".join(html.unescape(line).split()) for line in told}
    assert not [line for line in words if not line.startswith("No") and "turn" not in line], words


def test_sentences_that_hand_a_phone_on_would_be_noticed() -> None:
    said = ("<b>Pass to Ben</b>", "<button>Pass to Ben</button>", "<p>Done: pass back to Ana</p>")
    assert all(handing_on(one) for one in (*said, "<p>Please pass this device on.</p>", "<b>Pass on to Cleo</b>"))


# --- nobody else ------------------------------------------------------------------------------------------------------


def doors(code: str, seats: int) -> list[tuple[str, str]]:
    """Every way to look at the phones of a table, or to have it go on by itself."""
    phones = [("GET", f"/t/{code}/practice/phone?seat={n}") for n in range(seats + 2)]
    return [("GET", f"/t/{code}/practice"), *phones, ("POST", f"/t/{code}/practice")]


def shut(who: Visitor, table: Table) -> None:
    for method, path in doors(table.code, table.made):
        for headers in ({}, {"HX-Request": "true"}):
            form = {"drawn": str(table.version), "seat": "1"} if method == "POST" else None
            answer = who.open(method, path, form, headers)
            assert answer.status_code == 404, (who.name, path, answer.status_code)


@EVERY_GAME
def test_no_table_with_real_people_is_looked_at_by_anybody_at_any_stage(house: House, game: Game) -> None:
    at = evening(house, game, 1, max(3, game.players[0]))
    stranger = Visitor(house, "a stranger")
    stranger.get("/")

    def tried() -> None:
        before = at.table
        for who in (*at.people.values(), stranger):
            shut(who, before)
            assert phones_watched(before, who.device) == {}
        assert at.table.version == before.version
        assert "practice" not in at.host.get(f"/t/{at.code}").text

    tried()
    at.did(at.host, "set-up")
    tried()
    at.start()
    for kind in promises(game.key).LEADS_TO_SECRETS:
        at.did(at.host, f"play/{kind}")
    tried()


@EVERY_GAME
def test_only_whoever_tries_it_out_sees_the_phones(house: House, game: Game) -> None:
    at = until_play(practice(house, game))
    neighbour = practice(house, game, Visitor(house, "Ana next door")).who
    stranger = Visitor(house, "a stranger")
    stranger.get("/")
    for who in (neighbour, stranger):
        shut(who, at.table)
        for one in at.table.seats:
            seen = seen_by(at.table, who.device)
            assert (seen.me, seen.box, seen.host) == (None, (), False), one.name
    wall = at.who.get(f"/t/{at.code}/wall").text
    assert "practice/phone" not in wall
    assert at.who.get(f"/t/{at.code}/practice/phone?seat=99").status_code == 404
    assert at.who.get(f"/t/{at.code}/practice/phone?seat=pretend").status_code == 404


@EVERY_GAME
def test_nobody_real_gets_a_part_in_a_practice_game(house: House, game: Game) -> None:
    at = practice(house, game)
    eve = Visitor(house, "Eve")
    eve.get(f"/j/{at.code}")
    for _ in range(2):  # before the start, and after
        table = at.table
        drawn = str(table.drawn_for(at.who.device))
        assert eve.post(f"/j/{at.code}", name="Eve").status_code == 403
        assert eve.post(f"/t/{at.code}/sit", name="Eve").status_code == 403
        assert eve.post(f"/j/{at.code}", ticket="ABCDEFGH").status_code == 403
        assert eve.post(f"/t/{at.code}/ask", name="Eve").status_code == 403
        assert house.keeper.live.asks(at.code) == ()
        for kind, form in (
            ("add", {"name": "Eve"}),
            ("ticket", {"seat": 2}),
            ("ticket", {"seat": 1}),
            ("carry", {"seat": 2}),
            ("hand-over", {"seat": 2, "too": "true"}),
            ("claim", {"seat": 2}),
        ):
            assert at.who.post(f"/t/{at.code}/{kind}", drawn=drawn, **form).status_code == 403, kind
        after = at.table
        assert (after.seats, after.hosts, after.tickets) == (table.seats, table.hosts, table.tickets)
        assert phones_watched(after, at.who.device)
        until_play(at)


@EVERY_GAME
def test_a_practice_game_that_got_real_people_is_looked_at_no_more(house: House, game: Game) -> None:
    """As a file that is brought in may say, or a log of before the door was shut."""
    at = practice(house, game)
    eve = Visitor(house, "Eve")
    eve.get("/")
    store, last = house.keeper.store, at.table.version
    came = Entry(last + 1, house.now, eve.device, "sit", '{"name":"Eve"}', (), "")
    store.append(at.code, came)
    assert at.table.own_seat(eve.device) is not None
    for who in (at.who, eve):
        shut(who, at.table)
    assert "practice/phone" not in at.who.get(f"/t/{at.code}").text
    assert not seen_by(at.table, at.who.device).watches


def test_a_second_host_ends_the_looking(house: House) -> None:
    at = practice(house, GAMES[0])
    two = Table(**{**vars(at.table), "hosts": (at.who.device, "f" * 32)})
    assert phones_watched(at.table, at.who.device)
    assert phones_watched(two, at.who.device) == phones_watched(two, "f" * 32) == {}


def test_no_browser_is_ever_the_phone_of_somebody_pretend(house: House) -> None:
    at = practice(house, GAMES[0])
    devices = [one.device for one in at.table.seats if one.pretend]
    assert len(set(devices)) == 3
    assert not [device for device in devices if re.fullmatch("[0-9a-f]{32}", device)], "as those of browsers are"
    for device in devices:
        who = Visitor(house, "Eve")
        who.cookies["companion_device"] = house.app.extensions["signer"].sign(device).decode()
        assert who.device not in devices
        shut(who, at.table)


def test_nothing_on_a_phone_that_is_looked_at_can_be_pressed_or_runs(house: House) -> None:
    at = until_play(practice(house, GAMES[0]))
    answer = at.who.get(f"/t/{at.code}/practice/phone?seat=2")
    assert "<script" not in answer.text
    assert "inert" in answer.text
    policy = answer.headers["Content-Security-Policy"]
    assert "frame-ancestors 'self'" in policy
    assert "script-src" not in policy
    assert "form-action" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in at.who.get(f"/t/{at.code}").headers["Content-Security-Policy"]


# --- nothing stays ----------------------------------------------------------------------------------------------------


def test_no_evening_is_kept_of_a_practice_game_that_was_played_to_its_end(house: House) -> None:
    at = practice(house, GAMES[0])
    list(at.steps(promises(GAMES[0].key).PRACTICE))
    assert at.table.result() is not None
    assert at.who.post(f"/t/{at.code}/lobby", drawn=str(at.table.drawn_for(at.who.device))).status_code == 303
    assert house.keeper.store.evenings(at.who.device) == []
    home = at.who.get("/").text
    assert "Our evenings" not in home
    assert "The same people" not in home


def test_the_next_table_of_a_browser_takes_the_place_of_what_it_practised(house: House) -> None:
    house.budgets.clock = lambda: 0.0
    ana = Visitor(house, "Ana")
    ana.get("/")
    real = ana.post("/open", game=GAMES[0].key).headers["Location"]
    codes = [practice(house, GAMES[0], ana).code for _ in range(12)]
    for _ in range(7):  # as many as there are beside the first
        assert ana.post("/open", game=GAMES[0].key).status_code == 303
    assert [code for code in codes if house.keeper.table(code)] == []
    assert ana.get(real).status_code == 200
    assert ana.post("/open", game=GAMES[0].key).status_code == 429, "the limit of tables is as it was"


def test_a_practice_game_goes_an_hour_after_it_was_left_and_a_table_does_not(house: House) -> None:
    at = practice(house, GAMES[0])
    real: Evening = evening(house, GAMES[0], 1, 1)
    seat(real, "Ben")
    house.now += int(1000 * PRACTICE_LEFT) - 5000
    house.keeper.sweep(30)
    at.page()  # somebody looks
    house.now += int(1000 * PRACTICE_LEFT) - 5000
    house.keeper.sweep(30)
    assert house.keeper.table(at.code) is not None
    house.now += 10_000
    assert house.keeper.sweep(30) == 1
    assert house.keeper.table(at.code) is None
    assert house.keeper.table(real.code) is not None
