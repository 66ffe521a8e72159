"""Nobody uses up what belongs to others: the attacks over HTTP, an honest café, and each line to its last one. The
clock stands until a test moves it."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.budgets import MOST_KNOWN, Budgets, Flow, Guesses, Known, Window, one_address
from companion.fold import MOST_ASIDE, MOST_OF_ONE, play, replay
from companion.game import BADGES, Game, Refused, Result
from companion.games import GAMES, example
from companion.table import Finished, Table
from companion.values import replace
from companion.words import say
from tests.evenings import NAMES, Evening, House, Visitor, asked, evening, mark_on
from tests.games import ANY, promises
from tests.telling import table_of

SPENT = "wait a few seconds"


class Café(House):
    """A house whose guests are behind one router, and whose clock for what is spent is the test's."""

    def __init__(self, folder: Path) -> None:
        self.second = 0.0
        self.patient = False
        self.waited: list[float] = []
        super().__init__(folder)

    def sleep(self, seconds: float) -> None:
        """An answer waits; whoever asked is `patient` or not."""
        self.waited.append(seconds)
        self.second += seconds if self.patient else 0

    def start(self) -> None:
        super().start()
        self.budgets.clock = lambda: self.second


class Guest(Visitor):
    """A browser at that address."""

    def __init__(self, house: House, name: str = "", address: str = "192.0.2.7") -> None:
        super().__init__(house, name)
        self.address = address

    def open(self, method: str, path: str, form: object = None, headers: object = None) -> TestResponse:
        at = {"REMOTE_ADDR": self.address}
        sent = {"Sec-Fetch-Site": "same-origin", **(headers or {})}  # type: ignore[dict-item]
        sent |= {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())} if self.cookies else {}
        client = self.house.app.test_client(use_cookies=False)
        answer = client.open(path, method=method, data=form, headers=sent, environ_base=at)
        for line in answer.headers.getlist("Set-Cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def sits(self, code: str, name: str) -> int:
        self.get(f"/j/{code}")
        return self.post(f"/j/{code}", name=name).status_code

    def opens(self) -> TestResponse:
        self.get("/")
        return self.post("/open", game=ANY.key)


@pytest.fixture
def café(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Café]:
    house = Café(tmp_path)
    monkeypatch.setattr("companion.web.guard.time.sleep", house.sleep)
    yield house
    house.keeper.store.close()


@pytest.fixture
def code(café: Café) -> str:
    """Ana's table, hosted from another address."""
    host = Guest(café, "Ana", "198.51.100.1")
    café.host = host  # type: ignore[attr-defined]
    found = host.opens().headers["Location"].rpartition("/")[2]
    assert host.sits(found, "Ana") == 303
    return found


def host_of(café: Café) -> Guest:
    host: Guest = café.host  # type: ignore[attr-defined]
    return host


def pressed(who: Visitor, code: str, kind: str = "tick", **form: object) -> int:
    return who.post(f"/t/{code}/{kind}", drawn="999999", **form).status_code


# --- moves ------------------------------------------------------------------------------------------------------------


def test_a_device_presses_forty_times_at_once_and_then_twice_a_second(café: Café, code: str) -> None:
    ben = Guest(café, "Ben", "203.0.113.9")
    assert ben.sits(code, "Ben") == 303
    done = [pressed(ben, code, "rename", seat=2, name=f"Ben {n}") for n in range(45)]
    assert done == [303] * 39 + [429] * 6, "taking the seat was the first"
    café.second += 1
    assert [pressed(ben, code, "rename", seat=2, name=f"Benno {n}") for n in range(4)] == [303, 303, 429, 429]
    assert pressed(host_of(café), code, "rename", seat=1, name="Anabel") == 303, "nobody pays for what others spent"


def test_what_was_typed_is_there_still_and_the_sentence_says_what_to_do(café: Café, code: str) -> None:
    ben = Guest(café, "Ben")
    assert ben.sits(code, "Ben") == 303
    assert any(pressed(ben, code, "rename", seat=2, name="Ben") != 303 for _ in range(100))
    answer = ben.post(f"/t/{code}/rename", seat=2, name="Benedict the Third", drawn="999999")
    assert answer.status_code == 429
    assert SPENT in answer.text
    assert "Benedict the Third" in answer.text
    panel = ben.open("POST", f"/t/{code}/rename", {"seat": 2, "name": "Benedict"}, {"HX-Request": "true"})
    assert panel.status_code == 429
    assert SPENT in panel.text
    assert "<html" not in panel.text


def test_an_address_of_strangers_presses_four_hundred_times_at_once_and_then_thirty_a_second(
    café: Café, code: str
) -> None:
    def as_somebody_new() -> int:
        return Guest(café).open("POST", f"/t/{code}/rename", {"seat": 1, "name": "x"}).status_code

    assert {as_somebody_new() for _ in range(400)} == {403}
    assert as_somebody_new() == 429, "also where each comes without a cookie"
    café.second += 1
    assert [as_somebody_new() for _ in range(31)] == [403] * 30 + [429]
    other = Guest(café, "Finn", "203.0.113.9")
    assert other.sits(code, "Finn") == 303


def test_what_strangers_spend_at_an_address_is_not_taken_from_those_seated_there(café: Café, code: str) -> None:
    ben = Guest(café, "Ben")
    assert ben.sits(code, "Ben") == 303
    renamed = {"seat": 1, "name": "x"}
    assert any(Guest(café).open("POST", f"/t/{code}/rename", renamed).status_code == 429 for _ in range(1000))
    assert pressed(ben, code, "rename", seat=2, name="Benedict") == 303


def test_what_some_who_are_seated_spend_is_not_taken_from_others_at_their_address() -> None:
    budgets = Budgets(lambda: 0.0)
    pressed = [budgets.move(f"phone {n % 12}", "192.0.2.7", belongs=True) for n in range(600)]
    assert pressed[:400] == [True] * 400
    assert not any(pressed[400:])
    assert budgets.move("a phone that has pressed nothing yet", "192.0.2.7", belongs=True)


def test_a_network_in_ipv6_is_one_address(café: Café, code: str) -> None:
    for n in range(400):
        Guest(café, address=f"2001:db8::{n:x}").open("POST", f"/t/{code}/rename", {"seat": 1, "name": "x"})
    last = Guest(café, address="2001:db8::ffff:1").open("POST", f"/t/{code}/rename", {"seat": 1, "name": "x"})
    assert last.status_code == 429


# --- a café -----------------------------------------------------------------------------------------------------------


def test_in_a_full_cafe_behind_one_router_no_honest_phone_is_refused(café: Café) -> None:
    """30 tables, 180 phones, all joining within a minute; then everybody plays."""
    tables: list[tuple[str, list[Guest]]] = []
    for _ in range(30):
        host = Guest(café)
        tables.append((host.opens().headers["Location"].rpartition("/")[2], [host]))
        café.second += 1
    for name in NAMES:
        for code, phones in tables:
            who = phones[0] if name == "Ana" else Guest(café)
            phones[len(phones) - (name == "Ana") :] = [who]
            café.second += 1 / 6
            assert who.sits(code, name) == 303
    assert [len(café.table(code).seats) for code, _ in tables] == [6] * 30
    for n in range(5):  # all press at the same moment, every two seconds
        café.second += 6
        for code, phones in tables:
            for number, who in enumerate(phones, 1):
                assert pressed(who, code, "rename", seat=number, name=f"{NAMES[number - 1]} {n}") == 303
    assert not café.waited


# --- seats ------------------------------------------------------------------------------------------------------------


def comes_and_leaves(who: Guest, code: str, n: int) -> int:
    seated = len(who.house.table(code).seats)
    status = who.sits(code, f"Guest {n}")
    table = who.house.table(code)
    if len(table.seats) > seated:
        hold = table.in_hands(who.device)
        assert pressed(who, code, "remove", seat=table.seats[-1].number, hold=hold) == 303
    return status


def test_one_device_takes_three_seats_in_ten_minutes_and_one_more_for_a_slip(café: Café, code: str) -> None:
    ben = Guest(café, "Ben")
    assert [comes_and_leaves(ben, code, n) for n in range(6)] == [303] * 4 + [429] * 2
    page = ben.post(f"/j/{code}", name="Benedict")
    assert "ten minutes" in page.text
    assert "Benedict" in page.text
    café.second += 599
    assert comes_and_leaves(ben, code, 7) == 429
    café.second += 2
    assert comes_and_leaves(ben, code, 8) == 303


def test_sitting_and_leaving_with_ever_new_cookies_ends_no_table(café: Café, code: str) -> None:
    done = [comes_and_leaves(Guest(café), code, n) for n in range(120)]
    assert done.count(303) == 17 + 4, "sixteen, one that was free again, and four who may ask the host"
    assert len(café.keeper.live.asks(code)) == 4
    assert café.table(code).version < 60
    assert Guest(café, address="203.0.113.9").sits(code, "Ben") == 303
    café.second += 601
    assert Guest(café).sits(code, "Cleo") == 303


def test_whoever_sits_and_leaves_at_an_address_a_guest_there_is_let_in_by_the_host(café: Café, code: str) -> None:
    """Everybody in a café is at one address. One tap puts away who asks for nothing but trouble."""
    host = host_of(café)
    for n in range(17):
        assert comes_and_leaves(Guest(café), code, n) == 303
    ben = Guest(café, "Ben")
    assert ben.sits(code, "Ben") == 303
    assert "You asked to be let in as Ben. The host can let you in." in unescape(ben.get(f"/t/{code}").text)
    assert [comes_and_leaves(Guest(café), code, n) for n in range(20, 26)] == [303] * 3 + [422] * 3
    elsewhere = Guest(café, "Cleo", "203.0.113.9")
    assert elsewhere.sits(code, "Cleo") == 303
    assert len(café.table(code).seats) == 2, "she sat down; where she is nobody took seats"
    (key,) = [ask.key for ask in café.keeper.live.asks(code) if ask.device == ben.device]
    assert host.post(f"/t/{code}/let-in", ask=key).status_code == 303
    assert [seat.name for seat in café.table(code).seats] == ["Ana", "Cleo", "Ben"]
    assert "Let none of them in" in host.get(f"/t/{code}").text
    assert host.post(f"/t/{code}/turn-all-away").status_code == 303
    assert "asks to be let in" not in host.get(f"/t/{code}").text
    dov = Guest(café, "Dov")
    assert dov.sits(code, "Dov") == 303
    assert [ask.name for ask in café.keeper.live.asks(code) if ask.device == dov.device] == ["Dov"]


def test_strangers_elsewhere_take_no_place_at_the_door_from_a_guest_here(café: Café, code: str) -> None:
    host = host_of(café)
    assert pressed(host, code, "door", open="false") == 303
    asked = []
    for n in range(6):
        who = Guest(café, f"Stranger {n}")
        who.get(f"/j/{code}")
        asked.append(who.post(f"/t/{code}/ask", name=f"Stranger {n}").status_code)
    assert asked == [303] * 4 + [422] * 2
    cleo = Guest(café, "Cleo", "203.0.113.9")
    cleo.get(f"/j/{code}")
    assert cleo.post(f"/t/{code}/ask", name="Cleo").status_code == 303


@pytest.mark.parametrize("kind", ["ask", "ask-no-more", "put-away"])
def test_what_is_no_move_is_counted_too(café: Café, code: str, kind: str) -> None:
    who = Guest(café, "a stranger")
    who.get(f"/j/{code}")
    done = [who.post(f"/t/{code}/{kind}", name="Eve").status_code for _ in range(41)]
    assert done[-1] == 429
    assert 429 not in done[:40]


def test_asking_the_same_again_or_leaving_a_queue_one_is_not_in_draws_no_screen(café: Café, code: str) -> None:
    live = café.keeper.live
    assert pressed(host_of(café), code, "door", open="false") == 303
    who = Guest(café, "Eve")
    who.get(f"/j/{code}")
    listener = live.join(code, "", "a wall", 8)
    listener.wait(0)
    rung = []
    for kind in ("ask-no-more", "ask", "ask", "ask-no-more", "ask-no-more"):
        who.post(f"/t/{code}/{kind}", name="Eve")
        rung.append(listener._rung.locked() is False)
        listener._rung.acquire(blocking=False)
    live.leave(listener)
    assert rung == [False, True, False, True, False]


def test_a_tap_sent_again_and_again_is_one_seat(café: Café, code: str) -> None:
    ben = Guest(café, "Ben")
    ben.get(f"/j/{code}")
    done = [ben.post(f"/j/{code}", name="Ben").status_code for _ in range(6)]
    assert done == [303] * 6
    assert len(café.table(code).seats) == 2


def test_a_host_takes_a_seat_whatever_strangers_at_that_address_took(café: Café) -> None:
    host = Guest(café)
    code = host.opens().headers["Location"].rpartition("/")[2]
    for n in range(30):
        comes_and_leaves(Guest(café), code, n)
    assert Guest(café).sits(code, "Ben") == 422, "the queue of that address is full, too"
    assert host.sits(code, "Ana") == 303


# --- tables -----------------------------------------------------------------------------------------------------------


def test_eight_tables_an_hour_are_opened_by_a_device(café: Café) -> None:
    ana = Guest(café)
    assert [ana.opens().status_code for _ in range(9)] == [303] * 8 + [429]
    assert "tables were opened from here" in ana.opens().text
    assert Guest(café).opens().status_code == 303
    café.second += 3601
    assert ana.opens().status_code == 303


def test_forms_without_our_mark_open_nothing_and_spend_nothing(café: Café) -> None:
    for _ in range(300):
        assert Guest(café).open("POST", "/open", {"game": ANY.key}).status_code == 403
    ana = Guest(café)
    home = ana.get("/")
    assert ana.open("POST", "/open", {"game": ANY.key, "from": "0" * 16}).status_code == 403
    assert ana.open("POST", "/open", {"game": ANY.key, "from": mark_on(home.text)}).status_code == 303


def test_two_hundred_tables_an_hour_are_opened_at_an_address(café: Café) -> None:
    opened = [who.opens().status_code for who in (Guest(café) for _ in range(26)) for _ in range(8)]
    assert opened == [303] * 200 + [429] * 8
    assert Guest(café, address="203.0.113.9").opens().status_code == 303


# --- names ------------------------------------------------------------------------------------------------------------


def test_a_thousand_names_at_once_are_one_sentence(café: Café, code: str) -> None:
    host = host_of(café)
    for most in (9, 1000):
        names = ", ".join(f"N{n}" for n in range(most))
        answer = host.post(f"/t/{code}/add", name=names, drawn="999999")
        assert answer.status_code == 422
        assert "At most 8 names fit at once." in answer.text
    assert len(café.table(code).seats) == 1


# --- codes, tickets ---------------------------------------------------------------------------------------------------


def test_wrong_codes_are_answered_one_at_a_time_each_a_second_later(café: Café) -> None:
    café.patient = True
    assert [Guest(café).get(f"/t/CDFG{letter}").status_code for letter in "CDFGHJKMN"] == [404] * 9
    assert café.waited == [1, 2, 3, 4, 5, 5, 5, 5], "a slip is answered at once"
    café.second += 30
    del café.waited[:]
    assert Guest(café).get("/join?code=CDFGH").status_code == 404
    assert not café.waited, "and forgotten after half a minute"


def test_who_asks_many_at_once_or_hangs_up_finds_out_no_more(café: Café, code: str) -> None:
    """A clock that stands is as many connections at once, none of which waits for its answer."""
    tries = [Guest(café).get(f"/t/{code[:3]}{a}{b}").status_code for a in "CDFGHJKMNPQRTWX3479" for b in "CDFGH"]
    assert tries.count(404) + tries.count(200) <= 5
    assert tries[-1] == 429
    assert Guest(café).get(f"/t/{code}").status_code == 429, "not even the right one tells"
    assert Guest(café).get(f"/join?code={code}").status_code == 429
    café.second += 30
    assert Guest(café).get(f"/t/{code}").status_code == 200


def test_right_codes_are_answered_at_once_whoever_guesses_at_that_address(café: Café, code: str) -> None:
    ben = Guest(café, "Ben")
    assert ben.sits(code, "Ben") == 303
    for n in range(50):
        Guest(café).get(f"/t/CDFG{'CDFGHJKMN'[n % 9]}")
    del café.waited[:]
    assert ben.get(f"/t/{code}/panel").status_code == 200
    assert Guest(café).sits(code, "Cleo") == 303, "where somebody of that table sits, its code is no secret"
    assert host_of(café).get(f"/t/{code}").status_code == 200
    assert not café.waited


def test_a_device_is_told_of_twenty_wrong_codes_a_minute(café: Café) -> None:
    guesser, told = Guest(café), 0
    guesser.get("/")
    for n in range(30):
        guesser.address = f"203.0.113.{n}"  # it moves on from one address to the next
        told += guesser.get("/t/CDFGH").status_code == 404
    assert told == 20
    café.second += 61
    assert guesser.get("/t/CDFGH").status_code == 404


def test_wrong_tickets_wait_as_wrong_codes_do(café: Café, code: str) -> None:
    thief = Guest(café)
    thief.get(f"/j/{code}")
    tried = [thief.post(f"/j/{code}", ticket=f"AAAAAA{n:02}").status_code for n in range(20)]
    assert tried[:4] == [422] * 4
    assert tried[4:] == [429] * 16


def test_not_even_the_right_ticket_tells_who_has_tried_too_many(café: Café, code: str) -> None:
    assert Guest(café).sits(code, "Ben") == 303, "so that the code is no secret at that address"
    assert pressed(host_of(café), code, "ticket", seat=1) == 303
    (ticket,) = café.table(code).tickets
    wrong = "".join("C" if letter != "C" else "D" for letter in ticket)
    thief = Guest(café)
    thief.get(f"/j/{code}")
    tried = [thief.post(f"/j/{code}", ticket=wrong) for _ in range(20)]
    right = thief.post(f"/j/{code}", ticket=ticket)
    assert (right.status_code, len(right.data)) == (429, len(tried[-1].data))
    assert right.text.replace(ticket, wrong) == tried[-1].text
    assert café.table(code).own_seat(thief.device) is None
    café.second += 61
    assert thief.post(f"/j/{code}", ticket=ticket).status_code == 303


def test_every_phone_of_a_deleted_table_learns_so_at_once(café: Café, code: str) -> None:
    phones = [Guest(café, name) for name in NAMES[1:]]
    for who in phones:
        assert who.sits(code, who.name) == 303
    assert pressed(host_of(café), code, "forget") == 303
    for who in phones * 6:
        answer = who.get(f"/t/{code}/panel")
        assert answer.status_code == 404
        assert "its host has deleted it" in answer.text
    assert not café.waited


# --- the moves a table has --------------------------------------------------------------------------------------------


def after_many(at: Evening, kind: str, times: int, **raw: object) -> Table:
    """The table after that many moves of that kind by the host, as if they had been stored."""
    table = at.table
    for n in range(times):
        form = {**raw, "name": f"Ana {n}"} if kind == "rename" else raw
        _, table = play(table, kind, form, at.host.device, at.house.now, table.version)
    return table


@pytest.fixture
def at(tmp_path: Path) -> Evening:
    return evening(House(tmp_path), example.GAME, 1, 4)


def test_moves_about_seats_do_not_end_a_game_nor_a_lobby(at: Evening) -> None:
    ben, now = at.people["Ben"].device, at.house.now
    table = after_many(at, "rename", 4_500, seat=1)
    with pytest.raises(Refused, match="changed too often"):
        play(table, "rename", {"seat": 2, "name": "Benedict"}, ben, now, table.version)
    with pytest.raises(Refused, match="changed too often"):
        play(table, "sit", {"name": "Finn"}, "a stranger", now, table.version)
    _, table = play(table, "rename", {"seat": 1, "name": "Ana"}, at.host.device, now, table.version)
    _, table = play(table, "start", {}, at.host.device, now, table.version)
    _, table = play(table, "hand", {"seat": table.seats[3].number}, ben, now, table.version)
    _, table = play(table, "hand-back", {}, ben, now, table.version)
    assert table.play is not None


def test_however_full_a_table_is_everybody_gets_at_what_is_theirs(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each limit is spent to the last: a phone is still passed round, read on, closed by a word, opened and moved."""
    at.start()
    ben, cleo, dov = at.people["Ben"], at.people["Cleo"], at.table.seats[3].number
    for limit in ("MOST_OF_GAME", "MOST_ASIDE", "MOST_MOVES"):
        monkeypatch.setattr(f"companion.fold.{limit}", 0)
    assert at.move(ben, "play/away", seat=3).status_code == 422
    assert at.move(cleo, "rename", seat=3, name="Clea").status_code == 422
    at.did(ben, "hand", seat=dov)
    assert at.message(ben).status_code == 200
    at.did(ben, "word", word="4072")
    at.did(ben, "hand-back")
    at.did(ben, "hand", seat=dov)
    at.did(ben, "unlock", word="4072")
    at.did(ben, "ticket", seat=dov)
    at.did(ben, "hand-back")
    other = Visitor(at.house, "Dov's own phone")
    other.get(f"/j/{at.code}")
    assert other.post(f"/j/{at.code}", ticket=next(iter(at.table.tickets))).status_code == 303
    at.did(cleo, "claim", seat=3)


def test_no_device_spends_alone_what_a_table_has(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by moving its seat to other browsers either; a host may go on."""
    monkeypatch.setattr("companion.fold.MOST_OF_ONE", 6)
    ben, cleo = at.people["Ben"], at.people["Cleo"]
    while at.table.asides[ben.device] < 6:
        at.did(ben, "sit-out", seat=2, out=str(not at.table.seats[1].out))
    answer = at.move(ben, "sit-out", seat=2, out=str(not at.table.seats[1].out))
    assert answer.status_code == 422
    assert "changed too often from this device" in answer.text
    at.did(ben, "ticket", seat=2)
    other = Visitor(at.house, "Ben's other browser")
    other.get(f"/j/{at.code}")
    assert other.post(f"/j/{at.code}", ticket=next(iter(at.table.tickets))).status_code == 303
    assert at.move(other, "sit-out", seat=2, out=str(not at.table.seats[1].out)).status_code == 422
    at.did(cleo, "sit-out", seat=3, out="true")
    for n in range(20):
        at.did(at.host, "rename", seat=1, name=f"Ana {n}")


@pytest.mark.parametrize("kind", ["sat-out", "came-later"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_who_is_not_in_a_game_makes_no_move_of_it(tmp_path: Path, game: Game, kind: str) -> None:
    """Nothing of what the game knows, nor takes anything back; what concerns no game they still do."""
    least = max(3, game.players[0])
    at = evening(House(tmp_path), game, 1, least, sharing=False)
    eve = Visitor(at.house, "Eve")
    if kind == "sat-out":
        eve.get(f"/j/{at.code}")
        assert eve.post(f"/j/{at.code}", name="Eve").status_code == 303
        at.did(eve, "sit-out", seat=least + 1, out="true")
        at.start()
    else:
        at.start()
        eve.get(f"/t/{at.code}")
        at.did(at.host, "let-in", ask=asked(at, eve, "Eve"))
    before = at.table.play
    for move in [*(f"play/{name}" for name in game.moves), "undo", "redo"]:
        answer = at.move(eve, move)
        assert answer.status_code == 403, move
        assert re.search(r"Only (players|the host) can do that\.", answer.text), move
    assert at.table.play == before
    at.did(eve, "rename", seat=least + 1, name="Eva")
    at.did(eve, "remove", seat=least + 1)


def test_no_device_uses_up_alone_the_moves_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by moving its seat to other browsers either; the others play on, a host too, and a new game has its own."""
    at = table_of(House(tmp_path), monkeypatch)
    monkeypatch.setattr("companion.fold.MOST_OF_GAME_OF_ONE", 4)
    ben, cleo = at.people["Ben"], at.people["Cleo"]
    at.start()

    def talked(who: Visitor) -> int:
        return at.move(who, "play/talk").status_code

    assert [talked(ben) for _ in range(5)] == [303] * 4 + [422]
    assert "very many moves from this device" in at.move(ben, "play/talk").text
    at.did(ben, "ticket", seat=2)
    other = Visitor(at.house, "Ben's other browser")
    other.get(f"/j/{at.code}")
    assert other.post(f"/j/{at.code}", ticket=next(iter(at.table.tickets))).status_code == 303
    assert talked(other) == 422
    assert talked(cleo) == 303
    assert [talked(at.host) for _ in range(12)] == [303] * 12
    at.start()
    assert talked(other) == 303


def test_however_full_a_game_is_everybody_still_votes(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    at.start()
    for limit in ("MOST_OF_GAME", "MOST_OF_GAME_OF_ONE"):
        monkeypatch.setattr(f"companion.fold.{limit}", 0)
    for who in (at.people["Ben"], at.people["Cleo"]):
        at.did(who, "play/guess", number=1)
    assert at.move(at.people["Ben"], "play/away", seat=1).status_code == 422


def test_every_secret_choice_of_a_game_is_ones_own() -> None:
    own = {f"{game.key} {name}" for game in GAMES for name, move in game.moves.items() if move.of_own}
    assert own == {f"{game.key} {name}" for game in GAMES for name in promises(game.key).OF_OWN}


def test_as_many_as_sit_at_a_table_do_not_fill_what_is_there_for_all() -> None:
    assert len(BADGES) * MOST_OF_ONE < 0.9 * MOST_ASIDE


@pytest.mark.parametrize(
    ("stage", "kind", "form"),
    [
        ("lobby", "sit-out", {"seat": 2, "out": "false"}),
        ("setup", "tick", {"step": "pebbles", "done": "false"}),
        ("setup", "share-out", {"on": "false"}),
    ],
)
def test_what_is_so_already_is_no_move_and_answered_as_done(
    at: Evening, stage: str, kind: str, form: dict[str, Any]
) -> None:
    if stage == "setup":
        at.did(at.host, "set-up")
    now = at.table.version
    assert at.move(at.people["Ben"], kind, **form).status_code == 303
    assert at.table.version == now


def test_one_device_hands_round_only_so_often(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.fold.MOST_OWN", 2)
    ben = at.people["Ben"]
    at.start()
    at.did(ben, "hand", seat=4)
    at.did(ben, "hand-back")
    answer = at.move(ben, "hand", seat=4)
    assert answer.status_code == 422
    assert "passed on and moved too often" in answer.text
    at.did(at.people["Cleo"], "ticket", seat=3)


def test_the_last_tenth_of_a_games_moves_is_the_hosts_and_a_new_game_has_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.fold.MOST_OF_GAME", 40)
    at = table_of(House(tmp_path), monkeypatch)
    ben, ana, now = at.people["Ben"].device, at.host.device, at.house.now
    at.start()
    table = at.table

    def talked(table: Table, device: str, times: int) -> Table:
        for _ in range(times):
            _, table = play(table, "play:talk", {}, device, now, table.version)
        return table

    table = talked(table, ben, 36)
    with pytest.raises(Refused, match="The host can restart it"):
        talked(table, ben, 1)
    table = talked(table, ana, 4)
    with pytest.raises(Refused, match="The host can restart it"):
        talked(table, ana, 1)
    _, table = play(table, "start", {}, ana, now, table.version)
    table = talked(table, ben, 1)
    assert table.of_games - table.play.began == 1  # type: ignore[union-attr]


def test_an_evening_has_a_hundred_games_and_one_that_had_more_replays(at: Evening) -> None:
    one = Finished(at.game.key, (1, 2, 3), Result(say("Over."), ()))
    ana, nearly = at.host.device, replace(at.table, evening=(one,) * 99)
    entry, after = play(nearly, "start", {}, ana, 1, nearly.version)
    assert after.play is not None
    full = replace(at.table, evening=(one,) * 100)
    with pytest.raises(Refused) as no:
        play(full, "start", {}, ana, 1, full.version)
    assert str(no.value.sentence) == "This table has reached its limit. Please open a new one."
    assert replay(at.code, [entry], full).play is not None


def test_an_evening_that_was_longer_replays(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(20):
        at.did(at.host, "rename", seat=1, name=f"Ana {n}")
    before = at.table
    monkeypatch.setattr("companion.fold.MOST_ASIDE", 10)
    at.house.restart()
    assert at.table == before


# --- what is remembered -----------------------------------------------------------------------------------------------


def test_however_many_come_only_so_many_are_remembered() -> None:
    budgets = Budgets(lambda: 0.0)
    for n in range(MOST_KNOWN + 100):
        who = f"{n}"
        budgets.move(who, who, belongs=False)
        budgets.sat("CDFGH", who, who)
        budgets.left("CDFGH", who)
        budgets.open(who, who)
        budgets.wrong(who, who)
        budgets.belongs("CDFGH", who)
    kept = [len(known) for known in everything_in(budgets) if isinstance(known, OrderedDict)]
    assert len(kept) >= 10
    assert max(kept) == MOST_KNOWN


def test_who_has_been_quiet_for_longest_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.budgets.MOST_KNOWN", 2)
    known = Known[str, int]()
    for who, about in (("ana", 1), ("ben", 1), ("ana", 2), ("cleo", 1)):
        known[who] = about
    assert dict(known) == {"ana": 2, "cleo": 1}


def everything_in(thing: object) -> Iterator[object]:
    for value in vars(thing).values():
        yield value
        if type(value).__module__ == "companion.budgets" and hasattr(value, "__dict__"):
            yield from everything_in(value)


def test_every_sentence_of_a_refusal_is_one_line() -> None:
    from companion.web import guard

    for name in ("TOO_MUCH_AT_ONCE", "TOO_MANY_TABLES", "TOO_MANY_SEATS", "TOO_MANY_TRIES", "NO_MARK"):
        assert re.fullmatch(r"[A-Z][^\n]{10,140}\.", str(getattr(guard, name)))


def test_every_game_is_played_within_what_a_phone_may_press(tmp_path: Path) -> None:
    for game in GAMES:
        café = Café(tmp_path / game.key)
        table = evening(café, game, 1)
        for _ in table.moments(6):
            café.second += 2
        café.keeper.store.close()


# --- each line by itself ----------------------------------------------------------------------------------------------


def test_what_refills_has_its_burst_at_once_and_then_its_rate_and_never_more() -> None:
    flow = Flow(3, 2)
    for n in range(3):
        assert flow.has("ana", 10.0)
        assert flow.spent("ana", 10.0) == n
        flow.spend("ana", 10.0)
    assert not flow.has("ana", 10.0)
    assert not flow.has("ana", 10.4)
    assert flow.has("ana", 10.5), "two a second"
    assert flow.has("ben", 10.0), "nobody pays for others"
    flow.spend("ana", 10.5)
    assert not flow.has("ana", 10.5)
    assert flow.spent("ana", 12.0) == 0
    assert flow.spent("ana", 99.0) == 0, "what was not used is not saved up"
    for _ in range(3):
        flow.spend("ana", 99.0)
    assert not flow.has("ana", 99.0)


def test_within_any_ten_minutes_there_are_so_many() -> None:
    window = Window(3, 600)
    for second in (0, 100, 200):
        assert window.has("ana", second)
        window.spend("ana", second)
    assert not window.has("ana", 599)
    assert window.has("ben", 599)
    assert window.has("ana", 600)
    window.spend("ana", 600)
    assert not window.has("ana", 699)
    assert window.has("ana", 700)


def test_players_without_a_phone_are_added_eight_in_ten_minutes_by_a_device_and_count_at_its_address() -> None:
    second = Second()
    budgets = Budgets(second)
    assert not budgets.add("CODE", "ana", "here", 9)
    assert budgets.add("CODE", "ana", "here", 6)
    assert not budgets.add("CODE", "ana", "here", 3), "what is refused is not spent"
    assert budgets.add("CODE", "ana", "here", 2)
    assert not budgets.add("CODE", "ana", "elsewhere", 1)
    assert budgets.add("OTHER", "ana", "here", 8)
    assert budgets.has_seats("CODE", "here")
    for n in range(7):
        budgets.sat("CODE", f"guest {n}", "here")
    assert not budgets.add("CODE", "ben", "here", 2)
    assert budgets.add("CODE", "ben", "here", 1)
    assert not budgets.has_seats("CODE", "here"), "eight added and seven seated, and Ben's one"
    second.now = 600
    assert budgets.add("CODE", "ana", "here", 8)


def test_a_seat_that_is_free_again_is_given_back_once_in_that_time() -> None:
    window = Window(2, 600)
    window.give_back("ana", 0)
    for _ in range(2):
        window.spend("ana", 0)
    window.give_back("ana", 10)
    assert window.has("ana", 10)
    window.spend("ana", 10)
    window.give_back("ana", 20)
    assert not window.has("ana", 20), "a second slip is one's own"
    window.spend("ana", 605)
    window.give_back("ana", 609)
    assert not window.has("ana", 609)
    window.give_back("ana", 610)
    assert window.has("ana", 610)


def test_what_others_gave_back_and_what_was_spent_before_is_nothing_to_do_with_it() -> None:
    window = Window(1, 600)
    window.spend("ana", 0)
    window.give_back("ben", 0)
    assert not window.has("ana", 0)
    window.give_back("ana", 601)  # there is nothing lately to give back
    window.spend("ana", 602)
    window.give_back("ana", 603)
    assert window.has("ana", 603)


def test_wrong_ones_wait_for_each_other_each_longer_than_the_one_before() -> None:
    guesses = Guesses()
    assert guesses.wrong("", "here", 0) == 0, "a slip is answered at once"
    assert guesses.wrong("", "here", 0) == 1
    assert guesses.wrong("", "here", 0) == 1 + 2
    assert guesses.open_to("", "here", 0), "two wait"
    assert guesses.wrong("", "here", 0) == 1 + 2 + 3
    assert not guesses.open_to("", "here", 0), "three wait"
    assert guesses.wrong("", "here", 0) is None
    assert guesses.wrong("", "elsewhere", 0) == 0
    assert guesses.open_to("", "here", 1), "the first of them has its answer"
    assert guesses.wrong("", "here", 1) == 5 + 4
    assert guesses.wrong("", "here", 1) is None
    assert guesses.wrong("", "here", 3) == 7 + 5
    assert guesses.wrong("", "here", 6) == 9 + 5, "five seconds are the longest"


def test_six_seconds_after_its_answer_a_wrong_one_is_forgotten() -> None:
    guesses = Guesses()
    assert guesses.wrong("", "here", 0) == 0
    assert guesses.wrong("", "here", 5.9) == 0, "a second within that time counts as less than one whole"
    assert guesses.wrong("", "here", 6.0) == 1
    assert guesses.wrong("", "here", 7.0 + 12.0) == 0


@pytest.mark.parametrize(("later", "waits"), [(6.9, 1), (7.1, 0)])
def test_six_seconds_after_the_answer_to_the_last_of_two_one_is_forgotten(later: float, waits: int) -> None:
    guesses = Guesses()
    assert [guesses.wrong("", "here", 0) for _ in range(2)] == [0, 1]
    assert guesses.wrong("", "here", later) == waits


def test_a_device_has_twenty_a_minute_wherever_it_asks_from() -> None:
    guesses = Guesses()
    for n in range(20):
        assert guesses.wrong("ana", f"address {n}", 0) == 0
    assert not guesses.open_to("ana", "another", 59)
    assert guesses.wrong("ana", "another", 59) is None
    assert guesses.open_to("ben", "another", 59)
    assert guesses.open_to("ana", "another", 60)


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("a" * 65, "a" * 64),
    ],
)
def test_an_address_is_counted_as_that_of_a_household(text: str, counted: str) -> None:
    assert one_address(text) == counted


class Second:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_each_line_has_its_own_number() -> None:
    second = Second()
    budgets = Budgets(second)
    assert [budgets.open("ana", "here") for _ in range(9)] == [True] * 8 + [False]
    assert [budgets.open(f"guest {n}", "here") for n in range(193)] == [True] * 192 + [False]
    assert not budgets.open("ana", "elsewhere")
    second.now = 3600
    assert budgets.open("ana", "here")
    for n in range(3):
        assert budgets.may_sit("CODE", "ana"), n
        budgets.sat("CODE", "ana", "here")
    assert not budgets.may_sit("CODE", "ana")
    assert budgets.may_sit("OTHER", "ana")
    for n in range(13):
        assert budgets.has_seats("CODE", "here"), n
        budgets.sat("CODE", f"guest {n}", "here")
    assert not budgets.has_seats("CODE", "here")
    assert budgets.has_seats("CODE", "elsewhere")
    budgets.left("CODE", "nobody who sat")
    assert not budgets.has_seats("CODE", "here")
    budgets.left("CODE", "guest 1")
    assert budgets.has_seats("CODE", "here")
    budgets.sat("CODE", "another", "here")
    budgets.left("CODE", "guest 1")
    assert not budgets.has_seats("CODE", "here"), "that seat was given back already"


def test_who_has_pressed_little_pays_for_nobody_at_their_address_and_who_has_pressed_much_does() -> None:
    budgets = Budgets(Second())
    assert [budgets.move("ana", "here", belongs=True) for _ in range(41)] == [True] * 40 + [False]
    for n in range(9):
        assert all(budgets.move(f"guest {n}", "here", belongs=True) for _ in range(40)), n
    assert [budgets.move("eve", "here", belongs=True) for _ in range(21)] == [True] * 20 + [False]
    assert [budgets.move("finn", "elsewhere", belongs=True) for _ in range(21)] == [True] * 21
    assert [budgets.move("", "here", belongs=False) for _ in range(401)] == [True] * 400 + [False]
    assert budgets.move("", "elsewhere", belongs=False)


def test_a_code_that_somebody_at_that_address_plays_under_is_looked_up_whoever_guesses_there() -> None:
    budgets = Budgets(Second())
    budgets.belongs("CODE", "here")
    for _ in range(4):
        budgets.wrong("", "here")
    assert budgets.wrong("", "here") is None
    assert budgets.may_look_up("CODE", "", "here")
    assert not budgets.may_look_up("OTHER", "", "here")
    assert not budgets.may_look_up(None, "", "here")
    assert budgets.may_look_up("OTHER", "", "elsewhere")


@pytest.mark.parametrize("belongs", [True, False])
def test_those_at_one_address_who_have_pressed_much_press_thirty_times_a_second(belongs: bool) -> None:
    second = Second()
    budgets = Budgets(second)
    for n in range(400):
        assert budgets.move(f"phone {n % 12}", "here", belongs=belongs)
    second.now = 1
    assert [budgets.move(f"phone {n % 12}", "here", belongs=belongs) for n in range(31)] == [True] * 30 + [False]


def test_seats_taken_count_for_ten_minutes_by_device_and_by_address() -> None:
    second = Second()
    budgets = Budgets(second)
    for n in range(16):
        budgets.sat("CODE", "ana" if n < 3 else f"guest {n}", "here")
    second.now = 599.9
    assert not budgets.may_sit("CODE", "ana")
    assert not budgets.has_seats("CODE", "here")
    second.now = 600
    assert budgets.may_sit("CODE", "ana")
    assert budgets.has_seats("CODE", "here")


def test_a_seat_that_is_free_again_is_given_back_to_whose_device_took_it() -> None:
    budgets = Budgets(Second())
    for _ in range(3):
        budgets.sat("CODE", "ana", "here")
    assert not budgets.may_sit("CODE", "ana")
    budgets.left("CODE", "ana")
    assert budgets.may_sit("CODE", "ana")


def test_a_device_opens_forty_practice_games_an_hour_an_address_four_hundred_and_none_costs_a_table() -> None:
    second = Second()
    budgets = Budgets(second)
    assert [budgets.open("ana", "here", practice=True) for _ in range(41)] == [True] * 40 + [False]
    assert [budgets.open(f"guest {n // 40}", "here", practice=True) for n in range(361)] == [True] * 360 + [False]
    assert budgets.open("ana", "here")
    second.now = 3599.9
    assert not budgets.open("ana", "elsewhere", practice=True)
    assert not budgets.open("finn", "here", practice=True)
    second.now = 3600
    assert budgets.open("ana", "here", practice=True)
