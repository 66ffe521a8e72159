"""Sentences that wait for their reader's language: written once, in English, translated where they are shown. How they
are to be is in `companion/words.md`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

Translate = Callable[[str, str | None, int], str]
Mark = Callable[[str], str]
BEGINS, ENDS = "\ue000", "\ue001"
"""What stands around a name in a sentence until the page is whole: letters of nobody's alphabet, which `clean_name`
lets into no name."""

_NOBODY: Mapping[int, str] = {}


def _english(message: str, plural: str | None, n: int) -> str:
    return message if plural is None or n == 1 else plural


class Name(str):
    """What somebody or some table is called: in every language the same, so no browser may translate it."""

    __slots__ = ()


@dataclass(frozen=True)
class Who:
    """A seat in a sentence. Games know seats; what the people on them are called lives at the table."""

    seat: int


@dataclass(frozen=True)
class Text:
    """A sentence and the values in its `%(name)s` places; a value may be a `Text` itself, or a `Who`.

    `plural` is the form for any count but one; `n` is the count that decides.
    """

    message: str
    values: Mapping[str, object] = field(default_factory=dict)
    plural: str | None = None
    n: int = 1

    def in_words(
        self, translate: Translate = _english, names: Mapping[int, str] = _NOBODY, mark: Mark | None = None
    ) -> str:
        """The sentence in the language of `translate(message, plural, n)`, with the `names` of the seats in it, and
        each name as `mark` makes it."""
        spoken = {k: _spoken(v, translate, names, mark) for k, v in self.values.items()}
        words = translate(self.message, self.plural, self.n)
        return words % spoken if spoken else words

    def __str__(self) -> str:
        return self.in_words()


def _spoken(value: object, translate: Translate, names: Mapping[int, str], mark: Mark | None) -> object:
    if isinstance(value, Text):
        return value.in_words(translate, names, mark)
    if isinstance(value, Who):
        value = names.get(value.seat) or say("a former player").in_words(translate)
    return mark(value) if mark is not None and type(value) is Name else value


def marked(name: str) -> str:
    """A name as it stands in a sentence that becomes part of a page."""
    return f"{BEGINS}{name}{ENDS}"


def say(message: str, /, **values: object) -> Text:
    """A sentence. gettext finds its calls by this name, so `message` is always a literal."""
    return Text(message, values)


def count(one: str, many: str, n: int, /, **values: object) -> Text:
    """A sentence about `n` things, which it may show as `%(n)s`."""
    return Text(one, {"n": n, **values}, plural=many, n=n)


def signed(points: int) -> str:
    """A number with a true minus, which screen readers say."""
    return f"−{-points}" if points < 0 else str(points)


def listed(things: Sequence[object]) -> Text:
    """At least one thing in a row, as people say it: one; one and two; one, two and three."""
    first, *rest = things
    if not rest:
        return say("%(one)s", one=first)
    if len(rest) == 1:
        return say("%(one)s and %(two)s", one=first, two=rest[0])
    return say("%(one)s, %(more)s", one=first, more=listed(rest))
