"""Scout at a real table through the app: several phones, undo and redo, corrections that meet, the sheet taken home."""

from __future__ import annotations

import csv
import io
import re
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.web.share import cell
from tests.evenings import House, Visitor

FIRST = {1: (12, 2, 0), 2: (8, 3, 7), 3: (3, 1, 2)}  # 14, 4, 2 of 36 cards, 4 left on the table


class Tally:
    """A table of Scout with a phone for each name."""

    def __init__(self, folder: Path, *names: str) -> None:
        self.house = House(folder)
        self.phones = [Visitor(self.house, name) for name in names]
        self.code = self.phones[0].post("/open", game="scout").headers["Location"].rsplit("/", 1)[1]
        for phone, name in zip(self.phones, names, strict=True):
            phone.get("/")
            phone.post(f"/j/{self.code}", name=name)
        self.press(0, "start")

    def press(self, phone: int, kind: str, drawn: int | None = None, **form: object) -> TestResponse:
        """Press a button as it was drawn just now, or at version `drawn`."""
        version = self.house.table(self.code).version if drawn is None else drawn
        return self.phones[phone].post(f"/t/{self.code}/{kind}", drawn=str(version), **form)

    def count(self, phone: int, numbers: tuple[int, int, int], number: int = 1, **form: object) -> TestResponse:
        captured, chips, hand = numbers
        sent: dict[str, Any] = {
            "round": number,
            "seat": phone + 1,
            "captured": captured,
            "chips": chips,
            "hand": hand,
            **form,
        }
        return self.press(phone, "play/enter", **sent)

    def first_round(self) -> None:
        for seat, numbers in FIRST.items():
            assert self.count(seat - 1, numbers).status_code == 303
        assert self.press(1, "play/end", round=1, ender="1.out").status_code == 303

    def page(self, phone: int = 0) -> str:
        return self.phones[phone].get(f"/t/{self.code}").text

    def totals(self, phone: int = 0) -> list[str]:
        strip = re.search(r'<ul class="strip[^"]*">(.*?)</ul>', self.page(phone), re.S)
        return re.findall(r'<b class="num">(.*?)</b>', strip[1]) if strip else []


@pytest.fixture
def three(tmp_path: Path) -> Tally:
    return Tally(tmp_path, "Ana", "Ben", "Cleo")


def test_two_phones_that_count_from_the_same_screen_both_count(three: Tally) -> None:
    drawn = three.house.table(three.code).version
    for phone in (0, 1):
        numbers = FIRST[phone + 1]
        fields = dict(zip(("captured", "chips", "hand"), numbers, strict=True))
        assert three.press(phone, "play/enter", drawn, round=1, seat=phone + 1, **fields).status_code == 303
    three.count(2, FIRST[3])
    three.press(2, "play/end", round=1, ender="1.out")
    assert three.totals() == three.totals(2) == ["14", "4", "2"]


def test_a_correction_is_taken_back_and_done_again_with_its_name(three: Tally) -> None:
    three.first_round()
    fix: dict[str, Any] = {"round": 1, "seat": 2, "captured": 9, "chips": 3, "hand": 7, "was": "8.3.7"}
    assert three.press(2, "play/correct", **fix).status_code == 303
    assert three.totals() == ["14", "5", "2"]
    assert "Undo: Cleo corrected round 1 for Ben: 4 → 5 points" in three.page()
    running = three.house.table(three.code).play
    assert running is not None
    three.press(0, "undo", of=running.now.move)
    assert three.totals() == ["14", "4", "2"]
    assert "Redo: Cleo corrected round 1 for Ben: 4 → 5 points" in three.page()
    three.press(0, "redo", of=running.now.move)
    assert three.totals() == ["14", "5", "2"]


def test_the_second_of_two_corrections_is_told_and_keeps_what_was_typed(three: Tally) -> None:
    three.first_round()
    three.press(2, "play/correct", round=1, seat=2, captured=9, chips=3, hand=7, was="8.3.7")
    second = three.press(1, "play/correct", round=1, seat=2, captured=6, chips=3, hand=7, was="8.3.7")
    assert second.status_code == 422
    assert "Somebody else has just entered for Ben: 9 captured, 3 chips, 7 in hand." in second.text
    assert re.search(r'name="captured" value="6"', second.text)
    assert three.totals() == ["14", "5", "2"]


def test_looking_at_a_cell_and_leaving_it_changes_nothing(three: Tally) -> None:
    three.first_round()
    before = three.page()
    assert "It says: 8 + 3 − 7 = 4." in three.phones[0].get(f"/t/{three.code}?fix=1_2_8.3.7").text
    assert three.page() == before


