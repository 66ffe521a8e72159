"""What travels with a panel and a page: nothing twice, of the drawers what stands open, the view one was in."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from companion.game import Game
from companion.games import GAMES
from tests.evenings import Evening, House, Visitor, evening, fixed_chance
from tests.games import DEALS

GAME = DEALS


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 7)
    return House(tmp_path)


@pytest.fixture
def at(house: House) -> Evening:
    """Ana hosts; Ben shares his phone with Dov; Cleo has her own. The game runs."""
    at = evening(house, GAME, 1, 4)
    at.start()
    return at


def marked(html: str) -> str:
    found: list[str] = re.findall(r'data-mark="([^"]+)"', html)
    return found[0]


@pytest.mark.parametrize("screen", ["panel", "wall/panel"])
def test_a_panel_that_is_there_already_is_not_sent_again(at: Evening, screen: str) -> None:
    cleo, path = at.people["Cleo"], f"/t/{at.code}/{screen}"
    mark = marked(cleo.get(path).text)
    again = cleo.get(path, If_None_Match=mark)
    assert (again.status_code, again.data) == (304, b"")
    at.did(at.host, "start")
    assert cleo.get(path, If_None_Match=mark).status_code == 200


def test_a_panel_brings_of_the_drawers_those_that_stand_open_alone(at: Evening) -> None:
    cleo, path = at.people["Cleo"], f"/t/{at.code}/panel"

    def filled(html: str) -> set[str]:
        drawers = re.findall(r'<details id="([a-z]+)" data-drawer>(.*?)</summary>(.*?)</details>', html, re.DOTALL)
        return {key for key, _, inside in drawers if inside.strip()}

    assert filled(cleo.get(path).text) == set()
    assert filled(cleo.get(path, Open_Drawers="log").text) == {"log"}
    assert filled(cleo.get(path, Open_Drawers="rules people").text) == {"rules", "people"}
    assert filled(cleo.get(f"/t/{at.code}").text) >= {"rules", "people", "log", "more"}, "without script all are there"


def test_after_a_move_one_is_in_the_view_one_was_in(house: House) -> None:
    at = evening(house, GAME, 1, 4)
    at.did(at.host, "set-up")
    step = at.table.plan().steps[1].key  # type: ignore[union-attr]
    form = {"step": step, "done": "true", "drawn": str(at.table.version)}
    answer = at.host.post(f"/t/{at.code}/tick?step={step}", **form)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{at.code}?step={step}")
    at.did(at.host, "share-out", on="true")
    plain = at.move(at.host, "share-out", on="false")
    assert plain.headers["Location"] == f"/t/{at.code}"


def test_the_wifis_code_is_the_hosts_alone(at: Evening) -> None:
    for who, status in ((at.host, 200), (at.people["Cleo"], 403), (Visitor(at.house), 403)):
        assert who.post(f"/t/{at.code}/wifi", network="Table", password="a long word").status_code == status, who.name
    assert at.host.post(f"/t/{at.code}/wifi", network="", password="").status_code == 422


# --- squeezed --------------------------------------------------------------------------------------------------------


def test_a_page_is_squeezed_for_a_browser_that_takes_it_and_for_no_other(at: Evening) -> None:
    path = f"/t/{at.code}/wall"
    plain, squeezed = at.host.get(path), at.host.get(path, Accept_Encoding="gzip")
    assert "Content-Encoding" not in plain.headers
    assert squeezed.headers["Content-Encoding"] == "gzip"
    assert int(squeezed.headers["Content-Length"]) == len(squeezed.data) < len(plain.data)
    assert gzip.decompress(squeezed.data) == plain.data
    assert at.host.get(path, Accept_Encoding="br").data == plain.data


def test_a_short_answer_a_redirect_and_nothing_are_not_squeezed(at: Evening) -> None:
    health = at.host.get("/healthz", Accept_Encoding="gzip")
    assert "Content-Encoding" not in health.headers
    mark = marked(at.host.get(f"/t/{at.code}/panel").text)
    for answer in (
        at.host.get(f"/j/{at.code}", Accept_Encoding="gzip"),
        at.host.get(f"/t/{at.code}/panel", Accept_Encoding="gzip", If_None_Match=mark),
    ):
        assert "Content-Encoding" not in answer.headers, answer.status_code


def test_a_refusal_and_a_problem_are_squeezed_like_any_page(at: Evening) -> None:
    for answer in (
        at.host.get("/nowhere", Accept_Encoding="gzip"),
        at.host.open("POST", f"/t/{at.code}/undo", {"of": "1"}, {"Accept-Encoding": "gzip"}),
    ):
        assert answer.status_code >= 400
        assert answer.headers["Content-Encoding"] == "gzip"


@pytest.mark.parametrize("script", [False, True])
def test_a_private_message_is_never_squeezed(at: Evening, script: bool) -> None:
    headers = {"Accept-Encoding": "gzip", **({"HX-Request": "true"} if script else {})}
    answer = at.people["Cleo"].open("POST", f"/t/{at.code}/message", {"key": "pebbles-1"}, headers)
    assert answer.status_code == 200
    assert "Content-Encoding" not in answer.headers
    assert answer.headers["Cache-Control"] == "no-store, no-transform"


# --- a first form ----------------------------------------------------------------------------------------------------


def test_a_first_form_from_a_browser_that_says_null_counts_and_brings_no_cookie(house: House) -> None:
    """Without a cookie of ours there is no seat to protect; but the form may be another site's, to which a browser adds
    no cookie: a new one in the answer would replace that of a seat."""
    client = house.app.test_client(use_cookies=False)
    answer = client.post("/theme", data={"theme": "dark", "back": "/"}, headers={"Origin": "null"})
    assert answer.status_code == 303
    assert "companion_device" not in "".join(answer.headers.getlist("Set-Cookie"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_button_drawn_before_for_others_is_this_phones_of_this_table_and_of_this_moment(
    house: House, game: Game
) -> None:
    one, other = evening(house, game, 2), evening(house, game, 3)
    one.start()
    other.did(other.host, "set-up")
    whose = dict[str, str]()
    for at in (one, other, one):
        for name, who in at.people.items():
            page = who.get(f"/t/{at.code}").text
            moves = re.findall(r"<form[^>]*hx-post.*?</form>", page, re.DOTALL)
            assert moves
            assert set(re.findall(r'(?:action|hx-post)="/t/([^/"]+)/', page)) == {at.code}
            (mark,) = {re.findall(r'name="from" value="([^"]*)"', form)[0] for form in moves}
            assert whose.setdefault(mark, f"{at.code} {name}") == f"{at.code} {name}"
            assert set(re.findall(r'name="drawn" value="(\d+)"', page)) == {str(at.table.version)}
    assert len(whose) == len(one.people) + len(other.people)
