"""Nothing that was chosen or read on a phone that is passed round comes back: by Back, a kept page, a form's memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests import require
from tests.asking import BEN, CHOICES, DOV, EVERY_CHOICE
from tests.browser.choosing import asked, back, choose, controls, mark, to_dov
from tests.browser.evenings import HOLD, found_now, let_go, press
from tests.browser.phone import FLAGS, Phone
from tests.games import DEALS
from tests.running import Companion

READ = (
    """() => document.querySelectorAll('.secret').length > 0 || /You (chose|guessed) /.test(document.body.innerText)"""
)


def marked(choice: str) -> str:
    """A script that finds what is chosen on the page, whether it was sent or not."""
    return f"() => [...document.querySelectorAll('[name={CHOICES[choice].field}]')]" + (
        ".filter(it => it.checked || it.getAttribute('aria-pressed') === 'true').map(it => it.value)"
    )


def goes_back_and_forth(page: Page, code: str, choice: str) -> None:
    """Every page of this tab's past and back again: nothing is chosen on any. One that answered a form is kept nowhere:
    the browser says so on a page of its own."""
    for step in (*["back"] * 6, *["forward"] * 6):
        try:
            at = page.go_back() if step == "back" else page.go_forward()
        except Error as no:
            if "ERR_CACHE_MISS" not in no.message:
                raise
            page.wait_for_url("chrome-error://**")
            continue
        if f"/t/{code}" in page.url:
            assert not found_now(page, marked(choice)), step
            assert not found_now(page, READ), step
        if at is None and page.url == "about:blank":
            page.go_forward()


DEALT = next(choice for choice in CHOICES if choice.split()[0] == DEALS.key)
TICKED_FIRST = pytest.mark.parametrize("choice", [choice for choice in CHOICES if CHOICES[choice].ticked])


Three = Callable[[Browser, bool], list[Phone]]


@pytest.fixture
def keeping(chromium: Browser) -> Iterator[Browser]:
    """Chromium as people have it, which keeps whole pages to go back to."""
    with_kept_pages = chromium.browser_type.launch(
        executable_path=require.chromium(), args=FLAGS, ignore_default_args=["--disable-back-forward-cache"]
    )
    yield with_kept_pages
    with_kept_pages.close()


@pytest.fixture
def phones(companion: Companion) -> Iterator[Three]:
    """Three phones with that browser, Ben's with script or without; each is judged when the test ends."""
    made: list[Phone] = []

    def three(browser: Browser, script: bool) -> list[Phone]:
        made.extend(Phone(browser, companion.address, script=on) for on in (True, script, True))
        return made

    yield three
    for each in made:
        each.allow("ERR_CACHE_MISS")
        each.judge()


with_script_and_without = pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])


@with_script_and_without
@EVERY_CHOICE
def test_a_choice_made_in_other_hands_never_comes_back(
    chromium: Browser, phones: Three, choice: str, *, script: bool
) -> None:
    none_comes_back(phones(chromium, script), choice, script)


@with_script_and_without
def test_nor_does_it_with_pages_that_were_kept_whole(keeping: Browser, phones: Three, *, script: bool) -> None:
    """Which form the choice was made in is nothing to whoever keeps a page."""
    none_comes_back(phones(keeping, script), DEALT, script)


def none_comes_back(all_of_them: list[Phone], choice: str, script: bool) -> None:
    code, page = asked(all_of_them, choice), all_of_them[1].page
    to_dov(page)
    if page.get_by_role("button", name=HOLD).count():
        reads(page, script)
    choose(page, choice, DOV, 2)
    back(page)
    assert not found_now(page, marked(choice))
    goes_back_and_forth(page, code, choice)


def reads(page: Page, script: bool) -> None:
    """Dov reads his message, and covers it again."""
    if script:
        press(page)
        let_go(page)
    else:
        page.get_by_role("button", name=HOLD).click()
        expect(page.locator(".secret")).to_be_visible()
        page.get_by_role("link", name="Cover it again").click()


@with_script_and_without
@TICKED_FIRST
def test_a_choice_ticked_and_not_sent_is_ticked_for_nobody_else(
    chromium: Browser, phones: Three, choice: str, *, script: bool
) -> None:
    none_is_ticked(phones(chromium, script), choice)


@with_script_and_without
@TICKED_FIRST
def test_nor_is_it_on_pages_that_were_kept_whole(keeping: Browser, phones: Three, choice: str, *, script: bool) -> None:
    none_is_ticked(phones(keeping, script), choice)


def none_is_ticked(all_of_them: list[Phone], choice: str) -> None:
    code, page = asked(all_of_them, choice), all_of_them[1].page
    to_dov(page)
    mark(page, choice, DOV, 1)
    assert found_now(page, marked(choice))
    back(page)
    expect(controls(page, choice, BEN).first).to_be_attached()
    assert not found_now(page, marked(choice)), "in Ben's own form"
    goes_back_and_forth(page, code, choice)
    page.goto(f"/t/{code}")
    mark(page, choice, BEN, 0)
    to_dov(page)
    assert not found_now(page, marked(choice)), "nor Ben's in Dov's"
    goes_back_and_forth(page, code, choice)


def test_the_digits_of_a_word_stay_in_no_field(phone: Callable[..., Phone]) -> None:
    all_of_them = [phone() for _ in range(3)]
    asked(all_of_them, DEALT)
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
