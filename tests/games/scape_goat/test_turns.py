"""Turns, for a table that wants them kept: where tokens may go, who holds preparation tokens, whose moment it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.chance import Chance
from companion.game import BADGES, Act, Move, Player, Refused, Stale, Viewer
from companion.games.scape_goat import GAME, moves
from companion.games.scape_goat.state import State, Turn
from companion.games.scape_goat.view import look
from tests.evenings import Evening, House, evening

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn")


def begun(players: int = 4, tokens: str = "bryg", options: dict[str, str] | None = None) -> State:
    """Placed from the left in the order of `tokens`, the line being Prepare, Spy, Trade, Stash."""
    people = [Player(seat, NAMES[seat], BADGES[seat]) for seat in range(players)]
    state: State = GAME.start(people, options or {}, {"tokens": tokens, "line": "spy-trade-stash"}, Chance())
    return state


def tracked(players: int = 4, tokens: str = "bryg", options: dict[str, str] | None = None) -> State:
    """Turns kept from the first one on, which is Ana's."""
    return do(begun(players, tokens, options), 0, moves.Track(seat=0))


def do(state: State, seat: int, move: Move, host: bool = False) -> State:
    after: State = GAME.play(state, Act(seat, move, Chance(), 0, host))
    return after


def turn_of(state: State) -> Turn:
    assert state.turn is not None
    return state.turn


def went(state: State, *places: str) -> State:
    """One turn after another, each token going to the place named."""
    for place in places:
        state = do(do(state, turn_of(state).whose, moves.Go(to=place)), 0, moves.Next())
    return state


def test_the_set_up_says_who_begins_and_where_tokens_stand() -> None:
    state = begun(5, "rgoyb")
    assert state.begins == 1
    state = do(state, 0, moves.Track(seat=1))
    assert dict(turn_of(state).standing) == {1: "prepare", 0: "prepare", 3: "spy", 4: "trade", 2: "stash"}


def test_whoever_starts_stands_on_prepare_also_where_the_places_were_not_entered() -> None:
    state = do(begun(tokens=""), 0, moves.Track(seat=2))
    assert state.begins is None
    assert dict(turn_of(state).standing) == {2: "prepare"}
    assert "prepare" not in [place["to"] for place in look(state, Viewer(2))["turn"]["places"]]
    with pytest.raises(Refused):
        do(state, 2, moves.Go(to="prepare"))
    state = do(do(state, 2, moves.Go(to="spy")), 2, moves.Next())
    assert do(state, 3, moves.Go(to="prepare")), "where the others stand is not known"


def test_whoever_was_placed_first_on_prepare_starts_and_nobody_else() -> None:
    with pytest.raises(Refused) as no:
        do(begun(5, "rgoyb"), 0, moves.Track(seat=0))
    assert no.value.sentence.in_words(names={1: "Ben"}) == "Ben starts: that player token was placed first on Prepare."
    assert no.value.field == "seat"


def test_in_the_middle_of_a_game_nobody_knows_where_player_tokens_stand() -> None:
    state = do(begun(), 0, moves.Track(seat=2, under_way=True))
    assert (turn_of(state).whose, dict(turn_of(state).standing), turn_of(state).first) == (2, {}, False)


def test_only_the_first_turn_is_the_first() -> None:
    state = tracked()
    assert look(state, Viewer(2))["turn"]["first"]
    state = went(state, "spy")
    assert not look(state, Viewer(2))["turn"]["first"]
    assert not look(went(state, "stash", "prepare", "trade"), Viewer(2))["turn"]["first"]


def test_turns_go_clockwise_and_round() -> None:
    state = tracked(3, "bry")
    whose = []
    for place in ("trade", "stash", "prepare", "spy"):
        whose.append(turn_of(state).whose)
        state = went(state, place)
    assert whose == [0, 1, 2, 0]


@pytest.mark.parametrize(("seat", "here"), [(0, "prepare"), (1, "spy"), (2, "trade")], ids=["D9", "spy", "D8"])
def test_a_token_cannot_stay(seat: int, here: str) -> None:
    state = do(tracked(), 0, moves.Track(seat=seat))
    with pytest.raises(Refused) as no:
        do(state, seat, moves.Go(to=here))
    assert no.value.field == "to"
    assert here not in [place["to"] for place in look(state, Viewer(seat))["turn"]["places"]]


def test_a_token_moves_once_a_turn() -> None:
    state = do(tracked(), 0, moves.Go(to="spy"))
    with pytest.raises(Refused):
        do(state, 0, moves.Go(to="trade"))


