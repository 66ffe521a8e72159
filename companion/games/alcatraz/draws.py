"""The draws of the set-up: by the app or from a hand form to one short string, and back to what it means.

Strings travel in a link, so rooms 1 to 12 are written a to l. The sheets as they lie row by row, "cabdefghijkl"; their
sides room by room, "sgsgsgsgsgsg"; eight guards, "abcd.aefg"; starting rooms in seat order, "bcd"; the tasks' letters,
"ace"; their rooms, "kla"; the first Scapegoat's seat, "2".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.chance import Chance
from companion.game import Player, Refused, whole_between
from companion.games.alcatraz import rules
from companion.words import Text, say

SPACES = range(12)
TASKS = 3


def letter_of(room: int) -> str:
    """The letter a room is written with in a draw: a for 1 to l for 12."""
    return "abcdefghijkl"[room - 1]


def _rooms(text: str) -> tuple[int, ...] | None:
    """The rooms of a drawn string, or `None` when a letter is none."""
    found = tuple("abcdefghijkl".find(letter) + 1 for letter in text)
    return found if all(found) else None


def read_prison(text: str) -> tuple[int, ...] | None:
    """The room on each space, row by row, or `None` unless each lies there once."""
    rooms = _rooms(text)
    return rooms if rooms is not None and sorted(rooms) == list(rules.ROOMS) else None


def read_sides(text: str) -> str | None:
    """Twelve letters s or g, room by room, or `None`."""
    return text if len(text) == len(SPACES) and set(text) <= set("sg") else None


def read_guards(text: str) -> tuple[int, ...] | None:
    """The eight rooms in the order drawn, or `None` unless each half of four holds four different ones."""
    halves = text.split(".")
    rooms = _rooms("".join(halves))
    if rooms is None or len(halves) != 2 or any(len(half) != 4 or len(set(half)) != 4 for half in halves):
        return None
    return rooms


def read_starts(text: str, players: int) -> tuple[int, ...] | None:
    """A room for each player in seat order, or `None` when there are not as many."""
    rooms = _rooms(text)
    return rooms if rooms is not None and len(rooms) == players else None


def read_letters(text: str) -> tuple[str, ...] | None:
    """Three different letters of the plan, in capitals, or `None`."""
    letters = tuple(text.upper())
    return letters if len(letters) == len(set(letters)) == TASKS and set(letters) <= set(rules.LETTERS) else None


def read_places(text: str) -> tuple[int, ...] | None:
    """Three different rooms, or `None`."""
    rooms = _rooms(text)
    return rooms if rooms is not None and len(rooms) == len(set(rooms)) == TASKS else None


def read_first(text: str, players: Sequence[Player]) -> int | None:
    """The seat of the first Scapegoat, or `None` when nobody here has it."""
    return next((player.seat for player in players if text == str(player.seat)), None)


# Draws by the app: strings, each as likely as the box would make it.


def _written(rooms: Sequence[int]) -> str:
    return "".join(letter_of(room) for room in rooms)


def draw_prison(chance: Chance) -> str:
    """All twelve sheets in any order, each as likely."""
    return _written(chance.shuffled(rules.ROOMS))


def draw_sides(chance: Chance) -> str:
    """Silver or gold for each sheet, each as likely."""
    return "".join(chance.pick("sg") for _ in SPACES)


def draw_guards(chance: Chance) -> str:
    """Four of the twelve cards, all shuffled together again, and four more."""
    return _written(chance.sample(rules.ROOMS, 4)) + "." + _written(chance.sample(rules.ROOMS, 4))


def draw_starts(players: int) -> Callable[[Chance], str]:
    """A different room for each player, by cards drawn without putting them back."""
    return lambda chance: _written(chance.sample(rules.ROOMS, players))


def draw_letters(chance: Chance) -> str:
    """Three different letters, each as likely: how often the deck has each, only the box knows."""
    return "".join(chance.sample(rules.LETTERS, TASKS)).lower()


def draw_places(chance: Chance) -> str:
    """Three different rooms."""
    return _written(chance.sample(rules.ROOMS, TASKS))


def draw_first(players: Sequence[Player]) -> Callable[[Chance], str]:
    """Any of the players."""
    return lambda chance: str(chance.pick([player.seat for player in players]))


# Draws by hand: the fields of the hand forms, to the same strings.


def _field_rooms(fields: Mapping[str, str], names: Sequence[str]) -> tuple[int, ...]:
    return tuple(whole_between(fields.get(name, ""), 1, 12, name) for name in names)


def _refuse_repeats(names: Sequence[str], values: Sequence[object], sentence: Text) -> None:
    for name, value in zip(names[1:], values[1:], strict=True):
        if value in values[: names.index(name)]:
            raise Refused(sentence, name)


def hand_prison(fields: Mapping[str, str]) -> str:
    """Fields space0 to space11: the number of the room on each space, row by row."""
    names = [f"space{space}" for space in SPACES]
    rooms = _field_rooms(fields, names)
    _refuse_repeats(names, rooms, say("This room already lies somewhere else; each sheet lies once."))
    return _written(rooms)


def hand_sides(fields: Mapping[str, str]) -> str:
    """Field all: silver or gold for every sheet, or each; then fields side1 to side12: silver or gold.
    Raises `Refused`."""
    every = fields.get("all", "each")
    if every in ("silver", "gold"):
        return every[0] * 12
    names = [f"side{room}" for room in rules.ROOMS]
    for name in names:
        if fields.get(name) not in ("silver", "gold"):
            raise Refused(say("Please say for every sheet which side is up."), name)
    return "".join(fields[name][0] for name in names)


def hand_guards(fields: Mapping[str, str]) -> str:
    """Fields guard1 to guard8: the rooms drawn, four in each round."""
    names = [f"guard{n}" for n in range(1, 9)]
    rooms = _field_rooms(fields, names)
    twice = say("The four rooms of a round are different; the cards go back only after the fourth.")
    for half in (slice(0, 4), slice(4, 8)):
        _refuse_repeats(names[half], rooms[half], twice)
    return _written(rooms[:4]) + "." + _written(rooms[4:])


def hand_starts(players: int) -> Callable[[Mapping[str, str]], str]:
    """Fields start0, start1...: a room for each player in seat order; two may share one if your cards say so."""
    names = [f"start{n}" for n in range(players)]
    return lambda fields: _written(_field_rooms(fields, names))


def hand_letters(fields: Mapping[str, str]) -> str:
    """Fields letter1 to letter3: A to F. Raises `Refused`."""
    names = [f"letter{n}" for n in range(1, TASKS + 1)]
    letters = [fields.get(name, "").strip().upper() for name in names]
    for name, letter in zip(names, letters, strict=True):
        if len(letter) != 1 or letter not in rules.LETTERS:
            raise Refused(say("Please tap a letter from A to F."), name)
    _refuse_repeats(names, letters, say("This letter is already out: put the card under the deck and draw again."))
    return "".join(letters).lower()


def hand_places(fields: Mapping[str, str]) -> str:
    """Fields place1 to place3: rooms."""
    names = [f"place{n}" for n in range(1, TASKS + 1)]
    rooms = _field_rooms(fields, names)
    _refuse_repeats(names, rooms, say("This room already has a task: draw another auxiliary card."))
    return _written(rooms)


def hand_first(players: Sequence[Player]) -> Callable[[Mapping[str, str]], str]:
    """Field first: a seat number."""

    def by_hand(fields: Mapping[str, str]) -> str:
        seat = fields.get("first", "")
        if read_first(seat, players) is None:
            raise Refused(say("Please choose one of the players."), "first")
        return seat

    return by_hand


# The whole set-up.


@dataclass(frozen=True)
class Laid:
    """A set-up as far as it is drawn; `None` is what is not."""

    prison: tuple[int, ...] | None
    sides: str | None
    guards: tuple[int, ...] | None
    starts: tuple[int, ...] | None
    letters: tuple[str, ...] | None
    places: tuple[int, ...] | None
    first: int | None


def laid(players: Sequence[Player], drawn: Mapping[str, str]) -> Laid:
    """What was drawn, as far as it can be read and fits these players."""
    return Laid(
        prison=read_prison(drawn.get("prison", "")),
        sides=read_sides(drawn.get("sides", "")),
        guards=read_guards(drawn.get("guards", "")),
        starts=read_starts(drawn.get("starts", ""), len(players)),
        letters=read_letters(drawn.get("letters", "")),
        places=read_places(drawn.get("places", "")),
        first=read_first(drawn.get("first", ""), players),
    )


def untold(found: Laid) -> tuple[str, ...]:
    """The draws nobody made or told, in the order of the set-up."""
    return tuple(key for key, value in vars(found).items() if value is None)


def complete(players: Sequence[Player], drawn: Mapping[str, str], chance: Chance) -> Laid:
    """The set-up with everything that nobody drew now drawn by the app; sheets nobody turned lie silver side up."""
    by_app: dict[str, Callable[[Chance], str]] = {
        "prison": draw_prison,
        "sides": lambda _: "s" * 12,
        "guards": draw_guards,
        "starts": draw_starts(len(players)),
        "letters": draw_letters,
        "places": draw_places,
        "first": draw_first(players),
    }
    found = laid(players, drawn)
    missing = {key: by_app[key](chance.of(key)) for key in untold(found)}
    return laid(players, {**drawn, **missing})
