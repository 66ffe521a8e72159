"""How a game of Scape Goat stands: who plays which colour, what was dealt, what is called, whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.ballots import Ballot
from companion.game import Hidden
from companion.games.scape_goat.rules import LINE
from companion.words import Text

Sheet = tuple[int, ...]
"""A decoder sheet: for each of its 120 cells, row by row, the seat it names."""


@dataclass(frozen=True)
class Secret:
    """What the app dealt. Each seat may see its own line; the truth is hidden from every seat until the end."""

    suspects: Mapping[int, Hidden[int]]
    """Seat -> the seat it reads as the scapegoat. Empty while no dice lie, or when only the mats know."""
    goat: Hidden[int] | None = None
    sheets: Mapping[int, Hidden[Sheet]] = field(default_factory=dict)
    goats: Hidden[Sheet] | None = None
    """For each cell of the sheets, who would truly be the scapegoat."""


@dataclass(frozen=True)
class Call:
    """Something called that concerns everybody: a frame attempt (a card each), going to the cops (a finger each, where
    only the mats know), the proof of a frame, or a wish to stop and reveal everything.

    `number` tells calls apart, so that a tap meant for the last one is not taken for this one.
    """

    kind: Literal["frame", "cops", "proof", "stop"]
    by: int | None
    """Who called it; `None` for a host who does not play."""
    number: int
    ballot: Ballot[Any]
    framed: int | None = None
    """For a proof: who was framed, while only the mats know whether rightly."""
    misread: Mapping[int, int] = field(default_factory=dict)
    """How everybody pointed the last time, when no scapegoat came of it."""
    again: Text | None = None
    """Why everybody points once more."""
    before: Turn | None = None
    """The turn as it stood before the movement that called this: there again when the call is cancelled."""
    end: Ending | None = None
    """The end that comes of it, while it waits for the word of another phone."""
    shown: Shown | None = None
    """The cards one phone entered for everybody, while they wait for that word."""
    spoke: tuple[int, ...] = ()
    """The seats that have given theirs."""

    @property
    def left_out(self) -> tuple[int, ...]:
        """Without whom it goes on."""
        return self.ballot.away

    @property
    def agreeing(self) -> bool:
        """Whether it waits for the word of another phone, and for nothing else."""
        return self.end is not None or self.shown is not None

    @property
    def entered(self) -> bool:
        """Whether that is about what one phone entered for everybody: cards, or fingers."""
        return self.shown is not None or (self.end is not None and bool(self.end.read))


@dataclass(frozen=True)
class Shown:
    """The cards of a frame attempt, turned up all at once: seat -> kind of card, and who is framed."""

    by: int | None
    cards: Mapping[int, str]
    framed: int | None
    left_out: tuple[int, ...] = ()
    slip: Text | None = None
    """Why these cannot be the cards on the table, if they cannot."""
    at: int = 0
    """When they turned up, in ms since 1970."""


@dataclass(frozen=True)
class Turn:
    """Turns, for a table that wants them kept: whose it is, where player tokens stand, who holds preparation tokens."""

    whose: int
    first: bool = False
    """Whether this is the turn that begins the game."""
    gone: bool = False
    """Whether the player token has moved this turn."""
    did: Literal["", "took", "turned over", "stole", "attempted"] = ""
    """This turn's action, where it is one of those about preparation tokens and done."""
    stealing: bool = False
    """At Frame/Steal without a preparation token, and nothing stolen yet."""
    standing: Mapping[int, str] = field(default_factory=dict)
    milk: Mapping[int, int] = field(default_factory=dict)

    @property
    def flipped(self) -> bool:
        """Prepare shows Frame/Steal once both preparation tokens are taken (Prepare)."""
        return sum(self.milk.values()) >= 2

    def shows(self, place: str) -> str:
        """The location that the card of this place is now: Prepare is Frame/Steal once it is turned over (Prepare)."""
        return "frame" if place == "prepare" and self.flipped else place

    @property
    def attempting(self) -> bool:
        """At Frame/Steal with a preparation token: a frame attempt is owed, one and no more (Frame/Steal, our ruling).
        Whoever takes the second token stands there too as the card turns over, but that action was Prepare (our
        ruling)."""
        at_frame = self.gone and self.flipped and self.standing.get(self.whose) == "prepare"
        return at_frame and not self.did and self.milk[self.whose] > 0


@dataclass(frozen=True)
class Ending:
    """The end, everything revealed: `read` is seat -> the seat its message or its mat named."""

    how: Literal["frame", "cops", "stopped"]
    by: int | None = None
    framed: int | None = None
    goat: int | None = None
    read: Mapping[int, int] = field(default_factory=dict)
    at: int = 0


@dataclass(frozen=True)
class State:
    """A whole game. Seats are in clockwise order; colours are by seat."""

    seats: tuple[int, ...]
    colours: Mapping[int, str]
    way: str
    own_dice: bool
    cops_during: bool
    secret: Secret
    dice: tuple[int, int] | None = None
    typed: tuple[int, int] | None = None
    """Dice typed in and read back, but not yet said to be right."""
    calls: int = 0
    call: Call | None = None
    shown: Shown | None = None
    turn: Turn | None = None
    untracked: bool = False
    """Whether turns were kept, and then not any more."""
    begins: int | None = None
    """Who was placed first on Prepare, if the set-up here says so."""
    starting: Mapping[int, str] = field(default_factory=dict)
    line: tuple[str, ...] = (*LINE, "cops")
    """The locations from the left, as set up here."""
    ending: Ending | None = None

    def seat_of(self, colour: str) -> int:
        """The seat that plays this colour."""
        return next(seat for seat, own in self.colours.items() if own == colour)

    def after(self, seat: int) -> int:
        """The next seat clockwise."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]
