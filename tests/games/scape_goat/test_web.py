"""What the screens at a table with Scape Goat are sent."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from companion.games.scape_goat import GAME
from tests.evenings import Evening, House, Visitor, evening, mark_on
from tests.test_now import said, seen


def test_three_two_one_is_counted_as_the_cards_turn_up_and_not_again_by_a_page_opened_anew(tmp_path: Path) -> None:
    at = evening(House(tmp_path), GAME, 1, 3)
    at.start()
    at.did(at.host, "play/frame")
    for who in at.speakers():
        at.did(who, "play/card", number=1, card="blue")
    for screen in ("", "/wall"):
        assert "countdown" in at.host.get(f"/t/{at.code}{screen}/panel").text
        assert "countdown" not in at.host.get(f"/t/{at.code}{screen}").text


def test_only_who_has_a_card_to_choose_is_told_to_tap_it(tmp_path: Path) -> None:
    """On the wall, and where somebody looks on, the same is said of those who play."""
    at = evening(House(tmp_path), GAME, 1, 3)
    at.start()
    at.did(at.host, "play/frame")
    assert said(at, seen(at, at.people["Ben"]).now) == "Lay one card face down, then tap which"
    for screen in ("", "/wall"):
        looks_on = words(Visitor(at.house).get(f"/t/{at.code}{screen}").text)
        assert "Everybody lays one card face down" in looks_on
        assert "then tap which" not in looks_on


@pytest.mark.parametrize(
    ("cards", "head", "asked"),
    [
        (
            ("blue", "red", "grey"),
            "Nobody is framed",
            "If they frame somebody, the host ends the game with “Finish now”.",
        ),
        (("blue", "blue", "grey"), " is framed", "the cards on the table say who won."),
    ],
)
def test_whoever_tapped_a_wrong_card_is_told_that_those_on_the_table_count(
    tmp_path: Path, cards: tuple[str, ...], head: str, asked: str
) -> None:
    """What was revealed is never taken back."""
    at = evening(House(tmp_path), GAME, 1, 3)
    at.did(at.host, "set-up")
    at.start()
    colours = {at.game.badges(at.table.players)[n].colour: n for n in (1, 2, 3)}
    at.did(at.host, "play/frame")
    left = [seat for colour, seat in colours.items() if colour == "blue"]
    others = [seat for colour, seat in colours.items() if colour != "blue"]
    for seat, card in zip((*others, *left), cards, strict=True):
        at.did(at.people[at.table.seat(seat).name], "play/card", number=1, card=card)  # type: ignore[union-attr]
    for who in at.speakers():
        page = words(who.get(f"/t/{at.code}").text)
        assert head in page
        assert "Was a wrong card tapped?" in page
        assert asked in page
    assert "wrong card" not in words(at.host.get(f"/t/{at.code}/wall").text)


def number(at: Evening, name: str) -> int:
    return next(seat.number for seat in at.table.seats if seat.name == name)


@pytest.fixture
def six(tmp_path: Path) -> Evening:
    """Six at a table who keep track of turns from Cleo's, the first one, on. Finn has no phone and shares Ben's."""
    at = evening(House(tmp_path), GAME, 1, 6)
    placed = {f"place{n}": colour for n, colour in enumerate(("yellow", "blue", "red", "green", "orange", "purple"), 1)}
    at.did(at.host, "set-up")
    at.did(at.host, "draw", step="tokens", by="hand", **placed)
    return at


def tracked(at: Evening) -> Evening:
    at.start()
    at.did(at.host, "play/track", seat=number(at, "Cleo"))
    return at


def words(html: str) -> str:
    """What a panel says, its drawings and spaces aside."""
    without = re.sub(r"<svg.*?</svg>|<[^>]*>", " ", html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", unescape(without))


def test_the_moment_of_somebody_without_a_phone_is_shown_on_the_phone_that_is_passed_and_on_the_wall(
    six: Evening,
) -> None:
    at, moment = tracked(six), "Finn sits opposite Cleo and may go to the cops now, before the player token moves."
    panels = {name: words(who.get(f"/t/{at.code}/panel").text) for name, who in at.people.items()}
    assert [name for name, panel in panels.items() if moment in panel] == ["Ben"]
    assert moment in words(at.host.get(f"/t/{at.code}/wall/panel").text)
    at.did(at.people["Ben"], "hand", seat=number(at, "Finn"))
    assert "Your moment: you sit opposite Cleo" in words(at.people["Ben"].get(f"/t/{at.code}/panel").text)
    at.did(at.people["Ben"], "play/cops")
    assert "Finn went to the cops" in words(at.host.get(f"/t/{at.code}/panel").text)


def test_the_turn_of_somebody_without_a_phone_begins_with_the_phone_that_is_passed_to_them(tmp_path: Path) -> None:
    at, button = evening(House(tmp_path), GAME, 1, 4), "Pass to Dov"
    at.did(at.host, "set-up")
    placed = {f"place{n}": colour for n, colour in enumerate(("green", "blue", "red", "yellow"), 1)}
    at.did(at.host, "draw", step="tokens", by="hand", **placed)

    def in_the_line(who: str) -> bool:
        line = at.people[who].get(f"/t/{at.code}/panel").text.partition('id="line"')[2].partition("</section>")[0]
        return button in words(line)

    at.start()
    at.did(at.host, "play/track", seat=number(at, "Dov"))
    assert [who for who in at.people if in_the_line(who)] == ["Ben"]
    at.did(at.people["Ben"], "hand", seat=number(at, "Dov"))
    assert not in_the_line("Ben")
    at.did(at.people["Ben"], "play/go", to="stash")
    at.did(at.people["Ben"], "play/next")
    at.did(at.people["Ben"], "hand-back")
    assert not in_the_line("Ben")


@pytest.mark.parametrize(
    ("chosen", "said", "not_said"),
    [
        ("begin", "when the turn of the player opposite you begins", "tonight"),
        ("during", "at any moment of the turn of the player opposite you", "opposite you begins"),
    ],
)
def test_the_rules_say_which_moment_for_the_cops_this_table_plays(
    six: Evening, chosen: str, said: str, not_said: str
) -> None:
    six.did(six.host, "decide", key="cops", value=chosen)
    six.start()
    rules = words(six.host.get(f"/t/{six.code}").text)
    assert said in rules
    assert not_said not in rules


def test_talking_and_lying_are_allowed_says_the_first_turn_and_no_later_one(six: Evening) -> None:
    talk = "Say what you like, true or false."
    at = tracked(six)
    assert all(talk in words(who.get(f"/t/{at.code}/panel").text) for who in at.people.values())
    at.did(at.host, "play/go", to="stash")
    at.did(at.host, "play/next")
    assert not any(talk in words(who.get(f"/t/{at.code}/panel").text) for who in at.people.values())


def test_dice_that_lie_on_the_table_are_not_taken_back_by_a_form_either(tmp_path: Path) -> None:
    """No page offers it."""
    at = evening(House(tmp_path), GAME, 1, 4)
    at.did(at.host, "decide", key="secret", value="mats")
    at.did(at.host, "decide", key="dice", value="own")
    at.start()
    at.did(at.host, "play/roll")
    before = at.table
    answer = at.move(at.host, "undo", of=before.play.now.move)  # type: ignore[union-attr]
    assert answer.status_code == 422
    assert "That cannot be undone." in answer.text
    assert at.table == before


@pytest.mark.parametrize("called", ["frame", "cops", "end"])
def test_whoever_called_something_cancels_it_and_finds_no_undo_beside_that(house: House, called: str) -> None:
    at = evening(house, GAME, 1, 4, sharing=False)
    at.start()
    at.did(at.host, f"play/{called}")
    assert ways_back(at) == ["play/cancel"]
    at.did(at.host, "play/cancel", number=1)
    assert ways_back(at) == ["undo"]


def test_whoever_goes_on_without_somebody_undoes_that_alone(house: House) -> None:
    at = evening(house, GAME, 1, 4, sharing=False)
    at.start()
    at.did(at.host, "play/frame")
    at.did(at.host, "play/leave_out", number=1, seat=4)
    assert ways_back(at) == ["play/cancel", "undo"]


def ways_back(at: Evening) -> list[str]:
    """The ways back that the host's page shows outside of its menu."""
    game = at.host.get(f"/t/{at.code}").text.partition('<div class="game">')[2]
    return re.findall(r'action="/t/[^"/]+/(undo|play/cancel)"', game)


