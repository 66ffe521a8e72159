"""A page kept from other hands does nothing, however the device came out of them: no number of a hold comes twice."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import suppress
from html import unescape
from typing import Any

import pytest

from companion.fold import replay
from companion.game import Game, Refused
from companion.games import GAMES
from companion.moves import TABLE_MOVES
from tests.asking import BEN, CHOICES, CLEO, DOV, EVERY_CHOICE, under_way
from tests.evenings import Evening, House, Visitor, evening, forms_of
from tests.sending import in_clear, sent
from tests.test_fold import At

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
PASSED_ON = "This phone has been passed on since. Nothing was done."
NOBODY_HERE = "Nobody plays on this device any more. Nothing was done."


def arrives(at: Evening, seat: int) -> Visitor:
    """That seat moves to another phone, with a ticket."""
    at.did(at.host, "ticket", seat=seat)
    new = Visitor(at.house, "new")
    new.get(f"/j/{at.code}")
    assert new.post(f"/j/{at.code}", ticket=list(at.table.tickets)[-1]).status_code == 303
    return new


def dealt_anew(at: Evening) -> None:
    at.start()


def taken_in(at: Evening) -> None:
    """Dov, by the host."""
    at.did(at.host, "carry", seat=DOV)


def moved_away(at: Evening) -> None:
    arrives(at, DOV)


def owner_moved_away(at: Evening) -> None:
    """Ben has another phone now, and Dov is taken in: nobody is on this one any more."""
    arrives(at, BEN)
    at.did(at.host, "carry", seat=DOV)


def removed(at: Evening) -> None:
    at.did(at.host, "lobby")
    at.did(at.host, "remove", seat=DOV)


WAYS = [dealt_anew, taken_in, moved_away, owner_moved_away, removed]


@EVERY_GAME
@pytest.mark.parametrize("way", WAYS)
def test_no_form_of_a_page_kept_from_before_does_anything_however_the_phone_came_out_of_these_hands(
    house: House, served: int, game: Game, way: Callable[[Evening], None]
) -> None:
    at = evening(house, game, 1, 4)
    at.start()
    ben, pages = at.people["Ben"], []

    def keeps() -> None:
        pages.append(ben.get(f"/t/{at.code}").text)

    keeps()
    for _ in range(2):
        at.did(ben, "hand", seat=DOV)
        keeps()
        at.did(ben, "hand-back")
        keeps()
    at.did(ben, "hand", seat=DOV)
    keeps()
    way(at)
    now, tried = at.table.version, 0
    for page in pages:
        for form in forms_of(page):
            if form.kind not in {*TABLE_MOVES, *(f"play/{kind}" for kind in game.moves)} - {"hand", "hand-back"}:
                continue
            fields = {name: values[0] for name, values in form.choices.items()} | dict(form.fixed)
            answer = sent(served, ben, f"/t/{at.code}/{form.kind}", fields, True)
            assert (answer[0], at.table.version) == (409, now), (form.kind, fields)
            assert (NOBODY_HERE if way is owner_moved_away else PASSED_ON) in in_clear(answer)
            tried += 1
    assert tried > len(pages)


@EVERY_CHOICE
def test_a_page_of_its_owner_from_before_the_first_passing_finds_out_no_choice(
    house: House, served: int, choice: str
) -> None:
    """Not by a tap that was made with it, nor by any other: one answer to each of them, and no move."""
    at, kind, _ = under_way(house, choice)
    ben, forms = at.people["Ben"], CHOICES[choice].forms(BEN)
    drawn = re.findall('name="drawn" value="([^"]*)"', ben.get(f"/t/{at.code}").text)[0]
    assert sent(served, ben, f"/t/{at.code}/{kind}", {"drawn": drawn, **forms[1]}, True)[0] == 200
    at.did(ben, "hand", seat=DOV)
    at.did(at.host, "carry", seat=DOV)
    now = at.table.version
    answers = {
        sent(served, ben, f"/t/{at.code}/{kind}", {"drawn": n, **form}, True) for n in (drawn, now, 0) for form in forms
    }
    assert {answer[0] for answer in answers} == {409}
    assert len(answers) == 1
    assert at.table.version == now


@EVERY_GAME
def test_who_has_the_phone_after_all_plays_on_from_the_page_as_it_stands(house: House, game: Game) -> None:
    at = evening(house, game, 1, 4)
    at.start()
    ben = at.people["Ben"]
    at.did(ben, "hand", seat=DOV)
    taken_in(at)
    page = ben.get(f"/t/{at.code}").text
    form = next(form for form in forms_of(page) if form.kind == "rename")
    answer = ben.post(f"/t/{at.code}/rename", **{**dict(form.fixed), "name": "Benedict"})
    assert answer.status_code == 303, unescape(answer.text)
    assert at.table.seat(BEN).name == "Benedict"  # type: ignore[union-attr]


def tried(at: At, dice: random.Random) -> None:
    """Something that may change whose hands Ben's phone is in; some of it is refused."""
    on_it = [seat.number for seat in at.table.passed_seats("ben")]
    whose = dice.choice(on_it or [DOV])
    ways: list[tuple[str, str, dict[str, Any]]] = [
        *[("ben", "hand", {"seat": whose})] * 4,
        ("ben", "hand-back", {}),
        ("ana", "start", {}),
        ("ana", "lobby", {}),
        ("ana", "carry", {"seat": whose}),
        ("ana", "remove", {"seat": dice.choice([seat.number for seat in at.table.seats[2:]] or [DOV])}),
        ("ana", "ticket", {"seat": whose}),
        (f"new {at.table.version}", "arrive", {"ticket": next(iter(at.table.tickets), "")}),
        ("ben", "rename", {"seat": BEN, "name": f"Ben {at.table.version}"}),
    ]
    if len(on_it) < 2:
        ways = [("ana", "lobby", {}), ways[8], ("ben", "add", {"name": f"Eve {at.table.version}"}), *ways[:4]]
    device, kind, raw = dice.choice(ways)
    with suppress(Refused):
        at.did(device, kind, **raw)


