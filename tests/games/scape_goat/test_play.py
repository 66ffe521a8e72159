"""Scape Goat played: the deal is fair and secret, what is answered in secret is revealed at once, ends are right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Any

import pytest

from companion.chance import Chance
from companion.game import BADGES, Act, Hidden, Move, Player, Refused, Result, Stale, Viewer
from companion.games.scape_goat import GAME, moves
from companion.games.scape_goat.deal import dealt, fresh_sheets
from companion.games.scape_goat.pretend import pretends
from companion.games.scape_goat.state import State
from companion.games.scape_goat.view import look, messages
from tests.poison import poisoned

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn")
LETTER = {"blue": "B", "red": "R", "yellow": "Y", "green": "G", "orange": "O", "purple": "P"}
WORD = {letter: colour for colour, letter in LETTER.items()} | {"-": "grey", "*": "rainbow"}
NAMED = dict(enumerate(NAMES))


def people(count: int) -> list[Player]:
    """Seats 0 to 5 play blue, red, yellow, green, orange, purple."""
    return [Player(seat, NAMES[seat], BADGES[seat]) for seat in range(count)]


def begun(players: int = 4, options: dict[str, str] | None = None, tape: list[int] | None = None) -> State:
    state: State = GAME.start(people(players), options or {}, {}, Chance(tape))
    return state


def goat_is(goat: int, decoy: int, players: int = 4, **options: str) -> State:
    """The app deals this scapegoat (seat) and this wrong suspect."""
    return begun(players, options, [goat, decoy - (decoy > goat)])


class OnPhones(Act):
    """An act at a table where some play on the phone of somebody else, as `phones` says."""

    phones: Mapping[int, int] = {}

    def phone_of(self, seat: int) -> int:
        return self.phones.get(seat, seat)


def do(
    state: State,
    seat: int,
    move: Move,
    host: bool = False,
    tape: list[int] | None = None,
    phones: Mapping[int, int] | None = None,
) -> State:
    """Played; `phones` is seat -> whose phone it is, for those without one."""
    act = OnPhones(seat, move, Chance(tape), 0, host)
    act.phones = phones or {}
    after: State = GAME.play(state, act)
    for line in act.told:
        line.in_words(names=NAMED)
    return after


def kind(short: str) -> str:
    order = ["blue", "red", "yellow", "green", "orange", "purple", "grey", "rainbow"]
    return "-".join(sorted((WORD[letter] for letter in short), key=order.index))


def revealed(state: State, cards: str) -> State:
    """A frame attempt with these cards, "B:BR R:G ..." as in the rules' examples."""
    state = do(state, 0, moves.Frame())
    for entry in cards.split():
        who, on = entry.split(":")
        seat = state.seat_of(WORD[who])
        assert state.call is not None
        state = do(state, seat, moves.Card(number=state.call.number, card=kind(on)))
    return state


def pointing(state: State, at: str) -> State:
    for entry in at.split():
        assert state.call is not None
        seat, other = state.seat_of(WORD[entry[0]]), state.seat_of(WORD[entry[1]])
        state = do(state, seat, moves.Point(number=state.call.number, at=other))
    return state


def read_by(state: State, seat: int) -> str:
    (message,) = messages(state, Viewer(seat))
    return message.text.in_words(names=NAMED)


# The deal


def test_all_but_one_read_the_scapegoat_and_the_scapegoat_reads_somebody_else() -> None:
    state = goat_is(1, 0)
    assert [read_by(state, seat) for seat in range(4)] == [
        "The scapegoat is RED, the diamond: Ben.",
        "The scapegoat is BLUE, the circle: Ana.",
        "The scapegoat is RED, the diamond: Ben.",
        "The scapegoat is RED, the diamond: Ben.",
    ]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_nobody_reads_their_own_colour(players: int) -> None:
    for goat in range(players):
        for decoy in range(players - 1):
            state = begun(players, {}, [goat, decoy])
            for seat in range(players):
                assert LETTER[state.colours[seat]] != read_by(state, seat)[len("The scapegoat is ")]


def test_deals_are_flat_for_seats_and_pairs() -> None:
    """60,000 deals with four players: each seat is the scapegoat in 25 % +- 1 %, each pair in 1/12 +- 1 %."""
    seats = (0, 1, 2, 3)
    pairs: Counter[tuple[int, int]] = Counter()
    for _ in range(60_000):
        secret = dealt(seats, Chance())
        assert secret.goat is not None
        goat = secret.goat.opened()
        pairs[goat, secret.suspects[goat].opened()] += 1
    for seat in seats:
        assert abs(sum(n for (goat, _), n in pairs.items() if goat == seat) / 60_000 - 0.25) < 0.01
    assert len(pairs) == 12
    assert all(abs(n / 60_000 - 1 / 12) < 0.01 for n in pairs.values())


def test_every_pair_comes_from_exactly_one_tape_whatever_the_seats_are_called() -> None:
    for seats in ((0, 1, 2, 3), (7, 2, 9, 4)):
        drawn: Counter[Any] = Counter()
        for goat in range(4):
            for decoy in range(3):
                secret = dealt(seats, Chance([goat, decoy]))
                assert secret.goat is not None
                drawn[secret.goat.opened(), secret.suspects[secret.goat.opened()].opened()] += 1
        assert set(drawn.values()) == {1}
        assert len(drawn) == 12


