"""Answers the rules of Scape Goat give to plain questions: colours, cards, places, who is framed, who is pointed out.

Colours are plain words ("blue" to "purple"); a bystander is "grey". Sources are sections of the rulebook (2020);
what is called our ruling is said where the rulebook is silent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from companion.game import Refused
from companion.games.scape_goat.names import COLOUR, colours_in_words
from companion.words import Text, count, say

Player = TypeVar("Player", str, int)

COLOURS = ("blue", "red", "yellow", "green", "orange", "purple")
GREY = "grey"
RAINBOW = "rainbow"
"""Another word for a card with every colour on it."""
LINE = ("prepare", "spy", "trade", "stash")
"""The location cards tokens can start on, Prepare leftmost (Setup 2)."""
LOCATIONS = (*LINE, "cops")
BOX = {"evidence": 30, "mats": 18, "locations": 5, "tokens": 6, "preparation": 2, "dice": 2}
"""What the box holds (Components)."""
STASHED = 3


class Card(NamedTuple):
    """An evidence card: the colours on it, and the player counts printed in its corner."""

    colours: tuple[str, ...]
    mark: str


DECK: tuple[tuple[Card, int], ...] = (
    (Card(("blue",), "3+"), 3),
    (Card(("red",), "3+"), 3),
    (Card(("yellow",), "3+"), 3),
    (Card(("green",), "4+"), 3),
    (Card(("blue", "red"), "4+"), 1),
    (Card(("yellow", "green"), "4+"), 1),
    (Card(("orange",), "5+"), 3),
    (Card(("blue", "yellow"), "5+"), 1),
    (Card(("green", "orange"), "5+"), 1),
    (Card(("red", "orange"), "5"), 1),
    (Card(("purple",), "6"), 3),
    (Card(("red", "purple"), "6"), 1),
    (Card(("orange", "purple"), "6"), 1),
    (Card(COLOURS, "6"), 1),
    (Card((GREY,), "3"), 2),
    (Card((GREY,), "3, 5"), 1),
    (Card((GREY,), "3, 4, 5"), 1),
)
"""Every evidence card of the box and how often it is in it."""


def colours(players: int) -> tuple[str, ...]:
    """The colours in play. Raises `Refused` outside 3 to 6 players (Components)."""
    if not 3 <= players <= 6:
        raise Refused(say("Scape Goat is for 3 to 6 players."), "players")
    return COLOURS[:players]


def is_used(mark: str, players: int) -> bool:
    """Whether cards with this printed mark play: "4+" from four up, "3, 5" with exactly three or five (Setup 4)."""
    if mark.endswith("+"):
        return players >= int(mark[:-1])
    return str(players) in mark.split(", ")


@cache
def evidence(players: int) -> tuple[Card, ...]:
    """One entry per evidence card used: 13, 15, 22 or 25 of them."""
    colours(players)
    return tuple(card for card, copies in DECK if is_used(card.mark, players) for _ in range(copies))


def hand_size(players: int) -> int:
    """Cards in each hand, none left over: 2, 2, 3, 3 (Setup 5)."""
    return (len(evidence(players)) - len(LINE) - STASHED) // players


def starting_locations(order: Sequence[str], line: Sequence[str] = LINE) -> dict[str, tuple[str, ...]]:
    """From the colours in placing order: who starts on each location of `line`, first placed first.

    The line runs from the left; with five or six players it starts again at Prepare (Setup 3). The first entry of
    Prepare begins the game (Gameplay). Raises `Refused` for colours or a line that cannot be.
    """
    in_play = colours(len(order))
    if sorted(order) != sorted(in_play):
        raise Refused(say("Every colour in play is placed once."), "order")
    if sorted(line) != sorted(LINE) or line[0] != "prepare":
        raise Refused(say("The line is Prepare, then Spy, Trade and Stash in any order."), "line")
    return {place: tuple(order[at :: len(LINE)]) for at, place in enumerate(line)}


def colours_on(card: str | Iterable[str]) -> frozenset[str]:
    """The players' colours on a card, given as one word or several; none on a bystander, all on the rainbow card
    (our ruling). Raises `Refused` for anything else."""
    words = {card} if isinstance(card, str) else set(card)
    if words == {GREY}:
        return frozenset()
    if words == {RAINBOW}:
        return frozenset(COLOURS)
    for word in sorted(words - set(COLOURS)):
        if word == GREY:
            raise Refused(say("A grey bystander is alone on its card."))
        raise Refused(say("%(word)s is not a colour of this game.", word=word))
    if not words:
        raise Refused(say("There is something on every card: a colour, or grey."))
    return frozenset(words)


def framed(revealed: Mapping[str, str | Iterable[str]]) -> str | None:
    """From player colour -> colours on the card that player revealed: the framed colour, or `None`.

    A player is framed when every *other* player's card shows that player's colour; the own card does not matter
    (Frame Attempt 1, our rulings). Raises `Refused` when a player is missing, a colour is unknown, or two would
    be framed at once, which the real cards cannot do (our ruling).
    """
    found = [player for player, without in missing(revealed).items() if not without]
    if len(found) > 1:
        raise Refused(
            say(
                "%(one)s and %(other)s cannot both be framed, so one of these cards is wrong.",
                one=COLOUR[found[0]],
                other=COLOUR[found[1]],
            )
        )
    return found[0] if found else None


def missing(revealed: Mapping[str, str | Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """For each player colour, the *other* players whose card does not show it: what keeps that player from being
    framed. Raises `Refused` as `framed` does, but for two framed at once."""
    in_play = _all_players(revealed)
    cards = {player: colours_on(card) for player, card in revealed.items()}
    for player, on_card in cards.items():
        if not on_card <= set(in_play):
            raise Refused(say("One of those colours is not in this game."), player)
    return {p: tuple(other for other in in_play if other != p and p not in cards[other]) for p in in_play}


def pointed_out(pointing: Mapping[str, str]) -> str | None:
    """From player colour -> colour pointed at: the true scapegoat, whom all others name, or `None` (Going to the
    Cops). Raises `Refused` when a player is missing, a colour is unknown, or somebody points at themselves."""
    in_play = _all_players(pointing)
    for player, at in pointing.items():
        if at not in in_play:
            raise Refused(say("%(word)s is not a colour of this game.", word=at), player)
        if at == player:
            raise Refused(say("Nobody can point at themselves."), player)
    named = named_by_all_others(pointing)
    return named[0] if named else None


def named_by_all_others(pointing: Mapping[Player, Player]) -> tuple[Player, ...]:
    """Everybody named by each other player who pointed: at most one when all pointed (our ruling), and perhaps two
    when somebody is away."""
    return tuple(
        goat
        for goat in dict.fromkeys(pointing.values())
        if all(at == goat for player, at in pointing.items() if player != goat)
    )


def _all_players(given: Mapping[str, object]) -> tuple[str, ...]:
    in_play = COLOURS[: len(given)]
    if len(given) < 3 or set(given) != set(in_play):
        raise Refused(say("This needs an answer from every player, and each plays a colour of this game."))
    return in_play


def must_swap(hand: Sequence[str | Iterable[str]], own: str) -> tuple[str | Iterable[str], ...]:
    """The cards of the hand with the player's own colour: one of these has to be swapped out. Empty: any card may
    go (Evidence Swap). The rainbow card is of everybody's colour (our ruling)."""
    return tuple(card for card in hand if own in colours_on(card))