def test_a_phone_can_count_for_another_or_for_all(three: Tally) -> None:
    ask = f"/t/{three.code}?count="
    three.press(0, "play/over", round=1)
    assert 'id="enter-1-2-hand"' in three.phones[0].open("GET", ask + "2").text
    assert 'name="hand-3"' not in three.page()
    three.press(0, "play/writes", round=1, on="true")
    assert 'name="hand-3"' in three.page()
    assert 'name="hand' not in three.page(1)
    three.press(1, "play/writes", round=1)
    assert 'name="hand-3"' not in three.page()
    for odd in ("1", "9", "x", "<b>"):
        page = three.phones[0].open("GET", ask + odd)
        assert page.status_code == 200
        assert 'id="enter-1-2-hand"' not in page.text


def test_once_it_counts_the_address_asks_for_nothing_more(three: Tally) -> None:
    def after(phone: int, kind: str, **form: object) -> str:
        """Where the address leads, with script and, tapped once more, without."""
        sent = {"drawn": str(three.house.table(three.code).version), **form}
        path, at = f"/t/{three.code}/{kind}", f"http://10.0.0.23:8000/t/{three.code}?count=2#for"
        asked = {"HX-Request": "true", "HX-Current-URL": at}
        answer = three.phones[phone].open("POST", path, sent, asked)
        (live,) = re.findall(r'data-view="([^"]*)"', answer.text)
        plain = three.phones[phone].open("POST", path, sent).headers.get("Location")
        assert plain in (None, f"/t/{three.code}{unescape(live)}")
        return str(live)

    own = {"round": 1, "seat": 2, "captured": 8, "chips": 3, "hand": 7}
    three.press(0, "play/over", round=1)
    assert "play/enter?" not in three.phones[0].get(f"/t/{three.code}?count=2").text
    assert after(0, "play/enter", **own) == ""
    assert after(0, "play/enter", **{**own, "captured": "x"}) == "?count=2"  # refused: the form is still asked for
    odd = after(0, "play/end?step=%0d%0aX:1%ff<&_external=1", round=1, ender="1.out")
    assert odd.startswith("?step=%0D%0AX%3A1")


def test_the_table_says_who_holds_the_one_two_and_the_next_rounds_follow(three: Tally) -> None:
    three.press(0, "lobby")
    three.press(0, "set-up")
    three.press(0, "draw", step="start", by="hand", start="holder")
    three.press(0, "start")
    assert "Who holds the card with 1 and 2?" in three.page()
    assert three.press(1, "play/starts", round=1, seat=3).status_code == 303
    assert "Round 1 of 3: Cleo starts" in three.page()
    three.first_round()
    assert "Before round 2: Ana starts" in three.page()


