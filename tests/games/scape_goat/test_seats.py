"""Where people sit in Scape Goat: turns, colours and who sits opposite."""

from __future__ import annotations

import re
from html import unescape

from companion.games.scape_goat.turns import is_opposite
from tests.evenings import House
from tests.seats import names, seated, sit


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
