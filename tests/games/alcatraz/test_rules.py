"""The answers of Alcatraz's rules, worked by hand from the rulebook; ids are those of the worked examples."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import combinations, combinations_with_replacement, islice, product
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import Refused
from companion.games.alcatraz import rules

Who = TypeVar("Who")
Sheet = tuple[Collection[str], int, int, int]
"""A prisoner's letters, cash, items and stamina."""

OF_A5: dict[str, Sheet] = {"P": ("ABC", 0, 0, 0), "S": ("F", 0, 0, 0)}

ENDS: dict[str, tuple[str, dict[str, Sheet], tuple[str, ...]]] = {
    "A1": (
        "Michael",
        {"Michael": ("ABC", 0, 0, 0), "Ralf": ("BDF", 0, 0, 0), "Chris": ("DEF", 0, 0, 0)},
        ("Ralf",),
    ),
    "A2": ("P", {"P": ("AB", 0, 0, 0), "Q": ("ABC", 0, 0, 0), "R": ("DEF", 0, 0, 0)}, ("P",)),
    "A3": ("P", {"P": ("ABC", 0, 0, 0), "Q": ("DE", 0, 0, 0), "R": ("F", 0, 0, 0)}, ()),
    "A4": (
        "P",
        {"P": ("ABC", 0, 0, 0), "Q": ("CD", 0, 0, 0), "R": ("EF", 0, 0, 0), "S": ("D", 0, 0, 0)},
        ("S",),
    ),
    "A5": ("P", {**OF_A5, "Q": ("DE", 1, 0, 0), "R": ("DE", 0, 3, 3)}, ("R",)),
    "A6": ("P", {**OF_A5, "Q": ("DE", 1, 2, 0), "R": ("DE", 1, 1, 3)}, ("R",)),
    "A7": ("P", {**OF_A5, "Q": ("DE", 1, 2, 1), "R": ("DE", 1, 2, 0)}, ("R",)),
    "A8": ("P", {**OF_A5, "Q": ("DE", 1, 2, 1), "R": ("DE", 1, 2, 1)}, ("Q", "R")),
    "A9": ("P", {"P": ("ABCDEF", 0, 0, 0), "Q": ("ABCDEF", 0, 0, 0), "R": ("A", 0, 0, 0)}, ("P",)),
    "A10": ("P", {"P": ("", 0, 0, 0), "Q": ("ABCDEF", 0, 0, 0), "R": ("", 0, 0, 0)}, ("P",)),
    "A11": ("R", {"P": ("ABCDEF", 0, 0, 0), "Q": ("A", 0, 0, 0), "R": ("B", 2, 0, 0)}, ("R",)),
    "A12": ("P", {"P": ("ABCDEF", 0, 0, 0), "Q": ("A", 0, 0, 0), "R": ("", 3, 3, 3)}, ("R",)),
    "A13": ("P", {"P": ("ABCDE", 0, 0, 0), "Q": ("ABCDE", 0, 0, 0), "R": ("ABCDE", 0, 0, 0)}, ()),
}


@pytest.mark.parametrize(("goat", "prisoners", "who"), ENDS.values(), ids=ENDS.keys())
def test_who_stays_is_as_worked_by_hand(goat: str, prisoners: dict[str, Sheet], who: tuple[str, ...]) -> None:
    as_sets: dict[str, Sheet] = {name: (set(sheet[0]), *sheet[1:]) for name, sheet in prisoners.items()}
    assert set(rules.stays(as_sets, goat)) == set(who)
    assert rules.can_escape({name: sheet[0] for name, sheet in as_sets.items()}) is bool(who)


def test_with_all_letters_out_and_everybody_needed_the_game_goes_on() -> None:
    assert rules.all_needed({"P": set("ABC"), "Q": set("DE"), "R": set("F")})
    assert not rules.all_needed({"P": set("ABCDE"), "Q": set("ABCDE"), "R": set("ABCDE")}), "F is missing"
    assert not rules.all_needed({"P": set("ABC"), "Q": set("BDF"), "R": set("DEF")}), "Q can be left behind"


