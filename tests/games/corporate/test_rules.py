"""SCAPEGOAT's pure answers: the worked years, the order of ranks, and the laws of the arithmetic."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import Refused
from companion.games.corporate.rules import (
    DECK,
    RANKS,
    Year,
    demoted,
    highest,
    known,
    lowest,
    more_than_the_deck,
    promoted,
    sale,
    target,
    verdict,
    year,
)

# players, cards in turn order, the totals at which the quarters closed, what stands in Q4 (or the open one), outcome,
# last
YEARS = {
    "Y1": (3, "K Q J 10", (10, 10, 10, 10), 10, "perfect", 0),
    "Y2": (3, "9 9 9 9 9", (18, 17, 16, 15), 15, "beat", 1),
    "Y3": (3, "5 5 6 6 7 7", (10, 12, 16), 6, "missed", 2),
    "Y4": (4, "#Q 7 #A 8 K K 9", (17, 20, 15, 19), 19, "beat", 2),
    "Y5": (4, "# # # # # #", (20, 15, 20, 15), 15, "perfect", 1),
    "Y6": (4, "# # # # # 5 5", (20, 15, 20, 15), 15, "perfect", 2),
    "Y7": (5, "# # # # # # # #", (20, 20, 20, 20), 20, "perfect", 2),
    "Y8": (5, "# # # # # # # 9 A", (20, 20, 20, 20), 20, "perfect", 3),
    "Y9": (5, "# # # # # # # 9 2", (20, 20, 20, 21), 21, "beat", 3),
    "Y10": (5, "2 2 2 2 2 2 2 2 2 2", (20,), 0, "missed", 4),
    "Y11": (3, "# # # A 4 5", (10, 10, 10, 10), 10, "perfect", 2),
    "Y12": (3, "# # # A 4 6", (10, 10, 10, 11), 11, "beat", 2),
    "Y13": (3, "# # # A 4 4", (10, 10, 10), 9, "missed", 2),
}


def sold(card: str) -> int:
    return sale(card.lstrip("#") or "2", face_down=card.startswith("#"))


def values(cards: str) -> list[int]:
    return [sold(card) for card in cards.split()]


@pytest.mark.parametrize(
    ("players", "cards", "closed", "total", "outcome", "last"), list(YEARS.values()), ids=list(YEARS)
)
def test_the_worked_years(
    players: int, cards: str, closed: tuple[int, ...], total: int, outcome: str, last: int
) -> None:
    ended = year(players, values(cards))
    assert (ended.closed, ended.total, ended.outcome, ended.last) == (closed, total, outcome, last)


@pytest.mark.parametrize(("players", "cards"), [(row[0], row[1]) for row in YEARS.values()], ids=list(YEARS))
def test_no_worked_year_ends_before_its_last_card_nor_takes_one_more(players: int, cards: str) -> None:
    sales = values(cards)
    assert year(players, sales[:-1]).outcome is None
    with pytest.raises(Refused, match="The year is over") as no:
        year(players, [*sales, 1])
    assert no.value.field == "sales"


def test_the_year_says_what_is_needed_and_what_carried_over() -> None:
    # Four players, 15 a quarter: 10 and 7 close Q1 at 17, so 2 carry; with an 8 there Q2 stands at 10 and needs 5.
    now = year(4, [10, 7, 8])
    assert (now.quarter, now.carry, now.total, now.needed) == (1, 2, 10, 5)
    assert year(4, []) == Year(target=15)
    assert (year(4, []).carry, year(4, [10]).carry) == (0, 0), "before the first quarter was none"


def test_the_target_goes_with_the_players() -> None:
    assert [target(n) for n in (3, 4, 5)] == [10, 15, 20]


@pytest.mark.parametrize("players", [-3, 0, 1, 2, 6])
def test_it_refuses_another_count_of_players(players: int) -> None:
    with pytest.raises(Refused) as no:
        target(players)
    assert no.value.field == "players"


def test_face_up_an_ace_sells_one_and_a_face_ten() -> None:
    assert [sale(rank) for rank in RANKS] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


def test_face_down_every_card_sells_ten() -> None:
    assert {sale(rank, face_down=True) for rank in RANKS} == {10}


@pytest.mark.parametrize("rank", ["", "1", "a", "11", "joker", "10 "])
def test_it_refuses_what_is_no_rank(rank: str) -> None:
    for asked in (lambda: sale(rank), lambda: sale(rank, face_down=True), lambda: lowest({0: rank})):
        with pytest.raises(Refused) as no:
            asked()
        assert no.value.field == "rank"
    with pytest.raises(Refused) as no:
        known(rank, "rank2")
    assert no.value.field == "rank2"


@pytest.mark.parametrize("value", [-1, 0, 11])
def test_it_refuses_what_no_card_sells_for(value: int) -> None:
    with pytest.raises(Refused) as no:
        year(3, [value])
    assert no.value.field == "sales"


def test_the_ace_is_lowest_for_the_start_and_highest_in_a_missed_year() -> None:
    assert lowest({0: "A", 1: "2", 2: "K"}, aces_high=False) == (0,)  # E11
    assert lowest({0: "A", 1: "2", 2: "3"}) == (1,)  # E9
    assert highest({0: "A", 1: "K", 2: "Q"}) == (0,)  # E5


def test_faces_differ_in_a_review_though_they_sell_alike() -> None:
    assert highest({0: "10", 1: "J", 2: "Q"}) == (2,)  # E6


def test_all_who_tie_are_named() -> None:
    assert highest({0: "K", 1: "9", 2: "A", 3: "A"}) == (2, 3)  # E1, first reveal
    assert lowest({0: "5", 1: "5", 2: "K"}) == (0, 1)  # E8, first reveal
    assert lowest({}) == highest({}) == ()


def test_of_each_rank_there_are_four_cards() -> None:
    assert more_than_the_deck(["K", "A", "K", "K", "A", "K"]) is None
    assert more_than_the_deck(["A", "K", "K", "K", "K", "A", "K"]) == "K"
    assert more_than_the_deck([]) is None
    assert DECK == 4 * len(RANKS) == 52


def test_hand_size_one_cannot_fall_and_five_rises_to_the_win() -> None:
    assert [demoted(n) for n in (1, 2, 6)] == [1, 1, 5]
    assert [promoted(n) for n in (1, 4, 5)] == [2, 5, 6]


def test_the_outcome_table() -> None:
    v = verdict("beat", "black", 4, 1)
    assert (v.demoted, v.review) == ((), (0, 1, 2, 3))
    v = verdict("beat", "red", 4, 1)
    assert (v.demoted, v.review) == ((1,), (0, 2, 3))
    v = verdict("perfect", "clean", 3, 0)
    assert (v.demoted, v.review) == ((), (0, 1, 2))
    v = verdict("perfect", "red", 3, 2)
    assert (v.demoted, v.review) == ((0, 1, 2), ())
    v = verdict("missed", "clean", 3, 2)
    assert (v.demoted, v.review) == ((), ())


played = st.tuples(st.integers(3, 5), st.lists(st.integers(1, 10), max_size=10))


def step_by_step(players: int, sales: list[int]) -> list[Year]:
    steps = [year(players, [])]
    for n in range(1, len(sales) + 1):
        if steps[-1].outcome is None:
            steps.append(year(players, sales[:n]))
    return steps


@given(played)
def test_the_carry_is_never_above_nine(game: tuple[int, list[int]]) -> None:
    assert all(0 <= now.carry <= 9 for now in step_by_step(*game))


@given(played)
def test_one_card_never_closes_two_quarters(game: tuple[int, list[int]]) -> None:
    steps = step_by_step(*game)
    assert all(len(after.closed) - len(before.closed) in (0, 1) for before, after in pairwise(steps))


@given(played)
def test_nothing_sold_is_lost_while_the_year_runs(game: tuple[int, list[int]]) -> None:
    players, sales = game
    for cards, now in enumerate(step_by_step(players, sales)):
        assert now.quarter * now.target + now.total == sum(sales[:cards])


@pytest.mark.parametrize(("players", "cards"), [(3, "K Q J 10"), (3, "9 9 9 9 9"), (5, "# # # # # # # 9 2")])
def test_q4_closed_is_among_the_quarters_closed(players: int, cards: str) -> None:
    over = year(players, values(cards))
    assert len(over.closed) == 4
    assert (over.closed[3], over.quarter, over.needed) == (over.total, 3, 0)
    assert over.carry == over.closed[2] - over.target


@given(st.integers(3, 5), st.lists(st.integers(1, 10), min_size=10, max_size=10))
def test_a_year_always_ends_within_two_turns_each(players: int, sales: list[int]) -> None:
    ends = [n for n in range(2 * players + 1) if year_or_none(players, sales[:n]) not in (None, "over")]
    assert len(ends) == 1
    assert target(players) * 4 <= 10 * ends[0]


def year_or_none(players: int, sales: list[int]) -> str | None:
    try:
        return year(players, sales).outcome
    except Refused:
        return "over"


@given(st.integers(1, 5), st.lists(st.booleans()))
def test_hand_sizes_stay_from_one_to_six(size: int, ups: list[bool]) -> None:
    for up in ups:
        size = promoted(size) if up else demoted(size)
        assert 1 <= size <= 6


@given(st.lists(st.integers(1, 5), min_size=3, max_size=5))
def test_the_cards_needed_never_exceed_the_deck(sizes: list[int]) -> None:
    # Hands, a full year in the quarters, and the worst draw of a year's end: the promoted two and one for the others.
    assert sum(sizes) + 2 * len(sizes) + len(sizes) + 1 <= DECK
