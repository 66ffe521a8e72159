"""What an evening stands on, in every engine that the suite drives: Ana hosts on a phone that has it, the others act
over plain HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.chance import Chance
from companion.game import Game
from companion.games import GAMES
from tests import require
from tests.engines.hand import plays
from tests.engines.handset import Handset
from tests.engines.people import HOST, Around
from tests.engines.served import COMMAND
from tests.evenings import fixed_chance
from tests.games import promises
from tests.running import Companion, free_port

AT = "return location.pathname.indexOf(arguments[0]) === 0 && document.readyState === 'complete';"
AS_SERVED = """
var ask = new XMLHttpRequest();
ask.open("GET", document.querySelector("[data-live]").getAttribute("data-fetch") + location.search, false);
ask.setRequestHeader("HX-Request", "true");
ask.send();
var served = new DOMParser().parseFromString(ask.responseText, "text/html"), here = document;
function words(page) {
    return Array.prototype.map.call(page.querySelectorAll("#panel .game h1, #panel .game h2, #now"), function (e) {
        return e.textContent.replace(/\\s+/g, " ").trim();
    }).join(" | ");
}
function mark(page) { return page.getElementById("panel").dataset.mark; }
var right = mark(here) === mark(served) && parseInt(mark(here), 10) === arguments[0] && words(here) === words(served);
return right && words(here);
"""
"""What the page says in its headings and in Now, once it stands at that version and says what its panel would."""


@pytest.fixture
def around(handset: Handset, tmp_path: Path) -> Iterator[Around]:
    """An app of the test's own, and whoever comes to it."""
    flags = ["--port", str(free_port()), "--no-qr"]
    with Companion(*flags, data=tmp_path, command=COMMAND, environ={"SEED": "3"}) as companion:
        if "open:" not in companion.said:
            require.missing("browser", "this machine has no address that another one could open")
        with closing(Around(companion, tmp_path, handset)) as around:
            yield around


def opens(around: Around, game: Game) -> None:
    """Ana opens a table for that game, and takes a seat where its code leads to; the others come."""
    ana = around.ana
    ana.open(around.companion.address + "/")
    ana.tap(f"label.box:nth-of-type({GAMES.index(game) + 1})")
    ana.tap("form.opening button:not([name])")
    ana.wait(AT, "/t/")
    around.code = ana.run("return location.pathname.split('/')[2];")
    ana.open(f"{around.companion.address}/j/{around.code}")
    ana.type("input[name=name]", HOST)
    ana.tap("form[action^='/j/'] .btn")
    ana.wait(AT, "/t/")
    around.sit_down(game.players[0])
    is_right(around)


def reads(ana: Handset) -> str:
    """Ana holds her message, and lets it go; what it said."""
    ana.hold("[data-hold]")
    said = str(ana.wait("var e = document.querySelector('.secret'); return e && e.innerText;"))
    ana.let_go()
    return said


def is_right(around: Around) -> str:
    """Waits until Ana's page stands where the table does, and says what she would be told now."""
    return str(around.ana.wait(AS_SERVED, around.version_for_ana()))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_an_evening_from_the_lobby_to_its_result(around: Around, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    fixed_chance(monkeypatch, 3)
    opens(around, game)
    ana = around.ana
    for _ in range(promises(game.key).PRACTICE):
        version = around.table.version
        name, tap = around.next_tap(Chance())
        if name != HOST:
            around.does(name, tap)
        elif tap.kind == "read":
            reads(ana)
        else:
            plays(ana, f"/t/{around.code}/{tap.kind}", tap.form)
            around.moved(version)
        assert around.table.version == version + 1
        is_right(around)
        if around.table.result() is not None:
            break
    assert ana.run("return document.getElementById('panel').dataset.stage;") == "over"
