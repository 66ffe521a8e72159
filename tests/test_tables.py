"""Seats, names and phones at a table: what people call themselves, whose phone speaks for whom, who hosts."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest

from companion.fold import replay
from companion.games import example
from companion.names import clean_code, folded
from companion.secrecy import seen_by
from companion.store import Entry
from tests.asking import BEN, CHOICES, CLEO, EVERY_CHOICE, under_way
from tests.evenings import Evening, House, Visitor, ended, evening, seat, visitors
from tests.telling import table_of


def number(at: Evening, name: str) -> int:
    return next(s.number for s in at.table.seats if s.name == name)


def names(at: Evening) -> list[str]:
    return [s.name for s in at.table.seats]


# --- names ------------------------------------------------------------------------------------------------------------

ACCEPTED = {
    "Jo": "Jo",
    "李": "李",
    "O'Neil": "O'Neil",
    "Ana-Lí": "Ana-Lí",
    "J R": "J R",
    "Ana\u0301": "Aná",
    "\u202eneB": "neB",
    "a\nb": "a b",
    "👩‍👩‍👧‍👦": "👩‍👩‍👧‍👦",
    "W" * 20: "W" * 20,
    "<img src=x>": "<img src=x>",
    '"><script>': '"><script>',
    "'-alert(1)-'": "'-alert(1)-'",
    "{{7*7}}": "{{7*7}}",
    "=1+1": "=1+1",
    "</title>": "</title>",
    "None": "None",
    "null": "null",
    "admin": "admin",
    "\x00x": "x",
    "100 %(n)s": "100 %(n)s",
    "  Eve   F ": "Eve F",
}
REFUSED = {
    "": "Please type a name",
    "   ": "Please type a name",
    "\u200b": "Please type a name",
    "\u3164\u2800": "Please type a name",
    "\u115f\uffa0": "Please type a name",
    "a" * 21: "too long",
    "a" * 200: "too long",
    "a" * 20_000: "too long",
    "<img src=x onerror=alert(1)>": "too long",
    "a" + "\u0301" * 150: "too many accents",
    "Ana": "already called that",
    "ana": "already called that",
    " ANA ": "already called that",
    "A\u200bna": "already called that",
    "\uff21na": "already called that",
    "A n a": "already called that",
}


class Words(HTMLParser):
    """What a page says, in text and in attributes, and the elements it has."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.elements: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.said += [value or "" for name, value in attributes if name in ("aria-label", "value", "title")]
        assert not any(name.startswith("on") for name, _ in attributes)

    def handle_data(self, text: str) -> None:
        self.said.append(text)


@pytest.mark.parametrize(("typed", "shown"), ACCEPTED.items(), ids=map(ascii, ACCEPTED))
def test_a_name_is_shown_as_it_is_on_every_page(at: Evening, typed: str, shown: str) -> None:
    who = Visitor(at.house, "x")
    plain = {path: Words(who.get(path.format(at.code)).text).elements for path in ("/t/{}/wall", "/t/{}/evening")}
    who.get(f"/j/{at.code}")
    assert who.post(f"/j/{at.code}", name=typed).status_code == 303
    assert names(at)[-1] == shown
    at.start()
    for page in (f"/t/{at.code}", f"/t/{at.code}/wall", f"/t/{at.code}/sheet", "/"):
        words = Words(at.host.get(page).text)
        assert not {"img", "script"} & set(words.elements) - {"script"}
        assert "49" not in [word.strip() for word in words.said]
        if page != "/":
            assert any(shown in word for word in words.said), page
    assert Words(who.get(f"/t/{at.code}/evening").text).elements.count("script") == plain["/t/{}/evening"].count(
        "script"
    )
    at.did(who, "rename", seat=at.table.seats[-1].number, name="Finn")
    at.did(who, "rename", seat=at.table.seats[-1].number, name=typed)
    assert names(at)[-1] == shown


