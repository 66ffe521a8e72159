"""The `companion` command: finds the address phones can reach, prints it with its QR, and serves until told to stop."""

from __future__ import annotations

import errno
import gc
import json
import os
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from companion.live import Live
from companion.network import Reach, Whereabouts
from companion.settings import Settings, is_shared, read_settings
from companion.terminal import complain, print_lines, print_moved, print_qr, to_the_terminal, welcome
from companion.words import Text, say

if TYPE_CHECKING:
    import socket


class CannotServe(Exception):
    """Why the command ends before it serves, in a sentence for the terminal."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(str(sentence))


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command and answers its exit code: 0 once told to stop, 1 when it cannot serve, 2 for a wrong flag."""
    argv = sys.argv[1:] if argv is None else argv
    if argv and argv[0] in ("export", "import", "backup", "ticket"):
        from companion import console

        settings = read_settings([], os.environ)
        return console.main(argv, settings.data, partial(_lead, settings, sys.stdout))
    settings = read_settings(argv, os.environ)
    try:
        run(settings)
    except CannotServe as no:
        print(no, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def run(settings: Settings) -> None:
    """Serves until told to stop. Raises `CannotServe`."""
    from gevent import monkey

    # Before anything that waits is imported. A proxy does the TLS, and no other program is waited for.
    monkey.patch_all(ssl=False, os=False, signal=False, subprocess=False)

    from companion import server

    gc.collect()  # what is loaded now takes the place of what was needed only until here,
    gc.disable()  # ... and is here to stay
    try:
        # A proxy looks for us at one port, so there no other will do.
        listener = server.listen(settings.bind, settings.port, tries=1 if settings.trust_proxy else server.MOST_PORTS)
    except OSError as no:
        raise CannotServe(_why_not_listening(settings, no)) from None
    with listener:
        _serve_at(listener, settings)


def _serve_at(listener: socket.socket, settings: Settings) -> None:
    """Serves whoever comes there, from a place that no other process serves. Raises `CannotServe`."""
    from companion import create_app, network, server, upkeep
    from companion.store import StoreDown

    port = listener.getsockname()[1]
    try:
        chosen = network.read_address(settings.address, port) if settings.address else None
    except network.NotAnAddress as no:
        raise CannotServe(no.sentence) from None
    contained = network.is_contained()

    def look() -> Reach:
        reach = network.reach(settings.bind, port, chosen, network.found(), contained)
        return replace(reach, others=()) if chosen and settings.trust_proxy else reach  # only the proxy comes to us

    here = network.Whereabouts(look)
    settings = replace(settings, data=_data_ready(settings.data))
    with _alone_in(settings.data, (settings.bind, port, settings.address)):
        try:
            upkeep.look_after(settings.data, complain)
            app = create_app(settings.data, here, trust_proxy=settings.trust_proxy)
        except StoreDown as no:
            raise CannotServe(say("Cannot keep anything: %(why)s", why=no)) from None
        keeper = app.extensions["keeper"]
        with closing(keeper.store):
            back_up = partial(upkeep.back_up, settings.data, keeper.store, server.apart)
            threading.Thread(target=keeper.keep_swept, args=(settings.keep_days, back_up), daemon=True).start()
            keeper.live.expect_everybody()
            server.serve(listener, app, lambda: _greet(settings, port, here, keeper.live), keeper.live.stop)


def _lead(settings: Settings, out: TextIO, data: str, path: str) -> None:
    """Prints the address of a page, as a code to scan and in letters, by how that folder is served, or was last; the
    path alone where nobody knows."""
    from companion import network

    served = _served_at(data)
    if served is None and settings.address is None:  # by another process, or nowhere yet
        print_lines(out, "", f"    {path}", "")
        return
    bind, port, address = served or (settings.bind, settings.port, settings.address)
    try:
        chosen = network.read_address(address, port) if address else None
    except network.NotAnAddress:
        chosen = None
    best = network.reach(bind, port, chosen, network.found(), network.is_contained()).best
    whole = f"{best}{path}" if best else f"http://localhost:{port}{path}"  # it listens to this computer alone
    print_lines(out, "", f"    {whole}", "")
    if best and settings.qr:
        print_qr(whole, out)


def _served_at(data: str) -> tuple[str, int, str | None] | None:
    """Where the process that serves that folder listens, and the address chosen for it; `None` where nobody knows."""
    if is_shared(data):
        return None
    try:
        bind, port, address = json.loads((Path(data) / "serving").read_bytes())
    except (OSError, ValueError, TypeError):
        return None
    return str(bind), int(port), address if isinstance(address, str) else None


def _greet(settings: Settings, port: int, here: Whereabouts, live: Live) -> None:
    """The welcome, and whenever this computer's address changes the new one, to whoever reads it."""
    reach = here.now()
    to_the_terminal(lambda out: welcome(settings, port, reach, out))
    threading.Thread(target=_follow, args=(settings, here, reach, live), daemon=True).start()


def _follow(settings: Settings, here: Whereabouts, told: Reach, live: Live) -> None:
    """Look every few seconds whether phones still get here the way that was told, and tell the terminal and all open
    pages when not: the Wi-Fi may come later than we do, or be another one by now."""
    from companion.network import FRESH

    while not live.stopped:
        time.sleep(FRESH)
        now = here.now()
        if (now.best, now.warning) != (told.best, told.warning):
            told = now
            live.announce_all()
            to_the_terminal(partial(print_moved, settings, now))


def _data_ready(data: str) -> str:
    """The place everything is kept in: the folder made, for nobody else to read. Raises `CannotServe`."""
    from companion import folder_of
    from companion.store import StoreDown

    try:
        folder = folder_of(data)
    except StoreDown as no:
        raise CannotServe(say("Cannot keep anything: %(why)s", why=no)) from None
    if folder is None:
        return data
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as no:
        raise CannotServe(say("Cannot keep anything in %(folder)s: %(why)s", folder=folder, why=no.strerror)) from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise CannotServe(say("Cannot keep anything in %(folder)s: it may not be written to.", folder=folder))
    return str(folder)


def _alone_in(data: str, at: tuple[str, int, str | None]) -> AbstractContextManager[object]:
    """While it is open, no other process serves that folder: each would know only of its own phones. The database may
    be shared. In the folder stands how it is served: where it listens, and the address that was chosen. Raises
    `CannotServe`."""
    from companion import server

    if is_shared(data):
        return nullcontext()
    try:
        mark = server.alone_in(Path(data))
        with suppress(OSError):  # a full disk: what says so comes next, and needs no such help
            os.truncate(mark.fileno(), 0)
            os.write(mark.fileno(), json.dumps(at).encode())
        return mark
    except server.Taken:
        taken = say("The app is already running with %(folder)s. Stop it, or choose another --data.", folder=data)
        raise CannotServe(taken) from None
    except OSError as no:
        raise CannotServe(say("Cannot keep anything in %(folder)s: %(why)s", folder=data, why=no.strerror)) from None


def _why_not_listening(settings: Settings, no: OSError) -> Text:
    where = {"bind": settings.bind, "port": settings.port}
    if no.errno == errno.EADDRINUSE and settings.trust_proxy:
        return say("Port %(port)s on %(bind)s is taken, and the proxy looks for the app at no other.", **where)
    if no.errno == errno.EADDRINUSE:
        return say("Port %(port)s on %(bind)s and those after it are taken. Choose another with --port.", **where)
    if no.errno == errno.EACCES:
        return say("This system keeps port %(port)s for itself. Choose one above 1023 with --port.", **where)
    return say("Cannot listen on %(bind)s: that is not an address of this computer.", **where)


if __name__ == "__main__":
    sys.exit(main())
