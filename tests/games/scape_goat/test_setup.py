"""The set-up of Scape Goat: nothing lost between table and box, and every draw the app's or the table's own."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from companion.chance import Chance
from companion.game import BADGES, Draw, Plan, Player, Refused, Step
from companion.games.scape_goat import rules
from companion.games.scape_goat.setup import colours_of, plan, read_line, read_tokens
from tests.test_fold import At

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn")
COUNTS = (3, 4, 5, 6)


def people(count: int, badges: tuple[int, ...] = (0, 1, 2, 3, 4, 5)) -> list[Player]:
    return [Player(seat, NAMES[seat], BADGES[badges[seat]]) for seat in range(count)]


def step(of: Plan, key: str) -> Step:
    return next(step for step in of.steps if step.key == key)


def draw(of: Plan, key: str) -> Draw:
    found = step(of, key).draw
    assert found is not None
    return found


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("options", [{}, {"secret": "sheets", "dice": "own"}, {"secret": "mats"}])
def test_table_and_box_together_are_the_whole_box(players: int, options: dict[str, str]) -> None:
    ready = plan(people(players), options, {})
    whole = 30 + 18 + 5 + 6 + 2 + 2  # Components
    assert sum(take.n for take in (*ready.on_table, *ready.in_box)) == whole
    assert all(take.n > 0 for take in (*ready.on_table, *ready.in_box))


def test_what_goes_on_the_table_with_four() -> None:
    on_table = [str(take) for take in plan(people(4), {}, {}).on_table]
    assert on_table == [
        "4 player mats, portrait side up",
        "5 location cards",
        "4 player tokens on the line",
        "2 preparation tokens on Prepare",
        "4 evidence cards face up beside the locations",
        "3 evidence cards face down beside Stash",
        "8 evidence cards in hands, 2 each",
    ]
    in_box = [str(take) for take in plan(people(4), {}, {}).in_box]
    assert in_box == ["14 player mats", "2 player tokens", "15 evidence cards", "2 decoder dice"]


@pytest.mark.parametrize("players", COUNTS)
def test_every_card_is_either_kept_or_returned(players: int) -> None:
    shown = step(plan(people(players), {}, {}), "evidence").shown
    kept, back = (Counter({(f["kind"], f["mark"]): f["copies"] for f in shown[side]}) for side in ("kept", "back"))
    assert sum(kept.values()) == {3: 13, 4: 15, 5: 22, 6: 25}[players]
    assert kept + back == Counter({(rules.kind(card), card.mark): copies for card, copies in rules.DECK})


def test_the_marks_to_keep_and_to_return_with_five() -> None:
    takes = [str(take) for take in step(plan(people(5), {}, {}), "evidence").takes]
    assert takes == [
        "9 evidence cards marked 3+",
        "5 evidence cards marked 4+",
        "5 evidence cards marked 5+",
        "1 evidence card marked 5",
        "1 evidence card marked 3, 5",
        "1 evidence card marked 3, 4, 5",
        "6 cards marked 6, back to the box",
        "2 cards marked 3, back to the box",
    ]


@pytest.mark.parametrize(("players", "hand"), [(3, 2), (4, 2), (5, 3), (6, 3)])
def test_the_deal_leaves_nothing_over(players: int, hand: int) -> None:
    takes = [take.n for take in step(plan(people(players), {}, {}), "deal").takes]
    assert takes == [4, 3, hand]


@pytest.mark.parametrize("players", COUNTS)
def test_mats_kept_and_returned_are_eighteen(players: int) -> None:
    kept, back = step(plan(people(players), {}, {}), "mats").takes
    assert (kept.n, back.n) == (players, 18 - players)


def test_each_plays_the_colour_of_the_badge_or_the_next_free_one() -> None:
    assert colours_of(people(4)) == {0: "blue", 1: "red", 2: "yellow", 3: "green"}
    # purple, teal and green do not play with three, blue does: the others take red and yellow in seat order
    assert colours_of(people(3, (5, 0, 6))) == {0: "red", 1: "blue", 2: "yellow"}
    assert colours_of(people(6, (7, 6, 5, 4, 3, 2)))[2] == "purple"


def test_two_with_one_badge_do_not_share_a_mat() -> None:
    assert sorted(colours_of(people(3, (1, 1, 1))).values()) == ["blue", "red", "yellow"]


@pytest.mark.parametrize("badges", list(permutations(range(8), 3)))
def test_every_colour_in_play_has_exactly_one_player(badges: tuple[int, ...]) -> None:
    assert sorted(colours_of(people(3, badges)).values()) == ["blue", "red", "yellow"]


def test_the_drawn_line_and_tokens_are_in_the_picture_and_name_who_begins() -> None:
    ready = plan(people(5), {}, {"line": "stash-spy-trade", "tokens": "rgoyb"})
    assert [place["key"] for place in step(ready, "line").shown["line"]] == [
        "prepare", "stash", "spy", "trade", "cops",
    ]  # fmt: skip
    line = step(ready, "tokens").shown["line"]
    assert [[token["colour"] for token in place["tokens"]] for place in line] == [
        ["red", "blue"], ["green"], ["orange"], ["yellow"], [],
    ]  # fmt: skip
    assert str(step(ready, "tokens").note) == "Ben (red) starts: placed first on Prepare."


@pytest.mark.parametrize(
    "drawn",
    [
        {"line": "spy-trade", "tokens": "bry"},
        {"line": "spy-trade-stash-cops", "tokens": "bryyg"},
        {"line": "", "tokens": ""},
        {"line": "spy-spy-stash", "tokens": "bbyg"},
        {"line": "SPY-TRADE-STASH", "tokens": "BRYG"},
        {"line": "<script>", "tokens": "brygop"},
    ],
)
def test_what_does_not_fit_counts_as_not_drawn(drawn: dict[str, str]) -> None:
    ready = plan(people(4), {}, drawn)
    assert draw(ready, "line").value is None
    assert draw(ready, "tokens").value is None
    assert step(ready, "tokens").note is None


def test_one_draw_leaves_the_other_alone() -> None:
    both = {"line": "trade-spy-stash", "tokens": "gbry"}
    ready = plan(people(4), {}, both)
    assert (draw(ready, "line").value, draw(ready, "tokens").value) == ("trade-spy-stash", "gbry")
    ready = plan(people(5), {}, both)  # a fifth player: the line still holds, the tokens do not
    assert (draw(ready, "line").value, draw(ready, "tokens").value) == ("trade-spy-stash", None)


@pytest.mark.parametrize("players", COUNTS)
def test_what_the_app_draws_fits(players: int) -> None:
    ready = plan(people(players), {}, {})
    in_play = rules.colours(players)
    for _ in range(20):
        line, tokens = draw(ready, "line").by_app(Chance()), draw(ready, "tokens").by_app(Chance())
        again = plan(people(players), {}, {"line": line, "tokens": tokens})
        assert (draw(again, "line").value, draw(again, "tokens").value) == (line, tokens)
        assert read_line(line) is not None
        assert read_tokens(tokens, in_play) is not None


def test_every_token_is_first_as_often() -> None:
    by_app = draw(plan(people(4), {}, {}), "tokens").by_app
    first = Counter(by_app(Chance([a, b, c]))[0] for a in range(4) for b in range(3) for c in range(2))
    assert first == {"b": 6, "r": 6, "y": 6, "g": 6}


def test_draws_by_hand() -> None:
    ready = plan(people(3), {}, {})
    assert draw(ready, "line").by_hand({"line": " trade-stash-spy "}) == "trade-stash-spy"
    places = {"place1": "yellow", "place2": "blue", "place3": "red"}
    assert draw(ready, "tokens").by_hand(places) == "ybr"


@pytest.mark.parametrize(
    ("places", "field"),
    [
        ({}, "place1"),
        ({"place1": "yellow", "place2": "green", "place3": "red"}, "place2"),
        ({"place1": "yellow", "place2": "blue", "place3": "yellow"}, "place3"),
        ({"place1": "yellow", "place2": "blue"}, "place3"),
    ],
)
def test_a_slip_by_hand_is_named_beside_its_field(places: dict[str, str], field: str) -> None:
    with pytest.raises(Refused) as no:
        draw(plan(people(3), {}, {}), "tokens").by_hand(places)
    assert no.value.field == field


def test_a_line_by_hand_has_each_of_the_three_once() -> None:
    for line in ("", "spy-trade", "spy-trade-prepare"):
        with pytest.raises(Refused):
            draw(plan(people(3), {}, {}), "line").by_hand({"line": line})


@pytest.mark.parametrize(
    ("options", "dice"),
    [
        ({}, False),
        ({"dice": "own"}, False),  # the app deals: no dice needed
        ({"secret": "sheets"}, False),
        ({"secret": "sheets", "dice": "own"}, True),
        ({"secret": "mats", "dice": "own"}, True),
        ({"secret": "nonsense", "dice": "own"}, False),
    ],
)
def test_the_dice_are_taken_out_when_the_table_rolls_its_own(options: dict[str, str], dice: bool) -> None:
    on_table = [str(take) for take in plan(people(4), options, {}).on_table]
    assert ("2 decoder dice" in on_table) is dice


def test_with_the_mats_no_message_comes_and_the_dice_lie_where_they_are_rolled() -> None:
    for dice, where in (("own", "they stay on the table"), ("roll", "every screen shows the dice")):
        secret = step(plan(people(4), {"secret": "mats", "dice": dice}, {}), "secret")
        assert where in str(secret.note)
        assert [str(take) for take in secret.takes] == (
            ["2 decoder dice, rolled once and left on the table"] if dice == "own" else []
        )
    secret = step(plan(people(4), {}, {}), "secret")
    assert [str(take) for take in secret.takes] == ["1 message for each of you, for your eyes only"]


def test_every_step_says_why_and_where_it_stands() -> None:
    for players in COUNTS:
        for each in plan(people(players), {}, {"tokens": "bryg"}).steps:
            assert str(each.title)
            assert str(each.why).endswith(".")
            assert str(each.source).startswith("Rulebook, Setup")


def test_the_set_up_says_where_the_mark_is_and_what_it_means() -> None:
    why = str(step(plan(people(5), {}, {}), "evidence").why)
    assert why.startswith("The mark is at the bottom right of each card.")
    assert "only with the numbers it names" in why
    assert why.endswith("Keep 22 cards.")


@pytest.mark.parametrize(
    ("players", "more"),
    [
        (5, "1 of them on a second round, on Prepare again"),
        (6, "2 of them on a second round, from Prepare again"),
    ],
)
def test_with_five_or_six_the_line_is_gone_along_twice(players: int, more: str) -> None:
    takes = [str(take) for take in step(plan(people(players), {}, {}), "tokens").takes]
    assert takes[1:] == [more]


@pytest.mark.parametrize(("players", "cards"), [(3, 13), (4, 15), (5, 22), (6, 25)])
def test_between_games_all_evidence_in_play_is_one_pile_again(players: int, cards: int) -> None:
    collect = plan(people(players), {}, {}).collect
    assert collect is not None
    assert [take.n for take in collect.takes] == [cards, players, 2]


def test_the_line_of_locations_stays_for_another_game_and_tokens_and_cards_do_not() -> None:
    at = At.of_four("scape_goat")
    at.did("ana", "set-up")
    at.did("ana", "draw", step="line", by="hand", fields={"line": "stash-spy-trade"})
    at.did("ana", "draw", step="tokens", luck=True)
    at.did("ana", "start")
    at.did("ana", "again", lies=True)
    assert at.table.drawn == {"line": "stash-spy-trade"}
