"""The life of a table: taken along and brought back, given back to its host, deleted for good, swept when long idle."""

from __future__ import annotations

import json
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.clock import now_ms
from companion.console import CannotDo, read, written
from companion.fold import replay
from companion.games import example
from companion.secrecy import seen_by
from companion.store import StoreDown
from companion.store.sqlite import SqliteStore
from tests.evenings import Evening, House, Visitor, evening
from tests.running import PATIENCE, ROOT


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path / "data")
    house.now = now_ms()  # the console goes by the real clock
    return house


@pytest.fixture
def at(house: House) -> Evening:
    """Four people in the middle of a game."""
    table = evening(house, example.GAME, 1, 4)
    table.start()
    return table


# --- taken along, brought back ---------------------------------------------------------------------------------------


def test_an_exported_table_is_the_same_table_elsewhere(at: Evening, tmp_path: Path) -> None:
    file, there = str(tmp_path / "evening.json"), tmp_path / "there"
    there.mkdir()
    assert main(["export", at.code.lower(), file, "--data", str(at.house.folder)]) == 0
    assert main(["import", file, "--data", str(there)]) == 0
    elsewhere = SqliteStore(there)
    assert elsewhere.read(at.code) == at.house.keeper.store.read(at.code)
    elsewhere.close()
    ana = at.host.device
    assert seen_by(House(there).table(at.code), ana).log == seen_by(at.table, ana).log


def test_a_table_is_not_brought_in_over_another(
    at: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "evening.json")
    main(["export", at.code, file, "--data", str(at.house.folder)])
    at.did(at.host, "lobby")
    assert main(["import", file, "--data", str(at.house.folder)]) == 1
    assert "already" in capsys.readouterr().err
    assert at.table.stage == "lobby"


def test_a_code_without_a_table_is_a_sentence(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("export", "ticket"):
        assert main([command, "KMTRX", "--data", str(house.folder)]) == 1
        assert capsys.readouterr().err == "There is no table KMTRX here.\n"
    assert main(["export", "KMTRX", "--data", str(house.folder / "nowhere")]) == 1
    assert "There is no data folder" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["ticket", "ZZZZZ"])
    assert capsys.readouterr().err.endswith("ZZZZZ is not a table code.\n")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '"companion"',
        '{"companion": 1, "code": "KMTRX", "moves": []}',
        '{"companion": 1, "code": "KMTRX", "moves": [{"number": 1}]}',
        '{"companion": 2, "code": "KMTRX", "moves": [MOVE]}',
        '{"companion": 1, "code": "../..", "moves": [MOVE]}',
        '{"companion": 1, "code": "KMTRX", "moves": [MOVE, MOVE]}',
        '{"companion": 1, "code": "KMTRX", "moves": [SIT]}',
        '{"companion": 1, "code": "KMTRX", "moves": [LETTERS]}',
        '{"companion": 1, "code": "KMTRX", "moves": [HALF]}',
        "[" * 100_000,
    ],
)
def test_a_file_that_is_no_table_is_refused_whole(text: str) -> None:
    move = {"number": 1, "at": 5, "device": "ana", "kind": "open", "data": "{}", "tape": [], "receipt": ""}
    others = {"SIT": {"kind": "sit"}, "LETTERS": {"at": "5"}, "HALF": {"device": "\ud83d"}, "MOVE": {}}
    for name, value in others.items():
        text = text.replace(name, json.dumps({**move, **value}))
    with pytest.raises(CannotDo):
        read(text)


