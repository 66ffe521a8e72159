"""A score pad to print: as many rounds as players, whatever was typed into the address."""

from __future__ import annotations

import pytest

from tests.evenings import House, Visitor


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_pad_has_a_line_for_each_round_and_a_column_for_each_player(house: House, players: int) -> None:
    page = Visitor(house).get(f"/tools/scout/pad?players={players}").text
    table = page.partition("<tbody>")[2].partition("</tbody>")[0]
    assert table.count("<tr>") == players + 1  # the last is the total
    assert table.count("<td>") == players * (players + 1)


def test_a_count_of_players_that_cannot_be_is_refused_in_a_sentence(house: House) -> None:
    answer = Visitor(house).get("/tools/scout/pad?players=9")
    assert answer.status_code == 422
    assert "between 2 and 5" in answer.text