@pytest.mark.parametrize(("typed", "sentence"), REFUSED.items(), ids=[ascii(name)[:30] for name in REFUSED])
def test_a_name_that_cannot_be_is_refused_beside_its_field(at: Evening, typed: str, sentence: str) -> None:
    who = Visitor(at.house, "x")
    who.get(f"/j/{at.code}")
    now = at.table.version
    for answer in (
        who.post(f"/j/{at.code}", name=typed),
        at.move(who, "sit", name=typed),
        at.move(at.host, "add", name=typed),
        at.move(at.people["Cleo"], "rename", seat=number(at, "Cleo"), name=typed),
    ):
        assert answer.status_code == 422
        assert sentence in unescape(answer.text)
        assert 'aria-invalid="true"' in answer.text
    for kind in ("sit", "add"):
        assert unescape(at.move(who if kind == "sit" else at.host, kind, name=typed).text).count(sentence) == 1
    assert at.table.version == now


def test_several_without_a_phone_come_at_once_on_commas_or_lines(at: Evening) -> None:
    at.did(at.host, "add", name=" Eve ,Finn;\r\nGil,, ")
    assert names(at)[-3:] == ["Eve", "Finn", "Gil"]
    assert all(seat.passed for seat in at.table.seats[-3:])
    assert len({seat.badge for seat in at.table.seats}) == 7
    assert "added Eve, Finn and Gil, who have no phone" in at.host.get(f"/t/{at.code}").text


def test_of_several_names_each_that_cannot_be_is_told_why_and_nothing_typed_is_lost(at: Evening) -> None:
    typed = f"Eve, ana, Gil, {'a' * 21}, eve"
    at.did(at.people["Cleo"], "remove", seat=number(at, "Cleo"))  # five places left
    before = at.table
    answer = at.move(at.host, "add", name=typed)
    assert answer.status_code == 422
    page = unescape(answer.text)
    assert "ana: Somebody here is already called that. How about “ana 2”?" in page
    assert f"{'a' * 21}: That name is too long: 20 characters fit." in page
    assert "eve: Somebody here is already called that. How about “eve 2”?" in page
    assert "Gil:" not in page
    assert f'value="{typed}"' in page
    assert at.table == before
    answer = at.move(at.host, "add", name="Eve, Finn, Gil, Hal, Ida, Jo")
    assert answer.status_code == 422
    assert "There is room for 5 more." in answer.text


def test_a_comma_in_a_name_of_an_older_log_is_still_one_name(at: Evening) -> None:
    entry = Entry(at.table.version + 1, 0, at.host.device, "add", '{"name":"Eve, the 1st","badge":null}', (), "")
    assert [seat.name for seat in replay(at.code, [entry], at.table).seats][-1] == "Eve, the 1st"


def test_a_name_that_is_taken_comes_with_a_proposal_that_is_free(at: Evening) -> None:
    who = Visitor(at.house, "x")
    who.get(f"/j/{at.code}")
    proposed = re.findall("How about “(.+?)”", unescape(who.post(f"/j/{at.code}", name="ana").text))
    assert proposed == ["ana 2"]
    assert who.post(f"/j/{at.code}", name=proposed[0]).status_code == 303


def test_two_ways_to_write_one_letter_are_one_name() -> None:
    assert folded("An\u0061\u0301") == folded("Aná")
    assert folded("\u0410na") != folded("Ana")


# --- codes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "dressed",
    [
        str.lower,
        " {} ".format,
        lambda c: f"{c[:2]}-{c[2:]}",
        lambda c: " ".join(c),
        lambda c: "".join(chr(ord(x) + 0xFEE0) for x in c),
    ],
)
def test_a_code_is_found_however_it_is_typed(at: Evening, dressed: object) -> None:
    typed = dressed(at.code)  # type: ignore[operator]
    answer = at.house.app.test_client().get("/join", query_string={"code": typed})
    assert answer.headers["Location"] == f"/j/{at.code}"


