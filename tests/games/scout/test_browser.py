"""Scout at a real table: four phones tally a whole game, one phone keeps score for all, a browser without script."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.asleep import Asleep
from tests.browser.evenings import (
    NAMES,
    STAMP,
    STAMPED,
    at_table,
    close_menu,
    drawer,
    loaded_anew,
    start,
    without_htmx,
)
from tests.browser.phone import SERVER_GONE, Phone
from tests.running import Companion

Numbers = tuple[int, int, int]

# Four rounds of four players, 44 cards each: captured, chips, hand by seat, and who ended the round how.
ROUNDS: list[tuple[list[Numbers], str]] = [
    ([(10, 2, 0), (6, 3, 5), (7, 1, 4), (4, 2, 5)], "Ana showed the last card"),  # 12, 4, 4, 1
    ([(9, 2, 6), (8, 4, 3), (5, 1, 5), (3, 0, 4)], "nobody beat Ben’s set"),  # 5, 12, 1, -1
    ([(6, 1, 7), (5, 2, 6), (11, 3, 0), (3, 1, 4)], "Cleo showed the last card"),  # 0, 1, 14, 0
    ([(7, 3, 5), (6, 2, 3), (4, 1, 6), (9, 2, 0)], "Dov showed the last card"),  # 5, 5, -1, 11
]
TOTALS = [["12", "4", "4", "1"], ["17", "16", "5", "0"], ["17", "17", "19", "0"]]


def round_is(page: Page, number: int, of: int) -> None:
    expect(page.get_by_role("heading", name=f"Round {number} of {of}")).to_be_visible()


def totals(page: Page) -> Locator:
    return page.locator(".strip .num")


def before_round(page: Page, number: int) -> None:
    expect(page.get_by_role("heading", name=f"Before round {number}")).to_be_visible()


def tap_in(page: Page, form: str, numbers: tuple[int, ...]) -> None:
    """The way of a thumb: one key for each number."""
    for n in numbers:
        page.locator(f"{form} [data-key='{n}']").click()


def type_in(page: Page, form: str, numbers: Numbers) -> None:
    """With a keyboard."""
    for label, n in zip(("Captured cards", "Scout chips", "Cards in hand"), numbers, strict=True):
        page.locator(form).get_by_label(label, exact=True).fill(str(n))


WAYS = (tap_in, type_in, type_in, tap_in)


def hand_in(page: Page) -> None:
    page.get_by_role("button", name="Save my count").click()


def count_own(page: Page, numbers: tuple[int, ...]) -> None:
    """Count on one's own phone, once it asks for that, and hand it in."""
    expect(page.locator("#mine")).to_be_visible()
    tap_in(page, "#mine", numbers)
    hand_in(page)


def round_over(page: Page) -> None:
    """Whoever says it first brings everybody to the counting."""
    page.get_by_role("button", name="Round over: count").click()


def to_play(pages: list[Page], number: int) -> None:
    """Everybody looks at what the last round came to, and is ready for the next: one after another, since a tap counts
    for nothing on a page that is just being changed by what somebody else did."""
    for name, page in zip(NAMES, pages, strict=False):
        page.get_by_role("button", name=f"Ready for round {number}").click()
        for each in pages:
            expect(each.locator("#now .waiting", has_text=name)).to_have_count(0)


