"""What we answer to, and what people may be called: nobody comes by a name that is not ours, nobody sits under a name
that is taken for somebody else's."""

from __future__ import annotations

import http.client
import re
import socket
import unicodedata
from pathlib import Path
from types import SimpleNamespace
from typing import Literal

import pytest
from flask.testing import FlaskClient

from companion.fold import play
from companion.game import Refused
from companion.names import looks
from companion.network import Address, Reach
from companion.web.address import host_of
from companion.web.calling import OURS
from tests.bench.phones import seated
from tests.evenings import Evening, House, Visitor, app_on, evening
from tests.evenings import asked as asks
from tests.games import ANY, OTHER
from tests.running import PATIENCE, Companion, free_port

WIFI = Reach(Address("10.0.0.23", 8000), (Address("10.8.0.2", 8000),))


def asked(phone: FlaskClient, host: str, path: str = "/", **headers: str) -> int:
    with phone.get(path, headers={"Host": host, **{k.replace("_", "-"): v for k, v in headers.items()}}) as answer:
        return answer.status_code


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("localhost:8000", 200),
        ("LOCALHOST", 200),
        ("localhost.:8000", 200),
        ("127.0.0.1:8000", 200),
        ("127.8.9.1", 200),
        ("[::1]:8000", 200),
        ("10.0.0.23:8000", 200),
        ("10.8.0.2:9999", 200),
        ("192.168.77.5:8000", 200),
        ("[fe80::77]:8000", 200),
        ("games-laptop:8000", 200),
        ("Games-Laptop.local:8000", 200),
        ("evil.example", 421),
        ("games-laptop.evil.example", 421),
        ("localhost.evil.example", 421),
        ("10.0.0.23.evil.example:8000", 421),
        ("203.0.113.9", 421),
        ("[2001:db8::9]:8000", 421),
        ("0.0.0.0:8000", 421),
    ],
)
def test_it_answers_to_its_own_names_and_addresses_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, expected: int
) -> None:
    own = frozenset({"127.0.0.1", "10.0.0.23", "192.168.77.5", "fe80::77"})
    monkeypatch.setattr("companion.web.address.own_addresses", lambda: own)
    monkeypatch.setattr("companion.network.socket.gethostname", lambda: "Games-Laptop.example.org")
    phone = app_on(tmp_path, WIFI).test_client()
    assert asked(phone, host) == expected
    for path in ("/static/companion.css", "/healthz", f"/guide/{OTHER.key}"):
        assert asked(phone, host, path) == expected


def test_an_address_that_comes_later_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = {"127.0.0.1"}
    monkeypatch.setattr("companion.web.address.own_addresses", lambda: frozenset(own))
    phone = app_on(tmp_path, WIFI).test_client()
    assert asked(phone, "192.168.44.3:8000") == 421
    own.add("192.168.44.3")
    assert asked(phone, "192.168.44.3:8000") == 200


def test_the_chosen_address_is_ours_also_where_it_is_a_name(tmp_path: Path) -> None:
    phone = app_on(tmp_path, Reach(Address("games.example.org", 8000))).test_client()
    assert asked(phone, "games.example.org:8000") == 200
    assert asked(phone, "www.games.example.org") == 421


def test_behind_a_proxy_its_own_name_counts_and_only_where_it_is_trusted(tmp_path: Path) -> None:
    for trusted, expected in ((True, 200), (False, 421)):
        app = app_on(tmp_path / str(trusted), WIFI, trust_proxy=trusted)
        assert asked(app.test_client(), "companion", X_Forwarded_Host="games.example.org") == expected
        assert asked(app.test_client(), "companion") == 421


def test_in_a_container_any_address_is_ours_and_no_name(tmp_path: Path) -> None:
    """What the outer address is nobody in there knows; and no page elsewhere has a bare address for its name."""
    phone = app_on(tmp_path, Reach(None)).test_client()
    assert asked(phone, "192.168.1.5:8000") == 200
    assert asked(phone, "evil.example:8000") == 421


@pytest.mark.parametrize(
    ("header", "host"),
    [
        ("[::1]:80", "::1"),
        ("[::1]", "::1"),
        ("a.B.:80", "a.b"),
        ("10.0.0.1:80", "10.0.0.1"),
        ("[fe80::1%25eth0]", "fe80::1"),
    ],
)
def test_a_host_is_read_from_its_header(header: str, host: str) -> None:
    assert host_of(header) == host


