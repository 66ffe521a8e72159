"""Where the rules sheet is silent: our rulings, each in one sentence, and those a table may switch. Beside them what
the sheet itself says on the same moments."""

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
        say("The rules sheet says “reveal again” and not who."),
        folded=True,
    ),
    Option(
        "reveals",
        say("Reveals at the year’s end: all at once?"),
        (
            ("together", say("Everybody chooses in secret and all cards are turned at once.")),
            ("open", say("Each card is shown as soon as it is entered.")),
        ),
        say("The rules sheet does not say whether you may wait for the others."),
        folded=True,
    ),
    Option(
        "missed_tie",
        say("Missed Target: two cards tie for lowest"),
        (
            ("again", say("Players tied for lowest reveal again until one is lowest. Only that one is demoted.")),
            ("all", say("All players tied for lowest are demoted.")),
        ),
        say("The rules sheet demotes “the lowest” and names no tie."),
        folded=True,
    ),
    Option(
        "missed_empty",
        say("Missed Target: a tied player has no card left"),
        (
            ("flip", say("A tied player with no card left flips the top card of the deck instead.")),
            ("lowest", say("A tied player with no card left counts as lowest.")),
        ),
        say("A hand of one card is legal, so a second reveal may be impossible."),
        folded=True,
    ),
    Option(
        "review_empty",
        say("Promotion Review: a tied player has no card left"),
        (
            ("fold", say("A tied player with no card left folds. If none of them has a card, each flips one.")),
            ("flip", say("A tied player with no card left flips the top card of the deck instead.")),
        ),
        say("The rules sheet goes on “until someone wins”."),
        folded=True,
    ),
    Option(
        "closer_draws",
        say("Who closes Q4: draw back up first?"),
        (
            ("yes", say("Whoever closes Q4 draws back up to the hand size before the year’s end is played.")),
            ("no", say("Whoever closes Q4 does not draw back up: the year ends at once.")),
        ),
        say("Drawing is step 5 of a turn, but closing Q4 ends the year immediately."),
        folded=True,
    ),
    Option(
        "refill",
        say("Fewer cards in hand after a tie: who draws when?"),
        (
            (
                "later",
                say(
                    "Draw only what the rules sheet says. Anybody with too few cards draws back up in their next turn."
                ),
            ),
            ("now", say("Everybody with too few cards draws back up before the next year.")),
        ),
        say("Each tie reveals one more card, and the draw stays the same."),
        folded=True,
    ),
    Option(
        "size_one_missed",
        say("Missed Target: the lowest has hand size 1"),
        (
            ("one", say("At hand size 1 the revealed card is the discard, and one card is drawn in all.")),
            ("two", say("At hand size 1 both draws are taken, the reveal’s and the demotion’s.")),
        ),
        say("The FAQ has such a player discard, draw 1 and stay at 1."),
        folded=True,
    ),
)

_BY_KEY = {option.key: option for option in OPTIONS}

SAID = {
    "who_pays_for_red": say(
        "A red card is paid for by the Scapegoat, or by everybody after a Perfect year, no matter who played it."
    ),
    "carried_into_q4": say("Q4’s total includes what Q3 carried over."),
    "promoted_starts": say("After a Promotion Review, the promoted player starts the next year."),
    "demoted_at_one": say("At hand size 1 a demoted player discards that card, draws one and stays at 1."),
    "tie_may_be_given_up": say("In a tie you must reveal again, but you may reveal a weak card and so give up."),
    "nobody_stays_out": say("Nobody who is in the review may stay out of it."),
    "goes_to_the_open_quarter": say("A card always goes to the quarter that is open, never to a later one."),
    "exact_means_nothing": say("Hitting the target exactly in Q1 to Q3 means nothing; only Q4 counts."),
}
"""What the rules sheet says and tables forget: no rulings of ours."""

RULED = {
    "ace_low_for_the_start": say(
        "The ace is low for the start player, as both lists of ranks say, though the FAQ calls it high."
    ),
    "none_face_down_is_black": say(
        "If no card lies face down, that counts as black: nobody is demoted, and everybody is in the review."
    ),
    "whole_pool": say("The pool is every face-down card of all four quarters, the one just played included."),
    "too_much_is_beat": say("Extra points in Q4 do not carry over. They make it a Beat year."),
    "last_turn_in_time": say("Q4 filled on the very last turn is filled in time."),
    "last_turn_starts": say("After a Missed year, whoever took its last turn starts the next."),
    "closer_starts": say("After Perfect and red, the Closer starts the next year."),
    "demoted_discards_two": say(
        "The demoted player discards the revealed card, then one more by choice, then draws with the others."
    ),
    "only_new_cards_in_a_tie": say(
        "In a tie only the tied players’ new cards count, even if somebody else showed more before."
    ),
    "each_discards_own": say("Everybody discards the cards they revealed themselves."),
    "draw_pile_runs_out": say("If the draw pile runs out, shuffle the discard pile, not the quarters, and go on."),
    "hands_are_kept": say(
        "Hands are kept between years. Only the quarters are cleared, and everybody has two turns again."
    ),
    "turned_unseen": say(
        "Shuffle the face-down cards and turn one without looking. The app never asks which cards they are."
    ),
}
"""Our rulings that no table needs to change."""


def chosen(options: Mapping[str, str], key: str) -> str:
    """The value the table plays for an option; the first choice unless it chose another that exists."""
    return _BY_KEY[key].chosen(options)


def as_played(options: Mapping[str, str], key: str) -> Text:
    """The sentence of the choice the table plays."""
    return dict(_BY_KEY[key].choices)[chosen(options, key)]
