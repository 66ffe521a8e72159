"""SCAPEGOAT in play: cards sold, a year's end step by step, the worked endings E1-E11, hands and hand sizes."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.chance import Chance
from companion.game import BADGES, Act, Move, Player, Refused
from companion.games.corporate import GAME
from companion.games.corporate.ending import Ending, ended, investigated, revealed
from companion.games.corporate.rulings import OPTIONS
from companion.games.corporate.state import State, hands

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn")


def players(n: int) -> list[Player]:
    return [Player(seat, NAMES[seat - 1], BADGES[seat - 1]) for seat in range(1, n + 1)]


def begin(n: int, start: str = "p1", **options: str) -> State:
    state: State = GAME.start(players(n), options, {"start": start}, Chance([]))
    return state


def move(state: State, key: str, *, by: int = 1, tape: Sequence[int] = (), **fields: Any) -> State:
    kind: type[Move] = GAME.moves[key]
    after: State = GAME.play(state, Act(by, kind.typed(fields), Chance(tape), at=0))
    return after


def sell(state: State, cards: str) -> State:
    for card in cards.split():
        state = move(state, "card", card="down" if card.startswith("#") else card)
    return state


def show(state: State, *ranks: str) -> State:
    """Those asked show these ranks, in seat order."""
    reveal = state.reveal
    assert reveal is not None
    for seat, rank in zip(reveal.asked, ranks, strict=True):
        state = move(state, "show", by=seat, rank=rank)
    return state


def end(
    sizes: str,
    outcome: str,
    ender: int,
    found: str | None,
    *rounds: str,
    held: dict[int, int] | None = None,
    **options: str,
) -> Ending:
    """A year's end for players 1, 2, ... with full hands, played through its reveals."""
    before = {seat: int(size) for seat, size in enumerate(sizes.split(), 1)}
    now = ended(outcome, ender, before, held or before, 0 if found == "clean" else 1, options)  # type: ignore[arg-type]
    if found in ("black", "red"):
        now = investigated(now, found)  # type: ignore[arg-type]
    for line in rounds:
        assert now.reveal is not None
        now = revealed(now, dict(zip(now.reveal.asked, line.split(), strict=True)))
    return now


# sizes before, outcome, who ended the year, what was turned, the reveals, sizes after, next starter
ENDINGS = {
    "E1": ("4 4 4 4", "beat", 1, "black", ["K 9 A A", "5 Q"], "4 4 4 5", 4),
    "E2": ("4 4 4 4", "beat", 2, "red", ["2 10 J"], "4 3 4 5", 4),
    "E3": ("4 1 4", "beat", 2, "red", ["A K"], "5 1 4", 1),
    "E4": ("4 5 4", "perfect", 3, "red", [], "3 4 3", 3),
    "E5": ("5 4 4", "perfect", 2, "black", ["A K Q"], "6 4 4", 1),
    "E6": ("4 4 4", "perfect", 1, "clean", ["10 J Q"], "4 4 5", 3),
    "E7": ("4 4 4", "missed", 3, None, ["2 7 K"], "3 4 4", 3),
    "E8": ("4 4 4", "missed", 3, None, ["5 5 K", "9 3"], "4 3 4", 3),
    "E9": ("4 4 4", "missed", 3, None, ["A 2 3"], "4 3 4", 3),
    "E10": ("1 1 1", "perfect", 2, "red", [], "1 1 1", 2),
}


@pytest.mark.parametrize(
    ("before", "outcome", "ender", "found", "rounds", "after", "starter"), list(ENDINGS.values()), ids=list(ENDINGS)
)
def test_the_worked_endings(
    before: str, outcome: str, ender: int, found: str, rounds: list[str], after: str, starter: int
) -> None:
    done = end(before, outcome, ender, found, *rounds)
    assert " ".join(str(size) for size in done.sizes_now.values()) == after
    assert done.next_starter == starter
    assert done.stage == ("over" if "6" in after else "settle")


def test_e5_five_and_promoted_wins_at_once() -> None:
    assert end("5 4 4", "perfect", 2, "black", "A K Q").winner == 1


def test_e11_the_ace_is_low_for_the_start_player() -> None:
    state = show(begin(3, start=""), "A", "2", "K")
    assert (state.phase, state.starter, state.turn) == ("year", 1, 1)


