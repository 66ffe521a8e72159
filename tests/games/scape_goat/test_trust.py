"""Whose word ends a game of Scape Goat before its time: whatever somebody does alone, it is one voice."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from companion.games.scape_goat import GAME
from tests.evenings import Evening, House, Visitor, evening, seat
from tests.test_notices import number
from tests.test_trust import ALONE, Two, arrives


@ALONE
def test_nobody_alone_has_every_message_revealed_by_whatever_browsers(house: House, two: Two) -> None:
    at = evening(house, GAME, 1, 4)
    at.start()
    browsers = two(at)
    caller = browsers[0] if browsers[0] is at.host else browsers[1]
    at.did(at.host if at.host in browsers else caller, *(["play/end"] if at.host in browsers else ["play/cops"]))
    for who in (*browsers, *browsers):
        assert at.move(who, "play/agree", number=1).status_code in (403, 409, 422)
    assert at.table.result() is None
    third = next(at.people[name] for name in ("Ben", "Cleo", "Ana") if at.people[name] not in browsers)
    at.did(third, "play/agree", number=1)
    assert at.table.result() is not None


def test_a_hosts_laptop_beside_a_phone_of_the_same_person_is_no_second_voice(house: House) -> None:
    """The laptop carries Dov, and its owner plays on a phone."""
    laptop = Visitor(house, "the laptop")
    laptop.get("/")
    code = laptop.post("/open", game=GAME.key).headers["Location"].rpartition("/")[2]
    at = Evening(house, GAME, dice=None, code=code, people={"Ana": laptop})  # type: ignore[arg-type]
    phones = [seat(at, name) for name in ("Finn", "Ben", "Cleo")]
    at.did(laptop, "add", name="Dov")
    at.start()
    at.did(laptop, "play/end")
    at.did(phones[0], "play/agree", number=1)
    at.did(laptop, "hand", seat=number(at, "Dov"))
    assert at.move(laptop, "play/agree", number=1).status_code == 422
    assert at.table.result() is None
    at.did(phones[1], "play/agree", number=1)
    assert at.table.result() is not None


def test_every_screen_says_whose_word_it_waits_for_and_offers_nobody_else_to_give_it(house: House) -> None:
    """Cleo sits at her place by a ticket of the host's, so her word is none of its own; the laptop carries Dov."""
    laptop = Visitor(house, "the laptop")
    laptop.get("/")
    code = laptop.post("/open", game=GAME.key).headers["Location"].rpartition("/")[2]
    at = Evening(house, GAME, dice=None, code=code, people={"Ana": laptop})  # type: ignore[arg-type]
    finn, ben, _ = [seat(at, name) for name in ("Finn", "Ben", "Cleo")]
    at.did(laptop, "add", name="Dov")
    at.start()
    cleo = arrives(at, "Ana", "Cleo")
    at.did(cleo, "play/cops")
    assert waits(at, laptop) == (False, ["Finn", "Ben"])
    assert waits(at, cleo) == (False, ["Finn", "Ben"])
    assert waits(at, ben)[0]
    at.did(finn, "play/agree", number=1)
    assert waits(at, finn) == (False, ["Ben"])
    assert waits(at, laptop) == (False, ["Ben"])
    assert waits(at, laptop, "/wall") == (False, ["Ben"])
    assert waits(at, ben) == (True, [])


def waits(at: Evening, who: Visitor, screen: str = "") -> tuple[bool, list[str]]:
    """Whether a screen lets its holder reveal who the scapegoat is, and for whose word it says that it waits."""
    page = LexborHTMLParser(who.get(f"/t/{at.code}{screen}/panel").text)
    told = [one for one in page.css("p.told") if "to reveal who it is" in one.text()]
    return "We have pointed: reveal it" in page.text(), [one.text() for two in told for one in two.css(".who bdi")]


def test_a_device_all_but_one_play_on_and_that_ones_phone_are_two(house: House) -> None:
    at = evening(house, GAME, 1, 3)
    at.did(at.host, "carry", seat=number(at, "Cleo"))
    at.start()
    at.did(at.host, "play/end")
    assert at.table.result() is None
    at.did(at.people["Ben"], "play/agree", number=1)
    assert at.table.result() is not None
