"""Alcatraz on real phones: to an escape by a tie-break, to the 21st guard, and with a phone whose clock is wrong."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.evenings import at_table, start
from tests.browser.phone import Phone

Phones = Callable[..., Phone]
BOX = "Alcatraz: The Scapegoat"


def seated(phone: Phones, ben: Phone, cleo: Phone) -> tuple[str, Page]:
    """Ana's phone, which hosts, and two more at one table with Alcatraz on it; the set-up begun. Answers the
    table's code and Ana's page."""
    ana = phone()
    host = ana.page
    code = at_table([ana, ben, cleo], BOX)
    host.get_by_role("button", name="Set up the box").click()
    expect(host.get_by_role("heading", name="Lay out the prison")).to_be_visible()
    return code, host


def by_hand(host: Page, code: str, step: str, choose: Callable[[Locator], None]) -> None:
    """Tap in what the table drew for a step."""
    host.goto(f"/t/{code}?step={step}")
    form = host.locator(f"#hand-{step}")
    form.locator("summary").click()
    choose(form)
    with host.expect_response(lambda answer: answer.request.method == "POST") as answered:
        form.get_by_role("button", name="Save").click()
    answered.value.finished()
    host.goto(f"/t/{code}?step={step}")
    expect(host.get_by_role("button", name="Let the app draw")).to_have_count(0)


def begin(host: Page, code: str) -> None:
    """Three tasks A, B and C; four rooms with two guards each; Ana is the Scapegoat; the rest is the app's to draw."""

    def letters(form: Locator) -> None:
        for n, letter in enumerate("ABC", 1):
            form.get_by_role("group", name=f"Task {n}").get_by_role("radio", name=letter).check()

    def guards(form: Locator) -> None:
        for n in range(1, 9):
            form.locator(f"[data-thing='{(n - 1) % 4 + 1}']").click()
            expect(form.locator(f"#hand-guard{n}")).to_have_value(str((n - 1) % 4 + 1))

    def places(form: Locator) -> None:
        for n, room in enumerate((9, 10, 11), 1):
            form.locator(f"[data-thing='{room}']").click()
            expect(form.locator(f"#hand-place{n}")).to_have_value(str(room))

    by_hand(host, code, "guards", guards)
    by_hand(host, code, "letters", letters)
    by_hand(host, code, "places", places)
    by_hand(host, code, "first", lambda form: form.get_by_role("radio", name="Ana").check())
    host.goto(f"/t/{code}")
    host.locator("#leave-setup > summary").click()
    start(host)
    expect(host.get_by_role("heading", name="Your turn")).to_be_visible()


def open_up(page: Page, key: str) -> Locator:
    """A drawer, open."""
    drawer = page.locator(f"#{key}")
    drawer.locator("summary").first.click()
    return drawer


def unfold(page: Page, key: str) -> None:
    """What is a fold on a phone and stands open on a laptop, open."""
    page.locator(f"#{key}").evaluate("fold => { fold.open = true; }")


def complete(page: Page, letter: str, reward: str) -> None:
    """Complete a task of this phone's player, and tap in the reward."""
    unfold(page, "tasks")
    task = open_up(page, f"task-{letter}")
    task.get_by_label("All Items on the card are in this room").check()
    task.get_by_role("button", name=re.compile("Complete it")).click()
    page.get_by_role("button", name=reward, exact=True).first.click()


def mark(page: Page, name: str, letters: str) -> None:
    """Mark letters on somebody's sheet by hand."""
    unfold(page, "sheets")
    row = page.locator(".sheets > li").filter(has=page.locator("bdi", has_text=name))
    row.locator("summary").click()
    for letter in letters:
        button = row.get_by_role("group", name="Letters marked").get_by_role("button", name=letter, exact=True)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
    row.locator("summary").click()


