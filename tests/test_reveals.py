"""What somebody has seen is never taken back: found by the kernel in every game, without the game saying so."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.fold import play, replay
from companion.game import Game, Hidden, Viewer
from companion.games import GAMES
from companion.reveals import chosen_otherwise, hidden_in, turned_up, with_choices
from companion.store import Entry
from companion.table import Table
from tests.evenings import Evening, House, Visitor, evening, fixed_chance
from tests.games import promises
from tests.poison import Poison, poisoned

ANA, BEN, CLEO = 1, 2, 3
NOBODY: frozenset[int] = frozenset()


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 5)
    return House(tmp_path)


# --- the walk ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class State:
    """A state with something hidden in each kind of place."""

    own: Hidden[str] | None
    cast: dict[int, Hidden[str]]
    pile: tuple[Hidden[str], ...]
    shown: tuple[str, ...] = ()


def hidden(value: str, *seats: int) -> Hidden[str]:
    return Hidden(value, frozenset(seats))


TOP, NEXT = hidden("king"), hidden("two")
BEFORE = State(hidden("Ben is it", ANA), {ANA: hidden("red", ANA), BEN: hidden("blue", BEN)}, (TOP, NEXT))

SHOWN = {
    "one's own is gone": dataclasses.replace(BEFORE, own=None),
    "one's own is gone and said aloud": dataclasses.replace(BEFORE, own=None, shown=("Ben is it",)),
    "a ballot is opened": dataclasses.replace(BEFORE, cast={}, shown=("red", "blue")),
    "one vote is opened": dataclasses.replace(BEFORE, cast={ANA: BEFORE.cast[ANA]}),
    "a card is turned": dataclasses.replace(BEFORE, pile=(NEXT,), shown=("king",)),
    "a card is taken into the hand": dataclasses.replace(BEFORE, pile=(hidden("king", ANA), NEXT)),
    "two cards change places, one of them for eyes": dataclasses.replace(BEFORE, pile=(NEXT, hidden("king", CLEO))),
    "more may look": dataclasses.replace(BEFORE, own=hidden("Ben is it", ANA, BEN)),
    "somebody else may look": dataclasses.replace(BEFORE, own=hidden("Ben is it", BEN)),
    "something new for somebody else": dataclasses.replace(BEFORE, cast={**BEFORE.cast, CLEO: hidden("x", CLEO)}),
    "something new for oneself out of what was nobody's": dataclasses.replace(
        BEFORE, pile=(hidden("ten"), NEXT), cast={**BEFORE.cast, CLEO: hidden("king", ANA)}
    ),
}
NOT_SHOWN = {
    "nothing changed": BEFORE,
    "only what all see": dataclasses.replace(BEFORE, shown=("Ana is away",)),
    "another choice of one's own": dataclasses.replace(BEFORE, cast={**BEFORE.cast, ANA: hidden("green", ANA)}),
    "a first choice of one's own": dataclasses.replace(BEFORE, cast={**BEFORE.cast, CLEO: hidden("green", ANA)}),
    "what is nobody's was shuffled": dataclasses.replace(BEFORE, pile=(hidden("two"), hidden("king"))),
    "fewer may look": dataclasses.replace(BEFORE, own=hidden("Ben is it")),
    "what was hidden before has another place": dataclasses.replace(BEFORE, pile=(NEXT, TOP)),
    "a card goes face down where none lay": dataclasses.replace(BEFORE, pile=(NEXT,), cast={**BEFORE.cast, CLEO: TOP}),
}


@pytest.mark.parametrize("what", SHOWN)
def test_what_may_have_been_shown_is_noticed(what: str) -> None:
    assert turned_up(BEFORE, SHOWN[what], ANA, drew=False)


@pytest.mark.parametrize("what", NOT_SHOWN)
def test_what_showed_nobody_anything_can_be_taken_back(what: str) -> None:
    assert not turned_up(BEFORE, NOT_SHOWN[what], ANA, drew=False)


def test_what_chance_dealt_to_oneself_was_shown() -> None:
    dealt = dataclasses.replace(BEFORE, cast={**BEFORE.cast, CLEO: hidden("green", ANA)})
    assert turned_up(BEFORE, dealt, ANA, drew=True)
    beside = dataclasses.replace(dealt, cast={**dealt.cast, ANA: hidden("blue", ANA)})
    assert turned_up(BEFORE, beside, ANA, drew=True), "also when it chose otherwise by the same move"


def test_whatever_holds_something_hidden_it_is_found_where_it_is() -> None:
    one, two, three = hidden("a", ANA), hidden("b"), hidden("c", BEN)
    found = dict(hidden_in({"hands": (Held(one), [7, two]), "deck": Pair(three, 1), "kind": Held, "none": None}))
    places = {("hands", 0, "it"): one, ("hands", 1, 1): two, ("deck", 0): three}
    assert list(found) == list(places)
    assert all(found[place] is value for place, value in places.items())
    assert [(place, found is one) for place, found in hidden_in(one)] == [((), True)]
    assert not list(hidden_in({"kind": Kind})), "a kind of part is no part"
    assert with_choices(Kind, {id(WAS): OTHERWISE}) is Kind


# --- a choice that was changed, in every state since ------------------------------------------------------------------


@dataclass(frozen=True)
class Held:
    """A part of a state that holds something."""

    it: Any = None
    beside: Any = None


class Pair(NamedTuple):
    """Another part, as a tuple with names."""

    one: Any
    other: Any


WAS, OTHERWISE = hidden("red", ANA), hidden("green", ANA)
BESIDE = (1, "two")


@dataclass(frozen=True)
class Kind:
    """What holds something unless it is said otherwise."""

    it: Hidden[str] = WAS


AROUND: dict[str, Any] = {
    "alone": lambda it: it,
    "in a tuple": lambda it: (BESIDE, it),
    "in a list": lambda it: [it, BESIDE],
    "in a tuple with names": lambda it: Pair(BESIDE, it),
    "in a mapping": lambda it: {"beside": BESIDE, "it": it},
    "in a part": lambda it: Held(it, BESIDE),
    "deep inside": lambda it: Held({ANA: (Pair(BESIDE, [it]), BESIDE)}, BESIDE),
}


def same(one: Any, other: Any) -> bool:
    """Whether two states are alike, and hold the very same hidden values in the same places."""
    mine, theirs = dict(hidden_in(one)), dict(hidden_in(other))
    return (
        type(one) is type(other)
        and mine.keys() == theirs.keys()
        and all(mine[place] is theirs[place] for place in mine)
        and bare(one) == bare(other)
    )


def bare(state: Any) -> Any:
    """A state without what is hidden in it."""
    if isinstance(state, Hidden):
        return "hidden"
    if isinstance(state, dict):
        return {key: bare(part) for key, part in state.items()}
    if isinstance(state, (tuple, list)):
        return type(state).__name__, [bare(part) for part in state]
    if is_dataclass(state):
        return type(state).__name__, {name: bare(part) for name, part in vars(state).items()}
    return state


@pytest.mark.parametrize("where", AROUND)
def test_a_choice_that_was_changed_stands_in_every_state_that_held_it(where: str) -> None:
    around = AROUND[where]
    before = around(WAS)
    stands = chosen_otherwise(before, around(OTHERWISE))
    assert stands is not None
    assert stands[id(WAS)] is OTHERWISE
    if where != "alone":
        assert stands[id(BESIDE)] is BESIDE, "its neighbours stay"
    meant = around(OTHERWISE)
    assert same(with_choices(before, dict(stands)), meant)
    assert same(with_choices(Held(before, "earlier"), dict(stands)), Held(meant, "earlier"))
    assert same(with_choices(Pair(3, before), dict(stands)), Pair(3, meant))


@pytest.mark.parametrize("where", AROUND)
def test_a_state_that_held_none_of_it_stays_the_very_same(where: str) -> None:
    for state in (AROUND[where](hidden("blue", BEN)), AROUND[where](7), AROUND[where](Held)):
        assert with_choices(state, {id(WAS): OTHERWISE}) is state


def test_what_one_state_shares_with_itself_it_shares_still() -> None:
    part = Held(WAS)
    one, other = with_choices([part, part], {id(WAS): OTHERWISE})
    assert one is other
    assert one.it is OTHERWISE


@pytest.mark.parametrize("after", [(OTHERWISE, WAS), (WAS, OTHERWISE)])
def test_what_was_changed_in_one_of_two_places_stands_in_both(after: tuple[Hidden[str], ...]) -> None:
    stands = chosen_otherwise((WAS, WAS), after)
    assert stands is not None
    assert stands[id(WAS)] is OTHERWISE


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((WAS, 1), (WAS, 1)),
        ((WAS, 1), (OTHERWISE, 2)),
        ((WAS, 1), [OTHERWISE, 1]),
        ((WAS,), (OTHERWISE, 1)),
        ((WAS, (1,)), (OTHERWISE, [1])),
        ([WAS, 1], [OTHERWISE, 2]),
        (WAS, hidden("red", ANA, BEN)),
        (WAS, "red"),
        ({"a": WAS, "b": 1}, {"b": 1, "a": OTHERWISE}),
        ({"a": WAS}, {"a": OTHERWISE, "b": 1}),
        ({"a": WAS, "b": 1}, {"a": OTHERWISE, "b": 2}),
        (Held(WAS, 1), Held(OTHERWISE, 2)),
        (Held(WAS), Pair(OTHERWISE, None)),
        (7, 8),
        (Held(7, 1), Held(7, 1)),
    ],
)
def test_where_anything_else_changed_or_nothing_did_no_choice_was_changed_unseen(before: Any, after: Any) -> None:
    assert chosen_otherwise(before, after) is None


# --- every game: whatever a viewer is shown of what was hidden --------------------------------------------------------


class Seen(Exception):
    """A viewer is shown something hidden."""


def shows(game: Game, table: Table, entry: Entry, device: str, viewer: Viewer) -> bool:
    """Whether this viewer sees, after a move, anything of what was hidden from them before it: with that poisoned, the
    move cannot be made or the view not be drawn. What the walk of the kernel thinks of it is not asked."""
    assert table.play is not None
    past = table.play.now
    spoiled = past._replace(state=poisoned(past.state, viewer))
    try:
        after = replay(
            table.code, [entry], dataclasses.replace(table, play=dataclasses.replace(table.play, now=spoiled))
        )
        assert after.play is not None
        if after.play.held:
            return True
        look(game.look(after.play.now.state, viewer))
        look([message.text for message in game.messages(after.play.now.state, viewer)])
        look(game.result(after.play.now.state))
    except (AssertionError, Seen):
        return True
    return False


def look(view: Any) -> None:
    """Look at everything in it. Raises `Seen` at what was poisoned."""
    if isinstance(view, Poison):
        raise Seen
    if isinstance(view, dict):
        look([*view.keys(), *view.values()])
    elif isinstance(view, (tuple, list, frozenset)):
        for part in view:
            look(part)
    elif is_dataclass(view) and not isinstance(view, type):
        look([getattr(view, f.name) for f in fields(view)])
    elif hasattr(view, "values") and isinstance(view.values, dict):
        look(view.values)


def told_anew(game: Game, before: Any, after: Any, viewer: Viewer) -> bool:
    """Whether that viewer's message box holds a text that it did not hold."""
    box = [repr(message) for message in game.messages(before, viewer)]
    return any(repr(message) not in box for message in game.messages(after, viewer))


