"""A tiny game for proofs: it tells everybody a first thing at the start and, in the middle, a second one."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import pytest
from jinja2 import ChoiceLoader, DictLoader

from companion.game import Act, Game, Hidden, Message, Move, Plan, Viewer
from companion.values import replace
from companion.words import say
from tests.evenings import Evening, House, evening

WORDS = ("almond", "birch", "cedar", "damson", "elder", "fig", "gorse", "hazel", "iris", "juniper")


class Tell(Move):
    """Tell everybody a second thing."""


class Talk(Move):
    """Something that all see."""


@dataclasses.dataclass(frozen=True)
class Told:
    """By seat, what each was told first, and what second; how often somebody talked."""

    seats: tuple[int, ...]
    first: Mapping[int, Hidden[str]]
    second: Mapping[int, Hidden[str]] = dataclasses.field(default_factory=dict)
    talked: int = 0


def _dealt(seats: tuple[int, ...], chance: Any) -> dict[int, Hidden[str]]:
    return {seat: Hidden(chance.pick(WORDS), frozenset({seat})) for seat in seats}


def _start(players: Any, options: Any, drawn: Any, chance: Any) -> Told:
    seats = tuple(player.seat for player in players)
    return Told(seats, _dealt(seats, chance))


def _play(state: Told, act: Act) -> Told:
    if isinstance(act.move, Talk):
        act.tell(say("%(player)s said something"))
        return replace(state, talked=state.talked + 1)
    act.tell(say("%(player)s told everybody something more"))
    return replace(state, second=_dealt(state.seats, act.chance))


def look(state: Told, viewer: Viewer) -> dict[str, Any]:
    """What all may see: who was told how many things."""
    return {"seats": state.seats, "keys": ("first", "second") if state.second else ("first",), "talked": state.talked}


def messages(state: Told, viewer: Viewer) -> tuple[Message, ...]:
    """What the viewer was told, as its title and text."""
    told = {"first": state.first.get(viewer.seat or 0), "second": state.second.get(viewer.seat or 0)}
    return tuple(
        Message(key, say("A message"), say("%(word)s", word=hidden.shown_to(viewer)))
        for key, hidden in told.items()
        if hidden is not None
    )


GAME = Game(
    key="telling", title=say("Telling"), tagline=say("Telling"), players=(2, 8), minutes="5", edition=1,
    plan=lambda players, options, drawn: Plan((), (), ()), start=_start, moves={"tell": Tell, "talk": Talk}, play=_play,
    look=look, result=lambda state: None, messages=messages,
    readers=lambda view: dict.fromkeys(view["seats"], view["keys"]),
)  # fmt: skip
PARTS = {f"telling/_{part}.html": "" for part in ("box", "rules")}
PARTS |= {f"telling/_{part}.html": "<p>{{ view.talked }}</p>" for part in ("panel", "wall", "scores")}


def table_of(house: House, monkeypatch: pytest.MonkeyPatch, game: Game = GAME, count: int = 4) -> Evening:
    """A table of this game, or of one like it, in a house that has no other."""
    taught(house, monkeypatch, game)
    return evening(house, game, 1, count)


def taught(house: House, monkeypatch: pytest.MonkeyPatch, game: Game = GAME) -> None:
    """The house knows this game and no other. Before anybody has asked it for a page."""
    monkeypatch.setattr("companion.games.GAMES", (game,))
    loader = house.app.jinja_env.loader
    assert loader is not None
    house.app.jinja_env.loader = ChoiceLoader([DictLoader(PARTS), loader])
