"""A table: one evening of one group, its seats, the game now on it and those it has finished, as plain values."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from companion.doorstep import Ask
from companion.game import BADGES, BOX, Act, Draw, Game, Hidden, Plan, Player, Result, Step, number_sent
from companion.games import GAMES, find_game
from companion.names import folded
from companion.reveals import turned_up
from companion.values import replace
from companion.words import Text, say

PRETEND = "pretend "
"""How the device of a pretend player is called, with the seat's number: as no browser can be, which are hashes."""
NO_SEAT = -1
"""The `seat` of an act by a host who has no seat: a laptop that only holds the table."""


@dataclass(frozen=True)
class Seat:
    """A place at the table. `device` is the hash of the phone that speaks for it; `passed` says that phone belongs to
    somebody else and is passed round; `since` the move by which somebody sat down. On a phone that is passed round,
    `reading` are the keys of the messages held open in this hold, `opened` of those of such a seat that were read
    before the phone went on, and stay closed. `word` is a mark of the four digits that open what is this person's
    there, `misses` how often others were typed since. `read` are the keys of the messages of this deal that were ever
    held open, wherever. A seat that is on no device ("") is closed: nobody speaks for it
    until a host takes it in or a ticket moves it."""

    number: int
    name: str
    badge: int
    device: str
    passed: bool = False
    out: bool = False
    pretend: bool = False
    reading: frozenset[str] = frozenset()
    opened: frozenset[str] = frozenset()
    since: int = 0
    word: str = ""
    misses: int = 0
    read: frozenset[str] = frozenset()
    expected: bool = False
    """Whether its person was there last time and has a phone of their own: whoever comes by that name sits here."""


class Hold(NamedTuple):
    """A device that is passed round in somebody's hands: the seat (`NO_SEAT` for an owner who has none), the number
    drawn when it was last passed on ("" in older logs), and whether what is theirs waits for their word."""

    seat: int
    number: str
    shut: bool = False
    shows_choice: bool = False
    """Whether the device's owner has asked to see what they chose on it, which everybody was told."""


class Line(NamedTuple):
    """A line of the public log: who (a seat, `NO_SEAT` for a host without one), what, at which move, when."""

    number: int
    seat: int
    text: Text
    at: int


class Notice(NamedTuple):
    """What a device shows until its owner has put it away: who did it (a seat, or `NO_SEAT`, and what that one was
    called), in which words, at which move and when the last time, and how often. `device` is the one it was done on,
    which need not be told; "" where that one is passed round, since whoever holds it next has to know, too. `deal`:
    the table's by then."""

    number: int
    seat: int
    name: str
    text: Text
    at: int
    device: str
    times: int = 1
    deal: int = 0


class Ticket(NamedTuple):
    """What moves a seat to another phone, or hosting (`NO_SEAT`), `until` when (ms). `phone` says as which of the
    table's `phones` the seat counts then, `None` where nobody knows. `own`: it was made on the device of its own seat,
    for whoever made it to show: with it, a host or anybody else would move that seat in its player's name."""

    seat: int
    until: int
    phone: int | None = None
    own: bool = False


class Wish(NamedTuple):
    """That a seat should host: whose wish it is, by which move and when."""

    seat: int
    by: int
    number: int
    at: int


class Moment(NamedTuple):
    """What the app sees just now and no replay could: which devices are here, when a host's was here last (ms; at
    `now` while one is, and where that cannot be known), and who asks to be let in."""

    now: int
    host_last_here: int
    here: frozenset[str] = frozenset()
    asks: tuple[Ask, ...] = ()


NOBODY_KNOWS = Moment(0, 0)
"""The moment of whoever cannot know it: nobody counts as away."""


class Drawn(NamedTuple):
    """What a form says it was drawn from: the version as everybody knows it, and how often since then its own device
    has chosen otherwise in secret, which nobody else's form says: a phone that changes hands makes a move of it."""

    known: int
    own: int = 0

    @classmethod
    def read(cls, text: str) -> Drawn:
        """From what was sent; 0, which is always old, for what is none."""
        return cls(*map(number_sent, text.split(".", 1)))

    def __str__(self) -> str:
        return f"{self.known}.{self.own}" if self.own else str(self.known)


