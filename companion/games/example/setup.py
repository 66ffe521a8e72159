"""Setting up In the bag: pebbles for everybody, a bag, and who holds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.chance import Chance
from companion.game import Draw, Plan, Player, Refused, Step
from companion.games.example.rules import MOST
from companion.words import count, say


def holder(players: Sequence[Player], drawn: Mapping[str, str]) -> int | None:
    """The seat that holds the bag, as it was drawn; `None` while that is no player's."""
    return next((player.seat for player in players if str(player.seat) == drawn.get("holder")), None)


def plan(players: Sequence[Player], options: Mapping[str, str], drawn: Mapping[str, str]) -> Plan:
    """Two steps; at the second it is drawn who holds the bag, or somebody is chosen by hand."""
    seats = [player.seat for player in players]

    def by_app(chance: Chance) -> str:
        return str(chance.pick(seats))

    def by_hand(fields: Mapping[str, str]) -> str:
        if holder(players, fields) is None:
            raise Refused(say("Please choose one of the players."), "holder")
        return fields["holder"].strip()

    held = holder(players, drawn)
    pebbles = Step(
        key="pebbles",
        title=say("Pebbles for everybody"),
        takes=(count("%(n)s pebble, or coin, for each player", "%(n)s pebbles, or coins, for each player", MOST),),
        why=say("Hold them under the table: how many go into the bag is nobody else’s business."),
        source=say("The rules of In the bag, set-up"),
        picture="pebbles",
        shown={"players": players, "each": MOST},
        stays=True,
    )
    bag = Step(
        key="bag",
        title=say("Who holds the bag?"),
        takes=(count("%(n)s bag that nobody can see through", "%(n)s bags that nobody can see through", 1),),
        why=say("The bag goes round once in every round, and whoever holds it empties it."),
        source=say("The rules of In the bag, set-up"),
        picture="bag",
        shown={"players": players, "held": held},
        draw=Draw("holder", by_app, by_hand, None if held is None else str(held), free=True),
        alone=False,
    )
    every = (
        count("%(n)s pebble, or coin", "%(n)s pebbles, or coins", MOST * len(players)),
        count("%(n)s bag", "%(n)s bags", 1),
    )
    collect = Step(
        key="collect",
        title=say("Empty the bag"),
        takes=(
            count("%(n)s pebble back to each player", "%(n)s pebbles back to each player", MOST),
            count("%(n)s bag, empty", "%(n)s bags, empty", 1),
        ),
        why=say("Everybody begins with all of their pebbles again."),
        source=say("The rules of In the bag, set-up"),
        picture="pebbles",
        shown={"players": players, "each": MOST},
        alone=False,
    )
    return Plan(steps=(pebbles, bag), on_table=every, in_box=(), collect=collect)
