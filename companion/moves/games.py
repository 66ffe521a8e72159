"""The moves about the game on the table, whatever game it is: choosing, starting, ending, taking back."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, ClassVar, Literal, TypeVar

import msgspec

from companion.game import Move, Refused, Stale, Viewer, Whole
from companion.games import find_game
from companion.moves.seats import with_seat
from companion.moves.setting_up import by_luck, demands, shuffled, step_of
from companion.reveals import chosen_for
from companion.table import NO_SEAT, PRETEND, Moment, Past, Play, Table, TableAct
from companion.values import replace
from companion.words import Text, Who, listed, say

TRYING = "Ana"
"""What whoever tries it out is called until they say otherwise."""
NOBODIES = ("Ben", "Cleo", "Dov", "Eve", "Finn")
"""Who fills the seats of a practice game beside them."""


class Open(Move):
    """Open a table; whoever opens it hosts it."""

    who = "anyone"
    bound_to_phase = False
    # Every log ever kept says "rehearsal", and so do new ones: an older version may share the database with this one.
    practice: bool = msgspec.field(default=False, name="rehearsal")
    """Whether it is a practice game."""
    phones: bool = False
    """Whether pretend players have phones of their own, as pretend as they are; in older evenings whoever tried it out
    played for them."""
    game: str = ""
    people: Annotated[tuple[tuple[str, int, Literal["own", "host", "none"]], ...], msgspec.Meta(max_length=8)] = ()
    """Who was there last time: names, badges and which phone each played on, in the order of seats."""


def open_table(table: Table, act: TableAct, move: Open) -> Table:
    if table.version != 0:
        raise Stale(say("This table is already open."))
    opened = replace(table, hosts=(act.device,), practice=move.practice)
    if find_game(move.game):
        opened = replace(opened, game=move.game)
    if move.practice:
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
    return msgspec.structs.replace(move, phones=True)


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


class Lobby(Move):
    """Go back to the lobby; a running game ends, and if it was over it counts for the evening."""

    who = "host"
    moves_phase = True


def lobby(table: Table, act: TableAct, move: Lobby) -> Table:
    if table.play is not None and table.result() is None:
        act.tell(say("%(player)s stopped the game"))
    return replace(_cleared(table) if table.play else table, stage="lobby")


class Start(Move):
    """Start the game for who is in: deal what must stay secret. Once more on a running game is a new deal."""

    who = "host"
    moves_phase = True
    undoable: ClassVar[bool] = False
    edition: Whole = 0
    luck: bool = False
    """As in `Draw`."""
    phones: bool = False
    """Whether it is kept who was dealt in on which phone; in older evenings that went by where the seats were then."""
    draws: bool = False
    """Whether who starts is drawn here and told where nobody did, and what lies drawn still lies so when a game that is
    not over begins anew; in older evenings the game drew it, and told nobody."""
    for_seats: bool = False
    for_who: bool = False
    """Both as in `Draw`."""

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
        table = shuffled(table, act)
    table, told = _with_starter(table, act, move) if move.draws else (table, ())
    state = game.start(table.players, table.chosen(game), table.drawn_here, act.chance)
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
    seats = tuple([replace(seat, opened=frozenset(), reading=frozenset(), read=frozenset()) for seat in table.seats])
    dealt_in = tuple([seat.number for seat in table.playing if not seat.passed])
    started = replace(table, seats=seats, stage="play", play=running, deal=table.deal + 1, broken_off="", passed_to={})
    started = replace(started, taken_out=table.out_of_the_box())
    tickets = {key: ticket._replace(phone=None) for key, ticket in table.tickets.items()}
    return replace(started, dealt_in=dealt_in, phones=_phones(table) if move.phones else {}, tickets=tickets)


def _with_starter(table: Table, act: TableAct, move: Start) -> tuple[Table, tuple[Text, ...]]:
    """With who starts drawn, if nobody did, and what is to be told of it."""
    plan = table.plan()
    for step in plan.steps if plan else ():
        if step.draw is not None and step.draw.starts and step.draw.value is None:
            value = by_luck(step.draw, act)
            after = table.with_drawn(step.draw, value, for_seats=move.for_seats, for_who=move.for_who)
            note = step_of(after, step.key).note
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
    before, after = {seat.number for seat in table.playing}, replace(_cleared(table), stage="setup")
    now = [Who(seat.number) for seat in after.playing]
    if not now or before == {seat.number for seat in after.playing}:
        act.tell(say("%(player)s chose to play again with the same players"))
    else:
        act.tell(say("%(player)s chose to play again with %(names)s", names=listed(now)))
    return _as_it_lay(table, after) if move.lies else after


def _as_it_lay(before: Table, after: Table) -> Table:
    """With what stays on the table as it was drawn, and marked as done where it asks for the same as before. Nothing is
    where everything goes back into the box first."""
    plan = before.plan()
    lay = {step.key: step for step in plan.steps if step.stays} if plan else {}
    drawn = {step.draw.key: step.draw.value for step in lay.values() if step.draw and step.draw.value is not None}
    after = replace(after, drawn=drawn)
    plan = after.plan() if after.lies_as_needed else None
    there = [step for step in plan.steps if step.key in lay and not (step.draw and step.draw.missing)] if plan else []
    return replace(after, ticks={step.key: demands(step) for step in there if demands(step) == demands(lay[step.key])})


class Undo(Move):
    """Take back the game's last move, which is number `of`."""

    moves_phase = True
    of_game = True
    of: Whole
    tells: bool = False
    """Whether everybody is told where it takes back what somebody chose in secret; in older evenings nobody was."""


