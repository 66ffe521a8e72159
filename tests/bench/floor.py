"""The least a live page can cost here: the same server, a bare nudge to all who listen, a static page of 3 KB.

`python -m tests.bench.floor PORT` serves it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from gevent import monkey

from tests.running import ROOT

PANEL = (
    "<section id='panel'><h1>Panel {}</h1>" + "<p class='line'>Something for everybody to read.</p>" * 58 + "</section>"
)
"""3 KB, as a game's panel has."""

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Floor</title><link rel="stylesheet" href="/companion.css">
<button class="btn" id="press">Press</button><div id="panel">nothing yet</div><script src="/toy.js"></script>"""

TOY = """
const stream = new EventSource("/live?push");
stream.onmessage = (event) => { document.getElementById("panel").outerHTML = event.data; };
document.getElementById("press").onclick = () => fetch("/press", {method: "POST"});
"""


def main(port: int) -> None:
    """Serves the floor at `port` until told to stop."""
    monkey.patch_all()
    from flask import Flask, Response, request

    from companion import server
    from companion.live import Live

    app, live, pressed = Flask(__name__), Live(), [0]

    @app.get("/")
    def page() -> str:
        return PAGE

    @app.get("/companion.css")
    def look() -> Response:
        return Response((ROOT / "static" / "companion.css").read_bytes(), mimetype="text/css")

    @app.get("/toy.js")
    def toy() -> Response:
        return Response(TOY, mimetype="text/javascript")

    @app.get("/panel")
    def panel() -> str:
        return PANEL.format(pressed[0])

    @app.get("/empty")
    def empty() -> str:
        return ""

    @app.post("/press")
    def press() -> tuple[str, int]:
        pressed[0] += 1
        live.announce("floor")
        return "", 204

    @app.get("/live")
    def stream() -> Response:
        """The bare number of presses, or with `?push` the panel itself."""
        news = PANEL.format if "push" in request.args else "{}".format

        def events() -> Iterator[str]:
            listener = live.join("floor", "", "all", 1_000_000)
            try:
                yield f"data: {news(pressed[0])}\n\n"
                while not live.stopped:
                    yield f"data: {news(pressed[0])}\n\n" if listener.wait(15) else ": here\n\n"
            finally:
                live.leave(listener)

        return Response(events(), mimetype="text/event-stream")

    ready = f"On this computer: http://localhost:{port}/\nTo stop, press Ctrl-C."
    server.serve(server.listen("0.0.0.0", port), app, lambda: print(ready, flush=True), live.stop)


if __name__ == "__main__":
    main(int(sys.argv[1]))
