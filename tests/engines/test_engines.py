"""What an evening stands on, in every engine that the suite drives: Ana hosts on a phone that has it, the others act
over plain HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.chance import Chance
from companion.game import Game
from companion.games import GAMES, KEYS
from tests import require
from tests.engines.conftest import OLD
from tests.engines.hand import plays
from tests.engines.handset import Handset
from tests.engines.old_chromium import OldChromium
from tests.engines.people import ANA, Around
from tests.engines.served import COMMAND
from tests.evenings import NAMES, fixed_chance
from tests.games import ANY, DEALS, promises
from tests.running import Companion, free_port
from tests.wire import Wire

AT = "return location.pathname.indexOf(arguments[0]) === 0 && document.readyState === 'complete';"
PAGE = """
var panel = document.getElementById("panel"), now = document.querySelector("#now h1, #now h2");
now = now ? now.textContent.replace(/\\s+/g, " ") : "";
return panel && [parseInt(panel.dataset.mark, 10), panel.dataset.stage, now];
"""
NOWHERE = """
var kept = [document.documentElement.outerHTML, document.cookie, document.title, JSON.stringify(history.state)];
[localStorage, sessionStorage].forEach(function (shelf) {
    for (var n = 0; n < shelf.length; n += 1) { kept.push(shelf.key(n), shelf.getItem(shelf.key(n))); }
});
return !document.querySelector(".secret") && kept.join(" ").indexOf(arguments[0]) < 0;
"""
SIGN = """
var sign = document.querySelector("[data-connection]");
return sign && sign.className === arguments[0] && !sign.hidden && sign.textContent.trim();
"""
HURRIES = """
var then = window.Date.now, from = then(), more = arguments[0];
window.Date.now = function () { var now = then(); return now + (now - from) * more; };
"""
"""From now on the page's clock goes as much faster."""
HELD_FOR_EVER = """
var later = window.setTimeout;
window.setTimeout = function (act, ms) { return ms === 8000 ? 0 : later(act, ms); };
"""
"""From now on no message is covered because it has been held for long."""


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Companion, Path]]:
    """An app for the tests of every engine, each of which opens its own table; and its folder."""
    flags, folder = ["--port", str(free_port()), "--no-qr"], tmp_path_factory.mktemp("engines")
    with Companion(*flags, data=folder, command=COMMAND) as companion:
        if "open:" not in companion.said:
            require.missing("browser", "this machine has no address that another one could open")
        yield companion, folder


@pytest.fixture
def around(handset: Handset, app: tuple[Companion, Path]) -> Iterator[Around]:
    """The app, and whoever comes to a table of the test's own."""
    with closing(Around(*app, handset)) as around:
        yield around


@pytest.fixture
def wire(around: Around) -> Iterator[Wire]:
    """The line by which Ana's phone comes."""
    with Wire(around.companion) as wire:
        around.way = wire.address
        yield wire


def opens(around: Around, game: Game) -> None:
    """Ana opens a table for that game, and takes a seat where its code leads to; the others come."""
    ana = around.ana
    ana.open(around.way + "/")
    ana.tap(f"label.box:nth-of-type({GAMES.index(game) + 1})")
    ana.tap("form.opening button:not([name])")
    ana.wait(AT, "/t/")
    around.code = ana.run("return location.pathname.split('/')[2];")
    comes(around)
    around.sit_down(NAMES[1 : game.players[0]])
    is_right(around)


def comes(around: Around) -> None:
    """Ana comes where the code leads to, types her name and takes a seat."""
    around.ana.open(f"{around.way}/j/{around.code}")
    around.ana.type("input[name=name]", ANA)
    around.ana.tap("form[action^='/j/'] .btn")
    around.ana.wait(AT, "/t/")


def seated(around: Around) -> None:
    """Ben hosts a game that tells everybody something; Ana and Cleo have taken a seat."""
    around.opens("Ben", DEALS.key)
    around.sit_down(NAMES[1:3])
    comes(around)
    is_right(around)


def dealt(around: Around) -> None:
    """And the game has begun."""
    seated(around)
    around.acts("Ben", "start")
    is_right(around)


def opened(ana: Handset) -> str:
    """Ana holds her message; what it says."""
    ana.hold("[data-hold]")
    return str(ana.wait("var e = document.querySelector('.secret'); return e && e.textContent;"))


def is_right(around: Around) -> None:
    """Waits until Ana's page stands where the table does, and Now says there what it says to her."""
    meant = around.as_ana_sees_it()
    around.ana.until(lambda: around.ana.run(PAGE) == meant, str(meant))


ON_OFFER = [game for game in GAMES if game.key in KEYS]