@pytest.mark.parametrize("way", ["app", "sheets", "mats"])
def test_the_same_tape_deals_the_same_again(way: str) -> None:
    chance = Chance()
    first: State = GAME.start(people(5), {"secret": way}, {}, chance)
    again: State = GAME.start(people(5), {"secret": way}, {}, Chance(chance.tape))
    assert first.dice == again.dice
    for seat in range(5):
        assert messages(first, Viewer(seat)) == messages(again, Viewer(seat))
        assert [h.opened() for h in first.secret.sheets.values()] == [h.opened() for h in again.secret.sheets.values()]


# Decoder sheets


@pytest.mark.parametrize(("players", "cells"), [(3, 20), (4, 10), (5, 6), (6, 4)])
def test_every_pair_stands_on_the_sheets_equally_often(players: int, cells: int) -> None:
    seats = tuple(range(players))
    for _ in range(25):
        secret = fresh_sheets(seats, Chance())
        assert secret.goats is not None
        goats = secret.goats.opened()
        assert len(goats) == 120
        sheets = {seat: secret.sheets[seat].opened() for seat in seats}
        pairs = Counter((goat, sheets[goat][at]) for at, goat in enumerate(goats))
        assert set(pairs.values()) == {cells}
        assert len(pairs) == players * (players - 1)
        for at, goat in enumerate(goats):
            assert all(sheets[seat][at] == goat for seat in seats if seat != goat)
            assert sheets[goat][at] != goat


def test_a_sheet_and_a_line_are_for_one_seat_and_the_truth_for_nobody() -> None:
    for secret in (fresh_sheets((0, 1, 2), Chance()), dealt((0, 1, 2), Chance())):
        for hidden in (secret.sheets, secret.suspects):
            assert all(value.seats == {seat} for seat, value in hidden.items())
        for truth in (secret.goat, secret.goats):
            assert truth is None or truth.seats == frozenset()


def test_sheets_are_fresh_every_time() -> None:
    one, other = (fresh_sheets((0, 1, 2), Chance()).goats for _ in range(2))
    assert one is not None
    assert other is not None
    assert one.opened() != other.opened()


@pytest.mark.parametrize(("white", "black"), [(0, 1), (9, 12), (4, 7)])
def test_the_message_is_what_the_own_sheet_says_at_the_dice(white: int, black: int) -> None:
    state = begun(4, {"secret": "sheets", "dice": "own"})
    assert all(messages(state, Viewer(seat)) == () for seat in range(4))  # no dice yet
    state = do(state, 2, moves.Dice(white=white, black=black))
    assert all(messages(state, Viewer(seat)) == () for seat in range(4))  # only read back
    state = do(state, 0, moves.Confirm(white=white, black=black))
    assert state.dice == (white, black)
    for seat in range(4):
        sheet = state.secret.sheets[seat].opened()  # ten rows of twelve
        named = state.colours[sheet[white * 12 + black - 1]]
        assert read_by(state, seat).startswith(f"The scapegoat is {named.upper()},")


def test_the_app_rolls_at_the_start_unless_the_table_does() -> None:
    state = begun(4, {"secret": "mats"}, [4, 6])
    assert state.dice == (4, 7)
    assert begun(4, {"secret": "mats", "dice": "own"}).dice is None
    rolled = do(begun(4, {"secret": "mats", "dice": "own"}), 1, moves.Roll(), tape=[0, 0])
    assert rolled.dice == (0, 1)


def test_own_mats_leave_the_app_knowing_nothing() -> None:
    state = begun(4, {"secret": "mats"})
    assert state.secret.goat is None
    assert not state.secret.suspects
    assert all(messages(state, Viewer(seat)) == () for seat in range(4))


NASTY = {
    "zero": ("0", "1", None),
    "last": ("9", "12", None),
    "space": (" 3", "7 ", None),
    "plus": ("+3", "7", None),
    "black 0": ("1", "0", "black"),
    "white 11": ("11", "1", "white"),
    "white 00": ("00", "1", None),
    "white 010": ("010", "1", "white"),
    "empty": ("", "1", "white"),
    "empty black": ("1", "", "black"),
    "arabic": ("٣", "1", "white"),
    "full width": ("３", "1", "white"),
    "fraction": ("3.0", "1", "white"),
    "exponent": ("1e0", "1", "white"),
    "minus nothing": ("-0", "1", "white"),
    "word": ("three", "1", "white"),
    "black 13": ("1", "13", "black"),
    "huge": ("1", "9999999999999", "black"),
    "sum": ("11", "", "white"),
}


@pytest.mark.parametrize(("white", "black", "at_fault"), NASTY.values(), ids=NASTY)
def test_typed_dice_are_taken_or_refused_by_name(white: str, black: str, at_fault: str | None) -> None:  # C72
    if at_fault is None:
        move = moves.Dice.typed({"white": white, "black": black})
        assert (move.white, move.black) == (int(white), int(black))
        return
    with pytest.raises(Refused) as no:
        moves.Dice.typed({"white": white, "black": black})
    assert no.value.field == at_fault


