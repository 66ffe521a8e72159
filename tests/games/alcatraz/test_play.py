"""A game of Alcatraz, phase by phase: what may be tapped when, what it changes, and what is refused in which words."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ballots import Ballot
from companion.chance import Chance
from companion.game import Act, Hidden, Refused, Viewer
from companion.games.alcatraz import GAME, moves
from companion.games.alcatraz.ending import result
from companion.games.alcatraz.play import play
from companion.games.alcatraz.state import Prisoner
from companion.games.alcatraz.view import look, now
from companion.values import replace
from companion.words import Who, say
from tests.games.alcatraz.table import ANA, BEN, CLEO, DOV, LAID, MINUTE, NAMES, Played, Seeded, begun, players


def refused(played: Played, seat: int, kind: str, /, **fields: Any) -> Refused:
    before = played.state
    with pytest.raises(Refused) as caught:
        played.play(seat, kind, **fields)
    assert played.state is before, "a refusal changes nothing"
    return caught.value


# The guard.


def test_the_first_round_begins_with_actions_without_a_guard_or_a_vote() -> None:
    game = Played(begun())
    assert refused(game, ANA, "guard", room=5)
    assert refused(game, ANA, "vote", choice=BEN)
    assert game.sees(ANA).phase == "actions"
    assert game.sees(ANA).guards_out == 8


def test_a_round_begins_with_a_guard_where_the_card_says() -> None:
    game = Played(begun()).play(ANA, "round-done").play(ANA, "guard", room=5)
    seen = game.sees(BEN)
    assert (seen.round, seen.phase, seen.guards_out, seen.rounds_left) == (2, "vote", 9, 11)
    assert {room.number: room.guards for room in seen.rooms}[5] == 2
    assert str(seen.last_guard) == "Exercise Yard"


def test_a_guard_put_by_hand_without_a_room_asks_for_the_room_and_draws_none() -> None:
    game = Played(begun()).play(ANA, "round-done")
    no = refused(game, ANA, "guard", card="ours")
    assert (no.field, str(no.sentence)) == ("room", "Please choose the room on your card.")
    assert game.play(ANA, "guard", card="ours", room=7).sees(BEN).rooms[6].guards == 1


def test_g4_a_room_with_four_guards_is_drawn_again() -> None:
    game = Played(begun()).play(ANA, "set-guards", room=5, n=4).play(ANA, "round-done")
    assert refused(game, ANA, "guard", room=5).field == "room"
    rooms: Counter[int] = Counter()
    for seed in range(2200):
        act = Act(ANA, moves.Guard(), Seeded(seed), 0)
        after = play(game.state, act)
        rooms.update(r for r in range(1, 13) if after.guards_in(r) > game.state.guards_in(r))
        assert after.guards_in(5) == 4
    assert len(rooms) == 11
    assert all(abs(n - 200) < 85 for n in rooms.values()), "each of the eleven others as likely"


def test_the_twenty_first_guard_ends_the_game_for_all() -> None:
    game = Played(begun())
    for number, room in enumerate([6, 7, 7, 7, 7, 8, 8, 8, 8, 9, 9, 9], start=2):
        game.to_vote(room).vote(ANA, ANA, ANA)
        assert game.sees(None).guards_out == 7 + number
    assert (game.state.round, game.state.phase, game.state.guards_out) == (13, "actions", 20)
    assert game.sees(None).rounds_left == 0
    game.play(ANA, "round-done")
    assert game.sees(None).rounds_left == 0
    game.play(BEN, "guard")
    ended = result(game.state)
    assert ended is not None
    assert "everybody loses" in str(ended.headline)
    assert [(team.seats, team.won) for team in ended.teams] == [((ANA, BEN, CLEO), False)]
    assert refused(game, ANA, "round-done")


def test_the_twentieth_guard_is_no_loss_and_a_correction_gives_back_a_round() -> None:
    game = Played(begun())
    for room, n in [(7, 4), (8, 4), (9, 3)]:
        game.play(ANA, "set-guards", room=room, n=n)
    assert game.state.guards_out == 19
    game.play(ANA, "round-done").play(ANA, "guard", room=9)
    assert (game.state.guards_out, game.state.phase) == (20, "vote")
    assert refused(game, ANA, "set-guards", room=10, n=1).field == "n"
    game.play(ANA, "set-guards", room=9, n=3)
    game.play(ANA, "talk-over").vote(BEN, BEN, BEN).play(ANA, "round-done").play(ANA, "guard", room=10)
    assert game.state.phase == "vote"


# The talk and its clock.


def test_talk_lasts_two_minutes_of_the_servers_clock_and_nobody_votes_before() -> None:
    game = Played(begun(), at=1_000_000).play(ANA, "round-done").play(BEN, "guard", room=5)
    assert game.vote_before(CLEO).seconds == 120
    game.at += MINUTE + 1
    assert game.vote_before(CLEO).seconds == 60
    assert not game.vote_before(CLEO).may_vote
    assert "60 seconds left" in str(refused(game, CLEO, "vote", choice=ANA).sentence)
    game.at += MINUTE - 2
    assert game.vote_before(CLEO).seconds == 1
    assert "1 second left" in str(refused(game, CLEO, "vote", choice=ANA).sentence)
    game.at += 1
    assert game.vote_before(CLEO).seconds == 0
    assert game.vote_before(CLEO).may_vote
    game.play(CLEO, "vote", choice=ANA)


def test_the_present_scapegoat_or_a_host_may_end_the_talk_and_nobody_else() -> None:
    game = Played(begun()).play(ANA, "round-done").play(BEN, "guard", room=5)
    assert "Ana" in refused(game, BEN, "talk-over").sentence.in_words(names=dict(enumerate(NAMES)))
    assert game.vote_before(ANA).may_end_talk
    assert not game.vote_before(BEN).may_end_talk
    other = Played(game.state).play(BEN, "talk-over", host=True)
    game.play(ANA, "talk-over")
    for talked in (game, other):
        assert talked.vote_before(BEN).seconds == 0
        assert talked.vote_before(BEN).may_vote


def test_ending_a_talk_that_ran_out_makes_no_vote_stale_and_leaves_no_line() -> None:
    game = Played(begun()).play(ANA, "round-done").play(BEN, "guard", room=5)
    game.at += 2 * MINUTE
    lines = len(game.told)
    game.play(ANA, "talk-over")
    assert not game.new_phase
    assert len(game.told) == lines


# The vote.


@pytest.mark.parametrize("n", [3, 4])
def test_votes_are_shown_together_when_the_last_is_in(n: int) -> None:
    game = Played(begun(n)).to_vote()
    for seat in range(n - 1):
        game.play(seat, "vote", choice=BEN)
        assert not game.new_phase
        assert game.sees(DOV if n == 4 else CLEO).last_vote is None
    game.play(n - 1, "vote", choice=ANA)
    assert game.new_phase
    vote = game.last_vote
    assert vote == game.sees(None).last_vote
    assert vote.votes == (*((seat, BEN) for seat in range(n - 1)), (n - 1, ANA))
    assert (vote.winner, vote.settled, game.state.goat) == (BEN, "votes", BEN)


@pytest.mark.parametrize("n", [3, 4])
def test_whatever_order_votes_come_in_the_same_one_is_elected(n: int) -> None:
    for choices in list(product(range(n), repeat=n))[:: 7 if n == 4 else 1]:
        outcomes = set()
        for order in list(permutations(range(n)))[:: 5 if n == 4 else 1]:
            game = Played(begun(n)).to_vote()
            for seat in order:
                game.play(seat, "vote", choice=choices[seat])
            outcomes.add((game.state.goat, game.state.last_vote))
        assert len(outcomes) == 1


@pytest.mark.parametrize(
    ("n", "choices", "elected"),
    [(3, (BEN, CLEO, ANA), BEN), (4, (ANA, ANA, DOV, DOV), ANA), (4, (DOV, ANA, DOV, ANA), DOV)],
)
def test_a_tie_is_settled_by_the_previous_scapegoats_own_vote_and_says_so(
    n: int, choices: tuple[int, ...], elected: int
) -> None:
    game = Played(begun(n)).to_vote().vote(*choices)
    assert (game.state.goat, game.last_vote.settled, game.last_vote.previous) == (elected, "tie", ANA)
    assert game.told[-1] == f"The vote is closed: a tie, settled by the previous Scapegoat’s vote for {NAMES[elected]}"


def test_a_mind_changed_before_the_close_counts_once_and_afterwards_never() -> None:
    game = Played(begun()).to_vote().play(BEN, "vote", choice=BEN).play(BEN, "vote", choice=CLEO)
    assert game.vote_before(BEN).own == CLEO
    assert game.told.count("Ben voted") == 1, "a second vote of the same player leaves no second line"
    game.play(ANA, "vote", choice=CLEO).play(CLEO, "vote", choice=BEN)
    assert dict(game.last_vote.votes) == {ANA: CLEO, BEN: CLEO, CLEO: BEN}
    assert refused(game, BEN, "vote", choice=ANA)


@pytest.mark.parametrize("choice", [3, -1, 99])
def test_nobody_outside_the_game_can_be_voted_for(choice: int) -> None:
    assert refused(Played(begun()).to_vote(), BEN, "vote", choice=choice).field == "choice"


def test_a_host_without_a_seat_has_no_vote() -> None:
    assert refused(Played(begun()).to_vote(), -1, "vote", host=True, choice=ANA)


def test_before_the_close_others_learn_that_somebody_voted_and_nothing_else() -> None:
    for choice in (ANA, BEN, CLEO):
        game = Played(begun()).to_vote().play(BEN, "vote", choice=choice)
        for seat in (ANA, CLEO, None):
            vote = game.vote_before(seat)
            assert (vote.own, vote.voted, vote.waiting) == (None, (BEN,), (ANA, CLEO))
            same = Played(begun()).to_vote().play(BEN, "vote", choice=ANA)
            assert repr(game.sees(seat)) == repr(same.sees(seat))
            assert game.told == same.told
    assert game.vote_before(BEN).own == CLEO


def test_a_panel_never_touches_what_its_viewer_may_not_see() -> None:
    class Touchy:
        def __getattribute__(self, name: str) -> object:
            raise AssertionError("touched")

    game = Played(begun()).to_vote().play(BEN, "vote", choice=CLEO)
    assert game.state.ballot is not None
    touchy: Hidden[Any] = Hidden(Touchy(), frozenset({BEN}))
    state = replace(game.state, ballot=Ballot(game.state.ballot.voters, {BEN: touchy}))
    assert repr(look(state, Viewer(ANA))) == repr(look(game.state, Viewer(ANA)))


# Somebody away.


def test_a_host_counts_somebody_away_on_the_record_and_the_rest_decides() -> None:
    game = Played(begun(4)).to_vote()
    for seat in (ANA, BEN, CLEO):
        game.play(seat, "vote", choice=CLEO)
    game.play(BEN, "away", host=True, seat=DOV)
    assert game.new_phase
    assert (game.state.goat, game.last_vote.away) == (CLEO, (DOV,))
    assert "Ben counted Dov as away: no vote this time" in game.told


def test_two_players_together_count_somebody_away_and_one_alone_does_not() -> None:
    game = Played(begun(4)).to_vote()
    for seat in (ANA, BEN, CLEO):
        game.play(seat, "vote", choice=CLEO)
    game.play(BEN, "away", seat=DOV).play(BEN, "away", seat=DOV)
    assert game.state.phase == "vote", "the same player twice is still one"
    assert game.vote_before(ANA).calls == (DOV,)
    game.play(ANA, "away", seat=DOV)
    assert game.state.goat == CLEO


def test_who_comes_back_before_the_close_still_votes() -> None:
    game = Played(begun(4)).to_vote().play(ANA, "vote", choice=DOV).play(BEN, "away", host=True, seat=DOV)
    assert game.vote_before(ANA).waiting == (BEN, CLEO)
    game.play(DOV, "vote", choice=ANA).play(BEN, "vote", choice=ANA).play(CLEO, "vote", choice=BEN)
    assert game.last_vote.away == ()
    assert dict(game.last_vote.votes)[DOV] == ANA


@pytest.mark.parametrize("draw", [0, 1])
def test_a_tie_with_the_previous_scapegoat_away_is_settled_by_lots_and_says_so(draw: int) -> None:
    game = Played(begun()).to_vote().play(BEN, "vote", choice=CLEO).play(CLEO, "vote", choice=BEN)
    game.play(BEN, "away", host=True, seat=ANA, draws=(draw,))
    assert (game.state.goat, game.last_vote.settled) == ((BEN, CLEO)[draw], "lots")
    assert "the previous Scapegoat was away: the app picked" in game.told[-1]


def test_nobody_is_counted_away_while_talking_twice_after_voting_or_by_oneself() -> None:
    game = Played(begun(4)).play(ANA, "round-done").play(ANA, "guard", room=5)
    assert refused(game, ANA, "away", host=True, seat=DOV), "still talking"
    game.play(ANA, "talk-over").play(BEN, "vote", choice=ANA)
    assert refused(game, ANA, "away", host=True, seat=BEN).field == "seat"
    assert refused(game, DOV, "away", seat=DOV).field == "seat"
    assert refused(game, -1, "away", seat=DOV), "a stranger"
    game.play(ANA, "away", host=True, seat=DOV)
    assert refused(game, ANA, "away", host=True, seat=DOV)


def test_a_vote_in_which_nobody_voted_never_closes() -> None:
    game = Played(begun()).to_vote()
    for seat in (ANA, BEN):
        game.play(-1, "away", host=True, seat=seat)
    assert refused(game, -1, "away", host=True, seat=CLEO)
    assert game.state.goat == ANA
    game.play(CLEO, "vote", choice=BEN)
    assert game.state.goat == BEN, "one vote is enough to decide"


# Terms and Action Points.


def points(game: Played) -> dict[int, int]:
    return {prisoner.seat: prisoner.points for prisoner in game.sees(None).prisoners}


def test_a_scapegoat_elected_again_gains_up_to_three_points_and_a_new_one_starts_over() -> None:
    game = Played(begun())
    assert points(game) == {ANA: 4, BEN: 3, CLEO: 3}
    for term, total in [(2, 5), (3, 6), (4, 6)]:
        game.to_vote(13 - term).vote(ANA, ANA, ANA)
        assert (game.state.term, points(game)[ANA]) == (term, total)
    game.to_vote(8).vote(BEN, BEN, ANA)
    assert points(game) == {ANA: 3, BEN: 4, CLEO: 3}


def test_a_table_may_choose_that_the_random_first_term_does_not_count() -> None:
    game = Played(begun(term="free"))
    assert points(game)[ANA] == 4, "one more all the same: he is the Scapegoat"
    assert points(game.to_vote().vote(ANA, ANA, ANA))[ANA] == 4
    assert points(game.to_vote().vote(ANA, ANA, ANA))[ANA] == 5


def test_four_players_have_two_points_each() -> None:
    assert points(Played(begun(4))) == {ANA: 3, BEN: 2, CLEO: 2, DOV: 2}


def test_one_stamina_point_a_round_buys_one_more_action_point() -> None:
    game = Played(begun())
    assert refused(game, BEN, "stamina", seat=BEN)
    game.play(BEN, "count", seat=BEN, what="stamina", n=2).play(BEN, "stamina", seat=BEN)
    assert points(game)[BEN] == 4
    assert game.state.prisoners[BEN].stamina == 1
    assert refused(game, BEN, "stamina", seat=BEN)
    game.to_vote().vote(ANA, ANA, ANA)
    assert points(game)[BEN] == 3
    assert points(game.play(BEN, "stamina", seat=BEN))[BEN] == 4


def test_play_goes_from_the_scapegoat_clockwise_and_after_the_last_a_round_begins() -> None:
    game = Played(begun()).to_vote().vote(CLEO, CLEO, CLEO)
    order = [(prisoner.seat, prisoner.turn) for prisoner in game.sees(None).prisoners]
    assert order == [(CLEO, "now"), (ANA, "later"), (BEN, "later")]
    game.play(CLEO, "turn-done").play(BEN, "turn-done")
    assert [p.turn for p in game.sees(None).prisoners] == ["done", "done", "now"]
    game.play(BEN, "turn-done")
    assert (game.state.phase, game.state.round) == ("guard", 3)


# The guards' clock.


@pytest.mark.parametrize(("number", "left"), [(2, 11), (12, 1), (13, 0)])
def test_the_screen_of_a_new_guard_counts_that_guard_already(number: int, left: int) -> None:
    """Round 13 has the twentieth guard; the guard of round 14 would be the 21st."""
    game = Played(begun())
    rooms = [7, 7, 7, 7, 8, 8, 8, 8, 9, 9, 9, 9]
    for room in rooms[: number - 2]:
        game.to_vote(room).vote(ANA, ANA, ANA)
    game.play(ANA, "round-done")
    assert (game.state.round, game.sees(None).guards_out) == (number, 6 + number)
    assert game.sees(None).rounds_left == left, "before the guard is drawn"
    game.play(ANA, "guard", room=rooms[number - 2])
    assert game.sees(None).rounds_left == left, "and after"


# What guards do to a riot and to the Radio Room's rule. Rooms 1 to 12 lie in their order; guards: two in 1 and 2, one
# in 3, 4, 5 and 6.


def test_a_riot_into_three_guards_needs_one_of_them_bribed() -> None:
    game = Played(begun()).play(ANA, "set-guards", room=5, n=3).play(ANA, "count", seat=BEN, what="cash", n=1)
    no = refused(game, BEN, "move-guard", start=1, to=5, how="riot")
    assert (no.field, str(no.sentence)) == (
        "bribes",
        "With three guards here, only moving, blackmail cards and free actions are possible. Bribe one first.",
    )
    assert refused(game, BEN, "move-guard", start=1, to=5, how="riot", bribes=1).field == "by"
    assert refused(game, BEN, "move-guard", start=1, to=5, how="riot", bribes=1, by=CLEO).field == "bribes"
    game.play(BEN, "move-guard", start=1, to=5, how="riot", bribes=1, by=BEN)
    assert (game.state.guards_in(5), game.state.prisoners[BEN].cash) == (4, 0)


def test_a_riot_with_two_guards_is_possible_and_none_ever_brings_a_fifth() -> None:
    game = Played(begun()).play(BEN, "move-guard", start=2, to=1, how="riot")
    assert game.state.guards_in(1) == 3
    game.play(ANA, "set-guards", room=1, n=4).play(ANA, "count", seat=BEN, what="cash", n=4)
    assert refused(game, BEN, "move-guard", start=2, to=1, how="riot", bribes=1, by=BEN)


def test_the_radio_rooms_rule_minds_its_own_guards_unless_it_is_free() -> None:
    game = Played(begun()).play(ANA, "set-guards", room=2, n=3)
    assert refused(game, BEN, "move-guard", start=3, to=12, how="radio").field == "bribes"
    gold = (
        Played(game.state).play(ANA, "turn", room=2, side="gold").play(BEN, "move-guard", start=3, to=12, how="radio")
    )
    assert gold.state.guards_in(12) == 1
    game.play(ANA, "set-guards", room=2, n=4).play(ANA, "turn", room=2, side="gold")
    assert refused(game, BEN, "move-guard", start=3, to=12, how="radio").field == "bribes"


def test_a_blackmail_card_moves_guards_whatever_guards_are_there() -> None:
    game = Played(begun()).play(ANA, "set-guards", room=5, n=3).play(ANA, "move-guard", start=1, to=5)
    assert game.state.guards_in(5) == 4


@pytest.mark.parametrize("cash", [0, 1])
def test_a_bribe_needs_the_cash_and_takes_it(cash: int) -> None:
    game = Played(begun()).play(BEN, "count", seat=BEN, what="cash", n=cash)
    no = refused(game, BEN, "complete", room=1, by=BEN, items="yes", bribes=2)
    assert no.field == "bribes"
    assert no.sentence.in_words(names=dict(enumerate(NAMES))) == (
        f"Cash of Ben: {cash}. If that is wrong, correct the prisoner sheet first."
    )
    game.play(BEN, "count", seat=BEN, what="cash", n=2)
    game.play(BEN, "complete", room=1, by=BEN, items="yes", bribes=2)
    assert game.state.prisoners[BEN].cash == 0


def test_with_pawns_whoever_completes_a_task_stands_in_its_room_from_then_on() -> None:
    game = Played(begun(pawns="yes")).play(BEN, "complete", room=11, by=BEN, items="yes")
    assert game.state.prisoners[BEN].room == 11


@pytest.mark.parametrize(
    ("kind", "fields", "options"),
    [
        ("move-guard", {"start": 1, "to": 5, "how": "riot"}, {}),
        ("complete", {"room": 1, "by": BEN, "items": "yes", "bribes": 2}, {}),
    ],
)
def test_what_was_taken_before_these_rules_were_minded_still_replays(
    kind: str, fields: dict[str, Any], options: dict[str, Any]
) -> None:
    state = Played(begun(**options)).play(ANA, "set-guards", room=5, n=3).state
    act = Act(BEN, moves.MOVES[kind].typed(fields), Chance(()), 0)
    with pytest.raises(Refused):
        play(state, act)
    act.replayed = True
    assert play(state, act) is not state


# The board kept in step.


def test_a_riot_draws_a_guard_from_next_door_corners_included_and_never_from_further() -> None:
    # Room 5 in the middle of rows 1 2 3 / 4 5 6 / 7 8 9; room 10 is two rows from 5.
    game = Played(begun()).play(BEN, "move-guard", start=1, to=5, how="riot")
    assert (game.state.guards_in(1), game.state.guards_in(5)) == (1, 2)
    assert refused(game, BEN, "move-guard", start=5, to=10, how="riot").field == "start"
    assert refused(game, BEN, "move-guard", start=3, to=4, how="riot").field == "start", "a row's end is not next door"
    game.play(BEN, "move-guard", start=5, to=10, how="radio")
    assert game.state.guards_in(10) == 1


def test_guards_that_move_are_neither_lost_nor_made_and_never_more_than_four() -> None:
    game = Played(begun()).play(ANA, "set-guards", room=5, n=4)
    assert refused(game, ANA, "move-guard", start=1, to=5).field == "to"
    assert refused(game, ANA, "move-guard", start=12, to=1).field == "start"
    assert refused(game, ANA, "move-guard", start=1, to=1).field == "to"
    game.play(ANA, "move-guard", start=5, to=12)
    assert (game.state.guards_in(5), game.state.guards_in(12), game.state.guards_out) == (3, 1, 11)


@given(st.lists(st.tuples(st.integers(1, 12), st.integers(1, 12), st.sampled_from(["riot", "radio", "other"]))))
def test_no_walk_of_guards_breaks_the_count_or_the_limit(walks: list[tuple[int, int, str]]) -> None:
    game = Played(begun())
    for start, to, how in walks:
        try:
            game.play(ANA, "move-guard", start=start, to=to, how=how)
        except Refused:
            continue
    assert game.state.guards_out == 8
    assert all(0 <= n <= 4 for n in game.state.guards)


def test_counters_are_set_so_that_a_second_tap_changes_nothing() -> None:
    game = Played(begun())
    for _ in range(2):
        game.play(CLEO, "count", seat=BEN, what="cash", n=2)
    assert game.state.prisoners[BEN].cash == 2
    assert game.told == ["Cleo corrected the sheet of Ben (Cash): 0 → 2"]


@pytest.mark.parametrize(
    ("kind", "fields", "own", "others"),
    [
        ("mark", {"seat": BEN, "letter": "D"}, "Ben marked D", "Cleo marked D for Ben"),
        ("walk", {"seat": BEN, "room": 4}, "Ben moved: Infirmary", "Cleo moved Ben: Infirmary"),
        (
            *("stamina", {"seat": BEN}, "Ben spent a Stamina: one more Action Point"),
            "Cleo spent a Stamina for Ben: one more Action Point",
        ),
        (
            *("complete", {"by": BEN, "room": 11, "items": "yes"}, "Ben completed task A: Guard’s Room"),
            "Cleo completed task A for Ben: Guard’s Room",
        ),
    ],
)
def test_whoever_does_it_for_themselves_is_named_once(kind: str, fields: dict[str, Any], own: str, others: str) -> None:
    for seat, line in ((BEN, own), (CLEO, others)):
        game = Played(begun()).play(BEN, "count", seat=BEN, what="stamina", n=1)
        assert game.play(seat, kind, **fields).told[-1] == line


@pytest.mark.parametrize(("what", "most"), [("items", 3), ("blackmail", 2)])
def test_three_items_and_two_blackmail_cards_are_the_most(what: str, most: int) -> None:
    game = Played(begun()).play(BEN, "count", seat=BEN, what=what, n=most)
    assert refused(game, BEN, "count", seat=BEN, what=what, n=most + 1).field == "n"
    assert refused(game, BEN, "count", seat=7, what=what, n=1).field == "seat"


def test_letters_can_be_marked_and_taken_off_and_twice_is_once() -> None:
    game = Played(begun()).marked(ben="DBD")
    assert game.state.prisoners[BEN].letters == "BD"
    game.play(ANA, "mark", seat=BEN, letter="-D").play(ANA, "mark", seat=BEN, letter="-D")
    assert game.state.prisoners[BEN].letters == "B"
    assert len(game.told) == 3


def test_a_pawn_walks_anywhere_but_into_four_guards() -> None:
    game = Played(begun(pawns="yes")).play(ANA, "set-guards", room=5, n=4).play(BEN, "walk", seat=BEN, room=4)
    assert {room.number: room.pawns for room in game.sees(None).rooms if room.pawns} == {
        7: (ANA,),
        4: (BEN,),
        9: (CLEO,),
    }
    assert refused(game, BEN, "walk", seat=BEN, room=5).field == "room"


def test_without_pawns_nobody_is_shown_anywhere() -> None:
    assert all(room.pawns == () for room in Played(begun()).sees(ANA).rooms)


def test_tasks_sheets_sides_and_the_scapegoat_can_be_put_right() -> None:
    game = Played(begun())
    assert refused(game, ANA, "put-task", letter="D", room=5).field == "letter"
    assert refused(game, ANA, "put-task", letter="A", room=12).field == "room"
    game.play(ANA, "put-task", letter="A", room=5).play(ANA, "put-task", letter="B")
    game.play(ANA, "put-task", letter="F", room=12)
    assert {room.task: room.number for room in game.sees(None).tasks} == {"A": 5, "C": 1, "F": 12}
    game.play(ANA, "swap", room=1, other=12).play(ANA, "turn", room=3, side="gold")
    assert [room.number for room in game.sees(None).rooms] == [12, *range(2, 12), 1]
    assert [room.number for room in game.sees(None).rooms if room.side == "gold"] == [3]
    game.play(ANA, "set-goat", seat=CLEO, term=3)
    assert points(game) == {ANA: 3, BEN: 3, CLEO: 6}


# A task completed.


def test_g5_the_completer_marks_the_task_everybody_else_but_the_scapegoat_the_card() -> None:
    game = Played(begun()).play(BEN, "complete", room=11, by=BEN, items="yes")
    assert game.sees(ANA).rewarded == (CLEO,)
    game.play(BEN, "reward", letter="D")
    assert game.state.letters == {ANA: "", BEN: "A", CLEO: "D"}
    assert game.state.phase == "task"
    game.play(ANA, "new-task", letter="A", room=4)
    assert {task.letter: task.room for task in game.state.tasks} == {"A": 4, "B": 12, "C": 1}
    assert (game.state.phase, game.state.turn) == ("actions", 0)
    assert game.sees(None).cards == 25


def test_who_completed_the_task_turns_the_reward_card_and_the_scapegoat_guards_and_tasks() -> None:
    """Rulebook, the example: Michael completed a task, so now he draws. The Scapegoat here is Ana."""
    game = Played(begun()).play(BEN, "complete", room=11, by=BEN, items="yes")
    asked = {seat: now(game.sees(seat), Viewer(seat)) for seat in (ANA, BEN, CLEO)}
    assert [seat for seat, one in asked.items() if one.asked] == [BEN]
    assert asked[ANA].waiting == (BEN,)
    assert asked[CLEO].title == say("%(name)s turns the reward card", name=Who(BEN))
    game.play(BEN, "reward", letter="D")
    assert [seat for seat in (ANA, BEN, CLEO) if now(game.sees(seat), Viewer(seat)).asked] == [ANA]


def test_once_all_guards_are_out_everybody_reads_that_the_21st_comes_and_nobody_of_a_room_for_it() -> None:
    game = Played(begun())
    ends = "All guards are out: the 21st comes"
    for guards, asked, watched in (
        (19, "Turn a guard: tap its room, or let the app draw", "%(name)s draws where a new guard goes"),
        (20, ends, ends),
    ):
        for seat, title in ((ANA, asked), (BEN, watched), (None, watched)):
            seen = replace(game.sees(seat), phase="guard", guards_out=guards)
            found = now(seen, Viewer(seat)).title
            assert found is not None
            assert found.message == title


def test_four_players_two_are_rewarded() -> None:
    game = Played(begun(4)).play(CLEO, "complete", room=12, by=CLEO, items="yes").play(CLEO, "reward", letter="B")
    assert game.state.letters == {ANA: "", BEN: "B", CLEO: "B", DOV: "B"}


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"room": 10, "by": BEN, "items": "yes"}, "room"),
        ({"room": 1, "by": ANA, "items": "yes"}, "by"),
        ({"room": 1, "by": 7, "items": "yes"}, "by"),
        ({"room": 1, "by": BEN}, "items"),
        ({"room": 1, "by": BEN, "items": "yes", "most": 1}, "most"),
        ({"room": 1, "by": BEN, "items": "yes", "bribes": 3}, "bribes"),
        ({"room": 1, "by": BEN, "items": "yes", "needs": 2, "here": 1}, "here"),
        ({"room": 1, "by": BEN, "items": "yes", "needs": 2}, "here"),
    ],
)
def test_a_task_is_not_completed_while_a_known_condition_fails(fields: dict[str, object], field: str) -> None:
    """Room 1 holds task C and two guards; Ana is the Scapegoat; room 10 has no task."""
    assert refused(Played(begun()), BEN, "complete", **fields).field == field


def test_a_bribe_lowers_the_guards_of_a_task_and_the_cash_that_pays() -> None:
    game = Played(begun()).play(BEN, "count", seat=BEN, what="cash", n=2)
    game.play(BEN, "complete", room=1, by=BEN, items="yes", most=1, bribes=1)
    assert (game.state.phase, game.state.prisoners[BEN].cash) == ("reward", 1)


def test_a_table_may_choose_that_bribes_do_not_lower_a_tasks_guards() -> None:
    game = Played(begun(bribes="counts")).play(BEN, "count", seat=BEN, what="cash", n=1)
    assert refused(game, BEN, "complete", room=1, by=BEN, items="yes", most=1, bribes=1).field == "most"
    game.play(BEN, "complete", room=1, by=BEN, items="yes", most=2, bribes=1)


def test_three_guards_stop_a_task_until_one_is_bribed_and_four_stop_even_that() -> None:
    game = Played(begun()).play(ANA, "set-guards", room=1, n=3)
    assert refused(game, BEN, "complete", room=1, by=BEN, items="yes").field == "bribes"
    game.play(BEN, "count", seat=BEN, what="cash", n=4)
    Played(game.state).play(BEN, "complete", room=1, by=BEN, items="yes", bribes=1)
    game.play(ANA, "set-guards", room=1, n=4)
    assert refused(game, BEN, "complete", room=1, by=BEN, items="yes", bribes=4).field == "bribes"


def test_with_pawns_the_prisoners_in_the_room_are_counted() -> None:
    game = Played(begun(pawns="yes")).play(BEN, "walk", seat=BEN, room=11)
    assert refused(game, BEN, "complete", room=11, by=BEN, items="yes", needs=2, here=4).field == "here"
    game.play(ANA, "walk", seat=ANA, room=11).play(BEN, "complete", room=11, by=BEN, items="yes", needs=2)


def test_two_guards_make_a_task_cost_two_points() -> None:
    assert {room.task: room.price for room in Played(begun()).sees(None).tasks} == {"A": 1, "B": 1, "C": 2}


def test_a_letter_already_out_goes_under_the_deck_and_a_room_holds_one_task() -> None:
    game = Played(begun()).play(BEN, "complete", room=11, by=BEN, items="yes").play(BEN, "reward", letter="D")
    assert refused(game, ANA, "new-task", letter="B", room=4).field == "letter"
    assert refused(game, ANA, "new-task", letter="E", room=12).field == "room"


def test_the_app_draws_a_new_task_among_the_letters_and_rooms_that_are_free() -> None:
    game = Played(begun()).play(BEN, "complete", room=11, by=BEN, items="yes").play(BEN, "reward", letter="D")
    letters: Counter[str] = Counter()
    rooms: Counter[int] = Counter()
    for seed in range(2000):
        after = play(game.state, Act(ANA, moves.NewTask(letter="app"), Seeded(seed), 0))
        letters[after.tasks[-1].letter] += 1
        rooms[after.tasks[-1].room] += 1
    assert set(letters) == set("ADEF")
    assert set(rooms) == set(range(1, 13)) - {12, 1}
    assert all(abs(n - 500) < 135 for n in letters.values())
    assert all(abs(n - 200) < 85 for n in rooms.values())


def test_the_app_draws_a_reward_among_all_six_letters() -> None:
    game = Played(begun()).play(BEN, "complete", room=11, by=BEN, items="yes")
    drawn: Counter[str | None] = Counter()
    for seed in range(3000):
        done = play(game.state, Act(BEN, moves.Reward(letter="app"), Seeded(seed), 0)).done
        assert done is not None
        drawn[done.drawn] += 1
    assert set(drawn) == set("ABCDEF")
    assert all(abs(n - 500) < 135 for n in drawn.values())


def test_an_empty_deck_gives_no_reward_and_no_new_task_and_play_goes_on() -> None:
    game = Played(begun()).play(BEN, "complete", room=11, by=BEN, items="yes").play(BEN, "reward", letter="none")
    assert game.state.letters == {ANA: "", BEN: "A", CLEO: ""}
    game.play(ANA, "new-task", letter="none")
    assert (game.state.phase, len(game.state.tasks), game.sees(None).cards) == ("actions", 2, 0)


# The end.


def test_the_escape_is_seen_right_after_the_reward() -> None:
    """The rulebook's example: Michael ABC is the Scapegoat, Ralf BDF, Chris has just completed E beside D and F."""
    game = Played(begun()).play(ANA, "put-task", letter="A").play(ANA, "put-task", letter="E", room=11)
    game.marked(ana="ABC", ben="BDF", cleo="DF").play(CLEO, "complete", room=11, by=CLEO, items="yes")
    assert result(game.state) is None, "not before the others are rewarded"
    game.play(CLEO, "reward", letter="B")
    ended = result(game.state)
    assert ended is not None
    assert [(team.seats, team.won) for team in ended.teams] == [((ANA, CLEO), True), ((BEN,), False)]
    assert ended.places == {}, "they escaped or they did not: nobody is third"
    words = [line.in_words(names=dict(enumerate(NAMES))) for line in (ended.headline, *ended.reasons)]
    assert words == [
        "Ana and Cleo escape; Ben stays",
        "Ana is needed: nobody else has A and C.",
        "Cleo is needed: nobody else has E.",
        "Not needed: Ben.",
        "Nobody else could be left behind, so Ben stays.",
    ]