class Past(NamedTuple):
    """A state of the running game, the move, the seat and the log line that made it, and the state before. `undoable`
    is what its kind of move says, unless something was rolled; `drew`, whether chance had a part in it."""

    state: Any
    move: int
    seat: int
    line: Text | None
    undoable: bool
    before: Past | None
    drew: bool = False

    @property
    def may_go_back(self) -> bool:
        """Whether it can be taken back: never the deal, nor what may have shown something hidden. Asked where the table
        offers it or somebody asks for it, and never in a replay: what was taken back once stays so."""
        before = self.before
        if before is None or not self.undoable:
            return False
        return not turned_up(before.state, self.state, self.seat, drew=self.drew)


@dataclass(frozen=True)
class Play:
    """The game now on the table: its seats in clockwise order, where it stands, and what was taken back."""

    game: str
    seats: tuple[int, ...]
    now: Past
    undone: tuple[Past, ...] = ()
    held: bool = False
    """Begun under rules that would replay it differently today: the table says so, and the game can only be ended."""
    began: int = 0
    """How many moves of games there were before it at its table."""
    by: Mapping[str, int] = field(default_factory=dict)
    """By device, how many of its moves were made there while it did not host."""
    dealt: tuple[int, ...] = ()
    """The seats in the order in which it began, once they sit otherwise: what it gave people then stays theirs."""


@dataclass(frozen=True)
class Finished:
    """A game of this evening that is over. `counted` is the state it ended in where it has a score sheet to read."""

    game: str
    seats: tuple[int, ...]
    result: Result
    counted: Any = None


