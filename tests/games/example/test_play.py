"""In the bag as it is played: through its own functions, and at a table by what its pages say."""

from __future__ import annotations

import pytest

from companion.chance import Chance
from companion.game import BADGES, Act, Move, Player, Refused, Viewer
from companion.games.example import GAME
from companion.games.example.moves import Away, Guess, NextRound
from companion.games.example.state import State
from companion.games.example.view import look, messages, now, share
from tests.evenings import Evening, House, evening

ANA, BEN, CLEO = 1, 2, 3
PLAYERS = tuple(Player(n, name, BADGES[n]) for n, name in enumerate(("Ana", "Ben", "Cleo"), 1))
OPTIONS = {"rounds": "3", "nearest": "one"}


def begun(*put: int) -> State:
    """A game of three who are told to put in so many pebbles, seat by seat."""
    return GAME.start(PLAYERS, OPTIONS, {"holder": "2"}, Chance(tape=put))  # type: ignore[no-any-return]


def did(state: State, seat: int, move: Move, *, tape: tuple[int, ...] = (), host: bool = False) -> State:
    return GAME.play(state, Act(seat, move, Chance(tape), at=1000, host=host))  # type: ignore[no-any-return]


def told(state: State, seat: int) -> list[str]:
    return [str(message.text) for message in messages(state, Viewer(seat))]


def all_guess(state: State, *guesses: int) -> State:
    for seat, guess in enumerate(guesses, 1):
        state = did(state, seat, Guess(number=guess))
    return state


def test_everybody_is_told_how_many_pebbles_to_put_in_and_nobody_else() -> None:
    state = begun(0, 1, 3)
    assert told(state, ANA) == ["Put 0 pebbles into the bag"]
    assert told(state, BEN) == ["Put 1 pebble into the bag"]
    assert told(state, CLEO) == ["Put 3 pebbles into the bag"]
    assert told(state, 4) == []


def test_guesses_turn_up_together_after_the_last_one() -> None:
    state = did(did(begun(1, 1, 2), ANA, Guess(number=4)), BEN, Guess(number=5))
    assert look(state, Viewer(ANA)).own == 4
    assert look(state, Viewer(BEN)).own == 5
    assert look(state, Viewer(CLEO)).own is None
    assert look(state, Viewer()).past == ()
    (last,) = look(did(state, CLEO, Guess(number=4)), Viewer()).past
    assert last.total == 4
    assert last.guesses == {ANA: 4, BEN: 5, CLEO: 4}
    assert last.points == {ANA: 3, BEN: 0, CLEO: 3}


def test_a_guess_can_be_changed_until_the_last_one_is_in() -> None:
    state = did(did(begun(1, 1, 2), ANA, Guess(number=4)), ANA, Guess(number=6))
    assert look(state, Viewer(ANA)).own == 6
    state = did(did(state, BEN, Guess(number=0)), CLEO, Guess(number=0))
    with pytest.raises(Refused, match="counted already"):
        did(state, ANA, Guess(number=4))


def test_more_than_can_be_in_the_bag_is_refused_beside_its_field() -> None:
    with pytest.raises(Refused, match="9 pebbles at most") as no:
        did(begun(1, 1, 2), ANA, Guess(number=10))
    assert no.value.field == "number"


def test_without_somebody_who_is_away_the_round_goes_on_and_they_score_nothing() -> None:
    state = did(did(begun(1, 1, 2), ANA, Guess(number=4)), BEN, Guess(number=5))
    over = did(state, ANA, Away(seat=CLEO), host=True)
    assert over.past[0].points == {ANA: 3, BEN: 0}
    assert over.sums == {ANA: 3, BEN: 0, CLEO: 0}


