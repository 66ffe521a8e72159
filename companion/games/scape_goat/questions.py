"""What players ask in the middle of a game of Scape Goat, and our answers; where the rulebook is silent we say so."""

from __future__ import annotations

from companion.game import Known, Question
from companion.games.scape_goat.options import choice
from companion.games.scape_goat.rules import evidence, hand_size
from companion.words import Text, say


def questions(known: Known) -> tuple[Question, ...]:
    """All of them, each answered for as many as play there and by what the table chose."""
    n, by_app = known.players, bool(known.options) and choice(known.options, "secret") == "app"
    return (
        Question(
            say("Who starts, and which way does it go round?"),
            say("The player whose token was placed first on Prepare. Then one after the other, clockwise."),
            say("Rulebook, Gameplay; clockwise is our ruling, the rulebook says “in sequence”"),
            say("first player, begin, direction, left, right"),
        ),
        *(
            (
                Question(
                    say("Two player tokens are on Prepare. Who starts?"),
                    say("With five or six players, the one that was placed there first."),
                    say("Rulebook, Gameplay"),
                ),
            )
            if n not in (3, 4)
            else ()
        ),
        Question(
            say("What do I do on my turn?"),
            say(
                "Move your player token to another location, do what that location says, then swap one evidence card "
                "there."
            ),
            say("Rulebook, Gameplay"),
        ),
        Question(
            say("May I stay where I am?"),
            say(
                "No, your player token has to move. A card that was turned over to Frame/Steal is still the same "
                "location."
            ),
            say("Rulebook, Movement; the turned card is our ruling"),
        ),
        Question(
            say("May I skip my turn, or its action?"),
            say("No. In every turn you move your player token, do what the location says, and swap a card."),
            say("Rulebook, Gameplay"),
            say("pass"),
        ),
        Question(
            say("May two player tokens be on the same location?"),
            say("Yes. Move to any location except the one you are on, no matter who is there."),
            say(
                "Rulebook, Movement; sharing a location is our ruling, as tokens share one from the start with five "
                "or six players"
            ),
        ),
        Question(
            say("Do I swap a card in every turn?"),
            say(
                "Yes, after the action: lay a card from your hand face up beside your location and take the one that "
                "lay there. Only going to the cops, or framing somebody, ends the game before that."
            ),
            say("Rulebook, Evidence Swap"),
        ),
        Question(
            say("Must I really give away my own colour?"),
            _own_colour(n),
            say("Rulebook, Evidence Swap; the card with every colour is our ruling"),
        ),
        Question(
            say("Who is the grey one?"),
            _grey(n),
            say("Rulebook, Evidence Swap"),
            say("bystander, goat without a colour"),
        ),
        Question(
            say("Spy: does the whole table see the hand?"),
            say(
                "No. The spy chooses one player, who must show the whole hand to the spy, and nobody else looks. What"
                " the spy then says about it may be true or false."
            ),
            say("Rulebook, Gameplay, Spy, and Communication"),
        ),
        Question(
            say("May I refuse a spy or a trade?"),
            say("No. Whoever is chosen must show the hand, or must trade a card. You choose which card you give."),
            say("Rulebook, Gameplay, Spy and Trade"),
        ),
        Question(
            say("Who chooses the cards in a trade?"),
            say("Each of you chooses your own, and you swap at the same time. It has to be with another player."),
            say("Rulebook, Gameplay, Trade"),
        ),
        Question(
            say("May I put back the card I just took from the stash?"),
            say("Yes. It goes to the place you emptied."),
            say("Rulebook, Gameplay, Stash"),
        ),
        Question(
            say("May I look at all the cards in the stash first?"),
            say(
                "No. Take one of the three without looking, add it to your hand, and only then choose what you put "
                "back."
            ),
            say("Rulebook, Gameplay, Stash"),
        ),
        Question(
            say("When is Prepare turned over?"),
            say(
                "As soon as the second preparation token is taken. Whoever took it turns the card over: from then on "
                "it is Frame/Steal."
            ),
            say("Rulebook, Gameplay, Prepare"),
        ),
        Question(
            say("May one player take both preparation tokens?"),
            say("Yes, nothing forbids it."),
            say("Our ruling; the rulebook sets no limit"),
        ),
        Question(
            say("I took the second token. May I call a frame attempt at once?"),
            say(
                "No. Taking it was your action, and your player token has to leave the card next turn. Your own "
                "attempt comes two turns later at the earliest."
            ),
            say("Our ruling, from Movement and Prepare"),
        ),
        Question(
            say("May I steal although I hold a preparation token?"),
            say("No. With a preparation token, Frame/Steal means a frame attempt."),
            say("Rulebook, Gameplay, Frame/Steal"),
        ),
        Question(
            say("Who may I steal a preparation token from, and can it be stolen back?"),
            say(
                "From any player who has one. Anybody without one can steal it back by moving to Frame/Steal, but not"
                " a player who already stands there."
            ),
            say("Rulebook, Gameplay, Frame/Steal; stealing back is our ruling"),
        ),
        Question(
            say("Must everybody reveal a card in a frame attempt?"),
            say(
                "Yes, also the player you suspect. Each chooses any card of their hand, and on three all are revealed."
            ),
            say("Rulebook, Frame Attempt"),
            say("suspect, show"),
        ),
        Question(
            say("When is somebody framed?"),
            _framed(n),
            say("Rulebook, Frame Attempt 1; the card with every colour is our ruling"),
        ),
        Question(
            say("What if we frame the wrong player?"),
            say("The game is over, and the true scapegoat wins alone."),
            say("Rulebook, Frame Attempt 1"),
        ),
        Question(
            say("Can the scapegoat win without going to the cops?"),
            say("Yes, if the others frame somebody who is not the scapegoat. The scapegoat may help them to do so."),
            say("Rulebook, Frame Attempt 1"),
        ),
        Question(
            say("The attempt failed. What now?"),
            say(
                "Everybody takes their card back. The preparation token stays with its owner, who still swaps a card."
                " Then it is the next player’s turn. There is no second attempt in the same turn, and no message is "
                "revealed."
            ),
            say("Rulebook, Frame Attempt 2; keeping the token and the swap are our ruling"),
            say("failed frame, second frame attempt, try again"),
        ),
        Question(
            say("What may we say?"),
            say("Anything, true or false, with winks and nods too. Show cards only where Spy says so."),
            say("Rulebook, Communication; not showing cards is our ruling"),
            say("talk, lie, bluff, table talk, show cards, secret"),
        ),
        Question(
            say("How do I find out that I am the scapegoat?"),
            say(
                "All but one of you read the same name. The player who reads another name is the scapegoat. Your own "
                "message never tells you: watch whose cards the others collect."
            ),
            say("Rulebook, Object of the Game and Setup 6"),
        ),
        Question(
            say("Who wins when somebody goes to the cops?"),
            say("The true scapegoat, alone, no matter who went. So be sure it is you."),
            say("Rulebook, Going to the Cops"),
        ),
        *(
            (
                Question(
                    say("Six players: when may I go to the cops out of turn?"),
                    _out_of_turn(known),
                    say("Rulebook, Going to the Cops; the card reads otherwise"),
                ),
            )
            if n in (None, 6)
            else ()
        ),
        *(
            (
                Question(
                    say("Six players: I go to the cops out of turn. Does my token move, and who counts as the caller?"),
                    say(
                        "Your player token stays where it is: you only turn the card over. You count as the one who "
                        "went. It changes nothing, because the true scapegoat wins no matter who went."
                    ),
                    say("Rulebook, Going to the Cops; the player token is our ruling"),
                ),
            )
            if n in (None, 6)
            else ()
        ),
        Question(
            say("We pointed, and nobody was named by all the others."),
            _misread(known),
            say("Our ruling"),
        ),
        Question(
            say("I forgot who my scapegoat is."),
            _forgot(known),
            say("Rulebook, Setup 6"),
        ),
        *(
            (
                Question(
                    say("May we roll the decoder dice again?"),
                    say(
                        "No. They are rolled once and stay on the table all game long, so that everybody can look "
                        "again."
                    ),
                    say("Rulebook, Setup 6"),
                ),
            )
            if not by_app
            else ()
        ),
        Question(
            say("How many cards do I have in my hand?"),
            _hand(n),
            say("Rulebook, Setup 5"),
        ),
        Question(
            say("Which evidence cards go back to the box?"),
            _evidence(n),
            say("Rulebook, Setup 4"),
        ),
    )


