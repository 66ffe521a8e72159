"""What we override of a library that it does not promise to keep: a version that changes it is noticed here first."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from gevent import pywsgi
from jinja2 import Environment
from jinja2.compiler import CodeGenerator
from jinja2.runtime import Context, Macro

from companion.server import Handler
from companion.web.templates import Names, Templates, Written
from tests.evenings import House

OVERRIDDEN = {
    (Context, Names): ("call",),
    (CodeGenerator, Written): ("_output_child_pre", "_output_child_post", "_output_child_to_const"),
    (Environment, Templates): ("make_globals",),
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
