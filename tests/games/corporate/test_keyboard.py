"""One whole evening by keyboard alone: every phase, the rules, undo, the end, and again."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.keyboard import opened, set_up
from tests.browser.phone import Phone


def test_corporate_is_played_by_keyboard_alone(phone: Callable[..., Phone]) -> None:
    ana, ben = opened(phone(), "A box: a goat with a tie", "Cleo")
    ana.press("Set up the box", sees="Know your target", lands="Know your target")
    set_up(ana, "Shuffle and deal", "Find the start player")
    ana.press("Let the app draw", news="Ana let the app draw (Find the start player)", lands="Find the start player")
    ana.unfold("We reveal cards")
    ana.write("Or just enter who starts", "Ana")
    ana.press("Save", news="Ana entered what was found (Find the start player)")
    ana.press("Done, next", sees="All set up", lands="All set up")
    ana.press("Start the game", sees="You start: sell one card", lands="You start")

    # Year 1, K Q J and a card face down: Perfect. A card taken back, another corrected.
    sold = "Ana sold K face up and closed Q1 at 10"
    ana.press("sell K", news=sold, lands="Ben’s turn")
    ana.unfold("Menu")
    ana.unfold("Log")
    ana.press("Undo: Ana sold K", news="Ana undid: Ana sold K face up and closed Q1 at 10", lands="")
    ana.press("Menu")
    ana.press("sell K", news=sold, lands="Ben’s turn")
    ben.does("play/card", card="Q")
    ana.told("Ben sold Q face up and closed Q2 at 10", lands="Cleo’s turn")
    ana.press("sell J", news="Ana entered for Cleo: J face up (Q3 closed at 10)", lands="Your turn: sell one card")
    ana.unfold("The cards of this year")
    ana.write("What card 1 really was", "Q")
    ana.press("Save", news="Ana corrected card 1 of the year")
    ana.press("Face down: 10", sees="Turn one face-down card, tap its colour", lands="Turn one face-down card")
    ana.press("♠ ♣ Black", news="Ana turned a black card", sees="Choose a card, tap its rank", lands="Choose a card")
    ana.press("reveal 10", news="Ana chose a card for the reveal", lands="Waiting for")
    ben.does("play/show", rank="J")
    ana.told("Ben chose a card for the reveal", lands="Waiting for Cleo")
    ana.unfold("Enter somebody else’s card")
    ana.unfold("yellow triangle Cleo")
    ana.press(
        "reveal Q",
        news="Ana entered the revealed card of Cleo",
        sees="Discard the card you revealed and draw 1 card",
        lands="Discard the card",
    )
    ana.press("All done: begin year 2", news="Ana began year 2", lands="Cleo starts")

    # Year 2, begun by Cleo, who is promoted again: six.
    ana.press("sell K", news="Ana entered for Cleo: K face up (Q1 closed at 10)", lands="Your turn: sell one card")
    ana.press("sell Q", news="Ana sold Q face up and closed Q2 at 10", lands="Ben’s turn")
    ben.does("play/card", card="J")
    ana.told("Ben sold J face up and closed Q3 at 10")
    ana.press("sell 10", sees="Choose a card, tap its rank", lands="Choose a card")
    ana.press("reveal 10", news="Ana chose a card for the reveal", lands="Waiting for")
    ben.does("play/show", rank="J")
    ana.told("Ben chose a card for the reveal")
    ana.press("Pass to Cleo", sees="Cleo", lands="Cleo")
    ana.press("reveal Q", news="Cleo chose a card for the reveal", sees="Cleo wins: hand size 6", lands="")
    ana.press("Pass back to", sees="Cleo wins: hand size 6", lands="Cleo wins: hand size 6")
    ana.press("Play again", sees="Collect the cards", lands="Collect the cards")
    ana.press("Start the game", sees="Choose a card, tap its rank", lands="Choose a card")

    ana.follow(ana.page.url.rsplit("/", 1)[1], "What’s on the table?")
    ana.unfold("SCAPEGOAT")
    ana.follow("A year from its cards", "A year from its cards")
    ana.follow("add K face up", "A year from its cards")
