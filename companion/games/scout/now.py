"""What each screen of Scout is for just now, in one sentence."""

from __future__ import annotations

from companion.game import Now, Viewer
from companion.games.scout.told import named
from companion.games.scout.view import Counting, Sheet
from companion.words import Text, Who, count, say


def now(view: Sheet, viewer: Viewer) -> Now:
    """What this screen is for: the next round, the round being played, counting, how it ended, what does not add up."""
    match view.phase:
        case "between":
            return _before(view)
        case "count" if view.writer is None or view.writes:
            return _counting(view)
        case "count":
            return _written(view)
        case "end":
            title = view.now.question or say("Who ended round %(n)s?", n=view.now.number)
            return Now(title, asked=view.mine is not None, key=f"end {view.now.number}")
        case "slip":
            return _slip(view)
        case _:
            hint = say("Play with your cards. Count when the round is over.")
            return Now(_playing(view), hint=hint, waiting=view.unready, key=f"play {view.now.number}")


def _before(view: Sheet) -> Now:
    round = view.now
    title = say("Before round %(n)s", n=round.number)
    if round.starter is not None:
        title = say("Before round %(n)s: %(name)s starts", n=round.number, name=Who(round.starter))
    return Now(title, asked=view.mine in view.unready, waiting=view.unready, key=f"before {round.number}")


def _counting(view: Sheet) -> Now:
    """Each counts, or whoever writes for all enters everybody's."""
    round = view.now
    if not view.writes and view.mine not in round.waiting:
        hint = say("Round %(n)s is being counted.", n=round.number)
        return Now(hint=hint, waiting=round.waiting, key=f"counting {round.number}")
    title = say("Round %(n)s: count your cards and chips", n=round.number)
    if view.writes:
        title = say("Round %(n)s: enter everybody’s counts", n=round.number)
    if view.writes and view.points_only:
        title = say("Round %(n)s: write down everybody’s points", n=round.number)
    return Now(title, hint=_ended(round), asked=True, key=f"count {round.number}")


def _written(view: Sheet) -> Now:
    """Somebody else writes for all."""
    writer = Who(view.writer) if view.writer in view.seats else say("The host")
    title = say("%(name)s enters round %(n)s for everybody", name=writer, n=view.now.number)
    return Now(title, hint=_ended(view.now), key=f"written {view.now.number}")


def _slip(view: Sheet) -> Now:
    """The counts do not add up. Whoever may have miscounted counts again: one or two whose counts are odd, or all."""
    slip, n = view.now.slip, view.now.number
    assert slip is not None, "that is what the phase says"
    asked, few = view.mine in slip.suspects or view.writes, 1 <= len(slip.suspects) <= 2
    title = say("Round %(n)s does not add up", n=n)
    if view.mine in slip.suspects:
        title = say("Count again: round %(n)s does not add up", n=n)
    elif few and view.writes:
        title = say("Ask %(names)s to count again: round %(n)s does not add up", names=named(slip.suspects), n=n)
    elif few:
        title = count(
            "Round %(n)s does not add up: %(names)s counts again",
            "Round %(n)s does not add up: %(names)s count again",
            len(slip.suspects),
            names=named(slip.suspects),
            n=n,
        )
    return Now(title, hint=slip.sentence, asked=asked, waiting=() if asked else slip.suspects, key=f"slip {n}")


def _ended(round: Counting) -> Text | None:
    return say("%(how)s.", how=round.how) if round.how is not None else None


def _playing(view: Sheet) -> Text:
    round = view.now
    if round.starter is None:
        if round.extra:
            return say("Round %(n)s, an extra", n=round.number)
        return say("Round %(n)s of %(all)s", n=round.number, all=view.usual)
    starter = Who(round.starter)
    if round.extra:
        return say("Round %(n)s, an extra: %(name)s starts", n=round.number, name=starter)
    return say("Round %(n)s of %(all)s: %(name)s starts", n=round.number, all=view.usual, name=starter)
