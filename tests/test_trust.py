"""Who hosts and who may come in, against guests who are hostile and friends who are curious: attacks over real HTTP."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from html import unescape
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.console import hosting_ticket
from companion.doorstep import ASKS_FOR, MOST_AT_ONE_ADDRESS, Ask, Doorstep
from companion.elsewhere import SILENT
from companion.fold import play, replay
from companion.game import Game, Refused
from companion.games import GAMES, example
from companion.keeper import Keeper
from companion.live import BELONGS, RETURNING, Live
from companion.moves import TABLE_MOVES
from companion.secrecy import messages_for
from companion.store import Entry
from tests.asking import ANA, BEN, CHOICES, CLEO, DOV, GOES_ON_WITHOUT, asked_for, goes_on_without, is_waited_for
from tests.evenings import Evening, House, Visitor, asked, ended, evening, fixed_chance, seat
from tests.games import named
from tests.test_notices import number, put_away, shown

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
MINUTE = 60_000
Two = Callable[["Evening"], tuple["Visitor", "Visitor"]]
AWAY = "The host has been away for a minute."


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 13)
    monkeypatch.setattr("companion.web.guard.time.sleep", lambda seconds: None)
    return House(tmp_path)


@pytest.fixture
def at(house: House) -> Evening:
    """Ana hosts; Ben, Cleo and Dov have phones of their own. A game is running."""
    at = evening(house, example.GAME, 1, 4, sharing=False)
    at.start()
    return at


def strangers(at: Evening, count: int = 3) -> list[Visitor]:
    come = [Visitor(at.house, f"Eve {n}") for n in range(count)]
    for who in come:
        who.get(f"/j/{at.code}")
    return come


def leave(at: Evening, ms: int = MINUTE) -> None:
    """The host's phone is gone for so long; everybody else looks at theirs at the end of it."""
    at.house.now += ms
    for name, who in at.people.items():
        if name != "Ana":
            who.get(f"/t/{at.code}")


def page(at: Evening, who: Visitor, path: str = "", after: str = "") -> str:
    """What the page says, in words alone; or only what stands behind `after` in it."""
    whole = who.get(f"/t/{at.code}{path}").text
    words = re.sub(r"</?bdi[^>]*>", "", whole[whole.index(after) :])
    return " ".join(re.sub(r"<[^>]*>", " ", unescape(words)).split())


def claim(at: Evening, by: str, of: str) -> None:
    at.did(at.people[by], "claim", seat=number(at, of))


def hosts(at: Evening) -> set[str]:
    return {name for name, who in at.people.items() if at.table.is_host(who.device)}


# --- three new cookies in mid-game ------------------------------------------------------------------------------------


@EVERY_GAME
@pytest.mark.parametrize("gone", [0, MINUTE, 60 * MINUTE], ids=["host here", "host away", "host long away"])
def test_with_the_code_alone_nobody_sits_hosts_reads_or_deletes_in_mid_game(
    house: House, game: Game, gone: int
) -> None:
    at = evening(house, game, 1)
    at.start()
    seats, of, now = at.table.seats, at.table.hosts, at.table.version
    leave(at, gone)
    mob = strangers(at)
    for who in mob:
        assert who.post(f"/j/{at.code}", name=who.name).status_code == 403
        assert at.move(who, "sit", name=who.name).status_code == 403
        assert who.post(f"/t/{at.code}/ask", name=who.name).status_code == 303
    asks = at.house.keeper.live.asks(at.code)
    assert [ask.name for ask in asks] == [who.name for who in mob]
    for who in mob:
        for one in at.table.seats:
            for kind in ("claim", "carry", "reopen", "ticket", "remove", "hand-over", "hand", "sit-out", "rename"):
                assert at.move(who, kind, seat=one.number, name="Eve", out="true").status_code in (403, 422)
        for ask in asks:
            assert at.move(who, "let-in", ask=ask.key, device=who.device, name="Eve").status_code == 403
        for kind in ("start", "lobby", "again", "door", "forget", "add", "turn-away"):
            assert at.move(who, kind, name="Eve", open="true", ask=asks[0].key).status_code == 403, kind
        assert at.message(who).status_code == 403
        assert who.post(f"/j/{at.code}", ticket="AAAAAAAA").status_code == 422
    assert (at.table.seats, at.table.hosts, at.table.version) == (seats, of, now)


@pytest.mark.parametrize("guests", [1, 2, 3, 8])
def test_on_a_table_opened_on_a_laptop_no_guests_host_however_long_they_wait(house: House, guests: int) -> None:
    laptop = Visitor(house, "laptop")
    laptop.get("/")
    code = laptop.post("/open", game="example").headers["Location"].rpartition("/")[2]
    at = Evening(house, example.GAME, __import__("random").Random(1), code, {"Ana": laptop})
    come = [seat(at, f"Eve {n}") for n in range(guests)]
    for _ in range(3):
        for who in come:
            assert at.move(who, "claim", seat=1).status_code in (303, 422)
        leave(at, 10 * MINUTE)
    assert at.table.hosts == (laptop.device,)
    assert "Wait for the host, or open a new table." in page(at, come[0])
    game = page(at, come[0], after='<div class="game">')
    assert AWAY in game
    assert "Choose Eve 0 as host" not in game


# --- a wish, while a host is here -------------------------------------------------------------------------------------


