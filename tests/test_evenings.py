"""What is kept of evenings for a host's device: names and results alone, for that device alone, and as long as it
wishes; and the same people as last time at a new table."""

from __future__ import annotations

import hashlib
import io
import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest

from companion.console import read as written
from companion.evenings import changed, from_file, read, sums, to_file
from companion.fold import replay
from companion.game import Game, Refused
from companion.games import GAMES
from companion.store import KeptGame
from companion.table import Table
from tests.evenings import Evening, House, Visitor, ended, fixed_chance, mark_on
from tests.games import OTHER
from tests.test_recorded import RECORDED

HOUR = 3_600_000


def kept(house: House, who: Visitor) -> list[KeptGame]:
    return house.keeper.store.evenings(who.device)


def game(number: int, *people: tuple[str, bool], code: str = "CDFGH", at: int = 0, of: str = OTHER.key) -> KeptGame:
    """A game as it is kept for Ana's device."""
    about = [[name, n, won, None, "own"] for n, (name, won) in enumerate(people)]
    return KeptGame("ana", code, number, at * HOUR, json.dumps({"game": of, "people": about}))


# --- what is kept, and for whom ---------------------------------------------------------------------------------------


def test_names_and_results_are_kept_for_the_hosts_device_and_nothing_else(house: House, at: Evening) -> None:
    at.start()
    assert kept(house, at.host) == []
    ended(at)
    (one,) = kept(house, at.host)
    assert (one.code, one.number, one.at) == (at.code, 1, at.table.at)
    people = {"Ana": "host", "Ben": "own", "Cleo": "own", "Dov": "none"}
    # Ana alone has guessed, so she was nearest in each of three rounds, unless she was right
    points = at.table.result().points  # type: ignore[union-attr]
    seats = [
        [seat.name, seat.badge, seat.name == "Ana", points[seat.number], people[seat.name]] for seat in at.table.seats
    ]
    assert points[1] >= 3 > 0 == points[2]
    assert json.loads(one.data or "") == {"game": "example", "people": seats}
    for name in ("Ben", "Cleo"):
        assert kept(house, at.people[name]) == []


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_who_won_is_kept_as_the_table_says_it_in_every_evening_that_was_recorded(file: Path) -> None:
    code, entries = written(file.read_text("utf-8"))
    table, rows = Table(code), dict[tuple[str, int], KeptGame]()
    for entry in entries:
        before, table = table, replay(code, [entry], table)
        rows |= {(one.device, one.number): one for one in changed(before, table)}
        result = table.result()
        if result is None:
            continue
        (latest,) = read([rows[table.hosts[0], len(table.evening) + 1]])
        assert [person.name for person in latest.people] == [player.name for player in table.players]
        assert {one.name for one in latest.won} == {one.name for one in table.players if one.seat in result.won}
        assert [one.points for one in latest.people] == [result.points.get(one.seat) for one in table.players]


def test_what_is_taken_back_is_not_kept_and_playing_on_changes_nothing(house: House, at: Evening) -> None:
    at.start()
    running, over = at.table, ended(at).table
    (one,) = changed(running, over)
    assert one.data is not None
    (none,) = changed(over, running)
    assert (none.code, none.number, none.data) == (at.code, 1, None)
    at.did(at.host, "again")
    assert changed(over, at.table) == ()


def test_of_a_practice_game_nothing_is_kept(at: Evening) -> None:
    at.start()
    running, over = at.table, ended(at).table
    practice = type(over)(**{**vars(over), "practice": True})
    assert changed(running, practice) == ()


def test_the_second_game_of_an_evening_is_kept_beside_the_first(house: House, at: Evening) -> None:
    ended(at)
    at.did(at.host, "again")
    ended(at)
    assert [one.number for one in kept(house, at.host)] == [2, 1]


def test_a_table_that_its_host_deletes_takes_its_games_along_and_one_that_goes_by_itself_does_not(
    house: House, at: Evening
) -> None:
    ended(at)
    store, rows = house.keeper.store, house.keeper.store.read(at.code)
    for n in range(40):
        store.count_day(n, n + 1)
    assert store.forget(at.code, 30)
    assert len(kept(house, at.host)) == 1
    store.bring(at.code, rows)
    at.host.post(f"/t/{at.code}/forget")
    assert kept(house, at.host) == []


# --- the page ---------------------------------------------------------------------------------------------------------


