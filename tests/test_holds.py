"""A phone that is passed round: what is done on it in one pair of hands is closed to every other, whatever they try."""

from __future__ import annotations

import itertools
import random
import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from companion.fold import replay
from companion.game import Game
from companion.games import GAMES, find_game
from companion.keeper import Keeper
from companion.live import Live
from companion.moves import TABLE_MOVES
from companion.reveals import hidden_in
from companion.secrecy import messages_for, seen_by
from companion.store import Entry, Store
from companion.store.postgres import PostgresStore
from companion.store.sqlite import SqliteStore
from tests.asking import BEN, CHOICES, CLEO, EVERY_CHOICE, under_way
from tests.bench.phones import Quick, seated
from tests.evenings import Evening, House, Visitor, evening, fixed_chance, strip
from tests.games import DEALS, promises
from tests.hasty import COMMAND
from tests.postgres import Postgres
from tests.running import at_once, two_at
from tests.sending import copied, in_clear, sent
from tests.telling import table_of


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    fixed_chance(monkeypatch, 17)
    monkeypatch.setattr("companion.web.pressing.WRONG_WORD", 0.0)
    return House(tmp_path)


def test_every_game_that_hides_anything_is_tried() -> None:
    for game in GAMES:
        assert bool(promises(game.key).CHOICES) is promises(game.key).SECRETS, game.key


@EVERY_CHOICE
@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_nothing_that_is_sent_from_a_shared_phone_tells_what_another_chose_on_it(
    house: House, served: int, choice: str, script: bool
) -> None:
    """Every guess, with every version a page was drawn from and every number a page ever held: one answer to all."""
    at, kind, forms = under_way(house, choice)
    ben, dov, numbers = at.people["Ben"], 4, {""}
    at.did(ben, "hand", seat=dov)
    numbers.add(at.hold(ben) or "")
    at.did(ben, kind, **forms[1])
    cast_from = at.table.version - 1
    at.did(ben, "hand-back")
    for whose in ("Ben's own hands", "Dov's hands once more"):
        now, answers, tried = at.table.version, set(), 0
        assert at.hold(ben) not in numbers
        for number in numbers:
            for drawn in range(cast_from - 2, now + 1):
                for form in forms:
                    full = {"drawn": drawn, **({"hold": number} if number else {}), **form}
                    answers.add(sent(served, ben, f"/t/{at.code}/{kind}", full, script))
                    tried += 1
        assert tried >= 2 * 4 * len(forms)
        assert len(answers) == 1, whose
        assert next(iter(answers))[0] == 409
        assert at.table.version == now, whose
        numbers.add(at.hold(ben) or "")
        at.did(ben, "hand", seat=dov)


@EVERY_CHOICE
def test_who_has_the_phone_next_cannot_try_what_its_owner_chose(house: House, served: int, choice: str) -> None:
    at, kind, forms = under_way(house, choice)
    ben, forms = at.people["Ben"], CHOICES[choice].forms(BEN)
    at.did(ben, kind, **forms[-1])
    cast_from = at.table.version - 1
    at.did(ben, "hand", seat=4)
    at.did(ben, "hand-back")  # still in Dov's hands
    now = at.table.version
    answers = {
        sent(served, ben, f"/t/{at.code}/{kind}", {"drawn": drawn, **form}, True)
        for form in forms
        for drawn in (cast_from, now)
    }
    assert {answer[0] for answer in answers} == {409}
    assert len(answers) == 1
    assert at.table.version == now


def shows_a_choice(at: Evening, who: Visitor) -> bool:
    """Whether something secret is on somebody's page: then nothing on its way may squeeze it."""
    return "no-transform" in who.get(f"/t/{at.code}").headers["Cache-Control"]


OPENED = "Ben’s choice was opened on Ben’s device"


