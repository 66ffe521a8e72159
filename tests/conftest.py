"""What every test shares."""

from __future__ import annotations

import os
import threading
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from werkzeug.serving import make_server
from werkzeug.test import TestResponse
from xdist.remote import Producer
from xdist.scheduler import WorkStealingScheduling

from companion.game import Act
from companion.words import Text
from tests.browser.fixtures import chromium, companion, own_companion, phone, wire
from tests.browser.phone import Phone
from tests.evenings import Evening, House, evening, fixed_chance
from tests.games import DEALS
from tests.postgres import Postgres
from tests.reading import as_read
from tests.running import PATIENCE

__all__ = ["chromium", "companion", "own_companion", "phone", "wire"]
"""For whatever test drives a browser, also in a game's own folder."""

settings.register_profile("unhurried", deadline=None)  # a busy machine is no fault of the rules
settings.load_profile("unhurried")
TestResponse.text = property(lambda answer: as_read(answer.get_data(as_text=True)))  # type: ignore[assignment]


@pytest.fixture(autouse=True, scope="session")
def lines_of_the_log_are_whole_sentences() -> Iterator[None]:
    """Whatever a test plays: a line that begins in the middle, as half a sentence does, fails it."""

    def whole(line: Text) -> Text:
        assert not line.message[:1].islower(), f"half a sentence for the log: {line.message}"
        return line

    tell, note, announce = Act.tell, Act.note, Act.announce
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Act, "tell", lambda act, line: tell(act, whole(line)))
        patch.setattr(Act, "note", lambda act, line: note(act, whole(line)))
        patch.setattr(Act, "announce", lambda act, line, notice=None: announce(act, whole(line), notice))
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of our own, for all tests that want one."""
    with Postgres() as server:
        yield server


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """A server's inside with a folder of its own, where chance goes the same way each time."""
    fixed_chance(monkeypatch, 13)
    return House(tmp_path)


@pytest.fixture
def at(house: House) -> Evening:
    """Ana hosts; Ben shares his phone with Dov; Cleo has her own. A game that deals a message lies on the
    table, in the lobby."""
    return evening(house, DEALS, 1, 4)


@pytest.fixture
def served(house: House) -> Iterator[int]:
    """The house on a real socket; its port."""
    server = make_server("127.0.0.1", 0, house.app, threaded=True)
    serving = threading.Thread(target=server.serve_forever, daemon=True)
    serving.start()
    yield server.port
    server.shutdown()
    serving.join(PATIENCE)
    server.server_close()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> WorkStealingScheduling:
    """Whoever is done takes half of what the slowest has left: the long tests stand together, in a few folders."""
    return WorkStealingScheduling(config, log)


@pytest.hookimpl(optionalhook=True, wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Half as many again as there are cores, unless it is said otherwise: a test in a browser waits for other work."""
    cores = yield
    return cores if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else cores * 3 // 2


def in_browser(item: pytest.Item) -> bool:
    return "chromium" in getattr(item, "fixturenames", ()) or item.path.parent.name == "browser"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if in_browser(item):
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that failed says what its phones showed then: on a busy machine it may not fail a second time."""
    report = yield
    if in_browser(item):
        if report.failed and call.when != "teardown":
            for n, each in enumerate(Phone.in_use, 1):
                report.sections.append((f"phone {n}", each.shows()))
        if call.when == "teardown":
            Phone.in_use.clear()
    return report
