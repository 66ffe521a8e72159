"""Where the rules sheet is silent: what we play, each ruling in one sentence, and those a table may switch."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game import Option
from companion.words import Text, say

OPTIONS = (
    Option(
        "start_tie",
        say("Start player: who reveals again after a tie?"),
        (
            ("tied", say("After a tie for the start, only the tied players reveal again.")),
            ("all", say("After a tie for the start, everybody reveals again.")),
        ),
        say("The sheet says “reveal again” and not who."),
    ),
    Option(
        "reveals",
        say("Reveals at the year’s end: all at once?"),
        (
            ("together", say("Everybody chooses in secret and all cards are turned at once.")),
            ("open", say("Each card is shown as soon as it is entered.")),
        ),
        say("The sheet does not say whether you may wait for the others."),
    ),
    Option(
        "missed_tie",
        say("Missed Target: two cards tie for lowest"),
        (
            ("again", say("Players tied for lowest reveal again until one is lowest; only that one is demoted.")),
            ("all", say("All players tied for lowest are demoted.")),
        ),
        say("The sheet demotes “the lowest” and names no tie."),
    ),
    Option(
        "missed_empty",
        say("Missed Target: a tied player has no card left"),
        (
            ("flip", say("A tied player with no card left flips the top card of the deck instead.")),
            ("lowest", say("A tied player with no card left counts as lowest.")),
        ),
        say("A hand of one card is legal, so a second reveal may be impossible."),
    ),
    Option(
        "review_empty",
        say("Promotion Review: a tied player has no card left"),
        (
            ("fold", say("A tied player with no card left folds; if none of them has a card, each flips one.")),
            ("flip", say("A tied player with no card left flips the top card of the deck instead.")),
        ),
        say("The sheet goes on “until someone wins”."),
    ),
    Option(
        "closer_draws",
        say("Who closes Q4: draw back up first?"),
        (
            ("yes", say("Whoever closes Q4 draws back up to the hand size before the year’s end is played.")),
            ("no", say("Whoever closes Q4 does not draw back up: the year ends at once.")),
        ),
        say("Drawing is step 5 of a turn, but closing Q4 ends the year immediately."),
    ),
    Option(
        "refill",
        say("After a tie cost somebody more cards"),
        (
            ("later", say("Draw just what the sheet says; who is short fills up in the next turn’s draw.")),
            ("now", say("Everybody short of the hand size fills up before the next year.")),
        ),
        say("Each tie reveals one more card, and the draw stays the same."),
    ),
    Option(
        "size_one_missed",
        say("Missed Target: the lowest has hand size 1"),
        (
            ("one", say("At hand size 1 the revealed card is the discard, and one card is drawn in all.")),
            ("two", say("At hand size 1 both draws are taken, the reveal’s and the demotion’s.")),
        ),
        say("The FAQ has such a player discard, draw 1 and stay at 1."),
    ),
)

RULED = {
    1: say("The ace is low for the start player, as both lists of ranks say; the FAQ’s “high” is about the rest."),
    5: say("No face-down card counts like a black one: nobody is demoted, and all are in the review."),
    6: say("A red card is paid for by the Scapegoat, or by all after a Perfect year, whoever had played it."),
    7: say("The pool is every face-down card of all four quarters, the one just played included."),
    8: say("What Q4 has too much goes nowhere: it makes the year Beat."),
    9: say("Q4’s total includes what Q3 carried over."),
    11: say("Q4 filled on the very last turn is filled in time."),
    14: say("After a Missed year, whoever took its last turn starts the next."),
    15: say("After Perfect and red, the Closer starts the next year."),
    16: say("After any review, the promoted player starts."),
    17: say("At hand size 1 a demoted player discards that card, draws one and stays at 1."),
    18: say("The demoted player discards the revealed card, then one more by choice, then draws with the others."),
    19: say("In a tie you must reveal, but it may be a weak card."),
    21: say("In a tie only the tied players’ new cards count, even if somebody else showed more before."),
    22: say("Everybody discards the cards they revealed themselves."),
    23: say("Nobody who is in the review may stay out of it."),
    27: say("If the draw pile runs out, shuffle the discards, not the quarters, and go on."),
    28: say("Hands are kept between years; only the quarters are cleared and the turns counted anew."),
    29: say("A card always goes to the quarter that is open, never to a later one."),
    30: say("Hitting the target exactly in Q1 to Q3 means nothing; only Q4 counts."),
    31: say("Shuffle the face-down cards and turn one without looking; we never ask which cards they are."),
}
"""Our rulings that no table needs to change, by their number."""


def chosen(options: Mapping[str, str], key: str) -> str:
    """The value the table plays for an option; the first choice unless it chose another that exists."""
    choices = next(option.choices for option in OPTIONS if option.key == key)
    value = options.get(key)
    return value if value in dict(choices) else choices[0][0]


def as_played(options: Mapping[str, str], key: str) -> Text:
    """The sentence of the choice the table plays."""
    choices = next(option.choices for option in OPTIONS if option.key == key)
    return dict(choices)[chosen(options, key)]
