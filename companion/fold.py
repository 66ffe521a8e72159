"""Playing a move and replaying the log: a table is the fold of its moves, and nothing else is ever stored."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from traceback import extract_tb
from typing import Any, NamedTuple

import msgspec

from companion.chance import Chance
from companion.game import Move, NotYours, Refused, Stale
from companion.move import TOO_LONG
from companion.moves import ACCEPTED, MOVED_ON, TABLE_MOVES
from companion.moves.door import ALONE
from companion.moves.phones import NO_TICKET
from companion.names import too_long
from companion.reveals import chosen_for, chosen_otherwise, with_choices
from companion.store import Entry
from companion.table import NO_SEAT, NOBODY_KNOWS, Drawn, Line, Moment, Notice, Past, Play, Table, TableAct
from companion.values import replace
from companion.words import Text, Who, say

log = logging.getLogger("companion")
MOST_OF_GAME, MOST_ASIDE, MOST_MOVES = 5_000, 5_000, 50_000
"""Moves of one game; moves about seats and in the lobby; of a table in all. So neither can be used up by the other."""
MOST_OF_ONE = 500
"""Moves about seats and in the lobby of one device that does not host: as many as sit at a table do not use them up."""
MOST_OF_GAME_OF_ONE = 1_500
"""Moves of one game by one device that does not host: nobody uses up alone what the others play by."""
MOST_OWN = 5_000
"""Moves of one device by which people get at what is theirs. They count nowhere else."""
GAME_FULL = say("This game has reached its limit. The host can restart it, or stop it.")
GAME_OF_ONE_FULL = say("This game has seen very many moves from this device. Please leave them to the others.")
ASIDE_FULL = say(
    "Seats and set-up have been changed too often at this table. Please play on as it is, or open a new table."
)
OF_ONE_FULL = say("Seats and set-up have been changed too often from this device. Please leave them to the host.")
OWN_FULL = say(
    "This device has been passed on and moved too often. Please go on with another device, or at a new table."
)
MOST_GAMES = 100
"""Games of one evening: whoever looks at it is shown all of them."""
TABLE_FULL = say("This table has reached its limit. Please open a new one.")
LONG_AGO = 200
"""A button drawn more than so many moves ago is old whatever it was for: to find that out would mean to play the
table's whole log once more. As they are counted for all, or the bound would tell of what nobody may know."""
OF_PEOPLE = ("sit", "add", "let-in", "ticket", "hosting-ticket", "arrive", "carry", "hand-over", "claim")
"""How somebody comes to have a seat, or to host: never in a practice game, whose host may look at every phone."""
OPEN_WHILE_SHUT = ("unlock", "hand", "hand-back", "came-in")
"""What can be pressed on a device whose holder has a word and has not typed it: with a ticket or a host’s button they
could do without."""
OF_NOBODYS_CONCERN = ("came-in",)
"""What nobody but its own device can know of."""
BY_NO_BUTTON = ("came-in", "opened", "read")
"""What comes of looking: a page knows by none of them that a button pressed there was taken."""
_UNREAD = Move()
"""What an act has for its move until that is read."""


class AlikeForAll(Stale):
    """Whatever was sent, this is all the answer: else whoever has the device, or a copy of its cookie, could find out
    by trying what was chosen on it before."""


class OtherHands(AlikeForAll):
    """The device has changed hands since the button was drawn, or has nobody any more."""

    def __init__(self, *, nobody: bool) -> None:
        passed_on = say("This phone has been passed on since. Nothing was done.")
        super().__init__(say("Nobody plays on this device any more. Nothing was done.") if nobody else passed_on)


class PressedBefore(AlikeForAll):
    """A secret was sent by this button, or by one drawn as early, on a device that is passed round. Whoever changes
    their mind presses the button that stands there since, and everybody is told."""

    def __init__(self) -> None:
        super().__init__(
            say("This button was pressed before, so nothing was done now. To change your answer, choose again.")
        )


def replay(code: str, entries: Iterable[Entry], table: Table | None = None) -> Table:
    """The fold: the table after `entries`, from the beginning or on from `table`."""
    table = table or Table(code)
    for entry in entries:
        table = _after(table, entry)
    return table


