"""What every test shares."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.postgres import Postgres

settings.register_profile("unhurried", deadline=None)  # a busy machine is no fault of the rules
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of our own, for all tests that want one."""
    with Postgres() as server:
        yield server