def test_a_panel_drawn_a_moment_ago_does_not_stand_in_for_one_asked_for_otherwise(
    three: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    three.first_round()
    monkeypatch.setattr("companion.web.visit.time", SimpleNamespace(monotonic=lambda: 0.0))
    ana = three.phones[0]
    plain, asked = (ana.open("GET", f"/t/{three.code}/panel{ask}").text for ask in ("", "?fix=1_2_8.3.7"))
    assert "It says: 8 + 3 − 7 = 4." not in plain
    assert "It says: 8 + 3 − 7 = 4." in asked


@pytest.mark.parametrize("fix", ["", "1", "1_2", "9_2_8.3.7", "1_9_8.3.7", "x_y_z", "1_end_1.out.", "1_2_<b>"])
def test_no_address_breaks_the_page(three: Tally, fix: str) -> None:
    three.first_round()
    assert three.phones[0].open("GET", f"/t/{three.code}?fix={fix}").status_code == 200


@pytest.mark.parametrize("number", ["1e2", "12,5", "７", "", "-0", "9999999999999", "🙂", "37"])
def test_an_odd_number_is_refused_with_a_sentence_and_all_that_was_typed(three: Tally, number: str) -> None:  # C76
    before = three.house.table(three.code).version
    answer = three.press(0, "play/enter", round=1, seat=1, captured=5, chips=1, hand=number)
    assert answer.status_code == 422
    assert "Please type a whole number" in answer.text or "between 0 and 36" in answer.text
    assert re.search(r'name="captured" value="5"', answer.text)
    assert three.house.table(three.code).version == before


def test_everything_is_as_it_was_after_a_power_cut(three: Tally) -> None:
    three.first_round()
    three.count(0, (5, 1, 9), 2)
    before = three.page()
    three.house.restart()
    assert three.page() == before


def test_a_spared_hand_says_so_instead_of_minus_nothing(three: Tally) -> None:
    three.first_round()
    for seat, numbers in ((1, (5, 1, 9)), (2, (9, 4, 3)), (3, (2, 2, 4))):
        three.count(seat - 1, numbers, 2)
    three.press(0, "play/end", round=2, ender="2.unbeaten")
    for page in (three.page(), Visitor(three.house).get(f"/t/{three.code}/wall").text):
        assert "9 + 4</small>" in page
        assert "3 in hand, spared" in page
        assert "9 + 4 − 0" not in page


def test_a_count_that_does_not_add_up_spares_that_hand_too(three: Tally) -> None:
    three.first_round()
    for seat, numbers in ((1, (5, 1, 9)), (2, (9, 4, 3)), (3, (30, 2, 4))):
        three.count(seat - 1, numbers, 2)
    three.press(0, "play/end", round=2, ender="2.unbeaten")
    page = three.page()
    assert "That does not add up" in page
    assert "9 + 4 − 3" not in page
    assert "5 + 1 − 9" in page


def test_whether_a_set_beats_another_is_one_tap_from_a_running_round_and_from_the_rules(three: Tally) -> None:
    link = '<a[^>]* href="/tools/scout/beats"'
    running = three.page().split('<div class="game">')[1]
    assert re.search(link, running)
    assert re.search(link, three.phones[0].get("/rules/scout").text)


def test_before_a_round_every_phone_and_the_wall_say_what_to_do(three: Tally) -> None:
    three.first_round()
    wall = Visitor(three.house).get(f"/t/{three.code}/wall").text
    for page in (three.page(0), three.page(2), wall):
        assert "Before round 2" in page
        assert "Put all Scout chips back in the middle." in page
        assert "starts and takes the marker." in page
    three.count(0, (5, 1, 9), 2)
    assert "Before round 2" not in three.page(0)


def test_the_rules_at_the_table_are_those_it_chose(three: Tally) -> None:
    assert "loses nothing for the hand" in three.page()
    three.press(0, "lobby")
    assert three.press(0, "decide", key="penalty", value="readme").status_code == 303
    three.press(0, "start")
    rules = three.page().split('id="rules"')[1]
    assert "loses nothing for the hand" not in rules
    assert "At this table everybody loses a point for each card in hand" in rules


def test_two_players_are_asked_how_their_round_can_end(tmp_path: Path) -> None:
    tally = Tally(tmp_path, "Ana", "Ben")
    for phone, numbers in ((0, (2, 1, 6)), (1, (5, 0, 3))):
        tally.count(phone, numbers)
    page = tally.page().split('<div class="game">')[1]
    assert "showed the set the other could neither beat nor scout from" in page
    assert "showed the set nobody beat" not in page


def test_a_stranger_sees_the_scores_and_no_button(three: Tally) -> None:
    three.first_round()
    stranger = Visitor(three.house)
    page = stranger.get(f"/t/{three.code}").text
    assert "12 + 2 − 0" in page
    assert "play/enter" not in page
    assert "fix=" not in page


def test_the_sheet_is_taken_home_as_words_and_as_a_file(three: Tally) -> None:
    three.first_round()
    page = three.phones[0].get(f"/t/{three.code}/scores").text
    assert "1. Ana: 14 = 14" in page
    file = three.phones[0].get(f"/t/{three.code}/scores.csv")
    assert file.mimetype == "text/csv"
    assert f"{three.code}.csv" in file.headers["Content-Disposition"]
    rows = list(csv.reader(io.StringIO(file.text.removeprefix("\ufeff"))))
    assert rows[1] == ["1", "Ana", "12", "2", "0", "showed the last card", "14", "14"]
    assert len(rows) == 4


def test_every_sheet_of_the_evening_stays_whatever_is_played_next_and_whoever_leaves(three: Tally) -> None:
    three.first_round()
    three.press(0, "play/stop", round=2)
    ana = three.phones[0]
    of_first = [f"/t/{three.code}/scores{kind}?game=1" for kind in ("", ".csv")]
    on_the_table = [ana.get(path).text for path in of_first]
    assert "1. Ana: 14 = 14" in on_the_table[0]
    assert ana.get(f"/t/{three.code}/evening").text.count("scores?game=1") == 1

    three.press(0, "again")
    three.press(0, "start")
    assert [ana.get(path).text for path in of_first] == on_the_table
    assert "1. Ana: 14" not in ana.get(f"/t/{three.code}/scores").text  # that one is the new game's
    three.press(0, "choose", game="alcatraz")
    three.press(0, "start")
    three.house.restart()
    assert [ana.get(path).text for path in of_first] == on_the_table
    assert ana.get(f"/t/{three.code}/scores").status_code == 404  # Alcatraz has none
    for wrong in ("0", "-1", "2", "9" * 5000, "x"):
        assert ana.get(f"/t/{three.code}/scores?game={wrong[:3000]}").status_code == 404

    three.press(0, "lobby")
    three.press(2, "remove", seat=3)
    assert "a former player: 2 = 2" in ana.get(of_first[0]).text
    rows = list(csv.reader(io.StringIO(ana.get(of_first[1]).text)))
    assert [row[1] for row in rows[1:]] == ["Ana", "Ben", "a former player"]


def test_the_evening_says_what_everybody_came_to(three: Tally) -> None:
    three.first_round()  # 14, 4, 2
    for seat, numbers in ((1, (1, 0, 4)), (2, (5, 1, 0)), (3, (9, 0, 13))):
        three.count(seat - 1, numbers, 2)
    three.press(0, "play/end", round=2, ender="2.out")  # −3, 6, −4
    three.press(0, "play/stop", round=3)
    ana = three.phones[0]
    assert "\nAna 11, Ben 10 and Cleo −2\n" in ana.get(f"/t/{three.code}/evening").text
    rows = list(csv.reader(io.StringIO(ana.get(f"/t/{three.code}/evening.csv").text)))
    assert [[row[2], *row[4:6]] for row in rows[1:]] == [["Ana", "1", "11"], ["Ben", "2", "10"], ["Cleo", "3", "-2"]]


def test_names_that_a_spreadsheet_takes_for_formulas_stay_words(tmp_path: Path) -> None:  # C84
    tally = Tally(tmp_path, "=1+1", "-2", "@A1")
    tally.first_round()
    rows = list(csv.reader(io.StringIO(tally.phones[0].get(f"/t/{tally.code}/scores.csv").text)))
    assert [row[1] for row in rows[1:]] == ["'=1+1", "'-2", "'@A1"]
    assert "<" not in tally.phones[0].get(f"/t/{tally.code}/scores.csv").text


def test_numbers_below_zero_stay_numbers_in_the_file() -> None:
    assert cell(-3) == -3
    assert cell("-3") == "'-3"
    assert cell("\uff1d1+1") == "'\uff1d1+1"  # a wide =, which some spreadsheets read as one
    assert cell("Ana") == "Ana"


def test_there_is_no_sheet_before_a_game_runs_or_at_no_table(tmp_path: Path) -> None:
    visitor = Visitor(House(tmp_path))
    code = visitor.post("/open", game="scout").headers["Location"].rsplit("/", 1)[1]
    assert visitor.get(f"/t/{code}/scores").status_code == 404
    assert visitor.get(f"/t/{code}/scores.csv").status_code == 404
    assert visitor.get("/t/ZZZZZ/scores").status_code == 404


def test_a_sentence_within_a_sentence_speaks_the_names_too(three: Tally) -> None:
    three.count(0, FIRST[3], seat=3)
    assert "Undo: Ana counted for Cleo: 3 captured, 1 chip, 2 in hand" in three.page()


def test_whoever_has_no_phone_is_counted_for_by_anybody(tmp_path: Path) -> None:
    tally = Tally(tmp_path, "Ana", "Ben")
    assert "Cleo" not in tally.page()
    tally.press(0, "lobby")
    tally.press(0, "add", name="Cleo")
    tally.press(0, "start")
    tally.press(0, "play/over", round=1)
    tally.count(1, FIRST[2])
    assert "Count for Cleo" in tally.page(1)
    assert tally.count(1, FIRST[3], seat=3).status_code == 303
    assert "20 of 36 cards" in tally.page(1)


def test_one_for_all_is_chosen_in_the_lobby_and_kept_for_the_next_game(three: Tally) -> None:
    def options() -> dict[str, str]:
        table = three.house.table(three.code)
        return table.chosen(table.the_game)

    three.press(0, "lobby")
    assert "Who enters the counts?" in three.page()
    assert three.press(0, "decide", key="writer", value="one").status_code == 303
    three.press(0, "start")
    assert "Round over: I write for all" in three.page(1)
    assert three.press(1, "play/over", round=1, writes="true").status_code == 303
    assert 'name="hand-3"' in three.page(1)
    assert 'name="hand' not in three.page(0)
    three.press(0, "lobby")
    assert options()["writer"] == "one"
    three.press(0, "start")
    three.press(2, "play/writes", round=1)
    three.press(0, "lobby")
    assert options()["writer"] == "each"


def test_the_points_stand_once_at_the_end_beside_who_won(three: Tally) -> None:
    three.first_round()
    three.press(0, "play/stop", round=2)
    page = three.page()
    ranking = re.findall(r'<ol class="places">(.*?)</ol>', page, re.S)
    assert [re.findall(r'<b class="num">(.*?)</b>', each) for each in ranking] == [["14", "4", "2"]]
    assert 'class="strip' not in page
    assert "<td>1</td><td>2</td><td>3</td>" not in page  # the sheet has the totals, and no places below them


def test_what_is_typed_of_the_set_on_the_table_goes_with_whichever_button_says_how_it_ended(three: Tally) -> None:
    for seat, numbers in FIRST.items():
        three.count(seat - 1, numbers)
    (form,) = re.findall(r'<form[^>]*action="[^"]*/play/end".*?</form>', three.page(), re.S)
    assert 'name="left"' in form
    assert "Yes, " in form
    assert three.press(1, "play/end", round=1, ender="1.out", left="4").status_code == 303
    assert (
        "fix=1_end_1.out.4"
        in three.phones[1].open("GET", f"/t/{three.code}/panel", None, {"Open-Drawers": "sheet"}).text
    )


def test_who_ended_the_round_is_asked_once_somebody_said_that_it_is_over_and_beside_ones_own_count(
    three: Tally,
) -> None:
    assert not any("Did you end the round?" in three.page(phone) for phone in range(3)), "it is being played"
    three.press(1, "play/over", round=1)
    for phone in range(3):
        page = three.page(phone)
        assert page.index("Cards in hand") < page.index("Did you end the round?") < page.index("I showed the last card")
    form = re.search(r'<form[^>]*id="i-ended".*?</form>', three.page(2), re.S)
    assert form is not None
    assert "/play/end" in form[0]
    assert '<button form="i-ended" class="btn small" name="ender" value="3.out">' in three.page(2)
    assert three.press(2, "play/end", round=1, ender="3.out").status_code == 303
    assert not any("Did you end the round?" in three.page(phone) for phone in range(3)), "it is known"


def test_with_two_who_ended_the_round_is_asked_in_the_words_of_their_rule(tmp_path: Path) -> None:
    """Playing with two: the other player can neither Show nor Scout."""
    two = Tally(tmp_path, "Ana", "Ben")
    two.press(0, "play/over", round=1)
    assert "The other could neither beat my set nor scout" in two.page()
    assert "Nobody beat my set" not in two.page()


def test_who_may_have_miscounted_can_be_tapped_also_by_whoever_writes_for_all(three: Tally) -> None:
    three.press(0, "play/over", round=1, writes="true")
    whole = {
        f"{what}-{seat}": n
        for seat, own in FIRST.items()
        for what, n in zip(("captured", "chips", "hand"), own, strict=True)
    }
    three.press(0, "play/whole", round=1, ender="1.out", **{**whole, "captured-2": 28})
    page = three.page()
    assert "to count again: round 1 does not add up" in page
    assert 'href="#whole-1-captured-2"' in page
    assert 'id="whole-1-captured-2"' in page


def test_points_alone_are_written_down_on_one_phone_and_corrected_there(three: Tally) -> None:
    three.press(0, "lobby")
    three.press(0, "decide", key="writer", value="points")
    three.press(0, "start")
    assert "Only the points are written down" in three.page()
    three.press(1, "play/over", round=1, writes="true")
    assert all(f'name="points-{seat}"' in three.page(1) for seat in (1, 2, 3))
    assert 'name="points-' not in three.page(0)
    made: dict[str, Any] = {"points-1": "14", "points-2": "4", "points-3": "-2"}
    wrong = three.press(1, "play/points", round=1, **{**made, "points-2": "four"})
    assert wrong.status_code == 422
    assert 'value="14"' in wrong.text
    assert 'value="-2"' in wrong.text
    assert wrong.text.count("Please type a whole number, like 4.") == 1
    three.press(1, "play/points", round=1, **made)
    assert three.totals() == three.totals(2) == ["14", "4", "\u22122"]
    page = three.phones[2].get(f"/t/{three.code}?fix=1_3_-2").text
    assert "It says: \u22122." in page
    assert three.press(2, "play/correct_points", round=1, seat=3, points="2", was="-2").status_code == 303
    assert three.totals() == ["14", "4", "2"]
    assert "Round 1 is corrected: Cleo has 2 points, not \u22122." in re.sub("<[^>]*>", "", three.page())
