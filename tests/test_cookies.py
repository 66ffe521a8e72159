"""What a browser is known by: under https a cookie that nobody else can set, a new token with a seat that moves there,
and nothing that it had is lost by either."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from flask import g
from itsdangerous import Signer
from werkzeug.test import TestResponse

from companion.games import example
from companion.network import Address, Reach
from companion.table import Seat, Table
from companion.web import guard
from tests.evenings import Evening, House, Visitor, app_on, evening, seat

SECURE, PLAIN = "__Host-companion_device", "companion_device"


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture
def at(house: House) -> Evening:
    """Ana hosts; Ben shares his phone with Dov; Cleo has her own. All are in a game."""
    table = evening(house, example.GAME, 1, 4)
    table.start()
    return table


def ticket_for(at: Evening, name: str) -> str:
    number = next(seat.number for seat in at.table.seats if seat.name == name)
    at.did(at.host, "ticket", seat=number)
    return list(at.table.tickets)[-1]


def arrives(who: Visitor, at: Evening, ticket: str) -> TestResponse:
    who.get(f"/j/{at.code}")
    return who.post(f"/j/{at.code}", ticket=ticket)


def opened_by(who: Visitor) -> str:
    who.get("/")
    return who.post("/open", game="example").headers["Location"].rpartition("/")[2]


def reads_a_message(who: Visitor, code: str) -> bool:
    return "data-hold" in who.get(f"/t/{code}").text


# --- https ------------------------------------------------------------------------------------------------------------


def over_tls(house: House, path: str, cookies: str = "") -> TestResponse:
    client = house.app.test_client(use_cookies=False)
    return client.get(path, base_url="https://localhost", headers={"Cookie": cookies} if cookies else {})


def test_under_https_the_cookie_is_one_that_only_this_host_can_set(house: House) -> None:
    (line,) = over_tls(house, "/").headers.getlist("Set-Cookie")
    assert line.startswith(f"{SECURE}=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(line.split("; "))
    assert "Domain" not in line
    (plain,) = Visitor(house).get("/").headers.getlist("Set-Cookie")
    assert plain.startswith(f"{PLAIN}=")
    assert "Secure" not in plain


def test_who_has_a_seat_keeps_it_when_https_is_turned_on(at: Evening) -> None:
    ben = at.people["Ben"]
    answer = over_tls(at.house, f"/t/{at.code}", f"{PLAIN}={ben.cookies[PLAIN]}")
    assert "data-hold" in answer.text
    new, old = sorted(answer.headers.getlist("Set-Cookie"))
    assert new.startswith(f"{SECURE}=")
    assert old.startswith(f"{PLAIN}=;")
    again = over_tls(at.house, f"/t/{at.code}", new.partition(";")[0])
    assert "data-hold" in again.text
    assert not again.headers.getlist("Set-Cookie")


def test_who_plants_a_cookie_of_the_old_name_has_no_seat_that_is_taken_with_it(at: Evening) -> None:
    thief = Visitor(at.house, "thief")
    other = opened_by(thief)
    planted = f"{PLAIN}={thief.cookies[PLAIN]}"
    page = over_tls(at.house, f"/j/{other}", planted)
    own = next(line for line in page.headers.getlist("Set-Cookie") if line.startswith(SECURE)).partition(";")[0]
    second = evening(at.house, at.game, 2, 3)
    client = at.house.app.test_client(use_cookies=False)
    form, headers = {"name": "Dov"}, {"Cookie": own, "Sec-Fetch-Site": "same-origin"}
    sat = client.post(f"/j/{second.code}", data=form, headers=headers, base_url="https://localhost")
    assert sat.status_code == 303
    second.start()
    assert "data-hold" in over_tls(at.house, f"/t/{second.code}", own).text
    for cookie in (planted, f"{SECURE}={thief.cookies[PLAIN]}"):
        assert "data-hold" not in over_tls(at.house, f"/t/{second.code}", cookie).text


def test_a_cookie_of_the_old_name_is_nothing_beside_the_new(at: Evening) -> None:
    """Whoever can write cookies on plain http cannot make this browser be another."""
    ben, cleo = at.people["Ben"].cookies[PLAIN], at.people["Cleo"].cookies[PLAIN]
    both = over_tls(at.house, f"/t/{at.code}", f"{PLAIN}={cleo}; {SECURE}={ben}").text
    assert both == over_tls(at.house, f"/t/{at.code}", f"{SECURE}={ben}").text


def test_two_companions_of_one_host_below_different_paths_take_no_cookie_from_each_other(tmp_path: Path) -> None:
    names = set()
    for below in ("/table", "/games/X"):
        public = Reach(Address("games.example.org", 443, "https", below))
        app = app_on(tmp_path / below.replace("/", "-"), public)
        answer = app.test_client(use_cookies=False).get("/", base_url=f"https://games.example.org{below}")
        (line,) = answer.headers.getlist("Set-Cookie")
        assert "Path=/;" in f"{line};"
        names.add(line.partition("=")[0])
    assert names == {f"{SECURE}-table", f"{SECURE}-games-X"}


def test_a_cookie_of_the_old_name_is_taken_back_from_where_it_was_and_is_good_only_there(tmp_path: Path) -> None:
    app = app_on(tmp_path / "data", Reach(Address("games.example.org", 443, "https", "/table")))
    client = app.test_client(use_cookies=False)
    (plain,) = client.get("/", base_url="http://games.example.org/table").headers.getlist("Set-Cookie")
    assert plain.startswith(f"{PLAIN}=")
    assert {"HttpOnly", "Path=/table", "SameSite=Lax"} <= set(plain.split("; "))
    sent = {"Cookie": plain.partition(";")[0]}
    new, old = client.get("/", base_url="https://games.example.org/table", headers=sent).headers.getlist("Set-Cookie")
    assert new.startswith(f"{SECURE}-table=")
    assert old.startswith(f"{PLAIN}=;")
    assert {"HttpOnly", "Path=/table", "SameSite=Lax", "Secure", "Max-Age=0"} <= set(old.split("; "))


def test_a_cookie_is_good_for_every_later_version_of_companion(house: House) -> None:
    """Its signature and what stands in the log for it are as they were first written."""
    signer = Signer(house.app.extensions["signer"].secret_keys[-1], salt="device")
    headers = {"Cookie": f"{PLAIN}={signer.sign('a-token').decode()}"}
    with house.app.test_request_context("/", headers=headers):
        house.app.preprocess_request()
        assert guard.device() == "1f6076e3a47ba1ded08025ffe06e57af"
        assert not guard.is_new_device()


# --- a new token ------------------------------------------------------------------------------------------------------


def test_a_seat_that_moves_to_a_device_gets_a_token_that_is_new(at: Evening) -> None:
    new = Visitor(at.house, "Cleo's new phone")
    new.get(f"/j/{at.code}")
    copied = Visitor(at.house, "who read its cookie before")
    copied.cookies = dict(new.cookies)
    assert arrives(new, at, ticket_for(at, "Cleo")).status_code == 303
    assert new.cookies != copied.cookies
    assert reads_a_message(new, at.code)
    assert not reads_a_message(copied, at.code)
    assert "companion_device" not in str(copied.get(f"/t/{at.code}").headers), "and learns nothing of the new one"


def test_all_else_of_that_device_goes_on(at: Evening) -> None:
    """A laptop that hosts one table and sits at another takes over a seat at a third, and then one more."""
    laptop = Visitor(at.house, "laptop")
    hosted = opened_by(laptop)
    laptop.post(f"/j/{at.code}", name="nobody")
    second = evening(at.house, at.game, 2, 3)
    laptop.get(f"/j/{second.code}")
    assert laptop.post(f"/j/{second.code}", name="Dov").status_code == 303
    second.start()
    first = laptop.cookies[PLAIN]
    assert arrives(laptop, at, ticket_for(at, "Cleo")).status_code == 303
    assert laptop.cookies[PLAIN] != first
    assert reads_a_message(laptop, at.code)
    assert reads_a_message(laptop, second.code)
    assert f'action="/t/{hosted}/forget"' in laptop.get(f"/t/{hosted}").text
    third = evening(at.house, at.game, 3, 3)
    third.start()
    assert arrives(laptop, third, ticket_for(third, "Cleo")).status_code == 303
    for code in (at.code, second.code, third.code):
        assert reads_a_message(laptop, code)
        assert code in laptop.get("/").text
    assert laptop.post(f"/t/{hosted}/choose", game="example", drawn="9").status_code == 303
    assert laptop.post(f"/j/{hosted}", name="Ana").status_code == 303
    assert at.house.table(hosted).seats[0].device in at.house.table(hosted).hosts


def test_a_host_without_a_seat_who_takes_one_over_still_hosts(house: House) -> None:
    laptop = Visitor(house, "laptop")
    code = opened_by(laptop)
    at = Evening(house, example.GAME, None, code, {"Ana": laptop})  # type: ignore[arg-type]
    for name in ("Ben", "Cleo", "Dov"):
        who = at.people[name] = Visitor(house, name)
        who.get(f"/j/{code}")
        assert who.post(f"/j/{code}", name=name).status_code == 303
    laptop.post(f"/t/{code}/add", name="Eve", drawn="9")
    assert arrives(laptop, at, ticket_for(at, "Ben")).status_code == 303
    table = at.table
    owner = table.seats[0].device
    assert table.hosts == (owner,)
    assert [seat.device for seat in table.seats if seat.name == "Eve"] == [owner]
    assert f'action="/t/{code}/forget"' in laptop.get(f"/t/{code}").text


def test_a_tap_whose_answer_was_lost_can_be_sent_again(at: Evening) -> None:
    new = Visitor(at.house, "new")
    new.get(f"/j/{at.code}")
    before, ticket = dict(new.cookies), ticket_for(at, "Cleo")
    assert arrives(new, at, ticket).status_code == 303
    after, version = dict(new.cookies), at.table.version
    new.cookies = before
    assert new.post(f"/j/{at.code}", ticket=ticket).status_code == 303
    assert new.cookies == after
    assert at.table.version == version
    assert reads_a_message(new, at.code)


def test_a_wrong_ticket_changes_nothing(at: Evening) -> None:
    new = Visitor(at.house, "new")
    new.get(f"/j/{at.code}")
    before = dict(new.cookies)
    assert new.post(f"/j/{at.code}", ticket="AAAAAAAA").status_code == 422
    assert new.cookies == before


def test_nobody_says_in_a_form_who_they_were(at: Evening) -> None:
    thief = Visitor(at.house, "thief")
    thief.get(f"/j/{at.code}")
    thief.post(f"/j/{at.code}", ticket=ticket_for(at, "Cleo"), was=at.host.device)
    assert at.table.is_host(at.host.device)
    assert not at.table.is_host(thief.device)


def test_a_form_drawn_before_still_counts_where_browsers_hide_where_it_came_from(at: Evening) -> None:
    laptop = Visitor(at.house, "laptop")
    hosted = opened_by(laptop)
    (mark, *_) = re.findall(r'name="from" value="([^"]*)"', laptop.get(f"/t/{hosted}").text)
    assert arrives(laptop, at, ticket_for(at, "Cleo")).status_code == 303
    form = {"from": mark, "name": "Ana"}
    assert (
        laptop.open("POST", f"/j/{hosted}", form, {"Origin": "null", "Sec-Fetch-Site": "same-origin"}).status_code
        == 303
    )


@pytest.fixture
def asks(house: House) -> Iterator[Callable[..., None]]:
    """Somebody asks with a cookie of these tokens, the newest first."""
    with ExitStack() as stack:

        def with_tokens(*tokens: str) -> None:
            cookie = house.app.extensions["signer"].sign("~".join(tokens)).decode()
            stack.enter_context(house.app.test_request_context("/", headers={"Cookie": f"{PLAIN}={cookie}"}))
            house.app.preprocess_request()

        yield with_tokens


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()[:32]


@dataclass
class Known:
    """What a keeper knows of one device: where it opened or sat, whether it plays elsewhere, and its evenings."""

    device: str = ""
    tables: list[str] = field(default_factory=list)
    elsewhere: bool = False
    of_evenings: list[str] = field(default_factory=list)

    @property
    def store(self) -> Known:
        return self

    def tables_of(self, device: str) -> list[str]:
        return self.tables if device == self.device else []

    def belongs(self, device: str, but: str) -> bool:
        return self.elsewhere and device == self.device and but == "CDFGH"

    def evenings(self, device: str) -> list[str]:
        return self.of_evenings if device == self.device else []


@pytest.mark.parametrize(
    ("known", "stays"),
    [
        (Known(), ["a", "b", "c", "d", "e"]),
        (Known(tables=["CDFGH"]), ["a", "b", "c", "d", "e"]),
        (Known(tables=["CDFGH", "KMNPQ"]), ["f", "a", "b", "c", "d"]),
        (Known(elsewhere=True), ["f", "a", "b", "c", "d"]),
        (Known(of_evenings=["last week's"]), ["f", "a", "b", "c", "d"]),
    ],
)
def test_a_browser_has_six_tokens_at_most_and_loses_the_oldest_that_is_good_for_nothing_else(
    house: House, asks: Callable[..., None], known: Known, stays: list[str]
) -> None:
    asks(*"abcdef")
    known.device = hashed("f")
    house.app.extensions["keeper"] = known
    with guard.renewed("CDFGH", "a ticket") as was:
        assert was == hashed("a")
    new = g.tokens[0]
    assert g.tokens == [new, *stays]
    assert new not in stays
    assert (guard.device(), g.set_cookie) == (hashed(new), True)


def test_who_was_let_in_keeps_that_seat_whatever_tickets_they_use_elsewhere_after_a_restart(at: Evening) -> None:
    eve, other = seat(at, "Eve"), evening(at.house, at.game, 2, 3)
    at.start()
    ticket = ticket_for(other, "Cleo")
    at.house.restart()
    assert arrives(eve, other, ticket).status_code == 303
    assert reads_a_message(eve, at.code)


def test_where_a_ticket_is_refused_the_browser_is_who_it_was(house: House, asks: Callable[..., None]) -> None:
    asks("new", "old")
    house.app.extensions["keeper"] = Known()
    with pytest.raises(ZeroDivisionError), guard.renewed("CDFGH", "a ticket"):
        raise ZeroDivisionError
    assert (g.tokens, guard.device(), g.set_cookie) == (["new", "old"], hashed("new"), False)


@pytest.mark.parametrize(
    ("seated", "lost", "known_as"),
    [("", "", "new"), ("old", "", "old"), ("new", "", "new"), ("", "old", "old"), ("older", "", "older")],
)
def test_at_each_table_a_browser_is_whom_that_table_knows_by_whichever_token(
    asks: Callable[..., None], seated: str, lost: str, known_as: str
) -> None:
    asks("new", "old", "older")
    seats = (Seat(1, "Cleo", 0, hashed(seated) if seated else "another"),)
    guard.known_at(Table("CDFGH", seats=seats, lost={hashed(lost): 2} if lost else {}))
    assert guard.device() == hashed(known_as)
    assert guard.browser() == hashed("new")


def test_a_browser_of_two_tokens_is_known_by_the_older_too(asks: Callable[..., None]) -> None:
    asks("new", "old")
    guard.known_at(Table("CDFGH", hosts=(hashed("old"),)))
    assert guard.device() == hashed("old")


def test_who_was_let_in_at_a_table_finds_it_again_and_keeps_the_seat_there_when_another_moves_to_the_phone(
    at: Evening, house: House
) -> None:
    eve = seat(at, "Eve")
    there = f'href="/t/{at.code}"'
    assert there in eve.get("/").text
    other = evening(house, example.GAME, 2, 3)
    house.restart()
    assert arrives(eve, other, ticket_for(other, "Cleo")).status_code == 303
    assert there in eve.get("/").text
    assert "Eve" in [seat.name for seat in at.table.seats_of(known_at(house, eve, at.code))]


def known_at(house: House, who: Visitor, code: str) -> str:
    """By what that table knows a browser."""
    cookie = {"Cookie": f"{PLAIN}={who.cookies[PLAIN]}"}
    with house.app.test_request_context("/", headers=cookie):
        house.app.preprocess_request()
        guard.known_at(house.table(code))
        return guard.device()


def test_an_evening_with_seats_that_moved_replays(at: Evening) -> None:
    laptop = Visitor(at.house, "laptop")
    opened_by(laptop)
    arrives(laptop, at, ticket_for(at, "Cleo"))
    before, page = at.table.seats, laptop.get(f"/t/{at.code}").text
    at.house.restart()
    assert at.table.seats == before
    assert laptop.get(f"/t/{at.code}").text == page
