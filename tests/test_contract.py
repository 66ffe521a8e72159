"""The page "Add a game" says what is so, and all of it: read from templates, classes and macros, both ways. And what is
laid out by it is a game."""

from __future__ import annotations

import dataclasses
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import ChoiceLoader, DictLoader, Environment, meta, nodes, pass_context
from jinja2.runtime import Context

from companion import game as vocabulary
from companion.games import GAMES
from companion.games.__main__ import CannotLayOut, lay_out
from companion.seen import Seen, SeenSeat
from tests.evenings import House, Visitor, evening
from tests.games import promises
from tests.running import ROOT

PAGE = (ROOT / "companion/games/README.md").read_text("utf-8")
TEMPLATES = ROOT / "templates"
EXAMPLE = next(game for game in GAMES if game.key == "example")
KEYS = [game.key for game in GAMES]
JINJA = Environment()


def section(title: str) -> str:
    """What stands under a heading, to the next one."""
    found = re.search(rf"^##+ {re.escape(title)}\n(.*?)(?=^##|\Z)", PAGE, re.DOTALL | re.MULTILINE)
    assert found, title
    return found[1]


def named(text: str) -> set[str]:
    """What is named in it as code: a word, or a word and its parameters."""
    return set(re.findall(r"`([A-Za-z_]\w*)(?:[( ][^`]*)?`", text))


def first_column(text: str) -> set[str]:
    """What the first cells of its tables name as code, whole."""
    cells = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    return {word for cell in cells for word in re.findall(r"`([^`]+)`", cell)}


def rows(text: str) -> dict[str, set[str]]:
    """By the first cell of each row, what its last cell names."""
    cells = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| `")]
    return {row[0].strip("`"): named(row[-1]) for row in cells}


def part(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# --- files ------------------------------------------------------------------------------------------------------------


def test_every_file_of_a_game_is_named_and_every_file_named_is_there() -> None:
    said = {name.replace("KEY", "example") for name in first_column(section("Files"))} - {"templates/example/"}
    folders = (ROOT / "companion/games/example", ROOT / "tests/games/example")
    files = {part(path) for folder in folders for path in folder.glob("*.*")}
    assert said == files | {"static/games/example.css"}


@pytest.mark.parametrize("key", KEYS)
def test_every_game_has_the_files_of_the_contract(key: str) -> None:
    said = {name.replace("KEY", key) for name in first_column(section("Files"))}
    own = {f"tests/games/{key}/{name}.py" for name in ("test_rules", "test_setup", "test_play")}
    may_be_missing = {f"static/games/{key}.css"}
    assert [name for name in said - own - may_be_missing if not (ROOT / name).exists()] == []


def test_what_is_quoted_stands_in_the_example() -> None:
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "companion/games/example").glob("*.py"))
    quoted = [line[4:] for line in PAGE.splitlines() if line.startswith("    ") and "python -m" not in line]
    assert len(quoted) >= 3
    assert [line for line in quoted if line not in sources] == []


# --- the vocabulary ---------------------------------------------------------------------------------------------------

VOCABULARY = [
    *("Game", "Player", "Badge", "Viewer", "Hidden", "Option", "Plan", "Step", "Draw", "Move", "Act", "Now"),
    *("Message", "Known", "Lesson", "Result", "Team", "Honour", "Share", "Calculator", "Question"),
]


def members(cls: type) -> set[str]:
    fields = {field.name for field in dataclasses.fields(cls)} if dataclasses.is_dataclass(cls) else set()
    return fields | {name for name in vars(cls) if not name.startswith("_")}


def test_every_class_a_game_is_written_in_is_described() -> None:
    ours = {
        name
        for name, value in vars(vocabulary).items()
        if isinstance(value, type) and value.__module__ in (vocabulary.__name__, vocabulary.Move.__module__)
    }
    faults = {"Refused", "NotYours", "Stale", "NothingNew", "SecretTouched"}
    assert ours - faults == set(VOCABULARY)


