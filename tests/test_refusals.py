"""A refused form comes back with its sentence beside its field: drawn once, not folded away, led to from the top."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from companion.game import Game
from companion.games import GAMES
from companion.web import pages
from tests.evenings import Evening, House, Visitor, evening, forms_of
from tests.test_voice import VOID

LEADS = "That was not taken. See what is wrong."


class Refusals(HTMLParser):
    """Where a page says what was refused: the id of each sentence beside a field, with the closed folds around it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.around: dict[str, list[str]] = {}
        self.leads: list[str] = []
        self._open: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        a = {name: value or "" for name, value in attributes}
        if tag == "p" and a.get("class") == "error" and "id" in a:
            assert a["id"] not in self.around, "said twice"
            self.around[a["id"]] = [fold for _, fold in self._open if fold]
        if tag == "a" and self._open and a.get("href", "").startswith("#") and self._open[-1][0] == "p":
            self.leads.append(a["href"].removeprefix("#"))
        if tag not in VOID:
            self._open.append((tag, a.get("id", "?") if tag == "details" and "open" not in a else ""))

    def handle_endtag(self, tag: str) -> None:
        while tag not in VOID and self._open and self._open.pop()[0] != tag:
            pass


def refused_once(at: Evening, who: Visitor, met: set[tuple[str, str]]) -> int:
    """Every form on somebody's page is sent with one field spoiled; how many answers had a sentence beside it."""
    beside = 0
    for form in forms_of(who.get(f"/t/{at.code}").text):
        if not form.action.startswith("/t/"):
            continue
        for name in [*form.choices, *form.many, *form.typed]:
            if (form.kind, name) in met:
                continue
            met.add((form.kind, name))
            sent = {**dict(form.fixed), **form.filled(at.dice), name: "no such thing"}
            before = at.table.version
            answer = who.open("POST", form.action, sent)
            if answer.status_code == 422 and at.table.version == before:
                found = Refusals(answer.text)
                assert not any(found.around.values()), (form.kind, name, found.around)
                if found.around:
                    plain = at.table.stage == "lobby" and form.kind in ("sit", "add")
                    assert plain or set(found.around) <= set(found.leads), (form.kind, name, found.leads)
                beside += bool(found.around)
    return beside


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_no_refusal_is_folded_away_and_the_top_leads_to_each(house: House, game: Game) -> None:
    met: set[tuple[str, str]] = set()
    beside = 0
    for seed in range(2):
        at = evening(house, game, seed)
        for _ in at.moments(14):
            for who in (at.host, at.people["Ben"]):
                beside += refused_once(at, who, met)
    assert beside > 2, "too little was refused beside a field to prove anything"


def test_a_page_with_a_refusal_is_drawn_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    at, drawn = evening(house, GAMES[0], 1), list[str]()

    def render(name: str, **about: Any) -> str:
        drawn.append(name)
        return pages.render(name, **about)

    monkeypatch.setattr("companion.web.tables.render", render)
    answer = at.move(at.host, "add", name=" ana ")
    assert answer.status_code == 422
    assert len(re.findall("already called that", answer.text)) == 1
    assert drawn == ["table/page.html"]


def test_a_refusal_in_the_menu_opens_it_and_one_elsewhere_does_not(house: House) -> None:
    at = evening(house, GAMES[0], 1)
    at.did(at.host, "set-up")
    answer = at.move(at.host, "add", name="Ana")
    assert Refusals(answer.text).around == {"add-late-error": []}
    assert LEADS in answer.text
    assert re.search(r'<details id="menu"[^>]* open', answer.text)
    elsewhere = at.move(at.host, "draw", step="no such step", by="hand")
    assert elsewhere.status_code in (409, 422)
    assert not re.search(r'<details id="menu"[^>]* open', elsewhere.text)


def test_with_script_the_panel_has_the_sentence_beside_its_field_and_at_the_top(house: House) -> None:
    at = evening(house, GAMES[0], 1)
    at.did(at.host, "set-up")
    answer = at.host.open(
        "POST", f"/t/{at.code}/add", {"name": "Ana"}, {"HX-Request": "true", "Open-Drawers": "people"}
    )
    assert answer.status_code == 422
    assert list(Refusals(answer.text).around) == ["add-late-error"]
    assert answer.text.count("already called that") == 2
    assert LEADS not in answer.text
