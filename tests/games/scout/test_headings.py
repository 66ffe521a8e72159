"""What Now says of a round is read in one piece: no line ends within the number of the round."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.games.scout import GAME
from tests.browser.screens import Screen
from tests.evenings import House, evening

LINES_OF = """words => {
    const all = document.createTreeWalker(document.querySelector("#now"), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let text = all.nextNode();
    while (!text.data.includes(words)) text = all.nextNode();
    const from = text.data.indexOf(words);
    range.setStart(text, from);
    range.setEnd(text, from + words.length);
    return new Set([...range.getClientRects()].map(at => at.top)).size;
}"""


@pytest.mark.parametrize("name", ["Ana", "Ben", "Cleo", "Dov"])
def test_no_line_of_a_phone_ends_within_the_number_of_the_round(tmp_path: Path, chromium: Browser, name: str) -> None:
    at = evening(House(tmp_path), GAME, 1, 4, sharing=False)
    at.start()
    seat = ["Ana", "Ben", "Cleo", "Dov"].index(name) + 1
    at.did(at.host, "play/starts", round="1", seat=str(seat))
    screen = Screen(chromium, (320, 568))
    for width in (320, 360, 375, 390, 412, 430):
        screen.phone.page.set_viewport_size({"width": width, "height": 844})
        assert screen.shows(at.people["Ben"], f"/t/{at.code}").evaluate(LINES_OF, "Round 1 of 4:") == 1, width
    screen.close()
