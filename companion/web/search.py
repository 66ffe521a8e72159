"""Finding the question a player means, asked in words of their own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import log

from companion.game import Question
from companion.web.language import in_words

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_ENDING = re.compile(r"(?<=\w{3})(?:'s|ing|ed|es|s|e)$")
NUMBERS = {"1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six"}

LITTLE = frozenset(
    _WORD.findall(
        "a an and any are as at be been by can did do does for from had has have how i if in is it its may me must my "
        "no not of on one or our so that the their them then there they this to was we what when where which who whom "
        "whose will with would you your"
    )
)
"""Words that are in most questions, whatever they are about."""
_HINT = 0.2
"""What a little word tells, beside any other."""

TITLE = 2
"""A word in the question itself tells as much as this many in its answer."""
NEAR = 0.75
"""What comes this near to the best is shown with it."""


def meant(questions: Sequence[Question], asked: str) -> tuple[Question, ...]:
    """The questions that `asked` may mean, best first; all of them in their order when nothing is asked.

    A word counts the more the fewer questions have it. Ends of words do not matter: "scouted" finds "scout", and so
    does "sco", while somebody is typing.
    """
    sought = dict.fromkeys(_stems(asked))
    if not asked.strip():
        return tuple(questions)
    titles = [set(_stems(in_words(each.question))) for each in questions]
    wholes = [title | set(_stems(_beside(each))) for title, each in zip(titles, questions, strict=True)]
    rarity = Counter(stem for stem in sought for whole in wholes if _has(whole, stem))
    weight = {
        stem: log((len(questions) + 1) / many) * (_HINT if stem in LITTLE else 1) for stem, many in rarity.items()
    }
    scores = [
        sum(weight[stem] * (TITLE if _has(title, stem) else 1) for stem in weight if _has(whole, stem))
        for title, whole in zip(titles, wholes, strict=True)
    ]
    best = max(scores, default=0.0)
    hits = [at for at, score in enumerate(scores) if score and score >= NEAR * best]
    return tuple(questions[at] for at in sorted(hits, key=lambda at: -scores[at]))


def _beside(question: Question) -> str:
    return f"{in_words(question.answer)} {in_words(question.also) if question.also else ''}"


def _stems(text: str) -> list[str]:
    """The words of a text without their endings. Capitals, numerals and the apostrophe a keyboard has do not matter."""
    words = _WORD.findall(text.casefold().replace("\u2019", "'"))
    return [word if word in LITTLE else _ENDING.sub("", NUMBERS.get(word, word)) for word in words]


def _has(stems: set[str], sought: str) -> bool:
    return sought in stems or (len(sought) > 2 and any(stem.startswith(sought) for stem in stems))
