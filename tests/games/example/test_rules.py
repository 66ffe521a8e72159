"""The rules of In the bag, worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import Refused
from companion.games.example.calculators import in_the_bag
from companion.games.example.rules import OPTIONS, most_in_bag, places, points


def test_a_right_guess_is_worth_three_and_no_other_counts_then() -> None:
    assert points(5, {1: 5, 2: 4, 3: 5}) == {1: 3, 2: 0, 3: 3}


def test_where_nobody_is_right_the_nearest_get_one() -> None:
    assert points(5, {1: 4, 2: 6, 3: 8}) == {1: 1, 2: 1, 3: 0}


def test_a_house_rule_gives_the_nearest_nothing() -> None:
    assert points(5, {1: 4, 2: 5}, nearest=False) == {1: 0, 2: 3}
    assert points(5, {1: 4, 2: 6}, nearest=False) == {1: 0, 2: 0}


@given(st.integers(0, 24), st.dictionaries(st.integers(1, 8), st.integers(0, 24), min_size=1))
def test_nobody_who_is_nearer_gets_less(total: int, guesses: dict[int, int]) -> None:
    worth = points(total, guesses)
    for one in guesses:
        for other in guesses:
            if abs(total - guesses[one]) <= abs(total - guesses[other]):
                assert worth[one] >= worth[other]


def test_a_table_chooses_its_rounds_and_behind_the_house_rules_who_scores_when_nobody_is_right() -> None:
    chosen = [(option.key, [value for value, _ in option.choices], option.folded) for option in OPTIONS]
    assert chosen == [("rounds", ["3", "5"], False), ("nearest", ["one", "none"], True)]


def test_equal_sums_share_a_place() -> None:
    assert places({1: 4, 2: 6, 3: 4, 4: 0}) == {1: 2, 2: 1, 3: 2, 4: 4}


def test_what_can_be_in_the_bag_is_ones_own_and_none_to_three_of_each_other() -> None:
    assert most_in_bag(4) == 12
    found = in_the_bag({"players": "4", "own": "2"})
    assert (found.low, found.high) == (2, 11)
    assert in_the_bag({"players": "4"}).low is None


@pytest.mark.parametrize(("form", "field"), [({"players": "9"}, "players"), ({"own": "4"}, "own")])
def test_what_cannot_be_is_refused_beside_its_field(form: dict[str, str], field: str) -> None:
    with pytest.raises(Refused) as no:
        in_the_bag(form)
    assert no.value.field == field