def test_only_the_device_itself_is_shown_what_is_kept_for_it(house: House, at: Evening) -> None:
    ended(at)
    stranger, new = Visitor(house, "stranger"), Visitor(house, "new")
    stranger.get("/")
    for who, sees in ((at.host, True), (at.people["Ben"], False), (stranger, False), (new, False)):
        for path in ("/evenings", "/evenings.json"):
            assert ("Cleo" in who.get(path).text) == sees, (who.name, path)
    assert "The same people as last time" in at.host.get("/").text
    assert "The same people as last time" not in stranger.get("/").text


def press(who: Visitor, path: str, **form: object) -> str:
    answer = who.post(path, **form)
    assert answer.status_code == 200, answer.status_code
    return answer.text


def test_one_tap_forgets_an_evening_or_all_and_one_more_brings_it_back(house: House, at: Evening) -> None:
    ended(at)
    before = kept(house, at.host)
    for form in ({"code": at.code}, {}):
        page = press(at.host, "/evenings/forget", **form)
        assert "1 game was forgotten." in page
        assert kept(house, at.host) == []
        back = page.partition('name="text" hidden>')[2].partition("</textarea>")[0].replace("&#34;", '"')
        press(at.host, "/evenings/bring", text=back, **{"from": mark_on(page)})
        (one,) = kept(house, at.host)
        assert (one.code, one.number, one.data) == (before[0].code, 1, before[0].data)


def test_a_page_shows_forty_games_leads_to_older_ones_and_adds_all_of_them_up(house: House) -> None:
    """Else one page of two hundred took as long to draw as fifteen others."""
    ana = Visitor(house, "Ana")
    ana.get("/")
    codes = ["CDFGH", "KMNPQ"]
    house.keeper.store.keep_evenings(
        [replace(game(n, ("Ana", True), code=codes[n > 60], at=n), device=ana.device) for n in range(1, 101)]
    )
    ways = {}
    for way in ("/evenings", "/evenings?after=40", "/evenings?after=80", "/evenings?after=nothing"):
        page = ana.get(way).text
        assert '<td class="total">100</td>' in page, "all of them won"
        older = re.findall(r'href="/evenings\?after=(\d+)"', page)
        ways[way.partition("=")[2]] = page.count("Won: "), page.count('name="code"'), older
    assert ways == {"": (40, 1, ["40"]), "40": (40, 1, ["80"]), "80": (20, 1, []), "nothing": (40, 1, ["40"])}


def test_somebody_elses_tap_forgets_nothing_of_mine(house: House, at: Evening) -> None:
    ended(at)
    for form in ({"code": at.code}, {}):
        assert "0 games were forgotten." in press(at.people["Ben"], "/evenings/forget", **form)
    assert len(kept(house, at.host)) == 1


