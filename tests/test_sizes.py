"""The size of what is sent tells nothing of a choice made in secret, and a changed one is news to nobody."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import urlencode

import pytest

from companion.reveals import hidden_in
from companion.store import StoreDown
from tests.asking import BEN, CHOICES, CLEO, EVERY_CHOICE, asked_for
from tests.evenings import Evening, Filled, House, Visitor, fixed_chance, forms_of, visitors

SQUEEZED = {"HX-Request": "true", "Accept-Encoding": "gzip"}


def asked(folder: Path, choice: str, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """Four at a table, each with a phone, asked to choose: the same table whenever this is asked for."""
    fixed_chance(monkeypatch, 31)
    at = asked_for(House(folder), choice, sharing=False)
    visitors(at)
    return at


def offered(at: Evening, who: Visitor, kind: str) -> tuple[Filled, str]:
    """The form on somebody's page by which they choose, and the field of the choice."""
    form = next(form for form in forms_of(who.get(f"/t/{at.code}").text) if form.kind == kind and form.choices)
    return form, next(name for name in form.choices if name != "seat")


@EVERY_CHOICE
def test_a_choice_is_as_long_as_any_other_when_it_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, choice: str
) -> None:
    at = asked(tmp_path, choice, monkeypatch)
    form, name = offered(at, at.people["Cleo"], CHOICES[choice].kind)
    assert len({value.strip() for value in form.choices[name]}) >= 3
    assert len({len(urlencode({name: value})) for value in form.choices[name]}) == 1


@EVERY_CHOICE
def test_ones_own_panel_has_one_size_whatever_was_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, choice: str
) -> None:
    kind, name, values = CHOICES[choice].kind, "", [""]
    sizes: list[list[int]] = []
    texts = set()
    for n in range(20):
        if n >= len(values):
            break
        at = asked(tmp_path / str(n), choice, monkeypatch)
        cleo = at.people["Cleo"]
        form, name = offered(at, cleo, kind)
        values = form.choices[name]
        fixed = {key: value for key, value in form.fixed if key not in ("drawn", "from")}
        sent = {"drawn": at.table.version, **fixed, name: values[n]}
        answer = cleo.open("POST", f"/t/{at.code}/{kind}", sent, SQUEEZED)
        assert answer.status_code == 200, answer.text
        got = [answer, *(cleo.open("GET", f"/t/{at.code}{page}", None, SQUEEZED) for page in ("", "/panel"))]
        assert all("Content-Encoding" not in each.headers for each in got)
        assert all("no-transform" in each.headers["Cache-Control"] for each in got)
        texts.add(re.sub(r'name="(from|drawn)" value="[^"]*"', "", answer.text))
        sizes.append([len(each.data) for each in got])
        stream = cleo.stream(at.code)
        next(stream), next(stream)
        at.did(at.people["Ana"], "add", name="Gil")
        assert "event: mark" in next(stream), "the stream is squeezed, so it does not carry that panel"
        stream.close()
    assert len(texts) == len(values), "the choice does not show, so this proves nothing"
    assert all(size == sizes[0] for size in sizes), sizes


@EVERY_CHOICE
def test_where_a_choice_could_not_be_kept_the_page_that_says_so_does_not_say_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, choice: str
) -> None:
    at = asked(tmp_path, choice, monkeypatch)
    cleo, kind = at.people["Cleo"], CHOICES[choice].kind
    form, name = offered(at, cleo, kind)
    monkeypatch.setattr(at.house.keeper.store, "read", Mock(side_effect=StoreDown("the disk is away")))

    def could_not(kind: str, **typed: object) -> str:
        answer = cleo.post(f"/t/{at.code}/{kind}", **{**dict(form.fixed), **typed})
        assert answer.status_code == 503
        return answer.text

    said = {could_not(kind, **{name: value}) for value in form.choices[name]}
    said |= {could_not(kind, word="4072") for kind in ("word", "unlock")}
    assert len(said) == 1
    assert f'<a class="btn" href="/t/{at.code}">Try again</a>' in said.pop()
    assert 'name="name" value="Cleopatra"' in could_not("rename", name="Cleopatra")


@EVERY_CHOICE
@pytest.mark.parametrize("why", ["too many taps", "an old button"])
def test_where_a_choice_is_refused_the_answer_is_the_same_whichever_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, choice: str, why: str
) -> None:
    at = asked(tmp_path, choice, monkeypatch)
    cleo, kind = at.people["Cleo"], CHOICES[choice].kind
    form, name = offered(at, cleo, kind)
    if why == "too many taps":
        at.house.budgets.move = Mock(return_value=False)  # type: ignore[method-assign]
    else:
        form.fixed.append(("drawn", "1"))
    for headers in (SQUEEZED, {"Accept-Encoding": "gzip"}):
        got = set()
        for value in form.choices[name]:
            sent = {**dict(form.fixed), name: value}
            answer = cleo.open("POST", f"/t/{at.code}/{kind}", sent, headers)
            assert answer.status_code in (409, 422, 429)
            got.add((answer.data, answer.headers.get("Content-Encoding")))
        assert len(form.choices[name]) > 2
        assert len(got) == 1


