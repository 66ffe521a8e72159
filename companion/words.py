"""Sentences that wait for their reader's language: written once, in English, translated where they are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Translate = Callable[[str, str | None, int], str]


def _english(message: str, plural: str | None, n: int) -> str:
    return message if plural is None or n == 1 else plural


@dataclass(frozen=True)
class Text:
    """A sentence and the values in its `%(name)s` places; a value may be a `Text` itself.

    `plural` is the form for any count but one; `n` is the count that decides.
    """

    message: str
    values: Mapping[str, object] = field(default_factory=dict)
    plural: str | None = None
    n: int = 1

    def in_words(self, translate: Translate = _english) -> str:
        """The sentence in the language of `translate(message, plural, n)`."""
        spoken = {k: v.in_words(translate) if isinstance(v, Text) else v for k, v in self.values.items()}
        words = translate(self.message, self.plural, self.n)
        return words % spoken if spoken else words

    def __str__(self) -> str:
        return self.in_words()


def say(message: str, /, **values: object) -> Text:
    """A sentence. gettext finds its calls by this name, so `message` is always a literal."""
    return Text(message, values)


def count(one: str, many: str, n: int, /, **values: object) -> Text:
    """A sentence about `n` things, which it may show as `%(n)s`."""
    return Text(one, {"n": n, **values}, plural=many, n=n)
