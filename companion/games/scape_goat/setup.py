"""The set-up of Scape Goat for these very players: every step counted out of the box, every draw the app's or yours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.chance import Chance
from companion.game import BADGES, Badge, Draw, Plan, Player, Refused, Step
from companion.games.scape_goat.names import COLOUR, PLACE, SHAPE
from companion.games.scape_goat.options import OPTIONS, choice, uses_own_dice
from companion.games.scape_goat.rules import (
    BOX,
    DECK,
    LINE,
    LOCATIONS,
    STASHED,
    Card,
    colours,
    evidence,
    hand_size,
    is_used,
    kind,
    starting_locations,
)
from companion.words import Text, count, say


def colours_of(players: Sequence[Player]) -> dict[int, str]:
    """The colour each seat plays: that of its badge where it is in play and free, else the next free colour."""
    in_play = colours(len(players))
    own: dict[int, str] = {}
    for player in players:
        if player.badge.colour in in_play and player.badge.colour not in own.values():
            own[player.seat] = player.badge.colour
    free = (colour for colour in in_play if colour not in own.values())
    return {player.seat: own.get(player.seat) or next(free) for player in players}


def badges(players: Sequence[Player]) -> dict[int, Badge]:
    """Whoever plays a colour is shown by it, so that nobody goes by two signs."""
    of_colour = {badge.colour: badge for badge in BADGES}
    return {seat: of_colour[colour] for seat, colour in colours_of(players).items()}


def read_line(drawn: str | None) -> tuple[str, ...] | None:
    """The line of locations from the left, "spy-trade-stash" being its middle; `None` for anything else."""
    middle = tuple((drawn or "").split("-"))
    return ("prepare", *middle) if sorted(middle) == sorted(LINE[1:]) else None


def read_tokens(drawn: str | None, in_play: Sequence[str]) -> tuple[str, ...] | None:
    """The colours in placing order from their initials, as in "brgy"; `None` when they are not those in play."""
    by_initial = {colour[0]: colour for colour in in_play}
    if sorted(drawn or "") != sorted(by_initial):
        return None
    return tuple(by_initial[initial] for initial in drawn or "")


def plan(players: Sequence[Player], options: Mapping[str, str], drawn: Mapping[str, str]) -> Plan:
    """The set-up for 3 to 6 players in seat order (Setup 1 to 6)."""
    own = colours_of(players)
    steps = (
        _mats(players, own),
        _line(drawn.get("line")),
        _tokens(players, own, drawn),
        _evidence(len(players)),
        _deal(len(players)),
        _secret(len(players), options),
    )
    n = len(players)
    return Plan(steps, _on_table(n, options), _in_box(n, options), _collect(n))


def _collect(players: int) -> Step:
    """The mats, the line and what is in the box stay: only what moved is gathered."""
    return Step(
        key="collect",
        title=say("Collect cards and tokens"),
        takes=(
            count(
                "%(n)s evidence card into one pile: from the hands, the line and the stash",
                "%(n)s evidence cards into one pile: from the hands, the line and the stash",
                len(evidence(players)),
            ),
            count("%(n)s player token off the line", "%(n)s player tokens off the line", players),
            count(
                "%(n)s preparation token back on Prepare",
                "%(n)s preparation tokens back on Prepare",
                BOX["preparation"],
            ),
        ),
        why=say("Mats and location cards stay where they are, and so does what is in the box."),
        source=say("Rulebook, Setup 3 to 5"),
        picture="collect",
        shown={"cards": len(evidence(players)), "tokens": colours(players), "milk": BOX["preparation"]},
        alone=False,
    )


def _mats(players: Sequence[Player], own: Mapping[int, str]) -> Step:
    n = len(players)
    return Step(
        key="mats",
        title=say("Give out the mats"),
        takes=(
            count(
                "%(n)s mat marked %(mark)s in the top right corner, portrait side up",
                "%(n)s mats marked %(mark)s in the top right corner, portrait side up",
                n,
                mark=n,
            ),
            count(
                "%(n)s mat stays in the box: it is for other player counts",
                "%(n)s mats stay in the box: they are for other player counts",
                BOX["mats"] - n,
            ),
        ),
        why=say("Each player count has mats of its own. Keep the back of yours hidden all game long."),
        source=say("Rulebook, Setup 1"),
        picture="mats",
        shown={
            "players": n,
            "mats": [{**_token(own[player.seat], player), "badge": player.badge} for player in players],
        },
        stays=True,
    )


def _line(drawn: str | None) -> Step:
    line = read_line(drawn)
    return Step(
        key="line",
        title=say("Lay the line of locations"),
        takes=(
            count(
                "%(n)s location card in a line, Prepare far left, Go to the Cops far right",
                "%(n)s location cards in a line, Prepare far left, Go to the Cops far right",
                len(LOCATIONS),
            ),
            _on_prepare(),
        ),
        why=say("Spy, Trade and Stash may lie between them in any order: as shown, drawn, or as you like.")
        if line is None
        else say("Spy, Trade and Stash lie between them as shown."),
        source=say("Rulebook, Setup 2"),
        picture="line",
        shown={
            "line": [
                {"key": place, "word": PLACE[place], "tokens": [], "milk": BOX["preparation"] * (place == "prepare")}
                for place in (*(line or LINE), "cops")
            ]
        },
        draw=Draw("line", _line_by_app, _line_by_hand, None if line is None else drawn, free=True),
        stays=True,
    )


def _line_by_app(chance: Chance) -> str:
    return "-".join(chance.shuffled(LINE[1:]))


def _line_by_hand(form: Mapping[str, str]) -> str:
    """From the field `line`, one of the six orders."""
    drawn = form.get("line", "").strip()
    if read_line(drawn) is None:
        raise Refused(say("Please choose the order in which Spy, Trade and Stash lie."), "line")
    return drawn


def _tokens(players: Sequence[Player], own: Mapping[int, str], drawn: Mapping[str, str]) -> Step:
    in_play = colours(len(players))
    order = read_tokens(drawn.get("tokens"), in_play)
    line = read_line(drawn.get("line")) or LINE
    player_of = {own[player.seat]: player for player in players}
    standing = starting_locations(order, line) if order else {}
    again = len(players) - len(LINE)
    return Step(
        key="tokens",
        title=say("Place the player tokens"),
        takes=(
            count(
                "%(n)s player token of your colours, shuffled face down, one on each location from the left",
                "%(n)s player tokens of your colours, shuffled face down, one on each location from the left",
                len(players),
            )
            if order is None
            else count(
                "%(n)s player token of your colours, on the location shown",
                "%(n)s player tokens of your colours, on the locations shown",
                len(players),
            ),
            *(
                [
                    count(
                        "%(n)s of them on a second round, on Prepare again",
                        "%(n)s of them on a second round, from Prepare again",
                        again,
                    )
                ]
                if again > 0 and order is None
                else []
            ),
        ),
        why=say("Whoever is placed first on Prepare starts. Go to the Cops stays empty.")
        if order is None
        else say("Go to the Cops stays empty."),
        source=say("Rulebook, Setup 3 and Gameplay"),
        picture="line",
        shown={
            "line": [
                {
                    "key": place,
                    "word": PLACE[place],
                    "milk": BOX["preparation"] * (place == "prepare"),
                    "tokens": [_token(colour, player_of[colour]) for colour in standing.get(place, ())],
                }
                for place in (*line, "cops")
            ],
            "slots": [line[at % len(line)] for at in range(len(players))],
            "places": PLACE,
            "in_play": [_token(colour, player_of[colour]) for colour in in_play],
        },
        draw=Draw(
            "tokens",
            partial(_tokens_by_app, in_play),
            partial(_tokens_by_hand, in_play),
            None if order is None else drawn["tokens"],
        ),
        note=None if order is None else _starts(player_of[order[0]], order[0]),
    )


def _token(colour: str, player: Player) -> dict[str, Any]:
    """A player's token, as a picture shows it."""
    return {
        "seat": player.seat,
        "name": player.name,
        "colour": colour,
        "word": COLOUR[colour],
        "shape": SHAPE[colour],
    }


