"""How pretend players act: each by what its own phone shows, and by nothing else of the table.

Whoever knows the web draws the phones. What a phone shows comes through `secrecy` as every phone’s does, and the
buttons on it are the ones to press; where these alone do not tell what makes sense, the game does (`Game.pretends`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.chance import Chance
from companion.forms import Form, forms_of_play
from companion.game import Message
from companion.seen import Seen

TIMES = 4
"""How often a form is filled in, until what it says can be."""


class Phone(NamedTuple):
    """A phone of a practice game: its device, what it shows, its messages, and its page, drawn when it is asked for."""

    device: str
    seen: Seen
    messages: tuple[Message, ...]
    page: Callable[[], str]


class Tap(NamedTuple):
    """What is pressed on a phone: the move (as in addresses), and what its form holds."""

    device: str
    kind: str
    form: Mapping[str, Sequence[str]]


def taps(host: Phone, phones: Sequence[Phone], chance: Chance) -> Iterator[Tap]:
    """What may come next, the likeliest first; the first that is no refusal is the next step. `phones` are those of
    everybody who plays, in the order of seats; the set-up and the start are its `host`'s."""
    stage = host.seen.stage
    if stage in ("lobby", "setup"):
        yield _towards_the_start(host)
    if stage != "play":
        return
    for phone in phones:
        if key := next((one.key for one in phone.messages if phone.seen.me and one.key not in phone.seen.me.read), ""):
            yield Tap(phone.device, "read", {"key": [key]})
    asked = [phone for phone in phones if phone.seen.now is not None and phone.seen.now.asked]
    others = [phone for phone in phones if phone not in asked]
    for phone in (*asked, *others):
        yield from _by_sense(phone, chance)
    for folded in (False, True):  # what is folded away is pressed where nothing else is left
        for phone in (*asked, *others):
            yield from _by_buttons(phone, folded, chance)


def _towards_the_start(host: Phone) -> Tap:
    """The box set up step by step, what is drawn by the app; then the start."""
    if host.seen.stage == "lobby":
        return Tap(host.device, "set-up", {})
    due = next((one.step for one in host.seen.steps if not one.done and not one.step.by_start), None)
    if due is None:
        return Tap(host.device, "start", {})
    if due.draw is not None and due.draw.missing:
        return Tap(host.device, "draw", {"step": [due.key], "by": ["app"]})
    return Tap(host.device, "tick", {"step": [due.key], "done": ["true"]})


def _by_sense(phone: Phone, chance: Chance) -> Iterator[Tap]:
    found = phone.seen.game.pretends(phone.seen.view, phone.seen.viewer, phone.messages, chance)
    if found is not None:
        name, form = found
        yield Tap(phone.device, f"play/{name}", {key: [str(value)] for key, value in form.items()})


def _by_buttons(phone: Phone, folded: bool, chance: Chance) -> Iterator[Tap]:
    forms: list[Form] = [form for form in forms_of_play(phone.page()) if form.folded == folded]
    for form in forms:
        for _ in range(TIMES if form.choices or form.typed else 1):
            yield Tap(phone.device, form.kind, form.filled(chance))