@pytest.mark.parametrize("typed", ["0", "10", "00", " 10 "])
def test_a_white_die_that_shows_10_or_00_is_0(typed: str) -> None:
    assert moves.Dice.typed({"white": typed, "black": "10"}) == moves.Dice(white=0, black=10)


def test_dice_are_read_back_and_never_changed_once_right() -> None:
    state = do(begun(4, {"secret": "mats", "dice": "own"}), 0, moves.Dice(white=3, black=4))
    assert look(state, Viewer(1))["typed"] == (3, 4)
    state = do(state, 1, moves.Dice(white=4, black=3))  # somebody sees better
    with pytest.raises(Stale):
        do(state, 0, moves.Confirm(white=3, black=4))
    state = do(state, 0, moves.Confirm(white=4, black=3))
    for again in (moves.Dice(white=1, black=1), moves.Confirm(white=1, black=1), moves.Roll()):
        with pytest.raises(Stale):
            do(state, 0, again)


@pytest.mark.parametrize("way", ["sheets", "mats"])
def test_nothing_is_called_before_the_dice_lie(way: str) -> None:
    state = begun(4, {"secret": way, "dice": "own"})
    for move in (moves.Frame(), moves.Cops()):
        with pytest.raises(Refused):
            do(state, 0, move)
    state = do(do(state, 0, moves.Dice(white=1, black=1)), 0, moves.Confirm(white=1, black=1))
    assert do(state, 0, moves.Frame()).call is not None


# Frame attempts

FRAMES = {
    "F1": (4, "R", "B:BR G:R Y:R R:G", "R", False),
    "F3": (4, "R", "B:G R:G Y:YG G:B", "G", True),
    "F5": (4, "R", "B:BR R:R Y:R G:R", "R", False),
    "F7": (3, "Y", "B:Y R:Y Y:-", "Y", False),
    "F8": (6, "P", "B:* R:RP Y:P G:OP O:P P:O", "P", False),
    "F10": (5, "O", "B:O R:RO Y:O G:GO O:Y", "O", False),
}
FAILS = {
    "F2": (4, "R", "B:BR G:R Y:- R:G"),
    "F4": (4, "R", "B:- R:R Y:R G:R"),
    "F6": (3, "B", "B:- R:- Y:-"),
    "F9": (6, "P", "B:B R:RP Y:P G:OP O:P P:*"),
}


def with_goat(players: int, goat: str) -> State:
    state = begun(players)
    seat = state.seat_of(WORD[goat])
    return goat_is(seat, (seat + 1) % players, players)


def goat_of(ended: Result) -> int:
    """Whom the evening counts as the scapegoat of that game."""
    ((name, (seat,)),) = [(str(honour.name), honour.seats) for honour in ended.honours]
    assert name == "Scapegoat"
    return seat


@pytest.mark.parametrize(("players", "goat", "cards", "framed", "goat_wins"), FRAMES.values(), ids=FRAMES)
def test_a_frame_ends_the_game(players: int, goat: str, cards: str, framed: str, goat_wins: bool) -> None:
    state = revealed(with_goat(players, goat), cards)
    seat = state.seat_of(WORD[goat])
    assert state.ending is not None
    assert state.ending.framed == state.seat_of(WORD[framed])
    ended = GAME.result(state)
    assert ended is not None
    assert goat_of(ended) == seat
    others = tuple(s for s in state.seats if s != seat)
    teams = [(team.seats, team.won) for team in ended.teams]
    assert teams == ([((seat,), True), (others, False)] if goat_wins else [(others, True), ((seat,), False)])
    assert ended.places == {}, "they won or they did not: nobody is second"
    own = {told: str(sentence) for told, sentence in ended.own.items()}
    assert own == {state.seat_of(WORD[framed]): "You were framed"}, "the others read whether they won"


def test_the_count_of_three_is_shown_only_just_then() -> None:
    state = revealed(with_goat(4, "R"), FAILS["F2"][2])  # at 0 ms
    assert [look(state, Viewer(0, at=at))["counts"] for at in (0, 999, 1_000, 2_999, 3_000)] == [3, 3, 2, 1, 0]


@pytest.mark.parametrize(("players", "goat", "cards"), FAILS.values(), ids=FAILS)
def test_a_failed_attempt_plays_on(players: int, goat: str, cards: str) -> None:
    state = revealed(with_goat(players, goat), cards)
    assert GAME.result(state) is None
    assert (state.call, state.ending) == (None, None)
    seen = look(state, Viewer(0))["shown"]
    assert seen["framed"] is None
    assert len(seen["cards"]) == players
    assert seen["why"]


def test_it_says_whose_card_kept_somebody_from_being_framed() -> None:
    state = revealed(with_goat(4, "R"), FAILS["F4"][2])
    (why,) = look(state, Viewer(0))["shown"]["why"]
    assert why.in_words(names=NAMED) == "Ben is not framed: Ana did not show red."


def test_a_failed_attempt_names_all_who_were_equally_close() -> None:
    """Each shows the next one's colour: of every colour exactly one other card is shown, so two others lack it."""
    state = revealed(goat_is(1, 0), "B:R R:Y Y:G G:B")
    assert [why.in_words(names=NAMED) for why in look(state, Viewer(0))["shown"]["why"]] == [
        "Ana is not framed: Ben and Cleo did not show blue.",
        "Ben is not framed: Cleo and Dov did not show red.",
        "Cleo is not framed: Ana and Dov did not show yellow.",
        "Dov is not framed: Ana and Ben did not show green.",
    ]


