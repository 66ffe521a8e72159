"""The moves about the game on the table, whatever game it is: choosing, setting up, starting, ending, taking back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar, Literal, TypeVar

from pydantic import Field

from companion.chance import new_luck
from companion.game import Draw as DrawOfStep
from companion.game import Hidden, Move, NothingNew, Plan, Refused, Stale, Step, Viewer, Whole
from companion.games import find_game
from companion.moves.seats import with_seat
from companion.table import NO_SEAT, PRETEND, Finished, Moment, Past, Play, Table, TableAct
from companion.values import replace
from companion.words import Text, listed, say

TRYING = "Ana"
"""What whoever tries it out is called until they say otherwise."""
NOBODIES = ("Ben", "Cleo", "Dov", "Eve", "Finn")
"""Who fills the seats of a rehearsal beside them."""


class Open(Move):
    """Open a table; whoever opens it hosts it."""

    who = "anyone"
    bound_to_phase = False
    rehearsal: bool = False
    phones: bool = False
    """Whether pretend players have phones of their own, as pretend as they are; in older evenings whoever tried it out
    played for them."""
    game: str = ""
    people: tuple[tuple[str, int, Literal["own", "host", "none"]], ...] = Field(default=(), max_length=8)
    """Who was there last time: names, badges and which phone each played on, in the order of seats."""


def open_table(table: Table, act: TableAct, move: Open) -> Table:
    if table.version != 0:
        raise Stale(say("This table is already open."))
    opened = replace(table, hosts=(act.device,), rehearsal=move.rehearsal)
    if find_game(move.game):
        opened = replace(opened, game=move.game)
    if move.rehearsal:
        opened = with_seat(opened, TRYING, None, act.device, passed=False)
        for name in NOBODIES[: max(opened.the_game.players[0], 4) - 1]:
            device = f"{PRETEND}{opened.made + 1}" if move.phones else act.device
            opened = with_seat(opened, name, None, device, passed=not move.phones, pretend=True)
    for name, badge, phone in move.people:
        device = "" if phone == "own" else act.device
        with suppress(Refused):  # of a name that cannot be one any more, nobody is kept out but that one
            opened = with_seat(opened, name, badge, device, passed=phone != "host", expected=phone == "own")
    act.tell(say("%(player)s opened the table"))
    return opened


def with_phones(table: Table, act: TableAct, move: Open, moment: Moment) -> Open:
    return move.model_copy(update={"phones": True})


class Choose(Move):
    """Put a game on the table."""

    who = "host"
    moves_phase = True
    game: str


def choose(table: Table, act: TableAct, move: Choose) -> Table:
    game = find_game(move.game)
    if game is None:
        raise Refused(say("That game is not here."), "game")
    act.tell(say("%(player)s chose the game %(game)s", game=game.title))
    return replace(_cleared(table), game=game.key, stage="lobby")


class Choice(Move):
    """Decide one of the game's options."""

    key: str
    value: str


def decide(table: Table, act: TableAct, move: Choice) -> Table:
    game = table.the_game
    option = next((option for option in game.options if option.key == move.key), None)
    words = dict(option.choices).get(move.value) if option else None
    if option is None or words is None:
        raise Refused(say("That is not one of the choices here."), "value")
    if table.play is not None:
        raise Refused(say("This can be changed before the game starts."), "value")
    act.tell(say("%(player)s set “%(question)s”: %(choice)s", question=option.question, choice=words))
    made = {**table.options.get(game.key, {}), option.key: move.value}
    return replace(table, options={**table.options, game.key: made})


class SetUp(Move):
    """Begin to set up the box together. Where it is `laid` out already, what is left is to tell the app what was drawn;
    `drawn`, the app draws that."""

    who = "host"
    moves_phase = True
    how: Literal["", "laid", "drawn"] = ""


def set_up(table: Table, act: TableAct, move: SetUp) -> Table:
    table = replace(table, stage="setup", laid=move.how == "laid")
    if move.how == "drawn":
        return draw_all(table, act, DrawAll())
    if move.how == "laid":
        act.tell(say("%(player)s said that the box is set up already"))
        ticks = {step.key: demands(step) for step in _plan(table).steps if not (step.draw and step.draw.missing)}
        return replace(table, ticks=ticks)
    act.tell(say("%(player)s began setting up the box"))
    return table


