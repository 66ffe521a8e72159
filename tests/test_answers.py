"""How a table answers: which page or panel, with which status, where it leads, and what no form brings along."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.game import Message, Refused
from companion.store import Entry
from companion.values import replace
from companion.web import guard, visit
from companion.words import say
from tests.evenings import Evening, Visitor
from tests.test_notices import number

SCRIPT = {"HX-Request": "true"}


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that answers were kept waiting."""
    seconds: list[float] = []
    monkeypatch.setattr("companion.web.guard.time.sleep", seconds.append)
    monkeypatch.setattr("companion.web.pressing.time.sleep", seconds.append)
    return seconds


def last(at: Evening) -> Entry:
    return at.house.keeper.store.read(at.code)[-1]


def stranger(at: Evening) -> Visitor:
    new = Visitor(at.house, "Eve")
    new.get("/")
    return new


def is_page(text: str) -> bool:
    return "<html" in text


def mark_of(text: str) -> str:
    found: list[str] = re.findall(r'data-mark="([^"]*)"', text)
    return found[0]


# --- codes ------------------------------------------------------------------------------------------------------------


def test_a_wrong_code_waits_and_a_right_one_does_not(at: Evening, waited: list[float]) -> None:
    new = stranger(at)
    tried = iter([1.0, 2.0])
    at.house.app.extensions["budgets"].wrong = lambda device, address: next(tried)
    assert new.get(f"/t/{at.code}").status_code == 200
    assert waited == []
    assert new.get("/t/AAAA").status_code == 404
    assert new.get("/t/no-code-at-all").status_code == 404
    assert waited == [1.0, 2.0]


def test_a_table_that_was_deleted_is_said_to_be_gone_at_once(at: Evening, waited: list[float]) -> None:
    at.host.post(f"/t/{at.code}/forget")
    for path in ("", "/panel", "/wall"):
        answer = at.people["Ben"].get(f"/t/{at.code}{path}")
        assert answer.status_code == 404
        assert "its host has deleted it" in answer.text
    assert waited == []
    assert at.people["Ben"].post(f"/t/{at.code}/undo", of="1").status_code == 404


def test_who_asks_too_often_is_not_even_looked_up(at: Evening) -> None:
    at.house.app.extensions["budgets"].may_look_up = lambda code, device, address: False
    answer = stranger(at).get(f"/t/{at.code}")
    assert answer.status_code == 429
    assert "too many tries" in answer.text


def test_a_code_in_other_letters_leads_to_the_table(at: Evening) -> None:
    answer = at.host.get(f"/t/{at.code.lower()}")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{at.code}")


# --- coming in --------------------------------------------------------------------------------------------------------


def test_whoever_has_a_seat_is_led_to_it_and_a_ticket_shows_its_form(at: Evening) -> None:
    answer = at.people["Ben"].get(f"/j/{at.code}")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{at.code}")
    assert at.people["Ben"].get(f"/j/{at.code}?ticket=").status_code == 200
    assert stranger(at).get(f"/j/{at.code}").status_code == 200


def test_a_seat_taken_leads_to_the_table_or_with_script_is_its_page(at: Evening) -> None:
    answer = stranger(at).post(f"/j/{at.code}", name="Eve")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{at.code}")
    new = Visitor(at.house, "Finn")
    new.get("/")
    answer = new.open("POST", f"/j/{at.code}", {"name": "Finn"}, SCRIPT)
    assert (answer.status_code, answer.headers["HX-Push-Url"]) == (200, f"/t/{at.code}")
    assert "Finn" in answer.text


def test_a_name_that_is_taken_is_refused_with_what_was_typed(at: Evening) -> None:
    answer = stranger(at).post(f"/j/{at.code}", name="Ben", badge="7")
    assert answer.status_code == 422
    assert 'value="Ben"' in answer.text


