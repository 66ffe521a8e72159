"""A table as one viewer sees it: plain values without a secret in them, for the templates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.game import (
    Badge,
    Draw,
    Game,
    Known,
    Lesson,
    Message,
    Now,
    Option,
    Plan,
    Player,
    Result,
    Step,
    Viewer,
)  # fmt: skip
from companion.trust import Standing
from companion.words import Text


@dataclass(frozen=True)
class SeenSeat:
    """A seat as anybody may see it. `mine`: this phone speaks for it; `here`: its phone is connected; `closed`: it is
    on no device; `expected`: it is kept for whoever comes by that name. `reading` and `opened`: as at the table;
    `worded`: whether it has a word. `read`: the keys of the messages that were ever held open in this deal."""

    number: int
    name: str
    letter: str
    badge: Badge
    host: bool
    passed: bool
    out: bool
    playing: bool
    pretend: bool
    mine: bool
    here: bool
    reading: frozenset[str]
    opened: frozenset[str]
    worded: bool
    closed: bool
    expected: bool
    read: frozenset[str]
    phone: int
    """As which phone its word counts where one alone is not enough, `NO_SEAT` for none."""


@dataclass(frozen=True)
class SeenStep:
    """A set-up step with its tick, whether its tick was lost because what it asks changed, whether what was drawn in it
    is `others`' and asked for anew, and whose chore it is."""

    step: Step
    done: bool
    lost: bool
    others: bool
    chore: int | None


class SeenLine(NamedTuple):
    """A line of the public log, and the number of the move that wrote it."""

    number: int
    who: Text | str
    text: Text
    at: int


class SeenNotice(NamedTuple):
    """A notice this device has not put away: the move, who did what, when, how often."""

    number: int
    who: Text | str
    text: Text
    at: int
    times: int


@dataclass(frozen=True)
class Seen:
    """A table as one viewer sees it. `me` is the seat that holds this phone now, `owner` the seat whose phone it is,
    `lost` the one that was its own and is on another now; `view` is what the running game's `look` answers; `awaited`
    are those this phone is passed round for who still have something to do, `unread` the seats of them who have a
    message to read; `box` the titles of the viewer's messages, never their texts. `drawn` is what every form says it
    was drawn from, `hold` the number of the hold this phone is in, in every form as well, and `shut` whether the
    viewer's word has to be typed first.
    `kept_back`: what its owner chose on a phone that was in other hands shows only once it is asked for;
    `shows_choice`: it was. `now` is what matters at this second while a game runs, `did` the viewer's own last move
    while its way back is offered beside it: number, line, ms left. `is_set_up`: what starts the game leads; `untold`
    are the draws of the set-up that nobody has made or told. `watches`: this is a practice game, and whoever tries it
    out looks, who sees every phone. `secret`: `view` shows something that is hidden from
    others, so what is drawn of it must not tell it by its size."""

    code: str
    version: int
    drawn: str
    game: Game
    stage: str
    deal: int
    practice: bool
    watches: bool
    viewer: Viewer
    me: SeenSeat | None
    owner: SeenSeat | None
    lost: SeenSeat | None
    passed: bool
    hold: str
    shut: bool
    kept_back: bool
    shows_choice: bool
    secret: bool
    host: bool
    wall: bool
    seats: tuple[SeenSeat, ...]
    short: int
    options: tuple[tuple[Option, str], ...]
    plan: Plan | None
    steps: tuple[SeenStep, ...]
    shared_out: bool
    laid: bool
    is_set_up: bool
    untold: tuple[Draw, ...]
    view: Any
    now: Now | None
    awaited: tuple[SeenSeat, ...]
    unread: frozenset[int]
    held: bool
    result: Result | None
    box: tuple[Message, ...]
    undo: tuple[int, Text] | None
    redo: tuple[int, Text] | None
    did: tuple[int, Text, int] | None
    log: tuple[SeenLine, ...]
    taken: str
    """By what a page knows that what was pressed there was taken; see `Table.taken_on`."""
    notices: tuple[SeenNotice, ...]
    standing: Standing
    evening: tuple[tuple[Game, tuple[int, ...], Result], ...]
    phone: int
    """As which phone the word of whoever holds this device counts, as for a seat."""
    lies: bool
    """Whether the game that was played last is the one chosen, and lies there as it ended."""
    tickets: Mapping[int, str]

    @property
    def role(self) -> str:
        """What this screen is, for the stylesheet: wall, passed, host, seated or guest."""
        if self.wall or self.passed:
            return "wall" if self.wall else "passed"
        return "host" if self.host else "seated" if self.me else "guest"

    @property
    def loud(self) -> str:
        """Whether ("yes" or "") bringing more phones here is what matters on this screen."""
        gathers = (self.stage == "lobby" and not self.lies) or (self.stage == "setup" and self.short > 0)
        gathers = gathers and not self.practice
        return "yes" if self.wall or (self.host and gathers) else ""

    @property
    def others(self) -> str:
        """Whether ("yes" or "") anybody else has a phone here, whose news this screen may tell."""
        return "yes" if any(not seat.mine and not seat.passed for seat in self.seats) else ""

    @property
    def players(self) -> tuple[Player, ...]:
        """Who plays, as a game knows them, for the forms in which a draw by hand is entered."""
        return tuple(Player(seat.number, seat.name, seat.badge) for seat in self.seats if seat.playing)

    @property
    def passed_seats(self) -> tuple[SeenSeat, ...]:
        """Who plays with the viewer's phone without having one."""
        return tuple(seat for seat in self.seats if seat.mine and seat.passed and seat.playing)

    @property
    def all_read(self) -> bool:
        """Whether the viewer, whom this phone was passed to, has read every message there is."""
        return bool(self.box) and not self.to_read

    @property
    def to_read(self) -> bool:
        """Whether the viewer has a message and has not read it."""
        return self.me is not None and any(message.key not in self.me.read for message in self.box)

    @property
    def known(self) -> Known:
        """What lessons and answers go by: how many play here, once they are enough, and what this table chose."""
        low, high = self.game.players
        playing = len(self.players)
        options = {option.key: value for option, value in self.options}
        return Known(playing if low <= playing <= high else None, options)

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """The game in a minute, for this table."""
        return self.game.lessons(self.known)

    def seat(self, number: int) -> SeenSeat | None:
        """The seat of that number, or `None` when it is gone."""
        return next((seat for seat in self.seats if seat.number == number), None)