def test_a_scapegoat_nobody_needs_stays() -> None:
    game = Played(begun()).marked(ana="ABCDEF", ben="ABCDEF").play(BEN, "escape")
    ended = result(game.state)
    assert ended is not None
    assert ended.won == {BEN, CLEO}
    assert [(str(honour.name), honour.seats) for honour in ended.honours] == [("Scapegoat", (ANA,))]
    words = [line.in_words(names=dict(enumerate(NAMES))) for line in ended.reasons]
    assert words[0] == "Ana, the Scapegoat, is not needed: the others have all six letters without Ana."
    assert words[-1] == "Cleo escapes without a single letter: only one player stays."
    own = {NAMES[seat]: str(sentence) for seat, sentence in ended.own.items()}
    assert own == {"Ana": "You stay behind", "Ben": "You escaped", "Cleo": "You escaped"}


def test_who_stays_without_a_letter_is_not_said_to_escape() -> None:
    game = Played(begun()).marked(ana="ABC", ben="DEF", cleo="").play(BEN, "escape")
    ended = result(game.state)
    assert ended is not None
    words = [line.in_words(names=dict(enumerate(NAMES))) for line in ended.reasons]
    assert words[-1] == "Nobody else could be left behind, so Cleo stays."


def test_letters_that_only_counters_tell_apart_are_compared_line_by_line() -> None:
    game = Played(begun(4)).marked(ana="ABC", ben="DE", cleo="DE", dov="F")
    for seat, cash, items in [(BEN, 1, 2), (CLEO, 1, 1)]:
        game.play(ANA, "count", seat=seat, what="cash", n=cash).play(ANA, "count", seat=seat, what="items", n=items)
    ended = result(game.play(ANA, "escape").state)
    assert ended is not None
    words = [line.in_words(names=dict(enumerate(NAMES))) for line in ended.reasons]
    assert words == [
        "Ana is needed: nobody else has A, B and C.",
        "Dov is needed: nobody else has F.",
        "Not needed: Ben and Cleo.",
        "Fewest letters: Ben 2 and Cleo 2. Still even: Ben and Cleo.",
        "Least Cash: Ben 1 and Cleo 1. Still even: Ben and Cleo.",
        "Fewest Items: Ben 2 and Cleo 1. So Cleo stays.",
    ]


