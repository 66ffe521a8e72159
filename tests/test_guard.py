"""What every request is held to and what every answer carries, whatever page it is: by hand from what browsers send."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path

import pytest
from flask import Response, g, request
from werkzeug.test import TestResponse

from companion.game import Game, NotYours, Refused
from companion.games import GAMES
from companion.web import guard
from tests.evenings import House, Visitor, addresses, evening, fixed_chance

HOST = "10.0.0.23:8000"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """With a few pages that say what the guard thinks of whoever asks."""
    fixed_chance(monkeypatch, 13)
    house = House(tmp_path)
    add = house.app.add_url_rule
    add("/-/tap", "tap", lambda: "counted", methods=["GET", "HEAD", "OPTIONS", "POST", "PUT"])
    add("/-/page/<int:size>", "page", lambda size: "x" * size)
    add("/-/secret", "secret", told_in_secret)
    add(
        "/-/kind/<path:kind>",
        "kind",
        lambda kind: Response("x" * 601, status=request.args.get("status", 200, int), mimetype=kind),
    )
    add("/-/streamed/<path:kind>", "streamed", lambda kind: Response(iter(["x" * 601]), mimetype=kind))
    add("/-/marked/<text>", "marked", lambda text: Response(text * 601, headers={"ETag": '"one"'}))
    add("/-/squeezed", "squeezed", lambda: Response("x" * 601, headers={"Content-Encoding": "br"}))
    add("/-/own", "own", lambda: Response("own", headers=dict.fromkeys(CAREFUL, "mine")))
    add("/-/who", "who", lambda: f"{guard.device()} {guard.browser()} {guard.is_new_device()} {guard.address()}")
    add("/-/tables", "tables", lambda: " ".join(guard.tables_known()))
    add("/-/wall/<code>/<key>", "wall", lambda code, key: str(guard.is_wall_of(code, key)))
    add("/-/wall/<code>", "its_wall", guard.wall_key)
    return house


def told_in_secret() -> str:
    g.secret = True
    return "x" * 5_000


CAREFUL = ("Content-Security-Policy", "Referrer-Policy", "X-Content-Type-Options")


def ask(
    house: House, path: str, method: str = "GET", cookie: str = "", form: object = None, **headers: str
) -> TestResponse:
    sent = {name.replace("_", "-"): value for name, value in headers.items()} | ({"Cookie": cookie} if cookie else {})
    client = house.app.test_client(use_cookies=False)
    answer = client.open(path, base_url=f"http://{HOST}", method=method, headers=sent, data=form)
    answer.get_data()
    answer.close()
    return answer


def known(house: House) -> str:
    """The cookie of a browser that was here before."""
    return ask(house, "/").headers["Set-Cookie"].partition(";")[0]


# --- forms ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "counts"),
    [
        ({}, True),
        ({"Sec_Fetch_Site": "same-origin"}, True),
        ({"Sec_Fetch_Site": "none"}, True),
        ({"Sec_Fetch_Site": "same-site"}, False),
        ({"Sec_Fetch_Site": "cross-site"}, False),
        ({"Sec_Fetch_Site": "cross-site", "Origin": f"http://{HOST}"}, False),
        ({"Sec_Fetch_Site": "same-origin", "Origin": "null"}, True),
        ({"Origin": f"http://{HOST}"}, True),
        ({"Origin": "http://10.0.0.23:8001"}, False),
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": "null"}, False),
    ],
)
def test_a_form_counts_from_a_page_of_ours_and_from_no_other(
    house: House, headers: dict[str, str], counts: bool
) -> None:
    for method in ("POST", "PUT"):
        assert ask(house, "/-/tap", method, known(house), **headers).status_code == (200 if counts else 403)
    for method in ("GET", "HEAD", "OPTIONS"):
        assert ask(house, "/-/tap", method, known(house), **headers).status_code == 200, "looking costs nothing"


def test_where_browsers_hide_where_it_came_from_a_form_counts_by_a_mark_of_its_own_device(house: House) -> None:
    ana, ben = Visitor(house), Visitor(house)
    for who in (ana, ben):
        who.get("/")
    (mark,) = {
        line.partition('value="')[2].partition('"')[0]
        for line in ana.get("/").text.split("<input")
        if 'name="from"' in line
    }
    hers, his = (f"companion_device={who.cookies['companion_device']}" for who in (ana, ben))
    assert ask(house, "/-/tap", "POST", hers, {"from": mark}, Origin="null").status_code == 200
    assert ask(house, "/-/tap", "POST", his, {"from": mark}, Origin="null").status_code == 403
    assert ask(house, "/-/tap", "POST", hers, {"from": mark[:-1]}, Origin="null").status_code == 403
    assert ask(house, "/-/tap", "POST", hers, {"from": ""}, Origin="null").status_code == 403


@pytest.mark.parametrize(
    ("headers", "status", "cookies"),
    [
        ({}, 200, True),
        ({"Origin": "null"}, 200, False),
        ({"Sec_Fetch_Site": "cross-site"}, 403, False),
        ({"Origin": "http://evil.example"}, 403, False),
    ],
)
def test_a_first_form_brings_a_cookie_only_where_it_is_sure_to_be_ours(
    house: House, headers: dict[str, str], status: int, cookies: bool
) -> None:
    answer = ask(house, "/-/tap", "POST", **headers)
    assert answer.status_code == status
    assert ("Set-Cookie" in answer.headers) is cookies


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_form_from_elsewhere_leaves_no_cookie_wherever_it_is_sent(house: House, game: Game) -> None:
    """Else a page elsewhere could put the notices of a table away, which tell everybody what was done."""
    at = evening(house, game, 1, 3)
    at.start()
    sent = {"up_to": "9", "theme": "dark", "name": "Eve"}
    ways = [f"/t/{at.code}/put-away", *addresses(house.app, at.code, "POST")]
    for way in ways:
        assert "Set-Cookie" not in ask(house, way, "POST", form=sent, Origin="null").headers, way
    cookie = f"companion_device={at.people['Ben'].cookies['companion_device']}"
    assert "put-away" in ask(house, ways[0], "POST", cookie, sent, Sec_Fetch_Site="same-origin").headers["Set-Cookie"]


def test_a_table_is_opened_from_a_page_of_ours_alone(house: House) -> None:
    cookie = known(house)
    for who, mark in ((cookie, "none of ours"), (cookie, ""), ("", "")):
        answer = ask(house, "/open", "POST", who, {"game": "example", "from": mark})
        assert answer.status_code == 403
        assert "Open a table with the button on the start page" in answer.text


def test_a_form_with_a_part_that_has_no_name_is_none_of_ours(house: House) -> None:
    for name, status in (("", 400), ('; name="seat"', 200)):
        form = f"--x\r\nContent-Disposition: form-data{name}\r\n\r\n1\r\n--x--\r\n"
        headers = {"Content_Type": "multipart/form-data; boundary=x"}
        assert ask(house, "/-/tap", "POST", known(house), form, **headers).status_code == status


def test_an_address_has_four_thousand_letters_at_most(house: House) -> None:
    room = 4_000 - len("/-/tap?")
    assert ask(house, "/-/tap?" + "a" * room).status_code == 200
    assert ask(house, "/-/tap?" + "a" * (room + 1)).status_code == 414


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_query_that_is_no_text_is_no_fault_of_ours_wherever_it_is_sent(tmp_path: Path, game: Game) -> None:
    house = House(tmp_path)
    at = evening(house, game, 1, 3)
    at.start()
    for method in ("GET", "POST"):
        for way in addresses(house.app, at.code, method):
            client = house.app.test_client(use_cookies=False)
            answer = client.open(way, method=method, environ_overrides={"QUERY_STRING": "a=\xff"})
            assert answer.status_code == 400, way


# --- who asks ---------------------------------------------------------------------------------------------------------


def test_a_browser_is_new_until_it_sends_our_cookie_and_then_the_same(house: House) -> None:
    cookie = known(house)
    first, again = (ask(house, "/-/who", cookie=cookie).text.split() for _ in range(2))
    assert first == again
    assert first[:1] == first[1:2]
    assert first[2:] == ["False", "127.0.0.1"]
    assert ask(house, "/-/who").text.split()[2] == "True"
    for forged in (cookie[:-1], cookie + "a", "companion_device=a.b", "companion_device=\x00"):
        assert ask(house, "/-/who", cookie=forged).text.split()[2] == "True"


def test_a_page_brings_a_cookie_to_whoever_has_none_and_to_nobody_else(house: House) -> None:
    given = ask(house, "/").headers["Set-Cookie"]
    assert given.startswith("companion_device=")
    for part in ("HttpOnly", "SameSite=Lax", "Path=/", f"Max-Age={365 * 24 * 60 * 60}"):
        assert part in given
    assert "Secure" not in given
    assert "Set-Cookie" not in ask(house, "/", cookie=given.partition(";")[0]).headers
    assert "Set-Cookie" not in ask(house, "/-/kind/application/json").headers, "a cookie comes with a page"


def test_the_tables_of_a_browser_are_those_it_opened_and_sits_at(house: House) -> None:
    at = evening(house, GAMES[0], 1, 3)
    for name, there in (("Ana", at.code), ("Ben", at.code), ("nobody", "")):
        who = at.people.get(name) or Visitor(house)
        assert who.get("/-/tables").text == there


def test_a_walls_key_is_of_that_table_and_is_guessed_by_nobody(house: House) -> None:
    key, other = (ask(house, f"/-/wall/{code}").text for code in ("ABCD", "ABCE"))
    assert len({key, other}) == 2
    assert len(key) == len(other) == 10
    assert ask(house, f"/-/wall/ABCD/{key}").text == "True"
    for wrong in (other, key[:-1], f"{key}a", "é"):
        assert ask(house, f"/-/wall/ABCD/{wrong}").text == "False"


# --- what answers carry -----------------------------------------------------------------------------------------------


def test_every_answer_is_careful_and_an_answer_with_a_policy_of_its_own_keeps_it(house: House) -> None:
    for path in ("/", "/-/page/1", "/nowhere", "/static/companion.css"):
        answer = ask(house, path)
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
    assert [ask(house, "/-/own").headers[name] for name in CAREFUL] == ["mine"] * 3


def test_phones_keep_files_whose_address_says_which_and_ask_for_every_other_again(house: House) -> None:
    page = ask(house, "/").text
    for file in (r"/script\.js\?v=\w+", r"/look/\w+\.css\?v=\w+|/static/companion\.css\?v=\w+"):
        found = re.search(file, page)
        assert found, file
        assert ask(house, found[0]).headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert ask(house, found[0] + "0").headers["Cache-Control"] == "no-cache", "it is another version's"
    assert ask(house, "/static/nothing.js?v=1").headers["Cache-Control"] == "no-cache"
    assert ask(house, "/script.js").headers["Cache-Control"] == "no-cache"
    assert "Cookie" not in ask(house, "/script.js").headers.get("Vary", ""), "it is everybody’s"
    answer = ask(house, "/-/page/1")
    assert answer.headers["Cache-Control"] == "no-store"
    assert set(answer.headers["Vary"].split(", ")) == {"Cookie", "Accept-Encoding", "Accept-Language", "HX-Request"}


@pytest.mark.parametrize(
    "path",
    [
        *["/static/../../../etc/passwd", "/static/nothing.js", "/static/script", "/static/%00", "/look/nothing.css"],
        *["/static/nowhere/../companion.css", "/static/./companion.css", "/static/script/../companion.css"],
    ],
)
def test_at_no_other_address_than_its_own_is_a_file_read_for_its_mark_whatever_is_asked(
    house: House, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Flask answers OPTIONS to any address below, and what a file says would be told by its mark."""
    ask(house, "/nowhere")
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail(f"{path} is read"))
    marks = dict(house.app.extensions.get("static_marks", {}))
    for method in ("OPTIONS", "GET", "HEAD"):
        for query in ("", "?v=1"):
            answer = ask(house, path + query, method)
            assert answer.status_code in (200, 404)
            assert answer.headers["Cache-Control"] == "no-cache"
    assert house.app.extensions.get("static_marks", {}) == marks


