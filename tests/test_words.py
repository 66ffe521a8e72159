"""Sentences that wait for their reader: names of seats and lists are put in where they are shown."""

from __future__ import annotations

import pytest

from companion.words import Text, Who, listed, say

NAMES = {0: "Ana", 1: "Ben", 2: "Cleo"}


@pytest.mark.parametrize(("seats", "words"), [([0], "Ana"), ([0, 1], "Ana and Ben"), ([2, 0, 1], "Cleo, Ana and Ben")])
def test_a_row_of_seats_is_read_as_people_say_it(seats: list[int], words: str) -> None:
    assert say("%(who)s won", who=listed([Who(s) for s in seats])).in_words(names=NAMES) == f"{words} won"


def test_a_sentence_keeps_its_seats_until_it_is_shown() -> None:
    line: Text = say("%(who)s starts", who=Who(1))
    assert line.in_words(names={1: "Ben"}) == "Ben starts"
    assert line.in_words(names={1: "Benno"}) == "Benno starts"