class Lobby(Move):
    """Go back to the lobby; a running game ends, and if it was over it counts for the evening."""

    who = "host"
    moves_phase = True


def lobby(table: Table, act: TableAct, move: Lobby) -> Table:
    if table.play is not None:
        act.tell(say("%(player)s stopped the game"))
    return replace(_cleared(table) if table.play else table, stage="lobby")


class Draw(Move):
    """Draw a random part of the set-up: by the app, or `by` hand with what came in `fields`."""

    bound_to_phase = False
    step: str
    by: Literal["app", "hand"] = "app"
    fields: dict[str, str] = Field(default_factory=dict)
    luck: bool = False
    """Whether what is drawn follows from the table's luck; no in logs from before there was any."""
    next: bool = False
    """Whether the step is done with it. Then nothing has to be entered."""

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
    step = _step(table, move.step)
    if step.draw is None:
        raise Refused(say("Nothing is drawn in this step."))
    if move.next:
        return _done_with(table, act, move, step, step.draw)
    by_app = move.by == "app"
    if by_app and move.luck and not step.draw.free:
        table = _shuffled(table, act)
        value = _by_luck(step.draw, act)
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
    else:
        act.tell(say("%(player)s entered a draw (%(step)s)", step=step.title))
    return replace(table, drawn={**table.drawn, step.draw.key: value})


class DrawAll(Move):
    """Let the app draw whatever of the set-up is not drawn yet, to be read out in one go."""

    bound_to_phase = False


def draw_all(table: Table, act: TableAct, move: DrawAll) -> Table:
    table, before = _shuffled(table, act), len(table.drawn)
    while step := next((one for one in _plan(table).steps if one.draw and one.draw.missing), None):
        assert step.draw is not None
        table = replace(table, drawn={**table.drawn, step.draw.key: _by_luck(step.draw, act)})
    if len(table.drawn) == before:
        raise NothingNew
    act.tell(say("%(player)s let the app draw everything"))
    return table


def _done_with(table: Table, act: TableAct, move: Draw, step: Step, lies: DrawOfStep) -> Table:
    """Keep what the form holds, if anything, and tick the step. Where that leaves open who starts, the app draws it,
    and the step stays until it was seen."""
    entered = any(value.strip() for name, value in move.fields.items() if name not in lies.about)
    value = lies.by_hand(move.fields) if entered else lies.value
    if value != lies.value:
        table = draw(table, act, Draw(step=step.key, by="hand", fields=move.fields))
    elif value is None and lies.starts:
        return draw(table, act, Draw(step=step.key, luck=move.luck))
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
    step = _step(table, move.step)
    if not act.replayed and (table.ticks.get(step.key) == demands(step) if move.done else step.key not in table.ticks):
        raise NothingNew
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
    return replace(table, ticks=done)


class ShareOut(Move):
    """Share the set-up steps out among the players, or stop doing so."""

    bound_to_phase = False
    on: bool


def share_out(table: Table, act: TableAct, move: ShareOut) -> Table:
    if not act.replayed and table.shared_out == move.on:
        raise NothingNew
    act.tell(say("%(player)s divided up the steps") if move.on else say("%(player)s stopped dividing the steps"))
    return replace(table, shared_out=move.on)


class Start(Move):
    """Start the game for who is in: deal what must stay secret. Once more on a running game is a new deal."""

    who = "host"
    moves_phase = True
    undoable: ClassVar[bool] = False
    edition: int = 0
    luck: bool = False
    """As in `Draw`."""
    phones: bool = False
    """Whether it is kept who was dealt in on which phone; in older evenings that went by where the seats were then."""
    draws: bool = False
    """Whether who starts is drawn here and told where nobody did, and what lies drawn still lies so when a game that is
    not over begins anew; in older evenings the game drew it, and told nobody."""

    def about(self, at: Table) -> tuple[object, Text] | None:
        """Who plays, and by what: nobody is left out or comes in between the look and the tap."""
        who = [seat.number for seat in at.playing]
        names = listed([seat.name for seat in at.playing]) if who else say("nobody")
        return (who, at.game, at.chosen(at.the_game), dict(at.drawn)), names