def test_with_all_six_letters_out_and_everybody_needed_play_goes_on_and_says_why() -> None:
    game = Played(begun()).marked(ana="ABC", ben="D", cleo="F").play(ANA, "put-task", letter="C")
    game.play(ANA, "put-task", letter="E", room=5).play(BEN, "complete", room=5, by=BEN, items="yes")
    game.play(BEN, "reward", letter="F")
    assert game.state.phase == "task"
    words = [line.in_words(names=dict(enumerate(NAMES))) for line in game.sees(None).everybody_needed]
    assert words[0].startswith("All six letters are out, but every player is needed")
    assert words[1:4] == [
        "Ana is needed: nobody else has A, B and C.",
        "Ben is needed: nobody else has D and E.",
        "Cleo is needed: nobody else has F.",
    ]
    assert refused(game, ANA, "escape")


def evened() -> Played:
    """Ben and Cleo are even in everything; Ana, the Scapegoat, and Dov are needed and choose."""
    game = Played(begun(4)).marked(ana="ABC", ben="DE", cleo="DE", dov="F")
    return game.play(ANA, "escape")


def test_when_the_rules_leave_several_the_others_choose_in_secret() -> None:
    game = evened()
    assert game.state.phase == "choose"
    assert game.vote_before(ANA).candidates == (BEN, CLEO)
    assert [game.vote_before(seat).may_vote for seat in range(4)] == [True, False, False, True]
    assert refused(game, BEN, "vote", choice=CLEO)
    assert refused(game, ANA, "vote", choice=DOV).field == "choice"
    game.play(ANA, "vote", choice=CLEO)
    assert game.vote_before(DOV).own is None
    game.play(DOV, "vote", choice=CLEO)
    ended = result(game.state)
    assert ended is not None
    assert ended.won == {ANA, BEN, DOV}
    words = [line.in_words(names=dict(enumerate(NAMES))) for line in ended.reasons]
    assert words[-3:] == ["Ana chose Cleo.", "Dov chose Cleo.", "So the others left Cleo behind."]


