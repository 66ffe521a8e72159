"""The set-up of Alcatraz: The Scapegoat, step by step [Rulebook, Game setup 1 to 8]."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.chance import Chance
from companion.game import Badge, Draw, Option, Plan, Player, Step
from companion.games.alcatraz import draws, rules
from companion.games.alcatraz.rooms import ROOMS
from companion.words import Text, count, say

OPTIONS = (
    Option(
        "pawns",
        say("Should the app keep track of where the prisoners are?"),
        (("yes", say("Yes, we tap the map as we move")), ("no", say("No, the pawns on the table are enough"))),
        say("With pawns, the map shows where you can go and what you can do there."),
    ),
    Option(
        "term",
        say("Does the first, random Scapegoat count as a term?"),
        (("counts", say("Yes: elected again in round 2, that is the second term")), ("free", say("No"))),
        say("The rulebook does not say. Counting it follows its words “in the next round the same player”."),
    ),
    Option(
        "bribes",
        say("Does a bribed guard count towards the most guards a task allows?"),
        (("ignored", say("No, a bribed guard is ignored")), ("counts", say("Yes, bribes only save Action Points"))),
        say("The rulebook offers bribes beside the rule on two guards and leaves this open."),
    ),
)


@dataclass(frozen=True)
class Space:
    """A space of the prison in a picture: the room there, and what this step puts on it."""

    room: int
    name: Text
    side: str = ""
    guards: int = 0
    pawns: tuple[tuple[int, Badge], ...] = ()
    task: str = ""


@dataclass(frozen=True)
class Setting:
    """What the steps are made from: who plays and what is drawn."""

    players: Sequence[Player]
    laid: draws.Laid
    drawn: Mapping[str, str]

    def picture(
        self,
        sides: bool = False,
        guards: Sequence[int] = (),
        starts: Sequence[int] = (),
        tasks: Mapping[int, str] | None = None,
    ) -> dict[str, object]:
        """Variables of the prison's picture. Until the sheets lie, rooms come in the order of their numbers."""
        spaces = tuple(
            Space(
                room,
                ROOMS[room].name,
                (self.laid.sides or "s" * 12)[room - 1] if sides else "",
                list(guards).count(room),
                tuple((p.seat, p.badge) for p, start in zip(self.players, starts, strict=False) if start == room),
                (tasks or {}).get(room, ""),
            )
            for room in self.laid.prison or rules.ROOMS
        )
        return {"laid": self.laid.prison is not None, "spaces": spaces, "shows": _shows(sides, guards, starts, tasks)}


def _shows(*kinds: object) -> str:
    """Which of sides, guards, starts, tasks the picture is about, or "rooms"."""
    return next(
        (name for name, kind in zip(("sides", "guards", "starts", "tasks"), kinds, strict=True) if kind), "rooms"
    )


def _draw(
    setting: Setting,
    key: str,
    by_app: Callable[[Chance], str],
    by_hand: Callable[[Mapping[str, str]], str],
    read: object,
    free: bool = False,
    optional: bool = False,
    placed: bool = False,
    names: bool = False,
) -> Draw:
    value = None if read is None else setting.drawn[key]
    return Draw(key, by_app, by_hand, value, free, optional, placed=placed, names=names)


def _prison(setting: Setting) -> Step:
    return Step(
        "prison",
        say("Lay out the prison"),
        (
            count(
                "%(n)s location sheet, four rows of three in the middle",
                "%(n)s location sheets, four rows of three in the middle",
                12,
            ),
        ),
        say("Any order will do. Rooms that touch are neighbours, corners included.")
        if setting.laid.prison is None
        else say("They lie as shown. Rooms that touch are neighbours, corners included."),
        say("Rulebook, Game setup 1"),
        "prison",
        setting.picture(),
        _draw(setting, "prison", draws.draw_prison, draws.hand_prison, setting.laid.prison, free=True),
        stays=True,
    )


def _sides(setting: Setting) -> Step:
    """Undrawn, the sheets lie silver side up, as for a first game; drawn by the app, each falls by chance."""
    gold = (setting.laid.sides or "").count("g")
    takes = (
        count("%(n)s location sheet silver side up", "%(n)s location sheets silver side up", 12 - gold),
        count("%(n)s location sheet gold side up", "%(n)s location sheets gold side up", gold),
    )
    return Step(
        "sides",
        say("Silver or gold"),
        tuple(take for take in takes if take.n),
        say("Each side has its own rule. Silver is meant for a first game. Otherwise choose, or let chance choose.")
        if setting.laid.sides is None
        else say("Each side has its own rule. They lie as shown."),
        say("Rulebook, Game setup 1"),
        "prison",
        setting.picture(sides=True),
        _draw(setting, "sides", draws.draw_sides, draws.hand_sides, setting.laid.sides, free=True, optional=True),
        alone=False,
    )