def test_a_turn_without_a_movement_is_not_over() -> None:
    with pytest.raises(Refused, match="First the player token moves"):
        do(tracked(), 0, moves.Next())


def test_the_second_preparation_token_says_to_turn_the_card_over() -> None:
    state = went(tracked(), "spy")
    act = Act(1, moves.Go(to="prepare"), Chance(), 0)
    state = GAME.play(state, act)
    assert [line.in_words(names={1: "Ben"}) for line in act.told] == ["Ben went to Prepare"]
    assert (look(state, Viewer(1))["turn"]["did"], look(state, Viewer(1))["turn"]["here"]) == ("took", "prepare")
    act = Act(2, moves.Go(to="prepare"), Chance(), 0)
    state = GAME.play(do(state, 1, moves.Next()), act)
    assert str(act.told[1]) == "Both preparation tokens are taken: turn Prepare over, it is Frame/Steal now"
    for seat in range(4):
        seen = look(state, Viewer(seat))["turn"]
        assert (seen["did"], seen["here"], seen["flipped"]) == ("turned over", "prepare", True)
    (prepare,) = [p for p in look(do(state, 2, moves.Next()), Viewer(3))["turn"]["places"] if p["to"] == "prepare"]
    assert str(prepare["word"]) == "Frame/Steal"


def test_taking_the_second_token_turns_the_card_over_and_is_no_frame_attempt_yet() -> None:
    state = went(tracked(), "spy", "prepare", "prepare")
    assert dict(turn_of(state).milk) == {0: 0, 1: 1, 2: 1, 3: 0}
    assert turn_of(state).flipped
    assert state.call is None


def test_one_player_may_take_both_tokens() -> None:  # ruling 9
    state = went(tracked(3, "bry"), "spy", "prepare", "spy", "trade", "stash", "trade", "stash", "prepare")
    assert dict(turn_of(state).milk) == {0: 0, 1: 2, 2: 0}


def test_a_holder_who_moves_to_frame_calls_an_attempt() -> None:  # ruling 8
    state = went(tracked(), "spy", "prepare", "prepare", "spy", "trade", "spy")
    state = went(state, "stash", "trade", "stash")  # Cleo, Dov, Ana
    state = do(state, 1, moves.Go(to="prepare"))
    assert state.call is not None
    assert (state.call.kind, state.call.by) == ("frame", 1)


def test_who_has_no_token_must_steal_at_frame_steal() -> None:  # D10
    state = went(tracked(), "spy", "prepare", "prepare")
    state = do(state, 3, moves.Go(to="prepare"))
    assert state.call is None
    assert look(state, Viewer(3))["turn"]["steal_from"] == (1, 2)
    with pytest.raises(Refused):
        do(state, 3, moves.Next())
    for nobody in (0, 3, 9):
        with pytest.raises(Refused):
            do(state, 3, moves.Steal(seat=nobody))
    state = do(state, 3, moves.Steal(seat=2))
    assert dict(turn_of(state).milk) == {0: 0, 1: 1, 2: 0, 3: 1}
    with pytest.raises(Refused):  # stealing was the action: no frame attempt on top
        do(state, 3, moves.Frame())
    assert turn_of(do(state, 3, moves.Next())).whose == 0


def test_a_frame_attempt_needs_a_token_where_turns_are_kept() -> None:
    with pytest.raises(Refused):
        do(tracked(), 0, moves.Frame())


def attempting() -> State:
    """Ben has moved to Frame/Steal with a preparation token: everybody is asked for a card."""
    state = went(tracked(), "spy", "prepare", "prepare", "spy", "trade", "spy", "stash", "trade", "stash")
    return do(state, 1, moves.Go(to="prepare"))


def answered(state: State, *cards: str) -> State:
    assert state.call is not None
    number = state.call.number
    for seat, card in enumerate(cards):
        state = do(state, seat, moves.Card(number=number, card=card))
    return state


def test_after_a_failed_attempt_there_is_no_second_one_in_the_same_turn() -> None:
    state = answered(attempting(), "blue", "red", "green", "green")
    assert state.call is None
    for seat in range(4):
        with pytest.raises(Refused):
            do(state, seat, moves.Frame())
        seen = look(state, Viewer(seat))["turn"]
        assert (seen["attempting"], seen["did"]) == (False, "attempted")
    state = went(do(state, 1, moves.Next()), "spy", "stash", "trade")
    state = went(state, "stash", "trade", "spy", "stash")  # Ben has to move away before the next one
    assert do(state, 1, moves.Go(to="prepare")).call is not None


