"""A phone that is passed round has one main button: what is asked of its holder, and only then to pass it on."""

from __future__ import annotations

from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from companion.game import Game
from companion.games import GAMES
from companion.secrecy import seen_by
from tests.evenings import House, Visitor, evening, fixed_chance

MOVES = 40
PASSES = ("Pass to", "Pass on to", "Pass back to", "Done: pass back to")


def in_sight(node: LexborNode) -> bool:
    """Whether nothing around it is folded or hidden. A message that was read is a bar: no main button."""
    outer = node.parent
    if outer is None:
        return True
    folded = outer.tag == "details" and "open" not in outer.attributes and node.tag != "summary"
    read = {"message", "read"} <= set((outer.attributes.get("class") or "").split())
    return not (folded or read or "hidden" in outer.attributes) and in_sight(outer)


def buttons(page: str, kind: str) -> list[str]:
    found = LexborHTMLParser(page).css(f"#panel .game .btn{kind}")
    return [" ".join(node.text(separator=" ").split()) for node in found if in_sight(node)]


def passing(words: list[str]) -> list[str]:
    return [one for one in words if any(way in one for way in PASSES)]


@pytest.mark.parametrize("game", [game for game in GAMES if game.passed_round], ids=lambda game: game.key)
def test_a_phone_that_is_passed_round_has_one_main_button_which_passes_it_on_once_nothing_is_asked_of_its_holder(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_chance(monkeypatch, 1)
    at = evening(House(tmp_path), game, 1, 4)
    wrong = set[tuple[str, ...]]()
    met = set[tuple[bool, bool]]()

    def looks(who: Visitor) -> None:
        seen, page = seen_by(at.table, who.device, at=at.house.now), who.get(f"/t/{at.code}").text
        if seen.stage != "play" or seen.now is None:
            return
        met.add((seen.passed, seen.now.asked))
        main, ways = buttons(page, ":not(.quiet):not(.small)"), passing(buttons(page, ""))
        if len(main) > 1 or (seen.now.asked and passing(main)) or len(ways) != len(set(ways)):
            wrong.add((who.name, str(seen.now.title and seen.now.title.message), *main, *ways))

    ben = at.people["Ben"]
    for _ in at.moments(MOVES):
        looks(ben)
        if at.message(ben).status_code == 200:
            looks(ben)
        if at.table.stage == "play" and ben.device not in at.table.passed_to:
            at.did(ben, "hand", seat=at.table.seats[-1].number)
            looks(ben)
            if at.message(ben).status_code == 200:
                looks(ben)
            at.did(ben, "hand-back")
    assert met >= {(False, True), (False, False), (True, True), (True, False)}
    assert sorted(wrong) == []
