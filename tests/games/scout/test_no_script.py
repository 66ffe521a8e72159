"""Without any script: its rounds are counted, and its rules searched, by plain forms and links."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.evenings import drawer, start
from tests.browser.phone import Phone
from tests.browser.test_no_script import look_again, plain


def test_what_is_wrong_is_said_once_beside_its_field_and_the_first_thing_seen_leads_there(
    phone: Callable[..., Phone],
) -> None:
    code, pages = plain(phone, 2, "Scout")
    start(pages["Ana"])
    pages["Ana"].get_by_role("button", name="Round over: count").click()
    expect(pages["Ana"].locator("#mine")).to_be_visible()
    page = pages["Ben"]
    look_again(page, code)
    mine = page.locator("#mine")
    for label, typed in (("Captured cards", "5"), ("Chips not spent", "9"), ("Cards in hand", "0")):
        mine.get_by_label(label, exact=True).fill(typed)
    page.get_by_role("button", name="Save my count").click()
    wrong = page.get_by_text("This has to be between 0 and 3.")
    expect(wrong).to_have_count(1)
    chips = mine.get_by_label("Chips not spent", exact=True)
    expect(chips).to_have_accessible_description(re.compile("between 0 and 3"))
    lead = page.get_by_role("link", name="That was not taken. See what is wrong.")
    expect(lead).to_be_in_viewport()
    lead.click()
    expect(wrong).to_be_in_viewport()
    expect(chips).to_be_in_viewport(ratio=1)

    # Also where it is folded away.
    page = pages["Ana"]
    look_again(page, code)
    drawer(page, "people")
    page.locator("#people").get_by_label("Another player without a phone").fill("Ana")
    page.get_by_role("button", name="Add them").click()
    page.locator("#refusal").get_by_role("link", name="That was not taken. See what is wrong.").click()
    expect(page.get_by_text("Somebody here is already called that.")).to_be_in_viewport()


def test_a_round_of_scout_is_scored(phone: Callable[..., Phone]) -> None:
    code, pages = plain(phone, 3, "Scout")
    start(pages["Ana"])
    pages["Ana"].get_by_role("button", name="Round over: count").click()
    for name, counted in {"Ana": (7, 3, 0), "Ben": (5, 0, 4), "Cleo": (2, 1, 9)}.items():
        page = pages[name]
        look_again(page, code)
        form = page.locator("form[action$='play/enter']").first
        for field, number in zip(("captured", "chips", "hand"), counted, strict=True):
            form.locator(f"input[name={field}]").fill(str(number))
        page.get_by_role("button", name="Save my count").click()
        expect(page.get_by_role("button", name="Save my count")).to_have_count(0)
    host = pages["Ana"]
    look_again(host, code)
    host.get_by_role("button", name="Ana showed the last card").click()
    # 7 + 3 - 0, 5 + 0 - 4 and 2 + 1 - 9
    for name, points in {"Ana": "10", "Ben": "1", "Cleo": "−6"}.items():
        expect(host.locator(".strip > li").filter(has_text=name).locator(".num")).to_have_text(points)


def test_rules_are_searched_by_the_server(phone: Callable[..., Phone]) -> None:
    page = phone(script=False).page
    page.goto("/rules/scout")
    page.get_by_label("What do you want to know?").fill("lose hand")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("Do I lose points for my hand", exact=False).first).to_be_visible()
    page.get_by_label("What do you want to know?").fill("unicorn")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("No question with those words")).to_be_visible()