def test_the_next_round_brings_a_new_message() -> None:
    state = begun(1, 1, 2)
    with pytest.raises(Refused, match="Not everybody has guessed"):
        did(state, ANA, NextRound())
    state = did(all_guess(state, 4, 4, 4), BEN, NextRound(), tape=(3, 3, 3))
    assert told(state, ANA) == ["Put 3 pebbles into the bag"]
    (message,) = messages(state, Viewer(ANA))
    assert message.key == "pebbles-2"


def test_who_is_asked_is_told_so_and_who_is_not_sees_who_is_waited_for() -> None:
    state = did(begun(1, 1, 2), ANA, Guess(number=4))
    assert str(now(look(state, Viewer(BEN)), Viewer(BEN)).title) == "Guess how many are in the bag"
    assert now(look(state, Viewer(BEN)), Viewer(BEN)).asked
    for seat in (ANA, None):
        waits = now(look(state, Viewer(seat)), Viewer(seat))
        assert (waits.asked, waits.waiting) == (False, (BEN, CLEO))
    over = all_guess(begun(1, 1, 2), 4, 4, 4)
    assert now(look(over, Viewer(BEN)), Viewer(BEN)).asked, "who holds the bag"
    assert not now(look(over, Viewer(ANA)), Viewer(ANA)).asked


def played(*rounds: tuple[int, int, int]) -> State:
    """Three rounds with 4 pebbles in the bag, guessed so."""
    state = all_guess(begun(1, 1, 2), *rounds[0])
    for guesses in rounds[1:]:
        state = all_guess(did(state, ANA, NextRound(), tape=(1, 1, 2)), *guesses)
    return state


def test_most_points_win_and_equals_share_it() -> None:
    state = played((4, 4, 0), (4, 0, 4))
    assert GAME.result(state) is None
    state = played((4, 4, 0), (4, 0, 4), (0, 4, 3))
    found = GAME.result(state)
    assert found is not None
    assert found.points == {ANA: 6, BEN: 6, CLEO: 3}
    assert found.places == {ANA: 1, BEN: 1, CLEO: 3}
    assert found.won == {ANA, BEN}
    (honour,) = found.honours
    assert honour.seats == (ANA, BEN), "who was right twice"


def test_a_score_sheet_has_everybody_best_first() -> None:
    sheet = share(played((4, 0, 0), (0, 4, 4), (0, 4, 0)), {ANA: "Ana", BEN: "Ben"})
    assert list(map(str, sheet.text)) == ["1. Ben: 6 points", "2. Ana: 3 points", "2. a former player: 3 points"]
    assert [[str(cell) for cell in row] for row in sheet.rows[:2]] == [["Player", "Points"], ["Ben", "6"]]


@pytest.fixture
def at(house: House) -> Evening:
    """Three at a table, in the first round."""
    at = evening(house, GAME, 1, 3)
    at.start()
    return at


def test_a_whole_game_is_played_at_a_table(at: Evening) -> None:
    code = at.code
    for number in (1, 2, 3):
        for who in at.people.values():
            assert "into the bag" in at.message(who).text
            assert "Guess how many are in the bag" in who.get(f"/t/{code}").text
            at.did(who, "play/guess", number=3)
        wall = at.host.get(f"/t/{code}/wall").text
        assert wall.count("guessed 3") == 3
        if number < 3:
            at.did(at.host, "play/next")
    assert "won" in at.host.get(f"/t/{code}").text
    assert at.host.get(f"/t/{code}/scores").status_code == 200


def test_no_guess_shows_on_another_screen_before_the_last(at: Evening) -> None:
    at.did(at.host, "play/guess", number=7)
    assert "You guessed 7." in at.host.get(f"/t/{at.code}").text
    assert "You guessed" not in at.people["Ben"].get(f"/t/{at.code}").text
    assert "has guessed" in at.people["Ben"].get(f"/t/{at.code}").text


def test_the_bag_goes_on_round_the_table_as_people_sit_now() -> None:
    after = GAME.reseat(begun(3, 1, 2), (CLEO, BEN, ANA))
    assert (after.seats, after.holder) == ((CLEO, BEN, ANA), BEN)
