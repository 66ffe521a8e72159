"""The only door from a table's state to a screen: what one viewer may see, as plain values without a secret in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.game import (
    BADGES,
    Draw,
    Game,
    Message,
    Now,
    Option,
    Plan,
    Result,
    Share,
    Viewer,
)  # fmt: skip
from companion.games import find_game
from companion.moves.setting_up import demands
from companion.names import initial
from companion.seen import Seen, SeenLine, SeenSeat, SeenStep
from companion.table import NO_SEAT, NOBODY_KNOWS, Moment, Play, Seat, Table, Ticket, counted_phone
from companion.told import log_of, notices_for
from companion.trust import standing
from companion.values import replace
from companion.words import Name, Text, Who, count, listed, say


class Common(NamedTuple):
    """What everybody sees alike of a table, for the `Seen` of each. The seats are those a stranger sees, by number."""

    stage: str
    seats: Mapping[int, SeenSeat]
    short: int
    options: tuple[tuple[Option, str], ...]
    plan: Plan | None
    steps: tuple[SeenStep, ...]
    is_set_up: bool
    untold: tuple[Draw, ...]
    result: Result | None
    undo: tuple[int, Text] | None
    redo: tuple[int, Text] | None
    log: tuple[SeenLine, ...]
    evening: tuple[tuple[Game, tuple[int, ...], Result], ...]


def common_of(table: Table, here: frozenset[str] = frozenset()) -> Common:
    """What everybody sees alike while the devices `here` are connected."""
    game, result, playing = table.the_game, table.result(), {seat.number for seat in table.playing}
    box = table.plan() if table.play is None else None
    plan = box if table.stage == "setup" else None
    draws = (
        [step.draw for step in box.steps if step.draw and step.draw.missing and not step.draw.in_play] if box else []
    )
    steps = _steps(table, box)
    done = box is not None and all(step.done for step in steps if not step.step.by_start)
    badges = game.badges(table.dealt) if plan is not None or table.play is not None else {}
    pretend = table.is_pretend
    seats = {
        seat.number: SeenSeat(
            seat.number, seat.name, initial(seat.name), badges.get(seat.number, BADGES[seat.badge]),
            host=not seat.passed and seat.device in table.hosts, passed=seat.passed, out=seat.out,
            playing=seat.number in playing, pretend=seat.pretend, closed=not seat.device, mine=False,
            expected=seat.expected and not seat.device,
            here=bool(seat.device) and (seat.device in here or pretend), reading=seat.reading, opened=seat.opened,
            worded=bool(seat.word), read=seat.read | seat.reading | seat.opened,
            phone=counted_phone(table.seats, table.phones, seat.number),
        )
        for seat in table.seats
    }  # fmt: skip
    return Common(
        stage="over" if table.stage == "play" and result is not None else table.stage, seats=seats,
        short=table.short_of(), options=tuple((option, table.chosen(game)[option.key]) for option in game.options),
        plan=plan, steps=steps if plan is not None else (), untold=() if done or table.practice else tuple(draws),
        is_set_up=done or table.practice, result=result, undo=_undo(table), redo=_redo(table), log=log_of(table),
        evening=tuple((find_game(done.game) or game, done.seats, done.result) for done in table.evening),
    )  # fmt: skip


def seen_by(
    table: Table,
    device: str,
    here: frozenset[str] = frozenset(),
    at: int = 0,
    *,
    wall: bool = False,
    common: Common | None = None,
    put_away: int = 0,
    moment: Moment = NOBODY_KNOWS,
) -> Seen:
    """What the holder of `device` sees ("" for a stranger). `here` are the devices connected, `at` the server's time in
    ms. The wall sees what a stranger sees, whatever device shows it. `common` is `common_of` the same, as worked
    out before for somebody else; `put_away` the move up to which this device's owner has put notices away; `moment`
    what the app sees just now."""
    device = "" if wall else device
    common = common or common_of(table, here)
    holder, owner = table.speaks_for(device), table.own_seat(device)
    hold = table.hold(device)
    owns, hidden = holder is not None and not holder.passed, not hold.shows_choice
    kept_back = owns and device in table.holds and hidden
    passed = kept_back or (holder is not None and holder.passed)
    viewer = Viewer(holder.number if holder else None, table.is_host(device), at, passed)
    mine = {seat.number: replace(common.seats[seat.number], mine=True) for seat in table.seats_of(device)}
    seats = {**common.seats, **mine}
    running = table.play if table.play is not None and not table.play.held else None
    game = table.the_game
    view = game.look(running.now.state, viewer) if running else None
    chosen = bool(viewer.looked)
    unread = _unread(table, device, view) if running else frozenset()
    box, counted = _box(table, viewer), table.counted
    own = {message.key for message in box} - seats[holder.number].read if holder else set()
    undo = common.undo and (counted(common.undo[0]), common.undo[1])
    now = _now(running, game, view, viewer, seats, bool(own)) if running else None
    return Seen(
        code=Name(table.code), version=table.known, drawn=str(table.drawn_for(device)),
        game=game, stage=common.stage, deal=table.deal,
        practice=table.practice, watches=bool(phones_watched(table, device)),
        viewer=viewer, me=seats[holder.number] if holder else None,
        owner=seats[owner.number] if owner else None,
        lost=None if holder else seats.get(table.lost.get(device, NO_SEAT)),
        passed=holder != owner, hold=table.in_hands(device), shut=hold.shut,
        kept_back=kept_back, shows_choice=hold.shows_choice, secret=chosen,
        host=viewer.host, wall=wall, seats=tuple(seats.values()), short=common.short,
        options=common.options, plan=common.plan, steps=common.steps, shared_out=table.shared_out,
        laid=table.laid, is_set_up=common.is_set_up, untold=common.untold,
        view=view, unread=unread, now=now,
        awaited=tuple([seats[seat.number] for seat in _awaited(table, device, view, unread)]) if running else (),
        held=table.play is not None and table.play.held, result=common.result, box=box,
        undo=undo,
        redo=common.redo and (counted(common.redo[0]), common.redo[1]),
        did=None if now is not None and now.cancels else _did(table, holder, device, at, undo),
        taken=table.taken_on(device),
        log=tuple([line._replace(number=counted(line.number)) for line in common.log]) if table.unseen else common.log,
        notices=notices_for(table, device, at, put_away),
        standing=standing(table, device, moment, put_away),
        evening=common.evening,
        phone=counted_phone(table.seats, table.phones, holder.number if holder else NO_SEAT, device),
        lies=table.lies == game.key,
        tickets={} if hold.shut else {
            one.seat: key for key, one in table.tickets.items() if one.until > at and _may_show(table, one, device)
        },
    )  # fmt: skip


def phones_watched(table: Table, device: str) -> dict[int, str]:
    """By seat, the devices whose screens `device` may look at: all of a practice game, for whoever tries it out, and
    none as soon as anybody else has a part in it. So no device that is somebody's is ever among them but their own."""
    if not table.is_pretend or table.hosts != (device,):
        return {}
    return {seat.number: seat.device for seat in table.seats}