def _items(setting: Setting) -> Step:
    return Step(
        "items",
        say("Put out the items"),
        (
            count(
                "%(n)s item token: 5 keys, 5 knives, 5 clothes, 5 drugs, 5 tools and the gun",
                "%(n)s item tokens: 5 keys, 5 knives, 5 clothes, 5 drugs, 5 tools and the gun",
                26,
            ),
        ),
        say(
            "Icons on each location sheet show which Items go there: follow the side that is up. If a token is left"
            " over, the rulebook does not say where it goes. Our ruling: keep it beside the prison."
        ),
        say("Rulebook, Game setup 2"),
        "items",
        {"sides": setting.laid.sides or "s" * 12},
        note=say("Misprint: on one side of the Laundry Room the spaces for items are missing."),
    )


def _guards(setting: Setting) -> Step:
    return Step(
        "guards",
        say("Post eight guards"),
        (
            count("%(n)s guard marker, one for each card drawn", "%(n)s guard markers, one for each card drawn", 8)
            if setting.laid.guards is None
            else count("%(n)s guard marker, in the room shown", "%(n)s guard markers, in the rooms shown", 8),
        ),
        say(
            "Draw in two rounds: four auxiliary cards, then shuffle all twelve and draw four more. So a room has at"
            " most two guards now. Shuffling in between is how we read “two rounds”."
        )
        if setting.laid.guards is None
        else say("A room has at most two guards now."),
        say("Rulebook, Game setup 3"),
        "prison",
        setting.picture(guards=setting.laid.guards or ()),
        _draw(setting, "guards", draws.draw_guards, draws.hand_guards, setting.laid.guards),
    )


def _starts(setting: Setting) -> Step:
    n = len(setting.players)
    return Step(
        "starts",
        say("Where everybody starts"),
        (count("%(n)s prisoner pawn, one for each player", "%(n)s prisoner pawns, one for each player", n),),
        say(
            "Draw an auxiliary card for each player: the pawn starts in that room. Whether two may start in one "
            "room, the rulebook does not say. Our ruling: draw different cards."
        )
        if setting.laid.starts is None
        else say("Each pawn starts in the room shown."),
        say("Rulebook, Game setup 4"),
        "prison",
        setting.picture(starts=setting.laid.starts or ()),
        _draw(setting, "starts", draws.draw_starts(n), draws.hand_starts(n), setting.laid.starts, placed=True),
    )


def _markers(setting: Setting) -> Step:
    n = len(setting.players)
    return Step(
        "markers",
        say("A sheet and markers for each"),
        (
            count("%(n)s prisoner sheet, one each", "%(n)s prisoner sheets, one each", n),
            count(
                "%(n)s marker of the players’ own colours: two each, on 0 for Cash and for Stamina",
                "%(n)s markers of the players’ own colours: two each, on 0 for Cash and for Stamina",
                2 * n,
            ),
            count(
                "%(n)s voting marker: for each player one in every player’s colour, including their own",
                "%(n)s voting markers: for each player one in every player’s colour, including their own",
                n * n,
            ),
        ),
        say("Each player sets %(n)s voting markers aside. If you vote on your phones, you will not need them.", n=n),
        say("Rulebook, Game setup 5"),
        "markers",
        {"seats": tuple((player.seat, player.badge) for player in setting.players)},
        note=say("With three players, one marker of each colour stays in the box.") if n == 3 else None,
        stays=True,
    )


def _letters(setting: Setting) -> Step:
    return Step(
        "letters",
        say("Three tasks, three letters"),
        (
            count(
                "%(n)s task card, shuffled into a deck, with the top three turned up",
                "%(n)s task cards, shuffled into a deck, with the top three turned up",
                30,
            )
            if setting.laid.letters is None
            else count(
                "%(n)s task card: one up for each letter shown, the others shuffled into a deck",
                "%(n)s task cards: one up for each letter shown, the others shuffled into a deck",
                30,
            ),
        ),
        say(
            "Turn the top three task cards and enter their letters. If a letter is already out, put that card under"
            " the deck and draw again. The app can draw the letters instead: then you look for cards that have them."
        )
        if setting.laid.letters is None
        else say("For each letter, take the first card of the shuffled deck that has it."),
        say("Rulebook, Game setup 6"),
        "letters",
        {"letters": setting.laid.letters or ()},
        _draw(setting, "letters", draws.draw_letters, draws.hand_letters, setting.laid.letters),
    )


def _places(setting: Setting) -> Step:
    letters, places = setting.laid.letters or ("1", "2", "3"), setting.laid.places or ()
    return Step(
        "places",
        say("Where the tasks are"),
        (
            count("%(n)s auxiliary card: one drawn for each task", "%(n)s auxiliary cards: one drawn for each task", 12)
            if setting.laid.places is None
            else count("%(n)s auxiliary card, in one deck again", "%(n)s auxiliary cards, in one deck again", 12),
        ),
        say("Lay each task on the room drawn for it. A room holds one task: a room drawn twice is drawn again.")
        if setting.laid.places is None
        else say("Lay each task on the room shown. A room holds one task."),
        say("Rulebook, Game setup 6"),
        "prison",
        setting.picture(tasks=dict(zip(places, letters, strict=False))),
        _draw(setting, "places", draws.draw_places, draws.hand_places, setting.laid.places),
    )


