"""What a table sees of Scout: nothing is secret, the chart is readable, copies are safe, calculators say why."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import Known, Refused, Viewer
from companion.games.scout import GAME
from companion.games.scout.calculators import beats_answer, round_answer
from companion.games.scout.chart import BOTTOM, HEIGHT, LABEL_GAP, TALL, TOP, WIDTH, Chart, chart_of
from companion.games.scout.check import End
from companion.games.scout.rules import DECK, lie_at_once
from companion.games.scout.told import how_by_itself, how_in_words
from companion.games.scout.view import as_rows, as_text, look
from tests.games.scout.test_play import FIRST, NAMES, count, played, tally, whole_game


def test_every_viewer_sees_the_same_but_whose_form_comes_first() -> None:
    state = count(tally(), 1, FIRST[1])
    stranger, ana = look(state, Viewer()), look(state, Viewer(1))
    assert (stranger.mine, ana.mine) == (None, 1)
    assert stranger.now == ana.now
    assert look(state, Viewer(9)).mine is None


def test_the_round_being_counted_shows_who_is_missing_and_how_many_cards_are_in() -> None:
    now = look(count(count(tally(), 1, FIRST[1]), 2, FIRST[2]), Viewer()).now
    assert now.waiting == (3,)
    assert now.cards == 12 + 0 + 8 + 7
    assert (now.number, now.starter, now.extra) == (1, 1, False)


def test_a_counted_round_shows_its_arithmetic_and_what_stayed_on_the_table() -> None:
    each = look(played(tally(), FIRST, "1.out"), Viewer()).rounds[0]
    assert [line.sum for line in each.lines] == ["12 + 2 − 0", "8 + 3 − 7", "3 + 1 − 2"]
    assert [line.points for line in each.lines] == [14, 4, 2]
    assert each.left == 4


def test_how_a_round_ended_begins_with_a_capital_where_it_stands_by_itself() -> None:
    ended, called = End(2, "unbeaten"), {1: "Ana", 2: "Ben", 3: "Cleo"}
    assert how_by_itself(ended).in_words(names=called) == "Nobody beat Ben’s set"
    assert how_in_words(ended).in_words(names=called) == "nobody beat Ben’s set"
    assert how_by_itself(End(1, "out")).in_words(names=called) == "Ana showed the last card"


def test_a_spared_hand_is_no_part_of_the_sum() -> None:
    each = look(whole_game(), Viewer()).rounds[1]  # nobody beat Ben, who holds 3
    assert [line.sum for line in each.lines] == ["5 + 1 − 9", "9 + 4", "2 + 2 − 4"]
    assert [(line.spared, line.hand) for line in each.lines] == [(False, 9), (True, 3), (False, 4)]
    paying = look(whole_game("readme"), Viewer()).rounds[1]
    assert [line.sum for line in paying.lines] == ["5 + 1 − 9", "9 + 4 − 3", "2 + 2 − 4"]


def test_players_are_ranked_with_ties_in_seat_order() -> None:
    sheet = look(whole_game(), Viewer())
    assert sheet.ranking == (1, 2, 3)
    assert dict(sheet.places) == {1: 1, 2: 1, 3: 3}
    assert sheet.over


# --- chart -----------------------------------------------------------------------------------------------------------


def test_there_is_no_chart_before_the_first_round() -> None:
    assert look(tally(), Viewer()).chart is None


def zero_of(chart: Chart) -> int:
    """How far down the level of no points lies."""
    return next(y for y, level in chart.levels if level == 0)


def test_the_chart_follows_the_totals_and_no_two_lines_have_the_same_dashes() -> None:
    chart = look(whole_game(), Viewer()).chart
    assert chart is not None
    assert [[total for _, _, total in curve.dots] for curve in chart.curves] == [[14, 11, 11], [4, 17, 11], [2, 2, 4]]
    assert len({curve.dashes for curve in chart.curves}) == 3
    first, second, third = (y for _, y, _ in chart.curves[0].dots)
    assert first < second == third < zero_of(chart)


@given(st.integers(1, 5), st.integers(1, 8), st.data())
def test_every_point_and_badge_lies_in_the_picture_and_badges_do_not_overlap(
    players: int, rounds: int, data: st.DataObject
) -> None:
    points = data.draw(
        st.lists(st.lists(st.integers(-60, 60), min_size=rounds, max_size=rounds), min_size=players, max_size=players)
    )
    for height in (HEIGHT, TALL):
        chart = chart_of(dict(enumerate(points)), height)
        assert chart is not None
        assert (chart.width, chart.height, height - chart.bottom) == (WIDTH, height, HEIGHT - BOTTOM)
        assert all(TOP <= y <= chart.bottom for curve in chart.curves for _, y, _ in curve.dots)
        assert TOP <= zero_of(chart) <= chart.bottom
        assert 2 <= len(chart.levels) <= 8
        heights = sorted(curve.label_y for curve in chart.curves)
        assert all(upper + LABEL_GAP <= lower for upper, lower in pairwise(heights))
        assert heights[0] >= 0
        assert heights[-1] <= height


# --- copies ----------------------------------------------------------------------------------------------------------


def test_the_text_to_share_has_every_player_with_the_rounds() -> None:
    lines = [line.in_words() for line in as_text(whole_game(), NAMES)]
    assert lines[:4] == [
        "Scout, 3 of 3 rounds",
        "1. Ana: 14 + (−3) + 0 = 11",
        "1. Ben: 4 + 13 + (−6) = 11",
        "3. Cleo: 2 + 0 + 2 = 4",
    ]


def test_the_rows_for_a_spreadsheet_carry_plain_numbers_and_running_totals() -> None:
    head, *rows = as_rows(whole_game(), NAMES)
    assert len(head) == 8
    assert len(rows) == 9
    assert rows[3][:5] == (2, "Ana", 5, 1, 9)
    assert rows[3][6:] == (-3, 11)
    assert str(rows[4][5]) == "set nobody beat"
    assert rows[3][5] == ""


def test_a_copy_of_an_empty_sheet_is_fine() -> None:
    assert len(as_rows(tally(), NAMES)) == 1
    assert [str(line) for line in as_text(tally(), NAMES)][1] == "1. Ana: 0 = 0"
    assert GAME.share is not None
    assert GAME.share(tally(), {}).text


# --- calculators -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("new", "active", "may", "word"),
    [
        ("2.3.4", "8.8", True, "count"),
        ("1", "8 8", False, "fewer"),
        ("2,2", "4-5", True, "matching"),
        ("4 5", "2 2", False, "matching"),
        ("5 6", "4 5", True, "smallest"),
        ("8 7", "8 9", False, "lower"),
        ("4 5", "4 5", False, "equal"),
        ("1", "", True, "no set"),
    ],
)
def test_the_comparison_says_whether_and_why(new: str, active: str, may: bool, word: str) -> None:
    verdict = beats_answer({"new": new, "active": active}).verdict
    assert verdict is not None
    assert verdict.may is may
    assert word in str(verdict.why)


def test_the_comparison_says_what_is_wrong_with_cards_that_are_no_set() -> None:
    asked = beats_answer({"new": "4.3.5", "active": "1"})
    assert asked.verdict is None
    assert asked.new.problem is not None
    assert asked.active.problem is None


def test_after_a_scout_the_set_is_held_against_what_is_left() -> None:  # S19
    five, seven = beats_answer({"new": "5", "active": "5.6"}), beats_answer({"new": "7", "active": "5.6"})
    assert [(s.taken, s.left) for s in five.scouts] == [(5, (6,)), (6, (5,))]
    assert [s.verdict and s.verdict.may for s in five.scouts] == [False, False]
    assert [s.verdict and s.verdict.may for s in seven.scouts] == [True, True]
    assert five.verdict is not None
    assert five.verdict.may is False


def test_scouting_a_single_card_leaves_a_bare_table() -> None:
    (only,) = beats_answer({"new": "1", "active": "9"}).scouts
    assert only.left == ()
    assert only.verdict is not None
    assert only.verdict.may


def test_cards_are_tapped_in_by_links_that_hold_the_whole_question() -> None:
    asked = beats_answer({"new": "5", "active": "4.4"})
    assert asked.new.keys[5].link == "?new=5.6&active=4.4"
    assert asked.active.keys[3].link == "?new=5&active=4.4.4"
    assert asked.active.without_last == "?new=5&active=4"
    assert asked.new.emptied == "?new=&active=4.4"
    assert beats_answer({"new": ".".join("1234567891")}).new.keys[0].link is None


@pytest.mark.parametrize("text", ["11", "0", "x", "٧", "1e2", "5 6 7 8 9 1 2 3 4 5 6", "10000000"])
def test_other_numbers_are_refused_by_the_comparison(text: str) -> None:
    with pytest.raises(Refused) as no:
        beats_answer({"new": text})
    assert no.value.field == "new"


@given(st.text(max_size=30), st.text(max_size=30))
def test_no_question_breaks_the_comparison(new: str, active: str) -> None:
    try:
        asked = beats_answer({"new": new, "active": active})
    except Refused:
        return
    assert asked.verdict is None or str(asked.verdict.why)


@pytest.mark.parametrize(
    ("form", "points"),
    [
        ({"captured": "2", "chips": "1", "hand": "5"}, -2),
        ({"captured": "2", "chips": "5", "hand": "4", "unbeaten": "on"}, 7),
        ({"captured": "7", "chips": "3", "hand": "4", "unbeaten": "on"}, 10),
        ({"captured": "5", "chips": "1", "hand": "3", "unbeaten": "on", "duel": "on"}, 6),
        ({"captured": "0", "chips": "0", "hand": "0"}, 0),
        ({}, None),
        ({"captured": "", "chips": " "}, None),
    ],
    ids=["R1", "R3", "R6", "R9", "zero", "nothing yet", "blank"],
)
def test_one_rounds_points_are_worked_out(form: dict[str, str], points: int | None) -> None:
    assert round_answer(form).points == points


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"captured": "2", "chips": "1"}, "hand"),
        ({"captured": "x", "chips": "1", "hand": "1"}, "captured"),
        ({"captured": "2", "chips": "4", "hand": "1", "duel": "on"}, "chips"),
        ({"captured": "2", "chips": "4", "hand": "46"}, "hand"),
    ],
)
def test_one_rounds_points_need_three_numbers_within_the_deck(form: dict[str, str], field: str) -> None:
    with pytest.raises(Refused) as no:
        round_answer(form)
    assert no.value.field == field


@pytest.mark.parametrize(
    ("form", "field", "sentence"),
    [
        ({"captured": "45", "chips": "0", "hand": "45"}, "hand", "together you can have 43 cards at most"),
        ({"captured": "20", "chips": "0", "hand": "2", "duel": "on"}, "hand", "together you can have 21 cards at most"),
        ({"captured": "3", "chips": "4", "hand": "0", "unbeaten": "on"}, "hand", "your last card ended the round"),
        ({"captured": "3", "chips": "1", "hand": "4", "unbeaten": "on"}, "chips", "at least 2 Scout chips"),
    ],
    ids=["all cards twice", "two: all but none", "unbeaten and out", "unbeaten and hardly scouted"],
)
def test_one_round_of_nobody_is_refused_with_one_sentence(form: dict[str, str], field: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence) as no:
        round_answer(form)
    assert no.value.field == field


@pytest.mark.parametrize(
    ("form", "points"),
    [
        ({"captured": "40", "chips": "9", "hand": "3"}, 46),
        ({"captured": "20", "chips": "3", "hand": "1", "duel": "on"}, 22),
        ({"captured": "3", "chips": "0", "hand": "4", "unbeaten": "on", "duel": "on"}, 3),
        ({"captured": "3", "chips": "2", "hand": "4", "unbeaten": "on"}, 5),
    ],
)
def test_one_round_that_can_be_is_not_refused(form: dict[str, str], points: int) -> None:
    assert round_answer(form).points == points


def test_a_spared_hand_is_told_beside_the_answer() -> None:
    answer = round_answer({"captured": "9", "chips": "4", "hand": "3", "unbeaten": "on"})
    assert answer.sum == "9 + 4"
    assert [str(note) for note in answer.notes] == ["Nobody beat your set, so the 3 cards in your hand cost nothing."]
    one = round_answer({"captured": "9", "chips": "4", "hand": "1", "unbeaten": "on"})
    assert [str(note) for note in one.notes] == ["Nobody beat your set, so the 1 card in your hand costs nothing."]


@pytest.mark.parametrize(
    ("new", "active", "field"),
    [
        ("7 7 7 7 7 7 7 7 7 7", "", "new"),  # a number is on nine cards
        ("7 7 7 7 7", "7 7 7 7 7", "active"),
        ("8 8 8 8 8 8 8 8 8", "7 7 7 7 7 7 7 7 7", "active"),  # one card has both, so two are on seventeen
    ],
)
def test_the_comparison_refuses_more_cards_than_the_deck_has(new: str, active: str, field: str) -> None:
    with pytest.raises(Refused, match="each number is on nine cards") as no:
        beats_answer({"new": new, "active": active})
    assert no.value.field == field


def test_as_many_cards_as_the_deck_has_are_compared() -> None:
    assert beats_answer({"new": "7 7 7 7 7 7 7 7 7", "active": "8 8 8 8 8 8 8 8"}).verdict is not None
    assert beats_answer({"new": "1 2 3 4 5 6 7 8 9 10", "active": "1 2 3 4 5 6 7 8 9 10"}).verdict is not None


def test_a_key_whose_card_the_deck_no_longer_has_cannot_be_tapped() -> None:
    sevens = beats_answer({"new": "7 7 7 7 7", "active": "7 7 7 7"})
    assert [key.number for key in sevens.new.keys if key.link is None] == [7]


@given(st.lists(st.integers(1, 10), max_size=12))
def test_cards_lie_at_once_when_each_number_finds_a_card_of_its_own(values: list[int]) -> None:
    """Held against cards given out one by one, moving earlier ones where they are in the way."""
    given_out: dict[tuple[int, int], int] = {}

    def finds(at: int, tried: set[tuple[int, int]]) -> bool:
        for card in DECK:
            if values[at] in card and card not in tried:
                tried.add(card)
                if card not in given_out or finds(given_out[card], tried):
                    given_out[card] = at
                    return True
        return False

    assert lie_at_once(values) == all(finds(at, set()) for at in range(len(values)))


def test_there_are_answers_to_what_players_ask() -> None:
    assert len(GAME.questions(Known())) >= 30
    assert all(str(q.question).endswith("?") and str(q.answer) and str(q.source) for q in GAME.questions(Known()))