def test_each_rule_on_the_way_names_who_might_still_stay() -> None:
    _, prisoners, _ = ENDS["A7"]
    applied = [(sieve.rule, set(sieve.left)) for sieve in rules.sieves(prisoners, "P")]
    assert applied == [("letters", {"Q", "R"}), ("cash", {"Q", "R"}), ("items", {"Q", "R"}), ("stamina", {"R"})]


VOTES = {
    "V1": ("P", {"P": "Q", "Q": "R", "R": "Q"}, "Q"),
    "V2": ("P", {"P": "Q", "Q": "R", "R": "P"}, "Q"),
    "V3": ("P", {"P": "P", "Q": "P", "R": "S", "S": "S"}, "P"),
    "V4": ("S", {"P": "P", "Q": "P", "R": "S", "S": "S"}, "S"),
    "V5": ("R", {"P": "Q", "Q": "P", "R": "S", "S": "R"}, "S"),
}


@pytest.mark.parametrize(("previous", "votes", "who"), VOTES.values(), ids=VOTES.keys())
def test_the_vote_elects_as_worked_by_hand(previous: str, votes: dict[str, str], who: str) -> None:
    assert rules.elected(votes, previous) == who


def one_and_a_half(votes: Mapping[int, int], previous: int) -> int:
    """A second statement: give the previous Scapegoat three half votes, everybody else two; the most wins alone."""
    halves = dict.fromkeys(votes, 0)
    for voter, choice in votes.items():
        halves[choice] += 3 if voter == previous else 2
    first, second, *_ = sorted(halves.values(), reverse=True)
    assert first > second, "with a vote and a half there is never a tie"
    return next(who for who in halves if halves[who] == first)


@pytest.mark.parametrize("players", [3, 4])
def test_every_vote_there_can_be_agrees_with_a_vote_and_a_half(players: int) -> None:
    for choices in product(range(players), repeat=players):
        votes = dict(enumerate(choices))
        for previous in range(players):
            assert rules.elected(votes, previous) == one_and_a_half(votes, previous), (votes, previous)


def test_a_tie_without_the_previous_scapegoats_vote_is_not_settled_in_silence() -> None:
    with pytest.raises(Refused, match="This is a tie"):
        rules.elected({1: 2, 2: 1}, previous=0)
    assert rules.elected({1: 2, 2: 2}, previous=0) == 2
    with pytest.raises(Refused, match=r"Nobody has voted yet\."):
        rules.elected({}, previous=0)


def by_plain_words(prisoners: Mapping[Who, Sheet]) -> dict[Who, set[Who]]:
    """A second statement of who stays, whoever is the Scapegoat (by whom the answer goes): try every player's absence,
    then sort the whole list once."""

    def escapes_without(absent: Who) -> bool:
        return all(any(letter in prisoners[p][0] for p in prisoners if p != absent) for letter in "ABCDEF")

    spare = [p for p in prisoners if escapes_without(p)]
    ranked = sorted(spare, key=lambda p: (len(set(prisoners[p][0])), *prisoners[p][1:]))
    key = [(len(set(prisoners[p][0])), *prisoners[p][1:]) for p in ranked]
    least = {p for p, own in zip(ranked, key, strict=True) if own == key[0]}
    return {goat: {goat} if goat in spare else least for goat in prisoners}


@pytest.mark.parametrize("third", [0, 1, 2])
@pytest.mark.parametrize("players", [3, 4])
def test_every_spread_of_letters_agrees_with_the_plain_words(players: int, third: int) -> None:
    """Exhaustive up to the letters' names: each of the six is held by some set of the players, in any combination. In
    three parts, so that several cores share them."""
    everybody = range(players)
    holders = [group for size in range(players + 1) for group in combinations(everybody, size)]
    for spread in islice(combinations_with_replacement(holders, 6), third, None, 3):
        hands = {p: {letter for letter, who in zip("ABCDEF", spread, strict=True) if p in who} for p in everybody}
        prisoners = {p: (hand, 0, 0, 0) for p, hand in hands.items()}
        for goat, who in by_plain_words(prisoners).items():
            assert set(rules.stays(prisoners, goat)) == who, (hands, goat)


