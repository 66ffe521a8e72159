"""Round the table: the order in which people sit is shown, asked about and mended, also while a game runs."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from companion.game import Game, Refused, stays_seated
from companion.games import GAMES
from tests.evenings import Evening, House, Visitor
from tests.games import promises
from tests.seats import names, seated, sit

LARGEST = max(GAMES, key=lambda game: game.players[1]).key
"""The game with room for most."""
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def told(at: Evening) -> list[str]:
    called = {seat.number: seat.name for seat in at.table.seats}
    return [line.text.in_words(names=called) for line in at.table.told]


def page(who: Visitor, at: Evening) -> str:
    return unescape(who.get(f"/t/{at.code}").get_data(as_text=True))


def ring(shown: str) -> str:
    return shown.partition('id="ring"')[2].partition("</section>")[0]


def test_everybody_who_sits_sees_the_table_and_a_host_can_mend_it(house: House) -> None:
    at = seated(house, LARGEST)
    for name, who in at.people.items():
        drawn = ring(page(who, at))
        assert "Is this how you sit?" in drawn
        assert re.findall(r'<bdi translate="no">(\w+)</bdi>(?:</button>|</span>)', drawn) == ["Ana", "Ben", "Cleo"]
        assert ("<form" in drawn) == (name == "Ana")
    assert ring(page(Visitor(house), at)) == ""
    at.did(at.host, "arrange", **sit(at, "Cleo", "Ben", "Ana"))
    assert names(at) == ["Cleo", "Ben", "Ana"]
    assert told(at)[-1] == "Ana changed the seats. Clockwise: Cleo, Ben and Ana"
    assert at.move(at.people["Ben"], "arrange", **sit(at, "Ana", "Ben", "Cleo")).status_code == 403


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_who_sits_where_is_drawn_clockwise(house: House, count: int) -> None:
    """From the top down the right side, and up the left."""
    at = seated(house, LARGEST, count)
    drawn = ring(page(at.host, at))
    cells = [(int(row), int(column)) for row, column in re.findall(r'class="place r(\d) c(\d)"', drawn)]
    assert (
        cells
        == {
            3: [(1, 2), (2, 3), (2, 1)],
            4: [(1, 2), (2, 3), (3, 2), (2, 1)],
            5: [(1, 2), (2, 3), (3, 3), (3, 1), (2, 1)],
            6: [(1, 2), (2, 3), (3, 3), (4, 2), (3, 1), (2, 1)],
        }[count]
    )


@pytest.mark.parametrize("places", ["112", "12 ", "124", "12x", "12", ""])
def test_numbers_that_seat_nobody_are_refused_in_a_sentence_and_stay_as_typed(house: House, places: str) -> None:
    at = seated(house, LARGEST)
    before = at.table.version
    form: dict[str, Any] = {f"place-{seat}": typed for seat, typed in enumerate(places, 1)}
    answer = at.move(at.host, "arrange", **form)
    shown = unescape(answer.get_data(as_text=True))
    if len(places) == 3:
        assert answer.status_code == 422
        assert "Please give each person a place of their own, from 1 to 3." in shown
        assert re.findall(r'name="place-\d" value="(.?)"', shown) == list(places)
    else:
        assert answer.status_code == 409, "who came or went meanwhile has no place in it"
        assert "Somebody has come or gone meanwhile. Please look again." in shown
    assert at.table.version == before


def test_whoever_came_or_moved_meanwhile_is_not_moved_unseen(house: House) -> None:
    at = seated(house, LARGEST)
    drawn, form = at.table.version, sit(at, "Cleo", "Ben", "Ana")
    at.did(at.people["Ben"], "add", name="Dov")
    assert at.move(at.host, "arrange", drawn, **form).status_code == 409
    drawn, form = at.table.version, sit(at, "Dov", "Cleo", "Ben", "Ana")
    at.did(at.host, "arrange", **sit(at, "Ana", "Cleo", "Ben", "Dov"))
    assert at.move(at.host, "arrange", drawn, **form).status_code == 409
    assert names(at) == ["Ana", "Cleo", "Ben", "Dov"]
    at.did(at.host, "arrange", **sit(at, "Ana", "Ben", "Cleo", "Dov"))
    before = at.table.version
    assert at.move(at.host, "arrange", **sit(at, "Ana", "Ben", "Cleo", "Dov")).status_code == 303
    assert at.table.version == before, "it is so already"


def test_a_game_that_says_nothing_of_it_keeps_its_seats(house: House) -> None:
    with pytest.raises(Refused, match=r"The seats stay as they are while this game is running\."):
        stays_seated(None, (2, 1))


@EVERY_GAME
def test_new_seats_leave_no_way_back_to_the_old_ones_and_make_old_buttons_old(house: House, game: Game) -> None:
    at = seated(house, game.key)
    at.start()
    drawn = at.table.version
    if game.reseat is stays_seated:
        assert at.move(at.host, "arrange", **sit(at, "Cleo", "Ben", "Ana")).status_code == 422
        assert at.table.version == drawn
        return
    at.did(at.host, "arrange", **sit(at, "Cleo", "Ben", "Ana"))
    assert at.table.play is not None
    assert not at.table.play.now.may_go_back
    assert at.table.phase_at > drawn
    assert at.table.play.seats == (3, 2, 1)
    at.start()
    assert at.table.play.seats == (3, 2, 1), "and so does a game that begins anew"


@EVERY_GAME
@pytest.mark.parametrize("when", ["in the set-up", "in the game"])
def test_what_was_drawn_by_where_people_sit_is_drawn_anew_and_what_was_not_stays(
    house: House, game: Game, when: str
) -> None:
    at = seated(house, game.key)
    at.did(at.host, "set-up")
    at.did(at.host, "draw-all")
    if when == "in the game":
        if game.reseat is stays_seated:
            return
        at.start()
    drawn = dict(at.table.drawn)
    assert set(promises(game.key).PLACED) <= set(drawn)
    at.did(at.host, "arrange", **sit(at, "Cleo", "Ben", "Ana"))
    assert dict(at.table.drawn) == {key: drawn[key] for key in drawn if key not in promises(game.key).PLACED}


@EVERY_GAME
def test_it_is_drawn_anew_also_where_too_few_were_in_just_then_and_stays_where_none_of_them_moved(
    house: House, game: Game
) -> None:
    at = seated(house, game.key)
    at.did(at.host, "set-up")
    at.did(at.host, "draw-all")
    drawn = dict(at.table.drawn)
    at.did(at.people["Ben"], "sit-out", seat=2, out="true")
    at.did(at.host, "arrange", **sit(at, "Ana", "Cleo", "Ben"))
    assert dict(at.table.drawn) == drawn, "Ana and Cleo sit as they did"
    at.did(at.host, "arrange", **sit(at, "Cleo", "Ana", "Ben"))
    assert dict(at.table.drawn) == {key: drawn[key] for key in drawn if key not in promises(game.key).PLACED}


@EVERY_GAME
def test_who_sits_out_changes_seats_without_the_game(house: House, game: Game) -> None:
    at = seated(house, game.key, 4)
    at.did(at.people["Dov"], "sit-out", seat=4, out="true")
    at.start()
    assert at.table.play is not None
    state = at.table.play.now.state
    at.did(at.host, "arrange", **sit(at, "Dov", "Ana", "Ben", "Cleo"))
    assert at.table.play.now.state is state or at.table.play.now.state == state
    assert at.table.play.seats == (1, 2, 3)


def test_three_people_called_ana_are_told_apart(house: House) -> None:
    at = seated(house, LARGEST, 1)
    for name in ("Ana 2", "Ana 3"):
        at.did(at.host, "add", name=name)
    drawn = ring(page(at.host, at))
    assert re.findall(r'<button[^>]*class="sits".*?>([^<]+)</text>.*?translate="no">([^<]+)</bdi>', drawn) == [
        ("A", "Ana"),
        ("A2", "Ana 2"),
        ("A3", "Ana 3"),
    ]
