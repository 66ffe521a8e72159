"""A game of SCAPEGOAT as moves: the start player found, cards sold, the year's end led, year after year."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.ballots import told_again
from companion.chance import Chance
from companion.game import Act, Hidden, Honour, Player, Refused, Result
from companion.games.corporate.ending import ended, investigated, revealed
from companion.games.corporate.moves import Card, Correct, NextYear, Point, Retake, Show, Starts, Turned
from companion.games.corporate.reveal import Reveal, begin, shown
from companion.games.corporate.rules import FIRST_SIZE, known
from companion.games.corporate.rulings import chosen
from companion.games.corporate.setup import start_reveal
from companion.games.corporate.state import DOWN, State, all_years, hands, may_retake, stands
from companion.games.corporate.story import past_line
from companion.values import replace
from companion.words import Text, Who, say


def start(players: Sequence[Player], options: Mapping[str, str], drawn: Mapping[str, str], chance: Chance) -> State:
    """The table after the deal, with the start player if the set-up found one; if not, the opening reveal begins."""
    seats = tuple(player.seat for player in players)
    sizes = dict.fromkeys(seats, FIRST_SIZE)
    opening = start_reveal(seats, drawn.get("start"), options) or begin("opening", seats, sizes, options)
    return State(seats, dict(options), sizes, sizes, starter=next(iter(opening.found), None), opening=opening)


def reseat(state: State, seats: tuple[int, ...]) -> State:
    """Raises `Refused` while cards of a year lie: whose they are goes by the seats."""
    if state.cards:
        raise Refused(
            say("This year’s cards lie in the order of the seats. Change them before the next year’s first card.")
        )
    return replace(state, seats=seats)


def play(state: State, act: Act) -> State:
    """The state after one move. Raises `Refused`."""
    match act.move:
        case Card(card=card):
            return _sell(state, act, card)
        case Correct(place=place, card=card):
            return _correct(state, act, place, card)
        case Show(rank=rank, seat=seat):
            return _show(state, act, act.seat if seat is None else seat, rank)
        case Starts(seat=seat):
            return _starts(state, act, seat)
        case Retake():
            return _retake(state, act)
        case Point():
            return _point(state, act)
        case Turned(found=found):
            return _turned(state, act, found)
        case NextYear():
            return _next_year(state, act)
    raise Refused(say("This game has no such move."))


def _sell(state: State, act: Act, card: str) -> State:
    if state.turn is None:
        raise Refused(say("No card is due now."), "card")
    after = _after_card(replace(state, cards=(*state.cards, _card(card))))
    act.tell(_sold_line(state, after, card, act.seat))
    return after


def _correct(state: State, act: Act, place: int, card: str) -> State:
    if state.turn is None or not 0 <= place < len(state.cards):
        raise Refused(say("That card cannot be corrected any more. Undo the last moves instead."), "place")
    cards = (*state.cards[:place], _card(card), *state.cards[place + 1 :])
    if stands(len(state.seats), cards[:-1]).outcome is not None:
        raise Refused(say("With that card the year would have ended earlier. Undo the later cards first."), "card")
    act.tell(say("%(player)s corrected card %(n)s of the year", n=place + 1))
    return _after_card(replace(state, cards=cards))


def _card(card: str) -> str:
    return card if card == DOWN else known(card, "card")


def _sold_line(before: State, after: State, card: str, by: int) -> Text:
    """What was entered, for whom if not the sender's own, and the quarter it closed."""
    closed = after.year.closed
    own = before.turn is None or before.turn == by
    what: dict[str, object] = {} if card == DOWN else {"card": card}
    if not own:
        what["name"] = Who(before.turn or 0)
    if len(closed) > len(before.year.closed):
        what |= {"quarter": len(closed), "total": closed[-1]}
    return replace(_SOLD[own, card == DOWN, "quarter" in what], values=what)


_SOLD = {
    (True, False, False): say("%(player)s sold %(card)s face up"),
    (True, True, False): say("%(player)s sold a card face down"),
    (False, False, False): say("%(player)s entered for %(name)s: %(card)s face up"),
    (False, True, False): say("%(player)s entered for %(name)s: a card face down"),
    (True, False, True): say("%(player)s sold %(card)s face up and closed Q%(quarter)s at %(total)s"),
    (True, True, True): say("%(player)s sold a card face down and closed Q%(quarter)s at %(total)s"),
    (False, False, True): say("%(player)s entered for %(name)s: %(card)s face up (Q%(quarter)s closed at %(total)s)"),
    (False, True, True): say("%(player)s entered for %(name)s: a card face down (Q%(quarter)s closed at %(total)s)"),
}
"""Whether it is the sender's own, whether it lies face down, whether it closed a quarter."""


def _after_card(state: State) -> State:
    """The year may have ended with its last card (section 4, step 4 and Deadline)."""
    now = state.year
    if now.outcome is None:
        return state
    ender = state.order[(len(state.cards) - 1) % len(state.seats)]
    pool = state.cards.count(DOWN)
    return replace(state, ending=ended(now.outcome, ender, state.sizes, hands(state), pool, state.options))


