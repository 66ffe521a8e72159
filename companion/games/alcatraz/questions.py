"""Questions players ask in the middle of a game of Alcatraz, answered in our words."""

from __future__ import annotations

from companion.game import Question
from companion.words import say

QUESTIONS = (
    Question(
        say("When exactly does the game end?"),
        say(
            "After a completed task, once all rewards are marked: if some group that leaves out at least one player "
            "has A to F together. Or at once, when a new round would need the 21st guard: then everybody loses."
        ),
        say("Rulebook, Ending the game"),
    ),
    Question(
        say("All six letters are out. Why does the game go on?"),
        say(
            "Because everybody is needed. Somebody must stay in prison, so there has to be a player whose letters the "
            "others have as well."
        ),
        say("Rulebook, Ending the game"),
    ),
    Question(
        say("Who stays in prison?"),
        say(
            "The Scapegoat, if the others do without. Else the only player who is not needed. Else, among those not "
            "needed: fewest different letters, then least Cash, fewest Items, least Stamina; still even, the others "
            "decide."
        ),
        say("Rulebook, Ending the game"),
    ),
    Question(
        say("Can somebody escape without a single letter?"),
        say(
            "Yes, if somebody else stays. The authors know such cases; their guideline is that only one player stays, "
            "the least useful one, and that you may judge as real prisoners would."
        ),
        say("Rulebook, Problems with the last round (our reading)"),
    ),
    Question(
        say("The vote is a tie. Who is the Scapegoat?"),
        say(
            "The player the previous Scapegoat voted for: that vote counts one and a half. With three or four votes, "
            "that choice is always among the tied."
        ),
        say("Rulebook, Someone has to be the Scapegoat"),
    ),
    Question(
        say("May I vote for myself, or not at all?"),
        say(
            "For yourself, yes. Everybody has to vote. If somebody had to leave, the app can count that player as "
            "away, on the record; when the previous Scapegoat is the one away, lots settle a tie. Both are our ruling."
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
        say(
            "Three in a game of three, two in a game of four. The Scapegoat has one more, two more in the second term "
            "in a row, three more from the third on. One Stamina point a round buys one more. Points are not kept."
        ),
        say("Rulebook, The number of Action Points in a round; The Scapegoat"),
    ),
    Question(
        say("What do the guards in my room do?"),
        say(
            "None or one: nothing. Two: each action costs one point more, except moving, blackmail cards and free "
            "actions. Three: only moving, blackmail cards and free actions. Four: nobody enters, and all one can do is "
            "leave."
        ),
        say("Rulebook, The influence of Guards on performing actions"),
    ),
    Question(
        say("What does a bribe do?"),
        say(
            "In your turn, each Cash you spend makes you ignore one guard in your room. It does not open a room with "
            "four guards. That it counts for a task’s limit as well is our reading; the options can change it."
        ),
        say("Rulebook, Free actions; The influence of Guards (our reading)"),
    ),
    Question(
        say("Are rooms that touch at a corner neighbours?"),
        say("Yes, for moving and for riots: up to eight neighbours."),
        say("Rulebook, Actions which cost 1 AP"),
    ),
    Question(
        say("What happens in a riot?"),
        say(
            "You draw one guard from a neighbouring room into yours. It costs 1 Action Point and works only while "
            "fewer than four guards are with you."
        ),
        say("Rulebook, Actions which cost 1 AP"),
    ),
    Question(
        say("What can the Scapegoat not do?"),
        say(
            "Complete a task, and get a reward when somebody else does. In return only the Scapegoat plays blackmail "
            "cards. Holding them, two at most, anybody may."
        ),
        say("Rulebook, Actions which cost 1 AP; Reward"),
    ),
    Question(
        say("Does the Scapegoat count as a prisoner present at a task?"),
        say(
            "The rulebook does not exclude it. Our reading: yes, present is present; the Scapegoat’s Items are used "
            "only if the Scapegoat agrees. Settle it at the table."
        ),
        say("Rulebook, How to obtain an element of the plan (our reading)"),
    ),
    Question(
        say("What can I do only once a round?"),
        say("Steal once, spend one Stamina point, and use each room’s rule once."),
        say("Rulebook, Actions which cost 1 AP; Free actions"),
    ),
    Question(
        say("Where does a used or dropped Item go?"),
        say(
            "Back to the room where it is found: drugs Infirmary, tools Workshop, knives Cell Block, clothes Laundry "
            "Room, keys Guard’s Room. If its icons are full there, to the Exercise Yard, then to the Visiting Area."
        ),
        say("Rulebook, Dropping Items"),
    ),
    Question(
        say("How much Cash and Stamina can I have?"),
        say(
            "As much as your prisoner sheet has spaces for; only the sheet knows. Three Items and two blackmail cards "
            "are the most."
        ),
        say("Rulebook, Prisoner sheets"),
    ),
    Question(
        say("The new task has a letter that is already out."),
        say(
            "Put it under the deck and draw again. If no card with another letter is left, play on with two tasks, "
            "which is our ruling."
        ),
        say("Rulebook, New task"),
    ),
)