@pytest.mark.parametrize("name", VOCABULARY)
def test_every_field_is_described_and_every_field_described_is_there(name: str) -> None:
    text, known = section(f"`{name}`"), members(getattr(vocabulary, name))
    tables = name in ("Game", "Move", "Now")
    said = {word.partition("(")[0] for word in first_column(text)} if tables else named(text)
    assert known - said == set()
    others = {
        "Refused",
        "None",
        "False",
        "frozenset",
        "Hidden",
        "Whole",
        "True",
        "of",
        "count",
        *VOCABULARY,
        "play",
        "view",
    }
    assert said - known - others == set()


@pytest.mark.parametrize(("title", "cls"), [("`Seen`", Seen), ("`SeenSeat`", SeenSeat)])
def test_what_is_described_of_a_table_as_it_is_seen_is_there(title: str, cls: type) -> None:
    others = {"seen", "me"} if cls is SeenSeat else {"seen"}
    assert named(section(title)) - others - members(cls) == set()


# --- templates --------------------------------------------------------------------------------------------------------


def templates_of(key: str) -> Iterator[tuple[Path, nodes.Template]]:
    for path in sorted((TEMPLATES / key).rglob("*.html")):
        yield path, JINJA.parse(path.read_text("utf-8"))


def pattern(name: str) -> str:
    """The row of the page that a template of a game belongs to."""
    name = re.sub(r"^tools/(?!_)\w+\.html", "tools/KEY.html", name)
    name = re.sub(r"^_(hand|lesson)_\w+", r"_\1_KEY", name)
    return re.sub(r"^_picture_\w+", "_picture_NAME", name)


def test_every_template_the_kernel_asks_a_game_for_is_named_and_no_other() -> None:
    asked = set()
    for path in TEMPLATES.rglob("*.html"):
        if path.relative_to(TEMPLATES).parts[0] not in KEYS:
            for name, more in re.findall(r'include \w+(?:\.\w+)*\.key ~ "/(\w+)(?:"|\.html")( ~)?', path.read_text()):
                asked.add(f"{name}NAME.html" if more else f"{name}.html")
            for name in re.findall(r'include \w+(?:\.\w+)* ~ "/(\w+)\.html"', path.read_text()):
                asked.add(f"{name}.html")
    said = {re.sub("_KEY|_NAME", "_NAME", name) for name in rows(section("Templates"))}
    said = {name for name in said if name.endswith(".html")} - {"tools/KEY.html"}
    assert asked == said


def test_each_template_gets_the_variables_the_page_says(tmp_path: Path) -> None:
    """Each of the example's is put in place of itself by one that notes what it was given."""
    house, got = House(tmp_path), dict[str, set[str]]()
    env = house.app.jinja_env
    usual = set(env.globals)

    @pass_context
    def noted(context: Context, name: str) -> str:
        got.setdefault(pattern(name), set()).update(set(context.get_all()) - usual)
        return ""

    env.globals["noted"] = noted
    names = [path.relative_to(TEMPLATES / "example").as_posix() for path, _ in templates_of("example")]
    asked = [name for name in names if pattern(name) in rows(section("Templates"))]
    spies = {f"example/{name}": f'{{{{ noted("{name}") }}}}' for name in asked}
    assert env.loader is not None
    env.loader = ChoiceLoader([DictLoader(spies), env.loader])
    at = evening(house, EXAMPLE, 1, 3)
    code, host = at.code, at.host
    pages = [
        f"/t/{code}",
        f"/t/{code}/panel",
        f"/t/{code}/wall",
        "/guide/example",
        "/rules/example",
        "/tools/example/range",
    ]
    walked(host, pages)
    at.did(host, "set-up")
    walked(host, [*pages, f"/t/{code}?step=bag"])
    at.start()
    walked(host, [*pages, f"/t/{code}/scores"])
    for row, said in rows(section("Templates")).items():
        if row.endswith(".html"):
            assert row in got, row
            assert said - got[row] == set(), f"{row} does not get this"


