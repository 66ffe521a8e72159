"""What a page asks for next, held on its way to the server, or on its way back."""

from __future__ import annotations

from playwright.sync_api import APIResponse, Page, Route

from tests.running import wait


class Held:
    """The next request of `page` for `path`: nothing answers it until it is let go."""

    def __init__(self, page: Page, path: str) -> None:
        self._page = page
        self._ways: list[Route] = []
        self._answer: APIResponse | None = None
        page.route(path, self._catch)  # for good: with a page's last route Playwright lets all go that it still holds

    def _catch(self, way: Route) -> None:
        if self._ways:
            way.fallback()
        else:
            self._ways.append(way)

    def asked(self) -> Route:
        """Waits until it is caught: a page's request is told of before that, so to wait for it alone is too little."""
        return wait(lambda: self._ways, lambda: self._page.wait_for_timeout(50))[0]

    def given(self) -> None:
        """The server answers, and the page does not know yet."""
        self._answer = self.asked().fetch(max_redirects=0)

    def let_go(self) -> None:
        """The page has the answer that was given, or its request goes on to the server."""
        if self._answer is None:
            self.asked().continue_()
        else:
            self.asked().fulfill(response=self._answer)
