"""How a game of Scout ended: who won, and what every total is made of."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Result
from companion.games.scout.rules import rounds_due, standings
from companion.games.scout.state import Round, Tally
from companion.games.scout.told import named
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
            who=named(winners),
            points=best,
        )
    return Result(headline, (*_ahead(state), *best_rounds(state), *_remarks(state)), places, points=totals)


def _ahead(state: Tally) -> tuple[Text, ...]:
    """By how much the game was won, and over whom; nothing where all share the win."""
    totals, places = state.totals, standings(state.totals)
    behind = [place for place in places.values() if place > 1]
    if not behind:
        return ()
    seconds = [seat for seat in state.seats if places[seat] == min(behind)]
    lead = max(totals.values()) - totals[seconds[0]]
    return (count("%(n)s point ahead of %(who)s.", "%(n)s points ahead of %(who)s.", lead, who=named(seconds)),)


def best_rounds(state: Tally) -> tuple[Text, ...]:
    """The most points anybody made in one round so far, with everybody who did; nothing before the first round."""
    made = [(state.points(each, seat), n, seat) for n, each in enumerate(state.rounds, 1) for seat in state.seats]
    if not made:
        return ()
    most = max(made)[0]
    rounds = listed([say("round %(n)s", n=number) for points, number, _ in made if points == most])
    best = [seat for seat in state.seats if any(by == seat for points, _, by in made if points == most)]
    if len(best) > 1:
        return (
            count(
                "Best round: %(who)s with %(points)s point each.",
                "Best round: %(who)s with %(points)s points each.",
                most,
                who=named(best),
                points=signed(most),
            ),
        )
    return (
        count(
            "Best round: %(who)s with %(points)s point in %(rounds)s.",
            "Best round: %(who)s with %(points)s points in %(rounds)s.",
            most,
            who=Who(best[0]),
            points=signed(most),
            rounds=rounds,
        ),
    )


def in_sum(place: int, who: Who | Text | str, points: Sequence[int]) -> Text:
    """A player's place, and what the rounds add up to. A minus within a sum stands in brackets."""
    terms = " + ".join(f"({signed(each)})" if each < 0 else str(each) for each in points) or "0"
    return say("%(place)s. %(who)s: %(sum)s = %(total)s", place=place, who=who, sum=terms, total=signed(sum(points)))


def _remarks(state: Tally) -> tuple[Text, ...]:
    played, usual = len(state.rounds), rounds_due(len(state.seats))
    lines = [reading(state)] if any(_hand_of_unbeaten(each) for each in state.rounds) else []
    if played > usual:
        lines.append(count("%(n)s extra round was played.", "%(n)s extra rounds were played.", played - usual))
    if played < usual:
        lines.append(say("Played %(played)s of %(usual)s rounds.", played=played, usual=usual))
    for number, each in enumerate(state.rounds, start=1):
        if each.overruled:
            lines.append(say("Round %(n)s counts although it does not add up.", n=number))
    return tuple(lines)


def _hand_of_unbeaten(which: Round) -> int:
    """The cards held by the player whose set nobody beat, which is where the two rules differ."""
    end = which.end
    return which.counted[end.seat].hand if end is not None and end.how == "unbeaten" else 0


def reading(state: Tally) -> Text:
    """Which rule about cards in hand this table plays."""
    if state.spares:
        return say("By the instruction sheet: a player whose set nobody beat lost nothing for the hand.")
    return say("By the table’s choice: everybody lost points for the hand, also after a set nobody beat.")
