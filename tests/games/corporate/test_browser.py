"""SCAPEGOAT on four real phones: three years, all outcomes, a power cut, a win at six; and the pages beside it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.corporate import GAME
from tests.browser.evenings import SETTLED, at_table, close_menu, drawer
from tests.browser.glass import ON_ITS_SIDE
from tests.browser.phone import LIGHTS, SERVER_GONE, Phone
from tests.browser.screens import Screen
from tests.evenings import House, evening
from tests.games import promises
from tests.running import Companion
from tests.test_practice import practice


def key(page: Page, card: str, within: str) -> None:
    """Tap a rank, or # for face down."""
    keys = page.locator(within)
    (keys.locator(".rank.down") if card == "#" else keys.get_by_text(re.compile(f"^{card}$"))).click()


def sell(pages: list[Page], first: int, cards: str) -> None:
    """The cards of a year, each entered on the phone whose turn it is."""
    for turn, card in enumerate(cards.split()):
        page = pages[(first + turn) % len(pages)]
        expect(page.get_by_role("heading", name="sell one card")).to_be_visible()
        key(page, card, ".enter")
        expect(page.get_by_role("heading", name="sell one card")).to_have_count(0)


def reveal(page: Page, rank: str) -> None:
    expect(page.get_by_role("heading", name="tap its rank")).to_be_visible()
    key(page, rank, ".mine")
    expect(page.get_by_role("heading", name="tap its rank")).to_have_count(0)


def reveal_for(page: Page, name: str, rank: str) -> None:
    """Somebody else's card: first for whom, then which."""
    page.locator(".for-one > summary").filter(has_text=name).click()
    key(page, rank, ".for-one[open]")


def sizes_are(page: Page, *sizes: int) -> None:
    """The hand sizes in the last row of the game so far, in seat order."""
    page.wait_for_function(SETTLED)
    if not page.locator("#history").evaluate("one => one.open"):
        page.get_by_text("The game so far").click()
    last = page.locator(".sizes-table tbody tr").last.locator("td")
    expect(last).to_have_text([re.compile(rf"^\D*{size}\D*$") for size in sizes])