def test_a_part_of_a_file_and_that_it_has_not_changed_are_kept_as_long_as_the_file(house: House) -> None:
    found = re.search(r"/static/[\w./-]+\?v=\w+", ask(house, "/").text)
    assert found
    etag = ask(house, found[0]).headers["ETag"]
    part, unchanged = ask(house, found[0], Range="bytes=0-9"), ask(house, found[0], If_None_Match=etag)
    assert (part.status_code, unchanged.status_code) == (206, 304)
    for answer in (part, unchanged):
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("name", ["If_Modified_Since", "If_Unmodified_Since", "If_Range"])
def test_a_date_that_is_none_is_no_fault_of_ours(house: House, name: str) -> None:
    for date, expected in ((f"Mon, 01 Jan {'9' * 14} 00:00:00 GMT", 400), ("Mon, 01 Jan 2035 00:00:00 GMT", None)):
        for path in ("/static/companion.css", "/script.js", "/"):
            answer = ask(house, path, Range="bytes=0-9", **{name: date})
            assert answer.status_code == expected or (not expected and answer.status_code in (200, 206, 304, 412))


# --- squeezed ---------------------------------------------------------------------------------------------------------


def squeezed(house: House, path: str, encoding: str = "gzip") -> bool:
    answer = ask(house, path, Accept_Encoding=encoding)
    if answer.headers.get("Content-Encoding") != "gzip":
        return False
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    assert gzip.decompress(answer.data) == ask(house, path, Accept_Encoding="br").data
    return True


