"""What goes on paper: the set-up, a tent with the QR for the middle of the table, an evening finished without us."""

from __future__ import annotations

from flask import Blueprint

from companion.web import address
from companion.web.pages import render
from companion.web.visit import load, seen

bp = Blueprint("paper", __name__)


@bp.get("/t/<code>/paper")
def paper(code: str) -> str:
    """What can be printed, and how to finish on paper."""
    return render("table/paper.html", seen=seen(load(code)))


@bp.get("/t/<code>/sheet")
def sheet(code: str) -> str:
    """The table as it stands, as everybody may see it, and its whole set-up."""
    table = load(code)
    return render("table/sheet.html", seen=seen(table, wall=True), plan=table.plan())


@bp.get("/t/<code>/tent")
def tent(code: str) -> str:
    """The QR twice, to fold and stand in the middle of the table."""
    return render("table/tent.html", seen=seen(load(code), wall=True), reach=address.reach())
