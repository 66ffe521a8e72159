"""Questions players ask in the middle of Scout, answered in our words, with where the instruction sheet says so."""

from __future__ import annotations

from companion.game import Question
from companion.words import say

_SHOW = say("Instruction sheet 1.1, Show")
_SCOUT = say("Instruction sheet 1.1, Scout")
_BOTH = say("Instruction sheet 1.1, Scout & Show")
_END = say("Instruction sheet 1.1, end of a round")
_SCORE = say("Instruction sheet 1.1, scoring")
_DUEL = say("Instruction sheet 1.1, playing with two")
_SET_UP = say("Instruction sheet 1.1, setting up")
_OURS = say("Our reading; the sheet leaves it open")

QUESTIONS = (
    Question(
        say("Does a long run beat a pair?"),
        say("Yes. The number of cards comes first: 2 3 4 beats 8 8. Matching beats a run only when both have as many."),
        _SHOW,
    ),
    Question(
        say("Same number of cards, same kind: which is stronger?"),
        say("The one whose smallest number is higher. Equal is not stronger, so 4 5 does not beat 5 4."),
        _SHOW,
    ),
    Question(
        say("May a run go down, or round the corner from 10 to 1?"),
        say("Down is as good as up, but it goes one way only and ends at 10 and at 1."),
        _SHOW,
    ),
    Question(
        say("May I show cards that are not side by side in my hand?"),
        say("No. The cards of a set lie next to each other in your hand, in that order."),
        _SHOW,
    ),
    Question(
        say("Do I lose points for my hand if nobody beat my set?"),
        say("No. Who ended the round that way pays nothing for cards in hand; everybody else does."),
        _SCORE,
    ),
    Question(
        say("Which card may I scout, and where does it go?"),
        say("One from either end of the set on the table. Put it anywhere in your hand, either way up."),
        _SCOUT,
    ),
    Question(
        say("Who gets the chip, and whose set is it then?"),
        say("The owner of the set gets one Scout chip. What is left of it stays the set to beat and stays theirs."),
        _SCOUT,
    ),
    Question(
        say("What if I scout the last card of the set?"),
        say("Then there is nothing to beat, and the next player shows whatever they like."),
        _SCOUT,
    ),
    Question(
        say("Scout & Show: what must my set beat?"),
        say("What is left after you scouted. If that is nothing, anything may be shown, and nothing is captured."),
        _BOTH,
    ),
    Question(
        say("Scout & Show, and then I cannot show?"),
        say("Then it was not allowed: put the card back, take the chips back and choose again."),
        _OURS,
    ),
    Question(
        say("Do the cards I beat count for me?"),
        say("Yes. Take the beaten set face down in front of you: each of its cards is a point."),
        _SHOW,
    ),
    Question(
        say("Does the set on the table count for anybody when the round ends?"),
        say("No, and neither does a Scout & Show chip, used or not."),
        _SCORE,
    ),
    Question(
        say("When exactly does a round end?"),
        say(
            "At once when somebody shows their last card, or when after a show everybody else only scouted and the "
            "turn would come back to the owner of the set."
        ),
        _END,
    ),
    Question(
        say("May I pass?"),
        say("No. A turn is to show, to scout, or once a round to scout and show. On a bare table you must show."),
        _OURS,
    ),
    Question(
        say("The Scout chips have run out. What now?"),
        say("Use coins or anything else; there is no limit."),
        _SET_UP,
    ),
    Question(
        say("When may I turn my hand round?"),
        say("Once, right after looking at it at the start of a round, and then all of it. No card changes its place."),
        _SET_UP,
    ),
    Question(
        say("Who starts the next round?"),
        say("The player to the left of who started this one, whoever won it."),
        _END,
    ),
    Question(
        say("Two players: what does a scout cost?"),
        say(
            "One of your own three chips, paid to the middle; the other player gets nothing. After a scout you go on: "
            "scout again or show. Without a chip you cannot scout."
        ),
        _DUEL,
    ),
    Question(
        say("Two players: do chips I keep count?"),
        say("Yes, a point each at the end of the round. The next round begins with three fresh ones."),
        _DUEL,
    ),
)