def test_the_reasons_are_told_line_by_line() -> None:
    ended = GAME.result(revealed(goat_is(1, 0), "B:BR G:R Y:R R:G"))
    assert ended is not None
    assert ended.headline.in_words(names=NAMED) == "Ben is framed, so everybody else wins"
    assert [reason.in_words(names=NAMED) for reason in ended.reasons] == [
        "On every card except Ben’s own: red. So Ben is framed.",
        "Ana, Cleo and Dov: the message named Ben.",
        "Ben: the message named Ana.",
        "The true scapegoat was framed: everybody except Ben wins.",
    ]


def test_cards_stay_covered_until_all_are_in() -> None:
    state = do(goat_is(1, 0), 0, moves.Frame())
    assert state.call is not None
    before = {seat: look(state, Viewer(seat)) for seat in (1, 2, 3, None)}
    state = do(state, 0, moves.Card(number=1, card="red"))
    assert look(state, Viewer(0))["call"]["own"] == "red"
    other = do(do(goat_is(1, 0), 0, moves.Frame()), 0, moves.Card(number=1, card="grey"))
    for seat in (1, 2, 3, None):
        seen = look(state, Viewer(seat))
        assert seen["call"]["ready"] == (0,)
        assert seen["call"]["own"] is None
        assert seen == look(other, Viewer(seat))
        assert seen != before[seat]


def test_a_choice_can_be_changed_until_all_are_in() -> None:
    state = do(goat_is(1, 0, 3), 0, moves.Frame())
    for seat, card in ((0, "grey"), (0, "yellow"), (1, "yellow"), (2, "red")):
        state = do(state, seat, moves.Card(number=1, card=card))
    assert state.shown is not None
    assert state.shown.cards == {0: "yellow", 1: "yellow", 2: "red"}
    with pytest.raises(Stale):
        do(state, 0, moves.Card(number=1, card="red"))


@pytest.mark.parametrize("card", ["", "orange", "rainbow", "blue-green", "red-blue", "pink"])
def test_only_cards_of_this_game_can_be_chosen(card: str) -> None:
    state = do(goat_is(1, 0), 0, moves.Frame())
    with pytest.raises(Refused) as no:
        do(state, 2, moves.Card(number=1, card=card))
    assert no.value.field == "card"


def test_a_tap_for_an_earlier_attempt_is_not_taken_for_this_one() -> None:
    state = revealed(with_goat(4, "R"), FAILS["F2"][2])
    state = do(state, 3, moves.Frame())
    with pytest.raises(Stale):
        do(state, 2, moves.Card(number=1, card="red"))
    assert do(state, 2, moves.Card(number=2, card="red")).shown is None


def test_more_cards_than_the_box_has_are_a_slip_and_end_nothing() -> None:
    state = revealed(goat_is(1, 0), "B:BR R:G Y:BR G:R")
    assert state.ending is None
    assert str(look(state, Viewer(0))["shown"]["slip"]) == "There is only 1 card with blue + red in this game."
    assert do(state, 0, moves.Frame()).call is not None


def entered(state: State, *cards: str, by: int = 3) -> State:
    """One phone enters the cards that lie on the table, seat by seat."""
    return do(state, by, moves.Cards(cards=dict(enumerate(cards))))


def test_one_phone_can_enter_what_lies_on_the_table_and_another_says_so_too() -> None:
    state = entered(do(goat_is(1, 0), 0, moves.Frame()), "blue-red", "green", "red", "red")
    assert (state.ending, state.shown) == (None, None)
    seen = look(state, Viewer(0))["call"]
    assert (seen["agreeing"], seen["entered"], seen["spoke"], seen["cards"]["framed"]) == (True, True, (3,), 1)
    state = do(state, 2, moves.Agree(number=1))
    assert state.ending is not None
    assert (state.ending.framed, state.ending.by) == (1, 0)


def test_what_cannot_lie_on_the_table_is_refused_beside_its_field() -> None:
    state = do(goat_is(1, 0), 0, moves.Frame())
    for cards in (("red", "red", "red"), ("red", "red", "red", "pink"), ("red", "red", "red", "")):
        with pytest.raises(Refused) as no:
            entered(state, *cards)
        assert no.value.field == "card-3"
    with pytest.raises(Refused, match="There is only 1 card with blue"):
        entered(state, "blue-red", "blue-red", "red", "red")
    with pytest.raises(Refused, match="At least two"):
        entered(state, "none", "none", "none", "red")


def test_whoever_is_away_has_no_card_among_those_entered() -> None:
    state = do(goat_is(1, 0, 6), 0, moves.Frame())
    state = do(entered(state, "blue", "red", "yellow", "green", "orange", "none"), 0, moves.Agree(number=1))
    assert state.shown is not None
    assert (state.shown.left_out, state.shown.slip, state.shown.framed) == ((5,), None, None)


