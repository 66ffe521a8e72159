"""Alcatraz in the real app: talk on the server's clock, ballots nobody can read, votes that race with a close."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.clock import Clock
from companion.games.alcatraz import GAME, rules
from tests.evenings import Evening, House, Visitor, evening
from tests.running import at_once

ANA, BEN, CLEO = 1, 2, 3
MINUTE = 60_000


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def next_round(house: House) -> Evening:
    """Three phones at the beginning of round 2; Ana is the Scapegoat and the host."""
    at = evening(house, GAME, 1, count=3)
    at.did(at.host, "set-up")
    at.did(at.host, "draw", step="first", by="hand", first=ANA)
    at.start()
    at.did(at.host, "play/round-done")
    return at


def talking(house: House) -> Evening:
    """The same once the guard has come: the talk has just begun."""
    at = next_round(house)
    at.did(at.host, "play/guard")
    return at


def left(at: Evening, who: str) -> int | None:
    """The seconds of talk that somebody's page shows."""
    found = re.search(r'data-seconds="(\d+)"', at.people[who].get(f"/t/{at.code}").text)
    return None if found is None else int(found[1])


def test_the_time_left_is_told_by_the_server_to_every_phone_and_the_wall(house: House) -> None:
    at = talking(house)
    assert [left(at, who) for who in ("Ana", "Ben", "Cleo")] == [120, 120, 120]
    house.now += MINUTE + 500
    assert [left(at, who) for who in ("Ana", "Ben", "Cleo")] == [60, 60, 60]
    assert 'data-seconds="60"' in Visitor(house).get(f"/t/{at.code}/wall").text
    assert at.move(at.people["Ben"], "play/vote", choice=CLEO).status_code == 422
    house.now += MINUTE
    assert left(at, "Ben") is None
    at.did(at.people["Ben"], "play/vote", choice=CLEO)


