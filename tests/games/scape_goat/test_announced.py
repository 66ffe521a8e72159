"""What is pointed at in secret is news to whoever pointed alone."""

from __future__ import annotations

from companion.games.scape_goat import GAME
from tests.evenings import House, evening
from tests.test_keeper import announced


def test_a_choice_given_otherwise_in_secret_is_announced_to_its_maker_alone(house: House) -> None:
    at = evening(house, GAME, 1, 4, sharing=False)
    at.did(at.host, "decide", key="secret", value="mats")
    at.start()
    at.did(at.host, "play/cops")
    number = at.table.play.now.state.call.number  # type: ignore[union-attr]
    heard = announced(house)
    for choice in (1, 3, 1):
        at.did(at.people["Ben"], "play/point", number=number, at=choice)
    assert [(by, alone) for _, by, _, alone in heard] == [(at.people["Ben"].device, n > 0) for n in range(3)]