def test_anybody_can_say_that_what_was_entered_is_wrong() -> None:
    state = do(goat_is(1, 0), 0, moves.Frame())
    state = do(state, 2, moves.Card(number=1, card="grey"))
    state = do(entered(state, "blue-red", "green", "red", "red"), 2, moves.Cancel(number=1))
    assert state.call is not None
    assert not state.call.agreeing
    assert state.call.ballot.waiting == (0, 1, 3), "the card chosen before is not lost"


# The word of two phones


@pytest.mark.parametrize(
    "last",
    [
        lambda state: do(state, 0, moves.Cops()),
        lambda state: entered(do(state, 0, moves.Frame()), "blue-red", "green", "red", "red", by=0),
        lambda state: do(state, 0, moves.End(), host=True),
    ],
    ids=["cops", "cards", "stop"],
)
@pytest.mark.parametrize("options", [{}, {"secret": "sheets"}])
def test_nobody_alone_has_every_message_revealed(last: Callable[[State], State], options: dict[str, str]) -> None:
    """Ana plays and carries Cleo. What she says on her phone, in whichever name, waits for Ben or Dov."""
    carried = {2: 0}
    state = last(begun(4, options))
    for seat in (0, 2):
        with pytest.raises(Refused, match="another phone"):
            do(state, seat, moves.Agree(number=1), phones=carried)
    assert state.ending is None
    state = do(state, 3, moves.Agree(number=1), phones=carried)
    assert state.ending is not None
    assert set(state.ending.read) == {0, 1, 2, 3}


def test_whoever_answers_for_several_and_leaves_out_the_rest_still_waits() -> None:
    """Three play; Ana carries Cleo, chooses for both, and goes on without Ben."""
    state, carried = do(goat_is(1, 0, 3), 0, moves.Frame()), {2: 0}
    for seat in (0, 2):
        state = do(state, seat, moves.Card(number=1, card="red"), phones=carried)
    asked = do(state, 0, moves.LeaveOut(number=1, seat=1), phones=carried)
    with pytest.raises(Refused, match="another phone"):
        do(asked, 2, moves.LeaveOut(number=1, seat=1), phones=carried)
    state = do(state, 0, moves.LeaveOut(number=1, seat=1), host=True, phones=carried)
    assert state.ending is None
    with pytest.raises(Refused, match="another phone"):
        do(state, 2, moves.Agree(number=1), phones=carried)
    assert do(state, 1, moves.Cancel(number=1), phones=carried).call is not None
    assert do(state, 1, moves.Agree(number=1), phones=carried).ending is not None


def test_a_host_who_does_not_play_needs_two_who_do() -> None:
    state = do(goat_is(1, 0), -1, moves.End(), host=True)
    with pytest.raises(Refused):
        do(state, -1, moves.Agree(number=1), host=True)
    state = do(state, 2, moves.Agree(number=1))
    assert state.ending is None
    with pytest.raises(Refused):
        do(state, 2, moves.Agree(number=1))
    assert do(state, 3, moves.Agree(number=1)).ending is not None


def test_where_one_phone_is_passed_round_everybody_it_speaks_for_all() -> None:
    carried = {1: 0, 2: 0, 3: 0}
    assert do(goat_is(1, 0), 0, moves.End(), host=True, phones=carried).ending is not None
    state = do(goat_is(1, 0), 0, moves.Cops(), phones=carried)
    assert state.ending is None, "first everybody points"
    assert do(state, 0, moves.Agree(number=1), phones=carried).ending is not None


def test_anybody_can_rather_play_on() -> None:
    state = do(goat_is(1, 0), 0, moves.End(), host=True)
    assert do(state, 3, moves.Cancel(number=1)).call is None
    assert do(state, 0, moves.Cancel(number=1), host=True).call is None


def test_with_own_mats_there_is_nothing_to_reveal_and_stopping_is_the_hosts() -> None:
    assert do(begun(4, {"secret": "mats"}), 0, moves.End(), host=True).ending is not None


def test_there_is_nothing_to_agree_to_while_everybody_chooses() -> None:
    state = do(goat_is(1, 0), 0, moves.Frame())
    with pytest.raises(Stale):
        do(state, 1, moves.Agree(number=1))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_an_attempt_without_somebody_is_judged_by_the_cards_that_were_shown(players: int) -> None:
    """Whoever is away showed no player's colour; with six there is no grey card that could stand for theirs."""
    state = do(goat_is(1, 0, players), 0, moves.Frame())
    away = players - 1
    for seat in range(away):
        state = do(state, seat, moves.Card(number=1, card=("blue", "red", "yellow", "green", "orange")[seat]))
    state = do(state, 0, moves.LeaveOut(number=1, seat=away), host=True)
    seen = look(state, Viewer(0))["shown"]
    assert (seen["slip"], seen["framed"], seen["left_out"]) == (None, None, (away,))
    assert [card["seat"] for card in seen["cards"]] == list(range(away))


def test_with_six_whoever_is_away_can_be_framed_by_all_the_others() -> None:
    """The six cards that show purple: three of it alone, with red, with orange, with every colour."""
    state = do(goat_is(5, 0, 6), 0, moves.Frame())
    for seat, card in enumerate(("rainbow", "red-purple", "purple", "purple", "orange-purple")):
        state = do(state, seat, moves.Card(number=1, card=card))
    state = do(state, 0, moves.LeaveOut(number=1, seat=5), host=True)
    assert state.ending is not None
    assert (state.ending.framed, state.ending.goat) == (5, 5)


