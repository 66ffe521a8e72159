"""Pages of an evening that is played in this process: the browser is answered from it, with no server and no stream, so
a page is what it is at that move."""

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


class Screen:
    """A page of the evening, in a browser that belongs to whoever is said."""

    def __init__(self, chromium: Browser, size: tuple[int, int], *, script: bool = True) -> None:
        self.phone = Phone(chromium, HOME, size=size, script=script)
        self.who: Visitor | None = None
        self.phone.context.route(f"{HOME}/**", self._answer)
        self._kept: dict[str, tuple[dict[str, str], bytes]] = {}

    def shows(self, who: Visitor, path: str) -> Page:
        self.who = who
        self.phone.page.goto(path)
        self.phone.page.evaluate(SETTLE)
        return self.phone.page

    def _answer(self, route: Route, request: Request) -> None:
        assert self.who is not None
        at = urlsplit(request.url)
        path = at.path + (f"?{at.query}" if at.query else "")
        if at.path.endswith("/live"):  # nothing comes by itself
            route.fulfill(status=204, body="")
            return
        if path in self._kept:
            headers, body = self._kept[path]
            route.fulfill(headers=headers, body=body)
            return
        asked = {"HX-Request": "true"} if request.headers.get("hx-request") else {}
        answer = self.who.open(request.method, path, request.post_data, asked)
        with closing(answer):
            if at.query.startswith("v="):  # the same for the life of a version
                self._kept[path] = dict(answer.headers), answer.data
            route.fulfill(status=answer.status_code, headers=dict(answer.headers), body=answer.data)