@pytest.mark.parametrize("typed", ["", "0O1I", "../x", "KMTR%00", "KMTR\x00", "X" * 300, "李李李李李", "CDFGH' OR 1=1"])
def test_a_code_that_is_none_is_answered_in_words(at: Evening, typed: str) -> None:
    answer = at.house.app.test_client().get("/join", query_string={"code": typed})
    assert answer.status_code == 404
    assert "No table has that code" in answer.text
    assert clean_code(typed) is None


# --- a seat is never got by a name ------------------------------------------------------------------------------------


def test_a_name_opens_nothing(at: Evening) -> None:
    at.start()
    told, now = at.message(at.people["Cleo"]).text, at.table
    thief = Visitor(at.house, "thief")
    thief.get(f"/j/{at.code}")
    for name in ("Cleo", " cleo ", "CLEO"):
        for answer in (thief.post(f"/j/{at.code}", name=name), thief.post(f"/t/{at.code}/ask", name=name)):
            assert answer.status_code in (403, 422)
            assert told not in answer.text
    assert at.message(thief).status_code == 403
    assert at.table.seats == now.seats
    assert at.message(at.people["Cleo"]).text == told


def test_the_same_browser_stays_who_it_is(at: Evening) -> None:
    cleo = at.people["Cleo"]
    for started in (False, True):
        if started:
            at.start()
        assert cleo.get(f"/j/{at.code}").headers["Location"] == f"/t/{at.code}"
        assert cleo.post(f"/j/{at.code}", name="Eve").status_code == 422
        assert names(at) == ["Ana", "Ben", "Cleo", "Dov"]


def test_a_browser_that_keeps_no_cookies_is_told_and_takes_no_seats(at: Evening) -> None:
    for _ in range(5):
        answer = Visitor(at.house).post(f"/j/{at.code}", name="Eve")
        assert answer.status_code == 409
        assert "blocks cookies" in answer.text
    assert len(at.table.seats) == 4


@pytest.mark.parametrize(("scheme", "secure"), [("http", False), ("https", True)])
def test_the_cookie_is_kept_from_scripts_and_comes_back_over_plain_http(
    house: House, scheme: str, secure: bool
) -> None:
    answer = house.app.test_client().get("/", base_url=f"{scheme}://10.0.0.23:8000")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert ("Secure" in cookie) is secure


# --- another phone ----------------------------------------------------------------------------------------------------


def ticket(at: Evening, name: str, by: Visitor) -> str:
    at.did(by, "ticket", seat=number(at, name))
    made = [key for key, ticket in at.table.tickets.items() if ticket.seat == number(at, name)]
    assert len(made) == 1
    assert made[0] in by.get(f"/t/{at.code}").text
    return made[0]


def arrive(at: Evening, key: str) -> tuple[Visitor, int]:
    new = Visitor(at.house, "new")
    new.get(f"/j/{at.code}")
    return new, new.post(f"/j/{at.code}", ticket=key).status_code


def test_a_seat_moves_to_another_phone_and_the_old_one_is_signed_out(at: Evening) -> None:
    at.start()
    old = at.people["Cleo"]
    told = at.message(old).text
    key = ticket(at, "Cleo", at.host)
    assert all(key not in who.get(f"/t/{at.code}").text for who in visitors(at) if who not in (at.host, old))
    new, status = arrive(at, f" {key.lower()[:3]} {key.lower()[3:]} ")
    assert status == 303
    at.people["Cleo"] = new
    assert at.message(new).text == told
    assert at.message(old).status_code == 403
    assert at.move(old, "rename", seat=number(at, "Cleo"), name="Finn").status_code == 403
    assert "Hold to see your message" not in old.get(f"/t/{at.code}").text
    assert arrive(at, key)[1] == 422, "a ticket is good once"


SIGNED_OUT = "Cleo now plays on another phone"