def test_a_wish_shows_on_the_hosts_screen_alone_and_silence_is_no(at: Evening) -> None:
    with closing(at.host.stream(at.code)) as hers:
        next(hers)
        for by in ("Ben", "Cleo", "Dov"):
            claim(at, by, "Cleo")
            at.house.now += 10 * MINUTE
        assert hosts(at) == {"Ana"}
        assert "Ben would like Cleo to be the host." in shown(at, at.host)
        assert "Cleo would like to be the host." in shown(at, at.host)
        for name in ("Ben", "Cleo", "Dov"):
            assert shown(at, at.people[name]) == ""
            assert AWAY not in page(at, at.people[name])
        assert put_away(at, at.host) == 303
        assert shown(at, at.host) == ""
        assert hosts(at) == {"Ana"}


def test_the_host_grants_a_wish_with_one_tap_and_everybody_is_told(at: Evening) -> None:
    claim(at, "Cleo", "Cleo")
    game = at.host.get(f"/t/{at.code}").text.partition('<div class="game">')[2]
    found = re.search(r'action="/t/\w+/hand-over".*?</form>', game, re.DOTALL)
    assert found
    assert "Make Cleo a host too" in found[0]
    at.did(at.host, "hand-over", seat=number(at, "Cleo"), too="true")
    assert hosts(at) == {"Ana", "Cleo"}
    assert "Ana made Cleo a host too" in shown(at, at.people["Ben"])
    assert "would like" not in shown(at, at.host)


# --- every host away --------------------------------------------------------------------------------------------------


def test_within_a_minute_a_host_who_is_gone_is_not_away(at: Evening) -> None:
    leave(at, MINUTE - 1)
    for by in ("Ben", "Cleo", "Dov"):
        assert AWAY not in page(at, at.people[by])
        claim(at, by, "Ben")
    assert hosts(at) == {"Ana"}


def test_after_a_minute_every_phone_asks_and_more_than_half_of_those_dealt_in_choose(at: Evening) -> None:
    leave(at)
    for name in ("Ben", "Cleo", "Dov"):
        assert AWAY in page(at, at.people[name])
        assert "It takes 2 of you." in page(at, at.people[name])
    assert AWAY in page(at, at.people["Ben"], "/wall")
    claim(at, "Ben", "Ben")
    claim(at, "Ben", "Ben")
    assert hosts(at) == {"Ana"}, "one of three is not enough, however often"
    assert "1 player wants Ben as host" in page(at, at.people["Dov"])
    claim(at, "Dov", "Ben")
    assert hosts(at) == {"Ana", "Ben"}
    assert "Dov agreed: Ben is the host now" in shown(at, at.people["Cleo"])
    assert "Dov agreed: Ben is the host now" in shown(at, at.host)


def test_a_host_who_comes_back_ends_the_wish(at: Evening) -> None:
    leave(at)
    claim(at, "Ben", "Ben")
    at.host.get(f"/t/{at.code}")
    assert AWAY not in page(at, at.people["Cleo"])
    claim(at, "Cleo", "Ben")
    assert hosts(at) == {"Ana"}
    leave(at)
    claim(at, "Cleo", "Ben")
    assert hosts(at) == {"Ana"}, "what Ben wished before she came back was hers to answer"
    claim(at, "Ben", "Ben")
    assert "Ben" in hosts(at)


def test_one_phone_that_stays_awake_while_the_others_sleep_is_no_majority(at: Evening) -> None:
    at.house.now += 10 * MINUTE
    for _ in range(3):
        claim(at, "Ben", "Ben")
        at.house.now += 10 * MINUTE
    assert hosts(at) == {"Ana"}


def test_a_table_of_a_host_and_one_player_goes_on_by_that_one(house: House) -> None:
    at = evening(house, example.GAME, 1, 2)
    at.start()
    leave(at)
    assert "You can choose a new host: tap a name." in page(at, at.people["Ben"])
    claim(at, "Ben", "Ben")
    assert hosts(at) == {"Ana", "Ben"}


def test_who_was_let_in_after_the_start_counts_nowhere(at: Evening) -> None:
    late = [seat(at, name) for name in ("Eve", "Finn", "Gil")]
    leave(at)
    for who in late:
        assert "Choose Ben as host" not in page(at, who).partition(AWAY)[2][:300]
        assert at.move(who, "claim", seat=number(at, "Eve")).status_code == 422
    claim(at, "Ben", "Ben")
    assert at.move(at.people["Cleo"], "claim", seat=number(at, "Eve")).status_code == 422, "nor can they be chosen"
    assert hosts(at) == {"Ana"}
    claim(at, "Cleo", "Ben")
    assert hosts(at) == {"Ana", "Ben"}


def test_a_seat_given_a_second_device_of_ones_own_in_mid_game_is_no_second_voice(house: House) -> None:
    """Ben carries Dov, and moves Dov's seat onto another browser of his."""
    at = evening(house, example.GAME, 1, 4)
    at.start()
    at.did(at.people["Ben"], "ticket", seat=number(at, "Dov"))
    (key,) = at.table.tickets
    other = Visitor(house, "Ben's other browser")
    other.get(f"/j/{at.code}")
    assert other.post(f"/j/{at.code}", ticket=key).status_code == 303
    leave(at)
    claim(at, "Ben", "Ben")
    assert at.move(other, "claim", seat=number(at, "Ben")).status_code == 422
    assert hosts(at) == {"Ana"}


# --- whatever somebody does alone, it is one voice -------------------------------------------------------------------


def arrives(at: Evening, by: str, whose: str) -> Visitor:
    """Somebody makes a ticket for a seat, and opens it in a browser that was not here before."""
    at.did(at.people[by], "ticket", seat=number(at, whose))
    other = Visitor(at.house, f"{by}'s other browser")
    other.get(f"/j/{at.code}")
    assert other.post(f"/j/{at.code}", ticket=list(at.table.tickets)[-1]).status_code == 303
    other.get(f"/t/{at.code}")
    return other


