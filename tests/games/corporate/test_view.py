"""What SCAPEGOAT shows: the quarter's need and carry, turns left, aces high or low, the year's end, calculators."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import Honour, Known, Refused, Viewer
from companion.games.corporate import GAME
from companion.games.corporate.rulings import OPTIONS, RULED, SAID
from companion.games.corporate.state import State
from companion.games.corporate.view import Look
from companion.words import Text, say
from tests.evenings import House, Visitor
from tests.games.corporate.test_play import begin, move, sell, show
from tests.games.corporate.test_rules import YEARS
from tests.poison import poisoned


def look(state: State, seat: int | None = None) -> Look:
    seen: Look = GAME.look(state, Viewer(seat))
    return seen


def words(lines: tuple[Text, ...], names: dict[int, str] | None = None) -> list[str]:
    called = names or {1: "Ana", 2: "Ben", 3: "Cleo", 4: "Dov", 5: "Eve"}
    return [line.in_words(names=called) for line in lines]


def test_the_year_shows_need_carry_turn_and_turns_left() -> None:
    seen = look(sell(begin(4), "# 7 8 2 K"), 2)  # 17 closes Q1; 2 + 8 + 2 = 12, then 22 closes Q2 and 7 carry
    assert (seen.quarter, seen.carry, seen.total, seen.needed) == (3, 7, 7, 8)
    assert (seen.turn, seen.my_turn, seen.cards_left) == (2, True, 3)
    assert [player.left for player in seen.players] == [0, 1, 1, 1]
    assert not look(sell(begin(4), "7"), 1).my_turn


def test_the_quarters_hold_their_cards_and_what_carried_over() -> None:
    first, second, third, fourth = look(sell(begin(4), "# 7 8 2 K")).quarters
    assert [(q.state, q.carry, q.total, q.over) for q in (first, second, third, fourth)] == [
        ("closed", 0, 17, 2),
        ("closed", 2, 22, 7),
        ("open", 7, 7, 0),
        ("ahead", 0, 0, 0),
    ]
    assert [(card.rank, card.down, card.value, card.seat) for card in first.cards] == [
        ("", True, 10, 1),
        ("7", False, 7, 2),
    ]
    assert len(second.cards) == 3
    assert third.cards == ()


def test_nothing_carries_out_of_q4() -> None:
    assert look(sell(begin(3), "9 9 9 9 9")).quarters[3].over == 0  # Y2: 15 in Q4


ACES = [
    ("", "", False),
    ("p1", "", False),
    ("p1", "# # # #", True),
    ("p1", "K Q J 10", True),
    ("p1", "5 5 6 6 7 7", True),
]


@pytest.mark.parametrize(("start", "cards", "high"), ACES, ids=["opening", "year", "investigation", "review", "missed"])
def test_every_screen_says_whether_aces_are_high_or_low(start: str, cards: str, high: bool) -> None:
    seen = look(sell(begin(3, start), cards))
    assert seen.aces_high is high
    assert ("HIGH" if high else "LOW") in str(seen.aces)


def test_between_years_aces_are_low_again() -> None:
    seen = look(show(sell(begin(3), "K Q J 10"), "10", "J", "Q"))
    assert (seen.phase, seen.aces_high) == ("settle", False)


def test_the_investigation_names_the_scapegoat_the_pool_and_the_card_to_turn() -> None:
    state = move(sell(begin(4), "#Q 7 #A 8 K K 9"), "point", tape=[1])
    ending = look(state).ending
    assert ending is not None
    assert str(ending.why) == "Q4 closed at 19, above the target of 15."
    assert str(ending.pools) == "2 cards lie face down: 1 in Q1 and 1 in Q2."
    assert words(ending.story) == ["Cleo closed it and is the Scapegoat."]
    assert words(ending.now)[-1] == "Count from the top of the pile you shuffled, and turn card 2."


def test_the_years_end_is_told_line_by_line() -> None:
    state = show(move(sell(begin(4), "#Q 7 #A 8 K K 9"), "turned", found="red"), "2", "10", "J")
    ending = look(state).ending
    assert ending is not None
    assert words(ending.story) == [
        "Cleo closed it and is the Scapegoat.",
        "The card turned is red.",
        "Cleo is demoted and not in the review.",
        "Revealed: Ana 2, Ben 10 and Dov J.",
        "Dov is promoted.",
    ]
    told = {change.seat: [*map(str, change.do), str(change.result)] for change in ending.changes}
    assert told[3] == ["discard 1 card of your choice", "Hand size 4 → 3."]
    assert told[4] == ["discard the revealed card", "draw 2 cards", "Hand size 4 → 5."]
    assert told[1] == ["discard the revealed card", "draw 1 card", "Hand size stays 4."]
    assert words((ending.starts,)) == ["Dov starts next year: the promoted player does."]


def test_a_rank_is_shown_to_its_owner_alone_until_all_are_in() -> None:
    state = move(sell(begin(3), "K Q J 10"), "show", by=2, rank="A")
    for seat, rank in ((2, "A"), (1, None), (None, None)):
        reveal = look(state, seat).reveal
        assert reveal is not None
        assert [(one.told, one.rank) for one in reveal.asked] == [(False, None), (True, rank), (False, None)]


def test_no_secret_is_touched_on_the_way_to_the_others_screens() -> None:
    state = move(sell(begin(3), "K Q J 10"), "show", by=2, rank="A")
    for seat in (1, 3, None):
        assert look(poisoned(state, Viewer(seat)), seat) == look(state, seat)


def test_two_ranks_look_the_same_to_the_others() -> None:
    ace, two = (move(sell(begin(3), "K Q J 10"), "show", by=2, rank=rank) for rank in ("A", "2"))
    assert look(ace, 1) == look(two, 1)
    assert look(ace, 2) != look(two, 2)


def test_the_rulings_that_apply_are_named_as_the_table_plays_them() -> None:
    state = sell(begin(3, missed_tie="all"), "5 5 6 6 7 7")
    done = look(show(state, "5", "5", "K"))
    assert str(dict(OPTIONS[2].choices)["all"]) in words(done.applies.ruled)
    assert RULED["last_turn_starts"] in done.applies.ruled
    assert RULED["none_face_down_is_black"] in look(sell(begin(3), "K Q J 10")).applies.ruled
    assert RULED["none_face_down_is_black"] not in look(sell(begin(3), "# # # #")).applies.ruled


def test_what_the_rules_sheet_says_is_not_called_a_ruling_of_ours() -> None:
    # Corporate survival, sections 4 to 7: these are in the sheet's own words, the others are gaps in it.
    assert set(SAID) == {
        "who_pays_for_red",
        "carried_into_q4",
        "promoted_starts",
        "demoted_at_one",
        "tie_may_be_given_up",
        "nobody_stays_out",
        "goes_to_the_open_quarter",
        "exact_means_nothing",
    }
    assert set(RULED) == {
        "ace_low_for_the_start",
        "none_face_down_is_black",
        "whole_pool",
        "too_much_is_beat",
        "last_turn_in_time",
        "last_turn_starts",
        "closer_starts",
        "demoted_discards_two",
        "only_new_cards_in_a_tie",
        "each_discards_own",
        "draw_pile_runs_out",
        "hands_are_kept",
        "turned_unseen",
    }
    running = look(sell(begin(3), "K")).applies  # Q1 closed exactly
    assert running.said == (SAID["goes_to_the_open_quarter"], SAID["exact_means_nothing"])
    assert running.ruled == (RULED["draw_pile_runs_out"],)
    assert SAID["who_pays_for_red"] in look(sell(begin(3), "# # # #")).applies.said
    assert SAID["nobody_stays_out"] in look(sell(begin(3), "K Q J 10")).applies.said


def test_who_fills_up_after_a_tie_is_named_as_our_ruling_when_somebody_is_short() -> None:
    tie = look(show(show(sell(begin(4), "K Q J 10 K K"), "K", "9", "A", "A"), "5", "Q"))
    assert "Anybody with too few cards draws back up in their next turn." in " ".join(words(tie.applies.ruled))


DRAWS = [
    ("p1", "", None),
    ("p1", "7", "Ana draws back up to 4."),
    ("p1", "7 8", "Ben draws back up to 4."),
    ("p1", "# # # #", "Ana draws back up to 4."),  # she closed Q4, and then comes the investigation
    ("p1", "K Q J 10", "Ana draws back up to 4."),
    ("p1", "5 5 6 6 7 7", "Cleo draws back up to 4."),
]


@pytest.mark.parametrize(("start", "cards", "line"), DRAWS)
def test_after_each_card_the_table_is_told_to_draw_back_up(start: str, cards: str, line: str | None) -> None:
    seen = look(sell(begin(3, start), cards))
    assert (seen.draw and words((seen.draw,))[0]) == line


def test_a_table_where_the_closer_does_not_draw_is_told_so() -> None:
    seen = look(sell(begin(3, closer_draws="no"), "K Q J 10"))
    assert seen.draw is not None
    assert words((seen.draw,)) == ["Ana does not draw back up: the year has ended."]
    assert seen.players[0].held == 3
    missed = look(sell(begin(3, closer_draws="no"), "5 5 6 6 7 7"))  # a Missed year's last turn is like any other
    assert missed.draw is not None
    assert words((missed.draw,)) == ["Cleo draws back up to 4."]


def test_who_holds_cards_enough_draws_none() -> None:
    state = State((1, 2, 3), {}, {1: 4, 2: 4, 3: 4}, {1: 5, 2: 4, 3: 4}, starter=1)
    seen = look(sell(state, "7"))
    assert seen.draw is not None
    assert words((seen.draw,)) == ["Ana has enough cards and draws none."]


def test_once_the_year_is_settled_only_its_own_draws_are_told() -> None:
    assert look(show(sell(begin(3), "K Q J 10"), "10", "J", "Q")).draw is None


def test_hand_size_one_is_told_apart() -> None:
    state = State((1, 2, 3), {}, {1: 1, 2: 1, 3: 1}, {1: 1, 2: 1, 3: 1}, starter=1)  # E10
    ending = look(move(sell(state, "# # # #"), "turned", found="red")).ending
    assert ending is not None
    assert {str(change.result) for change in ending.changes} == {"Hand size 1 cannot fall: it stays 1."}


def test_the_history_draws_hand_sizes_and_counts_scapegoats() -> None:
    state = show(move(sell(begin(4), "#Q 7 #A 8 K K 9"), "turned", found="red"), "2", "10", "J")
    seen = look(move(state, "next")).history
    assert dict(seen.sizes) == {1: (4, 4), 2: (4, 4), 3: (4, 3), 4: (4, 5)}
    assert seen.scapegoats == {1: 0, 2: 0, 3: 1, 4: 0}
    assert [(past.outcome, past.found, past.demoted, past.promoted) for past in seen.years] == [
        ("beat", "red", (3,), 4)
    ]


def test_the_win_says_why_and_places_the_others_by_hand_size() -> None:
    state = State((1, 2, 3), {}, {1: 5, 2: 4, 3: 4}, {1: 5, 2: 4, 3: 4}, starter=2)
    done = show(move(sell(state, "# # # #"), "turned", found="black"), "A", "K", "Q")  # E5
    won = GAME.result(done)
    assert won is not None
    assert words((won.headline,)) == ["Ana wins: hand size 6"]
    assert words(won.reasons)[0] == "Year 1: Perfect, Closer Ben, black, Ana promoted."
    assert won.places == {1: 1, 2: 2, 3: 2}
    with pytest.raises(Refused):
        move(done, "next")


def test_the_evening_is_told_of_every_scapegoat_as_the_table_of_the_game_tells_it() -> None:
    """Whoever sells the fifth 9 beats Q4: Ben, and once Cleo begins, Ana."""
    state = show(sell(begin(3), "9 9 9 9 9"), "2", "3", "K")
    state = show(sell(move(state, "next"), "9 9 9 9 9"), "2", "3", "K")
    assert state.phase == "over"
    won = GAME.result(state)
    assert won is not None
    assert won.honours == (Honour(say("Scapegoat"), (2, 1)),)
    assert look(state).history.scapegoats == {1: 1, 2: 1, 3: 0}


def year(**fields: str) -> Any:
    calculator = GAME.calculator("year")
    assert calculator is not None
    return calculator.answer(fields)


def end(**fields: str) -> Any:
    calculator = GAME.calculator("end")
    assert calculator is not None
    return calculator.answer(fields)


# With one deck: Y2 and Y10, five nines and ten twos, are numbers only.
@pytest.mark.parametrize("id_", sorted(set(YEARS) - {"Y2", "Y10"}))
def test_the_year_calculator_knows_the_worked_years(id_: str) -> None:
    players, cards, closed, _total, outcome, last = YEARS[id_]
    answer = year(players=str(players), cards=cards)
    assert (answer.year.closed, answer.year.outcome, answer.year.last) == (closed, outcome, last)
    assert str(last + 1) in words(answer.why)[1]


def test_the_year_calculator_takes_a_card_more_and_a_card_less() -> None:
    assert year().players == 4
    assert year(players="3", cards="K-q", add="down").written == "K-Q-down"
    assert year(players="3", cards="K-Q", back="1").written == "K"
    assert year(players="3", cards="", back="1").written == ""


@pytest.mark.parametrize(
    "fields",
    [
        {"players": "2"},
        {"players": "x"},
        {"cards": "K-1"},
        {"cards": "K Q J 10 K K K"},
        {"cards": "2 " * 40},
        {"add": "!"},
    ],
)
def test_the_year_calculator_refuses_what_is_no_year(fields: dict[str, str]) -> None:
    with pytest.raises(Refused):
        year(**{"players": "3", **fields})


@pytest.mark.parametrize(
    ("cards", "rank"), [("A " * 10, "A"), ("9 9 9 9 9", "9"), ("2 2 # 2 2 2", "2")], ids=["aces", "nines", "twos"]
)
def test_the_year_calculator_refuses_a_fifth_card_of_a_rank(cards: str, rank: str) -> None:
    with pytest.raises(Refused, match=f"^{rank}: the deck has only four of them.$"):
        year(players="5", cards=cards)


def test_four_of_a_rank_and_any_face_down_are_a_year() -> None:
    assert year(players="5", cards="2 2 # 2 2 #").year.outcome is None


def test_the_years_end_is_asked_for_nothing_before_it_is_said_how_the_year_ended() -> None:
    assert (end().stage, end().asked) == ("ask", ())


def test_from_the_year_to_its_end_no_face_down_card_is_forgotten() -> None:
    closed = year(players="4", cards="# 7 # 8 K K 9")
    assert closed.pool == 2
    link = {"players": "4", "outcome": "beat", "ender": "3", "pool": "2"}
    first = end(**link)
    assert (first.stage, first.changes) == ("investigation", ())
    assert words(first.now) == [
        "Player 3 gathers all face-down cards of the year.",
        "Shuffle them face down.",
        "Turn one of them without looking.",
    ]
    assert "Nobody is demoted" not in " ".join(words(first.story))
    assert [change.seat for change in end(**link, found="red").changes] == [3]
    assert end(**link, found="black").stage == "review"
    assert end(players="4", outcome="beat", ender="3", pool="0").stage == "review"


def test_the_year_links_to_its_end_with_its_face_down_cards(tmp_path: Path) -> None:
    page = Visitor(House(tmp_path)).get("/tools/corporate/year?players=4&cards=down-7-down-8-K-K-9").text
    [link] = re.findall(r'href="(/tools/corporate/end[^"]*outcome[^"]*)"', page)
    answer = Visitor(House(tmp_path)).get(link.replace("&amp;", "&")).text
    assert "2 cards lie face down" in answer
    assert "Nobody is demoted" not in answer


def test_without_a_word_on_face_down_cards_the_years_end_waits_for_it() -> None:
    answer = end(players="4", outcome="perfect")
    assert answer.stage == "investigation"
    assert "if there are any" in words(answer.now)[0]


def test_the_end_calculator_asks_for_ranks_only_once_they_are_turned_and_names_its_rulings() -> None:
    review = end(players="3", outcome="perfect", found="clean")
    assert words(review.now)[-1] == "Put the cards face down and turn them over all at once. Then enter them here."
    assert RULED["none_face_down_is_black"] in review.applies.ruled
    assert str(dict(OPTIONS[1].choices)["together"]) in words(review.applies.ruled)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"outcome": "beat", "pool": "0", "found": "red"}, "No card lies face down, so none is turned."),
        ({"outcome": "beat", "pool": "3", "found": "clean"}, "3 cards lie face down, so one of them is turned"),
        ({"outcome": "beat", "pool": "1", "found": "clean"}, "1 card lies face down, so it is turned"),
        ({"outcome": "beat", "pool": "7"}, "between 0 and 6"),
        ({"outcome": "beat", "ender": "4"}, "Of 3 players, none is player 4."),
        (
            {"outcome": "beat", "found": "clean", "so_far": "a-a-a", "rank1": "A", "rank2": "A", "rank3": "2"},
            "A: the deck has only four of them.",
        ),
    ],
)
def test_the_end_calculator_refuses_the_impossible_with_one_sentence(fields: dict[str, str], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        end(**{"players": "3", **fields})


def test_the_end_calculator_leads_through_a_tie() -> None:
    first = end(players="4", outcome="beat", found="black", rank1="K", rank2="9", rank3="A", rank4="A")  # E1
    assert (first.stage, first.asked, first.so_far) == ("review", (3, 4), "k-9-a-a")
    then = end(players="4", outcome="beat", found="black", so_far="k-9-a-a", rank3="5", rank4="Q")
    assert (then.stage, then.so_far) == ("settle", "k-9-a-a.5-q")
    assert [change.size for change in then.changes] == [4, 4, 4, 5]
    assert str(then.starts) == "Player 4 starts next year: the promoted player does."


def test_the_end_calculator_knows_perfect_red_and_the_win() -> None:
    red = end(players="3", outcome="perfect", found="red", ender="3", size2="5")  # E4
    assert [change.size for change in red.changes] == [3, 4, 3]
    assert str(red.starts) == "Player 3 starts next year, having closed this one."
    won = end(players="3", outcome="perfect", found="black", size1="5", so_far="a-k-q")  # E5
    assert (won.stage, won.winner, won.starts) == ("over", 1, None)


def test_the_end_calculator_knows_the_missed_year() -> None:
    answer = end(players="3", outcome="missed", ender="3", rank1="A", rank2="2", rank3="3")  # E9
    assert [change.size for change in answer.changes] == [4, 3, 4]


@pytest.mark.parametrize(
    "fields",
    [
        {"players": "6"},
        {"outcome": "won"},
        {"found": "green"},
        {"ender": "0"},
        {"size1": "6"},
        {"size1": "0"},
        {"outcome": "beat", "found": "clean", "rank1": "A"},
        {"outcome": "beat", "found": "clean", "rank1": "A", "rank2": "K", "rank3": "x"},
    ],
)
def test_the_end_calculator_refuses_what_cannot_be(fields: dict[str, str]) -> None:
    with pytest.raises(Refused):
        end(**{"players": "3", **fields})


@given(st.text(alphabet="akqj23459.-", max_size=30))
def test_no_link_breaks_the_end_calculator(so_far: str) -> None:
    try:
        answer = end(players="3", outcome="beat", found="clean", so_far=so_far)
    except Refused as no:
        assert "only four of them" in str(no.sentence)  # noqa: PT017
    else:
        assert answer.stage in ("review", "settle")


def test_every_question_has_an_answer_and_a_source() -> None:
    assert len(GAME.questions(Known())) >= 23
    assert all(str(q.question).endswith("?") and str(q.answer) and str(q.source) for q in GAME.questions(Known()))


def test_the_cards_of_the_opening_reveal_are_shown_with_who_starts_until_the_first_sale() -> None:
    state = show(begin(4, start=""), "5", "3", "9", "K")
    assert words(look(state).opened) == ["Revealed: Ana 5, Ben 3, Cleo 9 and Dov K.", "Ben starts."]
    assert look(sell(state, "7")).opened == ()


def test_a_start_player_named_without_cards_leaves_nothing_to_show() -> None:
    assert look(begin(4, start="p2")).opened == ()
