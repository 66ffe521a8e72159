"""How a game of Scape Goat ended, with its reasons line by line, told from what was dealt and what was shown."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Honour, Result, Team
from companion.games.scape_goat.names import COLOUR
from companion.games.scape_goat.rules import words_of
from companion.games.scape_goat.state import Ending, State
from companion.words import Text, Who, listed, say


def result(state: State) -> Result | None:
    """The result once the game is over, else `None`."""
    ending = state.ending
    if ending is None:
        return None
    reasons = (*_how(state, ending), *_what_was_read(state, ending), *_wins(ending))
    goat = () if ending.goat is None else (Honour(say("Scapegoat"), (ending.goat,)),)
    framed = {} if ending.framed is None else {ending.framed: say("You were framed")}
    return Result(headline(ending), reasons, teams=_teams(state, ending), honours=goat, own=framed)


def goat_wins(ending: Ending) -> bool | None:
    """Whether the scapegoat wins: always with the cops, after a frame unless the scapegoat is framed; `None` when the
    game was only stopped (Game End)."""
    if ending.how == "stopped" or ending.goat is None:
        return None
    return ending.framed != ending.goat  # with the cops nobody is framed


def _teams(state: State, ending: Ending) -> tuple[Team, ...]:
    """The winners first: the scapegoat alone, or everybody else together."""
    wins = goat_wins(ending)
    if wins is None or ending.goat is None:
        return ()
    others = tuple(seat for seat in state.seats if seat != ending.goat)
    teams = Team((ending.goat,), wins), Team(others, not wins)
    return teams if wins else teams[::-1]


def headline(ending: Ending) -> Text:
    """Who won, in one line."""
    match goat_wins(ending):
        case True:
            return say("%(goat)s, the scapegoat, wins", goat=_who(ending.goat))
        case False:
            return say("%(goat)s is framed, so everybody else wins", goat=_who(ending.goat))
        case _:
            return say("Stopped here, without a winner")


def _who(seat: int | None) -> Who:
    return Who(-1 if seat is None else seat)


def _how(state: State, ending: Ending) -> Sequence[Text]:
    if ending.how == "cops":
        if ending.by is None:
            return (say("Somebody went to the cops, which ends the game at once."),)
        return (say("%(name)s went to the cops, which ends the game at once.", name=Who(ending.by)),)
    if ending.how == "stopped" or ending.framed is None or state.shown is None:
        return (say("The game was ended before anybody was framed or went to the cops."),)
    framed, colour = ending.framed, state.colours[ending.framed]
    if colour in words_of(state.shown.cards.get(framed, "grey")):
        return (say("On every card: %(colour)s. So %(name)s is framed.", colour=COLOUR[colour], name=Who(framed)),)
    return (
        say(
            "On every card except %(name)s’s own: %(colour)s. So %(name)s is framed.",
            colour=COLOUR[colour],
            name=Who(framed),
        ),
    )


def _what_was_read(state: State, ending: Ending) -> Sequence[Text]:
    if ending.goat is None:
        return ()
    others = [Who(seat) for seat in state.seats if seat != ending.goat and ending.read.get(seat) == ending.goat]
    reasons = []
    if others:
        reasons.append(say("%(names)s: the message named %(goat)s.", names=listed(others), goat=Who(ending.goat)))
    decoy = ending.read.get(ending.goat)
    if decoy is not None:
        reasons.append(say("%(goat)s: the message named %(decoy)s.", goat=Who(ending.goat), decoy=Who(decoy)))
    return reasons


def _wins(ending: Ending) -> Sequence[Text]:
    wins, goat = goat_wins(ending), _who(ending.goat)
    if wins is None:
        return ()
    if ending.how == "cops":
        return (say("With the cops the true scapegoat wins, whoever went: %(goat)s wins alone.", goat=goat),)
    if wins:
        return (say("Somebody else was framed: the true scapegoat, %(goat)s, wins alone.", goat=goat),)
    return (say("The true scapegoat was framed: everybody except %(goat)s wins.", goat=goat),)
