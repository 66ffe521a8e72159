"""SCAPEGOAT by Shaun Bartlett (2025): sales targets, blame and promotion with a deck of 52 cards."""

from __future__ import annotations

from companion.game import Game
from companion.games.corporate.calculators import CALCULATORS
from companion.games.corporate.lessons import lessons
from companion.games.corporate.moments import now
from companion.games.corporate.moves import MOVES
from companion.games.corporate.play import play, reseat, result, start
from companion.games.corporate.pretend import pretends
from companion.games.corporate.questions import questions
from companion.games.corporate.rulings import OPTIONS
from companion.games.corporate.setup import plan
from companion.games.corporate.view import awaits, look
from companion.words import say

GAME = Game(
    key="corporate",
    title=say("SCAPEGOAT"),
    tagline=say("Sales targets, blame and a climb to six."),
    players=(3, 5),
    minutes="15–20",
    edition=2,
    plan=plan,
    start=start,
    moves=MOVES,
    play=play,
    reseat=reseat,
    look=look,
    awaits=awaits,
    now=now,
    result=result,
    pretends=pretends,
    hue="ochre",
    played_with=say("with 52 playing cards"),
    options=OPTIONS,
    house_rules=say("House rules: as the sheet"),
    lessons=lessons,
    calculators=CALCULATORS,
    questions=questions,
)
