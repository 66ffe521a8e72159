"""Scape Goat at a real table: set up, a frame attempt, turns, the cops; own dice and sheets, also without script."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.evenings import (
    HOLD,
    NAMES,
    STAMP,
    STAMPED,
    at_table,
    hold_button,
    let_go,
    loaded_anew,
    press,
    start,
    time_as_told,
    without_htmx,
)
from tests.browser.phone import Phone

FOUR = NAMES[:4]
ASKED = "Lay one card face down, then tap which"


def read(page: Page) -> str:
    """The name this phone's message gives, held open and covered again."""
    press(page)
    words = page.locator(".secret").inner_text()
    let_go(page)
    (name,) = [name for name in FOUR if name in words]
    return name


def card(page: Page, kind: str) -> Locator:
    return page.locator(f"button[name='card'][value='{kind}'], button[name='card'][value^='{kind} ']")


def place(page: Page, to: str) -> Locator:
    """A place on the line that can be tapped."""
    return page.locator(f"#line button[name='to'][value='{to}']")


def reveal(page: Page, kind: str) -> None:
    card(page, kind).click()
    expect(page.get_by_text("Your card is in.")).to_be_visible()


def call_a_frame(page: Page) -> None:
    """Asked first: it calls on everybody."""
    page.locator("[id^='ask-frame-'] > summary").click()
    page.get_by_role("button", name="Yes, call it").click()


def test_four_phones_play_from_the_box_to_the_cops(phone: Callable[..., Phone]) -> None:
    phones = [phone() for _ in range(4)]
    wall = phone(size=(1280, 800)).page
    pages = [each.page for each in phones]
    ana, ben, cleo, dov = pages
    code = at_table(phones, "Scape Goat")
    wall.goto(f"/t/{code}/wall")

    # The set-up: the app draws who stands where, and says who begins.
    ana.get_by_role("button", name="Set up the box").click()
    for step in ("Give out the mats", "Lay the line of locations"):
        expect(ana.get_by_role("heading", name=step)).to_be_visible()
        ana.get_by_role("button", name="Done, next").click()
    expect(ana.get_by_role("heading", name="Place the player tokens")).to_be_visible()
    ana.get_by_role("button", name="Let the app draw").click()
    begins = ana.get_by_text(re.compile(r"starts: placed first on Prepare"))
    expect(begins).to_be_visible()
    first = begins.inner_text().split(" (")[0]
    phones[0].accessible()
    for step in ("Place the player tokens", "Sort the evidence", "Deal the evidence"):
        expect(ana.get_by_role("heading", name=step)).to_be_visible()
        ana.get_by_role("button", name="Done, next").click()
    expect(ana.get_by_role("heading", name="Learn who the scapegoat is")).to_be_visible()
    expect(ana.get_by_role("button", name="Done, next")).to_have_count(0)
    ana.get_by_role("button", name="Start the game").click()

    # Everybody reads; three agree.
    told = dict(zip(FOUR, map(read, pages), strict=True))
    goat = max(told.values(), key=list(told.values()).count)
    assert [name for name in FOUR if told[name] != goat] == [goat]

    # A frame attempt: a tap each, nobody sees a card before all are in, one can change one's mind.
    call_a_frame(ben)
    for page in pages:
        expect(page.get_by_role("heading", name=ASKED)).to_be_visible()
    ben.get_by_role("button", name="Cancel the frame attempt").click()
    expect(ana.get_by_role("heading", name=ASKED)).to_have_count(0)
    expect(ana.get_by_role("button", name="Cancel the frame attempt")).to_have_count(0)
    call_a_frame(ben)
    for page in pages:
        expect(page.get_by_role("heading", name=ASKED)).to_be_visible()
    phones[1].accessible()
    for page in (ana, ben):
        reveal(page, "red")
    reveal(cleo, "yellow")
    cleo.locator("#change-answer > summary").click()
    card(cleo, "grey").click()
    expect(card(cleo, "grey")).to_have_attribute("aria-pressed", "true")
    for page in (dov, wall):
        expect(page.locator(".ready .done")).to_have_count(3)
        expect(page.locator("#shown")).to_have_count(0)
    card(dov, "green").click()
    for page in (*pages, wall):
        shown = page.locator("#shown")
        expect(shown.get_by_role("heading", name="Nobody is framed")).to_be_visible()
        expect(shown.locator(".revealed svg.piece")).to_have_count(4)
        expect(shown).to_contain_text("Ben is not framed: Cleo and Dov did not show red.")
    phones[3].accessible()

    # Turns, for those who like: the set-up knows who begins and where the token may not stay.
    dov.locator("#keep-turns > summary").click()
    dov.get_by_role("button", name="Start with the first turn").click()
    begin = pages[FOUR.index(first)]
    expect(begin.get_by_role("heading", name="Move your player token")).to_be_visible()
    expect(place(begin, "prepare")).to_have_count(0)
    place(begin, "spy").click()
    expect(begin.get_by_role("heading", name="Ask one player for their hand")).to_be_visible()
    expect(begin.locator("#turn")).to_contain_text("Then swap a card.")
    begin.get_by_role("button", name=re.compile("Done: on to")).click()
    second = pages[(FOUR.index(first) + 1) % 4]
    expect(second.get_by_role("heading", name="Move your player token")).to_be_visible()

    # The second player goes to the cops. All point with their fingers; what the app dealt nobody types, and somebody
    # with another phone reveals it.
    second.locator("#ask-go > summary").click()
    second.get_by_role("button", name="Yes, go to the cops").click()
    reveals = "We have pointed: reveal it"
    for page in (*pages, wall):
        expect(page.get_by_role("heading", name="Count to three, and all point at once")).to_be_visible()
        expect(page.get_by_text("Turn the Go to the Cops card over")).to_be_visible()
        expect(page.get_by_role("button", name=reveals)).to_have_count(0 if page in (second, wall) else 1)
    phones[0].accessible()
    (ana if second is not ana else ben).get_by_role("button", name=reveals).click()
    for page in (*pages, wall):
        expect(page.get_by_role("heading", name=f"{goat}, the scapegoat, wins")).to_be_visible()
        expect(page.locator(".read li")).to_have_count(4)
        expect(page.locator(".read li").filter(has_text="the true scapegoat")).to_contain_text(told[goat])
    for each in phones[:2]:
        each.accessible()

    # Again: other messages, and nothing left of the last game.
    ana.get_by_role("button", name="Play again").click()
    for page in pages:
        expect(page.locator(".read")).to_have_count(0)
        expect(page.locator("#shown")).to_have_count(0)


