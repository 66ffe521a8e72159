"""The calculators that need no table: a year from its cards, and what happens now at a year's end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from companion.game import Calculator, Refused, whole_between
from companion.games.corporate import story
from companion.games.corporate.applies import Applies, rules_at_the_end
from companion.games.corporate.ending import Ending, ended, investigated, revealed
from companion.games.corporate.rules import (
    FIRST_SIZE,
    RANKS,
    TURNS,
    WINNING_SIZE,
    Found,
    Outcome,
    Year,
    known,
    more_than_the_deck,
    sale,
)
from companion.games.corporate.state import DOWN, stands
from companion.games.corporate.view import SeenChange, SeenQuarter, changes, quarters
from companion.words import Text, count, say

LONGEST = 60
"""More characters than any year's cards take to write."""


def player(seat: int) -> Text:
    """Who is meant where nobody has a name."""
    return say("Player %(n)s", n=seat)


@dataclass(frozen=True)
class YearAnswer:
    """The year after its cards. `written` is the cards as the link carries them."""

    players: int
    written: str
    year: Year
    quarters: tuple[SeenQuarter, ...]
    cards_left: int
    next: int | None
    why: tuple[Text, ...]
    ranks: tuple[tuple[str, int], ...]
    down: str
    pool: int
    """How many of the cards lie face down."""


def year(fields: Mapping[str, str]) -> YearAnswer:
    """From `players` (3 to 5), `cards` (ranks and `down` or `#`, in turn order), `add` (one more), `back` (one less).
    Raises `Refused` for what is no card, and for cards after the end."""
    players = whole_between(fields.get("players") or "4", 3, 5, "players")
    cards = _cards(fields.get("cards", ""))
    if fields.get("back"):
        cards = cards[:-1]
    if fields.get("add"):
        cards = (*cards, *_cards(fields["add"]))
    _must_be_in_one_deck((card for card in cards if card != DOWN), "cards")
    now = stands(players, cards)
    order = tuple(range(1, players + 1))
    why: tuple[Text, ...] = ()
    if now.outcome is not None and now.last is not None:
        seen = quarters(order, cards, now)
        why = (story.outcome_line(now), _ended_by(now.outcome, order[now.last]))
        if now.outcome != "missed":
            why += (story.pools([sum(card.down for card in pile.cards) for pile in seen]),)
    return YearAnswer(
        players, "-".join(cards), now, quarters(order, cards, now), TURNS * players - len(cards),
        None if now.outcome else order[len(cards) % players], why,
        tuple((rank, sale(rank)) for rank in RANKS), DOWN, cards.count(DOWN),
    )  # fmt: skip


def _cards(text: str) -> tuple[str, ...]:
    """Cards as a link or a person writes them: `K-Q-down-7`, `k q #a 7`."""
    if len(text) > LONGEST:
        raise Refused(say("A year has ten cards at most."), "cards")
    words = text.replace("-", " ").replace(",", " ").split()
    return tuple(DOWN if w.startswith("#") or w.lower() == DOWN else known(w.upper(), "cards") for w in words)


def _must_be_in_one_deck(ranks: Iterable[str], field: str) -> None:
    rank = more_than_the_deck(ranks)
    if rank is not None:
        raise Refused(say("%(rank)s: the deck has only four of them.", rank=rank), field)


def _ended_by(outcome: Outcome, seat: int) -> Text:
    if outcome == "beat":
        return say("%(name)s closed Q4 and is the Scapegoat.", name=player(seat))
    if outcome == "perfect":
        return say("%(name)s closed Q4 and is the Closer.", name=player(seat))
    return say("%(name)s took the last turn.", name=player(seat))


@dataclass(frozen=True)
class EndAnswer:
    """What happens at the year's end, as far as it was told: nothing while `stage` is `ask`. `pool` is how many cards
    lie face down, `None` where nobody said; `asked` reveal now; `so_far` are the reveals in a link."""

    players: int
    outcome: str
    ender: int
    pool: int | None
    found: str
    sizes: tuple[tuple[int, int], ...]
    so_far: str
    stage: str
    asked: tuple[int, ...]
    flips: tuple[int, ...]
    story: tuple[Text, ...]
    now: tuple[Text, ...]
    changes: tuple[SeenChange, ...]
    starts: Text | None
    winner: int | None
    applies: Applies
    aces: Text
    ranks: tuple[str, ...]


OUTCOMES = ("beat", "perfect", "missed")
FOUND = ("clean", "black", "red")


