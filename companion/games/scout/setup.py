"""Setting up Scout for two to five players: what goes back to the box, what lies where, and that it all adds up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from companion.chance import Chance
from companion.game import Draw, Plan, Player, Refused, Step
from companion.games.scout.rules import (
    DECK,
    DUEL_CHIPS,
    HIGHEST,
    SCORE_CHIPS,
    SCOUT_CHIPS,
    SHOW_CHIPS,
    cards_in_round,
    cards_removed,
    flipped,
    hand_size,
    rounds_due,
)
from companion.words import Text, count, say

HOLDER = "holder"
"""Drawn for the start player when it shall be whoever is dealt the 1/2 card: so this is asked after the deal."""

_SET_UP = say("Instruction sheet 1.1, setting up the game")
_ROUND = say("Instruction sheet 1.1, setting up a round")
_DUEL = say("Instruction sheet 1.1, playing with two")

EXAMPLE_HAND = ((7, 2), (7, 4), (1, 3), (2, 6), (4, 3), (9, 2), (5, 2), (8, 4), (5, 9))
"""A hand before the flip, (upper, lower) as held."""


class Pieces(NamedTuple):
    """One kind of piece in the box: how many there are, how many this game uses, and what so many of it are called."""

    key: str
    total: int
    used: int
    name: Text
    counted: Callable[[int], Text]

    @property
    def back(self) -> int:
        """How many stay in the box."""
        return self.total - self.used


def box(players: int) -> tuple[Pieces, ...]:
    """Everything in the box and how much of it this many players use. Sheet, Contents."""
    duel, score = players == 2, sum(SCORE_CHIPS.values())
    return (
        Pieces("cards", len(DECK), len(DECK) - len(cards_removed(players)), say("Cards"), _cards_counted),
        Pieces("scout", SCOUT_CHIPS, DUEL_CHIPS * players if duel else SCOUT_CHIPS, say("Scout chips"), _scout_chips),
        Pieces("show", SHOW_CHIPS, 0 if duel else players, say("Scout & Show chips"), _show_chips),
        Pieces("score", score, score, say("Score chips"), _score_chips),
        Pieces("marker", 1, 1, say("Start player marker"), _markers),
    )


def _cards_counted(n: int) -> Text:
    return count("%(n)s card", "%(n)s cards", n)


def _scout_chips(n: int) -> Text:
    return count("%(n)s Scout chip", "%(n)s Scout chips", n)


def _show_chips(n: int) -> Text:
    return count("%(n)s Scout & Show chip", "%(n)s Scout & Show chips", n)


def _score_chips(n: int) -> Text:
    return count("%(n)s score chip", "%(n)s score chips", n)


def _markers(n: int) -> Text:
    return count("%(n)s start player marker", "%(n)s start player markers", n)


def plan(players: Sequence[Player], options: Mapping[str, str], drawn: Mapping[str, str]) -> Plan:
    """The steps for these players. `drawn["start"]` is a seat number or `HOLDER`. Raises `Refused` but for 2 to 5."""
    n = len(players)
    pieces = box(n)
    steps = (
        _cards(n),
        _chips(n),
        *(() if n == 2 else (_show(n),)),
        _deal(n),
        _flip(n),
        _start(players, drawn),
        _check(pieces),
    )
    return Plan(
        steps=steps,
        on_table=tuple(piece.counted(piece.used) for piece in pieces if piece.used),
        in_box=tuple(piece.counted(piece.back) for piece in pieces if piece.back),
        collect=_collect(n),
    )


def _collect(n: int) -> Step:
    """What is in the box stays there: cards into one deck, chips to where each round finds them."""
    kept, score = len(DECK) - len(cards_removed(n)), sum(SCORE_CHIPS.values())
    chips = (
        count("%(n)s Scout chip back to each player", "%(n)s Scout chips back to each player", DUEL_CHIPS)
        if n == 2
        else count("%(n)s Scout chip back to the middle", "%(n)s Scout chips back to the middle", SCOUT_CHIPS)
    )
    show = count("%(n)s Scout & Show chip, one to each player", "%(n)s Scout & Show chips, one to each player", n)
    cards = (
        count(
            "%(n)s card into one deck: those just played, and the %(aside)s of the other round",
            "%(n)s cards into one deck: those just played, and the %(aside)s of the other round",
            kept,
            aside=kept - cards_in_round(n),
        )
        if n == 2
        else count(
            "%(n)s card into one deck: the hands, the captured cards and the set on the table",
            "%(n)s cards into one deck: the hands, the captured cards and the set on the table",
            kept,
        )
    )
    takes = (
        cards,
        chips,
        *(() if n == 2 else (show,)),
        count(
            "%(n)s score chip back at hand, if you used them", "%(n)s score chips back at hand, if you used them", score
        ),
    )
    why = say("Then the whole deck is shuffled. What is in the box stays there.")
    shown = {"cards": kept, "middle": 0 if n == 2 else SCOUT_CHIPS, "each": DUEL_CHIPS if n == 2 else 0, "show": n > 2}
    return Step("collect", say("Collect cards and chips"), takes, why, _ROUND, "collect", shown, alone=False)


def _cards(n: int) -> Step:
    removed = cards_removed(n)
    kept = len(DECK) - len(removed)
    if not removed:
        title, back = say("Keep every card"), None
        why = say("Five players use the whole deck.")
    elif n == 3:
        title = say("Put the tens away")
        back = count(
            "%(n)s card back to the box: every card with a 10 on it",
            "%(n)s cards back to the box: every card with a 10 on it",
            len(removed),
        )
        why = count("Then %(n)s card deals out evenly to three.", "Then %(n)s cards deal out evenly to three.", kept)
    else:
        title, back = say("Put the 9/10 away"), say("%(n)s card back to the box: the one with 9 and 10", n=1)
        why = count("Then %(n)s card deals out evenly.", "Then %(n)s cards deal out evenly.", kept)
    stay = count("%(n)s card stays in the game", "%(n)s cards stay in the game", kept)
    takes = (back, stay) if back else (stay,)
    shown = {"removed": removed, "kept": kept, "numbers": _numbers(n)}
    return Step("cards", title, takes, why, _SET_UP, "cards", shown, stays=True)


def _numbers(n: int) -> tuple[tuple[int, int], ...]:
    """Each number with how many of the kept cards show it."""
    kept = [card for card in DECK if card not in cards_removed(n)]
    return tuple((number, sum(number in card for card in kept)) for number in range(1, HIGHEST + 1))


def _chips(n: int) -> Step:
    score = count(
        "%(n)s score chip at hand, unless the phones keep the score",
        "%(n)s score chips at hand, unless the phones keep the score",
        sum(SCORE_CHIPS.values()),
    )
    values = tuple(SCORE_CHIPS.items())
    if n == 2:
        takes = (count("%(n)s Scout chip for each player", "%(n)s Scout chips for each player", DUEL_CHIPS), score)
        why = say(
            "A scout costs one of your own chips, paid to the middle; without a chip you cannot scout. "
            "Chips you keep are a point each."
        )
        shown = {"middle": 0, "each": DUEL_CHIPS, "values": values}
        return Step("chips", say("Three Scout chips each"), takes, why, _DUEL, "chips", shown, stays=True)
    takes = (count("%(n)s Scout chip in the middle", "%(n)s Scout chips in the middle", SCOUT_CHIPS), score)
    why = say("If somebody scouts from your set, you get a Scout chip. There is no limit: use coins when they run out.")
    shown = {"middle": SCOUT_CHIPS, "each": 0, "values": values}
    return Step("chips", say("Scout chips in the middle"), takes, why, _SET_UP, "chips", shown, stays=True)


def _show(n: int) -> Step:
    back = SHOW_CHIPS - n
    takes = (
        count("%(n)s Scout & Show chip, one for each player", "%(n)s Scout & Show chips, one for each player", n),
        *([count("%(n)s chip back to the box", "%(n)s chips back to the box", back)] if back else []),
    )
    why = say("Good for one Scout & Show in each round. Used or not, it scores for nobody.")
    shown = {"each": n, "back": back}
    return Step("show", say("One Scout & Show chip each"), takes, why, _ROUND, "show", shown, stays=True)


def start_value(players: Sequence[Player], drawn: Mapping[str, str]) -> int | str | None:
    """The seat that starts, `HOLDER`, or `None` while nothing that fits these players is drawn."""
    value = drawn.get("start", "")
    if value == HOLDER:
        return HOLDER
    return next((player.seat for player in players if str(player.seat) == value), None)


def _start(players: Sequence[Player], drawn: Mapping[str, str]) -> Step:
    value = start_value(players, drawn)
    first = next((player for player in players if player.seat == value), None)
    seats = tuple(str(player.seat) for player in players)

    def by_hand(form: Mapping[str, str]) -> str:
        if form.get("start") not in (*seats, HOLDER):
            raise Refused(say("Please tap who starts."), "start")
        return form["start"]

    def by_app(chance: Chance) -> str:
        return str(chance.pick([player.seat for player in players]))

    note = None
    if first is not None:
        note = say("%(name)s starts and takes the marker.", name=first.name)
    elif value == HOLDER:
        note = _holder_note(len(players))
    why = count(
        "It moves one place to the left after each round; you play %(n)s round.",
        "It moves one place to the left after each round; you play %(n)s rounds, one for each player.",
        rounds_due(len(players)),
    )
    return Step(
        "start",
        say("Who starts?"),
        (_markers(1),),
        why,
        _SET_UP,
        "start",
        {"first": first, "holder": value == HOLDER, "players": tuple(players)},
        Draw("start", by_app, by_hand, None if value is None else str(value), starts=True, names=True),
        note,
    )


def _holder_note(n: int) -> Text:
    if n == 2:
        return say(
            "Whoever holds the card with 1 and 2 starts and takes the marker. "
            "If it lies with the cards set aside, choose."
        )
    return say("Whoever holds the card with 1 and 2 starts and takes the marker.")


def _deal(n: int) -> Step:
    hand, aside = hand_size(n), len(DECK) - len(cards_removed(n)) - cards_in_round(n)
    takes = [count("%(n)s card for each player, face down", "%(n)s cards for each player, face down", hand)]
    if aside:
        takes.append(
            count(
                "%(n)s card set aside, face down, for round 2", "%(n)s cards set aside, face down, for round 2", aside
            )
        )
        why = say("Two players share the deck between their two rounds.")
    else:
        why = say("All cards are dealt; nothing is left over.")
    note = say(
        "Shuffle well, and turn some of the cards round as you do. Do not pick up your cards until all are dealt."
    )
    shown = {"players": n, "hand": hand, "aside": aside}
    return Step(
        "deal", say("Shuffle and deal"), tuple(takes), why, _DUEL if aside else _ROUND, "deal", shown, None, note, False
    )


def _flip(n: int) -> Step:
    return Step(
        "flip",
        say("Look, then flip or not"),
        (
            count(
                "%(n)s card taken up as it lies, in the order they lie",
                "%(n)s cards taken up as they lie, in the order they lie",
                hand_size(n),
            ),
        ),
        say(
            "Now, and only now, you may turn your whole hand upside down, all cards at once. After that no card "
            "changes its place or its way up until the round is over."
        ),
        _ROUND,
        "flip",
        {"before": EXAMPLE_HAND, "after": flipped(EXAMPLE_HAND)},
        note=say("The upper numbers count, and nobody else may see them. Flipping keeps every card in its place."),
        alone=False,
    )


def _check(pieces: Sequence[Pieces]) -> Step:
    lines = tuple((piece.name, piece.used, piece.back, piece.total) for piece in pieces)
    return Step(
        "check",
        say("Does it add up?"),
        tuple(piece.counted(piece.total) for piece in pieces),
        say("What is on the table and what is in the box make exactly what came in the box."),
        say("Instruction sheet 1.1, contents"),
        "check",
        {"lines": lines},
        alone=False,
        stays=True,
    )
