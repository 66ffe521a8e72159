"""Who may know whom: read from the source itself, so that a new module or a new game is held to it at once."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import GAMES, example
from tests.raising import everywhere
from tests.running import ROOT

PACKAGE = ROOT / "companion"
MODULES = sorted(PACKAGE.rglob("*.py"))

LAYERS = (
    {"words", "chance", "clock", "elsewhere", "values", "budgets", "doorstep", "lately"},
    {"refusals"},
    {"move"},
    {"game", "live", "network"},
    {"ballots", "reveals"},
    {"games"},
    {"names", "store", "forms"},
    {"table"},
    {"moves"},
    {"trust", "evenings"},
    {"fold", "seen"},
    {"told"},
    {"secrecy"},
    {"keeper", "pretend"},
    {"web"},
    {"companion"},
    {"server", "console", "upkeep", "settings"},
    {"terminal"},
    {"__main__"},
)
"""The parts of the app from the ground up: each may import those in the layers below its own, and itself."""

ROOMS_OF_WEB = (
    {"templates", "pieces", "notices", "catalogue"},
    {"language"},
    {"pages", "search", "address", "calling"},
    {"guard"},
    {"errors", "door"},
    {"visit", "guides", "evenings"},
    {"panel", "paper", "share", "home"},
    {"tables", "live", "evening"},
    {"pressing"},
    {"message", "aside", "practice"},
)
"""The rooms of `web`, held to the same rule: how a page speaks, who asks, what they see of it, what is pressed."""

PURE = {"words", "chance", "values", "game", "ballots", "reveals", "games", "names", "table", "moves", "trust", "fold"}
PURE |= {"refusals", "move", "seen", "told", "secrecy", "forms", "pretend"}
WORLD = {
    *[
        "flask",
        "werkzeug",
        "gevent",
        "sqlite3",
        "psycopg",
        "time",
        "random",
        "os",
        "socket",
        "threading",
    ],
    *["subprocess", "locale", "uuid", "tempfile", "shutil", "urllib.request"],
}
"""What pure code never imports: whatever could answer otherwise tomorrow, on another machine, or in a replay."""

ONLY_IN = {
    "sqlite3": {"store/sqlite.py", "store/copies.py", "store/mend.py"},
    "psycopg": {"store/lines.py", "store/news.py"},
    "gevent": {"server.py", "__main__.py"},
    "secrets": {"chance.py", "store/", "web/"},
    "ifaddr": {"network.py"},
    "qrcode": {"terminal.py"},
    "flask": {"web/", "__init__.py"},
    "babel": {"web/catalogue.py"},
    "werkzeug": {"web/", "__init__.py"},
}


def within(module: Path) -> str:
    return module.relative_to(PACKAGE).as_posix()


def part_of(module: Path) -> str:
    first = within(module).split("/")[0].removesuffix(".py")
    return "companion" if first == "__init__" else first


def imported(module: Path) -> Iterator[str]:
    """The full names a module imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{within(module)}: a relative import hides what it knows"
            yield from (f"{node.module}.{name.name}" for name in node.names)


def part_named(name: str) -> str:
    """The part of ours that an import names, as `companion.web.tables.show` names `web`."""
    second = name.split(".")[1]
    return second if any(second in layer for layer in LAYERS) else "companion"


def layer_of(part: str) -> int:
    return next(n for n, layer in enumerate(LAYERS) if part in layer)


every_module = pytest.mark.parametrize("module", MODULES, ids=within)


@every_module
def test_every_module_has_its_layer_and_imports_only_those_below(module: Path) -> None:
    part = part_of(module)
    assert any(part in layer for layer in LAYERS), f"{part} is new: say in LAYERS where it stands"
    for name in imported(module):
        if name.split(".")[0] == "companion":
            known = part_named(name)
            assert known == part or layer_of(known) < layer_of(part), f"{part} may not know {name}"


