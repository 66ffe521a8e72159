"""Secrets stay secret in every game: what a visitor may not see is not touched on the way to their screen."""

from __future__ import annotations

import dataclasses
import json
import logging
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import flask
import msgspec
import pytest

from companion.chance import Chance
from companion.fold import play
from companion.game import BADGES, Game, Hidden, Message, Player, SecretTouched, Viewer
from companion.games import GAMES
from companion.keeper import Keeper
from companion.table import Table
from companion.words import say
from tests.evenings import NAMES, Evening, House, Visitor, addresses, evening, fixed_chance, visitors
from tests.games import promises
from tests.poison import poisoned
from tests.telling import GAME as TELLING
from tests.telling import Told, taught
from tests.telling import messages as tell

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


EVERY_DEALER = pytest.mark.parametrize(
    "game", [game for game in GAMES if promises(game.key).MESSAGES], ids=lambda game: game.key
)
EVERY_SECRET = pytest.mark.parametrize(
    "game", [game for game in GAMES if promises(game.key).SECRETS], ids=lambda game: game.key
)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 7)
    return House(tmp_path)


@pytest.fixture
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams tell what there is without gathering more first, and give a sign of life without waiting for it."""
    monkeypatch.setattr("companion.web.live.HEARTBEAT", (0.0, 0.0))
    for waits in ("live.GATHER", "web.live.OWN_ANSWER", "web.live.TOGETHER"):
        monkeypatch.setattr(f"companion.{waits}", 0.001)


# --- which games there is something to hold to ------------------------------------------------------------------------


def deal(game: Game) -> tuple[Any, tuple[Player, ...]]:
    """A game as it starts, for as many as fit."""
    players = tuple(Player(n + 1, NAMES[n], BADGES[n]) for n in range(min(game.players[1], 5)))
    return game.start(players, Table("CDFGH").chosen(game), {}, Chance()), players


def test_the_games_that_deal_a_message_deal_one_to_everybody_and_no_other_game_does() -> None:
    for game in GAMES:
        state, players = deal(game)
        dealt = [len(game.messages(state, Viewer(player.seat))) for player in players]
        assert dealt == [promises(game.key).MESSAGES] * len(players), game.key


@EVERY_GAME
def test_a_game_that_hides_or_votes_on_something_is_held_to_secrecy(game: Game) -> None:
    folder = Path(str(sys.modules[game.play.__module__].__file__)).parent
    hides = any(re.search(r"\b(Hidden|Ballot)\(", source.read_text()) for source in folder.glob("*.py"))
    assert hides is (promises(game.key).SECRETS)


# --- a Hidden gives nothing away --------------------------------------------------------------------------------------


SECRET = Hidden("the goat is Ben", frozenset({1}))

TOUCHES: dict[str, Callable[[Any], object]] = {
    "print": str,
    "repr": repr,
    "format": "{}".format,
    "percent": lambda hidden: "%s" % (hidden,),  # noqa: UP031
    "compare": lambda hidden: hidden == hidden,
    "hash": hash,
    "truth": bool,
    "iterate": list,
    "json": json.dumps,
    "flask json": flask.json.provider._default,
    "asdict": dataclasses.asdict,
    "asdict around it": lambda hidden: dataclasses.asdict(Held(hidden)),
    "msgspec": msgspec.json.encode,
    "pickle": lambda hidden: __import__("pickle").dumps(hidden),
    "copy": lambda hidden: __import__("copy").deepcopy(hidden),
}


@dataclasses.dataclass(frozen=True)
class Held:
    """A state with a secret in it."""

    secret: Hidden[str]


@pytest.mark.parametrize("touch", TOUCHES)
def test_a_secret_refuses_to_be_shown_copied_or_serialised(touch: str) -> None:
    with pytest.raises((SecretTouched, TypeError)) as no:
        TOUCHES[touch](SECRET)
    assert "goat is" not in str(no.value)


def test_a_secret_is_shown_to_its_seats_alone() -> None:
    assert SECRET.shown_to(Viewer(1)) == "the goat is Ben"
    assert SECRET.shown_to(Viewer(2)) is None
    assert SECRET.shown_to(Viewer(None, host=True)) is None


@pytest.mark.parametrize("around", [lambda h: (h,), lambda h: [h], lambda h: {"a": {"b": h}}, lambda h: Held(h)])
def test_poison_reaches_a_secret_wherever_a_state_keeps_it(around: Any) -> None:
    with pytest.raises(AssertionError, match="a secret was touched"):
        str(only(poisoned(around(SECRET), Viewer(2))).opened())
    assert only(poisoned(around(SECRET), Viewer(1))).opened() == "the goat is Ben"


def only(state: Any) -> Hidden[Any]:
    if isinstance(state, Hidden):
        return state
    if isinstance(state, dict):
        return only(next(iter(state.values())))
    return only(state.secret if isinstance(state, Held) else state[0])


# --- poison: the page does not touch what it may not ------------------------------------------------------------------


@contextmanager
def instead(at: Evening, table: Table) -> Iterator[None]:
    """The house takes this for the table as it stands, and keeps nothing of what is done at it."""
    keeper = at.house.keeper

    def move(read: Table, kind: str, raw: Mapping[str, Any], device: str, drawn: int, **by: Any) -> Table:
        return keeper._played(read, kind, raw, device, drawn, by.get("receipt", ""), by.get("hold"))[1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keeper, "table", lambda code: table if code == at.code else Keeper.table(keeper, code))
        patch.setattr(keeper, "move", move)
        yield


@contextmanager
def poison(at: Evening, viewer: Viewer) -> Iterator[None]:
    """Every secret of this table is poisoned that `viewer` may not see."""
    table = at.table
    if table.play is not None:
        now, before = table.play.now, table.play.now.before
        known: dict[int, Hidden[Any]] = {}
        spoiled = before and before._replace(state=poisoned(before.state, viewer, known))
        now = now._replace(state=poisoned(now.state, viewer, known), before=spoiled)
        table = dataclasses.replace(table, play=dataclasses.replace(table.play, now=now))
    with instead(at, table):
        yield


def seen_as(at: Evening, who: Visitor) -> Viewer:
    holder = at.table.speaks_for(who.device)
    return Viewer(holder.number if holder else None)


PAGES = ("", "/panel", "/wall", "/wall/panel", "/sheet", "/evening")


def pages(at: Evening, who: Visitor, names: tuple[str, ...] = PAGES) -> list[tuple[int, bytes]]:
    answers = [who.get(f"/t/{at.code}{page}") for page in names]
    return [(answer.status_code, answer.data) for answer in answers]


@EVERY_GAME
def test_no_page_touches_a_secret_its_visitor_may_not_see(house: House, game: Game) -> None:
    at = evening(house, game, 1)
    for n, moment in enumerate(at.moments(14)):
        for who in visitors(at):
            names = PAGES if n % 8 == 4 else ("/panel", "/wall/panel") if who.name == "a stranger" else ("/panel",)
            real = pages(at, who, names)
            with poison(at, seen_as(at, who)):
                assert pages(at, who, names) == real, (moment, who.name)


def boxes(at: Evening) -> list[tuple[Visitor, str]]:
    """Everybody at the table with the key of each message that whoever has their phone has just now."""
    play = at.table.play
    if play is None or play.held:
        return []
    found = []
    for who in at.people.values():
        holder = at.table.speaks_for(who.device)
        box = at.table.the_game.messages(play.now.state, Viewer(holder.number)) if holder else ()
        found += [(who, message.key) for message in box]
    return found


def no_message_touches_anybody_elses_secret(at: Evening) -> None:
    for moment in at.moments(14):
        for who, key in boxes(at):
            real = at.message(who, key)
            with poison(at, seen_as(at, who)):
                assert at.message(who, key).data == real.data, (moment, who.name, key)
            assert real.status_code == 200


@EVERY_DEALER
def test_a_message_touches_nobody_elses_secret(house: House, game: Game) -> None:
    no_message_touches_anybody_elses_secret(evening(house, game, 1, sharing=False))


# --- same to you: what looks the same is the same page ----------------------------------------------------------------


def looks_like(state: Any, viewer: Viewer) -> Any:
    """All of a state that this viewer may know, in one order whatever the state's own order is."""
    if isinstance(state, Hidden):
        return ("own", state.opened()) if viewer.seat in state.seats else "secret"
    if dataclasses.is_dataclass(state) and not isinstance(state, type):
        return [(f.name, looks_like(getattr(state, f.name), viewer)) for f in dataclasses.fields(state)]
    if isinstance(state, Mapping):
        return sorted(((repr(key), looks_like(part, viewer)) for key, part in state.items()), key=repr)
    if isinstance(state, (tuple, list)):
        return [looks_like(part, viewer) for part in state]
    return repr(state)


