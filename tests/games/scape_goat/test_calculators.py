"""Scape Goat's calculators: any link that fits gives its answer with reasons, any other a sentence beside its field."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.game import Known, Refused
from companion.games.scape_goat import GAME


def ask(key: str, **fields: str) -> dict[str, Any]:
    calculator = GAME.calculator(key)
    assert calculator is not None
    answer: dict[str, Any] = calculator.answer(fields)
    return answer


def words(answer: dict[str, Any]) -> list[str]:
    return [str(reason) for reason in answer["reasons"]]


@pytest.mark.parametrize("key", ["frame", "cops", "swap", "evidence", "sheets"])
def test_an_empty_form_is_shown_for_four(key: str) -> None:
    answer = ask(key)
    assert answer["players"] == 4
    assert answer["colours"] == ("blue", "red", "yellow", "green")
    assert answer["answered"] is (key == "evidence")


F1 = {"players": "4", "blue": "blue-red", "green": "red", "yellow": "red", "red": "green"}


def test_a_frame_names_who_and_who_wins() -> None:
    assert ask("frame", **F1)["framed"] == "red"
    assert words(ask("frame", **F1)) == [
        "On every card except that player’s own, which does not matter: red.",
        "If that is the true scapegoat, everybody else wins. If not, the true scapegoat wins alone.",
    ]
    assert words(ask("frame", **F1, goat="red"))[1] == "That is the true scapegoat: everybody else wins."
    assert words(ask("frame", **F1, goat="green"))[1] == "The true scapegoat wins alone: green."


def test_a_failed_frame_names_what_is_missing_for_each() -> None:
    answer = ask("frame", players="4", blue="grey", red="red", yellow="red", green="red")  # F4
    assert answer["framed"] is None
    assert words(answer) == [
        "Not blue: red, yellow and green did not show it.",
        "Not red: blue did not show it.",
        "Not yellow: blue, red and green did not show it.",
        "Not green: blue, red and yellow did not show it.",
    ]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"players": "2"}, "players"),
        ({"players": "7"}, "players"),
        ({"players": "four"}, "players"),
        ({"players": "4", "blue": "red"}, "red"),
        ({**F1, "blue": "rainbow"}, "blue"),
        ({**F1, "blue": "blue-red", "yellow": "blue-red"}, None),
    ],
)
def test_a_frame_that_cannot_be_is_refused(fields: dict[str, str], field: str | None) -> None:
    with pytest.raises(Refused) as no:
        ask("frame", **fields)
    assert no.value.field == field


def test_pointing_names_the_scapegoat_or_a_misreading() -> None:
    answer = ask("cops", players="3", blue="yellow", red="yellow", yellow="blue")  # C2
    assert (answer["goat"], answer["answered"]) == ("yellow", True)
    assert words(answer)[0] == "All others point at the true scapegoat: yellow."
    answer = ask("cops", players="3", blue="red", red="yellow", yellow="blue")  # C6
    assert answer["goat"] is None
    assert "somebody misread" in words(answer)[0]


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"blue": "blue", "red": "yellow", "yellow": "blue"}, "blue"), ({"blue": "red", "red": "yellow"}, "yellow")],
    ids=["C5", "missing"],
)
def test_a_pointing_that_cannot_be_is_refused(fields: dict[str, str], field: str) -> None:
    with pytest.raises(Refused) as no:
        ask("cops", players="3", **fields)
    assert no.value.field == field


@pytest.mark.parametrize(
    ("fields", "due", "reason"),
    [
        (
            {"players": "5", "own": "red", "card1": "red", "card2": "blue-red", "card3": "yellow"},
            ["red", "blue-red"],
            "Your own colour has to go, and you choose which: red and blue + red.",
        ),
        (
            {"players": "4", "own": "green", "card1": "yellow", "card2": "grey"},
            [],
            "None of these cards shows your own colour (green): any of them may go.",
        ),
        (
            {"players": "6", "own": "purple", "card1": "rainbow", "card2": "green", "card3": "orange"},
            ["rainbow"],
            "Your own colour has to go: the card with every colour.",
        ),
    ],
    ids=["D5", "D6", "D7"],
)
def test_which_card_must_be_swapped(fields: dict[str, str], due: list[str], reason: str) -> None:
    answer = ask("swap", **fields)
    assert answer["due"] == due
    assert words(answer) == [reason]


@pytest.mark.parametrize(("fields", "field"), [({"card1": "red"}, "own"), ({"own": "red", "card2": "x"}, "card2")])
def test_a_swap_that_cannot_be_is_refused(fields: dict[str, str], field: str) -> None:
    with pytest.raises(Refused) as no:
        ask("swap", **fields)
    assert no.value.field == field


@pytest.mark.parametrize(
    ("players", "cards", "sentence"),
    [
        ("6", ("rainbow", "rainbow", "rainbow"), "There is only 1 card with every colour in this game."),
        ("4", ("grey", "grey", ""), "There is only 1 card with grey in this game."),
        ("5", ("blue-red", "red", "blue-red"), "There is only 1 card with blue + red in this game."),
        ("3", ("red", "yellow", "grey"), "With 3 players a hand has 2 cards."),
        ("4", ("red", "yellow", "green"), "With 4 players a hand has 2 cards."),
    ],
)
def test_a_hand_that_nobody_can_hold_is_refused_in_one_sentence(
    players: str, cards: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(Refused) as no:
        ask("swap", players=players, own="red", **{f"card{at}": card for at, card in enumerate(cards, 1)})
    assert str(no.value) == sentence


def test_a_slip_in_the_hand_is_named_beside_the_field_it_stands_in() -> None:
    with pytest.raises(Refused) as no:
        ask("swap", players="5", own="red", card1="red", card2="", card3="pink")
    assert no.value.field == "card3"


@pytest.mark.parametrize(("players", "used", "hand"), [("3", 13, 2), ("4", 15, 2), ("5", 22, 3), ("6", 25, 3)])
def test_which_cards_play(players: str, used: int, hand: int) -> None:
    answer = ask("evidence", players=players)
    assert (answer["used"], answer["hand"]) == (used, hand)
    assert sum(face["copies"] for face in answer["kept"]) == used
    assert sum(face["copies"] for face in answer["back"]) == 30 - used


@pytest.mark.parametrize(("players", "cells"), [("3", 20), ("4", 10), ("5", 6), ("6", 4)])
def test_printed_sheets_are_balanced_and_come_again_with_the_same_word(players: str, cells: int) -> None:
    answer = ask("sheets", players=players, word=" Goat  Night")
    assert answer["sheets"] == ask("sheets", players=players, word="goat night")["sheets"]
    assert answer["sheets"] != ask("sheets", players=players, word="goat day")["sheets"]
    flat = {sheet["colour"]: [cell for row in sheet["rows"] for cell in row] for sheet in answer["sheets"]}
    assert all((len(s["rows"]), {len(row) for row in s["rows"]}) == (10, {12}) for s in answer["sheets"])
    pairs: Counter[tuple[str, str]] = Counter()
    for at in range(120):
        (goat,) = [own for own in flat if all(flat[o][at] == own for o in flat if o != own)]
        assert flat[goat][at] != goat
        pairs[goat, flat[goat][at]] += 1
    assert set(pairs.values()) == {cells}
    assert len(pairs) == int(players) * (int(players) - 1)


def test_before_a_word_is_asked_for_there_are_no_sheets_yet() -> None:
    assert ask("sheets", players="4")["sheets"] == []


@pytest.mark.parametrize("word", ["", "  "])
def test_an_empty_word_is_asked_for_again(word: str) -> None:
    with pytest.raises(Refused, match="Please type a word") as no:
        ask("sheets", players="4", word=word)
    assert no.value.field == "word"


def test_there_are_questions_with_answers_and_sources() -> None:
    assert len(GAME.questions(Known())) >= 30
    for each in GAME.questions(Known()):
        assert str(each.question)[-1] in "?."
        assert str(each.answer).endswith(".")
        assert str(each.source)