def play(
    table: Table,
    kind: str,
    raw: Mapping[str, Any],
    device: str,
    at: int,
    drawn_at: int,
    receipt: str = "",
    moment: Moment = NOBODY_KNOWS,
    hold: str | None = None,
    drawn: Callable[[int], Table | None] = lambda version: None,
) -> tuple[Entry, Table]:
    """The entry that a move makes, and the table after it, as `replay` has it once the entry is kept.

    `kind` is a table move's name or `play:` and a move of the running game; `drawn_at` the version the button was drawn
    from; `drawn` gets the table as it stood at some version; `hold` is the number of the hold
    the button was drawn in (`None`: not drawn at all); `moment` what the app sees just now, of which a move keeps what
    it hangs on. Raises `Refused` with a sentence, `Stale` for an old button, `NotYours` for a visitor who may not,
    `AlikeForAll` before anything else.
    """
    must_hold(table, kind, device, drawn_at, hold)
    move_type = _move_type(table, kind)
    if move_type is None:
        raise Stale(MOVED_ON)
    act = _act(table, device, at)
    if move_type.who == "host" and not act.host:
        raise NotYours(say("Only the host can do that."))
    if move_type.who == "player" and act.seat == NO_SEAT and not act.host:
        raise NotYours(say("Take a seat first."))
    _must_play(table, kind, move_type, act)
    if table.practice and kind in OF_PEOPLE:
        raise NotYours(ALONE)
    if kind not in OPEN_WHILE_SHUT:
        must_be_open(table, device)
    late = move_type.bound_to_phase and drawn_at < table.phase_at
    if late and move_type.about is Move.about:
        raise Stale(MOVED_ON)
    _must_have_room(table, kind, move_type, act)
    try:
        act.move = move_type.typed(raw)
    except Refused as no:
        raise too_long() if no.sentence is TOO_LONG and no.field == "name" else no from None
    if drawn_at < table.version and (now := _about(table, kind, act.move)) is not None:
        if 0 < table.counted(drawn_at) < table.known - LONG_AGO:
            raise Stale(MOVED_ON)
        _must_be_about(now, drawn(drawn_at), kind, act.move)
    if late:  # and nothing more can be said of it
        raise Stale(MOVED_ON)
    if kind in ACCEPTED:
        act.move = ACCEPTED[kind](table, act, act.move, moment)
    after = _apply(table, kind, act)
    if len(after.unseen) > len(table.unseen) and table.owns.get(device, 0) >= MOST_OWN:
        raise Refused(OWN_FULL)
    entry = Entry(act.number, at, device, kind, act.move.written(), tuple(act.chance.tape), receipt)
    return entry, after


def _must_play(table: Table, kind: str, move_type: type[Move], act: TableAct) -> None:
    """Raises `NotYours` for a move of the game by somebody seated who is not in it. Older evenings let them."""
    if table.play is None or act.host or act.seat in table.play.seats:
        return
    if kind not in TABLE_MOVES or move_type.of_game:
        raise NotYours(say("Only players can do that."))


def _must_have_room(table: Table, kind: str, move_type: type[Move], act: TableAct) -> None:
    """A game has a few hundred moves, and so have the lobbies of an evening. The last tenth of each limit is kept for
    hosts, and the tenth before it for those who sit here. Moves by which people get at what is theirs have a limit of
    their own, which nobody else can fill."""
    if kind == "start" and len(table.evening) >= MOST_GAMES:
        raise Refused(TABLE_FULL)
    if move_type.of_own:
        if table.owns.get(act.device, 0) >= MOST_OWN:
            raise Refused(OWN_FULL)
        return
    share = 10 if act.device in table.hosts else 9 if act.seat != NO_SEAT else 8
    of_game = kind not in TABLE_MOVES or move_type.of_game
    limit = _limit_of_game(table, table.play) if of_game and table.play is not None else _limit_aside(table)
    if act.device not in table.hosts and limit.by.get(act.device, 0) >= limit.most_of_one:
        raise Refused(limit.of_one_full)
    if 10 * limit.used >= share * limit.most:
        raise Refused(limit.full)
    if 10 * (table.aside + table.of_games) >= share * MOST_MOVES:
        raise Refused(TABLE_FULL)


class _Limit(NamedTuple):
    """How many moves were made of the most there may be, in all and by device, and what is said when there are."""

    used: int
    most: int
    full: Text
    by: Mapping[str, int]
    most_of_one: int
    of_one_full: Text


def _limit_of_game(table: Table, running: Play) -> _Limit:
    used = table.of_games - running.began
    return _Limit(used, MOST_OF_GAME, GAME_FULL, running.by, MOST_OF_GAME_OF_ONE, GAME_OF_ONE_FULL)


def _limit_aside(table: Table) -> _Limit:
    return _Limit(table.aside, MOST_ASIDE, ASIDE_FULL, table.asides, MOST_OF_ONE, OF_ONE_FULL)


def _counted(table: Table, after: Table, act: TableAct) -> Table:
    """With this move counted against the limit it falls under."""
    move, device = type(act.move), act.device
    if move.of_own:
        return _as_own(after, act)
    if move.of_game:
        return after
    if device in table.hosts:
        return replace(after, aside=table.aside + 1)
    return replace(after, aside=table.aside + 1, asides={**after.asides, device: after.asides.get(device, 0) + 1})