def test_a_browser_that_keeps_no_cookie_takes_no_seat_by_either_way(at: Evening) -> None:
    seats = at.table.seats
    for path in (f"/j/{at.code}", f"/t/{at.code}/sit"):
        answer = Visitor(at.house).post(path, name="Eve")
        assert answer.status_code == 409
        assert "cookie" in answer.text
    assert at.table.seats == seats


def test_a_seat_is_counted_for_who_comes_and_given_back_when_it_is_free(at: Evening) -> None:
    said: list[tuple[object, ...]] = []
    budgets = at.house.app.extensions["budgets"]
    budgets.sat = lambda *about: said.append(("sat", *about))
    budgets.left = lambda *about: said.append(("left", *about))
    eve = stranger(at)
    eve.post(f"/j/{at.code}", name="Eve")
    assert said == [("sat", at.code, eve.device, "127.0.0.1")]
    at.did(at.people["Ben"], "rename", seat=number(at, "Ben"), name="Benedict")
    at.did(at.host, "remove", seat=number(at, "Dov"))
    assert said[1:] == [], "Ben plays on"
    at.did(at.host, "remove", seat=number(at, "Eve"))
    assert said[1:] == [("left", at.code, eve.device)]


def test_who_took_too_many_seats_takes_no_more_and_a_host_does(at: Evening) -> None:
    at.did(at.host, "remove", seat=number(at, "Ana"))
    at.house.app.extensions["budgets"].may_sit = lambda code, device: False
    answer = stranger(at).post(f"/j/{at.code}", name="Eve")
    assert answer.status_code == 429
    assert "Too many seats were taken" in answer.text
    assert at.host.post(f"/j/{at.code}", name="Ana").status_code == 303


def test_who_fills_a_table_with_names_can_do_it_once_and_the_host_still_adds(at: Evening) -> None:
    """A guest whose names the host removes would take every place again."""
    at.house.budgets.clock = lambda: 10.0**9
    eve = stranger(at)
    eve.post(f"/j/{at.code}", name="Eve")
    room = 8 - len(at.table.seats)
    names = [f"name {n}" for n in range(room)]
    at.did(eve, "add", name=", ".join(names))
    gone = room
    while at.move(at.host, "remove", seat=at.table.made).status_code == 303:
        answer = at.move(eve, "add", name=f"name {gone}")
        if answer.status_code == 429:
            break
        gone += 1
    assert gone == 8
    assert "Too many players were added from here lately" in answer.text
    at.did(at.host, "add", name="Finn")


def test_who_may_not_just_sit_asks_by_the_name_they_typed_and_by_no_other(at: Evening) -> None:
    at.house.app.extensions["budgets"].has_seats = lambda code, address: False
    new = stranger(at)
    for nothing in ({}, {"name": ""}, {"name": " "}):
        assert new.post(f"/j/{at.code}", **nothing).status_code == 422
    assert at.house.keeper.live.asks(at.code) == ()
    assert new.post(f"/j/{at.code}", name="Eve").status_code == 303
    assert [ask.name for ask in at.house.keeper.live.asks(at.code)] == ["Eve"]


def test_who_came_by_a_ticket_asks_no_more_at_the_door(at: Evening) -> None:
    at.start()
    new = stranger(at)
    assert new.post(f"/t/{at.code}/ask", name="Eve").status_code == 303
    assert len(at.house.keeper.live.asks(at.code)) == 1
    at.did(at.host, "ticket", seat=number(at, "Dov"))
    assert new.post(f"/j/{at.code}", ticket=next(iter(at.table.tickets))).status_code == 303
    assert at.house.keeper.live.asks(at.code) == ()


def test_a_wrong_ticket_waits_and_a_name_that_is_taken_does_not(at: Evening, waited: list[float]) -> None:
    at.house.app.extensions["budgets"].wrong = lambda device, address: 3.0
    assert stranger(at).post(f"/j/{at.code}", ticket="AAAAAAAA").status_code == 422
    assert waited == [3.0]
    assert stranger(at).post(f"/j/{at.code}", name="Ben").status_code == 422
    assert waited == [3.0]


