"""The vocabulary every game is written in: players, moves, secrets, set-up steps, results, refusals.

A game is a value (`Game`) holding pure functions. Nothing here, and nothing in a game's folder, knows Flask, a
database, the clock or a source of chance other than the `Chance` it is handed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Literal, NoReturn, TypeVar

from companion.chance import Chance
from companion.move import Move as Move
from companion.refusals import NothingNew as NothingNew
from companion.refusals import NotYours as NotYours
from companion.refusals import Refused as Refused
from companion.refusals import Stale as Stale
from companion.values import replace
from companion.words import Text, Who, say

T = TypeVar("T")


class SecretTouched(TypeError):
    """Something tried to print, format, compare, copy out or serialise a `Hidden` value."""


class Hidden(Generic[T]):
    """A value and the seats that may look at it. It refuses to be printed, formatted, compared or serialised, and is no
    dataclass, since whatever turns dataclasses into JSON would look inside."""

    __slots__ = ("_value", "seats")

    def __init__(self, value: T, seats: frozenset[int]) -> None:
        self._value = value
        self.seats = seats

    def shown_to(self, viewer: Viewer) -> T | None:
        """The value for a viewer whose seat may look, who is noted to have `looked`, else `None`, without touching the
        value."""
        if viewer.seat not in self.seats or viewer.passed:
            return None
        viewer.looked.append(True)
        return self._value

    def opened(self) -> T:
        """The value itself, for the rules alone (a game's `play`): never call it on the way to a screen."""
        return self._value

    def _refuse(self, *_: object) -> NoReturn:
        raise SecretTouched("a hidden value was touched outside the one door")

    __repr__ = __str__ = __format__ = __reduce__ = __reduce_ex__ = __iter__ = __bool__ = _refuse
    __hash__ = __eq__ = _refuse


@dataclass(frozen=True)
class Badge:
    """What tells seats apart without reading names: a colour word and a shape word, both shown."""

    colour: str
    shape: str


BADGES = (
    Badge("blue", "circle"),
    Badge("red", "diamond"),
    Badge("yellow", "triangle"),
    Badge("green", "square"),
    Badge("orange", "hexagon"),
    Badge("purple", "star"),
    Badge("teal", "cross"),
    Badge("brown", "drop"),
)


@dataclass(frozen=True)
class Player:
    """Somebody in the game: the number of the seat (stable all evening), the name, the badge."""

    seat: int
    name: str | Text
    badge: Badge


@dataclass(frozen=True)
class Viewer:
    """Who looks: a seat, or `None` for the wall and for strangers. `at` is the server's time in ms since 1970. `passed`
    for a phone that is passed round: whoever holds it next would see what was chosen on it, so nothing secret shows."""

    seat: int | None = None
    host: bool = False
    at: int = 0
    passed: bool = False
    looked: list[bool] = field(default_factory=list, compare=False, repr=False)
    """One for each hidden value this viewer was shown."""


_WHOLE = re.compile(r"\s*(?P<sign>[+-]?)(?P<digits>[0-9]{1,6})\s*")


def whole_number(text: object) -> int:
    """A whole number as players type it. Spaces around it and a leading plus are fine; fractions, exponents, other
    scripts' digits, words and an empty field are refused, since zero is not empty. Raises `Refused`."""
    if isinstance(text, int) and not isinstance(text, bool):
        return text
    found = _WHOLE.fullmatch(text.replace("\u2212", "-")) if isinstance(text, str) else None
    if found is None or (found["sign"] == "-" and int(found["digits"]) == 0):
        raise Refused(say("Please type a whole number, like 4."))
    return int(found["sign"] + found["digits"])


def number_sent(text: str, digits: int = 8) -> int:
    """The whole number of at most so many digits that a browser sent; 0 for what is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else 0


def whole_between(text: object, low: int, high: int, field: str) -> int:
    """`whole_number` within `low` to `high`, both included; the refusal names the bounds and the field.
    Raises `Refused`."""
    try:
        number = whole_number(text)
    except Refused as no:
        raise Refused(no.sentence, field) from None
    if not low <= number <= high:
        raise Refused(say("This has to be between %(low)s and %(high)s.", low=low, high=high), field)
    return number


def within(low: int, high: int) -> Callable[[int | None], int | None]:
    """A step for a field of a move: its number, if there is one, has to be from `low` to `high`."""

    def checked(number: int | None) -> int | None:
        if number is not None and number < low:
            raise Refused(say("This cannot be below %(n)s.", n=low))
        if number is not None and number > high:
            raise Refused(say("This cannot be above %(n)s.", n=high))
        return number

    return checked


Whole = Annotated[int, whole_number]
MaybeWhole = Annotated[int | None, lambda typed: None if typed is None else whole_number(typed)]
Wholes = Annotated[
    tuple[int, ...], lambda typed: [whole_number(one) for one in typed] if isinstance(typed, list) else typed
]


@dataclass
class Act:
    """One move being played: who (a seat, -1 for a host without one), what, with which chance, and when (ms since
    1970, as kept in the log)."""

    seat: int
    move: Move
    chance: Chance
    at: int
    host: bool = False
    whose_phone: Who | Text | None = None
    """Whose device it was done on when that is passed round, for a sentence: its owner could act in this name."""
    told: list[Text] = field(default_factory=list)
    noticed: list[Text] = field(default_factory=list)
    new_phase: bool = False
    """Set by `play` when this very move moved the phase, as the last vote of a ballot does."""
    replayed: bool = False
    """Whether a log is read again: what was taken when it was written is not refused by a rule the game minds since."""

    def phone_of(self, seat: int) -> int:
        """What tells phones apart: a seat that was dealt in on the phone this one counts as, or a number that is no
        player's where it counts as none. Away from a table, everybody has a phone of their own."""
        return seat

    def phones_of(self, seats: Iterable[int]) -> frozenset[int]:
        """The phones these seats count as: nobody alone can speak on more than one of them."""
        return frozenset(phone for seat in seats if (phone := self.phone_of(seat)) >= 0)

    def tell(self, line: Text) -> None:
        """Add a line to the table's public log: a whole sentence, which says at `%(player)s` who acted. Never
        anything secret."""
        self.told.append(self._by_whom(line))

    def announce(self, line: Text, notice: Text | None = None) -> None:
        """`tell` what was done to somebody's seat, to who hosts or to what was dealt: it also stays on every device
        until that one's owner has put it away. A seat is a `Who` in it: the same done again is the same line, and
        is counted. Devices show `notice` instead, where there is one; of a `count` they show the sum. Never anything
        secret."""
        self.tell(line)
        self.noticed.append(self._by_whom(notice) if notice else self.told[-1])

    def note(self, line: Text) -> None:
        """`tell` what came about, whoever happened to be the last to act: a sentence that names nobody for it."""
        self.told.append(line)

    def _by_whom(self, line: Text) -> Text:
        if "%(player)s" not in line.message:
            return line
        player = Who(self.seat) if self.seat >= 0 else say("The host")
        return replace(line, values={"player": player, **line.values})


@dataclass(frozen=True)
class Now:
    """What matters at this second, for one viewer: the heading of every screen in play.

    `title` is one whole sentence; in the imperative where the viewer is `asked`. Without one the kernel says who is
    waited for. `hint` stands under it. `waiting` are the seats whose badges stand there, and vanish one by one.
    `asked` brings the page to its top, says "Your turn" in the tab and lets the phone buzz, once for each `key`, or
    for each title where there is none. `urgent` goes before a message that has not been read.
    """

    title: Text | None = None
    hint: Text | None = None
    asked: bool = False
    waiting: tuple[int, ...] = ()
    key: str = ""
    urgent: bool = False
    cancels: bool = False
    """Whether the game's own screen has a button that cancels the viewer's last move: then no Undo stands beside it."""
    said: bool = False
    """Whether the title names those who are waited for already; the kernel sets it."""


@dataclass(frozen=True)
class Message:
    """A private message: covered until held. `key` tells it from others in the same message box; `alike` stands under
    it, the same whatever it says."""

    key: str
    title: Text
    text: Text
    alike: Text | None = None


@dataclass(frozen=True)
class Draw:
    """A random part of a step. What was drawn is one short string, fit for a link."""

    key: str
    by_app: Callable[[Chance], str]
    by_hand: Callable[[Mapping[str, str]], str]
    """From the fields of the hand form (as in the game's `_hand_<key>.html`) to the string. Raises `Refused`."""
    value: str | None = None
    """What lies drawn now; `None` while nothing is, or when what was drawn does not fit these players any more."""
    free: bool = False
    """Whether any outcome is the table's to choose, so that it may be drawn until one pleases; else a draw stands."""
    optional: bool = False
    """Whether the step is complete as it is, so that it is left alone when everything is drawn at once."""
    about: tuple[str, ...] = ()
    """Fields of the hand form that say what it was drawn for, and are nothing entered."""
    starts: bool = False
    """Whether it is who starts, whom a game cannot do without: drawn by the app and told where nobody else did."""
    placed: bool = False
    """Whether it goes by where people sit, so that it is drawn or told anew for others, and once they sit otherwise."""
    names: bool = False
    """Whether it names somebody who plays: what the app draws of it is theirs alone for whom it did, in any seats."""
    in_play: bool = False
    """Whether the game itself asks for it where the set-up has not found it."""
    revealed: bool = False
    """Whether by hand cards are revealed for it, and nothing is drawn."""

    @property
    def missing(self) -> bool:
        """Whether something has to be drawn here still."""
        return self.value is None and not self.optional


BOX = ""
"""The `picture` of a step that shows the box of whatever game it is."""


@dataclass(frozen=True)
class Step:
    """One step of a set-up, with what its picture shows computed for this very table.

    `picture` names the template `<game>/_picture_<picture>.html`, which gets `shown` as its variables; `BOX`, the
    picture of the game's box.
    """

    key: str
    title: Text
    takes: tuple[Text, ...]
    """How many of what, line by line: whole sentences, which show how many as `%(n)s`."""
    why: Text
    source: Text
    picture: str
    shown: Mapping[str, Any] = field(default_factory=dict)
    draw: Draw | None = None
    note: Text | None = None
    """One thing that follows and matters, such as who starts."""
    alone: bool = True
    """Whether one person can do it while others do other steps."""
    stays: bool = False
    """Whether it is done already where the same people play again: what it puts there lies as it lay."""
    option: str = ""
    """The option that is decided in this step, which its picture then shows as choices to tap; "" for none."""
    by_start: bool = False
    """Whether starting the game does this step: it is the last one, and its button starts."""


@dataclass(frozen=True)
class Plan:
    """The whole set-up: its steps in order, and at the end what lies on the table and what is back in the box. After
    the same game, set up alike, `collect` comes first: what of it is gathered, and where it goes."""

    steps: tuple[Step, ...]
    on_table: tuple[Text, ...]
    in_box: tuple[Text, ...]
    collect: Step | None = None


@dataclass(frozen=True)
class Option:
    """A choice the table can make for a game: `choices` are (value, words), the first being the default. What few
    tables want to decide lies `folded` behind the game's `house_rules`."""

    key: str
    question: Text
    choices: tuple[tuple[str, Text], ...]
    why: Text | None = None
    folded: bool = False

    def chosen(self, options: Mapping[str, str]) -> str:
        """The value that `options` have for it, from key to value; its default where that is none of its choices."""
        value = options.get(self.key)
        return value if value in dict(self.choices) else self.choices[0][0]


@dataclass(frozen=True)
class Team:
    """Seats that win together or not at all; `name` where the game calls them something."""

    seats: tuple[int, ...]
    won: bool
    name: Text | None = None


@dataclass(frozen=True)
class Honour:
    """What a game says of seats at its end beside who won, such as that somebody was the scapegoat. The evening counts
    how often, under `name`: honours of the same words are one, also those of two games. Whoever had one twice is in
    `seats` twice."""

    name: Text
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Result:
    """How a game ended: the headline and its reasons line by line. Who won stands in one of two ways: in `places`, from
    seat to place, where a game ranks its players (ties share a place); in `teams`, where some win and others do not,
    and nobody is first or second. Neither where nobody won. `points` from seat to sum where points are counted. `own`,
    from seat to sentence, is what one's own screen says in place of whether one has won."""

    headline: Text
    reasons: tuple[Text, ...]
    places: Mapping[int, int] = field(default_factory=dict)
    points: Mapping[int, int] = field(default_factory=dict)
    teams: tuple[Team, ...] = ()
    honours: tuple[Honour, ...] = ()
    own: Mapping[int, Text] = field(default_factory=dict)

    @property
    def won(self) -> frozenset[int]:
        """The seats that won; a shared first place is won by all who share it."""
        first = [seat for seat, place in self.places.items() if place == 1]
        return frozenset(first).union(*[team.seats for team in self.teams if team.won])


@dataclass(frozen=True)
class Share:
    """What a table takes home: `text` line by line, fit for a message, and `rows` for a spreadsheet, the first naming
    the columns. Whole numbers stay numbers; words are made safe for spreadsheets where the file is written."""

    text: tuple[Text | str, ...]
    rows: tuple[tuple[Text | str | int, ...], ...]


@dataclass(frozen=True)
class Calculator:
    """A question that needs no table. `answer` gets the form's fields (name -> text, possibly none yet) and returns
    what the template `<game>/tools/<key>.html` shows as `view`; it raises `Refused`. Fields named in `sent` are secret:
    they are sent by a form and stand in no address, and who tries many waits."""

    key: str
    title: Text
    answer: Callable[[Mapping[str, str]], Any]
    sent: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question:
    """A question a player asks in the middle of a game, our answer, and where the rulebook says so. `also` has other
    words players have for it: it is searched and never shown."""

    question: Text
    answer: Text
    source: Text
    also: Text | None = None


@dataclass(frozen=True)
class Known:
    """What is known of the table that asks: how many `players` it has, `None` while that is open, and its `options`,
    which are empty away from a table."""

    players: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Lesson:
    """One card of a game in a minute: a title and up to three `lines`, true to the rules, under a picture that is the
    template `<game>/_lesson_<key>.html` and gets `shown` as its variable."""

    key: str
    title: Text
    lines: tuple[Text, ...]
    shown: Mapping[str, Any] = field(default_factory=dict)


Press = tuple[str, Mapping[str, object]]
"""What a pretend player presses: the name of a move, as in a game's `moves`, and its fields."""


# What holds for a game that says nothing of its own: the defaults of `Game`.


def nobody(view: Any) -> tuple[int, ...]:
    return ()


def no_readers(view: Any) -> Mapping[int, tuple[str, ...]]:
    return {}


def no_lessons(known: Known) -> tuple[Lesson, ...]:
    return ()


def no_questions(known: Known) -> tuple[Question, ...]:
    return ()


def own_badges(players: Sequence[Player]) -> Mapping[int, Badge]:
    return {}


def keeps_nothing(state: Any) -> Mapping[str, str]:
    return {}


def stays_seated(state: Any, seats: tuple[int, ...]) -> Any:
    raise Refused(say("The seats stay as they are while this game is running."))


def no_end(state: Any) -> int | None:
    return None


def now_by_default(view: Any, viewer: Viewer) -> Now:
    return Now()


def left_to_the_buttons(view: Any, viewer: Viewer, messages: Sequence[Message], chance: Chance) -> Press | None:
    return None


def no_messages(state: Any, viewer: Viewer) -> tuple[Message, ...]:
    return ()


@dataclass(frozen=True)
class Game:
    """A game: a value holding pure functions. `players` is the smallest and the largest count, at most as many as there
    are badges. Raises `ValueError` for more. Whoever is in a game stays in it: the table takes no seat away before it
    is over, and for somebody who is away in a secret choice there is `ballots`.

    plan(players, options, drawn) -> Plan                 options: key -> value; drawn: draw key -> string
    start(players, options, drawn, chance) -> state       players in seat order, which is clockwise
    play(state, act) -> state                             raises Refused
    look(state, viewer) -> what this viewer sees          plain values for the game's templates, never a Hidden
    awaits(view) -> seats that owe an answer just now     from what `look` answered, so never from a secret
    now(view, viewer) -> Now                              likewise, and never from the viewer's own secret choice
    readers(view) -> seat -> the keys of its messages     likewise: as far as all may know that there are any
    messages(state, viewer) -> the viewer's message box   titles may be shown to all, texts only when held
    result(state) -> Result when the game is over, else None
    until(state) -> when the clock ends the phase, in ms since 1970, where it does; from what all may see. The server
                    tells every screen at that moment, and `look` and `play` are asked with the time
    pretends(view, viewer, messages, chance) -> what a pretend player presses, as a move and its fields, where buttons
                    filled in by chance make no sense or come to no end; from what its own phone shows
    lessons(known) -> how the game is played, in a minute: five cards, by how many play and what the table chose
    questions(known) -> what players ask in the middle of it, each answered for as many and by what the table chose
    badges(players) -> seat -> the badge that it has from set-up to the end, where the game gives people colours
    reseat(state, seats) -> the same game with its seats in that order, clockwise. Raises `Refused` with why not
    keeps(state) -> options as they were chosen while playing, which hold for the next game as well
    share(state, names) -> what can be taken home; names: seat -> name; None where a game has no score sheet
    """

    key: str
    title: Text
    tagline: Text
    players: tuple[int, int]
    minutes: str
    edition: int
    plan: Callable[[Sequence[Player], Mapping[str, str], Mapping[str, str]], Plan]
    start: Callable[[Sequence[Player], Mapping[str, str], Mapping[str, str], Chance], Any]
    moves: Mapping[str, type[Move]]
    play: Callable[[Any, Act], Any]
    look: Callable[[Any, Viewer], Any]
    result: Callable[[Any], Result | None]
    hue: Literal["rust", "teal", "slate", "ochre", "plum"] = "rust"
    """The accent of its screens: one of the hues at the top of the stylesheet."""
    start_button: Text = field(default_factory=lambda: say("Start the game"))
    awaits: Callable[[Any], tuple[int, ...]] = nobody
    now: Callable[[Any, Viewer], Now] = now_by_default
    readers: Callable[[Any], Mapping[int, tuple[str, ...]]] = no_readers
    messages: Callable[[Any, Viewer], tuple[Message, ...]] = no_messages
    until: Callable[[Any], int | None] = no_end
    reseat: Callable[[Any, tuple[int, ...]], Any] = stays_seated
    pretends: Callable[[Any, Viewer, Sequence[Message], Chance], Press | None] = left_to_the_buttons
    keeps: Callable[[Any], Mapping[str, str]] = keeps_nothing
    badges: Callable[[Sequence[Player]], Mapping[int, Badge]] = own_badges
    lessons: Callable[[Known], tuple[Lesson, ...]] = no_lessons
    questions: Callable[[Known], tuple[Question, ...]] = no_questions
    share: Callable[[Any, Mapping[int, str]], Share] | None = None
    played_with: Text | None = None
    """What lies on the table instead of a box of its own, so that games of like names are told apart."""
    passed_round: bool = True
    """Whether a phone is passed to people without one; not where anybody may do everything for them."""
    options: tuple[Option, ...] = ()
    house_rules: Text = field(default_factory=lambda: say("House rules: as the rulebook"))
    """What folded options lie behind while all of them stand at their default."""
    calculators: tuple[Calculator, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.players[0] <= self.players[1] <= len(BADGES):
            raise ValueError(f"{self.key}: a table seats 1 to {len(BADGES)}, not {self.players}")

    def calculator(self, key: str) -> Calculator | None:
        """The calculator of that key, or `None`."""
        return next((c for c in self.calculators if c.key == key), None)