def test_others_who_come_out_even_vote_again_or_let_lots_decide() -> None:
    game = evened()
    assert refused(game, ANA, "lots"), "not before a vote"
    game.play(ANA, "vote", choice=CLEO).play(DOV, "vote", choice=BEN)
    assert (game.state.phase, game.vote_before(ANA).even, game.vote_before(ANA).own) == ("choose", True, None)
    again = Played(game.state).play(ANA, "vote", choice=BEN).play(DOV, "vote", choice=BEN)
    assert again.stays[0] == BEN
    game.play(ANA, "lots", draws=(1,))
    assert game.stays == (CLEO, "lots")


def test_where_everybody_who_may_choose_is_away_chance_decides_and_says_so() -> None:
    """Rulebook, Ending the game: the rest of the players decide. Here the rest is Ana, then Dov; both had to leave."""
    game = evened().play(-1, "away", host=True, seat=ANA)
    assert game.state.phase == "choose"
    voted = Played(game.state).play(DOV, "vote", choice=CLEO)
    assert voted.stays == (CLEO, "votes")
    game.play(-1, "away", host=True, seat=DOV, draws=(1,))
    assert game.new_phase
    assert game.stays == (CLEO, "away")
    assert game.told[-1] == "Nobody who may choose is here. The app picked at random: Cleo stays"
    ended = result(game.state)
    assert ended is not None
    assert ended.won == {ANA, BEN, DOV}
    assert ended.reasons[-1].in_words(names=dict(enumerate(NAMES))) == (
        "Nobody who may choose was here. The app picked at random: Cleo stays."
    )


