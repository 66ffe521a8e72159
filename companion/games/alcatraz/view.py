"""What each viewer sees of a game of Alcatraz: the same for everybody, but for one's own vote and what one may tap."""

from __future__ import annotations

from dataclasses import dataclass

from companion.ballots import counting
from companion.game import Now, Viewer
from companion.games.alcatraz import ending, rules, turn
from companion.games.alcatraz.election import candidates, seconds_left
from companion.games.alcatraz.rooms import ROOMS, WAY_BACK
from companion.games.alcatraz.state import Done, Election, Phase, State
from companion.words import Text, Who, count, listed, say


@dataclass(frozen=True)
class SeenRoom:
    """A space of the prison: its room, the side up and what it offers, its guards and what they do, its task, pawns.
    `price` is what an action costs here that costs Action Points, `None` where the guards allow none; `bribed` guards
    mind neither, for whoever's turn it is. `open` says that these can go there now, `here` that they stand there."""

    number: int
    name: Text
    side: str
    rule: Text
    is_free: bool
    guards: int
    bribed: int
    effect: rules.GuardEffect
    task: str
    price: int | None
    pawns: tuple[int, ...]
    open: bool
    here: bool


@dataclass(frozen=True)
class SeenPrisoner:
    """A prisoner's sheet, Action Points, and place in the order of play; `turn` is "done", "now" or "later"."""

    seat: int
    letters: str
    cash: int
    items: int
    stamina: int
    blackmail: int
    room: int
    points: int
    left: int
    boosted: bool
    is_goat: bool
    turn: str


@dataclass(frozen=True)
class SeenVote:
    """A vote going on. `own` is the viewer's choice and nobody else's; of the others it is only known that they chose.
    `again` is whose choice was given again on a device passed round. `seconds` of talk are left on the server's clock.
    `calls` are the players somebody wants to count as away."""

    seconds: int
    may_end_talk: bool
    may_vote: bool
    candidates: tuple[int, ...]
    own: int | None
    voted: tuple[int, ...]
    again: frozenset[int]
    waiting: tuple[int, ...]
    away: tuple[int, ...]
    calls: tuple[int, ...]
    may_call: bool
    even: bool


@dataclass(frozen=True)
class Seen:
    """The whole game for one viewer."""

    phase: Phase
    round: int
    guards_out: int
    rounds_left: int
    follows_pawns: bool
    bribed_guards_count: bool
    """Whether bribed guards still count towards the most that a task allows."""
    rooms: tuple[SeenRoom, ...]
    tasks: tuple[SeenRoom, ...]
    prisoners: tuple[SeenPrisoner, ...]
    goat: int
    term: int
    acting: int
    """Whose turn it is, or whose it was."""
    here: SeenRoom | None
    """The room they stand in, where the app follows the pawns."""
    deeds: tuple[turn.Deed, ...]
    """What they can do there, and what not."""
    riots: tuple[SeenRoom, ...]
    """Where a riot can draw a guard from."""
    victims: tuple[tuple[int, str], ...]
    used_here: bool
    """Whether they have used that room's rule this round."""
    radio: int
    """Guards that the Radio Room's rule may still move in this turn."""
    vote: SeenVote | None
    last_vote: Election | None
    last_guard: Text | None
    done: Done | None
    rewarded: tuple[int, ...]
    letters_free: tuple[str, ...]
    cards: int
    everybody_needed: tuple[Text, ...]
    could_escape: bool
    stays: int | None
    way_back: Text
    """Where Items go that were used, paid or dropped."""
    counts: int
    """What the screen counts down from to votes that have just turned up."""
    untold: Text | None
    """What the app drew because the set-up did not say, until the table has seen it."""


_UNTOLD = {
    "prison": say("how the sheets lie"),
    "sides": say("which side is up (here: silver)"),
    "guards": say("the eight guards"),
    "starts": say("where everybody starts"),
    "letters": say("the three tasks"),
    "places": say("where the tasks are"),
    "first": say("the first Scapegoat"),
}


def look(state: State, viewer: Viewer) -> Seen:
    """The panel's and the wall's variables."""
    ways, riots = turn.ways(state), turn.riots(state) if state.follows else ()
    rooms = tuple(_room(state, number, number in ways) for number in state.spaces)
    needed = rules.all_needed(state.letters)
    out = {task.letter for task in state.tasks}
    return Seen(
        phase=state.phase,
        round=state.round,
        guards_out=state.guards_out,
        rounds_left=rules.rounds_left(state.guards_out + (state.phase == "guard")),
        follows_pawns=state.follows,
        bribed_guards_count=state.bribed_guards_count,
        rooms=rooms,
        tasks=tuple(room for room in sorted(rooms, key=lambda room: room.task) if room.task),
        prisoners=tuple(_prisoner(state, place, seat) for place, seat in enumerate(state.order)),
        goat=state.goat,
        term=state.term,
        acting=state.acting,
        here=next((room for room in rooms if room.here), None),
        deeds=turn.deeds(state),
        riots=tuple(room for room in rooms if room.number in riots),
        victims=turn.victims(state) if state.follows else (),
        used_here=state.prisoners[state.acting].room in state.prisoners[state.acting].used,
        radio=state.radio,
        vote=_vote(state, viewer),
        last_vote=state.last_vote,
        last_guard=ROOMS[state.last_guard].name if state.last_guard else None,
        done=state.done,
        rewarded=_rewarded(state),
        letters_free=tuple(letter for letter in rules.LETTERS if letter not in out),
        cards=state.cards,
        everybody_needed=ending.reasons(state.sheets, state.goat, Who) if needed else (),
        could_escape=state.phase in ("actions", "guard", "vote", "task") and rules.can_escape(state.letters),
        stays=state.ended.stays if state.ended else None,
        way_back=WAY_BACK,
        counts=counting(_turned_up_at(state), viewer.at),
        untold=listed([_UNTOLD[key] for key in state.untold]) if state.untold else None,
    )