@pytest.mark.parametrize(
    "second", [{"data": "no fields"}, {"receipt": "tap", "number": 2}], ids=["nobody's table", "one tap twice"]
)
def test_a_file_whose_moves_make_no_table_is_refused(
    house: House, tmp_path: Path, second: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    move = {"number": 1, "at": 5, "device": "ana", "kind": "open", "data": "{}", "tape": [], "receipt": "tap"}
    moves = [{**move, **second}] if "data" in second else [move, {**move, **second}]
    file = tmp_path / "table.json"
    file.write_text(json.dumps({"companion": 1, "code": "KMTRX", "moves": moves}), "utf-8")
    assert main(["import", str(file), "--data", str(house.folder)]) == 1
    assert "holds no table" in capsys.readouterr().err
    assert house.keeper.table("KMTRX") is None


def test_what_is_written_is_read_back(at: Evening) -> None:
    entries = at.house.keeper.store.read(at.code)
    assert read(written(at.code, entries)) == (at.code, entries)


def test_a_backup_of_a_running_store_opens_with_every_table_and_signs_nobody_out(at: Evening, tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    file = tmp_path / "copy" / "tables.sqlite3"
    assert main(["backup", str(file), "--data", str(at.house.folder)]) == 0
    assert main(["backup", str(file), "--data", str(at.house.folder)]) == 1  # never over another
    at.did(at.host, "lobby")
    copy = House(tmp_path / "copy")
    assert copy.table(at.code).stage == "play"
    ben = Visitor(copy, "Ben")
    ben.cookies = at.people["Ben"].cookies
    assert "data-hold" in ben.get(f"/t/{at.code}").text


def test_what_is_taken_along_is_for_its_owner_alone_to_read(at: Evening, tmp_path: Path) -> None:
    for command in (["export", at.code], ["backup"]):
        file = tmp_path / command[0]
        assert main([*command, str(file), "--data", str(at.house.folder)]) == 0
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_an_export_onto_a_file_that_everybody_may_read_is_for_its_owner_alone(at: Evening, tmp_path: Path) -> None:
    file, link = tmp_path / "evening.json", tmp_path / "link"
    file.write_text("what was there")
    file.chmod(0o644)
    link.symlink_to(file)
    with file.open() as still_open:
        assert main(["export", at.code, str(link), "--data", str(at.house.folder)]) == 0
        assert still_open.read() == "what was there", "whoever holds it open reads no secret either"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert link.is_symlink()
    assert read(file.read_text())[0] == at.code
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "evening.json", "link"]


def test_an_export_into_a_pipe_goes_through_it(at: Evening) -> None:
    command = f"{sys.executable} -m companion export {at.code} /dev/stdout --data {at.house.folder} | cat"
    out = subprocess.run(["sh", "-c", command], stdout=subprocess.PIPE, cwd=ROOT, check=True, timeout=PATIENCE).stdout
    assert read(out.decode())[0] == at.code


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("~/kept", "There is no data folder /nobody/kept.\n"),
        ("~nobody-of-this-name/kept", "nobody here has the home folder"),
        ("mysql://ana:secret@localhost/tables", "not at mysql://\n"),
        ("postgresql://ana:se%cret@localhost/tables", "the address of the database cannot be read"),
    ],
)
def test_a_place_that_cannot_be_meant_is_a_sentence_and_nothing_is_made_there(
    data: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/nobody")
    monkeypatch.setenv("USERPROFILE", "/nobody")
    for command in (["backup", "copy"], ["ticket", "KMTRX"], ["import", __file__]):
        assert main([*command, f"--data={data}"]) == 1
        said = capsys.readouterr().err
        assert sentence in said
        assert "cret" not in said
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_tables_is_not_backed_up_as_if_it_had_any(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "wrong").mkdir()
    assert main(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "wrong")]) == 1
    assert "No tables are kept in" in capsys.readouterr().err
    assert [path.name for path in tmp_path.rglob("*")] == ["wrong"]


