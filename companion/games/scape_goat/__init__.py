"""Scape Goat (Indie Boards & Cards 2020): set-up, the secret, frame attempts, going to the cops."""

from __future__ import annotations

from companion.game import Game
from companion.games.scape_goat.calculators import CALCULATORS
from companion.games.scape_goat.lessons import lessons
from companion.games.scape_goat.moves import MOVES
from companion.games.scape_goat.now import now
from companion.games.scape_goat.options import OPTIONS
from companion.games.scape_goat.play import play, reseat, start
from companion.games.scape_goat.pretend import pretends
from companion.games.scape_goat.questions import questions
from companion.games.scape_goat.result import result
from companion.games.scape_goat.setup import badges, plan
from companion.games.scape_goat.view import awaits, look, messages, readers
from companion.words import say

GAME = Game(
    key="scape_goat",
    title=say("Scape Goat"),
    tagline=say("Everybody knows who takes the fall. One of you is wrong."),
    players=(3, 6),
    minutes="30",
    edition=2,
    hue="rust",
    plan=plan,
    start=start,
    moves=MOVES,
    play=play,
    reseat=reseat,
    look=look,
    awaits=awaits,
    now=now,
    readers=readers,
    result=result,
    pretends=pretends,
    messages=messages,
    lessons=lessons,
    badges=badges,
    options=OPTIONS,
    calculators=CALCULATORS,
    questions=questions,
)