def start(table: Table, act: TableAct, move: Start) -> Table:
    game = table.the_game
    if table.play is not None:
        lies = table.drawn if move.draws and table.result() is None else {}
        table = replace(_cleared(table), drawn=lies)
    low, high = game.players
    missing = table.short_of()
    if missing > 0:
        raise Refused(say("%(game)s needs %(low)s players: %(n)s more to go.", game=game.title, low=low, n=missing))
    if missing < 0:
        raise Refused(
            say("%(game)s takes up to %(high)s players: somebody has to sit out.", game=game.title, high=high)
        )
    if late := [seat.name for seat in table.playing if seat.expected and not seat.device]:
        raise Refused(
            say(
                "Not here yet: %(names)s. They scan the code and tap their name. Or tap it here, to play for them or to"
                " let them sit out.",
                names=listed(late),
            )
        )
    if move.luck:
        table = _shuffled(table, act)
    table, told = _with_starter(table, act) if move.draws else (table, ())
    state = game.start(table.players, table.chosen(game), table.drawn, act.chance)
    if table.broken_off != game.key:
        act.tell(say("%(player)s started %(game)s", game=game.title))
    elif game.readers(game.look(state, Viewer())):
        act.announce(say("%(player)s restarted %(game)s. There are new messages: read yours.", game=game.title))
    else:
        act.announce(say("%(player)s restarted %(game)s. What was entered before is gone.", game=game.title))
    for line in told:
        act.note(line)
    dealt = Past(state, act.number, act.seat, line=None, undoable=False, before=None)
    held = move.edition not in (0, game.edition)
    running = Play(game.key, tuple([seat.number for seat in table.playing]), dealt, held=held, began=table.of_games)
    for seat in [seat for seat in table.seats if seat.opened or seat.reading or seat.read]:
        table = table.changed(replace(seat, opened=frozenset(), reading=frozenset(), read=frozenset()))
    dealt_in = tuple([seat.number for seat in table.playing if not seat.passed])
    started = replace(table, stage="play", play=running, deal=table.deal + 1, broken_off="", passed_to={})
    return replace(started, dealt_in=dealt_in, phones=_phones(table) if move.phones else {}, ticket_phones={})


def _with_starter(table: Table, act: TableAct) -> tuple[Table, tuple[Text, ...]]:
    """With who starts drawn, if nobody did, and what is to be told of it."""
    plan = table.plan()
    for step in plan.steps if plan else ():
        if step.draw is not None and step.draw.starts and step.draw.value is None:
            value = _by_luck(step.draw, act)
            after = replace(table, drawn={**table.drawn, step.draw.key: value})
            note = _step(after, step.key).note
            return after, (say("Drawn: %(what)s", what=note),) if note else ()
    return table, ()


def _phones(table: Table) -> dict[int, int]:
    """Which phone each seat is dealt in on, as `Table.phones` tells them. Where two have a phone of their own, a device
    that is nobody's own counts as none: it may be one of theirs, as a host's laptop is."""
    own = {seat.device: seat.number for seat in table.playing if not seat.passed}
    others = {seat.device: seat.number for seat in reversed(table.playing) if seat.device and len(own) < 2}
    return {seat.number: own.get(seat.device, others.get(seat.device, NO_SEAT)) for seat in table.playing}


class Again(Move):
    """Again with the same people: the finished game counts, and the set-up begins anew."""

    who = "host"
    moves_phase = True
    lies: bool = False
    """Whether what lies as it lay is done already; in older evenings everything was done again."""


def again(table: Table, act: TableAct, move: Again) -> Table:
    act.tell(say("%(player)s started the game again with the same players"))
    after = replace(_cleared(table), stage="setup")
    return _as_it_lay(table, after) if move.lies else after


def _as_it_lay(before: Table, after: Table) -> Table:
    """With what stays on the table as it was drawn, and marked as done where it asks for the same as before."""
    plan = before.plan()
    lay = {step.key: step for step in plan.steps if step.stays} if plan else {}
    drawn = {step.draw.key: step.draw.value for step in lay.values() if step.draw and step.draw.value is not None}
    after = replace(after, drawn=drawn)
    plan = after.plan()
    there = [step for step in plan.steps if step.key in lay and not (step.draw and step.draw.missing)] if plan else []
    return replace(after, ticks={step.key: demands(step) for step in there if demands(step) == demands(lay[step.key])})


class Undo(Move):
    """Take back the game's last move, which is number `of`."""

    moves_phase = True
    of_game = True
    of: Whole


AnyTurn = TypeVar("AnyTurn", "Undo", "Redo")


