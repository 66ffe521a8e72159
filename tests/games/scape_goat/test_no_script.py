"""Without any script: messages are read and the cops end the game by plain forms and links."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.evenings import HOLD, start
from tests.browser.phone import Phone
from tests.browser.test_no_script import look_again, plain


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
