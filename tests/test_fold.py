"""What a table takes, from whom and until when, move by move and without a web: by hand from who may do what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.chance import Chance
from companion.doorstep import Ask
from companion.fold import OtherHands, must_hold, play, receipt_of, replay
from companion.game import Hidden, NotYours, Refused, Stale
from companion.games import GAMES
from companion.moves import TABLE_MOVES, games, setting_up
from companion.moves.hosting import agreeing, enough
from companion.secrecy import messages_for
from companion.store import Entry
from companion.table import NO_SEAT, Drawn, Hold, Moment, Past, Play, Table, TableAct, Wish
from companion.values import replace
from companion.words import Who, say

NOW = 1_800_000_000_000
MINUTE = 60_000
ANA, BEN, CLEO, DOV = 1, 2, 3, 4


class At:
    """A table of its moves alone; devices are called like who owns them."""

    def __init__(self, game: str = "example") -> None:
        self.table, self.log, self.now = Table("TABLE"), list[Entry](), NOW
        self.host_last_here: int | None = None
        self.here: frozenset[str] = frozenset()
        self.asks: tuple[Ask, ...] = ()
        self.did("ana", "open", game=game)

    @classmethod
    def of_four(cls, game: str = "example") -> At:
        """Ana hosts; Ben shares his phone with Dov; Cleo has her own."""
        at = cls(game)
        for device, name in (("ana", "Ana"), ("ben", "Ben"), ("cleo", "Cleo")):
            at.did(device, "sit", name=name)
        at.did("ben", "add", name="Dov")
        return at

    def did(
        self, device: str, kind: str, /, *, drawn: int | None = None, hold: str | None = None, **raw: object
    ) -> Table:
        last_here = self.now if self.host_last_here is None else self.host_last_here
        moment = Moment(self.now, last_here, self.here, self.asks)
        drawn = self.table.version if drawn is None else drawn
        before = self.table
        entry, self.table = play(before, kind, raw, device, self.now, drawn, "", moment, hold, lambda _: before)
        self.log.append(entry)
        return self.table

    def cannot(self, device: str, kind: str, /, **raw: Any) -> Refused:
        before = self.table
        with pytest.raises(Refused) as no:
            self.did(device, kind, **raw)
        assert self.table == before
        return no.value

    def named(self, name: str) -> int:
        return next(seat.number for seat in self.table.seats if seat.name == name)

    def hosts(self) -> tuple[str, ...]:
        return self.table.hosts

    def told(self) -> list[str]:
        names = {seat.number: seat.name for seat in self.table.seats}
        return [line.text.in_words(names=names) for line in self.table.told]


@pytest.fixture
def at() -> At:
    return At.of_four()


# --- how many moves there are -----------------------------------------------------------------------------------------


ONE_MORE: dict[str, Callable[[At], object]] = {
    "a stranger": lambda at: at.did("eve", "sit", name="Eve"),
    "a player": lambda at: at.did("ben", "rename", seat=BEN, name="Benedict"),
    "a host": lambda at: at.did("ana", "rename", seat=ANA, name="Anabel"),
}


@pytest.mark.parametrize(("who", "share"), [("a stranger", 8), ("a player", 9), ("a host", 10)])
def test_the_last_tenth_of_what_is_done_about_seats_is_the_hosts_and_the_one_before_not_strangers(
    at: At, who: str, share: int
) -> None:
    most = share * 500
    at.table = replace(at.table, version=most + 7, aside=most)
    with pytest.raises(Refused, match="changed too often"):
        ONE_MORE[who](at)
    at.table = replace(at.table, aside=most - 1)
    ONE_MORE[who](at)


@pytest.mark.parametrize(("who", "share"), [("a stranger", 8), ("a player", 9), ("a host", 10)])
def test_so_are_those_of_a_table_in_all(at: At, who: str, share: int) -> None:
    most = share * 5_000
    at.table = replace(at.table, version=most, aside=10)
    with pytest.raises(Refused, match="This table has reached its limit"):
        ONE_MORE[who](at)
    at.table = replace(at.table, version=most - 1)
    ONE_MORE[who](at)


def test_the_moves_of_games_that_are_over_are_not_those_of_the_one_that_runs(at: At) -> None:
    at.did("ana", "start")
    assert at.table.play is not None
    running = replace(at.table.play, began=20_000)
    at.table = replace(at.table, version=24_505, aside=6, play=running)
    at.did("ben", "play:away", seat=CLEO)
    at.table = replace(at.table, version=24_506)
    with pytest.raises(Refused, match="This game has reached its limit"):
        at.did("ben", "play:away", seat=DOV)
    at.did("ben", "hand", seat=DOV)
    at.did("cleo", "ticket", seat=CLEO)


def test_what_people_need_to_get_at_what_is_theirs_ends_by_what_their_own_device_did_alone(at: At) -> None:
    most = 5_000
    at.table = replace(at.table, version=2 * most, owns={"ben": most})
    for kind, raw in (("hand", {"seat": DOV}), ("ticket", {"seat": BEN}), ("claim", {"seat": CLEO})):
        no = at.cannot("ben", kind, **raw)
        assert str(no.sentence).startswith("This device has been passed on and moved too often.")
    at.did("cleo", "ticket", seat=CLEO)
    at.did("ben", "rename", seat=BEN, name="Benedict")
    at.table = replace(at.table, owns={"ben": most - 1})
    at.did("ben", "hand", seat=DOV)


def test_a_wish_for_a_host_is_ones_own_and_uses_up_nothing_of_the_tables(at: At) -> None:
    at.did("ana", "start")
    aside, of_games = at.table.aside, at.table.of_games
    at.did("ben", "claim", seat=CLEO)
    assert (at.table.aside, at.table.of_games, at.table.owns["ben"]) == (aside, of_games, 1)


# --- whose button it is -----------------------------------------------------------------------------------------------


HOSTS = "set-up lobby start again choose shift carry reopen hand-over door turn-away lift-word"


@pytest.mark.parametrize("kind", HOSTS.split())
def test_what_is_the_hosts_is_nobody_elses(at: At, kind: str) -> None:
    for device in ("ben", "cleo", "eve"):
        no = at.cannot(device, kind)
        assert isinstance(no, NotYours)
        assert str(no.sentence) == "Only the host can do that."


def test_who_has_no_seat_makes_no_move_of_a_player_and_a_host_without_one_does(at: At) -> None:
    no = at.cannot("eve", "add", name="Finn")
    assert isinstance(no, NotYours)
    assert str(no.sentence) == "Take a seat first."
    at.did("ana", "remove", seat=ANA)
    at.did("ana", "add", name="Finn")
    assert at.table.told[-1].seat == NO_SEAT


def test_a_host_whose_device_is_in_other_hands_hosts_nothing_until_it_is_back(at: At) -> None:
    at.did("ana", "add", name="Eve")
    at.did("ana", "hand", seat=at.named("Eve"))
    assert isinstance(at.cannot("ana", "start"), NotYours)
    at.did("ana", "hand-back")
    at.did("ana", "start")


def test_a_button_drawn_before_the_phase_moved_is_stale_and_one_drawn_with_it_is_not(at: At) -> None:
    at.did("ana", "set-up")
    moved = at.table.version
    at.did("cleo", "rename", seat=CLEO, name="Cleopatra")
    assert isinstance(at.cannot("ana", "decide", drawn=moved - 1, key="rounds", value="5"), Stale)
    at.did("ana", "decide", drawn=moved, key="rounds", value="5")


def test_a_start_drawn_before_the_phase_moved_is_stale_though_the_same_people_would_play(at: At) -> None:
    drawn = at.table.version
    at.did("ana", "set-up")
    assert isinstance(at.cannot("ana", "start", drawn=drawn), Stale)
    at.did("ana", "start")


def test_a_move_of_a_game_that_is_not_there_is_an_old_button(at: At) -> None:
    assert isinstance(at.cannot("ana", "play:guess", number=1), Stale)
    assert isinstance(at.cannot("ana", "played:guess"), Stale)
    at.did("ana", "start")
    assert isinstance(at.cannot("ana", "play:nothing"), Stale)
    assert isinstance(at.cannot("ana", "played:guess"), Stale)
    at.did("ana", "play:guess", number=1)


# --- hands ------------------------------------------------------------------------------------------------------------


def test_a_button_is_good_in_the_hands_it_was_drawn_in_and_in_no_others(at: At) -> None:
    at.did("ben", "hand", seat=DOV, hold="")
    held = at.table.in_hands("ben")
    assert held
    for hold in ("", "another"):
        with pytest.raises(OtherHands):
            must_hold(at.table, "rename", "ben", at.table.version, hold)
        with pytest.raises(OtherHands):
            must_hold(at.table, "play:guess", "ben", at.table.version, hold)
    must_hold(at.table, "rename", "ben", at.table.version, held)
    must_hold(at.table, "rename", "ben", at.table.version, None)  # a move that was drawn nowhere
    for kind in ("hand", "hand-back", "sit", "arrive"):  # what whoever has it may do in any hands
        must_hold(at.table, kind, "ben", at.table.version, "another")
    with pytest.raises(OtherHands) as no:
        at.did("ben", "rename", seat=DOV, name="Dora", hold="")
    assert str(no.value.sentence) == "This phone has been passed on since. Nothing was done."
    with pytest.raises(OtherHands):  # before anything else is said of what was sent
        at.did("ben", "start", hold="")
    at.did("ben", "hand-back", hold="another")
    assert at.table.hold("ben") == Hold(BEN, at.table.hold("ben").number)
    assert at.table.in_hands("ben") not in ("", held)


def test_what_is_done_on_a_device_in_other_hands_is_told_as_theirs_and_on_whose_it_was(at: At) -> None:
    at.did("ana", "start")
    at.did("ben", "hand", seat=DOV)
    at.did("ben", "opened", key="pebbles-1")
    assert at.table.told[-1].seat == DOV
    assert at.told()[-1] == "Dov’s message was opened on Ben’s device"
    assert at.table.notices[-1].device == "", "whoever holds that phone next has to know, too"
    at.did("ana", "carry", seat=CLEO)
    assert at.table.notices[-1].device == "", "hers is passed round from now on"
    at.did("ana", "hand-over", seat=BEN, too=True)
    assert (at.table.notices[-1].seat, at.table.notices[-1].name) == (ANA, "Ana")


def test_a_notice_of_a_device_of_ones_own_need_not_be_told_there(at: At) -> None:
    at.did("ana", "hand-over", seat=CLEO, too=True)
    assert at.table.notices[-1].device == "ana"
    at.did("cleo", "ticket", seat=CLEO)
    assert at.table.notices[-1].device == "cleo"


def test_the_same_tap_is_known_by_device_button_version_and_every_word() -> None:
    tap = receipt_of("ana", "vote", Drawn(3), {"choice": ["1"], "more": ["a", "b"]})
    assert tap == receipt_of("ana", "vote", Drawn(3), {"more": ("a", "b"), "choice": ["1"]})
    others = [
        receipt_of("ben", "vote", Drawn(3), {"choice": ["1"], "more": ["a", "b"]}),
        receipt_of("ana", "away", Drawn(3), {"choice": ["1"], "more": ["a", "b"]}),
        receipt_of("ana", "vote", Drawn(3, 1), {"choice": ["1"], "more": ["a", "b"]}),
        receipt_of("ana", "vote", Drawn(4), {"choice": ["1"], "more": ["a", "b"]}),
        receipt_of("ana", "vote", Drawn(3), {"choice": ["2"], "more": ["a", "b"]}),
        receipt_of("ana", "vote", Drawn(3), {"choice": ["1"], "more": ["a"]}),
        receipt_of("ana", "vote", Drawn(3), {"choice": ["1"], "less": ["a", "b"]}),
        receipt_of("ana", "vote", Drawn(3), {"choice": ["1"], "more": ["a", "b"], "hold": ["7"]}),
        receipt_of("ana", "vote", Drawn(3), {"choice": ["\ud800"]}),
    ]
    assert len({tap, *others}) == 10
    assert len(tap) == 24


# --- what is wrong with a form ----------------------------------------------------------------------------------------


def test_what_is_wrong_with_a_form_is_said_beside_its_field(at: At) -> None:
    wrong = {
        "Something is still missing here.": ("sit", {}, "name"),
        "That name is too long: 20 characters fit.": ("sit", {"name": "A" * 201}, "name"),
        "That is too long.": ("arrive", {"ticket": "A" * 201}, "ticket"),
        "That is not one of the choices here.": ("door", {"open": "ajar"}, "open"),
    }
    for sentence, (kind, raw, field) in wrong.items():
        no = at.cannot("ana" if kind == "door" else "eve", kind, **raw)
        assert (str(no.sentence), no.field) == (sentence, field)


# --- a log that was written under other rules -------------------------------------------------------------------------


def test_what_cannot_be_replayed_puts_the_game_aside_and_keeps_the_evening(at: At) -> None:
    at.did("ana", "start")
    odd = Entry(at.table.version + 1, NOW + 5, "ben", "play:guess", '{"no":"such field"}')
    for one in (odd, replace(odd, kind="play:nothing", data="{}"), replace(odd, kind="no-such", data="{}")):
        after = replay("TABLE", [*at.log, one])
        assert (after.version, after.phase_at, after.at) == (one.number, one.number, NOW + 5)
        assert after.play is not None
        assert after.play.held
        assert after.seats == at.table.seats
    lobby = At()
    kept = replay("TABLE", [*lobby.log, Entry(2, NOW, "ana", "no-such", "{}")])
    assert (kept.play, kept.version, kept.hosts) == (None, 2, ("ana",))


def test_what_a_replay_swallows_is_told_to_whoever_runs_the_server_without_its_words(
    at: At, caplog: pytest.LogCaptureFixture
) -> None:
    at.did("ana", "start")
    replay("TABLE", at.log)
    assert caplog.text == ""
    odd = Entry(at.table.version + 1, NOW + 5, "ben", "play:guess", '{"no":"Ana is the goat"}')
    replay("TABLE", [*at.log, odd])
    (line,) = caplog.messages
    assert caplog.records[0].name == "companion"
    assert line.startswith(f"a game is put aside, since its move {odd.number} cannot be replayed: Refused at ")
    assert "Ana" not in line


def test_of_a_start_that_cannot_be_replayed_and_all_that_came_after_it_one_line_is_told(
    at: At, caplog: pytest.LogCaptureFixture
) -> None:
    n = at.table.version
    odd = Entry(n + 1, NOW, "ana", "start", '{"edition":"none"}')
    later = [Entry(n + 2 + k, NOW, "ben", "play:guess", '{"number":3}') for k in range(3)]
    table = replay("TABLE", [*at.log, odd, *later])
    (line,) = caplog.messages
    assert line.startswith(f"a game is put aside, since its move {n + 1} cannot be replayed: ")
    assert (table.play, table.version) == (None, n + 4)
    replay("TABLE", [Entry(n + 5, NOW, "ben", "play:guess", '{"number":3}')], table)
    assert len(caplog.messages) == 1


def test_a_log_is_the_table_it_was_written_at(at: At) -> None:
    at.did("ben", "hand", seat=DOV)
    at.did("ana", "start")
    again, there = replay("TABLE", at.log), at.table
    assert replace(again, play=None, luck=None) == replace(there, play=None, luck=None)
    for device in ("ana", "ben", "cleo"):
        assert messages_for(again, device) == messages_for(there, device) != ()


# --- set-up and game --------------------------------------------------------------------------------------------------


def test_no_step_of_the_set_up_is_ticked_while_a_game_runs_whatever_a_log_says(at: At) -> None:
    at.did("ana", "set-up")
    step = at.table.plan().steps[0].key  # type: ignore[union-attr]
    at.did("ana", "tick", step=step)
    at.did("ana", "start")
    act = TableAct(ANA, setting_up.Tick(step=step), None, NOW)  # type: ignore[arg-type]
    with pytest.raises(Stale):
        setting_up.tick(at.table, act, setting_up.Tick(step=step))


def test_a_table_is_opened_once(at: At) -> None:
    assert isinstance(at.cannot("eve", "open"), Stale)


def test_a_practice_game_has_whoever_tries_it_and_as_many_as_the_game_needs_and_four_at_least() -> None:
    for game in GAMES:
        assert game.players[0] <= 4, "that many names are asked for below"
        _, table = play(Table("TABLE"), "open", {"game": game.key, "practice": True}, "ana", NOW, 0)
        assert [seat.name for seat in table.seats] == ["Ana", "Ben", "Cleo", "Dov"]
        assert [seat.passed for seat in table.seats] == [False, False, False, False]
        assert [seat.pretend for seat in table.seats] == [False, True, True, True]
        assert [seat.device for seat in table.seats] == ["ana", "pretend 2", "pretend 3", "pretend 4"]
        assert (table.practice, table.game) == (True, game.key)


def past(move: int, *, undoable: bool = True, before: Past | None = None, state: object = None) -> Past:
    return Past(state, move, ANA, say("did it"), undoable, before)


def with_past(at: At, now: Past, *undone: Past) -> Table:
    at.did("ana", "start")
    assert at.table.play is not None
    return replace(at.table, play=replace(at.table.play, now=now, undone=undone))


def test_what_its_move_says_cannot_be_taken_back_is_not_whatever_a_log_says(at: At) -> None:
    deal = past(6, undoable=False)
    act = TableAct(ANA, games.Undo(of=7), None, NOW)  # type: ignore[arg-type]
    for now, ways in ((past(7, undoable=False, before=deal), Refused), (past(7), Stale), (past(8, before=deal), Stale)):
        with pytest.raises(ways):
            games.undo(with_past(at, now), act, games.Undo(of=7))
    table = games.undo(with_past(at, past(7, before=deal), past(9)), act, games.Undo(of=7))
    assert table.play is not None
    assert (table.play.now, [one.move for one in table.play.undone]) == (deal, [7, 9])


def test_a_new_undo_of_what_somebody_has_seen_is_refused_and_of_anything_else_is_left_to_the_move(at: At) -> None:
    seen = past(7, before=past(6, state=Hidden(1, frozenset({ANA}))), state=1)
    act = TableAct(ANA, games.Undo(of=7), None, NOW)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="cannot be undone"):
        games.may_be_undone(with_past(at, seen), act, games.Undo(of=7), Moment(0, 0))
    assert games.may_be_undone(at.table, act, games.Undo(of=8), Moment(0, 0)).of == 8
    free = past(7, before=past(6, state=1), state=2)
    assert games.may_be_undone(with_past(at, free), act, games.Undo(of=7), Moment(0, 0)).of == 7
    assert games.may_be_undone(Table("TABLE"), act, games.Undo(of=7), Moment(0, 0)).of == 7


def test_only_what_was_taken_back_last_is_done_again(at: At) -> None:
    act = TableAct(ANA, games.Redo(of=7), None, NOW)  # type: ignore[arg-type]
    with pytest.raises(Stale):
        games.redo(with_past(at, past(6)), act, games.Redo(of=7))
    with pytest.raises(Stale):
        games.redo(with_past(at, past(6), past(9), past(7)), act, games.Redo(of=7))
    with pytest.raises(Stale):
        games.redo(Table("TABLE"), act, games.Redo(of=7))
    table = games.redo(with_past(at, past(6), past(7), past(9)), act, games.Redo(of=7))
    assert table.play is not None
    assert (table.play.now.move, [one.move for one in table.play.undone]) == (7, [9])


def test_a_game_of_other_rules_than_it_was_started_by_is_held(at: At) -> None:
    edition = at.table.the_game.edition
    act = TableAct(ANA, games.Start(), Chance(), NOW)
    for said, held in ((0, False), (edition, False), (edition + 1, True)):
        table = games.start(at.table, act, games.Start(edition=said))
        assert isinstance(table.play, Play)
        assert table.play.held is held


# --- tickets ----------------------------------------------------------------------------------------------------------


def test_a_new_ticket_leaves_those_of_others_that_are_still_good_and_no_others(at: At) -> None:
    at.did("ana", "ticket", seat=CLEO)
    at.now += 10 * MINUTE - 1
    at.did("ana", "ticket", seat=BEN)
    assert sorted(ticket.seat for ticket in at.table.tickets.values()) == [BEN, CLEO]
    at.now += 1
    at.did("ana", "ticket", seat=ANA)
    assert sorted(ticket.seat for ticket in at.table.tickets.values()) == [ANA, BEN], "Cleo’s is ten minutes old"


@pytest.mark.parametrize(("ms", "good"), [(10 * MINUTE, True), (10 * MINUTE + 1, False)])
@pytest.mark.parametrize("kind", ["ticket", "hosting-ticket"])
def test_a_ticket_is_good_for_ten_minutes(at: At, kind: str, ms: int, good: bool) -> None:
    of: dict[str, Any] = {"seat": CLEO} if kind == "ticket" else {}
    at.did("ana" if kind == "ticket" else "console", kind, **of)
    (key,) = at.table.tickets
    at.now += ms
    if good:
        at.did("new", "arrive", ticket=f" {key.lower()[:3]} {key.lower()[3:]}")
        assert not at.table.tickets, "and good once"
        assert at.table.is_host("new") is (kind == "hosting-ticket")
    else:
        no = at.cannot("new", "arrive", ticket=key)
        assert no.field == "ticket"
        assert at.table.tickets


# --- who hosts --------------------------------------------------------------------------------------------------------


def choosing(*wishes: tuple[int, int, int], dealt_in: tuple[int, ...] = (ANA, BEN, CLEO, 4)) -> Table:
    at = At()
    for name in ("ana", "ben", "cleo", "dov"):
        at.did(name, "sit", name=name.title())
    made = tuple(Wish(seat, by, n, when) for n, (seat, by, when) in enumerate(wishes))
    return replace(at.table, dealt_in=dealt_in, wishes=made)


def test_those_agree_who_chose_that_seat_once_the_host_was_away_and_may_choose() -> None:
    since = NOW
    table = choosing((BEN, CLEO, since + MINUTE), (BEN, 4, since + MINUTE - 1), (CLEO, BEN, since + MINUTE))
    assert agreeing(table, BEN, since) == {CLEO}
    assert agreeing(replace(table, dealt_in=(ANA, BEN)), BEN, since) == set()


@pytest.mark.parametrize(
    ("choosers", "here", "needed"),
    [((), (), 1), ((2,), (2,), 1), ((2, 3), (), 2), ((2, 3), (2,), 2), ((2, 3, 4), (2, 3, 4), 2), ((2, 3, 4), (1,), 2)],
)
def test_more_than_half_of_those_here_and_never_one_alone_of_two(
    choosers: tuple[int, ...], here: tuple[int, ...], needed: int
) -> None:
    assert enough(choosing(dealt_in=(ANA, *choosers)), frozenset(here)) == needed


def test_of_five_who_are_here_three_have_to_agree() -> None:
    at = At()
    for name in ("ana", "ben", "cleo", "dov", "eve", "finn"):
        at.did(name, "sit", name=name.title())
    table = replace(at.table, dealt_in=(1, 2, 3, 4, 5, 6))
    assert [enough(table, frozenset(range(2, 2 + n))) for n in range(6)] == [2, 2, 2, 2, 3, 3]


def test_a_wish_is_kept_once_by_each_for_each_and_granted_only_by_those_who_were_dealt_in(at: At) -> None:
    at.did("ana", "start")
    at.did("ben", "claim", seat=CLEO)
    at.did("ben", "claim", seat=BEN)
    at.did("ben", "claim", seat=CLEO)
    at.did("cleo", "claim", seat=CLEO)
    assert [(wish.seat, wish.by) for wish in at.table.wishes] == [(BEN, BEN), (CLEO, BEN), (CLEO, CLEO)]
    assert at.hosts() == ("ana",)
    at.host_last_here, at.here = at.now, frozenset({"ben", "cleo"})
    at.now += MINUTE - 1
    at.did("cleo", "claim", seat=CLEO)
    assert at.hosts() == ("ana",), "a minute is not over"
    at.now += 1
    at.did("cleo", "claim", seat=CLEO)
    assert at.hosts() == ("ana",), "Ben wished it while the host was here"
    at.did("ben", "claim", seat=CLEO)
    assert at.hosts() == ("ana", "cleo"), "a host who comes back still hosts"
    assert at.table.wishes == ()
    assert at.told()[-1] == "Ben agreed: Cleo is the host now"


@pytest.mark.parametrize(("by", "of"), [("eve", CLEO), ("cleo", 5)])
def test_with_the_host_away_nobody_who_came_later_chooses_or_is_chosen(at: At, by: str, of: int) -> None:
    at.did("eve", "sit", name="Eve")
    at.table = replace(at.table, dealt_in=(ANA, BEN, CLEO))
    at.host_last_here, at.here = at.now - MINUTE, frozenset({"ben", "cleo", "eve"})
    no = at.cannot(by, "claim", seat=of)
    assert "only players who were in" in str(no.sentence)


def test_nobody_wishes_for_somebody_without_a_device_or_who_hosts(at: At) -> None:
    for seat in (DOV, ANA):
        assert "cannot become the host now" in str(at.cannot("cleo", "claim", seat=seat).sentence)
    assert "needs a device to be the host" in str(at.cannot("ana", "hand-over", seat=DOV).sentence)


def test_hosting_is_handed_over_or_shared(at: At) -> None:
    at.did("ana", "hand-over", seat=BEN, too=True)
    assert at.hosts() == ("ana", "ben")
    at.did("ana", "hand-over", seat=CLEO)
    assert at.hosts() == ("ben", "cleo"), "Ana gives up what is hers, and Ben keeps his"
    at.did("cleo", "hand-over", seat=BEN)
    assert at.hosts() == ("ben",)
    assert at.told()[-3:] == ["Ana made Ben a host too", "Ana made Cleo the host", "Cleo made Ben the host"]


# --- as older evenings had it: these logs replay for ever -------------------------------------------------------------


def older(at: At, device: str, kind: str, **raw: object) -> Table:
    """What an entry from before did: folded, never accepted anew."""
    move_type, fold = TABLE_MOVES[kind]
    seat = at.table.own_seat(device)
    act = TableAct(seat.number if seat else NO_SEAT, None, None, at.now, at.table.is_host(device))  # type: ignore[arg-type]
    act.device, act.number, act.seats = device, at.table.version + 1, at.table.seats
    return fold(at.table, act, move_type.typed(raw))


def test_an_older_wish_was_granted_by_more_than_half_of_the_other_phones(at: At) -> None:
    at.did("eve", "sit", name="Eve")  # phones: Ben, Cleo, Eve
    at.table = older(at, "ben", "claim", seat=CLEO)
    assert (at.table.hosts, at.table.claims) == (("ana",), {str(CLEO): frozenset({BEN})})
    at.table = older(at, "ben", "claim", seat=CLEO)
    assert at.hosts() == ("ana",), "twice the same phone is one"
    with pytest.raises(Refused):
        older(at, "ana", "claim", seat=CLEO)
    at.table = older(at, "eve", "claim", seat=CLEO)
    assert (at.table.hosts, at.table.claims) == (("ana", "cleo"), {})


def test_in_older_evenings_who_played_on_the_hosts_device_came_along(at: At) -> None:
    at.did("ana", "add", name="Finn")
    finn = at.named("Finn")
    at.did("ana", "hand", seat=finn)
    at.did("ben", "hand", seat=DOV)
    at.table = older(at, "ben", "claim", seat=CLEO)
    at.table = older(at, "cleo", "claim", seat=CLEO)
    assert at.hosts() == ("ana", "cleo")
    assert at.table.seat(finn).device == "cleo"  # type: ignore[union-attr]
    assert at.table.seat(DOV).device == "ben", "he does not play on the host’s"  # type: ignore[union-attr]
    assert at.table.passed_to == {"ben": DOV}


def test_a_hold_of_an_older_log_has_no_number_and_a_reading_was_of_everything(at: At) -> None:
    at.did("ana", "start")
    at.did("ben", "hand", seat=DOV)
    act = TableAct(DOV, None, None, at.now, whose_phone=Who(BEN))  # type: ignore[arg-type]
    act.device = "ben"
    move_type, fold = TABLE_MOVES["opened"]
    seat = fold(at.table, act, move_type()).seat(DOV)
    assert seat is not None
    assert seat.reading == {"pebbles-1"}


def test_in_older_evenings_who_played_on_the_device_of_somebody_who_left_stayed_there(at: At) -> None:
    left = older(at, "ana", "remove", seat=BEN)
    assert left.seat(BEN) is None
    assert left.seat(DOV).device == "ben"  # type: ignore[union-attr]
