"""What the general tests hold SCAPEGOAT with 52 cards to: typed by hand from its rules, never read from
the game, where what is missing would be missing here as well."""

from tests.choices import Choice

RULES = 80
"""How many rules `sentences.tsv` has at least."""

MESSAGES = False
"""Whether everybody is dealt a private message at the start."""

TEXTS = 0
"""How many different texts the first message has at least, over some deals: two, where it has a secret to tell."""

SECRETS = True
"""Whether somebody chooses, points or votes unseen until all have."""

CHOICES = {
    "rank": Choice(
        *("play/show", "rank", ("2", "7", "10", "K")),
        asks="Choose a card, tap its rank",
        see="Your card: see or change it",
        change="Change your card",
        again="given again",
        whose=True,
        taken_back=True,
    ),
}
"""Every secret choice: its move, what can be chosen, and what leads there where four play."""

SCORES = False
"""Whether it counts points, so that there is a score sheet to take home."""

LEADS_TO_SECRETS = ()
"""What the host presses until everybody is asked for something secret: chance alone may never get there."""

PLAYERS_MAY = frozenset({"card", "correct", "next", "point", "retake", "show", "starts", "turned"})
HOSTS_MAY: frozenset[str] = frozenset()
"""Who may press that at all in a game that has just begun: whoever plays, or hosts alone."""

NEVER_TAKEN_BACK: frozenset[str] = frozenset()
"""What the table never offers to take back, whatever came of it: what was shown or rolled."""

ENDS_A_PHASE = frozenset({"card", "correct", "next", "retake", "starts", "turned"})
"""After which moves the buttons drawn before are old: another round, another turn, another question."""

OF_OWN = frozenset({"show"})
"""By which moves people give a vote that only they have: no limit that others can fill stands before them."""

SAYS_A_SECRET = frozenset({"show"})
"""Which moves say what nobody else may know yet: on a phone that is passed round a button of them works once."""

ASKED_AGAIN = ("collect", "deal", "start")
"""What the same people do to set up once more: collecting first, and nothing that lies as it lay."""

ASKS_AT_START = "nothing"
"""What its start asks about where nobody told: the box, who starts, or nothing."""

WHO_STARTS: frozenset[str] = frozenset()
"""Which draws of the set-up are who starts: the app draws and tells it where nobody did."""

PLACED = ("start",)
"""Which draws of the set-up go by where people sit, and not by who they are."""

PRACTICE = 480
"""How many steps a practice game takes at most, from the lobby to its end."""

MEANT = 120
"""Seconds that its set-up is meant to take four people, from the closed box to the first turn."""