# --- moves ------------------------------------------------------------------------------------------------------------


def test_a_move_leads_back_to_the_view_it_was_made_in(at: Evening) -> None:
    answer = at.host.open("POST", f"/t/{at.code}/set-up", {"drawn": str(at.table.version)})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{at.code}")
    answer = at.host.open("POST", f"/t/{at.code}/tick?step=bag", {"step": "bag", "drawn": str(at.table.version)})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{at.code}?step=bag")


def view_of(answer: TestResponse) -> str:
    """The query of the address that a panel says it is of."""
    (found,) = re.findall(r' id="panel" [^>]*data-view="([^"]*)"', answer.text)
    return unescape(str(found))


def test_every_panel_says_which_view_it_is_of_whatever_brought_it(at: Evening) -> None:
    def press(path: str, there: str = "", **form: str) -> TestResponse:
        sent = {**SCRIPT, "HX-Current-URL": f"http://localhost/t/{at.code}{there}#panel"}
        return at.host.open("POST", f"/t/{at.code}/{path}", {**form, "drawn": str(at.table.version)}, sent)

    answer = press("set-up")
    assert (answer.status_code, view_of(answer), is_page(answer.text)) == (200, "", False)
    for page in ("", "/panel"):
        assert view_of(at.host.get(f"/t/{at.code}{page}?step=all")) == "?step=all"
    assert view_of(press("tick?step=bag", step="bag")) == "?step=bag"
    assert view_of(press("tick", "?step=all", step="bag")) == "", "a form that stays nowhere leaves where it was"
    assert view_of(press("draw?step=bag", "?step=bag", step="bag", by="app", next="true")) == ""
    refused = press("tick", "?step=all", step="no such step")
    assert (refused.status_code, view_of(refused)) == (409, "?step=all"), "what was refused leads nowhere"
    assert "Read it out, and lay it on the table" in refused.text
    refused = press("tick?step=bag", "?step=all", step="no such step")
    assert (refused.status_code, view_of(refused)) == (409, "?step=bag")
    aside = press("put-away", "?step=all", up_to="1")
    assert (aside.status_code, view_of(aside)) == (200, "?step=all")
    assert "Read it out, and lay it on the table" in aside.text


@pytest.mark.parametrize(
    "kind",
    ["open", "arrive", "came-in", "opened", "read", "hosting-ticket", "no-such-move", "play/no-such-move", "playtick"],
)
def test_what_no_button_does_no_form_does(at: Evening, kind: str) -> None:
    before = last(at)
    assert at.move(at.host, kind, seat=1, key="pebbles-1", ticket="AAAAAAAA").status_code == 404
    assert last(at) == before


@pytest.mark.parametrize("drawn", ["", "x", "-1", "1.0", "１", "999999999", "³"])
def test_a_version_that_is_none_counts_as_long_ago(at: Evening, drawn: str) -> None:
    at.did(at.host, "set-up")
    answer = at.host.post(f"/t/{at.code}/start", drawn=drawn)
    assert answer.status_code == 409
    assert at.table.play is None


@pytest.mark.parametrize("drawn", ["", "x", "-1", "999999999", None])
def test_a_version_that_is_none_keeps_nobody_from_what_is_good_in_every_phase(at: Evening, drawn: str | None) -> None:
    at.did(at.host, "carry", seat=number(at, "Cleo"))
    assert at.host.post(f"/t/{at.code}/sit-out", seat=number(at, "Cleo"), out="true", drawn=drawn).status_code == 303
    assert [seat.name for seat in at.table.seats if seat.out] == ["Cleo"]


def test_a_button_drawn_before_anybody_sat_is_an_old_one_and_nothing_breaks(at: Evening) -> None:
    places = {f"place-{seat.number}": str(4 - n) for n, seat in enumerate(at.table.seats)}
    assert at.host.post(f"/t/{at.code}/arrange", **places, drawn="1").status_code == 409
    assert [seat.name for seat in at.table.seats] == ["Ana", "Ben", "Cleo", "Dov"]


