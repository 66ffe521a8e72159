"""Alcatraz in a minute: five cards for whoever has not played it. Rulebook, in our words."""

from __future__ import annotations

from companion.game import Known, Lesson
from companion.words import say


def lessons(known: Known) -> tuple[Lesson, ...]:
    """Five cards, the same for every table."""
    return (
        Lesson(
            "plan",
            say("Escape together, but one stays"),
            (
                say("Together, mark the letters A to F of the plan. If the 21st guard comes first, everybody loses."),
                say("As soon as a group without one of you has all six letters, that group escapes and wins."),
                say("One player always stays behind."),
            ),
        ),
        Lesson(
            "round",
            say("A round"),
            (
                say("A new guard comes. You talk for two minutes and vote in secret for the Scapegoat."),
                say("Then everybody acts, from the Scapegoat clockwise."),
                say("The first round has no new guard and no vote: the Scapegoat is drawn, and you begin to act."),
            ),
        ),
        Lesson(
            "points",
            say("Action Points"),
            (
                say("You have 3 each, 2 in a game of four. The Scapegoat has more, but may complete no task."),
                say("Each of these costs 1: move to a neighbouring room, use your room, steal there, complete a task."),
            ),
        ),
        Lesson(
            "guards",
            say("Guards"),
            (
                say("With two in a room, what you do there costs 1 more, except moving."),
                say("With three, you can do little there but move away."),
                say("With four, nobody may enter."),
            ),
        ),
        Lesson(
            "task",
            say("A task"),
            (
                say("It needs enough prisoners in its room, few enough guards, and all its Items among you there."),
                say("Whoever completes it marks its letter."),
                say("Then the next task card is drawn: all others but the Scapegoat mark its letter."),
            ),
        ),
    )
