"""A finger that is down: what it came down on is pressed when it lifts, whatever comes meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import choosing
from tests.browser.evenings import STAMP, STAMPED, TITLE, at_table, time_as_told, without_htmx
from tests.browser.held import Held
from tests.browser.phone import Phone

LISTENS = """() => new Promise(listening => {
    const mine = new EventSource(document.querySelector("[data-live]").dataset.live);
    const hear = () => { window.came = true; };
    mine.addEventListener("mark", () => {  // the first says where the table stands
        for (const news of ["panel", "mark"]) mine.addEventListener(news, hear);
        listening();
    }, { once: true });
})"""
"""The page hears by a line of the test's own, too, what news there is."""
SETTLED_ON = "() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))"
"""What a page does with what it has is done."""
STILL = """button => new Promise(still => {
    let at = null;
    (function look() {
        const box = button.getBoundingClientRect(), resting = document.querySelector(".resting");
        if (box.top === at && !resting) { still([box.left + box.width / 2, box.top + box.height / 2]); return; }
        at = box.top;
        requestAnimationFrame(look);
    }());
})"""


HEADING = "() => document.querySelector('.game h1').getBoundingClientRect().top"
"""How far from the top of the window the page's heading stands."""


class Finger:
    """A finger on the glass of a phone, as the system tells the browser of one; or the button of a mouse."""

    def __init__(self, page: Page, kind: str) -> None:
        self._page, self._touches = page, kind == "finger"
        self._devtools = page.context.new_cdp_session(page)

    def down(self, on: Locator) -> None:
        on.scroll_into_view_if_needed()
        self.down_at(*on.evaluate(STILL))

    def down_at(self, x: float, y: float) -> None:
        if self._touches:
            self._touch("touchStart", [{"x": x, "y": y}])
        else:
            self._page.mouse.move(x, y)
            self._page.mouse.down()

    def up(self) -> None:
        if self._touches:
            self._touch("touchEnd", [])
        else:
            self._page.mouse.up()

    def _touch(self, kind: str, points: list[dict[str, float]]) -> None:
        self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


KINDS = pytest.mark.parametrize("kind", ["finger", "mouse"])


def news(phone: Phone, page: Page, code: str) -> None:
    """Another phone does something, which that page hears of and has had time to show."""
    choosing.play(phone, code, "add", name="Dov")
    page.wait_for_function("() => window.came")
    page.evaluate(SETTLED_ON)


@KINDS
@pytest.mark.parametrize("plain", [False, True], ids=["htmx", "plain"])
def test_news_that_comes_while_a_finger_is_down_takes_no_tap_and_shows_once_it_is_up(
    phone: Callable[..., Phone], kind: str, plain: bool
) -> None:
    phones = [phone() for _ in range(3)]
    page = without_htmx(phones[0]).page if plain else phones[0].page
    code = at_table(phones, TITLE)
    page.evaluate(LISTENS)
    finger = Finger(page, kind)
    finger.down(page.get_by_role("button", name="Set up the box"))
    news(phones[1], page, code)
    page.evaluate(STAMP)
    expect(page.locator("#panel")).not_to_contain_text("Dov")
    finger.up()
    expect(page.locator("#panel")).to_have_attribute("data-stage", "setup")
    expect(page.locator("#people > summary")).to_contain_text("4")
    assert page.evaluate(STAMPED) is not plain, "it was sent as a form"


@KINDS
def test_the_answer_to_one_tap_waits_for_the_finger_of_the_next(phone: Callable[..., Phone], kind: str) -> None:
    phones = [phone() for _ in range(3)]
    page = phones[0].page
    at_table(phones, TITLE)
    page.get_by_role("button", name="Set up the box").click()
    expect(page.locator("#done")).to_be_visible()
    first = page.get_by_role("heading", level=1).inner_text()
    answer, finger = Held(page, "**/tick"), Finger(page, kind)
    page.locator("#done").click()
    answer.asked()
    finger.down(page.locator("#all-steps > summary"))
    answer.given()
    with page.expect_request_finished():
        answer.let_go()
    page.evaluate(SETTLED_ON)
    expect(page.get_by_role("heading", level=1)).to_have_text(first)
    finger.up()
    expect(page.locator("#all-steps")).to_have_attribute("open", "")
    expect(page.get_by_role("heading", level=1)).not_to_have_text(first)


