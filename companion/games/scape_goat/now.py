"""What matters at this second of a game of Scape Goat, for one viewer: the heading, from what `look` answers."""

from __future__ import annotations

from typing import Any

from companion.game import Now, Viewer
from companion.words import Text, Who, say


def now(view: dict[str, Any], viewer: Viewer) -> Now:
    """What is called, and who has not answered; else whose turn it is and what its place asks for; else who starts."""
    if view["ending"] is not None:
        return Now()
    if view["needs_dice"]:
        return Now(say("Roll the decoder dice"), hint=say("Nobody has a message before the dice are on the table."))
    if view["call"] is not None:
        return _called(view, view["call"], viewer)
    if view["turn"] is not None:
        return _turn(view, view["turn"], viewer)
    return _at_the_table(view, viewer)


def _called(view: dict[str, Any], call: dict[str, Any], viewer: Viewer) -> Now:
    key = f"call {call['number']}"
    if call["agreeing"]:
        player = viewer.seat in view["seats"]
        asked = player and (viewer.seat not in call["spoke"] or _fingers(call))
        cancels = _is_new(call, viewer)
        return Now(_to_agree(call), _who_called(call), asked, key=f"{key} agree", urgent=True, cancels=cancels)
    waiting, asked = call["waiting"], viewer.seat in call["waiting"]
    answered = viewer.seat in call["ready"]  # that one has; with what, nobody sees
    title = None if answered else _to_answer(call, viewer.seat in view["seats"])
    return Now(title, _who_called(call), asked, waiting, key, urgent=True, cancels=_is_new(call, viewer))


def _is_new(call: dict[str, Any], viewer: Viewer) -> bool:
    """Whether the viewer called it, and has entered nothing since that cancelling it would not take back alone."""
    own = call["may_cancel"] and call["by"] in (viewer.seat, None)
    return bool(own and not (call["entered"] or call["left_out"] or call["wishes"]))


def _fingers(call: dict[str, Any]) -> bool:
    """The cops where the app dealt: all point at the table, and nobody types what the app knows."""
    return bool(call["kind"] == "cops" and not call["entered"])


def _to_agree(call: dict[str, Any]) -> Text:
    if _fingers(call):
        return say("Count to three, and all point at once")
    if call["kind"] == "stop":
        return say("Stop here and reveal everything?")
    return (
        say("Are these the cards on the table?") if call["kind"] == "frame" else say("Is that how everybody pointed?")
    )


def _to_answer(call: dict[str, Any], plays: bool) -> Text:
    """What everybody does who plays. Whoever looks on, at a laptop or the wall, has nothing to tap."""
    if call["kind"] == "frame":
        return say("Lay one card face down, then tap which") if plays else say("Everybody lays one card face down")
    if not plays:
        return say("Count to three, and all point at once")
    return say("Point on three, then tap who your mat names")  # where the app dealt, it knows


def _who_called(call: dict[str, Any]) -> Text:
    by, kind = call["by"], call["kind"]
    if kind == "proof":
        return say("%(name)s is framed! But is it the true scapegoat?", name=Who(call["framed"]))
    if by is None:
        return _CALLED_BY_HOST[kind]
    if kind == "frame":
        return say("%(name)s called a frame attempt.", name=Who(by))
    if kind == "cops":
        return say("%(name)s went to the cops. The game is over.", name=Who(by))
    return say("%(name)s wants to stop here and reveal everything.", name=Who(by))


_CALLED_BY_HOST = {
    "frame": say("A frame attempt has been called."),
    "cops": say("Somebody went to the cops. The game is over."),
    "stop": say("The host wants to stop here and reveal everything."),
}


def _turn(view: dict[str, Any], turn: dict[str, Any], viewer: Viewer) -> Now:
    whose = turn["whose"]
    if viewer.seat == whose:  # one question from the movement to the end of the turn: it is found once
        title, hint = _mine(turn)
        return Now(title, hint=hint, asked=True, key=f"turn of {whose}")
    shows = viewer.seat in view["seats"]
    return Now(say("%(name)s’s turn", name=Who(whose)), hint=_theirs(turn, shows), waiting=(whose,))