@dataclass(frozen=True)
class Table:
    """One evening. `seats` are in clockwise order; `phase_at` is the last move that moved the phase: a button drawn
    before it is stale. `drawn` and `ticks` belong to the set-up now on the table, `deal` counts the games started."""

    code: str
    version: int = 0
    unseen: tuple[tuple[int, str], ...] = ()
    """The moves that nobody can know of but the device they were made on, with that: another choice in secret."""
    phase_at: int = 0
    at: int = 0
    """When its last move was made, in ms since 1970."""
    hosts: tuple[str, ...] = ()
    seats: tuple[Seat, ...] = ()
    made: int = 0
    """How many seats there ever were, which is the number of the newest."""
    game: str = GAMES[0].key
    stage: str = "lobby"
    practice: bool = False
    options: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    drawn: Mapping[str, str] = field(default_factory=dict)
    drawn_for_seats: Mapping[str, tuple[int, ...] | frozenset[int]] = field(default_factory=dict)
    """By draw that goes by where people sit, the seats it was made for; by draw of the app that names somebody, those
    seats in no order. None in older evenings, where it was whoever's sat there by then."""
    ticks: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    shared_out: bool = False
    laid: bool = False
    """Whether the box was set up before the app was asked, which is only to be told what lies on the table."""
    taken_out: tuple[object, ...] = ()
    """What the game that was started last took out of the box, as `out_of_the_box` told it."""
    broken_off: str = ""
    """The game that was last ended before it was over, until another is started: to start it again is a new deal."""
    play: Play | None = None
    deal: int = 0
    evening: tuple[Finished, ...] = ()
    told: tuple[Line, ...] = ()
    notices: tuple[Notice, ...] = ()
    passed_to: Mapping[str, int] = field(default_factory=dict)
    """By device that is in somebody else's hands than its owner's, the seat in whose hands."""
    holds: Mapping[str, Hold] = field(default_factory=dict)
    """By device, the last time it was passed on, also back to its owner."""
    hands: Mapping[str, int] = field(default_factory=dict)
    """By device that had a seat or was passed on, the move by which it last came to speak for somebody else, whichever
    way, as all moves are `counted`."""
    acted: Mapping[str, int] = field(default_factory=dict)
    """By device, the last move that a button made there, of those everybody knows of, as they are `counted`."""
    pressed: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """By device and kind, the last move made there of which nobody else may know what it says."""
    tickets: Mapping[str, Ticket] = field(default_factory=dict)
    """By what is typed; also those that are over, until another is made."""
    claims: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """As older evenings have them; see `wishes`."""
    wishes: tuple[Wish, ...] = ()
    dealt_in: tuple[int, ...] = ()
    """The seats with a device of their own when a game was last started: who may choose a host when all are away."""
    phones: Mapping[int, int] = field(default_factory=dict)
    """By seat, which phone it was dealt in on when a host last started a game, told by a seat that plays there, its
    owner's if that one does. What is done to a seat since makes no phone more: taken in or moved by somebody else it
    counts as theirs. Empty in older evenings."""
    hosted_at: int = 0
    """When a host's device made its last move: then at least it was here, by whichever process."""
    shut: bool = False
    """Whether a host has shut the door before the game."""
    letting: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    """By the device that asks, the seats that let it in while the host is away, and when each did."""
    turned_away: frozenset[str] = frozenset()
    """Devices that a host has not let in, until the table is in the lobby again."""
    lost: Mapping[str, int] = field(default_factory=dict)
    """By device, the seat that was its own and is on another one now."""
    coming: frozenset[str] = frozenset()
    """Devices that were given a new token with a ticket and have not been seen by it since: its answer may be lost."""
    aside: int = 0
    """How many of its moves were about seats and the lobby."""
    asides: Mapping[str, int] = field(default_factory=dict)
    owns: Mapping[str, int] = field(default_factory=dict)
    """By device, how many of these it made while it did not host; how many by which people get at what is theirs."""
    unreplayable: bool = False
    """Whether a move of its log could not be replayed, which is told once."""
    luck: Hidden[str] | None = None
    """What every draw of this set-up and its game follows from, shuffled by whoever draws first. `None` before that,
    and for a game that began when there was none."""

    @property
    def of_games(self) -> int:
        """How many of its moves were made in games."""
        return self.version - self.aside - sum(self.owns.values())

    @property
    def the_game(self) -> Game:
        """The game chosen for this table."""
        return find_game(self.game) or GAMES[0]

    @property
    def names(self) -> dict[int, str]:
        """By seat, what its person is called."""
        return {seat.number: seat.name for seat in self.seats}

    def seat(self, number: int) -> Seat | None:
        """The seat of that number, or `None` when there is none (any more)."""
        for seat in self.seats:  # asked for some ten times a move, and in a replay a generator each time would tell
            if seat.number == number:
                return seat
        return None

    def expected(self, name: str) -> Seat | None:
        """The seat on no device yet that is kept for whoever goes by that name."""
        return next((s for s in self.seats if s.expected and not s.device and folded(s.name) == folded(name)), None)

    def changed(self, seat: Seat) -> Table:
        """With this seat in place of the one of its number."""
        return replace(self, seats=tuple(seat if other.number == seat.number else other for other in self.seats))

    def own_seat(self, device: str) -> Seat | None:
        """The seat of the person this device belongs to."""
        for seat in self.seats:
            if seat.device == device and not seat.passed and device:
                return seat
        return None

    def seats_of(self, device: str) -> tuple[Seat, ...]:
        """The seats this device speaks for: its owner's, and those it is passed round for."""
        return tuple([seat for seat in self.seats if seat.device == device and device])

    def passed_seats(self, device: str) -> tuple[Seat, ...]:
        """The seats this phone is passed round for."""
        return tuple([seat for seat in self.seats_of(device) if seat.passed])

    def is_own(self, seat: Seat, device: str) -> bool:
        """Whether whoever has this phone decides about that seat: its owner about all that it speaks for, whoever it
        was passed to about their own alone, and not about those of its owner or of others it serves."""
        return seat in self.seats_of(device) and (device not in self.passed_to or seat == self.speaks_for(device))

    def speaks_for(self, device: str) -> Seat | None:
        """Who holds this phone just now: somebody it was passed to, else its owner, else nobody."""
        if device in self.passed_to:
            holder = self.seat(self.passed_to[device])
            if holder is not None and holder.device == device:
                return holder
        return self.own_seat(device)

    @property
    def door_open(self) -> bool:
        """Whether whoever comes may sit down: before a game, unless a host has shut the door, and never in a
        practice game."""
        return self.play is None and not self.shut and not self.practice

    @property
    def is_pretend(self) -> bool:
        """Whether nobody is real here but whoever tries it out: every other seat is on a device that no browser is."""
        return self.practice and all(
            seat.device == f"{PRETEND}{seat.number}" or (seat.device in self.hosts and not seat.passed)
            for seat in self.seats
        )

    @property
    def choosers(self) -> frozenset[int]:
        """The seats that may choose a host when every host is away: dealt in by one, on a device of their own."""
        own = [seat.number for seat in self.seats if not seat.passed and seat.device not in self.hosts]
        return frozenset(n for n in own if self.phones.get(n, n) == n) & frozenset(self.dealt_in)

    def phone(self, device: str) -> int:
        """As which of the `phones` that device counts: its owner's, else the lowest of whom it speaks for; `NO_SEAT`
        for none."""
        owner = self.own_seat(device)
        counted = [self.phones[seat.number] for seat in self.seats_of(device) if seat.number in self.phones]
        return self.phones.get(owner.number, NO_SEAT) if owner is not None else min(counted, default=NO_SEAT)

    def closed(self, devices: Iterable[str]) -> Table:
        """With the seats closed that these devices are passed round for: they are on nobody's device."""
        gone = {seat.number for device in devices for seat in self.passed_seats(device)}
        if not gone:
            return self
        seats = [
            replace(seat, device="", reading=frozenset(), opened=seat.opened | seat.reading)
            if seat.number in gone
            else seat
            for seat in self.seats
        ]
        passed_to = {device: number for device, number in self.passed_to.items() if number not in gone}
        return replace(self, seats=tuple(seats), passed_to=passed_to)

    def hold(self, device: str) -> Hold:
        """The hold that device is in; one without a number where nobody ever passed it on. Whoever came to it by any
        other way than being passed it, such as a ticket or a new deal, types their word, if they have one."""
        holder = self.speaks_for(device)
        number = holder.number if holder is not None else NO_SEAT
        held = self.holds.get(device)
        if held is not None and held.seat == number:
            return held
        return Hold(number, held.number if held else "", shut=holder is not None and bool(holder.word))

    def in_hands(self, device: str) -> str:
        """The number that every form of that device is drawn with, another one each time it changes hands and never
        one that it had before; "" until it first does."""
        held, changed = self.holds.get(device), self.hands.get(device)
        return f"{held.number if held is not None else ''}{changed or ''}"

    def handed(self, before: Table) -> Table:
        """With the devices noted that speak for somebody else now than `before`, one move ago."""
        devices = {*self.hands, *self.passed_to, *(seat.device for seat in before.seats)}
        now = {device: self.known for device in devices if _other(self, before, device)}
        return replace(self, hands={**self.hands, **now}) if now else self

    @property
    def known(self) -> int:
        """The table's version as everybody knows it."""
        return self.counted(self.version)

    def counted(self, number: int) -> int:
        """How the table's moves are counted for all eyes: without those that others cannot know of. Whoever made them
        sees no other numbers: who holds that device next would know of them."""
        return number - bisect_right(self.unseen, number, key=itemgetter(0))

    def number_of(self, counted: int) -> int:
        """The move that is counted so, the inverse of `counted`."""
        for missed, _ in self.unseen:
            counted += missed <= counted
        return counted

    def drawn_for(self, device: str) -> Drawn:
        """What the forms of that device ("" for a stranger's) say they are drawn from just now."""
        last = self.number_of(self.known)
        return Drawn(self.known, sum(number > last and by == device for number, by in self.unseen))

    def drawn_at(self, device: str, drawn: Drawn) -> int:
        """The version that a form of that device was drawn from, by what it says of it; what others have chosen
        otherwise meanwhile makes no form old."""
        known, at = self.number_of(drawn.known), min(self.number_of(drawn.known + 1) - 1, self.version)
        own = [number for number, by in self.unseen if known < number <= at and by == device]
        return own[drawn.own] - 1 if drawn.own < len(own) else at

    def taken_on(self, device: str) -> str:
        """By what a page on that device knows that the button pressed there was taken: it grows with each move made so,
        also with one that nobody else can know of, which whoever has the device next is not told. It is as long
        however many there were of these."""
        since = max(self.acted.get(device, 0), self.hands.get(device, 0))
        last = self.number_of(since)
        return f"{since}.{sum(number > last and by == device for number, by in self.unseen):04}"

    @property
    def ends_unseen(self) -> bool:
        """Whether only the device that made the last move can know of it."""
        return bool(self.unseen) and self.unseen[-1][0] == self.version

    def is_host(self, device: str) -> bool:
        """Whether this device may do what hosts may do; never while it is passed to somebody else."""
        return device in self.hosts and device not in self.passed_to

    def noticed(self, new: Notice) -> Table:
        """With that notice, the latest last. The same words are one notice, which counts how often they were said, or
        of how many. Nothing else bounds them, so no number of other moves pushes one out."""
        if new.text.plural is not None:
            of_kind = (old for old in self.notices if (old.seat, old.text.plural) == (new.seat, new.text.plural))
            if (before := next(of_kind, None)) is not None:
                n = before.text.n + new.text.n
                text = replace(new.text, n=n, values={**new.text.values, "n": n})
                device = new.device if before.device == new.device else ""
                others = tuple(old for old in self.notices if old is not before)
                return replace(self, notices=(*others, new._replace(text=text, device=device)))
        same = next((old for old in self.notices if (old.seat, old.text) == (new.seat, new.text)), None)
        if same is not None:
            device = new.device if same.device == new.device else ""
            new = new._replace(device=device, times=same.times + 1)
        return replace(self, notices=(*(old for old in self.notices if old is not same), new))

    def belongs(self, device: str) -> bool:
        """Whether this device hosts, or speaks for anybody here."""
        return device in self.hosts or bool(self.seats_of(device))

    @property
    def playing(self) -> tuple[Seat, ...]:
        """Who is in: the seats of the running game, else everybody who does not sit out."""
        if self.play is not None:
            return tuple([seat for number in self.play.seats if (seat := self.seat(number)) is not None])
        return tuple([seat for seat in self.seats if not seat.out])

    @property
    def players(self) -> tuple[Player, ...]:
        """`playing` as the games know them."""
        return tuple([Player(seat.number, seat.name, BADGES[seat.badge]) for seat in self.playing])

    @property
    def dealt(self) -> tuple[Player, ...]:
        """`players` in the order in which the game began."""
        began = self.play.dealt if self.play is not None else ()
        return tuple(sorted(self.players, key=lambda player: began.index(player.seat))) if began else self.players

    @property
    def luck_here(self) -> str:
        """The luck of the game chosen, for `Chance`: another game's draws tell nothing about it. "" without any."""
        return f"{self.luck.opened()}/{self.game}" if self.luck is not None else ""

    def chosen(self, game: Game) -> dict[str, str]:
        """Every option of a game with the value this table plays."""
        made = self.options.get(game.key, {})
        return {option.key: made.get(option.key, option.choices[0][0]) for option in game.options}

    @property
    def drawn_for_others(self) -> frozenset[str]:
        """The draws that were made for others, or for people who sat otherwise: they say nothing of who is in now."""
        now = tuple([seat.number for seat in self.playing])
        here = (now, frozenset(now))
        return frozenset(key for key in self.drawn if self.drawn_for_seats.get(key, now) not in here)

    @property
    def drawn_here(self) -> dict[str, str]:
        """What lies drawn for who is in now, as they sit."""
        others = self.drawn_for_others
        return {key: value for key, value in self.drawn.items() if key not in others}

    def with_drawn(self, draw: Draw, value: str, *, for_seats: bool, for_who: bool) -> Table:
        """With that drawn, and nobody else's where it goes by where people sit, or by who plays: else somebody who sits
        out and comes back leaves what was drawn in between, and the first draw is lost. Not in older evenings."""
        who = tuple([seat.number for seat in self.playing])
        now: dict[str, tuple[int, ...] | frozenset[int]] = {}
        if draw.placed and for_seats:
            now = {draw.key: who}
        elif draw.names and for_who:
            now = {draw.key: frozenset(who)}
        other = {key: seats for key, seats in self.drawn_for_seats.items() if key != draw.key}
        return replace(self, drawn={**self.drawn, draw.key: value}, drawn_for_seats={**other, **now})

    def short_of(self) -> int:
        """How many players are missing (positive) or too many (negative) for the chosen game."""
        low, high = self.the_game.players
        n = len(self.playing)
        return low - n if n < low else min(high - n, 0)

    @property
    def lies(self) -> str:
        """The game that was played last and lies there as it ended; "" while one runs, and before the first."""
        if self.play is not None or not self.deal:
            return ""
        return self.broken_off or (self.evening[-1].game if self.evening else "")

    def plan(self) -> Plan | None:
        """The set-up for who is in now, or `None` while the count does not fit the game. Where the same game lies there
        it begins with collecting it; where it was set up otherwise, with putting it back."""
        if self.short_of():
            return None
        chosen = tuple(sorted(self.chosen(self.the_game).items()))
        plan = _planned(self.the_game.plan, self.players, chosen, tuple(sorted(self.drawn_here.items())))
        if plan.collect is None or self.lies != self.the_game.key:
            return plan
        first = plan.collect if self.lies_as_needed else _put_back(plan)
        return replace(plan, steps=(first, *plan.steps))

    def out_of_the_box(self) -> tuple[object, ...]:
        """What the chosen game takes out of the box for who is in now, and what it leaves there."""
        chosen = tuple(sorted(self.chosen(self.the_game).items()))
        plan = _planned(self.the_game.plan, self.players, chosen, ())
        return self.game, len(self.players), plan.on_table, plan.in_box

    @property
    def lies_as_needed(self) -> bool:
        """Whether the game started last took out just what this set-up needs, so that what lies there may stay."""
        return not self.short_of() and self.taken_out == self.out_of_the_box()

    def until(self) -> int | None:
        """When the clock ends the phase of the running game, in ms since 1970; `None` where it does not."""
        return None if self.play is None or self.play.held else self.the_game.until(self.play.now.state)

    def result(self) -> Result | None:
        """How the running game ended, or `None` while it runs."""
        return None if self.play is None or self.play.held else self.the_game.result(self.play.now.state)

    def finished(self) -> tuple[Finished, ...]:
        """The games of this evening that are over, the one still on the table among them where it is."""
        running, result = self.play, self.result()
        if running is None or result is None:
            return self.evening
        counted = running.now.state if self.the_game.share else None
        return (*self.evening, Finished(running.game, running.seats, result, counted))


