"""What players ask in the middle of SCAPEGOAT, answered in our words, with the section of the rules sheet."""

from __future__ import annotations

from companion.game import Question
from companion.words import say

SILENT = say("The sheet is silent; our ruling")

QUESTIONS = (
    Question(
        say("Is the ace high or low?"),
        say("Low when it is sold face up (1) and when the start player is found. High in a Missed Target and in a "
            "Promotion Review. Face down it sells for 10 like any card."),
        say("Rules sheet, sections 2, 3, 8 and FAQ"),
    ),
    Question(
        say("What does a card sell for?"),
        say("Face up: ace 1, two to ten their number, jack, queen and king 10. Face down: always 10."),
        say("Rules sheet, section 3"),
    ),
    Question(
        say("Is a face-down card worth the risk?"),
        say("It is a sure 10. Black cards are harmless when investigated, red ones cost a step: the Scapegoat’s after "
            "a Beat year, everybody’s after a Perfect one, whoever had played the card."),
        say("Rules sheet, sections 3 and 5"),
    ),
    Question(
        say("Where do points above the target go?"),
        say("They count in the next quarter; the card itself stays. What Q4 has too much goes nowhere: it makes the "
            "year Beat."),
        say("Rules sheet, section 4, step 4, and FAQ"),
    ),
    Question(
        say("Can one card close two quarters?"),
        say("No. At most 9 carry over and a card adds at most 10, while each quarter wants 10 or more."),
        say("Follows from sections 2 to 4"),
    ),
    Question(
        say("May I put my card on a later quarter?"),
        say("No, always on the one that is open."),
        say("Rules sheet, section 4, step 1"),
    ),
    Question(
        say("Does hitting Q1, Q2 or Q3 exactly matter?"),
        say("No. Only the quarter that ends the year has consequences."),
        say("Rules sheet, section 5 and FAQ"),
    ),
    Question(
        say("How many turns do we have?"),
        say("Two each for the whole year: 6, 8 or 10 cards with 3, 4 or 5 players. If Q4 is filled by the very last "
            "card, that is in time."),
        say("Rules sheet, section 4, Deadline"),
    ),
    Question(
        say("Who is the Scapegoat?"),
        say("Whoever closed Q4 in a Beat year. In a Perfect year that player is the Closer and no more to blame than "
            "the others."),
        say("Rules sheet, section 5"),
    ),
    Question(
        say("What if no card lies face down?"),
        say("Then the year is clean: nobody is demoted and all are in the Promotion Review."),
        say("Rules sheet, section 5"),
    ),
    Question(
        say("Who is in the Promotion Review?"),
        say("All, except a Scapegoat caught by a red card. After a Perfect year with a red card and after a Missed "
            "year there is no review. Nobody in it may stay out."),
        say("Rules sheet, sections 5, 6 and 8"),
    ),
    Question(
        say("Can I back out of a tie in the review?"),
        say("You must reveal again, but it may be a weak card. Without a card left you fold."),
        say("Rules sheet, FAQ; for no card left, our ruling"),
    ),
    Question(
        say("What if two are lowest in a Missed year?"),
        say("The two reveal again until one is lowest; the table can choose to demote both instead."),
        SILENT,
    ),
    Question(
        say("What happens at hand size 1?"),
        say("A demotion makes you discard your card and draw another; you stay at 1 and in the game."),
        say("Rules sheet, section 6 and FAQ"),
    ),
    Question(
        say("What do we draw after a review?"),
        say("The winner discards all cards revealed and draws 2, everybody else in it discards and draws 1. Who is "
            "short then fills up in the next turn’s draw."),
        say("Rules sheet, section 6"),
    ),
    Question(
        say("Who starts the next year?"),
        say("The promoted player if there was a review, otherwise whoever ended the year: the Closer, or the player of "
            "the last turn."),
        say("Rules sheet, section 7"),
    ),
    Question(
        say("What if the draw pile runs out?"),
        say("Shuffle the discards and go on; the quarters stay. There are always enough cards."),
        say("Rules sheet, section 7"),
    ),
    Question(
        say("Can two players win together?"),
        say("No. There is one promotion a year at most, and hand size 6 wins at once."),
        say("Rules sheet, section 6"),
    ),
)  # fmt: skip
