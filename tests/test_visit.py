"""Who visits a table: which codes are wrong ones, who was there, who is expected back, and the way in with a ticket."""

from __future__ import annotations

import re

import pytest

from companion.network import Address, Reach
from companion.web import guard, tables
from tests.evenings import Evening
from tests.test_answers import stranger
from tests.test_notices import number


def test_the_code_of_a_table_that_was_deleted_is_no_wrong_one(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: list[str] = []
    monkeypatch.setattr(guard, "wrong_code", lambda: wrong.append("a wrong code"))
    at.house.keeper.forget(at.code)
    assert at.people["Ben"].get(f"/t/{at.code}").status_code == 404
    assert wrong == []
    assert at.people["Ben"].get("/t/FGHJK").status_code == 404
    assert wrong == ["a wrong code"]


def test_who_belongs_to_a_table_was_there_and_a_stranger_was_not(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    there: list[tuple[str, str]] = []
    monkeypatch.setattr(at.house.keeper.live, "saw", lambda code, device: there.append((code, device)))
    ben, new = at.people["Ben"], stranger(at)
    for who in (ben, new):
        assert who.get(f"/t/{at.code}").status_code == 200
    assert there == [(at.code, ben.device)]


def test_right_after_a_restart_everybody_counts_as_here(at: Evening) -> None:
    assert stranger(at).get(f"/t/{at.code}/panel").text.count(">here<") == 0
    at.house.keeper.live.expect_everybody()
    assert stranger(at).get(f"/t/{at.code}/panel").text.count(">here<") == 2, (
        "Ben and Cleo: Ana hosts, and Dov has no phone"
    )


def test_the_way_in_with_a_ticket_is_an_address_of_ours_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Reach(Address("192.0.2.7", 8000))
    monkeypatch.setattr("companion.web.address.reach", lambda: known)
    assert tables.way_with("KMTRX", "ABCDEFGH") == "http://192.0.2.7:8000/j/KMTRX?ticket=ABCDEFGH"
    monkeypatch.setattr("companion.web.address.reach", lambda: Reach(None))
    assert tables.way_with("KMTRX", "ABCDEFGH") == ""


def test_another_ticket_makes_another_token_also_for_a_browser_whose_answer_was_lost(at: Evening) -> None:
    new, seat = stranger(at), number(at, "Dov")
    before, devices = dict(new.cookies), []
    for _ in range(2):
        new.cookies = dict(before)  # as it was: the answer never came
        at.did(at.host, "ticket", seat=seat)
        assert new.post(f"/j/{at.code}", ticket=next(iter(at.table.tickets))).status_code == 303
        devices.append(new.device)
        at.did(at.host, "carry", seat=seat)
    assert devices[0] != devices[1]


def test_the_answer_to_a_new_name_says_it_in_every_sentence(at: Evening) -> None:
    seat = number(at, "Ben")
    at.did(at.people["Ben"], "ticket", seat=seat)
    assert "Ben made a ticket for Ben’s seat" in " ".join(said(at.host.get(f"/t/{at.code}").text))
    form = {"seat": str(seat), "name": "Finn", "drawn": str(at.table.version)}
    answer = at.host.open("POST", f"/t/{at.code}/rename", form, {"HX-Request": "true"})
    assert "Finn made a ticket for Finn’s seat" in " ".join(said(answer.text))


def said(page: str) -> list[str]:
    return re.sub(r"<[^>]*>", "", page).split()


def test_a_wrong_word_is_said_beside_its_field(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.pressing.time.sleep", lambda seconds: None)
    at.start()
    ben = at.people["Ben"]
    at.did(ben, "word", word="4072")
    at.did(ben, "hand", seat=number(at, "Dov"))
    at.did(ben, "hand-back")
    assert 'aria-invalid="true"' not in ben.get(f"/t/{at.code}").text
    assert 'aria-invalid="true"' in at.move(ben, "unlock", word="1111").text
