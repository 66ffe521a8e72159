"""How a pretend player goes about Scape Goat: towards a frame attempt, and after two that failed to the cops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.chance import Chance
from companion.game import Message, Press, Viewer
from companion.games.scape_goat.rules import GREY
from companion.words import Who

ENOUGH = 2
"""Frame attempts after which somebody goes to the cops."""


def pretends(view: dict[str, Any], viewer: Viewer, messages: Sequence[Message], chance: Chance) -> Press | None:
    """What it moves, shows and points at; all else any button answers."""
    me, call, turn = view["me"], view["call"], view["turn"]
    if me is None or view["ending"] is not None or view["needs_dice"]:
        return None
    if call is not None:
        if call["agreeing"] and me["seat"] not in call["spoke"]:
            return "agree", {"number": call["number"]}
        if call["agreeing"] or me["seat"] not in call["waiting"]:
            return None
        if call["kind"] == "frame":
            return "card", {"number": call["number"], "card": _card(view, me, messages, chance)}
        return "point", {"number": call["number"], "at": _one_for_all(view, me)}
    mover = turn["whose"] if turn else view["first_to_move"]
    if me["seat"] != mover or (turn and turn["gone"]):
        return None
    return "go", {"to": _place(view, me, chance)}


def _card(view: dict[str, Any], me: dict[str, Any], messages: Sequence[Message], chance: Chance) -> object:
    """A card of the colour it reads, as all do who want the scapegoat framed, and not the one that somebody else who
    reads that colour shows: each takes the next, as they sit. Now and then whoever called has none to show. Where that
    came to nothing before, each shows another kind, since of most there are not enough for two."""
    cards = view["cards"]
    if view["calls"] > ENOUGH:
        return cards[view["seats"].index(me["seat"])]["kind"]
    read = next((one.text.values.get("name") for one in messages), None)
    named = read.seat if isinstance(read, Who) else None
    colour = next((one["colour"] for one in view["players"] if one["seat"] == named), "")
    shows = [card["kind"] for card in cards if colour in card["colours"] for _ in range(card["copies"])]
    grey = next((card["kind"] for card in cards if card["colours"] == (GREY,)), None)
    if grey is not None and (not shows or (view["call"]["by"] == me["seat"] and chance.below(2))):
        return grey
    return shows[[seat for seat in view["seats"] if seat != named].index(me["seat"])]


def _one_for_all(view: dict[str, Any], me: dict[str, Any]) -> int:
    """Where only the mats know: all but one point at the same player, so that it comes to an end."""
    first, second = view["seats"][:2]
    return int(second if me["seat"] == first else first)


def _place(view: dict[str, Any], me: dict[str, Any], chance: Chance) -> str:
    line = view["line"] or [{"to": "prepare", "may": True}]
    open_to = [place["to"] for place in line if place["may"]]
    milk = sum(one["milk"] for one in view["players"])
    if view["calls"] >= ENOUGH and "cops" in open_to:
        return "cops"
    if "prepare" in open_to and (milk < 2 or me["milk"]):
        return "prepare"
    return str(chance.pick([to for to in open_to if to not in ("prepare", "cops")] or open_to))
