"""What was told at a table, as one viewer sees it: the lines of the log, and the notices not put away yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.seen import SeenLine, SeenNotice
from companion.table import NO_SEAT, Line, Notice, Table
from companion.values import replace
from companion.words import Text, say

LINES = 40


def log_of(table: Table) -> tuple[SeenLine, ...]:
    """The last lines, newest first; people who left are still named by what the log said of them."""
    names = _names(table)
    return tuple([_line(line, names, "") for line in reversed(table.told[-LINES:])])


def _names(table: Table) -> dict[int, str | Text]:
    """By seat, what whoever did something is called."""
    return {**table.names, NO_SEAT: say("The host")}


def _line(line: Line | Notice, names: Mapping[int, str | Text], known_as: str) -> SeenLine:
    """A line as it is said now. Who acted may have left; then a notice still says what they were `known_as`."""
    text, who = line.text, names.get(line.seat)
    if who is None:
        who = known_as or say("A former player")
        if "player" in text.values:
            text = replace(text, values={**text.values, "player": who})
    return SeenLine(line.number, who, text, line.at)


NOTICED = 120_000
"""Ms for which a notice is shown at least to those who cannot put it away, such as the wall, whatever is started
meanwhile. The newest one stays until there is another, or the next game."""


MOST_OF_KIND = 3
"""The most notices by one player of one kind that stand before everybody else's."""


def noticed_by_all(table: Table, at: int) -> int:
    """How many notices, the latest, are shown to those as well who cannot put them away."""
    lately = sum(at - one.at < NOTICED for one in table.notices)
    return lately or sum(one.deal == table.deal for one in table.notices[-1:])


def notices_for(table: Table, device: str, at: int, put_away: int) -> tuple[SeenNotice, ...]:
    """What this device has not put away, newest first; who has no part in the table sees what the wall shows. What
    somebody does over and over to others comes last, so that it hides nothing else."""
    counted = table.counted
    if table.belongs(device):
        since = 0 if device in table.hosts else min(seat.since for seat in table.seats_of(device))
        kept = [one for one in table.notices if one.number > since and one.device != device]
        kept = [one for one in kept if counted(one.number) > put_away]
    else:
        kept = list(table.notices[len(table.notices) - noticed_by_all(table, at) :])
    names = _names(table)
    of_kind: Counter[tuple[int, str]] = Counter()
    first: list[Notice] = []
    last: list[Notice] = []
    for one in reversed(kept):
        of_kind[one.seat, one.text.message] += 1
        (first if of_kind[one.seat, one.text.message] <= MOST_OF_KIND else last).append(one)
    return tuple(
        SeenNotice(*_line(one, names, one.name)._replace(number=counted(one.number)), one.times)
        for one in (*first, *last)
    )
