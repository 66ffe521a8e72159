"""What is said in a tie while somebody has no card left, as happens from hand size 1 on."""

from __future__ import annotations

import pytest

from companion.games.corporate import story
from companion.games.corporate.applies import rules_at_the_end
from companion.games.corporate.ending import Ending
from companion.games.corporate.rulings import RULED, SAID
from tests.games.corporate.test_play import end

NAMES = {1: "Ana", 2: "Ben", 3: "Cleo"}
HOW = story.OPENLY.in_words()


def lines(now: Ending) -> list[str]:
    assert now.reveal is not None
    return [line.in_words(names=NAMES) for line in story.asked_lines(now.reveal, story.OPENLY)]


def test_two_with_cards_choose_another() -> None:
    assert lines(end("4 4 4", "beat", 1, "black", "K K 2")) == ["A tie: Ana and Ben choose another card.", HOW]


def test_only_who_has_a_card_left_is_asked_to_choose_one() -> None:
    """Our ruling 20, as a table may play it: Ben, at hand size 1, has shown his only card."""
    now = end("4 1 4", "beat", 1, "black", "K K 2", review_empty="flip")
    assert lines(now) == [
        "A tie: Ana chooses another card.",
        HOW,
        "Ben has no card left and turns the top card of the draw pile instead.",
    ]
    assert SAID["tie_may_be_given_up"] in rules_at_the_end(now, now.options).said


@pytest.mark.parametrize(("sizes", "outcome", "ranks"), [("1 1 4", "beat", "K K 2"), ("1 1 4", "missed", "2 2 K")])
def test_where_nobody_tied_has_a_card_left_nobody_is_asked_to_choose_or_told_to_reveal_a_weak_one(
    sizes: str, outcome: str, ranks: str
) -> None:
    """Rulings 4 and 20: each turns the top card of the draw pile."""
    now = end(sizes, outcome, 1, "black" if outcome == "beat" else None, ranks)
    assert lines(now) == [
        "A tie: the draw pile decides.",
        "Ana has no card left and turns the top card of the draw pile instead.",
        "Ben has no card left and turns the top card of the draw pile instead.",
    ]
    assert SAID["tie_may_be_given_up"] not in rules_at_the_end(now, now.options).said


def test_who_showed_every_card_in_a_missed_tie_is_not_told_to_discard_one_more() -> None:
    """Section 5 C and 6, hand size 2: both cards were revealed, so there is none left to choose for the demotion."""
    now = end("2 2 4", "missed", 1, None, "2 2 K", "3 4")
    assert now.demoted == (1,)
    assert (now.changes[1].revealed, now.changes[1].dropped, now.changes[1].drawn) == (2, 0, 1)
    assert RULED["demoted_discards_two"] not in rules_at_the_end(now, now.options).ruled
    usual = end("4 4 4", "missed", 1, None, "2 3 K")
    assert RULED["demoted_discards_two"] in rules_at_the_end(usual, usual.options).ruled
