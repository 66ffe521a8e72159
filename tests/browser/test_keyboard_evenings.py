"""By keyboard alone, one whole evening of each game: every phase, the rules, undo, the end, and again."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.evenings import HOLD, covered
from tests.browser.keyboard import Elsewhere, Keyboard
from tests.browser.phone import Phone


def opened(phone: Phone, box: str, *without: str) -> tuple[Keyboard, Elsewhere]:
    """A table opened from the first page for that box: Ana here, Ben with a phone elsewhere, the others without one."""
    ana = Keyboard(phone.page)
    phone.page.emulate_media(reduced_motion="reduce")  # what glides into sight is out of it for a moment
    phone.page.goto("/")
    ana.to(box)
    ana.follow("Open a table", "Who is playing?")
    ana.write("Your name", "Ana")
    ana.press("Your name", news="Ana took a seat", lands="Who is playing?")
    ben = Elsewhere(phone, "Ben")
    ana.told("Ben took a seat", lands="Who is playing?")
    for name in without:
        ana.write("Their name", name)
        ana.press("Their name", news=f"Ana added {name}, who has no phone")
    return ana, ben


def read(ana: Keyboard, key: str) -> None:
    """Hold the message open with a key, and let go."""
    ana.to(HOLD)
    ana.page.keyboard.down(key)
    expect(ana.page.locator(".secret")).to_be_visible()
    ana.page.keyboard.up(key)
    covered(ana.page)
    ana.told(lands=HOLD)


def set_up(ana: Keyboard, *steps: str) -> None:
    """Tick off one step after the other: the next is told by its title, and is ticked off with the same key."""
    for step in steps:
        ana.press("Done, next", sees=step, news=step)


def asked_for(ana: Keyboard, question: str, answer: str, **brings: str) -> None:
    """Press a button that asks first, and say yes."""
    ana.unfold(question)
    ana.press(answer, **brings)


def test_scape_goat_is_played_by_keyboard_alone(phone: Callable[..., Phone]) -> None:
    laptop = phone(size=(1280, 800))
    ana, ben = opened(laptop, "A box: four goats", "Cleo", "Dov")
    ana.press(
        "Set up the box", sees="Give out the mats", news="Ana began setting up the box", lands="Give out the mats"
    )
    set_up(ana, "Lay the line of locations")
    ana.unfold("We draw by hand")
    ana.to("Trade · Spy · Stash")
    ana.press("Save", news="Ana entered a draw (Lay the line of locations)")
    set_up(ana, "Place the player tokens")
    ana.press(
        "Let the app draw", news="Ana let the app draw (Place the player tokens)", lands="Place the player tokens"
    )
    set_up(ana, "Sort the evidence", "Deal the evidence", "Learn who the scapegoat is")
    ana.press("Done, next", sees="All set up", lands="All set up")
    ana.press("Start the game", news="Ana started Scape Goat", sees="Hold the button", lands="Hold the button")
    read(ana, "Space")

    # Handed round.
    ana.press("Pass to Cleo", sees="Cleo", lands="Cleo")
    read(ana, "Enter")
    expect(ana.page.get_by_role("button", name="Done: pass back to")).to_be_visible()
    ana.press("Done: pass back to", sees="Sharing this device", lands="")

    # A frame attempt of Ben's comes while Ana looks something up; by four different cards nobody is framed.
    ana.unfold("Menu")
    ana.unfold("Rules")
    ana.to("Questions")
    ben.does("play/frame")
    ana.told("Ben called a frame attempt", "Lay one card face down", lands="Questions")
    ana.press("blue", news="Ana is ready", lands="Waiting for")
    asked_for(ana, "See or change my choice", "Yes, show it", lands="")
    expect(ana.page.locator("button[name='card']").first).to_be_visible()
    # Another card is a new secret on a device that is handed round: kept back until its owner asks once more.
    ana.press("red", lands="Waiting for")
    expect(ana.page.locator("button[name='card']")).to_have_count(0)
    ben.does("play/card", card="blue")
    ana.told("Ben is ready", lands="Waiting for")
    ana.press("Pass this device to Cleo", sees="Cleo", lands="Cleo")
    ana.press("yellow", news="Cleo is ready", lands="Waiting for")
    ana.press("Done: pass back to", sees="Waiting for", lands="Waiting for")
    ana.press("Pass this device to Dov", sees="Dov", lands="Dov")
    nobody = "Nobody is framed"
    ana.press("green", news="The cards are revealed: nobody is framed", sees=nobody, lands="Hold the button")
    ana.press("Pass back to", sees="Sharing this device", lands=nobody)

    # Turns, taken back, done again and put right.
    move = "Move your player token"
    ana.unfold("Keep track of turns")
    ana.press("blue circle Ana", "Space")
    ana.press("We are in the middle of the game", news="Ana set the turn: Ana", sees=move, lands=move)
    ana.press("Spy", news="Ana went to Spy", lands="Ask one player for their hand")
    ana.press("Done: on to Ben", news="Ana passed the turn to Ben", lands="Ben’s turn")
    ana.unfold("Menu")
    ana.unfold("Log")
    ana.press("Undo: Ana passed the turn", news="Ana undid: Ana passed the turn to Ben", lands="Undo: Ana went to")
    ana.press("Redo", news="Ana redid: Ana passed the turn to Ben", lands="")
    ana.press("Menu", lands="Menu")
    ana.unfold("Correct whose turn it is")
    laptop.accessible()
    ana.press("blue circle Ana", "Space")
    ana.press("Save", news="Ana set the turn: Ana")

    # The cops, called and cancelled; the end, to which Ben agrees on his phone, and again.
    point = "Count to three, and all point at once"
    asked_for(ana, "Go to the Cops", "Yes, go to the cops", sees=point, lands=point)
    ana.press("Cancel", news="Ana cancelled what was called", lands="")
    ana.unfold("Finish now")
    wish, stopped = "Ana wants to stop here and reveal everything", "Stopped here, without a winner"
    asked_for(
        ana,
        "Reveal everything",
        "Yes, reveal everything",
        news=wish,
        sees="Stop here and reveal",
        lands="Stop here and reveal",
    )
    ben.does("play/agree")
    ana.told(f"The game is over: {stopped}", stopped)
    again = "Ana started the game again with the same players"
    ana.press("Play again", news=again, sees="Give out the mats", lands="Give out")

    # A question that needs no table.
    ana.follow(ana.page.url.rsplit("/", 1)[1], "What’s on the table?")
    ana.unfold("Scape Goat")
    ana.follow("Who is pointed out?", "Who is pointed out?")
    for colour, other in {"blue": "red", "red": "blue", "yellow": "red", "green": "red"}.items():
        ana.write(colour, other)
    ana.follow("Show the answer", "The scapegoat: red")


def test_scout_is_played_by_keyboard_alone(phone: Callable[..., Phone]) -> None:
    ana, ben = opened(phone(), "A box: four goats", "Cleo")

    # Another game: the arrows only choose, whatever arrives meanwhile; the button sends.
    ana.unfold("Game and options")
    ana.to("Scout")
    ben.does("add", name="Dov")
    ana.told("Ben added Dov, who has no phone", lands="Scout")
    ana.to("Choose this game")
    with ana.page.expect_navigation():
        ana.page.keyboard.press("Enter")
    ana.told(sees="Who is playing?", lands="Who is playing?")
    expect(ana.page.locator("#panel")).to_have_attribute("data-game", "scout")
    ana.unfold("green square Dov")
    asked_for(ana, "Remove Dov", "Yes, remove", news="Ana removed Dov", lands="Who is playing?")

    ana.press(
        "Set up the box", sees="Put the tens away", news="Ana began setting up the box", lands="Put the tens away"
    )
    set_up(ana, "Scout chips in the middle", "One Scout & Show chip each", "Shuffle and deal", "Look, then flip or not")
    set_up(ana, "Who starts?")
    ana.press("Let the app draw", news="Ana let the app draw (Who starts?)", lands="Who starts?")
    ana.unfold("We draw by hand")
    ana.press("red diamond Ben", "Space")
    ana.press("Save", news="Ana entered a draw (Who starts?)")
    set_up(ana, "Does it add up?")
    ana.press("Done, next", sees="All set up", lands="All set up")
    ana.press("Start scoring", sees="Round 1 of 3", news="Ana started Scout", lands="Round 1 of 3")

    # Everybody counts; Enter in the count of the last set says nobody's name.
    ana.press("Round over: count", sees="count your cards and chips", news="Ana said that round 1 is over", lands="")
    ana.write("Captured cards", "12")
    ana.write("Scout chips", "2")
    ana.write("Cards in hand", "0")
    ana.press("Cards in hand", news="Ana counted: 12 captured, 2 chips, 0 in hand", lands="")
    ben.does("play/enter", captured="8", chips="3", hand="7")
    ana.told("Ben counted: 8 captured, 3 chips, 7 in hand")
    ana.follow("Count for Cleo", "Cleo’s count")
    for what, n in (("Captured cards", "3"), ("Scout chips", "1"), ("Cards in hand", "2")):
        ana.write(what, n)
    counted = "Ana counted for Cleo: 3 captured, 1 chip, 2 in hand"
    ana.press("Save Cleo’s count", news=counted, sees="hand is empty", lands="")
    ana.unfold("It ended in another way")
    ana.unfold("Also count the set on the table")
    ana.write("Cards in the set on the table", "4")
    ana.press("Cards in the set on the table")
    ana.told(counted)
    ana.press("Ana showed the last card", news="Round 1 is counted", sees="Before round 2", lands="")

    # A correction, and taken back.
    ana.unfold("Score sheet")
    ana.follow("correct round 1 of Ben", "round 1")
    ana.write("Scout chips", "2")
    ana.press("Correct it", news=re.compile("Ana corrected round 1 for Ben: 4 → 3 points"), lands="")
    ana.press("Undo", news=re.compile("Ana undid: Ana corrected round 1 for Ben"), lands="")

    # The whole round on one keyboard, the last number with the keys on the screen.
    ana.press("Ready for round 2", sees="Round 2 of 3", lands="")
    ana.unfold("Start player, who counts")
    ana.press("I write for all", news="Ana enters the counts for everybody", lands="")
    ana.press("Round over: count", sees="enter everybody’s counts", lands="")
    ana.unfold("Who ended the round?")
    ana.press("Ben showed the set nobody beat", "Space")
    for name, numbers in {"Ana": "519", "Ben": "943", "Cleo": "22"}.items():
        for what, n in zip(("captured", "chips", "cards in hand"), numbers, strict=False):
            ana.write(f"{name}: {what}", n)
    ana.press("4", "Space")
    ana.press("Count round 2", news="Round 2 is counted", sees="Before round 3", lands="")
    ana.unfold("Start player, who counts")
    asked_for(ana, "Finish now", "Yes, finish now", sees="wins with", lands="")
    ana.press("Play another round", sees="Before round 3", lands="")
    ana.press("Undo", news="Ana undid: Ana added another round", sees="wins with", lands="")
    ana.press(
        "Play again",
        news="Ana started the game again with the same players",
        sees="Put the tens away",
        lands="Put the tens away",
    )

    ana.follow(ana.page.url.rsplit("/", 1)[1].partition("?")[0], "What’s on the table?")
    ana.unfold("Scout")
    ana.follow("Does it beat that set?", "Does it beat that set?")
    ana.unfold("Type the numbers")
    ana.write("The set to show", "2 3 4")
    ana.write("The set on the table", "8 8")
    ana.follow("Compare", "After a scout")
    expect(ana.page.get_by_role("status")).to_contain_text("3 cards beat 2")


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
    ana.press("Complete it", sees="Turn the top card, tap its letter", lands="Turn the top card")
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
        sees="Turn a guard: tap its room",
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
    ana.press("Pass this device to Cleo", sees="Cleo", lands="Cleo")
    ana.press("red diamond Ben", "Space")
    ana.press("Cast my vote", news=re.compile("Ben"), sees="Ben is the Scapegoat", lands="")
    ana.press("Pass back to", sees="Sharing this device", lands="")

    # The end, taken back and done again; and again.
    ana.press(
        "The letters are right: escape", news="Ana called the escape", sees="Ben and Cleo escape", lands="Ben and Cleo"
    )
    ana.unfold("Menu")
    ana.unfold("Log")
    ana.press("Undo", news=re.compile("Ana undid"), lands="")
    ana.press("Redo", news=re.compile("Ana redid"), sees="Ben and Cleo escape", lands="")
    ana.press("Play again", sees="Lay out the prison", lands="Lay out the prison")

    ana.follow(ana.page.url.rsplit("/", 1)[1], "What’s on the table?")
    ana.unfold("Alcatraz: The Scapegoat")
    ana.follow("Action Points and guards", "Action Points and guards")
    ana.to("Yes, second term in a row")
    ana.follow("Show the answer", "Action Points and guards")


def test_corporate_is_played_by_keyboard_alone(phone: Callable[..., Phone]) -> None:
    ana, ben = opened(phone(), "A box: a goat with a tie", "Cleo")
    ana.press("Set up the box", sees="Know your target", lands="Know your target")
    set_up(ana, "Shuffle and deal", "Find the start player")
    ana.press("Let the app draw", news="Ana let the app draw (Find the start player)", lands="Find the start player")
    ana.unfold("We draw by hand")
    ana.write("Or just enter who starts", "Ana")
    ana.press("Save", news="Ana entered a draw (Find the start player)")
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
    ana.press("Pass this device to Cleo", sees="Cleo", lands="Cleo")
    ana.press("reveal Q", news="Cleo chose a card for the reveal", sees="Cleo wins: hand size 6", lands="")
    ana.press("Pass back to", sees="Cleo wins: hand size 6", lands="Cleo wins: hand size 6")
    ana.press("Play again", sees="Know your target", lands="Know your target")
    ana.press("Start the game", sees="Choose a card, tap its rank", lands="Choose a card")

    ana.follow(ana.page.url.rsplit("/", 1)[1], "What’s on the table?")
    ana.unfold("SCAPEGOAT")
    ana.follow("A year from its cards", "A year from its cards")
    ana.follow("add K face up", "A year from its cards")
