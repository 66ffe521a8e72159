"""News between processes that share one PostgreSQL: moves that others made, and who is with them."""

from __future__ import annotations

import secrets
import threading

import psycopg

from companion.live import GATHER, Live
from companion.store import StoreDown
from companion.store.lines import REST, Lines, ask

CHANNEL, PRESENCE = "companion", "companion_here"
"""News of moves; and what processes say of who is with them, which is kept nowhere."""
TELL, SAY = (f"SELECT pg_notify('{channel}', ?)" for channel in (CHANNEL, PRESENCE))


class News:
    """What this process tells the others, and hears from them on a line of its own."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._name = secrets.token_hex(8)
        self._closed = threading.Event()

    def signed(self, what: str) -> str:
        """News as it is told: with our name, so that we do not take it for another's."""
        return f"{what} {self._name}"

    def listen(self, live: Live) -> None:
        """Pass news and words on to `live`, and its words to the others, until closed."""
        threading.Thread(target=self._hear, args=(live,), name="news", daemon=True).start()

    def close(self) -> None:
        """Hear and say nothing more."""
        self._closed.set()

    def _hear(self, live: Live) -> None:
        """Pass on the news of other processes, and words to and from them, until closed. When the line breaks, and when
        it stands again, everybody is announced: first so that they learn that we are cut off, and are expected back,
        then so that they miss nothing."""
        while not self._closed.is_set():
            try:
                with self._lines.connect() as line:
                    with self._lines.asked(line):
                        line.execute(f"LISTEN {CHANNEL}; LISTEN {PRESENCE}")
                    live.announce_all()
                    while not self._closed.is_set():
                        for note in line.notifies(timeout=GATHER):
                            what, _, by = note.payload.rpartition(" ")
                            if by != self._name:
                                live.announce(what) if note.channel == CHANNEL else live.hear(by, what)
                        with self._lines.asked(line):
                            for word in live.words():
                                ask(line, SAY, self.signed(word))
                            line.execute("SELECT 1")  # a line that only seems to stand breaks here
            except (psycopg.Error, StoreDown):
                live.announce_all()
                live.expect_everybody()
                self._closed.wait(REST)
