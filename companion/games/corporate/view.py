"""What a viewer sees of SCAPEGOAT: the year as quarters, the year's end as steps, the game so far as a picture's data.

Nothing but a rank not yet turned over is secret here, and that is shown to those who know it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.ballots import counting
from companion.game import Hidden, Viewer
from companion.games.corporate import story
from companion.games.corporate.applies import Applies, rules_now
from companion.games.corporate.ending import Ending
from companion.games.corporate.rules import FIRST_SIZE, MOST, QUARTERS, RANKS, TURNS, WINNING_SIZE, Year, sale
from companion.games.corporate.rulings import chosen
from companion.games.corporate.state import DOWN, PastYear, Phase, State, all_years, hands, may_retake, stands
from companion.values import replace
from companion.words import Text, Who, say


@dataclass(frozen=True)
class SeenCard:
    """A card of the year: its place in the year, who played it, its rank (empty face down), what it sold for."""

    place: int
    seat: int
    rank: str
    down: bool
    value: int


@dataclass(frozen=True)
class SeenQuarter:
    """A quarter: `state` is closed, open or ahead; what carried into it, what it holds, what it passed on."""

    number: int
    state: str
    carry: int
    total: int
    over: int
    cards: tuple[SeenCard, ...]


@dataclass(frozen=True)
class SeenPlayer:
    """A player's line: hand size, cards in hand, turns left this year, whose turn, who started."""

    seat: int
    size: int
    held: int
    left: int
    turn: bool
    starter: bool


@dataclass(frozen=True)
class SeenAsked:
    """Somebody who reveals now: whether told, the rank where the viewer may know it, whether from the deck, whether it
    was given `again` in a way that everybody hears of."""

    seat: int
    told: bool
    rank: str | None
    flips: bool
    again: bool = False


@dataclass(frozen=True)
class SeenReveal:
    """The reveal under way. `mine`: the viewer is asked and has not told yet. `lines` say what to do."""

    kind: str
    asked: tuple[SeenAsked, ...]
    waiting: int
    mine: bool
    tie: bool
    rounds: tuple[Mapping[int, str], ...]
    lines: tuple[Text, ...]
    together: bool
    """Whether the ranks stay secret until all are in."""


@dataclass(frozen=True)
class SeenChange:
    """What one player does at the year's end: `fate` is promoted, demoted or stays."""

    seat: int
    fate: str
    before: int
    size: int
    do: tuple[Text, ...]
    task: Text | None
    """The same as one sentence to that player."""
    result: Text
    held: Text | None


@dataclass(frozen=True)
class SeenEnding:
    """The year's end: the outcome, who ended it, the story so far, what to do now, everybody's changes."""

    outcome: str
    ender: int
    headline: Text | None
    """The news once the year is settled."""
    why: Text
    pool: int
    pools: Text
    pointed: int | None
    story: tuple[Text, ...]
    now: tuple[Text, ...]
    changes: tuple[SeenChange, ...]
    starter: int
    starts: Text
    winner: int | None


@dataclass(frozen=True)
class History:
    """The game so far: each player's hand sizes from the start on, the years, how often each was the Scapegoat."""

    sizes: tuple[tuple[int, tuple[int, ...]], ...]
    years: tuple[PastYear, ...]
    lines: tuple[Text, ...]
    """The years in one line each."""
    scapegoats: Mapping[int, int]
    win: int = WINNING_SIZE