def test_an_attempt_that_is_owed_cannot_be_passed_over() -> None:
    """Cards that cannot be are a slip and no attempt: it is still owed."""
    state = answered(attempting(), "blue-red", "blue-red", "green", "green")
    assert state.shown is not None
    assert state.shown.slip is not None
    with pytest.raises(Refused, match="first comes the frame attempt"):
        do(state, 1, moves.Next())
    state = do(state, 3, moves.Frame())
    assert state.call is not None
    assert state.call.by == 1, "whoever presses the button, it is Ben's"


@pytest.mark.parametrize("host", [False, True])
def test_a_cancelled_attempt_puts_the_player_token_back_and_the_turn_is_still_to_come(host: bool) -> None:
    state = attempting()
    back = do(state, 0 if host else 1, moves.Cancel(number=1), host)
    assert (turn_of(back).gone, turn_of(back).standing[1]) == (False, "spy")
    with pytest.raises(Refused):
        do(back, 1, moves.Next())
    assert do(back, 1, moves.Go(to="prepare")).call is not None
    assert do(back, 1, moves.Go(to="trade")).call is None


def test_a_cancelled_way_to_the_cops_uses_nothing_up() -> None:
    state = do(do(tracked(), 0, moves.Go(to="cops")), 0, moves.Cancel(number=1))
    assert (turn_of(state).gone, turn_of(state).standing[0]) == (False, "prepare")
    assert do(state, 0, moves.Go(to="cops")).call is not None
    state = do(do(went(state, "spy"), 1, moves.Go(to="cops")), 1, moves.Cancel(number=2))
    assert do(state, 1, moves.Go(to="trade")).call is None


def test_turns_stand_still_while_something_is_called() -> None:
    state = attempting()
    for move in (
        moves.Next(), moves.Track(seat=0), moves.Untrack(), moves.Hold(seat=1, tokens=0), moves.Steal(seat=2),
        moves.Go(to="spy"),
    ):  # fmt: skip
        with pytest.raises(Stale):
            do(state, 1, move)


def test_a_failed_attempt_leaves_the_token_and_the_turn_goes_on() -> None:  # rulings 6 and 7
    state = answered(attempting(), "blue", "red", "green", "green")
    assert state.ending is None
    assert turn_of(state).whose == 1
    assert turn_of(state).milk[1] == 1
    assert state.shown is not None
    assert look(state, Viewer(3))["shown"]["next"] == 2
    state = do(state, 1, moves.Next())
    assert turn_of(state).whose == 2
    assert state.shown is None


def test_going_to_the_cops_as_the_movement() -> None:
    state = do(tracked(), 0, moves.Go(to="cops"))
    assert state.call is not None
    assert (state.call.kind, state.call.by) == ("cops", 0)


def test_the_cops_are_no_way_out_once_the_own_token_moved() -> None:
    assert do(tracked(), 0, moves.Cops()).call is not None
    state = do(tracked(), 0, moves.Go(to="spy"))
    assert not look(state, Viewer(0))["may_go_to_cops"]
    with pytest.raises(Refused):
        do(state, 0, moves.Cops())


@pytest.mark.parametrize("seat", range(6), ids=[f"D4-{seat}" for seat in range(6)])
def test_six_players_may_go_as_the_opposite_turn_begins(seat: int) -> None:
    state = do(tracked(6, "brygop"), 0, moves.Track(seat=(seat + 3) % 6))
    for viewer in (*range(6), None):
        assert look(state, Viewer(viewer))["cops_now"] == seat, "the wall says so as well"
    assert do(state, seat, moves.Cops()).call is not None
    with pytest.raises(Refused):
        do(state, (seat + 1) % 6, moves.Cops())


def test_the_moment_is_over_once_the_token_moves_unless_the_table_plays_by_the_card() -> None:  # ruling 13
    state = do(tracked(6, "brygop"), 0, moves.Go(to="trade"))
    assert look(state, Viewer(3))["cops_now"] is None
    with pytest.raises(Refused):
        do(state, 3, moves.Cops())
    state = do(tracked(6, "brygop", {"cops": "during"}), 0, moves.Go(to="trade"))
    assert look(state, Viewer(3))["cops_now"] == 3
    state = do(state, 3, moves.Cops())
    assert state.call is not None
    assert state.call.by == 3
    assert turn_of(state).standing == {0: "trade", 1: "spy", 2: "trade", 3: "stash", 4: "prepare", 5: "spy"}


def test_once_a_frame_attempt_is_called_the_cops_come_too_late() -> None:
    state = tracked(6, "brygop", {"cops": "during"})
    state = do(do(state, 0, moves.Untrack()), 0, moves.Frame())
    with pytest.raises(Stale):
        do(state, 3, moves.Cops())