def _as_own(table: Table, act: TableAct) -> Table:
    """With this move counted for its device alone."""
    return replace(table, owns={**table.owns, act.device: table.owns.get(act.device, 0) + 1})


def _counted_for(table: Table, play: Play, act: TableAct) -> Play:
    """With this move of the game counted against its device's share."""
    if act.device in table.hosts:
        return play
    return replace(play, by={**play.by, act.device: play.by.get(act.device, 0) + 1})


def must_hold(table: Table, kind: str, device: str, drawn_at: int, hold: str | None) -> None:
    """Raises `OtherHands` unless the device is still in the hands that `hold` is the number of, and `PressedBefore`
    where it is passed round and a secret of that kind was sent since the button was drawn. To be asked before anything
    that hangs on what was sent, above all before a receipt is looked up."""
    if hold is None:
        return
    known = TABLE_MOVES.get(kind)
    if hold != table.in_hands(device) and (known is None or known[0].bound_to_hold):
        raise OtherHands(nobody=not table.belongs(device))
    pressed = table.pressed.get(device, {}).get(kind)
    if pressed is not None and device in table.holds and pressed > drawn_at:
        raise PressedBefore


def must_be_unseen(table: Table, kind: str, device: str) -> None:
    """Raises `Refused` for a ticket that was used, once the token it gave was seen: whoever used it has that token, and
    whoever sends it again has a copy of what that one was known by before. To be asked before such a tap is answered
    again."""
    if kind == "arrive" and device not in table.coming:
        raise Refused(NO_TICKET, "ticket")


def must_be_open(table: Table, device: str) -> None:
    """Raises `Refused` on a device whose holder has a word and has not typed it."""
    if table.hold(device).shut:
        raise Refused(say("Type your word first."))


def receipt_of(device: str, kind: str, drawn: Drawn, fields: Mapping[str, Sequence[str]]) -> str:
    """What makes a tap the same tap: device, button, what it was drawn from, and every word sent with it, the
    number of the hold among them."""
    sent = sorted((name, list(values)) for name, values in fields.items())
    words = repr((device, kind, drawn.known, sent, *([drawn.own] if drawn.own else [])))
    return hashlib.blake2s(words.encode(), digest_size=12).hexdigest()


def _about(table: Table, kind: str, move: Move) -> tuple[object, Text] | None:
    if kind in TABLE_MOVES:
        return move.about(table)
    return move.about(table.play.now.state) if table.play is not None else None


def _must_be_about(now: tuple[object, Text], table: Table | None, kind: str, move: Move) -> None:
    """Raises `Stale` for a button that was drawn for something else than what it would do now."""
    then = None if table is None or not table.version else _about(table, kind, move)
    if then is None or then[0] == now[0]:
        return
    if then[1] == now[1]:
        raise Stale(say("Something about this has changed since. Please look again, then press once more."))
    raise Stale(say("That was for: %(then)s. Now: %(now)s.", then=then[1], now=now[1]))


def _move_type(table: Table, kind: str) -> type[Move] | None:
    if kind in TABLE_MOVES:
        return TABLE_MOVES[kind][0]
    where, _, name = kind.partition(":")
    if where != "play" or table.play is None or table.play.held:
        return None
    return table.the_game.moves.get(name)


def _act(table: Table, device: str, at: int, tape: Sequence[int] | None = None) -> TableAct:
    seat = table.speaks_for(device)
    number = seat.number if seat else NO_SEAT
    whose_phone: Who | Text | None = None
    held = table.holds.get(device)  # once it was in other hands, whoever deals or carries on: it may be in them still
    if seat is not None and (seat.passed or (held is not None and held.number)):
        owner = table.own_seat(device)
        whose_phone = Who(owner.number) if owner else say("the host")
    act = TableAct(number, _UNREAD, Chance(tape, table.luck_here), at, table.is_host(device), whose_phone)
    act.device, act.number, act.seats, act.phones = device, table.version + 1, table.seats, table.phones
    return act


def _after(table: Table, entry: Entry) -> Table:
    act = _act(table, entry.device, entry.at, entry.tape)
    act.replayed = True
    try:
        move_type = _move_type(table, entry.kind)
        assert move_type is not None
        act.move = move_type.typed(msgspec.json.decode(entry.data))
        return _apply(table, entry.kind, act)
    except Exception as why:
        # Written under other rules, which may fail in any way: keep the evening, put the game aside, and say so. The
        # fault's own words may hold a secret or a name, so only its kind and place are told.
        place = extract_tb(why.__traceback__)[-1]
        fault = f"{type(why).__name__} at {place.filename}:{place.lineno}"
        if not table.unreplayable:  # what comes after it fails, too
            log.warning("a game is put aside, since its move %d cannot be replayed: %s", entry.number, fault)
        held = None if table.play is None else replace(table.play, held=True)
        n = entry.number
        return replace(table, version=n, phase_at=n, at=entry.at, play=held, unreplayable=True)


