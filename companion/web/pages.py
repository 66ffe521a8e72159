"""What every template may use: sentences in the reader's language, players' names, QR codes, the app's files."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

import segno
import segno.helpers
from flask import Flask, current_app, g, request, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion.game import BADGES
from companion.games import GAMES
from companion.web.language import in_words, language
from companion.web.pieces import PAGE, filled
from companion.web.templates import Templates, with_names
from companion.words import Text, say


@dataclass
class Wrong:
    """What was refused: which form, which field, the sentence, and everything that was typed. `beside` is the id of the
    sentence beside its field, once a page has drawn it: the top of the page then leads there."""

    kind: str
    field: str | None
    sentence: Text
    typed: Mapping[str, str]
    beside: str = ""

    def stands_at(self, id: str) -> str:
        """The sentence is drawn beside its field, with that id, which is given back; the first place counts."""
        self.beside = self.beside or id
        return id


def init_app(app: Flask) -> None:
    """Give templates our words and helpers."""
    app.jinja_environment = Templates
    app.jinja_options = {"autoescape": True, "cache_size": -1}
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    helpers = {
        "static": static,
        "stylesheet": stylesheet,
        "script": script,
        "qr": qr,
        "theme": theme,
        "wanted": wanted,
        "asked_for": asked_for,
        "view_query": view_query,
    }
    app.jinja_env.globals.update(helpers, GAMES=GAMES, BADGES=BADGES)


def render(name: str, /, **about: Any) -> str:
    """The page or part of that name in the reader's language, with what it is about."""
    templates, around = language().templates, PAGE.set(about)
    try:
        return filled(with_names(templates.get_template(name).render(about)), templates.from_here)
    finally:
        PAGE.reset(around)


def static(name: str) -> str:
    """The address of one of our files, which changes when the file does, so that phones may keep it."""
    return url_for("static", filename=name, v=_static_mark(name))


def _static_mark(name: str) -> str:
    return _mark(name, lambda: (Path(current_app.static_folder or "") / name).read_bytes())


def _mark(name: str, read: Callable[[], bytes]) -> str:
    """What changes when that file does, worked out once."""
    marks: dict[str, str] = current_app.extensions.setdefault("static_marks", {})
    if name not in marks:
        marks[name] = hashlib.blake2s(read(), digest_size=5).hexdigest()
    return marks[name]


def as_addressed() -> bool:
    """Whether this request found the very file that its address was made for. While one of two processes is new and
    the other old, a page of the one may ask the other."""
    about = request.view_args or {}
    if "key" in about:
        mark = stylesheet_mark(about["key"])
    elif "filename" not in about:
        mark = script_mark()
    elif about["filename"] in _files(current_app.static_folder or ""):
        mark = _static_mark(about["filename"])
    else:
        return False  # by dots in it a file is found at countless addresses beside its own
    return request.args.get("v") == mark


@lru_cache(maxsize=8)
def _files(folder: str) -> frozenset[str]:
    """The names of our files."""
    return frozenset([path.relative_to(folder).as_posix() for path in Path(folder).rglob("*")])


def stylesheet(game: str | None = None) -> str:
    """The address of the stylesheet: the common one, or with that game's own at its end, as one file."""
    return static("companion.css") if game is None else url_for("home.stylesheet", key=game, v=stylesheet_mark(game))


def stylesheet_text(game: str) -> bytes:
    """The stylesheet for the pages of one game, without its remarks: a phone's first visit waits for it. A game may add
    nothing to the common one."""
    folder = Path(current_app.static_folder or "")
    own = folder / "games" / f"{game}.css"
    sheets = (folder / "companion.css", *([own] if own.exists() else ()))
    return re.sub(rb"/\*.*?\*/\s*", b"", b"".join(path.read_bytes() for path in sheets), flags=re.DOTALL)


SCRIPT = (
    *("words", "panel", "stream", "trouble", "swap", "filled", "focus", "aloud", "asked", "settle", "lessons"),
    *("message", "fields", "keypad", "board", "ring", "taps", "time", "share", "practice", "plain", "spaces", "start"),
)
"""The parts of our script in `static/script`, in the order in which they are put together."""


def script() -> str:
    """The address of our script."""
    return url_for("home.script", v=script_mark())


def script_text() -> bytes:
    """The script: its parts as one answer, in one scope of their own and without the remarks that fill whole lines."""
    folder = Path(current_app.static_folder or "") / "script"
    parts = b"\n".join((folder / f"{name}.js").read_bytes() for name in SCRIPT)
    bare = re.sub(rb"^[ ]*/\*(?:(?!\*/).)*\*/[ ]*\n", b"", parts, flags=re.DOTALL | re.MULTILINE)
    return b'(function () {\n"use strict";\n' + re.sub(rb"\n\s*\n", b"\n", bare) + b"})();\n"


def script_mark() -> str:
    """What changes when the script does."""
    return _mark("script.js", script_text)


def stylesheet_mark(game: str) -> str:
    """What changes when the stylesheet of that game's pages does."""
    return _mark(f"look/{game}.css", partial(stylesheet_text, game))


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


def wanted(drawer: str) -> bool:
    """Whether a drawer is to be filled. On a whole page each is, since it does without script; a panel alone has an
    answer of its own."""
    return True


def asked_for(name: str) -> str | None:
    """What the address that is drawn for asks for by that name: a step, a number to correct."""
    return _view().get(name)


def view_query() -> str:
    """The query of the address that is drawn for, as the panel says it: what shows it has that address."""
    return f"?{urlencode(list(_view().items(multi=True)))}" if _view() else ""


def leave_view() -> None:
    """Draw for the plain address from here on."""
    g.view = MultiDict[str, str]()


def stay_in_view() -> None:
    """Draw for the address that the visitor is at, where the one that was asked for says nothing else."""
    if not request.args:
        at = request.headers.get("HX-Current-URL", "")[:2000].partition("#")[0]
        g.view = MultiDict(parse_qsl(at.partition("?")[2], keep_blank_values=True))


def _view() -> MultiDict[str, str]:
    found: MultiDict[str, str] = g.get("view", request.args)
    return found


def theme() -> str | None:
    """How the visitor wants pages to look, "light" or "dark", or `None` for as the device has it."""
    chosen = request.cookies.get("theme")
    return chosen if chosen in ("light", "dark") else None
