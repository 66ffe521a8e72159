"""How templates are compiled: as Jinja does, with less to ask each time a panel is drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from functools import partial
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any, Self

from flask.templating import Environment
from jinja2 import Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup, escape

from companion.words import BEGINS, ENDS, Name, Text, marked

MARKED = re.compile(f"{BEGINS}([^{BEGINS}{ENDS}<>]*){ENDS}")
KIND = re.compile("</?([a-z0-9-]+)", re.ASCII)
WORDS_ONLY = {"option", "title", "textarea", "text", "tspan", "style", "script"}
"""Elements in which no other can stand."""
PLAIN = FunctionType, MethodType, BuiltinMethodType
"""What is called as it is, unless it is marked as wanting something of Jinja's first."""
OF_A_DICT = frozenset(dir(dict))


def with_names(page: str) -> str:
    """The page with its names as no browser translates them: in what is read, each in an element of its own, and the
    sentence around it in one, since where a sentence is laid out as one thing it has to stay one; in attributes, and
    where no element can stand, as they are."""
    begins = page.find(BEGINS)
    if begins < 0:
        return page
    parts, at = list[str](), 0
    while begins >= 0:
        tag, words = page.rfind("<", 0, begins), page.rfind(">", 0, begins) + 1
        end = page.find("<", begins)
        end = len(page) if end < 0 else end
        if tag < words:  # else it is inside of the tag
            parts += page[at:words], _run(page[tag:words], page[words:end])
        else:
            parts.append(page[at:end])
        at, begins = end, page.find(BEGINS, end)
    parts.append(page[at:])
    return "".join(parts).replace(BEGINS, "").replace(ENDS, "")


def _run(tag: str, words: str) -> str:
    """The words between that tag and the next."""
    kind = KIND.match(tag)
    if kind is None or (kind[1] in WORDS_ONLY and tag[1] != "/") or 'translate="no"' in tag:
        return words
    named = MARKED.sub(r'<bdi translate="no">\1</bdi>', words)
    alone = words[0] == BEGINS and words.find(ENDS) == len(words) - 1
    return named if alone else f"<x-said>{named}</x-said>"


class Names(Context):
    """What a template knows by name. Jinja looks four times into whatever is called for what it wants, and a panel has
    fifty calls. Most are plain functions or macros, and of those it is known beforehand."""

    def call(__self, __called: Callable[..., Any], *args: Any, **more: Any) -> Any:
        kind = type(__called)
        if kind is Macro:
            args = __self.eval_ctx, *args
        elif kind not in PLAIN or hasattr(__called, "jinja_pass_arg"):
            return super().call(__called, *args, **more)
        if more:
            more.pop("_block_vars", None)
            more.pop("_loop_vars", None)
        return __called(*args, **more)

    def part(self, name: str | list[str | Template], here: Mapping[str, Any]) -> Iterator[str]:
        """What a page includes, drawn with all that is known `here`. Jinja copies everything for each part, and a panel
        has nine."""
        part = self.environment.get_or_select_template(name)
        around = Names(self.environment, self.parent, part.name, part.blocks)
        around.vars = self.vars | {name: value for name, value in here.items() if value is not missing}
        return part.root_render_func(around)


class Imported:
    """What a template imports with what it knows itself, made when something of it is first used: a panel names the
    macros of its game at its top and often needs none."""

    def __init__(self, make: Callable[[], TemplateModule]) -> None:
        self._make = make

    def __getattr__(self, name: str) -> Any:
        if "_made" not in vars(self):
            self._made = self._make()
        return getattr(self._made, name)


class Part(Template):
    """A template, whose macros are made when they are needed."""

    def make_module(
        self, vars: dict[str, Any] | None = None, shared: bool = False, locals: Mapping[str, Any] | None = None
    ) -> Any:
        return Imported(partial(super().make_module, vars, shared, locals))


class Written(CodeGenerator):
    """What a template becomes. Whatever is shown was made safe by `finalize`, so Jinja need not do it once more; a
    sentence or a piece that hangs on constants alone is drawn as its template is compiled, not each time anew; and what
    is included is there, and knows what is known where it stands."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write(finalize.src or "escape(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write(")")

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        draw = self._drawn_by(node)
        if draw is None or not isinstance(node, nodes.Call) or node.dyn_args or node.dyn_kwargs:
            return super()._output_child_to_const(node, frame, finalize)
        about = [one.as_const(frame.eval_ctx) for one in node.args]
        more = {one.key: one.value.as_const(frame.eval_ctx) for one in node.kwargs}
        return str(draw(*about, **more))

    def visit_Include(self, node: nodes.Include, frame: Frame) -> None:
        if node.ignore_missing or not node.with_context:
            super().visit_Include(node, frame)
            return
        self.writeline("yield from (" if frame.buffer is None else f"{frame.buffer}.extend(", node)
        self.write("context.part(")
        self.visit(node.template, frame)
        self.write(f", {self.dump_local_context(frame)}))")

    def _drawn_by(self, node: nodes.Expr) -> Any:
        known: Mapping[str, Any] = self.environment.globals
        match node:
            case nodes.Call(node=nodes.Name(name="_")):
                return known.get("_")
            case nodes.Call(node=nodes.Getattr(node=nodes.Name(name="p"), attr=piece)):
                return getattr(known.get("p"), piece, None)
        return None


class Templates(Environment):
    """Flask's environment, which shows a `Text` as its words. What every template may use is one plain mapping: each
    part that a page includes walks through it anew, and through a chain of mappings slowly. So all of it is named
    before the first template is loaded."""

    template_class = Part
    context_class: type[Context] = Names
    code_generator_class: type[CodeGenerator] = Written
    _say: Callable[[Text], Markup]

    def speaking(self, say: Callable[[Text], Markup], **words: Any) -> Self:
        """The same templates in one language, in which `say` says a `Text`, with `words` for them to use."""
        spoken = self.overlay()
        spoken._say = say
        spoken.finalize = spoken._finalized
        spoken.globals = {**self.globals, **words}
        return spoken

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """As Jinja does, but without the exception by which it learns that what a dict holds is no attribute of it: the
        view of a game is one."""
        if type(obj) is dict and attribute in obj and attribute not in OF_A_DICT:
            return obj[attribute]
        try:
            return getattr(obj, attribute)
        except AttributeError:
            return super().getattr(obj, attribute)

    def from_here(self) -> Markup:
        """The hidden field by which a form shows that we made it, for whom this page is."""
        return self.globals["from_here"]()  # type: ignore[operator, no-any-return]

    def _finalized(self, value: Any) -> str:
        if type(value) is Markup:
            return value
        kind = type(value)
        if kind is int:
            return str(value)
        return self._say(value) if kind is Text else escape(marked(value) if kind is Name else value)