def _apply(table: Table, kind: str, act: TableAct) -> Table:
    alone = kind in OF_NOBODYS_CONCERN
    if kind in TABLE_MOVES:
        after = TABLE_MOVES[kind][1](table, act, act.move)
        play = after.play
        after = _counted(table, after, act)
        if play is not None and type(act.move).of_game:
            play = _counted_for(table, play, act)
    else:
        play = _played_on(table, kind, act)
        alone = play.now.move != act.number  # otherwise, in secret: what others may still do would tell if it counted
        own = alone or type(act.move).of_own
        after, play = (_as_own(table, act), play) if own else (table, _counted_for(table, play, act))
    lines = tuple([Line(act.number, act.seat, text, act.at) for text in act.told])
    phase_at = act.number if type(act.move).moves_phase or act.new_phase else after.phase_at
    told = after.told + lines
    hosted_at = act.at if act.host else after.hosted_at
    unseen = (*table.unseen, (act.number, act.device)) if alone else table.unseen
    after = replace(
        after, play=play, version=act.number, unseen=unseen, at=act.at, phase_at=phase_at, told=told,
        hosted_at=hosted_at,
    )  # fmt: skip
    if not alone and kind not in BY_NO_BUTTON:
        after = replace(after, acted={**after.acted, act.device: after.known})
    if type(act.move).secret:
        pressed = {**after.pressed.get(act.device, {}), kind: act.number}
        after = replace(after, pressed={**after.pressed, act.device: pressed})
    if after.seats is not table.seats or after.passed_to is not table.passed_to:
        after = after.handed(table)
    if any(hold.shows_choice for hold in after.holds.values()):
        after = _kept_back(table, after)
    return _announced(table, after, act)


def _kept_back(before: Table, after: Table) -> Table:
    """The table, where the choices that the owner of a passed phone asked to see are hidden again once there is a new
    one among them. Only what was there was asked for, and only of that everybody was told."""
    new_to = chosen_for(_state(before), _state(after))
    holds = {
        device: hold._replace(shows_choice=hold.shows_choice and hold.seat not in new_to)
        for device, hold in after.holds.items()
    }
    return replace(after, holds=holds)


def _state(table: Table) -> Any:
    return None if table.play is None else table.play.now.state


def _announced(table: Table, after: Table, act: TableAct) -> Table:
    """With what the move announced. Whoever acts on a device of their own knows what they did, and not what else came
    of it; on one that is passed round, or ever was, somebody else may have acted in their name."""
    passed_round = act.device in after.holds or table.passed_seats(act.device) or after.passed_seats(act.device)
    seat = after.seat(act.seat) or table.seat(act.seat)
    for text in act.noticed:
        name = seat.name if seat else ""
        device = "" if passed_round or "player" not in text.values else act.device
        after = after.noticed(Notice(act.number, act.seat, name, text, act.at, device, deal=after.deal))
    return after


def _played_on(table: Table, kind: str, act: TableAct) -> Play:
    running = table.play
    assert running is not None  # else there is no such move
    state = table.the_game.play(running.now.state, act)
    if chosen := _unseen(running.now.state, state, act):
        return _with_choices(running, chosen)
    line = act.told[0] if act.told else None
    # What was rolled stands; where nothing is settled beforehand, as in old evenings, it could be taken back.
    rolled = table.luck is not None and bool(act.chance.tape)
    undoable = type(act.move).undoable and not rolled
    past = Past(state, act.number, act.seat, line, undoable, running.now, act.chance.was_asked)
    return replace(running, now=past, undone=())


def _unseen(before: Any, after: Any, act: TableAct) -> dict[int, Any] | None:
    """What stands in the place of what, as `chosen_otherwise` has it, where nobody but who made the move can know of
    it; else `None`."""
    if act.told or act.new_phase or type(act.move).moves_phase or act.chance.tape:
        return None
    return chosen_otherwise(before, after)


def _with_choices(running: Play, chosen: dict[int, Any]) -> Play:
    """With another choice as if it had been the first one, also in what can be taken back and done again: what the
    table offers of these stays, so nothing shows that somebody chose otherwise."""
    past, now = [], running.now
    before: Past | None = now
    while before is not None and (state := with_choices(before.state, chosen)) is not before.state:
        past.append(before._replace(state=state))
        before = before.before
    for one in reversed(past):
        before = now = one._replace(before=before)
    undone = list[Past]()
    for one in running.undone:
        undone.append(one._replace(state=with_choices(one.state, chosen), before=undone[-1] if undone else now))
    return replace(running, now=now, undone=tuple(undone))
