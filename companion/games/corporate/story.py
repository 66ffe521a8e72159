"""The end of a year in sentences: what happened, what to do now, what everybody discards and draws."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.games.corporate.ending import Change, Ending
from companion.games.corporate.reveal import Reveal
from companion.games.corporate.rules import Year
from companion.games.corporate.state import PastYear
from companion.values import replace
from companion.words import Text, Who, count, listed, say

TOGETHER = say(
    "Put your card face down and enter its rank. When all ranks are in, the app shows them. Then turn your cards over."
)
OPENLY = say("Show your card and enter its rank.")
BESIDE = say("Put the cards face down and turn them over all at once. Then enter them here.")
"""How a reveal is done: with phones in secret, with phones openly, and without phones."""

Name = Callable[[int], object]
"""How a player (a seat) is put into a sentence."""


def outcome_line(now: Year) -> Text:
    """How the year ended, with its arithmetic (section 5)."""
    if now.outcome == "beat":
        return say("Q4 closed at %(total)s, above the target of %(target)s.", total=now.total, target=now.target)
    if now.outcome == "perfect":
        return say("Q4 closed at exactly %(target)s.", target=now.target)
    return say(
        "Everybody has had two turns, and Q%(quarter)s stands at %(total)s of %(target)s.",
        quarter=now.quarter + 1, total=now.total, target=now.target,
    )  # fmt: skip


def pools(quarters: Sequence[int]) -> Text:
    """How many cards lie face down in which quarters."""
    where = [say("%(n)s in Q%(quarter)s", n=n, quarter=place) for place, n in enumerate(quarters, 1) if n]
    if not where:
        return say("No card lies face down: the year is clean.")
    return count(
        "%(n)s card lies face down: %(where)s.", "%(n)s cards lie face down: %(where)s.", sum(quarters),
        where=listed(where),
    )  # fmt: skip


def so_far(ending: Ending, name: Name = Who) -> tuple[Text, ...]:
    """What is known of the year's end after its outcome: who pays, who is in the review, who was found."""
    lines = [_role(ending, name)]
    if ending.found is not None and ending.pool:
        lines.append(say("The card turned is red.") if ending.found == "red" else say("The card turned is black."))
    if ending.found == "red" and ending.outcome == "perfect":
        lines.append(say("Everybody is demoted, and there is no Promotion Review this year."))
    elif ending.found == "red":
        lines.append(say("%(name)s is demoted and not in the review.", name=name(ending.ender)))
    elif ending.found is not None:
        lines.append(say("Nobody is demoted, and all are in the Promotion Review."))
    if ending.reveal is not None:
        lines += _rounds(ending.reveal, name)
    if ending.outcome == "missed" and ending.demoted:
        who = listed([name(seat) for seat in ending.demoted])
        lines.append(count("%(who)s is lowest and demoted.", "%(who)s are lowest and demoted.",
                           len(ending.demoted), who=who))  # fmt: skip
    if ending.promoted is not None:
        lines.append(say("%(name)s is promoted.", name=name(ending.promoted)))
    return tuple(lines)


def headline(ending: Ending, name: Name = Who) -> Text:
    """The news of a settled year."""
    if ending.winner is not None:
        return say("%(name)s wins", name=name(ending.winner))
    if ending.promoted is not None:
        return say("%(name)s is promoted", name=name(ending.promoted))
    if len(ending.demoted) == len(ending.sizes):
        return say("Everybody is demoted")
    who = listed([name(seat) for seat in ending.demoted])
    return count("%(who)s is demoted", "%(who)s are demoted", len(ending.demoted), who=who)


def past_line(past: PastYear, name: Name = Who) -> Text:
    """A year that is over, in one line."""
    if past.outcome == "missed":
        return say("Missed, %(who)s demoted", who=listed([name(seat) for seat in past.demoted]))
    ender = name(past.ender)
    if past.promoted is None:
        return say("Perfect, Closer %(ender)s, red, everybody demoted", ender=ender)
    return replace(_PAST[past.outcome, past.found], values={"ender": ender, "name": name(past.promoted)})


_PAST: dict[tuple[str, str | None], Text] = {
    ("beat", "red"): say("Beat, Scapegoat %(ender)s, red, %(name)s promoted"),
    ("beat", "black"): say("Beat, Scapegoat %(ender)s, black, %(name)s promoted"),
    ("beat", "clean"): say("Beat, Scapegoat %(ender)s, nothing face down, %(name)s promoted"),
    ("perfect", "black"): say("Perfect, Closer %(ender)s, black, %(name)s promoted"),
    ("perfect", "clean"): say("Perfect, Closer %(ender)s, nothing face down, %(name)s promoted"),
}
"""How a year ended whose end promoted somebody: the outcome, and the face-down card that was turned."""


def _role(ending: Ending, name: Name) -> Text:
    if ending.outcome == "beat":
        return say("%(name)s closed it and is the Scapegoat.", name=name(ending.ender))
    if ending.outcome == "perfect":
        return say("%(name)s closed it and is the Closer.", name=name(ending.ender))
    return say("%(name)s took the last turn.", name=name(ending.ender))