@EVERY_CHOICE
def test_on_a_phone_that_was_in_other_hands_its_owners_choice_shows_when_asked_for_and_all_are_told(
    house: House, choice: str
) -> None:
    at, kind, forms = under_way(house, choice)
    ben, dov = at.people["Ben"], 4
    forms = CHOICES[choice].forms(BEN)
    at.did(ben, kind, **forms[0])
    assert shows_a_choice(at, ben), "nobody else has had it"
    assert at.move(ben, "look").status_code == 422
    for times in (1, 2):
        at.did(ben, "hand", seat=dov)
        assert at.move(ben, "look").status_code == 422, "Dov's was never shown"
        at.did(ben, "hand-back")  # it may be Dov who did that
        assert not shows_a_choice(at, ben)
        assert "Everybody is told that your choice was opened on this device." in ben.get(f"/t/{at.code}").text
        at.did(ben, "look")
        assert shows_a_choice(at, ben)
        for who in (at.host, at.people["Cleo"], ben):
            page = re.sub("<[^>]*>", "", unescape(who.get(f"/t/{at.code}").text))
            assert OPENED in page, who.name
            assert (f"{OPENED} ({times} times)" in page) == (times > 1), who.name
    at.did(ben, "hand", seat=dov)
    at.did(at.host, "carry", seat=dov)
    assert not shows_a_choice(at, ben), "whoever takes Dov in: the phone is in his hands still"
    told = len(at.table.notices)
    at.did(ben, kind, **forms[1])
    assert len(at.table.notices) == told + 1, "nor is it changed untold"


@EVERY_CHOICE
def test_an_owner_with_a_word_types_it_before_the_choice_is_asked_for(house: House, choice: str) -> None:
    at, kind, _ = under_way(house, choice)
    ben = at.people["Ben"]
    at.did(ben, kind, **CHOICES[choice].forms(BEN)[0])
    at.did(ben, "word", word="4072")
    at.did(ben, "hand", seat=4)
    at.did(ben, "hand-back")
    assert at.move(ben, "look").status_code == 422
    assert "Type your word" in ben.get(f"/t/{at.code}").text
    at.did(ben, "unlock", word="4072")
    assert not shows_a_choice(at, ben)
    at.did(ben, "look")
    assert shows_a_choice(at, ben)


@EVERY_CHOICE
def test_within_ones_hands_a_tap_still_acts_once(house: House, choice: str) -> None:
    at, kind, forms = under_way(house, choice)
    ben = at.people["Ben"]
    at.did(ben, "hand", seat=4)
    drawn = at.table.version
    assert [at.move(ben, kind, drawn=drawn, **forms[0]).status_code for _ in range(3)] == [303, 409, 409]
    assert at.table.version == drawn + 1


def test_every_move_that_says_a_secret_is_known_as_one() -> None:
    for game in GAMES:
        secret = {kind for kind, move in game.moves.items() if move.secret}
        assert secret == promises(game.key).SAYS_A_SECRET, game.key
    assert {kind for kind, (move, _) in TABLE_MOVES.items() if move.secret} == {"word", "unlock"}


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_a_move_that_hides_something_for_whoever_makes_it_says_a_secret(house: House, key: str) -> None:
    """However a game is written: so a new one cannot forget to say so."""
    hides = set[str]().union(*(hiding_moves(house, key, seed) for seed in range(4)))
    assert hides <= promises(key).SAYS_A_SECRET
    assert bool(hides) is promises(key).SECRETS


def hiding_moves(house: House, key: str, seed: int) -> set[str]:
    """The moves of an evening after which there was something that only whoever made them may look at."""
    game = find_game(key)
    assert game is not None
    at, hides = evening(house, game, seed, sharing=False), set[str]()
    at.start()
    for call in promises(key).LEADS_TO_SECRETS:
        at.did(at.host, f"play/{call}")
    for _ in range(20):
        if at.table.result() is not None:
            at.start()
        before = {id(value) for _, value in hidden_in(at.table.play.now.state)}  # type: ignore[union-attr]
        kept, found = at.table, at.tried()
        if found is None:
            break
        who, name, form = found
        at.did(who, f"play/{name}", **form)
        own = kept.speaks_for(who.device)
        after = hidden_in(at.table.play.now.state)  # type: ignore[union-attr]
        new = [value.seats for _, value in after if id(value) not in before]
        if own and new and all(seats == {own.number} for seats in new):  # what is dealt to all is nobody's own choice
            hides.add(name)
    return hides