def test_a_tie_for_the_start_is_revealed_again_by_the_tied_alone() -> None:
    state = show(begin(4, start=""), "3", "9", "3", "K")
    assert state.reveal is not None
    assert state.reveal.asked == (1, 3)
    assert show(state, "Q", "J").starter == 3


def test_a_table_may_let_everybody_reveal_again_for_the_start() -> None:
    state = show(begin(3, start="", start_tie="all"), "3", "3", "K")
    assert state.reveal is not None
    assert state.reveal.asked == (1, 2, 3)
    assert show(state, "Q", "J", "2").starter == 3


def test_the_start_reveal_costs_no_card() -> None:
    assert hands(show(show(begin(3, start=""), "3", "3", "K"), "4", "5")) == {1: 4, 2: 4, 3: 4}


def test_the_start_may_tie_as_often_as_it_likes() -> None:
    state = begin(3, start="")
    for _ in range(6):
        state = show(state, *("7" for _ in state.reveal.asked))  # type: ignore[union-attr]
    assert state.reveal is not None
    assert (state.reveal.asked, state.reveal.flips) == ((1, 2, 3), ())


def changes(done: Ending) -> dict[int, tuple[int, int, int, int]]:
    """Seat -> cards revealed, discarded by choice, drawn, then held."""
    return {seat: (c.revealed, c.dropped, c.drawn, c.held) for seat, c in done.changes.items()}


def test_after_a_review_the_winner_draws_two_and_the_others_one() -> None:
    # E1: the tied revealed two cards each, so the promoted holds 4 - 2 + 2 = 4 of 5 and the other tied 4 - 2 + 1 = 3.
    assert changes(end("4 4 4 4", "beat", 1, "black", "K 9 A A", "5 Q")) == {
        1: (1, 0, 1, 4),
        2: (1, 0, 1, 4),
        3: (2, 0, 1, 3),
        4: (2, 0, 2, 4),
    }


def test_a_table_may_fill_all_hands_up_after_a_tie() -> None:
    done = end("4 4 4 4", "beat", 1, "black", "K 9 A A", "5 Q", refill="now")
    assert [change.held for change in done.changes.values()] == [4, 4, 4, 5]


def test_the_demoted_of_a_missed_year_discards_one_more_and_draws_with_the_others() -> None:
    assert changes(end("4 4 4", "missed", 3, None, "2 7 K")) == {1: (1, 1, 1, 3), 2: (1, 0, 1, 4), 3: (1, 0, 1, 4)}


def test_the_scapegoat_pays_a_red_card_before_the_review() -> None:
    now = end("4 4 4 4", "beat", 2, "red")
    assert now.reveal is not None
    assert (now.stage, now.reveal.asked, now.sizes_now[2]) == ("review", (1, 3, 4), 3)
    assert changes(now) == {2: (0, 1, 0, 3)}


def test_at_hand_size_one_a_demotion_swaps_the_card() -> None:
    assert changes(end("4 1 4", "beat", 2, "red"))[2] == (0, 1, 1, 1)  # E3
    assert changes(end("1 4 4", "missed", 3, None, "2 7 K"))[1] == (1, 0, 1, 1)  # ruling 17
    assert changes(end("1 4 4", "missed", 3, None, "2 7 K", size_one_missed="two"))[1] == (1, 0, 2, 2)


def test_without_a_card_left_in_a_missed_tie_the_top_card_of_the_deck_is_flipped() -> None:
    now = end("1 4 4", "missed", 3, None, "2 2 K")
    assert now.reveal is not None
    assert (now.reveal.asked, now.reveal.flips) == ((1, 2), (1,))
    done = end("1 4 4", "missed", 3, None, "2 2 K", "9 8")
    assert done.demoted == (2,)
    assert changes(done) == {1: (1, 0, 1, 1), 2: (2, 1, 1, 2), 3: (1, 0, 1, 4)}


def test_who_revealed_the_last_card_has_none_to_discard_by_choice() -> None:
    # Hand size 2, two reveals: both discarded, none left to choose, one drawn: hand size 1 with one card.
    done = end("2 2 4", "missed", 3, None, "2 2 K", "3 4")
    assert (changes(done)[1], done.sizes_now[1]) == ((2, 0, 1, 1), 1)