def _rounds(reveal: Reveal, name: Name) -> list[Text]:
    lines = []
    for ranks in reveal.rounds:
        shown = [say("%(name)s %(rank)s", name=name(seat), rank=rank) for seat, rank in ranks.items()]
        lines.append(say("Revealed: %(cards)s.", cards=listed(shown)))
    lines += [say("%(name)s has no card left and folds.", name=name(seat)) for seat in reveal.folded]
    return lines


def now_do(ending: Ending, pointed: int | None = None, name: Name = Who, may_point: bool = True) -> tuple[Text, ...]:
    """What the table does now, in order, until the face-down card is turned. `may_point`: the app can say which."""
    if ending.stage != "investigation":
        return ()
    gather = say("%(name)s gathers all face-down cards of the year.", name=name(ending.ender))
    if ending.pool == 1:
        return (gather, say("There is only one: turn it."))
    return (gather, say("Shuffle them face down."), _turn_which(pointed, may_point))


def _turn_which(pointed: int | None, may_point: bool) -> Text:
    if pointed is None and not may_point:
        return say("Turn one of them without looking.")
    if pointed is None:
        return say("Turn one of them without looking, or let the app say which.")
    return say("Count from the top of the pile you shuffled, and turn card %(n)s.", n=pointed)


def asked_lines(reveal: Reveal, how: Text = TOGETHER, name: Name = Who) -> tuple[Text, ...]:
    """Who shows a card of the hand now, and `how`; and who has none left and turns one of the draw pile."""
    able = [seat for seat in reveal.asked if seat not in reveal.flips]
    who = listed([name(seat) for seat in able]) if able else None
    if reveal.rounds and able:
        lines = [
            count("A tie: %(who)s chooses another card.", "A tie: %(who)s choose another card.", len(able), who=who),
            how,
        ]
    elif reveal.rounds:
        lines = [say("A tie: the draw pile decides.")]
    else:
        lines = [say("%(who)s each choose one card.", who=who), how]
    lines += [
        say("%(name)s has no card left and turns the top card of the draw pile instead.", name=name(seat))
        for seat in reveal.flips
    ]
    return tuple(lines)


def opened_lines(opening: Reveal, name: Name = Who) -> tuple[Text, ...]:
    """The cards of a settled opening reveal, and who starts with them."""
    return (*_rounds(opening, name), say("%(name)s starts.", name=name(opening.found[0])))


def change_lines(change: Change) -> tuple[Text, ...]:
    """What one player does, in order: discards, then draws."""
    lines = []
    if change.revealed:
        lines.append(count("discard the revealed card", "discard the %(n)s revealed cards", change.revealed))
    if change.dropped:
        lines.append(say("discard 1 card of your choice"))
    if change.drawn:
        lines.append(count("draw 1 card", "draw %(n)s cards", change.drawn))
    return tuple(lines) or (say("nothing to discard or draw"),)


def task(change: Change) -> Text | None:
    """What one player does at the year's end as one sentence to that player; `None` where there is nothing to do."""
    up, drawn = change.revealed, count("1 card", "%(n)s cards", change.drawn)
    if up and change.dropped and change.drawn:
        return count(
            "Discard the card you revealed and one more, then draw %(drawn)s",
            "Discard the %(n)s cards you revealed and one more, then draw %(drawn)s", up, drawn=drawn,
        )  # fmt: skip
    if up and change.drawn:
        return count(
            "Discard the card you revealed and draw %(drawn)s",
            "Discard the %(n)s cards you revealed and draw %(drawn)s", up, drawn=drawn,
        )  # fmt: skip
    if up:
        return count("Discard the card you revealed", "Discard the %(n)s cards you revealed", up)
    if change.dropped and change.drawn:
        return say("Discard one card of your choice and draw %(drawn)s", drawn=drawn)
    if change.dropped:
        return say("Discard one card of your choice")
    return say("Draw %(drawn)s", drawn=drawn) if change.drawn else None


def size_line(change: Change) -> Text:
    """What becomes of the hand size, hand size 1 told apart."""
    if change.fate == "demoted" and change.before == change.size:
        return say("Hand size 1 cannot fall: it stays 1.")
    if change.fate == "stays":
        return say("Hand size stays %(size)s.", size=change.size)
    return say("Hand size %(before)s → %(size)s.", before=change.before, size=change.size)


def held_line(change: Change) -> Text | None:
    """A word where the cards in hand differ from the hand size for now."""
    if change.held == change.size:
        return None
    if change.held > change.size:
        return count("1 card in hand for now.", "%(n)s cards in hand for now.", change.held)
    return count(
        "1 card in hand for now. The next turn’s draw fills it up.",
        "%(n)s cards in hand for now. The next turn’s draw fills it up.",
        change.held,
    )


def starter_line(ending: Ending, name: Name = Who) -> Text:
    """Who starts next year and why (section 7)."""
    if ending.promoted is not None:
        return say("%(name)s starts next year: the promoted player does.", name=name(ending.promoted))
    if ending.outcome == "missed":
        return say("%(name)s starts next year, having taken this year’s last turn.", name=name(ending.ender))
    return say("%(name)s starts next year, having closed this one.", name=name(ending.ender))
