"""Where people sit in Scape Goat: turns, colours and who sits opposite."""

from __future__ import annotations

import re
from html import unescape

from companion.games.scape_goat import GAME
from companion.games.scape_goat.turns import is_opposite
from companion.secrecy import seen_by
from companion.seen import Seen
from tests.evenings import House, evening
from tests.seats import names, seated, sit
from tests.test_notices import number


def test_the_turns_go_on_round_the_table_as_people_sit_now(house: House) -> None:
    at = seated(house, "scape_goat", 6)
    at.start()
    at.did(at.host, "play/track", seat=1)
    assert at.table.play is not None
    assert at.table.play.now.state.turn.whose == 1
    at.did(at.host, "arrange", **sit(at, "Ana", "Dov", "Ben", "Cleo", "Eve", "Finn"))
    state = at.table.play.now.state
    assert state.seats == at.table.play.seats == (1, 4, 2, 3, 5, 6)
    assert state.turn.whose == 1
    at.did(at.host, "play/go", to="spy")
    at.did(at.host, "play/next")
    assert at.table.play.now.state.turn.whose == 4, "Dov sits left of Ana now"
    at.house.restart()
    assert names(at) == ["Ana", "Dov", "Ben", "Cleo", "Eve", "Finn"]
    assert at.table.play is not None
    assert at.table.play.now.state.turn.whose == 4


def test_opposite_are_those_who_face_each_other_now(house: House) -> None:
    """Three seats on of six: from Ana that is Dov, and Eve once the two have changed seats."""
    at = seated(house, "scape_goat", 6)
    at.start()
    at.did(at.host, "play/track", seat=1)
    assert at.table.play is not None
    assert is_opposite(at.table.play.now.state, 4)
    at.did(at.host, "arrange", **sit(at, "Ana", "Ben", "Cleo", "Eve", "Dov", "Finn"))
    assert is_opposite(at.table.play.now.state, 5)
    assert not is_opposite(at.table.play.now.state, 4)


def test_nobodys_colour_changes_with_the_seats(house: House) -> None:
    """Teal and brown are no colours of the box: who has such a badge was given one of the box's, by where they sat."""
    at = seated(house, "scape_goat")
    at.did(at.host, "rename", seat=1, name="Ana", badge=6)
    at.did(at.host, "rename", seat=2, name="Ben", badge=7)
    at.start()

    def shown() -> list[str]:
        people = (
            unescape(at.host.get(f"/t/{at.code}").get_data(as_text=True))
            .partition('<ul class="people">')[2]
            .partition("</ul>")[0]
        )
        found = re.findall(r'aria-label="(\w+) \w+".*?translate="no">(\w+)<', people, re.DOTALL)
        return sorted(f"{name} {colour}" for colour, name in found)

    before = shown()
    assert len(before) == 3
    at.did(at.host, "arrange", **sit(at, "Ben", "Ana", "Cleo"))
    assert shown() == before
    at.did(at.host, "arrange", **sit(at, "Cleo", "Ben", "Ana"))
    assert shown() == before


def test_whoever_plays_a_colour_goes_by_its_badge_and_by_their_own_in_the_lobby(house: House) -> None:
    at = evening(house, GAME, 1, 4)
    at.did(at.host, "rename", seat=number(at, "Ana"), name="Ana", badge=6)
    at.did(at.people["Cleo"], "rename", seat=number(at, "Cleo"), name="Cleo", badge=0)
    colours = {"Ana": "blue", "Ben": "red", "Cleo": "blue", "Dov": "green"}

    def sees(device: str, *, wall: bool = False) -> Seen:
        return seen_by(at.table, device, at=at.house.now, wall=wall)

    def shown(seen: Seen) -> dict[str, str]:
        return {seat.name: seat.badge.colour for seat in seen.seats}

    ana, ben = at.host.device, at.people["Ben"].device
    assert shown(sees(ana)) == {**colours, "Ana": "teal"}
    at.did(at.host, "set-up")
    with_mats = {**colours, "Ana": "yellow"}  # four play blue, red, yellow and green: Ana has what is free
    assert shown(sees(ben)) == shown(sees(ben, wall=True)) == with_mats
    at.start()
    assert shown(sees("")) == with_mats
    at.did(at.host, "lobby")
    assert shown(sees(ana)) == {**colours, "Ana": "teal"}
