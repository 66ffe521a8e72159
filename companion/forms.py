"""The forms on a page of ours, read from the page itself: what can be pressed there, and with which choices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

from companion.chance import Chance

NOT_CHOSEN = ("drawn", "from", "hold")
"""Fields by which a form says which page it is of; what it plays does not hang on them."""
FEW = 10
"""As many numbers as somebody who does not care types from: 0 to 9."""


@dataclass
class Form:
    """A form: what it plays ("play/vote", as after the table's code), its address, its hidden fields, the values to
    choose one or `many` of by the name of their field, and the fields to type in with what stands there. `answers`: it
    holds what answers Now; `folded`: it stands in a fold, as what is needed seldom does."""

    kind: str
    action: str
    folded: bool = False
    answers: bool = False
    fixed: list[tuple[str, str]] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)
    many: dict[str, list[str]] = field(default_factory=dict)
    typed: dict[str, str] = field(default_factory=dict)

    def filled(self, chance: Chance) -> dict[str, list[str]]:
        """As somebody sends it to whom all choices are alike."""
        form: dict[str, list[str]] = {}
        for name, value in self.fixed:
            form.setdefault(name, []).append(value)
        for name, values in self.choices.items():
            form.setdefault(name, []).append(chance.pick(values))
        for name, values in self.many.items():
            form.setdefault(name, []).extend(value for value in values if chance.below(2))
        for name, value in self.typed.items():
            form.setdefault(name, []).append(value or str(chance.below(FEW)))
        return {name: values for name, values in form.items() if name not in NOT_CHOSEN and values}


def forms_of(html: str) -> list[Form]:
    """Every form that posts, in the order of the page."""
    reader = _Reader()
    reader.feed(html)
    return reader.forms


def forms_of_play(html: str) -> Iterator[Form]:
    """Those that play a move of the running game: first what answers Now, last what is folded away."""
    play = [form for form in forms_of(html) if form.kind.startswith("play/")]
    return iter(sorted(play, key=lambda form: (form.folded, not form.answers)))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._in: Form | None = None
        self._select, self._folds = "", 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        a = {name: value or "" for name, value in attributes}
        if tag == "details":
            self._folds += 1
        if tag == "form" and a.get("method", "").lower() == "post":
            path = unquote(urlsplit(a["action"]).path)
            kind = path.split("/", 3)[3] if path.startswith("/t/") else path
            self._in = Form(kind, a["action"], folded=self._folds > 0)
            self.forms.append(self._in)
        if self._in is not None:
            self._in.answers = self._in.answers or "data-answers" in a
            self._note(self._in, tag, a)

    def _note(self, form: Form, tag: str, a: dict[str, str]) -> None:
        if tag == "select":
            self._select = a.get("name", "")
        elif tag == "option":
            form.choices.setdefault(self._select, []).append(a.get("value", ""))
        elif tag == "button" and a.get("name"):
            form.choices.setdefault(a["name"], []).append(a.get("value", ""))
        elif tag in ("input", "textarea") and a.get("name"):
            kind = a.get("type", "text")
            if kind == "hidden":
                form.fixed.append((a["name"], a.get("value", "")))
            elif kind == "radio":
                form.choices.setdefault(a["name"], []).append(a.get("value", "on"))
            elif kind == "checkbox":
                form.many.setdefault(a["name"], []).append(a.get("value", "on"))
            else:
                form.typed[a["name"]] = a.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._in = None
        elif tag == "details":
            self._folds -= 1