def walked(who: Visitor, pages: list[str]) -> None:
    for page in pages:
        assert who.get(page).status_code == 200, page


def bound(template: nodes.Template) -> set[str]:
    """What a template names itself, by `set`, `for`, a macro or an import."""
    names = {name.name for name in template.find_all(nodes.Name) if name.ctx in ("store", "param")}
    names |= {macro.name for macro in template.find_all(nodes.Macro)}
    return names | {each.target for each in template.find_all(nodes.Import)}


def variables(text: str) -> set[str]:
    """What the table of variables names."""
    return {word for word in first_column(text) if not word.endswith(".html")}


@pytest.mark.parametrize("key", KEYS)
def test_every_variable_a_template_uses_is_described_or_its_games_own(key: str) -> None:
    text = section("Templates")
    gets, everywhere = rows(text), named(text.partition("Known everywhere")[2]) | {"_"}
    read, strange = dict(templates_of(key)), set()
    own = {name for each in read.values() for name in bound(each)}  # a part is given what the page that has it named
    for path, each in read.items():
        given = gets.get(pattern(path.relative_to(TEMPLATES / key).as_posix()), variables(text) | own)
        given = given | own if each.find(nodes.Extends) else given
        for name in meta.find_undeclared_variables(each) - given - everywhere - bound(each):
            strange.add(f"{part(path)}: {name}")
    assert strange == set()


@pytest.mark.parametrize("key", KEYS)
def test_what_a_template_uses_of_a_table_is_described(key: str) -> None:
    said = {"seen": named(section("`Seen`")), "me": named(section("`SeenSeat`")), "viewer": named(section("`Viewer`"))}
    used = set()
    for path, read in templates_of(key):
        bound = {name.name for name in read.find_all(nodes.Name) if name.ctx in ("store", "param")}
        for of in read.find_all(nodes.Getattr):
            whose = of.node.name if isinstance(of.node, nodes.Name) else ""
            own = whose in bound
            if whose in said and not own and of.attr not in said[whose]:
                used.add(f"{part(path)}: {whose}.{of.attr}")
    assert used == set()


# --- macros and attributes --------------------------------------------------------------------------------------------


def test_every_macro_is_described_with_what_it_is_given() -> None:
    there = set()
    for short, name in (("f", "_forms"), ("v", "_ballot"), ("p", "_pieces")):
        for macro in JINJA.parse((TEMPLATES / f"{name}.html").read_text("utf-8")).find_all(nodes.Macro):
            if not macro.name.startswith("_"):
                there.add(f"{short}.{macro.name}({', '.join(arg.name for arg in macro.args)})")
    assert first_column(section("Macros")) == there


def test_a_piece_of_one_box_alone_lies_with_that_game() -> None:
    common = TEMPLATES / "_pieces.html"
    for macro in JINJA.parse(common.read_text("utf-8")).find_all(nodes.Macro):
        call = re.compile(rf"(?:\bp\.|(?<!macro )\b){macro.name}\(")
        rooms = {
            path.relative_to(TEMPLATES).parts[0]
            for path in TEMPLATES.rglob("*.*")
            if call.search(path.read_text("utf-8"))
        }
        assert len(rooms) > 1 or rooms - set(KEYS), f"{macro.name} is for {rooms} alone"


def test_every_attribute_games_use_is_described_and_every_one_described_is_used() -> None:
    used = set()
    for key in KEYS:
        for path, _ in templates_of(key):
            used |= set(re.findall(r"\bdata-[a-z-]+", path.read_text("utf-8")))
    described = {word for word in first_column(section("Attributes and classes")) if word.startswith("data-")}
    script = "".join(path.read_text("utf-8") for path in (ROOT / "static/script").glob("*.js"))
    by_script = {word: re.sub("-([a-z])", lambda at: at[1].upper(), word.removeprefix("data-")) for word in described}
    read = {word for word, name in by_script.items() if word in script or f"dataset.{name}" in script}
    drawn = read | described & {"data-low", "data-high", "data-answers"}
    assert used == described
    assert drawn == described, "what no script knows does nothing"


