"""Scape Goat played with the cardboard alone: an engine written from the rulebook, for the app to be held against.

It knows nothing of the app: its deck, its turns and who is framed come from the rules as people read them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

PEOPLE = ("blue", "red", "yellow", "green", "orange", "purple")
DECKS = {
    3: "b b b r r r y y y - - - -",
    4: "b b b r r r y y y g g g br yg -",
    5: "b b b r r r y y y g g g o o o br yg by go ro - -",
    6: "b b b r r r y y y g g g o o o p p p br yg by go rp op *",
}
"""The evidence for each number of players, by initials; a dash is a bystander, a star has every colour."""
FULL = dict(zip("brygop", PEOPLE, strict=True))
PLACES = ("prepare", "spy", "trade", "stash", "cops")


def shows(card: str, colour: str) -> bool:
    return card == "*" or colour[0] in card


def word(card: str) -> str:
    """What the app calls such a card."""
    return {"-": "grey", "*": "rainbow"}.get(card) or "-".join(FULL[initial] for initial in card)


@dataclass
class Box:
    """One game on one table: hands, tokens, locations."""

    players: int
    dice: random.Random
    order: str = ""
    hands: list[list[str]] = field(default_factory=list)
    beside: dict[str, str] = field(default_factory=dict)
    stash: list[str] = field(default_factory=list)
    stands: dict[int, str] = field(default_factory=dict)
    tokens: dict[int, int] = field(default_factory=dict)
    on_prepare: int = 2
    turn: int = 0

    def __post_init__(self) -> None:
        cards = DECKS[self.players].split()
        self.dice.shuffle(cards)
        line = PLACES[:4]
        self.beside = {place: cards.pop() for place in line}
        self.stash = [cards.pop() for _ in range(3)]
        each = len(cards) // self.players
        assert each * self.players == len(cards), "none is left over"
        self.hands = [[cards.pop() for _ in range(each)] for _ in range(self.players)]
        placing = list(range(self.players))
        self.dice.shuffle(placing)
        self.order = "".join(PEOPLE[seat][0] for seat in placing)
        self.stands = {seat: line[at % 4] for at, seat in enumerate(placing)}
        self.tokens = dict.fromkeys(range(self.players), 0)
        self.turn = placing[0]

    @property
    def turned_over(self) -> bool:
        return self.on_prepare == 0

    def may_go(self) -> list[str]:
        return [place for place in PLACES if place != self.stands[self.turn]]

    def go(self, place: str) -> str:
        """The player token moves; what that calls for: "frame", "steal", "prepare", or the place itself."""
        assert place in self.may_go()
        self.stands[self.turn] = place
        if place == "prepare" and self.turned_over:
            return "frame" if self.tokens[self.turn] else "steal"
        if place == "prepare":
            self.on_prepare -= 1
            self.tokens[self.turn] += 1
        return place

    def holders(self) -> list[int]:
        return [seat for seat, held in self.tokens.items() if held and seat != self.turn]

    def steal(self, seat: int) -> None:
        self.tokens[seat] -= 1
        self.tokens[self.turn] += 1

    def trade(self, other: int) -> None:
        mine, theirs = (self.dice.randrange(len(self.hands[seat])) for seat in (self.turn, other))
        hand, its = self.hands[self.turn], self.hands[other]
        hand[mine], its[theirs] = its[theirs], hand[mine]

    def take_from_stash(self) -> None:
        at, hand = self.dice.randrange(3), self.hands[self.turn]
        hand.append(self.stash[at])
        self.stash[at] = hand.pop(self.dice.randrange(len(hand)))

    def owed(self) -> list[str]:
        """Of which cards one has to be swapped: all with the own colour, else the whole hand."""
        hand = self.hands[self.turn]
        return [card for card in hand if shows(card, PEOPLE[self.turn])] or list(hand)

    def swap(self) -> None:
        place, hand = self.stands[self.turn], self.hands[self.turn]
        card = self.dice.choice(self.owed())
        hand.remove(card)
        hand.append(self.beside[place])
        self.beside[place] = card

    def next(self) -> None:
        self.turn = (self.turn + 1) % self.players

    def conspire(self, against: int) -> None:
        """Everybody else comes to hold a card with that player's colour, however long that took at the table."""
        pool = [*(card for hand in self.hands for card in hand), *self.stash, *self.beside.values()]
        each, colour = len(self.hands[0]), PEOPLE[against]
        self.dice.shuffle(pool)
        fitting = [card for card in pool if shows(card, colour)]
        for seat in range(self.players):
            self.hands[seat] = [fitting.pop()] if seat != against else []
            for card in self.hands[seat]:
                pool.remove(card)
        for hand in self.hands:
            hand += [pool.pop() for _ in range(each - len(hand))]
        self.stash = [pool.pop() for _ in range(3)]
        self.beside = {place: pool.pop() for place in self.beside}
        assert not pool

    def reveals(self, towards: str) -> Iterator[str]:
        """A card of each hand, mostly one that shows that colour."""
        for hand in self.hands:
            fitting = [card for card in hand if shows(card, towards)]
            yield self.dice.choice(fitting if fitting and self.dice.random() < 0.9 else hand)

    def framed(self, revealed: dict[int, str]) -> int | None:
        """Who is framed: the player whose colour is on the card of every other; somebody without a card shows none."""
        found = [
            seat
            for seat in range(self.players)
            if all(shows(revealed.get(other, "-"), PEOPLE[seat]) for other in range(self.players) if other != seat)
        ]
        assert len(found) <= 1, "the real cards cannot frame two"
        return found[0] if found else None
