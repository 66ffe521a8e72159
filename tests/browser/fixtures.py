"""Real browsers at a real server, on the address other machines would use: localhost would hide what phones meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests import require
from tests.browser.phone import FLAGS, PATIENCE, Phone
from tests.running import Companion, free_port
from tests.served import COMMAND
from tests.wire import Wire


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = require.chromium()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def companion(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    """A server for all tests, each of which opens its own tables."""
    folder = tmp_path_factory.mktemp("evenings")
    with Companion("--port", str(free_port()), "--no-qr", data=folder, command=COMMAND) as companion:
        if "open:" not in companion.said:
            require.missing("browser", "this machine has no address that another one could open")
        yield companion


@pytest.fixture
def wire(companion: Companion) -> Iterator[Wire]:
    """A line to `companion` that can die."""
    with Wire(companion) as wire:
        yield wire


@pytest.fixture
def own_companion(tmp_path: Path) -> Iterator[tuple[Companion, list[str]]]:
    """A server of this test's own, to be killed and started again, and the flags that start it again."""
    flags = ["--port", str(free_port()), "--no-qr"]
    with Companion(*flags, data=tmp_path, command=COMMAND) as companion:
        if "open:" not in companion.said:
            require.missing("browser", "this machine has no address that another one could open")
        yield companion, flags


@pytest.fixture
def phone(chromium: Browser, companion: Companion) -> Iterator[Callable[..., Phone]]:
    """Makes phones at `companion`, as many as a test calls for; each is judged when the test ends."""
    phones: list[Phone] = []

    def another(**wishes: object) -> Phone:
        phones.append(Phone(chromium, companion.address, **wishes))  # type: ignore[arg-type]
        return phones[-1]

    yield another
    for each in phones:
        each.judge()
