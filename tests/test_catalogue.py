"""The catalogue that translators get holds every sentence, whole, and no sentence misses it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from jinja2 import nodes

from companion.game import Game
from companion.games import GAMES
from companion.web import language
from companion.web.catalogue import Sentence, catalogue, sentences
from tests.evenings import House, evening, fixed_chance
from tests.languages import LONGER, Language, longer, marked
from tests.running import ROOT

PLACE = re.compile(r"%\((\w+)\)s")
FORMS = {"say": 1, "_": 1, "count": 2, "ngettext": 2}
"""How many of its first words each call is about: typed here, not read from the code that collects them."""


@cache
def written() -> tuple[Sentence, ...]:
    return tuple(sentences())


def known() -> frozenset[tuple[str, ...]]:
    return frozenset(said.forms for said in written())


def in_code() -> Iterator[tuple[str, ...]]:
    for path in sorted((ROOT / "companion").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "count"):
                said = [arg.value for arg in node.args[: FORMS[node.func.id]] if isinstance(arg, ast.Constant)]
                if said:
                    yield tuple(map(str, said))


def in_templates(house: House) -> Iterator[tuple[str, ...]]:
    """As they are when they run: with whatever they take in, by the app's own extensions."""
    run = house.app.jinja_env
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for call in run.parse(path.read_text(), path.name).find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name in ("_", "ngettext"):
                said = call.args[: FORMS[call.node.name]]
                assert all(isinstance(arg, nodes.Const) for arg in said), f"{path}: {call.lineno}"
                yield tuple(arg.value for arg in said if isinstance(arg, nodes.Const))


def test_no_sentence_of_the_code_or_of_a_template_is_missed(tmp_path: Path) -> None:
    code, templates = set(in_code()), set(in_templates(House(tmp_path)))
    assert len(code) > 1000
    assert len(templates) > 800
    assert code | templates == known()


class Asked:
    """A language that keeps what it is asked for."""

    def __init__(self) -> None:
        self.said: set[tuple[str, ...]] = set()

    def gettext(self, message: str) -> str:
        self.said.add((message,))
        return message

    def ngettext(self, one: str, many: str, n: int) -> str:
        self.said.add((one, many))
        return one if n == 1 else many


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_whatever_an_evening_asks_a_language_for_is_in_the_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    asked = Asked()
    monkeypatch.setattr("companion.web.language.translations", lambda code: asked)
    fixed_chance(monkeypatch, 5)
    at = evening(House(tmp_path), game, 3)
    for _ in at.moments(8):
        for who in at.people.values():
            assert who.get(f"/t/{at.code}").status_code == 200
    assert len(asked.said) > 100
    assert asked.said - known() == set()


def test_a_sentence_has_the_same_places_in_both_its_forms() -> None:
    """`%(n)s` may be missing from the form for one, where that says it in another way."""
    for said in written():
        places = [set(PLACE.findall(form)) | {"n"} for form in said.forms]
        assert places[0] == places[-1], said


def test_nothing_in_a_sentence_is_in_a_place_without_a_name() -> None:
    for said in written():
        for form in said.forms:
            assert "%" not in PLACE.sub("", form).replace("%%", "").replace(" %", ""), said


def test_what_is_printed_is_a_catalogue_that_gettext_tools_read(tmp_path: Path) -> None:
    file = tmp_path / "companion.pot"
    file.write_text(catalogue(), "utf-8")
    with file.open("rb") as written_out:
        found = read_po(written_out)
    ids = {message.id if isinstance(message.id, str) else message.id[0] for message in found if message.id}
    assert ids == {said.forms[0] for said in written()}


def test_a_translation_laid_into_its_folder_is_what_its_readers_get_and_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Catalog(locale="de")
    made.add("Join a table", "An einen Tisch setzen")
    made.add(("%(n)s player", "%(n)s players"), ("%(n)s Mensch", "%(n)s Menschen"))
    folder = tmp_path / "translations" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "companion.mo").open("wb") as file:
        write_mo(file, made)
    monkeypatch.setattr(language, "CATALOGUES", tmp_path / "translations")
    monkeypatch.setattr(language, "LANGUAGES", ("en", "de"))
    language.translations.cache_clear()
    try:
        client = House(tmp_path).app.test_client()
        german = client.get("/", headers={"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}).text
        assert "An einen Tisch setzen" in german
        assert "Join a table" not in german
        assert "Join a table" in client.get("/", headers={"Accept-Language": "fr"}).text
        assert language.translations("de").ngettext("%(n)s player", "%(n)s players", 2) == "%(n)s Menschen"
        assert language.translations("de").gettext("Nobody translated this") == "Nobody translated this"
    finally:
        language.translations.cache_clear()


# --- languages for tests alone ----------------------------------------------------------------------------------------


def test_the_longer_language_is_longer_by_two_fifths_and_keeps_every_place() -> None:
    assert longer("Take a seat") == "Táákéé áá šééáát"
    for said in written():
        for form in said.forms:
            made = longer(form)
            assert PLACE.findall(made) == PLACE.findall(form)
            words, made_words = PLACE.sub("", form), PLACE.sub("", made)
            assert len(made_words) >= LONGER * len(words)
            assert not set(made_words) & set("aeiouAEIOU")


def test_a_language_for_tests_leaves_bare_what_the_catalogue_does_not_have() -> None:
    made = Language(marked)
    assert made.gettext("Take a seat") == "⟦Take a seat⟧"
    assert made.gettext("A sentence that nobody has written") == "A sentence that nobody has written"
    assert made.ngettext("%(n)s player", "%(n)s players", 2) == "⟦%(n)s players⟧"
    assert made.ngettext("%(n)s stray", "%(n)s strays", 2) == "%(n)s strays"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_page_of_an_evening_is_drawn_in_a_longer_language_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    made = Language(longer)
    monkeypatch.setattr("companion.web.language.translations", lambda code: made)
    fixed_chance(monkeypatch, 6)
    at = evening(House(tmp_path), game, 4)
    for _ in at.moments(6):
        for who in at.people.values():
            for path in (f"/t/{at.code}", f"/t/{at.code}/wall"):
                assert who.get(path).status_code == 200
