"""What each screen of Scout is for just now, in one sentence."""

from __future__ import annotations

from companion.game import Now, Viewer
from companion.games.scout.view import Counting, Sheet
from companion.words import Text, Who, count, listed, say


def now(view: Sheet, viewer: Viewer) -> Now:
    """What this screen is for: the next round, the round being played, counting, how it ended, what does not add up."""
    round, mine = view.now, view.mine
    match view.phase:
        case "between":
            waiting = view.unready
            title = say("Before round %(n)s", n=round.number)
            if round.starter is not None:
                title = say("Before round %(n)s: %(name)s starts", n=round.number, name=Who(round.starter))
            return Now(title, asked=mine in waiting, waiting=waiting, key=f"before {round.number}")
        case "count" if view.writer is None or view.writes:
            title = say("Round %(n)s: count your cards and chips", n=round.number)
            if view.writes:
                title = say("Round %(n)s: enter everybody’s counts", n=round.number)
            if view.writes and view.points_only:
                title = say("Round %(n)s: write down everybody’s points", n=round.number)
            if view.writes or mine in round.waiting:
                return Now(title, hint=_ended(round), asked=True, key=f"count {round.number}")
            hint = say("Round %(n)s is being counted.", n=round.number)
            return Now(hint=hint, waiting=round.waiting, key=f"counting {round.number}")
        case "count":
            writer = Who(view.writer) if view.writer in view.seats else say("The host")
            title = say("%(name)s enters round %(n)s for everybody", name=writer, n=round.number)
            return Now(title, hint=_ended(round), key=f"written {round.number}")
        case "end":
            title = round.question or say("Who ended round %(n)s?", n=round.number)
            return Now(title, asked=mine is not None, key=f"end {round.number}")
        case "slip":
            assert round.slip is not None, "that is what the phase says"
            n, suspects = round.number, round.slip.suspects
            asked = mine in suspects or view.writes
            title = say("Round %(n)s does not add up", n=n)
            if mine in suspects:
                title = say("Count again: round %(n)s does not add up", n=n)
            elif not asked and 1 <= len(suspects) <= 2:
                title = count(
                    "Round %(n)s does not add up: %(names)s counts again",
                    "Round %(n)s does not add up: %(names)s count again",
                    len(suspects),
                    names=_named(suspects),
                    n=n,
                )
            elif asked and 1 <= len(suspects) <= 2:
                title = say("Ask %(names)s to count again: round %(n)s does not add up", names=_named(suspects), n=n)
            waiting = () if asked else suspects
            return Now(title, hint=round.slip.sentence, asked=asked, waiting=waiting, key=f"slip {round.number}")
        case _:
            hint = say("Play with your cards. Count when the round is over.")
            return Now(_playing(view), hint=hint, waiting=view.unready, key=f"play {round.number}")


def _named(seats: tuple[int, ...]) -> Text:
    return listed([Who(seat) for seat in seats])


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
