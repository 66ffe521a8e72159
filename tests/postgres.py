"""A real PostgreSQL for tests: made in a folder of its own, on a free port, started and stopped as a test likes."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

from tests.require import missing
from tests.running import PATIENCE, free_port

STARTS = 60
"""Seconds after which a test gives up on one that is made, started or stopped."""
DEBIAN = Path("/usr/lib/postgresql")


def programs() -> Path:
    """The folder of the newest PostgreSQL server here, or of the one named by `POSTGRES_BIN`."""
    named = os.environ.get("POSTGRES_BIN")
    found = [Path(named)] if named else sorted(DEBIAN.glob("*/bin"), key=lambda path: int(path.parent.name))
    if not found or not (found[-1] / "initdb").exists():
        missing("postgres", "there is no server (Debian: apt install postgresql; elsewhere set POSTGRES_BIN)")
    return found[-1]


def asked(address: str) -> psycopg.Connection[Any]:
    """A line to that database on which nothing is waited for without end, nor what others hold locked."""
    patience = f"-c statement_timeout={PATIENCE}s"
    return psycopg.connect(address, autocommit=True, connect_timeout=PATIENCE, options=patience)


class Postgres:
    """One server with its databases. Use it in a `with`; `stop` and `start` as often as wanted in between."""

    def __init__(self) -> None:
        self._bin = programs()
        self._folder = Path(tempfile.mkdtemp(prefix="companion-postgres-"))
        self._as = ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ()
        if self._as:
            shutil.chown(self._folder, "postgres")
        self.port = free_port()
        try:
            self._run("initdb", "-D", str(self._folder / "data"), "-U", "postgres", "-A", "trust", "--no-sync")
            self.start()
        except BaseException:
            self.__exit__()
            raise

    def start(self) -> None:
        flags = f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self._folder}"
        self._run(
            "pg_ctl", "-D", str(self._folder / "data"), "-l", str(self._folder / "log"), "-w", "-o", flags, "start"
        )

    def stop(self) -> None:
        """At once: whoever is connected is thrown out."""
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-m", "immediate", "-w", "stop")

    def new_database(self, name: str) -> str:
        """The address of a new, empty database."""
        with asked(self._address("postgres")) as db:
            db.execute(f'CREATE DATABASE "{name}"')
        return self._address(name)

    def _address(self, name: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def _run(self, program: str, *flags: str) -> None:
        command = (*self._as, str(self._bin / program), *flags)
        none = subprocess.DEVNULL
        subprocess.run(command, check=True, cwd="/", timeout=STARTS, stdin=none, stdout=none)

    def __enter__(self) -> Postgres:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(subprocess.SubprocessError):  # it may have been stopped already
            self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)
