"""Every route of the app, found in its own map: nobody gets what is not theirs, a visit changes nothing, no form counts
that comes from elsewhere, no address says who somebody is."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from werkzeug.datastructures import Headers

from companion.game import Game
from companion.games import GAMES
from companion.moves import TABLE_MOVES
from companion.web.guard import POLICY
from tests.evenings import House, Visitor, addresses, evening, fixed_chance, forms_of, visitors
from tests.games import DEALS

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
SEAT = re.compile(r"(seat|player|device|token|ticket|of)=\d|/(seat|player)s?/\d")
"""How an address would say who somebody is."""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 3)
    return House(tmp_path)


def log_of(house: House, code: str) -> int:
    return len(house.keeper.store.read(code))


@EVERY_GAME
def test_a_visit_is_a_page_for_everybody_and_changes_nothing(house: House, game: Game) -> None:
    at = evening(house, game, 1)
    for n, moment in enumerate(at.moments(4)):
        if n % 4:
            continue
        for who in [at.people["Ben"], *visitors(at)[-2:], Visitor(house, "nobody")]:
            everywhere = n == 0 or who.name == "Ben"
            for path in addresses(house.app, at.code) if everywhere else addresses(house.app, at.code)[-12:]:
                before = log_of(house, at.code)
                for method in ("GET", "HEAD"):
                    answer = who.open(method, path)
                    assert answer.status_code in (200, 301, 302, 303, 404), (moment, who.name, method, path)
                    assert method == "GET" or not answer.data
                assert log_of(house, at.code) == before, path
                assert dressed(answer.headers), path


def dressed(headers: Headers) -> bool:
    """Whether an answer carries all that keeps browsers from showing it to others, or others' things in it."""
    return (
        headers["Content-Security-Policy"] == POLICY
        and headers["Referrer-Policy"] == "no-referrer"
        and headers["X-Content-Type-Options"] == "nosniff"
        and (
            "no-store" in headers["Cache-Control"]
            or headers["Content-Type"].startswith(("text/css", "text/javascript"))
        )
    )


def test_the_policy_lets_no_script_or_style_into_a_page() -> None:
    assert "unsafe" not in POLICY
    assert POLICY.startswith("default-src 'none'")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nowhere", 404),
        ("/t/AAAAA", 404),
        ("/t/CDFGH/panel", 404),
        ("/open", 405),
        ("/guide/chess", 404),
        ("/join?code=x", 404),
    ],
)
def test_problems_are_pages_of_ours_with_the_same_care(house: House, path: str, status: int) -> None:
    answer = Visitor(house).get(path)
    assert answer.status_code == status
    assert dressed(answer.headers)
    assert "<h1>" in answer.text


@EVERY_GAME
def test_no_form_counts_from_elsewhere(house: House, game: Game) -> None:
    """However old a page is, its form counts; a form of another page never, whoever presses its button."""
    at = evening(house, game, 1)
    elsewhere = [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "", "Origin": "null"},
        {"Sec-Fetch-Site": "", "Origin": "https://evil.example"},
    ]
    for path in addresses(house.app, at.code, "POST"):
        before = log_of(house, at.code)
        for headers in elsewhere:
            headers = (
                {k: v for k, v in headers.items() if v} if headers["Sec-Fetch-Site"] else {"Origin": headers["Origin"]}
            )
            answer = at.host.house.app.test_client(use_cookies=False).post(
                path, data={"game": game.key}, headers={"Cookie": cookie(at.host), **headers}
            )
            assert answer.status_code == 403, (path, headers)
        assert log_of(house, at.code) == before, path


def cookie(who: Visitor) -> str:
    return "; ".join(f"{k}={v}" for k, v in who.cookies.items())