@pytest.mark.parametrize("way", ["a ticket", "the host's device"])
def test_a_phone_that_lost_its_seat_says_so_until_it_has_one_again(at: Evening, way: str) -> None:
    at.start()
    old = at.people["Cleo"]
    if way == "a ticket":
        arrive(at, ticket(at, "Cleo", at.host))
    else:
        at.did(at.host, "carry", seat=number(at, "Cleo"))
    assert [who for who in visitors(at) if SIGNED_OUT in unescape(who.get(f"/t/{at.code}").text)] == [old]
    assert old.post(f"/j/{at.code}", ticket=ticket(at, "Cleo", at.host)).status_code == 303
    assert SIGNED_OUT not in unescape(old.get(f"/t/{at.code}").text)
    assert at.message(old).status_code == 200


def test_who_comes_after_a_game_is_told_that_it_is_over_and_may_ask_to_be_let_in(at: Evening) -> None:
    ended(at)
    late = Visitor(at.house, "late")
    for path in (f"/t/{at.code}", f"/j/{at.code}"):
        page = late.get(path).text
        assert "has just ended" in page
        assert f'action="/t/{at.code}/ask"' in page
        assert "is running" not in page


def test_a_ticket_is_good_for_ten_minutes(at: Evening) -> None:
    key = ticket(at, "Cleo", at.people["Cleo"])
    at.house.now += 10 * 60_000 + 1
    assert arrive(at, key)[1] == 422
    assert "does not work, or no longer" in arrive_text(at, key)
    newer = ticket(at, "Cleo", at.host)
    at.house.now += 10 * 60_000
    assert arrive(at, newer)[1] == 303


def arrive_text(at: Evening, key: str) -> str:
    new = Visitor(at.house, "new")
    new.get(f"/j/{at.code}")
    return new.post(f"/j/{at.code}", ticket=key).text


def test_nobody_makes_a_ticket_for_somebody_elses_seat(at: Evening) -> None:
    for who in (at.people["Ben"], visitors(at)[-1]):
        assert at.move(who, "ticket", seat=number(at, "Cleo")).status_code in (403, 422)
    assert not at.table.tickets


def test_whom_the_old_phone_carried_the_new_one_carries(at: Evening) -> None:
    new, _ = arrive(at, ticket(at, "Ben", at.host))
    new.get(f"/t/{at.code}")
    at.did(new, "hand", seat=number(at, "Dov"))
    assert at.table.speaks_for(new.device).name == "Dov"  # type: ignore[union-attr]


def test_the_hosts_phone_speaks_for_somebody_whose_phone_is_gone(at: Evening) -> None:
    at.did(at.host, "hand-over", seat=number(at, "Cleo"), too="true")
    at.start()
    old = at.people["Cleo"]
    told = secret(at.message(old).text)
    at.did(at.host, "carry", seat=number(at, "Cleo"))
    assert at.message(old).status_code == 403
    assert not at.table.is_host(old.device), "a phone that is signed out hosts no more"
    assert at.message(at.host).status_code == 200, "the host's own message, until the phone is handed over"
    at.did(at.host, "hand", seat=number(at, "Cleo"))
    assert secret(at.message(at.host).text) == told


def secret(html: str) -> str:
    """The private text of a message's page."""
    found: list[str] = re.findall(r'class="secret">(.*?)</p>', html)
    return found[0]


# --- a phone passed round ---------------------------------------------------------------------------------------------


def test_a_phone_passed_round_shows_each_message_once_and_never_its_carriers_to_others(at: Evening) -> None:
    at.start()
    ben = at.people["Ben"]
    own = at.message(ben).text
    at.did(ben, "hand", seat=number(at, "Dov"))
    told = at.message(ben).text
    assert "data-hold" in ben.get(f"/t/{at.code}").text
    assert at.message(ben).status_code == 200, "it may be covered and held again while Dov has the phone"
    at.did(ben, "hand-back")
    assert at.message(ben).text == own
    at.did(ben, "hand", seat=number(at, "Dov"))
    assert at.message(ben).status_code == 403
    at.did(ben, "hand-back")
    assert at.move(ben, "reopen", seat=number(at, "Dov")).status_code == 403, "only the host allows a second look"
    at.did(at.host, "reopen", seat=number(at, "Dov"))
    at.did(ben, "hand", seat=number(at, "Dov"))
    assert at.message(ben).text == told