@pytest.mark.parametrize("module", [m for m in MODULES if part_of(m) == "web"], ids=within)
def test_the_rooms_of_the_web_know_only_those_below_them(module: Path) -> None:
    room = module.stem
    if room == "__init__":
        return
    assert any(room in floor for floor in ROOMS_OF_WEB), f"{room} is new: say in ROOMS_OF_WEB where it stands"
    floor_of = {name: n for n, floor in enumerate(ROOMS_OF_WEB) for name in floor}
    for name in imported(module):
        known = name.split(".")[2] if name.startswith("companion.web.") else room
        assert known == room or floor_of[known] < floor_of[room], f"{room} may not know {name}"


@every_module
def test_what_touches_the_world_is_imported_in_one_place(module: Path) -> None:
    for name in imported(module):
        homes = ONLY_IN.get(name.split(".")[0])
        assert homes is None or any(within(module).startswith(home) for home in homes), name


@every_module
def test_pure_code_knows_no_web_no_database_no_clock_and_no_other_chance(module: Path) -> None:
    if part_of(module) in PURE:
        names = [name.split(".") for name in imported(module)]
        assert not WORLD & {".".join(name[:length]) for name in names for length in (1, 2)}
        source = module.read_text("utf-8")
        assert not [
            clock for clock in ("datetime.now", "datetime.utcnow", "date.today", "datetime.today") if clock in source
        ]


@pytest.mark.parametrize("module", [m for m in MODULES if part_of(m) == "games"], ids=within)
def test_a_game_knows_the_vocabulary_and_itself_and_no_other_game(module: Path) -> None:
    game = within(module).split("/")[1]
    for name in imported(module):
        ours, _, what = name.partition(".")
        if ours == "companion" and game not in ("__init__.py", "__main__.py"):
            assert what.startswith(("game.", "chance.", "ballots.", "words.", "values.", f"games.{game}")), name


def test_public_functions_say_what_they_raise() -> None:
    assert everywhere() == []


LISTED = ("games/__init__.py", "games/__main__.py")
"""The list of games, and what lays a new one out from the example."""


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_nothing_outside_a_games_own_rooms_names_it(game: str) -> None:
    for module in MODULES:
        if not within(module).startswith(f"games/{game}/") and within(module) not in LISTED:
            words = {
                node.value for node in ast.walk(ast.parse(module.read_text("utf-8"))) if isinstance(node, ast.Constant)
            }
            assert game not in words, within(module)
    templates = ROOT / "templates"
    for template in templates.rglob("*.html"):
        if template.relative_to(templates).parts[0] != game:
            text = template.read_text("utf-8")
            assert f'"{game}"' not in text, template.name
            assert f"'{game}'" not in text, template.name


def test_the_rules_above_would_notice() -> None:
    """The reader of imports sees those inside functions and those of submodules."""
    assert "gevent.monkey" in set(imported(PACKAGE / "__main__.py"))
    assert part_named("companion.store.sqlite.SqliteStore") == "store"
    assert part_named("companion.create_app") == "companion"
    assert len(MODULES) > 10


# --- tests, too: what one needs to know of a game the game's `promises.py` says ---------------------------------------

TESTS = ROOT / "tests"
NAMES = [name for game in GAMES if game is not example.GAME for name in (game.key, str(game.title))]
NAMED = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in NAMES))


def naming() -> set[str]:
    """The files outside games' own folders that have a game's key or title in them."""
    own = {TESTS / "games" / game.key for game in GAMES}
    files = [path for path in TESTS.rglob("*.py") if not own & set(path.parents) and path != Path(__file__)]
    return {path.relative_to(TESTS).as_posix() for path in files if NAMED.search(path.read_text("utf-8"))}


def test_no_test_names_a_game() -> None:
    assert naming() == set(), "what a test needs to know of a game, the game's promises.py says"


@pytest.mark.parametrize("said", ["scape_goat", "Scout", 'game="alcatraz"', "/rules/corporate"])
def test_a_name_is_noticed(said: str) -> None:
    assert NAMED.search(said)