def as_carried_and_moved(at: Evening) -> tuple[Visitor, Visitor]:
    """Ben, who carries Dov, moves Dov's seat to another browser of his."""
    return at.people["Ben"], arrives(at, "Ben", "Dov")


def as_taken_in(at: Evening) -> tuple[Visitor, Visitor]:
    """The host takes Cleo in, and moves her seat to another browser."""
    at.did(at.host, "carry", seat=number(at, "Cleo"))
    return at.host, arrives(at, "Ana", "Cleo")


def as_moved_by_the_host(at: Evening) -> tuple[Visitor, Visitor]:
    return at.host, arrives(at, "Ana", "Cleo")


def as_moved_by_oneself(at: Evening) -> tuple[Visitor, Visitor]:
    """Ben moves to another phone; the old one has no seat any more."""
    return at.people["Ben"], arrives(at, "Ben", "Ben")


ALONE = pytest.mark.parametrize("two", [as_carried_and_moved, as_taken_in, as_moved_by_the_host, as_moved_by_oneself])


@ALONE
def test_nobody_alone_lets_a_friend_in_or_makes_a_host_by_whatever_browsers(house: House, two: Two) -> None:
    at = evening(house, example.GAME, 1, 4)
    at.start()
    browsers = two(at)
    came, key = Visitor(house, "Eve"), ""
    came.get(f"/j/{at.code}")
    house.now += MINUTE
    for who in browsers:
        if who is not at.host:
            who.get(f"/t/{at.code}")
    key = asked(at, came, "Eve")
    for who in browsers:
        if who is not at.host:
            at.move(who, "let-in", ask=key)
            own = at.table.speaks_for(who.device)
            at.move(who, "claim", seat=own.number if own else 2)
    assert [s.name for s in at.table.seats] == ["Ana", "Ben", "Cleo", "Dov"]
    assert at.table.hosts == (at.host.device,)


# --- who may vote without whom ----------------------------------------------------------------------------------------


@GOES_ON_WITHOUT
def test_two_who_play_on_one_phone_are_one_when_somebody_is_counted_away(house: House, choice: str) -> None:
    """Ana has chosen, Ben carries Dov, and Cleo does not choose."""
    at = asked_for(house, choice)
    at.did(at.host, CHOICES[choice].kind, **CHOICES[choice].forms(ANA)[0])
    ben = at.people["Ben"]
    assert goes_on_without(at, choice, ben, CLEO).status_code == 303
    at.did(ben, "hand", seat=DOV)
    answer = goes_on_without(at, choice, ben, CLEO)
    assert answer.status_code == 422
    assert "Somebody on another phone has to agree." in answer.text
    at.did(ben, "hand-back")
    other = arrives(at, "Ben", "Dov")
    assert goes_on_without(at, choice, other, CLEO).status_code == 422, "nor from another browser of Ben's"
    assert is_waited_for(at, CLEO)
    assert goes_on_without(at, choice, at.host, CLEO).status_code == 303
    assert not is_waited_for(at, CLEO)


@GOES_ON_WITHOUT
def test_where_there_is_one_phone_two_who_play_on_it_go_on_without_the_third(house: House, choice: str) -> None:
    """Else nobody could; a replay takes what was taken."""
    laptop = Visitor(house, "the laptop")
    laptop.get("/")
    game = named(choice.split()[0])
    code = laptop.post("/open", game=game.key).headers["Location"].rpartition("/")[2]
    at = Evening(house, game, dice=None, code=code, people={"Ana": laptop})  # type: ignore[arg-type]
    at.did(laptop, "add", name="Ana, Ben, Cleo")
    for key, value in CHOICES[choice].decided.items():
        at.did(laptop, "decide", key=key, value=value)
    at.start()
    for call in CHOICES[choice].called:
        at.did(laptop, call)
    for own in (ANA, BEN):
        assert is_waited_for(at, CLEO)
        at.did(laptop, "hand", seat=own)
        if own == ANA:
            at.did(laptop, CHOICES[choice].kind, **CHOICES[choice].forms(ANA)[0])
        assert goes_on_without(at, choice, laptop, CLEO).status_code == 303
    assert not is_waited_for(at, CLEO)


def test_no_form_says_when_a_host_was_here_or_who_is(at: Evening) -> None:
    for by in ("Ben", "Cleo", "Dov"):
        at.did(at.people[by], "claim", seat=number(at, "Ben"), host_last_here="0", here=["2", "3", "4"])
    assert hosts(at) == {"Ana"}
    key = asked(at, strangers(at, 1)[0], "Eve")
    mine = at.people["Ben"]
    assert at.move(mine, "let-in", ask=key, device=mine.device, name="X", host_last_here="0").status_code == 403


def test_right_after_a_restart_nobody_is_away_and_the_minute_counts_from_then(at: Evening) -> None:
    leave(at, 60 * MINUTE)
    at.house.restart()
    at.house.keeper.live.expect_everybody()
    for gone in (0, int(RETURNING * 1000), MINUTE - 1):
        leave(at, gone)
        assert AWAY not in page(at, at.people["Ben"])
    leave(at, 1)
    assert AWAY in page(at, at.people["Ben"])


def test_a_phone_hears_of_it_without_being_touched(at: Evening) -> None:
    mark = re.search(r'data-mark="([^"]+)"', at.people["Ben"].get(f"/t/{at.code}").text)
    assert mark
    leave(at, 0)
    at.house.now += MINUTE
    assert at.people["Ben"].get(f"/t/{at.code}/panel", If_None_Match=mark[1]).status_code == 200


