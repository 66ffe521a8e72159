"""Pages of an evening that is played in this process, and of which the app answers here too, one question after the
other; the stream says no more than that it is there. So a page is what it is at that move."""

from __future__ import annotations

import threading
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import Browser, Page

from tests.browser.phone import Phone
from tests.evenings import Visitor

SETTLE = """async () => {
    await document.fonts.ready;
    document.getAnimations().forEach(a => { if (a.effect.getTiming().iterations !== Infinity) a.finish(); });
}"""
TURNED = """async ([width, height]) => {
    const frame = () => new Promise(done => requestAnimationFrame(done));
    do await frame(); while (innerWidth !== width || innerHeight !== height);
}"""
"""Waits until a page has its new size and its script was told, which it is before a frame is drawn."""
TIMELESS = b"""(function () {
    var then = Date.now();
    if (/native code/.test(Date.now)) Date.now = function () { return then; };
})();
"""
"""Before the page's own script: by its clock no time goes by, unless a test has given the page a clock of its own. So
however long it is looked at it misses no sign of life: it asks for nothing, says nothing of the line, and is not loaded
anew."""
HERE = "retry: 10000000\n\nevent: here\ndata:\n\n"
PASSED_ON = ("HX-Request", "Open-Drawers", "Content-Type")
"""What of a browser's headers the app is asked with."""
HEARS = "() => !document.querySelector('[data-again]:not([hidden])')"
TORN = r"""() => {
    const torn = [], range = document.createRange();
    const shows = e => e.checkVisibility({visibilityProperty: true})
        && (!e.closest("details:not([open])") || e.closest("summary")) && !e.closest("svg, .sr, bdi, [translate=no]");
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
        const text = words.currentNode, e = text.parentElement;
        if (!e.closest("h1, h2, h3, b, button, summary, label, .btn, .location") || !shows(e)) continue;
        for (const word of text.data.matchAll(/\p{L}{2,}/gu)) {
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const lines = [...range.getClientRects()].filter(at => at.width > 1).map(at => at.top);
            if (Math.max(...lines) - Math.min(...lines) > 4) torn.push("torn: " + word[0]);
        }
    }
    return torn;
}"""
"""The words of headings, of what can be pressed and of what stands in bold that go on in a second line; names may."""
Said = tuple[int, list[tuple[str, str]], bytes]
"""The status, the headers and the body of an answer."""


class Answers(ThreadingHTTPServer):
    """Answers any browser of this machine, as if it were that of `who`."""

    who: Visitor

    def __init__(self) -> None:
        self._one_at_a_time = threading.Lock()
        super().__init__(("127.0.0.1", 0), Answer)
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def close(self) -> None:
        self.shutdown()
        self.server_close()

    def asked(self, how: str, path: str, headers: dict[str, str], form: bytes) -> Said:
        """What the app answers."""
        if path.partition("?")[0].endswith("/live"):
            return 200, [("Content-Type", "text/event-stream")], HERE.encode()
        with self._one_at_a_time, closing(self.who.open(how, path, form or None, headers)) as answer:
            before = TIMELESS if path.startswith("/script.js") else b""
            said = [pair for pair in answer.headers if pair[0] != "Content-Length"]
            return answer.status_code, said, before + answer.data


class Answer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Answers

    def do_GET(self) -> None:
        asked = {name: self.headers[name] for name in PASSED_ON if name in self.headers}
        form = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status, headers, body = self.server.asked(self.command, self.path, asked, form)
        self.send_response(status)
        for name, value in [*headers, ("Content-Length", str(len(body)))]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *said: object) -> None: ...


class Screen:
    """A page of the evening, in a browser that belongs to whoever is said."""

    def __init__(self, chromium: Browser, size: tuple[int, int], *, script: bool = True) -> None:
        self._answers = Answers()
        self.phone = Phone(chromium, self._answers.address, size=size, script=script)
        self.script = script

    def close(self) -> None:
        """Fails as `Phone.judge` does."""
        self._answers.close()
        self.phone.judge()

    def shows(self, who: Visitor, path: str) -> Page:
        self._answers.who = who
        self.phone.page.goto(path)
        if self.script:
            self.phone.page.wait_for_function(HEARS)
        self.phone.page.evaluate(SETTLE)
        return self.phone.page

    def turns_to(self, size: tuple[int, int]) -> Page:
        """The page as it lies there, on a screen of that size."""
        self.phone.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.phone.page.evaluate(TURNED, list(size))
        self.phone.page.evaluate(SETTLE)
        return self.phone.page
