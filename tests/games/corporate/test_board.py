"""The four quarters as a picture: what is written for a card stands on that card, however thin it is."""

from __future__ import annotations

import re

import pytest

from companion.games.corporate import GAME
from tests.evenings import House, evening

RECT = re.compile(r'<g class="(c-\w+)"><rect class="p-fill p-cut" x="4" y="([\d.]+)" width="72" height="([\d.]+)"')
LABEL = re.compile(r'<g class="(c-\w+)">\s*<text class="p-on" x="40" y="([\d.]+)" font-size="(\d+)">(\w+)<')


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
    at = evening(house, GAME, 1, players)
    at.did(at.host, "set-up")
    at.did(at.host, "draw", step="start", by="app")
    at.start()
    for card in sold:
        at.did(at.host, "play/card", card=card)
    page = at.host.get(f"/t/{at.code}/wall").text
    cards = [(colour, float(y), float(y) + float(h) + 1) for colour, y, h in RECT.findall(page)]
    written = [
        (c, float(y) - int(size) / 2, float(y) + int(size) / 2, rank) for c, y, size, rank in LABEL.findall(page)
    ]
    assert sorted(rank for *_, rank in written) == sorted(labels)
    for colour, top, bottom, rank in written:
        on = [1 for c, high, low in cards if c == colour and high - 0.2 <= top and bottom <= low + 0.2]
        assert on, f"{rank} leaves its card"