PRESSED = "This button was pressed before, so nothing was done now. To change your answer, choose again."


@EVERY_CHOICE
@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
@pytest.mark.parametrize("whose", ["Dov's", "Ben's"])
def test_a_copy_of_a_shared_phones_cookie_learns_nothing_by_guessing_what_was_chosen_in_this_very_hold(
    house: House, served: int, choice: str, script: bool, whose: str
) -> None:
    """Right guess or wrong: with any version from before the choice one answer to all and no move, with any later one
    a choice given again, of which everybody is told."""
    at, kind, forms = under_way(house, choice)
    ben, copy = at.people["Ben"], copied(house, at.people["Ben"])
    at.did(ben, "hand", seat=4)
    if whose == "Ben's":  # guessed by Dov, who had the phone and so its cookie
        at.did(ben, "hand-back")
        forms = CHOICES[choice].forms(BEN)
    began = at.table.version
    at.did(ben, kind, **forms[1])
    now, hold, answers = at.table.version, at.hold(ben), set()
    for drawn in range(began + 1):
        for form in [*forms, {**forms[1], "number": 7}, {}]:
            full = {"drawn": drawn, "hold": hold, **form}
            answers.add(sent(served, copy, f"/t/{at.code}/{kind}", full, script))
    assert len(answers) == 1
    assert next(iter(answers))[0] == 409
    assert at.table.version == now
    assert PRESSED in in_clear(next(iter(answers)))
    for times, form in enumerate(forms, 1):
        notices = at.table.notices
        full = {"drawn": at.table.version, "hold": hold, **form}
        assert sent(served, copy, f"/t/{at.code}/{kind}", full, script)[0] == (200 if script else 303)
        assert at.table.notices != notices, "right or wrong"
        assert at.table.notices[-1].times == times
        assert "gave the choice again, on Ben’s device" in strip(at.host.get(f"/t/{at.code}").text)


@EVERY_CHOICE
def test_whoever_changes_their_mind_on_a_shared_phone_chooses_again_and_everybody_is_told(
    house: House, choice: str
) -> None:
    at, kind, forms = under_way(house, choice)
    ben = at.people["Ben"]
    at.did(ben, "hand", seat=4)
    page = ben.get(f"/t/{at.code}").text
    at.did(ben, kind, drawn=drawn_on(page, kind), **forms[0])
    page = ben.get(f"/t/{at.code}").text
    at.did(ben, kind, drawn=drawn_on(page, kind), **forms[1])
    assert "gave the choice again, on Ben’s device" in strip(at.host.get(f"/t/{at.code}").text)
    state = at.table.play.now.state  # type: ignore[union-attr]
    chosen = [form[CHOICES[choice].field] for form in forms]
    (cast,) = [value.opened() for _, value in hidden_in(state) if value.seats == {4} and value.opened() in chosen]
    assert cast == chosen[1]


@EVERY_CHOICE
@pytest.mark.parametrize("does", ["word", "unlock", "look"])
def test_a_choice_given_again_is_told_whatever_was_done_since_a_new_deal_on_a_phone_that_was_in_other_hands(
    house: House, served: int, choice: str, does: str
) -> None:
    """Who deals anew does not hand the phone back: Dov may have it still, or somebody a copy of its cookie."""
    at, kind, _ = under_way(house, choice)
    ben, forms = at.people["Ben"], CHOICES[choice].forms(2)
    word = {} if does == "look" else {"word": "4072"}
    if does == "unlock":
        at.did(ben, "word", word="4072")
    at.did(ben, "hand", seat=4)
    at.start()
    for call in CHOICES[choice].called:
        at.did(at.host, call)
    at.did(ben, does, **word)
    for form in forms[:2]:
        held = {"drawn": at.table.known, "hold": at.hold(ben)}
        assert sent(served, copied(house, ben), f"/t/{at.code}/{kind}", {**held, **form}, True)[0] == 200
    assert "gave the choice again, on Ben’s device" in strip(at.people["Cleo"].get(f"/t/{at.code}").text)


