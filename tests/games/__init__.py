"""Each game's own tests, and what the general ones hold it to: `tests/games/<key>/promises.py`."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def promises(key: str) -> ModuleType:
    """What was typed by hand for the game of that key."""
    return import_module(f"tests.games.{key}.promises")
