"""What players ask in the middle of SCAPEGOAT, answered in our words, with the section of the rules sheet."""

from __future__ import annotations

from companion.game import Known, Question
from companion.games.corporate.rules import TURNS, target
from companion.games.corporate.rulings import as_played, chosen
from companion.words import Text, say

OURS = say("Our ruling; the rules sheet does not say")


def questions(known: Known) -> tuple[Question, ...]:
    """All of them, each answered by the house rules of the table and for as many as play there."""
    options = known.options

    def plays(key: str, value: str) -> bool:
        return chosen(options, key) == value

    return (
        Question(
            say("Is the ace high or low?"),
            say("Low when it is sold face up (1) and when the start player is found. High in a Missed Target and in a "
                "Promotion Review. Face down it sells for 10 like any card."),
            say("Rules sheet, sections 2, 3, 6 and 8; where its FAQ says high for the start player as well, our "
                "ruling"),
        ),
        Question(
            say("What is the target of a quarter?"),
            _targets(known.players),
            say("Rules sheet, section 2"),
            say("target quarter points needed goal"),
        ),
        Question(
            say("Two cards tie for who starts. What now?"),
            as_played(options, "start_tie"),
            say("Our ruling; the rules sheet, section 2, says only to reveal again"),
            say("tie start player reveal again lowest"),
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
            say("Nobody has to show it. Only the one card turned at the year’s end is seen; the others go to the "
                "discard pile face down."),
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
            say("At the end of your turn, back up to your hand size. Whoever closes Q4 draws, too, before the year’s "
                "end is played.") if plays("closer_draws", "yes")
            else say("At the end of your turn, back up to your hand size. Whoever closes Q4 does not: the year ends at "
                     "once."),
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
            _turns(known.players),
            say("Rules sheet, section 4, Deadline, and FAQ; for the very last card, our ruling"),
        ),
        Question(
            say("Who is the Scapegoat?"),
            say("Whoever closed Q4 in a Beat year. In a Perfect year that player is the Closer and no more to blame "
                "than the others."),
            say("Rules sheet, section 5"),
            say("who loses, who is blamed"),
        ),
        Question(
            say("Which cards are investigated, and who turns one?"),
            say("Whoever closed Q4 gathers all cards lying face down in the four quarters, also the one just played. "
                "One of them is turned at random, the others stay unseen."),
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
            say("Yes: everybody puts a card face down, then all are turned at once.") if plays("reveals", "together")
            else say("No: each card is shown as soon as it is entered."),
            OURS,
        ),
        Question(
            say("Can I back out of a tie in the review?"),
            say("Yes: reveal a weak card. But you must reveal again. If you have no card left, you fold. If none of "
                "those tied has a card left, each turns the top card of the draw pile.")
            if plays("review_empty", "fold")
            else say("Yes: reveal a weak card. But you must reveal again. If you have no card left, turn the top card "
                     "of the draw pile instead."),
            say("Rules sheet, FAQ; for no card left, our ruling"),
        ),
        Question(
            say("What if two are lowest in a Missed year?"),
            as_played(options, "missed_tie") if plays("missed_tie", "all")
            else _both(as_played(options, "missed_tie"), as_played(options, "missed_empty")),
            OURS,
        ),
        Question(
            say("What happens at hand size 1?"),
            say("A demotion makes you discard your card and draw another. You stay at 1 and in the game. In a Missed "
                "year the card you revealed is that discard, and you draw one card in all.")
            if plays("size_one_missed", "one")
            else say("A demotion makes you discard your card and draw another. You stay at 1 and in the game. In a "
                     "Missed year the card you revealed is that discard, and you draw two: one like everybody, one for "
                     "the demotion."),
            say("Rules sheet, section 6 and FAQ; for a Missed year, our ruling"),
        ),
        Question(
            say("What do we draw after a review?"),
            say("The winner discards the cards revealed and draws 2, the others in the review discard and draw 1. "
                "Anybody with too few cards draws back up in their next turn.") if plays("refill", "later")
            else say("The winner discards the cards revealed and draws 2, the others in the review discard and draw 1. "
                     "Anybody with too few cards then draws back up before the next year."),
            say("Rules sheet, section 6; for too few cards, our ruling"),
        ),
        Question(
            say("What does the demoted player discard?"),
            say("One card of their own choice. Their hand size goes down by one, so they draw no card for it. In a "
                "Missed year they discard that card besides the one revealed, and then draw 1 like everybody."),
            say("Rules sheet, sections 5 and 6"),
        ),
        Question(
            say("Who starts the next year?"),
            say("The promoted player if there was a review. Otherwise whoever ended the year: the Closer, or the "
                "player of the last turn."),
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


def _both(one: Text, other: Text) -> Text:
    """Two sentences, one after the other."""
    return say("%(one)s %(other)s", one=one, other=other)


def _turns(players: int | None) -> Text:
    if players is None:
        return say(
            "Two each for the whole year, not for each quarter: 6, 8 or 10 cards with 3, 4 or 5 players. If Q4 is "
            "filled by the very last card, that is in time."
        )
    return say(
        "Two each for the whole year, not for each quarter: %(cards)s cards with %(n)s players. If Q4 is filled by "
        "the very last card, that is in time.",
        cards=TURNS * players,
        n=players,
    )


def _targets(players: int | None) -> Text:
    if players is None:
        return say("In each quarter 10 with three players, 15 with four, 20 with five.")
    return say("%(target)s in each of the four quarters, with %(n)s players.", target=target(players), n=players)
