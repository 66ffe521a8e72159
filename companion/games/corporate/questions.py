"""What players ask in the middle of SCAPEGOAT, answered in our words, with the section of the rules sheet."""

from __future__ import annotations

from companion.game import Question
from companion.words import say

OURS = say("Our ruling; the rules sheet does not say")

QUESTIONS = (
    Question(
        say("Is the ace high or low?"),
        say("Low when it is sold face up (1) and when the start player is found. High in a Missed Target and in a "
            "Promotion Review. Face down it sells for 10 like any card."),
        say("Rules sheet, sections 2, 3, 6 and 8; where its FAQ says high for the start player as well, our ruling"),
    ),
    Question(
        say("What does a card sell for?"),
        say("Face up: ace 1, two to ten their number, jack, queen and king 10. Face down: always 10."),
        say("Rules sheet, section 3"),
        say("value worth count points of jack queen king"),
    ),
    Question(
        say("Is a face-down card worth the risk?"),
        say("It always sells for 10. If it is turned over at the year’s end, a black card does no harm. A red card "
            "demotes the Scapegoat after a Beat year, or everybody after a Perfect year, no matter who played it."),
        say("Rules sheet, sections 3 and 5"),
    ),
    Question(
        say("May I look at a face-down card again, or must I show which it was?"),
        say("Nobody has to show it. Only the one card turned at the year’s end is seen; the others go to the discard "
            "pile face down."),
        OURS,
    ),
    Question(
        say("Where do points above the target go?"),
        say("They count in the next quarter; the card itself stays where it was played. Extra points in Q4 do not "
            "carry over: they make it a Beat year."),
        say("Rules sheet, section 4, step 4, and FAQ; for Q4, our ruling"),
        say("overflow, surplus, left over"),
    ),
    Question(
        say("Can one card close two quarters?"),
        say("No. At most 9 carry over and a card adds at most 10, while each quarter needs 10 or more."),
        say("Follows from sections 2 to 4"),
    ),
    Question(
        say("May I put my card on a later quarter?"),
        say("No, always on the one that is open."),
        say("Rules sheet, section 4, step 1"),
        say("play ahead, Q2 Q3 early, choose the quarter"),
    ),
    Question(
        say("May I pass, or must I sell a card?"),
        say("You must sell one card in each of your turns, face up or face down. There is no passing."),
        say("Rules sheet, section 4, step 1"),
        say("skip a turn"),
    ),
    Question(
        say("When do I draw?"),
        say("At the end of your turn, back up to your hand size. Whoever closes Q4 draws, too, before the year’s end "
            "is played."),
        say("Rules sheet, section 4, step 5; for whoever closes Q4, our ruling"),
        say("refill, new card, hand size"),
    ),
    Question(
        say("Does hitting Q1, Q2 or Q3 exactly matter?"),
        say("No. Only the quarter that ends the year has consequences."),
        say("Rules sheet, section 5 and FAQ"),
    ),
    Question(
        say("How many turns do we have?"),
        say("Two each for the whole year, not for each quarter: 6, 8 or 10 cards with 3, 4 or 5 players. If Q4 is "
            "filled by the very last card, that is in time."),
        say("Rules sheet, section 4, Deadline, and FAQ; for the very last card, our ruling"),
    ),
    Question(
        say("Who is the Scapegoat?"),
        say("Whoever closed Q4 in a Beat year. In a Perfect year that player is the Closer and no more to blame than "
            "the others."),
        say("Rules sheet, section 5"),
        say("who loses, who is blamed"),
    ),
    Question(
        say("Which cards are investigated, and who turns one?"),
        say("Whoever closed Q4 gathers all cards lying face down in the four quarters, also the one just played. One "
            "of them is turned at random, the others stay unseen."),
        say("Rules sheet, section 5"),
    ),
    Question(
        say("What if no card lies face down?"),
        say("Then the year is clean. We play that as black: nobody is demoted, and everybody is in the Promotion "
            "Review."),
        say("Our ruling; the rules sheet, section 5, says only that the year is clean"),
    ),
    Question(
        say("Who is in the Promotion Review?"),
        say("Everybody, except a Scapegoat caught by a red card. After a Perfect year with a red card and after a "
            "Missed year there is no review. Nobody in it may stay out."),
        say("Rules sheet, sections 5, 6 and 8"),
    ),
    Question(
        say("Do we reveal at the same time?"),
        say("Yes: everybody puts a card face down, then all are turned at once. A table may choose to show each card "
            "as it is entered."),
        OURS,
    ),
    Question(
        say("Can I back out of a tie in the review?"),
        say("Yes: reveal a weak card. But you must reveal again. If you have no card left, you fold."),
        say("Rules sheet, FAQ; for no card left, our ruling"),
    ),
    Question(
        say("What if two are lowest in a Missed year?"),
        say("Those two reveal again until one is lowest. The table can choose to demote both instead."),
        OURS,
    ),
    Question(
        say("What happens at hand size 1?"),
        say("A demotion makes you discard your card and draw another. You stay at 1 and in the game."),
        say("Rules sheet, section 6 and FAQ"),
    ),
    Question(
        say("What do we draw after a review?"),
        say("The winner discards the cards revealed and draws 2, everybody else in it discards and draws 1. Anybody "
            "with too few cards draws back up in their next turn."),
        say("Rules sheet, section 6; for too few cards, our ruling"),
    ),
    Question(
        say("What does the demoted player discard?"),
        say("One card of their own choice. Their hand size goes down by one, so they draw no card for it."),
        say("Rules sheet, section 6"),
    ),
    Question(
        say("Who starts the next year?"),
        say("The promoted player if there was a review. Otherwise whoever ended the year: the Closer, or the player of "
            "the last turn."),
        say("Rules sheet, section 7; for the last turn of a Missed year, our ruling"),
    ),
    Question(
        say("Do we keep our hands for the next year?"),
        say("Yes. Only the quarters are cleared, Q1 begins at 0, and everybody has two turns again."),
        say("Rules sheet, section 7; that hands are kept follows from it"),
    ),
    Question(
        say("What if the draw pile runs out?"),
        say("Shuffle the discard pile and go on; the quarters stay. There are always enough cards."),
        say("Rules sheet, section 7; during a year, our ruling"),
    ),
    Question(
        say("Can two players win together?"),
        say("No. There is one promotion a year at most, and hand size 6 wins at once."),
        say("Rules sheet, section 6"),
        say("who wins, tie at the end"),
    ),
)  # fmt: skip