@dataclass(frozen=True)
class Look:
    """Everything the panel and the wall show."""

    phase: Phase
    number: int
    """This year's number, from 1."""
    target: int
    quarters: tuple[SeenQuarter, ...]
    quarter: int
    """The number of the open quarter, 1 to 4."""
    total: int
    needed: int
    carry: int
    turn: int | None
    my_turn: bool
    cards_left: int
    players: tuple[SeenPlayer, ...]
    """In this year's turn order."""
    aces_high: bool
    aces: Text
    ranks: tuple[tuple[str, int], ...]
    """Each rank with what it sells for face up."""
    down: int
    reveal: SeenReveal | None
    opened: tuple[Text, ...]
    """What the opening reveal turned up and who starts, until the first card is sold."""
    ending: SeenEnding | None
    applies: Applies
    """The rules that matter just now: the sheet's own, and our rulings."""
    draw: Text | None
    """What whoever played the last card draws, or does not."""
    draws: int | None
    """Who that is."""
    draws_to: int | None
    """To how many cards, where that one draws."""
    retake: bool
    """Whether the ranks that turned up last can be entered again."""
    counts: int
    """What the screen counts down from to ranks that have just turned up."""
    history: History


def look(state: State, viewer: Viewer) -> Look:
    """The game as this viewer sees it."""
    now = state.year
    return Look(
        phase=state.phase, number=len(state.past) + 1, target=now.target,
        quarters=quarters(state.order, state.cards, now), quarter=now.quarter + 1,
        total=now.total, needed=now.needed, carry=now.carry,
        turn=state.turn, my_turn=state.turn is not None and state.turn == viewer.seat,
        cards_left=TURNS * len(state.seats) - len(state.cards),
        players=_players(state), aces_high=state.phase in ("investigation", "missed", "review", "over"),
        aces=_aces(state.phase), ranks=tuple((rank, sale(rank)) for rank in RANKS), down=MOST,
        reveal=_reveal(state, viewer), opened=_opened(state), ending=_ending(state, now),
        applies=rules_now(state, now), draw=_draw(state, now), draws=_draws(state),
        draws_to=_draws_to(state, now), retake=may_retake(state),
        counts=counting(state.turned_up, viewer.at), history=_history(state),
    )  # fmt: skip


def awaits(view: Look) -> tuple[int, ...]:
    """Whose revealed card is missing."""
    return tuple(one.seat for one in view.reveal.asked if not one.told) if view.reveal else ()


def quarters(order: Sequence[int], cards: Sequence[str], now: Year) -> tuple[SeenQuarter, ...]:
    """The four quarters with their cards; `order` names the players of `now`, a year after `cards`."""
    piles: list[list[SeenCard]] = [[] for _ in range(QUARTERS)]
    for place, card in enumerate(cards):
        down = card == DOWN
        seen_card = SeenCard(place, order[place % len(order)], "" if down else card, down, MOST if down else sale(card))
        piles[stands(len(order), cards[:place]).quarter].append(seen_card)
    seen = []
    carry = 0
    for at, pile in enumerate(piles):
        closed = at < len(now.closed)
        total = now.closed[at] if closed else (now.total if at == now.quarter else 0)
        # Nothing carries out of Q4 (our ruling).
        over = total - now.target if closed and at < QUARTERS - 1 else 0
        state = "closed" if closed else ("open" if at == now.quarter else "ahead")
        seen.append(SeenQuarter(at + 1, state, carry, total, over, tuple(pile)))
        carry = over
    return tuple(seen)


def _draws(state: State) -> int | None:
    """Who played the year's last card, while its draw is due: during the year, or before its end is played."""
    due = state.phase in ("year", "investigation", "missed", "review") and state.cards
    return state.order[(len(state.cards) - 1) % len(state.seats)] if due else None


def _draw(state: State, now: Year) -> Text | None:
    """Drawing back up to the hand size, step 5 of a turn; the option `closer_draws` where the card closed Q4."""
    seat = _draws(state)
    if seat is None:
        return None
    if _closed_without_drawing(state, now):
        return say("%(name)s does not draw back up: the year has ended.", name=Who(seat))
    if _draws_to(state, now) is None:
        return say("%(name)s has enough cards and draws none.", name=Who(seat))
    return say("%(name)s draws back up to %(n)s.", name=Who(seat), n=state.sizes[seat])


