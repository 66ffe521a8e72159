"""Chance as an argument: every draw comes from the operating system and is kept on a tape, which a replay reads."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


class TapeEnded(ValueError):
    """A replay asked for more draws than were made when the move was first played, or for another size of draw."""


class Chance:
    """Draws for one move. Without `tape` they are fresh and kept in `self.tape`; with one they are read from it.
    `again` are draws that were taken back: they come up once more, as long as they fit what is drawn."""

    def __init__(self, tape: Iterable[int] | None = None, again: Iterable[int] = ()) -> None:
        self._given = None if tape is None else iter(tuple(tape))
        self._again = iter(tuple(again))
        self.tape: list[int] = []

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely. Raises `TapeEnded` when the tape has no such draw."""
        if self._given is None:
            drawn = next(self._again, -1)
            if not 0 <= drawn < n:
                self._again, drawn = iter(()), secrets.randbelow(n)
        else:
            drawn = next(self._given, -1)
            if not 0 <= drawn < n:
                raise TapeEnded(f"the tape holds {drawn} where a draw below {n} is due")
        self.tape.append(drawn)
        return drawn

    def pick(self, things: Sequence[T]) -> T:
        """One of `things` (at least one), each as likely."""
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