def _own_colour(players: int | None) -> Text:
    """Cards with two colours are from four players on; the card with every colour is for six."""
    if players == 3:
        return say(
            "Yes. If any card in your hand shows your colour, you must swap one of those. With several, you choose "
            "which."
        )
    if players in (4, 5):
        return say(
            "Yes. If any card in your hand shows your colour, alone or with another, you must swap one of those. With "
            "several, you choose which."
        )
    return say(
        "Yes. If any card in your hand shows your colour, alone or with others, you must swap one of those. "
        "With several, you choose which. The card with every colour counts too."
    )


def _grey(players: int | None) -> Text:
    if players == 6:
        return say("Nobody. With six players, all grey bystanders go back to the box.")
    return say("Nobody. A bystander never counts as a player’s colour, neither in a frame attempt nor for the swap.")


def _framed(players: int | None) -> Text:
    if players == 3:
        return say(
            "When every other player’s card shows that player’s colour. The framed player’s own card does not matter."
        )
    if players in (4, 5):
        return say(
            "When every other player’s card shows that player’s colour. The framed player’s own card does not "
            "matter. A card with two colours counts for both."
        )
    return say(
        "When every other player’s card shows that player’s colour. The framed player’s own card does not "
        "matter. A card with two colours counts for both, the card with every colour for all."
    )