def test_own_dice_and_sheets_work_with_and_without_script(phone: Callable[..., Phone]) -> None:
    host = phone(theme="dark")
    ben = phone(script=False)
    ana, plain = host.page, ben.page
    code = at_table([host, ben], "Scape Goat")
    ana.locator("#options > summary").click()
    for choice, value in (("sheets", "secret"), ("own", "dice")):
        one = f"form:has(input[value='{value}']) input[value='{choice}']"
        ana.locator(one).evaluate("field => field.click()")
        expect(ana.locator(f"{one}[checked]")).to_have_count(1)  # it is sent as it is made
    adding = ana.locator("form[action$='/add']").first
    adding.locator("input[name='name']").fill("Cleo")
    adding.get_by_role("button").click()
    expect(ana.get_by_role("listitem").filter(has_text="Cleo").first).to_be_visible()
    start(ana)

    # Nobody has a message before the dice lie; Ben types them, and they are read back.
    expect(ana.get_by_role("heading", name="Roll the decoder dice")).to_be_visible()
    expect(ana.get_by_role("button", name=HOLD)).to_have_count(0)
    host.accessible()
    plain.goto(f"/t/{code}")
    plain.get_by_role("group", name="White die").get_by_label("0", exact=True).check()
    plain.get_by_role("button", name="Check the numbers").click()
    expect(plain.get_by_role("group", name="Black die").get_by_role("alert")).to_be_visible()  # still missing
    plain.get_by_role("group", name="White die").get_by_label("0", exact=True).check()
    plain.get_by_role("group", name="Black die").get_by_label("12", exact=True).check()
    plain.get_by_role("button", name="Check the numbers").click()
    expect(plain.get_by_text("White 0, black 12: is that what lies on the table?")).to_be_visible()
    ana.get_by_role("button", name="Yes, those are the dice").click()
    expect(ana.get_by_role("button", name=HOLD)).to_be_visible()
    expect(ana.get_by_text("White 0, black 12: your message")).to_be_visible()

    # Without script the message is one button away, and so is a frame attempt.
    plain.goto(f"/t/{code}")
    plain.get_by_role("button", name=HOLD).click()
    expect(plain.locator(".secret")).to_contain_text("The scapegoat is")
    plain.get_by_role("link", name="Cover it again").click()
    call_a_frame(plain)
    card(plain, "red").click()
    expect(plain.get_by_text("Your card is in.")).to_be_visible()

    # Cleo has no phone: Ana's is passed round, and shows nothing of Ana's own.
    ana.get_by_role("button", name="Pass to Cleo").click()
    expect(ana.get_by_role("heading", name="Cleo")).to_be_visible()
    card(ana, "red").click()
    expect(ana.get_by_text("Your card is in.")).to_be_visible()
    host.accessible()
    ana.get_by_role("button", name="Pass back to").click()
    expect(ana.get_by_role("heading", name="2 of 3 ready")).to_be_visible()
    expect(ana.get_by_text("Your card is in.")).to_have_count(0)

    # Or what lies on the table is tapped in at once, and a slip is named beside its field.
    ana.locator("#on-the-table > summary").click()
    shown = ana.locator("#on-the-table")
    expect(shown.locator("select")).to_have_count(3)
    for field, kind in zip(shown.locator("select").all(), ("red", "red", ""), strict=True):
        field.select_option(kind)
    shown.get_by_role("button", name="Save and show the result").click()
    expect(shown.get_by_role("alert")).to_have_text("Please choose a card of this game.")
    expect(shown.locator("select").first).to_have_value("red")
    shown.locator("select").last.select_option("red")
    shown.get_by_role("button", name="Save and show the result").click()

    # It counts once Ben, who has another phone, says so too.
    expect(ana.get_by_text("to agree.")).to_be_visible()
    host.accessible()
    plain.goto(f"/t/{code}")
    expect(plain.locator("#call")).to_contain_text("is framed and the game is over.")
    plain.get_by_role("button", name="Yes, that is right").click()
    expect(
        ana.get_by_role("heading", name=re.compile("is framed, so everybody else wins|the scapegoat, wins"))
    ).to_be_visible()
    expect(ana.locator(".read li")).to_have_count(3)
    host.accessible()