def _starts(player: Player, colour: str) -> Text:
    return say("%(name)s (%(colour)s) starts: placed first on Prepare.", name=player.name, colour=COLOUR[colour])


def _tokens_by_app(in_play: Sequence[str], chance: Chance) -> str:
    return "".join(colour[0] for colour in chance.shuffled(in_play))


def _tokens_by_hand(in_play: Sequence[str], form: Mapping[str, str]) -> str:
    """From the fields `place1`, `place2`, ... in placing order, each the word of a colour in play."""
    order: list[str] = []
    for at in range(1, len(in_play) + 1):
        colour = form.get(f"place{at}", "").strip()
        if colour not in in_play:
            raise Refused(say("Please choose the token that lies here."), f"place{at}")
        if colour in order:
            raise Refused(
                say("This player token already lies elsewhere: %(colour)s.", colour=COLOUR[colour]), f"place{at}"
            )
        order.append(colour)
    return "".join(colour[0] for colour in order)


def _evidence(players: int) -> Step:
    kept = [(card, copies) for card, copies in DECK if is_used(card.mark, players)]
    back = [(card, copies) for card, copies in DECK if not is_used(card.mark, players)]
    return Step(
        key="evidence",
        title=say("Sort the evidence"),
        takes=(
            *(
                count("%(n)s evidence card marked %(mark)s", "%(n)s evidence cards marked %(mark)s", n, mark=mark)
                for mark, n in _by_mark(kept).items()
            ),
            *(
                count(
                    "%(n)s card marked %(mark)s, back to the box",
                    "%(n)s cards marked %(mark)s, back to the box",
                    n,
                    mark=mark,
                )
                for mark, n in _by_mark(back).items()
            ),
        ),
        why=say(
            "The mark is at the bottom right of each card. With a plus, the card plays from that number of players up. "
            "Without one, only with the numbers it names. Keep %(cards)s cards.",
            cards=len(evidence(players)),
        ),
        source=say("Rulebook, Setup 4"),
        picture="evidence",
        shown={"kept": [face(*pile) for pile in kept], "back": [face(*pile) for pile in back]},
        stays=True,
    )


