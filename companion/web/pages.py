"""What every template may use: sentences in the reader's language, players' names, QR codes, the app's files."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import segno
import segno.helpers
from flask import Flask, current_app, g, request, url_for
from flask.templating import Environment
from flask_babel import Babel, get_locale, get_translations
from markupsafe import Markup

from companion.game import BADGES
from companion.games import GAMES
from companion.words import Text, say

LANGUAGES = ("en",)


class Templates(Environment):
    """Flask's, with what every template may use as one plain mapping: each part that a page includes walks through it
    anew, and through a chain of mappings slowly. So all of it is named before the first template is loaded."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


def init_app(app: Flask) -> None:
    """Give templates our words and helpers."""
    chosen = lambda: request.accept_languages.best_match(LANGUAGES, LANGUAGES[0])  # noqa: E731
    Babel(app, locale_selector=chosen, configure_jinja=False)
    app.jinja_environment = Templates
    app.jinja_env.finalize = _finalize
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(_=sentence, ngettext=counted, language=language)
    app.jinja_env.globals.update(static=static, look=look, qr=qr, p=Pieces(app.jinja_env), GAMES=GAMES, BADGES=BADGES)
    app.context_processor(lambda: {"theme": request.cookies.get("theme") if _is_theme() else None})


class Pieces:
    """The drawn pieces of `_pieces.html`, which templates call `p`. A page has dozens, the same on every phone: each is
    drawn once in each language."""

    def __init__(self, env: Environment) -> None:
        self._env = env

    def __getattr__(self, name: str) -> Callable[..., Markup]:
        macro: Callable[..., Markup] = getattr(self._env.get_template("_pieces.html").module, name)

        @lru_cache(maxsize=1000, typed=True)  # by type too: Markup and what a player typed can be equal
        def kept(language: str, *about: Any, **more: Any) -> Markup:
            return macro(*about, **more)

        def drawn(*about: Any, **more: Any) -> Markup:
            if "caller" in more:
                return macro(*about, **more)
            try:
                return kept(_language().locale, *about, **more)
            except TypeError:  # a list cannot be looked up
                return macro(*about, **more)

        setattr(self, name, drawn)
        return drawn


def in_words(text: Text) -> str:
    """A sentence in the reader's language, with the names of this table's people."""
    return text.in_words(_translate, g.get("names", {}))


def sentence(message: str, /, **values: Any) -> Markup:
    """What templates call `_`: a sentence in the reader's language, its values made safe."""
    known = _language()
    said = known.said.get(message)
    if said is None:  # a page has a hundred sentences, the same on every page: each is looked up and marked once
        said = known.said[message] = Markup(known.translations.ugettext(message))
    return said % _spoken(values) if values or "%" in said else said


def counted(one: str, many: str, n: int, /, **values: Any) -> Markup:
    """What templates call `ngettext`: a sentence about `n` things."""
    return Markup(_language().translations.ungettext(one, many, n)) % {"num": n, **_spoken(values)}


def _spoken(values: dict[str, Any]) -> dict[str, Any]:
    """Sentences within sentences, with the same people's names in them."""
    return {name: in_words(value) if isinstance(value, Text) else value for name, value in values.items()}


def static(name: str) -> str:
    """The address of one of our files, which changes when the file does, so that phones may keep it."""
    marks: dict[str, str] = current_app.extensions.setdefault("static_marks", {})
    if name not in marks:
        path = Path(current_app.static_folder or "") / name
        marks[name] = hashlib.blake2s(path.read_bytes(), digest_size=5).hexdigest()
    return url_for("static", filename=name, v=marks[name])


def look(game: str | None = None) -> str:
    """The address of the stylesheet: the common one, or with that game's own at its end, as one file."""
    return static("companion.css") if game is None else url_for("home.look", key=game, v=look_mark(game))


def look_sheet(game: str) -> bytes:
    """The stylesheet for the pages of one game, without its remarks: a phone's first visit waits for it."""
    folder = Path(current_app.static_folder or "")
    sheets = (folder / "companion.css", folder / "games" / f"{game}.css")
    return re.sub(rb"/\*.*?\*/\s*", b"", b"".join(path.read_bytes() for path in sheets), flags=re.DOTALL)


def look_mark(game: str) -> str:
    """What changes when the stylesheet of that game's pages does."""
    marks: dict[str, str] = current_app.extensions.setdefault("static_marks", {})
    if game not in marks:
        marks[game] = hashlib.blake2s(look_sheet(game), digest_size=5).hexdigest()
    return marks[game]


def qr(text: str, label: str) -> Markup:
    """The text as an inline SVG QR code, black on white in every theme, with a quiet border of four modules."""
    return _drawn(_modules(text), label)


def wifi_qr(network: str, password: str) -> Markup | None:
    """A QR that joins a Wi-Fi of that name (32 bytes at most) and password ("" for an open one), or `None` when no
    network can be called that. Both are taken as typed."""
    if not 1 <= len(network.encode()) <= 32 or len(password) > 63:
        return None
    code = segno.helpers.make_wifi(network, password or None, "WPA" if password else None)
    return _drawn(_svg(code), in_words(say("QR code that joins the Wi-Fi")))


@lru_cache(maxsize=500)
def _modules(text: str) -> str:
    """Working a code out takes longer than the rest of a page, and every phone at a table gets the same one."""
    return _svg(segno.make_qr(text, error="m"))


def _svg(code: segno.QRCode) -> str:
    return code.svg_inline(scale=8, border=4, omitsize=True, dark="#000", light="#fff", svgclass=None, lineclass=None)


def _drawn(svg: str, label: str) -> Markup:
    return Markup(svg).replace("<svg ", Markup('<svg role="img" aria-label="{}" ').format(label), 1)


def wants_panel() -> bool:
    """Whether a script asked, for a part of the page."""
    return request.headers.get("HX-Request") == "true"


def _finalize(value: Any) -> Any:
    return in_words(value) if isinstance(value, Text) else value


@dataclass(frozen=True)
class _Language:
    """One language's sentences, and those templates have used so far."""

    locale: str
    translations: Any
    said: dict[str, Markup] = field(default_factory=dict)


def language() -> str:
    """The code of the reader's language."""
    return _language().locale


def _language() -> _Language:
    """The reader's language, found once in a request."""
    here = g._get_current_object()  # a page asks a hundred times, and each look through the proxy takes a while
    if "language" not in here:
        known: dict[str, _Language] = current_app.extensions.setdefault("languages", {})
        locale = str(get_locale()).replace("_", "-")
        if locale not in known:
            known[locale] = _Language(locale, get_translations())
        here.language = known[locale]
    found: _Language = here.language
    return found


def _translate(message: str, plural: str | None, n: int) -> str:
    known = _language().translations
    return str(known.ugettext(message) if plural is None else known.ungettext(message, plural, n))


def _is_theme() -> bool:
    return request.cookies.get("theme") in ("light", "dark")
