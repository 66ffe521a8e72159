"""A game's score sheet to take home: a page to read, share and print, and a file that any spreadsheet opens safely."""

from __future__ import annotations

import csv
import io
import unicodedata

from flask import Blueprint, Response, abort, render_template

from companion.game import Share
from companion.secrecy import share_of
from companion.web.pages import in_words
from companion.web.tables import load, seen
from companion.words import Text

bp = Blueprint("share", __name__)
STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


@bp.get("/t/<code>/scores")
def scores(code: str) -> str:
    """The score sheet on a page of its own."""
    table = load(code)
    return render_template("table/scores.html", seen=seen(table, wall=True), lines=_shared(code).text)


@bp.get("/t/<code>/scores.csv")
def as_csv(code: str) -> Response:
    """The score sheet as a file. Words that a spreadsheet would take for a formula begin with an apostrophe."""
    file = io.StringIO()
    csv.writer(file).writerows([cell(value) for value in row] for row in _shared(code).rows)
    headers = {"Content-Disposition": f'attachment; filename="{load(code).code}.csv"'}
    return Response("\ufeff" + file.getvalue(), mimetype="text/csv", headers=headers)


def cell(value: Text | str | int) -> str | int:
    """A value as a spreadsheet may have it: whole numbers as they are, words never as a formula."""
    if isinstance(value, int):
        return value
    words = in_words(value) if isinstance(value, Text) else value
    first = unicodedata.normalize("NFKC", words[:1])  # some spreadsheets read a wide = as the narrow one
    return "'" + words if first.startswith(STARTS_A_FORMULA) else words


def _shared(code: str) -> Share:
    shared = share_of(load(code))
    if shared is None:
        abort(404)
    return shared
