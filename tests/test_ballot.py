"""A secret ballot by itself: who votes, who is waited for, and who may say that it goes on without somebody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from companion.ballots import Ballot, counting, leaders
from companion.chance import Chance
from companion.game import Act, Move, Refused, Viewer
from companion.values import replace
from companion.words import Who

ANA, BEN, CLEO, DOV = 1, 2, 3, 4
PLAYERS = (ANA, BEN, CLEO, DOV)
OPEN: Ballot[str] = Ballot(PLAYERS)


@dataclass
class By(Act):
    """Somebody acts at a table where Ben's phone is Dov's, too, unless `phones` says otherwise."""

    phones: Mapping[int, int] = field(default_factory=lambda: {ANA: ANA, BEN: BEN, CLEO: CLEO, DOV: BEN})

    def phone_of(self, seat: int) -> int:
        return self.phones.get(seat, -1)


def by(seat: int, *, host: bool = False, replayed: bool = False, **more: object) -> By:
    return By(seat, Move(), Chance(), 0, host=host, replayed=replayed, **more)  # type: ignore[arg-type]


# --- who votes --------------------------------------------------------------------------------------------------------


def test_whoever_has_a_vote_casts_it_and_changes_it_and_nobody_else_does() -> None:
    one = OPEN.vote(by(BEN), "red").vote(by(ANA), "blue").vote(by(BEN), "green")
    assert list(one.opened().items()) == [(ANA, "blue"), (BEN, "green")]
    assert (one.voted, one.waiting) == ((ANA, BEN), (CLEO, DOV))
    assert {seat: hidden.seats for seat, hidden in one.cast.items()} == {BEN: {BEN}, ANA: {ANA}}
    with pytest.raises(Refused, match=r"You have no vote in this one\."):
        OPEN.vote(by(5), "red")
    assert OPEN.cast == {}


def test_ones_own_choice_is_shown_to_oneself_alone_and_not_on_a_phone_that_is_passed_round() -> None:
    one = OPEN.vote(by(BEN), "red")
    assert one.own(Viewer(BEN)) == "red"
    assert [one.own(viewer) for viewer in (Viewer(), Viewer(ANA), Viewer(5), Viewer(BEN, passed=True))] == [None] * 4


def test_that_a_choice_was_given_again_is_told_where_it_was_on_somebody_elses_phone() -> None:
    on_bens = by(DOV, whose_phone=Who(BEN))
    first = OPEN.vote(on_bens, "red")
    assert (first.again, on_bens.told) == (frozenset(), [])
    again = first.vote(on_bens, "red")
    assert again.again == {DOV}
    assert [line.message for line in on_bens.noticed] == ["%(player)s gave the choice again, on %(name)s’s device"]
    assert on_bens.told == on_bens.noticed
    own = by(ANA)
    assert again.vote(own, "red").vote(own, "blue").again == {DOV}
    assert own.told == []


def test_whoever_was_counted_as_away_and_votes_is_back() -> None:
    away = replace(OPEN, away=(CLEO, DOV))
    back = away.vote(by(DOV), "red")
    assert (back.away, back.waiting) == ((CLEO,), (ANA, BEN))


# --- without somebody -------------------------------------------------------------------------------------------------


def refused(ballot: Ballot[str], act: Act, seat: int, least: int = 1) -> tuple[str, str | None]:
    with pytest.raises(Refused) as no:
        ballot.without(act, seat, PLAYERS, least)
    return str(no.value), no.value.field


def test_a_host_alone_says_that_it_goes_on_without_somebody_who_is_waited_for() -> None:
    one = OPEN.without(by(ANA, host=True), CLEO, PLAYERS)
    assert (one.away, one.waiting) == ((CLEO,), (ANA, BEN, DOV))
    two = one.without(by(-1, host=True), DOV, PLAYERS)
    assert two.away == (CLEO, DOV)
    nobody = ("Nobody is waiting for this choice any more.", "seat")
    assert refused(two, by(ANA, host=True), CLEO) == nobody
    assert refused(OPEN.vote(by(CLEO), "red"), by(ANA, host=True), CLEO) == nobody
    assert refused(OPEN, by(ANA, host=True), 5) == nobody


def test_nobody_who_acts_is_away_but_in_an_older_evening() -> None:
    assert refused(OPEN, by(ANA, host=True), ANA) == ("You are here: please choose.", "seat")
    assert OPEN.without(by(ANA, host=True, replayed=True), ANA, PLAYERS).away == (ANA,)


def test_who_does_not_play_and_does_not_host_has_no_say() -> None:
    assert refused(OPEN, by(5), CLEO) == ("Only players can do that.", None)


@pytest.mark.parametrize(
    ("least", "away", "sentence"), [(1, 3, "At least one has to answer."), (2, 2, "At least two have to answer.")]
)
def test_as_many_as_have_to_answer_are_left(least: int, away: int, sentence: str) -> None:
    host = by(-1, host=True)
    fewer = replace(OPEN, away=PLAYERS[:away])
    assert refused(fewer, host, DOV, least) == (sentence, "seat")
    assert replace(OPEN, away=PLAYERS[: away - 1]).without(host, DOV, PLAYERS, least).away == (
        *PLAYERS[: away - 1],
        DOV,
    )


def test_one_has_to_answer_where_no_game_says_more() -> None:
    assert replace(OPEN, away=(ANA, BEN)).without(by(-1, host=True), CLEO, PLAYERS).away == (ANA, BEN, CLEO)


def test_of_two_players_the_first_asks_aloud_and_one_on_another_phone_agrees() -> None:
    first, second = by(BEN), by(CLEO)
    wished = OPEN.without(first, ANA, PLAYERS)
    assert (wished.away, dict(wished.wishes)) == ((), {ANA: (BEN,)})
    assert [line.message for line in first.told] == [
        "%(player)s asked to go on without %(name)s (one more player, or the host, has to agree)"
    ]
    assert first.noticed == []
    assert wished.without(by(BEN), ANA, PLAYERS).away == (), "who asks twice is one"
    other = wished.without(by(ANA), CLEO, PLAYERS)
    assert dict(other.wishes) == {ANA: (BEN,), CLEO: (ANA,)}
    assert refused(wished, by(DOV), ANA) == ("Somebody on another phone has to agree.", None)
    agreed = wished.without(second, ANA, PLAYERS)
    assert (agreed.away, second.told) == ((ANA,), [])


def test_where_there_is_one_phone_for_all_two_on_it_agree_and_so_they_did_in_older_evenings() -> None:
    one_phone = dict.fromkeys(PLAYERS, BEN)
    wished = OPEN.without(by(BEN, phones=one_phone), ANA, PLAYERS)
    assert wished.without(by(DOV, phones=one_phone), ANA, PLAYERS).away == (ANA,)
    assert wished.without(by(DOV, replayed=True), ANA, PLAYERS).away == (ANA,)


# --- and then ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("later", "count"), [(-5_000, 3), (0, 3), (999, 3), (1_000, 2), (2_999, 1), (3_000, 0), (5_000, 0)]
)
def test_screens_count_three_two_one_from_when_it_turned_up(later: int, count: int) -> None:
    assert counting(1_800_000_000_000, 1_800_000_000_000 + later) == count


def test_those_named_most_often_lead_the_first_named_first() -> None:
    assert leaders(["b", "a", "c", "a", "b"]) == ("b", "a")
    assert leaders(["c"]) == ("c",)
    assert leaders([]) == ()
