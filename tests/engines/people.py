"""Those who sit around the phone under test: each has cookies and acts over plain HTTP as pretend players do."""

from __future__ import annotations

import time
import urllib.parse
import urllib.request
from collections.abc import Mapping, Sequence
from http.cookiejar import CookieJar
from pathlib import Path

from companion.chance import Chance
from companion.fold import play
from companion.game import Refused
from companion.keeper import Keeper
from companion.live import Live
from companion.moves import TABLE_MOVES
from companion.pretend import Phone, Tap, taps
from companion.secrecy import common_of, messages_for, seen_by
from companion.store.sqlite import SqliteStore
from companion.table import Table
from companion.words import Text
from tests.engines.handset import Handset
from tests.evenings import NAMES, mark_on
from tests.running import PATIENCE, Companion, wait

ANA = NAMES[0]
PANEL = """
var ask = new XMLHttpRequest();
ask.open("GET", arguments[0], false);
ask.setRequestHeader("HX-Request", "true");
ask.send();
return ask.responseText;
"""


class Somebody:
    """A browser without a screen."""

    def __init__(self, address: str) -> None:
        self._address, self.at = address, ""
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> str:
        return self._asked(urllib.request.Request(self._address + path))

    def post(self, path: str, form: Mapping[str, object]) -> str:
        data = urllib.parse.urlencode(form, doseq=True).encode()
        headers = {"HX-Request": "true", "Sec-Fetch-Site": "same-origin"}
        return self._asked(urllib.request.Request(self._address + path, data, headers))

    def _asked(self, request: urllib.request.Request) -> str:
        with self._browser.open(request, timeout=PATIENCE) as answer:
            self.at = urllib.parse.urlsplit(answer.url).path
            return bytes(answer.read()).decode()


class Around:
    """The table as the app on this machine keeps it, and everybody at it but Ana, whose phone is the one under test."""

    def __init__(self, companion: Companion, folder: Path, ana: Handset) -> None:
        self.companion, self.ana, self.code = companion, ana, ""
        self.way = companion.address
        """By which Ana's phone comes."""
        self.people: dict[str, Somebody] = {}
        self._store = SqliteStore(folder)
        self._keeper = Keeper(self._store, Live())

    def close(self) -> None:
        self._store.close()

    @property
    def table(self) -> Table:
        table = self._keeper.table(self.code)
        assert table is not None
        return table

    def opens(self, name: str, game: str) -> None:
        """Somebody but Ana opens a table for that game, and so hosts."""
        host = self.people[name] = Somebody(self.companion.address)
        host.post("/open", {"game": game, "from": mark_on(host.get("/"))})
        self.code = host.at.rpartition("/")[2]

    def sit_down(self, names: Sequence[str]) -> None:
        """They take a seat, each on a phone of their own."""
        for name in names:
            somebody = self.people.setdefault(name, Somebody(self.companion.address))
            somebody.get(f"/j/{self.code}")
            somebody.post(f"/j/{self.code}", {"name": name})

    def next_tap(self, chance: Chance) -> tuple[str, Tap]:
        """What is pressed next, as pretend players see it, and whose it is."""
        table = self.table
        names = {seat.device: seat.name for seat in table.seats}
        phones = [self._phone(table, seat.device, seat.name) for seat in table.seats]
        host = next(phone for phone in phones if names[phone.device] == ANA)
        for tap in taps(host, phones, chance):
            if self._would_do(table, tap):
                return names[tap.device], tap
        raise AssertionError(f"nobody finds a move: {table.told[-1:]}")

    def does(self, name: str, tap: Tap) -> None:
        """One of the others presses it."""
        kind = "message" if tap.kind == "read" else tap.kind
        self.people[name].post(f"/t/{self.code}/{kind}", {**self._as_drawn(tap.device), **tap.form})

    def acts(self, who: str, kind: str, **form: Sequence[str]) -> None:
        """One of the others presses that button."""
        self.does(who, Tap(self.device(who), kind, form))

    def reads(self, name: str) -> None:
        """One of the others opens the message."""
        (message, *_) = messages_for(self.table, self.device(name))
        self.acts(name, "read", key=[message.key])

    def moved(self, version: int) -> None:
        """Waits until the table has gone on from there."""
        wait(lambda: self.table.version > version, said=self.ana.shows)

    def device(self, name: str) -> str:
        """That of the seat of that name, or while there is none the host's."""
        table = self.table
        return next((seat.device for seat in table.seats if seat.name == name), table.hosts[0])

    def as_ana_sees_it(self) -> list[object]:
        """How far the table is, as Ana's phone counts, its stage, and what Now says to her."""
        table = self.table
        seen = self._phone(table, self.device(ANA), ANA).seen
        title = seen.now.title if seen.now and seen.stage == "play" else None
        return [seen.version, seen.stage, self._in_words(title) if title else ""]

    def message_for_ana(self) -> str:
        """The first of what is told to her alone, as it stands on a page."""
        (message, *_) = messages_for(self.table, self.device(ANA))
        return self._in_words(message.text)

    def _in_words(self, text: Text) -> str:
        return text.in_words(names={seat.number: seat.name for seat in self.table.seats})

    def _phone(self, table: Table, device: str, name: str) -> Phone:
        here, at = frozenset(seat.device for seat in table.seats), int(time.time() * 1000)
        seen = seen_by(table, device, here, at, common=common_of(table, here))
        return Phone(device, seen, messages_for(table, device, at), lambda: self._panel(name))

    def _panel(self, name: str) -> str:
        path = f"/t/{self.code}/panel"
        return str(self.ana.run(PANEL, path)) if name == ANA else self.people[name].get(path)

    def _as_drawn(self, device: str) -> dict[str, object]:
        table = self.table
        hold = table.in_hands(device)
        return {"drawn": str(table.drawn_for(device)), **({"hold": hold} if hold else {})}

    def _would_do(self, table: Table, tap: Tap) -> bool:
        kind = tap.kind.replace("play/", "play:", 1)
        move = TABLE_MOVES[kind][0] if kind in TABLE_MOVES else table.the_game.moves[kind.removeprefix("play:")]
        drawn, hold = table.version, table.in_hands(tap.device)
        try:
            play(table, kind, move.read(tap.form), tap.device, int(time.time() * 1000), drawn, hold=hold)
        except Refused:
            return False
        return True
