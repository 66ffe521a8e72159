"""Setting SCAPEGOAT up: the target, the deal, the start player (rules sheet, section 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.chance import Chance
from companion.game import Draw, Plan, Player, Refused, Step
from companion.games.corporate.reveal import Reveal, begin, shown
from companion.games.corporate.rules import DECK, FIRST_SIZE, QUARTERS, RANKS, TURNS, WINNING_SIZE, known, target
from companion.games.corporate.rulings import RULED, as_played
from companion.words import Text, count, listed, say

SOURCE = say("Rules sheet, section 2")


def plan(players: Sequence[Player], options: Mapping[str, str], drawn: Mapping[str, str]) -> Plan:
    """The three steps for these players. Raises `Refused` for a count other than 3 to 5."""
    goal = target(len(players))
    dealt = FIRST_SIZE * len(players)
    return Plan(
        (_target_step(goal, len(players)), _deal_step(players, dealt), _start_step(players, options, drawn)),
        on_table=(
            count("%(n)s card in hands, %(each)s each", "%(n)s cards in hands, %(each)s each", dealt, each=FIRST_SIZE),
            count("%(n)s card in the draw pile, face down", "%(n)s cards in the draw pile, face down", DECK - dealt),
        ),
        in_box=(say("Only jokers stay in the box"),),
        collect=_collect_step(),
    )


def _collect_step() -> Step:
    return Step(
        "collect",
        say("Collect the cards"),
        (
            count(
                "%(n)s card into one deck: the hands, the quarters, the draw pile and the discard pile",
                "%(n)s cards into one deck: the hands, the quarters, the draw pile and the discard pile",
                DECK,
            ),
        ),
        say("A new game begins at hand size 4 for everybody, whatever the last one came to."),
        SOURCE,
        "collect",
        {"cards": DECK},
        alone=False,
    )


def _target_step(goal: int, players: int) -> Step:
    return Step(
        "target",
        say("Know your target"),
        (
            count(
                "%(n)s point to sell in each of the four quarters",
                "%(n)s points to sell in each of the four quarters",
                goal,
            ),
            count("%(n)s turn each, for the whole year", "%(n)s turns each, for the whole year", TURNS),
            count("%(n)s card at most, all together", "%(n)s cards at most, all together", TURNS * players),
        ),
        say("All of you fill the same four quarters. Too little, too much or exactly right: each has its price."),
        SOURCE,
        "target",
        {"target": goal, "quarters": QUARTERS, "players": players},
        stays=True,
    )


def _deal_step(players: Sequence[Player], dealt: int) -> Step:
    return Step(
        "deal",
        say("Shuffle and deal"),
        (
            count("%(n)s card: a standard deck without jokers", "%(n)s cards: a standard deck without jokers", DECK),
            count("%(n)s card to each player", "%(n)s cards to each player", FIRST_SIZE),
            count(
                "%(n)s card left: the draw pile, face down",
                "%(n)s cards left: the draw pile, face down",
                DECK - dealt,
            ),
        ),
        say("Everybody starts at hand size 4. Whoever reaches 6 wins at once."),
        SOURCE,
        "deal",
        {"players": tuple(players), "each": FIRST_SIZE, "pile": DECK - dealt, "win": WINNING_SIZE},
        note=say("Keep your cards to yourself; the app never asks what you hold."),
    )


def _start_step(players: Sequence[Player], options: Mapping[str, str], drawn: Mapping[str, str]) -> Step:
    seats = tuple(player.seat for player in players)
    names = {player.seat: player.name for player in players}
    reveal = start_reveal(seats, drawn.get("start"), options)
    value = None if reveal is None else drawn["start"]
    found = reveal is not None and bool(reveal.found)
    revealed = count(
        "%(n)s card revealed, one by each player, then back to the hands",
        "%(n)s cards revealed, one by each player, then back to the hands",
        len(players),
    )
    return Step(
        "start",
        say("Find the start player"),
        () if found else (revealed,),
        say("Turns go clockwise from there.")
        if found
        else say("The lowest rank starts. Here, and only here among the reveals, the ace is LOW."),
        SOURCE,
        "start",
        {
            "players": tuple(players),
            "asked": () if reveal is None else reveal.asked,
            "rounds": () if reveal is None else reveal.rounds,
            "starter": None if reveal is None else next(iter(reveal.found), None),
            "ranks": RANKS,
            "so_far": value or "",
            "rulings": (RULED["ace_low_for_the_start"], as_played(options, "start_tie")),
        },
        Draw(
            "start",
            lambda chance: _named(chance, seats),
            lambda form: _by_hand(form, names, options),
            value,
            placed=True,
            in_play=True,
            about=("so_far",),
            revealed=True,
        ),
        _start_note(reveal, names),
        alone=False,
    )


def _start_note(reveal: Reveal | None, names: Mapping[int, str | Text]) -> Text | None:
    if reveal is None:
        return None
    if reveal.found:
        return say("%(name)s starts.", name=names[reveal.found[0]])
    return say("A tie: %(names)s reveal another card.", names=listed([names[seat] for seat in reveal.asked]))


def _named(chance: Chance, seats: tuple[int, ...]) -> str:
    return f"p{seats.index(chance.pick(seats)) + 1}"


def start_reveal(seats: Sequence[int], value: str | None, options: Mapping[str, str]) -> Reveal | None:
    """The opening reveal as drawn, settled or at its tie; `None` if nothing that fits these players was drawn.

    `value` is `p2` (the app, or the table, named the second player) or the ranks round by round, in seat order among
    those asked: `5-5-k.9-3`.
    """
    if not value:
        return None
    hands = dict.fromkeys(seats, FIRST_SIZE)
    reveal = begin("opening", tuple(seats), hands, options)
    if value.startswith("p"):
        places = {f"p{place}": seat for place, seat in enumerate(seats, 1)}
        return Reveal("opening", (), hands, found=(places[value],)) if value in places else None
    for written in value.split("."):
        ranks = [rank.upper() for rank in written.split("-")]
        if not set(ranks) <= set(RANKS) or len(ranks) != len(reveal.asked):
            return None
        reveal = shown(reveal, dict(zip(reveal.asked, ranks, strict=True)), options)
    return reveal


def _by_hand(form: Mapping[str, str], names: Mapping[int, str | Text], options: Mapping[str, str]) -> str:
    """From `rank1`, `rank2`, ... (by place at the table) for those asked, after the rounds in `so_far`; or from
    `who`, the place of a start player the table found without us."""
    seats = tuple(names)
    if form.get("who"):
        named = f"p{form['who']}"
        if start_reveal(seats, named, options) is None:
            raise Refused(say("Please choose one of the players."), "who")
        return named
    before = start_reveal(seats, form.get("so_far"), options)
    again = before is not None and bool(before.asked)
    asked = before.asked if before is not None and again else seats
    fields = {f"rank{place}": seat for place, seat in enumerate(seats, 1) if seat in asked}
    ranks = [known(form.get(field, ""), field, names[seat]) for field, seat in fields.items()]
    written = "-".join(ranks).lower()
    return f"{form['so_far']}.{written}" if again else written