@pytest.mark.parametrize("players", [3, 4])
def test_every_small_purse_agrees_with_the_plain_words(players: int) -> None:
    """Exhaustive over Cash, Items and Stamina of 0 or 1 among players of equal letters; only the goat is needed."""
    goat = "goat"
    others = [f"P{n}" for n in range(players - 1)]
    purses = list(product(range(2), range(2), range(2)))
    for held in product(purses, repeat=len(others)):
        prisoners: dict[str, Sheet] = {goat: (set("ABC"), 0, 0, 0)}
        prisoners |= {p: (set("DEF"), *purse) for p, purse in zip(others, held, strict=True)}
        assert set(rules.stays(prisoners, goat)) == by_plain_words(prisoners)[goat], held


sheets: st.SearchStrategy[Sheet] = st.tuples(
    st.sets(st.sampled_from("ABCDEF")), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)
)


@given(st.lists(sheets, min_size=3, max_size=4), st.integers(0, 2))
def test_any_table_agrees_with_the_plain_words(held: list[Sheet], goat: int) -> None:
    prisoners = dict(enumerate(held))
    assert set(rules.stays(prisoners, goat)) == by_plain_words(prisoners)[goat]


POINTS = [
    ("3p normal", (3,), False, 3),
    ("4p normal", (4,), False, 2),
    ("4p goat 1st term", (4, 1), False, 3),
    ("3p goat 2nd term", (3, 2), False, 5),
    ("4p goat 5th term", (4, 5), False, 5),
    ("3p goat 3rd term + stamina", (3, 3), True, 7),
]


@pytest.mark.parametrize(("given", "stamina", "points"), [p[1:] for p in POINTS], ids=[f"G1 {p[0]}" for p in POINTS])
def test_action_points_are_as_worked_by_hand(given: tuple[int, ...], stamina: bool, points: int) -> None:
    players, term = (*given, 0)[:2]
    assert rules.action_points(players, term, stamina) == points


@pytest.mark.parametrize(("players", "term"), [(2, 0), (5, 0), (3, -1)])
def test_action_points_refuse_what_cannot_be(players: int, term: int) -> None:
    with pytest.raises(Refused) as no:
        rules.action_points(players, term)
    assert no.value.field == ("term" if term < 0 else "players")


def test_rounds_left_count_down_to_the_last() -> None:
    assert [rules.rounds_left(guards) for guards in (8, 9, 19, 20)] == [12, 11, 1, 0]


def test_adjacent_counts_corners_and_never_wraps_around() -> None:
    #  0  1  2
    #  3  4  5
    #  6  7  8
    #  9 10 11
    assert [n for n in range(12) if rules.adjacent(4, n)] == [0, 1, 2, 3, 5, 6, 7, 8]
    assert [n for n in range(12) if rules.adjacent(0, n)] == [1, 3, 4]
    assert [n for n in range(12) if rules.adjacent(11, n)] == [7, 8, 10]
    assert not rules.adjacent(2, 3), "the end of a row does not touch the start of the next"


GUARDS = {
    0: (0, True, True, True, True),
    1: (0, True, True, True, True),
    2: (1, True, True, True, True),
    3: (0, False, True, True, True),
    4: (0, False, False, False, False),
}


@pytest.mark.parametrize("guards", range(5))
def test_guards_do_what_the_table_in_the_rulebook_says(guards: int) -> None:
    effect = rules.guard_effect(guards)
    assert effect.guards == guards
    assert (effect.extra, effect.paid, effect.blackmail, effect.free, effect.enter) == GUARDS[guards]


def test_a_guard_counts_until_it_is_bribed_and_beside_four_nobody_can_bribe() -> None:
    assert [rules.watching(guards) for guards in range(5)] == [0, 1, 2, 3, 4]
    assert [rules.watching(guards, 1) for guards in range(5)] == [0, 0, 1, 2, 4]
    assert [rules.price(guards) for guards in range(5)] == [1, 1, 2, None, None]
    assert [rules.price(guards, 1) for guards in range(5)] == [1, 1, 1, 2, None]


@pytest.mark.parametrize("guards", [-1, 5])
def test_a_room_never_holds_another_number_of_guards(guards: int) -> None:
    with pytest.raises(Refused) as no:
        rules.guard_effect(guards)
    assert no.value.field == "guards"


DUPLICATE_KEY: rules.Conditions = {"prisoners": 1, "guards": 0, "items": ["key", "clothes"]}