def test_a_version_counts_up_to_eight_digits(at: Evening) -> None:
    at.did(at.host, "set-up")
    assert at.host.post(f"/t/{at.code}/start", drawn="99999999").status_code == 303


def test_of_a_form_that_is_drawn_twice_the_last_counts(at: Evening) -> None:
    at.did(at.host, "set-up")
    assert at.host.post(f"/t/{at.code}/start", drawn=["0", str(at.table.version)]).status_code == 303


def test_of_a_form_no_more_is_kept_than_a_form_of_ours_can_hold(at: Evening) -> None:
    at.did(at.host, "set-up")
    step = next(step.key for step in at.table.plan().steps if step.draw)  # type: ignore[union-attr]
    before = at.table.version
    much: dict[str, Any] = {f"field-{n}": "x" * 200 for n in range(30)}
    answer = at.move(at.host, "draw", step=step, by="app", **much)
    assert (answer.status_code, at.table.version) == (422, before)
    assert "That is more than fits. Please type less." in answer.text
    at.did(at.host, "draw", step=step, by="app")


@pytest.mark.parametrize(("more", "told"), [(0, False), (1, True)])
def test_a_form_has_four_thousand_letters_at_most_with_the_names_of_its_fields(
    at: Evening, more: int, told: bool
) -> None:
    at.did(at.host, "set-up")
    step = next(step.key for step in at.table.plan().steps if step.draw)  # type: ignore[union-attr]
    form = {"step": step, "by": "app", "drawn": str(at.table.version), "pad": ""}
    form["pad"] = "x" * (4_000 - sum(len(name) + len(value) for name, value in form.items()) + more)
    assert ("That is more than fits." in at.host.post(f"/t/{at.code}/draw", **form).text) is told


def test_a_name_is_too_long_beside_its_field_however_long_and_its_first_letters_come_back(at: Evening) -> None:
    answer = at.move(at.people["Ben"], "rename", seat=number(at, "Ben"), name="b" * 5_000)
    assert answer.status_code == 422
    assert "That name is too long" in answer.text
    assert f'value="{"b" * 200}"' in answer.text


