"""Figures as they are printed: p50 and p95 of ours and of the floor, and their ratio."""

from __future__ import annotations

from collections.abc import Sequence


def at(times: Sequence[float], share: float) -> float:
    """The value below which that share of `times` lies."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def compare(what: str, ours: Sequence[float], floor: Sequence[float], unit: str = "ms") -> None:
    """Prints one line for p50 and one for p95."""
    for name, share in (("p50", 0.5), ("p95", 0.95)):
        mine, least = at(ours, share), at(floor, share)
        print(f"{what}, {name} of {len(ours)}: {mine:.1f} {unit}, floor {least:.1f} {unit}, ratio {mine / least:.2f}")


def show(what: str, value: float, bound: float, unit: str) -> None:
    """Prints one figure with the bound it is meant to keep."""
    print(f"{what}: {value:.3g} {unit} (at most {bound:g} {unit}): {'kept' if value <= bound else 'MISSED'}")