def test_four_phones_tally_a_whole_game_to_a_shared_win(
    chromium: Browser, own_companion: tuple[Companion, list[str]], tmp_path: Path
) -> None:
    companion, flags = own_companion
    phones = [Phone(chromium, companion.address) for _ in range(4)]
    pages = [phone.page for phone in phones]
    ana, ben, cleo, dov = pages
    code = at_table(phones, "Scout")
    expect(ana.get_by_role("listitem").filter(has_text="Dov").first).to_be_visible()
    start(ana)
    for page in pages:
        round_is(page, 1, 4)

    def count_round(number: int, who: tuple[int, ...] = (0, 1, 2, 3)) -> None:
        numbers, end = ROUNDS[number - 1]
        for seat in who:
            way = WAYS[seat] if number == 1 else tap_in
            way(pages[seat], "#mine", numbers[seat])
            hand_in(pages[seat])
        if 3 in who:  # all are in: the counts say who ended it
            dov.get_by_role("button", name=f"Yes, {end}").click()

    # Round 1, each phone in its own way. Zero is a number; nothing opens before the last count is in.
    round_over(ana)
    expect(ana.locator("#mine")).to_be_visible()
    phones[0].accessible()
    tap_in(dov, "#mine", ROUNDS[0][0][3][:1])  # half typed, and still there after three refreshes
    count_round(1, (0, 1, 2))
    expect(ana.get_by_role("status").filter(has_text="32 of 44 cards")).to_be_visible()
    expect(ana.get_by_role("heading", name="Waiting for Dov")).to_be_visible()
    expect(dov.locator("#now .waiting")).to_have_count(0)
    expect(dov.locator("#mine").get_by_label("Captured cards", exact=True)).to_have_value("4")
    tap_in(dov, "#mine", ROUNDS[0][0][3][1:])
    hand_in(dov)
    ana.get_by_role("button", name="Yes, Ana showed the last card").click()
    for page in pages:
        before_round(page, 2)
        expect(totals(page)).to_have_text(TOTALS[0])

    # Round 2 while Cleo's phone sleeps: she counts at once, the round opens without her, she is right when back.
    to_play(pages, 2)
    round_over(cleo)
    tap_in(cleo, "#mine", ROUNDS[1][0][2])
    hand_in(cleo)
    expect(cleo.get_by_role("heading", name="Waiting for Ana, Ben and Dov")).to_be_visible()
    sleep = Asleep(cleo)
    count_round(2, (1, 0, 3))
    for page in (ana, ben, dov):
        expect(totals(page)).to_have_text(TOTALS[1])
    sleep.wakes()
    expect(totals(cleo)).to_have_text(TOTALS[1])

    # Round 3: Ana has typed half when the computer loses power. Nobody taps anything, and nothing is lost.
    to_play(pages, 3)
    round_over(cleo)
    cleo.get_by_role("button", name="I showed the last card").click()
    expect(cleo.locator("#mine").get_by_label("Cards in hand", exact=True)).to_have_value("0")
    tap_in(cleo, "#mine", ROUNDS[2][0][2][:2])
    with cleo.expect_response("**/play/enter") as counted:
        hand_in(cleo)
    counted.value.finished()
    expect(ana.get_by_text("Cleo showed the last card.")).to_be_visible()
    tap_in(ana, "#mine", (6, 1))
    companion.kill()
    for page in pages:
        expect(page.get_by_text("not connected, retrying")).to_be_visible()
    with Companion(*flags, data=tmp_path):
        for page in pages:
            expect(page.get_by_text("not connected, retrying")).to_have_count(0)
        ana.reload()
        expect(ana.locator("#mine").get_by_label("Captured cards", exact=True)).to_have_value("6")
        expect(ana.locator("#mine").get_by_label("Scout chips", exact=True)).to_have_value("1")
        ana.locator("#mine [data-key='7']").click()
        hand_in(ana)
        for seat in (1, 3):
            tap_in(pages[seat], "#mine", ROUNDS[2][0][seat])
            hand_in(pages[seat])
        for page in pages:
            expect(totals(page)).to_have_text(TOTALS[2])

        # Dov's round 2 was miscounted: 3 captured were 2. Ben has the same cell open and is told.
        cell = "correct round 2 of Dov"
        for page in (ben, dov):
            page.locator("#sheet > summary").click()
            page.get_by_role("link", name=cell).click()
            expect(page.get_by_text("It says: 3 + 0 − 4 = −1.")).to_be_visible()
        phones[3].accessible()
        dov.locator("#fix").get_by_label("Captured cards", exact=True).fill("2")
        dov.locator("#fixing").get_by_role("button", name="Correct it").click()
        dov.wait_for_url(f"**/t/{code}")
        expect(totals(dov)).to_have_text([*TOTALS[2][:3], "−1"])
        expect(ben.get_by_text("This number has been corrected.")).to_be_visible()
        ben.get_by_role("link", name="Close").click()

        # Ben takes it for a mistake and takes it back; Dov does it again.
        ben.get_by_role("button", name="Undo: Dov corrected round 2 for Dov").click()
        expect(totals(dov)).to_have_text(TOTALS[2])
        drawer(ben, "log")
        ben.get_by_role("button", name="Redo: Dov corrected round 2 for Dov").click()
        expect(totals(ben)).to_have_text([*TOTALS[2][:3], "−1"])
        close_menu(ben)
        for page in pages:
            expect(totals(page)).to_have_text([*TOTALS[2][:3], "−1"])
        drawer(ana, "log")
        log = ana.locator("#log .log")
        expect(log).to_contain_text("−1 → −2 points (3 captured, 0 chips, 4 in hand → 2 captured, 0 chips, 4 in hand)")
        close_menu(ana)

        # Round 4, and the win is shared.
        to_play(pages, 4)
        round_over(ben)
        count_round(4)
        for page in pages:
            expect(page.get_by_role("heading", name="Ana and Ben share the win with 22 points each")).to_be_visible()
        phones[0].accessible()
    for phone in phones:
        phone.allow(SERVER_GONE)
        phone.judge()


