"""What each viewer of a game of Scape Goat sees: plain values, and of what is secret only what is one's own."""

from __future__ import annotations

from functools import cache
from typing import Any

from companion.ballots import counting
from companion.game import Message, Viewer
from companion.games.scape_goat.moves import NO_CARD
from companion.games.scape_goat.names import (
    COLOUR,
    DOES,
    FRAME_ON_CARD,
    LOUD,
    PLACE,
    SHAPE,
    SHAPE_WORD,
    colours_in_words,
)
from companion.games.scape_goat.result import goat_wins
from companion.games.scape_goat.rules import LOCATIONS, kinds, may_go, may_steal_from, missing, words_of
from companion.games.scape_goat.state import Call, Shown, State, Turn
from companion.games.scape_goat.turns import across, begun, first_to_move, is_opposite, may_go_to_cops
from companion.words import Text, Who, listed, say


def look(state: State, viewer: Viewer) -> dict[str, Any]:
    """The game as this viewer sees it. Nothing here depends on who the scapegoat is, until the end turns it up."""
    me = viewer.seat if viewer.seat in state.seats else None
    six = len(state.seats) == 6
    return {
        "players": [_player(state, seat) for seat in state.seats],
        "me": None if me is None else _player(state, me),
        "way": state.way,
        "own_dice": state.own_dice,
        "dice": state.dice,
        "typed": state.typed,
        "needs_dice": state.way != "app" and state.dice is None,
        "begins": state.begins,
        "untracked": state.untracked,
        "first_to_move": first_to_move(state),
        "calls": state.calls,
        "call": None if state.call is None else _call(state, state.call, viewer),
        "cards": cards_of(len(state.seats)),
        "no_card": NO_CARD,
        "shown": None if state.shown is None else _shown(state, state.shown),
        "turn": None if state.turn is None else _turn(state, state.turn),
        "line": _line(state),
        "seats": state.seats,
        "six": six,
        "across": across(state, me) if six and me is not None else None,
        "cops_during": state.cops_during,
        "cops_now": _out_of_turn(state),
        "may_go_to_cops": state.call is None and (state.turn is None or (me is not None and may_go_to_cops(state, me))),
        "ending": _ending(state),
        "counts": counting(_turned_up_at(state), viewer.at),
    }


def _out_of_turn(state: State) -> int | None:
    """With six: whose moment it is to go to the cops in somebody else's turn (our ruling)."""
    if state.call is not None:
        return None
    return next((seat for seat in state.seats if is_opposite(state, seat) and may_go_to_cops(state, seat)), None)


def awaits(view: dict[str, Any]) -> tuple[int, ...]:
    """Who has not answered what is called."""
    waiting: tuple[int, ...] = view["call"]["waiting"] if view["call"] else ()
    return waiting


def readers(view: dict[str, Any]) -> dict[int, tuple[str, ...]]:
    """Who has a message: everybody, unless the mats tell (Setup 6)."""
    return {} if view["way"] == "mats" else {one["seat"]: ("scapegoat",) for one in view["players"]}


def _turned_up_at(state: State) -> int:
    """When cards or messages were last turned up, for the shared three, two, one."""
    return max(state.shown.at if state.shown else 0, state.ending.at if state.ending else 0)


def messages(state: State, viewer: Viewer) -> tuple[Message, ...]:
    """The viewer's line, kept all game long: the same sentence for everybody, true or not (Setup 6)."""
    suspect = state.secret.suspects.get(viewer.seat) if viewer.seat is not None else None
    named = None if suspect is None else suspect.shown_to(viewer)
    if named is None:
        return ()
    colour = state.colours[named]
    text = say(
        "The scapegoat is %(colour)s, the %(shape)s: %(name)s.",
        colour=LOUD[colour],
        shape=SHAPE_WORD[SHAPE[colour]],
        name=Who(named),
    )
    twist = say("All but one of you read the same name. If yours is the odd one, you are the scapegoat.")
    return (Message("scapegoat", say("Your scapegoat"), text, twist),)


def _player(state: State, seat: int) -> dict[str, Any]:
    colour = state.colours[seat]
    turn = state.turn
    return {
        "seat": seat,
        "colour": colour,
        "word": COLOUR[colour],
        "shape": SHAPE[colour],
        "milk": 0 if turn is None else turn.milk[seat],
        "place": None if turn is None else turn.standing.get(seat),
    }


@cache
def cards_of(players: int) -> tuple[dict[str, Any], ...]:
    """Every kind of evidence card in the game, as something to choose."""
    return tuple(
        {"kind": kind, "colours": words_of(kind), "words": colours_in_words(words_of(kind)), "copies": copies}
        for kind, copies in sorted(kinds(players).items(), key=lambda pile: (len(words_of(pile[0])), pile[0] == "grey"))
    )


