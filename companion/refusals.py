"""What is said where a move or a question cannot be."""

from __future__ import annotations

from companion.words import Text, say


class Refused(ValueError):
    """A move or a question that cannot be, in a sentence fit for the players. `field` names the form field at fault."""

    def __init__(self, sentence: Text, field: str | None = None) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        self.field = field


class NotYours(Refused):
    """The visitor may not do this, or may not see it."""


class Stale(Refused):
    """The button was drawn before the table moved on; nothing was done."""


class NothingNew(Refused):
    """What was asked for is so already: it is answered as if it had been done, and nothing is stored."""

    def __init__(self) -> None:
        super().__init__(say("That is already so."))