@pytest.mark.parametrize("game", ON_OFFER, ids=lambda game: game.key)
def test_an_evening_from_the_lobby_to_its_result(around: Around, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    fixed_chance(monkeypatch, 3)
    opens(around, game)
    ana = around.ana
    for _ in range(promises(game.key).PRACTICE):
        version = around.table.version
        name, tap = around.next_tap(Chance())
        if name != ANA:
            around.does(name, tap)
        elif tap.kind == "read":
            opened(ana)
            ana.let_go()
        else:
            plays(ana, f"/t/{around.code}/{tap.kind}", tap.form)
            around.moved(version)
        assert around.table.version == version + 1
        is_right(around)
        if around.table.result() is not None:
            break
    assert ana.run(PAGE)[1] == "over"


def test_a_message_shows_while_it_is_held_and_is_nowhere_once_it_is_let_go(around: Around) -> None:
    dealt(around)
    ana = around.ana
    said = opened(ana)
    assert said == around.message_for_ana()
    ana.let_go()
    ana.wait(NOWHERE, said)
    is_right(around)
    assert opened(ana) == said, "it can be read again"
    ana.let_go()
    ana.wait(NOWHERE, said)


def test_a_message_open_as_its_page_was_left_is_not_there_after_back_and_the_page_is_live(
    around: Around,
) -> None:
    dealt(around)
    ana = around.ana
    said = opened(ana)
    ana.open(f"{around.way}/rules/{DEALS.key}")
    ana.let_go()
    ana.back()
    assert ana.run(NOWHERE, said)
    is_right(around)
    around.reads("Cleo")
    is_right(around)
    assert ana.run(NOWHERE, said)


def test_a_phone_that_slept_is_covered_and_right_when_it_wakes_though_its_line_died(around: Around, wire: Wire) -> None:
    dealt(around)
    ana = around.ana
    ana.run(HELD_FOR_EVER)
    said = opened(ana)
    ana.sleep()
    wire.die()
    around.reads("Ben")
    around.reads("Cleo")
    ana.wake(20)
    ana.wait(NOWHERE, said)
    ana.let_go()
    is_right(around)
    around.acts("Ben", "start")
    is_right(around)
    assert ana.wait(SIGN, "here")


def test_a_lost_line_is_said_to_be_lost_and_all_is_right_once_it_is_found(around: Around, wire: Wire) -> None:
    seated(around)
    ana = around.ana
    assert ana.wait(SIGN, "here") == "here"
    wire.fall()
    ana.run(HURRIES, 4)
    assert ana.wait(SIGN, "lost") == "not connected, retrying"
    around.acts("Ben", "add", name=["Dov"])
    wire.rise()
    ana.wait(SIGN, "here")
    ana.run(HURRIES, -0.8)  # as fast as before
    is_right(around)
    ana.wait("return document.body.innerText.indexOf('Dov') >= 0;")


PLAIN = pytest.mark.parametrize("phones", OLD, indirect=True, ids=lambda one: one.name)
"""In those that cannot run htmx: what is a plain page there."""
LISTENS = """
window.came = 0;
window.mine = new EventSource(document.querySelector("[data-live]").getAttribute("data-live"));
mine.addEventListener("panel", function () { came += 1; });
mine.addEventListener("mark", function () { window.listening = true; });
"""
"""Marks the page, which hears by a line of the test's own, too, what news there is."""
NEWS = "return window.came > 0;"


def listens(ana: Handset) -> None:
    ana.run(LISTENS)
    ana.wait("return window.listening;")


@PLAIN
def test_a_page_says_here_only_once_it_has_heard_the_app(around: Around) -> None:
    seated(around)
    ana = around.ana
    assert isinstance(ana, OldChromium)
    assert ana.wait(SIGN, "here")
    ana.deaf("*/live*")
    ana.reload()
    assert not ana.run(SIGN, "here")
    assert ana.run("return !document.querySelector('[data-again]').hidden;")
    ana.run(HURRIES, 4)
    assert ana.wait(SIGN, "lost") == "not connected, retrying"


UNFOLDS = """
var folds = [].slice.call(document.querySelectorAll(".game details:not(.asks):not([open])"));
window.left = folds.length;
document.addEventListener("toggle", function () { setTimeout(function () { window.left -= 1; }); }, true);
folds.forEach(function (fold) { fold.open = true; });
"""


@PLAIN
def test_a_page_stands_still_under_a_finger_while_its_spaces_are_laid_anew(around: Around) -> None:
    opens(around, ANY)
    ana = around.ana
    ana.run(UNFOLDS)
    ana.wait("return !window.left;")
    low = "window.scrollTo(0, document.body.scrollHeight); return window.pageYOffset;"
    far = ana.wait(low)
    ana.run("document.body.classList.add('other');")
    assert ana.run("return window.pageYOffset;") == far


@PLAIN
def test_news_loads_the_page_anew_but_not_while_a_message_is_held(around: Around) -> None:
    dealt(around)
    ana = around.ana
    ana.run(HELD_FOR_EVER)
    said = opened(ana)
    listens(ana)
    around.reads("Cleo")
    ana.wait(NEWS)
    assert ana.run("return window.listening && document.querySelector('.secret').textContent;") == said
    ana.let_go()
    ana.wait("return !window.listening;")
    is_right(around)


@PLAIN
def test_news_loads_no_page_anew_in_which_something_is_typed(around: Around) -> None:
    opens(around, ANY)
    ana = around.ana
    ana.type("form[action$='/add'] input[name=name]", "Finn")
    listens(ana)
    around.sit_down(["Eve"])
    ana.wait(NEWS)
    assert (
        ana.run("return window.listening && document.querySelector('form[action$=\"/add\"] input[name=name]').value;")
        == "Finn"
    )
    ana.tap("form[action$='/add'] button")
    ana.wait("return /Eve/.test(document.body.innerText) && /Finn/.test(document.body.innerText);")
    assert [seat.name for seat in around.table.seats][-2:] == ["Eve", "Finn"]


@PLAIN
def test_a_message_is_held_where_a_touch_is_no_pointer(around: Around) -> None:
    """As in iOS 12."""
    assert isinstance(around.ana, OldChromium)
    around.ana.beforehand("delete window.PointerEvent;")
    dealt(around)
    said = opened(around.ana)
    assert said == around.message_for_ana()
    around.ana.let_go()
    around.ana.wait(NOWHERE, said)
