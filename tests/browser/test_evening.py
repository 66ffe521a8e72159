"""An evening on four real browsers: scanned, seated, dealt, held, covered, back after a crash."""

from __future__ import annotations

import io
from pathlib import Path

import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser.evenings import let_go, press, start
from tests.browser.phone import SERVER_GONE, Phone
from tests.running import Companion
from tests.served import COMMAND

COLOURS = ("BLUE", "RED", "YELLOW", "GREEN")


def scan(page: Page) -> str:
    """What a phone's camera reads on the screen."""
    picture = Image.open(io.BytesIO(page.screenshot()))
    codes = [code.text for code in zxingcpp.read_barcodes(picture)]
    assert len(codes) == 1, codes
    return codes[0]


def read(page: Page) -> str:
    """The one colour named while the message is held; covered again afterwards."""
    press(page)
    words = page.locator(".secret").inner_text()
    let_go(page)
    named = [colour for colour in COLOURS if colour in words]
    assert len(named) == 1, words
    return named[0]


def test_three_phones_agree_and_the_fourth_is_told_somebody_else(
    chromium: Browser, own_companion: tuple[Companion, list[str]], tmp_path: Path
) -> None:
    companion, flags = own_companion
    laptop = Phone(chromium, companion.address, size=(1280, 800))
    phones = [Phone(chromium, companion.address) for _ in range(3)]
    host = laptop.page
    host.goto("/")
    host.get_by_role("button", name="Open a table").click()
    expect(host.get_by_role("img", name="QR code")).to_be_visible()
    invitation = scan(host)
    assert invitation.startswith(companion.address + "/j/")
    host.get_by_label("Your name").fill("Ana")
    host.get_by_role("button", name="Take a seat").click()
    expect(host.get_by_role("listitem").filter(has_text="Ana")).to_be_visible()
    for phone, name in zip(phones, ("Ben", "Cleo", "Dov"), strict=True):
        phone.page.goto(invitation)
        phone.page.get_by_label("Your name").fill(name)
        phone.page.get_by_role("button", name="Take a seat").click()
        expect(host.get_by_role("listitem").filter(has_text=name)).to_be_visible()
        phone.page.wait_for_url("**/t/*")  # the laptop may know before the phone does

    start(host)
    screens = [host, *(phone.page for phone in phones)]
    told = [read(page) for page in screens]  # seats got blue, red, yellow and green in this order
    goat = max(set(told), key=told.count)
    assert sorted(told.count(colour) for colour in set(told)) == [1, 3]
    fooled = COLOURS.index(goat)
    assert [colour for colour in told if colour != goat] == [told[fooled]]
    for page in screens:
        expect(page.locator("#now")).not_to_contain_text("have read")  # that all have read moves what is held

    # Every way of letting go covers the message; it is nowhere in the page or its storage afterwards.
    page = phones[0].page
    for way in ("blur", "pagehide"):
        press(page)
        page.evaluate(f"() => window.dispatchEvent(new Event('{way}'))")
        expect(page.locator(".secret")).to_have_count(0)
        page.mouse.up()
    press(page)
    page.keyboard.press("Escape")
    expect(page.locator(".secret")).to_have_count(0)
    page.mouse.up()
    with page.expect_navigation(url="**/t/*"):  # the address is the same before and after: only the going tells
        page.evaluate("() => history.back()")  # to the join page, which leads a seated phone to its seat
    expect(page.locator("[data-tap-instead]:not([hidden])").first).to_be_attached()  # so its script is there, and runs
    expect(page.locator(".secret")).to_have_count(0)
    kept = page.evaluate("() => JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert not [colour for colour in COLOURS if colour in kept + page.content()]

    # The computer loses power. Once it is back, every phone is right again by itself.
    companion.kill()
    for page in screens:
        expect(page.get_by_text("not connected, retrying")).to_be_visible()
    with Companion(*flags, data=tmp_path, command=COMMAND):
        for page in screens:
            expect(page.get_by_text("not connected, retrying")).to_have_count(0)
        assert [read(page) for page in screens] == told
    for phone in (laptop, *phones):
        phone.allow(SERVER_GONE)
        phone.judge()


def test_a_dark_screen_still_shows_a_code_that_scans(chromium: Browser, companion: Companion) -> None:
    laptop = Phone(chromium, companion.address, size=(1280, 800), theme="dark")
    laptop.page.goto("/")
    laptop.page.get_by_role("button", name="Open a table").click()
    expect(laptop.page.get_by_role("img", name="QR code")).to_be_visible()
    assert scan(laptop.page) == laptop.page.url.replace("/t/", "/j/")
    laptop.judge()


def test_updates_never_redraw_the_code(chromium: Browser, companion: Companion) -> None:
    laptop, phone = Phone(chromium, companion.address, size=(1280, 800)), Phone(chromium, companion.address)
    host = laptop.page
    host.goto("/")
    host.get_by_role("button", name="Open a table").click()
    expect(host.get_by_role("img", name="QR code")).to_be_visible()
    host.evaluate("() => { document.querySelector('.qr svg').marked = true; }")
    for name in ("Ben", "Cleo"):
        host.get_by_label("Their name").fill(name)
        host.get_by_role("button", name="Add a player without a phone").click()
        expect(host.get_by_role("listitem").filter(has_text=name)).to_be_visible()
    phone.page.goto(host.url.replace("/t/", "/j/"))
    phone.page.get_by_label("Your name").fill("Dov")
    phone.page.get_by_role("button", name="Take a seat").click()
    expect(host.get_by_role("listitem").filter(has_text="Dov")).to_be_visible()
    assert host.evaluate("() => document.querySelector('.qr svg').marked")
    laptop.judge()
    phone.judge()
