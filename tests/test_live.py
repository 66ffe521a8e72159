"""The live stream: what each phone is told, how, and by which way it travels."""

from __future__ import annotations

import re
import tracemalloc
import zlib
from contextlib import ExitStack
from contextvars import copy_context
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import companion.web.live
from companion import create_app
from companion.games import GAMES
from companion.live import Listener
from companion.web.live import MOST_OF_ONE
from tests.evenings import MOST_SIGNS, app_on, mark_on

Table = tuple[str, FlaskClient, FlaskClient]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A table's code, its host Ana's phone and Ben's."""
    app = app_on(tmp_path)
    ana, ben = app.test_client(), app.test_client()
    code = opened(ana)
    for phone, name in ((ana, "Ana"), (ben, "Ben")):
        phone.get(f"/j/{code}")
        assert phone.post(f"/j/{code}", data={"name": name}).status_code == 303
    return code, ana, ben


def opened(phone: FlaskClient) -> str:
    """The code of a table that it opens from the first page."""
    ours = {"game": GAMES[0].key, "from": mark_on(phone.get("/").text)}
    return phone.post("/open", data=ours).headers["Location"].rsplit("/", 1)[-1]


class Stream:
    """What a phone hears, event by event, as it comes over the wire. Each has its own context, as in a server."""

    def __init__(self, phone: FlaskClient, code: str, encoding: str = "", at: str = "") -> None:
        self.context = copy_context()
        path, headers = at or f"/t/{code}/live", {"Accept-Encoding": encoding}
        self.answer = self.context.run(lambda: phone.get(path, headers=headers))
        assert self.answer.headers.get("Content-Encoding", "") == encoding
        self.pieces = iter(self.answer.iter_encoded())
        self.plain = zlib.decompressobj(31) if encoding else None
        self.come = ""
        self.signs = 0
        self.opening = self.next(), self.next()

    def next(self) -> str:
        while "\n\n" not in self.come:
            piece = self.context.run(next, self.pieces)
            self.come += (self.plain.decompress(piece) if self.plain else piece).decode()
        event, _, self.come = self.come.partition("\n\n")
        self.signs = self.signs + 1 if event == "event: here\ndata:" else 0
        assert self.signs < MOST_SIGNS, "nothing but signs of life"
        return f"{event}\n\n"

    def ends(self) -> bool:
        """Whether nothing more comes."""
        return self.context.run(next, self.pieces, None) is None

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.run(self.answer.close)


def mark_of(text: str) -> str:
    found = re.search(r'data-mark="([^"]+)"|^data: (\S+)$', text, re.MULTILINE)
    assert found, text
    return found[1] or found[2]