def test_passing_a_phone_on_without_passing_it_back_closes_the_message_too(at: Evening) -> None:
    at.did(at.people["Ben"], "add", name="Eve")
    at.start()
    ben = at.people["Ben"]
    at.did(ben, "hand", seat=number(at, "Dov"))
    assert at.message(ben).status_code == 200
    at.did(ben, "hand", seat=number(at, "Eve"))
    at.did(ben, "hand", seat=number(at, "Dov"))
    assert at.message(ben).status_code == 403


def test_the_carriers_own_page_never_shows_what_the_shared_seat_was_told(at: Evening) -> None:
    at.start()
    ben = at.people["Ben"]
    at.did(ben, "hand", seat=number(at, "Dov"))
    told = secret(at.message(ben).text)
    at.did(ben, "hand-back")
    before = len(ben.received)
    for page in ("", "/panel", "/wall", "/sheet", "/evening"):
        ben.get(f"/t/{at.code}{page}")
    assert told.encode() not in b"".join(ben.received[before:])


@EVERY_CHOICE
def test_a_phone_passed_round_never_shows_what_was_chosen_on_it(house: House, choice: str) -> None:
    """Its owner could have it handed over once more and look; whom somebody points at is what that one was told."""
    at, kind, forms = under_way(house, choice)
    pages, ben = [], at.people["Ben"]
    at.did(ben, "hand", seat=number(at, "Dov"))
    for chosen in (forms[0], forms[0], forms[-1]):
        at.did(ben, kind, **chosen)
        at.did(ben, "hand-back")
        at.did(ben, "hand", seat=number(at, "Dov"))
        page = ben.get(f"/t/{at.code}/panel").text
        assert f'/{kind}"' in page, "it can still be changed"
        counts = r'name="(?:drawn|of|hold)" value="\w+"|data-(?:mark|line|taken|notice|hands)="[^"]*"|<time.*?</time>'
        pages.append(re.sub(rf' <small class="soft">\(\d times\)</small>|{counts}', "", page))
    assert pages[1] == pages[2], "the same choice once more, and another"


@EVERY_CHOICE
def test_what_was_chosen_on_a_phone_passed_round_is_not_given_again_unseen(house: House, choice: str) -> None:
    """Its owner could hand it to themselves and choose in Dov's name: everybody hears of it, and of nothing else."""
    at, kind, forms = under_way(house, choice)
    ben, cleo, hers = at.people["Ben"], at.people["Cleo"], CHOICES[choice].forms(CLEO)[0]
    at.did(cleo, kind, **hers)
    told = len(at.table.told)
    at.did(cleo, kind, **hers)
    assert len(at.table.told) == told, "on her own phone nobody else can have done it"
    at.did(ben, "hand", seat=number(at, "Dov"))
    at.did(ben, kind, **forms[0])
    at.did(ben, "hand-back")
    again = "gave the choice again, on Ben’s device"
    assert again not in re.sub(r"</?bdi[^>]*>", "", unescape(at.host.get(f"/t/{at.code}").text))
    for chosen in (forms[0], forms[-1]):
        at.did(ben, "hand", seat=number(at, "Dov"))
        at.did(ben, kind, **chosen)
        at.did(ben, "hand-back")
        lines = [line for line in seen_by(at.table, cleo.device).log if line.who == "Dov"]
        assert lines[0].text.in_words(names={seat.number: seat.name for seat in at.table.seats}) == f"Dov {again}"
    assert len(lines) == 3, "the choice, and twice that it was given again"
    page = unescape(at.host.get(f"/t/{at.code}").text)
    assert f"Dov {again}" in re.sub(r"</?bdi[^>]*>", "", page)
    assert page.count(f"{CHOICES[choice].again}<") == 1