AnyTurn = TypeVar("AnyTurn", "Undo", "Redo")


def as_counted(table: Table, act: TableAct, move: AnyTurn, moment: Moment) -> AnyTurn:
    """With the number of the move in the log, for the one that everybody knows it by."""
    return type(move)(of=table.number_of(move.of), tells=True)


def may_be_undone(table: Table, act: TableAct, move: Undo, moment: Moment) -> Undo:
    """As `as_counted`. Raises `Refused` where it would take back what somebody has seen."""
    running, move = table.play, as_counted(table, act, move, moment)
    if running is not None and running.now.move == move.of and not running.now.may_go_back:
        raise Refused(say("That cannot be undone."))
    return move


def _whose_choice(act: TableAct, move: Undo | Redo, before: Past, after: Past) -> Text | None:
    """Whose secret choice stands in the one and not in the other, where everybody has to hear of it."""
    chosen = chosen_for(before.state, after.state) if move.tells else frozenset()
    if not chosen or (chosen == {act.seat} and act.whose_phone is None):
        return None
    return listed([Who(seat) for seat in sorted(chosen)])


def undo(table: Table, act: TableAct, move: Undo) -> Table:
    running = table.play
    if running is None or running.now.move != move.of or running.now.before is None:
        raise Stale(say("Somebody else has just made a move. Look again before you undo."))
    if not running.now.undoable:
        raise Refused(say("That cannot be undone."))
    line = say("%(player)s undid: %(line)s", line=running.now.line or say("the last move"))
    names = _whose_choice(act, move, running.now.before, running.now)
    if names is None:
        act.tell(line)
    else:
        act.announce(line, say("%(player)s undid the secret choice of %(names)s", names=names))
    undone = (running.now, *running.undone)
    return replace(table, play=replace(running, now=running.now.before, undone=undone))


class Redo(Move):
    """Do again what was taken back, which is move number `of`."""

    moves_phase = True
    of_game = True
    of: Whole
    tells: bool = False
    """As in `Undo`."""


def redo(table: Table, act: TableAct, move: Redo) -> Table:
    running = table.play
    if running is None or not running.undone or running.undone[0].move != move.of:
        raise Stale(say("Somebody else has just made a move. Look again before you redo."))
    now, undone = running.undone[0], running.undone[1:]
    line = say("%(player)s redid: %(line)s", line=now.line or say("the last move"))
    names = _whose_choice(act, move, running.now, now)
    if names is None:
        act.tell(line)
    else:
        act.announce(line, say("%(player)s redid the secret choice of %(names)s", names=names))
    return replace(table, play=replace(running, now=now, undone=undone))


def _cleared(table: Table) -> Table:
    """With the running game ended: it counts when it was over; late comers are in for the next one. Its luck goes with
    it, but choosing another game and back shuffles nothing."""
    result, running = table.result(), table.play
    evening, off = table.finished(), table.broken_off if running is None else running.game if result is None else ""
    luck = table.luck if running is None else None
    if running is not None and not running.held:
        table = _with_kept(table, running)
    cleared = replace(table, play=None, drawn={}, ticks={}, evening=evening, broken_off=off, passed_to={}, luck=luck)
    return replace(cleared, letting={}, turned_away=frozenset(), laid=False)


def _with_kept(table: Table, running: Play) -> Table:
    """With what was chosen otherwise while the game ran and holds for the next one."""
    game = table.the_game
    made = {**table.options.get(game.key, {}), **game.keeps(running.now.state)}
    return replace(table, options={**table.options, game.key: made})
