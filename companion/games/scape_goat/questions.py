"""What players ask in the middle of a game of Scape Goat, and our answers; where the rulebook is silent we say so."""

from __future__ import annotations

from companion.game import Question
from companion.words import say

QUESTIONS = (
    Question(
        say("Who begins, and which way does it go round?"),
        say("Whoever’s token was placed first on Prepare. Then clockwise."),
        say("Rulebook, Gameplay; clockwise is our reading of “in sequence”"),
    ),
    Question(
        say("What do I do on my turn?"),
        say("Move your token to another location, do what that location says, then swap one evidence card there."),
        say("Rulebook, Gameplay"),
    ),
    Question(
        say("May I stay where I am?"),
        say("No, the token has to move. A card that turned over to Frame/Steal is still the same card."),
        say("Rulebook, Movement; the turned card is our ruling"),
    ),
    Question(
        say("Must I really give away my own colour?"),
        say(
            "Yes. If any card in your hand shows your colour, alone or with others, one of those is the card you swap. "
            "The card with every colour counts too."
        ),
        say("Rulebook, Evidence Swap; the card with every colour is our ruling"),
    ),
    Question(
        say("Whose is the grey one?"),
        say("Nobody’s. A bystander never counts as a player’s colour, neither in a frame nor for the swap."),
        say("Rulebook, Evidence Swap"),
    ),
    Question(
        say("When is somebody framed?"),
        say("When every other player’s card shows that player’s colour. The framed player’s own card does not matter."),
        say("Rulebook, Frame Attempt 1"),
    ),
    Question(
        say("What if we frame the wrong one?"),
        say("The game is over, and the true scapegoat wins alone."),
        say("Rulebook, Frame Attempt 1"),
    ),
    Question(
        say("The attempt failed. What now?"),
        say(
            "Everybody takes the card back. The token stays with its owner, who still swaps evidence; then the next "
            "player goes on."
        ),
        say("Rulebook, Frame Attempt 2; token and swap are our ruling"),
    ),
    Question(
        say("May I steal although I hold a preparation token?"),
        say("No. With a token, Frame/Steal means a frame attempt."),
        say("Rulebook, Gameplay, Frame/Steal"),
    ),
    Question(
        say("May one player take both preparation tokens?"),
        say("Yes, nothing forbids it."),
        say("Our ruling; the rulebook sets no limit"),
    ),
    Question(
        say("I took the second token. May I call a frame attempt at once?"),
        say(
            "No. Taking it was your action, and your token has to leave the card next turn. Your own attempt comes two "
            "turns later at the earliest."
        ),
        say("Our ruling, from Movement and Prepare"),
    ),
    Question(
        say("May I put back the card I just took from the stash?"),
        say("Yes. It goes to the place you emptied."),
        say("Rulebook, Gameplay, Stash"),
    ),
    Question(
        say("Who chooses the cards in a trade?"),
        say("Each of you chooses your own, and you swap at the same time. It has to be with another player."),
        say("Rulebook, Gameplay, Trade"),
    ),
    Question(
        say("What may we say?"),
        say("Anything, true or false, with winks and nods too. Showing cards to each other is only for Spy."),
        say("Rulebook, Communication; not showing cards is our ruling"),
    ),
    Question(
        say("Who wins when somebody goes to the cops?"),
        say("The true scapegoat, alone, whoever went. So be sure it is you."),
        say("Rulebook, Going to the Cops"),
    ),
    Question(
        say("Six players: when may I go to the cops out of turn?"),
        say(
            "As the turn of the player opposite you begins, before the token moves, and never once a frame attempt is "
            "called. The card says during that turn; the table can choose that in the options."
        ),
        say("Rulebook, Going to the Cops; the card reads otherwise"),
    ),
    Question(
        say("We pointed, and nobody was named by all the others."),
        say("Somebody misread. Compare the dice with the mats once more, and point again."),
        say("Our ruling"),
    ),
    Question(
        say("I forgot who my scapegoat is."),
        say("Look again whenever you like: your message stays, as the dice stay on the table."),
        say("Rulebook, Setup 6"),
    ),
)