def test_a_browser_that_hides_where_a_form_came_from_is_believed_by_the_forms_own_mark(house: House) -> None:
    at = evening(house, GAMES[0], 1)
    page = at.host.get(f"/t/{at.code}").text
    mark = re.findall(r'name="from" value="([^"]+)"', page)[0]
    client = house.app.test_client(use_cookies=False)

    def press(who: Visitor) -> int:
        headers = {"Cookie": cookie(who), "Origin": "null"}
        form = {"from": mark, "drawn": str(at.table.version)}
        return client.post(f"/t/{at.code}/set-up", data=form, headers=headers).status_code

    assert press(at.people["Ben"]) == 403, "a mark is worth something only on the device it was made for"
    assert at.table.stage == "lobby"
    assert press(at.host) == 303
    assert at.table.stage == "setup"


@pytest.mark.parametrize(
    "headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}, {"Origin": "https://evil.example"}]
)
def test_a_form_from_elsewhere_replaces_nobodys_cookie(house: House, headers: dict[str, str]) -> None:
    """Browsers send no cookie along with it, and would take a new one from the answer: the seat would be lost."""
    at = evening(house, GAMES[0], 1)
    client = house.app.test_client(use_cookies=False)
    for path in addresses(house.app, at.code, "POST"):
        assert "companion_device" not in client.post(path, headers=headers).headers.get("Set-Cookie", ""), path


HOSTS_ONLY = sorted(kind for kind, (move, _) in TABLE_MOVES.items() if move.who == "host")


@EVERY_GAME
def test_what_only_a_host_may_do_nobody_else_does(house: House, game: Game) -> None:
    at = evening(house, game, 1)
    at.start()
    kinds = [*HOSTS_ONLY, *(f"play/{name}" for name, move in game.moves.items() if move.who == "host")]
    assert {"start", "arrange", "choose", "lobby", "hand-over"} <= set(kinds)
    others = [at.people["Ben"], at.people["Cleo"], *visitors(at)[-2:]]
    for kind in kinds:
        for who in others:
            now = at.table.version
            answer = at.move(who, kind, seat="1", game=game.key, name="Finn")
            expected = (404,) if kind == "hosting-ticket" else (403,)
            assert answer.status_code in expected, (kind, who.name)
            assert at.table.version == now


@EVERY_GAME
def test_who_has_no_seat_plays_no_move(house: House, game: Game) -> None:
    at = evening(house, game, 1)
    at.start()
    kinds = [kind for kind, (move, _) in TABLE_MOVES.items() if move.who != "anyone"]
    for kind in [*kinds, *(f"play/{name}" for name in game.moves)]:
        for who in [*visitors(at)[-2:], Visitor(house, "nobody")]:
            now = at.table.version
            form = (
                at.guess(at.host, kind.removeprefix("play/"))
                if kind.startswith("play/")
                else {"seat": "1", "name": "Finn"}
            )
            assert at.move(who, kind, **form).status_code in (403, 404), (kind, who.name)
            assert at.table.version == now


