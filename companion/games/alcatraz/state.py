"""Where a game of Alcatraz stands: the prison, the prisoners, the round; and its beginning from a set-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from companion.ballots import Ballot
from companion.chance import Chance
from companion.game import Player, Refused
from companion.games.alcatraz import draws, rules
from companion.values import replace
from companion.words import say

T = TypeVar("T")
Phase = Literal["actions", "guard", "vote", "reward", "task", "choose", "over"]
CARDS_AFTER_SETUP = rules.TASK_CARDS - draws.TASKS


@dataclass(frozen=True)
class Prisoner:
    """A prisoner's sheet as the table keeps it here: letters in order, counters, the room the pawn is in. Blackmail
    cards are a count only; their texts stay in the box. The rest is of this round: whether the Stamina point is
    `boosted`, Action Points `spent`, rooms whose rule was `used`, whether somebody was robbed, and the guards `bribed`
    for the next action."""

    letters: str = ""
    cash: int = 0
    items: int = 0
    stamina: int = 0
    blackmail: int = 0
    room: int = 0
    boosted: bool = False
    spent: int = 0
    used: tuple[int, ...] = ()
    stole: bool = False
    bribed: int = 0

    def with_letter(self, letter: str) -> Prisoner:
        """With the letter marked; a letter marked twice changes nothing."""
        return replace(self, letters="".join(sorted({*self.letters, letter})))

    def without_letter(self, letter: str) -> Prisoner:
        return replace(self, letters=self.letters.replace(letter, ""))

    @property
    def sheet(self) -> rules.Sheet:
        return (self.letters, self.cash, self.items, self.stamina)

    def rested(self) -> Prisoner:
        """At the start of a round."""
        return replace(self, boosted=False, spent=0, used=(), stole=False, bribed=0)


@dataclass(frozen=True)
class Task:
    """A task on the board: its letter and its room."""

    letter: str
    room: int


@dataclass(frozen=True)
class Election:
    """A vote that is closed: who voted for whom, who was counted as away, who won and what settled it: "votes", "tie"
    (the previous Scapegoat's own vote) or "lots" (a tie while he was away); and when it closed, in ms since 1970."""

    votes: tuple[tuple[int, int], ...]
    away: tuple[int, ...]
    previous: int
    winner: int
    settled: str
    at: int = 0


@dataclass(frozen=True)
class Done:
    """A task completed in this round, whose reward or successor is still due, or the last one that was."""

    by: int
    letter: str
    room: int
    drawn: str = ""


@dataclass(frozen=True)
class Ending:
    """How it ended: by "guards", or by "escape" with the one who stays and, where the others chose, their votes."""

    how: str
    stays: int | None = None
    votes: tuple[tuple[int, int], ...] = ()
    settled: str = "rules"
    at: int = 0
    """When those votes turned up, in ms since 1970."""


@dataclass(frozen=True)
class State:
    """The whole game. `guards` and `sides` go by room number less one, `spaces` holds the room on each space."""

    seats: tuple[int, ...]
    spaces: tuple[int, ...]
    sides: str
    guards: tuple[int, ...]
    prisoners: Mapping[int, Prisoner]
    tasks: tuple[Task, ...]
    goat: int
    options: Mapping[str, str]
    term: int = 1
    round: int = 1
    phase: Phase = "actions"
    turn: int = 0
    """How many players have finished their actions this round."""
    talk_until: int = 0
    talk_over: bool = False
    ballot: Ballot[int] | None = None
    between: tuple[int, ...] = ()
    """At the end: those the rules leave even, of whom the others choose one to stay."""
    even: bool = False
    """Whether the others chose once already and came out even."""
    last_vote: Election | None = None
    last_guard: int = 0
    done: Done | None = None
    completed: int = 0
    """How many tasks have been completed: each has a reward and a successor of its own to draw."""
    cards: int = CARDS_AFTER_SETUP
    ended: Ending | None = None
    radio: int = 0
    """Guards that the Radio Room's rule, once paid for, may still move in this turn."""
    untold: tuple[str, ...] = ()
    """The draws of the set-up that nobody told, so that the app made them, until the table knows."""

    @property
    def guards_out(self) -> int:
        return sum(self.guards)

    @property
    def order(self) -> tuple[int, ...]:
        """The order of play: from the Scapegoat clockwise [The prisoners try to complete the plan]."""
        at = self.seats.index(self.goat)
        return self.seats[at:] + self.seats[:at]

    @property
    def letters(self) -> dict[int, str]:
        return {seat: self.prisoners[seat].letters for seat in self.seats}

    @property
    def sheets(self) -> dict[int, rules.Sheet]:
        return {seat: self.prisoners[seat].sheet for seat in self.seats}

    def expect(self, *phases: Phase) -> None:
        """Raises `Refused` outside these phases."""
        if self.phase not in phases:
            raise Refused(say("This is not the moment for that; the table is somewhere else in the round."))

    def is_talking(self, at: int) -> bool:
        """Whether the players may still negotiate at that time of the server's clock."""
        return self.phase == "vote" and not self.talk_over and at < self.talk_until

    @property
    def until(self) -> int | None:
        """When the talk ends by the clock, unless it was ended."""
        return self.talk_until if self.phase == "vote" and not self.talk_over else None

    def guards_in(self, room: int) -> int:
        return self.guards[room - 1]

    def task_in(self, room: int) -> Task | None:
        return next((task for task in self.tasks if task.room == room), None)

    def points_of(self, seat: int) -> int:
        """A player's Action Points this round."""
        term = self.term if seat == self.goat else 0
        return rules.action_points(len(self.seats), term, self.prisoners[seat].boosted)

    @property
    def follows(self) -> bool:
        """Whether the app keeps track of where the pawns are."""
        return self.options.get("pawns") == "yes"

    @property
    def bribed_guards_count(self) -> bool:
        """Whether bribed guards still count towards the most that a task allows."""
        return self.options.get("bribes") == "counts"

    @property
    def acting(self) -> int:
        """Whose turn it is."""
        return self.order[self.turn]

    def left_of(self, seat: int) -> int:
        """Action Points a player has left this round."""
        return max(0, self.points_of(seat) - self.prisoners[seat].spent)

    def with_guards(self, room: int, n: int) -> State:
        return replace(self, guards=tuple(n if r == room else g for r, g in zip(rules.ROOMS, self.guards, strict=True)))

    def with_prisoner(self, seat: int, prisoner: Prisoner) -> State:
        return replace(self, prisoners={**self.prisoners, seat: prisoner})


def start(players: Sequence[Player], options: Mapping[str, str], drawn: Mapping[str, str], chance: Chance) -> State:
    """The first round of a set-up, at its actions: what the table has not drawn, the app draws now."""
    laid = draws.complete(players, drawn, chance)
    seats = tuple(player.seat for player in players)
    guards = _known(laid.guards)
    starts = zip(seats, _known(laid.starts), strict=True)
    tasks = zip(_known(laid.letters), _known(laid.places), strict=True)
    return State(
        seats=seats,
        spaces=_known(laid.prison),
        sides=_known(laid.sides),
        guards=tuple(guards.count(room) for room in rules.ROOMS),
        prisoners={seat: Prisoner(room=room) for seat, room in starts},
        tasks=tuple(Task(letter, room) for letter, room in tasks),
        goat=_known(laid.first),
        options=dict(options),
        untold=_untold(draws.laid(players, drawn), options),
    )


def _untold(found: draws.Laid, options: Mapping[str, str]) -> tuple[str, ...]:
    """Where everybody starts is the pawns' business alone while the app does not follow them. Who told all the rest
    went through the set-up, which has the sheets lie silver side up where nobody chose."""
    follows = options.get("pawns") == "yes"
    missing = tuple(key for key in draws.untold(found) if key != "starts" or follows)
    return () if missing == ("sides",) else missing


def _known(drawn: T | None) -> T:
    assert drawn is not None, "a complete set-up leaves nothing undrawn"
    return drawn