def secrets_in(state: Any) -> dict[int, Hidden[Any]]:
    """The secrets a state holds, by identity."""
    if isinstance(state, Hidden):
        return {id(state): state}
    parts: Iterable[Any] = ()
    if dataclasses.is_dataclass(state) and not isinstance(state, type):
        parts = [getattr(state, f.name) for f in dataclasses.fields(state)]
    elif isinstance(state, Mapping):
        parts = state.values()
    elif isinstance(state, (tuple, list)):
        parts = state
    return {key: hidden for part in parts for key, hidden in secrets_in(part).items()}


def after(at: Evening, who: Visitor, kind: str, raw: Mapping[str, Any]) -> Table:
    """The table as it would be after that move."""
    _, after = play(at.table, kind, raw, who.device, at.house.now, at.table.version)
    return after


@EVERY_DEALER
def test_deals_that_look_the_same_to_somebody_give_them_the_same_page(house: House, game: Game) -> None:
    at = evening(house, game, 1, max(game.players[0], 3), sharing=False)
    found = 0
    alike: dict[str, bytes] = {}
    for _ in range(60):
        dealt = after(at, at.host, "start", {})
        with instead(at, dealt):
            for who in visitors(at):
                assert dealt.play is not None
                look = who.name + repr(looks_like(dealt.play.now.state, seen_as(at, who)))
                page = pages(at, who, ("/panel", "/wall/panel"))
                found += look in alike
                assert alike.setdefault(look, repr(page).encode()) == repr(page).encode(), who.name
    assert found > 60, "too few deals looked alike for this to prove anything"


