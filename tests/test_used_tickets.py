"""A ticket that was used gives its seat to nobody else, not even to a copy of the cookie that it was used by."""

from __future__ import annotations

import re

import pytest

from companion.console import hosting_ticket
from companion.fold import replay
from companion.game import Game
from companion.games import GAMES
from companion.store import StoreDown
from tests.evenings import Evening, House, Visitor, evening
from tests.sending import copied, in_clear, sent

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
NO_TICKET = "That ticket does not work, or no longer. Ask the host for a new one."
CLEO = 3


def comes(at: Evening) -> tuple[Visitor, str]:
    """A browser that is about to take Cleo's seat over, and the ticket for it."""
    new = Visitor(at.house, "new")
    new.get(f"/j/{at.code}")
    at.did(at.host, "ticket", seat=CLEO)
    return new, list(at.table.tickets)[-1]


def answered(port: int, at: Evening, who: Visitor, ticket: str, *, script: bool = True) -> tuple[int, str, bool]:
    """What comes of the ticket sent by that browser: status, page, and whether it brings a cookie, which is kept."""
    status, told, body = sent(port, who, f"/j/{at.code}", {"ticket": ticket}, script)
    found = re.search("Set-Cookie: (companion_device)=([^;]*)", told)
    if found:
        who.cookies[found[1]] = found[2]
    return status, in_clear((status, told, body)), found is not None


def has_the_seat(at: Evening, who: Visitor) -> bool:
    return at.table.speaks_for(who.device) == at.table.seat(CLEO)


@EVERY_GAME
@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_no_copy_of_the_cookie_that_used_a_ticket_is_given_its_seat(
    house: House, served: int, game: Game, script: bool
) -> None:
    at = evening(house, game, 1, 4)
    at.start()
    new, ticket = comes(at)
    copy = copied(house, new)
    answered(served, at, new, ticket, script=script)
    assert has_the_seat(at, new)
    new.get(f"/t/{at.code}")
    before = at.table
    for _ in range(2):
        status, page, brings = answered(served, at, copy, ticket, script=script)
        assert (status, brings) == (422, False)
        assert NO_TICKET in page
    assert at.table == before
    assert not has_the_seat(at, copy)
    assert at.message(copy).status_code == 403
    house.restart()
    assert copy.post(f"/j/{at.code}", ticket=ticket).status_code == 422, "nor after a power cut"


@EVERY_GAME
def test_a_ticket_whose_answer_was_lost_is_answered_again_with_the_same_token_also_after_a_power_cut(
    house: House, served: int, game: Game
) -> None:
    at = evening(house, game, 1, 4)
    at.start()
    new, ticket = comes(at)
    before = dict(new.cookies)
    answered(served, at, new, ticket)
    given, version = dict(new.cookies), at.table.version
    for restart in (False, True):
        if restart:
            house.restart()
        new.cookies = dict(before)
        assert new.post(f"/j/{at.code}", ticket=ticket).status_code == 303
        assert new.cookies == given
        assert at.table.version == version
    assert has_the_seat(at, new)


@pytest.mark.parametrize("page", ["", "/panel", "/live", "/wall", "/evening"])
def test_whatever_of_the_table_the_new_token_asks_for_first_it_was_seen(at: Evening, page: str) -> None:
    new, ticket = comes(at)
    copy = copied(at.house, new)
    assert new.post(f"/j/{at.code}", ticket=ticket).status_code == 303
    assert at.table.coming == {new.device}
    new.open("HEAD", f"/t/{at.code}{page}")
    assert at.table.coming == frozenset()
    assert copy.post(f"/j/{at.code}", ticket=ticket).status_code == 422


def test_a_ticket_that_makes_a_host_gives_that_to_no_copy_either(at: Evening) -> None:
    new = Visitor(at.house, "new")
    new.get(f"/j/{at.code}")
    copy = copied(at.house, new)
    ticket = hosting_ticket(at.house.keeper, at.code)
    assert new.post(f"/j/{at.code}", ticket=ticket).status_code == 303
    assert at.table.is_host(new.device)
    new.get(f"/t/{at.code}")
    assert copy.post(f"/j/{at.code}", ticket=ticket).status_code == 422
    assert not at.table.is_host(copy.device)


