"""Questions players ask in the middle of Scout, answered in our words, with where the instruction sheet says so."""

from __future__ import annotations

from companion.game import Known, Question
from companion.words import Text, say

_SHOW = say("Instruction sheet 1.1, Show")
_SCOUT = say("Instruction sheet 1.1, Scout")
_BOTH = say("Instruction sheet 1.1, Scout & Show")
_TURN = say("Instruction sheet 1.1, your turn")
_ROUND_ENDS = say("Instruction sheet 1.1, end of a round")
_GAME_ENDS = say("Instruction sheet 1.1, end of the game")
_SCORE = say("Instruction sheet 1.1, scoring")
_DUEL = say("Instruction sheet 1.1, playing with two")
_SET_UP = say("Instruction sheet 1.1, setting up the game")
_SET_UP_ROUND = say("Instruction sheet 1.1, setting up a round")


def questions(known: Known) -> tuple[Question, ...]:
    """All of them, each answered for as many as play there and by the reading the table chose; of those about two
    players alone, or about more, what concerns this table."""
    two = known.players == 2
    return (
        *_showing(known, two),
        *(_SCOUT_AND_SHOW if not two else ()),
        *_rounds_and_points(known, two),
        *(_with_two(known) if known.players in (None, 2) else ()),
    )


def _showing(known: Known, two: bool) -> tuple[Question, ...]:
    return (
        Question(
            say("Does a long run beat a pair?"),
            say(
                "Yes. The number of cards comes first: 2 3 4 beats 8 8. Matching beats a run only when both have as "
                "many."
            ),
            _SHOW,
            say("street straight sequence or set of equal cards, stronger"),
        ),
        Question(
            say("Same number of cards, same kind: which is stronger?"),
            say("The one whose smallest number is higher. Equal is not stronger, so 4 5 does not beat 5 4."),
            _SHOW,
        ),
        Question(
            say("May a run go down, or round the corner from 10 to 1?"),
            say("Down: yes. Round the corner: no. A run goes one way only, up or down, and ends at 1 and at 10."),
            _SHOW,
        ),
        Question(
            say("May I show cards that are not side by side in my hand?"),
            say("No. The cards of a set lie next to each other in your hand, in that order."),
            _SHOW,
        ),
        Question(
            say("May I sort or move the cards in my hand?"),
            say(
                "No. They stay in the order they were dealt, and each stays the way up it is. A card you scout goes "
                "wherever you like between them."
            ),
            _SET_UP_ROUND,
            say("rearrange reorder swap change the order"),
        ),
        Question(
            say("Which number on a card counts?"),
            say("The one at the top as you hold it. The other one counts only if the card is turned round."),
            _SET_UP_ROUND,
            say("two numbers, top or bottom, upper or lower"),
        ),
        Question(
            say("May I show only part of a longer run or pair I hold?"),
            say("Yes. Any cards side by side that make a set will do, and one card alone is a set as well."),
            _SHOW,
        ),
        Question(
            say("Must I show if I can, or may I scout instead?"),
            _SHOW_OR_SCOUT[two],
            _TURN,
        ),
        Question(
            say("Do I lose points for my hand if nobody beat my set?"),
            _unbeaten(known),
            _SCORE,
        ),
        Question(
            say("Which card may I scout, and where does it go?"),
            say(
                "One from either end of the set on the table, never from its middle. Put it anywhere in your hand, "
                "either way up."
            ),
            _SCOUT,
        ),
        Question(
            say("Who gets the chip for a scout, and whose set is it then?"),
            _chip(known.players),
            _SCOUT,
        ),
        Question(
            say("What if I scout the last card of the set?"),
            _last_card(known.players),
            say("Our ruling; the instruction sheet speaks of the end of a round only"),
        ),
    )


_SCOUT_AND_SHOW = (
    Question(
        say("Scout & Show: what must my set beat?"),
        say("What is left after you scouted. If that is nothing, anything may be shown, and nothing is captured."),
        _BOTH,
    ),
    Question(
        say("Scout & Show, and then I cannot show?"),
        say("Then it was not allowed: put the card back, take the chips back and choose again."),
        say("Our ruling; the instruction sheet does not say"),
    ),
    Question(
        say("Does the owner get a chip for a Scout & Show, too?"),
        say("Yes, it is a full scout: the owner of the set gets one Scout chip. Your Scout & Show chip goes away."),
        _BOTH,
    ),
    Question(
        say("How often may I Scout & Show?"),
        say("Once a round, by giving up your Scout & Show chip. You get it back before the next round."),
        _BOTH,
        say("twice, more than once"),
    ),
)


