"""Alcatraz in a minute: five cards for whoever has not played it. Rulebook, in our words."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game import Lesson
from companion.words import say


def lessons(options: Mapping[str, str]) -> tuple[Lesson, ...]:
    """Five cards, the same for every table."""
    return (
        Lesson(
            "plan",
            say("Escape together, but one stays"),
            (
                say("Mark the letters A to F of the plan, and escape before the 21st guard comes."),
                say("You escape as soon as you have all six letters between you without one of you."),
                say("One player always stays behind. The others win."),
            ),
        ),
        Lesson(
            "round",
            say("A round"),
            (
                say("A new guard comes. You talk for two minutes and vote in secret for the Scapegoat."),
                say("Then everybody acts, from the Scapegoat clockwise."),
                say("In the first round there is no new guard and no vote: you act at once."),
            ),
        ),
        Lesson(
            "points",
            say("Action Points"),
            (
                say("You have 3 each, 2 in a game of four. The Scapegoat has more, but completes no task."),
                say("For 1 you move to a neighbouring room, use your room, steal, or complete a task."),
            ),
        ),
        Lesson(
            "guards",
            say("Guards"),
            (
                say("Two in a room: what you do there costs 1 more, except moving."),
                say("Three: hardly anything is possible there but moving away."),
                say("Four: nobody comes in."),
            ),
        ),
        Lesson(
            "task",
            say("A task"),
            (
                say("It needs enough prisoners in its room, few enough guards, and all its Items together."),
                say("Whoever completes it marks its letter."),
                say("Everybody else but the Scapegoat marks the letter of the next task card."),
            ),
        ),
    )
