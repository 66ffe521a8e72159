"""What the general tests hold Scape Goat to: typed by hand from its rules, never read from
the game, where what is missing would be missing here as well."""

from tests.choices import Choice

RULES = 86
"""How many rules `sentences.tsv` has at least."""

MESSAGES = True
"""Whether everybody is dealt a private message at the start."""

TEXTS = 3
"""How many different texts the first message has at least, over some deals: two, where it has a secret to tell."""

SECRETS = True
"""Whether somebody chooses, points or votes unseen until all have."""

CHOICES = {
    "pointing": Choice(
        *("play/point", "at", (1, 2, 3, 4)),
        asks="Point on three, then tap who your mat names",
        see="See or change my choice",
        change="Change my choice",
        again="given again",
        without=("play/leave_out", {"number": 1}),
        called=("play/cops",),
        decided={"secret": "mats"},  # where the app has dealt, nobody is asked whom to point at
        also={"number": 1},
        not_oneself=True,
    ),
    "card": Choice(
        *("play/card", "card", ("grey", "red", "blue", "green")),
        asks="Lay one card face down, then tap which",
        see="See or change my choice",
        change="Change my choice",
        again="given again",
        without=("play/leave_out", {"number": 1}),
        called=("play/frame",),
        also={"number": 1},
    ),
}
"""Every secret choice: its move, what can be chosen, and what leads there where four play."""

SCORES = False
"""Whether it counts points, so that there is a score sheet to take home."""

LEADS_TO_SECRETS = ("frame",)
"""What the host presses until everybody is asked for something secret: chance alone may never get there."""

PLAYERS_MAY = frozenset(
    {
        "agree",
        "cancel",
        "card",
        "cards",
        "confirm",
        "cops",
        "dice",
        "frame",
        "go",
        "hold",
        "leave_out",
        "next",
        "point",
        "points",
        "roll",
        "steal",
        "track",
        "untrack",
    }
)
HOSTS_MAY = frozenset({"end"})
"""Who may press that at all in a game that has just begun: whoever plays, or hosts alone."""

NEVER_TAKEN_BACK = frozenset({"agree", "card", "cards", "end", "point", "points", "roll"})
"""What the table never offers to take back, whatever came of it: what was shown or rolled."""

ENDS_A_PHASE = frozenset(
    {"agree", "cancel", "confirm", "cops", "end", "frame", "go", "next", "roll", "steal", "track", "untrack"}
)
"""After which moves the buttons drawn before are old: another round, another turn, another question."""

OF_OWN = frozenset({"agree", "card", "point"})
"""By which moves people give a vote that only they have: no limit that others can fill stands before them."""

SAYS_A_SECRET = frozenset({"card", "point"})
"""Which moves say what nobody else may know yet: on a phone that is passed round a button of them works once."""

ASKED_AGAIN = ("collect", "tokens", "deal", "secret")
"""What the same people do to set up once more: collecting first, and nothing that lies as it lay."""

ASKS_AT_START = "box"
"""What its start asks about where nobody told: the box, who starts, or nothing."""

WHO_STARTS: frozenset[str] = frozenset()
"""Which draws of the set-up are who starts: the app draws and tells it where nobody did."""

PLACED: tuple[str, ...] = ()
"""Which draws of the set-up go by where people sit, and not by who they are."""

PRACTICE = 130
"""How many steps a practice game takes at most, from the lobby to its end."""

MEANT = 180
"""Seconds that its set-up is meant to take four people, from the closed box to the first turn."""
