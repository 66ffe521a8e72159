"""What we override of a library that it does not promise to keep: a version that changes it is noticed here first."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from gevent import pywsgi
from jinja2 import DictLoader, Environment
from jinja2.compiler import CodeGenerator
from jinja2.environment import Template
from jinja2.runtime import Context, Macro

from companion.server import Handler
from companion.web.templates import Names, Part, Templates, Written
from tests.evenings import House

OVERRIDDEN = {
    (Context, Names): ("call",),
    (Template, Part): ("make_module",),
    (CodeGenerator, Written): ("_output_child_pre", "_output_child_post", "_output_child_to_const", "visit_Include"),
    (Environment, Templates): ("make_globals", "getattr"),
    (pywsgi.WSGIHandler, Handler): (
        *(
            "handle",
            "handle_one_request",
            "MessageClass",
            "get_environ",
            "_sendall",
            "_handle_client_error",
            "_log_error",
        ),
    ),
}


def parameters(of: object) -> list[str]:
    return [p.name for p in inspect.signature(of).parameters.values()] if callable(of) else []


@pytest.mark.parametrize(
    ("theirs", "ours", "name"),
    [(*pair, name) for pair, names in OVERRIDDEN.items() for name in names if name in vars(pair[1])],
)
def test_what_is_overridden_is_there_and_takes_what_ours_takes(theirs: type, ours: type, name: str) -> None:
    there, own = getattr(theirs, name), vars(ours)[name]
    assert there is not None
    if "MessageClass" not in name:
        taken = len([p for p in inspect.signature(own).parameters.values() if p.kind is not p.VAR_KEYWORD])
        given = len([p for p in inspect.signature(there).parameters.values() if p.kind is not p.VAR_KEYWORD])
        assert taken == given, (parameters(own), parameters(there))


@pytest.mark.parametrize("pair", OVERRIDDEN, ids=lambda pair: pair[1].__name__)
def test_no_override_is_left_out_here(pair: tuple[type, type]) -> None:
    theirs, ours = pair
    there = {name for name, what in vars(ours).items() if inspect.isfunction(what) and hasattr(theirs, name)}
    assert there - {"__init__"} == set(OVERRIDDEN[pair])


def templates_of(tmp_path: Path) -> Templates:
    made = House(tmp_path).app.jinja_env
    assert isinstance(made, Templates)
    return made


def test_a_macro_still_takes_what_jinja_passes_it_first(tmp_path: Path) -> None:
    assert getattr(Macro.__call__, "jinja_pass_arg", None) is not None
    assert (
        templates_of(tmp_path).from_string("{% macro m(a) %}[{{ a }}]{% endmacro %}{{ m('<') }}").render() == "[&lt;]"
    )


def test_a_part_knows_what_is_set_around_it_and_what_it_sets_stays_in_it(tmp_path: Path) -> None:
    page = "{% set a = 1 %}{% for n in [2, 3] %}{% include 'part' %}{% endfor %}{{ b }}"
    held = "{% set held %}{% set c = 4 %}{% include 'part' %}{% endset %}({{ held }}){{ b }}{% set d = 5 %}"
    part = "[{{ a }}{{ n }}{{ c }}{{ d }}{% set b = 9 %}{{ b }}{% include 'inner' %}]"
    known = DictLoader({"page": page + held, "part": part, "inner": "-{{ a }}{{ b }}"})
    parts = templates_of(tmp_path).overlay(loader=known)
    assert parts.get_template("page").render(d=7) == "[1279-19][1379-19]([1479-19])"


def test_what_may_be_missing_or_knows_nothing_or_is_one_of_several_is_still_included(
    tmp_path: Path,
) -> None:
    known = DictLoader({"part": "[{{ a }}]"})
    parts = templates_of(tmp_path).overlay(loader=known)
    ways = ("'gone' ignore missing", "'part' without context", "['gone', 'part']")
    page = "{% set a = 1 %}" + "".join(f"{{% include {way} %}}" for way in ways)
    assert parts.from_string(page).render() == "[][1]"


def test_a_dict_in_a_template_is_still_asked_by_its_own_name_first(tmp_path: Path) -> None:
    shown = templates_of(tmp_path).from_string("{{ d.items() | list }} {{ d.me }} {{ d.you }} {{ d.me.of }}")
    assert shown.render(d={"items": 1, "me": {"of": 2}}).replace("&#39;", "'") == (
        "[('items', 1), ('me', {'of': 2})] {'of': 2}  2"
    )


def test_the_servers_handler_still_has_what_ours_reads_of_it() -> None:
    source = Path(inspect.getsourcefile(pywsgi) or "").read_text("utf-8")
    for name in (
        "self.rfile",
        "self.socket",
        "self.content_length",
        "self.wsgi_input",
        "headers_factory",
        "self.server",
    ):
        assert name in source, name
