"""Evenings of any game through the real app: visitors with cookies of their own, moves found by trying, from a seed."""

from __future__ import annotations

import itertools
import random
import re
import weakref
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextvars import Context
from dataclasses import dataclass, field, fields, is_dataclass
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, Literal, Union, get_args, get_origin
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from flask import Flask
from jinja2 import Environment
from jinja2.bccache import Bucket, BytecodeCache
from selectolax.lexbor import LexborHTMLParser, LexborNode
from werkzeug.test import TestResponse

from companion import create_app
from companion.budgets import Budgets
from companion.fold import play
from companion.game import Game, Hidden, Move, Refused, Viewer
from companion.games import find_game
from companion.keeper import Keeper
from companion.live import Live
from companion.move import fields_of
from companion.network import Address, Reach
from companion.store.sqlite import SqliteStore
from companion.table import Table
from companion.web import language

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn")
REACH = Reach(Address("10.0.0.23", 8000), ())
Form = Mapping[str, Sequence[str]]
MOST_SIGNS = 6
"""Signs of life in a row after which a test waits for no news any more: half a minute of them."""


class Compiled(BytecodeCache):
    """Templates compiled once for all the apps of a test run, from each catalogue, since their sentences are part of
    them."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self._catalogues: list[object] = []

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        catalogue = language.translations(str(environment.globals.get("language", "en")))
        if catalogue not in self._catalogues:
            self._catalogues.append(catalogue)
        return super().get_bucket(environment, f"{name} {self._catalogues.index(catalogue)}", filename, source)

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


def app_on(data: Path | str, reach: Reach | None = None, **more: bool) -> Flask:
    """The app, whose file is closed with it: when nobody has its store any more, which a test need not say."""
    app = create_app(data, reach, **more)
    store = app.extensions["keeper"].store
    if isinstance(store, SqliteStore):
        weakref.finalize(store, store._db.close)
    return app


class House:
    """The app on one folder, which can be stopped and started anew. Its clock stands until a test moves it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = 1_800_000_000_000
        self.app: Flask
        self.keeper: Keeper
        self.start()

    def start(self) -> None:
        self.app = app_on(self.folder, REACH)
        self.app.jinja_env.bytecode_cache = COMPILED
        self.keeper = self.app.extensions["keeper"]
        self.keeper.clock = lambda: self.now
        self.keeper.lived = lambda: self.now / 1000
        self.keeper.live = Live(lambda: self.now / 1000)
        self.keeper.store.listen(self.keeper.live)
        self.budgets: Budgets = self.app.extensions["budgets"]
        self.budgets.clock = itertools.count(0, 1000).__next__  # whatever is pressed here is pressed in good time

    def restart(self) -> None:
        """As after a power cut: everything anew on the same folder."""
        self.keeper.store.close()
        self.start()

    def table(self, code: str) -> Table:
        table = self.keeper.table(code)
        assert table is not None
        return table


