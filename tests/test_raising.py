"""What reads from the source which function raises what would notice one that does not say so."""

from __future__ import annotations

import ast

import pytest

from tests.raising import raised_by


@pytest.mark.parametrize(
    ("body", "raised"),
    [
        ("raise Refused(say('no'))", {"Refused"}),
        ("if x:\n        raise game.Stale", {"Stale"}),
        ("try:\n        raise Refused('no')\n    except Refused:\n        return 1", set()),
        ("try:\n        go()\n    except Refused as no:\n        raise StoreDown from no", {"StoreDown"}),
        ("def within():\n        raise Refused\n    return within", set()),
        ("raise AssertionError", set()),
        ("raise", set()),
    ],
)
def test_what_a_function_raises_is_read_from_its_own_body(body: str, raised: set[str]) -> None:
    (function,) = ast.parse(f"def f():\n    {body}\n").body
    assert isinstance(function, ast.FunctionDef)
    assert raised_by(function) == raised