def test_a_host_at_another_process_is_here_and_away_only_a_minute_after_its_last_word() -> None:
    now = [1000.0]
    live = Live(lambda: now[0])
    live.hear("other", "KMTRX:ana")
    now[0] += 40
    assert live.away("KMTRX", ["ana"]) == 0
    live.hear("other", "KMTRX:")
    now[0] += 59
    assert live.away("KMTRX", ["ana"]) == 59
    live.hear("other", "KMTRX:ana")
    now[0] += SILENT
    live.words()
    assert live.away("KMTRX", ["ana"]) == 0, "just now it was still believed"
    now[0] += 60
    assert live.away("KMTRX", ["ana"]) == 60


def test_a_host_who_has_just_made_a_move_by_another_process_is_not_away(at: Evening) -> None:
    """Without script there is no stream to speak of."""
    leave(at, 10 * MINUTE)
    other = Keeper(at.house.keeper.store, Live(), lived=at.house.keeper.lived)
    other.clock = at.house.keeper.clock
    other.move(at.table, "hand-over", {"seat": number(at, "Ben"), "too": True}, at.host.device, at.table.version)
    assert AWAY not in page(at, at.people["Cleo"])
    leave(at, MINUTE)
    at.house.now += MINUTE
    assert AWAY in page(at, at.people["Cleo"])


def test_a_host_who_only_looks_through_another_process_without_a_stream_is_not_away() -> None:
    now = [1000.0]
    here, there = Live(lambda: now[0]), Live(lambda: now[0])

    def goes_by(seconds: float) -> None:
        now[0] += seconds
        for one, other, name in ((here, there, "here"), (there, here, "there")):
            for word in one.words():
                other.hear(name, word)

    for _ in range(20):
        goes_by(10)
        here.saw("KMTRX", "ana")
    goes_by(0)
    assert there.away("KMTRX", ["ana"]) == 0
    assert there.here_lately("KMTRX", {"ana", "ben"}) == {"ana"}
    assert there.here("KMTRX") == set(), "nor is she called here, as nowhere without a stream"
    for _ in range(5):
        goes_by(16)
    assert [live.away("KMTRX", ["ana"]) for live in (here, there)] == [80, 64], "no word goes to and fro for ever"


def test_what_cannot_be_known_is_not_taken_for_away() -> None:
    now = [1000.0]
    live = Live(lambda: now[0])
    now[0] += 600
    live.expect_everybody()  # as the store says when it hears nobody any more
    assert live.away("KMTRX", ["ana"]) == 0
    now[0] += RETURNING + 10
    assert live.away("KMTRX", ["ana"]) == 10


def test_a_crowd_of_strangers_does_not_hide_a_host_from_other_processes() -> None:
    live, other = Live(), Live()
    live.join("KMTRX", "z" * 32, f"{BELONGS}one", 4)
    for n in range(300):
        live.join("KMTRX", f"{n:032}", "192.0.2.1", 1000)
    for word in live.words():
        other.hear("one", word)
    assert "z" * 32 in other.here("KMTRX")


def test_however_many_strangers_come_and_go_it_is_known_since_when_a_host_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.lately.MOST_KNOWN", 3)
    now = [1000.0]
    live = Live(lambda: now[0])
    live.leave(live.join("KMTRX", "ana", f"{BELONGS}ana", 4))
    for n in range(9):
        now[0] += 10
        live.leave(live.join("KMTRX", f"stranger {n}", "192.0.2.1", 200))
        live.hear("other", f"KMTRX?:eve{n}=RXZl")
        live.hear("other", "KMTRX?:")
    assert live.away("KMTRX", ["ana"]) == 90
    assert live.here_lately("KMTRX", ["ana", *(f"stranger {n}" for n in range(9))]) == frozenset()
    now[0] -= 31
    assert live.here_lately("KMTRX", ["ana", *(f"stranger {n}" for n in range(9))]) == {"ana"}


def test_a_stranger_who_comes_or_goes_is_news_to_nobody_and_no_word_to_another_process() -> None:
    live = Live()
    ana = live.join("KMTRX", "ana", f"{BELONGS}ana", 4)
    live.words()
    eve = live.join("KMTRX", "eve", "192.0.2.1", 200)
    assert live.here("KMTRX") == {"ana"}
    assert live.words() == []
    live.leave(eve)
    assert not ana.wait(0)


def test_who_is_let_in_while_they_watch_is_here_by_the_stream_they_had_and_who_is_removed_is_not(at: Evening) -> None:
    live = at.house.keeper.live
    eve = strangers(at, 1)[0]
    with closing(eve.stream(at.code)) as stream, closing(at.people["Ben"].stream(at.code)) as ben:
        for one in (stream, ben):
            assert next(one) + next(one)
        assert eve.device not in live.here(at.code)
        at.did(at.host, "let-in", ask=asked(at, eve, "Eve"))
        assert next(stream)
        assert eve.device in live.here(at.code)
        assert next(ben)
        at.did(at.host, "remove", seat=number(at, "Eve"))
        assert next(stream)
        assert eve.device not in live.here(at.code)


def test_a_wish_of_an_older_evening_replays_as_it_was_decided_then(house: House) -> None:
    """More than half of the other phones, whether the host was there or not, and who was carried came along."""
    at = evening(house, example.GAME, 1, 4)
    at.did(at.host, "add", name="Eve")
    eve = number(at, "Eve")
    entries = [
        Entry(at.table.version + 1 + n, 0, at.people[by].device, "claim", f'{{"seat":{number(at, "Ben")}}}', (), "")
        for n, by in enumerate(("Ben", "Cleo"))
    ]
    after = replay(at.code, entries, at.table)
    assert after.is_host(at.people["Ben"].device)
    assert after.seat(eve).device == at.people["Ben"].device  # type: ignore[union-attr]