def _show(state: State, act: Act, seat: int, rank: str) -> State:
    reveal = state.reveal
    if reveal is None or seat not in reveal.asked:
        raise Refused(say("This player does not reveal a card now."), "seat")
    known(rank)
    together = chosen(state.options, "reveals") == "together"
    told: Hidden[str] | str = Hidden(rank, frozenset({seat, act.seat})) if together else rank
    again = state.again | {seat} if _told_who_chose(state, act, seat, told) else state.again
    entered = {**state.entered, seat: told}
    if len(entered) < len(reveal.asked):
        return replace(state, entered=entered, again=again)
    ranks = {seat: _opened(entered[seat]) for seat in reveal.asked}
    act.new_phase = True
    return _after_round(replace(state, entered={}, again=frozenset(), turned_up=act.at if together else 0), ranks)


def _told_who_chose(state: State, act: Act, seat: int, told: Hidden[str] | str) -> bool:
    """Tell whose card is in; whether that card is marked as given again. Another card chosen in secret, on a phone of
    one's own, is news to nobody."""
    before = state.entered.get(seat)
    if seat != act.seat:
        line = say("%(player)s entered the revealed card of %(name)s", name=Who(seat))
        (act.tell if before is None else act.announce)(line)
        return before is not None
    if before is not None and told_again(act):
        return True
    if not (isinstance(before, Hidden) and isinstance(told, Hidden) and before.seats == told.seats):
        act.tell(say("%(player)s chose a card for the reveal"))
    return False


def _opened(told: Hidden[str] | str) -> str:
    return told.opened() if isinstance(told, Hidden) else told


def _after_round(state: State, ranks: Mapping[int, str]) -> State:
    if state.ending is not None:
        return replace(state, ending=revealed(state.ending, ranks))
    assert state.opening is not None  # a reveal without an ending is the opening's
    opening = shown(state.opening, ranks, state.options)
    return replace(state, opening=opening, starter=next(iter(opening.found), None))


def _starts(state: State, act: Act, seat: int) -> State:
    if state.phase != "opening" or state.opening is None:
        raise Refused(say("The start player is found already."), "seat")
    if seat not in state.opening.asked:
        raise Refused(say("Please choose one of the players."), "seat")
    act.tell(say("%(player)s entered who starts: %(name)s", name=Who(seat)))
    return replace(state, starter=seat, opening=Reveal("opening", (), state.sizes, found=(seat,)), entered={})


def _retake(state: State, act: Act) -> State:
    if not may_retake(state):
        raise Refused(say("There is no reveal to undo now."))
    act.tell(say("%(player)s undid the last reveal"))
    again = replace(state, entered={}, turned_up=0)
    before, ending = state.opening, state.ending
    if ending is None or ending.reveal is None:
        opening = begin("opening", state.seats, state.sizes, state.options)
        for ranks in () if before is None else before.rounds[:-1]:
            opening = shown(opening, ranks, state.options)
        return replace(again, opening=opening, starter=None)
    found = ending.found
    now = ended(ending.outcome, ending.ender, ending.sizes, ending.held, ending.pool, state.options)
    if found in ("black", "red"):
        now = investigated(now, found)
    for ranks in ending.reveal.rounds[:-1]:
        now = revealed(now, ranks)
    return replace(again, ending=now)


def _point(state: State, act: Act) -> State:
    if state.phase != "investigation" or state.ending is None:
        raise Refused(say("No face-down card is due to be turned now."))
    if state.pointed is not None:
        raise Refused(say("Which card to turn has been said already."))
    place = act.chance.of("pile", len(state.past)).pick(range(1, state.ending.pool + 1))
    act.tell(say("%(player)s let the app choose: card %(place)s from the top", place=place))
    return replace(state, pointed=place)


def _turned(state: State, act: Act, found: str) -> State:
    if state.ending is None:
        raise Refused(say("No face-down card is due to be turned now."), "found")
    if found == "red":
        act.tell(say("%(player)s turned a red card"))
        return replace(state, ending=investigated(state.ending, "red"))
    if found == "black":
        act.tell(say("%(player)s turned a black card"))
        return replace(state, ending=investigated(state.ending, "black"))
    raise Refused(say("Please say whether the card is black or red."), "found")


def _next_year(state: State, act: Act) -> State:
    if state.phase != "settle" or state.ending is None:
        raise Refused(say("The next year cannot begin yet."))
    ending, past = state.ending, all_years(state)
    act.tell(say("%(player)s began year %(n)s", n=len(past) + 1))
    return State(state.seats, state.options, ending.sizes_now, ending.held_now, starter=ending.next_starter, past=past)


def result(state: State) -> Result | None:
    """The win of who reached hand size 6 (section 6); the others are placed by hand size, ties shared."""
    ending = state.ending
    if ending is None or ending.winner is None:
        return None
    sizes, years = ending.sizes_now, all_years(state)
    places = {seat: 1 + sum(other > sizes[seat] for other in sizes.values()) for seat in state.seats}
    scapegoats = tuple(past.scapegoat for past in years if past.scapegoat is not None)
    return Result(
        say("%(name)s wins: hand size 6", name=Who(ending.winner)),
        (
            *(say("Year %(n)s: %(line)s.", n=n, line=past_line(past)) for n, past in enumerate(years, 1)),
            say("The last Promotion Review raised a hand of 5 to 6, which wins at once (section 6)."),
            say("The others are placed by hand size."),
        ),
        places,
        honours=(Honour(say("Scapegoat"), scapegoats),) if scapegoats else (),
    )
