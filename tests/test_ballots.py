"""Who decides that a secret vote or choice goes on without somebody; whoever comes back is welcome; the count to the
moment at which all turns up."""

from __future__ import annotations

import re

import pytest

from companion.ballots import counting
from tests.asking import (
    BEN,
    CHOICES,
    CLEO,
    DOV,
    EVERY_CHOICE,
    GOES_ON_WITHOUT,
    asked_for,
    goes_on_without,
    is_waited_for,
    under_way,
)
from tests.evenings import Evening, House, Visitor

# Without whom; who says so, one after the other; whether it then goes on. Ben and Dov are on one phone.
TABLE = [
    ("Cleo", ["Ana, who hosts"], True),
    ("Cleo", ["Ben"], False),
    ("Cleo", ["Ben", "Ben"], False),
    ("Cleo", ["Ben", "Dov"], False),
    ("Cleo", ["Cleo"], False),
    ("Cleo", ["a watcher"], False),
    ("Cleo", ["a watcher", "Ben"], False),
    ("Dov", ["Ana, who hosts"], True),
    ("Dov", ["Ben"], False),
    ("Dov", ["Cleo"], False),
    ("Dov", ["Ben", "Cleo"], True),
    ("Dov", ["Cleo", "a watcher"], False),
]
SEATS = {"Ana": 1, "Ben": BEN, "Cleo": CLEO, "Dov": DOV}


@GOES_ON_WITHOUT
@pytest.mark.parametrize(("without", "says", "expected"), TABLE, ids=[f"{w} by {s}" for w, s, _ in TABLE])
def test_it_goes_on_without_somebody_by_the_host_or_by_two_players_on_two_phones(
    house: House, choice: str, without: str, says: list[str], expected: bool
) -> None:
    at = asked_for(house, choice)
    assert is_waited_for(at, SEATS[without])
    for who in says:
        says_so(at, choice, who.partition(",")[0], without)
    assert is_waited_for(at, SEATS[without]) is not expected


def says_so(at: Evening, choice: str, name: str, without: str) -> None:
    """Somebody presses the button that goes on without that one; Dov when Ben's phone is in his hands."""
    ben = at.people["Ben"]
    who = {"Dov": ben, "a watcher": Visitor(at.house)}.get(name) or at.people[name]
    who.get(f"/t/{at.code}")
    if name == "Dov":
        at.did(ben, "hand", seat=DOV)
    assert goes_on_without(at, choice, who, SEATS[without]).status_code in (303, 403, 422)
    if name == "Dov":
        at.did(ben, "hand-back")


@GOES_ON_WITHOUT
def test_one_wish_is_told_and_shown_and_a_second_one_settles_it(house: House, choice: str) -> None:
    at = asked_for(house, choice)
    asks = "asked to go on without Dov (one more player, or the host, has to agree)"
    assert goes_on_without(at, choice, at.people["Ben"], DOV).status_code == 303
    assert asks in at.people["Cleo"].get(f"/t/{at.code}").text
    assert "One player has asked for this. If you agree, it is done." in at.people["Cleo"].get(f"/t/{at.code}").text
    assert goes_on_without(at, choice, at.people["Cleo"], DOV).status_code == 303
    told = at.table.told[-1].text.in_words(names={seat.number: seat.name for seat in at.table.seats})
    assert "without" in told or "away" in told
    assert "Dov" in told
    wall = at.host.get(f"/t/{at.code}/wall").text
    assert told in re.sub(r"</?bdi[^>]*>", "", wall)
    assert not is_waited_for(at, DOV)


@GOES_ON_WITHOUT
def test_no_form_goes_on_without_somebody_as_older_evenings_did(house: House, choice: str) -> None:
    at = asked_for(house, choice)
    kind, form = CHOICES[choice].without or ("", {})
    at.move(at.people["Ben"], kind, seat=CLEO, together="", **form)
    assert is_waited_for(at, CLEO)


@pytest.mark.parametrize(
    ("later", "count"), [(0, 3), (1, 3), (1_000, 2), (1_999, 2), (2_000, 1), (2_999, 1), (3_000, 0), (90_000, 0)]
)
def test_screens_drawn_later_count_from_less_and_all_are_done_at_one_moment(later: int, count: int) -> None:
    began = 1_800_000_000_000
    assert counting(began, began + later) == count


def test_nothing_is_counted_where_nothing_turned_up() -> None:
    assert counting(0, 1_800_000_000_000) == 0


@EVERY_CHOICE
def test_all_that_was_chosen_turns_up_on_every_screen_with_one_count(house: House, choice: str) -> None:
    at, kind, dovs = under_way(house, choice)
    ben = at.people["Ben"]
    for name in ("Ana", "Ben", "Cleo"):
        at.did(at.people[name], kind, **CHOICES[choice].forms(SEATS[name])[-1])
    at.did(ben, "hand", seat=DOV)
    at.did(ben, kind, **dovs[0])
    for later, count in ((0, "321"), (1_200, "21"), (3_000, "")):
        at.house.now += later
        at.house.app.extensions.pop("lately", None)  # panels are kept for a quarter of a second of true time
        for page in ("", "/wall"):
            panel = at.host.get(f"/t/{at.code}{page}/panel").text
            assert "".join(re.findall("[123]", counted(panel).replace("b>", ""))) == count


def counted(panel: str) -> str:
    """What stands in the count over a panel."""
    found = re.search(r'<div class="countdown[^>]*>(.*?)</div>', panel)
    return found[1] if found else ""
