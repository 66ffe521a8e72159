"""The moves that set the box up: what is drawn, by the app or by hand, and which steps are done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from companion.chance import new_luck
from companion.game import Draw as DrawOfStep
from companion.game import Hidden, Move, NothingNew, Plan, Refused, Stale, Step
from companion.table import Table, TableAct
from companion.values import replace
from companion.words import Text, listed, say


class SetUp(Move):
    """Begin to set up the box together. `how`: "laid" where it is set up already, and what is left is to tell the app
    what was drawn; "drawn" where the app draws everything first."""

    who = "host"
    moves_phase = True
    how: Literal["", "laid", "drawn"] = ""
    for_seats: bool = False
    for_who: bool = False
    """Both as in `Draw`."""


def set_up(table: Table, act: TableAct, move: SetUp) -> Table:
    table = replace(table, stage="setup", laid=move.how == "laid")
    if move.how == "drawn":
        return draw_all(table, act, DrawAll(for_seats=move.for_seats, for_who=move.for_who))
    if move.how == "laid":
        act.tell(say("%(player)s said that the box is set up already"))
        table = _taken_out_anew(table)
        ticks = {step.key: demands(step) for step in _plan(table).steps if not (step.draw and step.draw.missing)}
        return replace(table, ticks=ticks)
    act.tell(say("%(player)s began setting up the box"))
    return table


class Draw(Move):
    """Draw a random part of the set-up: by the app, or `by` hand with what came in `fields`."""

    bound_to_phase = False
    step: str
    by: Literal["app", "hand"] = "app"
    fields: dict[str, str] = msgspec.field(default_factory=dict)
    luck: bool = False
    """Whether what is drawn follows from the table's luck; no in logs from before there was any."""
    next: bool = False
    """Whether the step is done with it. Then nothing has to be entered."""
    for_seats: bool = False
    """Whether what goes by where people sit is theirs alone for whom it is drawn; in older evenings it was not."""
    for_who: bool = False
    """Likewise of what names somebody, where the app draws it."""

    def about(self, at: Table) -> tuple[object, Text] | None:
        """What the step asks for, and what lies drawn in it: else two who draw at once draw it twice."""
        return _about_step(at, self.step)

    @classmethod
    def read(cls, form: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        single = super().read(form)
        return {
            **{name: value for name, value in single.items() if name in ("step", "by", "next")},
            "fields": {name: value for name, value in single.items() if name not in ("step", "by", "next")},
        }


def draw(table: Table, act: TableAct, move: Draw) -> Table:
    step = step_of(table, move.step)
    if step.draw is None:
        raise Refused(say("Nothing is drawn in this step."))
    if move.next:
        return _done_with(table, act, move, step, step.draw)
    by_app = move.by == "app"
    if by_app and move.luck and not step.draw.free:
        table = shuffled(table, act)
        value = by_luck(step.draw, act)
        if value == step.draw.value:
            raise Refused(say("The app has drawn this already, and its draw stands."))
    else:
        value = step.draw.by_app(act.chance) if by_app else step.draw.by_hand(move.fields)
    again = step.draw.value is not None
    if by_app:
        act.tell(
            say("%(player)s let the app draw again (%(step)s)", step=step.title)
            if again
            else say("%(player)s let the app draw (%(step)s)", step=step.title)
        )
    elif step.draw.revealed:
        act.tell(say("%(player)s entered what was found (%(step)s)", step=step.title))
    else:
        act.tell(say("%(player)s entered a draw (%(step)s)", step=step.title))
    return table.with_drawn(step.draw, value, for_seats=move.for_seats, for_who=move.for_who and by_app)


class DrawAll(Move):
    """Let the app draw whatever of the set-up is not drawn yet, to be read out in one go."""

    bound_to_phase = False
    for_seats: bool = False
    for_who: bool = False
    """Both as in `Draw`."""


def draw_all(table: Table, act: TableAct, move: DrawAll) -> Table:
    table, drew = shuffled(table, act), False
    while step := next((one for one in _plan(table).steps if one.draw and one.draw.missing), None):
        assert step.draw is not None
        value, drew = by_luck(step.draw, act), True
        table = table.with_drawn(step.draw, value, for_seats=move.for_seats, for_who=move.for_who)
    if not drew:
        raise NothingNew
    act.tell(say("%(player)s let the app draw everything"))
    return table


def _done_with(table: Table, act: TableAct, move: Draw, step: Step, lies: DrawOfStep) -> Table:
    """Keep what the form holds, if anything, and tick the step. Where that leaves open who starts, the app draws it,
    and the step stays until it was seen."""
    entered = any(value.strip() for name, value in move.fields.items() if name not in lies.about)
    value = lies.by_hand(move.fields) if entered else lies.value
    if value != lies.value:
        table = draw(table, act, Draw(step=step.key, by="hand", fields=move.fields, for_seats=move.for_seats))
    elif value is None and lies.starts:
        own = Draw(step=step.key, luck=move.luck, for_seats=move.for_seats, for_who=move.for_who)
        return draw(table, act, own)
    return tick(table, act, Tick(step=step.key))


class Tick(Move):
    """Tick a set-up step off, or take the tick away."""

    bound_to_phase = False
    step: str
    done: bool = True

    def about(self, at: Table) -> tuple[object, Text] | None:
        """What the step asks for; whether it is done already says the button itself."""
        return _about_step(at, self.step)


def tick(table: Table, act: TableAct, move: Tick) -> Table:
    step = step_of(table, move.step)
    if not act.replayed and (table.ticks.get(step.key) == demands(step) if move.done else step.key not in table.ticks):
        raise NothingNew
    table = _taken_out_anew(table) if move.done else table
    others = {key: mark for key, mark in table.ticks.items() if key != step.key}
    return replace(table, ticks={**others, step.key: demands(step)} if move.done else others)


class TickAll(Move):
    """Tick every step of the set-up off, once it has been read out."""

    bound_to_phase = False

    def about(self, at: Table) -> tuple[object, Text] | None:
        """What all steps ask for: whoever lays out what was drawn has read just this."""
        plan = at.plan() if at.play is None else None
        return None if plan is None else (tuple(demands(step) for step in plan.steps), say("the set-up as it was then"))


def tick_all(table: Table, act: TableAct, move: TickAll) -> Table:
    done = {step.key: demands(step) for step in _plan(table).steps}
    if table.ticks == done:
        raise NothingNew
    act.tell(say("%(player)s finished the set-up"))
    return replace(_taken_out_anew(table), ticks=done)


def _taken_out_anew(table: Table) -> Table:
    """The table as a step is done. The first of a set-up that takes something else out of the box than lies there means
    that this was put back: nothing that was done before is done any more, and nothing lies as it lay, also where the
    set-up from before is wanted again."""
    if table.lies != table.game or not table.taken_out or table.lies_as_needed:
        return table
    return replace(table, taken_out=(), ticks={})


class ShareOut(Move):
    """Share the set-up steps out among the players, or stop doing so."""

    bound_to_phase = False
    on: bool


def share_out(table: Table, act: TableAct, move: ShareOut) -> Table:
    if not act.replayed and table.shared_out == move.on:
        raise NothingNew
    act.tell(say("%(player)s divided up the steps") if move.on else say("%(player)s stopped dividing the steps"))
    return replace(table, shared_out=move.on)


def demands(step: Step) -> tuple[object, ...]:
    """What a step asks for. A tick keeps it, and holds only while the step asks for the same things."""
    return step.takes, step.shown, step.draw and step.draw.value


def shuffled(table: Table, act: TableAct) -> Table:
    """The table with luck, which `act` draws by: the set-up's if there is some, else new."""
    if table.luck is None:
        table = replace(table, luck=Hidden(new_luck(act.chance), frozenset()))
    act.chance.luck = table.luck_here
    return table


def by_luck(draw: DrawOfStep, act: TableAct) -> str:
    """What the app draws by the luck of the table: by what it is for, so that it stands, where the draw is not free."""
    return draw.by_app(act.chance if draw.free else act.chance.of(draw.key))


def _about_step(table: Table, key: str) -> tuple[object, Text] | None:
    plan = table.plan() if table.play is None else None
    step = next((step for step in plan.steps if step.key == key), None) if plan else None
    if step is None:
        return None
    return demands(step), listed(step.takes) if step.takes else step.title


def _plan(table: Table) -> Plan:
    plan = table.plan()
    if plan is None or table.play is not None:
        raise Stale(say("The set-up is not on the table any more."))
    return plan


def step_of(table: Table, key: str) -> Step:
    """The step of that key in the set-up on the table. Raises `Stale` where there is none any more."""
    plan = table.plan()
    step = next((step for step in plan.steps if step.key == key), None) if plan else None
    if step is None or table.play is not None:
        raise Stale(say("That step is not part of the set-up any more."))
    return step
