"""Who has a seat sees that they have it, and what is theirs to do about it; whoever comes late finds every door."""

from __future__ import annotations

import re
from contextlib import closing
from html import unescape

import pytest

from companion.game import Game
from companion.games import GAMES
from companion.web.pages import _modules
from tests.evenings import Evening, House, Visitor, evening

FOR_TWO = next(game for game in GAMES if game.players[0] == 2)
"""A game for which two are enough."""


@pytest.fixture
def at(house: House) -> Evening:
    return evening(house, FOR_TWO, 1, 3)


def test_who_lost_a_phone_is_sent_to_where_the_names_are(at: Evening) -> None:
    """Before the game they are on the page itself, and from then on in the menu."""
    ask = f"/j/{at.code}?ticket="
    assert "On your old phone: tap your name" in page(Visitor(at.house), at, ask)
    at.start()
    lost = page(Visitor(at.house), at, ask)
    assert "On your old phone: under Menu, People and phones, tap your name" in lost
    assert "on the host’s screen, under Menu, People and phones, tap your name" in lost


def page(who: Visitor, at: Evening, path: str = "") -> str:
    return unescape(re.sub(r"</?(bdi|x-said)[^>]*>", "", who.get(path or f"/t/{at.code}").get_data(as_text=True)))


def led(who: Visitor, way: str) -> str:
    """Where that browser is led from there."""
    answer = who.get(way)
    assert answer.status_code == 303
    return answer.headers["Location"]


def heading(shown: str) -> str:
    (words,) = re.findall(r"<h1[^>]*>(?!Menu)([^<]+)</h1>", shown)
    return str(words)


def own_row(shown: str, number: int) -> str:
    return shown.partition(f'<details id="seat-{number}"')[2].partition("</li>")[0]


def test_the_lobby_of_a_seated_phone_leads_with_its_seat_and_says_who_starts(at: Evening) -> None:
    ben = page(at.people["Ben"], at)
    assert heading(ben) == "You are in, Ben. Ana can start"
    head = ben.partition('class="head you-are-in"')[2].partition("</h1>")[0]
    assert re.findall(r'aria-label="([^"]*)"', head)[0] == "red diamond", "with its badge"
    assert heading(page(at.host, at)) == "Who is playing?", "a host has something to do here"


def test_a_host_who_is_away_is_said_to_be_both_in_the_list_of_people(at: Evening) -> None:
    ben = at.people["Ben"]
    assert "host, away" in row(page(ben, at), "Ana")
    with closing(at.host.stream(at.code)) as stream:
        next(stream)
        assert re.findall(r"<small[^>]*>([^<]*)</small>", row(page(ben, at), "Ana")) == ["host"]


def row(shown: str, name: str) -> str:
    """The row of the list of people that somebody's name stands in."""
    people = shown.partition('<ul class="people">')[2].partition("</ul>")[0]
    (found,) = [one for one in people.split("<li")[1:] if f">{name}</span>" in one]
    return found


def test_with_too_few_it_says_how_many_are_missing(house: House) -> None:
    game = next(game for game in GAMES if game.players[0] == 3)
    at = evening(house, game, 1, 2)
    ben = page(at.people["Ben"], at)
    assert heading(ben) == "You are in, Ben"
    assert f"1 more player for {game.title}" in ben


def test_a_host_without_a_seat_and_a_second_host_are_named_as_what_they_are(at: Evening) -> None:
    at.did(at.host, "hand-over", seat=2, too="true")
    assert heading(page(at.people["Cleo"], at)) == "You are in, Cleo. Ana and Ben can start"
    at.did(at.host, "remove", seat=1)
    at.did(at.people["Ben"], "hand-over", seat=3)
    assert heading(page(at.people["Ben"], at)) == "You are in, Ben. Cleo can start"


def test_who_sits_out_is_not_told_that_they_are_in(at: Evening) -> None:
    at.did(at.people["Ben"], "sit-out", seat=2, out="true")
    assert heading(page(at.people["Ben"], at)) == "Ben, you sit out the next game"


