"""A restart at any moment of any game loses nothing: the same cookies find the same pages, byte for byte."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from companion.game import Game, Refused
from companion.games import GAMES
from companion.words import say
from tests.evenings import House, Visitor, evening, fixed_chance, visitors
from tests.test_secrecy import boxes


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_after_a_restart_every_page_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    fixed_chance(monkeypatch, 5)
    house = House(tmp_path)
    at = evening(house, game, 2)
    phases: set[str] = set()
    for n, moment in enumerate(at.moments(12)):
        if n % 5 and moment.split()[0] in phases:
            continue
        phases.add(moment.split()[0])
        people = visitors(at)

        def pages(people: list[Visitor] = people) -> list[tuple[int, bytes]]:
            answers = [who.get(path) for who in people for path in (f"/t/{at.code}", "/")]
            answers += [people[0].get(f"/t/{at.code}/{page}") for page in ("wall", "sheet", "evening")]
            return [(answer.status_code, answer.data) for answer in answers]

        def messages() -> list[bytes]:
            return [at.message(who, key).data for who, key in boxes(at) if who.name != "Ben"]

        before = pages()
        house.restart()
        assert pages() == before, moment
        told = messages()  # which notes who has read, so the pages are others now
        before = pages()
        house.restart()
        assert pages() == before, moment
        assert messages() == told, moment
    assert phases >= {"lobby", "setup", "dealt", "move", "after"}


def test_the_key_is_made_once_and_readable_by_its_owner_alone(tmp_path: Path) -> None:
    keys = [House(tmp_path / folder).keeper.store.signing_key() for folder in ("a", "a", "b")]
    assert keys[0] == keys[1] != keys[2]
    assert all(file.stat().st_mode & 0o077 == 0 for file in (tmp_path / "a").iterdir())


def test_a_cookie_of_another_house_is_nobodys_here(tmp_path: Path) -> None:
    here, there = House(tmp_path / "a"), House(tmp_path / "b")
    at = evening(here, GAMES[0], 1)
    stranger = Visitor(there)
    stranger.cookies = dict(at.host.cookies)
    stranger.get("/")
    assert stranger.cookies["companion_device"] != at.host.cookies["companion_device"]


@pytest.mark.parametrize("wrong", [KeyError("x"), Refused(say("No.")), AssertionError(), TypeError()], ids=repr)
def test_an_evening_begun_under_other_rules_is_kept_and_the_table_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: Exception
) -> None:
    house = House(tmp_path)
    at = evening(house, GAMES[0], 2)
    at.start()
    assert at.play_on()
    people = at.table.seats

    def play(state: object, act: object) -> object:
        raise wrong

    newer = tuple(dataclasses.replace(game, play=play) for game in GAMES)
    monkeypatch.setattr("companion.games.GAMES", newer)
    house.restart()
    for who in visitors(at):
        for screen in ("", "/wall"):
            page = who.get(f"/t/{at.code}{screen}")
            assert page.status_code == 200
            assert "started in an older version of the app" in page.text
    assert at.table.seats == people
    at.did(at.host, "lobby")
    at.start()
    assert at.table.play is not None
    assert not at.table.play.held
