"""Chance as an argument: every draw comes from the operating system and is kept on a tape, which a replay reads.

What a real table has lying shuffled is settled before anybody asks for it: `Chance.of`.
"""

from __future__ import annotations

import operator
import secrets
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class TapeEnded(ValueError):
    """A replay asked for more draws than were made when the move was first played, or for another size of draw."""


class Chance:
    """Draws for one move. Without `tape` they are fresh and kept in `self.tape`; with one they are read from it.
    `luck` is what the draws `of` a purpose follow from; "" at tables from before there was any."""

    def __init__(self, tape: Iterable[int] | None = None, luck: str = "") -> None:
        self._given = None if tape is None else iter(tuple(tape))
        self.tape: list[int] = []
        self.luck = luck
        self.was_asked = False

    @property
    def is_left(self) -> bool:
        """Whether there is anything to draw: always, but in the replay of a move that drew no more when it was made."""
        return self._given is None or operator.length_hint(self._given) > 0

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely. Raises `TapeEnded` when the tape has no such draw."""
        if self._given is None:
            drawn = secrets.randbelow(n)
        else:
            drawn = next(self._given, -1)
            if not 0 <= drawn < n:
                raise TapeEnded(f"the tape holds {drawn} where a draw below {n} is due")
        self.tape.append(drawn)
        self.was_asked = True
        return drawn

    def pick(self, things: Sequence[T]) -> T:
        """One of `things` (at least one, no two the same), each as likely."""
        return things[self.below(len(things))]

    def shuffled(self, things: Iterable[T]) -> tuple[T, ...]:
        """All of `things` in an order drawn by Fisher and Yates's shuffle, every order as likely."""
        pile = list(things)
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return tuple(pile)

    def sample(self, things: Iterable[T], k: int) -> tuple[T, ...]:
        """`k` different ones of `things`, in drawn order."""
        return self.shuffled(things)[:k]

    def of(self, *purpose: object) -> Chance:
        """Draws for that purpose, from a pile that has lain shuffled since the luck was drawn. They are the same by
        whatever way the table comes to draw them, so nobody can take moves back until chance suits them. They need no
        tape. Without luck they are drawn now, as any others."""
        self.was_asked = True
        return _Settled(f"{self.luck}/{purpose!r}") if self.luck else self


class _Settled(Chance):
    """Draws that follow from the luck. Which thing comes first only its own place in the pile decides: what does not
    fit just now is passed over, and the others stay in their order."""

    def __init__(self, luck: str) -> None:
        super().__init__(luck=luck)
        self._drawn = 0

    def below(self, n: int) -> int:
        self._drawn += 1
        return self._number("") % n

    def pick(self, things: Sequence[T]) -> T:
        self._drawn += 1
        return min(things, key=lambda thing: self._number(repr(thing)))

    def _number(self, of: str) -> int:
        return int.from_bytes(sha256(f"{self.luck}/{self._drawn}/{of}".encode()).digest())


def new_luck(chance: Chance) -> str:
    """Luck nobody can guess, in draws that fit every store's tape."""
    return ".".join(str(chance.below(2**30)) for _ in range(5))
