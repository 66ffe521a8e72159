"""The chart of the totals: a badge that had to make room for others is led to the end of its line."""

from __future__ import annotations

import re
from types import SimpleNamespace

from companion.games.scout.chart import chart_of
from companion.web.language import language
from tests.evenings import House

PAGE = '{% import "scout/_parts.html" as c with context %}{% include "scout/_chart.html" %}'


def leads(house: House, *totals: int) -> list[tuple[str, str]]:
    chart = chart_of({seat: [total] for seat, total in enumerate(totals, 1)})
    assert chart is not None
    with house.app.test_request_context("/"):
        page = (
            language()
            .templates.from_string(PAGE)
            .render(view=SimpleNamespace(chart=chart), seen=SimpleNamespace(seat=lambda number: None))
        )
    found = re.findall(r'class="chart-lead" d="M286 (\d+)L298 (\d+)"', page)
    assert len(found) == page.count("chart-lead")
    assert all(
        (str(curve.dots[-1][1]), str(curve.label_y)) in found
        for curve in chart.curves
        if curve.label_y != curve.dots[-1][1]
    )
    return found


def test_lines_of_the_same_total_have_a_badge_each_and_one_of_them_is_led_there(house: House) -> None:
    found = leads(house, 25, 25, 16, 3, -3)
    assert found
    assert leads(house, 25, 25)[0][0] != leads(house, 25, 25)[0][1]
    assert len(leads(house, 25, 25)) == 1


def test_a_badge_at_the_end_of_its_line_needs_no_lead(house: House) -> None:
    assert leads(house, 25, 0) == []
