"""What a viewer sees of who hosts and of who may come in, and so may do about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.doorstep import Ask
from companion.moves.hosting import AWAY, agreeing, enough
from companion.table import Moment, Table
from companion.words import Name


class SeenWish(NamedTuple):
    """A wish for a host to answer: the latest move that made it, for which seat, whose."""

    number: int
    seat: int
    by: tuple[int, ...]


class SeenAsk(NamedTuple):
    """Somebody whom this viewer may let in, and how many have agreed to it while the host is away."""

    key: str
    name: str
    agreed: int


class Standing(NamedTuple):
    """`away`: no host has been here for a minute; then `choosers` choose one, by seat with how many are for it so far,
    `needed` being enough, and this viewer `chooses`, too. `wishes` are for a host's eyes. `open`: whoever comes may sit
    down; `shut`: a host has shut the door. `asks` are those this viewer may let in, `asking` is the name by which this
    device asks itself, `turned_away` that a host did not let it in."""

    away: bool
    chooses: bool
    choosers: Mapping[int, int]
    needed: int
    wishes: tuple[SeenWish, ...]
    open: bool
    shut: bool
    asks: tuple[SeenAsk, ...]
    asking: str
    turned_away: bool

    @property
    def sign(self) -> str:
        """Changes when what hangs on the moment does, and not on the table alone."""
        return f"{self.away} {self.needed} {self.asking} {' '.join(ask.key for ask in self.asks)}"


def standing(table: Table, device: str, moment: Moment, put_away: int = 0) -> Standing:
    """What the holder of `device` ("" for the wall) sees. Up to the move `put_away` that one has put notices away."""
    away = bool(table.hosts) and moment.now - moment.host_last_here >= AWAY
    holder, host = table.speaks_for(device), table.is_host(device)
    chooses = away and holder is not None and holder.number in table.choosers
    asks = asking_of(table, moment)
    return Standing(
        away=away,
        chooses=chooses,
        choosers=_choosers(table, moment) if away else {},
        needed=enough(table, _here(table, moment)) if away else 0,
        wishes=_wishes(table, device, put_away) if host else (),
        open=table.door_open,
        shut=table.shut,
        asks=tuple(SeenAsk(a.key, Name(a.name), _letting(table, a, moment)) for a in asks if host or chooses),
        asking=next((Name(ask.name) for ask in asks if ask.device == device), ""),
        turned_away=device in table.turned_away,
    )


def asking_of(table: Table, moment: Moment) -> tuple[Ask, ...]:
    """Who asks to be let in and has no answer yet, each once."""
    latest = {ask.device: ask for ask in reversed(moment.asks) if ask.device not in settled(table)}
    return tuple(ask for ask in moment.asks if latest.get(ask.device) is ask)


def is_asking(table: Table, device: str, moment: Moment) -> bool:
    """Whether that device asks to be let in and has no answer yet."""
    return any(ask.device == device for ask in asking_of(table, moment))


def settled(table: Table) -> frozenset[str]:
    """The devices that need not ask: they belong here, or a host did not let them in."""
    return frozenset([*table.hosts, *(seat.device for seat in table.seats), *table.turned_away])


def _here(table: Table, moment: Moment) -> frozenset[int]:
    return frozenset(seat.number for seat in table.seats if seat.device in moment.here)


def _choosers(table: Table, moment: Moment) -> dict[int, int]:
    numbers = [seat.number for seat in table.seats if seat.number in table.choosers]
    return {number: len(agreeing(table, number, moment.host_last_here)) for number in numbers}


def _letting(table: Table, ask: Ask, moment: Moment) -> int:
    return sum(at >= moment.host_last_here + AWAY for at in table.letting.get(ask.device, {}).values())


def _wishes(table: Table, device: str, put_away: int) -> tuple[SeenWish, ...]:
    """By seat, the latest first; a seat that hosts already, or is gone, is no wish any more."""
    candidates = {seat.number for seat in table.seats if not seat.passed and seat.device not in table.hosts}
    by_seat: dict[int, list[tuple[int, int]]] = {}
    counted = table.counted
    for wish in table.wishes:
        if (number := counted(wish.number)) > put_away and wish.seat in candidates:
            by_seat.setdefault(wish.seat, []).append((number, wish.by))
    wishes = [SeenWish(max(made)[0], seat, tuple(by for _, by in made)) for seat, made in by_seat.items()]
    return tuple(sorted(wishes, reverse=True))
