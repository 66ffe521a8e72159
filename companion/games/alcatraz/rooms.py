"""The twelve rooms of the prison: their numbers, names, and what each side lets a prisoner do, in our words.

The facts are those of the rulebook's table of locations; what an icon or a card says, the box alone knows.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.words import Text, say


@dataclass(frozen=True)
class Side:
    """What a side of a sheet offers, and whether it is free of Action Points."""

    rule: Text
    is_free: bool = False


@dataclass(frozen=True)
class Room:
    """A room: its number on the sheet and on its auxiliary card, its name, its two sides."""

    number: int
    name: Text
    silver: Side
    gold: Side

    def side(self, letter: str) -> Side:
        """The side lying up: "s" for silver, "g" for gold."""
        return self.gold if letter == "g" else self.silver


def _stock(number: int, name: Text, one: Text, two: Text) -> Room:
    """A room where one kind of item is found."""
    silver = say("Take %(one)s.", one=one)
    gold = say("Pay any Item or 1 Cash: take %(two)s, or the last one if only one lies here.", two=two)
    return Room(number, name, Side(silver), Side(gold))


_ALL = (
    Room(
        1,
        say("Chapel"),
        Side(say("Choose another prisoner’s blackmail card. It is discarded.")),
        Side(say("Pay any Item or 1 Cash: take another prisoner’s blackmail card.")),
    ),
    Room(
        2,
        say("Radio Room"),
        Side(say("Move any two guards, each to any room.")),
        Side(say("Move one guard to any room."), is_free=True),
    ),
    Room(
        3,
        say("Dining Hall"),
        Side(say("Gain up to 3 Stamina.")),
        Side(say("Gain 1 Stamina."), is_free=True),
    ),
    _stock(4, say("Infirmary"), say("1 drug"), say("2 drugs")),
    Room(
        5,
        say("Exercise Yard"),
        Side(say("Pay any Item or 1 Cash: take any Item lying here."), is_free=True),
        Side(say("Pay any Item or 1 Cash: take any two Items lying here.")),
    ),
    Room(
        6,
        say("Visiting Area"),
        Side(say("Take any one Item lying here.")),
        Side(say("Pay any Item or 1 Cash: take the gun, which stands for any other Item.")),
    ),
    _stock(7, say("Work\u00adshop"), say("1 tool"), say("2 tools")),
    Room(
        8,
        say("Recrea\u00adtional Room"),
        Side(say("Gain up to 2 Cash.")),
        Side(say("Gain 1 Cash."), is_free=True),
    ),
    _stock(9, say("Cell Block"), say("1 knife"), say("2 knives")),
    _stock(10, say("Laundry Room"), say("1 set of clothes"), say("2 sets of clothes")),
    _stock(11, say("Guard’s Room"), say("1 key"), say("2 keys")),
    Room(
        12,
        say("Warden’s Office"),
        Side(say("Draw a blackmail card. Two is the most you may hold.")),
        Side(say("Pay any Item or 1 Cash: look at three blackmail cards, keep one, discard the others.")),
    ),
)

ROOMS = {room.number: room for room in _ALL}

WAY_BACK = say(
    "Drugs go to the Infirmary, tools to the Workshop, knives to the Cell Block. Clothes go to the Laundry Room, keys "
    "to the Guard’s Room. If the icons there are covered, they go to the Exercise Yard. If those are covered too, they "
    "go to the Visiting Area."
)
"""Where Items go that were used, paid or dropped [Dropping Items]."""
