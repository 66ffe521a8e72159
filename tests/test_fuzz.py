"""Whatever is sent, by whomever, to whatever address: an answer in words, never a fault, and bounds on everything."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import GAMES
from companion.moves import TABLE_MOVES
from tests.evenings import REACH, Evening, House, Visitor, addresses, evening, guessed, visitors

NUMBERS = ["", "   ", "1e2", "1e185", "12,5", "0x10", "+7", " 7 ", "７", "٧", "-0", "NaN", "9999999999999", "7.0", "-1"]
NUMBERS += ["0", "1", "2", "3", "٣", "3.0", "\u22124", "👩\u200d👩", "2 OR 1=1", "true", "a" * 300]
NASTY = [
    *NUMBERS,
    "x",
    "\x00",
    "\ud83d",
    "../x",
    "%(n)s",
    "{{7*7}}",
    "=1+1",
    "None",
    "app",
    "hand",
    "\u202eneB",
    "'\"<>&",
]
NASTY += ["\r\nSet-Cookie: a=b"]
text = st.one_of(st.sampled_from(NASTY), st.text(max_size=12)).map(lambda t: t.encode(errors="replace").decode())
names = st.sampled_from(
    sorted(
        {
            "drawn",
            "from",
            "key",
            "step",
            "by",
            "seat",
            "name",
            "badge",
            "ticket",
            "back",
            "theme",
            "code",
            "q",
            "players",
        }
        | {"_external", "_scheme", "_anchor", "_method", "endpoint", "filename", "self", "values", "game", "rehearsal"}
        | {field for move, _ in TABLE_MOVES.values() for field in move.__struct_fields__}
        | {field for game in GAMES for move in game.moves.values() for field in move.__struct_fields__}
    )
)
forms = st.dictionaries(st.one_of(names, text), st.lists(text, min_size=1, max_size=4), max_size=8)


class Crowd:
    """A house with a table of every game in play, and every kind of visitor at each."""

    def __init__(self, folder: Path) -> None:
        self.house = House(folder)
        self.evenings: list[Evening] = []
        for game in GAMES:
            at = evening(self.house, game, 1)
            at.start()
            visitors(at)
            self.evenings.append(at)
        self.routes = [("POST", path) for path in addresses(self.house.app, "{}", "POST")]
        self.routes += [("GET", path) for path in addresses(self.house.app, "{}")] * 2

    def people(self, at: Evening) -> list[Visitor]:
        return [*visitors(at), Visitor(self.house, "nobody")]


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return Crowd(tmp_path_factory.mktemp("fuzz"))


SLOW = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@SLOW
@given(data=st.data())
def test_no_input_is_a_fault(crowd: Crowd, data: st.DataObject) -> None:
    at = data.draw(st.sampled_from(crowd.evenings), "table")
    who = data.draw(st.sampled_from(crowd.people(at)), "visitor")
    method, path = data.draw(st.sampled_from(crowd.routes), "route")
    form = data.draw(forms, "form")
    headers = data.draw(
        st.sampled_from([{}, {"HX-Request": "true"}, {"Accept-Language": "x;q=,*"}, {"If-None-Match": "é"}])
    )
    if path.endswith("/forget"):
        who = visitors(at)[-1]
    path = path.replace("{}", at.code)
    if method == "GET":
        path += "?" + "&".join(f"{quote(name)}={quote(value)}" for name, values in form.items() for value in values)
    answer = who.open(method, path, form if method == "POST" else None, headers)
    assert answer.status_code < 500, answer.status_code


@SLOW
@given(chance=st.integers(0, 2**32))
def test_no_move_made_of_a_moves_own_fields_is_a_fault(crowd: Crowd, chance: int) -> None:
    """Nearer to what is right than the above: every field is there, and of its kind or nearly."""
    dice = random.Random(chance)
    at = dice.choice(crowd.evenings)
    who = dice.choice(crowd.people(at))
    moves = {kind: move for kind, (move, _) in TABLE_MOVES.items() if kind not in ("start", "lobby", "choose", "again")}
    moves |= {f"play/{name}": move for name, move in at.game.moves.items()}
    kind = dice.choice(sorted(moves))
    _, numbers, words = at._before_them(at.host)
    form: dict[str, Any] = guessed(moves[kind], numbers, [*words, *NASTY[:20]], 5, dice)
    for name in form:
        if dice.random() < 0.2:
            form[name] = [dice.choice(NUMBERS)]
    assert at.move(who, kind, **form).status_code < 500, (kind, form)
    assert who.get(f"/t/{at.code}").status_code == 200
    if at.table.result() is not None or at.table.play is None:
        at.move(at.host, "start")


@pytest.mark.parametrize("value", NUMBERS, ids=ascii)
def test_no_number_a_phone_may_send_is_a_fault_in_any_calculator_or_guide(crowd: Crowd, value: str) -> None:
    who = Visitor(crowd.house)
    fields = {"players", "white", "black", "value", "n"}
    for game in GAMES:
        pages = [f"/guide/{game.key}", *(f"/tools/{game.key}/{tool.key}" for tool in game.calculators)]
        for page in pages:
            forms = fields_of(who.get(page).text) | fields
            sent = "&".join(f"{name}={quote(value[:5])}" for name in sorted(forms))
            assert who.get(f"{page}?{sent}").status_code in (200, 422), page


def fields_of(html: str) -> set[str]:
    """The names of the fields on a page."""
    return set(re.findall(r'<(?:input|select|textarea)[^>]* name="([^"]+)"', html))


@pytest.mark.parametrize(
    "word", ["key", "endpoint", "_external", "_scheme", "_anchor", "_method", "values", "self", "players"]
)
def test_a_guides_address_may_hold_any_word(crowd: Crowd, word: str) -> None:
    who = Visitor(crowd.house)
    for game in GAMES:
        page = who.get(f"/guide/{game.key}?{word}=1")
        assert page.status_code in (200, 422)
        assert word == "players" or f"{word}=1" not in page.text
        assert who.post(f"/guide/{game.key}?{word}=1", step="x", by="app").status_code == 404


# --- bounds -----------------------------------------------------------------------------------------------------------


def test_too_much_at_once_is_refused_in_words(crowd: Crowd) -> None:
    who = crowd.evenings[0].host
    code = crowd.evenings[0].code
    for path in ("/open", f"/j/{code}", f"/t/{code}/sit", f"/t/{code}/message", "/theme"):
        answer = who.post(path, name="x" * 40_000)
        assert answer.status_code == 413
        assert "too much at once" in answer.text
    assert who.get(f"/t/{code}?x=" + "y" * 5_000).status_code == 414


@pytest.mark.parametrize(
    "kind", ["application/json", "multipart/form-data", "multipart/form-data; boundary=x", "text/plain", "é"]
)
@pytest.mark.parametrize("body", [b"", b"{", b"--x\r\nContent-Disposition: form-data; name=\r\n\r\n", b"\xff\xfe=\x00"])
def test_a_body_that_is_no_form_is_refused_in_words(crowd: Crowd, kind: str, body: bytes) -> None:
    at = crowd.evenings[0]
    client = crowd.house.app.test_client(use_cookies=False)
    cookie = "; ".join(f"{k}={v}" for k, v in at.host.cookies.items())
    for path in ("/open", f"/t/{at.code}/rename", f"/t/{at.code}/message"):
        headers = {"Cookie": cookie, "Content-Type": kind.encode("latin-1").decode("latin-1")}
        assert client.post(path, data=body, headers=headers).status_code < 500


@pytest.mark.parametrize(
    "path",
    [
        "/t/%00",
        "/static/%00",
        "/static/../pyproject.toml",
        "/static/..%2f..%2fetc/passwd",
        "/t/é",
        "/%ff",
        "/t/CDFGH/play/%00",
        "/guide/..",
        "/look/x.css",
        "/look/..%2fx.css",
        "/t//",
    ],
)
def test_odd_addresses_are_answered(crowd: Crowd, path: str) -> None:
    client = crowd.house.app.test_client()
    assert client.get(path).status_code in (301, 308, 404, 405)
    assert client.post(path).status_code in (301, 308, 404, 405)


HOSTS = [
    "localhost",
    "127.0.0.1",
    "[::1]",
    "0.0.0.0",
    "evil.example",
    "10.0.0.5:8000",
    "evil.example:x",
    "a, b",
    "",
    "é",
    "a\tb",
    "::1",
    "..",
    "a" * 300,
]

OURS = ("localhost", "127.0.0.1", "[::1]")


@pytest.mark.parametrize("host", HOSTS, ids=ascii)
def test_the_host_header_decides_no_address(crowd: Crowd, host: str) -> None:
    """What the QR and every link say comes from what the app knows, never from what a browser claims; by a name that
    is none of ours nothing is answered but a sentence."""
    at = crowd.evenings[0]
    client = crowd.house.app.test_client(use_cookies=False)
    cookie = "; ".join(f"{k}={v}" for k, v in at.host.cookies.items())
    for page in (f"/t/{at.code}", f"/t/{at.code}/tent", "/"):
        answer = client.get(page, headers={"Host": host, "Cookie": cookie})
        assert answer.status_code in ((200,) if host in OURS else (400, 421))
        assert "evil.example" not in answer.text
        assert "localhost" not in answer.text
        if answer.status_code == 200 and page != "/":
            assert str(REACH.best) in answer.text or "10.0.0.23:8000" in answer.text
    for page in ("/t/" + at.code.lower(), "/favicon.ico"):
        there = client.get(page, headers={"Host": host}).headers.get("Location", "/")
        assert there.startswith("/"), "a redirect stays on whatever address the browser has"


@pytest.mark.parametrize(
    "back",
    [
        "//evil.example",
        "/\t/evil.example",
        "/\\evil.example",
        "https://evil.example",
        "/\n/x",
        "\r\nX: y",
        "/ /x",
        "javascript:alert(1)",
        "é",
        "/é",
    ],
)
def test_going_back_from_choosing_a_theme_stays_here(crowd: Crowd, back: str) -> None:
    answer = crowd.evenings[0].host.post("/theme", theme="dark", back=back)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_choosing_a_theme_goes_back_to_the_page(crowd: Crowd) -> None:
    answer = crowd.evenings[0].host.post("/theme", theme="dark", back="/t/CDFGH?step=deal")
    assert answer.headers["Location"] == "/t/CDFGH?step=deal"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_fault_anywhere_is_a_page_in_words_and_a_line_without_names(
    tmp_path: Path, game: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    at = evening(House(tmp_path), game, 1)
    at.start()

    def broken(*args: object, **more: object) -> None:
        raise KeyError("the secret of Ana")

    monkeypatch.setattr("companion.web.visit.seen_by", broken)
    for path in (f"/t/{at.code}", f"/t/{at.code}/panel", f"/t/{at.code}/wall"):
        answer = at.host.get(path)
        assert answer.status_code == 500
        assert "Something went wrong in the app" in answer.text
        assert "secret" not in answer.text + caplog.text
        assert "Ana" not in answer.text + caplog.text
        assert at.host.cookies["companion_device"].partition(".")[0] not in caplog.text
    assert "unforeseen: KeyError at " in caplog.text


def test_not_even_a_fault_of_the_problem_page_tells_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> str:
        raise RuntimeError("the goat is Ben")

    monkeypatch.setattr("companion.web.errors.render", fail)
    with pytest.raises(RuntimeError):  # the server beneath notes where, and closes
        Visitor(House(tmp_path)).get("/t/none/")
    assert "unforeseen: RuntimeError at " in caplog.text
    assert "Ben" not in caplog.text


def test_a_field_without_a_name_is_answered_in_a_sentence_wherever_it_is_sent(tmp_path: Path) -> None:
    at = evening(House(tmp_path), GAMES[0], 1, 3)
    body = b"--x\r\nContent-Disposition: form-data\r\n\r\nq\r\n--x--"
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    now = at.table.version
    for path in addresses(at.house.app, at.code, "POST"):
        answer = at.host.open("POST", path, body, headers)
        assert answer.status_code == 400, path
        assert "Something in that link or form was wrong." in answer.text, path
    assert at.table.version == now
