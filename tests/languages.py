"""Languages for tests alone, made from the catalogue: one much longer and full of accents, one that marks what it says.

A sentence that the catalogue does not have stays as it is, and so stands out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from companion.web.catalogue import sentences

_PLACE = re.compile(r"(%\(\w+\)s|%%)")
_ACCENTS = str.maketrans("aeiouycnszAEIOUYCNSZ", "áéíóúýčñšžÁÉÍÓÚÝČÑŠŽ")
_VOWELS = re.compile("([aeiouAEIOU])")
LONGER = 1.4
"""How many times as long as English a language may be: German, Finnish and Greek are, in short words above all."""


def longer(message: str) -> str:
    """The message with an accent on every letter that can have one, and its words drawn out to 1.4 times its length."""
    parts = _PLACE.split(message)
    words = parts[::2]
    room = -(-sum(map(len, words)) * 4 // 10)
    for n, part in enumerate(words):
        doubled = min(room, len(_VOWELS.findall(part)))
        room -= doubled
        words[n] = _VOWELS.sub(r"\1\1", part, count=doubled) if doubled else part
    words[-1] += "e" * room
    parts[::2] = [part.translate(_ACCENTS) for part in words]
    return "".join(parts)


def marked(message: str) -> str:
    """The message between marks."""
    return f"⟦{message}⟧"


class Language:
    """What gettext answers in the language that `made` makes of each sentence of the catalogue."""

    def __init__(self, made: Callable[[str], str]) -> None:
        self._made = {form: made(form) for said in _catalogue() for form in said}
        self._known = _catalogue()

    def gettext(self, message: str) -> str:
        return self._made[message] if (message,) in self._known else message

    def ngettext(self, one: str, many: str, n: int) -> str:
        form = one if n == 1 else many
        return self._made[form] if (one, many) in self._known else form


@cache
def _catalogue() -> frozenset[tuple[str, ...]]:
    return frozenset(said.forms for said in sentences())
