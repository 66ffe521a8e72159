"""What matters at each moment of SCAPEGOAT, for whoever looks: the heading of every screen in play."""

from __future__ import annotations

from companion.game import Now, Viewer
from companion.games.corporate.view import Look, SeenEnding, SeenReveal, awaits
from companion.words import Text, Who, say

_GOALS = {
    "opening": say("Who starts? The lowest card. Aces are LOW."),
    "missed": say("Missed target: the lowest card is demoted. Aces are HIGH."),
    "review": say("Promotion Review: the highest card is promoted. Aces are HIGH."),
}
_TIES = {
    "opening": say("A tie for the start: the lowest card starts. Aces are LOW."),
    "missed": say("A tie in a Missed year: the lowest card is demoted. Aces are HIGH."),
    "review": say("A tie in the Promotion Review: the highest is promoted. Aces are HIGH."),
}


def now(view: Look, viewer: Viewer) -> Now:
    """Whose card is played, whose is revealed, what the year's end asks of whom."""
    if view.phase == "year":
        return _turn(view, viewer)
    if view.reveal is not None:
        return _reveal(view, view.reveal, viewer)
    if view.ending is None:
        return Now()
    if view.phase == "investigation":
        return _investigation(view, view.ending, viewer)
    return _settled(view, view.ending, viewer)


def _turn(view: Look, viewer: Viewer) -> Now:
    key = f"card {view.number} {view.cards_left}"
    needs = say("Q%(quarter)s still needs %(n)s.", quarter=view.quarter, n=view.needed)
    if view.turn is None:
        return Now(say("The turn of an empty seat"), needs, key=key)
    first = all(player.left == 2 for player in view.players)
    if view.my_turn and first:
        return Now(say("You start: sell one card"), needs, asked=True, key=key)
    if view.my_turn:
        return Now(say("Your turn: sell one card"), needs, asked=True, key=key)
    title = say("%(name)s starts", name=Who(view.turn)) if first else say("%(name)s’s turn", name=Who(view.turn))
    if view.draws_to is not None and view.draws == viewer.seat:
        return Now(title, say("You draw back up to %(n)s cards.", n=view.draws_to), waiting=(view.turn,), key=key)
    return Now(title, needs, waiting=(view.turn,), key=key)


def _reveal(view: Look, reveal: SeenReveal, viewer: Viewer) -> Now:
    key = f"{reveal.kind} {view.number} {len(reveal.rounds)}"
    goal = (_TIES if reveal.tie else _GOALS)[reveal.kind]
    return Now(_show(reveal, viewer) if reveal.mine else None, goal, reveal.mine, awaits(view), key)


def _show(reveal: SeenReveal, viewer: Viewer) -> Text:
    if any(one.flips and one.seat == viewer.seat for one in reveal.asked):
        return say("Turn the top card of the draw pile, tap its rank")
    if reveal.tie:
        return say("Choose another card, tap its rank")
    return say("Choose a card, tap its rank")


def _investigation(view: Look, ending: SeenEnding, viewer: Viewer) -> Now:
    mine = viewer.seat == ending.ender
    beat = ending.outcome == "beat"
    key = f"investigation {view.number}"
    if mine:
        hint = say("You closed Q4: you are the Scapegoat.") if beat else say("You closed Q4: you are the Closer.")
        return Now(say("Turn one face-down card, tap its colour"), hint, asked=True, key=key)
    who = Who(ending.ender)
    hint = say("%(name)s is the Scapegoat.", name=who) if beat else say("%(name)s is the Closer.", name=who)
    return Now(say("%(name)s turns a face-down card", name=who), hint, waiting=(ending.ender,), key=key)


def _settled(view: Look, ending: SeenEnding, viewer: Viewer) -> Now:
    """Everybody's own discards and draws; for the wall, the news."""
    own = next((change for change in ending.changes if change.seat == viewer.seat), None)
    key = f"settle {view.number}"
    if own is None or own.task is None:
        return Now(ending.headline, ending.starts, key=key)
    # A phone that is passed round goes back to its owner, who is asked to go on.
    return Now(own.task, own.result, asked=not viewer.passed, key=key)
