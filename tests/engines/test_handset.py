"""A phone of every engine does what a hand does with one."""

from __future__ import annotations

from tests.engines.handset import Handset
from tests.games import ANY
from tests.running import Companion

AT = "return location.pathname.indexOf(arguments[0]) === 0 && document.readyState === 'complete';"
SAYS = "return document.body.innerText.indexOf(arguments[0]) >= 0;"


def test_a_button_is_tapped_a_name_typed_a_page_left_and_come_back_to(handset: Handset, companion: Companion) -> None:
    handset.open(companion.address + "/")
    assert handset.version().split(".")[0].isdigit()
    handset.tap("form.opening button:not([name])")
    handset.wait(AT, "/t/")
    code = handset.run("return location.pathname.split('/')[2];")
    handset.open(f"{companion.address}/j/{code}")
    handset.type("input[name=name]", "Ana")
    assert handset.run("return document.querySelector('input[name=name]').value;") == "Ana"
    handset.tap("form[action^='/j/'] .btn")
    handset.wait(AT, f"/t/{code}")
    handset.wait(SAYS, "Ana")
    handset.open(f"{companion.address}/rules/{ANY.key}")
    handset.back()
    handset.wait(SAYS, "Ana")
    handset.reload()
    handset.wait(SAYS, "Ana")