def test_whoever_reads_while_the_others_play_on_is_told_what_goes_on_meanwhile(house: House) -> None:
    at = evening(house, GAME, 1, 4)
    at.start()
    at.message(at.people["Ana"])
    at.did(at.people["Ana"], "play/track", seat=at.table.seats[0].number)
    now = seen(at, at.people["Cleo"]).now
    assert said(at, now) == "Hold the button. Read it alone."
    assert now is not None
    assert now.hint is not None
    names = {seat.number: seat.name for seat in at.table.seats}
    assert now.hint.in_words(names=names) == "Meanwhile: Ana’s turn"
    assert [names[number] for number in now.waiting] == ["Ana"]


def test_the_word_of_decoder_sheets_stands_in_no_address_and_many_tries_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr("companion.web.guard.time.sleep", waited.append)
    house = House(tmp_path)
    house.budgets.clock = lambda: 0.0
    host, path = Visitor(house), "/tools/scape_goat/sheets"
    assert 'method="post"' in host.get(path).text
    assert "decoder-sheet" not in host.get(f"{path}?players=4&word=goat").text, "an address makes no sheets"
    first = host.post(path, players="4", word="goat night", **{"from": mark_on(host.get(path).text)})
    assert first.status_code == 200
    assert first.text.count("decoder-sheet") == 4
    assert "Content-Encoding" not in first.headers
    assert waited == []
    tries = [host.post(path, players="4", word=f"word {n}").status_code for n in range(20)]
    assert tries[:3] == [200] * 3
    assert tries[4:] == [429] * 16
    assert waited == sorted(waited)
    late = host.post(path, players="4", word="what I typed")
    assert "what I typed" in late.text
    assert "too many tries" in late.text
    assert host.post("/tools/scape_goat/frame", players="4").status_code == 405