def may_go(standing: str | None, to: str) -> bool:
    """Whether a token may move there: anywhere but where it stands. Prepare turned over to Frame/Steal is still the
    same card (Movement, our ruling). `standing` is `None` when nobody noted it."""
    return to in LOCATIONS and to != standing


def may_steal_from(tokens: Mapping[int, int], thief: int) -> tuple[int, ...]:
    """Whom a player at Frame/Steal can steal a preparation token from: anybody with one. Nobody when the thief holds
    one already, since then it is a frame attempt (Frame/Steal, our ruling)."""
    if tokens.get(thief, 0):
        return ()
    return tuple(player for player, held in tokens.items() if held)


def opposite(seat: int) -> int:
    """Six players: the seat three to the left, at whose turn this one may go to the cops as well (rulings 13, 14).
    Raises `Refused`."""
    if not 0 <= seat <= 5:
        raise Refused(say("With six players the seats go from 0 to 5."), "seat")
    return (seat + 3) % 6


def kind(card: Card) -> str:
    """One word for all cards that show the same: "red", "blue-red", "grey", "rainbow"."""
    return RAINBOW if card.colours == COLOURS else "-".join(card.colours)


@cache
def kinds(players: int) -> Mapping[str, int]:
    """Every kind of evidence card in this game, and how many there are."""
    return MappingProxyType(Counter(kind(card) for card in evidence(players)))


def words_of(kind: str) -> tuple[str, ...]:
    """The colour words of a kind of card, as the other functions take them."""
    return COLOURS if kind == RAINBOW else tuple(kind.split("-"))


def slip_in(cards: Iterable[str], players: int) -> Text | None:
    """What cannot be about these cards, given as kinds: more of one kind than there are."""
    in_game = kinds(players)
    for shown, times in Counter(cards).items():
        n = in_game.get(shown, 0)
        if times > n and len(words_of(shown)) == 1 and shown != GREY:  # others show that colour and one more
            return count(
                "There is only %(n)s card with %(colour)s alone in this game.",
                "There are only %(n)s cards with %(colour)s alone in this game.",
                n,
                colour=colours_in_words(words_of(shown)),
            )
        if times > n:
            return count(
                "There is only %(n)s card with %(colours)s in this game.",
                "There are only %(n)s cards with %(colours)s in this game.",
                n,
                colours=colours_in_words(words_of(shown)),
            )
    return None


WHITE = range(10)
BLACK = range(1, 13)
CELLS = len(WHITE) * len(BLACK)


def cell(white: int, black: int) -> int:
    """Where on a decoder sheet the two dice point, from 0 to 119: white is the row, black the column (Setup 6).
    Raises `Refused`."""
    if white not in WHITE:
        raise Refused(say("The white die goes from 0 to 9. If yours shows 10 or 00, that is its 0."), "white")
    if black not in BLACK:
        raise Refused(say("The black die goes from 1 to 12."), "black")
    return white * len(BLACK) + black - 1
