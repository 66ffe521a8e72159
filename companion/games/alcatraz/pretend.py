"""How a pretend prisoner goes about Alcatraz: to the nearest task, to complete it there."""

from __future__ import annotations

from collections.abc import Sequence

from companion.chance import Chance
from companion.game import Message, Press, Viewer
from companion.games.alcatraz import rules
from companion.games.alcatraz.view import Seen, SeenRoom


def pretends(view: Seen, viewer: Viewer, messages: Sequence[Message], chance: Chance) -> Press | None:
    """The end of the talk, the guard, and what is done in a turn; all else any button answers."""
    if view.could_escape:
        return "escape", {}
    if view.vote is not None:
        return ("talk-over", {}) if view.vote.may_end_talk and viewer.seat == view.goat else None
    if view.phase == "guard" and viewer.seat == view.goat:
        return "guard", {}
    if view.phase != "actions" or viewer.seat != view.acting:
        return None
    left = next(one.left for one in view.prisoners if one.seat == view.acting)
    done = _completed(view, left)
    if done is not None:
        return done
    ways = [room for room in view.rooms if room.open]
    if not ways or not left:
        return "turn-done", {}
    nearest = min(_far(view, room) for room in ways)
    return "go", {"room": chance.pick([room.number for room in ways if _far(view, room) == nearest])}


def _completed(view: Seen, left: int) -> Press | None:
    """A task where it stands, or where the app follows no pawns any; the Scapegoat completes none."""
    if view.acting == view.goat:
        return None
    near = [room for room in view.tasks if (room.here or not view.follows_pawns) and room.price is not None]
    for room in near:
        if room.price is not None and room.price <= left:
            return "complete", {"room": room.number, "by": view.acting, "items": "yes"}
    return None


def _far(view: Seen, room: SeenRoom) -> int:
    """How many steps it is from there to a task that the guards let anybody complete."""
    at, tasks = view.rooms.index(room), [at for at, one in enumerate(view.rooms) if one.task and one.price is not None]
    return min([rules.steps(at, task) for task in tasks], default=0)
