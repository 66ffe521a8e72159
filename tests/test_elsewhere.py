"""What processes say to each other of who is with them: little, soon, and believed only for a while."""

from __future__ import annotations

import hashlib

from companion.elsewhere import SAID_EVERY, SILENT, Elsewhere


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_what_changed_is_said_once_and_everything_now_and_then() -> None:
    clock = Clock()
    here = Elsewhere(clock)
    assert here.words({}) == [""], "be it nobody: the others learn that there is such a process"
    assert here.words({"KMTRX": {"ben", "ana"}}) == [" KMTRX:ana,ben"]
    assert here.words({"KMTRX": {"ben", "ana"}}) == []
    (word,) = here.words({"PPPPP": {"ana"}, "KMTRX": {"ben"}})
    assert sorted(word.split()) == ["KMTRX:ben", "PPPPP:ana"]
    clock.now += SAID_EVERY
    (word,) = here.words({"KMTRX": {"ben"}})
    assert sorted(word.split()) == ["KMTRX:ben", "PPPPP:"], "also that nobody is there any more"


def test_a_word_that_tells_nothing_new_wakes_nobody() -> None:
    here = Elsewhere(Clock())
    assert here.hear("a", "KMTRX:ana,ben PPPPP:cleo") == ["KMTRX", "PPPPP"]
    assert here.hear("a", "KMTRX:ana,ben PPPPP:cleo") == []
    assert here.hear("b", "KMTRX:ben") == [], "he is there by another process already"
    assert here.hear("a", "KMTRX:ana") == []
    assert here.hear("b", "KMTRX:") == ["KMTRX"]
    assert here.here("KMTRX") == {"ana"}


def test_a_process_unknown_before_is_told_everything_and_one_known_only_what_changed() -> None:
    here = Elsewhere(Clock())
    here.words({"KMTRX": {"ana"}})
    here.hear("new", "")
    assert here.words({"KMTRX": {"ana"}}) == [" KMTRX:ana"]
    here.hear("new", "KMTRX:ben")
    assert here.words({"KMTRX": {"ana"}}) == []


def test_a_process_is_believed_while_it_says_so_and_no_longer() -> None:
    clock = Clock()
    here = Elsewhere(clock)
    here.hear("dead", "KMTRX:ana,ben")
    here.hear("alive", "KMTRX:cleo")
    clock.now += SILENT - 1
    here.hear("alive", "KMTRX:cleo")
    assert here.forget_the_silent() == []
    clock.now += 1
    assert here.forget_the_silent() == ["KMTRX"]
    assert here.here("KMTRX") == {"cleo"}


def test_a_thousand_phones_that_come_at_once_are_few_words_each_short_enough_to_send() -> None:
    phones = {f"T{n:04}": {hashlib.sha256(b"%d %d" % (n, i)).hexdigest()[:32] for i in range(6)} for n in range(500)}
    phones["CROWD"] = {f"{n:032x}" for n in range(1000)}
    phones["NAMES"] = {f"{n:032x}=" + "\U00011305" * 120 for n in range(1000)}
    words = Elsewhere(Clock()).words(phones)
    assert len(words) <= 20
    assert max(len(word.encode()) for word in words) < 7_900
    there = Elsewhere(Clock())
    assert sum(len(there.hear("a", word)) for word in words) == len(phones)
    assert all(there.here(code) == who for code, who in phones.items() if code not in ("CROWD", "NAMES"))
    assert len(there.here("CROWD")) > 200
    assert len(there.here("NAMES")) > 12


def test_what_is_no_word_is_no_harm() -> None:
    here = Elsewhere(Clock())
    for word in ("", " ", ":", "::,", "KMTRX", ",,,:,,,"):
        here.hear("a", word)
    assert here.here("KMTRX") == set()