def test_four_phones_play_three_years_to_a_win_at_six(
    chromium: Browser, own_companion: tuple[Companion, list[str]], tmp_path: Path
) -> None:
    companion, flags = own_companion
    phones = [Phone(chromium, companion.address) for _ in range(4)]
    wall = Phone(chromium, companion.address, size=(1280, 800))
    pages = [phone.page for phone in phones]
    ana, ben, cleo, dov = pages
    code = at_table(phones, "SCAPEGOAT")
    wall.page.goto(f"/t/{code}/wall")
    expect(ana.get_by_role("listitem").filter(has_text="Dov")).to_be_visible()
    ana.get_by_role("button", name="Start the game").click()

    # The start: lowest card, ace low. Nothing shows before the last is in.
    for page, rank in zip(pages[:3], ("7", "A", "2"), strict=True):
        expect(page.locator("#now")).to_contain_text("Who starts? The lowest card. Aces are LOW.")
        reveal(page, rank)
    for page in (dov, wall.page):
        expect(page.get_by_text("chosen", exact=True)).to_have_count(3)
    expect(wall.page.get_by_text("still choosing")).to_have_count(1)
    phones[3].accessible()
    reveal(dov, "K")
    expect(ben.get_by_role("heading", name="You start: sell one card")).to_be_visible()
    phones[0].accessible()
    phones[1].accessible()
    wall.accessible()

    # Year 1: a mistaken tap taken back; 10 + 5 four times over is exactly 15 in each quarter: Perfect on the last turn.
    key(ben, "9", ".enter")
    expect(ben.get_by_role("heading", name="Cleo’s turn")).to_be_visible()
    expect(ben.locator("#now")).to_contain_text("You draw back up to 4 cards.")
    drawer(ben, "log").get_by_role("button", name="sold 9 face up").click()
    for page in (ana, cleo, dov):
        expect(page.get_by_role("heading", name="Ben starts")).to_be_visible()
    close_menu(ben)
    sell(pages, 1, "# 5 # 5 # 5 # 5")
    expect(ana.get_by_role("heading", name="Perfect target")).to_be_visible()
    expect(ana.get_by_text("Ana closed it and is the Closer.")).to_be_visible()
    expect(ana.get_by_text("4 cards lie face down")).to_be_visible()
    phones[0].accessible()
    dov.get_by_role("button", name="Let the app say which").click()
    expect(wall.page.get_by_text("from the top of the pile you shuffled")).to_be_visible()
    cleo.get_by_role("button", name="Black").click()
    expect(ana.get_by_text("Aces are HIGH now")).to_be_visible()
    for page, rank in zip(pages, ("A", "A", "3", "K"), strict=True):
        reveal(page, rank)
    expect(ana.get_by_text("A tie: Ana and Ben choose another card.")).to_be_visible()
    phones[0].accessible()
    reveal(ben, "J")
    dov.get_by_text("Enter somebody else’s card").click()
    reveal_for(dov, "Ana", "Q")
    expect(wall.page.get_by_role("heading", name="Ana is promoted")).to_be_visible()
    for phone in (*phones, wall):
        phone.accessible()
    sizes_are(cleo, 5, 4, 4, 4)
    cleo.get_by_role("button", name="All done: begin year 2").click()

    # Year 2: eight twos never fill it: Missed. The computer loses power while two cards are in.
    sell(pages, 0, "2 2 2 2 2 2 2 2")
    expect(wall.page.locator("#now")).to_contain_text("Missed target: the lowest card is demoted.")
    reveal(ana, "K")
    reveal(ben, "2")
    companion.kill()
    for page in pages:
        expect(page.get_by_text("not connected, retrying")).to_be_visible()
    with Companion(*flags, data=tmp_path):
        for page in pages:
            expect(page.get_by_text("not connected, retrying")).to_have_count(0)
        expect(cleo.get_by_text("chosen", exact=True)).to_have_count(2)
        reveal(cleo, "5")
        reveal(dov, "A")
        expect(ana.get_by_role("heading", name="Ben is demoted")).to_be_visible()
        sizes_are(ana, 5, 3, 4, 4)
        dov.get_by_role("button", name="All done: begin year 3").click()

        # Year 3, begun by Dov, who took the last turn: 17, 20, 15, then 19: Beat, and Ben closes with the seventh card.
        sell(pages, 3, "K 7 # 8 K K 9")
        expect(ana.get_by_text("Ben closed it and is the Scapegoat.")).to_be_visible()
        expect(ana.get_by_text("There is only one: turn it.")).to_be_visible()
        ben.get_by_role("button", name="Red").click()
        expect(ben.get_by_text("Ben is demoted and not in the review.")).to_be_visible()
        for page, rank in ((ana, "K"), (cleo, "Q"), (dov, "2")):
            reveal(page, rank)
        expect(wall.page.get_by_role("heading", name="Ana wins: hand size 6")).to_be_visible()
        expect(dov.get_by_role("heading", name="Ana wins: hand size 6")).to_be_visible()
        sizes_are(dov, 6, 2, 4, 4)
        expect(dov.locator(".sizes-table tfoot td")).to_have_text(["0×", "1×", "0×", "0×"])

        # The win was a card entered wrongly: the reveal is taken back, and asked again.
        cleo.get_by_role("button", name="Undo the reveal").click()
        expect(wall.page.get_by_role("heading", name="Waiting for Ana, Cleo and Dov")).to_be_visible()
        for page, rank in ((ana, "K"), (cleo, "Q"), (dov, "3")):
            reveal(page, rank)
        for page in (*pages, wall.page):
            expect(page.get_by_role("heading", name="Ana wins: hand size 6")).to_be_visible()
        for phone in (*phones, wall):
            phone.accessible()
    for phone in (*phones, wall):
        phone.allow(SERVER_GONE)
        phone.judge()


def test_one_narrow_phone_without_script_plays_for_three(phone: Callable[..., Phone]) -> None:
    ana = phone(script=False, size=(320, 568))
    page = ana.page

    at_table([ana], "SCAPEGOAT")
    for name in ("Ben", "Cleo"):
        page.get_by_label("Their name").fill(name)
        page.get_by_role("button", name="Add a player without a phone").click()
    page.get_by_role("button", name="Start the game").click()
    ana.fits()
    key(page, "2", ".mine")
    for name, rank in (("Ben", "3"), ("Cleo", "4")):
        page.get_by_text("Enter somebody else’s card").click()
        reveal_for(page, name, rank)
    for card in ("K", "Q", "J", "10"):  # Y1: Perfect, nothing face down
        ana.fits()
        key(page, card, ".enter")
    expect(page.locator("#now")).to_contain_text("Promotion Review: the highest card is promoted.")
    ana.fits()
    key(page, "10", ".mine")
    for name, rank in (("Ben", "J"), ("Cleo", "Q")):  # E6
        page.get_by_text("Enter somebody else’s card").click()
        reveal_for(page, name, rank)
    expect(page.get_by_role("heading", name="Cleo is promoted")).to_be_visible()
    ana.fits()
    page.get_by_role("button", name="All done: begin year 2").click()
    expect(page.get_by_role("heading", name="Cleo starts")).to_be_visible()