def _turned_up_at(state: State) -> int:
    """When votes last turned up."""
    return max(state.last_vote.at if state.last_vote else 0, state.ended.at if state.ended else 0)


def awaits(view: Seen) -> tuple[int, ...]:
    """Who has not voted, once the talk is over."""
    return view.vote.waiting if view.vote and not view.vote.seconds else ()


_ASKED = {
    "guard": say("Turn a guard: tap its room, or let the app draw"),
    "reward": say("Turn the top task card, tap its letter"),
    "task": say("New task: turn the top card, tap its letter"),
}


def now(view: Seen, viewer: Viewer) -> Now:
    """Whose turn it is, who has not voted. The Scapegoat turns the cards, but for the reward: that is whose task it was
    [Reward; A new Guard appears; New task]."""
    vote = view.vote
    if vote is not None and vote.seconds:
        title = say("Talk it over: who should be the Scapegoat?")
        return Now(title, hint=say("When the time is up, everybody votes."))
    if vote is not None:
        title = say("Who stays behind?") if view.phase == "choose" else say("Vote: who should be the Scapegoat?")
        if viewer.seat in vote.waiting:
            return Now(title, asked=True, waiting=vote.waiting, key=f"vote {view.round} {view.phase} {vote.even}")
        return Now(hint=title, waiting=vote.waiting) if vote.waiting else Now(title)
    if view.phase == "actions":
        if viewer.seat == view.acting:
            title = say("Your turn, Scapegoat") if view.acting == view.goat else say("Your turn")
            return Now(title, hint=_what_to_tap(view), asked=True, key=f"turn {view.round}")
        return Now(say("%(name)s’s turn", name=Who(view.acting)), waiting=(view.acting,))
    if view.phase not in _ASKED:
        return Now()
    seat = view.done.by if view.phase == "reward" and view.done else view.goat
    last = view.phase == "guard" and view.guards_out == rules.ALL_GUARDS - 1
    lost = say("All guards are out: the 21st comes")
    if viewer.seat == seat:
        return Now(lost if last else _ASKED[view.phase], asked=True, key=f"{view.phase} {view.round} {view.cards}")
    if last:
        return Now(lost, waiting=(seat,))
    turns = {
        "guard": say("%(name)s draws where a new guard goes", name=Who(seat)),
        "reward": say("%(name)s turns the reward card", name=Who(seat)),
        "task": say("%(name)s turns a new task", name=Who(seat)),
    }
    if view.phase == "reward":
        goes_to = say("Its letter goes to %(names)s.", names=listed([Who(one) for one in view.rewarded]))
        return Now(turns["reward"], hint=goes_to, waiting=(seat,))
    return Now(turns[view.phase], waiting=(seat,))


def _what_to_tap(view: Seen) -> Text:
    if view.radio:
        return count(
            "%(n)s guard may move now: “A guard moves”, below.",
            "%(n)s guards may move now: “A guard moves”, below.",
            view.radio,
        )
    if any(room.open for room in view.rooms):
        return say("Tap a lit room for 1 AP, or act.")
    left = next(one.left for one in view.prisoners if one.seat == view.acting)
    return say("Do what your Action Points buy.") if left else say("No Action Point is left. End your turn.")


def _room(state: State, number: int, is_open: bool) -> SeenRoom:
    room, letter, guards = ROOMS[number], state.sides[number - 1], state.guards_in(number)
    task, acting = state.task_in(number), state.prisoners[state.acting]
    here = state.phase == "actions" and state.follows and acting.room == number
    bribed = acting.bribed if here else 0
    return SeenRoom(
        number=number,
        name=room.name,
        side="gold" if letter == "g" else "silver",
        rule=room.side(letter).rule,
        is_free=room.side(letter).is_free,
        guards=guards,
        bribed=bribed,
        effect=rules.guard_effect(rules.watching(guards, bribed)),
        task=task.letter if task else "",
        price=rules.price(guards, bribed),
        pawns=tuple(seat for seat in state.seats if state.follows and state.prisoners[seat].room == number),
        open=is_open,
        here=here,
    )


def _prisoner(state: State, place: int, seat: int) -> SeenPrisoner:
    who = state.prisoners[seat]
    return SeenPrisoner(
        seat=seat,
        letters=who.letters,
        cash=who.cash,
        items=who.items,
        stamina=who.stamina,
        blackmail=who.blackmail,
        room=who.room,
        points=state.points_of(seat),
        left=state.left_of(seat),
        boosted=who.boosted,
        is_goat=seat == state.goat,
        turn="done" if place < state.turn else "now" if place == state.turn else "later",
    )


def _rewarded(state: State) -> tuple[int, ...]:
    """Who marks the reward card: everybody but the completer and the Scapegoat."""
    if state.done is None:
        return ()
    return tuple(seat for seat in state.seats if seat not in (state.done.by, state.goat))


def _vote(state: State, viewer: Viewer) -> SeenVote | None:
    ballot = state.ballot
    if ballot is None or state.phase not in ("vote", "choose"):
        return None
    talking = state.is_talking(viewer.at)
    return SeenVote(
        seconds=seconds_left(state, viewer.at),
        may_end_talk=talking and (viewer.seat == state.goat or viewer.host),
        may_vote=viewer.seat in ballot.voters and not talking,
        candidates=candidates(state),
        own=ballot.own(viewer),
        voted=ballot.voted,
        again=ballot.again,
        waiting=ballot.waiting,
        away=ballot.away,
        calls=tuple(ballot.wishes),
        may_call=not talking and (viewer.host or viewer.seat in state.seats),
        even=state.even,
    )
