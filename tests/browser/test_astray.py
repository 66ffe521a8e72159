"""What answers in the server's place, such as a proxy while a server restarts, never takes the table's place."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.evenings import gather, start
from tests.browser.phone import Phone

ELSEWHERE = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"
UNANSWERED = "No answer yet"


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
