"""Who escapes and who stays, and why, line by line [Rulebook, Ending the game]."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from companion.game import Honour, Result, Team
from companion.games.alcatraz import rules
from companion.games.alcatraz.state import Ending, State
from companion.words import Text, Who, listed, say

P = TypeVar("P")


def reasons(prisoners: Mapping[P, rules.Sheet], goat: P, name: Callable[[P], object]) -> tuple[Text, ...]:
    """Why the rules leave these behind, or why nobody can go yet. The lines end where the rules do."""
    elements = {player: sheet[0] for player, sheet in prisoners.items()}
    missing = sorted(set(rules.LETTERS) - set().union(*elements.values()))
    if missing:
        return (say("Nobody has %(letters)s yet: the game goes on.", letters=listed(missing)),)
    if not rules.can_escape(elements):
        return (
            say(
                "All six letters are out, but every player is needed. To escape, a group must leave at least one "
                "player behind."
            ),
            *(_only_with(player, elements, name) for player in prisoners),
            say("So nobody escapes yet: play on."),
        )
    return _why(prisoners, goat, elements, name)


def _only_with(player: P, elements: Mapping[P, rules.Letters], name: Callable[[P], object]) -> Text:
    others = set().union(*(elements[p] for p in elements if p != player))
    own = sorted(set(elements[player]) - others)
    return say("%(name)s is needed: nobody else has %(letters)s.", name=name(player), letters=listed(own))


def _why(
    prisoners: Mapping[P, rules.Sheet],
    goat: P,
    elements: Mapping[P, rules.Letters],
    name: Callable[[P], object],
) -> tuple[Text, ...]:
    applied = rules.sieves(prisoners, goat)
    if applied[0].rule == "scapegoat":
        return (
            say(
                "%(name)s, the Scapegoat, is not needed: the others have all six letters without %(name)s.",
                name=name(goat),
            ),
            say("A Scapegoat who is not needed stays, whatever anybody else has."),
        )
    spare = [player for player in prisoners if rules.is_dispensable(player, elements)]
    lines = [
        *(_only_with(player, elements, name) for player in prisoners if player not in spare),
        say("Not needed: %(names)s.", names=listed([name(player) for player in spare])),
    ]
    if applied[0].rule == "only":
        return (*lines, say("Nobody else could be left behind, so %(name)s stays.", name=name(spare[0])))
    for sieve in applied:
        had = [(name(player), sieve.had[player]) for player in spare if player in sieve.had]
        left = [name(player) for player in spare if player in sieve.left]
        lines.append(_compared(sieve.rule, had, left))
    return tuple(lines)


def _compared(rule: str, had: Sequence[tuple[object, int]], left: Sequence[object]) -> Text:
    amounts = listed([say("%(name)s %(n)s", name=who, n=n) for who, n in had])
    what = {
        "letters": say("Fewest letters"),
        "cash": say("Least Cash"),
        "items": say("Fewest Items"),
        "stamina": say("Least Stamina"),
    }[rule]
    if len(left) == 1:
        return say("%(what)s: %(amounts)s. So %(name)s stays.", what=what, amounts=amounts, name=left[0])
    return say("%(what)s: %(amounts)s. Still even: %(names)s.", what=what, amounts=amounts, names=listed(left))


def empty_handed(prisoners: Mapping[P, rules.Sheet], stays: P, name: Callable[[P], object]) -> tuple[Text, ...]:
    """The note the authors' own guideline asks for when somebody escapes with nothing: only one player stays."""
    return tuple(
        say("%(name)s escapes without a single letter: only one player stays.", name=name(player))
        for player, sheet in prisoners.items()
        if player != stays and not sheet[0]
    )


def _chosen(ended: Ending, stays: int) -> tuple[Text, ...]:
    lines = tuple(say("%(voter)s chose %(name)s.", voter=Who(v), name=Who(c)) for v, c in ended.votes)
    if ended.settled == "votes":
        return (*lines, say("So the others left %(name)s behind.", name=Who(stays)))
    if ended.settled == "away":
        return (say("Nobody who may choose was here. The app picked at random: %(name)s stays.", name=Who(stays)),)
    if ended.settled == "lots":
        return (*lines, say("The others could not agree. The app picked at random: %(name)s stays.", name=Who(stays)))
    return ()


def result(state: State) -> Result | None:
    """The escape, or the loss for all; `None` while the game runs."""
    ended = state.ended
    if ended is None:
        return None
    if ended.how == "guards" or ended.stays is None:
        return Result(
            headline=say("The 21st guard: everybody loses"),
            reasons=(
                say("Twenty guards were in the prison, and a new round asked for another."),
                say("Nobody escapes, and the Scapegoat does not win either."),
            ),
            teams=(Team(state.seats, won=False),),
            honours=_honours(state),
        )
    stays = ended.stays
    free = [seat for seat in state.seats if seat != stays]
    return Result(
        headline=say("%(names)s escape; %(name)s stays", names=listed([Who(s) for s in free]), name=Who(stays)),
        reasons=(
            *reasons(state.sheets, state.goat, Who),
            *_chosen(ended, stays),
            *empty_handed(state.sheets, stays, Who),
        ),
        teams=(Team(tuple(free), won=True), Team((stays,), won=False)),
        honours=_honours(state),
        own={stays: say("You stay behind"), **{seat: say("You escaped") for seat in free}},
    )


def _honours(state: State) -> tuple[Honour, ...]:
    return (Honour(say("Scapegoat"), (state.goat,)),)
