"""No number on a page tells that somebody chose otherwise in secret: all phones show the same, whoever holds them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.reveals import hidden_in
from tests.asking import BEN, CHOICES, DOV, EVERY_CHOICE, under_way
from tests.evenings import Evening, House, Visitor, fixed_chance
from tests.sending import in_clear, sent

NUMBERS = ('name="drawn" value="([^"]*)"', 'data-mark="([0-9.]+)', 'data-line="([^"]*)"', 'name="of" value="([^"]*)"')


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 29)
    return House(tmp_path)


def numbers(page: str) -> list[set[str]]:
    """Every number of a move that a page holds, by where it stands."""
    return [set(re.findall(where, page)) for where in NUMBERS]


def page(at: Evening, who: Visitor) -> str:
    return who.get(f"/t/{at.code}").text


def drawn_on(shown: str, kind: str) -> str:
    """What the form of that move says it was drawn from."""
    form = re.findall(rf'<form method="post" action="/t/[^"/]+/{kind}".*?</form>', shown, re.DOTALL)[0]
    return str(re.findall('name="drawn" value="([^"]*)"', form)[0])


def taken(page: str) -> str:
    """By what it knows that what was pressed on it was taken."""
    return re.findall('data-taken="([^"]*)"', page)[0]  # type: ignore[no-any-return]


def pressed(at: Evening, port: int, who: Visitor, kind: str, form: dict[str, object]) -> str:
    """A choice made by the form that stands on somebody's page, as it is sent; the page after it."""
    full = {**form, "drawn": drawn_on(page(at, who), kind)}
    status, told, body = sent(port, who, f"/t/{at.code}/{kind}", full, script=True)
    assert status == 200
    return in_clear((status, told, body))


def chosen(at: Evening, choice: str) -> object:
    """What Ben has chosen."""
    state, values = at.table.play.now.state, CHOICES[choice].values  # type: ignore[union-attr]
    (cast,) = [own.opened() for _, own in hidden_in(state) if own.seats == {BEN} and own.opened() in values]
    return cast


@EVERY_CHOICE
@pytest.mark.parametrize("back", [False, True], ids=["in Dov's hands", "and back"])
def test_who_holds_a_phone_next_sees_by_no_number_that_its_owner_chose_otherwise(
    house: House, served: int, choice: str, back: bool
) -> None:
    at, kind, _ = under_way(house, choice)
    ben, forms = at.people["Ben"], CHOICES[choice].forms(BEN)
    for form in (forms[0], forms[1], forms[0], forms[1]):
        pressed(at, served, ben, kind, form)
    assert len(at.table.unseen) == 3
    at.did(ben, "hand", seat=DOV)
    if back:
        at.did(ben, "hand-back")
    drawn, mark, line, _ = numbers(shown := page(at, ben))
    cleos = numbers(page(at, at.people["Cleo"]))
    assert drawn == {str(at.table.version - 3)} == cleos[0]
    assert (mark, line) == (cleos[1], cleos[2])
    assert drawn == mark
    assert {hold[16:] for hold in re.findall('name="hold" value="([^"]*)"', shown)} == drawn, "nor by that of the hold"
    assert taken(shown) == f"{min(drawn)}.0000", "nor by how much was taken there"


@EVERY_CHOICE
def test_all_phones_show_the_same_numbers_whoever_chose_otherwise(house: House, served: int, choice: str) -> None:
    at, kind, _ = under_way(house, choice)
    ben, forms = at.people["Ben"], CHOICES[choice].forms(BEN)
    pressed(at, served, ben, kind, forms[0])
    before = [numbers(page(at, who)) for who in (at.host, at.people["Cleo"])]
    own, first = numbers(page(at, ben)), taken(page(at, ben)).removesuffix(".0000")
    for n, form in enumerate((forms[1], forms[0]), 1):
        pressed(at, served, ben, kind, form)
        assert taken(page(at, ben)) == f"{first}.000{n}", "by which his page knows that it was taken"
    assert [numbers(page(at, who)) for who in (at.host, at.people["Cleo"])] == before
    assert numbers(page(at, ben))[1:] == own[1:], "nor any other number on his own, but what his forms say"
    at.did(at.people["Cleo"], "ticket", seat=3)
    assert numbers(page(at, ben))[:3] == numbers(page(at, at.people["Cleo"]))[:3]


@EVERY_CHOICE
def test_whoever_changes_their_mind_to_and_fro_is_heard_each_time_and_the_same_tap_acts_once(
    house: House, served: int, choice: str
) -> None:
    at, kind, _ = under_way(house, choice)
    ben, forms = at.people["Ben"], CHOICES[choice].forms(BEN)
    told = set()
    for n, form in enumerate([*forms[:2], *forms[:2], *forms[:2]], 1):
        drawn, version = drawn_on(page(at, ben), kind), at.table.version
        for _ in range(2):
            assert ben.post(f"/t/{at.code}/{kind}", drawn=drawn, **form).status_code == 303
            assert at.table.version == version + 1, n
        assert chosen(at, choice) == form[CHOICES[choice].field], n
        told.add(drawn)
    assert len(told) == 6
