"""The set-up of Alcatraz: every draw keeps the rules and is flat, nothing of the box is lost, hand forms say what is
wrong, and what cannot be read counts as not drawn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from companion.chance import Chance
from companion.game import Player, Refused, Step
from companion.games.alcatraz import GAME, draws
from companion.games.alcatraz.setup import OPTIONS, plan
from companion.games.alcatraz.state import start
from tests.evenings import House, evening
from tests.games.alcatraz.table import LAID, STARTS, Seeded, players

MANY = 3000
BOX = 12 + 4 + 30 + 11 + 12 + 1 + 1 + 24 + 23 + 21 + 4 + 27
"""Sheets, prisoner sheets, cards, markers, guards, pawns, and 26 item tokens with the Scapegoat marker."""


def steps_of(n: int, drawn: dict[str, str], **options: str) -> dict[str, Step]:
    return {step.key: step for step in plan(players(n), options, drawn).steps}


@pytest.mark.parametrize("n", [3, 4])
def test_everything_in_the_box_is_on_the_table_or_back_in_the_box(n: int) -> None:
    made = plan(players(n), {}, {})
    on_table = sum(take.n for take in made.on_table)
    assert on_table + sum(take.n for take in made.in_box) == BOX
    placed = sum(take.n for step in made.steps if step.key != "sides" for take in step.takes)
    assert placed == on_table, "the steps place exactly what lies on the table at the end"


@pytest.mark.parametrize(("n", "counters", "votes"), [(3, 6, 9), (4, 8, 16)])
def test_each_player_gets_two_counters_and_a_vote_for_everybody(n: int, counters: int, votes: int) -> None:
    assert [take.n for take in steps_of(n, {})["markers"].takes] == [n, counters, votes]


def test_with_three_players_a_colour_and_one_marker_of_each_other_stay_in_the_box() -> None:
    assert [take.n for take in plan(players(3), {}, {}).in_box] == [1, 1, 9]
    assert plan(players(4), {}, {}).in_box == ()


def flat(counted: Counter[object], expected: float, kinds: int) -> bool:
    """Every one of `kinds` outcomes within six standard deviations of what is expected."""
    return len(counted) == kinds and all(abs(n - expected) < 6 * expected**0.5 for n in counted.values())


def test_g3_eight_guards_come_in_two_rounds_of_four_different_rooms_each_as_likely() -> None:
    seen: Counter[object] = Counter()
    for seed in range(MANY):
        rooms = draws.read_guards(draws.draw_guards(Seeded(seed)))
        assert rooms is not None
        assert len(rooms) == 8
        assert len(set(rooms[:4])) == len(set(rooms[4:])) == 4
        assert max(Counter(rooms).values()) <= 2
        assert 4 <= len(set(rooms)) <= 8
        seen.update(rooms)
    assert flat(seen, MANY * 8 / 12, 12)


def test_the_second_round_of_guards_knows_nothing_of_the_first() -> None:
    doubled = sum(12 - 4 - len(set(draws.read_guards(draws.draw_guards(Seeded(seed))) or ())) for seed in range(MANY))
    # Of four rooms drawn again, a third fall on the first four: 4 * 4 / 12 doubles a draw on average.
    assert abs(doubled / MANY - 4 / 3) < 0.08


def test_three_tasks_have_different_letters_in_different_rooms_each_as_likely() -> None:
    letters: Counter[object] = Counter()
    places: Counter[object] = Counter()
    for seed in range(MANY):
        read, rooms = (
            draws.read_letters(draws.draw_letters(Seeded(seed))),
            draws.read_places(draws.draw_places(Seeded(seed))),
        )
        assert read is not None
        assert rooms is not None
        letters.update(read)
        places.update(rooms)
    assert flat(letters, MANY / 2, 6)
    assert flat(places, MANY / 4, 12)


@pytest.mark.parametrize("n", [3, 4])
def test_starting_rooms_are_different_and_each_as_likely_for_everybody(n: int) -> None:
    seen: list[Counter[object]] = [Counter() for _ in range(n)]
    for seed in range(MANY):
        rooms = draws.read_starts(draws.draw_starts(n)(Seeded(seed)), n)
        assert rooms is not None
        assert len(set(rooms)) == n
        for counter, room in zip(seen, rooms, strict=True):
            counter[room] += 1
    assert all(flat(counter, MANY / 12, 12) for counter in seen)


def test_every_room_lies_on_every_space_as_often_and_sides_fall_evenly() -> None:
    spaces: list[Counter[object]] = [Counter() for _ in range(12)]
    gold: Counter[object] = Counter()
    for seed in range(MANY):
        rooms = draws.read_prison(draws.draw_prison(Seeded(seed)))
        assert rooms is not None
        for counter, room in zip(spaces, rooms, strict=True):
            counter[room] += 1
        gold.update(i for i, side in enumerate(draws.draw_sides(Seeded(seed))) if side == "g")
    assert all(flat(counter, MANY / 12, 12) for counter in spaces)
    assert flat(gold, MANY / 2, 12)


@pytest.mark.parametrize("n", [3, 4])
def test_everybody_is_the_first_scapegoat_as_often(n: int) -> None:
    seen = Counter(draws.draw_first(players(n))(Seeded(seed)) for seed in range(MANY))
    assert flat(Counter(dict(seen)), MANY / n, n)


UNREADABLE = {
    "prison": ["", "abcdefghijk", "abcdefghijkk", "abcdefghijkm", "ABCDEFGHIJKL", "abcdefghijkl.", "a" * 500],
    "sides": ["", "s", "gggggggggggx", "s" * 13],
    "guards": ["", "abcdefgh", "abca.efgh", "abcd.efge", "abc.defgh", "abcd.efgz", "ab.cd.efgh", "...."],
    "starts": ["", "ab", "abcd", "abz"],
    "letters": ["", "ab", "aab", "abg", "abcd"],
    "places": ["", "ab", "aab", "abm", "abcd"],
    "first": ["", "7", "-1", "00", "a", "\u0663"],
}


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in UNREADABLE.items() for value in values])
def test_a_drawn_value_that_cannot_be_counts_as_not_drawn(key: str, value: str) -> None:
    step = steps_of(3, {**LAID, "starts": "ghi", key: value})[key]
    assert step.draw is not None
    assert step.draw.value is None


def test_one_step_drawn_again_leaves_every_other_as_it_lay() -> None:
    drawn = {**LAID, "starts": "ghi", "sides": "sgsgsgsgsgsg"}
    before = steps_of(3, drawn)
    for key, step in before.items():
        if step.draw is None:
            continue
        again = steps_of(3, {**drawn, key: step.draw.by_app(Seeded(1))})
        for other, same in again.items():
            if same.draw is not None and other != key:
                assert same.draw.value == drawn[other]


def test_a_fourth_player_undraws_the_starting_rooms_and_nothing_else() -> None:
    steps = steps_of(4, {**LAID, "starts": "ghi", "sides": "s" * 12})
    undrawn = [key for key, step in steps.items() if step.draw is not None and step.draw.value is None]
    assert undrawn == ["starts"]


def by_hand(key: str, n: int = 3) -> Callable[[dict[str, str]], str]:
    draw = steps_of(n, {})[key].draw
    assert draw is not None
    return draw.by_hand


def numbered(name: str, values: Sequence[object], first: int) -> dict[str, str]:
    return {f"{name}{n}": str(value) for n, value in enumerate(values, first)}


def test_what_is_drawn_by_hand_is_written_as_the_app_would() -> None:
    assert by_hand("prison")(numbered("space", [3, 1, 2, *range(4, 13)], 0)) == "cabdefghijkl"
    assert by_hand("sides")({"all": "each"} | numbered("side", ["silver", "gold"] * 6, 1)) == "sgsgsgsgsgsg"
    assert by_hand("guards")(numbered("guard", [1, 2, 3, 4, 4, 3, 12, 11], 1)) == "abcd.dclk"
    assert by_hand("starts")(numbered("start", [7, 7, 12], 0)) == "ggl"
    assert by_hand("letters")(numbered("letter", ["F", "A", "c"], 1)) == "fac"
    assert by_hand("places")(numbered("place", [11, 12, 1], 1)) == "kla"
    assert by_hand("first")({"first": "2"}) == "2"


@pytest.mark.parametrize(
    ("key", "fields", "at"),
    [
        ("prison", numbered("space", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11], 0), "space11"),
        ("prison", numbered("space", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13], 0), "space11"),
        ("prison", numbered("space", [1, 2], 0), "space2"),
        ("sides", numbered("side", ["silver"] * 11, 1), "side12"),
        ("sides", numbered("side", ["silver"] * 11 + ["bronze"], 1), "side12"),
        ("guards", numbered("guard", [1, 2, 3, 1, 4, 5, 6, 7], 1), "guard4"),
        ("guards", numbered("guard", [1, 2, 3, 4, 5, 6, 7, 6], 1), "guard8"),
        ("guards", numbered("guard", ["", 2, 3, 4, 5, 6, 7, 6], 1), "guard1"),
        ("starts", numbered("start", [1, 2], 0), "start2"),
        ("letters", numbered("letter", ["A", "B", "A"], 1), "letter3"),
        ("letters", numbered("letter", ["A", "G", "B"], 1), "letter2"),
        ("letters", numbered("letter", ["A", "AB", ""], 1), "letter2"),
        ("places", numbered("place", [5, 5, 6], 1), "place2"),
        ("first", {"first": "3"}, "first"),
        ("first", {}, "first"),
    ],
)
def test_a_hand_form_says_beside_the_field_what_cannot_be(key: str, fields: dict[str, str], at: str) -> None:
    with pytest.raises(Refused) as refused:
        by_hand(key)(fields)
    assert refused.value.field == at


def test_the_picture_shows_the_sheets_as_they_lie_with_what_the_step_puts_there() -> None:
    steps = steps_of(3, {**LAID, "prison": "lkjihgfedcba", "starts": "ghi"})
    guards = steps["guards"].shown["spaces"]
    assert [space.room for space in guards] == list(range(12, 0, -1))
    assert {space.room: space.guards for space in guards if space.guards} == {1: 2, 2: 2, 3: 1, 4: 1, 5: 1, 6: 1}
    starts = {space.room: [seat for seat, _ in space.pawns] for space in steps["starts"].shown["spaces"]}
    assert {room: seats for room, seats in starts.items() if seats} == {7: [0], 8: [1], 9: [2]}
    tasks = {space.room: space.task for space in steps["places"].shown["spaces"] if space.task}
    assert tasks == {11: "A", 12: "B", 1: "C"}


@pytest.mark.parametrize(
    ("drawn", "counts"), [("", [12]), ("s" * 12, [12]), ("g" * 12, [12]), ("sgsgsgsgsgsg", [6, 6])]
)
def test_sheets_lie_silver_side_up_until_the_table_chooses(drawn: str, counts: list[int]) -> None:
    step = steps_of(3, {"sides": drawn})["sides"]
    assert [take.n for take in step.takes] == counts
    silver = [space.side for space in step.shown["spaces"]].count("s")
    assert silver == (drawn.count("s") if drawn else 12)


@pytest.mark.parametrize(("every", "drawn"), [("silver", "s" * 12), ("gold", "g" * 12)])
def test_one_tap_turns_all_sheets_the_same_way(every: str, drawn: str) -> None:
    assert by_hand("sides")({"all": every}) == drawn


@pytest.mark.parametrize("n", [3, 4])
def test_a_game_begins_as_it_was_set_up_and_the_app_draws_only_what_is_missing(n: int) -> None:
    state = start(players(n), {}, {**LAID, "starts": STARTS[:n]}, Chance(()))
    assert state.spaces == tuple(range(1, 13))
    assert state.guards == (2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0)
    assert [(task.letter, task.room) for task in state.tasks] == [("A", 11), ("B", 12), ("C", 1)]
    assert [state.prisoners[seat].room for seat in range(n)] == [7, 8, 9, 10][:n]
    assert (state.goat, state.term, state.round, state.phase) == (0, 1, 1, "actions")


@pytest.mark.parametrize("n", [3, 4])
def test_a_game_begun_without_any_set_up_keeps_every_rule_of_it(n: int) -> None:
    for seed in range(200):
        state = start(players(n), {}, {}, Seeded(seed))
        assert state.guards_out == 8
        assert max(state.guards) <= 2
        assert len({task.letter for task in state.tasks}) == len({task.room for task in state.tasks}) == 3
        assert state.goat in state.seats
        assert state.sides == "s" * 12


def test_seats_with_gaps_are_fine_for_the_first_scapegoat() -> None:
    some = tuple(Player(seat, p.name, p.badge) for seat, p in zip((2, 5, 9), players(3), strict=True))
    assert start(some, {}, {**LAID, "starts": "ghi", "first": "9"}, Chance(())).order == (9, 2, 5)


def test_every_option_has_a_first_choice_that_is_the_rulebook_or_our_stated_reading() -> None:
    assert {option.key: option.choices[0][0] for option in OPTIONS} == {
        "pawns": "yes",
        "term": "counts",
        "bribes": "ignored",
    }


def test_the_whole_prison_is_set_up_with_two_taps_and_read_out_on_one_page(house: House) -> None:
    at = evening(house, GAME, 1, 4)
    at.did(at.host, "set-up")
    page = at.host.get(f"/t/{at.code}").text
    assert "Draw everything, then read it out" in page
    at.did(at.host, "draw-all")
    read = at.host.get(f"/t/{at.code}?step=all").text
    assert "12 location sheets silver side up" in re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", read)), (
        "as a first game wants"
    )
    for title in ("Lay out the prison", "Post eight guards", "Where the tasks are", "The first Scapegoat"):
        assert title in read
    at.did(at.host, "tick-all")
    assert "All set up" in at.host.get(f"/t/{at.code}").text


@pytest.mark.parametrize("n", [3, 4])
def test_between_games_decks_guards_items_and_markers_are_collected(n: int) -> None:
    collect = plan(players(n), {}, {}).collect
    assert collect is not None
    assert [take.n for take in collect.takes] == [30, 11, 12, 21, 23, 26, 2 * n]