def test_half_a_backup_is_none(at: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(store: SqliteStore, target: Path) -> None:
        target.write_bytes(b"half of it")
        raise StoreDown("database or disk is full")

    monkeypatch.setattr(SqliteStore, "back_up", full)
    assert main(["backup", str(tmp_path / "copy"), "--data", str(at.house.folder)]) == 1
    assert not (tmp_path / "copy").exists()


def test_a_terminal_that_takes_nothing_more_is_a_sentence(at: Evening) -> None:
    command = [sys.executable, "-m", "companion", "export", at.code, "--data", str(at.house.folder)]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (1, "No space left on device\n")


# --- hosting given back ----------------------------------------------------------------------------------------------


def hosting_link(at: Evening, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["ticket", at.code, "--data", str(at.house.folder)]) == 0
    found = re.search(r"/j/\S+\?ticket=\S+", capsys.readouterr().out)
    assert found
    return found[0]


@pytest.mark.parametrize(
    ("served", "way"),
    [
        (["10.0.0.23", 8003, None], "http://10.0.0.23:8003"),
        (["127.0.0.1", 8000, "https://games.example.org/table"], "https://games.example.org/table"),
        (["127.0.0.1", 8003, None], "http://localhost:8003"),
    ],
)
def test_the_console_prints_a_tickets_whole_address_as_the_table_is_served_and_its_code_to_scan(
    at: Evening, served: list[object], way: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (at.house.folder / "serving").write_text(json.dumps(served))
    assert main(["ticket", at.code, "--data", str(at.house.folder)]) == 0
    said = capsys.readouterr().out
    (ticket,) = at.table.tickets
    assert f"    {way}/j/{at.code}?ticket={ticket}\n" in said
    assert (said.count("\u2588") > 100) is ("localhost" not in way), "and the code to scan, where a phone gets there"


def test_the_console_prints_the_path_alone_where_nobody_knows_how_the_table_is_served(
    at: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    (at.house.folder / "serving").write_bytes(b"\xff")
    assert main(["ticket", at.code, "--data", str(at.house.folder)]) == 0
    (ticket,) = at.table.tickets
    assert f"    /j/{at.code}?ticket={ticket}\n" in capsys.readouterr().out


def test_the_console_goes_by_the_environment_of_the_service_where_no_folder_says_how_it_is_served(
    at: Evening, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(at.house.folder))
    monkeypatch.setenv("COMPANION_ADDRESS", "https://games.example.org/table")
    (at.house.folder / "serving").unlink(missing_ok=True)  # as with a database
    assert main(["ticket", at.code]) == 0
    said = capsys.readouterr().out
    (ticket,) = at.table.tickets
    assert f"    https://games.example.org/table/j/{at.code}?ticket={ticket}\n" in said
    assert said.count("\u2588") > 100


@pytest.mark.parametrize("who", ["Ben", "nobody yet"])
def test_a_ticket_from_the_console_makes_another_device_a_host(
    at: Evening, who: str, capsys: pytest.CaptureFixture[str]
) -> None:
    visitor = at.people.get(who) or Visitor(at.house)
    path = hosting_link(at, capsys)
    page = visitor.get(visitor.get(path).headers["Location"]).text
    ticket = path.partition("=")[2]
    assert f'value="{ticket}"' in page
    assert page.index("Take my seat back") < page.index("Your name"), "nobody takes a seat in place of it"
    assert visitor.post(f"/j/{at.code}", ticket=ticket).status_code == 303
    assert at.table.is_host(visitor.device)
    assert visitor.post(f"/t/{at.code}/lobby", drawn=str(at.table.version)).status_code == 303
    assert at.table.stage == "lobby"
    assert Visitor(at.house).post(f"/j/{at.code}", ticket=ticket).status_code in (409, 422)  # good once


def test_a_hosting_ticket_is_good_for_ten_minutes(at: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    ticket = hosting_link(at, capsys).partition("=")[2]
    at.house.now += 10**9
    ben = at.people["Ben"]
    assert ben.post(f"/j/{at.code}", ticket=ticket).status_code == 422
    assert not at.table.is_host(ben.device)


def test_nobody_makes_a_hosting_ticket_from_a_page_nor_sees_one(
    at: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    for visitor in at.speakers():
        assert at.move(visitor, "hosting-ticket").status_code == 404
    ticket = hosting_link(at, capsys).partition("=")[2]
    for visitor in at.speakers():
        assert ticket not in visitor.get(f"/t/{at.code}").text


# --- deleted for good ------------------------------------------------------------------------------------------------


def test_only_the_host_deletes_a_table(at: Evening) -> None:
    stranger = Visitor(at.house)
    stranger.get("/")
    for visitor in (at.people["Ben"], stranger):
        assert f'action="/t/{at.code}/forget"' not in visitor.get(f"/t/{at.code}").text
        assert at.move(visitor, "forget").status_code == 403
    assert at.table.stage == "play"
    assert f'action="/t/{at.code}/forget"' in at.host.get(f"/t/{at.code}").text


def test_a_deleted_table_is_gone_everywhere_at_once_and_its_phones_are_told(at: Evening) -> None:
    ben = at.people["Ben"]
    stream = ben.stream(at.code)
    while "event: mark" not in next(stream):
        pass
    assert at.move(at.host, "forget").headers["Location"] == "/"
    told = next(stream)
    assert told.startswith("event: gone\n")
    assert "This table is gone" in told
    assert list(stream) == []
    assert at.house.keeper.live.count() == 0
    for path in ("", "/panel", "/live", "/wall"):
        assert ben.get(f"/t/{at.code}{path}").status_code == 404
    assert at.code not in at.host.get("/").text
    assert at.house.keeper.store.read(at.code) == []
    at.house.restart()
    assert ben.get(f"/t/{at.code}").status_code == 404


def test_with_script_the_host_sees_that_it_is_gone(at: Evening) -> None:
    answer = at.host.open("POST", f"/t/{at.code}/forget", {}, {"HX-Request": "true"})
    assert answer.status_code == 200
    assert "This table is gone" in answer.text


# --- recorded --------------------------------------------------------------------------------------------------------


def test_an_export_holds_every_move_and_replays_to_the_same_table(at: Evening) -> None:
    entries = at.house.keeper.store.read(at.code)
    assert replay(at.code, entries).version == at.table.version == len(entries)