def _rounds_and_points(known: Known, two: bool) -> tuple[Question, ...]:
    return (
        Question(
            say("Do the cards I beat count for me?"),
            say("Yes. Take the beaten set face down in front of you: each of its captured cards is a point."),
            _SHOW,
            say("what are captured cards worth"),
        ),
        Question(
            say("Does the set on the table count for anybody when the round ends?"),
            say("No.") if two else say("No, and neither does a Scout & Show chip, used or not."),
            _SCORE,
        ),
        Question(
            say("When exactly does a round end?"),
            _end(known.players),
            _ROUND_ENDS,
        ),
        Question(
            say("Can I end the round by scouting, with no card left?"),
            say("No. A scout adds a card to your hand, so only a show can empty it."),
            _ROUND_ENDS,
        ),
        Question(
            say("May I pass?"),
            _pass(known.players),
            _TURN,
            say("skip, do nothing"),
        ),
        Question(
            say("The Scout chips have run out. What now?"),
            _run_out(known.players),
            _SET_UP,
        ),
        Question(
            say("When may I turn my hand round?"),
            say(
                "Once, right after looking at it at the start of a round, and then all of it. No card changes its "
                "place."
            ),
            _SET_UP_ROUND,
            say("flip upside down orientation"),
        ),
        Question(
            say("What goes back between rounds?"),
            _back(known.players),
            _GAME_ENDS,
        ),
        Question(
            say("Who starts the first round?"),
            say(
                "Choose freely. The instruction sheet suggests whoever is dealt the card with 1 and 2. If that is "
                "among the cards set aside, choose somebody."
            )
            if two
            else say("Choose freely. The instruction sheet suggests whoever is dealt the card with 1 and 2."),
            _SET_UP,
        ),
        Question(
            say("Who starts the next round?"),
            say("The player to the left of this round’s start player, no matter who won."),
            _GAME_ENDS,
        ),
        Question(
            say("How many rounds do we play, and who wins a tie?"),
            _rounds(known.players),
            _GAME_ENDS,
        ),
        Question(
            say("Can my score go below zero?"),
            say(
                "Yes. A round can cost more than it brings, and totals may be negative. Score chips have a minus side."
            ),
            _SCORE,
            say("negative minus points"),
        ),
    )


def _with_two(known: Known) -> tuple[Question, ...]:
    return (
        Question(
            say("Two players: what does a scout cost, and who goes on?"),
            say(
                "A Scout chip of your own, paid to the middle; the other player gets nothing. After a scout you go on: "
                "scout again or show. Without a chip you cannot scout."
            ),
            _DUEL,
        ),
        Question(
            say("Two players: I cannot show and have no chip. What now?"),
            _stuck(known),
            _DUEL,
        ),
        Question(
            say("Two players: I scouted the last card. Who goes on?"),
            say("You do, as after every scout. No set lies on the table now, so you show whatever you like."),
            _DUEL,
        ),
        Question(
            say("Two players: may I Scout & Show?"),
            say("No. Those chips stay in the box. A scout and then a show are two steps of your own turn."),
            _DUEL,
        ),
        Question(
            say("Two players: do chips I keep count?"),
            say(
                "Yes, a point each at the end of the round, three at the most. The second round begins with three "
                "new ones."
            ),
            say("Instruction sheet 1.1, scoring; that it holds for two players as well is our ruling"),
            say("left over, unspent"),
        ),
    )


# Answers that go by how many play, or by the reading of the rules.

_SHOW_OR_SCOUT = {
    False: say("You choose freely. You must show only when no set lies on the table."),
    True: say(
        "You choose freely while you have a Scout chip to pay with. You must show only when no set lies on the table."
    ),
}


