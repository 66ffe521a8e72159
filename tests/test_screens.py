"""What the kernel makes of what a game says, screen by screen: what matters now, what is awaited and taken back."""

from __future__ import annotations

from typing import Any

import pytest

from companion.game import Draw, Game, Message, Now, Plan, Result, Step
from companion.secrecy import messages_for, seen_by, sheet_of
from companion.table import NO_SEAT, Finished, Line, Past
from companion.values import replace
from companion.words import Text, Who, listed, say
from tests.test_fold import ANA, BEN, CLEO, DOV, NOW, At

HOLD = say("Hold the button. Read it alone.")
TITLE, HINT = say("Somebody deals"), say("Round 2")
GONE = 9


@pytest.fixture
def at() -> At:
    """Ana hosts; Ben shares his phone with Dov; Cleo has her own. A game runs, and all have read."""
    at = At.of_four()
    at.did("ana", "start")
    return at


def as_if(at: At, monkeypatch: pytest.MonkeyPatch, **other: Any) -> Game:
    """The game does otherwise what is named here; without a word nobody has a message, and nobody is waited for."""
    known = {"readers": lambda view: {}, "awaits": lambda view: (), "messages": lambda state, viewer: ()}
    game = replace(at.table.the_game, **{**known, **other})
    monkeypatch.setattr("companion.table.find_game", lambda key: game)
    return game


def now(at: At, device: str) -> Now:
    found = seen_by(at.table, device, at=at.now).now
    assert found is not None
    return found


def waiting_for(*seats: int) -> Text:
    return say("Waiting for %(names)s", names=listed([Who(seat) for seat in seats]))


# --- what matters now -------------------------------------------------------------------------------------------------


