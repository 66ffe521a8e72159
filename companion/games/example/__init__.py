"""In the bag: everybody puts pebbles into a bag as their phone tells them, and all guess how many there are."""

from __future__ import annotations

from companion.game import Game
from companion.games.example.calculators import CALCULATORS
from companion.games.example.lessons import lessons
from companion.games.example.moves import MOVES
from companion.games.example.play import play, reseat, result, start
from companion.games.example.questions import questions
from companion.games.example.rules import OPTIONS
from companion.games.example.setup import plan
from companion.games.example.view import awaits, look, messages, now, readers, share
from companion.words import say

GAME = Game(
    key="example",
    title=say("In the bag"),
    tagline=say("A few pebbles each, one bag, and a guess."),
    players=(2, 8),
    minutes="10",
    edition=1,
    plan=plan,
    start=start,
    moves=MOVES,
    play=play,
    reseat=reseat,
    look=look,
    awaits=awaits,
    now=now,
    readers=readers,
    messages=messages,
    result=result,
    lessons=lessons,
    share=share,
    hue="plum",
    options=OPTIONS,
    calculators=CALCULATORS,
    questions=questions,
)