# --- what the old host's device carried -------------------------------------------------------------------------------


def carried(house: House, game: Game) -> Evening:
    """Ana hosts and carries Eve, Ben carries nobody, Cleo has her own. The game is running, Eve has not read."""
    at = evening(house, game, 1, 3, sharing=False)
    at.did(at.host, "add", name="Eve")
    at.start()
    return at


def by_choice(at: Evening) -> None:
    leave(at)
    claim(at, "Cleo", "Ben")
    claim(at, "Ben", "Ben")


def by_ticket(at: Evening) -> None:
    at.did(at.host, "ticket", seat=number(at, "Ana"))
    (key,) = at.table.tickets
    new = Visitor(at.house, "Ana's new phone")
    new.get(f"/j/{at.code}")
    assert new.post(f"/j/{at.code}", ticket=key).status_code == 303
    at.people["Ana's new phone"] = new


def by_another_host(at: Evening) -> None:
    at.did(at.host, "hand-over", seat=number(at, "Ben"), too="true")
    at.did(at.people["Ben"], "carry", seat=number(at, "Ana"))


def by_console(at: Evening) -> None:
    key = hosting_ticket(at.house.keeper, at.code)
    laptop = Visitor(at.house, "laptop")
    laptop.get("/")
    assert laptop.post(f"/j/{at.code}", ticket=key).status_code == 303
    at.people["laptop"] = laptop


WAYS = [by_choice, by_ticket, by_another_host, by_console]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@EVERY_GAME
def test_a_seat_of_the_old_hosts_device_is_closed_and_nobody_reads_or_chooses_on_it(
    house: House, game: Game, way: object
) -> None:
    at = carried(house, game)
    eve = number(at, "Eve")
    way(at)  # type: ignore[operator]
    closed = at.table.seat(eve)
    assert closed is not None
    assert closed.device == ""
    assert "Eve plays on no device now" in shown(at, at.people["Cleo"])
    for who in at.people.values():
        assert at.move(who, "hand", seat=eve).status_code in (403, 422)
        assert "Pass to Eve" not in page(at, who)
        at.message(who)
        assert at.table.speaks_for(who.device) != closed
    assert at.table.seat(eve) == closed, "unread, and on no device"
    assert messages_for(at.table, "") == ()


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_whoever_came_to_host_is_told_who_plays_on_no_device_and_not_that_they_host(house: House, way: object) -> None:
    at = carried(house, example.GAME)
    way(at)  # type: ignore[operator]
    (host,) = [who for who in at.people.values() if who.device == at.table.hosts[-1]]
    told = shown(at, host)
    assert "Eve plays on no device now, until the host moves the seat to one" in told
    assert "is the host now" not in told


def test_a_host_takes_closed_seats_in_one_by_one_and_everybody_is_told_of_each(house: House) -> None:
    at = evening(house, example.GAME, 1, 3, sharing=False)
    at.did(at.host, "add", name="Eve, Finn")
    at.start()
    by_choice(at)
    ben = at.people["Ben"]
    for name in ("Eve", "Finn"):
        assert f"Move {name} to this device" in page(at, ben)
        at.did(ben, "carry", seat=number(at, name))
        assert f"Ben moved {name} to the host’s device" in shown(at, at.people["Cleo"])
        at.did(ben, "hand", seat=number(at, name))
        assert at.message(ben).status_code == 200
        at.did(ben, "hand-back")
    assert "plays on no device" in shown(at, at.people["Cleo"])


def test_a_ticket_moves_a_closed_seat_to_a_phone_of_its_own(house: House) -> None:
    at = carried(house, example.GAME)
    by_choice(at)
    assert at.move(at.people["Cleo"], "ticket", seat=number(at, "Eve")).status_code == 422
    at.did(at.people["Ben"], "ticket", seat=number(at, "Eve"))
    (key,) = at.table.tickets
    new = Visitor(house, "Eve's phone")
    new.get(f"/j/{at.code}")
    assert new.post(f"/j/{at.code}", ticket=key).status_code == 303
    assert at.message(new).status_code == 200


def test_who_is_sent_off_takes_along_nobody_who_plays_on_that_device(house: House) -> None:
    at = evening(house, example.GAME, 1, 4)
    at.did(at.host, "remove", seat=number(at, "Ben"))
    dov = at.table.seat(number(at, "Dov"))
    assert dov is not None
    assert dov.device == ""


# --- the door ---------------------------------------------------------------------------------------------------------


def test_in_the_lobby_whoever_comes_sits_with_one_tap_until_the_host_closes_the_door(house: House) -> None:
    at = evening(house, example.GAME, 1, 3)
    who, other = strangers(at, 2)
    assert at.move(at.people["Ben"], "door", open="false").status_code == 403
    at.did(at.host, "door", open="false")
    for path in (f"/t/{at.code}", f"/j/{at.code}"):
        said = unescape(who.get(path).text)
        assert "The host has closed the door." in said
        assert f'action="/t/{at.code}/ask"' in said
    assert who.post(f"/j/{at.code}", name="Eve").status_code == 403
    assert at.move(at.people["Ben"], "add", name="Eve").status_code == 403
    at.did(at.host, "let-in", ask=asked(at, who, "Eve"))
    at.did(at.host, "set-up")
    assert other.post(f"/j/{at.code}", name="Finn").status_code == 403
    at.did(at.host, "door", open="true")
    assert other.post(f"/j/{at.code}", name="Finn").status_code == 303
    assert [seat.name for seat in at.table.seats] == ["Ana", "Ben", "Cleo", "Eve", "Finn"]


