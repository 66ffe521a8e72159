"""Questions are answered as the table plays that asks: for as many, and by what it chose."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from companion.game import Game
from companion.games import GAMES
from companion.games.example import GAME as EXAMPLE
from tests.evenings import Evening, House, Visitor, evening


def answers(page: str) -> dict[str, str]:
    """What a page of rules answers, by question."""
    found = re.findall(r"<summary>([^<]*)</summary><p>(.*?)</p>", page.split('id="questions"')[-1], re.DOTALL)
    return {unescape(question): unescape(answer) for question, answer in found}


def rules(at: Evening, who: Visitor) -> str:
    """The address that the menu of somebody at the table leads to."""
    drawer = who.open("GET", f"/t/{at.code}/panel", None, {"Open-Drawers": "rules"}).text
    (address,) = re.findall(r'href="(/rules/[^"]*)"', drawer)
    return unescape(address)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_menu_leads_to_questions_answered_for_as_many_as_play_at_the_table(tmp_path: Path, game: Game) -> None:
    players = min(game.players[1], 6)
    at = evening(House(tmp_path), game, 1, players)
    at.start()
    assert f"For {players} players, and as your table plays." in at.host.get(rules(at, at.host)).text
    assert "as your table plays" not in at.host.get(f"/rules/{game.key}").text


def test_questions_at_a_table_are_answered_by_what_it_chose_also_when_they_are_searched(tmp_path: Path) -> None:
    """The example: where nobody is right, whoever is nearest gets 1 point, unless the table chose that nobody does."""
    asked, nearest, nobody = "Nobody was right. Who scores?", "Whoever is nearest gets 1 point", "Nobody: your table"
    at = evening(House(tmp_path), EXAMPLE, 1, 3)
    at.did(at.host, "decide", key="nearest", value="none")
    at.start()
    address = rules(at, at.people["Ben"])
    page = at.host.get(address).text
    assert answers(page)[asked].startswith(nobody)
    assert answers(at.host.get(f"{address}&q=closest").text)[asked].startswith(nobody)
    form = page.split('role="search"')[1].split("</form>")[0]
    assert 'name="nearest" value="none"' in form
    assert 'name="players" value="3"' in form
    assert answers(at.host.get("/rules/example").text)[asked].startswith(nearest), (
        "and elsewhere nothing of it is known"
    )


@pytest.mark.parametrize("odd", ["players=9", "players=x", "players=", "players=-1", "nearest=maybe", "rounds=%ff"])
def test_an_address_that_tells_what_cannot_be_is_answered_all_the_same(tmp_path: Path, odd: str) -> None:
    """The example is for two to eight players."""
    page = House(tmp_path).app.test_client().get(f"/rules/example?{odd}")
    assert page.status_code == 200
    assert "as your table plays" not in page.text
    assert answers(page.text)["Nobody was right. Who scores?"].startswith("Whoever is nearest gets 1 point")