@EVERY_CHOICE
def test_a_page_that_shows_no_choice_is_squeezed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, choice: str) -> None:
    at = asked(tmp_path, choice, monkeypatch)
    at.did(at.people["Cleo"], CHOICES[choice].kind, **CHOICES[choice].forms(CLEO)[0])
    answer = at.people["Ben"].open("GET", f"/t/{at.code}/panel", None, SQUEEZED)
    assert gzip.decompress(answer.data)


@pytest.mark.parametrize(
    ("choice", "what"),
    [
        *((choice, "") for choice in CHOICES),
        *((choice, what) for choice in CHOICES if CHOICES[choice].taken_back for what in ("taken back", "done again")),
    ],
)
def test_another_choice_on_ones_own_phone_is_news_to_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, choice: str, what: str
) -> None:
    """Nor when something else can be taken back, or done again: that goes on as it was, and with the last choice."""
    monkeypatch.setattr("companion.web.live.HEARTBEAT", (0.0, 0.0))
    at = asked(tmp_path, choice, monkeypatch)
    kind, forms = CHOICES[choice].kind, CHOICES[choice].forms(CLEO)
    cleo, rung = at.people["Cleo"], []
    at.did(cleo, kind, **forms[0])
    if what:
        at.did(at.people["Ben"], kind, **CHOICES[choice].forms(BEN)[2])
    if what == "done again":
        at.did(at.host, "undo", of=at.table.play.now.move)  # type: ignore[union-attr]
    number = at.table.known
    others = [who for who in visitors(at) if who is not cleo]
    paths = [f"/t/{at.code}{page}" for page in ("", "/panel", "/wall", "/wall/panel", "/sheet")]
    listening = [at.house.keeper.live.join(at.code, who.device, who.name, 4) for who in [*others, cleo]]
    for listener in listening:
        listener.wait(0)  # that the others came was news
    before = [[who.get(path).data for path in paths] for who in others]
    own_mark = re.findall('data-mark="([^"]*)"', cleo.get(paths[1]).text)
    for form in (forms[1], forms[0], forms[1]):
        drawn = re.findall('name="drawn" value="([^"]*)"', cleo.get(paths[0]).text)[0]
        assert cleo.post(f"/t/{at.code}/{kind}", drawn=drawn, **form).status_code == 303
        rung += [listener.wait(0) for listener in listening[:-1]]
        assert listening[-1].wait(0), "her own other pages are told"
        assert [[who.get(path).data for path in paths] for who in others] == before
    assert not any(rung)
    assert ("Undo: " in before[0][0].decode()) == CHOICES[choice].taken_back
    assert ("Redo: " in before[0][0].decode()) == (what == "done again")
    mark = re.findall('data-mark="([^"]*)"', cleo.get(paths[1]).text)
    assert mark != own_mark
    last = forms[1][CHOICES[choice].field]
    assert chosen(at, choice) == last, "the last choice counts"
    for listener in listening:
        at.house.keeper.live.leave(listener)

    def number_on(who: Visitor) -> int:
        return int(re.findall('data-mark="([0-9]+)', who.get(paths[1]).text)[0])

    assert number_on(cleo) == number, "nor does she count it: somebody else may hold her phone next"
    if what:
        kind = {"taken back": "undo", "done again": "redo"}[what]
        of = next(dict(form.fixed)["of"] for form in forms_of(at.host.get(paths[0]).text) if form.kind == kind)
        assert at.host.post(f"/t/{at.code}/{kind}", drawn=number, of=of).status_code == 303
        assert chosen(at, choice) == last, "whatever else is taken back"
        number += 1
    at.did(at.host, "add", name="Gil")
    assert {number_on(who) for who in others} == {number + 1}, "nor does a number tell that there was one between"


def chosen(at: Evening, choice: str) -> object:
    """What Cleo has chosen in secret."""
    state, values = at.table.play.now.state, CHOICES[choice].values  # type: ignore[union-attr]
    own = [value.opened() for _, value in hidden_in(state) if value.seats == {CLEO}]
    (cast,) = [value for value in own if value in values]
    return cast


def test_what_is_chosen_otherwise_is_alike_and_what_all_see_is_not() -> None:
    from companion.reveals import chosen_otherwise
    from companion.values import replace
    from tests.test_reveals import ANA, BEFORE, BEN, SHOWN, hidden

    assert chosen_otherwise(BEFORE, replace(BEFORE, cast={**BEFORE.cast, ANA: hidden("green", ANA)}))
    assert not chosen_otherwise(BEFORE, replace(BEFORE, cast={**BEFORE.cast, 3: hidden("green", ANA)}))
    assert not chosen_otherwise(BEFORE, replace(BEFORE, shown=("aloud",)))
    assert not chosen_otherwise(BEFORE, replace(BEFORE, own=hidden("x", ANA, BEN)))
    assert not chosen_otherwise(BEFORE, replace(BEFORE, cast={**BEFORE.cast})), "where nothing is, nothing was chosen"
    assert not any(chosen_otherwise(BEFORE, state) for state in SHOWN.values())
