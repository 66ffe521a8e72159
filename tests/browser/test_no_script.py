"""Without any script: four join, start, read, vote and score with plain forms and links alone."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.evenings import HOLD, NAMES, drawer, open_table, sit_down, start
from tests.browser.phone import Phone


def plain(phone: Callable[..., Phone], n: int, title: str) -> tuple[str, dict[str, Page]]:
    """A group whose phones run no script: Ana hosts on a laptop. Their table's code and their pages."""
    pages = {"Ana": phone(size=(1280, 800), script=False).page}
    code = open_table(pages["Ana"], title)
    for name in NAMES[:n]:
        pages[name] = pages.get(name) or phone(script=False).page
        sit_down(pages[name], code, name)
    pages["Ana"].goto(f"/t/{code}")
    return code, pages


def look_again(page: Page, code: str) -> None:
    page.goto(f"/t/{code}")


def test_everybody_joins_and_reads_the_own_message_and_covers_it_again(phone: Callable[..., Phone]) -> None:
    code, pages = plain(phone, 3, "Scape Goat")
    host = pages["Ana"]
    host.get_by_label("Their name").fill("Dov")
    host.get_by_role("button", name="Add a player without a phone").click()
    expect(host.get_by_role("listitem").filter(has_text="Dov")).to_be_visible()
    host.get_by_role("button", name="Set up the box").click()
    host.get_by_role("button", name="Done, next").click()
    expect(host.get_by_text("2 of 6")).to_be_visible()
    host.get_by_text("Start or go back").click()
    start(host)
    expect(host.get_by_role("button", name=HOLD)).to_be_visible()
    told = []
    for name in ("Ana", "Ben", "Cleo"):
        page = pages[name]
        look_again(page, code)
        page.get_by_role("button", name=HOLD).click()
        told.append(page.locator(".secret").inner_text())
        page.get_by_role("link", name="Cover it again").click()
        expect(page.get_by_role("button", name=HOLD)).to_be_visible()
        assert told[-1] not in page.content()
    assert len(set(told)) <= 2

    # Dov has no phone: Ana's is handed over, read once, and handed back.
    host.get_by_role("button", name="Pass to Dov").click()
    host.get_by_role("button", name=HOLD).click()
    expect(host.locator(".secret")).to_be_visible()
    host.get_by_role("link", name="Cover it again").click()
    host.get_by_role("button", name="Done: pass back to").click()
    expect(host.get_by_text("has read")).to_be_visible()


def test_a_refused_name_stays_in_its_field_with_the_sentence_beside_it(phone: Callable[..., Phone]) -> None:
    code, _ = plain(phone, 1, "Scape Goat")
    page = phone(script=False).page
    page.goto(f"/j/{code}")
    page.get_by_label("Your name").fill("ana")
    page.get_by_role("button", name="Take a seat").click()
    field = page.get_by_label("Your name")
    expect(field).to_have_value("ana")
    expect(field).to_have_accessible_description(re.compile("Somebody here is already called that. How about “ana 2”"))


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


def test_a_rehearsal_leaves_nothing_behind(phone: Callable[..., Phone]) -> None:
    page = phone(script=False).page
    page.goto("/")
    page.get_by_role("button", name="Start a practice game").click()
    page.wait_for_url("**/t/*/practice")
    address = page.url
    page.get_by_role("link", name="Play along yourself").click()
    expect(page.get_by_text("Practice game.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="you")).to_have_count(1)
    page.get_by_role("link", name="Watch every phone").click()
    page.get_by_role("button", name="Delete this practice game").click()
    expect(page.get_by_role("heading", name="What’s on the table?")).to_be_visible()
    assert page.goto(address).status == 404  # type: ignore[union-attr]


def test_rules_are_searched_by_the_server(phone: Callable[..., Phone]) -> None:
    page = phone(script=False).page
    page.goto("/rules/scout")
    page.get_by_label("What do you want to know?").fill("lose hand")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("Do I lose points for my hand", exact=False).first).to_be_visible()
    page.get_by_label("What do you want to know?").fill("unicorn")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("No question with those words")).to_be_visible()


def test_a_message_is_read_and_the_cops_end_the_game(phone: Callable[..., Phone]) -> None:
    code, pages = plain(phone, 3, "Scape Goat")
    host = pages["Ana"]
    start(host)
    expect(host.get_by_role("button", name=HOLD)).to_be_visible()
    named = {}
    for name, page in pages.items():
        look_again(page, code)
        page.get_by_role("button", name=HOLD).click()
        named[name] = re.findall(r": (Ana|Ben|Cleo)\.", page.locator(".secret").inner_text())[0]
        look_again(page, code)
    host.get_by_text("Go to the cops", exact=True).first.click()
    host.get_by_role("button", name="Yes, go to the cops").click()
    expect(host.get_by_role("button", name="Yes, go to the cops")).to_have_count(0)
    look_again(pages["Ben"], code)
    pages["Ben"].get_by_role("button", name="We have pointed: reveal it").click()
    expect(pages["Ben"].get_by_role("button", name="We have pointed: reveal it")).to_have_count(0)
    look_again(host, code)
    goat = max(named.values(), key=list(named.values()).count)
    expect(host.get_by_role("heading", name=f"{goat}, the scapegoat, wins")).to_be_visible()


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
