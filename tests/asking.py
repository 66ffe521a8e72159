"""Every secret choice of every game, from what each promises, and a table that is asked for one."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.game import Viewer
from companion.games import GAMES
from tests.choices import Choice
from tests.evenings import Evening, House, Visitor, evening
from tests.games import named, promises

CHOICES: dict[str, Choice] = {
    f"{game.key} {name}": choice for game in GAMES for name, choice in promises(game.key).CHOICES.items()
}
"""By the game's key and what it is called there."""
EVERY_CHOICE = pytest.mark.parametrize("choice", CHOICES)
GOES_ON_WITHOUT = pytest.mark.parametrize("choice", [name for name, choice in CHOICES.items() if choice.without])
CALLED_FOR = next(
    name
    for name, choice in CHOICES.items()
    if choice.called and not choice.decided and promises(name.split()[0]).MESSAGES
)
"""One that somebody calls for in the middle of a game in which everybody has a message: all are asked at once."""
ANA, BEN, CLEO, DOV = 1, 2, 3, 4


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


def goes_on_without(at: Evening, choice: str, who: Visitor, seat: int) -> TestResponse:
    """Somebody presses the button by which the table goes on without that seat's choice."""
    without = CHOICES[choice].without
    assert without is not None
    kind, form = without
    return at.move(who, kind, seat=seat, **form)


def is_waited_for(at: Evening, seat: int) -> bool:
    """Whether everybody sees that this seat still owes its choice."""
    assert at.table.play is not None
    return seat in at.game.awaits(at.game.look(at.table.play.now.state, Viewer()))