def _unbeaten(known: Known) -> Text:
    """The official sheet spares whoever met that condition; the other reading spares nobody."""
    if not known.options:
        return say(
            "No. Whoever ends the round that way loses nothing for cards in hand. Everybody else does. "
            "A table that plays the other reading chose so in the options: there everybody loses."
        )
    if known.options.get("penalty") == "readme":
        return say("Yes: at your table everybody loses a point for each card in hand, whoever ended the round.")
    return say("No. Whoever ends the round that way loses nothing for cards in hand. Everybody else does.")


def _chip(players: int | None) -> Text:
    if players == 2:
        return say(
            "Nobody gets one: your own Scout chip goes to the middle. What is left of the set stays the set to "
            "beat and still belongs to its owner."
        )
    if players is not None:
        return say(
            "The owner of the set gets one Scout chip. What is left of it stays the set to beat and still theirs."
        )
    return say(
        "The owner of the set gets one Scout chip. What is left of it stays the set to beat and still theirs. "
        "With two players your own Scout chip goes to the middle, and nobody gets it."
    )


def _last_card(players: int | None) -> Text:
    if players == 2:
        return say("Then no set lies on the table, and you go on: show whatever you like.")
    if players is not None:
        return say(
            "Then no set lies on the table, and the next player shows whatever they like. The round ends instead if "
            "everybody else has only scouted since that set was shown."
        )
    return say(
        "Then no set lies on the table, and the next player shows whatever they like. With three or more, "
        "the round ends instead if everybody else has only scouted since that set was shown. With two, you go on."
    )


def _end(players: int | None) -> Text:
    if players == 2:
        return say(
            "At once when somebody shows their last card, or when after a show the other player can neither show nor "
            "scout."
        )
    if players is not None:
        return say(
            "At once when somebody shows their last card, or when after a show everybody else only scouted and the "
            "turn would come back to the owner of the set."
        )
    return say(
        "At once when somebody shows their last card, or when after a show everybody else only scouted and the "
        "turn would come back to the owner of the set. With two players instead: when after a show the other "
        "player can neither show nor scout."
    )


def _pass(players: int | None) -> Text:
    if players == 2:
        return say(
            "No. A turn is to show or to scout. If no set lies on the table you must show. If you can do neither, the "
            "round ends."
        )
    if players is not None:
        return say(
            "No. A turn is to show, to scout, or once a round to Scout & Show. If no set lies on the table you must "
            "show."
        )
    return say(
        "No. A turn is to show, to scout, or once a round to Scout & Show. If no set lies on the table you must "
        "show. With two players a turn is to show or to scout; if you can do neither, the round ends."
    )


def _run_out(players: int | None) -> Text:
    if players == 2:
        return say(
            "Each of you has three a round. Without one you cannot scout. If you cannot show either, the round ends."
        )
    if players is not None:
        return say("Use coins or anything else; there is no limit.")
    return say(
        "Use coins or anything else; there is no limit. Only with two players each has three a round, and without one "
        "you cannot scout."
    )


def _back(players: int | None) -> Text:
    if players == 2:
        return say(
            "Each of you takes three Scout chips again. The second round is played with the 22 cards set aside: deal "
            "them, look, and turn your whole hand or not."
        )
    if players is not None:
        return say(
            "All Scout chips go back to the middle and everybody gets their Scout & Show chip back. Shuffle all cards, "
            "deal, look, and turn your whole hand or not."
        )
    return say(
        "All Scout chips go back to the middle and everybody gets their Scout & Show chip back. Shuffle all "
        "cards, deal, look, and turn your whole hand or not. With two players, each takes three chips again, and "
        "the second round is played with the 22 cards set aside."
    )


def _rounds(players: int | None) -> Text:
    if players is None:
        return say(
            "As many rounds as you are players. The most points win, and players with the same points share the win."
        )
    return say(
        "%(n)s rounds, one for each player. The most points win, and players with the same points share the win.",
        n=players,
    )


def _stuck(known: Known) -> Text:
    if known.options.get("penalty") == "readme":
        return say("The round ends at once. At your table each of you loses a point for each card in hand.")
    return say(
        "The round ends at once. The other player’s set was not beaten, so they lose nothing for their hand; "
        "you lose a point for each card in yours."
    )