def _first(setting: Setting) -> Step:
    players = setting.players
    first = next((p for p in players if p.seat == setting.laid.first), None)
    return Step(
        "first",
        say("The first Scapegoat"),
        (
            count("%(n)s Scapegoat card", "%(n)s Scapegoat cards", 1),
            count(
                "%(n)s Scapegoat marker, for the first extra action",
                "%(n)s Scapegoat markers, for the first extra action",
                1,
            ),
        ),
        say("In the first round chance decides. From the second round on you vote."),
        say("Rulebook, Game setup 7"),
        "first",
        {"first": (first.seat, first.badge) if first else None},
        _draw(setting, "first", draws.draw_first(players), draws.hand_first(players), setting.laid.first, names=True),
        note=None if first is None else say("%(name)s is the Scapegoat and begins.", name=first.name),
    )


def _at_hand(setting: Setting) -> Step:
    return Step(
        "hand",
        say("Within reach"),
        (
            count("%(n)s blackmail card, shuffled, face down", "%(n)s blackmail cards, shuffled, face down", 11),
            count(
                "%(n)s plan marker, for the letters on the prisoner sheets",
                "%(n)s plan markers, for the letters on the prisoner sheets",
                23,
            ),
            count(
                "%(n)s guard marker: one more comes each round", "%(n)s guard markers: one more comes each round", 13
            ),
            count("%(n)s card with the summary of the rules", "%(n)s cards with the summary of the rules", 1),
        ),
        say("The first round begins with the actions: no new guard yet and no vote."),
        say("Rulebook, Game components and Game overview"),
        "hand",
        note=say("When the 21st guard would have to come, everybody loses."),
    )


def plan(players: Sequence[Player], options: Mapping[str, str], drawn: Mapping[str, str]) -> Plan:
    """The whole set-up for three or four players."""
    setting = Setting(players, draws.laid(players, drawn), drawn)
    steps = (
        _prison(setting),
        _sides(setting),
        _items(setting),
        _guards(setting),
        _starts(setting),
        _markers(setting),
        _letters(setting),
        _places(setting),
        _first(setting),
        _at_hand(setting),
    )
    return Plan(steps, _on_table(len(players)), _in_box(len(players)), _collect(len(players)))


def _collect(n: int) -> Step:
    """The sheets of the prison stay as they lie, and everybody's markers with their sheet."""
    return Step(
        "collect",
        say("Clear the prison"),
        (
            count("%(n)s task card into one deck", "%(n)s task cards into one deck", 30),
            count("%(n)s blackmail card into one deck", "%(n)s blackmail cards into one deck", 11),
            count("%(n)s auxiliary card into one deck", "%(n)s auxiliary cards into one deck", 12),
            count("%(n)s guard marker off the prison", "%(n)s guard markers off the prison", 21),
            count("%(n)s plan marker off the prisoner sheets", "%(n)s plan markers off the prisoner sheets", 23),
            count("%(n)s item token, sorted by kind", "%(n)s item tokens, sorted by kind", 26),
            count("%(n)s marker back on 0 of its sheet", "%(n)s markers back on 0 of their sheets", 2 * n),
        ),
        say("The location sheets stay where they lie: only which sides are up can be chosen again."),
        say("Rulebook, Game setup 1 to 8"),
        "collect",
        {"cards": 53, "guards": 21},
        alone=False,
    )


def _on_table(n: int) -> tuple[Text, ...]:
    return (
        count("%(n)s location sheet", "%(n)s location sheets", 12),
        count("%(n)s prisoner sheet", "%(n)s prisoner sheets", n),
        count("%(n)s prisoner pawn", "%(n)s prisoner pawns", n),
        count("%(n)s player marker", "%(n)s player markers", n * (n + 2)),
        count("%(n)s item token", "%(n)s item tokens", 26),
        count("%(n)s guard marker", "%(n)s guard markers", 21),
        count("%(n)s plan marker", "%(n)s plan markers", 23),
        count("%(n)s task card", "%(n)s task cards", 30),
        count("%(n)s blackmail card", "%(n)s blackmail cards", 11),
        count("%(n)s auxiliary card", "%(n)s auxiliary cards", 12),
        count("%(n)s Scapegoat card", "%(n)s Scapegoat cards", 1),
        count("%(n)s Scapegoat marker", "%(n)s Scapegoat markers", 1),
        count("%(n)s card with the summary of the rules", "%(n)s cards with the summary of the rules", 1),
    )


def _in_box(n: int) -> tuple[Text, ...]:
    """With four players nothing stays; with three, a colour, and one marker of each of the others [Game setup 5]."""
    if n == 4:
        return ()
    return (
        count("%(n)s prisoner sheet", "%(n)s prisoner sheets", 1),
        count("%(n)s prisoner pawn", "%(n)s prisoner pawns", 1),
        count(
            "%(n)s player marker: the six of the fourth colour and one of each other",
            "%(n)s player markers: the six of the fourth colour and one of each other",
            24 - n * (n + 2),
        ),
    )
