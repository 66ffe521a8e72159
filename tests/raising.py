"""Which public functions raise what their docstrings do not say: read from the source, one line for each."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.running import ROOT

NOT_SAID = frozenset({"AssertionError", "NotImplementedError", "AttributeError", "TypeError"})
"""What says that our own code is wrong."""


def raised_by(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """The names of what the body itself raises, functions within it left out."""
    found, todo = set[str](), list[ast.AST](function.body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            continue
        if isinstance(node, ast.Try):  # what is caught right here is not raised
            inner = ast.FunctionDef("", ast.arguments([], [], None, [], [], None, []), node.body, [])
            caught = {
                n.id
                for handler in node.handlers
                if handler.type
                for n in ast.walk(handler.type)
                if isinstance(n, ast.Name)
            }
            found |= raised_by(inner) - caught
            todo += [*(line for handler in node.handlers for line in handler.body), *node.orelse, *node.finalbody]
            continue
        if isinstance(node, ast.Raise) and node.exc is not None:
            what = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            if isinstance(what, ast.Name | ast.Attribute):
                found.add(what.id if isinstance(what, ast.Name) else what.attr)
        todo += ast.iter_child_nodes(node)
    return {name for name in found - NOT_SAID if name[:1].isupper()}


def silent(module: Path) -> Iterator[str]:
    """Where, and what: for each public function or method of a module."""
    todo: list[ast.AST] = [ast.parse(module.read_text("utf-8"))]
    while todo:
        for node in ast.iter_child_nodes(todo.pop()):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                todo.append(node)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
                said = ast.get_docstring(node) or ""
                for name in sorted(raised_by(node)):
                    if said and name not in said:
                        yield f"{module.relative_to(ROOT)}:{node.lineno} {node.name} raises {name}"


def everywhere() -> list[str]:
    """All of them."""
    return [line for module in sorted((ROOT / "companion").rglob("*.py")) for line in silent(module)]


if __name__ == "__main__":
    print("\n".join(everywhere()))
