"""One whole evening by keyboard alone: every phase, the rules, undo, the end, and again."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.keyboard import asked_for, opened, set_up
from tests.browser.phone import Phone


def test_alcatraz_is_played_by_keyboard_alone(phone: Callable[..., Phone]) -> None:
    laptop = phone(size=(1280, 800))
    ana, ben = opened(laptop, "A box: a goat rows", "Cleo")
    ana.press("Set up the box", sees="Lay out the prison", lands="Lay out the prison")
    ana.press("Let the app draw", news="Ana let the app draw (Lay out the prison)", lands="Draw again")
    set_up(ana, "Silver or gold", "Put out the items", "Post eight guards")
    ana.press("Let the app draw", news="Ana let the app draw (Post eight guards)", lands="Post eight guards")
    set_up(ana, "Where everybody starts", "A sheet and markers for each", "Three tasks, three letters")
    set_up(ana, "Where the tasks are", "The first Scapegoat")
    ana.unfold("We draw by hand")
    ana.press("blue circle Ana", "Space")
    ana.press("Save", news="Ana entered a draw (The first Scapegoat)")
    set_up(ana, "Within reach")
    ana.press("Done, next", sees="All set up", lands="All set up")
    ana.press("Start the game", news="Ana started Alcatraz: The Scapegoat", sees="Your turn", lands="Your turn")
    ana.press("This matches our table", news="Ana looked the board over", lands="Your turn")

    # A task, its reward, the next task.
    ana.unfold("Another player completed ")
    ana.press("red diamond Ben", "Space")
    ana.press("All Items on the card", "Space")
    ana.press("Complete it", sees="Ben turns the reward card", lands="Ben turns the reward card")
    ana.press("Draw a letter for us", sees="New task: turn the top card, tap its letter", lands="New task")
    laptop.accessible()
    ana.press(
        "Draw letter and room for us", news=re.compile("Ana put the new task"), sees="Your turn", lands="Your turn"
    )

    # Sheets: letters that make an escape possible, and one step of a counter.
    for name, letters in {"Ben": "ABC", "Cleo": "DEF"}.items():
        ana.unfold(f"Change : {name}")
        for letter in letters:
            if ana.page.get_by_role("button", name=letter, exact=True).get_attribute("aria-pressed") == "false":
                ana.press(letter, news=f"Ana marked {letter} for {name}")
        ana.press("More: Cash", news=f"Ana corrected the sheet of {name} (Cash): 0 → 1")
        ana.press(f"Change : {name}")

    # The board: a guard moved from nowhere is refused where it was asked for, another put right.
    ana.unfold("A guard moves")
    ana.press("Move the guard")
    expect(ana.page.get_by_role("alert").filter(has_text=re.compile(r"\w")).first).to_be_visible()
    ana.press("A guard moves")
    ana.unfold("Correct the board")
    ana.write("Guards there", "3")
    ana.press("Save the guards", news=re.compile("Ana"))

    # The next round: a guard, the talk, the vote in secret.
    ana.press("End my turn", news="Ana’s turn ended", sees="’s turn", lands="")
    asked_for(
        ana,
        "End the round",
        "Yes, next round",
        news="Ana ended round 1",
        sees="Turn a guard: tap its room, or let the app draw",
        lands="Turn a guard",
    )
    laptop.accessible()
    ana.press("Draw the guard", sees="Talk it over", lands="Talk it over")
    ana.press(
        "Enough talk: vote now",
        news="Ana ended the talk",
        sees="Vote: who should be the Scapegoat?",
        lands="Vote: who should",
    )
    ana.press("red diamond Ben", "Space")
    ana.press("Cast my vote", news="Ana voted", lands="Waiting for")
    ana.unfold("See or change my vote")
    ben.does("play/vote", choice="2")
    ana.told("Ben voted", lands="See or change my vote")
    ana.press("Pass to Cleo", sees="Cleo", lands="Cleo")
    ana.press("red diamond Ben", "Space")
    ana.press("Cast my vote", news=re.compile("Ben"), sees="Ben is the Scapegoat", lands="")
    ana.press("Done: pass back to", sees="Sharing this device", lands="")

    # The end, taken back and done again; and again.
    ana.press(
        "The letters are right: escape", news="Ana called the escape", sees="Ben and Cleo escape", lands="Ben and Cleo"
    )
    ana.unfold("Menu")
    ana.unfold("Log")
    ana.press("Undo", news=re.compile("Ana undid"), lands="")
    ana.press("Redo", news=re.compile("Ana redid"), sees="Ben and Cleo escape", lands="")
    ana.press("Play again", sees="Clear the prison", lands="Clear the prison")

    ana.follow(ana.page.url.rsplit("/", 1)[1], "What’s on the table?")
    ana.unfold("Alcatraz: The Scapegoat")
    ana.follow("Action Points and guards", "Action Points and guards")
    ana.to("Yes, second term in a row")
    ana.follow("Show the answer", "Action Points and guards")