def test_a_button_that_goes_on_leaves_the_view_its_form_stays_at(at: Evening) -> None:
    at.did(at.host, "set-up")
    step = next(step.key for step in at.table.plan().steps if step.draw)  # type: ignore[union-attr]
    form = {"step": step, "by": "app", "drawn": str(at.table.version)}
    answer = at.host.open("POST", f"/t/{at.code}/draw?step={step}", {**form, "next": "true"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{at.code}")


def test_where_somebody_sat_down_the_code_is_no_secret_any_more(at: Evening) -> None:
    near: list[tuple[str, str]] = []
    at.house.app.extensions["budgets"].belongs = lambda code, address: near.append((code, address))
    eve = stranger(at)
    assert near == []
    assert eve.post(f"/j/{at.code}", name="Eve").status_code == 303
    assert near == [(at.code, "127.0.0.1")]


def test_a_refusal_is_the_page_again_with_what_was_typed_and_the_sentence(at: Evening) -> None:
    answer = at.move(at.people["Ben"], "rename", seat=number(at, "Ben"), name="Ana")
    assert (answer.status_code, is_page(answer.text)) == (422, True)
    assert "already called that" in answer.text
    form = {"seat": str(number(at, "Ben")), "name": "Ana", "drawn": str(at.table.version)}
    answer = at.people["Ben"].open("POST", f"/t/{at.code}/rename", form, SCRIPT)
    assert (answer.status_code, is_page(answer.text)) == (422, False)
    assert "already called that" in answer.text
    assert at.move(at.people["Ben"], "start").status_code == 403
    assert at.move(at.host, "again").status_code == 409


def test_a_tap_that_is_sent_again_is_answered_as_before_and_made_once(at: Evening) -> None:
    form = {"drawn": str(at.table.version), "open": "false"}
    first, again = (at.host.post(f"/t/{at.code}/door", **form).status_code for _ in range(2))
    assert (first, again) == (303, 303)
    assert [entry.kind for entry in at.house.keeper.store.read(at.code)].count("door") == 1
    assert last(at).receipt


def test_a_phone_in_other_hands_is_told_no_more_than_that(at: Evening) -> None:
    ben = at.people["Ben"]
    at.did(ben, "hand", seat=number(at, "Dov"))
    answer = ben.post(
        f"/t/{at.code}/rename", seat=number(at, "Dov"), name="Mallory", drawn=str(at.table.version), hold=""
    )
    assert answer.status_code == 409
    assert "This phone has been passed on since" in answer.text
    assert "Mallory" not in answer.text


def test_a_wrong_word_waits_a_second_and_a_right_one_opens(at: Evening, waited: list[float]) -> None:
    ben = at.people["Ben"]
    at.did(ben, "word", word="4072")
    at.did(ben, "hand", seat=number(at, "Dov"))
    at.did(ben, "hand-back")
    answer = at.move(ben, "unlock", word="1111")
    assert answer.status_code == 422
    assert "That is not the word." in answer.text
    assert waited == [1.0]
    at.did(ben, "unlock", word="4072")
    assert waited == [1.0]


# --- messages and what is the hosts -----------------------------------------------------------------------------------


def test_a_message_is_told_to_whose_it_is_and_to_nobody_else(at: Evening) -> None:
    at.start()
    assert at.message(at.people["Cleo"]).status_code == 200
    for who in (stranger(at), Visitor(at.house)):
        answer = who.post(f"/t/{at.code}/message", key="pebbles-1")
        assert answer.status_code == 403
        assert "There is no message here for this device." in answer.text
    assert at.people["Cleo"].post(f"/t/{at.code}/message", key="another").status_code == 403
    assert last(at).kind == "read", "on a phone of one’s own nothing is told, and it makes room for the game"


def test_a_message_on_a_shared_phone_is_noted_each_time_before_it_is_told(at: Evening) -> None:
    at.start()
    ben = at.people["Ben"]
    at.did(ben, "hand", seat=number(at, "Dov"))
    before = at.table.version
    assert at.message(ben).status_code == 200
    assert (last(at).kind, at.table.version) == ("opened", before + 1)
    assert at.message(ben).status_code == 200
    assert (last(at).kind, at.table.version) == ("opened", before + 2)
    answer = ben.post(f"/t/{at.code}/message", key="pebbles-1", hold="another")
    assert answer.status_code == 409


def test_only_a_message_that_is_there_is_noted_and_on_a_phone_of_ones_own_once(at: Evening) -> None:
    at.start()
    ben, cleo, before = at.people["Ben"], at.people["Cleo"], at.table.version
    for who in (cleo, stranger(at), ben):
        assert who.post(f"/t/{at.code}/message", key="another").status_code == 403
        assert who.post(f"/t/{at.code}/message").status_code == 403
    assert at.table.version == before
    at.did(ben, "hand", seat=number(at, "Dov"))
    hold = at.table.in_hands(ben.device)
    assert ben.post(f"/t/{at.code}/message", key="another", hold=hold).status_code == 403
    assert at.table.version == before + 1
    for _ in range(2):
        assert at.message(cleo).status_code == 200
        assert (last(at).kind, at.table.version) == ("read", before + 2)


def test_a_message_is_told_from_the_very_table_in_which_its_reading_is_kept(
    at: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    at.start()
    ben = at.people["Ben"]
    at.did(ben, "hand", seat=number(at, "Dov"))
    holds: list[object] = []
    monkeypatch.setattr(at.house.keeper, "move", lambda *about, hold=None: holds.append(hold))
    for who in (ben, at.people["Cleo"]):
        assert at.message(who).status_code == 404, "it is gone by then"
    assert holds == [at.table.in_hands(ben.device), ""]
    assert holds[0]


def test_a_message_is_as_long_as_any_other_with_script_and_without(at: Evening) -> None:
    at.start()
    for headers in ({}, SCRIPT):
        answers = [
            at.people[name].open("POST", f"/t/{at.code}/message", {"key": "pebbles-1"}, headers)
            for name in ("Ana", "Cleo")
        ]
        assert [is_page(answer.text) for answer in answers] == [not headers] * 2
        assert answers[0].headers["Cache-Control"] == "no-store, no-transform"


def test_under_a_message_stands_what_is_the_same_whatever_it_says(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    one = Message("pebbles-1", say("For you"), say("It is Ben"), say("Do not look up at once"))
    game = replace(at.table.the_game, messages=lambda state, viewer: (one,))
    at.start()
    monkeypatch.setattr("companion.table.find_game", lambda key: game)
    for headers in ({}, SCRIPT):
        answer = at.people["Cleo"].open("POST", f"/t/{at.code}/message", {"key": "pebbles-1"}, headers)
        assert "It is Ben" in answer.text
        assert "Do not look up at once" in answer.text


@pytest.mark.parametrize("headers", [{}, SCRIPT], ids=["without script", "with script"])
def test_a_message_has_one_size_whatever_it_says_and_a_long_one_the_next(
    at: Evening, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    at.start()

    def size(text: str, title: str = "For you") -> int:
        one = Message("pebbles-1", say("%(title)s", title=title), say("%(text)s", text=text))
        game = replace(at.table.the_game, messages=lambda state, viewer: (one,))
        with monkeypatch.context() as patch:
            patch.setattr("companion.table.find_game", lambda key: game)
            answer = at.people["Cleo"].open("POST", f"/t/{at.code}/message", {"key": "pebbles-1"}, headers)
        assert answer.status_code == 200
        return len(answer.data)

    size("the first time it is read, that is noted")
    short = size("x")
    assert [size("x" * 500), size("é" * 200), size("<" * 150), size("It is Ben", "x" * 300)] == [short] * 4
    assert size("x" * 900) == short + 800


def test_only_a_host_deletes_a_table_and_with_script_sees_that_it_is_gone(at: Evening) -> None:
    for who in (at.people["Ben"], stranger(at)):
        answer = who.post(f"/t/{at.code}/forget")
        assert answer.status_code == 403
        assert "Only the host can do that." in answer.text
    answer = at.host.open("POST", f"/t/{at.code}/forget", {}, SCRIPT)
    assert answer.status_code == 200
    assert "its host has deleted it" in answer.text
    assert at.house.keeper.table(at.code) is None


def test_without_script_a_host_who_deletes_a_table_is_led_to_the_first_page(at: Evening) -> None:
    answer = at.host.post(f"/t/{at.code}/forget")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_the_wifis_code_is_made_for_a_host_and_kept_nowhere(at: Evening) -> None:
    form = {"network": "Home", "password": "a secret"}
    before = last(at)
    assert at.people["Ben"].post(f"/t/{at.code}/wifi", **form).status_code == 403
    answer = at.host.post(f"/t/{at.code}/wifi", **form)
    assert (answer.status_code, is_page(answer.text)) == (200, True)
    assert "<svg" in answer.text
    assert not is_page(at.host.open("POST", f"/t/{at.code}/wifi", form, SCRIPT).text)
    assert at.host.post(f"/t/{at.code}/wifi", network="", password="").status_code == 422
    assert last(at) == before


def test_what_is_pressed_is_counted_apart_for_those_who_belong(at: Evening) -> None:
    pressed: list[tuple[str, bool]] = []
    budgets, usual = at.house.app.extensions["budgets"], at.house.app.extensions["budgets"].move
    near: list[tuple[str, str]] = []
    budgets.belongs = lambda code, address: near.append((code, address))

    def move(device: str, address: str, *, belongs: bool) -> bool:
        pressed.append((device, belongs))
        return bool(usual(device, address, belongs=belongs))

    budgets.move = move
    new = stranger(at)
    ways: list[Callable[[Visitor], object]] = [
        lambda who: who.post(f"/t/{at.code}/undo", of="1"),
        lambda who: who.post(f"/t/{at.code}/message", key="x"),
        lambda who: who.post(f"/t/{at.code}/forget") if who is not at.host else who.post(f"/t/{at.code}/undo", of="2"),
        lambda who: who.post(f"/t/{at.code}/wifi", network="Home", password=""),
    ]
    for who, belongs in ((at.host, True), (at.people["Ben"], True), (new, False)):
        for way in ways:
            way(who)
        assert pressed == [(who.device, belongs)] * 4
        assert near == [(at.code, "127.0.0.1")] * (4 * belongs)
        pressed.clear()
        near.clear()


# --- panels, marks and the wall ---------------------------------------------------------------------------------------


def test_a_panel_that_is_there_is_not_sent_again_to_who_is_still_who_had_it(at: Evening) -> None:
    for path in ("/panel", "/wall/panel"):
        mark = mark_of(at.host.get(f"/t/{at.code}{path}").text)
        assert at.host.get(f"/t/{at.code}{path}", If_None_Match=mark).status_code == 304
        assert at.host.get(f"/t/{at.code}{path}", If_None_Match=f"{mark}1").status_code == 200
    mark = mark_of(Visitor(at.house).get(f"/t/{at.code}/panel").text)
    assert Visitor(at.house).get(f"/t/{at.code}/panel", If_None_Match=mark).status_code == 200, "it keeps no cookies"


def test_the_wall_and_a_panel_have_marks_of_their_own(at: Evening) -> None:
    panel, wall = (mark_of(at.host.get(f"/t/{at.code}{path}").text) for path in ("/panel", "/wall/panel"))
    assert wall.endswith("-wall")
    assert not panel.endswith("-wall")


def test_a_wall_is_the_same_whoever_shows_it_also_while_somebody_asks_to_be_let_in(at: Evening) -> None:
    at.did(at.host, "door", open="false")
    eve = stranger(at)
    assert eve.post(f"/t/{at.code}/ask", name="Eve").status_code == 303
    own = {who: mark_of(who.get(f"/t/{at.code}/panel").text) for who in (at.host, at.people["Ben"], eve)}
    assert len(set(own.values())) == 3, "what each may see of it differs"
    walls = {mark_of(who.get(f"/t/{at.code}/wall/panel").text) for who in own}
    assert len(walls) == 1


def test_a_wall_is_a_hosts_own_by_its_host_or_by_the_key_of_its_address(at: Evening) -> None:
    with at.house.app.test_request_context("/"):
        at.house.app.preprocess_request()
        key, other = guard.wall_key(at.code), guard.wall_key("AAAA")
    new = Visitor(at.house)
    assert key in at.host.get(f"/t/{at.code}/wall").text
    assert key in new.get(f"/t/{at.code}/wall?key={key}").text
    for path in ("", f"?key={other}", "?key=1"):
        assert key not in new.get(f"/t/{at.code}/wall{path}").text
        assert key not in at.people["Ben"].get(f"/t/{at.code}/wall{path}").text


def test_a_page_and_a_wall_are_known_by_the_mark_of_their_panels(at: Evening) -> None:
    for who in (at.host, at.people["Ben"], stranger(at)):
        for page in ("", "/wall"):
            assert mark_of(who.get(f"/t/{at.code}{page}").text) == mark_of(who.get(f"/t/{at.code}{page}/panel").text)


def test_on_a_wall_a_host_finds_no_more_than_anybody_but_its_key(at: Evening) -> None:
    with at.house.app.test_request_context("/"):
        key = guard.wall_key(at.code)
    eve = stranger(at)
    assert at.host.get(f"/t/{at.code}/wall").text.replace(key, "1") == eve.get(f"/t/{at.code}/wall").text
    own, walls = (at.host.get(f"/t/{at.code}/invite{query}").text for query in ("", "?wall"))
    assert walls == eve.get(f"/t/{at.code}/invite?wall").text == eve.get(f"/t/{at.code}/invite").text
    assert len(own) > len(walls), "on its own screen a host finds more ways"


def test_whoever_comes_chooses_among_the_badges_that_nobody_has(at: Evening) -> None:
    page = stranger(at).get(f"/j/{at.code}").text
    offered = re.findall(r'name="badge" value="(\d)"( checked)?', page)
    assert offered == [("4", " checked"), ("5", ""), ("6", ""), ("7", "")]


def test_what_was_drawn_is_kept_for_a_quarter_of_a_second(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    second = [10.0]
    monkeypatch.setattr("companion.web.visit.time.monotonic", lambda: second[0])
    with at.house.app.app_context():
        drawn = visit.just_drawn()
        drawn[("a panel",)] = at.table, "as it was"
        second[0] = 10.24
        assert visit.just_drawn() is drawn
        second[0] = 10.25
        assert visit.just_drawn() == {}


NEW_ADDRESS = "This computer has a new address"


def test_where_this_computer_has_a_new_address_those_who_had_a_seat_are_told_how_to_take_it_back(
    at: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = stranger(at)
    empty = eve.post("/open", game="example").headers["Location"].rpartition("/")[2]
    pages = (f"/j/{at.code}", f"/j/{empty}", f"/t/{at.code}", f"/t/{at.code}/wall")
    for moved, told in ((False, [False] * 4), (True, [True, False, True, True])):
        monkeypatch.setattr("companion.web.address.moved", lambda moved=moved: moved)
        assert [NEW_ADDRESS in eve.get(page).text for page in pages] == told


def test_a_host_is_told_whether_a_phone_has_come_and_each_page_by_which_address_it_was_drawn(
    at: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.address.sign", lambda: "the-sign")
    for reached in (frozenset[str](), frozenset({"10.0.0.23"})):
        monkeypatch.setattr("companion.web.address.reached", lambda reached=reached: reached)
        page = at.host.get(f"/t/{at.code}").text
        assert ("No phone has reached this computer yet." in page) is (not reached)
        assert re.search(r'id="invite"[^>]* data-address="the-sign"', page)


def test_the_invitation_alone_is_a_part_of_a_page_and_the_walls_when_asked_for(at: Evening) -> None:
    own, wall = (at.host.get(f"/t/{at.code}/invite{query}").text for query in ("", "?wall"))
    assert not is_page(own)
    assert "<svg" in own
    assert "<svg" in wall


def test_a_panel_brings_the_drawers_that_stand_open_on_that_phone(at: Evening) -> None:
    closed, opened = (at.host.get(f"/t/{at.code}/panel", Open_Drawers=names).text for names in ("", "people log game"))
    assert len(opened) > len(closed)


def test_whoever_looks_is_here_and_a_table_knows_who_was_lately(at: Evening) -> None:
    at.people["Ben"].get(f"/t/{at.code}")
    at.house.now += 1
    devices = {seat.device for seat in at.table.seats}
    assert at.people["Ben"].device in at.house.keeper.live.here_lately(at.code, devices)
    page = at.people["Ben"].get(f"/t/{at.code}/panel").text
    assert page.count(">here<") == 1, "he is, while no stream is open yet"
    assert ">here<" not in Visitor(at.house).get(f"/t/{at.code}/panel").text


def test_no_move_is_lost_where_the_table_is_gone_between_look_and_tap(
    at: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at.house.keeper, "move", lambda *about: None)
    assert at.move(at.host, "set-up").status_code == 404


def test_a_refusal_is_one_of_ours_whatever_refuses(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.words import say

    def no(*about: object) -> None:
        raise Refused(say("Not tonight."))

    monkeypatch.setattr(at.house.keeper, "move", no)
    answer = at.move(at.host, "set-up")
    assert answer.status_code == 422
    assert "Not tonight." in answer.text
