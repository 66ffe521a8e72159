"""What the rules of Scape Goat answer: the worked examples by their ids, and laws checked on every case there is."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import Refused
from companion.games.scape_goat import rules
from companion.games.scape_goat.rules import COLOURS, DECK, Card, framed, pointed_out

WORD = {"B": "blue", "R": "red", "Y": "yellow", "G": "green", "O": "orange", "P": "purple", "-": "grey"}


def cards(short: str) -> dict[str, tuple[str, ...]]:
    """ "B:BR R:-" as the mapping the rules take; "*" is the rainbow card."""
    pairs = (entry.split(":") for entry in short.split())
    return {WORD[who]: COLOURS if on == "*" else tuple(WORD[c] for c in on) for who, on in pairs}


def points(short: str) -> dict[str, str]:
    return {WORD[entry[0]]: WORD[entry[1]] for entry in short.split()}


FRAME_ATTEMPTS = {
    "F1": ("B:BR G:R Y:R R:G", "red"),
    "F2": ("B:BR G:R Y:- R:G", None),
    "F3": ("B:G R:G Y:YG G:B", "green"),
    "F4": ("B:- R:R Y:R G:R", None),
    "F5": ("B:BR R:R Y:R G:R", "red"),
    "F6": ("B:- R:- Y:-", None),
    "F7": ("B:Y R:Y Y:-", "yellow"),
    "F8": ("B:* R:RP Y:P G:OP O:P P:O", "purple"),
    "F9": ("B:B R:RP Y:P G:OP O:P P:*", None),
    "F10": ("B:O R:RO Y:O G:GO O:Y", "orange"),
}


@pytest.mark.parametrize(("revealed", "who"), FRAME_ATTEMPTS.values(), ids=FRAME_ATTEMPTS)
def test_it_names_who_is_framed(revealed: str, who: str | None) -> None:
    assert framed(cards(revealed)) == who


POINTINGS = {"C1": ("BR YR GR RB", "red"), "C2": ("BY RY YB", "yellow"), "C4": ("BP RP YP GP OP PO", "purple")}


@pytest.mark.parametrize(("pointing", "goat"), POINTINGS.values(), ids=POINTINGS)
def test_it_names_whom_all_others_point_at(pointing: str, goat: str) -> None:
    assert pointed_out(points(pointing)) == goat


@pytest.mark.parametrize("pointing", ["BR YR GB RB", "BR RY YB"], ids=["C3", "C6"])
def test_it_names_nobody_when_somebody_misread(pointing: str) -> None:
    assert pointed_out(points(pointing)) is None


@pytest.mark.parametrize(
    "pointing", ["BB RY YB", "BR RY", "BR RY YO", "BR RY GB", ""], ids=["C5", "missing", "not in play", "gap", "none"]
)
def test_it_refuses_a_pointing_that_cannot_be(pointing: str) -> None:
    with pytest.raises(Refused):
        pointed_out(points(pointing))


@pytest.mark.parametrize(
    "revealed",
    [
        {"blue": ["red"], "red": ["blue"]},
        {"blue": ["red"], "red": ["blue"], "green": ["red"]},
        {"blue": ["pink"], "red": ["blue"], "yellow": ["red"]},
        {"blue": ["green"], "red": ["blue"], "yellow": ["red"]},
        {"blue": [], "red": ["blue"], "yellow": ["red"]},
        {"blue": ["grey", "red"], "red": ["blue"], "yellow": ["red"]},
        {"blue": ["red"], "red": ["blue"], "yellow": ["blue", "red"]},
        {"blue": "rainbow", "red": ["blue"], "yellow": ["red"]},
    ],
    ids=["two players", "gap", "unknown", "not in play", "empty", "grey and more", "two framed", "rainbow with three"],
)
def test_it_refuses_cards_that_cannot_be(revealed: dict[str, list[str]]) -> None:
    with pytest.raises(Refused) as no:
        framed(revealed)
    assert str(no.value).endswith((".", "?"))


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        (["red", "grey"], "A grey bystander is alone on its card."),
        (["red", "pink"], "pink is not a colour of this game."),
        ("pink", "pink is not a colour of this game."),
        ([], "There is something on every card: a colour, or grey."),
    ],
)
def test_a_card_that_cannot_be_is_refused_by_what_is_wrong_with_it(card: str | list[str], sentence: str) -> None:
    with pytest.raises(Refused) as no:
        rules.colours_on(card)
    assert str(no.value) == sentence


def test_where_two_would_be_framed_both_are_named() -> None:  # ruling 4
    with pytest.raises(Refused, match="blue and red cannot both be framed, so one of these cards is wrong"):
        framed(cards("B:R R:B Y:BR"))


@pytest.mark.parametrize(
    ("players", "used", "hand"), [(3, 13, 2), (4, 15, 2), (5, 22, 3), (6, 25, 3)], ids=["D1-3", "D1-4", "D1-5", "D1-6"]
)
def test_cards_and_hands_by_player_count(players: int, used: int, hand: int) -> None:
    assert len(rules.evidence(players)) == used
    assert rules.hand_size(players) == hand
    assert used == 4 + 3 + players * hand  # four face up, three stashed, none left over (Setup 5)


def test_five_players_use_no_card_marked_6_or_3() -> None:  # D2
    assert {card.mark for card in rules.evidence(5)} == {"3+", "4+", "5+", "5", "3, 5", "3, 4, 5"}


@pytest.mark.parametrize(("players", "greys"), [(3, 4), (4, 1), (5, 2), (6, 0)], ids=["D3-3", "D3-4", "D3-5", "D3-6"])
def test_bystanders_by_player_count(players: int, greys: int) -> None:
    assert sum(card.colours == ("grey",) for card in rules.evidence(players)) == greys


@pytest.mark.parametrize(
    ("seat", "other"), list(enumerate([3, 4, 5, 0, 1, 2])), ids=[f"D4-{seat}" for seat in range(6)]
)
def test_the_opposite_seat(seat: int, other: int) -> None:
    assert rules.opposite(seat) == other


@pytest.mark.parametrize("seat", [-1, 6])
def test_there_is_no_opposite_beyond_six_seats(seat: int) -> None:
    with pytest.raises(Refused) as no:
        rules.opposite(seat)
    assert no.value.field == "seat"


SWAPS = {
    "D5": ("red", [("red",), ("blue", "red"), ("yellow",)], (("red",), ("blue", "red"))),
    "D6": ("green", [("yellow",), ("grey",)], ()),
    "D7": ("purple", ["rainbow", ("green",), ("orange",)], ("rainbow",)),
}


@pytest.mark.parametrize(("own", "hand", "due"), SWAPS.values(), ids=SWAPS)
def test_the_own_colour_has_to_be_swapped_out(own: str, hand: list[tuple[str, ...]], due: tuple[object, ...]) -> None:
    assert rules.must_swap(hand, own) == due


@pytest.mark.parametrize(
    ("standing", "to", "may"),
    [("trade", "trade", False), ("prepare", "prepare", False), ("prepare", "cops", True), (None, "spy", True)],
    ids=["D8", "D9", "away", "not noted"],
)
def test_a_token_has_to_move(standing: str | None, to: str, may: bool) -> None:
    assert rules.may_go(standing, to) is may


def test_there_is_nowhere_but_the_five_cards() -> None:
    assert not rules.may_go("spy", "bank")


@pytest.mark.parametrize(
    ("tokens", "whom"),
    [({0: 0, 1: 1, 2: 1}, (1, 2)), ({0: 0, 1: 2, 2: 0}, (1,)), ({0: 1, 1: 1, 2: 0}, ()), ({1: 1}, (1,))],
)
def test_who_can_be_stolen_from(tokens: dict[int, int], whom: tuple[int, ...]) -> None:  # D10, ruling 8
    assert rules.may_steal_from(tokens, 0) == whom


def test_the_deck_is_the_box() -> None:
    assert rules.BOX == {"evidence": 30, "mats": 18, "locations": 5, "tokens": 6, "preparation": 2, "dice": 2}
    assert sum(copies for _, copies in DECK) == 30
    by_mark = {mark: sum(n for card, n in DECK if card.mark == mark) for mark in {card.mark for card, _ in DECK}}
    assert by_mark == {"3+": 9, "4+": 5, "5+": 5, "6": 6, "5": 1, "3": 2, "3, 5": 1, "3, 4, 5": 1}


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_colour_is_on_as_many_cards_as_there_are_players(players: int) -> None:
    for colour in rules.colours(players):
        assert sum(colour in card.colours for card in rules.evidence(players)) == players


def test_colours_by_player_count() -> None:
    assert list(rules.colours(3)) == ["blue", "red", "yellow"]
    assert list(rules.colours(6)) == ["blue", "red", "yellow", "green", "orange", "purple"]
    for players in (2, 7, 0, -1):
        for asked in (rules.colours, rules.evidence, rules.hand_size):
            with pytest.raises(Refused) as no:
                asked(players)
            assert no.value.field == "players"


def test_tokens_start_from_the_left_and_come_round_again() -> None:
    start = rules.starting_locations(["purple", "red", "blue", "green", "yellow", "orange"])
    assert start == {
        "prepare": ("purple", "yellow"),
        "spy": ("red", "orange"),
        "trade": ("blue",),
        "stash": ("green",),
    }
    assert rules.starting_locations(["red", "blue", "yellow"], ("prepare", "stash", "spy", "trade")) == {
        "prepare": ("red",),
        "stash": ("blue",),
        "spy": ("yellow",),
        "trade": (),
    }
    five = rules.starting_locations(["red", "blue", "yellow", "orange", "green"])
    assert [len(five[place]) for place in rules.LINE] == [2, 1, 1, 1]


@pytest.mark.parametrize(
    ("order", "line", "field"),
    [
        (["red", "blue"], rules.LINE, "players"),
        (["red", "red", "blue"], rules.LINE, "order"),
        (["red", "blue", "green"], rules.LINE, "order"),
        (["red", "blue", "yellow"], ("spy", "prepare", "trade", "stash"), "line"),
        (["red", "blue", "yellow"], ("prepare", "spy", "trade", "cops"), "line"),
    ],
)
def test_it_refuses_starts_that_cannot_be(order: list[str], line: tuple[str, ...], field: str) -> None:
    with pytest.raises(Refused) as no:
        rules.starting_locations(order, line)
    assert no.value.field == field


def faces(players: int) -> list[tuple[str, ...]]:
    return sorted({card.colours for card in rules.evidence(players)})


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_real_cards_frame_two(players: int) -> None:
    """Every way the cards in the box can be revealed: at most one is framed (ruling 4)."""
    in_play, copies = rules.colours(players), dict.fromkeys(faces(players), 0)
    for card in rules.evidence(players):
        copies[card.colours] += 1
    for shown in product(faces(players), repeat=players):
        if any(shown.count(face) > copies[face] for face in set(shown)):
            continue
        found = [p for i, p in enumerate(in_play) if all(p in s for j, s in enumerate(shown) if j != i)]
        assert len(found) <= 1
        if players < 5:
            assert framed(dict(zip(in_play, shown, strict=True))) == (found[0] if found else None)


def test_six_players_have_too_few_cards_to_frame_two() -> None:
    """Two framed need four cards with both colours on; no two colours are together on more than two (ruling 4)."""
    deck = rules.evidence(6)
    for pair in combinations(COLOURS, 2):
        assert sum(set(pair) <= set(card.colours) for card in deck) <= 2


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_at_most_one_is_pointed_at_by_all_others(players: int) -> None:
    """Checked for every pair that could both be: each would have to be named by a third (ruling 19)."""
    in_play = rules.colours(players)
    choices = [[other for other in in_play if other != me] for me in in_play]
    for at in product(*choices) if players < 6 else ():
        named = [g for g in in_play if all(a == g for me, a in zip(in_play, at, strict=True) if me != g)]
        assert len(named) <= 1
    for goat, decoy in permutations(in_play, 2):
        assert pointed_out({me: decoy if me == goat else goat for me in in_play}) == goat


@given(st.data())
def test_the_own_card_never_matters(data: st.DataObject) -> None:
    players = data.draw(st.integers(3, 6))
    in_play = rules.colours(players)
    goat = data.draw(st.sampled_from(in_play))
    revealed: dict[str, tuple[str, ...]] = dict.fromkeys(in_play, (goat,))
    for own in faces(players):
        assert framed({**revealed, goat: own}) == goat
    other = data.draw(st.sampled_from([p for p in in_play if p != goat]))
    assert framed({**revealed, other: ("grey",)}) is None


@pytest.mark.parametrize(
    ("revealed", "slips"),
    [(["red", "red", "red", "blue-red"], False), (["blue-red", "blue-red", "red", "red"], True), (["rainbow"], True)],
)
def test_it_notices_more_cards_than_there_are(revealed: list[str], slips: bool) -> None:
    assert (rules.slip_in(revealed, 4) is not None) is slips


@pytest.mark.parametrize(
    ("revealed", "slip"),
    [
        (["blue-red"] * 2, "There is only 1 card with blue + red in this game."),
        (["red"] * 4, "There are only 3 cards with red alone in this game."),
        (["purple"], "There are only 0 cards with purple alone in this game."),
        (["grey"] * 2, "There is only 1 card with grey in this game."),
    ],
)
def test_more_cards_than_there_are_are_counted_for_the_players(revealed: list[str], slip: str) -> None:
    assert str(rules.slip_in(revealed, 4)) == slip


KINDS = {
    3: {"blue": 3, "red": 3, "yellow": 3, "grey": 4},
    4: {"blue": 3, "red": 3, "yellow": 3, "green": 3, "blue-red": 1, "yellow-green": 1, "grey": 1},
    5: {"blue": 3, "red": 3, "yellow": 3, "green": 3, "orange": 3, "grey": 2}
    | dict.fromkeys(["blue-red", "yellow-green", "blue-yellow", "green-orange", "red-orange"], 1),
    6: dict.fromkeys(["blue", "red", "yellow", "green", "orange", "purple"], 3)
    | dict.fromkeys(["blue-red", "yellow-green", "blue-yellow", "green-orange", "red-purple", "orange-purple"], 1)
    | {"rainbow": 1},
}
"""The evidence cards of the rulebook, by the marks in their corners: 13, 15, 22 and 25 of them."""


@pytest.mark.parametrize(("players", "cards"), [(3, 13), (4, 15), (5, 22), (6, 25)])
def test_every_card_has_a_kind_that_leads_back_to_its_colours(players: int, cards: int) -> None:
    for card in rules.evidence(players):
        assert rules.words_of(rules.kind(card)) == card.colours
    assert sum(KINDS[players].values()) == cards
    assert dict(rules.kinds(players)) == KINDS[players]


def test_the_dice_point_at_120_different_cells() -> None:  # C72
    assert [rules.cell(white, black) for white in range(10) for black in range(1, 13)] == list(range(120))
    assert rules.CELLS == 120
    assert rules.cell(0, 1) == 0  # white 0 is the first row
    assert rules.cell(1, 1) == 12  # one row further
    assert rules.cell(9, 12) == 119


@pytest.mark.parametrize(
    ("white", "black", "field"), [(1, 0, "black"), (10, 1, "white"), (-1, 1, "white"), (0, 13, "black")]
)
def test_it_refuses_faces_the_dice_do_not_have(white: int, black: int, field: str) -> None:  # C72
    with pytest.raises(Refused) as no:
        rules.cell(white, black)
    assert no.value.field == field


def test_a_mark_without_plus_is_for_exactly_those_counts() -> None:
    assert [rules.is_used("3, 5", players) for players in (3, 4, 5, 6)] == [True, False, True, False]
    assert [rules.is_used("5+", players) for players in (3, 4, 5, 6)] == [False, False, True, True]


def test_a_card_can_be_unpacked() -> None:
    on, mark = Card(("red",), "3+")
    assert (on, mark) == (("red",), "3+")


def test_every_hand_that_fits_has_a_card_to_swap() -> None:
    """Whatever is in a hand, a card can be swapped: one with the own colour if there is one, else any."""
    for players in (3, 4):
        for hand in combinations_with_replacement(faces(players), rules.hand_size(players)):
            for own in rules.colours(players):
                assert list(rules.must_swap(hand, own)) == [card for card in hand if own in card]
