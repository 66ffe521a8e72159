"""A browser that translates a page leaves what people are called as it is, and what must not be read stays out."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from companion.game import Game
from companion.games import GAMES
from companion.web.templates import with_names
from companion.words import marked
from tests.evenings import Evening, House, Visitor, addresses, asked, evening, visitors

ODD = ("Qa<Ana>", "Qb & Söhne", "Qc“c”", "Qd'd", "Qe李", "Qf-f")
"""What people are called here: nothing else on any page begins like that."""
VOID = {"br", "img", "input", "meta", "link", "hr", "wbr", "path", "circle", "rect", "use", "col", "line", "polygon"}
WORDS_ONLY = {"option", "title", "textarea", "text", "tspan"}


class Read(HTMLParser):
    """Names that a browser would translate, and marks where none can stand."""

    def __init__(self, page: str, names: set[str]) -> None:
        super().__init__()
        self.names, self.inside = names, list[tuple[str, bool]]()
        self.found, self.unmarked, self.astray = 0, list[str](), list[str]()
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        a = dict(attributes)
        self.astray += [f"{tag} {name}={value}" for name, value in attributes if value and "<bdi" in value]
        if tag in ("bdi", "x-said") and any(around in WORDS_ONLY for around, _ in self.inside):
            self.astray.append(f"{tag} in {self.inside[-1][0]}")
        if tag not in VOID:
            self.inside.append((tag, a.get("translate") == "no"))

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        while tag in [each for each, _ in self.inside] and self.inside.pop()[0] != tag:
            pass

    def handle_data(self, words: str) -> None:
        around = [tag for tag, _ in self.inside]
        named = [name for name in self.names if name in words]
        if not named or not WORDS_ONLY.isdisjoint(around) or {"script", "style"} & set(around):
            return
        self.found += 1
        if not any(kept for _, kept in self.inside):
            self.unmarked.append(f"{'>'.join(around[-4:])}: {words.strip()[:120]}")


def called_oddly(at: Evening) -> set[str]:
    for seat, name in zip(at.table.seats, ODD, strict=False):
        at.did(at.host, "rename", seat=seat.number, name=name)
    return {seat.name for seat in at.table.seats}


def looked_at(at: Evening, who: Visitor, names: set[str], paths: list[str]) -> tuple[int, list[str]]:
    """How many names one visitor reads there, and what is wrong."""
    found, wrong = 0, []
    for path in paths:
        answer = who.get(path)
        raw = answer.get_data(as_text=True)
        assert not {"\ue000", "\ue001"} & set(raw), path
        if answer.mimetype == "text/html" and answer.status_code != 303:
            read = Read(raw, names)
            found += read.found
            wrong += [f"{path.replace(at.code, 'CODE')} {each}" for each in read.unmarked + read.astray]
    return found, wrong


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_no_browser_translates_what_anybody_is_called_on_any_page(house: House, game: Game) -> None:
    at = evening(house, game, 2)
    names, found, wrong = called_oddly(at) | {at.code}, 0, list[str]()
    new = Visitor(house, "Qn")
    every = ["/", *(path for path in addresses(house.app, at.code) if at.code in path)]
    for n, moment in enumerate(at.moments(12)):
        if n == 4:
            at.did(at.host, "door", open="false")
            new.get(f"/j/{at.code}")
            asked(at, new, "Qn ew")
            names.add("Qn ew")
        whole = moment in ("lobby", "dealt", "move 9", "after")
        for who in [*at.people.values(), at.people_around.get("stranger") or visitors(at)[-1]]:
            alone = whole and who.name in ("Ana", "Ben", "a stranger")
            some, bad = looked_at(at, who, names, every if alone else [f"/t/{at.code}/panel"])
            found, wrong = found + some, wrong + bad
            answer = at.message(who) if who in at.people.values() and at.table.play else None
            if answer is not None and answer.status_code == 200:
                read = Read(answer.get_data(as_text=True), names)
                assert "\ue000" not in answer.get_data(as_text=True)
                wrong += [f"message {each}" for each in read.unmarked + read.astray]
    assert not wrong, "\n".join(sorted(set(wrong)))
    assert found > 500


def test_what_is_drawn_elsewhere_keeps_names_and_codes_too(house: House) -> None:
    at = evening(house, GAMES[0], 2)
    names = called_oddly(at)
    for _ in at.moments(40):
        pass
    code, stranger = {at.code}, Visitor(house, "a stranger")
    pages: dict[str, tuple[Visitor, set[str]]] = {
        "/": (at.host, code),
        f"/j/{at.code}": (stranger, code),
        f"/t/{at.code}": (at.host, names | code),
        f"/t/{at.code}/wall": (stranger, names | code),
        f"/t/{at.code}/evening": (stranger, names),
        f"/t/{at.code}/sheet": (stranger, names),
        f"/t/{at.code}/tent": (stranger, code),
    }
    for path, (who, kept) in pages.items():
        read = Read(who.get(path).get_data(as_text=True), kept)
        assert read.found, path
        assert not read.unmarked, path


def test_no_mark_is_kept_nor_goes_out_by_a_stream(house: House) -> None:
    at = evening(house, GAMES[0], 2)
    called_oddly(at)
    stream = at.people["Cleo"].stream(at.code)
    told = [next(stream), next(stream)]
    at.start()
    told.append(next(stream))
    stream.close()
    assert "event: " in told[-1]
    kept = "".join(entry.data for entry in house.keeper.store.read(at.code))
    assert not {"\ue000", "\ue001"} & set("".join(told) + kept)


def test_a_name_in_a_sentence_is_marked_where_it_is_read_and_bare_where_no_element_can_stand() -> None:
    ana = marked("Ana")
    named = '<bdi translate="no">Ana</bdi>'
    assert with_names(f"<p>Hello {ana}!</p>") == f"<p><x-said>Hello {named}!</x-said></p>"
    assert with_names(f"<b>{ana}</b>") == f"<b>{named}</b>"
    assert with_names(f'<p title="of {ana}">x</p>') == '<p title="of Ana">x</p>'
    for kind in ("option", "title", "textarea", "text"):
        assert with_names(f"<{kind}>of {ana}</{kind}>") == f"<{kind}>of Ana</{kind}>"
    assert with_names(f"<p>{ana} and {ana}</p>") == f"<p><x-said>{named} and {named}</x-said></p>"
    assert with_names("<p>\ue001 a \ue000 b</p>") == "<p><x-said> a  b</x-said></p>", "of whoever types such letters"


def test_names_in_a_row_are_part_of_the_sentence_they_stand_in(house: House) -> None:
    at = evening(house, GAMES[0], 2, 3)
    ana, ben, cleo = (f'<bdi translate="no">{name}</bdi>' for name in ("Ana", "Ben", "Cleo"))
    page = Visitor(house).get(f"/j/{at.code}").get_data(as_text=True)
    assert f"<x-said>Already here: {ana}, {ben} and {cleo}</x-said>" in page


def test_whatever_somebody_is_called_stays_words(house: House) -> None:
    at = evening(house, GAMES[0], 2)
    at.did(at.host, "rename", seat=2, name="<b>x</b>\ue000<i>\ue001")
    assert at.table.seats[1].name == "<b>x</b><i>"
    at.did(at.host, "hand-over", seat=2, too="true")
    page = at.host.get(f"/t/{at.code}").get_data(as_text=True)
    assert "<b>x" not in page
    assert '<bdi translate="no">&lt;b&gt;x&lt;/b&gt;&lt;i&gt;</bdi>' in page
