"""Setting SCAPEGOAT up: targets, the deal, every card accounted for, the start player by reveal or by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from companion.chance import Chance
from companion.game import Draw, Plan, Refused
from companion.games.corporate import GAME
from tests.evenings import House, evening, mark_on
from tests.games.corporate.test_play import begin, players
from tests.test_kept_choices import told


def plan(n: int, start: str = "", **options: str) -> Plan:
    return GAME.plan(players(n), options, {"start": start} if start else {})


def draw(of: Plan) -> Draw:
    found = of.steps[-1].draw
    assert found is not None
    return found


@pytest.mark.parametrize(("n", "goal", "pile"), [(3, 10, 40), (4, 15, 36), (5, 20, 32)])
def test_the_target_and_the_pile_go_with_the_players(n: int, goal: int, pile: int) -> None:
    steps = plan(n).steps
    assert steps[0].takes[0].n == goal
    assert [take.n for take in steps[1].takes] == [52, 4, pile]


@pytest.mark.parametrize("n", [3, 4, 5])
def test_all_52_cards_are_on_the_table(n: int) -> None:
    of = plan(n)
    assert sum(take.n for take in of.on_table) == 52
    assert [str(line) for line in of.in_box] == ["Only jokers stay in the box"]


@pytest.mark.parametrize("n", [2, 6])
def test_it_refuses_two_and_six(n: int) -> None:
    with pytest.raises(Refused):
        plan(n)


def test_the_lowest_card_starts_and_the_ace_is_low() -> None:
    of = plan(3, "a-2-k")  # E11
    assert (draw(of).value, str(of.steps[-1].note)) == ("a-2-k", "Ana starts.")


def test_a_tie_asks_the_tied_again() -> None:
    of = plan(4, "3-9-3-k")
    assert of.steps[-1].shown["asked"] == (1, 3)
    assert of.steps[-1].note is not None
    assert of.steps[-1].note.in_words() == "A tie: Ana and Cleo reveal another card."
    assert str(plan(4, "3-9-3-k.q-j").steps[-1].note) == "Cleo starts."


def test_a_tie_not_yet_solved_goes_on_at_the_table() -> None:
    state = begin(4, "3-9-3-k")
    assert state.phase == "opening"
    assert state.reveal is not None
    assert state.reveal.asked == (1, 3)


def test_the_start_is_entered_by_hand_round_by_round() -> None:
    first = draw(plan(4)).by_hand({"rank1": "3", "rank2": "9", "rank3": "3", "rank4": "K"})
    assert first == "3-9-3-k"
    again = draw(plan(4, first)).by_hand({"so_far": first, "rank1": "Q", "rank3": "J"})
    assert again == "3-9-3-k.q-j"


def test_a_settled_start_entered_again_begins_anew() -> None:
    fields = {"so_far": "a-2-k", "rank1": "K", "rank2": "Q", "rank3": "J"}
    assert draw(plan(3, "a-2-k")).by_hand(fields) == "k-q-j"


def test_the_table_may_name_the_start_player_itself() -> None:
    assert draw(plan(3)).by_hand({"who": "3"}) == "p3"
    assert str(plan(3, "p3").steps[-1].note) == "Cleo starts."


def test_the_app_draws_any_player_by_place() -> None:
    assert [draw(plan(3)).by_app(Chance([n])) for n in range(3)] == ["p1", "p2", "p3"]


@pytest.mark.parametrize(
    "fields", [{}, {"rank1": "A"}, {"rank1": "A", "rank2": "1", "rank3": "K"}, {"who": "4"}, {"who": "x"}, {"who": "0"}]
)
def test_it_refuses_what_names_no_start_player(fields: dict[str, str]) -> None:
    with pytest.raises(Refused):
        draw(plan(3)).by_hand(fields)


@pytest.mark.parametrize(
    "value", ["p4", "p0", "p", "x", "a-2", "a-2-k-3", "a-2-1", "a-2-k.3-4", "..", "-", "3-3-k.9", "ａ-2-k"]
)
def test_what_does_not_fit_these_players_counts_as_not_drawn(value: str) -> None:
    of = plan(3, value)
    assert (draw(of).value, of.steps[-1].note) == (None, None)
    assert begin(3, value).phase == "opening"


def beside(page: str, field: str) -> str:
    """What stands beside the field of that name, in its frame."""
    select = LexborHTMLParser(page).css_first(f"select[name={field}]")
    assert select is not None
    assert select.parent is not None
    said = select.parent.css_first(".error")
    return said.text() if said else ""


def test_a_card_left_out_is_asked_for_by_whose_it_is_beside_its_field_and_nowhere_else(house: House) -> None:
    at = evening(house, GAME, 1, 3)
    at.did(at.host, "set-up")
    page = at.move(at.host, "draw?step=start", step="start", by="hand", so_far="", rank1="3", rank2="", rank3="K").text
    assert beside(page, "rank2") == "Please choose the rank of Ben’s card."
    assert (beside(page, "rank1"), beside(page, "rank3"), page.count("Please choose")) == ("", "", 1)
    form = {"step": "start", "by": "hand", "so_far": "", "rank1": "3", "rank2": "9", "rank3": ""}
    form["from"] = mark_on(at.host.get("/guide/corporate").text)
    page = at.host.post("/guide/corporate?players=3", **form).text
    assert beside(page, "rank3") == "Please choose the rank of Player 3’s card."
    assert page.count("Please choose") == 1
    page = at.host.get("/tools/corporate/end?players=3&outcome=missed&ender=3&rank1=3&rank2=&rank3=K").text
    assert "Please choose the rank of Player 2’s card." in page


def test_a_start_player_found_by_cards_is_said_to_be_found_and_not_drawn(house: House) -> None:
    at = evening(house, GAME, 1, 3)
    at.did(at.host, "set-up")
    page = at.host.get(f"/t/{at.code}?step=start").text
    assert "We reveal cards" in page
    assert "by hand" not in page
    at.did(at.host, "draw", step="start", by="hand", so_far="", rank1="3", rank2="9", rank3="K")
    assert told(at)[-1] == "Ana entered what was found (Find the start player)"


@given(st.integers(3, 5), st.text(alphabet="apkqj0123456789.-", max_size=20))
def test_no_link_breaks_the_set_up(n: int, value: str) -> None:
    assert draw(plan(n, value)).value in (None, value)


def test_between_games_all_52_cards_are_one_deck_again() -> None:
    collect = plan(4).collect
    assert collect is not None
    assert [take.n for take in collect.takes] == [52]


def test_the_wall_says_who_reveals_again_and_who_starts_and_asks_for_nothing(house: House) -> None:
    at = evening(house, GAME, 1, 4)
    at.did(at.host, "set-up")
    for step in ("target", "deal"):
        at.did(at.host, "tick", step=step, done="true")

    def wall() -> str:
        return at.host.get(f"/t/{at.code}/wall").text

    assert "Enter the cards here" in at.host.get(f"/t/{at.code}").text
    assert "Enter the cards here" not in wall()
    at.did(at.host, "draw", step="start", by="hand", so_far="", rank1="3", rank2="9", rank3="3", rank4="K")
    assert "A tie: Ana and Cleo reveal another card." in wall()
    assert "Enter the cards here" not in at.host.get(f"/t/{at.code}").text
    at.did(at.host, "draw", step="start", by="hand", so_far="3-9-3-k", rank1="Q", rank3="J")
    assert "Cleo starts." in wall()
