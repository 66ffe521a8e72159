"""The first page: what comes first for whom, and and its headings."""

from __future__ import annotations

import re

from tests.evenings import House, Visitor
from tests.games import ANY

GUEST = "192.0.2.7"
"""Another machine's address, as a phone has one."""


def headings(page: str) -> list[str]:
    """What the page's parts are called, in the order they stand."""
    return [re.sub(r"<[^>]*>", "", heading) for heading in re.findall(r"<h[12]>(.*?)</h[12]>", page)]


def first_page(who: Visitor, address: str = "127.0.0.1", path: str = "/") -> str:
    """The first page as that visitor gets it from a machine of that address."""
    with who.house.app.test_client(use_cookies=False) as client:
        cookie = "; ".join(f"{name}={value}" for name, value in who.cookies.items())
        return client.get(path, headers={"Cookie": cookie}, environ_base={"REMOTE_ADDR": address}).text


def test_a_guest_who_scanned_the_terminals_code_finds_joining_first(house: House) -> None:
    ben = Visitor(house)
    assert headings(first_page(ben, GUEST))[:2] == ["Join a table", "What’s on the table?"]
    wrong = first_page(ben, GUEST, "/join?code=ZZZZZ")
    assert "No table has that code." in wrong
    assert headings(wrong)[0] == "Join a table"


def test_the_computer_itself_finds_the_boxes_first(house: House) -> None:
    assert headings(first_page(Visitor(house)))[:2] == ["What’s on the table?", "Join a table"]


def test_who_has_tables_finds_them_before_all_else(house: House) -> None:
    ana = Visitor(house)
    assert ana.post("/open", game=ANY.key).status_code == 303
    for address in ("127.0.0.1", GUEST):
        assert headings(first_page(ana, address))[0] == "Your tables"


def test_no_heading_of_the_first_page_is_a_level_too_deep_for_a_screen_reader(house: House) -> None:
    ana, ben = Visitor(house), Visitor(house)
    assert ana.post("/open", game=ANY.key).status_code == 303
    for who in (ana, ben):
        for address in ("127.0.0.1", GUEST):
            levels = re.findall(r"<h([1-6])", first_page(who, address))
            assert levels[0] == "1"
            assert set(levels) == {"1", "2"}