def to_vote(host: Page, goat: Page) -> None:
    """From the actions to the vote of the next round. The guard goes where none is: a third in a room closes a task."""
    ask = open_up(host, "round-done")
    ask.get_by_role("button", name="Yes, next round").click()
    host.get_by_role("button", name="New guard: Warden’s Office").click()
    goat.get_by_role("button", name="Enough talk: vote now").click()
    expect(goat.get_by_role("heading", name="Vote: who should be the Scapegoat?")).to_be_visible()


BROKEN_NAMES = """() => [...document.querySelectorAll('.cell .name')].flatMap(name => {
  const text = name.firstChild, range = document.createRange();
  return [...text.data.matchAll(/\\S+/g)].filter(word => {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map(String);
})"""
"""Words in the names of the prison's rooms that run over two lines."""


def vote(page: Page, name: str) -> None:
    page.get_by_role("group", name="Your vote, in secret").get_by_role("radio", name=name).check()
    page.get_by_role("button", name="Cast my vote").click()


def test_every_page_without_a_table_is_accessible(phone: Phones) -> None:
    narrow = phone(size=(320, 640))
    for path in (
        "/guide/alcatraz?players=4",
        "/guide/alcatraz?prison=lkjihgfedcba&sides=sgsgsgsgsgsg&guards=abcd.abef&starts=ghi&letters=abc&places=kla&first=2",
        "/tools/alcatraz/vote?players=3&previous=0&vote0=1&vote1=2&vote2=0",
        "/tools/alcatraz/points?players=3&term=3&stamina=yes&guards=3",
        "/tools/alcatraz/stays?players=3&0A=1&0B=1&0C=1&1B=1&1D=1&1F=1&2D=1&2E=1&2F=1",
        "/rules/alcatraz",
    ):
        narrow.page.goto(path)
        narrow.accessible_in_both_lights()
        narrow.fits()
    narrow.page.goto("/guide/alcatraz?players=4")
    narrow.page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    assert narrow.page.evaluate(BROKEN_NAMES) == [], "at twice the text"


def test_three_phones_play_from_the_lobby_to_an_escape_with_a_tie_the_previous_scapegoat_breaks(phone: Phones) -> None:
    ben, cleo, wall = phone(theme="dark"), phone(size=(320, 640)), phone(size=(1280, 800))
    code, host = seated(phone, ben, cleo)
    begin(host, code)
    wall.page.goto(f"/t/{code}/wall")
    expect(ben.page.get_by_role("heading", name="Ana’s turn")).to_be_visible()
    for each in (ben, cleo, wall):
        each.accessible()

    # Round 1: Ben completes A, the card drawn gives Cleo D, and the new task is E.
    complete(ben.page, "A", "D")
    expect(host.get_by_role("heading", name="New task: turn the top card, tap its letter")).to_be_visible()
    host.get_by_role("group", name="The letter on the card").get_by_role("button", name="E").click()
    expect(host.locator("#tasks > summary")).to_contain_text("E")
    # What a longer evening would have brought them: Ben A, B and C, Ana B, D and F, Cleo D and F.
    mark(host, "Ben", "BC")
    mark(host, "Ana", "BDF")
    mark(host, "Cleo", "F")

    # Round 2: Ana votes Ben, Ben votes Cleo, Cleo votes Ana. Nobody sees anything before the last vote is in.
    to_vote(host, goat=host)
    vote(ben.page, "Cleo")
    expect(host.locator("#voted").get_by_role("listitem").filter(has_text="Ben")).to_contain_text("has voted")
    vote(cleo.page, "Ana")
    ben.accessible()
    cleo.accessible()
    expect(host.locator("#elected")).to_have_count(0)
    vote(host, "Ben")
    for page in (host, ben.page, cleo.page, wall.page):
        expect(page.locator("#elected")).to_contain_text("A tie, settled by the previous Scapegoat’s own vote")
        expect(page.locator("#elected")).to_contain_text("is the Scapegoat")
        expect(page.locator(".order > li").first).to_contain_text("Ben")
        expect(page.locator(".order > li").first).to_contain_text("4")
    wall.accessible()

    # Cleo completes E; Ana's reward is B, which she has: Ben and Cleo are needed, Ana is not.
    complete(cleo.page, "E", "B")
    for page in (host, ben.page, cleo.page, wall.page):
        expect(page.get_by_role("heading", name="Ben and Cleo escape; Ana stays")).to_be_visible()
        expect(page.get_by_text("Ben is needed: nobody else has A and C.")).to_be_visible()
        expect(page.get_by_text("Cleo is needed: nobody else has E.")).to_be_visible()
        expect(page.get_by_text("Nobody else could be left behind, so Ana stays.")).to_be_visible()
    for each in (ben, cleo, wall):
        each.accessible()


