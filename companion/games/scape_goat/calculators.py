"""Questions that need no table: is that a frame, who is pointed out, what must be swapped, which cards play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Calculator, Refused, whole_between
from companion.games.scape_goat.deal import paper_sheets
from companion.games.scape_goat.names import COLOUR, SHAPE, colours_in_words
from companion.games.scape_goat.rules import (
    BLACK,
    CELLS,
    DECK,
    LINE,
    STASHED,
    WHITE,
    colours,
    evidence,
    framed,
    hand_size,
    is_used,
    kinds,
    missing,
    must_swap,
    pointed_out,
    slip_in,
    words_of,
)
from companion.games.scape_goat.setup import face
from companion.games.scape_goat.view import cards_of
from companion.words import Text, count, listed, say


def frame(form: Mapping[str, str]) -> dict[str, Any]:
    """Fields: `players`; for each colour in play the kind of card it revealed ("blue-red", "grey", "rainbow");
    `goat`, the true scapegoat if known. Without any card there is no answer yet. Raises `Refused`."""
    view = _form(form)
    cards = _filled(form, view["colours"])
    if not cards:
        return view
    for player in view["colours"]:
        if cards.get(player) not in kinds(view["players"]):
            raise Refused(say("Please choose a card of this game."), player)
    slip = slip_in(cards.values(), view["players"])
    if slip is not None:
        raise Refused(slip)
    revealed = {player: words_of(card) for player, card in cards.items()}
    who = framed(revealed)
    return {**view, "given": cards, "answered": True, "framed": who, "reasons": _frame_reasons(revealed, who, view)}


def _frame_reasons(revealed: Mapping[str, tuple[str, ...]], who: str | None, view: Mapping[str, Any]) -> list[Text]:
    if who is None:
        return [
            say(
                "Not %(colour)s: %(others)s did not show it.",
                colour=COLOUR[colour],
                others=listed([COLOUR[other] for other in others]),
            )
            for colour, others in missing(revealed).items()
        ]
    own = who in revealed[who]
    reasons = [
        say(
            "On every card: %(colour)s. That player’s own card shows it too, which does not matter.", colour=COLOUR[who]
        )
        if own
        else say("On every card except that player’s own, which does not matter: %(colour)s.", colour=COLOUR[who])
    ]
    if not view["goat"]:
        reasons.append(
            say("If that is the true scapegoat, everybody else wins. If not, the true scapegoat wins alone.")
        )
    elif view["goat"] == who:
        reasons.append(say("That is the true scapegoat: everybody else wins."))
    else:
        reasons.append(say("The true scapegoat wins alone: %(colour)s.", colour=COLOUR[view["goat"]]))
    return reasons


def cops(form: Mapping[str, str]) -> dict[str, Any]:
    """Fields: `players`; for each colour in play the colour it points at. Without any there is no answer yet.
    Raises `Refused`."""
    view = _form(form)
    pointing = _filled(form, view["colours"])
    if not pointing:
        return view
    for player in view["colours"]:
        if player not in pointing:
            raise Refused(say("Who does this player point at?"), player)
    goat = pointed_out(pointing)
    if goat is None:
        reasons = [
            say("Nobody is named by all the others, so somebody misread. Check the dice, compare, and point again.")
        ]
    else:
        reasons = [
            say("All others point at the true scapegoat: %(colour)s.", colour=COLOUR[goat]),
            say("The scapegoat wins alone, whoever went to the cops."),
        ]
    return {**view, "given": pointing, "answered": True, "goat": goat, "reasons": reasons}


def swap(form: Mapping[str, str]) -> dict[str, Any]:
    """Fields: `players`; `own`, the player's colour; `card1` to `card3`, the kinds of card in hand (some may be
    empty). Without a card there is no answer yet. Raises `Refused`."""
    view = _form(form)
    own = form.get("own", "").strip()
    cards = {at: form.get(f"card{at}", "").strip() for at in (1, 2, 3)}
    hand = [card for card in cards.values() if card]
    view |= {"own": own, "hand": hand, "slots": range(1, hand_size(view["players"]) + 1)}
    if not hand:
        return view
    if own not in view["colours"]:
        raise Refused(say("Please choose your colour."), "own")
    for at in (1, 2, 3):
        if cards[at] and cards[at] not in kinds(view["players"]):
            raise Refused(say("Please choose a card of this game."), f"card{at}")
    if len(hand) > hand_size(view["players"]):
        most = count(
            "With %(players)s players a hand has %(n)s card.",
            "With %(players)s players a hand has %(n)s cards.",
            hand_size(view["players"]),
            players=view["players"],
        )
        raise Refused(most)
    slip = slip_in(hand, view["players"])
    if slip is not None:
        raise Refused(slip)
    due = must_swap([words_of(card) for card in hand], own)
    named = [colours_in_words(tuple(card)) for card in dict.fromkeys(due)]
    if not due:
        reasons = [
            say("None of these cards shows your own colour (%(colour)s): any of them may go.", colour=COLOUR[own])
        ]
    elif len(named) == 1:
        reasons = [say("Your own colour has to go: the card with %(card)s.", card=named[0])]
    else:
        reasons = [say("Your own colour has to go, and you choose which: %(cards)s.", cards=listed(named))]
    return {**view, "answered": True, "due": [card for card in hand if words_of(card) in due], "reasons": reasons}


def which_cards(form: Mapping[str, str]) -> dict[str, Any]:
    """Field: `players`. The evidence cards that play and those that stay in the box, and how they are dealt."""
    view = _form(form)
    players = view["players"]
    faces = [(is_used(card.mark, players), face(card, copies)) for card, copies in DECK]
    return {
        **view,
        "answered": True,
        "used": len(evidence(players)),
        "hand": hand_size(players),
        "face_up": len(LINE),
        "stash": STASHED,
        "kept": [pile for used, pile in faces if used],
        "back": [pile for used, pile in faces if not used],
    }


def sheets(form: Mapping[str, str]) -> dict[str, Any]:
    """Fields: `players`; `word`, anything the table likes: the same word gives the same sheets again. Without that
    field there are no sheets yet. Raises `Refused` for an empty one."""
    view = _form(form)
    word = " ".join(form.get("word", "").casefold().split())[:60]
    if "word" in form and not word:
        raise Refused(say("Please type a word: the sheets are made from it."), "word")
    if not word:
        return {**view, "word": "", "sheets": []}
    papers = paper_sheets(view["colours"], word)
    rows = {
        colour: [sheet[at : at + len(BLACK)] for at in range(0, CELLS, len(BLACK))] for colour, sheet in papers.items()
    }
    return {
        **view,
        "word": word,
        "answered": True,
        "white": WHITE,
        "black": BLACK,
        "sheets": [{**person, "rows": rows[person["colour"]]} for person in view["people"]],
    }


def _form(form: Mapping[str, str]) -> dict[str, Any]:
    """What every form here shows: the player count (4 until one is chosen), its colours and cards."""
    players = whole_between(form.get("players", "").strip() or "4", 3, 6, "players")
    in_play = colours(players)
    goat = form.get("goat", "").strip()
    return {
        "players": players,
        "colours": in_play,
        "people": [{"colour": colour, "word": COLOUR[colour], "shape": SHAPE[colour]} for colour in in_play],
        "cards": cards_of(players),
        "given": _filled(form, in_play),
        "goat": goat if goat in in_play else None,
        "answered": False,
        "reasons": [],
    }


def _filled(form: Mapping[str, str], in_play: tuple[str, ...]) -> dict[str, str]:
    return {colour: value for colour in in_play if (value := form.get(colour, "").strip())}


CALCULATORS = (
    Calculator("frame", say("Is somebody framed?"), frame),
    Calculator("cops", say("Who is pointed out?"), cops),
    Calculator("swap", say("Which card must I swap?"), swap),
    Calculator("evidence", say("Which evidence cards play?"), which_cards),
    Calculator("sheets", say("Decoder sheets to print"), sheets, sent=("word",)),
)