def test_the_server_tells_every_screen_when_the_talk_is_over(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks, and no sign of life is due yet: the first thing a screen hears is that its panel is another."""
    monkeypatch.setattr("companion.games.alcatraz.rules.TALK_MS", 1_500)
    house.keeper.clock = lambda: int(time.time() * 1000)
    at = talking(house)
    streams = [at.people["Cleo"].stream(at.code), Visitor(house).stream(at.code, wall=True)]
    try:
        first = [(next(events), next(events))[1] for events in streams]
        assert all(event.startswith("event: mark") for event in first)
        for events, at_first in zip(streams, first, strict=True):
            event = next(events)
            assert event.startswith(("event: panel", "event: mark"))
            assert event != at_first
            assert "data-seconds" not in event
    finally:
        for events in streams:
            events.close()
    assert left(at, "Ben") is None
    at.did(at.people["Ben"], "play/vote", choice=CLEO)


def test_a_restart_in_the_middle_of_the_talk_keeps_the_time(house: House) -> None:
    at = talking(house)
    house.now += MINUTE
    house.restart()
    assert left(at, "Cleo") == 60


@pytest.mark.parametrize("hours", [-24 * 60, -3, 3, 24 * 60, 24 * 365 * 40])
def test_a_clock_that_is_put_right_makes_the_talk_neither_longer_nor_shorter(house: House, hours: int) -> None:
    at, lived, put = talking(house), [0.0], [0]
    house.keeper.lived = lambda: lived[0]
    house.keeper.clock = Clock(lambda: house.now + put[0] + int(lived[0] * 1000), lambda: lived[0])
    house.keeper._at_hand.clear()  # as a process that has just begun
    assert left(at, "Ben") == 120
    lived[0] = 30
    put[0] = hours * 60 * MINUTE
    assert [left(at, who) for who in ("Ana", "Ben", "Cleo")] == [90, 90, 90]
    lived[0] = 119
    assert at.move(at.people["Ben"], "play/vote", choice=CLEO).status_code == 422
    lived[0] = 120
    assert left(at, "Ben") is None
    at.did(at.people["Ben"], "play/vote", choice=CLEO)


def test_a_start_by_a_clock_that_is_hours_behind_lets_the_talk_end_in_its_time(house: House) -> None:
    at, lived = talking(house), [0.0]
    house.now -= 180 * MINUTE
    house.restart()
    house.keeper.lived = lambda: lived[0]
    house.keeper.clock = Clock(lambda: house.now, lambda: lived[0])
    assert left(at, "Ben") == 120
    lived[0] = 119
    assert left(at, "Ben") == 1
    lived[0] = 120
    assert left(at, "Ben") is None
    at.did(at.people["Ben"], "play/vote", choice=CLEO)


def plain(page: str) -> str:
    """A page without what differs each time it is made: versions, marks and form receipts."""
    page = re.sub(r'name="drawn" value="\d+"|data-(?:mark|who)="[^"]*"', "", page)
    return re.sub(r'name="from" value="[^"]*"', "", page)


def test_until_the_close_no_page_of_anybody_else_hangs_on_a_vote(house: House) -> None:
    at = talking(house)
    at.did(at.host, "play/talk-over")
    others: dict[str, Callable[[], str]] = {
        "Ana": lambda: at.host.get(f"/t/{at.code}").text,
        "Cleo": lambda: at.people["Cleo"].get(f"/t/{at.code}/panel").text,
        "wall": lambda: Visitor(house).get(f"/t/{at.code}/wall").text,
        "stranger": lambda: Visitor(house).get(f"/t/{at.code}").text,
    }
    seen: dict[str, set[str]] = {who: set() for who in others}
    own: set[str] = set()
    for choice in (ANA, BEN, CLEO):
        at.did(at.people["Ben"], "play/vote", choice=choice)
        for who, page in others.items():
            seen[who].add(plain(page()))
        own.add(plain(at.people["Ben"].get(f"/t/{at.code}").text))
    assert {who: len(pages) for who, pages in seen.items()} == dict.fromkeys(others, 1)
    assert len(own) == 3, "while Ben's own phone shows what he chose"


def test_once_it_is_closed_every_screen_shows_who_voted_for_whom(house: House) -> None:  # markers are shown together
    at = talking(house)
    at.did(at.host, "play/talk-over")
    for who, choice in (("Ana", BEN), ("Ben", BEN), ("Cleo", ANA)):
        at.did(at.people[who], "play/vote", choice=choice)
    for page in (at.host.get(f"/t/{at.code}"), Visitor(house).get(f"/t/{at.code}/wall")):
        ballots = re.findall(r"<bdi[^>]*>(\w+)</bdi></span> <span aria.*?voted for.*?<bdi[^>]*>(\w+)</bdi>", page.text)
        assert ballots == [("Ana", "Ben"), ("Ben", "Ben"), ("Cleo", "Ana")]


def test_votes_that_race_with_each_other_and_with_a_close_are_each_counted_once_or_refused(house: House) -> None:
    at = talking(house)
    at.did(at.host, "play/talk-over")
    for _ in range(8):
        drawn = at.table.version

        def tap(who: str, kind: str, drawn: int = drawn, **form: object) -> Callable[[], int]:
            return lambda: at.move(at.people[who], kind, drawn=drawn, **form).status_code

        at.did(at.people["Cleo"], "play/vote", choice=BEN)
        race = [
            tap("Ana", "play/vote", choice=BEN),
            tap("Ben", "play/vote", choice=BEN),
            tap("Ben", "play/vote", choice=BEN),
            tap("Ana", "play/away", seat=BEN),
        ]
        answers = at_once(race)
        state = at.table.play.now.state  # type: ignore[union-attr]
        assert state.phase == "actions"
        votes = dict(state.last_vote.votes)
        assert votes[CLEO] == BEN
        assert set(votes) | set(state.last_vote.away) == {ANA, BEN, CLEO}
        assert set(answers) <= {303, 409, 422}
        at.did(at.host, "play/round-done")
        at.did(at.host, "play/guard")
        at.did(at.host, "play/talk-over")


def test_the_scapegoats_own_phone_does_not_offer_to_complete_a_task(house: House) -> None:
    """It may still enter what somebody without a phone did, for whom it asks first."""
    at = evening(house, GAME, 1, 3)
    at.start()
    goat = at.table.play.now.state.goat  # type: ignore[union-attr]
    for seat, who in zip(at.table.seats, at.people.values(), strict=True):
        page = who.get(f"/t/{at.code}").text
        letters = [task.letter for task in at.table.play.now.state.tasks]  # type: ignore[union-attr]
        for letter in letters:
            assert (f"Complete {letter}" in page) == (seat.number != goat)
            assert (f"Another player completed {letter}" in page) == (seat.number == goat)
        chosen = re.findall(r'name="by" value="(\d+)" checked', page)
        assert chosen == ([] if seat.number == goat else [str(seat.number)] * len(letters))


def test_a_new_task_asks_for_its_letter_and_draws_the_room(house: House) -> None:
    at = evening(house, GAME, 1, 3)
    at.start()
    state = at.table.play.now.state  # type: ignore[union-attr]
    other = next(seat.number for seat in at.table.seats if seat.number != state.goat)
    at.did(at.host, "play/complete", room=state.tasks[0].room, by=other, items="yes")
    page = at.host.get(f"/t/{at.code}").text
    assert "If the icons there are covered, they go to the Exercise Yard." in page, "where the Items used go"
    at.did(at.host, "play/reward", letter="A")
    page = at.host.get(f"/t/{at.code}").text
    assert "Tap its letter, and the app draws the room." in page
    assert "Draw letter and room for us" in page
    out = {task.letter for task in at.table.play.now.state.tasks}  # type: ignore[union-attr]
    letter = next(letter for letter in "ABCDEF" if letter not in out)
    at.did(at.host, "play/new-task", letter=letter)
    assert at.table.play.now.state.tasks[-1].letter == letter  # type: ignore[union-attr]


def test_a_riot_is_refused_in_a_sentence_beside_the_bribe(house: House) -> None:
    at = evening(house, GAME, 1, 3)
    at.did(at.host, "set-up")
    at.did(at.host, "draw", step="prison", by="hand", **{f"space{n}": n + 1 for n in range(12)})
    at.did(at.host, "draw", step="guards", by="hand", **{f"guard{n}": (n - 1) % 4 + 1 for n in range(1, 9)})
    at.start()
    at.did(at.host, "play/set-guards", room=5, n=3)
    answer = at.move(at.host, "play/move-guard", start=1, to=5, how="riot")
    assert answer.status_code == 422
    assert "With three guards here, only moving, blackmail cards and free actions are possible." in answer.text
    assert at.table.play.now.state.guards_in(5) == 3  # type: ignore[union-attr]


def test_only_the_scapegoat_is_offered_the_guard_as_their_own(house: House) -> None:
    at = next_round(house)
    assert "Draw the guard</button>" in at.host.get(f"/t/{at.code}").text
    cleo = at.people["Cleo"].get(f"/t/{at.code}").text
    assert "Draw the guard for Ana</button>" in re.sub("</?bdi[^>]*>|</?x-said>", "", cleo)
    assert "Draw the guard</button>" not in cleo


def test_the_bounds_of_a_room_are_said_as_they_are(house: House) -> None:
    """There are rooms 1 to 12."""
    at = evening(house, GAME, 1, 3)
    at.start()
    letter = at.table.play.now.state.tasks[0].letter  # type: ignore[union-attr]
    for room, said in (("0", "This cannot be below 1."), ("13", "This cannot be above 12.")):
        answer = at.move(at.host, "play/put-task", room=room, letter=letter, guards="0")
        assert answer.status_code == 422
        assert said in answer.text


def test_two_minutes_of_talk_are_less_than_the_rest_after_which_the_clock_is_followed() -> None:
    assert rules.TALK_MS < 600_000


@pytest.mark.parametrize(
    ("option", "said", "not_said"),
    [
        ("ignored", "Bribed guards do not count: our ruling.", "Bribed guards count, too"),
        ("counts", "Bribed guards count, too: our ruling.", "Bribed guards do not count"),
    ],
)
def test_a_task_offered_in_one_tap_says_how_bribed_guards_count_at_this_table(
    house: House, option: str, said: str, not_said: str
) -> None:
    at = evening(house, GAME, 1, 3)
    at.did(at.host, "decide", key="bribes", value=option)
    at.start()
    at.did(at.host, "play/turn-done")
    state = at.table.play.now.state  # type: ignore[union-attr]
    seat, room = state.acting, state.tasks[0].room
    at.did(at.host, "play/count", seat=seat, what="cash", n=1)
    at.did(at.host, "play/set-guards", room=room, n=0)
    at.did(at.host, "play/walk", seat=seat, room=room)
    assert "Bribed guards" not in at.host.get(f"/t/{at.code}").text, "there is no guard"
    at.did(at.host, "play/set-guards", room=room, n=2)
    page = at.host.get(f"/t/{at.code}").text
    assert said in page
    assert not_said not in page
    at.did(at.host, "play/bribe")
    assert "1 guard is bribed for the next action." in at.host.get(f"/t/{at.code}").text


def test_what_follows_is_said_where_the_only_one_who_may_choose_is_counted_away(house: House) -> None:
    """The Scapegoat alone is needed, the others are even: only the Scapegoat decides [Ending the game]."""
    at = next_round(house)
    for seat, letters in ((ANA, "ABCF"), (BEN, "DE"), (CLEO, "DE")):
        for letter in letters:
            at.did(at.host, "play/mark", seat=seat, letter=letter)
    at.did(at.host, "play/escape")
    ben = at.people["Ben"].get(f"/t/{at.code}").text
    assert "Nobody else may choose, so the app picks at random who stays." in ben
    at.did(at.people["Ben"], "play/away", seat=ANA)
    at.did(at.people["Cleo"], "play/away", seat=ANA)
    assert "The app picked at random" in at.people["Ben"].get(f"/t/{at.code}").text


def acts_first(house: House, seat: int) -> Evening:
    """Four in round 1, whom that seat leads as the Scapegoat. Ana hosts; Dov has no phone and shares Ben's."""
    at = evening(house, GAME, 1, 4)
    at.did(at.host, "set-up")
    at.did(at.host, "draw", step="first", by="hand", first=seat)
    at.start()
    return at


def docked(at: Evening, who: str) -> list[str]:
    """The buttons at the lower edge of somebody's screen."""
    bar = at.people[who].get(f"/t/{at.code}").text.partition('<div class="action">')[2].partition("</div>")[0]
    return re.findall(r"([^<>]+)</button>", bar)


def test_the_turn_of_somebody_without_a_phone_begins_with_the_phone_that_is_passed_to_them(house: House) -> None:
    at = acts_first(house, 4)
    assert {who: docked(at, who) for who in ("Ana", "Ben", "Cleo")} == {
        "Ana": [],
        "Ben": ["Pass to Dov"],
        "Cleo": [],
    }
    for who in ("Ana", "Ben", "Cleo"):
        assert "End Dov’s turn</button>" in at.people[who].get(f"/t/{at.code}").text, "and is not at anybody's thumb"
    at.did(at.people["Ben"], "hand", seat=4)
    assert docked(at, "Ben") == ["End my turn"]
    at.did(at.people["Ben"], "play/turn-done")
    at.did(at.people["Ben"], "hand-back")
    assert docked(at, "Ben") == []


def test_whoever_used_a_room_is_told_that_what_it_brought_is_set_by_hand(house: House) -> None:
    """The box alone knows what lies there; of the Radio Room nothing is carried."""
    at, hint = acts_first(house, ANA), "Used this round already. Set what it brought below."
    for room, told in ((12, True), (2, False)):
        at.did(at.host, "play/points", seat=ANA, n=0)
        for r in (room, 9):
            at.did(at.host, "play/set-guards", room=r, n=0)
        at.did(at.host, "play/walk", seat=ANA, room=room)
        assert "Used this round already." not in at.host.get(f"/t/{at.code}").text
        at.did(at.host, "play/use")
        shown = at.host.get(f"/t/{at.code}").text
        assert "Used this round already." in shown
        assert (hint in shown) == told


def test_the_fold_in_which_guards_move_stands_open_and_ready_for_whoever_used_the_radio_room(house: House) -> None:
    at = acts_first(house, BEN)
    at.did(at.host, "play/set-guards", room=2, n=0)
    at.did(at.host, "play/walk", seat=BEN, room=2)
    closed, chosen = '<details id="move-guard" data-drawer>', '<input type="radio" name="how" value="radio" checked>'
    assert closed in at.people["Ben"].get(f"/t/{at.code}/panel").text
    at.did(at.people["Ben"], "play/use")
    shown = at.people["Ben"].get(f"/t/{at.code}/panel").text
    assert '<details id="move-guard" open>' in shown
    assert chosen in shown
    assert closed in at.people["Cleo"].get(f"/t/{at.code}/panel").text