def _call(state: State, call: Call, viewer: Viewer) -> dict[str, Any]:
    return {
        "kind": call.kind,
        "number": call.number,
        "by": call.by,
        "waiting": call.ballot.waiting,
        "ready": call.ballot.voted,
        "wishes": tuple(call.ballot.wishes),
        "given_again": call.ballot.again,
        "asked": viewer.seat in call.ballot.voters,
        "own": call.ballot.own(viewer),
        "targets": tuple(seat for seat in state.seats if seat != viewer.seat),
        "left_out": call.left_out,
        "framed": call.framed,
        "misread": tuple(call.misread.items()),
        "again": call.again,
        "may_cancel": viewer.host or (viewer.seat is not None and viewer.seat == call.by),
        "agreeing": call.agreeing,
        "entered": call.entered,
        "spoke": call.spoke,
        "cards": None if call.shown is None else _shown(state, call.shown),
        "pointed": () if call.end is None else tuple(call.end.read.items()),
    }


def _shown(state: State, shown: Shown) -> dict[str, Any]:
    return {
        "by": shown.by,
        "next": None if shown.by is None else state.after(shown.by),
        "cards": [
            {"seat": seat, "kind": kind, "colours": words_of(kind), "words": colours_in_words(words_of(kind))}
            for seat, kind in shown.cards.items()
        ],
        "framed": shown.framed,
        "left_out": shown.left_out,
        "slip": shown.slip,
        "why": () if shown.framed is not None or shown.slip else _why_not(state, shown),
    }


def _why_not(state: State, shown: Shown) -> tuple[Text, ...]:
    """Which colours came closest, all that are even, and who did not show them."""
    lacking = missing({state.colours[seat]: words_of(shown.cards.get(seat, "grey")) for seat in state.seats})
    fewest = min(map(len, lacking.values()))
    return tuple(
        say(
            "%(name)s is not framed: %(others)s did not show %(colour)s.",
            name=Who(state.seat_of(colour)),
            colour=COLOUR[colour],
            others=listed([Who(state.seat_of(other)) for other in others]),
        )
        for colour, others in lacking.items()
        if len(others) == fewest
    )


def _turn(state: State, turn: Turn) -> dict[str, Any]:
    standing = turn.standing.get(turn.whose)
    flipped = turn.flipped and turn.did != "turned over"  # its action was still Prepare
    here = "frame" if standing == "prepare" and flipped else standing
    return {
        "whose": turn.whose,
        "next": state.after(turn.whose),
        "gone": turn.gone,
        "stealing": turn.stealing,
        "first": turn.first,
        "did": turn.did,
        "attempting": turn.attempting,
        "swapping": here == "frame" and turn.did != "took",  # all that is left of this turn
        "flipped": turn.flipped,
        "here": here,
        "here_words": None if here is None else PLACE[here],
        "own_colour": COLOUR[state.colours[turn.whose]],
        "places": [{"to": place, "word": PLACE[turn.shows(place)]} for place in LOCATIONS if may_go(standing, place)],
        "steal_from": may_steal_from(turn.milk, turn.whose) if turn.stealing else (),
        "left": max(0, 2 - sum(turn.milk.values())),
    }


def _line(state: State) -> list[dict[str, Any]] | None:
    """The line of locations as the table knows it: who stands where, what lies there, and where whoever's turn it is
    may go. `None` while it is not known: nobody keeps track, and no set-up here said where tokens were placed."""
    first = first_to_move(state)
    turn = begun(state, first) if first is not None else state.turn
    if turn is None:
        return None
    standing = turn.standing.get(turn.whose)
    return [
        {
            "to": place,
            "word": FRAME_ON_CARD if turn.shows(place) == "frame" else PLACE[place],
            "does": DOES[turn.shows(place)],
            "here": [seat for seat in state.seats if turn.standing.get(seat) == place],
            "milk": max(0, 2 - sum(turn.milk.values())) if place == "prepare" else 0,
            "may": not turn.gone and may_go(standing, place),
        }
        for place in state.line
    ]


def _ending(state: State) -> dict[str, Any] | None:
    ending = state.ending
    if ending is None:
        return None
    return {
        "how": ending.how,
        "by": ending.by,
        "framed": ending.framed,
        "goat": ending.goat,
        "goat_wins": goat_wins(ending),
        "read": [
            {
                "seat": seat,
                "named": named,
                "colour": state.colours[named],
                "word": COLOUR[state.colours[named]],
                "wrong": ending.goat is not None and named != ending.goat,
            }
            for seat, named in ending.read.items()
        ],
    }