@pytest.mark.parametrize("seed", range(20))
def test_no_number_comes_twice_whatever_becomes_of_seats_and_hands(seed: int) -> None:
    at, dice, had = At.of_four(), random.Random(seed), [""]
    for _ in range(150):
        before = at.table
        tried(at, dice)
        was, now = (table.speaks_for("ben") for table in (before, at.table))
        passed_on = at.table.version > before.version and at.log[-1].kind in ("hand", "hand-back")
        if passed_on or (len(had) > 1 and (was and was.number) != (now and now.number)):
            assert at.table.in_hands("ben") not in had
            had.append(at.table.in_hands("ben"))
        assert at.table.in_hands("ben") == had[-1]
    assert len(had) > 6
    assert replay("TABLE", at.log).in_hands("ben") == at.table.in_hands("ben")


@EVERY_CHOICE
@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
@pytest.mark.parametrize("way", ["a ticket", "the host's device"])
def test_a_phone_that_lost_its_seat_finds_out_nothing_of_what_was_chosen_on_it(
    house: House, served: int, choice: str, way: str, script: bool
) -> None:
    """Nor does a copy of its cookie: the tap itself, sent again, is answered as every other guess."""
    at, kind, _ = under_way(house, choice)
    cleo, forms = at.people["Cleo"], CHOICES[choice].forms(CLEO)
    drawn = re.findall('name="drawn" value="([^"]*)"', cleo.get(f"/t/{at.code}").text)[0]
    assert sent(served, cleo, f"/t/{at.code}/{kind}", {"drawn": drawn, **forms[1]}, script)[0] in (200, 303)
    if way == "a ticket":
        arrives(at, CLEO)
    else:
        at.did(at.host, "carry", seat=CLEO)
    now = at.table.version
    answers = {
        sent(served, cleo, f"/t/{at.code}/{kind}", {"drawn": n, **form}, script)
        for n in (drawn, now, 0)
        for form in forms
    }
    assert len(answers) == 1
    assert next(iter(answers))[0] == 409
    assert NOBODY_HERE in in_clear(next(iter(answers)))
    assert at.table.version == now


@EVERY_CHOICE
def test_who_comes_to_a_phone_whose_owner_looked_sees_their_own_choice_only_when_all_are_told(
    house: House, choice: str
) -> None:
    """Ben has looked at his on it, and has another phone by now; Cleo takes her seat over on this one."""
    at, kind, _ = under_way(house, choice)
    ben, cleo = at.people["Ben"], at.people["Cleo"]
    at.did(cleo, kind, **CHOICES[choice].forms(CLEO)[0])
    at.did(ben, "hand", seat=DOV)
    at.did(ben, "hand-back")
    at.did(ben, kind, **CHOICES[choice].forms(BEN)[0])
    at.did(ben, "look")
    arrives(at, BEN)
    at.did(at.host, "ticket", seat=CLEO)
    assert ben.post(f"/j/{at.code}", ticket=list(at.table.tickets)[-1]).status_code == 303
    page = ben.get(f"/t/{at.code}")
    assert "Everybody is told that your choice was opened on this device." in page.text
    assert "no-transform" not in page.headers["Cache-Control"]
