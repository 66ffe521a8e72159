"""What answers in the server's place, such as a proxy while a server restarts, never takes the table's place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.asking import CHOICES, CLEO, EVERY_CHOICE
from tests.browser.choosing import asked, choose, own_choice, send
from tests.browser.evenings import HOLD, adds, at_table, gather, start
from tests.browser.held import Held
from tests.browser.phone import Phone
from tests.games import DEALS
from tests.running import Companion
from tests.served import COMMAND

ELSEWHERE = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"
UNANSWERED = "No answer yet. Press again in a moment: a second press does no harm."
MOVED_ON = "What you pressed was not answered, and the table has moved on. See whether it was taken."


def proxys_own_page(route: Route) -> None:
    route.fulfill(status=502, content_type="text/html", body=ELSEWHERE)


def portals_page(route: Route) -> None:
    route.fulfill(status=200, content_type="text/html", body=ELSEWHERE)


@pytest.mark.parametrize("answer", [proxys_own_page, Route.abort], ids=["proxy", "nobody"])
def test_a_button_that_the_table_never_answered_says_so_and_can_be_pressed_again(
    phone: Callable[..., Phone], answer: Callable[[Route], None]
) -> None:
    group = gather(phone)
    host = group.host
    group.phones["Ana"].allow("502|ERR_FAILED|htmx:error")
    host.route("**/set-up", lambda route: answer(route))
    host.get_by_role("button", name="Set up the box").click()
    expect(host.locator("#trouble")).to_contain_text(UNANSWERED)
    expect(host.locator("#panel")).to_have_attribute("data-stage", "lobby")
    host.unroute("**/set-up")
    host.get_by_role("button", name="Set up the box").click()
    expect(host.locator("#panel")).to_have_attribute("data-stage", "setup")
    expect(host.locator("#trouble")).to_be_empty()


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_what_was_not_answered_is_said_in_sight_of_whoever_tapped_far_down(
    phone: Callable[..., Phone], size: tuple[int, int]
) -> None:
    each = [phone(size=size), phone()]
    at_table(each, str(DEALS.title))
    page = each[0].page
    each[0].allow("ERR_FAILED|htmx:error")
    page.route("**/door", lambda route: route.abort())
    button = page.get_by_role("button", name="Close the door")
    button.evaluate("button => button.scrollIntoView({block: 'end'})")
    button.click()
    expect(page.locator("#trouble p")).to_contain_text(UNANSWERED)
    expect(page.locator("#trouble p")).to_be_in_viewport(ratio=1)
    assert page.locator("#trouble p").evaluate(
        "p => { const { left, top } = p.getBoundingClientRect(); return p === document.elementFromPoint(left, top); }"
    ), "nothing lies over it"


def test_what_the_table_never_took_is_said_until_it_is_pressed_again_though_the_line_is_back(
    chromium: Browser, own_companion: tuple[Companion, list[str]], tmp_path: Path
) -> None:
    companion, flags = own_companion
    each = [Phone(chromium, companion.address) for _ in range(2)]
    at_table(each, str(DEALS.title))
    page = each[0].page
    expect(page.locator("[data-connection].here")).to_be_attached()
    for one in each:
        one.allow("ERR_|htmx:error")
    companion.kill()
    page.get_by_role("button", name="Close the door").click()
    expect(page.locator("#trouble")).to_contain_text(UNANSWERED)
    expect(page.locator("[data-connection].lost")).to_be_visible()
    with Companion(*flags, data=tmp_path, command=COMMAND):
        expect(page.locator("[data-connection].here")).to_be_attached()
        expect(page.locator("#panel").get_by_role("listitem").filter(has_text="Ben")).to_contain_text("here")
        expect(page.locator("#trouble")).to_contain_text(UNANSWERED)
        page.get_by_role("button", name="Close the door").click()
        expect(page.get_by_role("button", name="Open the door")).to_be_visible()
        expect(page.locator("#trouble")).to_be_empty()
        for one in each:
            one.judge()


def test_what_the_table_took_is_not_said_to_be_unanswered_once_the_page_shows_it(phone: Callable[..., Phone]) -> None:
    each = [phone(), phone()]
    at_table(each, str(DEALS.title))
    page = each[0].page
    each[0].allow("ERR_FAILED|htmx:error")

    def taken_unheard(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/door", taken_unheard)
    page.get_by_role("button", name="Close the door").click()
    expect(page.get_by_role("button", name="Open the door")).to_be_visible()
    expect(page.locator("#trouble")).to_be_empty()


def test_what_the_table_took_is_not_said_to_be_unanswered_where_it_can_be_pressed_once_more(
    phone: Callable[..., Phone],
) -> None:
    group = gather(phone, 2)
    ben = group.pages["Ben"]
    group.phones["Ben"].allow("ERR_FAILED|htmx:error")
    answer = Held(ben, "**/add")
    adds(ben, "Cleo")
    answer.given()
    expect(ben.get_by_role("listitem").filter(has_text="Cleo")).to_be_visible()
    ben.evaluate("() => document.addEventListener('htmx:finally:request', () => { window.unheard = true; })")
    answer.asked().abort()
    ben.wait_for_function("() => window.unheard")
    expect(ben.get_by_role("button", name="Add a player without a phone")).to_be_visible()
    expect(ben.locator("#trouble")).to_be_empty()


@EVERY_CHOICE
def test_another_choice_that_the_table_took_in_secret_is_not_said_to_be_unanswered(
    phone: Callable[..., Phone], choice: str
) -> None:
    """No line of the log tells of it, and nothing on anybody else's phone."""
    each = [phone() for _ in range(3)]
    code, cleo = asked(each, choice), each[2].page
    cleo.goto(f"/t/{code}")
    choose(cleo, choice, CLEO)
    own_choice(cleo, choice).click()
    each[2].allow("ERR_FAILED|htmx:error")
    stood = str(cleo.locator("#panel").get_attribute("data-mark"))
    answer = Held(cleo, f"**/{CHOICES[choice].kind}")
    send(cleo, choice, CLEO, 1)
    answer.given()
    cleo.evaluate("() => document.addEventListener('htmx:finally:request', () => { window.unheard = true; })")
    answer.asked().abort()
    cleo.wait_for_function("() => window.unheard")
    expect(cleo.locator("#panel")).not_to_have_attribute("data-mark", stood)
    expect(cleo.locator("#trouble")).to_be_empty()


