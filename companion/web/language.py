"""The reader's language: its sentences, and what templates have of it."""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path
from typing import Any

from flask import current_app, g, request
from markupsafe import Markup, escape

from companion.table import Table
from companion.values import replace
from companion.web.pieces import ALIKE, AT_TABLE, DRAWN_HERE, OF_A_PAGE, Pieces
from companion.web.templates import Templates
from companion.words import Name, Text, marked

LANGUAGES = ("en",)
CATALOGUES = Path(__file__).parents[1] / "translations"
"""Where a language other than English has its sentences: `CODE/LC_MESSAGES/companion.mo`."""
_LARGE = '<b class="num">%d</b>'


@cache
def translations(code: str) -> gettext.NullTranslations:
    """The sentences of one of our languages; where it has no catalogue they stay as they are written."""
    return gettext.translation("companion", CATALOGUES, [code], fallback=True)


class Language:
    """One language. Its `templates` say everything in it; a page has a hundred sentences, the same on every page, so
    each is looked up and marked as safe once."""

    def __init__(self, code: str, templates: Templates) -> None:
        self.code = code
        self.templates = templates.speaking(
            self.shown,
            _=self.sentence,
            ngettext=self.counted,
            counted_large=self.counted_large,
            language=code,
            AT_TABLE=AT_TABLE,
            DRAWN_HERE=DRAWN_HERE,
        )
        self.templates.globals["p"] = Pieces(self.templates, "_pieces.html")
        self.templates.globals["f"] = Pieces(self.templates, "_forms.html", ALIKE, OF_A_PAGE)
        self._translations = translations(code)
        self._said: dict[str, Markup] = {}
        self._bare: dict[str, Markup] = {}

    def sentence(self, message: str, /, **values: Any) -> Markup:
        """What templates call `_`: a sentence, its values made safe."""
        said = self._said.get(message)
        if said is None:
            said = self._said[message] = Markup(self._translations.gettext(message))
        return Markup(str.__mod__(said, self._spoken(values))) if values or "%" in said else said

    def counted(self, one: str, many: str, n: int, /, **values: Any) -> Markup:
        """What templates call `ngettext`: a sentence about `n` things."""
        return Markup(self._translations.ngettext(one, many, n) % {"num": n, **self._spoken(values)})

    def shown(self, text: Text) -> Markup:
        """A sentence made safe for a page, which says most of those without values on every phone."""
        if text.values or text.plural is not None:
            return escape(text.in_words(self._translate, g.get("names", {}), marked))
        said = self._bare.get(text.message)
        if said is None:
            said = self._bare[text.message] = escape(self.in_words(text))
        return said

    def counted_large(self, text: Text) -> Markup:
        """A sentence made safe for a page, with the number it is about (`%(n)s`) large."""
        large = {**text.values, "n": Markup(_LARGE) % text.n}
        return escape(replace(text, values=large).in_words(lambda *said: Markup(self._translate(*said))))

    def in_words(self, text: Text) -> str:
        """A sentence with the names of this table's people."""
        return text.in_words(self._translate, g.get("names", {}))

    def _spoken(self, values: dict[str, Any]) -> dict[str, Any]:
        """What stands in the places of a sentence, made safe: numbers, words, sentences about the same people."""
        return {name: value if type(value) is int else self._safe(value) for name, value in values.items()}

    def _safe(self, value: Any) -> Markup:
        if isinstance(value, Text):
            return self.shown(value)
        return escape(marked(value) if type(value) is Name else value)

    def _translate(self, message: str, plural: str | None, n: int) -> str:
        known = self._translations
        return known.gettext(message) if plural is None else known.ngettext(message, plural, n)


def language() -> Language:
    """The reader's, found once in a request."""
    found: Language | None = g.get("language")
    if found is None:
        known: dict[str, Language] = current_app.extensions.setdefault("languages", {})
        code = _liked_best()
        if code not in known:
            templates = current_app.jinja_env
            assert isinstance(templates, Templates)
            known[code] = Language(code, templates)
        found = g.language = known[code]
    return found


def in_every_language(text: Text) -> frozenset[str]:
    """A sentence without values, as it is in each of our languages."""
    return frozenset([translations(code).gettext(text.message) for code in LANGUAGES])


def _liked_best() -> str:
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


def speak_of(table: Table | None) -> None:
    """From now on the sentences of this answer call that table's people by their names; without one nobody."""
    g.names = {} if table is None else table.names


def in_words(text: Text) -> str:
    """A sentence in the reader's language, with the names of this table's people."""
    return language().in_words(text)
