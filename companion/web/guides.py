"""What needs no table: set-up guides with the whole set-up in the link, calculators, rules and questions."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import Blueprint, abort, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.chance import Chance
from companion.game import BADGES, Calculator, Game, Known, Plan, Player, Refused, whole_between
from companion.games import find_game
from companion.web import guard
from companion.web.errors import status
from companion.web.pages import Wrong, render
from companion.web.search import meant
from companion.words import say

bp = Blueprint("guides", __name__)


def load(key: str) -> Game:
    """The game of that key; answers 404 itself."""
    game = find_game(key)
    if game is None:
        abort(404)
    return game


@bp.get("/guide/<key>")
def guide(key: str) -> ResponseReturnValue:
    """The set-up for a count of players; every draw is in the address, so the address is the set-up."""
    game = load(key)
    low, high = game.players
    wrong: Refused | None = None
    try:
        count = whole_between(request.args.get("players", str(low)), low, high, "players")
    except Refused as no:
        count, wrong = low, no
    players, options = anonymous(count), _options(game)
    plan, drawn = _planned(game, players, options)
    return render(
        "guide.html", game=game, plan=plan, count=count, drawn=drawn, options=options, players=players, wrong=wrong,
        known=Known(count, options),
    ), 422 if wrong else 200  # fmt: skip


@bp.post("/guide/<key>")
def draw(key: str) -> ResponseReturnValue:
    """Draw one step, by the app or by hand; answers with the address that now holds it. Nothing is kept here."""
    game = load(key)
    try:
        count = whole_between(request.args.get("players", str(game.players[0])), *game.players, "players")
    except Refused:
        abort(404)
    players, options = anonymous(count), _options(game)
    plan, drawn = _planned(game, players, options)
    step = next((step for step in plan.steps if step.key == request.form.get("step")), None)
    if step is None or step.draw is None:
        abort(404)
    try:
        by_hand = request.form.get("by") == "hand"
        fields = {name: value[:200] for name, value in request.form.items()}
        value = step.draw.by_hand(fields) if by_hand else step.draw.by_app(Chance())
    except Refused as no:
        page = render(
            "guide.html", game=game, plan=plan, count=count, drawn=drawn, options=options, players=players,
            wrong=Wrong("draw", no.field, no.sentence, fields), wrong_step=step.key, typed=fields,
            known=Known(count, options),
        )  # fmt: skip
        return page, 422
    kept = {"players": str(count), **drawn, step.draw.key: value}
    return redirect(url_for("guides.guide", key=key, **kept) + f"#{step.key}", 303)  # type: ignore[arg-type]


@bp.route("/tools/<key>/<tool>", methods=["GET", "POST"])
def calculator(key: str, tool: str) -> ResponseReturnValue:
    """A calculator: the question is in the address, so the answer can be shared; but for what is secret in it."""
    game = load(key)
    found = game.calculator(tool)
    if found is None:
        abort(404)
    if request.method == "POST" and not found.sent:
        abort(405)
    fields = {name: value[:300] for name, value in request.args.items() if name not in found.sent}
    if request.method == "POST":
        g.secret = True
        fields |= {name: value[:300] for name, value in request.form.items() if name != "from"}
    view, wrong = None, None
    try:
        if any(fields.get(name, "").strip() for name in found.sent):
            guard.tried_a_word()
        view = found.answer(fields)
    except Refused as no:
        wrong = no
        view = _empty_form(found, fields)
    page = render(f"{game.key}/tools/{found.key}.html", game=game, tool=found, view=view, wrong=wrong, fields=fields)
    return page, status(wrong) if wrong else 200


def _empty_form(calculator: Calculator, fields: dict[str, str]) -> Any:
    """What the form shows when its question was refused: still for as many players, if that is not what was wrong."""
    for kept in ({name: value for name, value in fields.items() if name == "players"}, {}):
        with suppress(Refused):
            return calculator.answer(kept)
    return None


@bp.get("/rules/<key>")
def rules(key: str) -> ResponseReturnValue:
    """A game's rules on one screen in our words, and the questions players ask, searchable, answered as the table plays
    whose link leads here."""
    game = load(key)
    asked, known = request.args.get("q", "")[:80], _known(game)
    questions = game.questions(known)
    return render(
        "rules.html", game=game, known=known, searched=bool(questions), questions=meant(questions, asked), asked=asked
    )


def _known(game: Game) -> Known:
    """What the address tells of the table that asks; options nobody names stand at their default, if it is one."""
    players = None
    with suppress(Refused):
        players = whole_between(request.args.get("players", ""), *game.players, "players")
    if players is None and not any(option.key in request.args for option in game.options):
        return Known()
    return Known(players, _options(game))


def anonymous(count: int) -> tuple[Player, ...]:
    """Players nobody has named yet, with the first badges in order."""
    return tuple(Player(n + 1, say("Player %(n)s", n=n + 1), BADGES[n]) for n in range(count))


def _planned(game: Game, players: tuple[Player, ...], options: Mapping[str, str]) -> tuple[Plan, dict[str, str]]:
    """The set-up in the address, and of the address what belongs to it: other words there are nobody's."""
    plan = game.plan(players, options, dict(request.args.items()))
    names = {*options, *(step.draw.key for step in plan.steps if step.draw is not None)}
    return plan, {name: value for name, value in request.args.items() if name in names}


def _options(game: Game) -> dict[str, str]:
    """Every option of a game as the address chooses it."""
    return {option.key: option.chosen(request.args) for option in game.options}