@pytest.mark.parametrize("typed", ["\0", "A\0B", "x", " ", "a" * 300])
def test_a_code_that_is_none_forgets_nothing_and_no_store_is_asked_for_it(
    house: House, at: Evening, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    """PostgreSQL takes no text with such signs, and would be said to be away."""
    ended(at)
    monkeypatch.setattr(house.keeper.store, "forget_evenings", lambda *about: pytest.fail(f"{about} is asked for"))
    assert at.host.post("/evenings/forget", code=typed).status_code == 404


def test_a_file_carries_all_to_another_server_and_twice_is_once(house: House, at: Evening, tmp_path: Path) -> None:
    ended(at)
    file = at.host.get("/evenings.json")
    assert file.headers["Content-Disposition"] == 'attachment; filename="evenings.json"'
    other = House(tmp_path / "other")
    ana = Visitor(other, "Ana")
    ana.get("/")
    for _ in range(2):
        page = sent(ana, file.data)
        assert "1 game was brought in." in page
    (one,) = kept(other, ana)
    assert one.data == kept(house, at.host)[0].data
    assert one.at // 60_000 == kept(house, at.host)[0].at // 60_000
    assert ana.get("/evenings.json").data == file.data


def sent(who: Visitor, raw: bytes, status: int = 200) -> str:
    answer = who.house.app.test_client(use_cookies=False).post(
        "/evenings/bring",
        data={"file": (io.BytesIO(raw), "evenings.json"), "from": mark_on(who.get("/evenings").text)},
        headers={"Cookie": "; ".join(f"{k}={v}" for k, v in who.cookies.items())},
    )
    assert answer.status_code == status
    return answer.get_data(as_text=True)


def test_a_browser_with_several_tokens_brings_its_own_file_in_again(house: House) -> None:
    """Two hundred are kept by each, and as many are its own."""
    ana = Visitor(house, "Ana")
    ana.cookies["companion_device"] = house.app.extensions["signer"].sign("one~two").decode()
    devices = [hashlib.sha256(token).hexdigest()[:32] for token in (b"one", b"two")]
    for device, code, at in ((devices[0], "CDFGH", 2), (devices[1], "KMNPQ", 1)):
        house.keeper.store.keep_evenings(
            [replace(game(n, ("Ana", True), code=code, at=at), device=device) for n in range(1, 151)]
        )
    file = ana.get("/evenings.json").data
    assert len(json.loads(file)["tables"]["CDFGH"]) == 150
    assert len(json.loads(file)["tables"]["KMNPQ"]) == 50, "the latest two hundred"
    ana.post("/evenings/forget")
    assert "200 games were brought in." in sent(ana, file)
    assert ana.get("/evenings.json").data == file


def test_nobody_fills_the_store_with_files_that_no_page_of_ours_sent(house: House, at: Evening) -> None:
    """Nor with many of them: what is kept for one is kept for a thousand days."""
    ana, file = at.host, json.dumps(GOOD)
    assert Visitor(house).post("/evenings/bring", text=file).status_code == 403
    assert ana.post("/evenings/bring", text=file).status_code == 403
    house.budgets.clock = lambda: 10.0**9
    mark = mark_on(ana.get("/evenings").text)
    statuses = [ana.post("/evenings/bring", text=file, **{"from": mark}).status_code for _ in range(21)]
    assert statuses == [200] * 20 + [429]
    assert len(kept(house, ana)) == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_a_name_is_compared_by_is_worked_out_once_however_often_it_stands_in_a_file(
    house: House, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One file of letters that stand for eighteen each held up everybody for nine seconds."""
    worked = Mock(side_effect=unicodedata.normalize)
    monkeypatch.setattr("companion.names.unicodedata.normalize", worked)
    ana = Visitor(house, "Ana")
    ana.get("/")
    people = [[n, n, 0, None, 2] for n in range(8)]
    games = [[n, 29_000_000, game.key, people] for n in range(1, 151)]
    names = ["\ufdfa" * 17 + letter for letter in "abcdefgh"]
    about = {"companion_evenings": 1, "names": names, "tables": {"CDFGH": games}}
    for _ in range(2):
        assert "150 games were brought in." in sent(ana, json.dumps(about, separators=(",", ":")).encode())
        assert ana.get("/evenings").status_code == 200
    assert worked.call_count < 2_000, "without, two hundred thousand"


GAME = [1, 29_000_000, "example", [[0, 0, 1, 12, 0]]]
GOOD = {"companion_evenings": 1, "names": ["Ana", "Ben"], "tables": {"CDFGH": [GAME]}}


def bad(change: Callable[[dict[str, object]], object]) -> str:
    about = json.loads(json.dumps(GOOD))
    change(about)
    return json.dumps(about)


def in_game(at: int, value: object) -> str:
    return bad(lambda about: about["tables"]["CDFGH"][0].__setitem__(at, value))  # type: ignore[index]


def in_person(at: int, value: object) -> str:
    return bad(lambda about: about["tables"]["CDFGH"][0][3][0].__setitem__(at, value))  # type: ignore[index]


def people_in(names: list[str], *people: list[object]) -> str:
    game = [1, 29_000_000, "example", list(people)]
    return json.dumps({"companion_evenings": 1, "names": names, "tables": {"CDFGH": [game]}})


def of_long_names() -> str:
    """Each name once in the file, and once more for each of two hundred games."""
    names = [(letter + chr(0x300) * 4) * 20 for letter in "abcdefgh"]
    people = [[n, n, 0, None, 0] for n in range(8)]
    games = [[n, 29_000_000, "example", people] for n in range(1, 150)]
    return json.dumps({"companion_evenings": 1, "names": names, "tables": {"CDFGH": games}}, separators=(",", ":"))


HOSTILE = {
    "two who host on one phone": people_in(["Ana", "Ben"], [0, 0, 1, 1, 1], [1, 1, 0, 1, 1]),
    "a name that looks like another": people_in(["Ben", "B\u0435n"], [0, 0, 1, 1, 0], [1, 1, 0, 1, 0]),
    "what would be many times as large when it is kept": of_long_names(),
    "nothing": "",
    "no json": "evenings",
    "a list": "[]",
    "deeper than anything": "[" * 20_000,
    "a number of many digits": '{"companion_evenings": ' + "9" * 5_000 + "}",
    "another format": bad(lambda about: about.update(companion_evenings=2)),
    "no games": bad(lambda about: about.update(tables={})),
    "a code that is none": bad(lambda about: about.update(tables={"AAAAA": about["tables"]["CDFGH"]})),  # type: ignore[index]
    "a name that is nobody's": in_person(0, 7),
    "a name from the end": in_person(0, -1),
    "a badge there is not": in_person(1, 8),
    "won twice": in_person(2, 2),
    "points without end": in_person(3, 10**9),
    "points in words": in_person(3, "12"),
    "a phone there is not": in_person(4, 3),
    "a game there is not": in_game(2, "chess"),
    "no people": in_game(3, []),
    "nine people": in_game(3, [[n % 2, n % 8, 0, None, 0] for n in range(9)]),
    "the same person twice": in_game(3, [[0, 0, 0, None, 0], [0, 1, 0, None, 0]]),
    "no number": in_game(0, 0),
    "a time to come": in_game(1, 10**12),
    "a name that is too long": bad(lambda about: about.update(names=["x" * 40, "Ben"])),
    "a name of nothing": bad(lambda about: about.update(names=["\u200b", "Ben"])),
    "a name under a heap of marks": bad(lambda about: about.update(names=["e" + "\u0301" * 9, "Ben"])),
    "what the app calls people": bad(lambda about: about.update(names=["The host", "Ben"])),
    "names without end": bad(lambda about: about.update(names=["Ana"] * 500)),
    "a table with members": bad(lambda about: about.update(tables=[1])),
}


@pytest.mark.parametrize("file", HOSTILE.values(), ids=HOSTILE)
def test_any_other_file_is_refused_in_one_sentence_and_nothing_of_it_is_kept(house: House, file: str) -> None:
    ana = Visitor(house, "Ana")
    ana.get("/")
    assert "That file holds no evenings that this app can read." in sent(ana, file.encode(), 422)
    assert kept(house, ana) == []


def test_the_file_that_the_others_were_made_from_is_good(house: House) -> None:
    ana = Visitor(house, "Ana")
    ana.get("/")
    assert "1 game was brought in." in sent(ana, json.dumps(GOOD).encode())


def test_who_has_no_points_in_a_game_that_counts_some_stands_in_no_row_of_them(house: House) -> None:
    ana = Visitor(house, "Ana")
    ana.get("/")
    two = in_game(3, [[0, 0, 1, 12, 0], [1, 1, 0, None, 0]])
    page = sent(ana, two.encode())
    assert re.findall(r'<bdi translate="no">([^<]+)</bdi></span> <b class="num">([^<]+)<', page) == [("Ana", "12")]
    assert ana.get("/evenings").status_code == 200


def test_one_evening_stands_there_once_also_where_games_at_another_table_came_between(house: House) -> None:
    ana = Visitor(house, "Ana")
    ana.get("/")
    games = [game(1, ("Ana", True), at=1), game(1, ("Ana", True), code="PPPPP", at=2), game(2, ("Ana", True), at=3)]
    page = sent(ana, to_file(read(games)).encode())
    assert re.findall(r'name="code" value="(\w+)"', page) == ["CDFGH", "PPPPP"]


def test_bytes_that_are_no_letters_are_refused_too(house: House) -> None:
    ana = Visitor(house, "Ana")
    ana.get("/")
    assert "That file holds no evenings" in sent(ana, bytes(range(256)), 422)


def test_whatever_somebody_is_called_in_a_file_stays_words(house: House) -> None:
    ana = Visitor(house, "Ana")
    ana.get("/")
    page = sent(ana, json.dumps({**GOOD, "names": ["<b>x</b>", "Ben"]}).encode())
    assert "&lt;b&gt;x&lt;/b&gt;" in page
    assert "<b>x</b>" not in page
    assert "<b>x</b>" not in ana.get("/").text


def test_two_years_of_evenings_for_six_fit_into_one_form() -> None:
    names = ("Anastasia", "Benjamin", "Cleopatra", "Dovydas", "Evangeline", "Finn")
    games = [game(n % 2 + 1, *((name, True) for name in names), code=f"CDF{n // 20}{n % 10}", at=n) for n in range(200)]
    assert len(to_file(read(games)).encode()) < 30_000


def test_more_games_than_are_kept_are_not_brought_in() -> None:
    games = [game(n + 1, ("Ana", True)) for n in range(3)]
    text = to_file(read(games))
    assert len(from_file(text, "ana", (), 3)) == 3
    with pytest.raises(Refused):
        from_file(text, "ana", (), 2)


def test_people_are_one_by_their_name_and_shown_as_they_were_called_last() -> None:
    games = read([game(1, ("Ana", True), ("Ben", False), at=1), game(2, ("ANA", True), ("Ben", True), at=2)])
    assert [(one.name, one.won, one.played) for one in sums(games)] == [("ANA", 2, 2), ("Ben", 1, 2)]


# --- the same people as last time -------------------------------------------------------------------------------------


def again(house: House, at: Evening, title: str = "example") -> str:
    """The host opens a new table for the same people; its code."""
    answer = at.host.post("/open", game=title, people="last")
    return answer.headers["Location"].rpartition("/")[2]


def test_a_new_table_has_the_same_names_badges_and_order(house: House, at: Evening) -> None:
    ended(at)
    code = again(house, at)
    table = house.keeper.table(code)
    assert table is not None
    assert [(seat.name, seat.badge) for seat in table.seats] == [(seat.name, seat.badge) for seat in at.table.seats]
    device = {seat.name: seat.device for seat in table.seats}
    assert device == {"Ana": at.host.device, "Ben": "", "Cleo": "", "Dov": at.host.device}
    assert [seat.name for seat in table.seats if not seat.passed] == ["Ana"]


def test_whoever_comes_by_a_name_that_is_expected_has_that_seat_and_others_have_their_own(
    house: House, at: Evening
) -> None:
    ended(at)
    code = again(house, at)
    ben, eve, thief = Visitor(house, "Ben"), Visitor(house, "Eve"), Visitor(house, "thief")
    for who, name in ((ben, "ben"), (eve, "Eve"), (thief, "Ben")):
        page = who.get(f"/j/{code}").text
        assert "Are you one of them?" in page
        who.post(f"/j/{code}", name=name)
    table = house.keeper.table(code)
    assert table is not None
    seats = {seat.name: (seat.device, seat.expected) for seat in table.seats}
    assert seats["Ben"] == (ben.device, False), "the first who comes by it, and nobody after"
    assert seats["Eve"] == (eve.device, False)
    assert seats["Cleo"] == ("", True)
    assert not table.belongs(thief.device)
    assert [seat.name for seat in table.seats][:4] == [seat.name for seat in at.table.seats]


def test_nothing_starts_while_somebody_is_expected_until_they_come_sit_out_or_are_carried(
    house: House, at: Evening
) -> None:
    ended(at)
    code = again(house, at)

    def press(who: Visitor, kind: str, **form: object) -> int:
        table = house.keeper.table(code)
        assert table is not None
        return who.post(f"/t/{code}/{kind}", drawn=str(table.version), **form).status_code

    def number(name: str) -> int:
        table = house.keeper.table(code)
        assert table is not None
        return next(seat.number for seat in table.seats if seat.name == name)

    page = at.host.post(f"/t/{code}/start", drawn="99").text
    assert "Not here yet: Ben and Cleo." in page
    assert press(at.host, "carry", seat=number("Ben")) == 303
    assert press(at.host, "start") == 422
    assert press(at.host, "sit-out", seat=number("Cleo"), out="true") == 303
    assert press(at.host, "start") == 303
    late = Visitor(house, "Cleo")
    late.get(f"/j/{code}")
    late.post(f"/j/{code}", name="Cleo")
    table = house.keeper.table(code)
    assert table is not None
    assert not table.belongs(late.device), "the door is shut while a game runs"


def test_no_form_says_who_was_there_last_time(house: House) -> None:
    ana = Visitor(house, "Ana")
    ana.get("/")
    code = ana.post("/open", game="example", people='[["Ben",0,"own"]]').headers["Location"].rpartition("/")[2]
    table = house.keeper.table(code)
    assert table is not None
    assert table.seats == ()


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 13)
    return House(tmp_path)
