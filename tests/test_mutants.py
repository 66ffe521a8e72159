"""What the mutation run tries: each guard dropped, each bound moved, each flag turned, and never a mere word."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

from tests.mutation.mutants import mutants, names_at
from tests.mutation.run import functions_of, put_in_place


def tried(source: str) -> list[str]:
    """What is tried of that source; each is a change of it and leaves it as it was."""
    tree, changes = ast.parse(source), []
    for one in mutants(Path("it.py"), tree):
        assert one.code(tree) != compile(tree, "it.py", "exec")
        assert ast.unparse(tree) == ast.unparse(ast.parse(source))
        changes.append(one.name.removeprefix("it.py").removeprefix(" f").removeprefix(": ").removeprefix(" "))
    return changes


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        ("if a:\n        raise b", ["if a: -> if False: (was if a)", "if a: -> if not (a)", "raise b -> pass"]),
        ("return a < 3", ["a < 3 -> a <= 3", "a < 3 -> a >= 3", "3 -> 4"]),
        ("return a and b", ["a and b -> a or b", "a and b -> b", "a and b -> a"]),
        ("return not a", ["not a -> a"]),
        ("return a in b", ["a in b -> a not in b"]),
        ("a.b = True", ["a.b = True -> pass", "True -> False"]),
        ("return [x for x in a if x]", ["for x in a if x -> without if x"]),
        ("return a if b else c", ["a if b else c -> a", "a if b else c -> c"]),
        ("return replace(a, b=c)", ["b=c -> gone"]),
        ("return a(b=c)", ["b=c -> b=None"]),
        ("return {**a, b: c}", ["{**a, b: c} -> without **a", "{**a, b: c} -> without b"]),
        ("return (*a, b)", ["*a -> gone"]),
        ("a.tell(say('did it', n=2))", ["a.tell(say('did it', n=2)) -> pass", "2 -> 3"]),
        ("return a == 'host'", ["a == 'host' -> a != 'host'", "'host' -> 'XXhost'"]),
        ("b = Literal['host'], TypeVar('b', bound=a)", []),
        ("return f'{a + 1} left'", ["a + 1 -> a - 1", "1 -> 2"]),
        ("'''What it is for.'''", []),
    ],
)
def test_of_each_line_every_way_to_do_otherwise_is_tried_and_none_to_say_otherwise(
    line: str, changes: list[str]
) -> None:
    assert tried(f"def f(a):\n    {line}") == changes


def test_a_changed_function_does_otherwise_wherever_it_is_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "held_by_many.py"
    file.write_text(
        "class Seat:\n    @property\n    def n(self):\n        return (lambda: 1)()\n\n\ndef g():\n    return 1\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    held = importlib.import_module("held_by_many")
    g, tree = held.g, ast.parse(file.read_text())
    one, two = [change for change in mutants(file, tree) if change.name.endswith("1 -> 2")]
    functions = functions_of(file)
    put_in_place(functions, one.code(tree))
    assert (held.Seat().n, g()) == (2, 1)
    put_in_place(functions, two.code(tree))
    assert (held.Seat().n, g()) == (1, 2)


def test_a_call_of_the_class_above_is_dropped_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "with_one_above.py"
    file.write_text("class Held(list):\n    def append(self, one):\n        super().append(one)\n")
    monkeypatch.syspath_prepend(tmp_path)
    module, tree = importlib.import_module("with_one_above"), ast.parse(file.read_text())
    (dropped,) = [change for change in mutants(file, tree) if change.name.endswith("-> pass")]
    put_in_place(functions_of(file), dropped.code(tree))
    held = module.Held()
    held.append(1)
    assert held == []


def test_constants_and_defaults_are_tried_too_and_known_by_their_names() -> None:
    source = "MOST = 4\nclass Seat:\n    out: bool = False\ndef f(n=1): ...\nA, B = 2, 3"
    assert tried(source) == ["4 -> 5", "Seat: False -> True", "1 -> 2", "2 -> 3", "3 -> 4"]
    assert [names_at(ast.parse(source), line) for line in (1, 3, 4, 5)] == [["MOST"], ["out"], ["f"], ["A", "B"]]


def test_what_is_tried_twice_in_a_function_has_two_names_that_stay_when_lines_move() -> None:
    source = "def f(a):\n    return a + 1, a + 1"
    names = tried(source)
    assert names == ["a + 1 -> a - 1", "1 -> 2", "a + 1 -> a - 1 (2)", "1 -> 2 (2)"]
    assert tried(f"\n\n\n{source}") == names
