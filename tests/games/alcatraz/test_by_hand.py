"""The prison by hand: a tap on a place, then one on the sheet that lies there. Without script there are fields."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.evenings import at_table, start
from tests.browser.phone import Phone


def by_hand(page: Page, code: str, step: str) -> Locator:
    """That step of the set-up, with what is drawn by hand open."""
    page.goto(f"/t/{code}?step={step}")
    page.locator(f"#hand-{step} > summary").click()
    return page.locator(f"#hand-{step}")


def opened(phone: Callable[..., Phone], size: tuple[int, int], script: bool = True) -> tuple[Phone, str]:
    each = [phone(size=size, script=script), phone(), phone()]
    code = at_table(each, "Alcatraz: The Scapegoat")
    each[0].page.get_by_role("button", name="Set up the box").first.click()
    expect(each[0].page.get_by_role("heading", name="Lay out the prison")).to_be_visible()
    return each[0], code


def saved(page: Page, code: str, step: str, form: Locator) -> None:
    """Sent, and the table has it: the step says that it can be drawn again, or not any more."""
    form.get_by_role("button", name="Save").click()
    expect(page.locator(".picture.undrawn")).to_have_count(0)


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_the_prison_is_tapped_place_by_place_and_a_sheet_lies_once(
    phone: Callable[..., Phone], size: tuple[int, int]
) -> None:
    host, code = opened(phone, size)
    page = host.page
    form = by_hand(page, code, "prison")
    expect(form.get_by_role("combobox")).to_have_count(0)
    sheets, prison = form.get_by_role("group", name="Location sheets"), form.get_by_role("group", name="The prison")
    for name in ("7 Workshop", "1 Chapel"):
        sheets.get_by_role("button", name=name).click()
    expect(prison.get_by_role("button", name="Row 1, place 1: 7 Workshop")).to_be_visible()
    expect(prison.get_by_role("button", name="Row 1, place 2: 1 Chapel")).to_be_visible()
    last = prison.get_by_role("button", name="Row 4, place 3")
    last.click()
    expect(last).to_have_attribute("aria-pressed", "true")
    sheets.get_by_role("button", name="7 Workshop").click()
    expect(prison.get_by_role("button", name="Row 4, place 3: 7 Workshop")).to_be_visible()
    first = prison.get_by_role("button", name="Row 1, place 1", exact=True)
    expect(first).to_have_attribute("aria-pressed", "true")
    host.fits()
    host.accessible_in_both_lights()
    for n in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12):
        sheets.locator(f"[data-thing='{n}']").click()
    saved(page, code, "prison", form)
    rooms = page.locator(".picture .cell .num")
    expect(rooms).to_have_text(["2", "1", "3", "4", "5", "6", "8", "9", "10", "11", "12", "7"])


def test_guards_are_drawn_by_tapping_rooms_and_a_card_can_be_put_right(phone: Callable[..., Phone]) -> None:
    host, code = opened(phone, (390, 844))
    page = host.page
    form = by_hand(page, code, "guards")
    for n in (5, 3, 12, 1, 5, 3, 12, 2):
        form.locator(f"[data-thing='{n}']").click()
    form.get_by_role("button", name="Card 8: 2 Radio Room").click()
    form.locator("[data-thing='1']").click()
    expect(form.get_by_role("button", name="Card 8: 1 Chapel")).to_be_visible()
    saved(page, code, "guards", form)
    expect(page.locator(".picture").get_by_text("2 guards")).to_have_count(4)


def test_a_sheet_is_turned_over_by_a_tap(phone: Callable[..., Phone]) -> None:
    host, code = opened(phone, (390, 844))
    page = host.page
    form = by_hand(page, code, "sides")
    for n in range(1, 13):
        form.locator(f"[data-slot='hand-side{n}']").click()
    form.get_by_role("button", name="4 Infirmary: silver").click()
    expect(form.get_by_role("button", name="4 Infirmary: gold")).to_be_visible()
    form.get_by_role("button", name="Save").click()
    expect(page.locator(".picture .cell.gold")).to_have_count(1)


def test_without_script_the_prison_has_its_fields(phone: Callable[..., Phone]) -> None:
    host, code = opened(phone, (390, 844), script=False)
    form = by_hand(host.page, code, "prison")
    for n in range(12):
        form.locator(f"#hand-space{n}").select_option(str(12 - n))
    expect(form.locator("[data-by-tap]")).to_be_hidden()
    form.get_by_role("button", name="Save").click()
    expect(host.page.locator(".picture .cell .num").first).to_have_text("12")


ROWS = """() => [...document.querySelectorAll("#carries .stepper")].map(counter =>
    new Set([...counter.children].slice(1).map(e => e.getBoundingClientRect()).map(at => at.top + at.bottom)).size)"""


@pytest.mark.parametrize("width", [320, 390])
def test_the_two_keys_of_a_counter_stand_beside_its_number(phone: Callable[..., Phone], width: int) -> None:
    each = [phone(size=(width, 844)), phone(), phone()]
    at_table(each, "Alcatraz: The Scapegoat")
    start(each[0].page)
    expect(each[0].page.locator("#carries .stepper")).to_have_count(5)
    assert each[0].page.evaluate(ROWS) == [1] * 5
    each[0].fits()
