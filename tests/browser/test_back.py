"""Nothing that was chosen or read on a phone that is passed round comes back: by Back, a kept page, a form's memory."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests import require
from tests.browser.evenings import HOLD, at_table, found_now, let_go, press
from tests.browser.phone import FLAGS, Phone
from tests.running import Companion

ALCATRAZ = "Alcatraz: The Scapegoat"
TICKED = "() => [...document.querySelectorAll('input[name=choice]')].filter(input => input.checked).map(i => i.value)"
MARKED = "() => document.querySelectorAll('[aria-pressed=true]').length"
READ = "() => document.querySelectorAll('.secret').length"


def play(who: Phone, code: str, kind: str, **form: str) -> None:
    """A move of somebody who looks at nothing just now."""
    assert who.context.request.post(f"/t/{code}/{kind}", form={"drawn": "9999", **form}).ok


def voting(phones: list[Phone]) -> str:
    """Ana, Ben and Cleo at a table of Alcatraz, Dov on Ben's phone, and everybody to vote; its code."""
    code = at_table(phones, ALCATRAZ)
    play(phones[1], code, "add", name="Dov")
    for kind in ("start", "play/round-done", "play/guard", "play/talk-over"):
        play(phones[0], code, kind)
    phones[1].page.goto(f"/t/{code}")
    return code


def revealing(phones: list[Phone]) -> str:
    """The same at a table of Scape Goat, and everybody to choose a card."""
    code = at_table(phones, "Scape Goat")
    play(phones[1], code, "add", name="Dov")
    for kind in ("start", "play/frame"):
        play(phones[0], code, kind)
    phones[1].page.goto(f"/t/{code}")
    return code


def over_to_dov(page: Page) -> Locator:
    """The button on Ben's own page."""
    return page.get_by_role("button", name=re.compile("Pass (this device )?to Dov")).first


def to_dov(page: Page) -> None:
    over_to_dov(page).click()
    expect(page.get_by_role("heading", name="Dov", exact=True)).to_be_visible()


def back(page: Page) -> None:
    page.get_by_role("button", name="pass back to", exact=False).click()
    expect(over_to_dov(page)).to_be_visible()


def goes_back_and_forth(page: Page, code: str, found: str) -> None:
    """Every page of this tab's past and back again: `found` finds nothing chosen on any."""
    for step in (*["back"] * 6, *["forward"] * 6):
        at = page.go_back() if step == "back" else page.go_forward()
        if f"/t/{code}" in page.url:
            assert not found_now(page, found), step
            assert not found_now(page, READ), step
        if at is None and page.url == "about:blank":
            page.go_forward()


@pytest.fixture(params=["as tests run", "with pages kept whole"])
def browser(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Browser]:
    """Chromium, and Chromium as people have it, which keeps whole pages to go back to."""
    if request.param == "as tests run":
        yield chromium
        return
    with_kept_pages = chromium.browser_type.launch(
        executable_path=require.chromium(), args=FLAGS, ignore_default_args=["--disable-back-forward-cache"]
    )
    yield with_kept_pages
    with_kept_pages.close()


@pytest.fixture
def phones(browser: Browser, companion: Companion) -> Iterator[Callable[[bool], list[Phone]]]:
    """Three phones, Ben's with script or without; each is judged when the test ends."""
    made: list[Phone] = []

    def three(script: bool) -> list[Phone]:
        made.extend(Phone(browser, companion.address, script=on) for on in (True, script, True))
        return made

    yield three
    for each in made:
        each.allow("ERR_CACHE_MISS")
        each.judge()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_vote_cast_in_other_hands_never_comes_back(phones: Callable[[bool], list[Phone]], *, script: bool) -> None:
    all_of_them = phones(script)
    code, page = voting(all_of_them), all_of_them[1].page
    to_dov(page)
    page.locator("label", has=page.locator("input[name=choice]")).nth(2).click()
    assert found_now(page, TICKED)
    page.get_by_role("button", name="Cast my vote").click()
    expect(page.get_by_text("You have voted.")).to_be_visible()
    back(page)
    assert not found_now(page, TICKED)
    goes_back_and_forth(page, code, TICKED)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_vote_ticked_and_not_cast_is_ticked_for_nobody_else(
    phones: Callable[[bool], list[Phone]], *, script: bool
) -> None:
    all_of_them = phones(script)
    code, page = voting(all_of_them), all_of_them[1].page
    to_dov(page)
    page.locator("label", has=page.locator("input[name=choice]")).nth(1).click()
    assert found_now(page, TICKED)
    back(page)
    expect(page.get_by_role("button", name="Cast my vote")).to_be_visible()
    assert not found_now(page, TICKED), "in Ben's own form"
    goes_back_and_forth(page, code, TICKED)
    page.goto(f"/t/{code}")
    page.locator("label", has=page.locator("input[name=choice]")).nth(0).click()
    to_dov(page)
    assert not found_now(page, TICKED), "nor Ben's in Dov's"
    goes_back_and_forth(page, code, TICKED)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_message_read_and_a_card_chosen_in_other_hands_never_come_back(
    phones: Callable[[bool], list[Phone]], *, script: bool
) -> None:
    all_of_them = phones(script)
    code, page = revealing(all_of_them), all_of_them[1].page
    to_dov(page)
    if script:
        press(page)
        let_go(page)
    else:
        page.get_by_role("button", name=HOLD).click()
        expect(page.locator(".secret")).to_be_visible()
        page.get_by_role("link", name="Cover it again").click()
    page.locator("button[name=card]").first.click()
    expect(page.get_by_text("Your card is in.")).to_be_visible()
    back(page)
    goes_back_and_forth(page, code, MARKED)


def test_the_digits_of_a_word_stay_in_no_field(phone: Callable[..., Phone]) -> None:
    all_of_them = [phone() for _ in range(3)]
    revealing(all_of_them)
    page, digits = all_of_them[1].page, "() => [...document.querySelectorAll('[name=word]')].map(field => field.value)"
    to_dov(page)
    page.get_by_text("Close it with a word").click()
    page.get_by_label("Four digits").fill("4072")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Change my word")).to_be_visible()
    assert page.evaluate(digits) == [""]
    back(page)
    to_dov(page)
    page.get_by_label("Four digits").fill("4073")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("#unlock-word-error")).to_be_visible()
    assert page.evaluate(digits) == [""]