THREE: list[list[Numbers]] = [
    [(12, 2, 0), (8, 3, 7), (3, 1, 2)],  # Ana showed the last card
    [(5, 1, 9), (8, 5, 3), (2, 1, 4)],  # nobody beat Ben's set
    [(8, 2, 10), (3, 1, 10), (1, 1, 0)],  # Cleo showed the last card
]


def three_on(one: Phone) -> None:
    """Ana's phone alone, and two without: the tally begins."""
    page = one.page
    at_table([one], "Scout")
    for name in ("Ben", "Cleo"):
        page.get_by_label("Their name").fill(name)
        page.get_by_role("button", name="Add a player without a phone").click()
        expect(page.get_by_role("listitem").filter(has_text=name).first).to_be_visible()
    start(page)


@pytest.mark.parametrize(("size", "there"), [((1280, 800), True), ((390, 844), False)])
def test_where_there_is_room_the_standing_is_seen_all_round_long(
    phone: Callable[..., Phone], size: tuple[int, int], there: bool
) -> None:
    ana, ben = phone(size=size), phone()
    at_table([ana, ben], "Scout")
    start(ana.page)
    standing = ana.page.locator(".standing .strip > li:not(.head)")
    for number in (1, 2):
        if number > 1:
            to_play([ana.page, ben.page], number)
        round_is(ana.page, number, 2)
        expect(standing).to_have_count(2)
        expect(standing.first).to_be_visible(visible=there or number > 1)
        round_over(ana.page)
        expect(ana.page.locator("#mine")).to_be_visible()
        expect(standing.first).to_be_visible(visible=there)
        if there:
            ana.accessible_in_both_lights()
            expect(ana.page.get_by_role("button", name="Save my count")).to_be_in_viewport()
        for page, numbers in ((ana.page, (4, 3, 0)), (ben.page, (5, 1, 9))):
            count_own(page, numbers)
        ana.page.get_by_role("button", name="Yes, Ana showed the last card").click()


def test_one_phone_keeps_score_for_three_with_one_tap_for_each_number(phone: Callable[..., Phone]) -> None:
    one = phone()
    page = one.page
    three_on(one)
    taps: list[int] = []

    def tap(what: Locator) -> None:
        what.click()
        taps[-1] += 1

    for number, numbers in enumerate(THREE, start=1):
        if number > 1:
            to_play([page], number)
        round_is(page, number, 3)
        round_over(page)
        expect(page.locator(".whole-form")).to_be_visible()
        expect(page.locator(".whole-form input:checked")).to_have_count(0)  # nothing left from the last
        taps.append(0)
        for name, own in zip(NAMES, numbers, strict=False):
            for n in own:
                tap(page.locator(f".whole-form [data-key='{n}']"))
            if (number, name) == (1, "Ana"):  # a reload, or a phone that slept, loses nothing
                page.reload()
                expect(page.get_by_label("Ana: chips")).to_have_value("2")
        if number == 2:
            one.accessible()
        tap(page.get_by_role("button", name=f"Count round {number}"))
    expect(page.get_by_role("heading", name="Ana and Ben share the win with 11 points each")).to_be_visible()
    print(f"taps for each round of three players on one phone: {taps}")
    assert taps == [10, 10, 10]