def test_a_game_that_says_nothing_has_its_own_name_as_its_heading(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    game = as_if(at, monkeypatch, now=lambda view, viewer: Now(hint=HINT))
    assert now(at, "ana") == now(at, "") == Now(game.title, HINT)


def test_who_is_waited_for_is_said_and_whoever_that_is_hears_that_it_is_their_turn(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_if(at, monkeypatch, now=lambda view, viewer: Now(hint=HINT), awaits=lambda view: (CLEO, GONE, DOV))
    assert now(at, "cleo") == Now(say("It is your turn"), HINT, asked=True, waiting=(CLEO, DOV))
    for device in ("ana", "ben", ""):
        assert now(at, device) == Now(waiting_for(CLEO, DOV), HINT, waiting=(CLEO, DOV), said=True)
    as_if(at, monkeypatch, now=lambda view, viewer: Now(waiting=(BEN,)), awaits=lambda view: (CLEO,))
    assert now(at, "ana").waiting == (BEN,), "the game knows better for whom"


def test_what_a_game_says_stands_as_it_is_said(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    said = Now(TITLE, HINT, waiting=(CLEO,), key="deal")
    as_if(at, monkeypatch, now=lambda view, viewer: said, awaits=lambda view: (BEN,))
    assert now(at, "cleo") == said, "who is waited for need not be asked for anything here"
    said = Now(TITLE, HINT, asked=True)
    assert now(at, "cleo") == said, "and where it waits for nobody, it waits for nobody"
    said = Now(asked=True)
    assert now(at, "ana").title == say("It is your turn")


def test_until_all_have_read_everybody_sees_who_has_not(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    said = Now(TITLE, HINT, key="deal")
    keys = dict.fromkeys((ANA, BEN, CLEO, DOV), ("one",))
    as_if(at, monkeypatch, now=lambda view, viewer: said, readers=lambda view: keys)
    at.did("cleo", "read", key="one")
    seen = now(at, "cleo")
    assert (seen.title, str(seen.hint), seen.waiting) == (TITLE, "1 of 4 has read.", (ANA, BEN, DOV))
    assert (seen.key, seen.asked, seen.said) == ("deal", False, False)
    at.did("ana", "read", key="one")
    assert str(now(at, "").hint) == "2 of 4 have read."
    keys = {**keys, GONE: ("one",)}
    assert now(at, "").waiting == (BEN, DOV), "not for who is gone"
    said = Now(TITLE, HINT, urgent=True)
    assert now(at, "cleo") == said
    said = Now()
    assert (now(at, "cleo").said, now(at, "cleo").waiting) == (False, (BEN, DOV))
    keys = {CLEO: ("one",), ANA: ("one",)}
    said = Now(TITLE, HINT)
    assert now(at, "cleo") == said, "all have"


def test_a_message_of_the_middle_of_a_game_leaves_its_word_to_the_game(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    as_if(at, monkeypatch, now=lambda view, viewer: Now(TITLE, HINT), readers=lambda view: {CLEO: ("one",)})
    assert now(at, "ana").waiting == (CLEO,)
    assert at.table.play is not None
    later = at.table.play.now._replace(before=at.table.play.now)
    at.table = replace(at.table, play=replace(at.table.play, now=later))
    assert now(at, "ana") == Now(TITLE, HINT)


def test_who_has_a_message_to_read_is_asked_for_that_first(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    said = Now(TITLE, HINT, waiting=(ANA,))
    box = (Message("one", say("For you"), say("the bag is empty")),)
    keys = {CLEO: ("one",)}
    as_if(
        at, monkeypatch,
        now=lambda view, viewer: said, readers=lambda view: keys,
        messages=lambda state, viewer: box if viewer.seat == CLEO else (),
    )  # fmt: skip
    first = now(at, "cleo")
    assert (first.title, str(first.hint)) == (HOLD, "0 of 1 have read.")
    assert (first.asked, first.waiting, first.key, first.said) == (True, (ANA,), "message", True)
    keys = {}
    assert now(at, "cleo") == Now(
        HOLD, say("Meanwhile: %(what)s", what=TITLE), asked=True, waiting=(ANA,), key="message", said=True
    )
    said = Now(TITLE, HINT)
    on = say("The others play on meanwhile.")
    assert now(at, "cleo") == Now(HOLD, on, asked=True, key="message", said=True)
    said = Now(TITLE, HINT, asked=True, waiting=(CLEO,))
    assert now(at, "cleo") == Now(HOLD, asked=True, key="message", said=True), "the others wait as well"
    said = Now(hint=HINT, waiting=(CLEO, ANA))
    assert now(at, "cleo") == Now(HOLD, asked=True, key="message", said=True)
    said = Now(hint=HINT, waiting=(ANA,))
    assert now(at, "cleo") == Now(HOLD, asked=True, key="message", said=True), "what they do has no name"
    said = Now(TITLE, HINT, urgent=True)
    assert now(at, "cleo") == said
    at.did("cleo", "read", key="one")
    said = Now(TITLE, HINT)
    assert now(at, "cleo") == said


# --- whom a phone is passed round for ---------------------------------------------------------------------------------


def test_a_phone_is_awaited_for_those_of_its_guests_who_owe_an_answer_or_have_not_read(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    def awaited(device: str) -> list[int]:
        return [seat.number for seat in seen_by(at.table, device, at=at.now).awaited]

    ended: Result | None = None
    game = as_if(at, monkeypatch, awaits=lambda view: (CLEO, DOV), result=lambda state: ended)
    assert game.passed_round
    assert [awaited(device) for device in ("ana", "ben", "cleo", "")] == [[], [DOV], [], []]
    ended = Result(say("It is over"), ())
    assert awaited("ben") == []
    ended = None
    as_if(at, monkeypatch, awaits=lambda view: (BEN, CLEO))
    assert awaited("ben") == [], "the owner is not one of them"
    as_if(at, monkeypatch, readers=lambda view: {DOV: ("one",), BEN: ("one",)})
    assert awaited("ben") == [DOV]
    as_if(at, monkeypatch, awaits=lambda view: (DOV,), passed_round=False)
    assert awaited("ben") == []


def test_a_message_that_is_closed_again_is_neither_read_nor_in_the_hand(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = tuple(Message(key, say("For you"), say("the bag is empty")) for key in ("one", "two"))
    as_if(at, monkeypatch, messages=lambda state, viewer: box)
    at.did("ben", "hand", seat=DOV)
    at.did("ben", "opened", key="one")
    assert [message.key for message in messages_for(at.table, "ben")] == ["one", "two"]
    at.did("ben", "hand-back")
    at.did("ben", "hand", seat=DOV)
    assert [message.key for message in messages_for(at.table, "ben")] == ["two"]
    assert messages_for(at.table, "stranger") == messages_for(at.table, "") == ()
    assert (
        seen_by(at.table, "stranger").box == seen_by(at.table, "").box == seen_by(at.table, "cleo", wall=True).box == ()
    )
    assert at.table.play is not None
    at.table = replace(at.table, play=replace(at.table.play, held=True))
    assert messages_for(at.table, "cleo") == seen_by(at.table, "cleo").box == ()
    at.did("ana", "lobby")
    assert messages_for(at.table, "cleo") == seen_by(at.table, "cleo").box == ()


def test_a_message_comes_when_the_game_says(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    box = (Message("one", say("For you"), say("the bag is empty")),)
    as_if(at, monkeypatch, messages=lambda state, viewer: box if viewer.at >= NOW else ())
    for ms, count in ((-1, 0), (0, 1)):
        assert len(messages_for(at.table, "cleo", NOW + ms)) == len(seen_by(at.table, "cleo", at=NOW + ms).box) == count


# --- the set-up -------------------------------------------------------------------------------------------------------


def step(key: str, *, alone: bool = True, by_start: bool = False, draw: Draw | None = None) -> Step:
    words = say("Step")
    return Step(key, words, (), words, words, "picture", alone=alone, by_start=by_start, draw=draw)


def draw(key: str, value: str | None = None, *, optional: bool = False, in_play: bool = False) -> Draw:
    return Draw(key, lambda chance: "1", lambda fields: "1", value, optional=optional, in_play=in_play)


def test_chores_go_round_for_what_one_person_can_do_once_they_are_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    at = At.of_four()
    steps = tuple(step(f"{n}", alone=n != 2) for n in range(1, 8))
    as_if(at, monkeypatch, plan=lambda players, options, drawn: Plan(steps, (), ()))
    at.did("ana", "set-up")
    assert [one.chore for one in seen_by(at.table, "ben").steps] == [None] * 7
    at.did("ana", "share-out", on=True)
    assert seen_by(at.table, "ben").shared_out
    assert [one.chore for one in seen_by(at.table, "ben").steps] == [ANA, None, BEN, CLEO, DOV, ANA, BEN]


def test_a_box_is_set_up_once_all_is_ticked_but_what_the_start_does(monkeypatch: pytest.MonkeyPatch) -> None:
    at = At.of_four()
    two = draw("two")
    steps = (
        *(step("one"), step("two", draw=two), step("three", draw=draw("three", optional=True))),
        *(step("four", draw=draw("four", in_play=True)), step("five", draw=draw("five", "7"))),
        step("six", by_start=True),
    )
    as_if(at, monkeypatch, plan=lambda players, options, drawn: Plan(steps, (), ()))
    assert seen_by(at.table, "ben").untold == (two,)
    at.did("ana", "set-up")
    assert seen_by(at.table, "ben").untold == (two,), (
        "what lies drawn, may be left or comes up in the game is no matter"
    )
    done = []
    for key in ("one", "three", "four", "five"):
        at.did("ana", "tick", step=key)
        done.append(seen_by(at.table, "ben").is_set_up)
    at.did("ana", "tick", step="two")
    assert (done, seen_by(at.table, "ben").is_set_up, seen_by(at.table, "ben").untold) == ([False] * 4, True, ())


def test_a_tick_is_lost_once_its_step_asks_for_something_else_unless_it_lay_there_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = At.of_four()
    as_if(at, monkeypatch, plan=lambda *_: Plan((step("one"), step("two"), step("three")), (), ()))
    at.did("ana", "set-up")
    at.did("ana", "tick", step="one")
    at.table = replace(at.table, ticks={**at.table.ticks, "two": ("what it asked for then",)})

    def stand() -> list[tuple[bool, bool]]:
        return [(one.done, one.lost) for one in seen_by(at.table, "ben").steps]

    assert stand() == [(True, False), (False, True), (False, False)]
    at.table = replace(at.table, laid=True)
    assert stand() == [(True, False), (True, False), (False, False)]


def test_what_was_drawn_for_others_is_not_done_also_where_it_lay_there_before(monkeypatch: pytest.MonkeyPatch) -> None:
    at = At.of_four()
    two = replace(draw("two", "1"), placed=True)
    as_if(at, monkeypatch, plan=lambda *_: Plan((step("one"), step("two", draw=two)), (), ()))
    at.did("ana", "set-up")
    at.did("ana", "draw", step="two", by="hand")
    at.did("ana", "tick-all")
    at.table = replace(at.table, laid=True)
    as_if(at, monkeypatch, plan=lambda *_: Plan((step("one"), step("two", draw=replace(two, value=None))), (), ()))
    at.did("ana", "sit-out", seat=DOV, out=True)

    def stand() -> list[tuple[bool, bool]]:
        return [(one.done, one.others) for one in seen_by(at.table, "ben").steps]

    assert (stand(), seen_by(at.table, "ben").is_set_up) == ([(True, False), (False, True)], False)
    at.did("ana", "tick", step="two")
    assert stand() == [(True, False), (True, False)], "whoever leaves it to the game is told no more of it"


# --- tickets and sheets -----------------------------------------------------------------------------------------------


def test_a_ticket_shows_to_whose_seat_it_is_and_where_a_host_made_it_to_hosts_while_it_is_good() -> None:
    at = At.of_four()
    at.did("ben", "ticket", seat=DOV)
    at.did("ana", "ticket", seat=CLEO)
    dovs, cleos = at.table.tickets

    def shown(device: str, ms: int = 0) -> dict[int, str]:
        return dict(seen_by(at.table, device, at=NOW + ms).tickets)

    assert [shown(device) for device in ("ana", "ben", "cleo", "stranger", "")] == [
        {CLEO: cleos},
        {DOV: dovs},
        {CLEO: cleos},
        {},
        {},
    ]
    assert seen_by(at.table, "ana", at=NOW, wall=True).tickets == {}
    assert [shown("ana", ms) for ms in (599_999, 600_000)] == [{CLEO: cleos}, {}]
    at.did("ana", "ticket", seat=DOV)
    (anas,) = at.table.tickets.keys() - {cleos}
    at.did("ana", "remove", seat=BEN)  # so that Dov is on no device
    at.did("ana", "remove", seat=CLEO)
    assert [shown(device) for device in ("ana", "ben", "cleo", "")] == [{DOV: anas}, {}, {}, {}]


def test_whoever_a_phone_was_passed_to_is_shown_no_ticket_but_their_own() -> None:
    at = At.of_four()
    at.did("ben", "ticket", seat=BEN)
    at.did("ben", "ticket", seat=DOV)
    bens, dovs = at.table.tickets
    assert dict(seen_by(at.table, "ben", at=NOW).tickets) == {BEN: bens, DOV: dovs}
    at.did("ben", "hand", seat=DOV)
    assert dict(seen_by(at.table, "ben", at=NOW).tickets) == {DOV: dovs}


def test_a_sheet_is_of_the_game_it_was_asked_for_in_the_order_they_were_played(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = as_if(at, monkeypatch, share=lambda state, names: state, look=lambda state, viewer: (state, viewer.seat))
    monkeypatch.setattr("companion.secrecy.find_game", lambda key: game if key == "known" else None)
    play, over = at.table.play, Result(say("It is over"), ())
    assert play is not None
    evening = (
        *(Finished("known", (ANA,), over, "first"), Finished("known", (ANA,), over)),
        Finished("no longer known", (ANA,), over, "third"),
    )
    running = replace(play, now=play.now._replace(state="fourth"))
    at.table = replace(at.table, evening=evening, play=running)

    def sheets() -> list[object]:
        found = [sheet_of(at.table, number) for number in (None, 0, 1, 2, 3, 4, 5)]
        return [sheet and (sheet.view, sheet.share) for sheet in found]

    first, fourth = (("first", None), "first"), (("fourth", None), "fourth")
    assert sheets() == [fourth, None, first, None, None, fourth, None]
    at.table = replace(at.table, play=replace(running, held=True))
    assert sheets() == [None, None, first, None, None, None, None]
    at.table = replace(at.table, play=None)
    assert sheets() == [None, None, first, None, None, None, None]


# --- taken back and done again ----------------------------------------------------------------------------------------


def later(at: At, seat: int, line: Text | None, told: int = NOW + 3_000) -> None:
    """With one more move of the game made by that seat three seconds later, which can be taken back."""
    play = at.table.play
    assert play is not None
    move = at.table.version + 1
    past = Past(play.now.state, move, seat, line, undoable=True, before=play.now)
    lines = (Line(move, seat, line or say("Nothing"), told), Line(move + 1, ANA, say("Later"), told + 5_000))
    at.table = replace(at.table, version=move + 1, play=replace(play, now=past), told=(*at.table.told, *lines))


def test_whoever_made_the_last_move_finds_its_way_back_beside_it_for_ten_seconds(at: At) -> None:
    assert seen_by(at.table, "ana", at=NOW).undo is None, "a deal is not taken back"
    line = say("%(player)s dealt", player=Who(CLEO))
    later(at, CLEO, line)
    move = at.table.version - 1
    for device in ("ana", "ben", "cleo", ""):
        assert seen_by(at.table, device, at=NOW).undo == (move, line)
    for ms, left in ((3_000, 10_000), (12_999, 1), (13_000, None), (13_001, None)):
        did = seen_by(at.table, "cleo", at=NOW + ms).did
        assert did == (None if left is None else (move, line, left))
    assert [seen_by(at.table, device, at=NOW).did for device in ("ana", "ben", "")] == [None] * 3
    assert seen_by(at.table, "cleo", at=NOW, wall=True).did is None


def test_so_does_a_host_without_a_seat_and_nobody_else_who_has_none(at: At) -> None:
    later(at, NO_SEAT, None)
    move = at.table.version - 1
    at.table = replace(at.table, hosts=("laptop",))
    assert seen_by(at.table, "laptop", at=NOW).did == (move, say("the last move"), 13_000)
    assert [seen_by(at.table, device, at=NOW).did for device in ("stranger", "", "ana")] == [None] * 3


def test_what_was_taken_back_is_said_by_its_line_and_the_last_of_it_first(at: At) -> None:
    play = at.table.play
    assert play is not None
    line = say("Ana dealt")
    undone = tuple(
        Past(play.now.state, move, ANA, text, undoable=True, before=None) for move, text in ((8, line), (7, None))
    )
    at.table = replace(at.table, play=replace(play, undone=undone))
    assert seen_by(at.table, "ben").redo == (8, line)
    at.table = replace(at.table, play=replace(play, undone=undone[1:]))
    assert seen_by(at.table, "").redo == (7, say("the last move"))
    at.table = replace(at.table, play=play)
    later(at, ANA, None)
    assert at.table.play is not None
    assert seen_by(at.table, "ana").undo is not None
    at.table = replace(at.table, play=replace(at.table.play, held=True))
    assert (seen_by(at.table, "ana").undo, seen_by(at.table, "ana").redo) == (None, None)


def test_what_each_is_shown_is_counted_alike_for_all(at: At) -> None:
    """A move between was another choice in secret on Ben's phone, of which nobody knows, whoever holds it by then."""
    later(at, CLEO, TITLE)
    move = at.table.version - 1
    at.table = replace(at.table, unseen=((move - 1, "ben"),))
    for device in ("ben", "cleo", ""):
        seen = seen_by(at.table, device, at=NOW)
        assert (seen.version, seen.undo, seen.log[0].number) == (move, (move - 1, TITLE), move)
    assert seen_by(at.table, "cleo", at=NOW).did == (move - 1, TITLE, 13_000)
