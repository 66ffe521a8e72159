"""How templates are compiled here changes nothing of what they say."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from jinja2.compiler import CodeGenerator
from jinja2.runtime import Context

from companion import create_app
from companion.game import Game
from companion.games import GAMES
from companion.secrecy import Common
from companion.seen import Seen
from companion.web.language import language
from companion.web.templates import Templates
from tests.evenings import REACH, House, app_on, evening
from tests.running import ROOT


class Plain(Templates):
    """The same templates as Jinja itself compiles them."""

    context_class = Context
    code_generator_class = CodeGenerator


def test_templates_ask_of_a_screen_only_what_it_has() -> None:
    """What is called otherwise is nothing there, without a word: a phone in other hands would look like its owner's."""
    known = {*dir(Seen), *(part.name for part in fields(Seen)), *Common._fields}
    for template in (ROOT / "templates").rglob("*.html"):
        of_a_page = set(re.findall(r"(?<![\w.])seen\.(\w+)", template.read_text("utf-8")))
        assert of_a_page <= known, (template.name, of_a_page - known)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_pages_are_what_jinja_alone_makes_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    at = evening(House(tmp_path), game, 4, sharing=False)
    at.did(at.host, "rename", seat=at.table.seats[1].number, name="<b>&'\"")
    monkeypatch.setattr("companion.web.pages.Templates", Plain)
    plain = create_app(at.house.keeper.store, REACH)
    plain.extensions["keeper"].clock = at.house.keeper.clock
    plain.extensions["keeper"].lived = at.house.keeper.lived
    seen = 0
    for n, _ in enumerate(at.moments(16)):
        who = list(at.people.values())[n % len(at.people)]
        for path in (f"/t/{at.code}", f"/t/{at.code}/panel", f"/t/{at.code}/wall"):
            cookies = "; ".join(f"{key}={value}" for key, value in who.cookies.items())
            alone = plain.test_client(use_cookies=False).get(path, headers={"Cookie": cookies})
            assert who.get(path).data == alone.data
            seen += b"&lt;b&gt;&amp;&#39;&#34;" in alone.data
    assert seen, "a name that has to be made safe was on them"


def test_what_hangs_on_constants_alone_is_drawn_as_its_template_is_compiled(tmp_path: Path) -> None:
    with app_on(tmp_path).test_request_context():
        templates = language().templates
        for known in ("_('Menu')", "_('%(n)s of 6', n=2)", "p.icon('book')", "p.badge_in('red', size='tiny')"):
            assert "context.call" not in templates.compile(f"{{{{ {known} }}}}", raw=True), known
        for unknown in (
            "_('%(n)s of 6', n=read)",
            "p.icon(name)",
            "p.icon(*names)",
            "p.icon(**names)",
            "f.ask('a', 'b')",
        ):
            assert "context.call" in templates.compile(f"{{{{ {unknown} }}}}", raw=True), unknown
        assert templates.from_string("{{ _('Menu') }} {{ _('%(n)s of 6', n='<') }}").render() == "Menu &lt; of 6"
