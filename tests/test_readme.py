"""What the README says to type is what proves the tree."""

from __future__ import annotations

from tests.running import ROOT


def typed_in_readme() -> list[str]:
    return [line.strip() for line in (ROOT / "README.md").read_text("utf-8").splitlines() if line.startswith("    ")]


def test_the_readme_opens_with_a_command_that_runs_it_and_one_that_tests_it() -> None:
    run, test = typed_in_readme()[:2]
    assert run.endswith(".venv/bin/pip install . && .venv/bin/companion")
    assert "pytest" in test


def test_the_whole_proof_uses_the_readmes_own_test_command() -> None:
    assert "grep -m1 pytest README.md" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_the_proxy_of_the_readme_squeezes_nothing_itself() -> None:  # the size of a message would tell what it says
    assert "gzip off;" in typed_in_readme()


def test_the_readmes_service_outlasts_a_database_that_is_away() -> None:
    (pause,) = [int(line[11:]) for line in typed_in_readme() if line.startswith("RestartSec=")]
    assert 5 * pause > 10  # systemd gives up after five starts within ten seconds, unless told otherwise