def test_what_is_worth_it_is_squeezed_for_whoever_takes_it(house: House) -> None:
    assert squeezed(house, "/-/page/601")
    assert squeezed(house, "/-/page/601", "br, gzip")
    assert not squeezed(house, "/-/page/600")
    assert not squeezed(house, "/-/page/601", "br")
    assert not squeezed(house, "/-/page/601", "")


def test_a_secret_is_squeezed_for_nobody_nor_by_anybody_who_passes_it_on(house: House) -> None:
    answer = ask(house, "/-/secret", Accept_Encoding="gzip")
    assert "Content-Encoding" not in answer.headers
    assert len(answer.data) == 5_000
    assert answer.headers["Cache-Control"] == "no-store, no-transform"


@pytest.mark.parametrize(
    ("kind", "worth"),
    [
        ("text/html", True),
        ("text/plain", True),
        ("application/json", True),
        ("application/manifest+json", True),
        ("image/svg+xml", True),
        ("image/webp", False),
        ("font/woff2", False),
        ("application/octet-stream", False),
    ],
)
def test_pictures_and_fonts_are_squeezed_already(house: House, kind: str, worth: bool) -> None:
    assert squeezed(house, f"/-/kind/{kind}") is worth
    assert squeezed(house, f"/-/streamed/{kind}") is worth


