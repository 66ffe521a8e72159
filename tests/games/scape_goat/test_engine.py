"""The app beside an engine that knows only the cardboard: thousands of turns, and never two opinions."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.chance import Chance
from companion.game import BADGES, Act, Move, Player, Refused, Viewer
from companion.games.scape_goat import GAME, moves, rules
from companion.games.scape_goat.state import State
from companion.games.scape_goat.view import look
from tests.games.scape_goat.box import PEOPLE, PLACES, Box, word

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn")
TURNS = 90


class Beside:
    """A game in the app and the same one in cardboard, kept in step."""

    def __init__(self, players: int, seed: int) -> None:
        self.dice = random.Random(f"{players}-{seed}")
        self.box = Box(players, self.dice)
        self.goat = self.dice.randrange(players)
        decoy = self.dice.choice([seat for seat in range(players) if seat != self.goat])
        self.during = self.dice.random() < 0.5
        people = [Player(seat, NAMES[seat], BADGES[seat]) for seat in range(players)]
        options = {"cops": "during" if self.during else "begin"}
        tape = [self.goat, decoy - (decoy > self.goat)]
        drawn = {"tokens": self.box.order, "line": "spy-trade-stash"}
        self.state: State = GAME.start(people, options, drawn, Chance(tape))
        self.state = self.played(self.box.turn, moves.Track(seat=self.box.turn))
        self.met: Counter[str] = Counter()

    def played(self, seat: int, move: Move, host: bool = False) -> State:
        after: State = GAME.play(self.state, Act(seat, move, Chance(), 0, host))
        return after

    def does(self, seat: int, move: Move, host: bool = False) -> None:
        self.state = self.played(seat, move, host)

    def refuses(self, seat: int, *tried: Move) -> None:
        for move in tried:
            with pytest.raises(Refused):
                self.played(seat, move)

    def agrees(self) -> None:
        """What stands where, who holds what and whose turn it is, told alike by both, on every screen."""
        box, seats = self.box, range(self.box.players)
        for viewer in (*seats, None):
            seen = look(self.state, Viewer(viewer))
            turn = seen["turn"]
            assert turn["whose"] == box.turn
            assert turn["flipped"] == box.turned_over
            assert turn["left"] == box.on_prepare
            assert [one["milk"] for one in seen["players"]] == [box.tokens[seat] for seat in seats]
            assert [one["place"] for one in seen["players"]] == [box.stands[seat] for seat in seats]

    def opposite_may_go(self, moved: bool, attempted: bool = False) -> None:
        """With six the player opposite may go to the cops, before the player token moves or all turn long, though never
        once a frame attempt was called (ruling 13)."""
        box = self.box
        may = (box.turn + 3) % 6 if box.players == 6 and (not moved or (self.during and not attempted)) else None
        assert look(self.state, Viewer())["cops_now"] == may
        for seat in set(range(box.players)) - {may, box.turn}:
            self.refuses(seat, moves.Cops())
        if may is not None and self.dice.random() < 0.02:
            self.met["cops out of turn"] += 1
            self.to_the_cops(may)

    def to_the_cops(self, seat: int, way: Move | None = None) -> None:
        self.does(seat, way or moves.Cops())
        assert self.state.call is not None
        other = (seat + 1) % self.box.players
        self.does(other, moves.Agree(number=self.state.call.number))
        self.over(framed=None)

    def over(self, framed: int | None) -> None:
        """The game is over, with the right winners: with the cops the scapegoat, else whoever framed or was not it."""
        result = GAME.result(self.state)
        assert result is not None
        alone = framed != self.goat
        assert result.won == {seat for seat in range(self.box.players) if (seat == self.goat) == alone}
        assert [honour.seats for honour in result.honours] == [(self.goat,)]

    def attempt(self) -> None:
        """A frame attempt by whoever's turn it is, sometimes with somebody away, sometimes called off first."""
        box, caller = self.box, self.box.turn
        assert self.state.call is not None
        assert (self.state.call.kind, self.state.call.by) == ("frame", caller)
        self.refuses(caller, moves.Next(), moves.Go(to="spy"))
        against = self.dice.choice([self.goat, self.dice.randrange(box.players)])
        if self.dice.random() < 0.3:
            box.conspire(against)
        cards = dict(enumerate(box.reveals(PEOPLE[against])))
        away = self.dice.randrange(box.players) if self.dice.random() < 0.25 else None
        if away is not None:
            self.met["somebody away"] += 1
            del cards[away]
            host = next(seat for seat in range(box.players) if seat != away)
            self.does(host, moves.LeaveOut(number=self.state.call.number, seat=away), host=True)
        in_order = list(cards)
        self.dice.shuffle(in_order)
        number = self.state.call.number
        for seat in in_order:
            assert self.state.shown is None
            self.does(seat, moves.Card(number=number, card=word(cards[seat])))
        assert self.state.shown is not None
        assert self.state.shown.slip is None
        framed = box.framed(cards)
        assert self.state.shown.framed == framed
        if framed is not None:
            self.met["framed" if framed == self.goat else "framed somebody else"] += 1
            self.over(framed)
            return
        self.met["failed"] += 1
        for seat in range(box.players):
            self.refuses(seat, moves.Frame())

    def take_turn(self) -> None:
        box = self.box
        self.agrees()
        assert [place["to"] for place in look(self.state, Viewer(box.turn))["turn"]["places"]] == box.may_go()
        self.refuses(box.turn, moves.Next(), moves.Go(to=box.stands[box.turn]), moves.Frame(), moves.Steal(seat=0))
        self.opposite_may_go(moved=False)
        if self.state.ending is not None:
            return
        place = self.dice.choice([p for p in box.may_go() if p != "cops" or self.dice.random() < 0.04])
        if place == "cops":
            self.met["cops"] += 1
            self.to_the_cops(box.turn, moves.Go(to="cops"))
            return
        if self.dice.random() < 0.05:  # on the way to the cops, and back again
            self.does(box.turn, moves.Go(to="cops"))
            assert self.state.call is not None
            self.does(box.turn, moves.Cancel(number=self.state.call.number))
            self.agrees()
        self.does(box.turn, moves.Go(to=place))
        action = box.go(place)
        self.met[action] += 1
        if action == "frame":
            self.attempt()
        elif action == "steal":
            self.refuses(box.turn, moves.Next(), moves.Frame(), moves.Steal(seat=box.turn))
            self.refuses(box.turn, *(moves.Steal(seat=seat) for seat in range(box.players) if not box.tokens[seat]))
            assert look(self.state, Viewer(box.turn))["turn"]["steal_from"] == tuple(box.holders())
            seat = self.dice.choice(box.holders())
            self.does(box.turn, moves.Steal(seat=seat))
            box.steal(seat)
        elif action == "trade":
            box.trade(self.dice.choice([seat for seat in range(box.players) if seat != box.turn]))
        elif action == "stash":
            box.take_from_stash()
        if self.state.ending is not None:
            return
        self.agrees()
        self.opposite_may_go(moved=True, attempted=action == "frame")
        if self.state.ending is not None:
            return
        self.refuses(box.turn, moves.Frame(), *(moves.Go(to=place) for place in PLACES))
        hand = [rules.words_of(word(card)) for card in box.hands[box.turn]]
        due = rules.must_swap(hand, PEOPLE[box.turn]) or tuple(hand)
        assert sorted(map(tuple, due)) == sorted(rules.words_of(word(card)) for card in box.owed())
        box.swap()
        self.does(box.turn, moves.Next())
        box.next()


def evenings(players: int, games: int) -> Counter[str]:
    met: Counter[str] = Counter()
    for seed in range(games):
        beside = Beside(players, seed)
        for _ in range(TURNS):
            beside.take_turn()
            if beside.state.ending is not None:
                break
        met += beside.met
    return met


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_app_and_the_cardboard_never_disagree(players: int) -> None:
    met = evenings(players, 40)
    wanted = {"cops", "frame", "steal", "prepare", "failed", "framed", "somebody away", "spy", "trade", "stash"}
    assert wanted <= set(met), "the games met everything there is to disagree about"


if __name__ == "__main__":
    import sys

    for count in (3, 4, 5, 6):
        print(count, dict(evenings(count, int(sys.argv[1]))))
