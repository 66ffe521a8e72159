"""What the app itself calls people, which nobody at a table may be called."""

from __future__ import annotations

from companion.web.language import in_every_language
from companion.words import say

OURS = (
    *(say("The host"), say("Host"), say("You"), say("Everybody"), say("Everyone"), say("Nobody"), say("No one")),
    *(say("Somebody"), say("Someone"), say("Anybody"), say("a former player"), say("The others"), say("Companion")),
)
"""What our own sentences call people: one of these as a name would put words into somebody else's mouth."""


def ours() -> frozenset[str]:
    """What the app calls people, in every language."""
    return frozenset(word for one in OURS for word in in_every_language(one))
