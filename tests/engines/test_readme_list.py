"""The README names the browsers that the suite drives, by the versions that ran, and no other."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests import require
from tests.engines.conftest import ENGINES
from tests.engines.handset import Engine, Handset
from tests.running import ROOT


def listed(readme: str) -> dict[str, str]:
    """Each browser of the list, with its version where it has one: `**Firefox 153**` and the like."""
    (part,) = re.findall(r"^## Browsers\n(.*?)^## ", readme, re.MULTILINE | re.DOTALL)
    found = re.findall(r"^- \*\*(\D+?)(?: ([\d.]+))?\*\*", part, re.MULTILINE)
    return {f"{name} {version}".strip(): version for name, version in found}


README = (ROOT / "README.md").read_text("utf-8")


def told(engine: Engine) -> list[str]:
    """What the list has for that engine."""
    return [name for name in listed(README) if re.fullmatch(rf"{re.escape(engine.readme)}( [\d.]+)?", name)]


def numbers(version: str) -> list[int]:
    return [int(number) for number in version.split(".")]


def is_older(claimed: str, ran: str) -> bool:
    """As far as it is said: 2.50 is no older than 2.50.6."""
    return numbers(claimed) < numbers(ran)[: len(numbers(claimed))]


def test_the_readme_lists_each_browser_that_is_driven_once_and_no_other() -> None:
    assert sorted(listed(README)) == sorted(name for engine in ENGINES for name in told(engine))
    assert [len(told(engine)) for engine in ENGINES] == [1] * len(ENGINES)


def test_the_readme_claims_no_older_version_than_ran_where_the_whole_proof_runs(
    phones: Callable[[], Handset], request: pytest.FixtureRequest
) -> None:
    """Elsewhere a newer browser proves nothing about what the README says."""
    engine = request.node.callspec.params["phones"]
    handset = phones()
    ran = handset.version()
    handset.close()
    (claimed,) = [listed(README)[name] for name in told(engine)]
    older = bool(claimed) and is_older(claimed, ran)
    assert not (older and require.is_required(engine.need)), f"{engine.readme} {ran} ran, and {claimed} is claimed"


def test_an_older_version_and_a_browser_that_is_not_driven_are_noticed() -> None:
    assert listed("## Browsers\n- **Safari 13**, all\n- **Chromium**\n## Next") == {"Safari 13": "13", "Chromium": ""}
    assert is_older("2.48", "2.50.6")
    assert is_older("68", "79.0.3945")
    assert not is_older("2.50", "2.50.6")
    assert not is_older("153", "153.8.0")