def test_the_two_who_are_even_can_go_on_without_the_only_one_who_may_choose_and_neither_alone() -> None:
    game = Played(begun(3)).marked(ana="ABCF", ben="DE", cleo="DE").play(ANA, "escape")
    assert game.vote_before(BEN).waiting == (ANA,)
    game.play(BEN, "away", seat=ANA)
    assert game.state.phase == "choose"
    game.play(CLEO, "away", seat=ANA, draws=(0,))
    assert game.stays == (BEN, "away")


def test_a_counter_put_right_while_the_others_choose_ends_the_choice() -> None:
    game = evened().play(ANA, "count", seat=BEN, what="cash", n=1)
    assert game.new_phase
    assert game.stays[0] == CLEO


def test_a_letter_put_right_while_the_others_choose_takes_the_escape_back() -> None:
    game = evened().play(ANA, "mark", seat=DOV, letter="-F")
    assert (game.state.phase, result(game.state), game.sees(ANA).vote) == ("task", None, None)


def test_corrections_never_end_the_game_by_themselves_but_offer_the_escape() -> None:
    game = Played(begun()).marked(ana="ABCDEF", ben="ABCDEF")
    assert game.state.phase == "actions"
    assert game.sees(BEN).could_escape
    assert not Played(begun()).sees(BEN).could_escape