def as_counted(table: Table, act: TableAct, move: AnyTurn, moment: Moment) -> AnyTurn:
    """With the number of the move in the log, for the one that this device knows it by."""
    return type(move)(of=table.counted_by(act.device, move.of))


def unseen(table: Table, act: TableAct, move: Undo, moment: Moment) -> Undo:
    """Refused where it would take back what somebody has seen."""
    running, move = table.play, as_counted(table, act, move, moment)
    if running is not None and running.now.move == move.of and not running.now.may_go_back:
        raise Refused(say("That cannot be undone."))
    return move


def undo(table: Table, act: TableAct, move: Undo) -> Table:
    running = table.play
    if running is None or running.now.move != move.of or running.now.before is None:
        raise Stale(say("Somebody else has just made a move. Look again before you undo."))
    if not running.now.undoable:
        raise Refused(say("That cannot be undone."))
    act.tell(say("%(player)s undid: %(line)s", line=running.now.line or say("the last move")))
    undone = (running.now, *running.undone)
    return replace(table, play=replace(running, now=running.now.before, undone=undone))


class Redo(Move):
    """Do again what was taken back, which is move number `of`."""

    moves_phase = True
    of_game = True
    of: Whole


def redo(table: Table, act: TableAct, move: Redo) -> Table:
    running = table.play
    if running is None or not running.undone or running.undone[0].move != move.of:
        raise Stale(say("Somebody else has just made a move. Look again before you redo."))
    act.tell(say("%(player)s redid: %(line)s", line=running.undone[0].line or say("the last move")))
    now, undone = running.undone[0], running.undone[1:]
    return replace(table, play=replace(running, now=now, undone=undone))


def demands(step: Step) -> tuple[object, ...]:
    """What a step asks for. A tick keeps it, and holds only while the step asks for the same things."""
    return step.takes, step.shown, step.draw and step.draw.value


def _shuffled(table: Table, act: TableAct) -> Table:
    """The table with luck, which `act` draws by: the set-up's if there is some, else new."""
    if table.luck is None:
        table = replace(table, luck=Hidden(new_luck(act.chance), frozenset()))
    act.chance.luck = table.luck_here
    return table


def _by_luck(draw: DrawOfStep, act: TableAct) -> str:
    """What the app draws by the luck of the table: by what it is for, so that it stands, where the draw is not free."""
    return draw.by_app(act.chance if draw.free else act.chance.of(draw.key))


def _about_step(table: Table, key: str) -> tuple[object, Text] | None:
    plan = table.plan() if table.play is None else None
    step = next((step for step in plan.steps if step.key == key), None) if plan else None
    if step is None:
        return None
    return demands(step), listed(step.takes) if step.takes else step.title


def _cleared(table: Table) -> Table:
    """With the running game ended: it counts when it was over; late comers are in for the next one. Its luck goes with
    it, but choosing another game and back shuffles nothing."""
    result, running = table.result(), table.play
    evening = table.evening
    if running is not None and result is not None:
        counted = running.now.state if table.the_game.share else None
        evening = (*evening, Finished(running.game, running.seats, result, counted))
    off = table.broken_off if running is None else running.game if result is None else ""
    luck = table.luck if running is None else None
    if running is not None and not running.held:
        table = _with_kept(table, running)
    cleared = replace(table, play=None, drawn={}, ticks={}, evening=evening, broken_off=off, passed_to={}, luck=luck)
    return replace(cleared, letting={}, turned_away=frozenset(), laid=False)


def _with_kept(table: Table, running: Play) -> Table:
    """With what was chosen otherwise while the game ran and holds for the next one."""
    game = table.the_game
    chosen = table.chosen(game)
    kept = {key: value for key, value in game.keeps(running.now.state).items() if value != chosen[key]}
    if not kept:
        return table
    return replace(table, options={**table.options, game.key: {**table.options.get(game.key, {}), **kept}})


def _plan(table: Table) -> Plan:
    plan = table.plan()
    if plan is None or table.play is not None:
        raise Stale(say("The set-up is not on the table any more."))
    return plan


def _step(table: Table, key: str) -> Step:
    plan = table.plan()
    step = next((step for step in plan.steps if step.key == key), None) if plan else None
    if step is None or table.play is not None:
        raise Stale(say("That step is not part of the set-up any more."))
    return step
