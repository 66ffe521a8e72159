"""The tally of Scout: it opens a round when all is in, names what cannot be, and every number can be put right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chance import Chance
from companion.game import BADGES, Act, Player, Refused, Viewer
from companion.games.scout import GAME
from companion.games.scout.check import Counted, End, slip_in
from companion.games.scout.moves import MOVES, EndRound
from companion.games.scout.now import now as now_of
from companion.games.scout.result import result
from companion.games.scout.state import Tally
from companion.games.scout.view import Line, look, share
from companion.words import say

NAMES = {1: "Ana", 2: "Ben", 3: "Cleo", 4: "Dov", 5: "Eve"}


Numbers = Mapping[int, tuple[int, int, int]]


def tally(n: int = 3, penalty: str = "official", start: str = "1") -> Tally:
    players = [Player(seat, NAMES[seat], BADGES[seat]) for seat in range(1, n + 1)]
    begun = GAME.start(players, {"penalty": penalty}, {"start": start}, Chance([0]))
    assert isinstance(begun, Tally)
    return begun


def tap(state: Tally, name: str, by: int = 1, told: list[str] | None = None, **fields: Any) -> Tally:
    """The tally after a form is sent from the phone of seat `by`."""
    act = Act(by, MOVES[name].typed({"round": state.number, **fields}), Chance([]), at=0)
    after = GAME.play(state, act)
    assert isinstance(after, Tally)
    if told is not None:
        told.extend(line.in_words(names=NAMES) for line in act.told)
    return after


def count(state: Tally, seat: int, numbers: tuple[int, int, int], by: int | None = None, **fields: Any) -> Tally:
    captured, chips, hand = numbers
    return tap(state, "enter", by or seat, seat=seat, captured=captured, chips=chips, hand=hand, **fields)


def played(state: Tally, numbers: Numbers, ender: str, **fields: Any) -> Tally:
    """The tally after a whole round, counted on every phone; the last phone opens it."""
    state = tap(state, "end", ender=ender, **fields)
    for seat, own in numbers.items():
        state = count(state, seat, own)
    return state


# Three rounds of three players, 36 cards each: 32 counted and 4 left on the table every time.
FIRST: Numbers = {1: (12, 2, 0), 2: (8, 3, 7), 3: (3, 1, 2)}  # Ana out: 14, 4, 2
SECOND: Numbers = {1: (5, 1, 9), 2: (9, 4, 3), 3: (2, 2, 4)}  # nobody beat Ben: -3, 13, 0
THIRD: Numbers = {1: (8, 2, 10), 2: (3, 1, 10), 3: (1, 1, 0)}  # Cleo out: 0, -6, 2


def whole_game(penalty: str = "official") -> Tally:
    state = played(tally(penalty=penalty), FIRST, "1.out")
    state = played(state, SECOND, "2.unbeaten")
    return played(state, THIRD, "3.out")


# --- only the points ------------------------------------------------------------------------------------------------


def points(state: Tally, made: dict[int, object], by: int = 1, **fields: Any) -> Tally:
    """The tally after one phone writes down what each made, as a browser sends it."""
    sent = {f"points-{seat}": [str(n)] for seat, n in made.items()}
    return tap(state, "points", by, **MOVES["points"].read(sent), **fields)


def test_a_table_that_does_its_own_sums_writes_down_the_points_alone() -> None:
    told: list[str] = []
    state = points(tally(), {1: 14, 2: 4, 3: "2"}, by=2, told=told)
    state = points(state, {1: "-3", 2: 13, 3: "0"})
    state = points(state, {1: 0, 2: "\u22126", 3: "+2"})
    assert told == ["Ben wrote down the points of round 1", "Round 1 is counted"]
    assert state.totals == {1: 11, 2: 11, 3: 4}  # 14-3+0, 4+13-6, 2+0+2
    assert state.over
    end = result(state)
    assert end is not None
    assert end.headline.in_words(names=NAMES) == "Ana and Ben share the win with 11 points each"
    assert not any("instruction sheet" in line.in_words(names=NAMES) for line in end.reasons)


def test_rounds_of_points_and_counted_ones_stand_in_one_sheet() -> None:
    state = points(tally(), {1: 14, 2: 4, 3: 2})
    state = played(state, SECOND, "2.unbeaten")
    assert state.totals == {1: 11, 2: 17, 3: 2}  # 14-3, 4+13, 2+0
    sheet = look(state, Viewer())
    assert [each.how is None for each in sheet.rounds] == [True, False]
    assert [line.sum for line in sheet.rounds[0].lines] == ["", "", ""]
    assert sheet.reading is not None
    assert look(points(tally(), {1: 1, 2: 2, 3: 3}), Viewer()).reading is None
    rows = share(state, NAMES).rows
    assert rows[2] == (1, "Ben", "", "", "", "", 4, 4)
    assert rows[5] == (2, "Ben", 9, 4, 3, say("set nobody beat"), 13, 17)


@pytest.mark.parametrize("wrong", ["", "x", "1,5", "-0", "-37", "136"])
def test_points_no_round_can_bring_are_refused_beside_their_field(wrong: str) -> None:
    """36 cards are in play with three: all of them in hand are -36, all captured and 99 chips are 135."""
    with pytest.raises(Refused) as no:
        points(tally(), {1: 14, 2: wrong, 3: 2})
    assert no.value.field == "points-2"
    assert points(tally(), {1: -36, 2: 135, 3: 2}).totals == {1: -36, 2: 135, 3: 2}


def test_points_do_not_throw_away_what_somebody_counted_meanwhile() -> None:
    with pytest.raises(Refused, match="Somebody else has entered a count"):
        points(count(tally(), 2, FIRST[2]), {1: 14, 2: 4, 3: 2})


def test_points_are_corrected_as_points_and_counts_as_counts() -> None:
    told: list[str] = []
    state = points(tally(), {1: 14, 2: 4, 3: 2})
    fixed = tap(state, "correct_points", 3, told=told, round=1, seat=2, points="-5", was="4")
    assert fixed.totals == {1: 14, 2: -5, 3: 2}
    assert told == ["Cleo corrected round 1 for Ben: 4 \u2192 \u22125 points"]
    assert [str(old) for old in look(fixed, Viewer()).rounds[0].line(2).before] == ["4 points"]
    assert [line.in_words(names=NAMES) for line in fixed.corrected] == [
        "Round 1 is corrected: Ben has \u22125 points, not 4."
    ]
    with pytest.raises(Refused, match="has just written down"):
        tap(fixed, "correct_points", round=1, seat=2, points=7, was="4")
    with pytest.raises(Refused, match="already"):
        tap(fixed, "correct_points", round=1, seat=2, points=-5, was="-5")
    with pytest.raises(Refused, match="only the points"):
        tap(state, "correct", round=1, seat=2, captured=9, chips=3, hand=7, was="8.3.7")
    with pytest.raises(Refused, match="only the points"):
        tap(state, "correct_end", round=1, ender="2.out", was="1.out.")
    with pytest.raises(Refused, match="was counted"):
        tap(played(tally(), FIRST, "1.out"), "correct_points", round=1, seat=2, points=5, was="4")


def test_only_the_points_is_chosen_in_the_lobby_or_while_playing_and_holds_for_the_next_game() -> None:
    players = [Player(seat, NAMES[seat], BADGES[seat]) for seat in range(1, 4)]
    state = GAME.start(players, {"writer": "points"}, {"start": "1"}, Chance([0]))
    assert GAME.keeps(state) == {"writer": "points"}
    state = tap(state, "over", 2, writes=True)
    assert (look(state, Viewer(2)).writes, look(state, Viewer(1)).writes) == (True, False)
    assert str(now_of(look(state, Viewer(2)), Viewer(2)).title) == "Round 1: write down everybody\u2019s points"
    assert GAME.keeps(tap(state, "writes", 1)) == {"writer": "each"}
    assert GAME.keeps(tap(tally(), "writes", 3, on=True, points=True)) == {"writer": "points"}
    assert GAME.keeps(tap(tap(tally(), "writes", 3, on=True, points=True), "writes", 3, on=True)) == {"writer": "one"}


# --- a round opens ---------------------------------------------------------------------------------------------------


def test_a_round_opens_only_when_all_counts_and_the_end_are_in() -> None:
    state = tally()
    state = count(state, 1, FIRST[1])
    state = count(state, 2, FIRST[2])
    state = tap(state, "end", 2, ender="1.out")
    assert state.rounds == ()
    assert state.waiting == (3,)
    state = count(state, 3, FIRST[3])
    assert len(state.rounds) == 1
    assert state.totals == {1: 14, 2: 4, 3: 2}
    assert state.waiting == (1, 2, 3)


def test_the_answer_who_ended_the_round_may_come_last() -> None:
    state = tally()
    for seat, own in FIRST.items():
        state = count(state, seat, own)
    assert state.rounds == ()
    assert tap(state, "end", 3, ender="1.out").totals == {1: 14, 2: 4, 3: 2}


def all_of(numbers: Numbers, **changed: str) -> dict[str, Any]:
    """The fields of the form for a whole round, as a browser sends them."""
    names = ("captured", "chips", "hand")
    counts = {f"{name}-{seat}": str(n) for seat, own in numbers.items() for name, n in zip(names, own, strict=True)}
    sent = {**counts, "ender": "1.out", **{name.replace("_", "-"): value for name, value in changed.items()}}
    return MOVES["whole"].read({name: [value] for name, value in sent.items()})


def test_one_phone_can_enter_the_round_for_everybody_at_once() -> None:
    told: list[str] = []
    state = tap(tally(), "whole", told=told, **all_of(FIRST))
    (each,), (apart,) = state.rounds, played(tally(), FIRST, "1.out").rounds
    assert (each.counted, each.end) == (apart.counted, apart.end)
    assert told == ["Ana entered round 1 for everybody", "Round 1 is counted"]


def test_who_went_out_may_leave_the_hand_blank_and_nobody_else() -> None:
    assert tap(tally(), "whole", **all_of(FIRST, hand_1=" ")).totals == {1: 14, 2: 4, 3: 2}
    with pytest.raises(Refused) as no:
        tap(tally(), "whole", **all_of(FIRST, hand_2=""))
    assert no.value.field == "hand-2"


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"captured_2": ""}, "captured-2"),
        ({"chips_3": "x"}, "chips-3"),
        ({"hand_1": "37"}, "hand-1"),
        ({"ender": "9.out"}, "ender"),
        ({"left": "40"}, "left"),
    ],
)
def test_a_slip_in_the_whole_round_is_shown_beside_its_field(changed: dict[str, str], field: str) -> None:
    with pytest.raises(Refused) as no:
        tap(tally(), "whole", **all_of(FIRST, **changed))
    assert no.value.field == field


def test_who_ended_the_whole_round_follows_from_the_counts_and_is_asked_only_where_it_does_not() -> None:
    assert tap(tally(), "whole", **all_of(FIRST, ender="")).rounds[0].end == End(1, "out")  # Ana's hand is empty
    only_ben = {**SECOND, 3: (2, 1, 4)}  # nobody else has the two chips it takes
    assert tap(tally(), "whole", **all_of(only_ben, ender="")).rounds[0].end == End(2, "unbeaten")
    with pytest.raises(Refused, match="who ended the round") as no:
        tap(tally(), "whole", **all_of(SECOND, ender=""))
    assert no.value.field == "ender"


def test_the_counts_propose_who_ended_the_round() -> None:
    def counted(numbers: Numbers) -> Tally:
        state = tally(len(numbers))
        for seat, own in numbers.items():
            state = count(state, seat, own)
        return state

    def asked(numbers: Numbers) -> str | None:
        question = look(counted(numbers), Viewer()).now.question
        return None if question is None else question.in_words(names=NAMES)

    assert asked(FIRST) == "Ana’s hand is empty: did Ana show the last card?"
    assert asked({**SECOND, 3: (2, 1, 4)}) == "Did nobody beat Ben’s set?"
    assert asked(SECOND) is None  # Cleo has two chips as well
    assert asked(DUEL) == "Ana’s hand is empty: did Ana show the last card?"
    # Too many cards, but one hand is empty: that one ended it all the same.
    assert asked({**FIRST, 2: (20, 3, 7)}) == "Ana’s hand is empty: did Ana show the last card?"


def test_a_round_is_played_until_somebody_says_it_is_over_and_then_everybody_counts() -> None:
    state = tally()
    assert {look(state, Viewer(seat)).phase for seat in (1, 2, None)} == {"play"}
    state = tap(state, "over", 2)
    assert {look(state, Viewer(seat)).phase for seat in (1, 2, None)} == {"count"}
    assert tap(state, "over", 3) == state
    assert {look(tap(tally(), "end", ender="1.out"), Viewer(seat)).phase for seat in (1, 2)} == {"count"}


def test_between_two_rounds_everybody_has_time_and_who_is_ready_goes_on() -> None:
    state = played(tally(), FIRST, "1.out")
    assert {look(state, Viewer(seat)).phase for seat in (1, 2, 3, None)} == {"between"}
    state = tap(state, "ready", 2)
    assert [look(state, Viewer(seat)).phase for seat in (1, 2, 3, None)] == ["between", "play", "between", "between"]
    assert look(state, Viewer(2)).unready == (1, 3)
    for seat in (1, 3):
        state = tap(state, "ready", seat)
    assert {look(state, Viewer(seat)).phase for seat in (1, 2, 3, None)} == {"play"}
    state = played(state, SECOND, "2.unbeaten")
    assert look(state, Viewer()).unready == (1, 2, 3)
    assert look(tap(state, "over", 3), Viewer(1)).phase == "count"  # nobody has to say it


def test_one_phone_writes_for_all_until_it_is_told_otherwise() -> None:
    state = tap(tally(), "writes", 2, on=True)
    state = played(state, FIRST, "1.out")
    assert [look(state, Viewer(seat)).writes for seat in (1, 2, 3, None)] == [False, True, False, False]
    assert not look(tap(state, "writes", 1), Viewer(2)).writes
    assert look(tap(tally(), "over", 1, writes=True), Viewer(1)).writes


def test_the_whole_round_does_not_overwrite_what_another_phone_entered_meanwhile() -> None:
    state = count(tally(), 2, FIRST[2])
    with pytest.raises(Refused):
        tap(state, "whole", **all_of(FIRST))
    drawn = look(state, Viewer()).now.drawn
    assert tap(state, "whole", **all_of(FIRST, was=drawn)).totals == {1: 14, 2: 4, 3: 2}


def test_anybody_can_count_for_a_seat_without_a_phone_and_the_log_says_who() -> None:
    told: list[str] = []
    tap(tally(), "enter", 2, told=told, seat=3, captured=3, chips=1, hand=2)
    assert told == ["Ben counted for Cleo: 3 captured, 1 chip, 2 in hand"]


def test_two_phones_counting_at_once_both_count() -> None:
    both = count(count(tally(), 1, FIRST[1], was=""), 2, FIRST[2], was="")
    assert both.now.counted == {1: Counted(12, 2, 0), 2: Counted(8, 3, 7)}


def test_the_second_phone_to_count_for_one_seat_is_told() -> None:
    state = count(tally(), 3, (3, 1, 2), by=1)
    with pytest.raises(Refused, match="Somebody else"):
        count(state, 3, (4, 1, 2), by=2, was="")
    assert count(state, 3, (3, 1, 2), by=2, was="").now.counted == state.now.counted
    assert count(state, 3, (4, 1, 2), by=2, was="3.1.2").now.counted[3] == Counted(4, 1, 2)


def test_the_second_answer_to_who_ended_the_round_is_told_too() -> None:
    state = tap(tally(), "end", 1, ender="1.out")
    assert tap(state, "end", 2, ender="1.out") == state
    with pytest.raises(Refused, match="just said"):
        tap(state, "end", 2, ender="2.out")
    assert tap(state, "end", 2, ender="2.out", was="1.out.").now.end == End(2, "out")


@pytest.mark.parametrize("number", [2, 0, -1, 9])
def test_a_form_of_another_round_changes_nothing(number: int) -> None:
    with pytest.raises(Refused):
        count(tally(), 1, FIRST[1], round=number)


def test_a_form_of_a_round_already_counted_says_so() -> None:
    state = played(tally(), FIRST, "1.out")
    with pytest.raises(Refused, match="Round 1 is counted already"):
        count(state, 1, FIRST[1], round=1)


@pytest.mark.parametrize("ender", ["", "4.out", "1.beaten", "1", "out", "1.out ", "01.out"])
def test_only_a_player_can_have_ended_the_round_in_one_of_two_ways(ender: str) -> None:
    state = tally()
    act = Act(1, EndRound(round=1, was="", ender=ender, left=None), Chance([]), at=0)
    with pytest.raises(Refused):
        GAME.play(state, act)


# --- numbers ---------------------------------------------------------------------------------------------------------

ODD = [
    "1e2",
    "1e185",
    "12,5",
    "0x10",
    "７",
    "٧",
    "-0",
    "NaN",
    "9999999999999",
    "7.0",
    "🙂",
    "",
    " ",
    "seven",
    "-1",
    "+-7",
    "7 7",
]
FINE = [("+7", 7), (" 7 ", 7), ("0", 0), ("007", 7), (7, 7)]


@pytest.mark.parametrize("number", ODD)
@pytest.mark.parametrize("field", ["captured", "chips", "hand"])
def test_an_odd_number_is_refused_beside_its_field(number: str, field: str) -> None:  # C76
    fields: dict[str, Any] = {"seat": 1, "captured": "1", "chips": "1", "hand": "1", field: number}
    try:
        tap(tally(), "enter", **fields)
    except Refused as no:
        where = no.field
    else:
        where = "nowhere"
    assert where == field


@pytest.mark.parametrize(("number", "value"), FINE)
def test_spaces_and_a_plus_are_fine_and_zero_is_a_number(number: object, value: int) -> None:  # C76
    assert tap(tally(), "enter", seat=1, captured=number, chips=0, hand=0).now.counted[1] == Counted(value, 0, 0)


@pytest.mark.parametrize(
    ("n", "numbers"), [(3, (37, 0, 0)), (3, (0, 0, 37)), (3, (0, 100, 0)), (2, (0, 4, 0)), (2, (23, 0, 0))]
)
def test_no_count_exceeds_the_deck_or_two_players_chips(n: int, numbers: tuple[int, int, int]) -> None:
    with pytest.raises(Refused, match="between"):
        count(tally(n), 1, numbers)


# --- the count check -------------------------------------------------------------------------------------------------

THREE: Numbers = FIRST
FOUR: Numbers = {1: (10, 2, 0), 2: (6, 3, 5), 3: (7, 1, 4), 4: (4, 2, 5)}  # 41 of 44, 3 left
UNBEATEN: Numbers = SECOND
DUEL: Numbers = {1: (4, 3, 0), 2: (5, 1, 9)}  # R7 for Ana, who captured 11 + 3 - 1 - 9
SLIPS: dict[str, tuple[Numbers, End, tuple[int, ...] | None]] = {
    "adds up, out": (THREE, End(1, "out"), None),
    "adds up, unbeaten": (UNBEATEN, End(2, "unbeaten"), None),
    "adds up, four": (FOUR, End(1, "out"), None),
    "adds up, two": (DUEL, End(1, "out"), None),
    "adds up with the set counted": (THREE, End(1, "out", 4), None),
    "the set counted differs, missing": (THREE, End(1, "out", 3), (1, 2, 3)),
    "the set counted differs, too many": (THREE, End(1, "out", 9), (1, 2, 3)),
    "out with cards in hand": ({**THREE, 1: (12, 2, 1)}, End(1, "out"), (1,)),
    "unbeaten with an empty hand": ({**UNBEATEN, 2: (9, 4, 0)}, End(2, "unbeaten"), (2,)),
    "unbeaten with a chip too few": ({**UNBEATEN, 2: (9, 1, 3)}, End(2, "unbeaten"), (2,)),
    "another hand is empty too": ({**THREE, 3: (3, 1, 0)}, End(1, "out"), (3,)),
    "a hand as large as deal and scouts": ({1: (9, 1, 0), 2: (5, 2, 13), 3: (1, 0, 4)}, End(1, "out"), None),
    "a hand larger than deal and scouts": ({1: (9, 1, 0), 2: (4, 2, 14), 3: (1, 0, 4)}, End(1, "out"), (2,)),
    "nobody else was scouted from and yet a hand grew": (
        {1: (9, 0, 0), 2: (5, 2, 13), 3: (1, 0, 4)},
        End(1, "out"),
        (2,),
    ),
    "cards twice": ({**THREE, 2: (12, 3, 7)}, End(1, "out"), (1, 2, 3)),
    "many cards twice": ({**THREE, 2: (22, 3, 7)}, End(1, "out"), (1, 2)),
    "cards forgotten": ({**THREE, 1: (6, 2, 0)}, End(1, "out"), (1, 2, 3)),
    "the longest run less two scouts is left": ({1: (2, 1, 9), 2: (9, 4, 3), 3: (2, 2, 4)}, End(2, "unbeaten"), None),
    "more is left than any set has": ({1: (1, 1, 9), 2: (9, 4, 3), 3: (2, 2, 4)}, End(2, "unbeaten"), (1, 2, 3)),
    "two: a chip left though stuck": ({1: (5, 1, 3), 2: (2, 1, 6)}, End(1, "unbeaten"), (2,)),
    "two: stuck without a chip, R9": ({1: (5, 1, 3), 2: (2, 0, 7)}, End(1, "unbeaten"), None),
    "two: R8, the other one out": ({1: (8, 3, 0), 2: (2, 0, 6)}, End(1, "out"), None),
    "two: captured one too few": ({1: (3, 3, 0), 2: (5, 1, 9)}, End(1, "out"), (1, 2)),
    "two: a hand too large": ({1: (4, 3, 0), 2: (5, 3, 12)}, End(1, "out"), (2,)),
}


@pytest.mark.parametrize(("numbers", "end", "suspects"), SLIPS.values(), ids=SLIPS)
def test_what_cannot_be_is_named_with_who_may_have_miscounted(
    numbers: Numbers, end: End, suspects: tuple[int, ...] | None
) -> None:
    slip = slip_in({seat: Counted(*own) for seat, own in numbers.items()}, end)
    assert (slip and slip.suspects) == suspects
    if slip:
        assert "%" not in slip.sentence.in_words(names=NAMES)


SENTENCES: dict[str, tuple[Numbers, End, str]] = {
    # 36 cards with three players. 34 + 3 = 37 with the set counted; without it at least one card lies there.
    "too many with the set": (
        {1: (14, 2, 0), 2: (10, 3, 7), 3: (1, 1, 2)},
        End(1, "out", 3),
        "Counted 34, and 3 on the table: 1 card more than the 36 in play.",
    ),
    "too many, somebody out": (
        {1: (16, 2, 0), 2: (10, 3, 7), 3: (3, 1, 2)},
        End(1, "out"),
        "Counted 38, and at least 1 on the table: at least 3 cards more than the 36 in play.",
    ),
    "too many, nobody beat a set that may be gone": (
        {1: (7, 1, 9), 2: (11, 4, 4), 3: (2, 2, 4)},
        End(2, "unbeaten"),
        "Counted 37: 1 card more than the 36 in play.",
    ),
    "too few with the set": (
        {1: (12, 2, 0), 2: (8, 3, 7), 3: (3, 1, 2)},
        End(1, "out", 2),
        "Counted 32, and 2 on the table: 2 cards of the 36 are missing.",
    ),
    # Three players have no ten, so the longest run has nine cards.
    "too few": (
        {1: (6, 2, 0), 2: (8, 3, 7), 3: (3, 1, 2)},
        End(1, "out"),
        "Counted 26, and at most 9 on the table: at least 1 card of the 36 is missing.",
    ),
    "two: captured too few": (  # 11 dealt + 3 chips kept - 1 - 9
        {1: (3, 3, 0), 2: (5, 1, 9)},
        End(1, "out"),
        "By the hands and chips entered, Ana must have captured 4 cards, but 3 is entered.",
    ),
    "two: captured one": (  # 11 + 1 - 2 - 9
        {1: (3, 1, 0), 2: (5, 2, 9)},
        End(1, "out"),
        "By the hands and chips entered, Ana must have captured 1 card, but 3 is entered.",
    ),
    "out and a card left": (
        {**FIRST, 1: (12, 2, 1)},
        End(1, "out"),
        "Ana showed the last card, so the hand should be empty, but 1 card is entered.",
    ),
}


@pytest.mark.parametrize(("numbers", "end", "sentence"), SENTENCES.values(), ids=SENTENCES)
def test_the_check_says_what_it_should_be(numbers: Numbers, end: End, sentence: str) -> None:
    slip = slip_in({seat: Counted(*own) for seat, own in numbers.items()}, end)
    assert slip is not None
    assert slip.sentence.in_words(names=NAMES) == sentence


def test_a_slip_keeps_the_round_closed_until_it_is_put_right() -> None:
    state = played(tally(), {**FIRST, 3: (3, 1, 0)}, "1.out")
    assert state.rounds == ()
    assert state.slip is not None
    fixed = count(state, 3, (3, 1, 2), was="3.1.0")
    assert fixed.totals == {1: 14, 2: 4, 3: 2}
    assert fixed.rounds[0].overruled is False


def test_the_table_may_overrule_a_slip_and_that_stays_on_the_record() -> None:
    state = played(tally(), {**FIRST, 3: (3, 1, 0)}, "1.out")
    told: list[str] = []
    state = tap(state, "anyway", told=told)
    assert state.totals == {1: 14, 2: 4, 3: 4}
    assert state.rounds[0].overruled
    assert told[0].startswith("Ana let round 1 count anyway: If Cleo has no card left")
    assert look(state, Viewer()).rounds[0].slip is not None
    over = GAME.result(tap(state, "stop"))
    assert over is not None
    assert "Round 1 counts although it does not add up." in [str(line) for line in over.reasons]


def test_there_is_nothing_to_overrule_while_the_round_is_open_or_adds_up() -> None:
    with pytest.raises(Refused):
        tap(count(tally(), 1, FIRST[1]), "anyway")


# --- points and the end ----------------------------------------------------------------------------------------------


def test_the_example_game_ends_with_a_shared_win() -> None:
    state = whole_game()
    assert [{seat: state.points(each, seat) for seat in state.seats} for each in state.rounds] == [
        {1: 14, 2: 4, 3: 2},
        {1: -3, 2: 13, 3: 0},
        {1: 0, 2: -6, 3: 2},
    ]
    assert state.totals == {1: 11, 2: 11, 3: 4}
    over = GAME.result(state)
    assert over is not None
    assert over.places == {1: 1, 2: 1, 3: 3}
    assert over.headline.in_words(names=NAMES) == "Ana and Ben share the win with 11 points each"
    assert [line.in_words(names=NAMES) for line in over.reasons] == [
        "7 points ahead of Cleo.",
        "Best round: Ana with 14 points in round 1.",
        "By the instruction sheet: a player whose set nobody beat lost nothing for the hand.",
    ]


def test_the_end_says_by_how_much_and_whose_round_was_the_best_and_no_rule_that_made_no_difference() -> None:
    state = played(tally(), FIRST, "1.out")  # 14, 4, 2: nobody's set was left unbeaten
    over = GAME.result(tap(state, "stop"))
    assert over is not None
    assert [line.in_words(names=NAMES) for line in over.reasons] == [
        "10 points ahead of Ben.",
        "Best round: Ana with 14 points in round 1.",
        "Played 1 of 3 rounds.",
    ]


def test_a_best_round_that_two_had_is_said_once_with_both_names() -> None:
    even = {1: (12, 2, 0), 2: (14, 3, 3), 3: (1, 1, 2)}  # 14, 14, 0
    state = played(tally(), even, "1.out")
    assert [line.in_words(names=NAMES) for line in look(state, Viewer()).best] == [
        "Best round: Ana and Ben with 14 points each."
    ]
    assert [line.in_words(names=NAMES) for line in look(played(state, even, "1.out"), Viewer()).best] == [
        "Best round: Ana and Ben with 14 points each."
    ]


def test_a_best_round_that_one_had_twice_is_said_once_with_both_rounds() -> None:
    state = played(played(tally(), FIRST, "1.out"), FIRST, "1.out")  # 14, 4, 2
    assert [line.in_words(names=NAMES) for line in look(state, Viewer()).best] == [
        "Best round: Ana with 14 points in round 1 and round 2."
    ]


def test_before_the_first_round_is_counted_none_is_the_best() -> None:
    assert look(tally(), Viewer()).best == ()


def test_where_all_share_the_win_nobody_is_ahead() -> None:
    state = played(tally(), {1: (8, 2, 0), 2: (10, 2, 2), 3: (9, 2, 1)}, "1.out")  # 10 each
    over = GAME.result(tap(state, "stop"))
    assert over is not None
    assert over.headline.in_words(names=NAMES) == "Ana, Ben and Cleo share the win with 10 points each"
    assert not [line for line in over.reasons if "ahead" in str(line)]


def test_what_was_corrected_shows_until_the_next_round_is_counted() -> None:
    state = played(tally(), FIRST, "1.out")
    state = tap(state, "correct", 2, round=1, seat=2, captured=9, chips=3, hand=7, was="8.3.7")
    said = [line.in_words(names=NAMES) for line in look(state, Viewer()).corrected]
    assert said == ["Round 1 is corrected: Ben has 5 points, not 4."]
    state = tap(state, "correct_end", round=1, ender="2.unbeaten", was="1.out.", anyway=True)
    said = [line.in_words(names=NAMES) for line in look(state, Viewer()).corrected]
    assert said[1:] == ["Round 1 is corrected: nobody beat Ben’s set."]
    assert look(played(state, SECOND, "2.unbeaten"), Viewer()).corrected == ()


@pytest.mark.parametrize(
    ("penalty", "points", "words"), [("official", 10, "instruction sheet"), ("readme", 7, "everybody")]
)
def test_the_switch_decides_whether_the_unbeaten_player_pays_and_the_result_says_which(
    penalty: str, points: int, words: str
) -> None:  # C73: three cards in hand, exempt 0, not exempt -3
    state = played(tally(penalty=penalty), {**SECOND, 2: (8, 2, 3)}, "2.unbeaten")
    assert state.totals[2] == points
    over = GAME.result(tap(state, "stop"))
    assert over is not None
    assert words in " ".join(line.in_words(names=NAMES) for line in over.reasons)


def test_only_the_player_who_ended_the_round_unbeaten_is_spared() -> None:
    state = played(tally(), SECOND, "2.unbeaten")
    assert state.totals == {1: 5 + 1 - 9, 2: 9 + 4, 3: 2 + 2 - 4}


def test_two_players_keep_a_point_for_every_chip_they_did_not_spend() -> None:  # R7
    state = played(tally(2), DUEL, "1.out")
    assert state.totals == {1: 7, 2: -3}


def test_two_players_play_two_rounds() -> None:
    state = played(tally(2), DUEL, "1.out")
    assert GAME.result(state) is None
    state = played(state, {1: (2, 0, 7), 2: (5, 1, 3)}, "2.unbeaten")  # R9 for Ben
    assert state.totals == {1: 7 - 5, 2: -3 + 6}
    over = GAME.result(state)
    assert over is not None
    assert over.headline.in_words(names=NAMES) == "Ben wins with 3 points"


def test_a_game_can_be_won_below_zero() -> None:
    state = played(tally(), {1: (0, 0, 14), 2: (0, 2, 13), 3: (0, 1, 0)}, "3.out")
    state = played(state, {1: (0, 1, 0), 2: (0, 2, 13), 3: (0, 0, 14)}, "1.out")
    assert state.totals == {1: -13, 2: -22, 3: -13}
    over = GAME.result(tap(state, "stop"))
    assert over is not None
    assert over.headline.in_words(names=NAMES) == "Ana and Cleo share the win with −13 points each"
    assert over.places == {1: 1, 2: 3, 3: 1}


@pytest.mark.parametrize(("n", "due"), [(2, 2), (3, 3), (4, 4), (5, 5)])
def test_a_game_has_as_many_rounds_as_players(n: int, due: int) -> None:
    assert tally(n).due == due


@pytest.mark.parametrize(
    ("rounds", "headline"),
    [
        ([{1: (3, 0, 3), 2: (2, 1, 3), 3: (22, 1, 24)}], "Ana and Ben share the win with 0 points each"),
        ([{1: (3, 0, 2), 2: (2, 1, 3), 3: (20, 1, 24)}], "Ana wins with 1 point"),
        ([{1: (3, 0, 2), 2: (3, 1, 3), 3: (20, 1, 24)}], "Ana and Ben share the win with 1 point each"),
        ([{1: (5, 0, 2), 2: (3, 1, 3), 3: (20, 1, 24)}], "Ana wins with 3 points"),
    ],
)
def test_one_point_is_no_points(rounds: list[Numbers], headline: str) -> None:
    state = tally()
    for numbers in rounds:
        state = tap(played(state, numbers, "1.out"), "anyway")
    result = GAME.result(tap(state, "stop"))
    assert result is not None
    assert result.headline.in_words(names=NAMES) == headline


def test_the_table_may_play_extra_rounds_and_the_result_counts_them() -> None:
    state = whole_game()
    with pytest.raises(Refused, match="over"):
        count(state, 1, FIRST[1])
    state = tap(state, "more")
    assert GAME.result(state) is None
    assert look(state, Viewer()).now.extra
    state = played(state, FIRST, "1.out")
    over = GAME.result(state)
    assert over is not None
    assert state.totals == {1: 25, 2: 15, 3: 6}
    assert "1 extra round was played." in [str(line) for line in over.reasons]


def test_another_round_is_only_asked_for_at_the_end() -> None:
    with pytest.raises(Refused):
        tap(tally(), "more")


def test_the_table_may_stop_early_and_go_on_after_all() -> None:
    with pytest.raises(Refused):
        tap(tally(), "stop")
    stopped = tap(played(tally(), FIRST, "1.out"), "stop")
    over = GAME.result(stopped)
    assert over is not None
    assert "Played 1 of 3 rounds." in [str(line) for line in over.reasons]
    assert GAME.result(tap(stopped, "more")) is None


def test_the_start_player_moves_one_place_to_the_left_each_round() -> None:
    state = tally(start="3")
    assert [state.starter(number) for number in (1, 2, 3, 4)] == [3, 1, 2, 3]


def before(state: Tally) -> list[str]:
    return [line.in_words(names=NAMES) for line in look(state, Viewer()).now.before]


def test_between_rounds_the_table_is_told_what_goes_back_what_is_dealt_and_who_starts() -> None:
    assert before(tally()) == []  # the first round is what the set-up is for
    state = played(tally(), FIRST, "1.out")
    assert before(state) == [
        "Put all Scout chips back in the middle.",
        "Everybody gets their Scout & Show chip back.",
        "Shuffle all 36 cards, turn some of them round, and deal 12 to each player.",
        "Look at your cards as they lie. Now you may turn your whole hand upside down, or leave it as it is.",
        "Ben starts and takes the marker.",
    ]
    assert before(count(state, 1, SECOND[1])) == []
    assert before(whole_game()) == []


def test_two_players_play_their_second_round_with_the_cards_set_aside() -> None:
    state = played(tally(2), DUEL, "1.out")
    look_once = "Look at your cards as they lie. Now you may turn your whole hand upside down, or leave it as it is."
    assert before(state) == [
        "Put all Scout chips back. Each of you takes 3 again.",
        "Put the cards just played away. Shuffle the 22 set aside, and deal 11 to each of you.",
        look_once,
        "Ben starts and takes the marker.",
    ]
    third = tap(played(state, DUEL, "1.out"), "more")
    assert before(third) == [
        "Put all Scout chips back. Each of you takes 3 again.",
        "Shuffle all 44 cards, turn some of them round, deal 11 each and set 22 aside.",
        look_once,
        "Ana starts and takes the marker.",
    ]


def test_the_start_player_is_drawn_when_nobody_chose() -> None:
    players = [Player(seat, NAMES[seat], BADGES[seat]) for seat in (1, 2, 3)]
    assert GAME.start(players, {}, {}, Chance([2])).starter(1) == 3


def test_the_holder_of_the_one_two_is_asked_for_and_the_rest_follows() -> None:
    state = tally(start="holder")
    assert state.starter(1) is None
    assert tap(state, "starts", seat=2).starter(2) == 3
    later = tap(played(state, FIRST, "1.out"), "starts", seat=2)
    assert (later.starter(1), later.starter(2), later.starter(3)) == (1, 2, 3)


# --- corrections -----------------------------------------------------------------------------------------------------


def test_anybody_corrects_any_old_round_and_the_log_says_from_what_to_what() -> None:  # C77
    told: list[str] = []
    state = tap(whole_game(), "correct", 3, told=told, round=2, seat=1, captured=7, chips=1, hand=9, was="5.1.9")
    assert state.totals == {1: 13, 2: 11, 3: 4}
    assert told == [
        "Cleo corrected round 2 for Ana: −3 → −1 points (5 captured, 1 chip, 9 in hand → 7 captured, 1 chip, 9 in hand)"
    ]
    line = look(state, Viewer()).rounds[1].line(1)
    assert [str(old) for old in line.before] == ["5 captured, 1 chip, 9 in hand"]


def test_the_second_phone_to_correct_the_same_cell_is_told_and_overwrites_nothing() -> None:  # C77
    state = tap(whole_game(), "correct", 3, round=2, seat=1, captured=7, chips=1, hand=9, was="5.1.9")
    with pytest.raises(Refused, match=r"has just entered for .*: 7 captured, 1 chip, 9 in hand"):
        tap(state, "correct", 2, round=2, seat=1, captured=6, chips=1, hand=9, was="5.1.9")


def test_corrections_of_different_cells_both_count() -> None:
    state = tap(whole_game(), "correct", 3, round=2, seat=1, captured=7, chips=1, hand=9, was="5.1.9")
    state = tap(state, "correct", 2, round=2, seat=3, captured=2, chips=3, hand=4, was="2.2.4")
    assert state.totals == {1: 13, 2: 11, 3: 5}


@pytest.mark.parametrize(
    "fields",
    [
        {"round": 4},
        {"round": 0},
        {"seat": 4},
        {"was": ""},
        {"captured": 5},
        {"captured": 37},
    ],
)
def test_a_correction_of_nothing_is_refused(fields: dict[str, Any]) -> None:
    sent = {"round": 2, "seat": 1, "captured": 7, "chips": 1, "hand": 9, "was": "5.1.9", **fields}
    with pytest.raises(Refused):
        tap(whole_game(), "correct", **sent)


def test_a_correction_that_cannot_be_needs_the_tables_word() -> None:
    sent: dict[str, Any] = {"round": 1, "seat": 1, "captured": 12, "chips": 2, "hand": 1, "was": "12.2.0"}
    with pytest.raises(Refused, match="showed the last card") as no:
        tap(whole_game(), "correct", **sent)
    assert no.value.field == "anyway"
    state = tap(whole_game(), "correct", anyway="on", **sent)
    assert state.rounds[0].overruled
    back = tap(state, "correct", round=1, seat=1, captured=12, chips=2, hand=0, was="12.2.1")
    assert back.rounds[0].overruled is False


def test_who_ended_an_old_round_can_be_corrected_and_the_points_follow() -> None:
    state = played(tally(), {1: (5, 2, 9), 2: (9, 4, 3), 3: (2, 2, 4)}, "1.unbeaten")
    assert state.totals == {1: 7, 2: 10, 3: 0}
    told: list[str] = []
    fixed = tap(state, "correct_end", told=told, round=1, ender="2.unbeaten", was="1.unbeaten.")
    assert fixed.totals == {1: -2, 2: 13, 3: 0}
    assert told == ["Ana corrected how round 1 ended: nobody beat Ana’s set → nobody beat Ben’s set"]
    with pytest.raises(Refused):
        tap(fixed, "correct_end", round=1, ender="3.unbeaten", was="1.unbeaten.")


def test_corrections_count_after_the_end_too() -> None:
    state = tap(whole_game(), "correct", round=3, seat=2, captured=4, chips=1, hand=10, was="3.1.10")
    over = GAME.result(state)
    assert over is not None
    assert over.headline.in_words(names=NAMES) == "Ben wins with 12 points"


def test_an_older_state_is_untouched_by_what_follows() -> None:  # so that undo and redo bring it back as it was
    before = whole_game()
    copy = replace(before)
    tap(before, "correct", round=2, seat=1, captured=7, chips=1, hand=9, was="5.1.9")
    assert before == copy == whole_game()


# --- laws ------------------------------------------------------------------------------------------------------------

small = st.tuples(st.integers(0, 36), st.integers(0, 99), st.integers(0, 36))
endings = st.tuples(st.integers(1, 3), st.sampled_from(["out", "unbeaten"]))
rounds = st.lists(st.tuples(st.tuples(small, small, small), endings), min_size=1, max_size=5)


def any_game(given_rounds: list[Any], penalty: str) -> Tally:
    state = tally(penalty=penalty)
    for owns, (seat, how) in given_rounds:
        state = tap(state, "more") if state.over else state
        state = played(state, dict(zip(state.seats, owns, strict=True)), f"{seat}.{how}")
        state = tap(state, "anyway") if state.slip else state
    return state


def of(line: Line) -> tuple[int, int, int]:
    """What the line of a round that was counted shows: captured, chips, hand."""
    assert line.captured is not None
    assert line.chips is not None
    assert line.hand is not None
    return line.captured, line.chips, line.hand


@given(rounds, st.sampled_from(["official", "readme"]))
def test_the_shown_lines_add_up_to_the_shown_total(given_rounds: list[Any], penalty: str) -> None:  # C81
    sheet = look(any_game(given_rounds, penalty), Viewer())
    for seat in sheet.seats:
        lines = [each.line(seat) for each in sheet.rounds]
        points = [n + chips - (0 if line.spared else hand) for line in lines for n, chips, hand in [of(line)]]
        assert sum(points) == sheet.totals[seat]
        assert all(line.sum.startswith(f"{line.captured} + {line.chips}") for line in lines)
        assert [line.points for line in lines] == points


@given(rounds)
def test_at_most_the_unbeaten_player_of_a_round_is_spared(given_rounds: list[Any]) -> None:
    for each in look(any_game(given_rounds, "official"), Viewer()).rounds:
        spared = [line.seat for line in each.lines if line.spared]
        assert spared == ([each.ender] if each.ending.endswith("unbeaten") else [])


@given(rounds)
def test_a_round_that_counts_without_being_overruled_conserves_the_cards(given_rounds: list[Any]) -> None:
    for each in look(any_game(given_rounds, "official"), Viewer()).rounds:
        assert each.left is not None
        assert sum(captured + hand for captured, _, hand in map(of, each.lines)) + each.left == 36
        if each.slip is None:
            assert (1 if each.ending.endswith("out") else 0) <= each.left <= 9


@st.composite
def true_rounds(draw: st.DrawFn) -> tuple[dict[int, Counted], End]:
    """A round as cards really move: players show one card or scout, so every count it ends with is possible."""
    n = draw(st.integers(3, 5))
    hands = {seat: {2: 11, 3: 12, 4: 11, 5: 9}[n] for seat in range(n)}
    captured, chips = dict.fromkeys(range(n), 0), dict.fromkeys(range(n), 0)
    owner, lying, scouted, seat = None, 0, 0, 0
    while True:
        if owner is not None and lying and scouted < n - 1 and draw(st.booleans()):
            hands[seat], lying, scouted, chips[owner] = hands[seat] + 1, lying - 1, scouted + 1, chips[owner] + 1
            if scouted == n - 1:
                end = End(owner, "unbeaten", lying)
                break
        else:
            shown = draw(st.integers(1, min(3, hands[seat])))
            captured[seat] += lying
            owner, lying, scouted = seat, shown, 0
            hands[seat] -= shown
            if hands[seat] == 0:
                end = End(seat, "out", lying)
                break
        seat = (seat + 1) % n
    return {seat: Counted(captured[seat], chips[seat], hands[seat]) for seat in range(n)}, end


@given(true_rounds())
def test_a_round_that_was_really_played_is_never_called_a_slip(played_round: tuple[dict[int, Counted], End]) -> None:
    counted, end = played_round
    assert slip_in(counted, end) is None
    assert slip_in(counted, replace(end, left=None)) is None


@st.composite
def true_duels(draw: st.DrawFn) -> tuple[dict[int, Counted], End]:
    """As `true_rounds` for two: a scout costs an own chip and the same player goes on."""
    hands, captured, chips = {1: 11, 2: 11}, {1: 0, 2: 0}, {1: 3, 2: 3}
    owner, lying, seat = 0, 0, 1
    while True:
        if owner and lying and chips[seat] and draw(st.booleans()):
            hands[seat], lying, chips[seat] = hands[seat] + 1, lying - 1, chips[seat] - 1
            continue
        if owner and lying and not chips[seat] and draw(st.booleans()):
            end = End(owner, "unbeaten", lying)
            break
        shown = draw(st.integers(1, min(3, hands[seat])))
        captured[seat] += lying
        owner, lying, hands[seat] = seat, shown, hands[seat] - shown
        if hands[seat] == 0:
            end = End(seat, "out", lying)
            break
        seat = 3 - seat
    return {seat: Counted(captured[seat], chips[seat], hands[seat]) for seat in (1, 2)}, end


@given(true_duels(), st.integers(-3, 3))
def test_two_players_true_counts_pass_and_a_wrong_capture_by_the_ender_never_does(
    played_round: tuple[dict[int, Counted], End], off: int
) -> None:
    counted, end = played_round
    assert slip_in(counted, end) is None
    assert slip_in(counted, replace(end, left=None)) is None
    own = counted[end.seat]
    if off and own.captured + off >= 0:
        wrong = {**counted, end.seat: replace(own, captured=own.captured + off)}
        assert slip_in(wrong, replace(end, left=None)) is not None


@given(true_rounds(), st.data())
def test_with_the_set_counted_every_single_miscount_of_cards_is_noticed(
    played_round: tuple[dict[int, Counted], End], data: st.DataObject
) -> None:
    counted, end = played_round
    seat = data.draw(st.sampled_from(sorted(counted)))
    off = data.draw(st.integers(1, 5))
    own = counted[seat]
    slip = slip_in({**counted, seat: replace(own, captured=own.captured + off)}, end)
    assert slip is not None
    assert seat in slip.suspects


def test_one_for_all_is_found_by_who_says_that_the_round_is_over_and_holds_for_the_next_game() -> None:
    players = [Player(seat, NAMES[seat], BADGES[seat]) for seat in range(1, 4)]
    state = GAME.start(players, {"writer": "one"}, {"start": "1"}, Chance([0]))
    assert (look(state, Viewer(2)).by_one, look(state, Viewer(2)).writer) == (True, None)
    state = tap(state, "over", 2, writes=True)
    assert (look(state, Viewer(2)).writes, look(state, Viewer(1)).writes) == (True, False)
    assert GAME.keeps(state) == {"writer": "one"}
    assert GAME.keeps(tap(state, "writes", 1)) == {"writer": "each"}
    assert GAME.keeps(tap(tally(), "writes", 3, on=True)) == {"writer": "one"}
    assert GAME.keeps(tally()) == {"writer": "each"}
