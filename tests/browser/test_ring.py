"""Round the table on real screens: two people change seats by taps, by dragging, by buttons, keys and plain numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evenings import drawer, gather, open_table, start
from tests.browser.phone import Phone

LONG = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Ida")
OVER = """() => { const all = [...document.querySelectorAll('#arrange .sits')].map(e => e.getBoundingClientRect());
    return all.flatMap((a, i) => all.slice(i + 1).filter(b =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length; }"""
"""How many seats lie over others."""


def sit(page: Page, *names: str) -> None:
    """Fails unless they sit so, clockwise from the top."""
    expect(page.locator("#ring .sits bdi")).to_have_text(names)


def changed(page: Page, names: Sequence[str]) -> None:
    """Waits until they sit so, which the log tells too, and no tap of the change is on its way any more."""
    sit(page, *names)
    expect(page.locator("#arrange.htmx-request")).to_have_count(0)
    expect(page.locator(".resting")).to_have_count(0)


def test_two_people_change_seats_by_a_tap_on_each(phone: Callable[..., Phone]) -> None:
    group = gather(phone, 4)
    ana, ben = group.host, group.pages["Ben"]
    sit(ana, "Ana", "Ben", "Cleo", "Dov")
    ana.locator("#sits-2").click()
    expect(ana.locator("#sits-2")).to_have_attribute("aria-pressed", "true")
    expect(ana.locator("#ring-hint")).to_have_text("Now tap the other person.")
    ana.locator("#sits-4").click()
    changed(ana, ("Ana", "Dov", "Cleo", "Ben"))
    sit(ben, "Ana", "Dov", "Cleo", "Ben")
    expect(ana.locator("#sits-2")).to_have_attribute("aria-pressed", "false")
    expect(ben.locator("#ring button")).to_have_count(0)
    group.phones["Ana"].accessible_in_both_lights()


def test_one_is_dragged_onto_another_and_dropped_beside_nothing_happens(phone: Callable[..., Phone]) -> None:
    ana = gather(phone, 3).host
    sit(ana, "Ana", "Ben", "Cleo")
    ana.locator("#sits-2").drag_to(ana.locator("#sits-3"))
    changed(ana, ("Ana", "Cleo", "Ben"))
    ana.locator("#sits-1").drag_to(ana.locator("#ring-hint"))
    expect(ana.locator(".dragged")).to_have_count(0)
    expect(ana.locator("#sits-1")).to_have_attribute("aria-pressed", "false")
    sit(ana, "Ana", "Cleo", "Ben")


def test_one_moves_on_by_buttons_and_by_arrow_keys_and_keeps_the_focus(phone: Callable[..., Phone]) -> None:
    ana = gather(phone, 3).host
    ana.locator("#sits-1").click()
    ana.get_by_role("button", name="One seat on").click()
    changed(ana, ("Ben", "Ana", "Cleo"))
    expect(ana.locator("#sits-1")).to_have_attribute("aria-pressed", "true")
    ana.get_by_role("button", name="One seat back").click()
    changed(ana, ("Ana", "Ben", "Cleo"))
    ana.locator("#sits-3").focus()
    ana.keyboard.press("ArrowRight")
    changed(ana, ("Cleo", "Ben", "Ana"))
    expect(ana.locator("#sits-3")).to_be_focused()
    ana.keyboard.press("ArrowLeft")
    changed(ana, ("Ana", "Ben", "Cleo"))
    expect(ana.locator("#sits-3")).to_be_focused()


def test_without_script_places_are_numbers(phone: Callable[..., Phone]) -> None:
    group = gather(phone, 3)
    plain = phone(script=False)
    plain.context.add_cookies(group.phones["Ana"].context.cookies())  # type: ignore[arg-type]
    plain.page.goto(f"/t/{group.code}")
    for name, place in (("Ana", "2"), ("Ben", "3"), ("Cleo", "1")):
        plain.page.locator("#ring").get_by_label(name).fill(place)
    plain.page.get_by_role("button", name="Save the seats").click()
    expect(plain.page.locator("#ring").get_by_label("Cleo")).to_have_value("1")
    sit(group.host, "Cleo", "Ana", "Ben")
    plain.page.locator("#ring").get_by_label("Cleo").fill("3")
    plain.page.get_by_role("button", name="Save the seats").click()
    expect(plain.page.locator("#ring").get_by_label("Cleo")).to_have_value("3")
    expect(plain.page.get_by_text("Please give each person a place of their own, from 1 to 3.").first).to_be_visible()
    plain.fits()


def test_presses_in_a_row_are_made_one_after_the_other(phone: Callable[..., Phone]) -> None:
    ana = gather(phone, 4).host
    ana.locator("#sits-1").focus()
    ana.evaluate(
        "() => [1, 2].forEach(() => document.activeElement.dispatchEvent("
        "new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true})))"
    )
    changed(ana, ("Ben", "Cleo", "Ana", "Dov"))
    expect(ana.locator("#refusal")).to_have_count(0)


def test_what_cannot_be_is_said_and_everybody_sits_as_before(phone: Callable[..., Phone]) -> None:
    group = gather(phone, 3)
    ana = group.host
    sit(ana, "Ana", "Ben", "Cleo")
    ana.locator("#arrange").evaluate(
        "form => { form.querySelector('[name^=place-]').value = '7'; form.requestSubmit(); }"
    )
    # Beside the form, or at the top once news has taken the panel's place meanwhile.
    said = ana.get_by_text("Please give each person a place of their own, from 1 to 3.")
    expect(said.locator("visible=true").first).to_be_visible()
    ana.locator("#sits-2").focus()
    ana.keyboard.press("ArrowRight")
    changed(ana, ("Ana", "Cleo", "Ben"))


@pytest.mark.parametrize("size", [(320, 568), (1280, 800)])
def test_eight_long_names_are_there_in_full_and_beside_each_other(
    phone: Callable[..., Phone], size: tuple[int, int]
) -> None:
    each = phone(size=size)
    open_table(each.page)
    each.page.get_by_label("Their name").fill(", ".join(f"{name} Oberhuber-Weiden"[:20] for name in LONG))
    each.page.get_by_role("button", name="Add a player without a phone").click()
    seats = each.page.locator("#arrange .sits")
    expect(seats).to_have_count(8)
    each.page.evaluate("() => document.fonts.ready")
    each.fits()
    assert each.page.evaluate(OVER) == 0
    each.accessible_in_both_lights()


def test_while_a_game_runs_its_host_changes_seats_under_people_and_phones(phone: Callable[..., Phone]) -> None:
    ana = gather(phone, 3).host
    start(ana)
    expect(ana.locator("#panel")).to_have_attribute("data-stage", "play")
    people = drawer(ana, "people")
    expect(people.locator("#sits-1")).to_be_visible()
    people.locator("#sits-1").click()
    expect(people.locator("#sits-1")).to_have_attribute("aria-pressed", "true")
    people.locator("#sits-2").click()
    changed(ana, ("Ben", "Ana", "Cleo"))
    expect(ana.locator("#news")).to_have_text("Ana changed the seats. Clockwise: Ben, Ana and Cleo")