def test_a_page_elsewhere_that_has_its_name_lead_here_reads_and_does_nothing(tmp_path: Path) -> None:
    with Companion("--port", str(free_port()), "--no-qr", data=tmp_path / "data") as companion:
        code, (ana, ben) = seated(companion.port, OTHER.key, 2)
        line = http.client.HTTPConnection("127.0.0.1", companion.port, timeout=PATIENCE)
        cookie = "; ".join(f"{name}={value}" for name, value in ana.cookies.items())
        evil = {"Host": "evil.example:8000", "Origin": "http://evil.example:8000", "Cookie": cookie}
        for method, path in (("GET", f"/t/{code}"), ("GET", f"/t/{code}/live"), ("POST", f"/t/{code}/forget")):
            line.request(method, path, headers=evil)
            answer = line.getresponse()
            said = answer.read().decode()
            assert answer.status == 421
            assert "Set-Cookie" not in answer.headers
            assert said.count("\n") == 1
            assert "open the address on the host’s screen" in said
        here = socket.gethostname().partition(".")[0]
        line.request("GET", f"/t/{code}/panel", headers={"Host": f"{here}.local:8000", "Cookie": cookie})
        assert line.getresponse().status == 200
        for phone in (line, ana.line, ben.line):
            phone.close()


# --- what people are called -------------------------------------------------------------------------------------------


@pytest.fixture
def at(tmp_path: Path) -> Evening:
    return evening(House(tmp_path), ANY, 1, 3)


def called(at: Evening, name: str) -> int:
    """Whether a newcomer may be called that."""
    new = Visitor(at.house)
    new.get(f"/j/{at.code}")
    return new.post(f"/j/{at.code}", name=name).status_code


@pytest.mark.parametrize(
    "name",
    ["The host", "the  HOST", "Тhe hоst", "Host", "You", "Everybody", "Nobody", "Ｓomebody", "a former player"],
)
def test_nobody_is_called_what_the_app_calls_people(at: Evening, name: str) -> None:
    assert called(at, name) == 422
    assert at.move(at.host, "add", name=f"Dov, {name}").status_code == 422
    assert at.move(at.people["Ben"], "rename", seat=2, name=name).status_code == 422
    assert [seat.name for seat in at.table.seats] == ["Ana", "Ben", "Cleo"]


@pytest.mark.parametrize("name", ["Веn", "Bеn", "Βen", "ВЕN", "CIeo", "Сlео", "Ϲleo", "Αnа", "𝐀na", "Cle0"])
def test_nobody_is_called_what_looks_like_somebody_here(at: Evening, name: str) -> None:
    assert called(at, name) == 422


NOTHING_SHOWN = ("\ufe0f", "\ufe00", "\u034f", "\u180b", "\U000e0100", "\u17b5", "\u2060")


@pytest.mark.parametrize("sign", NOTHING_SHOWN, ids=ascii)
def test_signs_that_show_nothing_make_no_name_another(at: Evening, sign: str) -> None:
    for name in (f"Ben{sign}", f"B{sign}en", f"The host{sign}", f"Yo{sign}u"):
        assert called(at, name) == 422, ascii(name)
        assert at.move(at.people["Cleo"], "rename", seat=3, name=name).status_code == 422


@pytest.mark.parametrize(
    "name",
    [
        *("Ben.", "Ben·", "Ben․", "Ben‚", "B-en", "Ben’", "`Ben", "Ben_", "B.e.n", "Beـn", "The host.", "Y-ou"),
        *("Ben\u0332", "B\u0336en", "Ben\u20dd", "Ben\u0f39"),
    ],
    ids=ascii,
)
def test_dots_dashes_and_loose_marks_make_no_name_another(at: Evening, name: str) -> None:
    assert called(at, name) == 422
    assert at.move(at.host, "add", name=f"Dov, {name}").status_code == 422
    assert [seat.name for seat in at.table.seats] == ["Ana", "Ben", "Cleo"]


def test_who_asked_to_be_let_in_before_is_told_apart_from_whoever_came_meanwhile(at: Evening) -> None:
    at.did(at.host, "door", open="false")
    guest = Visitor(at.house)
    guest.get("/")
    key = asks(at, guest, "Dоv")
    at.did(at.host, "add", name="Dov")
    answer = at.move(at.host, "let-in", ask=key)
    assert answer.status_code == 422
    assert "“Dоv” looks like another name at this table." in re.sub("<[^>]*>", "", answer.text)
    assert [seat.name for seat in at.table.seats] == ["Ana", "Ben", "Cleo", "Dov"]
    at.did(at.host, "let-in", ask=asks(at, guest, "Eve"))


def test_names_that_come_together_or_at_the_same_moment_are_told_apart(at: Evening) -> None:
    assert at.move(at.host, "add", name="Dov, Dоv").status_code == 422
    before, new = at.table, Visitor(at.house)
    new.get("/")
    at.did(at.host, "add", name="Dov")
    with pytest.raises(Refused, match="looks like another name"):
        at.house.keeper.move(before, "sit", {"name": "Dоv"}, new.device, before.version)
    assert [seat.name for seat in at.table.seats] == ["Ana", "Ben", "Cleo", "Dov"]


