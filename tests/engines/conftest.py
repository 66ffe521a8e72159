"""The engines that the suite drives, and a phone of each. A further one is one line in `ENGINES`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.engines import chromium, firefox, old_chromium, webkit
from tests.engines.handset import Engine, Handset

ENGINES = (
    Engine("chromium", "browser", "Chromium", chromium.started),
    Engine("webkit", "webkit", "WebKitGTK", webkit.started),
    Engine("firefox", "firefox", "Firefox", firefox.started),
    Engine("chrome-68", "old", "Chrome 68", lambda _: old_chromium.started("68")),
    Engine("chrome-79", "old", "Chrome 79", lambda _: old_chromium.started("79")),
)
OLD = [engine for engine in ENGINES if engine.need == "old"]
"""Those that cannot run htmx, the oldest first."""


@pytest.fixture(scope="session", params=ENGINES, ids=lambda engine: engine.name)
def phones(request: pytest.FixtureRequest) -> Iterator[Callable[[], Handset]]:
    """Makes phones of an engine, which is started once."""
    with request.param.started(request) as phones:
        yield phones


@pytest.fixture
def handset(phones: Callable[[], Handset]) -> Iterator[Handset]:
    """A new phone of each engine in turn."""
    one = phones()
    yield one
    one.close()
