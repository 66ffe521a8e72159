"""What players ask in the middle of In the bag, our answers, and where the rules say so."""

from __future__ import annotations

from companion.game import Known, Question
from companion.words import say


def questions(known: Known) -> tuple[Question, ...]:
    """All of them, answered by this table's house rules."""
    return (
        Question(
            say("May I put in another number of pebbles than my message says?"),
            say("No. The app knows how many there are without counting them, so the round would be wrong."),
            say("The rules of In the bag, a round"),
            also=say("cheat lie bluff"),
        ),
        Question(
            say("May two players guess the same number?"),
            say("Yes. Guesses are secret until the last one is in, and equal guesses score alike."),
            say("The rules of In the bag, guesses"),
        ),
        Question(
            say("Nobody was right. Who scores?"),
            say("Nobody: your table plays it that way.")
            if known.options.get("nearest") == "none"
            else say("Whoever is nearest gets 1 point, and so does everybody who is as near."),
            say("The rules of In the bag, guesses"),
            also=say("tie closest"),
        ),
    )
