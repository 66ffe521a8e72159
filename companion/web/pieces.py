"""Macros that every template has without an import: the drawn pieces of `_pieces.html` as `p`, the forms of
`_forms.html` as `f`. Each file is read once for a language; what nothing but its arguments decides is drawn once."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from contextvars import ContextVar
from functools import cached_property, lru_cache, partial
from typing import Any

from flask import request
from jinja2 import Environment
from jinja2.environment import TemplateModule
from markupsafe import Markup
from werkzeug.local import LocalProxy

_SEAL = secrets.token_hex(8)
AT_TABLE, DRAWN_HERE = Markup(f"\ue002{_SEAL}"), Markup(f"\ue003{_SEAL}")
"""What stands in a form, until its page is whole, for the address of its table, and for the hidden fields by which it
shows whose it is and what it was drawn from: so a button is the same on every phone. Nobody can type them."""
PAGE: ContextVar[Mapping[str, Any]] = ContextVar("page")
"""What the page is about that is being drawn."""
OF_A_PAGE = ("seen", "wrong", "news", "mark")
"""What `f` knows of the page that is being drawn."""
ALIKE = ("button", "ask", "field", "stepper", "is_wrong", "error")
"""The macros of `f` that are the same on every page as long as nothing was refused."""


class Pieces:
    """The macros of one file. A page has dozens: those of `alike` (of all, where it is not given) are drawn once for
    what they are given; the others know `of_a_page` what page they are drawn for. A game's own are `p.KEY`, from a file
    of the same name in its folder."""

    def __init__(
        self, templates: Environment, file: str, alike: Collection[str] | None = None, of_a_page: Iterable[str] = ()
    ) -> None:
        self._templates, self._file, self._alike, self._of_a_page = templates, file, alike, of_a_page

    @cached_property
    def _macros(self) -> TemplateModule:
        page = {name: LocalProxy(partial(_of_page, name)) for name in self._of_a_page}
        return self._templates.get_template(self._file).make_module(page)

    def __getattr__(self, name: str) -> Callable[..., Markup] | Pieces:
        own = f"{name}/{self._file}"
        if not hasattr(self._macros, name) and own in self._templates.list_templates():
            pieces = Pieces(self._templates, own)
            setattr(self, name, pieces)
            return pieces
        macro: Callable[..., Markup] = getattr(self._macros, name)
        if self._alike is None:
            macro = _once(macro)
        elif name in self._alike:
            macro = _once_unless_refused(macro)
        setattr(self, name, macro)
        return macro


class _Fields(tuple[tuple[str, type, object], ...]):
    """The hidden fields of a button, so that it can be looked up."""

    __slots__ = ()

    def items(self) -> list[tuple[str, object]]:
        return [(name, value) for name, _, value in self]


def _once(macro: Callable[..., Markup]) -> Callable[..., Markup]:
    kept = lru_cache(maxsize=1000, typed=True)(macro)  # by type too: Markup and what a player typed can be equal

    def drawn(*about: Any, **more: Any) -> Markup:
        if "caller" in more:
            return macro(*about, **more)
        about = tuple([_Fields([(k, type(v), v) for k, v in a.items()]) if type(a) is dict else a for a in about])
        try:
            return kept(*about, **more)
        except TypeError:  # a list cannot be looked up
            return macro(*about, **more)

    return drawn


def _once_unless_refused(macro: Callable[..., Markup]) -> Callable[..., Markup]:
    kept = _once(macro)

    def drawn(*about: Any, **more: Any) -> Markup:
        return (macro if PAGE.get().get("wrong") else kept)(*about, **more)

    return drawn


def _of_page(name: str) -> Any:
    return PAGE.get().get(name)


def filled(page: str, from_here: Callable[[], Markup]) -> str:
    """The page with its forms whole; `from_here` is the field by which they show that we made them."""
    if AT_TABLE not in page:
        return page
    seen = PAGE.get()["seen"]
    hold = Markup('<input type="hidden" name="hold" value="{}">').format(seen.hold) if seen.hold else ""
    here = f'{from_here()}<input type="hidden" name="drawn" value="{seen.drawn}">{hold}'
    return page.replace(AT_TABLE, at_table(seen.code)).replace(DRAWN_HERE, here)


def at_table(code: str) -> str:
    """What the address of every move at that table begins with."""
    return f"{request.script_root}/t/{code}/"