@pytest.mark.parametrize(("status", "worth"), [(200, True), (303, False), (399, False), (400, True), (404, True)])
def test_problems_are_squeezed_like_pages_and_ways_elsewhere_are_not(house: House, status: int, worth: bool) -> None:
    assert squeezed(house, f"/-/kind/text/html?status={status}") is worth


def test_a_stream_is_left_as_it_comes_and_what_is_squeezed_is_not_squeezed_again(house: House) -> None:
    assert not squeezed(house, "/-/streamed/text/event-stream")
    assert ask(house, "/-/squeezed", Accept_Encoding="gzip").headers["Content-Encoding"] == "br"


def test_a_file_is_squeezed_once_and_well_and_a_page_each_time_anew(house: House) -> None:
    found = re.search(r"/static/companion\.css\?v=\w+|/script\.js\?v=\w+", ask(house, "/").text)
    assert found
    plain = ask(house, found[0])
    for _ in range(2):
        assert ask(house, found[0], Accept_Encoding="gzip").data == gzip.compress(plain.data, 9, mtime=0)
    assert list(house.app.extensions["squeezed"]) == [plain.headers["ETag"]]
    for text in "ab":
        answer = ask(house, f"/-/marked/{text}", Accept_Encoding="gzip")
        assert answer.data == gzip.compress(text.encode() * 601, 5, mtime=0)
    assert len(house.app.extensions["squeezed"]) == 1


# --- what may be spent ------------------------------------------------------------------------------------------------


