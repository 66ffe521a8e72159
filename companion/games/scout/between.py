"""What the table does between two rounds of Scout, step by step. Sheet, End of the game and Setting up a round."""

from __future__ import annotations

from companion.games.scout.rules import DECK, DUEL_CHIPS, cards_in_round, cards_removed, hand_size
from companion.words import Text, Who, say


def before_round(players: int, number: int, starter: int | None) -> tuple[Text, ...]:
    """Everything to do before round `number`, from 2 on, in order; `starter` is the seat that starts it, if known."""
    look = say("Look at your cards as they lie. Now you may turn your whole hand upside down, or leave it as it is.")
    steps = (*(_duel(number) if players == 2 else _more(players)), look)
    return steps if starter is None else (*steps, say("%(who)s starts and takes the marker.", who=Who(starter)))


def _more(players: int) -> tuple[Text, ...]:
    return (
        say("Put all Scout chips back in the middle."),
        say("Everybody gets their Scout & Show chip back."),
        say(
            "Shuffle all %(n)s cards, turn some of them round, and deal %(hand)s to each player.",
            n=cards_in_round(players),
            hand=hand_size(players),
        ),
    )


def _duel(number: int) -> tuple[Text, ...]:
    """Two players share the deck between two rounds: each second one is played with what was set aside."""
    chips = say("Put all Scout chips back. Each of you takes %(n)s again.", n=DUEL_CHIPS)
    hand, kept = hand_size(2), len(DECK) - len(cards_removed(2))
    aside = kept - cards_in_round(2)
    if number % 2 == 0:
        deal = say(
            "Put the cards just played away. Shuffle the %(aside)s set aside, and deal %(hand)s to each of you.",
            aside=aside,
            hand=hand,
        )
    else:
        deal = say(
            "Shuffle all %(kept)s cards, turn some of them round, deal %(hand)s each and set %(aside)s aside.",
            kept=kept,
            hand=hand,
            aside=aside,
        )
    return chips, deal