def test_the_door_is_shut_from_the_start_until_the_table_is_in_the_lobby_again(at: Evening) -> None:
    (who,) = strangers(at, 1)
    said = unescape(who.get(f"/t/{at.code}").text)
    assert "is running" in unescape(who.get(f"/j/{at.code}").text)
    for words in ("You are watching. Ask to be let in", "I had a seat", "Watch"):
        assert words in said
        assert words in unescape(who.get(f"/j/{at.code}").text)
    assert who.post(f"/j/{at.code}", name="Eve").status_code == 403
    ended(at)
    assert who.post(f"/j/{at.code}", name="Eve").status_code == 403
    at.did(at.host, "lobby")
    assert who.post(f"/j/{at.code}", name="Eve").status_code == 303


def test_asking_costs_the_table_nothing_and_shows_on_the_hosts_screen(at: Evening) -> None:
    (who,) = strangers(at, 1)
    now = at.table.version
    mark = re.search(r'data-mark="([^"]+)"', at.host.get(f"/t/{at.code}").text)
    assert mark
    key = asked(at, who, "Gil")
    assert at.table.version == now
    assert at.host.get(f"/t/{at.code}/panel", If_None_Match=mark[1]).status_code == 200, "the host's screen hears of it"
    assert "Gil asks to be let in." in page(at, at.host)
    assert "You asked to be let in as Gil." in page(at, who)
    for other in (at.people["Ben"], *strangers(at, 1)):
        assert "Gil" not in page(at, other)
    at.did(at.host, "let-in", ask=key)
    assert "Ana let Gil in" in shown(at, at.people["Ben"])
    assert at.table.own_seat(who.device) is not None
    assert number(at, "Gil") not in at.table.play.seats  # type: ignore[union-attr]
    assert at.message(who).status_code == 403
    assert at.move(at.host, "let-in", ask=key).status_code == 422


def test_who_is_not_let_in_is_told_and_asks_no_more_until_the_lobby(at: Evening) -> None:
    (who,) = strangers(at, 1)
    key = asked(at, who, "Eve")
    assert at.move(at.people["Ben"], "turn-away", ask=key).status_code == 403
    at.did(at.host, "turn-away", ask=key)
    assert "The host did not let you in." in page(at, who)
    assert "Eve asks" not in page(at, at.host)
    assert who.post(f"/t/{at.code}/ask", name="Eve").status_code == 403
    at.did(at.host, "lobby")
    assert who.post(f"/j/{at.code}", name="Eve").status_code == 303


def test_who_asked_before_a_restart_sees_that_it_does_not_stand_and_asks_again_with_one_tap(at: Evening) -> None:
    eve = strangers(at, 1)[0]
    asked(at, eve, "Ευα")
    lost = "You asked to be let in as Ευα, and that does not stand any more."
    assert lost not in page(at, eve)
    at.house.restart()
    assert at.house.keeper.live.asks(at.code) == ()
    assert lost in page(at, eve)
    raw = eve.get(f"/t/{at.code}").text
    assert 'value="Ευα"' in raw
    assert '<details class="asks" id="ask-in" open>' in raw
    for other in (at.host, strangers(at, 1)[0]):
        assert "does not stand" not in page(at, other)
    asked(at, eve, "Ευα")
    assert lost not in page(at, eve)
    assert eve.post(f"/t/{at.code}/ask-no-more").status_code == 303
    assert "does not stand" not in page(at, eve)


def test_what_a_device_says_that_it_asked_by_is_a_name_or_nothing(at: Evening) -> None:
    eve = strangers(at, 1)[0]
    for said, shows in (("%E2%80%8B", False), ("D" * 30, False), ("%3Cb%3E", True)):
        eve.cookies[f"asked-{at.code}"] = said
        raw = eve.get(f"/t/{at.code}").get_data(as_text=True).partition('id="watching"')[2]
        assert ("You asked to be let in as" in raw) == shows
        assert ("&lt;b&gt;" in raw) == shows
        assert "<b>" not in raw


def test_the_queue_has_few_places_one_for_each_device_and_a_place_is_free_again(at: Evening) -> None:
    mob = strangers(at, MOST_AT_ONE_ADDRESS + 1)
    for who in mob[:-1]:
        asked(at, who, who.name)
        asked(at, who, f"{who.name}!")
    answer = mob[-1].post(f"/t/{at.code}/ask", name="Finn")
    assert answer.status_code == 422
    assert "Others are already asking to be let in." in answer.text
    assert 'value="Finn"' in answer.text
    assert mob[0].post(f"/t/{at.code}/ask-no-more").status_code == 303
    asked(at, mob[-1], "Finn")
    at.did(at.host, "turn-away", ask=at.house.keeper.live.asks(at.code)[0].key)
    assert mob[0].post(f"/t/{at.code}/ask", name="Gil").status_code == 422, "fewer places where one was turned away"
    for who in (mob[2], mob[3]):
        assert who.post(f"/t/{at.code}/ask-no-more").status_code == 303
    asked(at, mob[0], "Gil")
    at.house.now += int(ASKS_FOR * 1000)
    assert at.house.keeper.live.asks(at.code) == ()