def test_what_needs_no_table_is_for_everybody(phone: Callable[..., Phone]) -> None:
    small = phone(size=(320, 640))
    page = small.page
    for address in (
        "/guide/scape_goat?players=6&line=stash-spy-trade&tokens=brygop",
        "/tools/scape_goat/frame?players=4&blue=blue-red&green=red&yellow=red&red=green&goat=red",
        "/tools/scape_goat/frame?players=6&blue=red",
        "/tools/scape_goat/cops?players=3&blue=yellow&red=yellow&yellow=blue",
        "/tools/scape_goat/swap?players=5&own=red&card1=red&card2=blue-red&card3=yellow",
        "/tools/scape_goat/evidence?players=5",
        "/rules/scape_goat",
    ):
        page.goto(address)
        small.accessible_in_both_lights()
        small.fits()
    page.goto("/tools/scape_goat/sheets?players=6")
    page.get_by_label("A word nobody else would guess").fill("goat")
    page.get_by_role("button", name="Make the sheets").click()
    expect(page.locator(".decoder-sheet")).to_have_count(6)
    assert "goat" not in page.url.rpartition("/")[2], "the word stands in no address"
    small.accessible_in_both_lights()
    small.fits()


def test_a_message_held_open_is_kept_while_news_comes(phone: Callable[..., Phone]) -> None:
    ana, ben, cleo = phone(), without_htmx(phone()), phone()
    at_table([ana, ben, cleo], "Scape Goat")
    start(ana.page)
    at = hold_button(ben.page)
    ben.page.clock.install()
    time_as_told(ben.page)  # or an open message covers itself while a busy machine takes its time
    ben.page.evaluate(STAMP)
    ben.page.mouse.move(*at)
    ben.page.mouse.down()
    expect(ben.page.locator(".secret")).to_be_visible()
    mark = ben.page.evaluate("() => stop && document.getElementById('panel').dataset.mark")
    cleo.page.get_by_role("button", name=HOLD).click()  # a tap is no reading that lasts, but a move all the same
    cleo.page.locator("#ask-cops > summary").click()
    cleo.page.locator("#ask-cops form button").click()
    expect(ben.page.locator("#edge")).to_be_visible()  # it is asked, and says so at the edge
    expect(ben.page.locator(".secret")).to_be_visible()
    assert ben.page.evaluate(STAMPED)
    assert ben.page.locator("#panel").get_attribute("data-mark") == mark
    ben.page.clock.resume()
    ben.page.mouse.up()
    loaded_anew(ben.page)
    expect(ben.page.get_by_role("heading", name="Count to three")).to_be_visible()
