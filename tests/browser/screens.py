"""Pages of an evening that is played in this process: the browser is answered from it, with no server, and by a stream
that says no more than that it is there. So a page is what it is at that move."""

from __future__ import annotations

from contextlib import closing
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Request, Route

from tests.browser.phone import Phone
from tests.evenings import Visitor

HOME = "http://companion.test"
SETTLE = """async () => {
    await document.fonts.ready;
    document.getAnimations().forEach(a => { if (a.effect.getTiming().iterations !== Infinity) a.finish(); });
}"""
HERE = "retry: 10000000\n\nevent: here\ndata:\n\n"
PASSED_ON = ("hx-request", "open-drawers", "content-type")
"""What of a browser's headers the app is asked with."""
HEARS = "() => !document.querySelector('[data-again]:not([hidden])')"


class Screen:
    """A page of the evening, in a browser that belongs to whoever is said."""

    def __init__(self, chromium: Browser, size: tuple[int, int], *, script: bool = True) -> None:
        self.phone = Phone(chromium, HOME, size=size, script=script)
        self.script = script
        self.who: Visitor | None = None
        self.phone.context.route(f"{HOME}/**", self._answer)
        self._kept: dict[str, tuple[dict[str, str], bytes]] = {}

    def shows(self, who: Visitor, path: str) -> Page:
        self.who = who
        self.phone.page.goto(path)
        if self.script:
            self.phone.page.wait_for_function(HEARS)
        self.phone.page.evaluate(SETTLE)
        return self.phone.page

    def _answer(self, route: Route, request: Request) -> None:
        assert self.who is not None
        at = urlsplit(request.url)
        path = at.path + (f"?{at.query}" if at.query else "")
        if at.path.endswith("/live"):
            route.fulfill(content_type="text/event-stream", body=HERE)
            return
        if path in self._kept:
            headers, body = self._kept[path]
            route.fulfill(headers=headers, body=body)
            return
        asked = {name: value for name, value in request.headers.items() if name in PASSED_ON}
        answer = self.who.open(request.method, path, request.post_data, asked)
        with closing(answer):
            if at.query.startswith("v="):  # the same for the life of a version
                self._kept[path] = dict(answer.headers), answer.data
            route.fulfill(status=answer.status_code, headers=dict(answer.headers), body=answer.data)