def test_however_few_addresses_hold_the_door_a_guest_from_another_finds_a_place() -> None:
    """Three addresses hold all twelve places; the host turns all away, and they come again with new browsers."""
    now, gone = 0.0, list[str]()
    door = Doorstep(lambda: now)

    def ask(device: str, address: str) -> bool:
        return door.ask("CDFGH", device, device, (), gone, address, gone)

    def at_the_door() -> list[str]:
        return [one.device for one in door.asks("CDFGH") if one.device not in gone]

    mob = [f"{wave} {address} {n}" for wave in (1, 2) for address in "abc" for n in range(4)]
    assert all(ask(one, one[2]) for one in mob[:12])
    assert ask("Gil", "d")
    assert at_the_door() == [*mob[:11], "Gil"], "the newest of the address that has most makes room"
    assert not ask("one more", "a"), "who has places already gets none of the others’"
    assert ask("Hal", "e")
    assert len(at_the_door()) == 12
    assert {"Gil", "Hal"} <= {*at_the_door()}
    gone += at_the_door()
    assert [ask(one, one[2]) for one in mob[12:]] == [True, True, False, False] * 3
    assert ask("Ida", "f")
    assert len(at_the_door()) == 7, "so nobody is sent away for her"
    now += 600
    assert [ask(f"later {n}", "a") for n in range(5)] == [True] * 4 + [False]


def test_who_asks_other_processes_has_a_place_too_and_each_has_it_for_ten_minutes() -> None:
    others = [Ask(f"key {n}", f"far {n}", f"Far {n}") for n in range(8)]
    now = [0.0]
    door = Doorstep(lambda: now[0])

    def asks(device: str, address: str) -> bool:
        return door.ask("KMTRX", device, device, others, (), address)

    assert [asks(f"near {n}", "192.0.2.1") for n in range(5)] == [True] * 4 + [False], "four places for one address"
    assert asks("elsewhere", "192.0.2.2"), "eight there and four here are twelve, and the newest made room"
    assert [one.device for one in door.asks("KMTRX")] == ["near 0", "near 1", "near 2", "elsewhere"]
    assert not asks("with them", "192.0.2.2")
    others.pop()
    assert asks("with them", "192.0.2.2")
    now[0] = 599.5
    assert len(door.asks("KMTRX")) == 5
    now[0] = 600.0
    assert door.asks("KMTRX") == ()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("", "Please type a name"), ("x" * 300, "too long"), ("ana", "already called that"), ("Eve 0", "already asking")],
)
def test_a_name_that_cannot_be_asked_by_is_refused_beside_its_field(at: Evening, name: str, sentence: str) -> None:
    first, who = strangers(at, 2)
    asked(at, first, first.name)
    answer = who.post(f"/t/{at.code}/ask", name=name)
    assert answer.status_code == 422
    assert sentence in unescape(answer.text)
    assert 'aria-invalid="true"' in answer.text


def test_at_a_full_table_nobody_asks_to_be_let_in(at: Evening) -> None:
    """Eight people fit at a table."""
    at.did(at.host, "add", name="Eve, Finn, Gil, Hal")
    (who,) = strangers(at, 1)
    answer = who.post(f"/t/{at.code}/ask", name="Ida")
    assert answer.status_code == 422
    assert "This table is full: 8 people are seated." in answer.text
    assert at.house.keeper.live.asks(at.code) == ()


def test_who_asked_and_came_by_a_ticket_meanwhile_gets_no_second_seat(at: Evening) -> None:
    (who,) = strangers(at, 1)
    key = asked(at, who, "Gil")
    at.did(at.host, "ticket", seat=number(at, "Cleo"))
    (ticket,) = at.table.tickets
    assert who.post(f"/j/{at.code}", ticket=ticket).status_code == 303
    assert "Gil asks to be let in." not in page(at, at.host)
    assert at.move(at.host, "let-in", ask=key).status_code == 422
    assert [seat.name for seat in at.table.seats] == ["Ana", "Ben", "Cleo", "Dov"]


def test_who_is_let_in_by_two_hosts_at_once_has_one_seat(at: Evening) -> None:
    """The second host's page still shows who asked."""
    (who,) = strangers(at, 1)
    key = asked(at, who, "Gil")
    now = at.house.keeper.moment(at.table, at.house.now)
    at.did(at.host, "let-in", ask=key)
    with pytest.raises(Refused, match="Gil already has a seat here"):
        play(at.table, "let-in", {"ask": key}, at.host.device, at.house.now, at.table.version, moment=now)


def test_a_host_without_a_seat_takes_one_though_the_door_is_shut(house: House) -> None:
    host = Visitor(house, "Ana")
    host.get("/")
    code = host.post("/open", game="example").headers["Location"].rpartition("/")[2]
    version = house.table(code).version
    assert host.post(f"/t/{code}/door", open="false", drawn=str(version)).status_code == 303
    assert host.post(f"/j/{code}", name="Ana").status_code == 303
    assert [seat.name for seat in house.table(code).seats] == ["Ana"]
    stranger = Visitor(house, "stranger")
    stranger.get(f"/j/{code}")
    assert stranger.post(f"/j/{code}", name="Eve").status_code == 403


def test_a_browser_that_keeps_no_cookies_asks_for_nothing(at: Evening) -> None:
    assert Visitor(at.house).post(f"/t/{at.code}/ask", name="Eve").status_code == 409
    assert at.house.keeper.live.asks(at.code) == ()


def test_with_the_host_away_two_who_were_dealt_in_let_somebody_in_and_never_one_alone(at: Evening) -> None:
    late = seat(at, "Eve")
    (who,) = strangers(at, 1)
    key = asked(at, who, "Finn")
    assert at.move(at.people["Ben"], "let-in", ask=key).status_code == 403
    leave(at)
    assert "The host is away: two players together let Finn in." in page(at, at.people["Ben"])
    assert at.move(late, "let-in", ask=key).status_code == 403
    at.did(at.people["Ben"], "let-in", ask=key)
    at.did(at.people["Ben"], "let-in", ask=key)
    assert at.table.own_seat(who.device) is None
    assert "One player has agreed." in page(at, at.people["Cleo"])
    at.did(at.people["Cleo"], "let-in", ask=key)
    assert at.table.own_seat(who.device) is not None