def test_a_slip_is_named_before_it_counts_and_what_was_typed_stays(phone: Callable[..., Phone]) -> None:
    one = phone()
    page = one.page
    three_on(one)
    round_over(page)
    ten_more, captured = page.locator(".whole-form [data-plus]"), page.get_by_label("Ana: captured")
    page.locator(".whole-form [data-key='2']").click()
    for shown in ("12", "22", "32", "2", "12"):  # ten more for what was tapped before; 36 cards are in the game
        ten_more.click()
        expect(captured).to_have_value(shown)
    page.get_by_label("Ana: chips").click()
    ten_more.click()  # or for what is tapped next
    page.locator(".whole-form [data-key='3']").click()
    expect(page.get_by_label("Ana: chips")).to_have_value("13")
    page.get_by_label("Ana: chips").click()
    for n in (2, 0, 8, 3, 7, 3, 1, 0):
        page.locator(f".whole-form [data-key='{n}']").click()
    page.get_by_role("button", name="Count round 1").click()
    end = page.locator(".whole-form label").filter(has=page.get_by_role("radio", name="Ana showed the last card"))
    expect(end).to_be_visible()  # two hands are empty, so it is asked
    end.click()
    page.get_by_role("button", name="Count round 1").click()
    expect(page.get_by_text("If Cleo has no card left, Cleo ended the round.")).to_be_visible()
    expect(page.get_by_role("heading", name="round 1 does not add up")).to_be_visible()
    hand = page.get_by_label("Cleo: cards in hand")
    expect(hand).to_have_value("0")
    hand.fill("2,5")
    page.get_by_role("button", name="Count round 1").click()
    expect(page.get_by_text("Please type a whole number, like 4.").locator("visible=true")).to_have_count(1)
    expect(page.get_by_label("Ben: captured")).to_have_value("8")
    page.get_by_label("Cleo: cards in hand").fill("2")
    page.get_by_role("button", name="Count round 1").click()
    before_round(page, 2)
    expect(totals(page)).to_have_text(["14", "4", "2"])


def test_points_alone_are_tapped_in_below_zero_too(phone: Callable[..., Phone]) -> None:
    one = phone()
    page = one.page
    three_on(one)
    page.get_by_text("Start player, who counts, stopping early").click()
    page.get_by_role("button", name="I write for all, only the points").click()
    expect(page.get_by_text("Only the points are written down")).to_be_visible()
    round_over(page)
    key = page.locator(".whole-form .keypad").get_by_text
    ana, ben, cleo = (page.get_by_label(f"{name}: points") for name in ("Ana", "Ben", "Cleo"))
    key("4", exact=True).click()
    page.get_by_role("button", name="ten more").click()
    expect(ana).to_have_value("14")
    page.get_by_role("button", name="less than zero").click()  # for what is tapped next, not for Ana
    key("3", exact=True).click()
    expect(ben).to_have_value("\u22123")
    expect(ana).to_have_value("14")
    key("2", exact=True).click()
    page.get_by_role("button", name="less than zero").click()  # where nothing is left to tap, for the last; and back
    expect(cleo).to_have_value("\u22122")
    page.get_by_role("button", name="less than zero").click()
    expect(cleo).to_have_value("2")
    one.accessible()
    page.get_by_role("button", name="Write down round 1").click()
    before_round(page, 2)
    expect(totals(page)).to_have_text(["14", "\u22123", "2"])


WHOLE = """() => {
    const box = document.querySelector("#sheet .scroll");
    return box.scrollWidth <= box.clientWidth && [...box.querySelectorAll("thead bdi")].every(
        e => e.scrollWidth <= e.clientWidth + 1 && e.scrollHeight <= e.clientHeight + 1);
}"""
FILLED = """([chart, card]) => {
    const svg = document.querySelector(chart), on = document.querySelector(card).getBoundingClientRect();
    if (!svg) { return false; }
    const at = svg.getBoundingClientRect(), box = svg.viewBox.baseVal;
    const scale = Math.min(at.width / box.width, at.height / box.height);
    return scale * box.width >= 0.8 * on.width && scale * box.height >= 0.7 * on.height;
}"""