def test_a_table_may_count_an_empty_hand_as_lowest() -> None:
    assert end("1 4 4", "missed", 3, None, "2 2 K", missed_empty="lowest").demoted == (1,)
    both = end("1 1 4", "missed", 3, None, "2 2 K", missed_empty="lowest")
    assert both.reveal is not None
    assert both.reveal.flips == (1, 2)


def test_a_table_may_demote_all_who_tie_for_lowest() -> None:
    assert end("4 4 4", "missed", 3, None, "5 5 K", missed_tie="all").demoted == (1, 2)


def test_who_has_no_card_left_in_a_review_tie_folds() -> None:
    done = end("4 1 4", "beat", 1, "black", "K K 2")
    assert (done.promoted, done.reveal and done.reveal.folded) == (1, (2,))
    again = end("4 1 4", "beat", 1, "black", "K K K")
    assert again.reveal is not None
    assert again.reveal.asked == (1, 3)


def test_if_no_tied_player_has_a_card_each_flips_one() -> None:
    now = end("1 1 4", "beat", 1, "black", "K K 2")
    assert now.reveal is not None
    assert (now.reveal.asked, now.reveal.flips) == ((1, 2), (1, 2))
    done = end("1 1 4", "beat", 1, "black", "K K 2", "4 5")
    assert changes(done)[2] == (1, 0, 2, 2)


def test_a_table_may_flip_instead_of_folding() -> None:
    now = end("4 1 4", "beat", 1, "black", "K K 2", review_empty="flip")
    assert now.reveal is not None
    assert (now.reveal.asked, now.reveal.flips) == ((1, 2), (2,))


def test_who_closes_draws_back_up_first() -> None:
    assert hands(sell(begin(3), "K Q J 10")) == {1: 4, 2: 4, 3: 4}
    assert hands(sell(begin(3, closer_draws="no"), "K Q J 10")) == {1: 3, 2: 4, 3: 4}


def test_nobody_goes_into_a_year_without_a_card() -> None:
    # Closing without drawing, from hand size 2: one card, discarded for the red one; without our ruling none is left.
    done = end("2 4 4", "beat", 1, "red", "3 4", held={1: 1, 2: 4, 3: 4}, closer_draws="no")
    assert changes(done)[1] == (0, 1, 1, 1)


def test_y4_goes_from_its_cards_to_the_investigation() -> None:
    state = sell(begin(4), "#Q 7 #A 8 K K 9")
    assert state.phase == "investigation"
    assert state.ending is not None
    assert (state.ending.outcome, state.ending.ender, state.ending.pool) == ("beat", 3, 2)


def test_y1_without_a_card_face_down_goes_straight_to_the_review_of_all() -> None:
    state = sell(begin(3), "K Q J 10")
    assert state.phase == "review"
    assert state.ending is not None
    assert state.ending.found == "clean"
    assert state.ending.reveal is not None
    assert state.ending.reveal.asked == (1, 2, 3)


def test_y3_goes_to_the_missed_reveal_of_all() -> None:
    state = sell(begin(3), "5 5 6 6 7 7")
    assert state.phase == "missed"
    assert state.ending is not None
    assert state.ending.ender == 3


def test_turns_go_clockwise_from_the_start_player() -> None:
    state = begin(3, start="p2")
    turns = []
    for card in ("5", "5", "6", "6", "7"):
        turns.append(state.turn)
        state = sell(state, card)
    assert [*turns, state.turn] == [2, 3, 1, 2, 3, 1]


def test_the_next_year_begins_with_new_quarters_kept_hands_and_the_promoted_player() -> None:
    state = show(sell(begin(3), "K Q J 10"), "10", "J", "Q")  # E6
    after = move(state, "next")
    assert (after.phase, after.turn, after.cards, after.year.total) == ("year", 3, (), 0)
    assert after.sizes == {1: 4, 2: 4, 3: 5}
    assert hands(after) == {1: 4, 2: 4, 3: 5}
    assert [past.outcome for past in after.past] == ["perfect"]


def test_the_app_names_a_card_of_the_pool_once() -> None:
    state = move(sell(begin(3), "# # # #"), "point", tape=[2])
    assert state.pointed == 3
    with pytest.raises(Refused):
        move(state, "point", tape=[0])
    assert move(state, "turned", found="black").phase == "review"