def hides_more(before: Table, after: Table) -> bool:
    """Whether there is more hidden than before."""
    assert before.play is not None
    assert after.play is not None
    return len(list(hidden_in(after.play.now.state))) > len(list(hidden_in(before.play.now.state)))


def another_choice(at: Evening, name: str) -> tuple[Visitor, str, dict[str, list[str]]] | None:
    """That move by somebody who has not yet chosen by it: so that what all choose is turned up in the end."""
    for _ in range(30 if name else 0):
        who = at.dice.choice(at.speakers())
        form = at.guess(who, name)
        raw = at.game.moves[name].read(form)
        if at.would_do(at.table, who, f"play:{name}", raw):
            _, after = play(at.table, f"play:{name}", raw, who.device, at.house.now, at.table.version)
            if after.phase_at != at.table.phase_at or hides_more(at.table, after):
                return who, name, form
    return None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_move_that_shows_anybody_what_was_hidden_cannot_be_taken_back(house: House, game: Game) -> None:
    looked, shown = 0, 0
    for seed in range(2):
        at = evening(house, game, seed, max(game.players[0], 3), sharing=False)
        if seed % 2 and game.options:
            for option in game.options:
                at.did(at.host, "decide", key=option.key, value=at.dice.choice(option.choices)[0])
        at.start()
        hides = ""
        for _ in range(24):
            if at.table.result() is not None:
                break
            house.now += 150_000
            table = at.table
            found = (at.dice.random() < 0.7 and another_choice(at, hides)) or at.tried()
            if found is None:
                break
            who, name, form = found
            raw = game.moves[name].read(form)
            entry, after = play(table, f"play:{name}", raw, who.device, house.now, table.version)
            assert table.play is not None
            assert after.play is not None
            before = shown
            for viewer in (Viewer(), *(Viewer(seat.number, at=house.now) for seat in table.seats)):
                looked += 1
                own = viewer.seat == after.play.now.seat
                if shows(game, table, entry, who.device, viewer) or (
                    not own and told_anew(game, table.play.now.state, after.play.now.state, viewer)
                ):
                    shown += 1
                    assert not after.play.now.may_go_back, (seed, name, form, viewer)
            at.played[name] = at.played.get(name, 0) + 1
            hides = name if hides_more(table, after) else hides
            at.did(who, f"play/{name}", **form)
            if shown > before:
                assert at.move(at.host, "undo", of=after.play.now.move).status_code in (409, 422), (seed, name, form)
                assert at.table.version == entry.number
    assert looked > 30
    assert shown or not promises(game.key).SECRETS, "nothing hidden was ever shown, so this proves nothing"
