"""Questions players ask in the middle of a game of Alcatraz, answered in our words."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game import Known, Question
from companion.games.alcatraz.rules import action_points
from companion.words import Text, say


def questions(known: Known) -> tuple[Question, ...]:
    """All of them, each answered for as many as play there and by the table's own rulings."""
    return (
        Question(
            say("When exactly does the game end?"),
            say(
                "After a completed task, once all rewards are marked: if some group that leaves out at least one player"
                " has A to F together. Or at once, when a new round would need the 21st guard: then everybody loses."
            ),
            say("Rulebook, Ending the game"),
        ),
        Question(
            say("All six letters are out. Why does the game go on?"),
            say(
                "Because everybody is needed. Somebody must stay in prison, so there has to be a player whose letters "
                "the others have, too."
            ),
            say("Rulebook, Ending the game"),
        ),
        Question(
            say("Who stays in prison?"),
            say(
                "The Scapegoat, if the others have A to F without them. Otherwise the only player who is not needed. "
                "Otherwise, of those not needed, the one with the fewest different letters; if tied, the least Cash, "
                "then the fewest Items, then the least Stamina. If still tied, the others decide."
            ),
            say("Rulebook, Ending the game"),
        ),
        Question(
            say("Can somebody escape without a single letter?"),
            say(
                "Yes, if somebody else stays. The authors know such cases. Their guideline is that only one player "
                "stays, the least useful one, and that you decide as real prisoners would."
            ),
            say("Rulebook, Problems with the last round (our reading)"),
        ),
        Question(
            say("The vote is a tie. Who is the Scapegoat?"),
            say(
                "The player the previous Scapegoat voted for: that vote counts one and a half. With three or four "
                "votes, that choice is always among the tied."
            ),
            say("Rulebook, Someone has to be the Scapegoat"),
        ),
        Question(
            say("May I vote for myself, or not at all?"),
            say(
                "You may vote for yourself. Everybody has to vote. If somebody had to leave, the app can count that "
                "player as away, and the log says so. If that is the previous Scapegoat, the app picks at random in a "
                "tie. Both are our ruling."
            ),
            say("Rulebook, Someone has to be the Scapegoat; our ruling for players away"),
        ),
        Question(
            say("May we whisper?"),
            say("No: talk, threaten and promise as you like, but so that the whole table hears it."),
            say("Rulebook, Someone has to be the Scapegoat"),
        ),
        Question(
            say("How many Action Points do I have?"),
            _points(known.players),
            say("Rulebook, The number of Action Points in a round; The Scapegoat"),
            say("pass skip do nothing save carry over unused must use all points"),
        ),
        Question(
            say("What do the guards in my room do?"),
            say(
                "None or one: nothing. Two: each action costs 1 Action Point more, except moving, blackmail cards and "
                "free actions. Three: only moving, blackmail cards and free actions. Four: nobody can enter, and "
                "anybody there can only leave."
            ),
            say("Rulebook, The influence of Guards on performing actions"),
        ),
        Question(
            say("What does a bribe do?"),
            _bribe(known.options),
            say("Rulebook, Free actions; The influence of Guards on performing actions; our ruling for tasks"),
        ),
        Question(
            say("Are rooms that touch at a corner neighbours?"),
            say("Yes, for moving and for riots: up to eight neighbours."),
            say("Rulebook, Actions which cost 1 AP"),
            say("diagonal diagonally adjacent next door"),
        ),
        Question(
            say("What happens in a riot?"),
            say(
                "You move one guard from a neighbouring room into yours. It costs 1 Action Point, with two guards in "
                "your room 2. With three there you cannot start one, unless you bribe a guard first. A fifth guard "
                "never comes."
            ),
            say("Rulebook, Actions which cost 1 AP; The influence of Guards on performing actions; Free actions"),
            say("start a riot draw a guard three guards"),
        ),
        Question(
            say("What can the Scapegoat not do?"),
            say(
                "The Scapegoat cannot complete a task, and gets no reward when somebody else does. But only the "
                "Scapegoat may play blackmail cards. Anybody may hold them, two at most."
            ),
            say("Rulebook, Actions which cost 1 AP; The Scapegoat; Locations"),
        ),
        Question(
            say("Does the Scapegoat count as a prisoner present at a task?"),
            say(
                "The rulebook does not say. Our ruling: yes, but the Scapegoat’s Items are used only if the Scapegoat "
                "agrees."
            ),
            say("Rulebook, How to obtain an element of the plan; our ruling"),
        ),
        Question(
            say("What can I do only once a round?"),
            say("You may steal once, spend one Stamina point, and use each room’s rule once."),
            say("Rulebook, Actions which cost 1 AP; Free actions"),
        ),
        Question(
            say("Where does a used, paid or dropped Item go?"),
            say(
                "Back on the board at once: drugs to the Infirmary, tools to the Workshop, knives to the Cell Block, "
                "clothes to the Laundry Room, keys to the Guard’s Room. If the icons there are covered, to the Exercise"
                " Yard, and if those are covered too, to the Visiting Area."
            ),
            say("Rulebook, Dropping Items"),
        ),
        Question(
            say("How much Cash and Stamina can I have?"),
            say("As much as your prisoner sheet has spaces for. Three Items are the most, and two blackmail cards."),
            say("Rulebook, Prisoner sheets; Locations"),
        ),
        Question(
            say("The new task has a letter that is already out."),
            say(
                "Put it under the deck and draw again. If no card with another letter is left, play on with two tasks. "
                "That is our ruling."
            ),
            say("Rulebook, New task; our ruling for an empty deck"),
        ),
        Question(
            say("Can I escape alone?"),
            say(
                "The rulebook leaves that to the table. By its rules no: once a group without at least one player has A"
                " to F, exactly one player stays and all the others escape, even if you alone have all six letters."
            ),
            say("Rulebook, Ending the game; Problems with the last round"),
            say("only me one player by myself solo"),
        ),
        Question(
            say("Two of us are not needed. May both escape, or must both stay?"),
            say(
                "Only one stays. The other escapes as well, even without a letter of use. The authors say so: only the "
                "most useless player should stay, Scapegoat or not."
            ),
            say("Rulebook, Problems with the last round; Ending the game"),
            say("both not needed dispensable redundant players who is left go"),
        ),
        Question(
            say("Can the Scapegoat escape?"),
            say(
                "Yes, whenever the others need a letter that only the Scapegoat has, or when somebody else is the one "
                "who stays. The Scapegoat is no traitor: with the 21st guard the Scapegoat loses, too."
            ),
            say("Rulebook, The Scapegoat; Ending the game"),
            say("traitor enemy win"),
        ),
        Question(
            say("Does the Gun replace an Item in a task, and where does it go then?"),
            say(
                "Yes, it replaces any one Item. When it is used, it goes back on the board like any Item. Its own place"
                " is the Visiting Area."
            ),
            say("Rulebook, Item tokens; Dropping Items; Locations"),
            say("gun universal joker item"),
        ),
        Question(
            say("No Items lie here. May I use the room’s rule?"),
            say(
                "Not if the rule takes Items lying there. Rules that give Cash, Stamina or cards, or move guards, need "
                "no Items."
            ),
            say("Rulebook, Locations"),
            say("empty room no items nothing left"),
        ),
        Question(
            say("Must the other player agree to an exchange or a gift?"),
            say(
                "Yes, both must agree, to giving, to taking and to what is given in return. You must be in the same "
                "room. It is free, in any amount. Only stealing needs no consent."
            ),
            say("Rulebook, Free actions; Actions which cost 1 AP"),
            say("swap trade agree give items cash present"),
        ),
        Question(
            say("When may a blackmail card be played, and where does it go?"),
            say(
                "In your own turn, while you are the Scapegoat, for 1 Action Point, also with two or three guards in "
                "your room. Then put it on the discard pile. With four guards in your room you cannot play it."
            ),
            say("Rulebook, Actions which cost 1 AP; The influence of Guards on performing actions"),
            say("play blackmail discard"),
        ),
        Question(
            say("I would get a third blackmail card. What happens?"),
            say(
                "Two are the most one player can have. What to do with a third, the rulebook does not say. Our ruling: "
                "choose two of the three and discard the other."
            ),
            say("Rulebook, Locations; our ruling"),
            say("blackmail hand limit too many"),
        ),
        Question(
            say("My three Item spaces are full. May I take another Item?"),
            say(
                "No, a player never has more Items than spaces. Drop one first, which costs 1 Action Point, or give one"
                " away."
            ),
            say("Rulebook, Prisoner sheets; Actions which cost 1 AP"),
            say("full spaces fourth item drop"),
        ),
        Question(
            say("May I steal from the Scapegoat, or as the Scapegoat?"),
            say(
                "Yes, both. Take 1 Item or 1 Cash from any player in your room, once a round, for 1 Action Point. The "
                "other cannot refuse."
            ),
            say("Rulebook, Actions which cost 1 AP"),
            say("steal theft rob"),
        ),
        Question(
            say("Do I need all the Items for a task myself?"),
            say(
                "No. All prisoners in the room together need them, and enough prisoners must be there. One of them "
                "spends the Action Point, in their own turn."
            ),
            say("Rulebook, How to obtain an element of the plan"),
            say("task items together share"),
        ),
        Question(
            say("Do those who helped with a task get its letter?"),
            say(
                "No. Only the player who completed it marks the task’s letter. All others but the Scapegoat mark the "
                "letter of the next card, whether they helped or not."
            ),
            say("Rulebook, Reward"),
            say("helped reward letter"),
        ),
        Question(
            say("Why does the first round have no guard and no vote?"),
            say("The rulebook begins with the actions. Eight guards are out already, and chance chose the Scapegoat."),
            say("Rulebook, Game overview; Game setup"),
            say("first round start"),
        ),
        Question(
            say("The new guard’s room has four guards already."),
            say("Draw again, until it is another room. There are never more than four guards in one room."),
            say("Rulebook, A new Guard appears"),
            say("guard full room draw"),
        ),
        Question(
            say("I stand in a room with four guards. What can I do?"),
            say("Only leave, for 1 Action Point. You cannot act, play a blackmail card or bribe there."),
            say("Rulebook, The influence of Guards on performing actions; our ruling for bribes"),
            say("stuck trapped four guards"),
        ),
        Question(
            say("Can two tasks be in the same room, or two players?"),
            say("Two tasks cannot: draw another room. Any number of players can."),
            say("Rulebook, Game setup; New task"),
            say("same location together"),
        ),
        Question(
            say("May I look at the blackmail cards of others?"),
            say(
                "The rulebook does not say. Our ruling: blackmail cards are held in secret, only their number is known "
                "to all."
            ),
            say("Our ruling"),
            say("secret hidden hand blackmail"),
        ),
        Question(
            say("How many rounds does a game have?"),
            say(
                "Thirteen at most. Eight guards are out in the first round and one more comes each round, so round 14 "
                "would need the 21st guard, and everybody loses."
            ),
            say("Rulebook, A new Guard appears; counted by us"),
            say("how long last rounds left all guards out 21st twenty-first last guard end"),
        ),
        Question(
            say("Who acts first in a round, and who next?"),
            say("The Scapegoat, then clockwise. Each player takes all their actions before the next one begins."),
            say("Rulebook, The prisoners try to complete the plan"),
            say("goes order turn start"),
        ),
        Question(
            say("When does the Scapegoat’s bonus end?"),
            _bonus(known.options),
            say("Rulebook, The Scapegoat; our ruling for the first round"),
            say("extra action points reset cancel term"),
        ),
        Question(
            say("What are the silver and the gold sides of the location sheets?"),
            say(
                "Two rules for the same room. For a first game, lay all sheets silver side up. After that, choose for "
                "each sheet or let chance choose."
            ),
            say("Rulebook, Game setup; Location sheets"),
            say("mean colour other side"),
        ),
    )