def _draws_to(state: State, now: Year) -> int | None:
    seat = _draws(state)
    if seat is None or _closed_without_drawing(state, now):
        return None
    before = hands(replace(state, cards=state.cards[:-1]))[seat]
    return state.sizes[seat] if before <= state.sizes[seat] else None


def _closed_without_drawing(state: State, now: Year) -> bool:
    return now.outcome in ("beat", "perfect") and chosen(state.options, "closer_draws") == "no"


def _players(state: State) -> tuple[SeenPlayer, ...]:
    n, played = len(state.seats), len(state.cards)
    sizes = state.sizes if state.ending is None else state.ending.sizes_now
    held = hands(state) if state.ending is None else state.ending.held_now
    return tuple(
        SeenPlayer(
            seat, sizes[seat], held[seat], TURNS - (played - place + n - 1) // n, seat == state.turn,
            seat == state.starter,
        )
        for place, seat in enumerate(state.order)
    )  # fmt: skip


def _aces(phase: Phase) -> Text:
    if phase == "opening":
        return say("Aces are LOW now: lowest starts.")
    if phase == "year":
        return say("Aces are LOW now: they sell for 1.")
    if phase == "investigation":
        return say("Aces are HIGH in any review.")
    if phase == "missed":
        return say("Aces are HIGH now: 2 is lowest.")
    if phase == "review":
        return say("Aces are HIGH now: ace beats king.")
    if phase == "over":
        return say("Aces were HIGH in the last review.")
    return say("Aces are LOW again: they sell for 1.")


def _reveal(state: State, viewer: Viewer) -> SeenReveal | None:
    reveal = state.reveal
    if reveal is None or not reveal.asked:
        return None
    together = chosen(state.options, "reveals") == "together"
    asked = tuple(
        SeenAsked(
            seat, seat in state.entered, _rank(state.entered.get(seat), viewer), seat in reveal.flips,
            seat in state.again,
        )
        for seat in reveal.asked
    )  # fmt: skip
    return SeenReveal(
        reveal.kind, asked, sum(not one.told for one in asked),
        any(one.seat == viewer.seat and not one.told for one in asked),
        bool(reveal.rounds), reveal.rounds,
        story.asked_lines(reveal, story.TOGETHER if together else story.OPENLY), together,
    )  # fmt: skip


def _opened(state: State) -> tuple[Text, ...]:
    opening = state.opening
    if state.phase != "year" or state.cards or opening is None or not opening.rounds:
        return ()
    return story.opened_lines(opening)


def _rank(told: Hidden[str] | str | None, viewer: Viewer) -> str | None:
    return told.shown_to(viewer) if isinstance(told, Hidden) else told


def _ending(state: State, now: Year) -> SeenEnding | None:
    ending = state.ending
    if ending is None:
        return None
    piles = quarters(state.order, state.cards, now)
    return SeenEnding(
        ending.outcome, ending.ender, story.headline(ending) if ending.stage in ("settle", "over") else None,
        story.outcome_line(now), ending.pool,
        story.pools([sum(card.down for card in pile.cards) for pile in piles]),
        state.pointed, story.so_far(ending), story.now_do(ending, state.pointed), changes(ending),
        ending.next_starter, story.starter_line(ending), ending.winner,
    )  # fmt: skip


def changes(ending: Ending) -> tuple[SeenChange, ...]:
    """Everybody's discards and draws, as far as they are known."""
    return tuple(
        SeenChange(
            seat, change.fate, change.before, change.size, story.change_lines(change), story.task(change),
            story.size_line(change), story.held_line(change),
        )
        for seat, change in ending.changes.items()
    )  # fmt: skip


def _history(state: State) -> History:
    years = all_years(state)
    sizes = tuple((seat, (FIRST_SIZE, *(past.sizes[seat] for past in years))) for seat in state.seats)
    scapegoats = {seat: sum(past.scapegoat == seat for past in years) for seat in state.seats}
    return History(sizes, years, tuple(map(story.past_line, years)), scapegoats)
