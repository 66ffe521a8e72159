"""Evenings recorded with earlier versions replay to the same tables: an upgrade strands nobody.

`python -m tests.test_recorded` records one for each game that has none. A change of a game's rules that replays one
differently raises that game's edition; its recording then stays, and has to come back held, not different.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest

from companion.console import read, written
from companion.fold import replay
from companion.game import Result
from companion.games import GAMES, find_game
from companion.secrecy import messages_for, seen_by
from companion.table import Table
from companion.words import Text
from tests.evenings import House, evening

FOLDER = Path(__file__).parent / "recorded"
RECORDED = sorted(FOLDER.glob("*.json"))
MOVES = 60


def facts(table: Table) -> dict[str, Any]:
    """What everybody may know of a table, and a mark of all that is kept of it, secrets included."""
    wall = seen_by(table, "", wall=True)
    return {
        "version": table.version,
        "stage": wall.stage,
        "held": wall.held,
        "seats": [[seat.number, seat.name, seat.out, seat.passed] for seat in wall.seats],
        "log": [[str(line.who), *_told(line.text)] for line in wall.log],
        "result": None if wall.result is None else _places(wall.result),
        "evening": [[game.key, *_places(result)] for game, _, result in wall.evening],
        "messages": _marks(table),
    }


def _places(result: Result) -> list[tuple[int, int]]:
    """Who came where; of teams those that won are first, and the others second."""
    teams = {seat: 1 if team.won else 2 for team in result.teams for seat in team.seats}
    return sorted({**result.places, **teams}.items())


def _marks(table: Table) -> list[str]:
    texts = [[_told(message.text) for message in messages_for(table, seat.device)] for seat in table.seats]
    return [hashlib.blake2s(repr(text).encode(), digest_size=6).hexdigest() for text in texts]


def _told(text: Text) -> list[str]:
    """What a sentence tells, whatever its wording: the values in it. Who acted is compared beside it."""
    told = []
    for name, value in sorted(text.values.items()):
        if name != "player":
            told += _told(value) if isinstance(value, Text) else [str(value)]
    return told


def as_json(found: object) -> Any:
    """As it comes back from a file."""
    return json.loads(json.dumps(found))


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_a_recorded_evening_replays_to_the_same_table(file: Path) -> None:
    code, entries = read(file.read_text("utf-8"))
    known = json.loads(file.with_suffix(".facts").read_text("utf-8"))
    for moment in known:
        found = as_json(facts(replay(code, entries[: moment["version"]])))
        if found["held"] and not moment["held"]:
            key, _, edition = file.stem.partition("-")
            game = find_game(key)
            assert game is not None
            assert game.edition > int(edition)
        else:
            assert found == moment, f"the edition of {file.stem} has to be raised"


def test_every_game_has_a_recorded_evening() -> None:
    assert {file.stem.partition("-")[0] for file in RECORDED} >= {game.key for game in GAMES}


def record(key: str) -> None:
    """Plays an evening of that game and keeps it with what everybody may know at every tenth move."""
    game = find_game(key)
    assert game is not None
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        at = evening(house, game, 1, min(game.players[1], 4))
        for _ in at.moments(MOVES):
            house.now += 20_000
        entries = house.keeper.store.read(at.code)
        house.keeper.store.close()
    moments = [*range(10, len(entries), 10), len(entries)]
    FOLDER.mkdir(exist_ok=True)
    file = FOLDER / f"{key}-{game.edition}.json"
    file.write_text(written(at.code, entries), "utf-8")
    known = [facts(replay(at.code, entries[:n])) for n in moments]
    lines = ",\n".join(json.dumps(moment, ensure_ascii=False) for moment in known)
    file.with_suffix(".facts").write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    for each in GAMES:
        if not (FOLDER / f"{each.key}-{each.edition}.json").exists():
            record(each.key)