def test_a_revealed_rank_stays_secret_until_all_have_entered_theirs() -> None:
    state = move(sell(begin(3), "K Q J 10"), "show", by=2, rank="A")
    assert state.entered[2].seats == frozenset({2})  # type: ignore[union-attr]
    for_another = move(state, "show", by=1, seat=3, rank="5")
    assert for_another.entered[3].seats == frozenset({1, 3})  # type: ignore[union-attr]


def told(state: State, by: int, **fields: Any) -> tuple[State, list[str], int]:
    """A rank shown: the state after it, what the log says of it, and how much of that every device is told."""
    act = Act(by, GAME.moves["show"].typed(fields), Chance([]), at=0)
    after: State = GAME.play(state, act)
    return after, [line.in_words(names=dict(enumerate(NAMES, 1))) for line in act.told], len(act.noticed)


def test_another_rank_chosen_in_secret_is_told_to_nobody_and_one_entered_for_somebody_to_all() -> None:
    state = sell(begin(3), "K Q J 10")
    state, lines, noticed = told(state, 2, rank="A")
    assert (lines, noticed) == (["Ben chose a card for the reveal"], 0)
    state, lines, noticed = told(state, 2, rank="K")
    assert (lines, noticed, state.again) == ([], 0, frozenset())
    state, lines, noticed = told(state, 1, seat=2, rank="5")
    assert (lines, noticed, state.again) == (["Ana entered the revealed card of Ben"], 1, frozenset({2}))
    state, lines, noticed = told(state, 2, rank="K")
    assert (lines, noticed) == (["Ben chose a card for the reveal"], 0), "what the other has seen is not so any more"


def test_a_rank_may_be_entered_again_before_the_turn_over() -> None:
    state = sell(begin(3), "K Q J 10")
    for by, rank in ((1, "2"), (1, "A"), (2, "K")):
        state = move(state, "show", by=by, rank=rank)
    done = move(state, "show", by=3, rank="3")
    assert done.ending is not None
    assert done.ending.promoted == 1


def test_a_table_may_show_each_card_as_it_is_entered() -> None:
    assert move(sell(begin(3, reveals="open"), "K Q J 10"), "show", by=2, rank="A").entered == {2: "A"}


def test_a_card_of_the_year_can_be_corrected() -> None:
    # 5 + 10 closes Q1 at 15; the 5 carried over and the 6 close Q2 at 11; 1 carries on.
    state = move(sell(begin(3), "5 5 6"), "correct", place=1, card="down")
    assert (state.cards, state.year.closed, state.year.total) == (("5", "down", "6"), (15, 11), 1)


def test_a_correction_may_end_the_year_but_not_before_its_last_card() -> None:
    state = sell(begin(3), "K K K 3")
    assert move(state, "correct", place=3, card="K").phase == "review"
    longer = sell(state, "3")
    with pytest.raises(Refused, match="would have ended earlier"):
        move(longer, "correct", place=3, card="K")


REFUSED: list[tuple[str, str, dict[str, Any]]] = [
    ("", "card", {"card": "1"}),
    ("", "card", {"card": ""}),
    ("", "card", {"card": "DOWN"}),
    ("", "show", {"rank": "A"}),
    ("", "point", {}),
    ("", "turned", {"found": "red"}),
    ("", "next", {}),
    ("", "correct", {"place": 0, "card": "2"}),
    ("2 2", "correct", {"place": 2, "card": "2"}),
    ("2 2", "correct", {"place": -1, "card": "2"}),
    ("K Q J 10", "card", {"card": "2"}),
    ("K Q J 10", "correct", {"place": 0, "card": "2"}),
    ("K Q J 10", "turned", {"found": "red"}),
    ("K Q J 10", "point", {}),
    ("K Q J 10", "next", {}),
    ("K Q J 10", "show", {"rank": "joker"}),
    ("K Q J 10", "show", {"rank": "A", "seat": 9}),
    ("# # # #", "turned", {"found": "green"}),
    ("# # # #", "turned", {"found": "clean"}),
    ("# # # #", "show", {"rank": "A"}),
]


