"""Round the table: the order in which people sit is shown, asked about and mended, also while a game runs."""

from __future__ import annotations

import re
from html import unescape
from itertools import permutations
from typing import Any

import pytest

from companion.game import Game, Refused, stays_seated
from companion.games import GAMES
from companion.secrecy import seen_by
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
    drawn, placed = at.table.drawn_here, promises(game.key).PLACED
    assert set(placed) <= set(drawn)
    at.did(at.host, "arrange", **sit(at, "Cleo", "Ben", "Ana"))
    assert at.table.drawn_here == {key: drawn[key] for key in drawn if key not in placed}
    at.did(at.host, "arrange", **sit(at, "Ana", "Ben", "Cleo"))
    assert at.table.drawn_here == drawn, "and once they sit as they sat it is theirs again"


@EVERY_GAME
def test_it_is_drawn_anew_also_where_whoever_moved_was_not_in_just_then(house: House, game: Game) -> None:
    at = seated(house, game.key)
    at.did(at.host, "set-up")
    at.did(at.host, "draw-all")
    drawn, placed = at.table.drawn_here, promises(game.key).PLACED
    at.did(at.people["Ben"], "sit-out", seat=2, out="true")
    at.did(at.host, "arrange", **sit(at, "Ana", "Cleo", "Ben"))
    at.did(at.people["Ben"], "sit-out", seat=2, out="false")
    assert at.table.drawn_here == {key: drawn[key] for key in drawn if key not in placed}


def drawn_now(at: Evening) -> dict[str, str | None]:
    """What the set-up shows as drawn for who is in, by draw."""
    plan = at.table.plan()
    assert plan is not None
    return {step.draw.key: step.draw.value for step in plan.steps if step.draw}


AGAIN = "What was drawn here was for other players or another order of seats. Please draw again."


def says_so(at: Evening, key: str) -> list[bool]:
    """Whether the step of that draw says that it is drawn anew, to the host and to another player."""
    plan = at.table.plan()
    assert plan is not None
    step = next(step.key for step in plan.steps if step.draw and step.draw.key == key)
    return [AGAIN in unescape(who.get(f"/t/{at.code}?step={step}").text) for who in (at.host, at.people["Ben"])]


def comes_in(at: Evening, seat: int, *, instead_of: int) -> None:
    at.did(at.host, "sit-out", seat=instead_of, out="true")
    at.did(at.host, "sit-out", seat=seat, out="false")


@EVERY_GAME
def test_what_was_drawn_by_where_people_sit_is_nobodys_who_came_in_since_and_theirs_again_who_come_back(
    house: House, game: Game
) -> None:
    last = game.players[0]
    at = seated(house, game.key, last + 1)
    at.did(at.host, "sit-out", seat=last + 1, out="true")
    at.did(at.host, "set-up")
    at.did(at.host, "draw-all")
    drawn, placed = drawn_now(at), promises(game.key).PLACED
    at.did(at.host, "tick-all")
    comes_in(at, last + 1, instead_of=last)
    assert [(drawn_now(at)[key], says_so(at, key)) for key in placed] == [(None, [True, True]) for _ in placed]
    assert all(value in (drawn[key], None) for key, value in drawn_now(at).items()), "and nothing else is anything else"
    comes_in(at, last, instead_of=last + 1)
    assert drawn_now(at) == drawn
    assert [says_so(at, key) for key in placed] == [[False, False] for _ in placed]
    assert all(step.done for step in seen_by(at.table, "", wall=True).steps if not step.step.by_start)
    comes_in(at, last + 1, instead_of=last)
    if None in drawn_now(at).values():
        at.did(at.host, "draw-all")
    comes_in(at, last, instead_of=last + 1)
    for key in placed:
        assert says_so(at, key) == [True, True]
        at.did(at.host, "draw", step=key, by="app")
        assert drawn_now(at)[key] == drawn[key], "and no second try"


def test_what_was_drawn_for_some_in_one_game_keeps_nothing_drawn_for_others_in_another_from_lying(house: House) -> None:
    at = seated(house, LARGEST)
    for pair in permutations(GAMES, 2):
        for game, order in zip(pair, (("Cleo", "Ben", "Ana"), ("Ana", "Ben", "Cleo")), strict=True):
            at.did(at.host, "arrange", **sit(at, *order))
            at.did(at.host, "choose", game=game.key)
            at.did(at.host, "set-up", how="drawn")
        assert at.table.drawn_for_others == frozenset(), [game.key for game in pair]


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