def test_on_a_phone_on_its_side_the_whole_year_stands_beside_its_keys(chromium: Browser, tmp_path: Path) -> None:
    at = evening(House(tmp_path), GAME, 1, 4)
    at.start()
    at.did(at.host, "play/starts", seat=1)
    screen = Screen(chromium, ON_ITS_SIDE.size)
    page = screen.shows(at.host, f"/t/{at.code}")
    quarters, keys = page.locator(".tank"), page.locator(".enter .rank")
    expect(quarters).to_have_count(4)
    expect(keys).to_have_count(14)
    for each in [*quarters.all(), *keys.all()]:
        expect(each).to_be_in_viewport(ratio=1)
    edges = "all => all.map(e => e.getBoundingClientRect()).map(at => [at.left, at.right])"
    assert max(right for _, right in quarters.evaluate_all(edges)) < min(left for left, _ in keys.evaluate_all(edges))
    screen.close()


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_after_a_tie_the_cards_shown_and_the_way_back_stand_in_sight_on_every_phone(
    chromium: Browser, house: House, size: tuple[int, int]
) -> None:
    at = evening(house, GAME, 1, 4, sharing=False)
    at.start()
    at.did(at.host, "play/starts", seat=1)
    for card in ("down", "5") * 4:  # Y5's kind: 15 four times over is Perfect, on the last turn
        at.did(at.host, "play/card", card=card)
    at.did(at.host, "play/turned", found="black")
    for seat, rank in enumerate(("A", "A", "3", "K"), 1):
        at.did(at.host, "play/show", seat=seat, rank=rank)
    screen = Screen(chromium, size)
    for name in ("Ana", "Cleo"):  # who is asked again, and who waits
        page = screen.shows(at.people[name], f"/t/{at.code}")
        shown = page.locator(".turned-up > li")
        expect(shown).to_have_count(4)
        for one, who, rank in zip(shown.all(), ("Ana", "Ben", "Cleo", "Dov"), ("A", "A", "3", "K"), strict=True):
            expect(one).to_contain_text(who)
            expect(one.get_by_role("img", name=f"card {rank}")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Undo the reveal")).to_be_in_viewport(ratio=1)
    screen.close()


def test_the_wall_says_of_everybody_what_they_discard_and_draw_at_the_years_end(
    chromium: Browser, house: House
) -> None:
    at = evening(house, GAME, 1, 5, sharing=False)
    at.start()
    at.did(at.host, "play/starts", seat=1)
    for _ in range(8):  # Y7: eight cards face down, Perfect
        at.did(at.host, "play/card", card="down")
    at.did(at.host, "play/turned", found="black")
    for ranks in (("A", "A", "3", "K", "2"), ("J", "Q")):
        for seat, rank in enumerate(ranks, 1):
            at.did(at.host, "play/show", seat=seat, rank=rank)
    screen = Screen(chromium, (1280, 720))
    wall = screen.shows(at.host, f"/t/{at.code}/wall")
    told = wall.locator(".changes > li")
    expect(told).to_have_text(
        [
            re.compile("Ana.*discard the 2 revealed cards, draw 1 card.*stays 4", re.DOTALL),
            re.compile("Ben.*promoted.*discard the 2 revealed cards, draw 2 cards.*4 → 5", re.DOTALL),
            *[
                re.compile(f"{name}.*discard the revealed card, draw 1 card.*stays 4", re.DOTALL)
                for name in ("Cleo", "Dov", "Eve")
            ],
        ]
    )
    for one in told.all():
        expect(one).to_be_in_viewport(ratio=1)
    screen.close()


LONG = ("Bartholomew", "Wilhelmina", "Konstantinopolis", "Maximiliane")
ON_ONE_LINE = """all => all.map(name => {
    const range = document.createRange();
    range.selectNodeContents(name);
    return new Set([...range.getClientRects()].map(at => at.top)).size === 1;
})"""
BESIDE = """all => all.map(who => {
    const [badge, name] = [who.querySelector(".badge"), who.querySelector("bdi")].map(e => e.getBoundingClientRect());
    return badge.right <= name.left && badge.top < name.bottom && name.top < badge.bottom;
})"""


def test_a_long_name_is_whole_on_the_wall_that_waits_for_cards_and_stands_beside_its_badge_in_the_results(
    chromium: Browser, house: House
) -> None:
    at = evening(house, GAME, 1, 4, sharing=False)
    for seat, name in enumerate(LONG, 1):
        at.did(at.host, "rename", seat=seat, name=name)
    at.start()
    wall = Screen(chromium, (1920, 1080))
    for size in ((1920, 1080), (1280, 720)):
        page = wall.shows(at.host, f"/t/{at.code}/wall") if size[0] == 1920 else wall.turns_to(size)
        names = page.locator(".wall-board .seat bdi")
        expect(names).to_have_text(list(LONG))
        assert names.evaluate_all(ON_ONE_LINE) == [True] * 4, size
    wall.close()
    at.did(at.host, "play/starts", seat=1)
    for year in (1, 2):
        for card in ["K", "7", "down", "8", "K", "K", "9"]:  # Y4: Beat, which has a Scapegoat in the results
            at.did(at.host, "play/card", card=card)
        at.did(at.host, "play/turned", found="black")
        for seat, rank in enumerate("A23K", 1):
            at.did(at.host, "play/show", seat=seat, rank=rank)
        if year == 1:
            at.did(at.host, "play/next")
    phone = Screen(chromium, (320, 568))
    people = phone.shows(at.host, f"/t/{at.code}/evening").locator(".evening .who:has(> .badge)")
    expect(people).to_have_count(8)  # in the table, and in the game's places
    assert people.evaluate_all(BESIDE) == [True] * 8
    phone.close()


PAGES = (
    "/guide/corporate?players=5&start=3-9-3-k-a",
    "/guide/corporate?players=4&start=3-9-3-k",
    "/rules/corporate",
    "/tools/corporate/year",
    "/tools/corporate/year?players=4&cards=down-7-down-8-K-K-9",
    "/tools/corporate/end?players=4&outcome=beat&found=red&ender=2",
    "/tools/corporate/end?players=4&outcome=beat&found=red&ender=2&so_far=2-10-j",
)


def test_what_needs_no_table_has_no_fault_even_on_a_narrow_phone(phone: Callable[..., Phone]) -> None:
    ana = phone(size=(320, 568))
    for address in PAGES:
        ana.page.goto(address)
        ana.accessible_in_both_lights()
        ana.fits()


def test_a_year_is_entered_card_by_card_without_a_table(phone: Callable[..., Phone]) -> None:
    ana = phone(script=False)
    ana.page.goto("/tools/corporate/year?players=3")
    for rank in ("K", "Q", "J"):
        ana.page.get_by_role("button", name=f"add {rank} face up", exact=True).click()
    ana.page.get_by_role("button", name="add 10 face up", exact=True).click()
    expect(ana.page.get_by_role("heading", name="Perfect target")).to_be_visible()  # Y1
    ana.page.get_by_role("link", name="What happens now?").click()
    for seat, rank in ((1, "10"), (2, "J"), (3, "Q")):  # E6
        ana.page.get_by_label(f"Player {seat}", exact=True).last.select_option(rank)
    ana.page.get_by_role("button", name="Show the answer").click()
    expect(ana.page.get_by_text("Player 3 starts next year: the promoted player does.")).to_be_visible()


def test_the_start_player_is_found_by_hand_through_a_tie(phone: Callable[..., Phone]) -> None:
    ana = phone(script=False)
    ana.page.goto("/guide/corporate?players=3")
    for ranks in (("3", "3", "K"), ("9", "2")):
        ana.page.get_by_text("We reveal cards").click()
        for place, rank in enumerate(ranks, 1):
            ana.page.locator(f"select[name=rank{place}]").select_option(rank)
        ana.page.get_by_role("button", name="Save").click()
    expect(ana.page.get_by_text("Player 2 starts.")).to_be_visible()


def test_in_the_climb_each_line_has_its_players_colour_by_day_and_by_night(chromium: Browser, tmp_path: Path) -> None:
    blue, red, yellow, green = ("rgb(43, 98, 184)", "rgb(184, 57, 44)", "rgb(227, 176, 43)", "rgb(44, 122, 72)")
    at = practice(House(tmp_path), GAME)
    for _ in at.steps(promises("corporate").PRACTICE):
        pass
    wall = Screen(chromium, (1280, 720))
    for light in LIGHTS:
        wall.phone.page.emulate_media(color_scheme=light)
        lines = wall.shows(at.who, f"/t/{at.code}/wall").locator(".climb g > polyline")
        strokes = lines.evaluate_all("all => all.map(line => getComputedStyle(line).stroke)")
        assert strokes == [blue, red, yellow, green], light
    wall.close()
