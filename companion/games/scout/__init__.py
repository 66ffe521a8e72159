"""Scout: set up the box, play with cardboard, tally each round on the phones."""

from companion.game import Game
from companion.games.scout.calculators import CALCULATORS
from companion.games.scout.lessons import lessons
from companion.games.scout.moves import MOVES
from companion.games.scout.now import now
from companion.games.scout.options import PENALTY, WRITER
from companion.games.scout.play import keeps, play, reseat, start
from companion.games.scout.pretend import pretends
from companion.games.scout.questions import questions
from companion.games.scout.result import result
from companion.games.scout.rules import PLAYERS
from companion.games.scout.setup import plan
from companion.games.scout.view import look, share
from companion.words import say

GAME = Game(
    key="scout",
    title=say("Scout"),
    tagline=say("Show a stronger set than the last, or scout a card from it."),
    players=PLAYERS,
    minutes="15–20",
    edition=1,
    plan=plan,
    start=start,
    moves=MOVES,
    play=play,
    reseat=reseat,
    look=look,
    now=now,
    result=result,
    pretends=pretends,
    hue="teal",
    start_button=say("Start scoring"),
    share=share,
    passed_round=False,
    options=(PENALTY, WRITER),
    lessons=lessons,
    keeps=keeps,
    calculators=CALCULATORS,
    questions=questions,
)