def test_a_browser_without_our_cookie_is_counted_by_its_address(house: House) -> None:
    counted: list[tuple[str, str]] = []

    class Counting:
        def move(self, device: str, address: str, *, belongs: bool) -> bool:
            counted.append((device, address))
            return False

        def wrong(self, device: str, address: str) -> float | None:
            counted.append((device, address))
            return None

        def turn(self, code: str | None, address: str) -> AbstractContextManager[object]:
            return nullcontext()

        def may_look_up(self, code: str | None, device: str, address: str) -> bool:
            counted.append((device, address))
            return False

    app = house.app
    app.extensions["budgets"] = Counting()
    cookie = known(house)
    for sent, device in (("", ""), (cookie, None)):
        with app.test_request_context(
            "/", headers={"Cookie": sent} if sent else {}, environ_base={"REMOTE_ADDR": "192.0.2.7"}
        ):
            app.preprocess_request()
            device = guard.device() if device is None else device
            of_one_move: Callable[[], object] = partial(guard.count_move, belongs=True)
            for count in (of_one_move, guard.wrong_code, guard.tried_a_word):
                with pytest.raises(guard.Spent):
                    count()
            with pytest.raises(guard.Spent), guard.looking_up("ABCD"):
                pytest.fail("it was looked up")
            assert counted == [(device, "192.0.2.7")] * 4
            counted.clear()


@pytest.mark.parametrize("belongs", [True, False])
def test_what_those_press_who_belong_is_counted_apart(house: House, belongs: bool) -> None:
    counted: list[bool] = []

    def move(device: str, address: str, *, belongs: bool) -> bool:
        counted.append(belongs)
        return True

    app = house.app
    with app.test_request_context("/"):
        app.preprocess_request()
        app.extensions["budgets"].move = move
        guard.count_move(belongs)
        assert counted == [belongs]


def test_too_many_tries_of_a_word_are_said_beside_it_and_of_a_code_at_the_top(house: House) -> None:
    app = house.app
    with app.test_request_context("/"):
        app.preprocess_request()
        app.extensions["budgets"].wrong = lambda device, address: None
        with pytest.raises(guard.Spent) as word:
            guard.tried_a_word()
        with pytest.raises(guard.Spent) as code:
            guard.wrong_code()
        assert (word.value.field, code.value.field) == ("word", None)


@pytest.mark.parametrize(("pause", "slept"), [(0.0, []), (2.5, [2.5])])
def test_an_answer_waits_as_long_as_it_has_to(
    house: House, monkeypatch: pytest.MonkeyPatch, pause: float, slept: list[float]
) -> None:
    waited: list[float] = []
    monkeypatch.setattr("companion.web.guard.time.sleep", waited.append)
    app = house.app
    with app.test_request_context("/"):
        app.preprocess_request()
        app.extensions["budgets"].wrong = lambda device, address: pause
        with guard.looking_up("ABCDE"):
            guard.wrong_code()
            assert waited == [], "the next has its turn meanwhile"
        assert waited == slept


def test_a_code_is_looked_up_for_whoever_was_at_that_table_whoever_guesses_there(house: House) -> None:
    at = evening(house, GAMES[0], 1, 3)
    app, cookie = house.app, f"companion_device={at.people['Ben'].cookies['companion_device']}"
    app.extensions["budgets"].may_look_up = lambda code, device, address: False
    with app.test_request_context("/", headers={"Cookie": cookie}):
        app.preprocess_request()
        with guard.looking_up(at.code):
            pass
        for other in ("ABCD", None):
            with pytest.raises(guard.Spent), guard.looking_up(other):
                pytest.fail("it was looked up")


def test_who_took_too_many_seats_is_told_beside_the_name(house: House) -> None:
    app = house.app
    with app.test_request_context("/"):
        app.preprocess_request()
        assert guard.is_free_to_sit("ABCD")
        app.extensions["budgets"].has_seats = lambda code, address: False
        assert not guard.is_free_to_sit("ABCD")
        app.extensions["budgets"].may_sit = lambda code, device: False
        with pytest.raises(Refused) as no:
            guard.is_free_to_sit("ABCD")
        assert no.value.field == "name"
        assert not isinstance(no.value, NotYours)
