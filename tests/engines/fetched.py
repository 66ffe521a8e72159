"""What tests fetch with the npm client, once, into a cache outside of the repository: old browsers, and checkers."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from tests import require

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "companion-tests"
PATIENCE = 300
"""Seconds for one fetching: a bound for a broken line, and no promise."""
UNPACK = "const fs = require('fs'), [from, to] = process.argv.slice(1); \
fs.writeFileSync(to, require('zlib').brotliDecompressSync(fs.readFileSync(from)), {mode: 0o755});"


def packages(need: str, kept: str, wanted: dict[str, str], then: Callable[[Path], None] = lambda folder: None) -> Path:
    """The folder of the cache, called `kept`, with these packages at these versions, made by the first test that asks.
    What was made by `then` is there, too. Without npm, or a line to what it fetches from, `need` is missing."""
    if not (npm := shutil.which("npm")) or not shutil.which("node"):
        require.missing(need, "there is no npm (Debian: apt install nodejs npm)")
    folder, asked = CACHE / kept, json.dumps({"dependencies": wanted, "private": True}, indent=1)
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / f"{kept}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the tests run in several processes
        whole = folder / "whole.json"  # written last: a fetching that was cut short is begun anew
        if not whole.exists() or whole.read_text() != asked:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            (folder / "package.json").write_text(asked)
            quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
            got = subprocess.run([npm, "install", *quiet], cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
            if got.returncode:
                require.missing(need, f"npm could not fetch {', '.join(wanted)}: {got.stderr.strip()[-300:]}")
            then(folder)
            whole.write_text(asked)
    return folder


def unpacked(packed: Path, to: Path) -> None:
    """A program that lies packed in a package, as one that runs."""
    subprocess.run(["node", "-e", UNPACK, packed, to], check=True, timeout=PATIENCE)