def add(host: FlaskClient, code: str, name: str) -> str:
    """The host adds a player without a phone: the panel that answers the button."""
    answer = host.post(f"/t/{code}/add", data={"name": name}, headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.text
    return answer.text


def test_a_stream_first_says_where_the_table_stands_and_a_page_just_opened_is_there_already(table: Table) -> None:
    code, _, ben = table
    page = ben.get(f"/t/{code}").text
    with Stream(ben, code) as his:
        retry, first = his.opening
        assert retry.startswith("retry:")
        assert first.startswith("event: mark\n")
        assert mark_of(first) == mark_of(page)


def test_squeezed_it_carries_each_change_as_the_phones_own_panel(table: Table) -> None:
    code, ana, ben = table
    with Stream(ben, code, "gzip") as his:
        for name in ("Cleo", "Dov"):
            add(ana, code, name)
            news = his.next()
            assert news.startswith("event: panel\n")
            assert name in news
            assert mark_of(news) == mark_of(ben.get(f"/t/{code}/panel").text)


def test_a_large_panel_is_only_announced_to_a_browser_that_takes_nothing_squeezed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(companion.web.live, "MOST_PUSHED_PLAIN", 100)
    code, ana, ben = table
    with Stream(ben, code) as his:
        add(ana, code, "Cleo")
        assert his.next().startswith("event: mark\n")


def test_whoever_pressed_the_button_has_the_panel_and_is_told_the_mark_alone(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(companion.web.live, "OWN_ANSWER", 0)
    code, ana, ben = table
    with Stream(ben, code, "gzip") as his, Stream(ana, code, "gzip") as hers:
        his.next()  # Ana came
        answer = add(ana, code, "Cleo")
        told = hers.next()
        assert told.startswith("event: mark\n")
        assert mark_of(told) == mark_of(answer)
        assert his.next().startswith("event: panel\n")


def test_news_of_others_right_after_an_own_move_still_brings_the_panel(table: Table) -> None:
    code, ana, ben = table
    with Stream(ana, code, "gzip") as hers:
        add(ana, code, "Cleo")
        assert ben.post(f"/t/{code}/rename", data={"seat": "2", "name": "Benjamin"}).status_code == 303
        news = hers.next()
        assert news.startswith("event: panel\n")
        assert "Benjamin" in news


def test_a_phone_that_is_told_nothing_gets_a_sign_that_its_page_hears(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(companion.web.live, "HEARTBEAT", (0.0, 0.0))
    code, _, ben = table
    with Stream(ben, code) as plain, Stream(ben, code, "gzip") as squeezed:
        for his in (plain, squeezed):
            while (told := his.next()) != "event: here\ndata:\n\n":
                assert told.startswith(("event: mark\n", "event: panel\n"))


def test_rings_that_bring_nothing_put_no_sign_off(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page without a seat that is loaded again every four seconds rings everybody, and changes nothing."""
    clock, rings = [1000.0], list[float]()

    def rung(_: Listener, seconds: float) -> bool:
        assert len(rings) < 5, "signs of life starve"
        rings.append(seconds)
        clock[0] += 4
        return True

    code, _, ben = table
    with Stream(ben, code) as his:
        monkeypatch.setattr("companion.web.live.time.monotonic", lambda: clock[0])
        monkeypatch.setattr(Listener, "wait", rung)
        for _ in range(3):
            rings.clear()
            assert his.next() == "event: here\ndata:\n\n"


# --- how many -------------------------------------------------------------------------------------------------------


def test_a_phone_of_many_streams_keeps_the_latest_and_the_oldest_is_told_that_it_is_enough(table: Table) -> None:
    code, ana, ben = table
    with ExitStack() as pages:
        hers = pages.enter_context(Stream(ana, code))
        oldest, *others = (pages.enter_context(Stream(ben, code)) for _ in range(MOST_OF_ONE + 1))
        assert oldest.next() == "event: enough\ndata:\n\n"
        assert oldest.ends()
        add(ana, code, "Cleo")
        for stream in (hers, *others):
            assert stream.next().startswith(("event: mark\n", "event: panel\n"))


def test_a_browser_that_belongs_to_many_tables_holds_two_streams_to_all_of_them_together(table: Table) -> None:
    code, ana, _ = table
    codes = [code] + [opened(ana) for _ in range(6)]
    with ExitStack() as pages:
        streams = [pages.enter_context(Stream(ana, each)) for each in codes]
        for stream in streams[:-2]:
            assert stream.next() == "event: enough\ndata:\n\n"
            assert stream.ends()
        assert ana.application.extensions["keeper"].live.count() == 2


def test_those_who_belong_never_make_room_for_strangers_at_their_address(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(companion.web.live, "MOST_OF_STRANGERS", 2)
    code, ana, ben = table
    with ExitStack() as pages:
        hers, his = pages.enter_context(Stream(ana, code)), pages.enter_context(Stream(ben, code))
        strangers = [ana.application.test_client() for _ in range(5)]
        streams = [pages.enter_context(Stream(stranger, code)) for stranger in strangers]
        for stream in streams[:3]:
            while stream.next() != "event: enough\ndata:\n\n":
                pass
            assert stream.ends()
        assert ana.application.extensions["keeper"].live.count() == 4
        add(ana, code, "Cleo")
        for stream in (hers, his, *streams[3:]):
            assert stream.next().startswith(("event: mark\n", "event: panel\n"))


def test_a_wall_that_a_host_opened_makes_room_for_no_stranger(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the host's own laptop, or on a TV by the address that the host's screen has for it."""
    monkeypatch.setattr(companion.web.live, "MOST_OF_STRANGERS", 2)
    code, ana, ben = table
    drawer = ana.get(f"/t/{code}").text
    (link,) = re.findall(rf'href="(/t/{code}/wall\?key=[^"]+)"', drawer)
    assert "?key=" not in ben.get(f"/t/{code}").text, "only hosts have that address"
    app = ana.application

    def live_of(phone: FlaskClient, path: str) -> str:
        (found,) = re.findall(r'data-live="([^"]+)"', phone.get(path).text)
        return str(found)

    stranger, guessed = app.test_client(), app.test_client()
    with ExitStack() as pages:
        walls = [(app.test_client(), link), (ana, f"/t/{code}/wall")]
        kept = [pages.enter_context(Stream(phone, code, at=live_of(phone, path))) for phone, path in walls]
        plain = pages.enter_context(Stream(stranger, code, at=live_of(stranger, f"/t/{code}/wall")))
        false = pages.enter_context(Stream(guessed, code, at=live_of(guessed, f"/t/{code}/wall?key=guessed")))
        for _ in range(5):
            phone = app.test_client()
            pages.enter_context(Stream(phone, code, at=live_of(phone, f"/t/{code}/wall")))
        for stream in (plain, false):
            assert stream.next() == "event: enough\ndata:\n\n"
        add(ana, code, "Cleo")
        for stream in kept:
            assert stream.next().startswith(("event: mark\n", "event: panel\n"))


def test_a_phone_that_only_waits_holds_no_compressor(table: Table) -> None:
    """A quarter of a megabyte each, which is more than all else that a phone costs."""
    code, _, ben = table
    with ExitStack() as pages:
        pages.enter_context(Stream(ben, code, "gzip"))
        tracemalloc.start()
        pages.callback(tracemalloc.stop)
        for _ in range(MOST_OF_ONE - 1):
            pages.enter_context(Stream(ben, code, "gzip"))
        held, _ = tracemalloc.get_traced_memory()
        assert held / (MOST_OF_ONE - 1) < 150_000


def test_a_move_of_this_process_reaches_every_phone_with_no_look_into_the_log(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, ana, ben = table
    keeper = ben.application.extensions["keeper"]
    with Stream(ana, code, "gzip") as hers, Stream(ben, code, "gzip") as his:
        add(ana, code, "Cleo")
        monkeypatch.setattr(keeper.store, "read", lambda *_: pytest.fail("the log was read"))
        assert "Cleo" in his.next()
        assert mark_of(hers.next())


def test_what_another_process_stored_is_read_though_a_move_of_ours_came_right_after(table: Table) -> None:
    code, _, ben = table
    keeper = ben.application.extensions["keeper"]
    other = create_app(keeper.store).extensions["keeper"]
    with Stream(ben, code, "gzip") as his:
        table_now = keeper.table(code)
        other.move(table_now, "add", {"name": "Cleo"}, table_now.hosts[0], 0)
        keeper.live.announce(code)  # the other process says so
        keeper.live.announce(code, unread=False)
        assert "Cleo" in his.next()


def test_nobody_is_shown_an_older_table_by_a_move_whose_store_took_its_time(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, ana, ben = table
    keeper = ben.application.extensions["keeper"]
    append, waiting = keeper.store.append, ["Dov"]

    def slow(*about: object, **more: object) -> None:
        append(*about, **more)
        if waiting:  # while Cleo's answer is on its way, Dov comes, too
            add(ana, code, waiting.pop())

    monkeypatch.setattr(keeper.store, "append", slow)
    with Stream(ben, code, "gzip") as his:
        add(ana, code, "Cleo")
        assert "Dov" in his.next()
    assert [seat.name for seat in keeper.at_hand(code).seats] == ["Ana", "Ben", "Cleo", "Dov"]