def test_with_five_there_is_no_opposite_seat() -> None:
    state = tracked(5, "brygo")
    assert all(look(state, Viewer(seat))["cops_now"] is None for seat in range(5))
    with pytest.raises(Refused):
        do(state, 3, moves.Cops())


def test_tokens_can_be_put_right_but_there_are_only_two() -> None:
    state = do(tracked(), 0, moves.Hold(seat=2, tokens=2))
    assert dict(turn_of(state).milk) == {0: 0, 1: 0, 2: 2, 3: 0}
    for seat, tokens in ((1, 1), (2, 3), (2, -1), (9, 1)):
        with pytest.raises(Refused):
            do(state, 0, moves.Hold(seat=seat, tokens=tokens))


def test_nobody_has_to_keep_turns() -> None:
    state = do(tracked(), 0, moves.Untrack())
    assert look(state, Viewer(0))["turn"] is None
    for move in (moves.Go(to="spy"), moves.Next(), moves.Steal(seat=1), moves.Hold(seat=1, tokens=1), moves.Untrack()):
        with pytest.raises(Stale):
            do(state, 0, move)
    assert do(state, 2, moves.Frame()).call is not None


def test_whose_turn_it_is_can_be_put_right() -> None:
    state = do(went(tracked(), "spy"), 0, moves.Track(seat=3))
    assert turn_of(state).whose == 3
    assert turn_of(state).standing[0] == "spy"
    with pytest.raises(Refused):
        do(state, 0, moves.Track(seat=9))


def top_of(at: Evening, name: str) -> str:
    """What that player's page says above the line of locations, without pictures and badges."""
    page = at.people[name].get(f"/t/{at.code}").text
    top = page[page.index('id="now"') : page.index('id="line"')]
    return re.sub(r"<svg.*?</svg>|<(?!/?(?:p|h1|button)\b)[^>]*>", "", top, flags=re.DOTALL)


def swaps(at: Evening, name: str) -> list[str]:
    """Each sentence there that says that a card is swapped."""
    return [one.strip() for one in re.findall(r"(?i)[^<>.]*\bswaps? a card[^<>.]*\.?", top_of(at, name))]


def test_whoever_acts_is_told_of_their_own_hand_and_colour_and_others_of_the_players(tmp_path: Path) -> None:
    at = evening(House(tmp_path), GAME, 1, 4, sharing=False)
    at.start()
    at.did(at.host, "play/track", seat="2")
    at.did(at.people["Ben"], "play/go", to="spy")
    own = "If any card in your hand shows your colour (red), one of those has to go."
    others = "Then Ben swaps a card. If any card in the hand shows red, one of those has to go."
    said = {name: top_of(at, name) for name in at.people}
    assert [own in said["Ben"], others in said["Ben"]] == [True, False]
    assert [own in said["Cleo"], others in said["Cleo"]] == [False, True]


def test_that_a_card_is_swapped_is_said_once_to_whoever_swaps_it(tmp_path: Path) -> None:
    at = evening(House(tmp_path), GAME, 1, 4, sharing=False)
    at.start()
    for who in at.people.values():
        at.message(who)
    at.did(at.host, "play/track", seat="2")
    at.did(at.people["Ben"], "play/go", to="spy")
    assert swaps(at, "Ben") == ["Then swap a card."]
    assert swaps(at, "Cleo") == ["Then Ben swaps a card."]
    at.did(at.host, "play/track", seat="2")
    at.did(at.host, "play/hold", seat="1", tokens="2")
    at.did(at.people["Ben"], "play/go", to="prepare")
    at.did(at.people["Ben"], "play/steal", seat="1")
    assert swaps(at, "Ben") == ["Take the token, then swap a card"]
    assert swaps(at, "Cleo") == ["Then Ben swaps a card."]
    at.did(at.host, "play/track", seat="1")
    at.did(at.people["Ana"], "play/go", to="spy")
    at.did(at.host, "play/track", seat="2")
    at.did(at.people["Ben"], "play/go", to="stash")
    at.did(at.host, "play/track", seat="2")
    at.did(at.people["Ben"], "play/go", to="prepare")
    for who in at.people.values():
        at.did(who, "play/card", number="1", card="grey" if who is at.people["Dov"] else "red")
    turn = "If any card in your hand shows your colour (red), one of those has to go."
    assert turn in top_of(at, "Ben")
    assert swaps(at, "Ben") == ["Swap a card"]
    assert swaps(at, "Cleo") == ["Ben swaps a card."]