def lost_on_its_way(page: Page) -> None:
    """Add Cleo by a line that is dead by then: the table hears nothing of it."""
    page.route("**/add", lambda way: way.abort())
    adds(page, "Cleo")
    expect(page.locator("#trouble")).to_contain_text(UNANSWERED)
    page.unroute("**/add")


def test_what_the_table_never_took_is_said_though_others_go_on_until_it_is_pressed_again(
    phone: Callable[..., Phone],
) -> None:
    group = gather(phone, 2)
    ana, ben = group.host, group.pages["Ben"]
    group.phones["Ben"].allow("ERR_FAILED|htmx:error")
    lost_on_its_way(ben)
    adds(ana, "Dov")
    expect(ben.get_by_role("listitem").filter(has_text="Dov")).to_be_visible()
    expect(ben.locator("#trouble p")).to_have_text(UNANSWERED)
    ben.get_by_role("button", name="Add a player without a phone").click()
    expect(ana.get_by_role("listitem").filter(has_text="Cleo")).to_be_visible()
    expect(ben.locator("#trouble")).to_be_empty()


def test_who_was_not_answered_is_told_to_look_once_others_have_taken_away_what_was_pressed(
    phone: Callable[..., Phone],
) -> None:
    group = gather(phone)
    ben = group.pages["Ben"]
    group.phones["Ben"].allow("ERR_FAILED|htmx:error")
    lost_on_its_way(ben)
    start(group.host)
    expect(ben.locator("#panel")).to_have_attribute("data-stage", "play")
    expect(ben.locator("#trouble p")).to_have_text(MOVED_ON)


def test_what_was_not_answered_can_be_put_away(phone: Callable[..., Phone]) -> None:
    group = gather(phone, 2)
    ben = group.phones["Ben"]
    ben.allow("ERR_FAILED|htmx:error")
    lost_on_its_way(ben.page)
    ben.accessible_in_both_lights()
    ben.page.locator("#trouble").get_by_role("button", name="Got it").press("Enter")
    expect(ben.page.locator("#trouble")).to_be_empty()
    expect(ben.page.get_by_label("Their name")).to_have_value("Cleo")
    expect(ben.page.get_by_role("heading", name="You are in, Ben")).to_be_focused()


def test_a_message_is_not_said_to_be_out_of_reach_once_the_line_is_back(
    chromium: Browser, own_companion: tuple[Companion, list[str]], tmp_path: Path
) -> None:
    companion, flags = own_companion
    each = [Phone(chromium, companion.address) for _ in range(3)]
    at_table(each, str(DEALS.title))
    for one in each:
        one.allow("ERR_|htmx:error")
    start(each[0].page)
    page = each[1].page
    far = page.get_by_text("The app cannot be reached just now.")
    expect(page.get_by_role("button", name=HOLD)).to_be_visible()
    companion.kill()
    page.get_by_role("button", name=HOLD).dispatch_event("pointerdown")
    expect(far).to_be_visible()
    page.get_by_role("button", name=HOLD).dispatch_event("pointerup")
    with Companion(*flags, data=tmp_path, command=COMMAND):
        expect(page.locator("[data-connection].here")).to_be_attached()
        expect(far).to_be_hidden()
        for one in each:
            one.judge()


def test_a_panel_or_a_message_from_elsewhere_is_not_shown(phone: Callable[..., Phone]) -> None:
    group = gather(phone)
    start(group.host)
    page = group.pages["Ben"]
    expect(page.locator("#panel")).to_have_attribute("data-stage", "play")
    for path in ("**/panel", "**/message"):
        page.route(path, portals_page)
    with page.expect_response("**/panel") as asked:
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    asked.value.finished()
    with page.expect_response("**/message"):
        page.get_by_role("button", name="Hold to see your message").dispatch_event("pointerdown")
    expect(page.locator("[data-cover].open")).to_have_count(0)
    expect(page.locator("#panel")).to_have_attribute("data-stage", "play")
    expect(page.get_by_text("502 Bad Gateway")).to_have_count(0)