def test_somebody_away_is_left_out_on_the_record_and_counts_like_grey() -> None:
    state = do(goat_is(1, 0), 0, moves.Frame())
    for seat in (0, 2, 3):
        state = do(state, seat, moves.Card(number=1, card="red"))
    act = Act(0, moves.LeaveOut(number=1, seat=1), Chance(), 0, host=True)
    ended: State = GAME.play(state, act)  # Ben's own card would not matter
    assert act.told[0].in_words(names=NAMED) == "Ana went on without Ben"
    assert ended.ending is not None
    assert ended.ending.framed == 1
    state = do(goat_is(1, 0), 0, moves.Frame())
    for seat in (0, 1, 2):
        state = do(state, seat, moves.Card(number=1, card="red"))
    state = do(state, 0, moves.LeaveOut(number=1, seat=3), host=True)
    assert state.ending is None
    with pytest.raises(Stale):
        do(state, 0, moves.LeaveOut(number=1, seat=3), host=True)


def test_nobody_can_be_left_out_who_has_answered_and_two_have_to_stay() -> None:
    state = do(goat_is(1, 0, 3), 0, moves.Frame())
    state = do(state, 1, moves.Card(number=1, card="red"))
    with pytest.raises(Refused, match="Nobody is waiting"):
        do(state, 0, moves.LeaveOut(number=1, seat=1), host=True)
    state = do(state, 0, moves.LeaveOut(number=1, seat=2), host=True)
    with pytest.raises(Refused, match="At least two"):
        do(state, 1, moves.LeaveOut(number=1, seat=0), host=True)


def test_who_comes_back_while_others_still_choose_shows_a_card_after_all() -> None:
    state = do(goat_is(1, 0, 3), 0, moves.Frame())
    state = do(state, 0, moves.LeaveOut(number=1, seat=2), host=True)
    for seat in (2, 0, 1):
        state = do(state, seat, moves.Card(number=1, card="red"))
    assert state.shown is not None
    assert (dict(state.shown.cards), state.shown.left_out) == ({0: "red", 1: "red", 2: "red"}, ())


def test_in_older_evenings_anybody_went_on_without_somebody() -> None:
    state = do(goat_is(1, 0), 0, moves.Frame())
    act = Act(2, moves.LeaveOut.typed({"number": 1, "seat": 3}), Chance(), 0, replayed=True)
    after: State = GAME.play(state, act)
    assert after.call is not None
    assert (after.call.left_out, after.call.ballot.waiting) == ((3,), (0, 1, 2))


def test_a_call_can_be_taken_back_by_its_caller_or_a_host() -> None:
    state = do(goat_is(1, 0), 2, moves.Frame())
    with pytest.raises(Refused):
        do(state, 1, moves.Cancel(number=1))
    assert do(state, 2, moves.Cancel(number=1)).call is None
    assert do(state, 0, moves.Cancel(number=1), host=True).call is None


def test_one_thing_is_called_at_a_time() -> None:
    state = do(goat_is(1, 0), 2, moves.Frame())
    for move in (moves.Frame(), moves.Cops()):
        with pytest.raises(Stale):
            do(state, 1, move)


# Going to the cops

COPS = {
    "C1": (4, "R", "B", "BR YR GR RB"),
    "C2": (3, "Y", "B", "BY RY YB"),
    "C4": (6, "P", "O", "BP RP YP GP OP PO"),
}


@pytest.mark.parametrize(("players", "goat", "decoy", "at"), COPS.values(), ids=COPS)
@pytest.mark.parametrize("way", ["app", "mats"])
@pytest.mark.parametrize("caller", [0, 1])
def test_the_scapegoat_wins_whoever_went(players: int, goat: str, decoy: str, at: str, way: str, caller: int) -> None:
    seats = begun(players)
    seat = seats.seat_of(WORD[goat])
    state = goat_is(seat, seats.seat_of(WORD[decoy]), players) if way == "app" else begun(players, {"secret": "mats"})
    state = do(state, caller, moves.Cops())
    state = pointing(state, at) if way == "mats" else do(state, 1 - caller, moves.Agree(number=1))
    ended = GAME.result(state)
    assert ended is not None
    assert ended.won == {seat}
    assert goat_of(ended) == seat
    said = [line.in_words(names=NAMED) for line in ended.reasons]
    assert said[0] == f"{NAMES[caller]} went to the cops, which ends the game at once."
    assert said[-1] == f"With the cops the true scapegoat wins, whoever went: {NAMES[seat]} wins alone."


@pytest.mark.parametrize(("players", "at"), [(4, "BR YR GB RB"), (3, "BR RY YB")], ids=["C3", "C6"])
def test_a_misread_mat_is_named_and_pointed_at_again(players: int, at: str) -> None:
    state = pointing(do(begun(players, {"secret": "mats"}), 0, moves.Cops()), at)
    assert state.ending is None
    assert state.call is not None
    assert state.call.number == 2
    assert "somebody misread" in str(state.call.again)
    assert dict(state.call.misread) == {
        state.seat_of(WORD[entry[0]]): state.seat_of(WORD[entry[1]]) for entry in at.split()
    }


