"""A task completed, its reward, its successor, and the escape that may follow [Escape plan; Ending the game]."""

from __future__ import annotations

from collections.abc import Mapping

from companion.ballots import Ballot, leaders
from companion.game import Act, Refused
from companion.games.alcatraz import moves, rules
from companion.games.alcatraz.board import bribed, busy, name_of, prisoner
from companion.games.alcatraz.state import Done, Ending, State, Task
from companion.values import replace
from companion.words import Who, say


def complete(state: State, act: Act, move: moves.Complete) -> State:
    """The completer marks the letter at once; the reward of the others is next [Escape plan; Reward].
    Raises `Refused`."""
    state.expect("actions")
    task = state.task_in(move.room)
    if task is None:
        raise Refused(say("There is no task in this room any more."), "room")
    who = prisoner(state, move.by, "by")
    if move.by == state.goat:
        raise Refused(say("The Scapegoat cannot complete a task."), "by")
    if state.follows and who.room != move.room:
        # Whoever completes it is there: at a table that tapped no way, the pawn comes along.
        state = state.with_prisoner(move.by, replace(who, room=move.room, bribed=0))
    ignored = move.bribes + _bribed_already(state, move)
    if not act.replayed or not state.follows:
        _check(state, move, ignored)
    state = _paid(bribed(state, act, move.by, move.room, move.bribes), move, ignored)
    about = {"letter": task.letter, "room": name_of(task.room), "name": Who(move.by)}
    act.tell(
        say("%(player)s completed task %(letter)s: %(room)s", **about)
        if move.by == act.seat
        else say("%(player)s completed task %(letter)s for %(name)s: %(room)s", **about)
    )
    return replace(
        state.with_prisoner(move.by, state.prisoners[move.by].with_letter(task.letter)),
        phase="reward",
        done=Done(move.by, task.letter, task.room),
        completed=state.completed + 1,
        tasks=tuple(t for t in state.tasks if t != task),
    )


def _bribed_already(state: State, move: moves.Complete) -> int:
    """Guards that whoever's turn it is has bribed for this action."""
    return state.prisoners[move.by].bribed if move.by == state.acting else 0


def _paid(state: State, move: moves.Complete, ignored: int) -> State:
    """With the price counted, where the completer acts just now; a point the app did not see is not asked for."""
    if move.by != state.acting:
        return state
    who = state.prisoners[move.by]
    price = rules.price(state.guards_in(move.room), ignored) or 0
    return state.with_prisoner(move.by, replace(who, spent=min(who.spent + price, state.points_of(move.by)), bribed=0))


def _check(state: State, move: moves.Complete, ignored: int) -> None:
    """The conditions as far as they are known: the card's numbers are the table's word, and so are the items."""
    guards = state.guards_in(move.room)
    present: rules.Conditions = {"guards": guards, "bribes": ignored}
    needed: rules.Conditions = {}
    if move.needs is not None:
        needed["prisoners"] = move.needs
        present["prisoners"] = _prisoners_in(state, move)
    if move.most is not None:
        still_count = ignored if state.bribed_guards_count else 0
        needed["guards"] = move.most - still_count
    failing = rules.task_possible(needed, present).failing
    if "prisoners" in failing:
        raise Refused(say("The card asks for more prisoners than are in this room."), "here")
    if "busy" in failing:
        raise Refused(busy(guards), "bribes")
    if "guards" in failing:
        raise Refused(say("There are more guards than the card allows."), "most")
    if move.items != "yes":
        raise Refused(say("The prisoners in the room need all the items on the card, together."), "items")


def _prisoners_in(state: State, move: moves.Complete) -> int:
    if state.follows:
        return sum(who.room == move.room for who in state.prisoners.values())
    return move.here if move.here is not None else 1


def reward(state: State, act: Act, move: moves.Reward) -> State:
    """Everybody but the completer and the Scapegoat marks the card drawn; then it is seen whether a group can go."""
    state.expect("reward")
    done = state.done
    assert done is not None
    drawn = act.chance.of("reward", state.completed).pick(rules.LETTERS) if move.letter == "app" else move.letter
    if drawn == "none":
        act.tell(say("%(player)s found no card left for a reward"))
        return see_whether_they_go(replace(state, cards=0, phase="task"), act)
    for seat, letter in rules.reward(done.by, done.letter, state.goat, drawn, state.seats).items():
        state = state.with_prisoner(seat, state.prisoners[seat].with_letter(letter))
    act.tell(
        say(
            "%(player)s drew the reward %(letter)s, for all but %(by)s and %(goat)s",
            letter=drawn,
            by=Who(done.by),
            goat=Who(state.goat),
        )
    )
    after = replace(state, phase="task", cards=max(0, state.cards - 1), done=replace(done, drawn=drawn))
    return see_whether_they_go(after, act)