def test_a_host_who_comes_back_ends_what_players_agreed_on_about_who_comes_in(at: Evening) -> None:
    (who,) = strangers(at, 1)
    key = asked(at, who, "Finn")
    leave(at)
    at.did(at.people["Ben"], "let-in", ask=key)
    at.host.get(f"/t/{at.code}")
    leave(at)
    at.did(at.people["Cleo"], "let-in", ask=key)
    assert at.table.own_seat(who.device) is None, "Ben was for it in another absence, which the host has answered"
    at.did(at.people["Ben"], "let-in", ask=key)
    assert at.table.own_seat(who.device) is not None


def test_in_the_next_game_who_was_turned_away_may_ask_again_and_nobody_is_half_let_in(at: Evening) -> None:
    away, half = strangers(at, 2)
    at.did(at.host, "turn-away", ask=asked(at, away, "Gil"))
    key = asked(at, half, "Finn")
    leave(at)
    at.did(at.people["Ben"], "let-in", ask=key)
    at.did(at.host, "lobby")
    assert (at.table.letting, at.table.turned_away) == ({}, frozenset())
    at.start()
    asked(at, away, "Gil")


def test_who_is_let_in_is_told_of_what_comes_after_and_not_of_coming_in(at: Evening) -> None:
    (who,) = strangers(at, 1)
    at.did(at.host, "let-in", ask=asked(at, who, "Finn"))
    assert "Ana let Finn in" in shown(at, at.people["Ben"])
    assert "Ana let Finn in" not in shown(at, who)


def test_a_seated_players_second_device_keeps_its_ways_while_the_door_is_shut(at: Evening) -> None:
    at.did(at.people["Cleo"], "ticket", seat=number(at, "Cleo"))
    (key,) = at.table.tickets
    second = Visitor(at.house, "Cleo's second phone")
    assert "I had a seat" in second.get(f"/j/{at.code}").text
    assert second.post(f"/j/{at.code}", ticket=key).status_code == 303
    assert at.message(second).status_code == 200


def test_who_asks_at_one_process_is_seen_by_hosts_at_all() -> None:
    now = [1000.0]
    here, there = Live(lambda: now[0]), Live(lambda: now[0])
    assert here.ask("KMTRX", "a" * 32, "Ева, die 1.", ())
    for word in here.words():
        there.hear("here", word)
    assert there.asks("KMTRX") == here.asks("KMTRX")
    assert there.here("KMTRX") == frozenset()
    here.ask_no_more("KMTRX", "a" * 32)
    for word in here.words():
        there.hear("here", word)
    assert there.asks("KMTRX") == ()


def test_a_word_that_makes_no_sense_is_nobody_who_asks() -> None:
    live = Live()
    live.hear("other", "KMTRX?:abc=%%%,def,ghi=/w==")
    assert all(ask.device and isinstance(ask.name, str) for ask in live.asks("KMTRX"))


# --- a law ------------------------------------------------------------------------------------------------------------

TAPS = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.sampled_from([*TABLE_MOVES, "ask", "ask-no-more", "put-away", "forget", "message"]),
        st.integers(1, 6),
        st.sampled_from(["true", "false"]),
        st.sampled_from([0, 1_000, MINUTE]),
    ),
    max_size=25,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(taps=TAPS)
def test_nothing_that_devices_without_a_seat_do_makes_one_of_them_a_player_or_a_host(
    tmp_path_factory: pytest.TempPathFactory, taps: list[tuple[int, str, int, str, int]]
) -> None:
    house = House(tmp_path_factory.mktemp("law"))
    at = evening(house, example.GAME, 1, 4)
    at.start()
    mob = strangers(at)
    seats, of, now = at.table.seats, at.table.hosts, at.table.version
    for n, kind, one, yes, ms in taps:
        house.now += ms
        keys = [ask.key for ask in house.keeper.live.asks(at.code)]
        form: dict[str, Any] = {
            "seat": str(one),
            "name": f"Eve {n}",
            "open": yes,
            "out": yes,
            "too": yes,
            "ask": keys[0] if keys else "",
        }
        answer = at.move(mob[n], kind, **form, device=mob[n].device, ticket="AAAAAAAA", here=["1", "2"])
        assert answer.status_code in (200, 303, 403, 404, 409, 422), (kind, answer.status_code)
    assert (at.table.seats, at.table.hosts, at.table.version) == (seats, of, now)
    house.keeper.store.close()


def test_a_page_that_stands_open_learns_by_itself_that_the_host_is_away(
    at: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody touches anything: all look at their phones and wait."""
    monkeypatch.setattr("companion.web.live.HEARTBEAT", (0.01, 0.02))
    monkeypatch.setattr("companion.web.live.LOOK_AGAIN", 0.0)
    cleo = at.people["Cleo"]
    assert AWAY not in page(at, cleo)
    with closing(cleo.stream(at.code)) as stream:
        assert any("event: mark" in event for event in stream)
        at.house.now += MINUTE
        assert any("event: mark" in event or "event: panel" in event for event in islice(stream, 50))
    assert AWAY in page(at, cleo)


def test_who_asks_while_the_host_is_away_is_told_who_can_let_them_in(at: Evening) -> None:
    (eve,) = strangers(at, 1)
    asked(at, eve, "Eve")
    assert "The host can let you in." in page(at, eve)
    leave(at)
    assert "The host is away: two players can let you in." in page(at, eve)