def messages_for(table: Table, device: str, at: int = 0) -> tuple[Message, ...]:
    """The private messages of whoever holds this phone, texts included: only for the moment they are held open."""
    holder = table.speaks_for(device)
    if holder is None or table.play is None or table.play.held or table.hold(device).shut:
        return ()
    box = table.the_game.messages(table.play.now.state, Viewer(holder.number, at=at))
    return tuple([message for message in box if message.key not in holder.opened])


@dataclass(frozen=True)
class Sheet:
    """A score sheet to take home: the game, its view as the wall has it, and the same as text and rows."""

    game: Game
    view: Any
    share: Share


def sheet_of(table: Table, number: int | None = None) -> Sheet | None:
    """The score sheet of the game on the table, or of the evening's game of that number (from 1, the one on the table
    being the last), or `None` where there is none. It holds what the wall may see."""
    counted = [(find_game(done.game), done.counted) for done in table.evening]
    running = table.play
    counted.append((table.the_game, None if running is None or running.held else running.now.state))
    if not 1 <= (number := len(counted) if number is None else number) <= len(counted):
        return None
    game, state = counted[number - 1]
    if game is None or game.share is None or state is None:
        return None
    return Sheet(game, game.look(state, Viewer()), game.share(state, table.names))


def _box(table: Table, viewer: Viewer) -> tuple[Message, ...]:
    """The viewer's messages with their texts taken out."""
    if viewer.seat is None or table.play is None or table.play.held:
        return ()
    messages = table.the_game.messages(table.play.now.state, Viewer(viewer.seat, at=viewer.at))
    return tuple(replace(message, text=Text("")) for message in messages)


def _unread(table: Table, device: str, view: Any) -> frozenset[int]:
    """Whom this phone is passed round for and who have a message they have not read."""
    passed = table.passed_seats(device)
    known = table.the_game.readers(view) if passed else {}
    return frozenset([seat.number for seat in passed if not seat.opened.issuperset(known.get(seat.number, ()))])