def _by_mark(piles: Sequence[tuple[Card, int]]) -> dict[str, int]:
    marks: Counter[str] = Counter()
    for card, copies in piles:
        marks[card.mark] += copies
    return dict(marks)


def face(card: Card, copies: int) -> dict[str, Any]:
    """A pile of equal evidence cards, as a picture shows it."""
    return {"kind": kind(card), "colours": card.colours, "mark": card.mark, "copies": copies}


def _deal(players: int) -> Step:
    return Step(
        key="deal",
        title=say("Deal the evidence"),
        takes=(
            count(
                "%(n)s card face up, one beside each location except Go to the Cops",
                "%(n)s cards face up, one beside each location except Go to the Cops",
                len(LINE),
            ),
            count("%(n)s card face down in a row beside Stash", "%(n)s cards face down in a row beside Stash", STASHED),
            count(
                "%(n)s card to each player’s hand, face down",
                "%(n)s cards to each player’s hand, face down",
                hand_size(players),
            ),
        ),
        why=say("Shuffle them first. Everybody has the same number of cards in hand, and none is left."),
        source=say("Rulebook, Setup 5"),
        picture="deal",
        shown={
            "cards": len(evidence(players)),
            "players": players,
            "hand": hand_size(players),
            "face_up": len(LINE),
            "stash": STASHED,
        },
        alone=False,
    )


def _secret(players: int, options: Mapping[str, str]) -> Step:
    way, own_dice = choice(options, "secret"), uses_own_dice(options)
    told = {
        "app": say("Start the game, and the app deals: every phone gets its own covered message."),
        "sheets": say(
            "Start the game: every phone gets a secret decoder sheet, fresh for this table, and reads its cell."
        ),
        "mats": say(
            "Start the game: the two dice stay in view, and each of you reads that cell on your mat or printed sheet."
        ),
    }
    warned = {
        "app": say("The backs of the mats are not needed. Nobody reads theirs."),
        "sheets": say("The app’s sheets replace the backs of your mats. Never mix the two."),
        "mats": say(
            "The white die is the row, the black die the column. Do not roll them again: they stay on the table."
        )
        if own_dice
        else say("The app rolls, and every screen shows the dice: the white one is the row, the black one the column."),
    }
    message = count(
        "%(n)s message for each of you, for your eyes only", "%(n)s messages for each of you, for your eyes only", 1
    )
    dice = count(
        "%(n)s decoder die, rolled once and left on the table",
        "%(n)s decoder dice, rolled once and left on the table",
        BOX["dice"],
    )
    return Step(
        key="secret",
        title=say("Learn who the scapegoat is"),
        takes=(*(() if way == "mats" else (message,)), *((dice,) if own_dice else ())),
        why=told[way],
        source=say("Rulebook, Setup 6"),
        picture="secret",
        shown={
            "players": players,
            "way": way,
            "own_dice": own_dice,
            "ways": [{"key": key, "words": words} for key, words in OPTIONS[0].choices],
        },
        note=warned[way],
        alone=False,
        option=OPTIONS[0].key,
        by_start=True,
    )


def _on_prepare() -> Text:
    return count("%(n)s preparation token on Prepare", "%(n)s preparation tokens on Prepare", BOX["preparation"])


def _dice() -> Text:
    return count("%(n)s decoder die", "%(n)s decoder dice", BOX["dice"])


def _on_table(players: int, options: Mapping[str, str]) -> tuple[Text, ...]:
    return (
        count("%(n)s player mat, portrait side up", "%(n)s player mats, portrait side up", players),
        count("%(n)s location card", "%(n)s location cards", len(LOCATIONS)),
        count("%(n)s player token on the line", "%(n)s player tokens on the line", players),
        _on_prepare(),
        count(
            "%(n)s evidence card face up beside the locations",
            "%(n)s evidence cards face up beside the locations",
            len(LINE),
        ),
        count("%(n)s evidence card face down beside Stash", "%(n)s evidence cards face down beside Stash", STASHED),
        count(
            "%(n)s evidence card in hands, %(each)s each",
            "%(n)s evidence cards in hands, %(each)s each",
            players * hand_size(players),
            each=hand_size(players),
        ),
        *((_dice(),) if uses_own_dice(options) else ()),
    )


def _in_box(players: int, options: Mapping[str, str]) -> tuple[Text, ...]:
    cards = BOX["evidence"] - len(evidence(players))
    lines = (
        count("%(n)s player mat", "%(n)s player mats", BOX["mats"] - players),
        count("%(n)s player token", "%(n)s player tokens", BOX["tokens"] - players),
        count("%(n)s evidence card", "%(n)s evidence cards", cards),
        *(() if uses_own_dice(options) else (_dice(),)),
    )
    return tuple(line for line in lines if line.n)
