"""The rules of Scout: the worked examples by their names, and laws that hold for every set and every round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import Refused
from companion.games.scout import rules
from companion.games.scout.rules import (
    DECK,
    as_set,
    cards_in_round,
    cards_removed,
    compared,
    flipped,
    hand_size,
    left_after_scout,
    lie_at_once,
    round_score,
    standings,
)


def beats(new: Sequence[int], active: Sequence[int]) -> bool:
    """Whether these cards may be shown over those; over none on a bare table."""
    return compared(as_set(new), as_set(active) if active else None).may


SHOWS = {
    "S1": ([2, 3, 4], [8, 8], True),
    "S2": ([1], [8, 8], False),
    "S3": ([2, 2], [4, 5], True),
    "S4": ([4, 5], [2, 2], False),
    "S5": ([5, 6], [4, 5], True),
    "S6": ([4, 5], [4, 5], False),
    "S7": ([3, 4], [4, 5], False),
    "S8": ([8, 7], [8, 9], False),
    "S9": ([9, 8], [7, 8], True),
    "S11": ([7], [6], True),
    "S12": ([6], [6], False),
    "S13": ([1], [], True),
    "S14": ([1, 1], [9], True),
    "S16": ([10, 9], [9, 9], False),
    "S17": ([5, 4], [5, 5], False),
    "S19, with a 5": ([5], [6], False),
    "S19, with a 7": ([7], [6], True),
}
NO_SETS = {"S10": ([4, 3, 5], [1]), "S15": ([1, 2, 1], []), "S18": ([1, 3, 5], [])}


@pytest.mark.parametrize(("new", "active", "may"), SHOWS.values(), ids=SHOWS)
def test_a_set_may_be_shown_only_over_a_weaker_one(new: list[int], active: list[int], may: bool) -> None:
    assert beats(new, active) is may


@pytest.mark.parametrize(("new", "active"), NO_SETS.values(), ids=NO_SETS)
def test_cards_that_make_no_set_are_refused(new: list[int], active: list[int]) -> None:
    with pytest.raises(Refused):
        beats(new, active)


@pytest.mark.parametrize("new", [[], [0], [11], [10, 1], [1, 10], [3, 3, 4], [9, 10, 11]])
def test_ten_and_one_do_not_meet_and_other_numbers_are_on_no_card(new: list[int]) -> None:
    with pytest.raises(Refused):
        beats(new, [])


def test_a_broken_set_on_the_table_is_refused_too() -> None:
    with pytest.raises(Refused):
        beats([2, 2], [1, 3])


def test_what_a_scout_leaves_of_a_run_is_a_single_card_again() -> None:  # S19 and ruling 8
    assert left_after_scout([5, 6], "first") == (6,)
    assert left_after_scout([5, 6], "last") == (5,)
    assert as_set(left_after_scout([5, 6], "first")).matching is False
    assert left_after_scout([4], "last") == ()


@pytest.mark.parametrize(
    ("new", "active", "why"),
    [
        ([1], [], "There is no set on the table"),
        ([2, 3, 4], [8, 8], "3 cards beat 2"),
        ([1], [8, 8], "1 against 2"),
        ([2, 2], [4, 5], "Same number of cards, and matching beats a run"),
        ([5, 6], [4, 5], "Same number of cards, same kind, and its smallest number is higher"),
        ([3, 4], [4, 5], "Same number of cards, same kind, but its smallest number is lower"),
        ([5, 4], [4, 5], "The smallest numbers are equal"),
    ],
)
def test_the_verdict_names_the_step_that_decided(new: list[int], active: list[int], why: str) -> None:
    verdict = compared(as_set(new), as_set(active) if active else None)
    assert str(verdict.why).startswith(why)


def test_the_whole_hand_turns_and_its_order_stays() -> None:  # the sheet's own picture
    hand = [(7, 2), (7, 4), (1, 3), (2, 6), (4, 3), (9, 2), (5, 2), (8, 4), (5, 9)]
    assert [upper for upper, _ in hand] == [7, 7, 1, 2, 4, 9, 5, 8, 5]
    assert [upper for upper, _ in flipped(hand)] == [2, 4, 3, 6, 3, 2, 2, 4, 9]
    assert flipped(flipped(hand)) == tuple(hand)


ROUNDS = {
    "R1": (2, 1, 5, False, -2),
    "R2": (3, 2, 0, False, 5),
    "R3": (2, 5, 4, True, 7),
    "R4": (0, 0, 9, False, -9),
    "R5": (0, 0, 12, False, -12),
    "R6": (7, 3, 4, True, 10),
    "R7": (4, 3, 0, False, 7),
    "R8": (2, 0, 6, False, -4),
    "R9": (5, 1, 3, True, 6),
}


@pytest.mark.parametrize(("captured", "chips", "hand", "unbeaten", "points"), ROUNDS.values(), ids=ROUNDS)
def test_a_round_is_worth_its_points(captured: int, chips: int, hand: int, unbeaten: bool, points: int) -> None:
    assert round_score(captured, chips, hand, unbeaten) == points


def test_the_exception_is_off_unless_asked_for() -> None:
    assert round_score(7, 3, 4) == 6


@pytest.mark.parametrize("counted", [(-1, 0, 0), (0, -1, 0), (0, 0, -1)])
def test_nobody_has_fewer_than_none_of_something(counted: tuple[int, int, int]) -> None:
    with pytest.raises(Refused):
        round_score(*counted)


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ({0: 11, 1: 11, 2: 4}, {0: 1, 1: 1, 2: 3}),
        ({0: 9, 1: 9, 2: 4}, {0: 1, 1: 1, 2: 3}),
        ({0: -3, 1: 0, 2: 5}, {0: 3, 1: 2, 2: 1}),
        ({0: -2, 1: -2, 2: -2}, {0: 1, 1: 1, 2: 1}),
        ({0: 1, 1: 7, 2: 3, 3: 3, 4: -4}, {0: 4, 1: 1, 2: 2, 3: 2, 4: 5}),
        ({}, {}),
    ],
)
def test_ties_share_a_place_and_the_next_is_passed_over(totals: dict[int, int], places: dict[int, int]) -> None:
    assert standings(totals) == places
    assert list(standings(totals)) == list(totals)


def test_the_deck_is_every_pair_of_different_numbers_once() -> None:
    assert len(DECK) == len(set(DECK)) == 45
    assert all(1 <= low < high <= 10 for low, high in DECK)
    assert set(Counter(number for card in DECK for number in card).values()) == {9}


@pytest.mark.parametrize(
    ("players", "removed", "hand", "in_round", "set_aside"),
    [(2, 1, 11, 22, 22), (3, 9, 12, 36, 0), (4, 1, 11, 44, 0), (5, 0, 9, 45, 0)],
)
def test_no_card_is_lost_at_any_number_of_players(
    players: int, removed: int, hand: int, in_round: int, set_aside: int
) -> None:
    assert len(cards_removed(players)) == removed
    assert hand_size(players) == hand
    assert cards_in_round(players) == in_round
    assert removed + players * hand + set_aside == len(DECK)


def test_three_players_put_away_every_ten_and_two_or_four_only_the_nine_ten() -> None:
    assert set(cards_removed(3)) == {(n, 10) for n in range(1, 10)}
    assert cards_removed(2) == cards_removed(4) == ((9, 10),)
    assert cards_removed(5) == ()


@pytest.mark.parametrize("players", [0, 1, 6])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(Refused):
        cards_removed(players)
    with pytest.raises(Refused):
        hand_size(players)


def _run(start: int, length: int, down: bool) -> list[int]:
    run = list(range(start, min(start + length, 11)))
    return run[::-1] if down else run


sets = st.one_of(
    st.builds(lambda n, k: [n] * k, st.integers(1, 10), st.integers(1, 9)),
    st.builds(_run, st.integers(1, 10), st.integers(1, 10), st.booleans()),
)


@given(sets)
def test_no_set_beats_itself_or_itself_read_backwards(one: list[int]) -> None:
    assert not beats(one, one)
    assert not beats(one[::-1], one)


@given(sets, sets, sets)
def test_beats_orders_all_sets_strictly(one: list[int], two: list[int], three: list[int]) -> None:
    assert not (beats(one, two) and beats(two, one))
    if beats(one, two) and beats(two, three):
        assert beats(one, three)
    if beats(one, three):  # of two unequal sets, every third is below the stronger or above the weaker
        assert beats(one, two) or beats(two, three)


@given(sets, sets)
def test_more_cards_always_win_and_everything_beats_a_bare_table(one: list[int], two: list[int]) -> None:
    assert beats(one, [])
    if len(one) > len(two):
        assert beats(one, two)


@given(st.lists(st.integers(1, 10), min_size=1, max_size=11))
def test_a_row_of_numbers_is_a_set_when_equal_or_one_apart_all_one_way(values: list[int]) -> None:
    low, size = min(values), len(values)
    run = list(range(low, low + size))
    if values in (run, run[::-1], [low] * size):
        assert as_set(values).matching is (size > 1 and values == [low] * size)
    else:
        with pytest.raises(Refused):
            as_set(values)


@given(st.dictionaries(st.integers(0, 4), st.integers(-60, 60), min_size=1))
def test_places_follow_the_totals(totals: dict[int, int]) -> None:
    places = standings(totals)
    assert min(places.values()) == 1
    for one in totals:
        assert places[one] == 1 + sum(totals[other] > totals[one] for other in totals)
        assert all((totals[one] > totals[other]) == (places[one] < places[other]) for other in totals)


def test_why_a_count_decides_names_how_many_cards_each_set_has() -> None:
    three, two = as_set((4, 5, 6)), as_set((9, 9))
    assert str(compared(three, two).why) == "3 cards beat 2: the count comes first."
    assert str(compared(two, three).why) == "2 against 3: fewer cards never beat more."


@pytest.mark.parametrize(
    ("new", "active", "why"),
    [
        ([2, 2], [4, 5], "Same number of cards, and matching beats a run."),
        ([4, 5], [2, 2], "Same number of cards, but a run does not beat matching."),
        ([6, 5], [4, 5], "Same number of cards, same kind, and its smallest number is higher: 5 over 4."),
        ([3, 4], [5, 4], "Same number of cards, same kind, but its smallest number is lower: 3 under 4."),
        ([5, 4], [4, 5], "The smallest numbers are equal, 4 and 4, and equal is not stronger."),
    ],
)
def test_why_a_kind_or_a_number_decides_is_said_with_the_smallest_numbers(
    new: list[int], active: list[int], why: str
) -> None:
    assert str(compared(as_set(new), as_set(active)).why) == why


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ([], "A set has at least one card."),
        ([11], "The numbers on the cards go from 1 to 10."),
        ([1, 2, 1], "A run goes one way only, up or down: this one turns round."),
        ([3, 3, 4], "A set is all one number or a run, never both mixed."),
        ([4, 4, 3], "A set is all one number or a run, never both mixed."),
        ([1, 2, 4], "The numbers of a run follow one another without a gap."),
        ([1, 3, 5], "The numbers of a run follow one another without a gap."),
        ([4, 3, 5], "The numbers of a run follow one another without a gap."),
        ([10, 1], "The numbers of a run follow one another without a gap."),
    ],
)
def test_what_is_no_set_is_refused_by_what_is_wrong_with_it(values: list[int], sentence: str) -> None:
    with pytest.raises(Refused) as no:
        as_set(values)
    assert str(no.value) == sentence


NINE_NUMBERS_FIVE_TIMES = [number for number in range(1, 10) for _ in range(5)]


@pytest.mark.parametrize(
    ("values", "fit"),
    [
        ([], True),
        ([7] * 9, True),
        ([7] * 10, False),
        ([7] * 10 + [8], False),
        ([7] * 9 + [8] * 8, True),
        ([7] * 9 + [8] * 9, False),
        ([1] * 9 + [2] * 8 + [3] * 7 + [4] * 6, True),
        ([1] * 9 + [2] * 8 + [3] * 7 + [4] * 7, False),
        (NINE_NUMBERS_FIVE_TIMES, True),
        ([*NINE_NUMBERS_FIVE_TIMES, 10], False),
    ],
)
def test_numbers_that_show_at_once_each_need_a_card_of_their_own(values: list[int], fit: bool) -> None:
    """A number is on 9 cards, two are on 9 + 8 of them, since one card has both, four on 9 + 8 + 7 + 6; all have 45."""
    assert lie_at_once(values) is fit


def test_the_numbers_on_the_sheet() -> None:
    assert rules.PLAYERS == (2, 5)
    assert (rules.SCOUT_CHIPS, rules.SHOW_CHIPS, rules.DUEL_CHIPS) == (23, 5, 3)
    assert rules.SCORE_CHIPS == {1: 10, 2: 5, 5: 5, 10: 5, 20: 5}
    assert [rules.rounds_due(players) for players in (2, 3, 4, 5)] == [2, 3, 4, 5]
