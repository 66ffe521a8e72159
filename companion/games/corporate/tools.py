"""The calculators that need no table: a year from its cards, and what happens now at a year's end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from companion.game import Refused, whole_between
from companion.games.corporate import story
from companion.games.corporate.ending import Ending, ended, investigated, revealed
from companion.games.corporate.rules import (
    FIRST_SIZE,
    MOST,
    RANKS,
    TURNS,
    WINNING_SIZE,
    Found,
    Outcome,
    Year,
    known,
    sale,
)
from companion.games.corporate.state import DOWN, stands
from companion.games.corporate.view import SeenChange, SeenQuarter, changes, quarters
from companion.words import Text, say

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
    down_value: int


def year(fields: Mapping[str, str]) -> YearAnswer:
    """From `players` (3 to 5), `cards` (ranks and `down` or `#`, in turn order), `add` (one more), `back` (one less).
    Refuses what is no card, and cards after the end."""
    players = whole_between(fields.get("players") or "4", 3, 5, "players")
    cards = _cards(fields.get("cards", ""))
    if fields.get("back"):
        cards = cards[:-1]
    if fields.get("add"):
        cards = (*cards, *_cards(fields["add"]))
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
        tuple((rank, sale(rank)) for rank in RANKS), DOWN, MOST,
    )  # fmt: skip


def _cards(text: str) -> tuple[str, ...]:
    """Cards as a link or a person writes them: `K-Q-down-7`, `k q #a 7`."""
    if len(text) > LONGEST:
        raise Refused(say("A year has ten cards at most."), "cards")
    words = text.replace("-", " ").replace(",", " ").split()
    return tuple(DOWN if w.startswith("#") or w.lower() == DOWN else known(w.upper(), "cards") for w in words)


def _ended_by(outcome: Outcome, seat: int) -> Text:
    if outcome == "beat":
        return say("%(name)s closed Q4 and is the Scapegoat.", name=player(seat))
    if outcome == "perfect":
        return say("%(name)s closed Q4 and is the Closer.", name=player(seat))
    return say("%(name)s took the last turn.", name=player(seat))


@dataclass(frozen=True)
class EndAnswer:
    """What happens at the year's end, as far as it was told. `asked` reveal now; `so_far` are the reveals in a link."""

    players: int
    outcome: str
    ender: int
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
    aces: Text
    ranks: tuple[str, ...]


OUTCOMES = ("beat", "perfect", "missed")
FOUND = ("clean", "black", "red")


def end(fields: Mapping[str, str]) -> EndAnswer:
    """From `players`, `outcome`, `ender` (1 to players), `found` (clean, black, red), `size1`... (hand sizes),
    `so_far` (earlier reveals, as `k-9-a-a.5-q`) and `rank1`... (the cards of those asked now). Refuses other values."""
    players = whole_between(fields.get("players") or "4", 3, 5, "players")
    outcome = cast(Outcome, _one_of(fields.get("outcome") or "beat", OUTCOMES, "outcome"))
    found = cast(Found, _one_of(fields.get("found") or "clean", FOUND, "found"))
    ender = whole_between(fields.get("ender") or "1", 1, 5, "ender")
    if ender > players:
        ender = 1
    sizes = {
        seat: whole_between(fields.get(f"size{seat}") or str(FIRST_SIZE), 1, WINNING_SIZE - 1, f"size{seat}")
        for seat in range(1, players + 1)
    }
    now = ended(outcome, ender, sizes, sizes, 0 if found == "clean" else 1, {})
    if found != "clean" and outcome != "missed":
        now = investigated(now, found)
    now, written = _replayed(now, fields.get("so_far", ""))
    ranks = _now_shown(now, fields)
    if ranks is not None:
        now = revealed(now, ranks)
        written.append("-".join(ranks.values()).lower())
    return _end_answer(now, players, found, ".".join(written))


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
    """The ranks of those asked now, or `None` while none was entered. Refuses some without the others."""
    asked = () if now.reveal is None else now.reveal.asked
    given = {seat: fields.get(f"rank{seat}", "") for seat in asked}
    if not any(given.values()):
        return None
    return {seat: known(rank, f"rank{seat}") for seat, rank in given.items()}


def _end_answer(now: Ending, players: int, found: str, written: str) -> EndAnswer:
    done = now.stage in ("settle", "over")
    asked = () if now.reveal is None else now.reveal.asked
    return EndAnswer(
        players, now.outcome, now.ender, found, tuple(now.sizes.items()), written, now.stage, asked,
        () if now.reveal is None else now.reveal.flips,
        story.so_far(now, player), story.asked_lines(now.reveal, player, False) if now.reveal and asked else (),
        changes(now),
        story.starter_line(now, player) if done and now.winner is None else None, now.winner,
        say("Aces are HIGH at the year’s end."), RANKS,
    )  # fmt: skip
