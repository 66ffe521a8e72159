"""What people install: the wheel carries all it needs, and runs from anywhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from companion import __version__
from tests.require import missing
from tests.running import PATIENCE, ROOT, Companion, free_port

INSTALLS = 100
"""Seconds after which a test gives up on what may have to fetch things from an index."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PYTHONS = [found[1] for kind in PROJECT["classifiers"] if (found := re.fullmatch(r".* Python :: (3\.\d+)", kind))]
"""Those that the package says it is for."""


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


def a_python(version: str) -> str:
    """The Python of that version: the one that runs this test, or one on the path, or one that pyenv keeps."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    named = [sys.executable, shutil.which(f"python{version}"), *map(str, sorted(pyenv.glob(f"{version}.*/bin/python")))]
    found = next((each for each in named if each and _is_whole(each, version)), None)
    if found is None:
        missing(f"python{version}", f"there is no whole Python {version}, neither on the path nor of pyenv")
    return found


def _is_whole(python: str, version: str) -> bool:
    """Whether it is of that version: pyenv's names on the path may lead nowhere, and Debian's may lack parts."""
    asks = "import ensurepip, sys, venv; print('%s.%s' % sys.version_info[:2])"
    answer = subprocess.run([python, "-c", asks], capture_output=True, text=True, timeout=PATIENCE)
    return answer.stdout.strip() == version


@pytest.mark.parametrize("python", PYTHONS)
def test_installed_in_a_clean_environment_it_serves_from_another_folder(
    python: str, wheel: Path, tmp_path: Path
) -> None:
    clean = tmp_path / "clean"
    run(a_python(python), "-m", "venv", clean, cwd=tmp_path)
    scripts = clean / ("Scripts" if sys.platform == "win32" else "bin")
    run(scripts / "python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    held = sum(kept.stat().st_blocks * 512 for kept in clean.rglob("*") if not kept.is_symlink())
    assert held <= 65 * 2**20, f"{held / 2**20:.1f} MB, pip and all"
    with Companion(
        *["--port", str(free_port()), "--no-qr"],
        data=tmp_path / "evenings",
        command=[str(scripts / "companion")],
        cwd=tmp_path,
        environ={"PYTHONWARNINGS": "default"},
    ) as companion:
        page = companion.get("/").decode()
        assert "<html" in page
        asked = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
        assert asked
        for address in asked:
            assert companion.get(address), address
        assert companion.stop() == 0
        assert companion.complained == ""


def test_the_pythons_it_is_for_are_those_the_readme_names() -> None:
    *most, last = PYTHONS
    readme = (ROOT / "README.md").read_text("utf-8")
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"
    assert f"You need Python {', '.join(most)} or {last} " in readme


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