# --- tests ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_what_a_game_promises_is_what_the_page_says(key: str) -> None:
    said = {word for word in first_column(section("Tests")) if word.isupper()}
    assert {name for name in vars(promises(key)) if name.isupper() and not name.startswith("_")} == said


def test_every_test_that_is_named_walks_the_list() -> None:
    walks = re.compile(
        r"^@?.*(?:\(\"(?:game|key)\", (?:GAMES|\[game\.key for game in GAMES\])|for game in GAMES(?! if))", re.M
    )
    found = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        if path.parent.name not in KEYS and path.name != "test_contract.py":
            text = path.read_text("utf-8")
            if "from companion.games import GAMES" in text and walks.search(text):
                found.add(part(path))
    named_there = {word for word in first_column(section("Tests")) if word.startswith("tests/")}
    assert len(named_there) > 20
    assert named_there - found == set()


# --- a new game -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source with a game laid out in it."""
    root = tmp_path_factory.mktemp("source")
    for room in ("companion", "templates", "static", "tests"):
        shutil.copytree(ROOT / room, root / room, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, root)
    ran(root, "companion.games", "new", "night_market", "--title", "Night Market")
    return root


def ran(root: Path, *command: str) -> str:
    done = subprocess.run([sys.executable, "-m", *command], cwd=root, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_game_that_is_laid_out_is_the_example_by_another_name_and_one_line_more(tree: Path) -> None:
    changed = {
        path.relative_to(tree).as_posix()
        for path in tree.rglob("*.*")
        if "__pycache__" not in path.parts
        and (not (old := ROOT / path.relative_to(tree)).exists() or old.read_bytes() != path.read_bytes())
    }
    listed = "companion/games/__init__.py"
    assert all("night_market" in name for name in changed - {listed})
    before, after = ((root / listed).read_text("utf-8").splitlines() for root in (ROOT, tree))
    assert [line for line in after if line not in before] == ['    "night_market",']
    assert len(after) == len(before) + 1
    for name in changed - {listed}:
        text = (tree / name).read_text("utf-8")
        assert not re.search(r"\bexample\b|In the bag", text), name


def test_its_own_tests_pass_from_the_first_minute(tree: Path) -> None:
    said = ran(tree, "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "tests/games/night_market")
    assert re.search(r"\d+ passed", said)


def test_so_do_the_general_ones_once_an_evening_is_recorded(tree: Path) -> None:
    ran(tree, "tests.test_recorded")
    quick = ["sentences", "lessons", "recorded", "imports", "voice", "templates", "search", "restart", "stale", "now"]
    files = [f"tests/{'games/' if name == 'sentences' else ''}test_{name}.py" for name in quick]
    said = ran(tree, "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "night_market", *files)
    assert re.search(r"\d+ passed", said)


@pytest.mark.parametrize(
    ("key", "title", "why"),
    [
        ("example", "Another", "is there already"),
        ("Night", "Night", "is no key"),
        ("class", "Class", "is no key"),
        ("../up", "Up", "is no key"),
        ("night", 'A "night"', "is no title"),
        ("night", " ", "is no title"),
    ],
)
def test_what_cannot_be_laid_out_is_said_and_nothing_is_written(tree: Path, key: str, title: str, why: str) -> None:
    before = sorted(tree.rglob("*"))
    with pytest.raises(CannotLayOut, match=why):
        lay_out(tree, key, title)
    assert sorted(tree.rglob("*")) == before


def test_without_the_source_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(CannotLayOut, match="needs the source"):
        lay_out(tmp_path, "night", "Night")