def test_a_finger_that_stays_down_keeps_no_news_back_for_long(phone: Callable[..., Phone]) -> None:
    phones = [phone() for _ in range(3)]
    page = phones[0].page
    code = at_table(phones, TITLE)
    finger = Finger(page, "finger")
    finger.down(page.get_by_role("button", name="Set up the box"))
    choosing.play(phones[1], code, "add", name="Dov")
    expect(page.locator("#panel")).to_contain_text("Dov")
    finger.up()


def test_what_a_tap_has_brought_stands_still_under_the_next(phone: Callable[..., Phone]) -> None:
    phones = [phone(size=(320, 568)), phone(), phone()]
    page = phones[0].page
    at_table(phones, TITLE)
    page.get_by_role("button", name="Set up the box").click()
    expect(page.locator("#done")).to_be_visible()
    page.evaluate("() => window.scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate(HEADING) < 0
    page.evaluate(f"() => document.addEventListener('htmx:finally:swap', () => {{ window.stood = ({HEADING})(); }})")
    page.locator("#done").click()
    page.wait_for_function("() => window.stood !== undefined")
    assert 0 <= page.evaluate("() => window.stood") < 568


def test_two_buttons_beside_each_other_are_tapped_as_fast_as_one_can(phone: Callable[..., Phone]) -> None:
    """The second is one that stood there before, and no button that the first tap has brought."""
    phones = [phone() for _ in range(3)]
    page = phones[1].page
    at_table(phones, TITLE)
    # Whoever comes later brings news, after which a second tap is passed over.
    expect(page.locator(".seats small.here")).to_have_count(3)
    cards = page.locator("#minute")
    on, skip = cards.locator("[data-step='1']"), cards.locator("[data-skip]")
    cards.evaluate("cards => { cards.scrollIntoView({block: 'end'}); }")
    on.evaluate(STILL)
    left, right = skip.bounding_box(), on.bounding_box()
    assert left is not None
    assert right is not None
    near = left["x"] + left["width"] - 3, right["x"] + 3
    assert near[1] - near[0] < 40, "near enough to be taken for one that came twice"
    y, finger = right["y"] + right["height"] / 2, Finger(page, "finger")
    for x in reversed(near):
        finger.down_at(x, y)
        finger.up()
    expect(cards).not_to_have_attribute("open", "")


def test_an_earlier_question_that_is_answered_calls_back_no_form_that_is_on_its_way(
    phone: Callable[..., Phone],
) -> None:
    """Where a page is a plain one, which loads itself anew with what it hears."""
    phones = [phone() for _ in range(3)]
    page = without_htmx(phones[0]).page
    code = at_table(phones, TITLE)
    phones[0].context.route("**/live*", lambda way: way.abort())
    phones[0].allow("net::ERR_FAILED")
    page.clock.install()
    page.reload()
    time_as_told(page)  # or it asks again by itself, and loads itself anew before anything is pressed
    question, form = Held(page, "**/panel"), Held(page, "**/set-up")
    page.evaluate("() => { window.dispatchEvent(new Event('focus')); }")  # whoever looks at a page has it ask
    question.asked()
    choosing.play(phones[1], code, "add", name="Dov")
    question.given()
    page.get_by_role("button", name="Set up the box").hover()
    page.mouse.down()
    page.mouse.up()  # the page cannot be asked anything from then on
    form.asked()
    with page.expect_event("requestfinished"):
        question.let_go()
    form.let_go()
    expect(page.locator("#panel")).to_have_attribute("data-stage", "setup")
