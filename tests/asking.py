"""Every secret choice of every game, from what each promises, and a table that is asked for one."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES
from tests.choices import Choice
from tests.evenings import Evening, House, evening
from tests.games import named, promises

CHOICES: dict[str, Choice] = {
    f"{game.key} {name}": choice for game in GAMES for name, choice in promises(game.key).CHOICES.items()
}
"""By the game's key and what it is called there."""
EVERY_CHOICE = pytest.mark.parametrize("choice", CHOICES)
BEN, CLEO, DOV = 2, 3, 4


def asked_for(house: House, choice: str, *, sharing: bool = True) -> Evening:
    """Four at a table, Dov on Ben's phone unless nobody shares one, and everybody asked to choose."""
    at = evening(house, named(choice.split()[0]), 1, 4, sharing=sharing)
    for key, value in CHOICES[choice].decided.items():
        at.did(at.host, "decide", key=key, value=value)
    at.start()
    for call in CHOICES[choice].called:
        at.did(at.host, call)
    return at


def under_way(house: House, choice: str) -> tuple[Evening, str, list[dict[str, Any]]]:
    """The same, the button they choose by, and what Dov may send."""
    return asked_for(house, choice), CHOICES[choice].kind, CHOICES[choice].forms(DOV)
