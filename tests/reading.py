"""A page as it is read: what keeps a browser from translating a name within a sentence is nothing that is read."""

from __future__ import annotations

import re

SENTENCE, NAME = re.compile("<x-said>(.*?)</x-said>", re.DOTALL), re.compile('<bdi translate="no">(.*?)</bdi>')


def as_read(page: str) -> str:
    """The page with the sentences that name somebody as they were said."""
    return SENTENCE.sub(lambda said: NAME.sub(r"\1", said[1]), page)
