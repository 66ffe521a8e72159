"""What counting a round of Scout costs a hand and the wire: `python -m tests.bench.taps`."""

from __future__ import annotations

from collections.abc import Callable

from tests.bench.phones import NAMES
from tests.bench.watched import Watched, job, seats
from tests.games.scout.test_browser import before_round, hand_in, round_is, round_over, tap_in
from tests.running import Companion

ROUND = ((12, 2, 0), (8, 3, 7), (3, 1, 2))
"""A round of Scout for three, 45 cards: captured, chips and hand, in the order of seats; the first went out."""


def jobs(phone: Callable[[], Watched], companion: Companion) -> None:
    """A round of Scout counted and tallied by three: each on their own phone, then all on one."""
    phones = seats(phone, "Scout", NAMES[:3], ())
    for each in phones:
        round_is(each.page, 1, 3)
    with job("round, each on their own phone", *phones):
        round_over(phones[0].page)
        phones[0].page.get_by_role("button", name="I showed the last card").click()
        for each, numbers in zip(phones, (ROUND[0][:2], *ROUND[1:]), strict=True):
            tap_in(each.page, "#mine", numbers)
            hand_in(each.page)
        before_round(phones[0].page, 2)
    (one,) = seats(phone, "Scout", NAMES[:1], NAMES[1:3])
    round_is(one.page, 1, 3)
    round_over(one.page)
    with job("round, all three on one phone", one):
        tap_in(one.page, ".whole-form", ROUND[0] + ROUND[1] + ROUND[2])
        one.page.get_by_role("button", name="Count round 1").click()
        before_round(one.page, 2)