def _out_of_turn(known: Known) -> Text:
    if not known.options:
        return say(
            "When the turn of the player opposite you begins, before their player token moves, and never once a "
            "frame attempt is called. That is what the rulebook says. The card says during that turn; the options"
            " let you play it so."
        )
    if choice(known.options, "cops") == "during":
        return say(
            "At any moment of the turn of the player opposite you, but never once a frame attempt is called. That is "
            "what the card says, and your table plays it that way. By the rulebook, only when that turn begins."
        )
    return say(
        "When the turn of the player opposite you begins, before their player token moves, and never once a frame "
        "attempt is called. That is what the rulebook says, and your table plays it that way. By the card, at any "
        "moment of that turn."
    )


def _misread(known: Known) -> Text:
    if not known.options:
        return say("Somebody misread. Compare the dice with the mats once more, and point again.")
    if choice(known.options, "secret") == "app":
        return say("Somebody misread or pointed at the wrong player. Read your messages again, and point again.")
    if choice(known.options, "secret") == "sheets":
        return say("Somebody misread. Compare the dice with the decoder sheets once more, and point again.")
    return say("Somebody misread. Compare the dice with the mats once more, and point again.")


def _forgot(known: Known) -> Text:
    if not known.options:
        return say(
            "On your own phone you can read your message again whenever you like. On a phone that is passed "
            "round, the host can let you. With mats, the dice stay on the table for that."
        )
    if choice(known.options, "secret") == "mats":
        return say("Look at your mat again. For that, the dice stay as they are all game long.")
    return say(
        "On your own phone you can read your message again whenever you like. On a phone that is passed round, the "
        "host can let you."
    )


def _hand(players: int | None) -> Text:
    if players is None:
        return say("Two with three or four players, three with five or six. It is the same number all game long.")
    return say(
        "%(cards)s, with %(n)s players. It is the same number all game long.", cards=hand_size(players), n=players
    )


def _evidence(players: int | None) -> Text:
    if players is None:
        return say(
            "Look at the mark at the bottom right. With a plus, the card plays from that number of players up; "
            "without one, only with the numbers it names. All others go back."
        )
    return say(
        "Look at the mark at the bottom right. With a plus, the card plays from that number of players up; without "
        "one, only with the numbers it names. With %(n)s players %(cards)s cards stay, and all others go back.",
        cards=len(evidence(players)),
        n=players,
    )