@EVERY_SECRET
def test_what_was_chosen_in_secret_shapes_nobody_elses_page(house: House, game: Game) -> None:
    """Whatever is cast, until it is opened: the same bytes for everybody else, and for the wall, the log included."""
    compared = 0
    for seed in range(3):
        at = evening(house, game, seed, max(game.players[0], 3), sharing=False)
        at.start()
        for kind in promises(game.key).LEADS_TO_SECRETS:
            at.did(at.host, f"play/{kind}")
        for _ in range(12):
            for who, one, other in secret_choices(at):
                for looker in visitors(at):
                    with instead(at, one):
                        look, page = looks_to(at, looker), pages(at, looker, ("/panel", "/wall/panel"))
                    with instead(at, other):
                        if looker is not who and looks_to(at, looker) == look:
                            compared += 1
                            assert pages(at, looker, ("/panel", "/wall/panel")) == page, looker.name
            house.now += 150_000  # time to talk is over by the next move
            if compared > 30 or at.table.result() is not None or not at.play_on():
                break
        if compared > 8:
            break
    assert compared > 8, "too few secret choices were found to compare"


def looks_to(at: Evening, who: Visitor) -> str:
    play_now = at.table.play
    return "" if play_now is None else repr(looks_like(play_now.now.state, seen_as(at, who)))


def secret_choices(at: Evening) -> list[tuple[Visitor, Table, Table]]:
    """Moves possible just now that put something into a secret: who chooses, and the table after one choice and after
    another, where all else that is sent with it is the same."""
    table = at.table
    found: dict[tuple[str, str], tuple[Visitor, Mapping[str, Any], list[Any], Table]] = {}
    pairs: dict[tuple[str, str], tuple[Visitor, Table, Table]] = {}
    assert table.play is not None
    before = secrets_in(table.play.now.state)
    for _ in range(500):
        who, name = at.dice.choice(at.speakers()), at.dice.choice(list(at.game.moves))
        raw = at.game.moves[name].read(at.guess(who, name))
        if (who.name, name) in pairs or not at.would_do(table, who, f"play:{name}", raw):
            continue
        cast = after(at, who, f"play:{name}", raw)
        assert cast.play is not None
        new = secrets_in(cast.play.now.state)
        chosen = [hidden.opened() for key, hidden in new.items() if key not in before]
        first = found.setdefault((who.name, name), (who, raw, chosen, cast)) if chosen else None
        if first is None or cast.phase_at != table.phase_at or first[2] == chosen:
            continue
        if sum(first[1].get(key) != raw.get(key) for key in {*first[1], *raw}) == 1:
            pairs[who.name, name] = (who, first[3], cast)
    return list(pairs.values())


