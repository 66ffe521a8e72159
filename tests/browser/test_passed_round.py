"""A phone that changes hands keeps nothing of what the one before had open on it, at every secret choice there is."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.asking import BEN, CHOICES, DOV, EVERY_CHOICE
from tests.browser.choosing import asked, back, choose, controls, own_choice, to_dov
from tests.browser.phone import Phone

BESIDE_THE_MENU = """() => {
    const [menu, sign] = ["#menu > summary", ".here"].map(one => document.querySelector(one)?.getBoundingClientRect());
    return menu && sign && sign.width > 0 && sign.right <= menu.left;
}"""
"""Whether the sign that the page is live ends where the menu begins."""
in_both_ways = pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])


def shared(phone: Callable[..., Phone], choice: str, script: bool) -> Page:
    """Ben's phone, which also speaks for Dov; everybody was asked to choose, and Ben has chosen."""
    phones = [phone(), phone(script=script), phone()]
    asked(phones, choice)
    choose(phones[1].page, choice, BEN, 2)
    return phones[1].page


@in_both_ways
@EVERY_CHOICE
def test_what_is_opened_by_one_is_closed_for_the_next(phone: Callable[..., Phone], choice: str, script: bool) -> None:
    ben = shared(phone, choice, script)
    to_dov(ben)
    choose(ben, choice, DOV)
    own_choice(ben, choice).click()
    expect(controls(ben, choice, DOV).first).to_be_visible()
    back(ben)
    expect(own_choice(ben, choice)).to_be_visible()
    expect(controls(ben, choice, BEN)).to_have_count(0)  # it may be in Dov's hands still: not even folded away


@in_both_ways
@EVERY_CHOICE
def test_an_owners_choice_opens_after_a_question_and_everybody_is_told(
    phone: Callable[..., Phone], choice: str, script: bool
) -> None:
    ben = shared(phone, choice, script)
    to_dov(ben)
    back(ben)
    own_choice(ben, choice).click()
    expect(ben.get_by_text("Everybody is told that your choice was opened on this device.")).to_be_visible()
    expect(controls(ben, choice, BEN)).to_have_count(0)
    ben.get_by_role("button", name="Yes, show it").click()
    marked = controls(ben, choice, BEN).and_(ben.locator("[aria-pressed=true], :checked"))
    expect(marked.or_(ben.get_by_text(re.compile("You (chose|guessed) "))).first).to_be_visible()
    expect(ben.locator("#notices")).to_contain_text("Ben’s choice was opened on Ben’s device")


def test_the_head_makes_room_for_the_menu_also_where_the_page_was_loaded_in_other_hands(
    phone: Callable[..., Phone],
) -> None:
    ben = shared(phone, next(iter(CHOICES)), script=True)
    to_dov(ben)
    ben.reload()
    expect(ben.locator("#menu")).to_have_count(0)
    back(ben)
    ben.wait_for_function(BESIDE_THE_MENU)