def _now(running: Play, game: Game, view: Any, viewer: Viewer, seats: Mapping[int, SeenSeat], to_read: bool) -> Now:
    """What the game says matters now, whole: with a title, and before the game's first move with who has read."""
    now = game.now(view, viewer)
    owing = now.waiting if now.title is not None or now.waiting else game.awaits(view)
    waiting = tuple([seat for seat in owing if seat in seats])
    asked = now.asked or (now.title is None and viewer.seat in waiting)
    readers = game.readers(view)
    unread = tuple([seat for seat, keys in readers.items() if seat in seats and not seats[seat].read.issuperset(keys)])
    first = bool(unread) and not now.urgent and running.now.before is None
    n = len(readers) - len(unread)
    read = count("%(n)s of %(all)s has read.", "%(n)s of %(all)s have read.", n, all=len(readers)) if first else None
    if to_read and not now.urgent:
        return _to_read(now, read, waiting, asked)
    title, said = now.title, False
    if title is None and asked:
        title = say("It is your turn")
    elif title is None and waiting:
        all_of_them = {seat.number for seat in seats.values() if seat.playing} <= {*waiting}
        names = listed([Who(seat) for seat in waiting])
        title, said = say("Waiting for everybody") if all_of_them else say("Waiting for %(names)s", names=names), True
    whole = replace(now, title=title or game.title, asked=asked, waiting=waiting, said=said)
    return replace(whole, hint=read, waiting=unread, said=False) if first else whole


def _to_read(now: Now, read: Text | None, waiting: tuple[int, ...], asked: bool) -> Now:
    """For whoever has a message to read first, and what the others do meanwhile, who may play on."""
    title, meanwhile = say("Hold the button. Read it alone."), None
    if now.title is not None and not asked:
        what = say("Meanwhile: %(what)s", what=now.title)
        meanwhile = what if waiting else say("The others play on meanwhile.")
    return Now(title, read or meanwhile, asked=True, waiting=waiting if meanwhile else (), key="message", said=True)


def _awaited(table: Table, device: str, view: Any, unread: frozenset[int]) -> tuple[Seat, ...]:
    """Whom this phone is passed round for and who owe the game an answer, or have a message they have not read."""
    game = table.the_game
    if not game.passed_round or table.result() is not None:
        return ()
    due = unread.union(game.awaits(view))
    return tuple([seat for seat in table.passed_seats(device) if seat.number in due])


def _steps(table: Table, plan: Plan | None) -> tuple[SeenStep, ...]:
    if plan is None:
        return ()
    seated = [seat.number for seat in table.playing]
    alone, for_others = [step.key for step in plan.steps if step.alone], table.drawn_for_others
    steps = []
    for step in plan.steps:
        mark = table.ticks.get(step.key)
        chore = seated[alone.index(step.key) % len(seated)] if table.shared_out and step.alone else None
        others = step.draw is not None and step.draw.key in for_others
        lies = table.laid and mark is not None and not others  # and is only told now
        same = lies or mark == demands(step)
        steps.append(SeenStep(step, same, mark is not None and not same, others and not same, chore))
    return tuple(steps)


def _undo(table: Table) -> tuple[int, Text] | None:
    now = table.play.now if table.play is not None and not table.play.held else None
    if now is None or not now.may_go_back:
        return None
    return now.move, now.line or say("the last move")


JUST_DID = 10_000
"""Ms for which whoever made the last move finds its way back beside what they did."""


def _did(
    table: Table, holder: Seat | None, device: str, at: int, undo: tuple[int, Text] | None
) -> tuple[int, Text, int] | None:
    """The viewer's own last move, while it is new and `undo` takes it back: its number, its line, the ms left."""
    now = table.play.now if table.play is not None else None
    if undo is None or now is None or now.seat != (holder.number if holder else NO_SEAT):
        return None
    if holder is None and not table.is_host(device):
        return None
    told = next((line.at for line in reversed(table.told) if line.number <= now.move), 0)
    left = told + JUST_DID - at
    return (*undo, left) if left > 0 else None


def _redo(table: Table) -> tuple[int, Text] | None:
    undone = table.play.undone if table.play is not None else ()
    return (undone[0].move, undone[0].line or say("the last move")) if undone else None


def _may_show(table: Table, ticket: Ticket, device: str) -> bool:
    """Whether a ticket is this device's to show: its own, and a host those that a host made for others."""
    seat = table.seat(ticket.seat)
    if seat is None:
        return False
    return table.is_own(seat, device) or (table.is_host(device) and not ticket.own)