def new_task(state: State, act: Act, move: moves.NewTask) -> State:
    """A letter already out goes under the deck; a room has one task; with no other letter left, two tasks remain.
    Raises `Refused`."""
    state.expect("task")
    if move.letter == "none":
        act.tell(say("%(player)s found no new task: the others remain"))
        return replace(state, phase="actions")
    out = {task.letter for task in state.tasks}
    if move.letter in out:
        raise Refused(say("This letter is already out: put the card under the deck and draw again."), "letter")
    if move.room is not None and state.task_in(move.room):
        raise Refused(say("This room already has a task: draw another auxiliary card."), "room")
    fresh = [letter for letter in rules.LETTERS if letter not in out]
    letter = act.chance.of("letter", state.completed).pick(fresh) if move.letter == "app" else move.letter
    room = move.room or act.chance.of("room", state.completed).pick([r for r in rules.ROOMS if not state.task_in(r)])
    act.tell(say("%(player)s put the new task %(letter)s on the board: %(room)s", letter=letter, room=name_of(room)))
    return replace(state, phase="actions", cards=max(0, state.cards - 1), tasks=(*state.tasks, Task(letter, room)))


# The end.


def see_whether_they_go(state: State, act: Act) -> State:
    """The state with the end in it, or the choice of the others, once a group can do without somebody."""
    stays = rules.stays(state.sheets, state.goat)
    if not stays:
        return state
    act.new_phase = True
    if len(stays) == 1:
        return replace(state, phase="over", ballot=None, ended=Ending("escape", stays[0]))
    return _choosing(state, stays)


def _choosing(state: State, between: tuple[int, ...], even: bool = False) -> State:
    voters = tuple(seat for seat in state.seats if seat not in rules.stays(state.sheets, state.goat))
    return replace(state, phase="choose", ballot=Ballot(voters), between=between, even=even)


def see_again(state: State, act: Act, before: State) -> State:
    """While the others choose, a sheet put right may change between whom, or end the choice."""
    if state.phase != "choose" or rules.stays(state.sheets, state.goat) == rules.stays(before.sheets, before.goat):
        return state
    act.new_phase = True
    return see_whether_they_go(replace(state, phase="task", ballot=None, between=(), even=False), act)


def escape_now(state: State, act: Act, move: moves.EscapeNow) -> State:
    """For letters put right by hand: the check that follows each reward, made again. Raises `Refused`."""
    state.expect("actions", "guard", "vote", "task")
    if not rules.can_escape(state.letters):
        raise Refused(say("With these letters nobody can escape yet."))
    act.tell(say("%(player)s called the escape"))
    return see_whether_they_go(state, act)


def leave_behind(state: State, act: Act, votes: Mapping[int, int]) -> State:
    """What the votes of the others decide: one stays, or they came out even and vote again; chance, where all of them
    are away."""
    if not votes:
        stays = act.chance.of("stays").pick(state.between)
        act.note(say("Nobody who may choose is here. The app picked at random: %(name)s stays", name=Who(stays)))
        return _over(state, stays, {}, "away")
    tied = leaders(votes.values())
    if len(tied) == 1:
        act.note(say("The vote is closed: %(name)s stays", name=Who(tied[0])))
        return _over(state, tied[0], votes, "votes", act.at)
    act.note(say("The vote is closed: still even"))
    return _choosing(state, tuple(sorted(tied)), even=True)


def lots(state: State, act: Act, move: moves.Lots) -> State:
    """Lots between those the others could not choose between, once they have tried. Raises `Refused`."""
    state.expect("choose")
    if not state.even:
        raise Refused(say("Please vote first. The app picks only after a tied vote."))
    stays = act.chance.of("stays").pick(state.between)
    act.tell(say("%(player)s let the app pick at random: %(name)s stays", name=Who(stays)))
    return _over(state, stays, {}, "lots")


def _over(state: State, stays: int, votes: Mapping[int, int], settled: str, at: int = 0) -> State:
    return replace(state, phase="over", ballot=None, ended=Ending("escape", stays, tuple(votes.items()), settled, at))
