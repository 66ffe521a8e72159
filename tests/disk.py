"""A small disk of a test's own, to be filled to the brim: a file system in memory that nobody else sees."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.require import missing
from tests.running import PATIENCE, ROOT, wait

MEGABYTES = 2


class Disk:
    """Mounted at `folder` for itself and for whoever is started by its `command`. Use it in a `with`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        unshare, nsenter = map(shutil.which, ("unshare", "nsenter"))
        if unshare is None or nsenter is None:
            missing("mount", "there is no unshare and nsenter (Debian: apt install util-linux)")
        folder.mkdir()
        mount = (unshare, "--mount", "sh", "-c", f'mount -t tmpfs -o size={MEGABYTES}m companion "$0" && exec "$@"')
        tried = subprocess.run((*mount, str(folder), "true"), capture_output=True, timeout=PATIENCE)
        if tried.returncode:
            missing("mount", f"no disk can be mounted for a test alone ({tried.stderr.decode().strip()})")
        self._keeper = subprocess.Popen((*mount, str(folder), "sleep", "600"))
        wait(lambda: self.inside.stat().st_dev != folder.stat().st_dev)
        there = (nsenter, f"--mount=/proc/{self._keeper.pid}/ns/mnt", "sh", "-c", 'cd "$0" && exec "$@"', str(ROOT))
        self.command = (*there, sys.executable, "-m", "companion")

    @property
    def inside(self) -> Path:
        """The folder as those see it who see the disk."""
        return Path(f"/proc/{self._keeper.pid}/root{self.folder}")

    def fill(self) -> None:
        """To the last byte."""
        with (self.inside / "ballast").open("wb", buffering=0) as ballast:
            for _ in range(MEGABYTES * 1024 + 1):
                try:
                    ballast.write(bytes(1024))
                except OSError:
                    return
        raise AssertionError("there is no end of the disk")

    def make_room(self) -> None:
        (self.inside / "ballast").unlink()

    def __enter__(self) -> Disk:
        return self

    def __exit__(self, *_: object) -> None:
        self._keeper.kill()
        self._keeper.wait(PATIENCE)