def _other(one: Table, two: Table, device: str) -> bool:
    """Whether they say otherwise whom that device speaks for."""
    seat, other = one.speaks_for(device), two.speaks_for(device)
    return (seat and seat.number) != (other and other.number)


@lru_cache(maxsize=64)
def _planned(
    plan: Callable[..., Plan],
    players: tuple[Player, ...],
    chosen: tuple[tuple[str, str], ...],
    drawn: tuple[tuple[str, str], ...],
) -> Plan:
    """A plan is asked for with every tick, by every phone; it follows from these alone."""
    return plan(players, dict(chosen), dict(drawn))


def _put_back(plan: Plan) -> Step:
    """The first step where the last game was set up for another count, or otherwise: then nothing lies as needed."""
    why = say("Last time this game was set up differently. Each step that follows starts with everything in the box.")
    return Step("collect", say("Put everything back in the box"), (), why, plan.steps[0].source, BOX, alone=False)


@dataclass
class TableAct(Act):
    """An act together with the device it came from, and the number it will have in the log."""

    device: str = ""
    number: int = 0
    seats: tuple[Seat, ...] = ()
    """All seats of the table, as they were before this act."""

    phones: Mapping[int, int] = field(default_factory=dict)
    """As at the table."""

    def phone_of(self, seat: int) -> int:
        device = self.device if seat == self.seat else ""
        return counted_phone(self.seats, self.phones, seat, device)


def counted_phone(seats: Sequence[Seat], phones: Mapping[int, int], number: int, device: str = "") -> int:
    """As which of the table's `phones` a seat counts, or whoever holds `device` where no seat was dealt in there."""
    devices = [device] if device else [each.device for each in seats if each.number == number]
    if number in phones:
        return phones[number] if any(each.number == number and each.device for each in seats) else NO_SEAT
    spoken_for = [each.number for each in seats if each.device and each.device in devices]
    if phones:
        spoken_for = [phones[each] for each in spoken_for if each in phones]
    return min(spoken_for, default=NO_SEAT)
