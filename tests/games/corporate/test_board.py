"""The four quarters as a picture: what is written for a card stands on that card, however thin it is."""

from __future__ import annotations

import re

import pytest

from companion.games.corporate import GAME
from tests.evenings import House, evening

RECT = re.compile(r'<g class="(c-\w+)"><rect class="p-fill p-cut" x="4" y="([\d.]+)" width="72" height="([\d.]+)"')
LABEL = re.compile(r'<g class="(c-\w+)">\s*<text class="p-on" x="40" y="([\d.]+)" font-size="(\d+)">(\w+)<')


def wall(house: House, players: int, sold: list[str]) -> str:
    """The wall once so many have sold these cards."""
    at = evening(house, GAME, 1, players)
    at.did(at.host, "set-up")
    at.did(at.host, "draw", step="start", by="app")
    at.start()
    for card in sold:
        at.did(at.host, "play/card", card=card)
    return at.host.get(f"/t/{at.code}/wall").text


@pytest.mark.parametrize(
    ("players", "sold", "labels"),
    [
        (3, ["9", "9", "down", "2", "down"], ["9", "9", "2"]),
        (3, ["9", "9", "down", "3", "7"], ["9", "9", "3", "7"]),
        (3, ["down", "9", "2", "8", "3", "down"], ["9", "2", "8", "3"]),
        (4, ["down", "7", "8", "3", "K"], ["7", "8", "3", "K"]),
        (5, ["9", "9", "down", "3"], ["9", "9", "3"]),
    ],
)
def test_a_number_stands_on_the_card_it_is_of(house: House, players: int, sold: list[str], labels: list[str]) -> None:
    page = wall(house, players, sold)
    cards = [(colour, float(y), float(y) + float(h) + 1) for colour, y, h in RECT.findall(page)]
    written = [
        (c, float(y) - int(size) / 2, float(y) + int(size) / 2, rank) for c, y, size, rank in LABEL.findall(page)
    ]
    assert sorted(rank for *_, rank in written) == sorted(labels)
    for colour, top, bottom, rank in written:
        on = [1 for c, high, low in cards if c == colour and high - 0.2 <= top and bottom <= low + 0.2]
        assert on, f"{rank} leaves its card"


TAB = re.compile(
    r'<g class="(c-\w+)"><rect class="p-fill p-cut tab" x="([\d.]+)" y="([\d.]+)" width="16" height="16" rx="4"/>'
    r'<text class="p-on" x="([\d.]+)" y="([\d.]+)" font-size="14">(\w+)<'
)


@pytest.mark.parametrize(
    ("players", "sold", "tabs"),
    [
        (3, ["A", "A", "2"], []),  # 144 high for 10: an ace has room for its number
        (5, ["A", "2", "3"], ["A"]),  # for 20, an ace has 7 of 144
        (5, ["A", "A", "A", "A", "2"], ["A", "A", "A", "A"]),
        (5, ["9", "9", "A", "down"], ["A"]),  # 29 in a quarter for 20, where an ace has 5
    ],
)
def test_a_card_too_thin_for_its_number_has_it_on_a_tab_of_its_colour(
    house: House, players: int, sold: list[str], tabs: list[str]
) -> None:
    page = wall(house, players, sold)
    found = TAB.findall(page)
    assert [rank for *_, rank in found] == tabs
    thin = {(colour, float(y), float(y) + float(h) + 1) for colour, y, h in RECT.findall(page) if float(h) + 1 < 14}
    assert len(thin) == len(tabs)
    spots = set()
    for colour, left, top, x, y, _ in found:
        assert float(x) + 8 <= 36 or float(x) - 8 >= 44, "nor on the number of a card that has room for its own"
        on = [1 for c, high, low in thin if c == colour and float(y) - 8 <= high and low <= float(y) + 8]
        assert on, "a tab covers its own card"
        assert (float(left), float(top)) == (float(x) - 8, float(y) - 8)
        spots.add((left, top))
    placed = [(float(left), float(top)) for left, top in spots]
    for at_one, one in enumerate(placed):
        for other in placed[at_one + 1 :]:
            assert abs(one[0] - other[0]) >= 16 or abs(one[1] - other[1]) >= 16, "and on no other tab"


def test_a_card_face_down_shows_no_diamond_which_is_a_suit_and_a_red_one(house: House) -> None:
    (back,) = re.findall(r'class="p-on g-back" d="([^"]+)"', wall(house, 3, ["down"]))
    assert not re.search("[lLcCqQsStT]", back), "upright lines and round corners alone"