def test_a_lit_room_is_one_tap_away_and_the_points_go_down_on_every_screen(phone: Phones) -> None:
    ben, cleo, wall = phone(size=(320, 568)), phone(), phone(size=(1280, 800))
    code, host = seated(phone, ben, cleo)
    begin(host, code)
    wall.page.goto(f"/t/{code}/wall")
    lit = host.get_by_role("button", name="for 1 Action Point")
    expect(lit.first).to_be_in_viewport()
    expect(ben.page.get_by_role("heading", name="Ana’s turn")).to_be_visible()
    expect(ben.page.get_by_role("button", name="for 1 Action Point")).to_have_count(0)
    room = (lit.first.get_attribute("aria-label") or "").removeprefix("Go for 1 Action Point: ")
    lit.first.click()
    expect(host.locator("#here")).to_contain_text(f"Here: {room}")
    for page in (host, ben.page):
        expect(page.locator(".ap")).to_contain_text("3 of 4 Action Points left")
        expect(page.locator(".cell.stands")).to_contain_text(room)
    expect(wall.page.locator(".cell.stands")).to_contain_text(room)
    ben.fits()
    ben.accessible()
    host.get_by_role("button", name="End my turn").click()
    expect(ben.page.get_by_role("heading", name="Your turn")).to_be_in_viewport()
    expect(ben.page.get_by_role("button", name="for 1 Action Point").first).to_be_in_viewport()
    ben.fits()
    ben.accessible_in_both_lights()


def test_the_twenty_first_guard_ends_the_game_for_all_also_on_a_phone_without_script(phone: Phones) -> None:
    ben, cleo = phone(), phone(script=False)
    code, host = seated(phone, ben, cleo)
    begin(host, code)
    right = open_up(host, "put-right")
    for room, guards in ((1, 4), (2, 4), (3, 4), (4, 4), (5, 3)):
        guards_there = right.locator("form").filter(has_text="Guards in a room")
        guards_there.get_by_label("Room").select_option(value=str(room))
        guards_there.get_by_label("Guards there").select_option(value=str(guards))
        guards_there.get_by_role("button", name="Save the guards").click()
        expect(host.locator(".cell").filter(has_text=re.compile(rf"^{room}\D"))).to_contain_text(f"{guards} guards")
    expect(host.locator("#prison")).to_contain_text("19 of 20 guards")

    # The twentieth guard comes in round 2, by a card of theirs: no full room can be tapped.
    open_up(host, "round-done").get_by_role("button", name="Yes, next round").click()
    expect(host.get_by_role("button", name="New guard: Warden’s Office")).to_be_visible()
    expect(host.get_by_role("button", name="New guard: Chapel")).to_have_count(0)
    host.get_by_role("button", name="New guard: Warden’s Office").click()
    expect(ben.page.get_by_role("timer")).to_be_visible()
    host.get_by_role("button", name="Enough talk: vote now").click()
    expect(host.get_by_role("heading", name="Vote: who should be the Scapegoat?")).to_be_visible()
    cleo.page.goto(f"/t/{code}")
    vote(cleo.page, "Cleo")
    expect(cleo.page.get_by_text("You have voted.")).to_be_visible()
    vote(ben.page, "Cleo")
    vote(host, "Cleo")
    expect(ben.page.locator("#elected")).to_contain_text("Cleo is the Scapegoat")
    expect(ben.page.locator("#prison")).to_contain_text("This is the last round")

    cleo.page.goto(f"/t/{code}")
    for name in ("End my turn", "End Ana’s turn", "End Ben’s turn"):
        cleo.page.get_by_role("button", name=name).click()
    expect(host.get_by_text("the 21st, and everybody loses")).to_be_visible()
    host.get_by_role("button", name="The 21st guard comes").click()
    expect(host.get_by_role("heading", name="The 21st guard: everybody loses")).to_be_visible()
    cleo.page.goto(f"/t/{code}")
    for page in (host, ben.page, cleo.page):
        expect(page.get_by_role("heading", name="The 21st guard: everybody loses")).to_be_visible()
    ben.accessible()


