"""What each screen of In the bag shows: plain values without a secret in them that is not the viewer's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.ballots import counting
from companion.game import Message, Now, Share, Viewer
from companion.games.example.rules import most_in_bag, places
from companion.games.example.state import Counted, State
from companion.words import Text, Who, count, say


@dataclass(frozen=True)
class View:
    """The game as one viewer sees it. `number`: of the round that runs or was counted last. `own`: the viewer's own
    guess, where it may be shown on this phone. `counts`: what the screen counts down from just now."""

    seats: tuple[int, ...]
    holder: int
    number: int
    rounds: int
    guessing: bool
    over: bool
    most: int
    voted: tuple[int, ...]
    waiting: tuple[int, ...]
    away: tuple[int, ...]
    again: frozenset[int]
    wishes: Mapping[int, tuple[int, ...]]
    own: int | None
    past: tuple[Counted, ...]
    sums: Mapping[int, int]
    places: Mapping[int, int]
    counts: int


def look(state: State, viewer: Viewer) -> View:
    """What this viewer sees."""
    ballot = state.round.ballot if state.round else None
    return View(
        seats=state.seats,
        holder=state.holder,
        number=state.round.number if state.round else len(state.past),
        rounds=state.rounds,
        guessing=state.round is not None,
        over=state.over,
        most=most_in_bag(len(state.seats)),
        voted=ballot.voted if ballot else (),
        waiting=ballot.waiting if ballot else (),
        away=ballot.away if ballot else (),
        again=ballot.again if ballot else frozenset(),
        wishes=ballot.wishes if ballot else {},
        own=ballot.own(viewer) if ballot else None,
        past=state.past,
        sums=state.sums,
        places=places(state.sums),
        counts=counting(state.turned_up, viewer.at),
    )


def awaits(view: View) -> tuple[int, ...]:
    """Whose guess is missing."""
    return view.waiting


def now(view: View, viewer: Viewer) -> Now:
    """What this screen is for: a guess, or the bag that is emptied."""
    if view.guessing:
        of_all = say("Round %(n)s of %(all)s", n=view.number, all=view.rounds)
        key = f"guess {view.number}"
        if viewer.seat in view.waiting:
            return Now(say("Guess how many are in the bag"), of_all, asked=True, waiting=view.waiting, key=key)
        return Now(hint=of_all, waiting=view.waiting, key=key)
    total = view.past[-1].total
    title = count("There is %(n)s pebble in the bag", "There are %(n)s pebbles in the bag", total)
    key = f"counted {view.number}"
    if viewer.seat == view.holder:
        return Now(title, say("Empty the bag, then begin the next round."), asked=True, key=key)
    return Now(title, say("%(name)s empties the bag.", name=Who(view.holder)), waiting=(view.holder,), key=key)


def readers(view: View) -> Mapping[int, tuple[str, ...]]:
    """Everybody has a message in every round. Its key is a new one each time, so it is to be read again."""
    return dict.fromkeys(view.seats, (f"pebbles-{view.number}",)) if view.guessing else {}


def messages(state: State, viewer: Viewer) -> tuple[Message, ...]:
    """How many pebbles the viewer puts into the bag."""
    told = state.round.told.get(viewer.seat or 0) if state.round else None
    if state.round is None or told is None or (number := told.shown_to(viewer)) is None:
        return ()
    return (
        Message(
            key=f"pebbles-{state.round.number}",
            title=say("Your pebbles in round %(n)s", n=state.round.number),
            text=count("Put %(n)s pebble into the bag", "Put %(n)s pebbles into the bag", number),
            alike=say("Reach into the bag even when you put nothing in."),
        ),
    )


def share(state: State, names: Mapping[int, str]) -> Share:
    """The score sheet to take home: a line and a row for everybody, best first."""
    sums, placed = state.sums, places(state.sums)
    ranking = sorted(state.seats, key=lambda seat: placed[seat])
    called: dict[int, Text | str] = {seat: names.get(seat) or say("a former player") for seat in state.seats}
    lines = [
        count(
            "%(place)s. %(name)s: %(n)s point",
            "%(place)s. %(name)s: %(n)s points",
            sums[seat],
            place=placed[seat],
            name=called[seat],
        )
        for seat in ranking
    ]
    rows = [(called[seat], sums[seat]) for seat in ranking]
    return Share(tuple(lines), ((say("Player"), say("Points")), *rows))
