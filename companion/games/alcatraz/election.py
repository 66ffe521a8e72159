"""The vote for a Scapegoat or for who stays: talk by the server's clock, secret ballots, who is away, the count."""

from __future__ import annotations

from companion.ballots import Ballot, leaders
from companion.game import Act, Refused
from companion.games.alcatraz import moves, rules
from companion.games.alcatraz.escape import leave_behind
from companion.games.alcatraz.state import Election, State
from companion.values import replace
from companion.words import Text, Who, count, say


def talk_over(state: State, act: Act, move: moves.TalkOver) -> State:
    """The present Scapegoat may order the vote early, and a host for him; the two minutes do it anyway.
    Raises `Refused`."""
    state.expect("vote")
    if act.seat != state.goat and not act.host:
        raise Refused(say("Only %(name)s, the present Scapegoat, may end the talk early.", name=Who(state.goat)))
    if state.is_talking(act.at):
        act.tell(say("%(player)s ended the talk"))
    return replace(state, talk_over=True)


def _still_talking(state: State, at: int) -> None:
    if state.is_talking(at):
        left = seconds_left(state, at)
        raise Refused(count("Still talking: %(n)s second left.", "Still talking: %(n)s seconds left.", left))


def seconds_left(state: State, at: int) -> int:
    """Whole seconds of talk left on the server's clock, rounded up; 0 when there is none."""
    return -(-(state.talk_until - at) // 1000) if state.is_talking(at) else 0


def candidates(state: State) -> tuple[int, ...]:
    """Who can be voted for now: anybody for Scapegoat, oneself included; at the end those the rules leave even."""
    return state.between if state.phase == "choose" else state.seats


def vote(state: State, act: Act, move: moves.Vote) -> State:
    """A secret choice, to be changed until the ballot closes; the last one closes it. Raises `Refused`."""
    state.expect("vote", "choose")
    assert state.ballot is not None
    _still_talking(state, act.at)
    if move.choice not in candidates(state):
        raise Refused(say("Please choose one of the players shown."), "choice")
    is_first = act.seat not in state.ballot.cast
    state = replace(state, ballot=state.ballot.vote(act, move.choice))
    if is_first:
        act.tell(say("%(player)s voted"))
    return _closed(state, act)


def away(state: State, act: Act, move: moves.Away) -> State:
    """A host, or two players together, can count somebody as away who has not voted: no vote, and on the record. Of
    those who choose who stays it may be all: then chance decides, since nobody else may."""
    state.expect("vote", "choose")
    assert state.ballot is not None
    _still_talking(state, act.at)
    ballot = state.ballot.without(act, move.seat, state.seats, least=0 if state.phase == "choose" else 1)
    if move.seat in ballot.away:
        act.tell(say("%(player)s counted %(name)s as away: no vote this time", name=Who(move.seat)))
    return _closed(replace(state, ballot=ballot), act)


def _closed(state: State, act: Act) -> State:
    """The same state while somebody is still to vote, else what the votes decide."""
    assert state.ballot is not None
    if state.ballot.waiting:
        return state
    act.new_phase = True
    if state.phase == "vote":
        return _elect(state, act, state.ballot)
    return leave_behind(state, act, state.ballot.opened())


def _elect(state: State, act: Act, ballot: Ballot[int]) -> State:
    votes = ballot.opened()
    tied = leaders(votes.values())
    if len(tied) > 1 and state.goat not in votes:
        winner, settled = act.chance.of("tie", state.round).pick(sorted(tied)), "lots"
    else:
        winner, settled = rules.elected(votes, state.goat), "votes" if len(tied) == 1 else "tie"
    act.note(_elected_line(winner, settled))
    return replace(
        state,
        phase="actions",
        turn=0,
        goat=winner,
        term=_next_term(state, winner),
        ballot=None,
        last_vote=Election(tuple(votes.items()), ballot.away, state.goat, winner, settled, act.at),
    )


def _elected_line(winner: int, settled: str) -> Text:
    if settled == "tie":
        return say("The vote is closed: a tie, settled by the previous Scapegoat’s vote for %(name)s", name=Who(winner))
    if settled == "lots":
        return say(
            "The vote is closed. A tie, and the previous Scapegoat was away: the app picked %(name)s at random",
            name=Who(winner),
        )
    return say("The vote is closed: %(name)s is the Scapegoat", name=Who(winner))


def _next_term(state: State, winner: int) -> int:
    """Whether the random first Scapegoat's round counts is the table's option: the rulebook leaves it open."""
    served = 0 if state.round == 2 and state.options.get("term") == "free" else state.term
    return served + 1 if winner == state.goat else 1
