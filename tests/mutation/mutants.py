"""What is changed on purpose: guards dropped, bounds moved, flags turned, values forgotten; never what words say."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

BOUNDS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.Add, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
NAMES = {"any": "all", "all": "any", "min": "max", "max": "min"}
WORDS = ("say", "Text", "AssertionError", "TypeVar")
"""Calls whose strings are sentences or mere names: what they say is proofread, not proven."""


class Mutant(NamedTuple):
    """One change: in which function ("" for what runs on import, such as constants and defaults), from which line to
    which, what it is called, and the nodes that make it: `parent.field`, or the `place`th of it, is `new` instead."""

    path: Path
    function: str
    first: int
    last: int
    name: str
    parent: ast.AST
    field: str
    place: int | None
    new: ast.AST | None

    def code(self, tree: ast.Module) -> object:
        """The module compiled with this change alone."""
        holder = getattr(self.parent, self.field)
        if self.place is None:
            old = holder
            setattr(self.parent, self.field, self.new)
        else:
            old = holder[self.place]
            holder[self.place : self.place + 1] = [] if self.new is None else [self.new]
        try:
            return compile(ast.fix_missing_locations(tree), str(self.path), "exec", dont_inherit=True)
        finally:
            if self.place is None:
                setattr(self.parent, self.field, old)
            else:
                holder[self.place : self.place + (self.new is not None)] = [old]


def mutants(path: Path, tree: ast.Module) -> list[Mutant]:
    """Every mutant of a module, each with a name that stays when lines move."""
    found, names = list(_walk(path, tree, "", False)), dict[str, int]()
    for n, one in enumerate(found):
        times = names[one.name] = names.get(one.name, 0) + 1
        if times > 1:
            found[n] = one._replace(name=f"{one.name} ({times})")
    return found


def _walk(path: Path, parent: ast.AST, function: str, runs: bool) -> Iterator[Mutant]:
    """`function` names what the nodes are in, `runs` says whether they run when it is called, and not on import."""
    for field, value in ast.iter_fields(parent):
        if field in ("annotation", "returns", "decorator_list", "ctx", "type_params", "bases", "names"):
            continue
        for index, node in enumerate(value) if isinstance(value, list) else ((None, value),):
            if not isinstance(node, ast.AST) or _is_docstring(node, field, index) or _is_type(node):
                continue
            inside, within = function, runs
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                inside = f"{function}.{node.name}" if function else node.name
                within = runs or isinstance(node, ast.FunctionDef)
            for what, new in _changes(node, parent, field, index):
                old = ast.unparse(node).strip().splitlines()[0]
                shown = f"{old} -> {what or (ast.unparse(new).splitlines()[0] if new else 'gone')}"
                where = node.iter if isinstance(node, ast.comprehension) else node
                at = getattr(where, "lineno", 0), getattr(where, "end_lineno", 0) or 0
                if isinstance(node, (ast.If, ast.While)):
                    at = at[0], node.test.end_lineno or at[0]
                name = f"{path} {function}: {shown}" if function else f"{path}: {shown}"
                yield Mutant(path, function if runs else "", *at, name, parent, field, index, new)
            if isinstance(node, ast.arguments):
                within = False
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WORDS:
                for keyword in node.keywords:
                    yield from _walk(path, keyword, inside, within)
            elif not isinstance(node, ast.JoinedStr):
                yield from _walk(path, node, inside, within)
            else:
                for part in node.values:
                    if isinstance(part, ast.FormattedValue):
                        yield from _walk(path, part, inside, within)


def _is_docstring(node: ast.AST, field: str, index: int | None) -> bool:
    return field == "body" and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_type(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Literal"


def _changes(node: ast.AST, parent: ast.AST, field: str, index: int | None) -> Iterator[tuple[str, ast.AST | None]]:
    """What may stand in place of a node: what to call it ("" for as it is written), and the node."""
    copy = dict(ast.iter_fields(node))
    match node:
        case ast.Compare(ops=ops):
            for n, op in enumerate(ops):
                for other in BOUNDS[type(op)]:
                    yield "", ast.Compare(node.left, [*ops[:n], other(), *ops[n + 1 :]], node.comparators)
        case ast.BoolOp(op=op, values=values):
            yield "", ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for n in range(len(values)):
                left = [*values[:n], *values[n + 1 :]]
                yield "", left[0] if len(left) == 1 else ast.BoolOp(op, left)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "", operand
        case ast.If(test=test) | ast.While(test=test):
            never = ast.Constant(False)
            yield f"if False: (was if {ast.unparse(test)})", type(node)(**{**copy, "test": never})
            if not isinstance(test, (ast.Compare, ast.UnaryOp)):
                yield f"if not ({ast.unparse(test)})", type(node)(**{**copy, "test": ast.UnaryOp(ast.Not(), test)})
        case ast.IfExp(body=body, orelse=orelse):
            yield "", body
            yield "", orelse
        case ast.comprehension(ifs=ifs):
            for n in range(len(ifs)):
                left = [*ifs[:n], *ifs[n + 1 :]]
                yield f"without if {ast.unparse(ifs[n])}", ast.comprehension(**{**copy, "ifs": left})
        case ast.Constant(value=bool(value)):
            yield "", ast.Constant(not value)
        case ast.Constant(value=int(value)) | ast.Constant(value=float(value)):
            yield "", ast.Constant(value + 1)
        case ast.Constant(value=str(value)):
            yield "", ast.Constant("XX" + value)
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in SUMS:
            yield "", type(node)(**{**copy, "op": SUMS[type(op)]()})
        case ast.Expr(value=ast.Call()) | ast.Raise():
            # What called `super()` keeps its cell: code without it fits no function that has one.
            dropped = ast.Expr(ast.Name("__class__", ast.Load()))
            yield "pass", dropped if "super()" in ast.unparse(node) else ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "pass", ast.Pass()
        case ast.Name(id=name) if name in NAMES and isinstance(parent, ast.Call) and field == "func":
            yield "", ast.Name(NAMES[name], ast.Load())
        case ast.keyword(arg=str(arg), value=value) if not _says(parent) and not isinstance(value, ast.Constant):
            kept = ast.unparse(parent).partition("(")[0].endswith("replace")
            yield ("gone", None) if kept else ("", ast.keyword(arg, ast.Constant(None)))
        case ast.Starred() if field == "elts" and not isinstance(parent, ast.Call):
            yield "gone", None
        case ast.Dict(keys=keys, values=values) if None in keys:
            for n, key in enumerate(keys):
                fewer = ast.Dict([*keys[:n], *keys[n + 1 :]], [*values[:n], *values[n + 1 :]])
                yield f"without {ast.unparse(key) if key else '**' + ast.unparse(values[n])}", fewer


def _says(call: ast.AST) -> bool:
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in WORDS


def names_at(tree: ast.Module, line: int) -> list[str]:
    """What is given its value, or its default, at that line: the names by which others use it."""
    found = []
    for node in ast.walk(tree):
        if getattr(node, "lineno", line + 1) <= line <= (getattr(node, "end_lineno", 0) or 0):
            if isinstance(node, ast.Assign):
                found += [name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)]
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found.append(node.target.id)
            elif isinstance(node, ast.FunctionDef):
                found.append(node.name)
    return found
