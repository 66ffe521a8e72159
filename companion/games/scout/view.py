"""What a table sees of its game of Scout: the round being counted, the sheet of all rounds, the chart, and copies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.game import Share, Viewer
from companion.games.scout.between import before_round
from companion.games.scout.chart import TALL, Chart, chart_of
from companion.games.scout.check import HOWS, Counted, Slip, slip_in
from companion.games.scout.play import as_drawn
from companion.games.scout.result import best_rounds, in_sum, reading
from companion.games.scout.rules import DUEL_CHIPS, cards_in_round, rounds_due, standings
from companion.games.scout.state import MOST_CHIPS, Round, Tally
from companion.games.scout.told import asked_of, how_by_itself, how_in_words, in_figures, in_points, in_words
from companion.words import Text, say

Phase = Literal["between", "play", "count", "end", "slip", "over"]
NO_SEAT = -1
"""The seat of a host without one, as moves have it."""


@dataclass(frozen=True)
class Line:
    """One player's part of a round. `sum` is the arithmetic as shown: "7 + 3 − 4", or "7 + 3" for a hand that was
    `spared`, so that nobody takes it for an empty one; `before` what was corrected, oldest first; `key` what a
    correcting form was drawn from. Where only points were written down there is no count, and no sum."""

    seat: int
    captured: int | None
    chips: int | None
    hand: int | None
    spared: bool
    points: int
    sum: str
    key: str
    before: tuple[Text, ...]


@dataclass(frozen=True)
class RoundSeen:
    """A counted round. `left` is the size of the set that stayed on the table; `slip` why it does not add up, when the
    table let it count all the same. Where only points were written down, nobody knows how it ended."""

    number: int
    extra: bool
    starter: int | None
    ender: int | None
    ending: str
    end_key: str
    how: Text | None
    counted_left: int | None
    left: int | None
    slip: Text | None
    lines: tuple[Line, ...]

    def line(self, seat: int) -> Line:
        """That player's line."""
        return next(line for line in self.lines if line.seat == seat)


@dataclass(frozen=True)
class Ending:
    """A way the round may have ended: the `value` its button sends, who, and the sentence about it."""

    value: str
    seat: int
    how: Text


@dataclass(frozen=True)
class Counting:
    """The round being counted: seat -> count so far, who is missing, who ended it, what does not add up, seat -> who
    entered its count.

    `before` says what to do before this round, until something of it is entered; `likely` are the ways it may have
    ended by its counts, `question` asks for the only one.
    """

    number: int
    extra: bool
    starter: int | None
    counted: Mapping[int, Counted]
    waiting: tuple[int, ...]
    cards: int
    ender: int | None
    ending: str
    end_key: str
    end_left: int | None
    how: Text | None
    drawn: str
    slip: Slip | None
    before: tuple[Text, ...]
    by: Mapping[int, int]
    likely: tuple[Ending, ...]
    question: Text | None

    def key(self, seat: int) -> str:
        """What a form for that seat was drawn from."""
        return self.counted[seat].key if seat in self.counted else ""


@dataclass(frozen=True)
class Sheet:
    """A game of Scout for a screen; everybody may see all of it. `mine` is the viewer's seat if it plays.

    `phase` is what this screen is for: "between" two rounds, "play", "count", "end" (all counted, how did it end?),
    "slip" or "over". `unready` are the seats not ready for the next round; `writer` whose phone enters the counts of
    all, `writes` whether the viewer's does, `by_one` whether one is to, also before it is known which, and
    `points_only` whether that phone writes down points alone. `reading` is there unless there is nothing but such
    rounds. `best` says who made the most points in one round so far, `corrected` what was corrected since the last
    round was counted.
    """

    seats: tuple[int, ...]
    mine: int | None
    phase: Phase
    unready: tuple[int, ...]
    writer: int | None
    writes: bool
    by_one: bool
    points_only: bool
    lowest: int
    highest: int
    duel: bool
    deck: int
    most_chips: int
    usual: int
    due: int
    over: bool
    now: Counting
    rounds: tuple[RoundSeen, ...]
    totals: Mapping[int, int]
    places: Mapping[int, int]
    ranking: tuple[int, ...]
    reading: Text | None
    spares: bool
    chart: Chart | None
    tall: Chart | None
    best: tuple[Text, ...]
    corrected: tuple[Text, ...]

    @property
    def last(self) -> RoundSeen | None:
        """The round counted last."""
        return self.rounds[-1] if self.rounds else None


def _phase(state: Tally, mine: int | None) -> Phase:
    if state.over:
        return "over"
    if state.slip is not None:
        return "slip"
    if state.now != Round():
        return "count" if state.waiting else "end"
    return "between" if state.unready and (mine is None or mine in state.unready) else "play"