def test_the_time_to_talk_is_right_on_a_phone_whose_clock_is_three_hours_wrong(phone: Phones) -> None:
    ben, cleo = phone(), phone()
    three_hours = datetime.timedelta(hours=3)
    ben.page.clock.install(time=datetime.datetime.now() + three_hours)
    code, host = seated(phone, ben, cleo)
    begin(host, code)
    open_up(host, "round-done").get_by_role("button", name="Yes, next round").click()
    draw = host.get_by_role("button", name="Draw the guard")
    draw.hover()
    host.mouse.down()
    host.mouse.up()
    expect(host.get_by_role("button", name="Enough talk: vote now")).to_be_visible()
    host.mouse.down(click_count=2)  # a tap too many, which now stands over another button
    host.mouse.up(click_count=2)
    most_of_two_minutes = re.compile(r"^(2:00|1:[0-5]\d)$")
    for page in (host, ben.page, cleo.page):
        expect(page.get_by_role("timer")).to_have_text(most_of_two_minutes)
    ahead = ben.page.evaluate("Date.now()") - host.evaluate("Date.now()")
    assert ahead > 2.9 * 3_600_000, "Ben's phone really has the wrong time"

    # Even a phone whose time runs away asks the server at zero, and is put right, as often as that happens.
    for _ in range(2):
        ben.page.clock.fast_forward("03:00")
        expect(ben.page.get_by_role("timer")).to_have_text(most_of_two_minutes)
    expect(ben.page.get_by_role("button", name="Cast my vote")).to_have_count(0)
    host.get_by_role("button", name="Enough talk: vote now").click()
    expect(ben.page.get_by_role("button", name="Cast my vote")).to_be_visible()


def test_whose_turn_it_is_scrolls_a_phone_less_than_three_screens_and_a_laptop_shows_the_sheets(phone: Phones) -> None:
    ben, cleo, laptop = phone(), phone(size=(320, 568)), phone(size=(1280, 800))
    code, host = seated(phone, ben, cleo)
    begin(host, code)
    laptop.page.goto(f"/t/{code}")
    expect(ben.page.get_by_role("heading", name="Ana’s turn")).to_be_visible()
    high = "() => document.documentElement.scrollHeight"
    assert host.evaluate(high) < 2500
    assert ben.page.evaluate(high) < 1800
    for fold in ("#tasks", "#sheets"):
        expect(laptop.page.locator(f"{fold} > ul, {fold} > ol")).to_be_visible()
        expect(ben.page.locator(f"{fold} > ul, {fold} > ol")).to_be_hidden()
        ben.page.locator(f"{fold} > summary").click()
        expect(ben.page.locator(f"{fold} > ul, {fold} > ol")).to_be_visible()
    rows = "list => [...list.children].map(row => Math.round(row.getBoundingClientRect().width))"
    assert len(set(laptop.page.locator("#sheets > ol").evaluate(rows))) == 1, "the Action Points stand in one column"
    # What was closed by hand on the laptop stays closed when something happens.
    laptop.page.locator("#tasks > summary").click()
    expect(laptop.page.locator("#tasks > ul")).to_be_hidden()
    host.get_by_role("button", name="End my turn").click()
    expect(laptop.page.get_by_role("heading", name="Ben’s turn")).to_be_visible()
    expect(laptop.page.locator("#tasks > ul")).to_be_hidden()
    expect(laptop.page.locator("#sheets > ol")).to_be_visible()