def test_the_sheet_of_five_is_whole_on_every_phone_and_the_chart_fills_its_place(phone: Callable[..., Phone]) -> None:
    one = phone()
    page = one.page
    code = at_table([one], "Scout")
    page.get_by_label("Their name").fill("Johannes, Johanna, Christopher, Bo")
    page.get_by_role("button", name="Add a player without a phone").click()
    expect(page.get_by_role("listitem").filter(has_text="Christopher").first).to_be_visible()
    start(page)
    round_over(page)
    expect(page.locator(".whole-form")).to_be_visible()
    tap_in(page, ".whole-form", (12, 3, 0, 8, 2, 4, 5, 1, 3, 4, 1, 2, 2, 0, 4))  # 15, 6, 3, 3, -2; 44 of 45 cards
    page.get_by_role("button", name="Count round 1").click()
    before_round(page, 2)
    to_play([page], 2)
    round_is(page, 2, 5)
    expect(totals(page)).to_have_text(["15", "6", "3", "3", "−2"])
    page.locator("#sheet > summary").click()
    expect(page.locator("#sheet table")).to_be_visible()
    for width, height in ((390, 844), (320, 568), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(WHOLE)
        one.fits()
    page.wait_for_function(FILLED, arg=[".on-board svg", ".on-board"])
    wall = phone(size=(1920, 1080))
    wall.page.goto(f"/t/{code}/wall")
    expect(wall.page.get_by_role("heading", name="Round 2 of 5")).to_be_visible()
    wall.page.wait_for_function(FILLED, arg=[".pair .chart svg", ".pair > :last-child"])


def test_the_main_button_takes_nothing_typed_away(phone: Callable[..., Phone]) -> None:
    ana, ben = phone(), phone()
    page = ana.page
    at_table([ana, ben], "Scout")
    their_name = page.get_by_label("Their name")
    their_name.fill("Cleo")
    start(page)
    expect(page.get_by_text("This is not sent yet.")).to_be_in_viewport()
    expect(their_name).to_be_focused()
    expect(their_name).to_have_value("Cleo")
    page.get_by_role("button", name="Add a player without a phone").click()
    expect(page.get_by_role("listitem").filter(has_text="Cleo").first).to_be_visible()
    expect(their_name).to_have_value("")
    expect(page.get_by_text("This is not sent yet.")).to_have_count(0)
    page.locator("#start-asks form[action$='/start'] button").click()
    round_is(page, 1, 3)

    round_over(page)
    for one, numbers in ((page, THREE[0][0]), (ben.page, THREE[0][1])):
        count_own(one, numbers)
    page.get_by_role("link", name="Count for Cleo").click()
    tap_in(page, "#for", THREE[0][2])
    page.get_by_role("button", name="Save Cleo’s count").click()
    page.locator("summary", has_text="It ended in another way").click()
    page.locator("summary", has_text="Also count the set on the table").click()
    page.get_by_label("Cards in the set on the table", exact=True).fill("4")
    page.get_by_role("button", name="Yes, Ana showed the last card").click()
    before_round(page, 2)
    page.locator("#sheet > summary").click()
    ended = page.get_by_role("link", name="correct how round 1 ended: Ana showed the last card")
    expect(ended).to_have_attribute("href", re.compile(r"fix=1_end_1\.out\.4"))


def test_what_is_half_typed_stays_while_another_phone_counts_the_same(phone: Callable[..., Phone]) -> None:
    ana, ben = phone(), phone()
    at_table([ana, ben], "Scout")
    page = ana.page
    page.get_by_label("Their name").fill("Cleo")
    page.get_by_role("button", name="Add a player without a phone").click()
    expect(page.get_by_role("listitem").filter(has_text="Cleo").first).to_be_visible()
    start(page)
    round_is(page, 1, 3)
    round_over(page)
    for one, numbers in ((page, THREE[0][0]), (ben.page, THREE[0][1])):
        count_own(one, numbers)
        one.get_by_role("link", name="Count for Cleo").click()
        expect(one.locator("#for")).to_be_visible()
    tap_in(page, "#for", (9,))
    tap_in(ben.page, "#for", (3, 1, 2))
    ben.page.get_by_role("button", name="Save Cleo’s count").click()
    expect(page.get_by_text("Ben entered 3 + 1 − 2 here.")).to_be_visible()
    for label, stands in (("Captured cards", "9"), ("Scout chips", ""), ("Cards in hand", "")):
        expect(page.locator("#for").get_by_label(label, exact=True)).to_have_value(stands)
    tap_in(page, "#for", (1, 2))
    page.get_by_role("button", name="Save Cleo’s count").click()
    expect(ben.page.get_by_text("9 + 1 − 2 =")).to_be_visible()


def test_without_script_a_round_is_typed_and_sent(phone: Callable[..., Phone]) -> None:
    ana, ben = phone(script=False), phone(script=False)
    code = at_table([ana, ben], "Scout")
    ana.page.goto(f"/t/{code}")
    start(ana.page)
    round_over(ana.page)
    for one, numbers in ((ana.page, (4, 3, 0)), (ben.page, (5, 1, 9))):
        one.goto(f"/t/{code}")
        for label, n in zip(("Captured cards", "Chips not spent", "Cards in hand"), numbers, strict=True):
            one.locator("#mine").get_by_label(label, exact=True).fill(str(n))
        hand_in(one)
    ben.page.get_by_role("button", name="Ana showed the last card").click()
    before_round(ben.page, 2)
    expect(totals(ben.page)).to_have_text(["7", "−3"])


@pytest.mark.parametrize(
    ("theme", "size"), [("light", (320, 568)), ("dark", (390, 844)), ("light", (390, 844)), ("dark", (1280, 800))]
)
def test_the_guide_and_the_calculators_have_no_fault_in_any_size_and_light(
    phone: Callable[..., Phone], theme: str, size: tuple[int, int]
) -> None:
    one = phone(theme=theme, size=size)
    for path in (
        "/guide/scout?players=2&start=holder",
        "/guide/scout?players=5",
        "/tools/scout/beats?new=5.6&active=4.4",
        "/tools/scout/beats?new=4.3.5",
        "/tools/scout/round?captured=2&chips=5&hand=4&unbeaten=on",
    ):
        one.page.goto(path)
        one.accessible()
        one.fits()


def test_the_comparison_is_tapped_in_card_by_card_and_its_address_can_be_shared(phone: Callable[..., Phone]) -> None:
    page = phone().page
    page.goto("/tools/scout/beats")
    taps = (
        ("active-8", "active=8"),
        ("active-8", "active=8.8"),
        ("new-2", "new=2&active=8.8"),
        ("new-3", "new=2.3&active=8.8"),
    )
    for key, address in (*taps, ("new-4", "new=2.3.4&active=8.8")):
        page.locator(f"#{key}").click()
        page.wait_for_url(f"**{address}")
    expect(page.get_by_role("status")).to_contain_text("3 cards beat 2")
    page.wait_for_url("**/tools/scout/beats?new=2.3.4&active=8.8")


def test_what_is_typed_is_kept_until_it_is_sent_or_its_owner_wants_the_news(phone: Callable[..., Phone]) -> None:
    ana, ben = phone(), without_htmx(phone())
    at_table([ana, ben], "Scout")
    start(ana.page)
    ana.page.get_by_role("button", name="Round over: count").click()
    captured = ben.page.get_by_label("Captured cards")
    expect(captured).to_be_visible()
    ben.page.wait_for_load_state()  # before its script has begun, nothing of it keeps what is typed
    captured.fill("7")
    ben.page.evaluate(STAMP)
    for label, n in (("Captured cards", "4"), ("Chips not spent", "3"), ("Cards in hand", "0")):
        ana.page.get_by_label(label).fill(n)
    ana.page.get_by_role("button", name="Save my count").click()
    expect(ben.page.locator("#edge")).to_be_visible()
    assert ben.page.evaluate(STAMPED)
    expect(captured).to_have_value("7")
    ben.page.locator("#edge").click()
    loaded_anew(ben.page)
    expect(captured).to_have_value("7")  # numbers half typed are kept over a load as well
    for label, n in (("Chips not spent", "1"), ("Cards in hand", "9")):
        ben.page.get_by_label(label).fill(n)
    ben.page.get_by_role("button", name="Save my count").click()
    expect(ana.page.get_by_role("heading", name=re.compile("did Ana show the last card"))).to_be_visible()
