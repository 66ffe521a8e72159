"""Bringing phones here: the hint when none comes, and a code for the Wi-Fi that is read as typed and kept nowhere."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, expect

from tests.browser.evenings import gather, menu, open_table, sit_down, start
from tests.browser.phone import Phone
from tests.running import Companion, free_port
from tests.served import COMMAND

NO_PHONE = "No phone has reached this computer yet."
CAME = "a phone came this way"


def from_elsewhere(chromium: Browser, companion: Companion) -> Phone:
    """A phone that is another machine to the server. Here is one machine alone, so a proxy that is trusted says so."""
    phone = Phone(chromium, companion.address)
    phone.context.set_extra_http_headers({"X-Forwarded-For": "192.0.2.7"})
    return phone


@pytest.mark.parametrize(
    ("network", "password", "read"),
    [
        ("Café;5G", 'a:b,c\\"d', 'WIFI:T:WPA;S:Café\\;5G;P:a\\:b,c\\\\\\"d;;'),
        ("Goats", "", "WIFI:S:Goats;;"),
    ],
)
def test_the_wifi_code_is_read_as_typed(phone: Callable[..., Phone], network: str, password: str, read: str) -> None:
    page = phone(size=(1280, 800)).page
    open_table(page)
    page.get_by_text("QR code for the Wi-Fi").click()
    page.get_by_label("Wi-Fi network").fill(network)
    page.get_by_label("Wi-Fi password").fill(password)
    page.get_by_role("button", name="Make the QR code").click()
    code = page.get_by_role("img", name="QR code that joins the Wi-Fi")
    expect(code).to_be_visible()
    expect(page.get_by_label("Wi-Fi password")).to_have_value("")
    found = zxingcpp.read_barcodes(Image.open(io.BytesIO(code.screenshot())))
    assert [each.text.replace("\\,", ",") for each in found] == [read]


def test_nothing_of_the_wifi_is_kept(phone: Callable[..., Phone], tmp_path_factory: pytest.TempPathFactory) -> None:
    page = phone(size=(1280, 800)).page
    open_table(page)
    page.get_by_text("QR code for the Wi-Fi").click()
    page.get_by_label("Wi-Fi network").fill("Goats")
    page.get_by_label("Wi-Fi password").fill("correct-horse-battery")
    page.get_by_role("button", name="Make the QR code").click()
    expect(page.get_by_role("img", name="QR code that joins the Wi-Fi")).to_be_visible()
    kept = {}
    for path in Path(tmp_path_factory.getbasetemp()).rglob("*"):
        with suppress(FileNotFoundError, IsADirectoryError):  # one may go while we look
            kept[path] = path.read_bytes()
    assert kept
    assert not [path for path, what in kept.items() if b"correct-horse-battery" in what]
    assert b"correct-horse-battery" not in page.content().encode()


def test_a_host_whom_no_phone_reaches_is_told_why_after_a_minute(chromium: Browser, tmp_path: Path) -> None:
    with Companion("--port", str(free_port()), "--no-qr", "--trust-proxy", data=tmp_path, command=COMMAND) as companion:
        laptop = Phone(chromium, f"http://localhost:{companion.port}", size=(1280, 800))
        page = laptop.page
        page.clock.install()
        code = open_table(page)
        expect(page.get_by_text(NO_PHONE)).to_be_hidden()
        page.clock.fast_forward(61_000)
        expect(page.get_by_text(NO_PHONE)).to_be_visible()
        expect(page.get_by_text(CAME)).to_be_hidden()
        phone = from_elsewhere(chromium, companion)
        phone.page.goto(f"/j/{code}")  # the code was scanned, and nobody has sat down yet
        page.clock.fast_forward(26_000)
        expect(page.get_by_text(CAME)).to_be_visible()
        expect(page.get_by_text(NO_PHONE)).to_be_hidden()
        phone.judge()


def test_who_sits_down_shows_the_way_that_phone_came_without_a_reload(chromium: Browser, tmp_path: Path) -> None:
    with Companion("--port", str(free_port()), "--no-qr", "--trust-proxy", data=tmp_path, command=COMMAND) as companion:
        laptop, phone = Phone(chromium, f"http://localhost:{companion.port}"), from_elsewhere(chromium, companion)
        code = open_table(laptop.page)
        laptop.page.get_by_text("A phone can’t join?").click()
        expect(laptop.page.locator(".addresses")).to_be_visible()
        own = Phone(chromium, companion.address)  # this computer's own browser, by the address that phones use
        sit_down(own.page, code, "Ana")
        expect(laptop.page.get_by_role("listitem").filter(has_text="Ana").first).to_be_visible()
        expect(laptop.page.get_by_text(CAME)).to_be_hidden()
        own.judge()
        sit_down(phone.page, code, "Ben")
        expect(laptop.page.get_by_text(CAME)).to_be_visible()
        phone.judge()
        laptop.judge()


PASTE = """(field) => { const list = new DataTransfer(); list.setData("text", "Ben\\n Cleo\\r\\nDov\\n");
    field.dispatchEvent(new ClipboardEvent("paste", {clipboardData: list, bubbles: true, cancelable: true})); }"""


def test_a_pasted_list_of_names_is_a_seat_for_each_and_what_is_refused_is_said_once(
    phone: Callable[..., Phone],
) -> None:
    page = phone().page
    open_table(page)
    field, add = page.get_by_label("Their name"), page.get_by_role("button", name="Add a player without a phone")
    field.evaluate(PASTE)
    expect(field).to_have_value("Ben, Cleo, Dov")
    add.click()
    for name in ("Ben", "Cleo", "Dov"):
        expect(page.get_by_role("listitem").filter(has_text=name)).to_be_visible()
    field.fill("Eve, ben")
    add.click()
    expect(page.get_by_text("ben: Somebody here is already called that.")).to_be_visible()
    expect(field).to_have_value("Eve, ben")
    expect(page.get_by_text("Somebody here is already called that.")).to_have_count(1)


def test_the_code_is_loud_only_while_the_host_gathers_people(phone: Callable[..., Phone]) -> None:
    group = gather(phone, 3)
    code = group.host.get_by_role("img", name="QR code that leads phones to this table")
    expect(code).to_be_visible()
    expect(group.pages["Ben"].locator("details.qr svg").first).to_be_hidden()
    group.host.evaluate("() => { document.querySelector('details.qr svg').marked = true; }")
    start(group.host)
    expect(group.host.locator("details.qr svg").first).to_be_hidden()
    menu(group.host)
    group.host.get_by_text("Invite somebody").click()
    expect(code).to_be_visible()
    assert group.host.evaluate("() => document.querySelector('details.qr svg').marked")


ELSEWHERE = """
import sys
from pathlib import Path
import tests  # the example is among its games
from companion import network
network.FRESH = 0.2
network.interfaces_lately = lambda: [("wlan0", Path(sys.argv[1]).read_text(), 24)]
network.towards_internet = frozenset
from companion.__main__ import main
sys.exit(main(sys.argv[2:]))
"""
"""The command on a machine whose address stands in a file."""


def test_on_another_wifi_an_open_page_and_the_wall_show_the_new_code(chromium: Browser, tmp_path: Path) -> None:
    where = tmp_path / "address"
    where.write_text("10.0.0.5")
    command = (sys.executable, "-c", ELSEWHERE, str(where))
    with Companion("--port", str(free_port()), "--no-qr", data=tmp_path / "data", command=command) as companion:
        laptop = Phone(chromium, f"http://localhost:{companion.port}", size=(1280, 800))
        wall = Phone(chromium, f"http://localhost:{companion.port}", size=(1280, 800))
        code = open_table(laptop.page)
        wall.page.goto(f"/t/{code}/wall")
        for screen in (laptop, wall):
            expect(screen.page.locator("#invite .typed")).to_contain_text(f"10.0.0.5:{companion.port}")
            expect(screen.page.locator("#moved")).to_have_count(0)
        where.write_text("10.0.0.9")
        for screen in (laptop, wall):
            expect(screen.page.locator("#invite .typed")).to_contain_text(f"10.0.0.9:{companion.port}")
            expect(screen.page.locator("#moved")).to_be_visible()
            picture = Image.open(io.BytesIO(screen.page.locator("#invite details.qr svg").first.screenshot()))
            assert [each.text for each in zxingcpp.read_barcodes(picture)] == [
                f"http://10.0.0.9:{companion.port}/j/{code}"
            ]
            screen.judge()