def test_that_a_token_was_seen_is_news_to_nobody_else(at: Evening) -> None:
    new, ticket = comes(at)
    new.post(f"/j/{at.code}", ticket=ticket)
    watching = at.people["Ben"]
    before, mark = at.table, watching.get(f"/t/{at.code}/panel").text
    new.get(f"/t/{at.code}")
    new.get(f"/t/{at.code}")
    assert at.table.version == before.version + 1, "it is kept once"
    assert watching.get(f"/t/{at.code}/panel").text.replace(" ", "") == mark.replace(" ", "")
    assert at.table.told == before.told
    assert replay(at.code, at.house.keeper.store.read(at.code)) == at.table


def test_whose_word_is_not_typed_yet_has_come_in_all_the_same(at: Evening) -> None:
    ben = at.people["Ben"]
    at.start()
    at.did(ben, "hand", seat=4)
    at.did(ben, "word", word="4072")
    at.did(ben, "hand-back")
    new = Visitor(at.house, "new")
    new.get(f"/j/{at.code}")
    at.did(at.host, "ticket", seat=4)
    assert new.post(f"/j/{at.code}", ticket=list(at.table.tickets)[-1]).status_code == 303
    assert "Type your word" in new.get(f"/t/{at.code}").text
    assert at.table.coming == frozenset()


def test_the_page_is_shown_also_while_nothing_can_be_kept(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    new, ticket = comes(at)
    new.post(f"/j/{at.code}", ticket=ticket)

    def full(*_: object, **__: object) -> None:
        raise StoreDown("the disk is full")

    monkeypatch.setattr(at.house.keeper.store, "append", full)
    assert new.get(f"/t/{at.code}").status_code == 200
    assert at.table.coming == {new.device}


@pytest.mark.parametrize("typed", ["", "AAAAAAAA"], ids=["used", "typed wrong"])
@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_no_ticket_stays_in_an_address_nor_once_it_was_tried_in_a_browser(
    at: Evening, typed: str, script: bool
) -> None:
    new, ticket = comes(at)
    way = new.get(f"/j/{at.code}?ticket={ticket}")
    assert (way.status_code, way.headers["Location"]) == (303, f"/j/{at.code}?ticket=")
    assert ticket not in way.text
    (kept,) = [line for line in way.headers.getlist("Set-Cookie") if ticket in line]
    assert f"; Max-Age=600; HttpOnly; Path=/j/{at.code}; SameSite=Lax" in kept, "for one page, and for no script"
    for _ in range(2):  # also when it is loaded again
        assert f'value="{ticket}"' in new.get(f"/j/{at.code}?ticket=").text
    headers = {"HX-Request": "true"} if script else {}
    answer = new.open("POST", f"/j/{at.code}", {"ticket": typed or ticket}, headers)
    assert answer.status_code == (422 if typed else 200 if script else 303)
    (gone,) = [line for line in answer.headers.getlist("Set-Cookie") if line.startswith("ticket=")]
    assert gone.startswith("ticket=; ")
    assert f"Max-Age=0; HttpOnly; Path=/j/{at.code}" in gone
    assert ticket not in new.get(f"/j/{at.code}?ticket=").text


def test_below_a_proxys_path_and_under_https_the_cookie_of_a_ticket_is_for_that_page_alone(at: Evening) -> None:
    _, ticket = comes(at)
    client = at.house.app.test_client(use_cookies=False)
    answer = client.get(f"/j/{at.code}?ticket={ticket}", base_url="https://10.0.0.23/games")
    (kept,) = [line for line in answer.headers.getlist("Set-Cookie") if ticket in line]
    assert f"; Secure; HttpOnly; Path=/games/j/{at.code}; SameSite=Lax" in kept