@pytest.mark.parametrize("options", [{}, {"secret": "sheets"}])
def test_where_the_app_dealt_nobody_types_what_it_knows(options: dict[str, str]) -> None:
    state = do(begun(4, options), 3, moves.Cops())
    assert GAME.awaits(look(state, Viewer(0))) == ()
    for move in (moves.Point(number=1, at=1), moves.Points(at={0: "1", 1: "0", 2: "1", 3: "1"})):
        with pytest.raises(Refused):
            do(state, 0, move)
    ended = GAME.result(do(state, 0, moves.Agree(number=1)))
    assert ended is not None
    assert state.secret.goat is not None
    assert goat_of(ended) == state.secret.goat.opened()


@pytest.mark.parametrize("at", [0, 9, -1], ids=["C5", "nobody", "minus"])
def test_it_refuses_to_point_at_oneself_or_at_nobody(at: int) -> None:
    state = do(begun(4, {"secret": "mats"}), 0, moves.Cops())
    with pytest.raises(Refused) as no:
        do(state, 0, moves.Point(number=1, at=at))
    assert no.value.field == "at"


def test_a_pointing_without_somebody_is_settled_where_it_can_be() -> None:
    state = do(begun(4, {"secret": "mats"}), 0, moves.Cops())
    for seat, at in ((1, 0), (2, 1), (3, 1)):
        state = do(state, seat, moves.Point(number=1, at=at))
    state = do(state, 3, moves.LeaveOut(number=1, seat=0), host=True)
    assert state.ending is not None
    assert state.ending.goat == 1
    three = do(begun(3, {"secret": "mats"}), 0, moves.Cops())
    for seat, at in ((0, 1), (1, 0)):
        three = do(three, seat, moves.Point(number=1, at=at))
    three = do(three, 0, moves.LeaveOut(number=1, seat=2), host=True)  # Ana or Ben? Only Cleo could tell
    assert three.ending is None
    assert three.call is not None
    assert three.call.again is not None


def test_one_phone_can_enter_how_everybody_pointed_and_another_says_so_too() -> None:
    state = do(begun(3, {"secret": "mats"}), 0, moves.Cops())
    for at, field in (("12", "at-2"), ("020", "at-0"), ("227", "at-2"), ("22x", "at-2")):
        with pytest.raises(Refused) as no:
            do(state, 1, moves.Points(at=dict(enumerate(at))))
        assert no.value.field == field
    state = do(state, 1, moves.Points(at={0: "2", 1: "2", 2: "0"}))
    assert state.ending is None
    assert look(state, Viewer(0))["call"]["pointed"] == ((0, 2), (1, 2), (2, 0))
    assert do(state, 2, moves.Cancel(number=1)).call is not None
    state = do(state, 0, moves.Agree(number=1))
    assert state.ending is not None
    assert state.ending.goat == 2


def test_the_forms_for_everybody_name_a_field_for_each_seat() -> None:
    assert moves.Cards.read({"card-1": ["red"], "card-12": ["grey"]}) == {"cards": {1: "red", 12: "grey"}}
    assert moves.Points.read({"at-2": ["1"], "at-1": ["2"]}) == {"at": {2: "1", 1: "2"}}


@pytest.mark.parametrize(("at", "goat_wins"), [("BR YR GR RB", False), ("BY RY GY YB", True)])
def test_after_a_frame_with_own_mats_everybody_points(at: str, goat_wins: bool) -> None:
    state = revealed(begun(4, {"secret": "mats"}), "B:BR G:R Y:R R:G")
    assert state.ending is None
    assert state.call is not None
    assert (state.call.kind, state.call.framed) == ("proof", 1)
    state = pointing(state, at)
    ended = GAME.result(state)
    assert ended is not None
    assert 1 not in ended.won, "Ben is framed, and loses either way: as scapegoat, or because it was wrong"
    assert (0 in ended.won) is not goat_wins
    assert goat_of(ended) == (2 if goat_wins else 1)
    said = [line.in_words(names=NAMED) for line in ended.reasons]
    assert said[0] == "On every card except Ben’s own: red. So Ben is framed."
    assert said[-1] == (
        "Somebody else was framed: the true scapegoat, Cleo, wins alone."
        if goat_wins
        else "The true scapegoat was framed: everybody except Ben wins."
    )


# Who may, and when


def stopped(state: State) -> State:
    """The host wants to stop, and somebody agrees."""
    state = do(state, 0, moves.End(), host=True)
    assert state.call is not None
    return do(state, 1, moves.Agree(number=state.call.number))


def test_after_the_end_nothing_moves() -> None:
    state = stopped(goat_is(1, 0))
    assert GAME.result(state) is not None
    for move in (moves.Frame(), moves.Cops(), moves.End()):
        with pytest.raises(Stale):
            do(state, 0, move, host=True)


def test_the_end_turns_every_message_up() -> None:
    state = stopped(goat_is(1, 0))
    ending = look(state, Viewer(None))["ending"]
    assert [(line["seat"], line["named"], line["wrong"]) for line in ending["read"]] == [
        (0, 1, False), (1, 0, True), (2, 1, False), (3, 1, False),
    ]  # fmt: skip
    ended = GAME.result(state)
    assert ended is not None
    assert (ended.teams, ended.places, ended.won) == ((), {}, frozenset())