def test_when_something_happened_is_told_to_the_minute(at: Evening) -> None:
    at.house.now = 1_800_000_045_678
    at.did(at.people["Ben"], "add", name="Eve")
    page = at.host.get(f"/t/{at.code}").text
    assert re.findall("<time.*?</time>", page)[0] == '<time data-minute="30000000" hidden></time>'
    assert "1800000045" not in page


def test_a_phone_is_passed_on_by_whoever_is_done_to_the_next_who_is_not(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = table_of(house, monkeypatch)
    ben = at.people["Ben"]
    at.did(ben, "add", name="Eve")
    at.start()
    at.did(ben, "hand", seat=number(at, "Dov"))
    assert "Pass on to" not in ben.get(f"/t/{at.code}").text, "Dov has not read yet"
    at.message(ben)
    assert "Pass on to Eve" in ben.get(f"/t/{at.code}").text
    at.did(ben, "hand", seat=number(at, "Eve"))
    at.message(ben)
    page = ben.get(f"/t/{at.code}").text
    assert "Pass on to" not in page, "everybody has read"
    assert "Done: pass back to " in page


def test_who_has_no_phone_and_has_not_read_stands_first_until_read(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = table_of(house, monkeypatch)
    at.start()
    ben = at.people["Ben"]
    said = "Dov still has something to do"
    assert said not in unescape(ben.get(f"/t/{at.code}").text), "Ben has to read his own first"
    assert "Pass to Dov" in unescape(ben.get(f"/t/{at.code}").text)
    at.message(ben)
    assert said in unescape(ben.get(f"/t/{at.code}").text)
    assert said not in unescape(at.host.get(f"/t/{at.code}").text), "nobody is handed the host's phone"
    at.did(ben, "hand", seat=number(at, "Dov"))
    assert said not in unescape(ben.get(f"/t/{at.code}").text), "it is in Dov's hands"
    at.message(ben)
    at.did(ben, "hand-back")
    assert said not in unescape(ben.get(f"/t/{at.code}").text)


@EVERY_CHOICE
def test_who_has_no_phone_and_owes_an_answer_stands_first_until_it_is_in(house: House, choice: str) -> None:
    at, kind, forms = under_way(house, choice)
    ben, said = at.people["Ben"], "Dov still has something to do"
    assert said not in unescape(ben.get(f"/t/{at.code}").text), "Ben chooses first"
    at.did(ben, kind, **CHOICES[choice].forms(BEN)[0])
    if at.game.readers(seen_by(at.table, ben.device).view):
        at.message(ben)
    at.did(ben, "hand", seat=number(at, "Dov"))
    if at.game.readers(seen_by(at.table, ben.device).view):
        at.message(ben)
    at.did(ben, "hand-back")
    assert said in unescape(ben.get(f"/t/{at.code}").text)
    at.did(ben, "hand", seat=number(at, "Dov"))
    at.did(ben, kind, **forms[0])
    at.did(ben, "hand-back")
    assert said not in unescape(ben.get(f"/t/{at.code}").text)


def test_a_host_who_hands_the_phone_round_hosts_only_when_it_is_back(at: Evening) -> None:
    at.did(at.host, "add", name="Eve")
    at.start()
    at.did(at.host, "hand", seat=number(at, "Eve"))
    deal = at.table.deal
    assert at.move(at.host, "start").status_code == 403
    assert at.move(at.host, "ticket", seat=number(at, "Ana")).status_code == 422
    assert at.move(at.host, "remove", seat=number(at, "Ana")).status_code == 422
    at.did(at.host, "hand-back")
    at.start()
    assert at.table.deal == deal + 1


# --- hosting ----------------------------------------------------------------------------------------------------------


def test_hosting_is_handed_over_or_shared(at: Evening) -> None:
    ana, ben, cleo = at.host, at.people["Ben"], at.people["Cleo"]
    at.did(ana, "hand-over", seat=number(at, "Ben"), too="true")
    assert [at.table.is_host(who.device) for who in (ana, ben, cleo)] == [True, True, False]
    at.did(ana, "hand-over", seat=number(at, "Cleo"))
    assert [at.table.is_host(who.device) for who in (ana, ben, cleo)] == [False, True, True]
    assert at.move(ana, "start").status_code == 403
    at.did(cleo, "start")


def test_a_host_whose_seat_is_removed_by_another_hosts_no_more(at: Evening) -> None:
    at.did(at.host, "hand-over", seat=number(at, "Cleo"), too="true")
    at.did(at.host, "remove", seat=number(at, "Cleo"))
    assert not at.table.is_host(at.people["Cleo"].device)
    at.did(at.host, "remove", seat=number(at, "Ana"))
    assert at.table.is_host(at.host.device), "a laptop may host without playing"


# --- coming and going -------------------------------------------------------------------------------------------------


def test_removing_asks_first_and_a_game_is_not_left_that_way(at: Evening) -> None:
    page = at.host.get(f"/t/{at.code}").text
    assert "Cleo is removed from this table for good." in unescape(page)
    at.start()
    assert at.move(at.host, "remove", seat=number(at, "Cleo")).status_code == 422
    at.did(at.host, "lobby")
    at.did(at.host, "remove", seat=number(at, "Cleo"))
    assert at.move(at.host, "remove", seat=9).status_code == 422
    assert at.move(at.people["Cleo"], "rename", seat=number(at, "Ana"), name="Finn").status_code == 403
    assert at.people["Cleo"].get(f"/t/{at.code}").status_code == 200


def test_a_late_comer_watches_and_plays_the_next_game(at: Evening) -> None:
    at.start()
    late = Visitor(at.house, "Eve")
    assert "you are in for the next game" in late.get(f"/j/{at.code}").text
    late = seat(at, "Eve")
    assert number(at, "Eve") not in at.table.play.seats  # type: ignore[union-attr]
    assert "You join the next one" in late.get(f"/t/{at.code}").text
    assert at.message(late).status_code == 403
    at.start()
    assert number(at, "Eve") in at.table.play.seats  # type: ignore[union-attr]
    assert at.message(late).status_code == 200


def test_a_full_table_says_so_and_shows_the_wall(at: Evening) -> None:
    for n in range(4):
        seat(at, f"Eve {n}")
    late = Visitor(at.house, "late")
    assert "This table is full" in late.get(f"/j/{at.code}").text
    assert late.post(f"/j/{at.code}", name="Finn").status_code == 422
    assert late.get(f"/t/{at.code}/wall").status_code == 200
    assert len(at.table.seats) == 8


def test_again_keeps_the_people_and_deals_anew(at: Evening) -> None:
    at.start()
    at.did(at.host, "again")
    assert at.table.stage == "setup"
    assert names(at) == ["Ana", "Ben", "Cleo", "Dov"]
    at.start()
    assert at.table.deal == 2


def test_who_left_is_still_spoken_of_in_words(at: Evening) -> None:
    eve = seat(at, "Eve")
    at.start()
    at.did(at.host, "play/away", seat=number(at, "Eve"))
    assert "went on without a guess of" in at.host.get(f"/t/{at.code}").text
    at.did(at.host, "lobby")
    at.did(eve, "remove", seat=number(at, "Eve"))
    page = unescape(at.host.get(f"/t/{at.code}").text)
    assert "went on without a guess of a former player" in page
    assert not re.search(r">[^<]*#\d", page)


def test_a_refusal_of_no_field_is_said_once_on_a_whole_page_and_beside_its_form_in_a_panel(house: House) -> None:
    """A whole page begins at its top, where it is said; a panel comes where one has scrolled to."""
    at = evening(house, example.GAME, 1, 2)
    at.did(at.people["Ben"], "sit-out", seat=str(at.table.seats[1].number), out="true")
    whole = at.move(at.host, "start")
    panel = at.host.open("POST", f"/t/{at.code}/start", {}, {"HX-Request": "true"})
    for answer, times in ((whole, 1), (panel, 2)):
        assert answer.status_code == 422
        assert answer.text.count("In the bag needs 2 players: 1 more to go.") == times