def _mine(turn: dict[str, Any]) -> tuple[Text, Text]:
    """What the player whose turn it is does now, and what to know about it."""
    if not turn["gone"]:
        if turn["here_words"] is None:
            return say("Move your player token"), say("Tap the place where it goes.")
        return say("Move your player token"), say(
            "Tap a place. Not %(place)s: it stands there.", place=turn["here_words"]
        )
    if turn["stealing"]:
        return say("Steal a preparation token"), say("Tap the player you take it from.")
    if turn["attempting"]:
        return say("Call your frame attempt"), say("You are at Frame/Steal with a preparation token.")
    if turn["did"] == "turned over":
        return say("Turn Prepare over"), say("You take the second preparation token. It is Frame/Steal now.")
    if turn["did"] == "took":
        return say("Take a preparation token"), say("Put it in front of you.")
    if turn["did"] == "stole":
        return say("Take the token, then swap a card"), say("The preparation token you stole lies in front of you now.")
    if turn["did"] == "attempted":
        return say("Swap a card"), say(
            "The frame attempt failed. After that it is %(next)s’s turn.", next=Who(turn["next"])
        )
    return _PLACES.get(turn["here"], _SWAP)


_SWAP = say("Swap a card"), say("Then pass the turn on.")
_PLACES = {
    "spy": (say("Ask one player for their hand"), say("Only you look at it.")),
    "trade": (say("Swap a card with a player"), say("Each of you chooses one card, and you swap at the same time.")),
    "stash": (
        say("Swap a card with the stash"),
        say("Take one, then put one back face down. It may be the same card."),
    ),
}


def _theirs(turn: dict[str, Any], shows: bool) -> Text | None:
    """What somebody else does now. `shows`: the viewer plays, and may be asked for a hand or a card."""
    name = Who(turn["whose"])
    if not turn["gone"]:
        return say("The player token has not moved yet.")
    if turn["stealing"]:
        return say("Frame/Steal: %(name)s steals a preparation token.", name=name)
    if turn["attempting"]:
        return say("Frame/Steal: %(name)s has to call a frame attempt.", name=name)
    if turn["did"] == "turned over":
        return say("Both preparation tokens are taken. Turn Prepare over: it is Frame/Steal now.")
    if turn["did"] == "took":
        return say("Prepare: %(name)s takes a preparation token.", name=name)
    if turn["did"] == "stole":
        return say("Frame/Steal: %(name)s has stolen a preparation token.", name=name)
    if turn["did"] == "attempted":
        return say("The frame attempt failed. %(name)s swaps a card.", name=name)
    if turn["here"] == "spy":
        if shows:
            return say("Spy: if %(name)s asks, show %(name)s your hand. Nobody else looks.", name=name)
        return say("Spy: one player shows %(name)s their hand.", name=name)
    if turn["here"] == "trade":
        return say("Trade: %(name)s swaps a card with one player.", name=name)
    if turn["here"] == "stash":
        return say("Stash: %(name)s takes a card and puts one back.", name=name)
    return None


def _at_the_table(view: dict[str, Any], viewer: Viewer) -> Now:
    """Nobody keeps track of turns here: who is on, the table alone knows. True all the same: what the app waits for."""
    waits = say("Take turns at the table. The app waits for a frame attempt or the cops.")
    shown, begins = view["shown"], view["begins"]
    if shown is not None and shown["slip"]:
        return Now(say("Look at the cards again"), hint=say("Something was entered wrongly. Nothing counts."))
    if shown is not None and shown["framed"] is None:
        by = shown["by"]
        if by is None:
            return Now(say("Nobody is framed: play on"), hint=waits)
        if viewer.seat == by:
            return Now(
                say("Swap a card"), hint=say("Nobody is framed. Then it is %(next)s’s turn.", next=Who(shown["next"]))
            )
        swaps = say("%(name)s swaps a card. Then it is %(next)s’s turn.", name=Who(by), next=Who(shown["next"]))
        return Now(say("Nobody is framed: play on"), hint=swaps)
    if view["calls"] or view["untracked"]:
        return Now(say("Play on at the table"), hint=say("The app waits for a frame attempt or the cops."))
    if begins is None:
        return Now(say("Whoever stands first on Prepare starts"), hint=waits)
    if viewer.seat == begins:
        return Now(say("You start"), hint=say("Tap where your player token goes, or play on without the app."))
    return Now(say("%(name)s starts", name=Who(begins)), hint=waits)
