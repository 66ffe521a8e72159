"""What people install: the wheel carries all it needs, and runs from anywhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from companion import __version__
from tests.require import missing
from tests.running import ROOT, Companion, free_port

INSTALLS = 100
"""Seconds after which a test gives up on what may have to fetch things from an index."""


def run(*command: str | Path, cwd: Path, **around: str) -> str:
    env = {**os.environ, **around}
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=INSTALLS)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source archive as an index would get it, with the tools already installed."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_carries_every_template_and_static_file(wheel: Path) -> None:
    carried = set(zipfile.ZipFile(wheel).namelist())
    ours = [kept for room in ("templates", "static") for kept in (ROOT / room).rglob("*") if kept.is_file()]
    assert len(ours) > 5
    assert {f"companion/{kept.relative_to(ROOT).as_posix()}" for kept in ours} <= carried


def test_the_wheel_carries_no_test(wheel: Path) -> None:
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if "test" in name]


def test_installed_in_a_clean_environment_it_serves_from_another_folder(wheel: Path, tmp_path: Path) -> None:
    clean = tmp_path / "clean"
    venv.create(clean, with_pip=True)
    scripts = Path(sysconfig.get_path("scripts", "venv", {"base": str(clean)}))
    run(scripts / "python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    held = sum(kept.stat().st_blocks * 512 for kept in clean.rglob("*") if not kept.is_symlink())
    assert held <= 65 * 2**20, f"{held / 2**20:.1f} MB, pip and all"
    with Companion(
        *["--port", str(free_port()), "--no-qr"],
        data=tmp_path / "evenings",
        command=[str(scripts / "companion")],
        cwd=tmp_path,
    ) as companion:
        page = companion.get("/").decode()
        assert "<html" in page
        asked = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
        assert asked
        for address in asked:
            assert companion.get(address), address
        assert companion.stop() == 0


@pytest.mark.parametrize("tool", ["pipx", "uvx"])
def test_whoever_has_a_tool_that_installs_programs_needs_no_environment(tool: str, wheel: Path, tmp_path: Path) -> None:
    found = shutil.which(tool)
    if found is None:
        missing(tool, f"there is no {tool}")
    homes = {
        "PIPX_HOME": str(tmp_path / "home"),
        "PIPX_BIN_DIR": str(tmp_path / "bin"),
        "UV_CACHE_DIR": str(tmp_path / "kept"),
    }
    if tool == "pipx":
        run(found, "install", wheel, cwd=tmp_path, **homes)
        said = run(tmp_path / "bin" / "companion", "--version", cwd=tmp_path)
    else:
        said = run(found, "--from", wheel, "companion", "--version", cwd=tmp_path, **homes)
    assert said == f"companion {__version__}\n"