@pytest.mark.parametrize(("cards", "key", "fields"), REFUSED)
def test_what_cannot_be_is_refused(cards: str, key: str, fields: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        move(sell(begin(3), cards), key, tape=[0], **fields)


RANK = st.sampled_from(("A", "2", "5", "9", "10", "K"))
CHOICES = st.fixed_dictionaries(
    {option.key: st.sampled_from([value for value, _ in option.choices]) for option in OPTIONS}
)


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 5), CHOICES, st.data())
def test_whole_evenings_keep_the_laws(n: int, options: dict[str, str], data: st.DataObject) -> None:
    state = begin(n, start="", **options)
    for _ in range(60):
        if state.phase == "over":
            break
        state = one_move(state, data)
        sizes = state.ending.sizes_now if state.ending else state.sizes
        now = state.ending.held_now if state.ending else hands(state)
        assert all(1 <= size <= 6 for size in sizes.values())
        assert list(sizes.values()).count(6) <= 1
        assert state.phase != "year" or all(cards >= 1 for seat, cards in now.items())
        assert sum(now.values()) + len(state.cards) + spent(state) <= 52
        assert 0 <= state.year.carry <= 9
    assert (GAME.result(state) is not None) == (state.phase == "over")


def spent(state: State) -> int:
    return 0 if state.reveal is None else 2 * len(state.seats)


def one_move(state: State, data: st.DataObject) -> State:
    if state.phase == "year":
        return move(state, "card", card=data.draw(st.one_of(RANK, st.just("down"))))
    if state.phase == "investigation":
        return move(state, "turned", found=data.draw(st.sampled_from(("black", "red"))))
    if state.phase == "settle":
        return move(state, "next")
    assert state.reveal is not None
    return show(state, *[data.draw(RANK) for _ in state.reveal.asked])


def test_the_cards_on_the_table_may_say_who_starts_and_nobody_enters_them() -> None:
    state = move(begin(3, start=""), "starts", by=1, seat=3)
    assert (state.phase, state.turn, hands(state)) == ("year", 3, {1: 4, 2: 4, 3: 4})
    with pytest.raises(Refused, match="found already"):
        move(state, "starts", seat=1)
    with pytest.raises(Refused, match="one of the players"):
        move(begin(3, start=""), "starts", seat=9)


def test_a_start_player_can_be_looked_for_again_until_a_card_is_sold() -> None:
    state = move(begin(3, start=""), "starts", seat=3)
    again = move(state, "retake")
    assert again.reveal is not None
    assert (again.phase, again.starter, again.reveal.asked) == ("opening", None, (1, 2, 3))
    with pytest.raises(Refused, match="no reveal"):
        move(sell(state, "7"), "retake")
    with pytest.raises(Refused, match="no reveal"):
        move(begin(3, start=""), "retake")


def test_a_win_by_a_card_entered_wrongly_is_taken_back_and_the_same_players_reveal_again() -> None:
    state = State((1, 2, 3), {}, {1: 5, 2: 4, 3: 4}, {1: 5, 2: 4, 3: 4}, starter=2)
    tie = show(move(sell(state, "# # # #"), "turned", found="black"), "A", "A", "Q")
    won = show(tie, "K", "2")  # E5 by way of a tie: Ana has six
    assert won.phase == "over"
    again = move(won, "retake")
    assert again == tie  # the tie stands; only what came of it is asked again
    assert GAME.result(again) is None
    done = show(again, "2", "K")
    assert done.ending is not None
    assert (done.phase, done.ending.promoted) == ("settle", 2)


def test_a_reveal_taken_back_leaves_who_was_demoted_before_it() -> None:
    state = show(move(sell(begin(4), "#Q 7 #A 8 K K 9"), "turned", found="red"), "2", "10", "J")
    again = move(state, "retake")
    assert again.ending is not None
    assert again.reveal is not None
    assert (again.phase, again.ending.demoted, again.reveal.asked) == ("review", (3,), (1, 2, 4))


def test_nothing_is_taken_back_while_ranks_lie_face_down() -> None:
    tie = show(sell(begin(3), "K Q J 10"), "A", "A", "2")
    with pytest.raises(Refused, match="no reveal"):
        move(move(tie, "show", by=1, rank="7"), "retake")