# --- same shape: nobody can tell by looking at a phone from afar ------------------------------------------------------


class Shape(HTMLParser):
    """What can be told of a page without reading it: its elements and classes in order, its title."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.outline: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.outline.append(f"{tag}.{dict(attributes).get('class', '')}")


@EVERY_DEALER
def test_a_phone_looks_the_same_from_afar_whatever_was_dealt(house: House, game: Game) -> None:
    at = evening(house, game, 1, max(game.players[0], 3), sharing=False)
    shapes: dict[tuple[str, str], set[object]] = {}
    told: set[str] = set()
    for _ in range(100):
        dealt = after(at, at.host, "start", {})
        assert dealt.play is not None
        public = repr(looks_like(dealt.play.now.state, Viewer()))
        with instead(at, dealt):
            for who in at.people.values():
                page, message = (
                    who.get(f"/t/{at.code}/panel"),
                    who.post(f"/t/{at.code}/message", key=key_of(dealt, who)),
                )
                told.add(message.text)
                assert message.status_code == 200
                shape = (len(page.data), str(page.headers), tuple(Shape(page.text).outline))
                shapes.setdefault((public, who.name), set()).add(shape)
                shapes.setdefault((public, "message"), set()).add(
                    (len(message.data), tuple(Shape(message.text).outline))
                )
    assert all(len(shape) == 1 for shape in shapes.values())
    assert len(told) >= texts_of(game), "everybody was told the same"


def texts_of(game: Game) -> int:
    """How many different texts its first message has at least; of a single one nothing could be compared."""
    texts: int = promises(game.key).TEXTS
    assert texts > 1
    return texts


def key_of(table: Table, who: Visitor) -> str:
    holder = table.speaks_for(who.device)
    assert table.play is not None
    assert holder is not None
    return table.the_game.messages(table.play.now.state, Viewer(holder.number))[0].key


@EVERY_DEALER
@pytest.mark.parametrize("headers", [{"HX-Request": "true"}, {}], ids=["script", "no script"])
def test_every_message_is_as_long_as_any_other_whoever_it_names(
    house: House, game: Game, headers: dict[str, str]
) -> None:
    at = evening(house, game, 1, max(game.players[0], 3), sharing=False)
    for seat_now, name in zip(at.table.seats, ("Ana’s “&” <Ana>", "B'n", "李"), strict=False):
        at.did(at.host, "rename", seat=seat_now.number, name=name)
    lengths: dict[str, set[int]] = {}
    told: set[str] = set()
    for _ in range(40):
        dealt = after(at, at.host, "start", {})
        with instead(at, dealt):
            for who in at.people.values():
                form = {"key": key_of(dealt, who)}
                answer = who.open("POST", f"/t/{at.code}/message", form, headers | {"Accept-Encoding": "gzip"})
                assert "Content-Encoding" not in answer.headers
                assert answer.headers["Cache-Control"] == "no-store, no-transform"
                told.add(answer.text)
                lengths.setdefault("" if headers else who.name, set()).add(len(answer.data))
    assert all(len(length) == 1 for length in lengths.values()), lengths
    assert len(told) >= texts_of(game)


def every_message_has_one_size(*evenings: Evening, texts: int = 3) -> None:
    sizes, told = set(), set()
    script = {"HX-Request": "true", "Accept-Encoding": "gzip"}
    for at in evenings:
        for _ in at.moments(14):
            for who, key in boxes(at):
                form = {"key": key, **({"hold": at.hold(who)} if at.hold(who) else {})}
                answer = who.open("POST", f"/t/{at.code}/message", form, script)
                if answer.status_code == 200:
                    assert "Content-Encoding" not in answer.headers
                    sizes.add(len(answer.data))
                    told.add(answer.text)
    assert len(sizes) == 1
    assert len(told) >= texts


@EVERY_DEALER
def test_every_message_of_every_moment_has_one_size(house: House, game: Game) -> None:
    every_message_has_one_size(evening(house, game, 1), evening(house, game, 2), texts=texts_of(game))


# --- a second message, in the middle of a game: a tiny game that tells one -------------------------------------------


def test_the_proofs_hold_for_a_second_message(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    taught(house, monkeypatch)
    no_message_touches_anybody_elses_secret(evening(house, TELLING, 1, 4, sharing=False))
    every_message_has_one_size(evening(house, TELLING, 2, 4))
    at = evening(house, TELLING, 3, 4)
    at.start()
    at.did(at.host, "play/tell")
    assert {key for _, key in boxes(at)} == {"first", "second"}
    assert at.move(at.host, "undo", of=at.table.play.now.move).status_code == 422  # type: ignore[union-attr]


def of_somebody_else(state: Told, viewer: Viewer) -> tuple[Message, ...]:
    """The second message is that of whoever sits next."""
    first, *second = tell(state, viewer)
    others = [hidden for seat, hidden in state.second.items() if seat != viewer.seat]
    return (first, *(dataclasses.replace(m, text=say("%(word)s", word=others[0].opened())) for m in second))


def as_long_as_it_is(state: Told, viewer: Viewer) -> tuple[Message, ...]:
    """The second message is sometimes longer than there is room for."""
    first, *second = tell(state, viewer)
    long = [dataclasses.replace(m, text=say("%(word)s", word="x" * 900)) if viewer.seat == 2 else m for m in second]
    return (first, *long)


LEAKS: dict[str, tuple[Callable[[Told, Viewer], tuple[Message, ...]], Callable[[Evening], None]]] = {
    "somebody else's": (of_somebody_else, no_message_touches_anybody_elses_secret),
    "its size": (as_long_as_it_is, every_message_has_one_size),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_in_a_second_message_is_noticed(house: House, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    messages, proof = LEAKS[leak]
    game = dataclasses.replace(TELLING, messages=messages)
    taught(house, monkeypatch, game)
    at = evening(house, game, 1, 4, sharing=False)
    with pytest.raises(AssertionError):
        proof(at)


def test_a_marked_leak_in_a_second_message_is_noticed(
    house: House, told_at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = {n: f"marker{n}marker" for n in range(1, 9)}

    def messages(state: Told, viewer: Viewer) -> tuple[Message, ...]:
        return tuple(
            dataclasses.replace(m, text=say("%(word)s", word=words[(viewer.seat or 0) + (m.key == "second")]))
            for m in tell(state, viewer)
        )

    game = dataclasses.replace(TELLING, messages=messages)
    taught(house, monkeypatch, game)
    with pytest.raises(AssertionError):
        no_private_text_reaches_anybody_else(evening(house, game, 1, 4), words)


# --- markers: the texts themselves reach nobody but their owner, by no way --------------------------------------------


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """Every private text replaced by random words of its seat."""
    words = {n: "".join(random.choices("bdfghklmnprstvz", k=14)) for n in range(1, 9)}

    def with_markers(game: Game) -> Game:
        def messages(state: Any, viewer: Viewer) -> tuple[Message, ...]:
            box = game.messages(state, viewer)
            return tuple(dataclasses.replace(m, text=say("%(word)s", word=words[viewer.seat or 0])) for m in box)

        return dataclasses.replace(game, messages=messages)

    games = tuple(map(with_markers, GAMES))
    monkeypatch.setattr("companion.games.GAMES", games)
    return words


SCRIPT = {"HX-Request": "true"}


@EVERY_DEALER
def test_a_private_text_reaches_its_owner_alone_by_any_way(
    house: House,
    game: Game,
    marked: dict[int, str],
    told_at_once: None,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    no_private_text_reaches_anybody_else(evening(house, game, 3), marked)
    out, err = capfd.readouterr()
    assert not said([caplog.text.encode(), out.encode(), err.encode()], marked.values())


def no_private_text_reaches_anybody_else(at: Evening, marked: dict[int, str]) -> None:
    """At every moment everybody asks for every message that anybody has, and gets those of whoever has their phone."""
    house, everybody = at.house, visitors(at)
    streams = [(who, who.stream(at.code)) for who in everybody]
    wall = Visitor(house, "the wall")
    streams.append((wall, wall.stream(at.code, wall=True)))
    for _, stream in streams:
        next(stream), next(stream)
    own = {seat.number: marked[seat.number] for seat in at.table.seats}
    for n, moment in enumerate(at.moments(14)):
        for who in everybody:
            heard = len(who.received)
            everywhere = n % 12 == 2 and who.name in ("Ana", "Ben", "a stranger")
            for path in (
                addresses(house.app, at.code) if everywhere else [f"/t/{at.code}{page}" for page in PAGES[:4:2]]
            ):
                who.get(path)
            for script, form in (({}, {"key": "x"}), (SCRIPT, {}), (SCRIPT, {"key": "'"})):
                who.open("POST", f"/t/{at.code}/message", form, script)
            assert not said(who.received[heard:], own.values()), (moment, who.name)
        for _, stream in streams:
            next(stream)
        before = boxes(at)
        for who in everybody:
            holder = at.table.speaks_for(who.device)
            for key in sorted({key for _, key in before}):
                answer = at.message(who, key)
                closed = holder is not None and holder.passed and key in holder.opened
                has = holder is not None and (who, key) in before and not closed
                assert answer.status_code == (200 if has else 403), (moment, who.name, key)
                assert said([answer.data], own.values()) == ({own[holder.number]} if holder and has else set())
                who.received = [part for part in who.received if part != answer.data]
    for who, stream in reversed(streams):
        stream.close()
        assert not said(who.received, own.values()), f"the stream of {who.name}"


def said(received: Iterable[bytes], words: Iterable[str]) -> set[str]:
    """Which of these words occur in what was received."""
    everything = b"".join(received).decode(errors="replace")
    return {word for word in words if word in everything}


@EVERY_DEALER
def test_a_fault_in_the_middle_of_a_message_tells_no_secret(
    house: House, game: Game, marked: dict[int, str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    at = evening(house, game, 1)
    at.start()

    def broken(name: str, **shown: Any) -> str:
        raise RuntimeError(f"cannot show {shown}")

    monkeypatch.setattr("companion.web.message.render", broken)
    for who in at.people.values():
        holder = at.table.speaks_for(who.device)
        assert holder is not None
        answer = who.post(f"/t/{at.code}/message", key=key_of(at.table, who))
        assert answer.status_code == 500
        assert "Something went wrong in the app" in answer.text
        assert not said([answer.data, caplog.text.encode()], marked.values())
    assert caplog.text.count("unforeseen: RuntimeError at ") == len(at.people), "one line a fault, saying where"
    assert "Ana" not in caplog.text


# --- after the game ---------------------------------------------------------------------------------------------------


@EVERY_DEALER
def test_last_games_secrets_are_gone(house: House, game: Game) -> None:
    at = evening(house, game, 1, sharing=False)
    at.start()
    who, old = at.people["Ben"], at.table
    key = key_of(old, who)
    at.did(at.host, "lobby")
    assert who.post(f"/t/{at.code}/message", key=key).status_code == 403
    at.start()
    assert at.table.deal == old.deal + 1
    assert 'data-deal="2"' in who.get(f"/t/{at.code}/panel").text


@EVERY_GAME
def test_a_button_of_the_last_game_says_so_and_does_nothing(house: House, game: Game) -> None:
    at = evening(house, game, 2, sharing=False)
    at.start()
    found = next((t for _ in range(20) if (t := at.tried()) and game.moves[t[1]].bound_to_phase), None)
    assert found is not None
    who, name, form = found
    drawn = at.table.version
    at.start()
    now = at.table
    answer = at.move(who, f"play/{name}", drawn=drawn, **form)
    assert answer.status_code == 409
    assert "The game has moved on" in answer.text
    assert at.table == now or at.table.version == now.version
