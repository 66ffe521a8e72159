"""What the README says to type is what proves the tree, and its links lead somewhere."""

from __future__ import annotations

import re

import pytest

from tests.running import ROOT

HOSTING = "companion/web/README.md"


def typed_in(page: str) -> list[str]:
    return [line.strip() for line in (ROOT / page).read_text("utf-8").splitlines() if line.startswith("    ")]


def test_the_readme_opens_with_a_command_that_runs_it_and_one_that_tests_it() -> None:
    run, test = typed_in("README.md")[:2]
    assert run.endswith(".venv/bin/pip install . && .venv/bin/companion")
    assert "pytest" in test


def test_the_whole_proof_uses_the_readmes_own_test_command() -> None:
    assert "grep -m1 pytest README.md" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_the_proxy_of_our_page_on_hosting_squeezes_nothing_itself() -> (
    None
):  # the size of a message would tell what it says
    assert "gzip off;" in typed_in(HOSTING)


def test_the_service_of_that_page_outlasts_a_database_that_is_away() -> None:
    (pause,) = [int(line[11:]) for line in typed_in(HOSTING) if line.startswith("RestartSec=")]
    assert 5 * pause > 10  # systemd gives up after five starts within ten seconds, unless told otherwise


@pytest.mark.parametrize("page", ["README.md", "companion/README.md", HOSTING, "companion/games/README.md"])
def test_every_link_of_a_page_leads_to_a_file(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    for link in re.findall(r"\]\(([^)#:]+)[^)]*\)", text):
        assert ((ROOT / page).parent / link).exists(), link
    if page == "README.md":
        for other in ("companion/README.md", HOSTING, "companion/games/README.md"):
            assert f"({other})" in text


@pytest.mark.parametrize(("page", "folder"), [("companion/README.md", "companion"), (HOSTING, "companion/web")])
def test_every_file_of_a_folder_stands_in_the_table_of_its_page(page: str, folder: str) -> None:
    rows = [line for line in (ROOT / page).read_text("utf-8").splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`([\w/]+\.py)`", row.split(" | ")[0])}
    there = {path.name for path in (ROOT / folder).glob("*.py")} - {"__init__.py"}
    assert {name for name in named if "/" not in name} == there
