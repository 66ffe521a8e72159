"""What the screens of no single game say is so: of whom it is said, and of what has happened."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest

from companion.network import Address, Reach, Whereabouts, reach
from companion.words import Text
from tests.evenings import House, Visitor


class At:
    """Ana hosts; Ben has no phone and shares hers; Cleo has her own."""

    def __init__(self, folder: Path, game: str = "example") -> None:
        self.house = House(folder)
        self.ana, self.cleo = Visitor(self.house, "Ana"), Visitor(self.house, "Cleo")
        self.code = self.ana.post("/open", game=game).headers["Location"].rsplit("/", 1)[1]
        self.cleo.get("/")
        self.ana.post(f"/j/{self.code}", name="Ana")
        self.does(self.ana, "add", name="Ben")
        self.cleo.post(f"/j/{self.code}", name="Cleo")

    def does(self, who: Visitor, kind: str, **form: object) -> None:
        drawn = str(self.house.table(self.code).version)
        answer = who.post(f"/t/{self.code}/{kind}", drawn=drawn, **form)
        assert answer.status_code == 303, (kind, answer.status_code)

    def page(self, who: Visitor, path: str = "") -> str:
        return unescape(who.get(f"/t/{self.code}{path}").text)

    def log(self) -> list[str]:
        names = {seat.number: seat.name for seat in self.house.table(self.code).seats}
        return [line.text.in_words(names=names) for line in self.house.table(self.code).told]


@pytest.fixture
def at(tmp_path: Path) -> At:
    return At(tmp_path)


def test_only_whose_phone_it_is_is_promised_the_message_all_game(at: At) -> None:
    at.does(at.ana, "start")
    assert "Kept here all game." in at.page(at.ana)
    at.does(at.ana, "hand", seat=2)
    handed = at.page(at.ana)
    assert "Kept here all game." not in handed
    assert "Once this device is passed back, this is closed. The host can let you read it again." in handed


def test_a_game_that_runs_is_not_numbered_by_its_restarts(at: At) -> None:
    at.does(at.ana, "start")
    at.does(at.ana, "start")
    late = Visitor(at.house, "Dov")
    late.get("/")
    joining = unescape(late.get(f"/j/{at.code}").text)
    assert " is running" in joining
    assert "Game 2" not in joining
    at.does(at.ana, "lobby")
    late.post(f"/j/{at.code}", name="Dov")
    at.does(at.ana, "sit-out", seat=4, out="true")
    at.does(at.ana, "start")
    at.does(at.ana, "start")
    assert "Game 4" not in at.page(late)


def test_a_restart_is_told_as_one(at: At) -> None:
    at.does(at.ana, "start")
    at.does(at.ana, "start")
    first, second = at.log()[-2:]
    assert first == "Ana started In the bag"
    assert second == "Ana restarted In the bag. There are new messages: read yours."


def test_a_ticket_says_which_phone_is_signed_out(at: At) -> None:
    at.does(at.ana, "ticket", seat=2)
    assert "After the move, Ben plays on that phone." in at.page(at.ana)
    assert "the old phone is signed out" not in at.page(at.ana)
    at.does(at.ana, "ticket", seat=3)
    assert "After the move, the old phone is signed out." in at.page(at.ana)


def test_where_a_ticket_is_found_is_right_in_the_lobby_too(at: At) -> None:
    stranger = Visitor(at.house)
    page = unescape(stranger.get(f"/j/{at.code}").text)
    assert "on the host’s screen tap your name, then “Move to another phone”." in page
    assert "Move to another phone" in at.page(at.ana, "?seat=3") or "Move to another phone" in at.page(at.ana)
    assert "People and phones" not in page


def test_a_new_badge_and_a_new_name_are_told_as_what_they_are(at: At) -> None:
    at.does(at.cleo, "rename", seat=3, name="Cleo", badge=5)
    assert at.log()[-1] == "Cleo changed the badge of Cleo"
    at.does(at.cleo, "rename", seat=3, name="Clea")
    assert at.log()[-1] == "Cleo is now called Clea"
    before = len(at.log())
    at.does(at.cleo, "rename", seat=3, name="Clea")
    assert len(at.log()) == before


UNREACHED = {
    "only here": reach("127.0.0.1", 8000, None, ["10.0.0.2"]),
    "in a container": reach("0.0.0.0", 8000, None, ["10.0.0.2"], contained=True),
    "on no network": reach("0.0.0.0", 8000, None, []),
}


@pytest.mark.parametrize("why", UNREACHED)
def test_what_is_meant_for_the_terminal_is_on_nobodys_screen(at: At, why: str) -> None:
    here: Reach = UNREACHED[why]
    assert isinstance(here.warning, Text)
    at.house.app.extensions["whereabouts"] = Whereabouts(lambda: here)
    for who in (at.ana, at.cleo):
        for path in ("", "/tent"):
            page = at.page(who, path)
            assert str(here.warning) not in page
            assert "--address" not in page
            assert "start me again" not in page
            assert "No QR code: the app does not know which address phones can use." in page


def test_a_wifi_whose_name_is_short_in_letters_and_long_in_bytes_hears_why(at: At) -> None:
    answer = at.ana.post(f"/t/{at.code}/wifi", network="é" * 20, password="")
    assert "fewer with accents or emoji" in unescape(answer.text)


def test_an_address_that_is_known_shows_its_code(at: At) -> None:
    at.house.app.extensions["whereabouts"] = Whereabouts(lambda: Reach(Address("10.0.0.23", 8000), ()))
    assert "No QR code" not in at.page(at.cleo)
