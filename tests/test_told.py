"""What was told at a table, as each sees it: whose line it is, what of it is still a notice, and in which order."""

from __future__ import annotations

from companion.seen import SeenLine, SeenNotice
from companion.table import NO_SEAT, Line, Notice, Seat, Table
from companion.told import log_of, noticed_by_all, notices_for
from companion.values import replace
from companion.words import Text, Who, say

ANA, BEN, CLEO, GONE = 1, 2, 3, 9
NOW = 1_800_000_000_000
TABLE = Table(
    "TABLE",
    hosts=("ana",),
    seats=(
        Seat(ANA, "Ana", 0, "ana", since=2),
        Seat(BEN, "Ben", 1, "ben", since=5),
        Seat(CLEO, "Cleo", 2, "ben", passed=True, since=9),
    ),
)


def did(seat: int, what: str = "did it", **values: object) -> Text:
    return Text(f"%(player)s {what}", {"player": Who(seat), **values})


def with_lines(*lines: Line) -> Table:
    return Table("TABLE", seats=TABLE.seats, told=lines)


def with_notices(*notices: Notice) -> Table:
    return Table("TABLE", seats=TABLE.seats, hosts=TABLE.hosts, notices=notices)


def notice(number: int, seat: int = ANA, text: Text | None = None, at: int = NOW, device: str = "x") -> Notice:
    """A notice of its own kind, unless another text is given."""
    return Notice(number, seat, "Ana", text or did(seat, f"did thing {number}"), at, device)


def numbers(seen: tuple[SeenNotice, ...]) -> list[int]:
    return [one.number for one in seen]


# --- the log ----------------------------------------------------------------------------------------------------------


def test_the_log_says_of_each_line_who_did_what_when_the_newest_first() -> None:
    one, two, three = did(BEN), did(NO_SEAT), did(GONE, "renamed %(name)s", name="Eve")
    lines = log_of(with_lines(Line(3, BEN, one, 30), Line(4, NO_SEAT, two, 40), Line(5, GONE, three, 50)))
    former, host = say("A former player"), say("The host")
    assert lines == (
        SeenLine(5, former, did(GONE, "renamed %(name)s", name="Eve", player=former), 50),
        SeenLine(4, host, two, 40),
        SeenLine(3, "Ben", one, 30),
    )


def test_a_line_that_says_nobody_did_it_is_as_it_was_once_they_are_gone() -> None:
    line = say("All guesses are in")
    assert log_of(with_lines(Line(3, GONE, line, 30)))[0].text == line


def test_the_log_shows_its_last_forty_lines() -> None:
    lines = log_of(with_lines(*(Line(n, ANA, did(ANA), n) for n in range(1, 46))))
    assert [line.number for line in lines] == list(range(45, 5, -1))


# --- notices ----------------------------------------------------------------------------------------------------------


def test_a_notice_says_who_did_it_by_the_name_they_had_once_they_are_gone() -> None:
    gone = Notice(3, GONE, "Eve", did(GONE), 30, "x", 2)
    host = Notice(4, NO_SEAT, "", did(NO_SEAT), 40, "x")
    ben = Notice(5, BEN, "Benedict", did(BEN), 50, "x")
    assert notices_for(with_notices(gone, host, ben), "ana", 60, 0) == (
        SeenNotice(5, "Ben", did(BEN), 50, 1),
        SeenNotice(4, say("The host"), did(NO_SEAT), 40, 1),
        SeenNotice(3, "Eve", did(GONE, player="Eve"), 30, 2),
    )


def test_each_device_shows_what_was_done_since_its_first_seat_elsewhere_until_it_is_put_away() -> None:
    """Ben sat down by move 5, and Cleo on his phone by move 9."""
    table = with_notices(*(notice(n) for n in (1, 5, 6)), notice(7, device="ben"), *(notice(n) for n in (8, 9, 10)))
    assert numbers(notices_for(table, "ben", NOW, 0)) == [10, 9, 8, 6]
    assert numbers(notices_for(table, "ben", NOW, 8)) == [10, 9]
    assert numbers(notices_for(table, "ben", NOW, 10)) == []
    assert numbers(notices_for(table, "ana", NOW, 0)) == [10, 9, 8, 7, 6, 5, 1], "a host was there before every seat"


def test_what_is_put_away_is_counted_alike_for_all() -> None:
    """Move 5 was a choice given otherwise in secret on Ben's phone, of which nobody knows, whoever holds it by then.
    Ben sat down after move 4."""
    table = Table("TABLE", seats=TABLE.seats, hosts=TABLE.hosts, unseen=((5, "ben"),), notices=(notice(4), notice(7)))
    for device, told in (("ana", [6, 4]), ("ben", [6])):
        assert numbers(notices_for(table, device, NOW, 0)) == told
        assert numbers(notices_for(table, device, NOW, 6)) == []


def test_whoever_has_no_part_in_it_sees_the_notices_of_two_minutes_and_always_the_newest() -> None:
    table = with_notices(notice(1, at=NOW), notice(2, at=NOW + 1000), notice(3, at=NOW + 2000))
    for device in ("", "stranger"):
        assert numbers(notices_for(table, device, NOW + 120_000 - 1, 0)) == [3, 2, 1]
        assert numbers(notices_for(table, device, NOW + 120_000, 3)) == [3, 2]
        assert numbers(notices_for(table, device, NOW + 121_999, 0)) == [3]
        assert numbers(notices_for(table, device, NOW + 10**9, 0)) == [3]
        assert numbers(notices_for(with_notices(), device, NOW, 0)) == []
    assert [noticed_by_all(table, NOW + ms) for ms in (0, 119_999, 120_000, 121_999, 122_000)] == [3, 3, 2, 1, 1]


def test_the_newest_goes_with_its_two_minutes_where_another_game_was_started_since() -> None:
    for deal, later in ((1, [2]), (2, [])):
        table = replace(with_notices(notice(1), notice(2, at=NOW + 1000)._replace(deal=1)), deal=deal)
        assert numbers(notices_for(table, "", NOW + 120_999, 0)) == [2]
        assert numbers(notices_for(table, "", NOW + 121_000, 0)) == later
        assert noticed_by_all(table, NOW + 121_000) == len(later)
        assert numbers(notices_for(table, "ana", NOW + 121_000, 0)) == [2, 1], "a phone keeps it"


def test_what_one_does_over_and_over_comes_after_three_of_it_behind_all_others() -> None:
    again = [notice(n, BEN, did(BEN, "removed %(name)s", name=f"name {n}")) for n in (2, 3, 4, 5, 6)]
    other = notice(1, ANA, did(ANA, "removed %(name)s", name="Eve"))
    assert numbers(notices_for(with_notices(other, *again), "ana", NOW, 0)) == [6, 5, 4, 1, 3, 2]