class Addresses(HTMLParser):
    """Every address on a page, and everything that is sent from it without being typed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ("href", "action", "src", "data-live", "data-fetch", "content") or name.startswith("hx-"):
                self.found.append(value or "")


@EVERY_GAME
def test_no_address_says_who_somebody_is_and_nobody_receives_anothers_key(house: House, game: Game) -> None:
    at = evening(house, game, 2)
    asked: list[str] = []
    for n, moment in enumerate(at.moments(8)):
        for who in visitors(at) if n % 3 == 0 else [at.host]:
            for path in [f"/t/{at.code}", f"/t/{at.code}/wall", f"/t/{at.code}/evening", f"/j/{at.code}", "/"]:
                answer = who.get(path)
                asked += [answer.headers.get("Location", ""), *Addresses(answer.text).found]
        assert not [address for address in asked if SEAT.search(address)], moment
    keys = {who.name: who.cookies["companion_device"] for who in visitors(at)}
    for who in visitors(at):
        received = b"".join(who.received).decode(errors="replace")
        for name, key in keys.items():
            if name != who.name:
                assert key.partition(".")[0] not in received, (who.name, name)
                assert next(v for v in visitors(at) if v.name == name).device not in received
    for name, key in keys.items():
        assert key.partition(".")[0] not in repr(house.keeper.store.read(at.code)), f"{name}'s key is in the log"


@EVERY_GAME
def test_every_button_on_every_page_leads_somewhere(house: House, game: Game) -> None:
    """What a page offers this visitor is a move there is, and one this visitor may try."""
    at = evening(house, game, 4)
    known = set(addresses(house.app, at.code, "POST"))
    for moment in at.moments(8):
        for who in visitors(at):
            for form in forms_of(who.get(f"/t/{at.code}").text):
                assert form.action.partition("?")[0] in known, (moment, form.action)
                kind = form.kind if form.kind in TABLE_MOVES else ""
                if kind and TABLE_MOVES[kind][0].who == "host":
                    assert at.table.is_host(who.device), (moment, who.name, kind)


def test_the_address_asked_with_another_seat_shows_the_same(house: House) -> None:
    at = evening(house, GAMES[0], 1)
    at.start()
    ben = at.people["Ben"]
    asked = f"?player=1&seat=1&device={at.host.device}"
    page = ben.get(f"/t/{at.code}/panel{asked}").get_data(as_text=True)
    own = f'data-view="{asked.replace("&", "&amp;")}"'
    assert page.replace(own, 'data-view=""') == ben.get(f"/t/{at.code}/panel").get_data(as_text=True)


def test_a_rule_that_needs_a_blank_filled_is_not_forgotten(house: House) -> None:
    assert {path.split("/")[1] for path in addresses(house.app, "CDFGH")} >= {
        "t",
        "j",
        "guide",
        "tools",
        "rules",
        "join",
    }


# --- the stream ------------------------------------------------------------------------------------------------------


def test_a_stream_asked_for_its_headers_alone_listens_to_nothing(house: House) -> None:
    at = evening(house, GAMES[0], 1)
    answer = at.host.open("HEAD", f"/t/{at.code}/live")
    assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")
    assert house.keeper.live.count() == 0


def test_a_stream_calls_people_by_the_names_they_have_now(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.live.MOST_PUSHED_PLAIN", 10**6)
    at = evening(house, GAMES[0], 1)
    stream = at.people["Cleo"].stream(at.code)
    next(stream), next(stream)
    at.did(at.host, "rename", seat=at.table.seats[1].number, name="Finn")
    pushed = next(stream)
    assert '<bdi translate="no">Finn</bdi>' in pushed
    assert '<bdi translate="no">Ben</bdi>' not in pushed
    stream.close()
    assert house.keeper.live.count() == 0


def test_a_phone_whose_seat_moved_on_gets_a_strangers_panel_from_its_stream(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.live.MOST_PUSHED_PLAIN", 10**6)
    at = evening(house, DEALS, 1)
    at.start()
    cleo = at.people["Cleo"]
    assert "data-hold" in cleo.get(f"/t/{at.code}/panel").text
    stream = cleo.stream(at.code)
    next(stream), next(stream)
    at.did(at.host, "carry", seat=at.table.seats[2].number)
    assert "data-hold" not in next(stream)
    stream.close()


def test_a_fault_in_a_stream_ends_it_with_one_line(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    at = evening(house, GAMES[0], 1)
    stream = at.people["Cleo"].stream(at.code)
    next(stream), next(stream)

    def broken(*args: object, **more: object) -> None:
        raise RuntimeError("the secret of Ana")

    at.did(at.host, "set-up")
    monkeypatch.setattr("companion.web.live.render_panel", broken)
    assert list(stream) == []
    assert caplog.text.count("unforeseen: RuntimeError") == 1
    assert "Ana" not in caplog.text
    assert house.keeper.live.count() == 0


def test_a_deleted_table_tells_its_streams(house: House) -> None:
    at = evening(house, GAMES[0], 1)
    stream = at.people["Cleo"].stream(at.code)
    next(stream), next(stream)
    at.host.post(f"/t/{at.code}/forget")
    assert next(stream).startswith("event: gone")
    assert list(stream) == []
    assert at.people["Cleo"].get(f"/t/{at.code}").status_code == 404
