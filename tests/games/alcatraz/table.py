"""A table of Alcatraz for tests: known set-up, known draws, moves played by seat."""

from __future__ import annotations

import random
from typing import Any

from companion.chance import Chance
from companion.game import BADGES, Act, Player, Viewer
from companion.games.alcatraz import moves
from companion.games.alcatraz.play import play
from companion.games.alcatraz.state import Election, State, start
from companion.games.alcatraz.view import Seen, SeenVote, look
from companion.values import replace

NAMES = ("Ana", "Ben", "Cleo", "Dov")
ANA, BEN, CLEO, DOV = range(4)
LAID = {
    # The sheets in the order of their numbers:  1  2  3 / 4  5  6 / 7  8  9 / 10 11 12
    "prison": "abcdefghijkl",
    # Two guards in rooms 1 and 2, one in 3, 4, 5 and 6.
    "guards": "abcd.abef",
    "letters": "abc",
    # Task A in room 11, B in 12, C in 1.
    "places": "kla",
    "first": "0",
}
STARTS = "ghij"
MINUTE = 60_000


class Seeded(Chance):
    """Draws from a seed, for statistics that come out the same every time."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        return self._random.randrange(n)


def players(n: int) -> tuple[Player, ...]:
    return tuple(Player(seat, NAMES[seat], BADGES[seat]) for seat in range(n))


def begun(n: int = 3, **options: str) -> State:
    """Round 1 at its actions; Ana is the Scapegoat."""
    return start(players(n), options, {**LAID, "starts": STARTS[:n]}, Chance(()))


class Played:
    """A game being played: `play(seat, kind, ...)` moves it on, keeping what was told and whether the phase moved. Read
    from the log again, each move has to come to the same."""

    def __init__(self, state: State, at: int = 0) -> None:
        self.state = state
        self.at = at
        self.told: list[str] = []
        self.new_phase = False

    def play(self, seat: int, kind: str, /, host: bool = False, draws: tuple[int, ...] = (), **fields: Any) -> Played:
        move = moves.MOVES[kind].typed(fields)
        act = Act(seat, move, Chance(draws), self.at, host)
        before, self.state = self.state, play(self.state, act)
        again = Act(seat, move, Chance(act.chance.tape), self.at, host)
        again.replayed = True
        alike = [replace(state, ballot=None) for state in (play(before, again), self.state)]  # nobody compares votes
        assert alike[0] == alike[1], "the log has it otherwise"
        self.told += [line.in_words(names=dict(enumerate(NAMES))) for line in act.told]
        self.new_phase = act.new_phase or type(move).moves_phase
        return self

    def sees(self, seat: int | None, host: bool = False) -> Seen:
        return look(self.state, Viewer(seat, host, self.at))

    def vote_before(self, seat: int | None) -> SeenVote:
        """The vote as somebody sees it; there has to be one."""
        vote = self.sees(seat).vote
        assert vote is not None
        return vote

    @property
    def last_vote(self) -> Election:
        """The vote that closed last; there has to be one."""
        assert self.state.last_vote is not None
        return self.state.last_vote

    @property
    def stays(self) -> tuple[int | None, str]:
        """Who stays behind, and what settled it; the game has to be over."""
        assert self.state.ended is not None
        return self.state.ended.stays, self.state.ended.settled

    def to_vote(self, room: int = 12) -> Played:
        """From the actions to the vote of the next round, the talk ended by the Scapegoat."""
        self.play(ANA, "round-done").play(ANA, "guard", room=room)
        return self.play(self.state.goat, "talk-over")

    def vote(self, *choices: int) -> Played:
        """Everybody's vote, in seat order."""
        for seat, choice in enumerate(choices):
            self.play(seat, "vote", choice=choice)
        return self

    def marked(self, **letters: str) -> Played:
        """Letters given by hand: marked(ana="AB")."""
        for name, some in letters.items():
            for letter in some:
                self.play(ANA, "mark", seat=NAMES.index(name.capitalize()), letter=letter)
        return self
