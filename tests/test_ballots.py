"""Who decides that a secret vote or choice goes on without somebody; whoever comes back is welcome; the count to the
moment at which all turns up."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.ballots import counting
from companion.game import Viewer
from companion.games import find_game
from tests.evenings import Evening, House, Visitor, evening


def at_a_frame_attempt(house: House) -> Evening:
    at = _table(house, "scape_goat")
    at.did(at.host, "start")
    at.did(at.people["Cleo"], "play/frame")
    return at


def at_a_vote(house: House) -> Evening:
    at = _table(house, "alcatraz")
    at.did(at.host, "start")
    at.did(at.host, "play/round-done")
    at.did(at.host, "play/guard")
    at.did(at.host, "play/talk-over")
    return at


def at_a_reveal(house: House) -> Evening:
    """A round of SCAPEGOAT's opening, in which all four are asked for a card."""
    at = _table(house, "corporate")
    at.did(at.host, "start")
    return at


def _table(house: House, key: str) -> Evening:
    """Ana hosts and plays, Ben shares his phone with Dov, Cleo has her own."""
    game = find_game(key)
    assert game is not None
    return evening(house, game, 1, 4)


BEGUN: dict[str, Callable[[House], Evening]] = {
    "scape_goat": at_a_frame_attempt,
    "alcatraz": at_a_vote,
    "corporate": at_a_reveal,
}

# Without whom; who says so, one after the other; whether it then goes on. Ben and Dov are on one phone. In SCAPEGOAT
# nobody is left out: the card lies on the table, and anybody who plays enters it.
TABLE = [
    #                                 scape_goat  alcatraz  corporate
    ("Cleo", ["Ana, who hosts"],     (True,       True,     True)),
    ("Cleo", ["Ben"],                (False,      False,    True)),
    ("Cleo", ["Ben", "Ben"],         (False,      False,    True)),
    ("Cleo", ["Ben", "Dov"],         (False,      False,    True)),
    ("Cleo", ["Cleo"],               (False,      False,    True)),
    ("Cleo", ["a watcher"],          (False,      False,    False)),
    ("Cleo", ["a watcher", "Ben"],   (False,      False,    True)),
    ("Dov",  ["Ana, who hosts"],     (True,       True,     True)),
    ("Dov",  ["Ben"],                (False,      False,    True)),
    ("Dov",  ["Cleo"],               (False,      False,    True)),
    ("Dov",  ["Ben", "Cleo"],        (True,       True,     True)),
    ("Dov",  ["Cleo", "a watcher"],  (False,      False,    True)),
]  # fmt: skip
GAMES = ("scape_goat", "alcatraz", "corporate")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("without", "says", "expected"), TABLE, ids=[f"{w} by {s}" for w, s, _ in TABLE])
def test_it_goes_on_without_somebody_by_the_host_or_by_two_players_on_two_phones(
    tmp_path: Path, game: str, without: str, says: list[str], expected: tuple[bool, bool, bool]
) -> None:
    at = BEGUN[game](House(tmp_path))
    assert is_waited_for(at, without)
    for who in says:
        says_so(at, who.partition(",")[0], without)
    assert is_waited_for(at, without) is not expected[GAMES.index(game)]


def number(at: Evening, name: str) -> int:
    return next(seat.number for seat in at.table.seats if seat.name == name)


def is_waited_for(at: Evening, name: str) -> bool:
    assert at.table.play is not None
    return number(at, name) in at.game.awaits(at.game.look(at.table.play.now.state, Viewer()))


def says_so(at: Evening, name: str, without: str) -> None:
    """Somebody presses the button that goes on without that one; Dov when Ben's phone is in his hands."""
    ben = at.people["Ben"]
    who = {"Dov": ben, "a watcher": Visitor(at.house)}.get(name) or at.people[name]
    who.get(f"/t/{at.code}")
    if name == "Dov":
        at.did(ben, "hand", seat=number(at, "Dov"))
    ways: dict[str, tuple[str, dict[str, Any]]] = {
        "scape_goat": ("play/leave_out", {"number": 1}),
        "alcatraz": ("play/away", {}),
        "corporate": ("play/show", {"rank": "7"}),
    }
    kind, form = ways[at.game.key]
    assert at.move(who, kind, seat=number(at, without), **form).status_code in (303, 403, 422)
    if name == "Dov":
        at.did(ben, "hand-back")


def test_one_wish_is_told_and_shown_and_a_second_one_settles_it(tmp_path: Path) -> None:
    at = at_a_frame_attempt(House(tmp_path))
    asks = "asked to go on without Dov (one more player, or the host, has to agree)"
    at.did(at.people["Ben"], "play/leave_out", number=1, seat=number(at, "Dov"))
    assert asks in at.people["Cleo"].get(f"/t/{at.code}").text
    assert "One player has asked for this. If you agree, it is done." in at.people["Cleo"].get(f"/t/{at.code}").text
    at.did(at.people["Cleo"], "play/leave_out", number=1, seat=number(at, "Dov"))
    assert "went on without Dov" in at.host.get(f"/t/{at.code}/wall").text


def test_no_form_goes_on_without_somebody_as_older_evenings_did(tmp_path: Path) -> None:
    at = at_a_frame_attempt(House(tmp_path))
    at.move(at.people["Ben"], "play/leave_out", number=1, seat=number(at, "Cleo"), together="")
    assert is_waited_for(at, "Cleo")


@pytest.mark.parametrize(
    ("later", "count"), [(0, 3), (1, 3), (1_000, 2), (1_999, 2), (2_000, 1), (2_999, 1), (3_000, 0), (90_000, 0)]
)
def test_screens_drawn_later_count_from_less_and_all_are_done_at_one_moment(later: int, count: int) -> None:
    began = 1_800_000_000_000
    assert counting(began, began + later) == count


def test_nothing_is_counted_where_nothing_turned_up() -> None:
    assert counting(0, 1_800_000_000_000) == 0


@pytest.mark.parametrize("game", GAMES)
def test_votes_cards_and_ranks_turn_up_on_every_screen_with_one_count(tmp_path: Path, game: str) -> None:
    at = BEGUN[game](House(tmp_path))
    for name in ("Ana", "Ben", "Cleo", "Dov"):
        says_own(at, name)
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


def says_own(at: Evening, name: str) -> None:
    """Somebody's own choice in the vote, the attempt or the reveal."""
    ben = at.people["Ben"]
    if name == "Dov":
        at.did(ben, "hand", seat=number(at, "Dov"))
    who = ben if name == "Dov" else at.people[name]
    if at.game.key == "scape_goat":
        at.did(who, "play/card", number=1, card="grey")
    elif at.game.key == "alcatraz":
        at.did(who, "play/vote", choice=number(at, "Cleo"))
    else:
        at.did(who, "play/show", rank={"Ana": "2", "Ben": "3", "Cleo": "4", "Dov": "5"}[name])
