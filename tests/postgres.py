"""A real PostgreSQL for tests: made in a folder of its own, on a free port, started and stopped as a test likes."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg

from tests.require import missing
from tests.running import free_port

DEBIAN = Path("/usr/lib/postgresql")


def programs() -> Path:
    """The folder of the newest PostgreSQL server here, or of the one named by `POSTGRES_BIN`."""
    named = os.environ.get("POSTGRES_BIN")
    found = [Path(named)] if named else sorted(DEBIAN.glob("*/bin"), key=lambda path: int(path.parent.name))
    if not found or not (found[-1] / "initdb").exists():
        missing("postgres", "there is no server (Debian: apt install postgresql; elsewhere set POSTGRES_BIN)")
    return found[-1]


class Postgres:
    """One server with its databases. Use it in a `with`; `stop` and `start` as often as wanted in between."""

    def __init__(self) -> None:
        self._bin = programs()
        self._folder = Path(tempfile.mkdtemp(prefix="companion-postgres-"))
        self._as = ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ()
        if self._as:
            shutil.chown(self._folder, "postgres")
        self.port = free_port()
        self._run("initdb", "-D", str(self._folder / "data"), "-U", "postgres", "-A", "trust", "--no-sync")
        self.start()

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
        with psycopg.connect(self._address("postgres"), autocommit=True) as db:
            db.execute(f'CREATE DATABASE "{name}"')
        return self._address(name)

    def _address(self, name: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def _run(self, program: str, *flags: str) -> None:
        command = (*self._as, str(self._bin / program), *flags)
        subprocess.run(command, check=True, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=60)

    def __enter__(self) -> Postgres:
        return self

    def __exit__(self, *_: object) -> None:
        subprocess.run(
            (*self._as, str(self._bin / "pg_ctl"), "-D", str(self._folder / "data"), "-m", "immediate", "-w", "stop"),
            cwd="/",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=60,
            check=False,
        )
        shutil.rmtree(self._folder, ignore_errors=True)