@pytest.mark.parametrize(
    ("present", "failing"),
    [
        ({"prisoners": 1, "guards": 0, "items": ["clothes", "key"]}, ()),
        ({"prisoners": 0, "guards": 0, "items": ["clothes", "key"]}, ("prisoners",)),
        ({"prisoners": 1, "guards": 1, "items": ["clothes", "key"]}, ("guards",)),
        ({"prisoners": 1, "guards": 1, "bribes": 1, "items": ["clothes", "key"]}, ()),
        ({"prisoners": 1, "guards": 0, "items": ["clothes", "clothes"]}, ("items",)),
        ({"prisoners": 1, "guards": 0, "items": ["clothes", "gun"]}, ()),
        ({"prisoners": 1, "guards": 0, "items": ["gun"]}, ("items",)),
        ({"prisoners": 1, "guards": 4, "bribes": 4, "items": ["key", "clothes"]}, ("guards", "busy")),
        ({"prisoners": 0, "guards": 3, "items": []}, ("prisoners", "guards", "busy", "items")),
    ],
)
def test_a_task_names_every_condition_that_fails(present: rules.Conditions, failing: tuple[str, ...]) -> None:
    possible = rules.task_possible(DUPLICATE_KEY, present)
    assert possible.failing == failing
    assert bool(possible) is (failing == ())


def test_what_a_card_does_not_ask_for_is_not_missed_and_what_is_not_said_is_not_there() -> None:
    assert rules.task_possible({}, {}).failing == ()
    assert rules.task_possible({"guards": 0}, {}).failing == ()
    assert rules.task_possible({"prisoners": 1, "items": ["key"]}, {}).failing == ("prisoners", "items")


@pytest.mark.parametrize(
    ("needed", "held", "there"),
    [
        (["gun"], [], False),
        (["gun"], ["gun"], True),
        (["gun", "key"], ["gun"], False),
        (["gun", "key"], ["gun", "gun"], True),
        (["gun", "key"], ["key", "key"], False),
        (["key", "key"], ["key", "gun", "drugs"], True),
    ],
)
def test_a_gun_stands_for_any_other_item_once_and_nothing_for_a_gun(
    needed: list[str], held: list[str], there: bool
) -> None:
    assert bool(rules.task_possible({"items": needed}, {"items": held})) is there


def test_three_guards_stop_even_a_task_that_would_allow_them() -> None:
    assert rules.task_possible({"guards": 3}, {"guards": 3}).failing == ("busy",)
    assert rules.task_possible({"guards": 3}, {"guards": 3, "bribes": 1}).failing == ()


def test_g5_the_completer_marks_the_task_the_third_player_the_drawn_letter_and_the_scapegoat_nothing() -> None:
    assert rules.reward("M", "A", "R", "D", ["M", "R", "C"]) == {"M": "A", "C": "D"}
    assert rules.reward("M", "A", "R", None, ["M", "R", "C"]) == {"M": "A"}, "with an empty deck nobody else gets one"


def test_the_rule_that_decided_is_named() -> None:
    assert [sieve.rule for sieve in rules.sieves(ENDS["A1"][1], "Michael")] == ["only"]
    assert [sieve.rule for sieve in rules.sieves(ENDS["A2"][1], "P")] == ["scapegoat"]
    assert [sieve.rule for sieve in rules.sieves(ENDS["A4"][1], "P")] == ["letters"]
    assert [sieve.rule for sieve in rules.sieves(ENDS["A5"][1], "P")] == ["letters", "cash"]


def test_the_numbers_of_the_box_and_the_rulebook() -> None:
    assert (rules.TASK_CARDS, rules.PLAN_MARKERS, rules.ALL_GUARDS) == (30, 23, 21)
    assert (rules.MOST_GUARDS, rules.MOST_ITEMS, rules.MOST_BLACKMAIL) == (4, 3, 2)
    assert rules.TALK_MS == 120_000, "two minutes"
    assert rules.MOST_ROUNDS == 13, "the 14th would need the 21st guard: 8, and one in each round from the second on"
    assert rules.ROOMS == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    assert rules.action_points(4) == rules.action_points(4, stamina=True) - 1 == 2