class Visitor:
    """A browser: its cookies, and every byte it ever received."""

    def __init__(self, house: House, name: str = "") -> None:
        self.house = house
        self.name = name
        self.cookies: dict[str, str] = {}
        self.received: list[bytes] = []

    def open(
        self, method: str, path: str, form: object = None, headers: Mapping[str, str] | None = None
    ) -> TestResponse:
        sent = {"Sec-Fetch-Site": "same-origin"} if method == "POST" else {}
        sent |= {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())} if self.cookies else {}
        client = self.house.app.test_client(use_cookies=False)
        answer = client.open(path, method=method, data=form, headers=sent | dict(headers or {}))
        for line in answer.headers.getlist("Set-Cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        self.received += [str(answer.headers).encode(), answer.data]
        return answer

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.open("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})

    def post(self, path: str, **form: object) -> TestResponse:
        if path == "/open":
            form.setdefault("from", mark_on(self.get("/").text))
        return self.open("POST", path, {k: v for k, v in form.items() if v is not None})

    @property
    def device(self) -> str:
        """The hash by which the log knows this browser."""
        import hashlib

        token = self.house.app.extensions["signer"].unsign(self.cookies["companion_device"]).partition(b"~")[0]
        return hashlib.sha256(token).hexdigest()[:32]

    def stream(self, code: str, *, wall: bool = False) -> Generator[str, None, None]:
        """The live stream, event by event; close it when done. It runs in a context of its own, as a server's does: in
        the test's it would share what Flask remembers of a request with whoever asks next. Where nothing else comes
        its signs of life would for ever, so of many in a row the test fails."""
        client = self.house.app.test_client(use_cookies=False)
        cookie = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        path, own = f"/t/{code}/live" + ("?wall=1" if wall else ""), Context()
        answer = own.run(client.get, path, headers={"Cookie": cookie}, buffered=False)
        events = own.run(iter, answer.iter_encoded())
        try:
            signs = 0
            while chunk := own.run(next, events, b""):
                signs = signs + 1 if chunk == b"event: here\ndata:\n\n" else 0
                assert signs < MOST_SIGNS, "nothing but signs of life"
                self.received.append(chunk)
                yield chunk.decode()
        finally:
            own.run(answer.close)


def mark_on(page: str) -> str:
    """By what the forms on a page show that they are of it."""
    found: list[str] = re.findall(r'name="from" value="([^"]*)"', page)
    return found[0]


def strip(page: str) -> str:
    """What the strip of notices at the top of a page says, in words."""
    found = re.search(r'<section[^>]* id="notices".*?</section>', page, re.DOTALL)
    words = re.sub(r"</?bdi[^>]*>", "", found[0]) if found else ""
    return " ".join(re.sub(r"<[^>]*>", " ", unescape(words)).split())


@dataclass
class Evening:
    """One table and the people around it: Ana hosts, the last of four or more has no phone and shares Ben's."""

    house: House
    game: Game
    dice: random.Random
    code: str = ""
    people: dict[str, Visitor] = field(default_factory=dict)
    passed: str = ""
    played: dict[str, int] = field(default_factory=dict)
    people_around: dict[str, Visitor] = field(default_factory=dict)
    _seen: dict[str, tuple[int, tuple[list[Filled], list[int], list[str]]]] = field(default_factory=dict)

    @property
    def host(self) -> Visitor:
        return self.people["Ana"]

    @property
    def table(self) -> Table:
        return self.house.table(self.code)

    def move(self, who: Visitor, kind: str, drawn: int | None = None, **form: object) -> TestResponse:
        """Press a button of this table, as drawn just now unless said otherwise."""
        drawn, hold = self.table.version if drawn is None else drawn, self.hold(who)
        return who.post(f"/t/{self.code}/{kind}", **{"drawn": str(drawn), "hold": hold, **form})

    def hold(self, who: Visitor) -> str | None:
        """The number of the hold that somebody's device is in, which is in every form drawn there."""
        return (self.table.in_hands(who.device) if who.cookies else "") or None

    def did(self, who: Visitor, kind: str, **form: Any) -> None:
        """Press a button that has to work."""
        before = self.table.version
        answer = self.move(who, kind, **form)
        assert answer.status_code == 303, (kind, form, answer.status_code)
        assert self.table.version == before + 1

    def start(self) -> None:
        self.did(self.host, "start")

    def message(self, who: Visitor, key: str | None = None) -> TestResponse:
        keys = re.findall(r'name="key" value="([^"]*)"', who.get(f"/t/{self.code}").text)
        hold = self.hold(who)
        return who.post(f"/t/{self.code}/message", key=key or (keys[0] if keys else "none"), hold=hold)

    def speakers(self) -> list[Visitor]:
        return list(self.people.values())

    def tried(self) -> tuple[Visitor, str, dict[str, list[str]]] | None:
        """A move of the running game that somebody here may make just now, found by trying; `None` if none was."""
        table, game = self.table, self.table.the_game
        names = list(game.moves)
        rarely_played = [1 / (1 + self.played.get(name, 0)) for name in names]
        for _ in range(600):
            who = self.dice.choice(self.speakers())
            name = self.dice.choices(names, rarely_played)[0]
            form = self.guess(who, name)
            if self.would_do(table, who, f"play:{name}", game.moves[name].read(form)):
                return who, name, form
        return None

    def would_do(self, table: Table, who: Visitor, kind: str, raw: Mapping[str, Any]) -> bool:
        try:
            play(table, kind, raw, who.device, self.house.now, table.version)
        except Refused:
            return False
        return True

    def guess(self, who: Visitor, name: str) -> dict[str, list[str]]:
        """A form for that move: one from the page with its choices made at random, or made from the move's fields."""
        offered, numbers, words = self._before_them(who)
        forms = [form for form in offered if form.kind == f"play/{name}"]
        if forms and self.dice.random() < 0.7:
            return self.dice.choice(forms).filled(self.dice)
        return guessed(self.game.moves[name], numbers, words, len(self.table.playing), self.dice)

    def _before_them(self, who: Visitor) -> tuple[list[Filled], list[int], list[str]]:
        """What somebody has before them: the forms on their page, the numbers and words they see."""
        table = self.table
        if (known := self._seen.get(who.name)) is None or known[0] != table.version:
            numbers, words = [*(seat.number for seat in table.seats), *range(-1, 13)], ["", "x"]
            seat = table.speaks_for(who.device)
            if table.play is not None:
                view = self.game.look(table.play.now.state, Viewer(seat.number if seat else None))
                _collect(view, numbers, words)
            forms = forms_of(who.get(f"/t/{self.code}").text)
            known = self._seen[who.name] = (table.version, (forms, numbers, sorted(set(words))))
        return known[1]

    def play_on(self) -> bool:
        """Somebody makes a move that the game accepts. Whether there was one."""
        found = self.tried()
        if found is None:
            return False
        who, name, form = found
        self.played[name] = self.played.get(name, 0) + 1
        self.did(who, f"play/{name}", **form)
        return True

    def moments(self, moves: int) -> Iterator[str]:
        """The evening from lobby to lobby, pausing after every change; says where it is. About `moves` moves of the
        game, now and then a refused one, something taken back, the phone passed round, a new deal."""
        yield "lobby"
        self.did(self.host, "set-up")
        yield "setup"
        for step in self.table.plan().steps:  # type: ignore[union-attr]
            if step.draw is not None:
                self.did(self.dice.choice(self.speakers()), "draw", step=step.key, by="app")
            self.did(self.host, "tick", step=step.key, done="true")
        yield "set up"
        self.start()
        yield "dealt"
        for n in range(moves):
            if self.table.result() is not None:
                yield "over"
                self.did(self.host, "again")
                yield "setup again"
                self.start()
                yield "dealt again"
            self._meanwhile(n)
            if not (self.play_on() or (self._passed_on() and self.play_on())):
                break
            yield f"move {n}"
        self.start() if self.table.result() is None else self.did(self.host, "lobby")
        yield "after"

    def _passed_on(self) -> bool:
        """The phone that is passed round comes into the other hands. Whether there is one."""
        carrier, shared = self.people["Ben"], [seat for seat in self.table.seats if seat.passed]
        if shared and carrier.device in self.table.passed_to:
            self.did(carrier, "hand-back")
        elif shared:
            self.did(carrier, "hand", seat=shared[0].number)
        return bool(shared)

    def _meanwhile(self, n: int) -> None:
        chance = self.dice.random()
        if chance < 0.3 and self._passed_on():
            pass
        elif chance < 0.4 and self.table.play is not None and self.table.play.now.may_go_back:
            count = self.table.counted
            self.did(self.host, "undo", of=count(self.table.play.now.move))
            if self.dice.random() < 0.5:
                self.did(self.host, "redo", of=count(self.table.play.undone[0].move))
        elif chance < 0.5:
            name = self.dice.choice(list(self.game.moves))
            answer = self.move(
                self.dice.choice(self.speakers()), f"play/{name}", drawn=0, **self.guess(self.host, name)
            )
            assert answer.status_code in (303, 403, 409, 422)


def evening(house: House, game: Game, seed: int, count: int | None = None, *, sharing: bool = True) -> Evening:
    """A table of `count` people (by default as many as fit, five at most), all seated, in the lobby."""
    dice = random.Random(f"{game.key}-{seed}")
    count = count or min(game.players[1], 5)
    at = Evening(house, game, dice)
    ana = at.people["Ana"] = Visitor(house, "Ana")
    ana.get("/")
    at.code = ana.post("/open", game=game.key).headers["Location"].rpartition("/")[2]
    for name in NAMES[:count]:
        if sharing and count > 3 and name == NAMES[count - 1]:
            at.passed = name
            at.did(at.people["Ben"], "add", name=name)
        else:
            seat(at, name)
    return at


def ended(at: Evening) -> Evening:
    """The game at a table of the example, played to its end by its host, who goes on without everybody's guess."""
    if at.table.play is None:
        at.start()
    while at.table.result() is None:
        if at.table.play.now.state.round is None:  # type: ignore[union-attr]
            at.did(at.host, "play/next")
        own = at.table.speaks_for(at.host.device)
        for seat in at.table.playing:
            if seat != own:
                at.did(at.host, "play/away", seat=seat.number)
        at.did(at.host, "play/guess", number=0)
    return at


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


def seat(at: Evening, name: str) -> Visitor:
    """Somebody comes with a phone of their own and sits down, or while the door is shut is let in by the host."""
    who = at.people.get(name) or Visitor(at.house, name)
    who.get(f"/j/{at.code}")
    if at.table.door_open:
        assert who.post(f"/j/{at.code}", name=name).status_code == 303
    else:
        at.did(at.host, "let-in", ask=asked(at, who, name))
    at.people[name] = who
    return who


def asked(at: Evening, who: Visitor, name: str) -> str:
    """Somebody asks to be let in: the key by which those who may do it answer."""
    assert who.post(f"/t/{at.code}/ask", name=name).status_code == 303
    return next(ask.key for ask in at.house.keeper.live.asks(at.code) if ask.device == who.device)


def fixed_chance(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Chance from a seed, so that an evening can be played twice."""
    dice = random.Random(seed)
    monkeypatch.setattr("companion.chance.secrets", SimpleNamespace(randbelow=dice.randrange))


# --- forms -----------------------------------------------------------------------------------------------------------


@dataclass
class Filled:
    """A form on a page: what it plays, its fixed fields, and its choices by name."""

    kind: str
    action: str
    fixed: list[tuple[str, str]] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)
    many: dict[str, list[str]] = field(default_factory=dict)
    typed: list[str] = field(default_factory=list)

    def filled(self, dice: random.Random) -> dict[str, list[str]]:
        form: dict[str, list[str]] = {}
        for name, value in self.fixed:
            form.setdefault(name, []).append(value)
        for name, values in self.choices.items():
            form.setdefault(name, []).append(dice.choice(values))
        for name, values in self.many.items():
            form.setdefault(name, []).extend(value for value in values if dice.random() < 0.5)
        for name in self.typed:
            form.setdefault(name, []).append(str(dice.choice((0, 0, 1, 2, 3, 5, 9))))
        return {name: values for name, values in form.items() if name not in ("drawn", "from", "hold") and values}


def forms_of(html: str) -> list[Filled]:
    """Every form on a page."""
    return [_read(form) for form in LexborHTMLParser(html).css("form[method=post]")]


def _read(form: LexborNode) -> Filled:
    action = form.attributes["action"] or ""
    path = unquote(urlsplit(action).path)
    found, select = Filled(path.split("/", 3)[3] if path.startswith("/t/") else path, action), ""
    for e in form.css("select, option, button[name], input[name], textarea[name]"):
        a = {name: value or "" for name, value in e.attributes.items()}
        kind, name = a.get("type", "text") if e.tag == "input" else e.tag, a.get("name", "")
        if kind == "select":
            select = name
        elif kind == "option":
            found.choices.setdefault(select, []).append(a.get("value", ""))
        elif kind == "button":
            found.choices.setdefault(name, []).append(a.get("value", ""))
        elif kind == "hidden":
            found.fixed.append((name, a.get("value", "")))
        elif kind == "radio":
            found.choices.setdefault(name, []).append(a.get("value", "on"))
        elif kind == "checkbox":
            found.many.setdefault(name, []).append(a.get("value", "on"))
        else:
            found.typed.append(name)
    return found


def guessed(
    move: type[Move], numbers: Sequence[int], words: Sequence[str], players: int, dice: random.Random
) -> dict[str, list[str]]:
    """A form made from the fields a move declares."""
    form: dict[str, list[str]] = {}
    for about in fields_of(move):
        name = about.name
        if not about.required and dice.random() < 0.5:
            continue
        many, kind = _unwrapped(about.type)
        n = dice.choice((players, players, players - 1, 1, 2, 0)) if many else 1
        values = [_value(kind, numbers, words, dice) for _ in range(n)]
        if values:
            form[name] = values
    return form


def _unwrapped(kind: Any) -> tuple[bool, Any]:
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _unwrapped(inside[0])
    if origin is Union or str(origin) == "<class 'types.UnionType'>":
        return _unwrapped(next(part for part in inside if part is not type(None)))
    if origin in (tuple, list, frozenset):
        return True, _unwrapped(inside[0])[1]
    return False, kind


def _value(kind: Any, numbers: Sequence[int], words: Sequence[str], dice: random.Random) -> str:
    if get_origin(kind) is Literal:
        return str(dice.choice(get_args(kind)))
    if kind is bool:
        return dice.choice(("true", "false"))
    if kind is int:
        return str(dice.choice(numbers))
    return dice.choice(words)


def _collect(seen: Any, numbers: list[int], words: list[str]) -> None:
    if isinstance(seen, bool) or seen is None:
        return
    if isinstance(seen, int):
        numbers.append(seen)
    elif isinstance(seen, str):
        words.append(seen)
    elif isinstance(seen, Mapping):
        for key, part in seen.items():
            _collect(key, numbers, words)
            _collect(part, numbers, words)
    elif isinstance(seen, (tuple, list, set, frozenset)):
        for part in seen:
            _collect(part, numbers, words)
    elif is_dataclass(seen) and not isinstance(seen, (type, Hidden)):
        for f in fields(seen):
            _collect(getattr(seen, f.name), numbers, words)


# --- every address ---------------------------------------------------------------------------------------------------


def addresses(app: Flask, code: str, method: str = "GET") -> list[str]:
    """Every address of the app for this table, from its own map: one for each game, calculator, move and step where the
    map has a blank for them. Static files and streams have their own tests."""
    found: list[str] = []
    for rule in app.url_map.iter_rules():
        if method not in (rule.methods or ()) or rule.endpoint in ("static", "live.stream"):
            continue
        found += _filled_in(rule.rule, code, find_game)
    return sorted(set(found))


def _filled_in(rule: str, code: str, find: Any) -> list[str]:
    from companion.games import GAMES
    from companion.moves import TABLE_MOVES

    rule = rule.replace("<code>", code)
    if "<path:kind>" in rule:
        kinds = [*TABLE_MOVES, *(f"play/{name}" for game in GAMES for name in game.moves)]
        return [rule.replace("<path:kind>", kind) for kind in kinds]
    if "<tool>" in rule:
        return [rule.replace("<key>", g.key).replace("<tool>", tool.key) for g in GAMES for tool in g.calculators]
    if "<key>" in rule:
        return [rule.replace("<key>", game.key) for game in GAMES]
    assert "<" not in rule, f"{rule}: say here what fills this blank"
    return [rule]


def query(path: str) -> list[tuple[str, str]]:
    """The query of an address, decoded."""
    return parse_qsl(urlsplit(path).query, keep_blank_values=True)