def drawn_on(page: str, kind: str) -> int:
    """The version that the form of that move was drawn from."""
    form = re.findall(rf'<form method="post" action="/t/[^"/]+/{kind}".*?</form>', page, re.DOTALL)[0]
    return int(re.findall('name="drawn" value="([0-9]+)"', form)[0])


@EVERY_CHOICE
def test_a_vote_of_an_earlier_deal_is_not_found_out_on_a_phone_that_is_passed_round_since(
    house: House, choice: str
) -> None:
    """A new deal leaves the phone in nobody's hands but its owner's, by a number that it never had."""
    at, kind, _ = under_way(house, choice)
    forms = CHOICES[choice].forms(BEN)
    ben, copy = at.people["Ben"], copied(house, at.people["Ben"])
    drawn = at.table.version
    at.did(ben, kind, **forms[1])
    at.did(ben, "hand", seat=4)
    held = at.hold(ben)
    at.start()
    now = at.table.version
    assert at.hold(ben) not in (None, held)
    assert len({(a.status_code, a.data) for a in [at.move(copy, kind, drawn=drawn, **form) for form in forms]}) == 1
    assert at.table.version == now


@EVERY_CHOICE
def test_what_an_owner_asked_to_see_is_kept_back_again_once_there_is_something_new(house: House, choice: str) -> None:
    """They asked for one choice, and everybody was told of one."""
    at, kind, forms = under_way(house, choice)
    ben = at.people["Ben"]
    forms = CHOICES[choice].forms(BEN)
    at.did(ben, "hand", seat=4)
    at.did(ben, "hand-back")
    at.did(ben, kind, **forms[0])
    at.did(ben, "look")
    assert shows_a_choice(at, ben)
    at.did(at.people["Cleo"], kind, **CHOICES[choice].forms(CLEO)[0])
    assert shows_a_choice(at, ben), "what others choose is nothing new to Ben"
    at.did(ben, kind, **forms[1])
    assert not shows_a_choice(at, ben)
    at.did(ben, "look")
    assert shows_a_choice(at, ben)
    assert f"{OPENED} (2 times)" in strip(at.host.get(f"/t/{at.code}").text)


@EVERY_CHOICE
def test_every_form_drawn_in_a_hold_carries_its_number(house: House, choice: str) -> None:
    at, *_ = under_way(house, choice)
    ben = at.people["Ben"]
    assert 'name="hold"' not in ben.get(f"/t/{at.code}").text
    for _ in range(2):
        at.did(ben, "hand", seat=4)
        page = ben.get(f"/t/{at.code}").text
        moves = re.findall(rf'<form method="post" action="/t/{at.code}/[^"]+".*?</form>', page, re.DOTALL)
        assert len(moves) > 2
        assert all(f'name="hold" value="{at.hold(ben)}"' in form for form in moves)
        at.did(ben, "hand-back")
        assert page.count(at.hold(ben) or "-") == 0, "a new number every time, and one for the owner"


@EVERY_CHOICE
def test_a_phone_handed_over_in_an_older_log_is_a_hold_without_a_number(house: House, choice: str) -> None:
    at, *_ = under_way(house, choice)
    ben = at.people["Ben"]
    handed = Entry(at.table.version + 1, house.now, ben.device, "hand", '{"seat":4}')
    table = replay(at.code, [handed], at.table)
    assert table.speaks_for(ben.device).number == 4  # type: ignore[union-attr]
    assert table.hold(ben.device).number == ""
    assert table.in_hands(ben.device) == str(at.table.version + 1), "but its forms have one all the same"
    back = replay(at.code, [Entry(table.version + 1, house.now, ben.device, "hand-back", "{}")], table)
    assert back.speaks_for(ben.device).number == 2  # type: ignore[union-attr]
    assert back.play is not None
    assert not back.play.held