EIGHT = ", ".join(f"{name}{chr(0xFDFA) * 15}" for name in ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn", "You", "Host"))
"""Names that take longest to look at: each of these letters stands for a sentence."""


@pytest.mark.parametrize(
    ("kind", "says"),
    [("add", "Take a seat first."), ("rename", "Take a seat first."), ("sit", "You are watching")],
)
def test_whether_a_stranger_may_is_asked_before_anybody_looks_at_the_names(
    at: Evening, kind: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "sit":
        at.did(at.host, "door", open="false")
    stranger, looked = Visitor(at.house), list[str]()
    stranger.get("/")

    def normalize(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
        looked.append(text)
        return unicodedata.normalize(form, text)

    monkeypatch.setattr("companion.names.unicodedata", SimpleNamespace(**{**vars(unicodedata), "normalize": normalize}))
    for names in (EIGHT, "You", "Веn, Bеn"):
        answer = at.move(stranger, kind, name=names, seat=2 if kind == "rename" else None)
        assert answer.status_code == 403
        assert says in answer.text
    assert {*looked} <= {at.code, ""}


def test_what_a_stranger_may_not_add_uses_up_nothing_of_whoever_shares_the_address(at: Evening) -> None:
    now = at.house.budgets.clock()
    at.house.budgets.clock = lambda: now
    stranger = Visitor(at.house)
    stranger.get("/")
    for _ in range(2):
        assert at.move(stranger, "add", name="D, E, F, G, H, I, J, K").status_code == 403
    assert called(at, "Dov") == 303
    assert [seat.name for seat in at.table.seats] == ["Ana", "Ben", "Cleo", "Dov"]


@pytest.mark.parametrize("name", ["Bén", "Бэн", "Ben 2", "Ben 😀", "...", "ケーン"])
def test_who_is_told_apart_at_a_glance_sits(at: Evening, name: str) -> None:
    at.did(at.host, "add", name="ケン, -")
    assert called(at, name) == 303


@pytest.mark.parametrize("name", ["ᎪNA", "ꓮnа", "ꓐen", "ꓚleo"])
def test_capitals_of_lisu_and_cherokee_are_the_latin_ones_they_look_like(at: Evening, name: str) -> None:
    assert called(at, name) == 422


@pytest.mark.parametrize("name", ["\u0316Dov", "\ufe0f\u0316Dov", " \u20ddDov"], ids=ascii)
def test_no_name_begins_with_a_mark_on_the_word_before_it(at: Evening, name: str) -> None:
    assert called(at, name) == 422


@pytest.mark.parametrize("kind", ["sit", "add", "rename", "let-in", "ask", "add several"])
def test_a_long_row_of_marks_is_refused_before_anybody_puts_it_in_order(
    at: Evening, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = 0

    def normalize(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
        nonlocal longest
        longest = max(longest, len(text))
        return unicodedata.normalize(form, text)

    monkeypatch.setattr("companion.names.unicodedata", SimpleNamespace(**{**vars(unicodedata), "normalize": normalize}))
    for name in ("a" + "\u0316\u0301" * 1_500, "a" + "\u0316\u0301" * 150, "D" + "o" * 250):
        if kind == "sit":
            assert called(at, name) == 422
        elif kind == "ask":
            guest = Visitor(at.house)
            guest.get("/")
            assert guest.post(f"/t/{at.code}/ask", name=name).status_code == 422
        else:
            several = f"Dov, {name}" if kind == "add several" else name
            asked = at.move(at.host, kind.split()[0], seat=1, ask="x", device="x", name=several)
            assert asked.status_code == 422
    assert longest <= 200


@pytest.mark.parametrize(
    "name", ["Бен", "Ana-Maria", "Zoë", "Ἀλέξανδρος", "နန်းမြို့", "שָׁלוֹם", "Nguyễn", "Host Ana", "Youssef", "李"]
)
def test_names_of_any_script_are_welcome(at: Evening, name: str) -> None:
    assert called(at, name) == 303


def test_a_name_may_have_a_few_marks_on_a_letter_and_no_tower(at: Evening) -> None:
    assert called(at, "Z" + "\u0316\u0317\u0318\u0319" + "oe") == 303
    assert called(at, "Z" + "\u0316\u0317\u0318\u0319\u031c" + "oe") == 422
    assert called(at, "D" + "\u0336\u0489" * 59) == 422
    assert called(at, "क" + "\u0316\u0317\u0318\u0319\u200d" * 2 + "a") == 422, "nor one with joiners in between"


def test_whoever_keeps_a_name_may_change_its_capitals(at: Evening) -> None:
    at.did(at.people["Ben"], "rename", seat=2, name="BEN")
    at.did(at.people["Ben"], "rename", seat=2, name="Ben")


def test_a_name_that_was_taken_before_it_was_asked_about_replays(at: Evening) -> None:
    entry, _ = play(at.table, "rename", {"seat": 2, "name": "The host"}, at.host.device, at.house.now, at.table.version)
    at.house.keeper.store.append(at.code, entry)
    at.house.restart()
    assert at.table.seats[1].name == "The host"
    assert at.host.get(f"/t/{at.code}").status_code == 200


def test_what_is_asked_of_names_knows_every_word_of_ours() -> None:
    """By the sentences that stand in templates and moves: those that name people without their names."""
    ours = {looks(str(word)) for word in OURS}
    for word in ("the host", "a former player", "nobody", "you", "everybody"):
        assert looks(word) in ours