# Every move in every phase.


def test_no_move_in_any_phase_does_worse_than_refuse() -> None:
    stages = [
        Played(begun()),
        Played(begun()).play(ANA, "round-done"),
        Played(begun()).to_vote(),
        Played(begun()).play(BEN, "complete", room=11, by=BEN, items="yes"),
        Played(begun()).play(BEN, "complete", room=11, by=BEN, items="yes").play(BEN, "reward", letter="D"),
        evened(),
        Played(begun()).marked(ana="ABCDEF", ben="ABCDEF").play(BEN, "escape"),
    ]
    asked = {"choice": 1, "seat": 1, "room": 11, "by": 1, "letter": "E", "what": "cash", "n": 1}
    asked |= {"start": 1, "to": 12, "other": 2, "side": "gold"}
    for stage, (kind, move) in product(stages, moves.MOVES.items()):
        fields = {name: asked[name] for name in move.__struct_fields__ if name in asked}
        for seat in (ANA, BEN, -1):
            act = Act(seat, move.typed(fields), Seeded(1), 10 * MINUTE, seat == -1)
            try:
                after = play(stage.state, act)
            except Refused:
                continue
            look(after, Viewer(seat))
            assert after.guards_out <= 20, kind


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("guard", {}),
        ("guard", {"room": "app"}),
        ("complete", {"room": "1", "by": "1", "needs": "", "here": "2", "most": "", "items": "yes"}),
        ("complete", {"room": "1", "by": "1", "most": "3", "bribes": "1"}),
        ("new-task", {"letter": "app", "room": ""}),
        ("put-task", {"letter": "A"}),
        ("mark", {"seat": "1", "letter": "-A"}),
    ],
)
def test_what_a_form_sends_is_the_same_move_when_the_log_is_read_again(kind: str, fields: dict[str, str]) -> None:
    move = moves.MOVES[kind].typed(fields)
    assert moves.MOVES[kind].typed(msgspec.json.decode(msgspec.json.encode(move))) == move


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("guard", {"room": "13"}),
        ("guard", {"room": "0"}),
        ("complete", {"room": "1", "by": "1", "most": "4"}),
        ("complete", {"room": "1", "by": "1", "needs": "5"}),
        ("complete", {"room": "1", "by": "1", "bribes": "5"}),
        ("count", {"seat": "1", "what": "cash", "n": "21"}),
        ("count", {"seat": "1", "what": "cash", "n": "-1"}),
        ("count", {"seat": "1", "what": "letters", "n": "1"}),
        ("set-guards", {"room": "1", "n": "5"}),
        ("reward", {"letter": "G"}),
        ("set-goat", {"seat": "1", "term": "0"}),
    ],
)
def test_numbers_and_letters_outside_the_box_are_no_move(kind: str, fields: dict[str, str]) -> None:
    with pytest.raises(Refused):
        moves.MOVES[kind].typed(fields)


def test_a_whole_evening_replays_from_its_tape() -> None:
    played, tapes = begun(), []
    script = [moves.RoundDone(), moves.Guard(), moves.TalkOver(), *(moves.Vote(choice=s) for s in (1, 2, 0))]
    for round_number in range(4):
        for move in script:
            seat = {3: 0, 4: 1, 5: 2}.get(script.index(move), played.goat)
            chance = Chance()
            played = play(played, Act(seat, move, chance, round_number))
            tapes.append((seat, move, tuple(chance.tape), round_number))
    again = begun()
    for seat, move, tape, at in tapes:
        again = play(again, Act(seat, move, Chance(tape), at))
    assert again == played


def test_prisoners_keep_letters_in_order_and_once() -> None:
    assert Prisoner("BD").with_letter("A").with_letter("D").letters == "ABD"