# --- messages by key --------------------------------------------------------------------------------------------------


@pytest.fixture
def telling(house: House, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A game under way that tells a second thing in its middle; Dov is on Ben's phone."""
    at = table_of(house, monkeypatch)
    at.start()
    return at


def said(at: Evening, who: Visitor) -> str:
    return unescape(who.get(f"/t/{at.code}").text)


def secret(answer: Any) -> str:
    found: list[str] = re.findall(r'class="secret">(.*?)</p>', answer.text)
    return found[0]


def test_a_second_message_on_a_shared_phone_is_asked_for_and_read(telling: Evening) -> None:
    at, ben = telling, telling.people["Ben"]
    wanted = "Dov still has something to do"
    at.message(ben, "first")
    at.did(ben, "hand", seat=4)
    first = secret(at.message(ben, "first"))
    at.did(ben, "hand-back")
    assert wanted not in said(at, ben)
    at.did(at.host, "play/tell")
    at.message(ben, "second")
    assert wanted in said(at, ben), "there is something new to read"
    at.did(ben, "hand", seat=4)
    assert at.message(ben, "first").status_code == 403, "that one stays closed"
    page = said(at, ben)
    assert page.count("data-hold aria") == 1
    assert "You have read this." in page
    second = secret(at.message(ben, "second"))
    assert second == at.table.play.now.state.second[4].opened()  # type: ignore[union-attr]
    assert first == at.table.play.now.state.first[4].opened()  # type: ignore[union-attr]
    at.did(ben, "hand-back")
    assert wanted not in said(at, ben)
    at.did(at.host, "reopen", seat=4)
    at.did(ben, "hand", seat=4)
    assert [at.message(ben, key).status_code for key in ("first", "second")] == [200, 200]


def test_in_an_older_log_a_reading_was_of_all_there_was_to_read(telling: Evening) -> None:
    at, ben = telling, telling.people["Ben"]
    at.did(ben, "hand", seat=4)
    n = at.table.version
    old = [Entry(n + 1, 0, ben.device, "opened", "{}"), Entry(n + 2, 0, ben.device, "hand-back", "{}")]
    table = replay(at.code, old, at.table)
    assert table.seat(4).opened == {"first"}  # type: ignore[union-attr]
    assert table.told == at.table.told, "nothing was said of it then"


def test_a_message_opened_on_a_shared_phone_is_told_to_everybody_in_one_line_that_counts(telling: Evening) -> None:
    at, ben = telling, telling.people["Ben"]
    assert at.message(ben, "first").status_code == 200
    assert "was opened" not in said(at, at.host), "it was in nobody else's hands yet"
    at.did(ben, "hand", seat=4)
    for _ in range(2):
        assert at.message(ben, "first").status_code == 200
    for who in (at.host, at.people["Cleo"], ben):
        page = said(at, who)
        assert "data-notice" in page
        assert "Dov’s message was opened on Ben’s device (2 times)" in strip(page)
    at.did(ben, "hand-back")
    at.message(ben, "first")
    assert "Ben’s message was opened on Ben’s device" in said(at, at.host), "it may still be in Dov's hands"


@pytest.mark.parametrize("word", [None, "4072"], ids=["", "word"])
@pytest.mark.parametrize("when", ["before", "during"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_nobody_reads_along_in_silence_with_a_copy_of_a_shared_phones_cookie(
    house: House, game: Game, when: str, word: str | None
) -> None:
    """Ben has copied his own cookie before Dov holds the phone; or Dov has while he held it, and Ben has it back."""
    at = evening(house, game, 1, 4)
    ben, copy, dov = at.people["Ben"], Visitor(house, "copy"), 4
    at.start()
    box = messages_for(at.table, ben.device, house.now)
    copy.cookies = dict(ben.cookies)
    at.did(ben, "hand", seat=dov)
    if word:
        at.did(ben, "word", word=word)
    whose = "Dov"
    if when == "during":
        copy.cookies = dict(ben.cookies)
        at.did(ben, "hand-back")
        whose = "Ben"
    for read, reader in enumerate((ben, copy, copy), 1):
        for one in box:
            assert at.message(reader, one.key).status_code == 200
        counted = f" ({read * len(box)} times)" if read * len(box) > 1 else ""
        for who in (at.host, at.people["Cleo"], ben, *([copy] if box else [])):
            told = f"{whose}’s message was opened on Ben’s device"
            assert (f"{told}{counted}" in strip(who.get(f"/t/{at.code}").text)) is bool(box)


# --- the word ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def worded(telling: Evening) -> Evening:
    """Dov has chosen 4072, and handed the phone back."""
    at, ben = telling, telling.people["Ben"]
    at.did(ben, "hand", seat=4)
    at.did(ben, "word", word="4072")
    at.did(ben, "hand-back")
    return at


def test_a_word_closes_message_and_choices_until_it_is_typed(worded: Evening) -> None:
    at, ben = worded, worded.people["Ben"]
    at.did(ben, "hand", seat=4)
    page = said(at, ben)
    assert "Type your word" in page
    assert "data-hold aria" not in page
    assert at.message(ben, "first").status_code == 403
    assert at.move(ben, "play/talk").status_code == 422
    wrong = at.move(ben, "unlock", word="4073")
    assert wrong.status_code == 422
    assert "That is not the word." in unescape(wrong.text)
    assert "A wrong word was typed for Dov" in said(at, at.host)
    assert at.message(ben, "first").status_code == 403
    at.did(ben, "unlock", word="4072")
    assert at.message(ben, "first").status_code == 200
    at.did(ben, "play/talk")


def test_after_five_wrong_words_the_host_alone_can_open_it_and_all_are_told(worded: Evening) -> None:
    at, ben = worded, worded.people["Ben"]
    at.did(ben, "hand", seat=4)
    for n in range(5):
        assert at.move(ben, "unlock", word=f"000{n}").status_code == 422
    now = at.table.version
    at.did(ben, "hand-back")
    at.did(ben, "hand", seat=4)
    assert at.move(ben, "unlock", word="4072").status_code == 422, "nor the right one"
    assert at.table.version == now + 2
    assert at.move(ben, "lift-word", seat=4).status_code == 403
    at.did(at.host, "lift-word", seat=4)
    assert at.message(ben, "first").status_code == 200
    assert "took away Dov’s word" in said(at, at.people["Cleo"])


@pytest.mark.parametrize("kind", ["word", "unlock"])
def test_a_copy_of_a_shared_phones_cookie_learns_no_word_by_guessing_it(
    worded: Evening, kind: str, served: int
) -> None:
    """Neither as it is chosen nor as it is typed: one answer to each of them, and no move."""
    at, ben = worded, worded.people["Ben"]
    copy = copied(at.house, ben)
    at.did(ben, "hand", seat=4)
    drawn = at.table.version
    at.did(ben, "unlock", word="4072")
    if kind == "word":
        drawn = at.table.version
        at.did(ben, "word", word="4072")
    now, hold = at.table.version, at.hold(ben)
    guesses = ("4071", "4072", "4073", "", "x")
    answers = {
        sent(served, copy, f"/t/{at.code}/{kind}", {"drawn": drawn, "hold": hold, "word": word}, script=True)
        for word in guesses
    }
    assert len(answers) == 1
    assert next(iter(answers))[0] == 409
    assert at.table.version == now


@pytest.fixture
def same_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens and keys from a seed: in random ones four digits stand by chance, now and then."""
    dice = random.Random(1)
    monkeypatch.setattr("secrets.token_urlsafe", lambda n: dice.randbytes(n).hex())
    monkeypatch.setattr("secrets.token_bytes", dice.randbytes)


@pytest.mark.usefixtures("same_tokens")
def test_a_word_is_kept_nowhere(worded: Evening) -> None:
    at, ben = worded, worded.people["Ben"]
    at.did(ben, "hand", seat=4)
    at.move(ben, "unlock", word="4073")
    log = repr(at.house.keeper.store.read(at.code))
    assert "4072" not in log
    assert "4073" not in log
    mark = at.table.seat(4).word  # type: ignore[union-attr]
    for who in (*at.people.values(), Visitor(at.house, "a stranger")):
        for page in ("", "/panel", "/wall"):
            text = who.get(f"/t/{at.code}{page}").text
            assert not [part for part in ("4072", "4073", *mark.split()) if part in text]


@pytest.mark.parametrize("word", ["", "407", "40721", "４０７２", "abcd", "AAAAAAAA 0000", "4 72"])
def test_a_word_that_is_no_four_digits_is_refused_beside_its_field(telling: Evening, word: str) -> None:
    at, ben = telling, telling.people["Ben"]
    at.did(ben, "hand", seat=4)
    now = at.table.version
    answer = at.move(ben, "word", word=word)
    assert answer.status_code == 422
    assert "The word is four digits, like 4072." in unescape(answer.text)
    assert at.table.version == now


def test_the_owner_of_a_shared_phone_can_have_a_word_too(telling: Evening) -> None:
    at, ben = telling, telling.people["Ben"]
    at.did(ben, "word", word="1234")
    at.did(ben, "hand", seat=4)
    at.did(ben, "hand-back")
    assert at.message(ben, "first").status_code == 403, "it may still be in Dov's hands"
    at.did(ben, "unlock", word="1234")
    assert at.message(ben, "first").status_code == 200


def test_a_phone_that_is_not_shared_has_no_word(telling: Evening) -> None:
    assert telling.move(telling.people["Cleo"], "word", word="1234").status_code == 422


# --- what is told is chosen from the table in which the reading is kept -----------------------------------------------


Made = Callable[[], Store]


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Each store in turn."""
    if request.param == "SQLite":
        made: Store = SqliteStore(tmp_path / "log")
    else:
        server: Postgres = request.getfixturevalue("postgres")
        made = PostgresStore(server.new_database(f"holds_{tmp_path.name[-40:]}".lower()))
    yield made
    made.close()


def test_a_message_and_a_hand_back_in_the_same_instant_never_tell_unnoted(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message was asked for; before it is answered, another process has handed the phone back."""
    fixed_chance(monkeypatch, 3)
    house = House(tmp_path / "house")
    at = table_of(house, monkeypatch)
    at.start()
    ben = at.people["Ben"]
    at.did(ben, "hand", seat=4)
    store.bring(at.code, house.keeper.store.read(at.code))
    house.keeper.store.close()
    house.keeper.store = store
    elsewhere = Keeper(store, Live(), lambda: house.now)
    keeper, hold = house.keeper, at.hold(ben)
    move = keeper.move

    def late(read: Any, kind: str, *more: Any, **most: Any) -> Any:
        """As `move`, but somebody was faster, by another way to the same store."""
        if kind == "opened":
            table = elsewhere.table(at.code)
            assert table is not None
            elsewhere.move(table, "hand-back", {}, ben.device, table.version)
        return move(read, kind, *more, **most)

    monkeypatch.setattr(keeper, "move", late)
    answer = ben.post(f"/t/{at.code}/message", key="first", hold=hold)
    assert answer.status_code == 409
    assert 'class="secret"' not in answer.text
    assert "This phone has been passed on since." in unescape(answer.text)
    assert at.table.seat(4).opened == frozenset()  # type: ignore[union-attr]
    assert at.table.seat(4).reading == frozenset()  # type: ignore[union-attr]


@pytest.mark.parametrize("game", [game for game in GAMES if promises(game.key).MESSAGES], ids=lambda game: game.key)
def test_who_reads_as_the_phone_is_passed_on_for_the_first_time_comes_too_late(
    house: House, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the answer shows the owner’s message in the next hands, and says that these have read theirs."""
    at = evening(house, game, 1, 4)
    at.start()
    ben, keeper = at.people["Ben"], house.keeper
    key, was = seen_by(at.table, ben.device).box[0].key, keeper.move

    def late(*about: Any, **more: Any) -> Any:
        monkeypatch.setattr(keeper, "move", was)
        at.did(ben, "hand", seat=4)
        return was(*about, **more)

    monkeypatch.setattr(keeper, "move", late)
    answer = ben.post(f"/t/{at.code}/message", key=key)
    assert answer.status_code == 409
    assert 'class="secret"' not in answer.text
    assert [seat.read for seat in at.table.seats] == [frozenset()] * 4


def test_of_many_messages_and_hand_backs_at_once_each_that_was_told_is_noted(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path / "house")
    at = table_of(house, monkeypatch)
    at.start()
    ben = at.people["Ben"]
    store.bring(at.code, house.keeper.store.read(at.code))
    house.keeper.store.close()
    house.keeper.store = store
    told = 0
    for _ in range(40):
        at.did(at.host, "reopen", seat=4)
        at.did(ben, "hand", seat=4)

        def ask(hold: str | None = at.hold(ben)) -> int:
            return ben.post(f"/t/{at.code}/message", key="first", hold=hold).status_code

        got, back = at_once([ask, lambda: at.move(ben, "hand-back").status_code])
        assert back == 303
        assert got in (200, 409)
        told += got == 200
        assert (at.table.seat(4).opened == {"first"}) is (got == 200)  # type: ignore[union-attr]
    assert at.table.version > 80


@pytest.mark.postgres
def test_at_two_servers_on_one_database_no_message_is_told_unnoted_to_who_hands_it_back_meanwhile(
    postgres: Postgres,
) -> None:
    """As two phones of one cookie would: the message asked for at one server, the hand-back sent to the other."""
    address = postgres.new_database(uuid.uuid4().hex)
    with two_at(address, command=COMMAND) as (here, there):
        tries = list(races(here.port, there.port, address, 60))
        assert "Traceback" not in here.complained + there.complained
    assert {status for status, _ in tries} <= {200, 409}
    assert [noted for status, noted in tries if status == 200 and not noted] == []


def races(here: int, there: int, address: str, times: int) -> Iterator[tuple[int, bool]]:
    """How each message was answered that was asked for as the phone was handed back, and whether it was noted that it
    was read."""
    code, phones = seated(here, DEALS.key, 3)
    ana, ben = phones[:2]
    again, drawn, store = Quick(there), itertools.count(1000), PostgresStore(address)
    again.cookies = dict(ben.cookies)

    def press(phone: Quick, kind: str, **fields: str) -> tuple[int, str, str]:
        """A tap of its own each time: the same one twice would be answered and not made again."""
        return phone.ask("POST", f"/t/{code}/{kind}", {**fields, "drawn": str(next(drawn))})

    with ExitStack() as after:
        for phone in (*phones, again):
            after.callback(phone.line.close)
        after.callback(store.close)
        assert press(ben, "add", name="Dov")[0] == 200
        assert press(ana, "start")[0] == 200
        for _ in range(times):
            status, _, panel = press(again, "hand", seat="4")
            assert status == 200
            hold = re.findall('name="hold" value="([^"]*)"', panel)[0]
            key = re.findall('name="key" value="([^"]*)"', panel)[0]
            before = len(store.read(code))
            told, back = at_once(
                [
                    lambda hold=hold, key=key: press(ben, "message", key=key, hold=hold),  # type: ignore[misc]
                    lambda: press(again, "hand-back"),
                ]
            )
            assert back[0] == 200
            noted = "opened" in [entry.kind for entry in store.read(code)[before:]]
            yield told[0], noted
            if noted:
                assert press(ana, "reopen", seat="4")[0] == 200
