"""No test outside a game's own folder knows that game: what one needs to know of it the game's `promises.py` says."""

from __future__ import annotations

import re

import pytest

from companion.games import GAMES, example
from tests.running import ROOT

TESTS = ROOT / "tests"
NAMES = [name for game in GAMES if game is not example.GAME for name in (game.key, str(game.title))]
NAMED = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in NAMES))

STILL = frozenset(
    {
        "bench/crowd.py",
        "bench/first_visit.py",
        "bench/growth.py",
        "bench/kill.py",
        "bench/machines.py",
        "bench/start.py",
        "bench/taps.py",
        "browser/evenings.py",
        "browser/test_another_game.py",
        "browser/test_asked.py",
        "browser/test_back.py",
        "browser/test_evening.py",
        "browser/test_fields.py",
        "browser/test_keyboard.py",
        "browser/test_line.py",
        "browser/test_no_script.py",
        "browser/test_not_kept.py",
        "conftest.py",
        "games/test_sentences.py",
        "test_ballots.py",
        "test_budgets.py",
        "test_chance.py",
        "test_clock.py",
        "test_contract.py",
        "test_crowding.py",
        "test_evening_page.py",
        "test_fold.py",
        "test_games.py",
        "test_guard.py",
        "test_holds.py",
        "test_kept_choices.py",
        "test_home.py",
        "test_keeper.py",
        "test_moved.py",
        "test_moves.py",
        "test_notices.py",
        "test_now.py",
        "test_our_names.py",
        "test_panels.py",
        "test_receipts.py",
        "test_reveals.py",
        "test_routes.py",
        "test_seen.py",
        "test_sizes.py",
        "test_stale.py",
        "test_table_moves.py",
        "test_tables.py",
        "test_trust.py",
        "test_voice.py",
        "test_who_may.py",
        "test_words.py",
    }
)
"""What still names one, to be mended: it may only get shorter."""


def naming() -> set[str]:
    """The files outside games' own folders that have a game's key or title in them."""
    own = {TESTS / "games" / game.key for game in GAMES}
    files = [
        path for path in TESTS.rglob("*.py") if not own & set(path.parents) and path.name != "test_no_game_is_named.py"
    ]
    return {path.relative_to(TESTS).as_posix() for path in files if NAMED.search(path.read_text("utf-8"))}


def test_no_test_names_a_game_but_those_that_still_do() -> None:
    assert naming() == STILL


@pytest.mark.parametrize("said", ["scape_goat", "Scout", 'game="alcatraz"', "/rules/corporate"])
def test_a_name_is_noticed(said: str) -> None:
    assert NAMED.search(said)
