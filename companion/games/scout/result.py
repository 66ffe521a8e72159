"""How a game of Scout ended: who won, and what every total is made of."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Result
from companion.games.scout.rules import rounds_due, standings
from companion.games.scout.state import Tally
from companion.words import Text, Who, count, listed, say, signed


def result(state: Tally) -> Result | None:
    """How the game ended, once as many rounds as due are counted. Ties share the place and the win. Sheet, End."""
    if not state.over:
        return None
    totals, places = state.totals, standings(state.totals)
    winners = [seat for seat in state.seats if places[seat] == 1]
    best = signed(totals[winners[0]])
    if len(winners) == 1:
        headline = count(
            "%(who)s wins with %(points)s point",
            "%(who)s wins with %(points)s points",
            totals[winners[0]],
            who=Who(winners[0]),
            points=best,
        )
    else:
        headline = count(
            "%(who)s share the win with %(points)s point each",
            "%(who)s share the win with %(points)s points each",
            totals[winners[0]],
            who=_all(winners),
            points=best,
        )
    return Result(headline, (*_sums(state), *_remarks(state)), places, points=totals)


def _all(seats: Sequence[int]) -> Text:
    return listed([Who(seat) for seat in seats])


def _sums(state: Tally) -> tuple[Text, ...]:
    """One line for each player, best first."""
    places = standings(state.totals)
    return tuple(
        in_sum(places[seat], Who(seat), [state.points(each, seat) for each in state.rounds])
        for seat in sorted(state.seats, key=lambda seat: places[seat])
    )


def in_sum(place: int, who: Who | Text | str, points: Sequence[int]) -> Text:
    """A player's place, and what the rounds add up to. A minus within a sum stands in brackets."""
    terms = " + ".join(f"({signed(each)})" if each < 0 else str(each) for each in points) or "0"
    return say("%(place)s. %(who)s: %(sum)s = %(total)s", place=place, who=who, sum=terms, total=signed(sum(points)))


def _remarks(state: Tally) -> tuple[Text, ...]:
    played, usual = len(state.rounds), rounds_due(len(state.seats))
    lines = [reading(state)]
    if played > usual:
        lines.append(count("%(n)s extra round was played.", "%(n)s extra rounds were played.", played - usual))
    if played < usual:
        lines.append(say("Played %(played)s of %(usual)s rounds.", played=played, usual=usual))
    for number, each in enumerate(state.rounds, start=1):
        if each.overruled:
            lines.append(say("Round %(n)s counts although it does not add up.", n=number))
    return tuple(lines)


def reading(state: Tally) -> Text:
    """Which rule about cards in hand this table plays."""
    if state.spares:
        return say("By the instruction sheet: a player whose set nobody beat lost nothing for the hand.")
    return say("By the table’s choice: everybody lost points for the hand, also after a set nobody beat.")