def look(state: Tally, viewer: Viewer) -> Sheet:
    """What any viewer sees; a seat only decides whose form comes first."""
    n = len(state.seats)
    mine = viewer.seat if viewer.seat in state.seats else None
    me = viewer.seat if viewer.seat is not None or not viewer.host else NO_SEAT
    totals = state.totals
    places = standings(totals)
    points = {seat: [state.points(each, seat) for each in state.rounds] for seat in state.seats}
    return Sheet(
        seats=state.seats,
        mine=mine,
        phase=_phase(state, mine),
        unready=state.unready,
        writer=state.writer,
        writes=state.writer is not None and state.writer == me,
        by_one=state.by_one,
        points_only=state.points_only,
        lowest=-cards_in_round(n),
        highest=cards_in_round(n) + MOST_CHIPS,
        duel=n == 2,
        deck=cards_in_round(n),
        most_chips=DUEL_CHIPS if n == 2 else MOST_CHIPS,
        usual=rounds_due(n),
        due=state.due,
        over=state.over,
        now=_counting(state),
        rounds=tuple(_seen(state, number, each) for number, each in enumerate(state.rounds, start=1)),
        totals=totals,
        places=places,
        ranking=tuple(sorted(state.seats, key=lambda seat: places[seat])),
        reading=None if state.rounds and all(each.made for each in state.rounds) else reading(state),
        spares=state.spares,
        chart=chart_of(points),
        tall=chart_of(points, TALL),
        best=best_rounds(state),
        corrected=state.corrected,
    )


def _counting(state: Tally) -> Counting:
    now, end = state.now, state.now.end
    likely = state.likely
    return Counting(
        number=state.number,
        extra=state.number > rounds_due(len(state.seats)),
        starter=state.starter(state.number),
        counted=now.counted,
        waiting=state.waiting,
        cards=sum(own.cards for own in now.counted.values()),
        ender=end.seat if end else None,
        ending=f"{end.seat}.{end.how}" if end else "",
        end_key=end.key if end else "",
        end_left=end.left if end else None,
        how=how_by_itself(end) if end else None,
        drawn=as_drawn(state),
        slip=state.slip,
        before=_before(state),
        by=now.by,
        likely=tuple(
            Ending(f"{each.seat}.{each.how}", each.seat, how_by_itself(each) if len(likely) > 1 else how_in_words(each))
            for each in likely
        ),
        question=asked_of(likely[0], now.counted[likely[0].seat].hand == 0) if len(likely) == 1 else None,
    )


def _before(state: Tally) -> tuple[Text, ...]:
    if not state.unready:
        return ()
    return before_round(len(state.seats), state.number, state.starter(state.number))


def _seen(state: Tally, number: int, each: Round) -> RoundSeen:
    end = each.end
    slip = slip_in(each.counted, end) if each.overruled and end else None
    return RoundSeen(
        number=number,
        extra=number > rounds_due(len(state.seats)),
        starter=state.starter(number),
        ender=end.seat if end else None,
        ending=f"{end.seat}.{end.how}" if end else "",
        end_key=end.key if end else "",
        how=how_in_words(end) if end else None,
        counted_left=end.left if end else None,
        left=cards_in_round(len(state.seats)) - sum(own.cards for own in each.counted.values()) if end else None,
        slip=slip.sentence if slip else None,
        lines=tuple(_line(state, each, seat) for seat in state.seats),
    )


def _line(state: Tally, each: Round, seat: int) -> Line:
    if each.made:
        before = tuple([in_points(old) for old in each.made_before.get(seat, ())])
        points = each.made[seat]
        return Line(seat, None, None, None, False, points, "", str(points), before)
    own, spared = each.counted[seat], state.spared(each, seat)
    return Line(
        seat=seat,
        captured=own.captured,
        chips=own.chips,
        hand=own.hand,
        spared=spared,
        points=state.points(each, seat),
        sum=in_figures(own, spared),
        key=own.key,
        before=tuple(in_words(old) for old in each.before.get(seat, ())),
    )


def as_text(state: Tally, names: Mapping[int, str]) -> tuple[Text, ...]:
    """The score sheet line by line, for a message."""
    sheet = look(state, Viewer())
    lines = [say("Scout, %(rounds)s of %(due)s rounds", rounds=len(sheet.rounds), due=max(sheet.due, sheet.usual))]
    for seat in sheet.ranking:
        who = names.get(seat) or say("a former player")
        lines.append(in_sum(sheet.places[seat], who, [each.line(seat).points for each in sheet.rounds]))
    return (*lines, sheet.reading) if sheet.reading is not None else tuple(lines)


def as_rows(state: Tally, names: Mapping[int, str]) -> tuple[tuple[Text | str | int, ...], ...]:
    """The score sheet for a spreadsheet: a row for each player in each round, then the totals."""
    sheet = look(state, Viewer())
    head = (
        say("Round"),
        say("Player"),
        say("Captured cards"),
        say("Scout chips"),
        say("Cards in hand"),
        say("Ended the round"),
        say("Points"),
        say("Total"),
    )
    rows: list[tuple[Text | str | int, ...]] = [head]
    totals = dict.fromkeys(sheet.seats, 0)
    for each in sheet.rounds:
        for line in each.lines:
            totals[line.seat] += line.points
            ended: Text | str = _ended_word(each) if line.seat == each.ender else ""
            counted = ["" if n is None else n for n in (line.captured, line.chips, line.hand)]
            own = (*counted, ended, line.points, totals[line.seat])
            rows.append((each.number, names.get(line.seat) or say("a former player"), *own))
    return tuple(rows)


def _ended_word(each: RoundSeen) -> Text:
    return say("showed the last card") if each.ending.endswith(HOWS[0]) else say("set nobody beat")


def share(state: Tally, names: Mapping[int, str]) -> Share:
    """The score sheet to take home."""
    return Share(as_text(state, names), as_rows(state, names))
