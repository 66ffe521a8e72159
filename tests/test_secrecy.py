"""Secrets stay secret in every game: nothing a visitor may not see is touched on the way to their screen, or shapes it."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import flask
import pydantic_core
import pytest

import companion.games
import companion.table
from companion.chance import Chance
from companion.game import Game, Hidden, SecretTouched, Viewer
from companion.games import GAMES
from companion.secrecy import poisoned
from companion.table import Table
from tests.evenings import Evening, House, Visitor, evening, fixed_chance

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
SECRET_GAMES = [game for game in GAMES if game.key == "scape_goat"]
"""Games that deal messages; found by dealing below, listed here only so that the test below cannot pass by finding none."""


def dealers() -> list[Game]:
    """The games that deal somebody a private message."""
    found = []
    for game in GAMES:
        table = Table("CDFGH")
        players = [
            companion.table.Player(n + 1, name, badge)
            for n, (name, badge) in enumerate(
                zip(("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn"), companion.table.BADGES, strict=False)
            )
        ]
        state = game.start(players[: game.players[1]], table.chosen(game), {}, Chance())
        if game.messages(state, Viewer(1)):
            found.append(game)
    return found


DEALERS = pytest.mark.parametrize("game", dealers(), ids=lambda game: game.key)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 7)
    return House(tmp_path)


# --- a Hidden gives nothing away -------------------------------------------------------------------------------------


SECRET = Hidden("the goat is Ben", frozenset({1}))

TOUCHES = {
    "print": str,
    "repr": repr,
    "format": "{}".format,
    "percent": lambda hidden: "%s" % (hidden,),
    "compare": lambda hidden: hidden == hidden,
    "hash": hash,
    "truth": bool,
    "iterate": list,
    "json": json.dumps,
    "flask json": flask.json.provider._default,
    "asdict": dataclasses.asdict,
    "asdict around it": lambda hidden: dataclasses.asdict(Held(hidden)),
    "pydantic": pydantic_core.to_json,
    "pickle": lambda hidden: __import__("pickle").dumps(hidden),
    "copy": lambda hidden: __import__("copy").deepcopy(hidden),
}


@dataclasses.dataclass(frozen=True)
class Held:
    """A state with a secret in it."""

    secret: Hidden[str]


@pytest.mark.parametrize("touch", TOUCHES)
def test_a_secret_refuses_to_be_shown_copied_or_serialised(touch: str) -> None:
    with pytest.raises((SecretTouched, TypeError, pydantic_core.PydanticSerializationError)) as no:
        TOUCHES[touch](SECRET)
    assert "goat is" not in str(no.value)


def test_a_secret_is_shown_to_its_seats_alone() -> None:
    assert SECRET.shown_to(Viewer(1)) == "the goat is Ben"
    assert SECRET.shown_to(Viewer(2)) is None
    assert SECRET.shown_to(Viewer(None, host=True)) is None


@pytest.mark.parametrize("around", [lambda h: (h,), lambda h: [h], lambda h: {"a": {"b": h}}, lambda h: Held(h)])
def test_poison_reaches_a_secret_wherever_a_state_keeps_it(around: Any) -> None:
    with pytest.raises(AssertionError, match="a secret was touched"):
        str(_only(poisoned(around(SECRET), Viewer(2))).opened())
    assert _only(poisoned(around(SECRET), Viewer(1))).opened() == "the goat is Ben"


def _only(state: Any) -> Hidden[Any]:
    if isinstance(state, Hidden):
        return state
    if isinstance(state, dict):
        return _only(next(iter(state.values())))
    return _only(state.secret if isinstance(state, Held) else state[0])


# --- poison: the page does not touch what it may not ------------------------------------------------------------------


@contextmanager
def poison(at: Evening, viewer: Viewer) -> Iterator[None]:
    """The house remembers this table with every secret poisoned that `viewer` may not see."""
    table, kept = at.table, at.house.keeper._at_hand
    if table.play is not None:
        now = dataclasses.replace(table.play.now, state=poisoned(table.play.now.state, viewer), before=None)
        before = table.play.now.before
        now = dataclasses.replace(now, before=before and dataclasses.replace(before, state=None))
        kept[at.code] = dataclasses.replace(table, play=dataclasses.replace(table.play, now=now))
    try:
        yield
    finally:
        kept[at.code] = table


def visitors(at: Evening) -> list[Visitor]:
    """Every kind: the seated, somebody who hosts another table under Ana's name, a stranger."""
    if "neighbour" not in at.people_around:
        neighbour = Visitor(at.house, "Ana next door")
        neighbour.get("/")
        code = neighbour.post("/open", game=at.game.key).headers["Location"].rpartition("/")[2]
        neighbour.post(f"/j/{code}", name="Ana")
        stranger = Visitor(at.house, "a stranger")
        stranger.get("/")
        at.people_around = {"neighbour": neighbour, "stranger": stranger}
    return [*at.people.values(), *at.people_around.values()]


def seen_as(at: Evening, who: Visitor) -> Viewer:
    holder = at.table.speaks_for(who.device)
    return Viewer(holder.number if holder else None)


PAGES = ("", "/panel", "/wall", "/wall/panel", "/sheet", "/evening")


def pages(at: Evening, who: Visitor, names: tuple[str, ...] = PAGES) -> list[tuple[int, bytes]]:
    answers = [who.get(f"/t/{at.code}{page}") for page in names]
    return [(answer.status_code, answer.data) for answer in answers]


@EVERY_GAME
@pytest.mark.parametrize("seed", [1, 2])
def test_no_page_touches_a_secret_its_visitor_may_not_see(house: House, game: Game, seed: int) -> None:
    at = evening(house, game, seed)
    for moment in at.moments(18):
        for who in visitors(at):
            real = pages(at, who, ("", "/wall", "/evening"))
            with poison(at, seen_as(at, who)):
                assert pages(at, who, ("", "/wall", "/evening")) == real, (moment, who.name)
