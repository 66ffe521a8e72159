"""Alcatraz: The Scapegoat (Kuznia Gier, 2011): the base game for three or four players."""

from __future__ import annotations

from companion.game import Game
from companion.games.alcatraz.calculators import CALCULATORS
from companion.games.alcatraz.ending import result
from companion.games.alcatraz.lessons import lessons
from companion.games.alcatraz.moves import MOVES
from companion.games.alcatraz.play import play, reseat
from companion.games.alcatraz.pretend import pretends
from companion.games.alcatraz.questions import questions
from companion.games.alcatraz.setup import OPTIONS, plan
from companion.games.alcatraz.state import start
from companion.games.alcatraz.view import awaits, look, now
from companion.words import say

GAME = Game(
    key="alcatraz",
    title=say("Alcatraz: The Scapegoat"),
    tagline=say("Escape together, and agree on who is left behind."),
    players=(3, 4),
    minutes="45\u201360",
    edition=1,
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
    until=lambda state: state.until,
    hue="slate",
    options=OPTIONS,
    lessons=lessons,
    calculators=CALCULATORS,
    questions=questions,
)
