"""Who was chosen to start, and not sent yet, outlives what others do, until the table says who starts."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.evenings import gather
from tests.browser.phone import Phone
from tests.browser.test_fields import holds


def test_what_one_chose_and_did_not_send_outlives_what_others_do(phone: Callable[..., Phone]) -> None:
    group = gather(phone, 3, "Scout")
    ana, ben = group.host, group.pages["Ben"]
    ana.get_by_role("button", name="Set up the box").click()
    for page in (ana, ben):
        expect(page.locator("#all-steps")).to_be_attached()
    for page in (ana, ben):
        page.locator("#all-steps > summary").click()
        page.get_by_role("link", name="Who starts?").click()
        expect(page.get_by_role("heading", name="Who starts?")).to_be_visible()
    ana.get_by_text("We draw by hand").click()
    ana.get_by_role("radio", name="Cleo").check(force=True)
    ben.get_by_role("button", name="Done, next").click()  # nobody chosen: the app draws
    expect(ana.locator("#news")).to_have_text("Ben let the app draw (Who starts?)")
    holds(ana)  # the table says who starts now, and no older choice stands over it


def test_the_big_button_keeps_who_was_chosen_by_hand(phone: Callable[..., Phone]) -> None:
    group = gather(phone, 3, "Scout")
    ana, ben = group.host, group.pages["Ben"]
    ana.get_by_role("button", name="Set up the box").click()
    ana.locator("#all-steps > summary").click()
    ana.get_by_role("link", name="Who starts?").click()
    ana.get_by_text("We draw by hand").click()
    ana.get_by_role("radio", name="Cleo").check(force=True)
    ben.locator("#all-steps > summary").click()
    ben.get_by_role("button", name="Mark as done: Shuffle and deal").click()
    expect(ana.locator("#all-steps > summary")).to_contain_text("1 of 7 done")
    expect(ana.get_by_role("radio", name="Cleo")).to_be_checked()
    ana.get_by_role("button", name="Done, next").click()
    expect(ana.locator("#news")).to_have_text("Ana entered a draw (Who starts?)")
    expect(ana.locator("#all-steps > summary")).to_contain_text("2 of 7 done")
    expect(ana.get_by_role("heading", name="Put the tens away")).to_be_visible()
