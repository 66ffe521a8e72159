"""A game's score sheet to take home: a page to read, share and print, and a file that any spreadsheet opens safely."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence

from flask import Blueprint, Response, abort, request

from companion.secrecy import Sheet, sheet_of
from companion.table import Table
from companion.web.language import in_words
from companion.web.pages import render
from companion.web.visit import load, seen
from companion.words import Text

bp = Blueprint("share", __name__)
STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


@bp.get("/t/<code>/scores")
def scores(code: str) -> str:
    """The score sheet on a page of its own: of the game on the table, or with `?game=2` of the evening's second."""
    table = load(code)
    sheet, here = _sheet(table), seen(table, wall=True)
    return render("table/scores.html", seen=here, sheet=sheet, game=sheet.game, number=_number())


@bp.get("/t/<code>/scores.csv")
def as_csv(code: str) -> Response:
    """The score sheet as a file."""
    table = load(code)
    name = f"{table.code}-{_number()}" if _number() else table.code
    return spreadsheet(_sheet(table).share.rows, name)


def spreadsheet(rows: Iterable[Sequence[Text | str | int]], name: str) -> Response:
    """A file of that name which any spreadsheet opens: words that one would take for a formula begin with an
    apostrophe."""
    file = io.StringIO()
    csv.writer(file).writerows([cell(value) for value in row] for row in rows)
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response("\ufeff" + file.getvalue(), mimetype="text/csv", headers=headers)


def cell(value: Text | str | int) -> str | int:
    """A value as a spreadsheet may have it: whole numbers as they are, words never as a formula."""
    if isinstance(value, int):
        return value
    words = in_words(value) if isinstance(value, Text) else value
    parts = re.split(r"(?<=[;,\t])", words)  # some spreadsheets part a line at other signs than ours, too
    return "".join(["'" + part if _is_formula(part) else part for part in parts])


def _is_formula(words: str) -> bool:
    first = unicodedata.normalize("NFKC", words.lstrip(" ")[:1])  # some spreadsheets read a wide = as the narrow one
    return first.startswith(STARTS_A_FORMULA)


def _number() -> int | None:
    """Which of the evening's games is asked for, if one is."""
    return request.args.get("game", type=int)


def _sheet(table: Table) -> Sheet:
    found = sheet_of(table, _number())
    if found is None:
        abort(404)
    return found
