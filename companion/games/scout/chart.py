"""The totals over the rounds as a chart: whole-number points, lines told apart by dashes and the badge at their end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 320, 200
LEFT, RIGHT, TOP, BOTTOM = 36, 286, 14, 176
TALL = 320
"""As high as it is wide: for a board, beside the standing."""
LABEL_GAP = 22
"""Badges at the ends of the lines keep this far apart."""

DASHES = ("", "9 5", "2 5", "12 4 2 4", "5 3")
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


@dataclass(frozen=True)
class Curve:
    """One player's line: `points` as SVG wants them, a dot (x, y, total) for each round, and where its badge goes."""

    seat: int
    points: str
    dots: tuple[tuple[int, int, int], ...]
    dashes: str
    label_y: int


@dataclass(frozen=True)
class Chart:
    """A picture of `width` x `height`: curves, (y, points) of the level lines, (x, round) of the columns."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    levels: tuple[tuple[int, int], ...]
    columns: tuple[tuple[int, int], ...]
    curves: tuple[Curve, ...]


def chart_of(points: Mapping[int, Sequence[int]], height: int = HEIGHT) -> Chart | None:
    """The chart of seat -> points of each round, equally many for all, at least HEIGHT high; `None` before the first
    round."""
    rounds = max((len(each) for each in points.values()), default=0)
    if rounds == 0:
        return None
    totals = {seat: _running(each) for seat, each in points.items()}
    bottom = height - HEIGHT + BOTTOM
    step, low, high = _scale([total for each in totals.values() for total in each])

    def y(total: int) -> int:
        return bottom - (total - low) * (bottom - TOP) // (high - low)

    def x(number: int) -> int:
        return LEFT + number * (RIGHT - LEFT) // rounds

    labels = _apart({seat: y(each[-1]) for seat, each in totals.items()}, height)
    curves = []
    for i, (seat, each) in enumerate(totals.items()):
        dots = tuple((x(number), y(total), total) for number, total in enumerate(each))
        line = " ".join(f"{dot_x},{dot_y}" for dot_x, dot_y, _ in dots)
        curves.append(Curve(seat, line, dots[1:], DASHES[i % len(DASHES)], labels[seat]))
    levels = tuple((y(level), level) for level in range(low, high + 1, step))
    columns = tuple((x(number), number) for number in range(1, rounds + 1))
    return Chart(WIDTH, height, LEFT, RIGHT, bottom, levels, columns, tuple(curves))


def _running(points: Sequence[int]) -> tuple[int, ...]:
    totals = [0]
    for each in points:
        totals.append(totals[-1] + each)
    return tuple(totals)


def _scale(totals: Sequence[int]) -> tuple[int, int, int]:
    """A round step and the levels below and above every total, zero among them and the two never the same."""
    low, high = min(0, *totals), max(0, *totals)
    step = next((step for step in STEPS if high - low <= 5 * step), 1000)
    low, high = low // step * step, -(-high // step) * step
    return step, low, high if high > low else low + step


def _apart(wanted: Mapping[int, int], height: int) -> dict[int, int]:
    """The heights for the badges: as near to the wanted ones as the gap between them allows, in their order."""
    order = sorted(wanted, key=lambda seat: wanted[seat])
    placed: dict[int, int] = {}
    above = TOP - LABEL_GAP
    for seat in order:
        above = max(wanted[seat], above + LABEL_GAP)
        placed[seat] = above
    below = height + LABEL_GAP // 2
    for seat in reversed(order):
        below = min(placed[seat], below - LABEL_GAP)
        placed[seat] = below
    return {seat: placed[seat] for seat in wanted}