def end(fields: Mapping[str, str]) -> EndAnswer:
    """From `players`, `outcome`, `ender` (1 to players), `found` (clean, black, red), `pool` (how many cards lie face
    down), `size1`... (hand sizes), `so_far` (earlier reveals, as `k-9-a-a.5-q`) and `rank1`... (the cards of those
    asked now). Without an outcome there is nothing to tell yet. Raises `Refused` for other values, and for
    what cannot be."""
    players = whole_between(fields.get("players") or "4", 3, 5, "players")
    outcome = cast(Outcome, _one_of(fields.get("outcome") or "beat", OUTCOMES, "outcome"))
    ender = whole_between(fields.get("ender") or "1", 1, 5, "ender")
    if ender > players:
        raise Refused(say("Of %(players)s players, none is player %(n)s.", players=players, n=ender), "ender")
    sizes = {
        seat: whole_between(fields.get(f"size{seat}") or str(FIRST_SIZE), 1, WINNING_SIZE - 1, f"size{seat}")
        for seat in range(1, players + 1)
    }
    pool, found = _face_down(fields, TURNS * players)
    # Of a pool nobody counted only this matters: whether a card is turned at all.
    now = ended(outcome, ender, sizes, sizes, pool if pool is not None else 0 if found == "clean" else 2, {})
    if now.stage == "investigation" and found is not None:
        now = investigated(now, found)
    now, written = _replayed(now, fields.get("so_far", ""))
    ranks = _now_shown(now, fields)
    if ranks is not None:
        now = revealed(now, ranks)
        written.append("-".join(ranks.values()).lower())
    if now.reveal is not None:
        _must_be_in_one_deck((rank for shown in now.reveal.rounds for rank in shown.values()), "rank")
    return _end_answer(now, players, pool, found, ".".join(written), bool(fields.get("outcome")))


def _face_down(fields: Mapping[str, str], most: int) -> tuple[int | None, Found | None]:
    """How many cards lie face down, and what the one turned was: each `None` where it was not said."""
    pool = whole_between(fields["pool"], 0, most, "pool") if fields.get("pool") else None
    found = cast(Found, _one_of(fields["found"], FOUND, "found")) if fields.get("found") else None
    if pool == 0 and found in ("black", "red"):
        raise Refused(say("No card lies face down, so none is turned."), "found")
    if pool and found == "clean":
        raise Refused(
            count(
                "%(n)s card lies face down, so it is turned: is it black or red?",
                "%(n)s cards lie face down, so one of them is turned: is it black or red?",
                pool,
            ),
            "found",
        )
    return pool, "clean" if pool == 0 else found


def _one_of(value: str, values: Sequence[str], field: str) -> str:
    if value not in values:
        raise Refused(say("Please choose one of the answers offered."), field)
    return value


def _replayed(now: Ending, text: str) -> tuple[Ending, list[str]]:
    """The ending after the reveals in the link; from the first that no longer fits on, they are dropped."""
    done: list[str] = []
    for line in text[:LONGEST].split("."):
        ranks = line.upper().split("-")
        asked = () if now.reveal is None else now.reveal.asked
        if not asked or len(ranks) != len(asked) or not set(ranks) <= set(RANKS):
            break
        now = revealed(now, dict(zip(asked, ranks, strict=True)))
        done.append(line.lower())
    return now, done


def _now_shown(now: Ending, fields: Mapping[str, str]) -> dict[int, str] | None:
    """The ranks of those asked now, or `None` while none was entered. Raises `Refused` for some without the others."""
    asked = () if now.reveal is None else now.reveal.asked
    given = {seat: fields.get(f"rank{seat}", "") for seat in asked}
    if not any(given.values()):
        return None
    return {seat: known(rank, f"rank{seat}", player(seat)) for seat, rank in given.items()}


def _end_answer(
    now: Ending, players: int, pool: int | None, found: Found | None, written: str, told: bool
) -> EndAnswer:
    done = now.stage in ("settle", "over")
    asked = () if now.reveal is None else now.reveal.asked
    to_do = story.asked_lines(now.reveal, story.BESIDE, player) if now.reveal and asked else ()
    if now.stage == "investigation":
        to_do = _turn_one(now, pool)
    return EndAnswer(
        players, now.outcome if told else "", now.ender, pool, found or "", tuple(now.sizes.items()), written,
        now.stage if told else "ask", asked if told else (), () if now.reveal is None else now.reveal.flips,
        story.so_far(now, player), to_do, changes(now),
        story.starter_line(now, player) if done and now.winner is None else None, now.winner,
        rules_at_the_end(now, {}), say("Aces are HIGH at the year’s end."), RANKS,
    )  # fmt: skip


def _turn_one(now: Ending, pool: int | None) -> tuple[Text, ...]:
    if pool is not None:
        return story.now_do(now, None, player, may_point=False)
    return (
        say("%(name)s gathers all face-down cards of the year, if there are any.", name=player(now.ender)),
        say("Shuffle them face down and turn one without looking. Then say above what it was."),
    )


CALCULATORS = (
    Calculator("year", say("A year from its cards"), year),
    Calculator("end", say("The year’s end: what happens now?"), end),
)