def test_a_late_comer_waits_for_the_next_game() -> None:
    with pytest.raises(Refused):
        do(goat_is(1, 0), 4, moves.Frame())


def test_a_host_who_does_not_play_calls_but_does_not_answer() -> None:
    state = do(goat_is(1, 0), -1, moves.Frame(), host=True)
    assert state.call is not None
    assert state.call.by is None
    with pytest.raises(Refused):
        do(state, -1, moves.Card(number=1, card="red"), host=True)


# Secrecy


def test_what_a_viewer_may_not_see_is_never_touched() -> None:
    for way in ("app", "sheets", "mats"):
        state = begun(4, {"secret": way})
        voting = do(do(state, 0, moves.Frame()), 1, moves.Card(number=1, card="red"))
        at_the_end = do(state, 0, moves.Cops())
        for seat in (0, 1, 2, 3, None, -1):
            for now in (state, voting, at_the_end):
                viewer = Viewer(seat)
                assert look(poisoned(now, viewer), viewer) == look(now, viewer)
                assert messages(poisoned(now, viewer), viewer) == messages(now, viewer)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_deals_that_look_the_same_to_a_player_give_the_same_page(seat: int) -> None:
    """Whoever reads "Ben" cannot tell whether Ben is the scapegoat or the reader is."""
    named = (seat + 1) % 4
    true = goat_is(named, seat)
    wrong = goat_is(seat, named)
    assert look(true, Viewer(seat)) == look(wrong, Viewer(seat))
    assert messages(true, Viewer(seat)) == messages(wrong, Viewer(seat))


def test_what_is_seen_holds_only_plain_values() -> None:
    def plain(value: Any) -> bool:
        if isinstance(value, dict):
            return all(plain(part) for part in value.values())
        if isinstance(value, (list, tuple)):
            return all(plain(part) for part in value)
        return not isinstance(value, Hidden)

    state = revealed(with_goat(4, "R"), FAILS["F2"][2])
    assert plain(look(state, Viewer(0)))
    assert plain(look(stopped(state), Viewer(0)))


def test_a_stranger_and_the_wall_have_no_message() -> None:
    state = begun(4, {"secret": "sheets"})
    for viewer in (Viewer(None), Viewer(None, host=True), Viewer(-1, host=True), Viewer(7)):
        assert messages(state, viewer) == ()


# What the log tells


def told(state: State, seat: int, move: Move) -> list[str]:
    act = Act(seat, move, Chance(None), 0)
    GAME.play(state, act)
    return [line.in_words(names=NAMED) for line in act.told]


def all_but_dov(cards: str) -> State:
    """A frame attempt in which seats 0 to 2 have revealed these; seat 1 is the scapegoat."""
    state = do(goat_is(1, 0), 0, moves.Frame())
    for seat, card in enumerate(cards.split()):
        state = do(state, seat, moves.Card(number=1, card=card))
    return state


@pytest.mark.parametrize(
    ("cards", "last", "lines"),
    [
        ("blue-red green red", "red", ["Ben is framed", "Ben is framed, so everybody else wins"]),
        ("green blue-red blue", "blue", ["Ana is framed", "Ben, the scapegoat, wins"]),
        ("red red grey", "green", ["nobody is framed"]),
        ("grey grey grey", "grey", ["something was entered wrongly, and nothing counts"]),
    ],
)
def test_the_log_says_what_the_cards_did_and_who_won(cards: str, last: str, lines: list[str]) -> None:
    heads = ("Dov is ready", "The cards are revealed: ", "The game is over: ")
    expected = [heads[0], *(head + line for head, line in zip(heads[1:], lines, strict=False))]
    assert told(all_but_dov(cards), 3, moves.Card(number=1, card=last)) == expected


def test_the_log_says_who_won_with_the_cops() -> None:
    state = do(goat_is(1, 0), 0, moves.Cops())
    assert told(state, 3, moves.Agree(number=1)) == ["Dov agreed", "The game is over: Ben, the scapegoat, wins"]


def test_the_message_tells_the_twist_on_every_phone_alike() -> None:
    for goat in range(4):
        state = goat_is(goat, (goat + 1) % 4)
        twists = {str(message.alike) for seat in range(4) for message in messages(state, Viewer(seat))}
        assert twists == {
            "All but one of you read the same name. If yours is the odd one, you are the scapegoat.",
        }


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("caller_has_one", [True, False])
def test_pretend_players_show_no_more_cards_of_a_kind_than_there_are(players: int, caller_has_one: bool) -> None:
    """Their attempt frames the scapegoat, unless whoever called it has no card to show and is not the scapegoat."""
    for goat, decoy in permutations(range(players), 2):
        state = do(goat_is(goat, decoy, players), 0, moves.Frame())
        for seat in state.seats:
            view, viewer = look(state, Viewer(seat)), Viewer(seat)
            press = pretends(view, viewer, messages(state, viewer), Chance([0 if caller_has_one else 1]))
            assert press is not None
            assert press[0] == "card"
            state = do(state, seat, moves.Card.typed(press[1]))
        assert state.shown is not None
        assert state.shown.slip is None
        assert state.shown.framed == (goat if caller_has_one or goat == 0 else None)