votes_and_calls = st.lists(
    st.tuples(st.sampled_from(["vote", "away"]), st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=25
)


@given(votes_and_calls)
def test_whatever_races_with_the_close_each_counts_once_with_the_last_word_before_it(
    taps: list[tuple[str, int, int]],
) -> None:
    game = Played(begun(4)).to_vote()
    last_word: dict[int, int] = {}
    away: set[int] = set()
    for kind, seat, choice in taps:
        closed = game.state.phase != "vote"
        try:
            if kind == "vote":
                game.play(seat, "vote", choice=choice, draws=(0,))
            else:
                game.play(-1, "away", host=True, seat=seat, draws=(0,))
        except Refused:
            assert closed or kind == "away", "while it is open nobody's vote is refused"
            continue
        assert not closed
        if kind == "vote":
            last_word[seat] = choice
            away.discard(seat)
        else:
            away.add(seat)
        everybody_in = set(last_word) | away == {0, 1, 2, 3}
        assert (game.state.phase == "actions") == everybody_in
    if game.state.last_vote is not None:
        assert dict(game.last_vote.votes) == last_word


def test_what_nobody_told_during_the_set_up_is_named_until_the_table_has_seen_it() -> None:
    told = {key: value for key, value in LAID.items() if key in ("prison", "letters", "first")}
    state = GAME.start(players(3), {}, {**told, "sides": "s" * 12}, Chance())
    named = look(state, Viewer(0)).untold
    assert named is not None
    assert named.in_words() == "the eight guards and where the tasks are"
    assert look(Played(state).play(BEN, "set-guards", room=1, n=3).state, Viewer()).untold == named
    assert look(Played(state).play(BEN, "board-right").state, Viewer()).untold is None
    assert look(Played(state).play(ANA, "turn-done").state, Viewer()).untold is None


def test_a_set_up_told_in_full_has_nothing_to_name() -> None:
    whole = {**LAID, "sides": "s" * 12}  # but for where everybody starts
    assert look(GAME.start(players(3), {}, whole, Chance()), Viewer()).untold is None
    followed = look(GAME.start(players(3), {"pawns": "yes"}, whole, Chance()), Viewer()).untold
    assert followed is not None
    assert followed.in_words() == "where everybody starts"


def test_sheets_left_silver_side_up_as_the_set_up_says_are_named_only_where_it_was_not_gone_through() -> None:
    gone_through = {key: value for key, value in LAID.items() if key != "sides"}
    assert look(GAME.start(players(3), {}, gone_through, Chance()), Viewer()).untold is None
    named = look(GAME.start(players(3), {}, {}, Chance()), Viewer()).untold
    assert named is not None
    assert "which side is up (here: silver)" in named.in_words()


# A turn on the map: Ana, the Scapegoat of three, has 4 points and stands in room 7, the first of the third row.


def sentence(no: Refused) -> str:
    return no.sentence.in_words(names=dict(enumerate(NAMES)))


def test_the_rooms_next_door_are_open_at_a_point_each_and_no_other() -> None:
    game = Played(begun(pawns="yes"))
    assert {room.number for room in game.sees(ANA).rooms if room.open} == {4, 5, 8, 10, 11}
    game.play(ANA, "go", room=5)
    assert (game.state.prisoners[ANA].room, game.state.left_of(ANA)) == (5, 3)
    assert {room.number for room in game.sees(None).rooms if room.open} == {1, 2, 3, 4, 6, 7, 8, 9}
    assert sentence(refused(game, ANA, "go", room=12)) == (
        "That room is no neighbour of yours. Tap a room beside your own."
    )
    game.play(ANA, "set-guards", room=9, n=4)
    assert 9 not in {room.number for room in game.sees(ANA).rooms if room.open}
    assert "nobody can enter" in sentence(refused(game, ANA, "go", room=9))


def test_a_turn_ends_on_the_map_when_its_points_are_spent_and_a_point_given_back_opens_it_again() -> None:
    game = Played(begun(pawns="yes"))
    for room in (4, 7, 4, 7):
        game.play(ANA, "go", room=room)
    assert [room.number for room in game.sees(ANA).rooms if room.open] == []
    assert sentence(refused(game, ANA, "go", room=4)) == "No Action Point is left."
    game.play(ANA, "points", seat=ANA, n=3).play(ANA, "go", room=4)
    game.play(ANA, "turn-done")
    assert (game.state.acting, game.state.left_of(BEN)) == (BEN, 3)
    game.play(ANA, "round-done").play(ANA, "guard", room=12).play(ANA, "talk-over").vote(BEN, BEN, BEN)
    assert [game.state.left_of(seat) for seat in (ANA, BEN, CLEO)] == [3, 4, 3]


def closed(game: Played) -> dict[str, str]:
    return {deed.key: str(deed.why) for deed in game.sees(ANA).deeds if deed.why}


def test_what_is_open_here_has_todays_price_and_what_is_closed_its_reason() -> None:
    game = Played(begun(pawns="yes")).play(ANA, "walk", seat=ANA, room=1)
    assert {deed.key: deed.price for deed in game.sees(ANA).deeds} == {
        "complete": 2,
        "use": 2,
        "riot": 2,
        "steal": 2,
        "blackmail": 1,
        "bribe": 0,
        "stamina": 0,
        "drop": 2,
    }
    assert closed(game) == {
        "complete": "The Scapegoat cannot complete a task.",
        "steal": "Nobody here has an Item or Cash to take.",
        "blackmail": "No blackmail card on this sheet.",
        "bribe": "No Cash.",
        "stamina": "No Stamina on this sheet.",
        "drop": "No Item on this sheet.",
    }
    game.play(ANA, "count", seat=ANA, what="cash", n=1).play(ANA, "bribe")
    assert game.state.prisoners[ANA].cash == 0
    game.play(ANA, "use")
    assert game.state.left_of(ANA) == 3, "1 point, since a bribed guard minds nothing"
    assert closed(game)["use"] == "Used this round already."
    assert sentence(refused(game, ANA, "use")) == "Used this round already."


def deeds(game: Played) -> dict[str, int | None]:
    return {deed.key: deed.price for deed in game.sees(BEN).deeds}


@pytest.mark.parametrize(
    ("guards", "task", "bribes", "offered"),
    [
        (0, True, "ignored", False),
        (1, True, "ignored", True),
        (1, False, "ignored", False),
        (1, True, "counts", False),
        (2, False, "counts", True),
        (3, False, "ignored", True),
    ],
)
def test_a_single_guard_can_be_bribed_where_a_task_may_allow_none(
    guards: int, task: bool, bribes: str, offered: bool
) -> None:
    """Escape plan, example: a task may allow no guard. Free actions: each Cash ignores 1 guard here. Where bribed
    guards count all the same, and cost no more than none, a bribe of the only one buys nothing."""
    game = Played(begun(pawns="yes", bribes=bribes)).play(ANA, "turn-done")
    game.play(ANA, "count", seat=BEN, what="cash", n=1)
    room = 11 if task else 10
    game.play(ANA, "set-guards", room=room, n=guards).play(BEN, "walk", seat=BEN, room=room)
    assert ("bribe" in deeds(game)) is offered


def test_a_single_bribed_guard_is_paid_and_ignored_by_the_task() -> None:
    game = Played(begun(pawns="yes")).play(ANA, "turn-done").play(ANA, "count", seat=BEN, what="cash", n=1)
    game.play(ANA, "set-guards", room=11, n=1).play(BEN, "walk", seat=BEN, room=11)
    assert refused(game, BEN, "complete", room=11, by=BEN, items="yes", most=0).field == "most"
    game.play(BEN, "bribe")
    assert game.state.prisoners[BEN].cash == 0
    game.play(BEN, "complete", room=11, by=BEN, items="yes", most=0)
    assert (game.state.phase, game.state.left_of(BEN)) == ("reward", 2)


def test_a_guard_bribed_already_is_not_bribed_again_for_a_task() -> None:
    """Room 1 has two guards and task C."""
    game = Played(begun(pawns="yes")).play(ANA, "turn-done").play(ANA, "count", seat=BEN, what="cash", n=3)
    game.play(BEN, "walk", seat=BEN, room=1).play(BEN, "bribe")
    assert refused(game, BEN, "complete", room=1, by=BEN, items="yes", bribes=2).field == "bribes"
    game.play(BEN, "complete", room=1, by=BEN, items="yes", bribes=1)
    assert game.state.prisoners[BEN].cash == 1


def test_what_a_room_costs_and_does_is_told_without_the_guards_just_bribed() -> None:
    """Room 1: two guards, so an action costs 2, and 1 with a guard ignored."""
    game = Played(begun(pawns="yes")).play(ANA, "walk", seat=ANA, room=1).play(ANA, "count", seat=ANA, what="cash", n=1)

    def here() -> tuple[int, int | None, int]:
        room = game.sees(BEN).here
        assert room is not None
        return room.bribed, room.price, room.effect.guards

    assert here() == (0, 2, 2)
    game.play(ANA, "bribe")
    assert here() == (1, 1, 1)
    assert {room.number: room.bribed for room in game.sees(BEN).rooms if room.bribed} == {1: 1}, "and in no other room"


@pytest.mark.parametrize(
    ("kind", "fields", "room", "left"),
    [("blackmail", {}, 1, 1), ("use", {}, 1, 0), ("use", {}, 3, 1), ("drop", {}, 1, 0), ("riot", {"start": 2}, 1, 0)],
)
def test_a_bribe_is_used_up_by_what_guards_mind_and_by_nothing_else(
    kind: str, fields: dict[str, Any], room: int, left: int
) -> None:
    """The influence of Guards: they do not concern playing blackmail cards and free actions. Room 3, gold side up, has
    a free rule; room 1, silver side up, one that costs 1 AP. Two guards are in each."""
    game = Played(begun(pawns="yes")).play(ANA, "set-guards", room=3, n=2).play(ANA, "turn", room=3, side="gold")
    for what, n in (("cash", 1), ("blackmail", 1), ("items", 1)):
        game.play(ANA, "count", seat=ANA, what=what, n=n)
    game.play(ANA, "walk", seat=ANA, room=room).play(ANA, "bribe")
    game.play(ANA, kind, **fields)
    assert game.state.prisoners[ANA].bribed == left


def test_one_use_of_the_radio_room_is_one_action_and_one_bribe_for_both_guards_it_moves() -> None:
    """Locations, 2: move any 2 Guards to any locations, one action. Three guards in the room let nobody act until one
    is ignored."""
    game = Played(begun()).play(ANA, "set-guards", room=2, n=3).play(ANA, "count", seat=ANA, what="cash", n=1)
    assert refused(game, ANA, "move-guard", start=3, to=12, how="radio").field == "bribes"
    game.play(ANA, "move-guard", start=3, to=12, how="radio", bribes=1, by=ANA)
    game.play(ANA, "move-guard", start=4, to=12, how="radio")
    assert (game.state.guards_in(12), game.state.prisoners[ANA].cash) == (2, 0)
    assert refused(game, ANA, "move-guard", start=5, to=12, how="radio").field == "bribes", "a third is another use"


@pytest.mark.parametrize("how", ["turn-done", "round-done"])
def test_what_is_left_of_a_use_of_the_radio_room_ends_with_the_turn(how: str) -> None:
    game = Played(begun()).play(ANA, "set-guards", room=2, n=3).play(ANA, "count", seat=ANA, what="cash", n=1)
    game.play(ANA, "move-guard", start=3, to=12, how="radio", bribes=1, by=ANA).play(ANA, how)
    assert refused(game, BEN, "move-guard", start=4, to=12, how="radio").field == "bribes"


@pytest.mark.parametrize(("side", "moved"), [("silver", 2), ("gold", 1)])
def test_with_pawns_the_use_of_the_radio_room_pays_for_the_guards_it_moves(side: str, moved: int) -> None:
    game = Played(begun(pawns="yes")).play(ANA, "set-guards", room=2, n=3).play(ANA, "turn", room=2, side=side)
    game.play(ANA, "count", seat=ANA, what="cash", n=1).play(ANA, "walk", seat=ANA, room=2)
    if side == "silver":
        assert refused(game, ANA, "use")
        game.play(ANA, "bribe")
    game.play(ANA, "use")
    for start in (3, 4)[:moved]:
        game.play(ANA, "move-guard", start=start, to=12, how="radio")
    assert game.state.guards_in(12) == moved
    assert game.state.radio == 0


@pytest.mark.parametrize(("side", "most"), [("silver", 2), ("gold", 1)])
def test_in_one_use_of_the_radio_room_no_guard_more_moves_than_its_rule_says_nor_in_another_that_round(
    side: str, most: int
) -> None:
    """Locations, 2; once a round each."""
    game = Played(begun(pawns="yes")).play(ANA, "set-guards", room=2, n=0).play(ANA, "turn", room=2, side=side)
    game.play(ANA, "walk", seat=ANA, room=2).play(ANA, "use")
    for start in (3, 4)[:most]:
        game.play(ANA, "move-guard", start=start, to=12, how="radio")
    assert refused(game, ANA, "move-guard", start=5, to=12, how="radio").field == "start"
    assert refused(game, ANA, "use")
    game.play(ANA, "move-guard", start=5, to=12)
    game.play(ANA, "turn-done").play(BEN, "move-guard", start=6, to=12, how="radio")


@pytest.mark.parametrize(("side", "first"), [("silver", "2 guards may"), ("gold", "1 guard may")])
def test_whoever_used_the_radio_room_is_told_where_its_guards_are_moved_until_they_are(side: str, first: str) -> None:
    def hint() -> str:
        return str(now(game.sees(ANA), Viewer(ANA)).hint)

    where = " move now: “A guard moves”, below."
    game = Played(begun(pawns="yes")).play(ANA, "set-guards", room=2, n=0).play(ANA, "turn", room=2, side=side)
    game.play(ANA, "walk", seat=ANA, room=2)
    assert hint() == "Tap a lit room for 1 AP, or act."
    game.play(ANA, "use")
    assert hint() == first + where
    game.play(ANA, "move-guard", start=3, to=12, how="radio")
    assert hint() == ("1 guard may" + where if side == "silver" else "Tap a lit room for 1 AP, or act.")


def test_whose_turn_it_is_reads_that_they_are_the_scapegoat_and_who_gets_the_reward_is_told_to_all() -> None:
    names = dict(enumerate(NAMES))

    def told(seat: int | None) -> tuple[str, str]:
        said = now(game.sees(seat), Viewer(seat))
        assert said.title is not None
        return said.title.in_words(names=names), said.hint.in_words(names=names) if said.hint else ""

    game = Played(begun(4, pawns="yes"))
    assert told(ANA)[0] == "Your turn, Scapegoat"
    game.play(ANA, "turn-done")
    assert told(BEN)[0] == "Your turn"
    room = game.sees(BEN).tasks[0].number
    game.play(BEN, "set-guards", room=room, n=0).play(BEN, "walk", seat=BEN, room=room)
    game.play(BEN, "complete", room=room, by=BEN, items="yes")
    assert told(BEN) == ("Turn the top task card, tap its letter", "")
    assert told(None) == told(ANA) == ("Ben turns the reward card", "Its letter goes to Cleo and Dov.")


def test_a_riot_draws_a_guard_next_door_and_a_theft_moves_a_piece_each_for_its_price() -> None:
    game = Played(begun(pawns="yes")).play(ANA, "riot", start=4)
    assert (game.state.guards_in(4), game.state.guards_in(7), game.state.left_of(ANA)) == (0, 1, 3)
    assert refused(game, ANA, "riot", start=3).field == "start"
    game.play(ANA, "count", seat=BEN, what="items", n=2).play(ANA, "walk", seat=BEN, room=7)
    game.play(ANA, "steal", seat=BEN, what="items")
    assert (game.state.prisoners[ANA].items, game.state.prisoners[BEN].items, game.state.left_of(ANA)) == (1, 1, 2)
    assert sentence(refused(game, ANA, "steal", seat=BEN, what="items")) == "You stole this round already."


def test_without_pawns_no_room_is_lit_and_no_action_offered() -> None:
    game = Played(begun())
    assert (game.sees(ANA).deeds, [room for room in game.sees(ANA).rooms if room.open]) == ((), [])
    assert "does not keep track" in sentence(refused(game, ANA, "go", room=4))