def test_nobody_is_asked_first_for_the_name_of_somebody_else(at: Evening) -> None:
    shown = page(at.people["Ben"], at)
    folded = shown.partition('<details id="adding">')[2].partition("</details>")[0]
    assert "Their name" in folded
    assert shown.count("Their name") == 1
    refused = at.move(at.people["Ben"], "add", name="Ana").get_data(as_text=True)
    assert re.search('<details id="adding"(?: open)+>', refused)


def test_ones_own_drawer_holds_name_badge_another_phone_and_leaving(at: Evening) -> None:
    own = own_row(page(at.people["Ben"], at), 2)
    for words in ("Name", "Badge", "Sit out", "This seat on another phone", "Leave", "Yes, leave"):
        assert re.search(f">{words}<", own), words
    assert "Remove Ben" not in own
    at.did(at.people["Ben"], "remove", seat=2)
    assert [seat.name for seat in at.table.seats] == ["Ana", "Cleo"]


def test_a_seat_moves_by_a_code_to_scan_or_by_letters_in_one_piece(at: Evening) -> None:
    at.did(at.people["Ben"], "ticket", seat=2)
    (ticket,) = at.table.tickets
    own = own_row(page(at.people["Ben"], at), 2)
    assert f'letters" translate="no">{ticket}<' in own
    drawn = re.findall(r' d="([^"]+)"', _modules(f"http://10.0.0.23:8000/j/{at.code}?ticket={ticket}"))[-1]
    assert drawn in own, "the code leads to the ticket itself"
    for other in (at.people["Cleo"], Visitor(at.house)):
        assert ticket not in page(other, at)
        assert drawn not in page(other, at)
    new = Visitor(at.house)
    assert f'value="{ticket}"' in new.get(led(new, f"/j/{at.code}?ticket={ticket}")).get_data(as_text=True)
    assert new.post(f"/j/{at.code}", ticket=ticket).status_code == 303
    assert heading(page(new, at)) == "You are in, Ben. Ana can start"


def test_a_stranger_in_a_running_game_sees_what_happens_and_three_doors(at: Evening) -> None:
    at.start()
    shown = page(Visitor(at.house), at)
    doors = shown.partition('id="watching"')[2].partition("</section>")[0]
    assert shown.index('id="now"') < shown.index('id="watching"'), "what happens comes first"
    assert '<details class="asks" id="ask-in">' in doors, "and nothing to fill in before it is asked for"
    assert f'action="/t/{at.code}/ask"' in doors
    assert re.findall(r'<a class="btn small" href="([^"]+)">(?:<svg.*?</svg>)?([^<]+)</a>', doors) == [
        (f"/j/{at.code}?ticket=", "I had a seat"),
        (f"/t/{at.code}/wall", "Watch"),
    ]
    for who in at.people.values():
        assert 'id="watching"' not in page(who, at)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_stranger_in_the_set_up_reads_along_and_finds_a_seat_and_no_button_that_would_be_refused(
    house: House, game: Game
) -> None:
    at = evening(house, game, 1, game.players[0])
    at.did(at.host, "set-up")
    stranger = Visitor(house)
    steps = set(re.findall(r"\?(step=[^\"&]+)", page(at.host, at)))
    assert len(steps) > 1
    for query in ("", "?step=all", *("?" + step for step in steps)):
        shown = page(stranger, at, f"/t/{at.code}{query}")
        assert re.findall(rf'action="/t/{at.code}/([^"]+)"', shown) == [], query
        assert f'You are watching. <a href="/j/{at.code}">Take a seat</a>' in shown
        assert "You are watching." not in page(at.people["Ben"], at, f"/t/{at.code}{query}")
    at.did(at.host, "door", open="false")
    shut = page(stranger, at)
    assert f'href="/j/{at.code}"' not in shut
    assert "The host has closed the door." in shut


def test_while_a_game_runs_sitting_out_says_from_when(at: Evening) -> None:
    assert re.search(">Sit out<", own_row(page(at.people["Ben"], at), 2))
    at.start()
    assert "Sit out from the next game" in own_row(page(at.people["Ben"], at), 2)
    at.did(at.people["Ben"], "sit-out", seat=2, out="true")
    assert "Come back in from the next game" in own_row(page(at.people["Ben"], at), 2)
