"""Setting up Scout: the right cards go back for each number of players, and nothing of the box is ever lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chance import Chance
from companion.game import BADGES, Plan, Player, Refused, Step
from companion.games.scout.setup import HOLDER, plan

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve")


def seated(n: int, first: int = 0) -> list[Player]:
    return [Player(first + i, NAMES[i], BADGES[i]) for i in range(n)]


def step(made: Plan, key: str) -> Step:
    return next(step for step in made.steps if step.key == key)


def takes(made: Plan, key: str) -> list[int]:
    return [take.n for take in step(made, key).takes]


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_table_and_box_together_are_what_came_in_the_box(n: int) -> None:
    made = plan(seated(n), {}, {})
    # 45 cards, 23 Scout chips, 5 Scout & Show chips, 30 score chips, 1 marker
    assert sum(take.n for take in made.on_table + made.in_box) == 45 + 23 + 5 + 30 + 1
    assert all(take.n > 0 for take in made.on_table + made.in_box)
    lines = step(made, "check").shown["lines"]
    assert [total for _, _, _, total in lines] == [45, 23, 5, 30, 1]
    assert all(used + back == total for _, used, back, total in lines)


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_who_starts_is_asked_after_the_deal_since_it_may_be_who_holds_the_one_two(n: int) -> None:
    keys = [each.key for each in plan(seated(n), {}, {}).steps]
    assert keys.index("deal") < keys.index("flip") < keys.index("start")


@pytest.mark.parametrize(
    ("n", "removed", "kept", "hand", "aside"),
    [(2, 1, 44, 11, [22]), (3, 9, 36, 12, []), (4, 1, 44, 11, []), (5, 0, 45, 9, [])],
)
def test_cards_put_away_dealt_and_set_aside_fit_the_players(
    n: int, removed: int, kept: int, hand: int, aside: list[int]
) -> None:
    made = plan(seated(n), {}, {})
    assert takes(made, "cards") == ([removed, kept] if removed else [kept])  # no line for nothing
    assert takes(made, "deal") == [hand, *aside]
    assert n * hand + sum(aside) == kept
    assert len(step(made, "cards").shown["removed"]) == removed


def test_the_pictures_show_each_card_with_both_its_numbers() -> None:
    assert step(plan(seated(4), {}, {}), "cards").shown["removed"] == ((9, 10),)
    assert step(plan(seated(3), {}, {}), "cards").shown["removed"] == tuple((n, 10) for n in range(1, 10))


def test_two_players_take_three_chips_each_and_no_scout_and_show() -> None:
    made = plan(seated(2), {}, {})
    assert takes(made, "chips")[0] == 3
    assert "show" not in [s.key for s in made.steps]
    assert [str(t) for t in made.in_box] == ["1 card", "17 Scout chips", "5 Scout & Show chips"]


@pytest.mark.parametrize(("n", "back"), [(3, 2), (4, 1), (5, 0)])
def test_more_players_get_one_scout_and_show_chip_each(n: int, back: int) -> None:
    assert takes(plan(seated(n), {}, {}), "show") == ([n, back] if back else [n])
    assert takes(plan(seated(n), {}, {}), "chips")[0] == 23


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_start_player_is_drawn_each_as_likely(n: int) -> None:
    players = seated(n, first=3)
    draw = step(plan(players, {}, {}), "start").draw
    assert draw is not None
    assert draw.value is None
    assert [draw.by_app(Chance([i])) for i in range(n)] == [str(player.seat) for player in players]


def test_the_start_player_can_be_chosen_or_be_who_holds_the_one_two() -> None:
    players = seated(3)
    draw = step(plan(players, {}, {}), "start").draw
    assert draw is not None
    assert draw.by_hand({"start": "2"}) == "2"
    assert draw.by_hand({"start": HOLDER}) == HOLDER
    chosen = step(plan(players, {}, {"start": "2"}), "start")
    assert "Cleo" in str(chosen.note)
    assert chosen.draw is not None
    assert chosen.draw.value == "2"
    assert "1 and 2" in str(step(plan(players, {}, {"start": HOLDER}), "start").note)


@pytest.mark.parametrize("form", [{}, {"start": ""}, {"start": "7"}, {"start": "Ana"}, {"start": "２"}])
def test_a_start_player_who_is_not_there_cannot_be_chosen(form: dict[str, str]) -> None:
    draw = step(plan(seated(3), {}, {}), "start").draw
    assert draw is not None
    with pytest.raises(Refused):
        draw.by_hand(form)


@pytest.mark.parametrize("value", ["", "3", "-1", "x", "holder2", "０"])
def test_a_start_player_who_left_counts_as_not_drawn(value: str) -> None:
    chosen = step(plan(seated(3), {}, {"start": value}), "start")
    assert chosen.draw is not None
    assert chosen.draw.value is None
    assert chosen.note is None


@pytest.mark.parametrize("n", [0, 1, 6])
def test_it_refuses_a_table_too_small_or_too_large(n: int) -> None:
    players = [Player(i, "Ana", BADGES[i]) for i in range(n)]
    with pytest.raises(Refused):
        plan(players, {}, {})


def test_the_flip_picture_is_the_sheets_own_hand() -> None:
    shown = step(plan(seated(5), {}, {}), "flip").shown
    assert [upper for upper, _ in shown["before"]] == [7, 7, 1, 2, 4, 9, 5, 8, 5]
    assert [upper for upper, _ in shown["after"]] == [2, 4, 3, 6, 3, 2, 2, 4, 9]


@given(st.integers(2, 5), st.text(max_size=10) | st.sampled_from(["holder", *"012345"]))
def test_whatever_was_drawn_the_steps_are_the_same_and_only_a_seat_or_the_holder_starts(n: int, drawn: str) -> None:
    made = plan(seated(n), {}, {"start": drawn})
    assert [each.key for each in made.steps] == [
        *("cards", "chips"),
        *(["show"] if n > 2 else []),
        *("deal", "flip", "start", "check"),
    ]
    start = step(made, "start")
    assert start.draw is not None
    if drawn in [str(seat) for seat in range(n)]:
        assert (start.draw.value, str(start.note)) == (drawn, f"{NAMES[int(drawn)]} starts and takes the marker.")
    elif drawn == "holder":
        assert start.draw.value == "holder"
        assert str(start.note).startswith("Whoever holds the card with 1 and 2 starts and takes the marker.")
    else:
        assert (start.draw.value, start.note) == (None, None)


@pytest.mark.parametrize(
    ("n", "numbers"), [(2, [44, 3, 30]), (3, [36, 23, 3, 30]), (4, [44, 23, 4, 30]), (5, [45, 23, 5, 30])]
)
def test_between_games_cards_and_chips_are_collected_as_many_as_were_in_play(n: int, numbers: list[int]) -> None:
    collect = plan(seated(n), {}, {}).collect
    assert collect is not None
    assert [take.n for take in collect.takes] == numbers


def test_after_two_players_the_cards_of_both_rounds_are_collected() -> None:
    collect = plan(seated(2), {}, {}).collect
    assert collect is not None
    assert str(collect.takes[0]) == "44 cards into one deck: those just played, and the 22 of the other round"