def _points(players: int | None) -> Text:
    if players is None:
        return say(
            "Three in a game of three, two in a game of four. The Scapegoat has one more, two more in the second "
            "term in a row, three more from the third on. One Stamina point a round buys one more. You need not use"
            " them all, but none is saved for the next round."
        )
    return say(
        "%(n)s each, with %(players)s players. The Scapegoat has one more, two more in the second term in a row, three "
        "more from the third on. One Stamina point a round buys one more. You need not use them all, but none is saved "
        "for the next round.",
        n=action_points(players),
        players=players,
    )


def _bribe(options: Mapping[str, str]) -> Text:
    if not options:
        return say(
            "In your turn, each Cash you spend lets you ignore one guard in your room. You cannot bribe your way "
            "into a room with four guards, or act there. That a bribe also counts for the most guards a task allows"
            " is our ruling. The options can change it."
        )
    if options.get("bribes") == "counts":
        return say(
            "In your turn, each Cash you spend lets you ignore one guard in your room. You cannot bribe your way into "
            "a room with four guards, or act there. A bribed guard still counts for the most guards a task allows: "
            "your table plays it that way."
        )
    return say(
        "In your turn, each Cash you spend lets you ignore one guard in your room. You cannot bribe your way into a "
        "room with four guards, or act there. A bribed guard does not count for the most guards a task allows, "
        "either: that is our ruling."
    )


def _bonus(options: Mapping[str, str]) -> Text:
    if options.get("term") == "free":
        return say(
            "As soon as somebody else is elected. The new Scapegoat has 1 Action Point more, and 2 only if elected "
            "again in the next round. The first Scapegoat, chosen by chance, has 1 more again if elected in round 2: "
            "your table plays it that way."
        )
    return say(
        "As soon as somebody else is elected. The new Scapegoat has 1 Action Point more, and 2 only if elected again "
        "in the next round. The round of the first Scapegoat, chosen by chance, counts as a term."
    )
